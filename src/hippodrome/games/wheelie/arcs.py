"""Arcs (WW-C1, WW-C2, WW-C3, WW-C4, WW-Q27), ranges (WW-Q31, WW-Q62), and how many dice a shot has (WW-Q29).

Arcs go by where the shooter faces now (WW-M6).
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
from hippodrome.kit.geometry.plane.boxes import Box

INCH: Final = 1000
BONUS_DICE: Final = 2  # rear (WW-H4), lance (WW-E4), grapple (WW-S3)
LANCE_REACH_MI: Final = INCH  # WW-E4
PARALLEL_ANGLE: Final = 225  # WW-Q32
WOODS_SIGHT_MI: Final = 6 * INCH  # WW-Q33
# The quarters of the plane as arcs of a chariot whose warrior stands on the right, and on the left (WW-Q28).
_RIGHT_HANDED: Final = (FRONT, REAR, OWN_FORWARD, OTHER_FORWARD, OWN_REAR, OTHER_REAR)
_LEFT_HANDED: Final = (FRONT, REAR, OTHER_FORWARD, OWN_FORWARD, OTHER_REAR, OWN_REAR)


def arc_of(unit: Unit, quarter: i64) -> int:
    """Return the arc of a unit that a quarter around its base is."""
    return _LEFT_HANDED[quarter] if unit.mirrored else _RIGHT_HANDED[quarter]


def arc_at(s: Skirmish, unit: Unit, x: i64, y: i64) -> int:
    """Return the arc of a unit in which a point lies (WW-Q27)."""
    return arc_of(unit, plane.quarter_of_point(s.box(unit), s.kind(unit).warrior, x, y))


def arcs_containing(s: Skirmish, unit: Unit, target: Box) -> list[int]:
    """Return the arcs of a unit in which the corners, middles of sides and middle of a base lie (WW-Q29)."""
    found = plane.quarters_of_box(s.box(unit), s.kind(unit).warrior, target)
    return [arc_of(unit, quarter) for quarter in range(6) if found & (1 << quarter)]


# -------------------------------------------------------------------- ranges


def bow_bands(unit: Unit) -> tuple[int, int, int]:
    """How far Short, Medium and Long reach for a bow (WW-K3, WW-K10 to WW-K12)."""
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


def dice_at(s: Skirmish, unit: Unit, arc: i64, away: i64) -> i64:
    """Return the dice of a unit into an arc at a range."""
    return dice_of(s.kind(unit), unit, arc, away)


def dice_of(kind: ChariotKind, unit: Unit, arc: i64, away: i64) -> i64:
    """Return the same by its kind: with javelins (WW-J10) and an Expert's extra die (WW-G5, WW-Q30)."""
    dice = kind.dice[arc]
    bands = bow_bands(unit)
    found: i64 = 0
    if away <= bands[0]:
        found = dice[0]
    elif away <= bands[1]:
        found = dice[1]
    elif away <= bands[2]:
        found = dice[2]
    if away <= javelin_reach(unit):
        found += dice[3]
    return found + 1 if found and unit.expert == EXPERT_WARRIOR else found


# -------------------------------------------------------------------- a shot


@mypyc_attr(acyclic=True)
class Shot:
    """What a shot would be: range, arcs, and the dice one by one; `dice` is their sum, 0 if there is no shot."""

    __slots__ = ("arcs", "base", "dice", "distance", "grapple", "lance", "rear", "warrior_hits")

    def __init__(self, away: i64, arcs: list[int], base: i64, hits: i64) -> None:
        self.distance = away
        self.arcs = arcs
        self.base = base  # after the rule for partial targets
        self.warrior_hits = hits  # taken off for warrior hits
        self.rear: i64 = 0
        self.lance: i64 = 0
        self.grapple: i64 = 0
        self.dice: i64 = 0


def shot(s: Skirmish, unit: Unit, target: Unit) -> Shot:
    """WW-Q29: allocation, partial rule, warrior hits, and then rear, lance and grapple."""
    mine, box = s.box(unit), s.box(target)
    away = mine.gap_ceil(box)
    lances = can_lance(s, unit, target, mine, box)
    arcs = [OWN_FORWARD] if lances else arcs_containing(s, unit, box)
    base = partial_dice([dice_at(s, unit, arc, away) for arc in arcs])
    found = Shot(away, arcs, base, min(unit.warrior, base))
    found.dice = base - found.warrior_hits
    if found.dice > 0:
        if is_behind(s, unit, target):
            found.rear = BONUS_DICE
        if lances:
            found.lance = BONUS_DICE
        if s.is_runners(unit) and is_grappling(s, mine, target):
            found.grapple = BONUS_DICE
        found.dice += found.rear + found.lance + found.grapple
    return found


def partial_dice(dice: list[i64]) -> i64:
    """WW-H1, WW-H2, WW-H3: the least of the arcs concerned; if that is none, half the most, rounded up."""
    least, most = min(dice), max(dice)
    return least if least > 0 else (most + 1) // 2


def is_behind(s: Skirmish, unit: Unit, target: Unit) -> bool:
    """WW-Q34: whether the warrior's point lies in the rear arc of a chariot."""
    if s.is_runners(target):
        return False
    x, y = s.warrior_point(unit)
    return arc_at(s, target, x, y) == REAR


def can_lance(s: Skirmish, unit: Unit, target: Unit, mine: Box, box: Box) -> bool:
    """WW-E4, WW-Q32: a long side of a parallel chariot within an inch, in the warrior's forward side arc."""
    if not s.kind(unit).has_lance or s.is_runners(target):
        return False
    slant = angle_between(unit.turn, target.turn)
    if PARALLEL_ANGLE < slant < 1800 - PARALLEL_ANGLE:
        return False
    if mine.gap_ceil(box) == 0 or mine.gap_floor(box) >= LANCE_REACH_MI:
        return False
    side = plane.LEFT_FORE_ARC if unit.mirrored else plane.RIGHT_FORE_ARC
    waist = s.kind(unit).warrior
    for flank in (contacts.RIGHT, contacts.LEFT):
        if plane.is_line_in_side_quarter(mine, waist, side, contacts.side_line(box, flank), LANCE_REACH_MI):
            return True
    return False


def is_grappling(s: Skirmish, mine: Box, target: Unit) -> bool:
    """WW-S3, WW-S4, WW-Q50: whether Runners touch the rear edge of a chariot."""
    if s.is_runners(target):
        return False
    return contacts.is_in_contact(mine, contacts.side_line(s.box(target), contacts.REAR))


# -------------------------------------------------------------------- targets


def is_in_open(s: Skirmish, unit: Unit, target: Unit, away: i64) -> bool:
    """WW-Q33: whether nothing hides a target from the warrior."""
    x, y = s.warrior_point(unit)
    if s.ground.hides(x, y, target.x, target.y, away <= WOODS_SIGHT_MI):
        return False
    for other in s.others(unit):
        if other.id != target.id and not s.is_runners(other) and s.box(other).blocks(x, y, target.x, target.y):
            return False
    return True


def can_aim_at(s: Skirmish, unit: Unit, target: Unit) -> bool:
    """WW-B12, WW-Q6: an enemy on the table, in the open, against whom there would be at least one die."""
    if target.side == unit.side or not target.is_on_table():
        return False
    found = shot(s, unit, target)
    return found.dice > 0 and is_in_open(s, unit, target, found.distance)


def aim_targets(s: Skirmish, unit: Unit) -> list[Unit]:
    """Everybody a unit could aim at, the nearest first."""
    found = [other for other in s.units if can_aim_at(s, unit, other)]
    box = s.box(unit)
    return sorted(found, key=lambda other: (box.gap_ceil(s.box(other)), other.id))
