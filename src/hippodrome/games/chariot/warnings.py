"""Warnings before actions that cannot be undone and may cost the game."""

from __future__ import annotations

from hippodrome.games.chariot.movement import Move
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action


def warning(s: Battle, action: Action) -> str:
    """Return a sentence on what is at stake, or an empty string."""
    if action.verb == "leave" and isinstance(s.agenda[-1], Move):
        return "If you concede, you lose the battle at once."
    return ""
