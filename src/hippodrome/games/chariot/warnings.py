"""Warnings before an action that cannot be undone and may really hurt."""

from __future__ import annotations

from hippodrome.games.chariot.movement import Move
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action


def warning(s: Battle, action: Action) -> str:
    """What is at stake, in a sentence; nothing if it is nothing much."""
    if action.verb == "leave" and isinstance(s.agenda[-1], Move):
        return "You concede the field: the battle is over, and lost."
    return ""
