"""Warnings and label suffixes: collisions (WW-Q24), a Turn given up (WW-Q16), and the dice of a shot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import shot_explanations
from hippodrome.games.wheelie.bases import first_contact, pivot
from hippodrome.games.wheelie.die_uses import (
    ADVANCE,
    BY_EXPERT,
    BY_RUNNERS,
    BY_TRAIT,
    SHOOT,
    SPARE_AIM,
    TURN,
    VERBS,
    WILD,
    permission,
)
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.movement import (
    LegWheel,
    MoverDecision,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    acting_unit,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.actions import Action
from hippodrome.kit.templates import count_and_verb

ENDS_ACTIVATION: Final = ", the last move of the activation"
_PERMISSION_TEXTS: Final = {SPARE_AIM: "spare Aim", BY_EXPERT: "Expert Driver", BY_RUNNERS: "Runners' conversion"}
_TRAIT_TEXTS: Final = {ADVANCE: "Fast", TURN: "Manoeuvrable", SHOOT: "Aggressive"}


def warning(s: Skirmish, seat: int, action: Action) -> str:
    """Return a warning in a sentence; empty for none."""
    step = s.agenda[-1]
    if not isinstance(step, MoverDecision):
        return ""
    met = collides_with(s, action)
    if met:
        return collision_text(s, met)
    if isinstance(step, TurnDrive) and action.verb == "drive" and action.args[0] < step.bounds(s)[1]:
        return "If you stop early, you give up the turn."
    return ""


def collision_text(s: Skirmish, met: list[int]) -> str:
    """Return the warning of a collision."""
    return f"You will collide with {unit_names(s, met)}. Each chariot that does not roll a double is destroyed."


def given_up(s: Skirmish, action: Action) -> str:
    """Return what a pass gives up: the dice that are not spent, or an empty string."""
    step = s.agenda[-1]
    if isinstance(step, SpendDie):
        return count_and_verb(len(s.act.dice), "action die", "is unspent", "are unspent")
    if isinstance(step, NextLeg):
        return count_and_verb(len(s.act.move), "movement die", "is unspent", "are unspent")
    return ""


def unit_names(s: Skirmish, units: list[int]) -> str:
    """Return the names of units."""
    return " and ".join([unit_name(s, s.units[unit]) for unit in units])


def collides_with(s: Skirmish, action: Action) -> list[int]:
    """Return the chariots that a drive or a turn runs into."""
    unit = acting_unit(s)
    if s.is_runners(unit) or not action.args:
        return []
    amount: i64 = action.args[0]
    if action.verb == "drive" and amount > 0:
        return first_contact(s, unit, amount)[1]
    return pivot(s, unit, amount).met if action.verb == "wheel" else []


def clear_ahead(s: Skirmish, max_distance: i64) -> i64:
    """Return how far the acting unit can drive without a collision: half an inch short of one, or all the way."""
    unit = acting_unit(s)
    if max_distance <= 0 or s.is_runners(unit):
        return max_distance
    contact = first_contact(s, unit, max_distance)[0]
    return max_distance if contact < 0 else max(contact - 500, 0)


# -------------------------------------------------------------------- suffixes of labels


def label_suffix(s: Skirmish, verb: str, args: tuple[int, ...]) -> str:
    """Return the suffix of an action's label: the dice of a shot, a collision, or a Turn given up."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, SpendDie):
        return die_suffix(s, verb, args)
    if isinstance(step, MoverDecision) and len(args) == 1:
        return move_suffix(s, step, Action(verb, args))
    return ""


def die_suffix(s: Skirmish, verb: str, args: tuple[int, ...]) -> str:
    """Return the dice of an aim or shot, and the permission to spend the die unless its score is natural."""
    unit = acting_unit(s)
    if verb == "aim" and len(args) == 2 and 0 <= args[1] < len(s.units):
        dice = shot_explanations.aim_text(s, unit, s.units[args[1]])
        return f" ({dice})" if dice else ""
    if len(args) != 1 or verb not in VERBS[1:]:
        return ""
    permission_suffix = permission_text(s, args[0], VERBS.index(verb))
    return (
        f" {shot_explanations.shot_text(s, unit)}{permission_suffix}"
        if verb == "shoot" and unit.aim >= 0
        else permission_suffix
    )


def permission_text(s: Skirmish, die: int, use: int) -> str:
    """Return what allows a die to be spent this way; empty for a natural score."""
    if die == WILD:
        return ""
    reason = int(permission(s, acting_unit(s), die, use))
    if reason == BY_TRAIT:
        return f" ({_TRAIT_TEXTS[use]})"
    return f" ({_PERMISSION_TEXTS[reason]})" if reason in _PERMISSION_TEXTS else ""


def move_suffix(s: Skirmish, step: MoverDecision, action: Action) -> str:
    """Return the chariots a move collides with, or that it gives up the turn."""
    met = collides_with(s, action)
    if met:
        return f" into {unit_names(s, met)}: a collision"
    if isinstance(step, TurnDrive) and action.verb == "drive" and action.args[0] < step.bounds(s)[1]:
        return " and give up the turn"
    return ENDS_ACTIVATION if ends_activation(s, step, action) else ""


def ends_activation(s: Skirmish, step: MoverDecision, action: Action) -> bool:
    """Return whether a move without collision is the last one of the activation, so that dice are rolled next."""
    if s.act.dice or s.act.move:
        return False
    if isinstance(step, LegWheel):
        return action.args[0] == 0 or s.act.gone >= s.act.cap
    return isinstance(step, (SecondDrive, TurnPivot))
