"""Estimates of the dice that a unit would have against another, for positions that are only considered.

One decision compares many positions, so measurements are approximate: ranges along the line between two bases, arcs by
five points of the target. The rules measure exactly whatever is played.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.threats import approximate_gap
from hippodrome.games.wheelie.arcs import arc_of, bow_bands, can_lance, dice_into, dice_of, javelin_reach
from hippodrome.games.wheelie.chariots import OWN_FORWARD, REAR
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.games.wheelie.terrain import CLEAR
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane.boxes import CORNERS, MIDDLE, Box

AMONG_TREES: Final = 6000
_TARGET_SPOTS: Final = (*CORNERS, MIDDLE)


class DiceEstimator:
    """Estimates dice in one state; all units but the given one stay where they are."""

    __slots__ = ("has_cover", "other_bases", "s")

    def __init__(self, s: Skirmish, unit: Unit) -> None:
        self.s = s
        self.other_bases = [s.box(other) for other in s.others(unit) if not s.is_runners(other)]
        self.has_cover = any(stuff.sight != CLEAR for stuff in s.ground.kinds)

    def is_hidden(self, own_base: Box, target_base: Box, gap: int) -> bool:
        """Return whether terrain hides one base from another."""
        return self.has_cover and self.s.ground.hides(
            own_base.x, own_base.y, target_base.x, target_base.y, gap <= AMONG_TREES
        )

    def dice_between(self, unit: Unit, own_base: Box, target: Unit, target_base: Box) -> int:
        """Return about how many dice one unit has against another, with both bases where they are given."""
        s = self.s
        gap = approximate_gap(own_base, target_base)
        kind = s.kind(unit)
        if gap > (bow_bands(unit)[2] if kind.has_bow else javelin_reach(unit)):
            return 0
        uses_lance = kind.has_lance and gap < 1000 and can_lance(s, unit, target, own_base, target_base)
        dice: i64 = 0
        if uses_lance:
            dice = dice_of(kind, unit, OWN_FORWARD, gap)
        else:
            arcs = 0
            for spot in _TARGET_SPOTS:
                arcs |= 1 << plane.quarter_of_point(
                    own_base, kind.warrior, target_base.spot_x(spot), target_base.spot_y(spot)
                )
            dice = dice_into(kind, unit, [arc_of(unit, quarter) for quarter in range(6) if arcs & (1 << quarter)], gap)
        if dice == 0 or self.is_sight_blocked(own_base, target_base, gap):
            return 0
        dice -= min(unit.warrior, dice)
        if (
            not s.is_runners(target)
            and arc_of(target, plane.quarter_of_point(target_base, s.kind(target).warrior, own_base.x, own_base.y))
            == REAR
        ):
            dice += 2
        return int(dice) + (2 if uses_lance else 0)

    def is_sight_blocked(self, own_base: Box, target_base: Box, gap: int) -> bool:
        """Return whether terrain or another base blocks the line between two bases."""
        if self.is_hidden(own_base, target_base, gap):
            return True
        for other in self.other_bases:
            is_either = (other.x == own_base.x and other.y == own_base.y) or (
                other.x == target_base.x and other.y == target_base.y
            )
            if not is_either and other.blocks(own_base.x, own_base.y, target_base.x, target_base.y):
                return True
        return False
