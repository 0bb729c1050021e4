"""Bots that play the games. A bot sees only what its seat may know: an imagined copy of the state."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance, play_out
from hippodrome.bots.random import RandomBot
from hippodrome.bots.registry import all_levels, default_level, description, levels, looks_ahead, make, thinking_time

__all__ = [
    "Bot",
    "Chance",
    "RandomBot",
    "all_levels",
    "default_level",
    "description",
    "levels",
    "looks_ahead",
    "make",
    "play_out",
    "thinking_time",
]
