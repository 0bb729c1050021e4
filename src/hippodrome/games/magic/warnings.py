"""Warnings before an action that cannot be undone and may really hurt."""

from __future__ import annotations

from hippodrome.games.magic.movement import Census, MoveNext, can_act, possible_targets
from hippodrome.games.magic.state import Battle
from hippodrome.kit.actions import Action


def warning(s: Battle, seat: int, action: Action) -> str:
    """What is at stake, in a sentence; nothing if it is nothing much."""
    if action.verb == "lead":
        return "The enemy rolls a die: on a 6 your general is killed (WAM-F3)."
    step = s.agenda[-1] if s.agenda else None
    if action.verb == "done" and isinstance(step, MoveNext):
        census = Census(s, seat)
        idle = [unit for unit in s.units if can_act(unit, seat) and possible_targets(s, unit, census)]
        if idle:
            return "Units of yours stand beside the enemy and have not declared an attack."
    return ""
