"""Deliberate collisions by simple steering: a last resort of a crew that is about to lose (WW-Q24)."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.bases import first_contact, pivot_spot
from hippodrome.games.wheelie.die_uses import END, VERBS, WILD
from hippodrome.games.wheelie.movement import (
    FirstDrive,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    acting_unit,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import FIGHTING, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.fixed_point import angle_to

DRIVE_SAMPLES: Final = 4  # distances tried before a Wheel
MAX_WHEEL: Final = 450
MAX_TURN: Final = 900
MISALIGNMENT_MI: Final = 10  # cost of each tenth of a degree off the target


def nearest_enemy_chariot(s: Skirmish, unit: Unit) -> Unit | None:
    """Return the nearest fighting enemy chariot; None if there is none."""
    nearest: Unit | None = None
    best_distance = 0
    for other in s.units:
        if other.side != unit.side and other.status == FIGHTING and not s.is_runners(other):
            dx, dy = int(other.x - unit.x), int(other.y - unit.y)
            distance = dx * dx + dy * dy
            if nearest is None or distance < best_distance:
                nearest, best_distance = other, distance
    return nearest


def enemy_chariots_within(s: Skirmish, unit: Unit, reach: int) -> list[Unit]:
    """Return the fighting enemy chariots within a distance, in 1/1000 inch."""
    return [
        other
        for other in s.units
        if other.side != unit.side
        and other.status == FIGHTING
        and not s.is_runners(other)
        and s.box(unit).gap_floor(s.box(other)) <= reach
    ]


def ram_action(s: Skirmish, actions: list[Action], target: Unit | None = None) -> Action | None:
    """Return the action that brings the unit closer to a target, by default the nearest; None if nothing helps."""
    unit = acting_unit(s)
    if target is None or target.status != FIGHTING:
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
    """Return an Advance, else a Turn, with the least useful die; the end of the activation if there is neither."""
    for verb in ("advance", "turn"):
        moves = [action for action in actions if action.verb == verb]
        if moves:
            natural_score = VERBS.index(verb)
            return min(moves, key=lambda move: 2 if move.args[0] == WILD else 0 if move.args[0] == natural_score else 1)
    return END


def turn_towards(unit: Unit, target: Unit, max_angle: int) -> int:
    """Return the angle towards a target, limited to what the move allows."""
    angle = int(angle_to(unit.turn, unit.pose().turn_to_nearest(target.x, target.y)))
    return max(-max_angle, min(angle, max_angle))


def drive_before_wheel(s: Skirmish, unit: Unit, target: Unit, low: int, high: int) -> int:
    """Return how far to drive before the Wheel so that the leg ends closest to the target."""
    best_miss, best_distance = 1 << 40, high
    for sample in range(DRIVE_SAMPLES + 1):
        distance = low + (high - low) * sample // DRIVE_SAMPLES
        miss = miss_distance(s, unit, target, distance, high)
        if miss < best_miss:
            best_miss, best_distance = miss, distance
    return best_distance


def miss_distance(s: Skirmish, unit: Unit, target: Unit, distance: int, high: int) -> int:
    """Return how far a leg misses the target if it wheels after a distance; 0 or less for a hit."""
    ghost = unit.clone()
    if distance and target.id in first_contact(s, unit, distance)[1]:
        return -1
    pose = unit.pose().forward(distance)
    ghost.put(pose.x, pose.y, pose.turn)
    angle = turn_towards(ghost, target, MAX_WHEEL)
    box = s.box(ghost).pivot(pivot_spot(angle), angle)
    ghost.put(box.x, box.y, box.turn)
    if high > distance and target.id in first_contact(s, ghost, high - distance)[1]:
        return 0
    end = ghost.pose().forward(high - distance)
    dx, dy = abs(int(end.x - target.x)), abs(int(end.y - target.y))
    return max(dx, dy) + MISALIGNMENT_MI * abs(turn_towards(ghost, target, 1800))
