"""What a player is told before it is too late: collisions (WW-Q24), a Turn given up (WW-Q16), what a shot is worth."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import gunnery
from hippodrome.games.wheelie.bases import first_contact, pivot
from hippodrome.games.wheelie.conversions import (
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
from hippodrome.games.wheelie.movement import MoverDecision, TurnDrive, acting_unit
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.actions import Action

# By which right a die is spent, and by which trait.
_PERMISSION_TEXTS: Final = {SPARE_AIM: "spare Aim", BY_EXPERT: "Expert Driver", BY_RUNNERS: "as Runners may"}
_TRAIT_TEXTS: Final = {ADVANCE: "Fast", TURN: "Manoeuvrable", SHOOT: "Aggressive"}


def warning(s: Skirmish, seat: int, action: Action) -> str:
    """Return the warning, in a sentence, or nothing."""
    step = s.agenda[-1]
    if not isinstance(step, MoverDecision):
        return ""
    met = collides_with(s, action)
    if met:
        return f"You will collide with {unit_names(s, met)}: whoever does not throw a double is destroyed."
    if isinstance(step, TurnDrive) and action.verb == "drive" and action.args[0] < step.bounds(s)[1]:
        return "You stop early, so you cannot turn."
    return ""


def unit_names(s: Skirmish, units: list[int]) -> str:
    """Units by name."""
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


def clear_ahead(s: Skirmish, most: i64) -> i64:
    """How far the unit that moves can drive without a collision: half an inch short of one, or all the way."""
    unit = acting_unit(s)
    if most <= 0 or s.is_runners(unit):
        return most
    hit = first_contact(s, unit, most)[0]
    return most if hit < 0 else max(hit - 500, 0)


# -------------------------------------------------------------------- in labels


def label_suffix(s: Skirmish, verb: str, args: tuple[int, ...]) -> str:
    """What to add to the words of an action: dice and chances of a shot, a collision, a Turn that is given up."""
    step = s.agenda[-1] if s.agenda else None
    if isinstance(step, SpendDie):
        return die_suffix(s, verb, args)
    if isinstance(step, MoverDecision) and len(args) == 1:
        return move_suffix(s, step, Action(verb, args))
    return ""


def die_suffix(s: Skirmish, verb: str, args: tuple[int, ...]) -> str:
    """What a die is spent on is worth, and by which right it is, unless that is plain."""
    unit = acting_unit(s)
    if verb == "aim" and len(args) == 2 and 0 <= args[1] < len(s.units):
        worth = gunnery.aim_text(s, unit, s.units[args[1]])
        return f" ({worth})" if worth else ""
    if len(args) != 1 or verb not in VERBS[1:]:
        return ""
    right = permission_text(s, args[0], VERBS.index(verb))
    return f" {gunnery.shot_text(s, unit)}{right}" if verb == "shoot" and unit.aim >= 0 else right


def permission_text(s: Skirmish, die: int, use: int) -> str:
    """By which right a die is spent so."""
    if die == WILD:
        return ""
    found = int(permission(s, acting_unit(s), die, use))
    if found == BY_TRAIT:
        return f" ({_TRAIT_TEXTS[use]})"
    return f" ({_PERMISSION_TEXTS[found]})" if found in _PERMISSION_TEXTS else ""


def move_suffix(s: Skirmish, step: MoverDecision, action: Action) -> str:
    """Whom a move runs into, or that a Turn is given up."""
    met = collides_with(s, action)
    if met:
        return f" into {unit_names(s, met)}: who throws no double is destroyed"
    if isinstance(step, TurnDrive) and action.verb == "drive" and action.args[0] < step.bounds(s)[1]:
        return " and give up the turn"
    return ""
