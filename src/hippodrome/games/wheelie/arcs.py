"""Arcs (WW-C1, WW-C2, WW-C3, WW-C4, WW-Q27), ranges (WW-Q31, WW-Q62), and the dice of a shot (WW-Q29).

Arcs depend on where the shooter faces now (WW-M6).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import (
    FRONT,
    OTHER_FORWARD,
    OTHER_REAR,
    OWN_FORWARD,
    OWN_REAR,
    REAR,
    ChariotKind,
)
from hippodrome.games.wheelie.state import (
    EXPERT_WARRIOR,
    SHARPSHOOTER,
    STRONG_ARM,
    STRONG_BOW,
    WEAK_ARM,
    Skirmish,
    Unit,
)
from hippodrome.kit.geometry.fixed_point import angle_between
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane import contacts
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.units import INCH

BONUS_DICE: Final = 2  # rear (WW-H4), lance (WW-E4), grapple (WW-S3)
LANCE_REACH_MI: Final = INCH  # WW-E4
PARALLEL_ANGLE: Final = 225  # WW-Q32
WOODS_SIGHT_MI: Final = 6 * INCH  # WW-Q33
REAR_END_MI: Final = 2 * contacts.CONTACT_TOLERANCE_MI  # WW-Q50: so near its ends a rear edge is only a corner
# The arcs that the quarters of the plane are for a warrior on the right, and on the left (WW-Q28).
_RIGHT_HANDED: Final = (FRONT, REAR, OWN_FORWARD, OTHER_FORWARD, OWN_REAR, OTHER_REAR)
_LEFT_HANDED: Final = (FRONT, REAR, OTHER_FORWARD, OWN_FORWARD, OTHER_REAR, OWN_REAR)


def arc_of(unit: Unit, quarter: i64) -> int:
    """Return the arc of a unit that covers a quarter around its base."""
    return _LEFT_HANDED[quarter] if unit.mirrored else _RIGHT_HANDED[quarter]


def arc_at(s: Skirmish, unit: Unit, x: i64, y: i64) -> int:
    """Return the arc of a unit in which a point lies (WW-Q27)."""
    return arc_of(unit, plane.quarter_of_point(s.box(unit), s.kind(unit).warrior, x, y))


def arcs_containing(s: Skirmish, unit: Unit, target: Box) -> list[int]:
    """Return the arcs of a unit that hold the corners, edge middles and centre of a base (WW-Q29)."""
    quarters = plane.quarters_of_box(s.box(unit), s.kind(unit).warrior, target)
    return [arc_of(unit, quarter) for quarter in range(6) if quarters & (1 << quarter)]


# -------------------------------------------------------------------- ranges


def bow_bands(unit: Unit) -> tuple[int, int, int]:
    """Return the limits of Short, Medium and Long range for a bow (WW-K3, WW-K10 to WW-K12)."""
    if unit.trait == STRONG_BOW:
        return (8 * INCH, 16 * INCH, 24 * INCH)
    if unit.trait == SHARPSHOOTER:
        return (6 * INCH, 18 * INCH, 18 * INCH)
    return (javelin_reach(unit), 12 * INCH, 18 * INCH)


def javelin_reach(unit: Unit) -> int:
    """Return the Short range of a javelin (WW-K3, WW-K11)."""
    if unit.trait == STRONG_ARM:
        return 8 * INCH
    return 4 * INCH if unit.trait == WEAK_ARM else 6 * INCH


def dice_of(kind: ChariotKind, unit: Unit, arc: i64, distance: i64) -> i64:
    """Return the dice into an arc, with javelins (WW-J10) and an Expert Warrior's extra die (WW-G5, WW-Q30)."""
    return bow_dice(kind, unit, arc, distance) + javelin_dice(kind, unit, arc, distance)


def bow_dice(kind: ChariotKind, unit: Unit, arc: i64, distance: i64) -> i64:
    """Return the bow's dice into an arc; an Expert Warrior's extra die goes to the bow where it has any."""
    dice_by_range = kind.dice[arc]
    bands = bow_bands(unit)
    dice: i64 = 0
    if distance <= bands[0]:
        dice = dice_by_range[0]
    elif distance <= bands[1]:
        dice = dice_by_range[1]
    elif distance <= bands[2]:
        dice = dice_by_range[2]
    return dice + 1 if dice and unit.expert == EXPERT_WARRIOR else dice


def javelin_dice(kind: ChariotKind, unit: Unit, arc: i64, distance: i64) -> i64:
    """Return the javelins' dice into an arc, with an Expert Warrior's extra die where there are no bow dice."""
    dice: i64 = kind.dice[arc][3] if distance <= javelin_reach(unit) else 0
    is_expert = unit.expert == EXPERT_WARRIOR and bow_dice(kind, unit, arc, distance) == 0
    return dice + 1 if dice and is_expert else dice


# -------------------------------------------------------------------- a shot


@mypyc_attr(acyclic=True)
class PossibleShot:
    """A possible shot: distance, arcs, and the parts of its dice. `dice` is their sum, 0 if there is no shot."""

    __slots__ = ("arcs", "base", "dice", "distance", "grapple", "lance", "rear", "warrior_hits")

    def __init__(self, distance: i64, arcs: list[int], base: i64, warrior_hits: i64) -> None:
        self.distance = distance
        self.arcs = arcs
        self.base = base  # after the rule for partial targets, before warrior hits
        self.warrior_hits = warrior_hits  # dice lost to warrior hits
        self.rear: i64 = 0
        self.lance: i64 = 0
        self.grapple: i64 = 0
        self.dice: i64 = 0


def shot(s: Skirmish, unit: Unit, target: Unit) -> PossibleShot:
    """WW-Q29: return the shot at a target: arc dice, partial targets, warrior hits, then rear, lance and grapple."""
    own_base, target_base = s.box(unit), s.box(target)
    distance = own_base.gap_ceil(target_base)
    uses_lance = can_lance(s, unit, target, own_base, target_base)
    arcs = [OWN_FORWARD] if uses_lance else arcs_containing(s, unit, target_base)
    base = dice_into(s.kind(unit), unit, arcs, distance)
    possible_shot = PossibleShot(distance, arcs, base, min(unit.warrior, base))
    possible_shot.dice = base - possible_shot.warrior_hits
    if base > 0:
        if s.is_runners(unit) and is_grappling(s, own_base, target):
            possible_shot.grapple = BONUS_DICE
        if possible_shot.grapple or is_behind(s, unit, target):
            possible_shot.rear = BONUS_DICE
        if uses_lance:
            possible_shot.lance = BONUS_DICE
        possible_shot.dice += possible_shot.rear + possible_shot.lance + possible_shot.grapple
    return possible_shot


def dice_into(kind: ChariotKind, unit: Unit, arcs: list[int], distance: i64) -> i64:
    """WW-Q29: return the dice against a target that lies in these arcs; bow and javelins are judged separately."""
    bows = [bow_dice(kind, unit, arc, distance) for arc in arcs]
    return partial_dice(bows) + partial_dice([javelin_dice(kind, unit, arc, distance) for arc in arcs])


def partial_dice(dice: list[i64]) -> i64:
    """WW-H1, WW-H2, WW-H3: return a weapon's least dice of the arcs; if that is 0, half the most, rounded up."""
    fewest, most = min(dice), max(dice)
    return fewest if fewest > 0 else (most + 1) // 2


def is_behind(s: Skirmish, unit: Unit, target: Unit) -> bool:
    """WW-Q34: return whether the warrior's point lies in the rear arc of a target chariot."""
    if s.is_runners(target):
        return False
    x, y = s.warrior_point(unit)
    return arc_at(s, target, x, y) == REAR


def can_lance(s: Skirmish, unit: Unit, target: Unit, own_base: Box, target_base: Box) -> bool:
    """WW-E4, WW-Q32: return whether a long side of a parallel chariot is within an inch, in the lance's wedge."""
    if not s.kind(unit).has_lance or s.is_runners(target):
        return False
    angle = angle_between(unit.turn, target.turn)
    if PARALLEL_ANGLE < angle < 1800 - PARALLEL_ANGLE:
        return False
    if own_base.gap_ceil(target_base) == 0 or own_base.gap_floor(target_base) >= LANCE_REACH_MI:
        return False
    waist = s.kind(unit).warrior
    for flank in (contacts.RIGHT, contacts.LEFT):
        line = contacts.side_line(target_base, flank)
        if plane.is_line_in_side_wedge(own_base, waist, not unit.mirrored, line, LANCE_REACH_MI):
            return True
    return False


def is_grappling(s: Skirmish, own_base: Box, target: Unit) -> bool:
    """WW-S3, WW-S4, WW-Q50: return whether Runners touch the rear edge of a chariot at more than an end of it."""
    if s.is_runners(target):
        return False
    box = s.box(target)
    edge = box_at(box.pose(), box.length, box.width - 2 * REAR_END_MI)
    return contacts.is_in_contact(own_base, contacts.side_line(edge, contacts.REAR))


# -------------------------------------------------------------------- targets


def is_in_open(s: Skirmish, unit: Unit, target: Unit, distance: i64) -> bool:
    """WW-Q33: return whether nothing hides a target from the warrior."""
    x, y = s.warrior_point(unit)
    if s.ground.hides(x, y, target.x, target.y, distance <= WOODS_SIGHT_MI):
        return False
    for other in s.others(unit):
        if other.id != target.id and not s.is_runners(other) and s.box(other).blocks(x, y, target.x, target.y):
            return False
    return True


def can_aim_at(s: Skirmish, unit: Unit, target: Unit) -> bool:
    """WW-B12, WW-Q6: return whether a unit may aim: at an enemy in the open against which it has a die."""
    if target.side == unit.side or not target.is_on_table():
        return False
    possible_shot = shot(s, unit, target)
    return possible_shot.dice > 0 and is_in_open(s, unit, target, possible_shot.distance)


def aim_targets(s: Skirmish, unit: Unit) -> list[Unit]:
    """Return the units that a unit could aim at, the nearest first."""
    targets = [other for other in s.units if can_aim_at(s, unit, other)]
    box = s.box(unit)
    return sorted(targets, key=lambda other: (box.gap_ceil(s.box(other)), other.id))
