"""Named compounds: straight on, no further turn, and a shot together with the aim that it needs."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.course_search import NO_DIE, Plan, PlannedLeg
from hippodrome.games.wheelie.courses import Drive, advance_by, left_of
from hippodrome.games.wheelie.die_uses import AIM, RELOAD
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.handles import SHOOT_DICE_ORDER
from hippodrome.games.wheelie.movement import (
    FirstDrive,
    LegWheel,
    MoverDecision,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    acting_unit,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.shot_explanations import aim_text
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.games.wheelie.warnings import move_suffix
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Compound
from hippodrome.kit.destinations import ENDS_IN_CHANCE
from hippodrome.kit.preview import is_played, without_dice
from hippodrome.kit.units import INCH, inches

MAX_TARGETS: Final = 4  # to aim and shoot at
DO_NOT_TURN: Final = Action("wheel", (0,))
DRIVE_NO_FURTHER: Final = Action("drive", (0,))


def named_compounds(s: Skirmish, seat: int) -> list[Compound]:
    """Return the compounds of the pending decision."""
    step = s.agenda[-1]
    if isinstance(step, SpendDie):
        return shots(s, seat)
    if isinstance(step, (LegWheel, TurnPivot)):
        return [Compound([DO_NOT_TURN], f"Do not turn{move_suffix(s, step, DO_NOT_TURN)}")]
    if isinstance(step, SecondDrive):
        return [
            *straight_on(s, seat),
            Compound([DRIVE_NO_FURTHER], f"Drive no further{move_suffix(s, step, DRIVE_NO_FURTHER)}"),
        ]
    if isinstance(step, (NextLeg, MoverDecision)):
        return straight_on(s, seat)
    return []


def straight_on(s: Skirmish, seat: int) -> list[Compound]:
    """Return straight on with everything that is left; none if there is no room. The last free turn stays open."""
    drive = Drive(s, seat)
    step = s.agenda[-1]
    if isinstance(step, TurnDrive):
        high = step.bounds(s)[1]
        drive.drive(high, high, high)
    else:
        drive = advance_by(s, seat, straight_plan(s), -1)
    driven = sum([action.args[0] for action in drive.actions if action.verb == "drive"])
    if driven == 0:
        return []
    return [Compound(drive.actions, f"Straight on, {inches(driven)}", " ".join(drive.notes), drive.warning)]


def straight_plan(s: Skirmish) -> Plan:
    """Return the plan that drives straight on: the rest of the leg in progress, then the dice, the highest first."""
    step = s.agenda[-1]
    legs = [PlannedLeg(die, float(die * INCH), 0, 0.0) for die in sorted(s.act.move, reverse=True)]
    if isinstance(step, (FirstDrive, SecondDrive)):
        legs.insert(0, PlannedLeg(NO_DIE, left_of(s), 0, left_of(s)))
    unit = acting_unit(s)
    return Plan(legs, float(unit.x), float(unit.y), int(unit.turn), 0.0)


# -------------------------------------------------------------------- shooting


def shots(s: Skirmish, seat: int) -> list[Compound]:
    """Return a shot at each target, with the aim and perhaps the reload that it needs; none if the unit has aimed."""
    unit = acting_unit(s)
    if unit.aim >= 0:
        return []
    state: Skirmish = without_dice(s)
    before: list[Action] = []
    words = "Aim"
    if not unit.loaded:
        reload_die = choose_die(state, "reload", (RELOAD,))
        if reload_die < 0:
            return []
        before, words = [Action("reload", (reload_die,))], f"Reload with the {reload_die}, aim"
        is_played(state, seat, before[0])
    found: list[Compound] = []
    aims = uses_of(state, "aim")
    for target in sorted({action.args[1] for action in aims}):
        aim = min([action for action in aims if action.args[1] == target], key=aim_order)
        after: Skirmish = without_dice(state)
        is_played(after, seat, aim)
        die = choose_die(after, "shoot", SHOOT_DICE_ORDER)
        if die >= 0:
            enemy = after.units[target]
            name, dice = unit_name(after, enemy), aim_text(after, acting_unit(after), enemy)
            label = f"{words} with the {aim.args[0]} and shoot with the {die} at {name} ({dice})"
            found.append(Compound([*before, aim, Action("shoot", (die,))], label, ENDS_IN_CHANCE))
    return found[:MAX_TARGETS]


def aim_order(action: Action) -> int:
    """Return a natural Aim before a wild die."""
    return abs(action.args[0] - AIM)


def uses_of(s: Skirmish, verb: str) -> list[Action]:
    """Return the proposed uses of action dice with a verb."""
    step = s.agenda[-1]
    return [action for action in step.proposals(s) if action.verb == verb] if isinstance(step, SpendDie) else []


def choose_die(s: Skirmish, verb: str, order: tuple[int, ...]) -> int:
    """Return the die to spend: the first in this order, or else the lowest; -1 if there is none."""
    dice = [action.args[0] for action in uses_of(s, verb)]
    return next((die for die in order if die in dice), min(dice, default=-1))
