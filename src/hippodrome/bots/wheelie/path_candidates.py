"""Where a unit can go: ends of legs and turns, sampled and judged."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.games.wheelie.bases import is_alone, pivot, pivot_spot
from hippodrome.games.wheelie.runners import goes_through
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed import angle_to
from hippodrome.kit.geometry.plane.boxes import Box

STEP_MI: Final = 1900  # a base driven in such strides cannot miss what lies in its way
MIN_WHEEL_LEG_MI: Final = 1000  # a leg with a Wheel drives at least so far
COARSE_WHEELS: Final = (-450, -225, 225, 450)
FINE_WHEELS: Final = (-450, -340, -225, -110, 110, 225, 340, 450)
TURN_ANGLES: Final = (0, -900, -675, -450, -225, 225, 450, 675, 900)
BEAM_WIDTH: Final = 3  # ends of a move from which a further one is tried
FURTHER_MOVE_PERCENT: Final = 85  # hundredths of what further moves may bring: better now than later
TRAMPLE_BONUS: Final = 120  # what it is worth to drive through enemy Runners


class Path:
    """The end of a leg or turn, how it is driven (so far, a Wheel by so much, so far again), and how good it is."""

    __slots__ = ("angle", "shot_value", "box", "first", "position_value", "second")

    def __init__(self, first: int, angle: int, box: Box, second: int = 0) -> None:
        self.first = first
        self.angle = angle
        self.second = second
        self.box = box
        self.shot_value = 0
        self.position_value = 0

    def score(self, shots: int) -> int:
        """How good it is with so many shots still to make."""
        return self.shot_value * shots + self.position_value


class PathSampler:
    """Looks for ways of one unit at one decision."""

    def __init__(self, judge: HeuristicEvaluator) -> None:
        self.judge = judge
        self.s = judge.s
        self.unit = judge.unit
        self.enemy_runners = [rival.box for rival in judge.enemies if rival.kind.is_runners and not judge.kind.is_runners]

    # ---------------------------------------------------------------- what is in the way

    def fits(self, box: Box) -> bool:
        """Return whether a base can stand there."""
        if self.s.rules.table.overlaps(box) or self.s.ground.stops(box):
            return False
        return not any(other.overlaps(box) for other in self.judge.other_bases)

    def after_drive(self, box: Box, distance: int) -> Box | None:
        """Return the base after a straight drive; None if something is in the way."""
        done = 0
        while done < distance:
            done = min(done + STEP_MI, distance)
            if not self.fits(box.forward(done)):
                return None
        return box.forward(distance)

    def after_turn(self, box: Box, angle: int) -> Box | None:
        """Return the base after a Wheel or Turn, slid back where that helps; None if it does not go."""
        spot = pivot_spot(angle)
        found = box.pivoted(spot, angle)
        unit = self.judge.ghost
        unit.put(box.x, box.y, box.turn)
        if is_alone(self.s, unit) and self.fits(found) and self.fits(box.pivoted(spot, angle // 2)):
            return found
        exact = pivot(self.s, unit, angle)
        if exact.met or exact.angle == 0:
            return None
        return box.forward(-exact.slide).pivoted(spot, exact.angle)

    # ---------------------------------------------------------------- ways

    def straight_paths(self, box: Box, cap: int) -> list[Path]:
        """Straight drives of up to so much; the last goes as far as there is room."""
        found: list[Path] = []
        parts = self.judge.manner.drive_samples
        for part in range(1, parts + 1):
            distance = cap * part // parts
            end = self.after_drive(box, distance)
            if end is None:
                break
            found.append(Path(distance, 0, end))
        return found

    def wheel_paths(self, box: Box, gone: int, cap: int, need: int, angles: tuple[int, ...]) -> list[Path]:
        """Return a Wheel here, after so much of a leg, and what can be driven after it."""
        found: list[Path] = []
        left = cap - gone
        for angle in angles:
            place = self.after_turn(box, angle)
            if place is None:
                continue
            if gone >= need:
                found.append(Path(gone, angle, place))
            for second in (left // 2, left) if left >= MIN_WHEEL_LEG_MI and self.judge.manner.drive_samples > 2 else (left,):
                if second > 0 and gone + second >= need:
                    end = self.after_drive(place, second)
                    if end is None:
                        break
                    found.append(Path(gone, angle, end, second))
        return found

    def leg_paths(self, box: Box, cap: int, need: int, angles: tuple[int, ...]) -> list[Path]:
        """Whole legs: drive, wheel, drive on."""
        straight = self.straight_paths(box, cap)
        found = self.wheel_paths(box, 0, cap, need, angles)
        found.extend(straight)
        for way in straight:
            found.extend(self.wheel_paths(way.box, way.first, cap, need, angles))
        return found

    def bolt_paths(self, box: Box, distance: int) -> list[Path]:
        """Return a Wild Team's compulsory leg: straight, as far as it goes; nothing if it would run into somebody."""
        done = 0
        while done < distance:
            ahead = box.forward(min(done + STEP_MI // 4, distance))
            if any(other.overlaps(ahead) for other in self.judge.other_bases):
                return []
            if not self.fits(ahead):
                break
            done = min(done + STEP_MI // 4, distance)
        return [Path(done, 0, box.forward(done))]

    def turn_paths(self, box: Box, distance: int, angles: tuple[int, ...]) -> list[Path]:
        """Turn Manoeuvres: the whole drive, or up to the edge, and then a turn."""
        end = self.after_drive(box, distance)
        while end is None and distance > 0:
            distance = max(distance - STEP_MI // 4, 0)
            end = self.after_drive(box, distance)
            if any(other.overlaps(box.forward(distance + STEP_MI // 4)) for other in self.judge.other_bases):
                return []
        if end is None:
            return []
        found = [Path(distance, 0, end)]
        for angle in angles:
            place = self.after_turn(end, angle) if angle else None
            if place is not None:
                found.append(Path(distance, angle, place))
        return found

    # ---------------------------------------------------------------- judging

    def ranked(self, ways: list[Path], shots: int) -> list[Path]:
        """Return the ways with their worth, the best first."""
        for way in ways:
            self.evaluate(way, way.box, shots)
        return sorted(ways, key=lambda way: -way.score(shots))

    def evaluate(self, way: Path, box: Box, shots: int) -> None:
        """Give a way the worth of a place to which it leads."""
        way.shot_value, way.position_value = self.judge.evaluate(box, shots)
        if self.enemy_runners and way.angle == 0 and self.tramples(way):
            way.position_value += TRAMPLE_BONUS

    def tramples(self, way: Path) -> bool:
        """Return whether a straight drive goes right through enemy Runners."""
        unit = self.judge.ghost
        start = way.box.forward(-way.first)
        unit.put(start.x, start.y, start.turn)
        return any(goes_through(unit, start, runners, way.first) for runners in self.enemy_runners)

    def best(self, ways: list[Path], later: list[int], shots: int) -> Path | None:
        """Return the best of some ways, with the moves that may follow."""
        if not ways:
            return None
        ranked = self.ranked(ways, shots)
        for way in ranked[:BEAM_WIDTH] if later and self.judge.manner.search_depth else []:
            self.extend(way, later, shots)
        return max(ranked, key=lambda way: way.score(shots))

    def extend(self, way: Path, later: list[int], shots: int) -> None:
        """Give a way the worth of the best end of the moves that may follow; shots are made wherever they are best."""
        ends = [way]
        for cap in later[: self.judge.manner.search_depth]:
            found: list[Path] = []
            for end in ends:
                for hop in self.ranked(self.next_move_paths(end.box, cap), shots)[:BEAM_WIDTH]:
                    hop.shot_value = max(hop.shot_value, end.shot_value)
                    found.append(hop)
            ends = sorted([*ends, *found], key=lambda end: -end.score(shots))[:BEAM_WIDTH]
        way.shot_value += (ends[0].shot_value - way.shot_value) * FURTHER_MOVE_PERCENT // 100
        way.position_value += (ends[0].position_value - way.position_value) * FURTHER_MOVE_PERCENT // 100

    def next_move_paths(self, box: Box, cap: int) -> list[Path]:
        """Return a few ways of a later move: a leg, or a Turn Manoeuvre for a negative distance."""
        if cap < 0:
            return self.turn_paths(box, -cap, TURN_ANGLES)
        found: list[Path] = []
        for angle in (0, *COARSE_WHEELS):
            place = self.after_turn(box, angle) if angle else box
            end = self.after_drive(place, cap) if place is not None else None
            if end is not None:
                found.append(Path(cap, angle, end))
        return found

    def angle_to_nearest_enemy(self, box: Box, most: int) -> list[int]:
        """Return the angle that would bring the nearest rival straight ahead, if it is within reach."""
        if not self.judge.enemies:
            return []
        rival = self.judge.enemies[0].box
        angle = int(angle_to(box.turn, box.pose().turn_to_nearest(rival.x, rival.y)))
        return [angle] if angle and abs(angle) <= most else []


def leg_limit(s: Skirmish, unit: Unit, die: i64) -> int:
    """How far a leg may go with a movement die, from where the unit stands (WW-F1)."""
    slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
    return int((die + 1) // 2 * 1000 if slowed else die * 1000)
