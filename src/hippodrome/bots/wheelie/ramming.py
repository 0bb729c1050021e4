"""To run into somebody on purpose: a way out for who is about to lose (WW-Q24)."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.bases import first_met, pivot_spot
from hippodrome.games.wheelie.conversions import END, VERBS, WILD
from hippodrome.games.wheelie.movement import FirstDrive, LegWheel, NextLeg, SecondDrive, TurnDrive, TurnPivot, mover
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import PLAY, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.fixed import angle_to

DRIVE_SAMPLES: Final = 4  # so many distances are tried before a Wheel
MAX_WHEEL: Final = 450
MAX_TURN: Final = 900
MISALIGNMENT_MI: Final = 10  # thousandths of an inch that a tenth of a degree is worth
MISSED: Final = 1_000_000


def nearest_enemy_chariot(s: Skirmish, unit: Unit) -> Unit | None:
    """Return the nearest enemy chariot that fights."""
    found: Unit | None = None
    best = 0
    for other in s.units:
        if other.side != unit.side and other.status == PLAY and not s.is_runners(other):
            dx, dy = int(other.x - unit.x), int(other.y - unit.y)
            away = dx * dx + dy * dy
            if found is None or away < best:
                found, best = other, away
    return found


def enemy_chariots_within(s: Skirmish, unit: Unit, reach: int) -> list[Unit]:
    """Return the enemy chariots that fight and are so near."""
    return [
        other
        for other in s.units
        if other.side != unit.side
        and other.status == PLAY
        and not s.is_runners(other)
        and s.box(unit).gap_floor(s.box(other)) <= reach
    ]


def ram_action(s: Skirmish, actions: list[Action], target: Unit | None = None) -> Action | None:
    """What to do at a question to run into an enemy, the nearest if nobody is named; None if nothing helps."""
    unit = mover(s)
    if target is None or target.status != PLAY:
        target = nearest_enemy_chariot(s, unit)
    if target is None or s.is_runners(unit):
        return None
    step = s.agenda[-1]
    if isinstance(step, SpendDie):
        return move_action(actions)
    if isinstance(step, NextLeg):
        return actions[-1]
    if isinstance(step, FirstDrive):
        low, high = step.bounds(s)
        return Action("drive", (drive_before_wheel(s, unit, target, int(low), int(high)),))
    if isinstance(step, LegWheel):
        return Action("wheel", (turn_towards(unit, target, MAX_WHEEL),))
    if isinstance(step, TurnPivot):
        return Action("wheel", (turn_towards(unit, target, MAX_TURN),))
    if isinstance(step, (SecondDrive, TurnDrive)):
        return Action("drive", (int(step.bounds(s)[1]),))
    return None


def move_action(actions: list[Action]) -> Action:
    """Return an Advance with the die that is least missed, else a Turn."""
    for verb in ("advance", "turn"):
        fitting = [action for action in actions if action.verb == verb]
        if fitting:
            natural = VERBS.index(verb)
            return min(fitting, key=lambda move: 2 if move.args[0] == WILD else 0 if move.args[0] == natural else 1)
    return END


def turn_towards(unit: Unit, target: Unit, most: int) -> int:
    """Return the angle to a target, as far as one can wheel."""
    found = int(angle_to(unit.turn, unit.pose().turn_to_nearest(target.x, target.y)))
    return max(-most, min(found, most))


def drive_before_wheel(s: Skirmish, unit: Unit, target: Unit, low: int, high: int) -> int:
    """How far to drive before the Wheel that brings the unit nearest to its target."""
    best, found = 1 << 40, high
    for part in range(DRIVE_SAMPLES + 1):
        distance = low + (high - low) * part // DRIVE_SAMPLES
        miss = miss_distance(s, unit, target, distance, high)
        if miss < best:
            best, found = miss, distance
    return found


def miss_distance(s: Skirmish, unit: Unit, target: Unit, distance: int, high: int) -> int:
    """By how much a leg misses the target if it wheels after so much."""
    ghost = unit.clone()
    if distance and target.id in first_met(s, unit, distance)[1]:
        return -1
    pose = unit.pose().forward(distance)
    ghost.put(pose.x, pose.y, pose.turn)
    angle = turn_towards(ghost, target, MAX_WHEEL)
    box = s.box(ghost).pivoted(pivot_spot(angle), angle)
    ghost.put(box.x, box.y, box.turn)
    if high > distance and target.id in first_met(s, ghost, high - distance)[1]:
        return 0
    end = ghost.pose().forward(high - distance)
    dx, dy = abs(int(end.x - target.x)), abs(int(end.y - target.y))
    return max(dx, dy) + MISALIGNMENT_MI * abs(turn_towards(ghost, target, 1800))
