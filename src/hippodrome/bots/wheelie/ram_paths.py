"""Path search for deliberate collisions: legs that hit an enemy, or end where the next leg may (WW-Q24)."""

from __future__ import annotations

from math import isqrt
from typing import Final

from hippodrome.bots.wheelie.path_candidates import Path, leg_limit
from hippodrome.bots.wheelie.ramming import DRIVE_SAMPLES, MAX_TURN, MAX_WHEEL, MISALIGNMENT_MI
from hippodrome.games.wheelie.bases import blocking_units, obstacle_base, pivot, pivot_spot, solid_shapes
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_to
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.shapes import Shape

WHEEL_ANGLES: Final = (-450, -300, -150, 150, 300, 450)
TYPICAL_LEGS_MI: Final = (2000, 4000, 6000)  # assumed for later Advances
HIT_SCORE: Final = 1 << 30
NEXT_LEG_HIT_SCORE: Final = 1 << 28  # the other die of this Advance hits
LATER_LEG_HIT_SCORE: Final = 1 << 24  # for each typical leg that would hit later


class RamPathFinder:
    """Searches for legs that hit a target and no other chariot."""

    def __init__(self, s: Skirmish, unit: Unit, target: Unit) -> None:
        self.s = s
        self.unit = unit
        self.ghost = unit.clone()
        self.target = int(target.id)
        self.target_base = obstacle_base(s, unit, target)
        self.shapes: list[Shape] = [self.target_base]  # first the target, then other bases, then solid ground
        self.shapes.extend(
            [obstacle_base(s, unit, other) for other in blocking_units(s, unit) if other.id != target.id]
        )
        self.base_count = len(self.shapes)
        self.shapes.extend(solid_shapes(s))
        kind, target_kind = s.kind(unit), s.kind(target)
        self.combined_diagonal = int(
            isqrt(kind.length**2 + kind.width**2) + isqrt(target_kind.length**2 + target_kind.width**2)
        )

    # ---------------------------------------------------------------- moving

    def drive(self, box: Box, distance: int) -> tuple[bool, Box | None]:
        """Return whether a straight drive hits the target, and the base at its end.

        The base is None if the drive hits any chariot. Solid ground stops it short.
        """
        free, contact = sweeps.forward(box, distance, self.shapes)
        if contact < 0:
            return False, box.forward(distance)
        if contact < self.base_count:
            return contact == 0, None
        return False, box.forward(max(free, 0))

    def turn(self, box: Box, angle: int) -> tuple[bool, Box | None]:
        """Return whether a Wheel or Turn hits the target, and the base after it; None if it hits a chariot.

        Where there is little room the base slides back first, or turns less (WW-Q54).
        """
        spot = pivot_spot(angle)
        contact = sweeps.pivot(box, spot, angle, self.shapes)[1]
        if contact < 0:
            return False, box.pivot(spot, angle)
        if contact < self.base_count:
            return contact == 0, None
        self.ghost.put(box.x, box.y, box.turn)
        rotation = pivot(self.s, self.ghost, angle)
        if rotation.met or rotation.angle == 0:
            return rotation.met == [self.target], None
        return False, box.forward(-rotation.slide).pivot(spot, rotation.angle)

    def bearing(self, box: Box) -> int:
        """Return the angle towards the target."""
        return int(angle_to(box.turn, box.pose().turn_to_nearest(self.target_base.x, self.target_base.y)))

    def wheel_towards(self, box: Box) -> int:
        """Return the angle towards the target, limited to a Wheel."""
        return max(-MAX_WHEEL, min(self.bearing(box), MAX_WHEEL))

    # ---------------------------------------------------------------- Turn Manoeuvres

    def turn_drive_distance(self, distance: int) -> int:
        """Return how far to drive before a turn: the full distance, or 0 if that would hit another chariot."""
        hits, end = self.drive(self.s.box(self.unit), distance)
        return distance if hits or end is not None else 0

    def turn_angle(self) -> int:
        """Return the turn towards the target, or 0 if that would hit another chariot."""
        box = self.s.box(self.unit)
        angle = max(-MAX_TURN, min(self.bearing(box), MAX_TURN))
        hits, end = self.turn(box, angle) if angle else (True, box)
        return angle if hits or end is not None else 0

    # ---------------------------------------------------------------- legs

    def best_leg(self, dice: bytes) -> tuple[int, Path]:
        """Return the movement die to use first, and the leg to drive with it."""
        limits = [(int(die), leg_limit(self.s, self.unit, die)) for die in sorted(set(dice), reverse=True)]
        best_score, best_choice = -HIT_SCORE, (limits[0][0], Path(0, 0, self.s.box(self.unit)))
        for die, limit in limits:
            other_dice = [other_die for other_die in dice if other_die != die] or ([die] if len(dice) > 1 else [])
            score, path = self.search_leg(limit, [int(other_die) * 1000 for other_die in other_dice])
            if score > best_score:
                best_score, best_choice = score, (die, path)
        return best_choice

    def search_leg(self, limit: int, later_limits: list[int]) -> tuple[int, Path]:
        """Return the score of the best leg within a limit, and the leg; another leg may follow."""
        start = self.s.box(self.unit)
        best_score, best_path = self.evaluate_end(start, later_limits), Path(0, 0, start)
        for sample in range(DRIVE_SAMPLES + 1):
            distance = limit * sample // DRIVE_SAMPLES
            hits, box = self.drive(start, distance)
            if hits:
                return HIT_SCORE, Path(limit, 0, start)
            if box is None:
                break
            score = self.evaluate_end(box, later_limits)
            if score > best_score:
                best_score, best_path = score, Path(distance, 0, box)
            for angle in (*WHEEL_ANGLES, self.wheel_towards(box)):
                hits, wheeled = self.turn(box, angle) if angle else (False, None)
                if hits:
                    return HIT_SCORE, Path(distance, angle, box)
                if wheeled is None:
                    continue
                for second in sorted({0, (limit - distance) // 2, limit - distance}):
                    hits, end = self.drive(wheeled, second)
                    if hits:
                        return HIT_SCORE, Path(distance, angle, wheeled, limit - distance)
                    score = self.evaluate_end(end, later_limits) if end is not None else -HIT_SCORE
                    if end is not None and score > best_score:
                        best_score, best_path = score, Path(distance, angle, end, second)
        return best_score, best_path

    def evaluate_end(self, box: Box, later_limits: list[int]) -> int:
        """Return the score of a leg's end: the next leg may hit, a later one may, or the target is close."""
        dx, dy = int(self.target_base.x - box.x), int(self.target_base.y - box.y)
        distance = isqrt(dx * dx + dy * dy)
        if later_limits and self.can_hit(box, later_limits[0], distance):
            return NEXT_LEG_HIT_SCORE - distance
        hits = sum([1 for limit in TYPICAL_LEGS_MI if self.can_hit(box, limit, distance)])
        return hits * LATER_LEG_HIT_SCORE - distance - MISALIGNMENT_MI * abs(self.bearing(box))

    def can_hit(self, box: Box, limit: int, distance: int) -> bool:
        """Return whether a leg within a limit can hit: straight, or with a Wheel at once or halfway."""
        if distance > limit + self.combined_diagonal:
            return False
        if self.drive(box, limit)[0]:
            return True
        for first_drive in (0, limit // 2):
            start = self.drive(box, first_drive)[1] if first_drive else box
            if start is not None:
                hits, wheeled = self.turn(start, self.wheel_towards(start))
                if hits or (wheeled is not None and self.drive(wheeled, limit - first_drive)[0]):
                    return True
        return False
