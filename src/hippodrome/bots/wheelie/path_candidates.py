"""Candidate paths of a unit: sampled ends of legs and Turn Manoeuvres, ranked by an evaluator."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.bases import is_isolated, pivot, pivot_spot
from hippodrome.games.wheelie.runners import is_dispersed_by, passes_through
from hippodrome.games.wheelie.state import STRAIGHT, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_to
from hippodrome.kit.geometry.plane.boxes import Box

STEP_MI: Final = 1900  # less than the width of a base, so that a drive in such steps skips no obstacle
MIN_SECOND_DRIVE_MI: Final = 1000  # half of a shorter drive after a Wheel is not worth a sample
COARSE_WHEELS: Final = (-450, -225, 225, 450)
FINE_WHEELS: Final = (-450, -340, -225, -110, 110, 225, 340, 450)
TURN_ANGLES: Final = (0, -900, -675, -450, -225, 225, 450, 675, 900)
BEAM_WIDTH: Final = 3  # ends of a move from which a further move is tried
FURTHER_MOVE_PERCENT: Final = 85  # how much of the gain of further moves counts now
TRAMPLE_BONUS: Final = 120  # points for driving through enemy Runners
TRAMPLE_PENALTY: Final = 240  # points against driving through Runners of the own side


class Path:
    """A leg or Turn Manoeuvre: drive, wheel, drive on; with the base at its end and the value of that position."""

    __slots__ = ("angle", "box", "first", "position_value", "second", "shot_value")

    def __init__(self, first: int, angle: int, box: Box, second: int = 0) -> None:
        self.first = first
        self.angle = angle
        self.second = second
        self.box = box
        self.shot_value = 0
        self.position_value = 0

    def score(self, shots: int) -> int:
        """Return the total value with this many shots to come."""
        return self.shot_value * shots + self.position_value


class PathSampler:
    """Samples the paths of one unit at one decision; the style says how many, and how many moves ahead."""

    def __init__(self, evaluator: HeuristicEvaluator, style: Style) -> None:
        self.evaluator = evaluator
        self.style = style
        self.s = evaluator.s
        self.unit = evaluator.unit
        self.enemy_runners: list[Box] = []
        self.own_runners: list[Box] = []
        if not evaluator.kind.is_runners:
            self.enemy_runners = [enemy.box for enemy in evaluator.enemies if enemy.kind.is_runners]
            self.own_runners = [
                self.s.box(other)
                for other in self.s.others(self.unit)
                if other.side == self.unit.side
                and self.s.is_runners(other)
                and is_dispersed_by(self.s, self.unit, other)
            ]

    # ---------------------------------------------------------------- obstacles

    def fits(self, box: Box) -> bool:
        """Return whether a base can stand in a position."""
        if self.s.rules.table.overlaps(box) or self.s.ground.stops(box):
            return False
        return not any(other.overlaps(box) for other in self.evaluator.other_bases)

    def after_drive(self, box: Box, distance: int) -> Box | None:
        """Return the base after a straight drive; None if something is in the way."""
        driven = 0
        while driven < distance:
            driven = min(driven + STEP_MI, distance)
            if not self.fits(box.forward(driven)):
                return None
        return box.forward(distance)

    def after_turn(self, box: Box, angle: int) -> Box | None:
        """Return the base after a Wheel or Turn, slid back if that makes room; None if it is blocked."""
        spot = pivot_spot(angle)
        turned = box.pivot(spot, angle)
        ghost = self.evaluator.ghost
        ghost.put(box.x, box.y, box.turn)
        if is_isolated(self.s, ghost) and self.fits(turned) and self.fits(box.pivot(spot, angle // 2)):
            return turned
        rotation = pivot(self.s, ghost, angle)
        if rotation.met or rotation.angle == 0:
            return None
        return box.forward(-rotation.slide).pivot(spot, rotation.angle)

    # ---------------------------------------------------------------- paths

    def straight_paths(self, box: Box, limit: int) -> list[Path]:
        """Return straight drives up to a limit, as far as there is room."""
        paths: list[Path] = []
        samples = self.style.drive_samples
        for sample in range(1, samples + 1):
            distance = limit * sample // samples
            end = self.after_drive(box, distance)
            if end is None:
                break
            paths.append(Path(distance, 0, end))
        return paths

    def wheel_paths(self, box: Box, driven: int, limit: int, angles: tuple[int, ...]) -> list[Path]:
        """Return paths that wheel here, after part of a leg is driven, and then drive on."""
        paths: list[Path] = []
        remaining = limit - driven
        for angle in angles:
            wheeled = self.after_turn(box, angle)
            if wheeled is None:
                continue
            paths.append(Path(driven, angle, wheeled))
            for second in (
                (remaining // 2, remaining)
                if remaining >= MIN_SECOND_DRIVE_MI and self.style.drive_samples > 2
                else (remaining,)
            ):
                if second > 0:
                    end = self.after_drive(wheeled, second)
                    if end is None:
                        break
                    paths.append(Path(driven, angle, end, second))
        return paths

    def leg_paths(self, box: Box, limit: int, angles: tuple[int, ...]) -> list[Path]:
        """Return whole legs: drive, wheel, drive on."""
        straight = self.straight_paths(box, limit)
        paths = self.wheel_paths(box, 0, limit, angles)
        paths.extend(straight)
        for path in straight:
            paths.extend(self.wheel_paths(path.box, path.first, limit, angles))
        return paths

    def bolt_paths(self, box: Box, distance: int) -> list[Path]:
        """Return a Wild Team's compulsory straight leg; none if it would collide."""
        driven = 0
        while driven < distance:
            ahead = box.forward(min(driven + STEP_MI // 4, distance))
            if any(other.overlaps(ahead) for other in self.evaluator.other_bases):
                return []
            if not self.fits(ahead):
                break
            driven = min(driven + STEP_MI // 4, distance)
        return [Path(driven, 0, box.forward(driven))]

    def turn_paths(self, box: Box, distance: int, angles: tuple[int, ...]) -> list[Path]:
        """Return Turn Manoeuvres: the full drive, or as far as the edge, and then a turn; none if it would collide."""
        end = self.after_drive(box, distance)
        while end is None and distance > 0:
            distance = max(distance - STEP_MI // 4, 0)
            end = self.after_drive(box, distance)
            if any(other.overlaps(box.forward(distance + STEP_MI // 4)) for other in self.evaluator.other_bases):
                return []
        if end is None:
            return []
        paths = [Path(distance, 0, end)]
        for angle in angles:
            turned = self.after_turn(end, angle) if angle else None
            if turned is not None:
                paths.append(Path(distance, angle, turned))
        return paths

    # ---------------------------------------------------------------- evaluation

    def rank(self, paths: list[Path], shots: int) -> list[Path]:
        """Evaluate the paths and return them, the best first."""
        for path in paths:
            self.evaluate(path, path.box, shots)
        return sorted(paths, key=lambda path: -path.score(shots))

    def evaluate(self, path: Path, box: Box, shots: int) -> None:
        """Give a path the value of a position."""
        path.shot_value, path.position_value = self.evaluator.evaluate(box, shots)
        if path.angle == 0 and (self.enemy_runners or self.own_runners):
            if self.tramples(path, self.enemy_runners):
                path.position_value += TRAMPLE_BONUS
            if self.tramples(path, self.own_runners):
                path.position_value -= TRAMPLE_PENALTY

    def tramples(self, path: Path, bases: list[Box]) -> bool:
        """Return whether a straight drive goes right through one of these bases of Runners."""
        start = path.box.forward(-path.first)
        stretch = (int(start.x), int(start.y), int(start.turn), STRAIGHT, path.first)
        return any(passes_through(stretch, start.length, start.width, runners) for runners in bases)

    def best(self, paths: list[Path], later_limits: list[int], shots: int) -> Path | None:
        """Return the best path, with the moves that may follow it; None if there are none."""
        if not paths:
            return None
        ranked = self.rank(paths, shots)
        for path in ranked[:BEAM_WIDTH] if later_limits and self.style.search_depth else []:
            self.extend(path, later_limits, shots)
        return max(ranked, key=lambda path: path.score(shots))

    def extend(self, path: Path, later_limits: list[int], shots: int) -> None:
        """Give a path the value of the best end of the moves that may follow; shots are made wherever they are best."""
        ends = [path]
        for limit in later_limits[: self.style.search_depth]:
            extended: list[Path] = []
            for end in ends:
                for next_path in self.rank(self.next_move_paths(end.box, limit), shots)[:BEAM_WIDTH]:
                    next_path.shot_value = max(next_path.shot_value, end.shot_value)
                    extended.append(next_path)
            ends = sorted([*ends, *extended], key=lambda end: -end.score(shots))[:BEAM_WIDTH]
        path.shot_value += (ends[0].shot_value - path.shot_value) * FURTHER_MOVE_PERCENT // 100
        path.position_value += (ends[0].position_value - path.position_value) * FURTHER_MOVE_PERCENT // 100

    def next_move_paths(self, box: Box, limit: int) -> list[Path]:
        """Return a few paths of a later move: a leg, or a Turn Manoeuvre for a negative limit."""
        if limit < 0:
            return self.turn_paths(box, -limit, TURN_ANGLES)
        paths: list[Path] = []
        for angle in (0, *COARSE_WHEELS):
            turned = self.after_turn(box, angle) if angle else box
            end = self.after_drive(turned, limit) if turned is not None else None
            if end is not None:
                paths.append(Path(limit, angle, end))
        return paths

    def angle_to_nearest_enemy(self, box: Box, max_angle: int) -> list[int]:
        """Return the angle that turns the base towards the nearest enemy, if it is not too wide."""
        if not self.evaluator.enemies:
            return []
        enemy = self.evaluator.enemies[0].box
        angle = int(angle_to(box.turn, box.pose().turn_to_nearest(enemy.x, enemy.y)))
        return [angle] if angle and abs(angle) <= max_angle else []


def leg_limit(s: Skirmish, unit: Unit, die: i64) -> int:
    """Return how far a leg with this movement die may go from where the unit stands, in 1/1000 inch (WW-F1)."""
    is_slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
    return int((die + 1) // 2 * 1000 if is_slowed else die * 1000)
