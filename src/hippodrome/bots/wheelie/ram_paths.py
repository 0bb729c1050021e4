"""The way into a collision: which leg of an Advance runs into an enemy, or ends where the next one may (WW-Q24)."""

from __future__ import annotations

from math import isqrt
from typing import Final

from hippodrome.bots.wheelie.path_candidates import MIN_WHEEL_LEG_MI, Path, leg_limit
from hippodrome.bots.wheelie.ramming import MISALIGNMENT_MI, DRIVE_SAMPLES, MAX_TURN, MAX_WHEEL
from hippodrome.games.wheelie.bases import in_the_way, obstacle, pivot, pivot_spot, solid_ground
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed import angle_to
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.shapes import Shape

WHEEL_ANGLES: Final = (-450, -300, -150, 150, 300, 450)
TYPICAL_LEGS_MI: Final = (2000, 4000, 6000)  # legs as dice may allow them later
HIT_SCORE: Final = 1 << 30
NEXT_LEG_HIT_SCORE: Final = 1 << 28  # the other die of this Advance hits
LATER_LEG_HIT_SCORE: Final = 1 << 24  # a leg to come may hit


class RamPathFinder:
    """Looks for legs that run into a target, and into nobody else."""

    def __init__(self, s: Skirmish, unit: Unit, target: Unit) -> None:
        self.s = s
        self.unit = unit
        self.ghost = unit.clone()
        self.target = int(target.id)
        self.target_base = obstacle(s, unit, target)  # its base
        self.shapes: list[Shape] = [self.target_base]  # the target first
        self.shapes.extend([obstacle(s, unit, other) for other in in_the_way(s, unit) if other.id != target.id])
        self.base_count = len(self.shapes)
        self.shapes.extend(solid_ground(s))
        kind, other = s.kind(unit), s.kind(target)
        self.combined_diagonal = int(isqrt(kind.length**2 + kind.width**2) + isqrt(other.length**2 + other.width**2))

    # ---------------------------------------------------------------- moving

    def drive(self, box: Box, distance: int) -> tuple[bool, Box | None]:
        """Return whether a straight drive hits the target, and where it ends, perhaps short; nowhere if it hits
        another.
        """
        free, found = sweeps.forward(box, distance, self.shapes)
        if found < 0:
            return False, box.forward(distance)
        if found < self.base_count:
            return found == 0, None
        return False, box.forward(max(free, 0))

    def turn(self, box: Box, angle: int) -> tuple[bool, Box | None]:
        """Return the same of a Wheel; where there is little room it slides back first, or turns less (WW-Q54)."""
        spot = pivot_spot(angle)
        found = sweeps.pivot(box, spot, angle, self.shapes)[1]
        if found < 0:
            return False, box.pivoted(spot, angle)
        if found < self.base_count:
            return found == 0, None
        self.ghost.put(box.x, box.y, box.turn)
        exact = pivot(self.s, self.ghost, angle)
        if exact.met or exact.angle == 0:
            return exact.met == [self.target], None
        return False, box.forward(-exact.slide).pivoted(spot, exact.angle)

    def bearing(self, box: Box) -> int:
        """Return the angle to the target."""
        return int(angle_to(box.turn, box.pose().turn_to_nearest(self.target_base.x, self.target_base.y)))

    def wheel_towards(self, box: Box) -> int:
        """Return the same, as far as one can wheel."""
        return max(-MAX_WHEEL, min(self.bearing(box), MAX_WHEEL))

    # ---------------------------------------------------------------- Turn Manoeuvres

    def turn_drive_distance(self, distance: int) -> int:
        """How far to drive before a turn: all of it, but not into another."""
        hits, end = self.drive(self.s.box(self.unit), distance)
        return distance if hits or end is not None else 0

    def turn_angle(self) -> int:
        """By how much to turn towards the target, but not into another."""
        box = self.s.box(self.unit)
        angle = max(-MAX_TURN, min(self.bearing(box), MAX_TURN))
        hits, end = self.turn(box, angle) if angle else (True, box)
        return angle if hits or end is not None else 0

    # ---------------------------------------------------------------- legs

    def best_leg(self, dice: bytes) -> tuple[int, Path]:
        """Return the die to begin with, and the leg."""
        caps = [(int(die), leg_limit(self.s, self.unit, die)) for die in sorted(set(dice), reverse=True)]
        best, found = -HIT_SCORE, (caps[0][0], Path(0, 0, self.s.box(self.unit)))
        for die, cap in caps:
            others = [other for other in dice if other != die] or ([die] if len(dice) > 1 else [])
            score, way = self.search_leg(cap, [int(other) * 1000 for other in others])
            if score > best:
                best, found = score, (die, way)
        return found

    def search_leg(self, cap: int, later: list[int]) -> tuple[int, Path]:
        """Return the best leg of up to so much, and how good it is; one more may follow."""
        start = self.s.box(self.unit)
        best, found = self.evaluate_end(start, later), Path(0, 0, start)
        need = min(MIN_WHEEL_LEG_MI, cap)
        for part in range(DRIVE_SAMPLES + 1):
            first = cap * part // DRIVE_SAMPLES
            hits, box = self.drive(start, first)
            if hits:
                return HIT_SCORE, Path(cap, 0, start)
            if box is None:
                break
            worth = self.evaluate_end(box, later)
            if worth > best:
                best, found = worth, Path(first, 0, box)
            least = max(need - first, 0)
            for angle in (*WHEEL_ANGLES, self.wheel_towards(box)):
                hits, place = self.turn(box, angle) if angle else (False, None)
                if hits:
                    return HIT_SCORE, Path(first, angle, box)
                if place is None:
                    continue
                for second in sorted({least, max((cap - first) // 2, least), cap - first}):
                    hits, end = self.drive(place, second)
                    if hits:
                        return HIT_SCORE, Path(first, angle, place, cap - first)
                    worth = self.evaluate_end(end, later) if end is not None else -HIT_SCORE
                    if end is not None and worth > best:
                        best, found = worth, Path(first, angle, end, second)
        return best, found

    def evaluate_end(self, box: Box, later: list[int]) -> int:
        """How good it is to end a leg there: the next may hit, or another one, or it is not far."""
        dx, dy = int(self.target_base.x - box.x), int(self.target_base.y - box.y)
        away = isqrt(dx * dx + dy * dy)
        if later and self.can_hit(box, later[0], away):
            return NEXT_LEG_HIT_SCORE - away
        hits = sum([1 for cap in TYPICAL_LEGS_MI if self.can_hit(box, cap, away)])
        return hits * LATER_LEG_HIT_SCORE - away - MISALIGNMENT_MI * abs(self.bearing(box))

    def can_hit(self, box: Box, cap: int, away: int) -> bool:
        """Return whether a leg of up to so much from there hits: a Wheel towards the target at once or halfway,
        or none.
        """
        if away > cap + self.combined_diagonal:
            return False
        if self.drive(box, cap)[0]:
            return True
        for first in (0, cap // 2):
            start = self.drive(box, first)[1] if first else box
            if start is not None:
                hits, place = self.turn(start, self.wheel_towards(start))
                if hits or (place is not None and self.drive(place, cap - first)[0]):
                    return True
        return False
