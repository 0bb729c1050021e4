"""Warnings before actions that cannot be undone and may cost the game."""

from __future__ import annotations

from hippodrome.games.chariot.boarding import Board, GetOff, can_debark, debark_hexes, embark_actions
from hippodrome.games.chariot.fire import FireDecision, fire_targets
from hippodrome.games.chariot.melee import Advance, Melee, melee_targets
from hippodrome.games.chariot.movement import Move
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action
from hippodrome.kit.templates import count_and_verb


def warning(s: Battle, action: Action) -> str:
    """Return a sentence on what is at stake, or an empty string."""
    if action.verb == "leave" and isinstance(s.agenda[-1], Move):
        return "If you concede, you lose the battle at once."
    return ""


def given_up(s: Battle, action: Action) -> str:
    """Return what the end of a phase or of an advance gives up, or an empty string."""
    step = s.agenda[-1]
    if action.verb != "done":
        return ""
    if isinstance(step, Move):
        return count_and_verb(len(step.movers(s)), "unit", "has not moved", "have not moved")
    if isinstance(step, Board):
        units = {embark.args[0] for embark in embark_actions(s)}
        return count_and_verb(len(units), "unit", "can still embark", "can still embark")
    if isinstance(step, GetOff):
        riders = [unit for unit in s.units_of(s.side) if s.aboard[unit] and can_debark(s, unit)]
        count = len([unit for unit in riders if debark_hexes(s, unit)])
        return count_and_verb(count, "unit", "can still unload", "can still unload")
    if isinstance(step, FireDecision):
        return count_and_verb(
            len(fire_targets(s)), "enemy hex", "is a target you can fire at", "are targets you can fire at"
        )
    if isinstance(step, Melee):
        return count_and_verb(len(melee_targets(s)), "enemy hex", "can still be attacked", "can still be attacked")
    if isinstance(step, Advance):
        units = {advance.args[0] for advance in step.unit_actions(s)}
        return count_and_verb(len(units), "unit", "can still advance", "can still advance")
    return ""
