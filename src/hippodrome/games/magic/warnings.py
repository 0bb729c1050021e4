"""Warnings before actions that cannot be undone and may hurt."""

from __future__ import annotations

from hippodrome.games.magic.movement import Census, MoveNext, can_act, possible_targets
from hippodrome.games.magic.state import Battle
from hippodrome.kit.actions import Action


def warning(s: Battle, seat: int, action: Action) -> str:
    """Return a warning about a legal action in one sentence, or an empty string."""
    if action.verb == "lead":
        return "The defender rolls a D6, and a 6 kills your general (WAM-F3)."
    step = s.agenda[-1] if s.agenda else None
    if action.verb == "done" and isinstance(step, MoveNext):
        census = Census(s, seat)
        idle = [unit for unit in s.units if can_act(unit, seat) and possible_targets(s, unit, census)]
        if idle:
            return "Some of your units are next to the enemy and have not declared an attack."
    return ""
