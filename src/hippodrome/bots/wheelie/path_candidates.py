"""Where a unit can go: ends of legs and turns, sampled and judged."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.position_evaluator import Judge
from hippodrome.games.wheelie.bases import is_alone, pivot, pivot_spot
from hippodrome.games.wheelie.runners import goes_through
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed import angle_to
from hippodrome.kit.geometry.plane.boxes import Box

STRIDE: Final = 1900  # a base driven in such strides cannot miss what lies in its way
LEAST: Final = 1000  # a leg with a Wheel drives at least so far
COARSE: Final = (-450, -225, 225, 450)
FINE: Final = (-450, -340, -225, -110, 110, 225, 340, 450)
TURNS: Final = (0, -900, -675, -450, -225, 225, 450, 675, 900)
KEPT: Final = 3  # ends of a move from which a further one is tried
SURE: Final = 85  # hundredths of what further moves may bring: better now than later
TRAMPLED: Final = 120  # what it is worth to drive through enemy Runners


class Way:
    """The end of a leg or turn, how it is driven (so far, a Wheel by so much, so far again), and how good it is."""

    __slots__ = ("angle", "attack", "box", "first", "rest", "second")

    def __init__(self, first: int, angle: int, box: Box, second: int = 0) -> None:
        self.first = first
        self.angle = angle
        self.second = second
        self.box = box
        self.attack = 0
        self.rest = 0

    def score(self, shots: int) -> int:
        """How good it is with so many shots still to make."""
        return self.attack * shots + self.rest


class Explorer:
    """Looks for ways of one unit at one decision."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.s = judge.s
        self.unit = judge.unit
        self.runners = [rival.box for rival in judge.rivals if rival.kind.is_runners and not judge.kind.is_runners]

    # ---------------------------------------------------------------- what is in the way

    def fits(self, box: Box) -> bool:
        """Return whether a base can stand there."""
        if self.s.rules.table.overlaps(box) or self.s.ground.stops(box):
            return False
        return not any(other.overlaps(box) for other in self.judge.others)

    def driven(self, box: Box, distance: int) -> Box | None:
        """Return the base after a straight drive; None if something is in the way."""
        done = 0
        while done < distance:
            done = min(done + STRIDE, distance)
            if not self.fits(box.forward(done)):
                return None
        return box.forward(distance)

    def turned(self, box: Box, angle: int) -> Box | None:
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

    def straight(self, box: Box, cap: int) -> list[Way]:
        """Straight drives of up to so much; the last goes as far as there is room."""
        found: list[Way] = []
        parts = self.judge.manner.parts
        for part in range(1, parts + 1):
            distance = cap * part // parts
            end = self.driven(box, distance)
            if end is None:
                break
            found.append(Way(distance, 0, end))
        return found

    def wheels(self, box: Box, gone: int, cap: int, need: int, angles: tuple[int, ...]) -> list[Way]:
        """Return a Wheel here, after so much of a leg, and what can be driven after it."""
        found: list[Way] = []
        left = cap - gone
        for angle in angles:
            place = self.turned(box, angle)
            if place is None:
                continue
            if gone >= need:
                found.append(Way(gone, angle, place))
            for second in (left // 2, left) if left >= LEAST and self.judge.manner.parts > 2 else (left,):
                if second > 0 and gone + second >= need:
                    end = self.driven(place, second)
                    if end is None:
                        break
                    found.append(Way(gone, angle, end, second))
        return found

    def legs(self, box: Box, cap: int, need: int, angles: tuple[int, ...]) -> list[Way]:
        """Whole legs: drive, wheel, drive on."""
        straight = self.straight(box, cap)
        found = self.wheels(box, 0, cap, need, angles)
        found.extend(straight)
        for way in straight:
            found.extend(self.wheels(way.box, way.first, cap, need, angles))
        return found

    def bolted(self, box: Box, distance: int) -> list[Way]:
        """Return a Wild Team's compulsory leg: straight, as far as it goes; nothing if it would run into somebody."""
        done = 0
        while done < distance:
            ahead = box.forward(min(done + STRIDE // 4, distance))
            if any(other.overlaps(ahead) for other in self.judge.others):
                return []
            if not self.fits(ahead):
                break
            done = min(done + STRIDE // 4, distance)
        return [Way(done, 0, box.forward(done))]

    def turns(self, box: Box, distance: int, angles: tuple[int, ...]) -> list[Way]:
        """Turn Manoeuvres: the whole drive, or up to the edge, and then a turn."""
        end = self.driven(box, distance)
        while end is None and distance > 0:
            distance = max(distance - STRIDE // 4, 0)
            end = self.driven(box, distance)
            if any(other.overlaps(box.forward(distance + STRIDE // 4)) for other in self.judge.others):
                return []
        if end is None:
            return []
        found = [Way(distance, 0, end)]
        for angle in angles:
            place = self.turned(end, angle) if angle else None
            if place is not None:
                found.append(Way(distance, angle, place))
        return found

    # ---------------------------------------------------------------- judging

    def judged(self, ways: list[Way], shots: int) -> list[Way]:
        """Return the ways with their worth, the best first."""
        for way in ways:
            self.weigh(way, way.box, shots)
        return sorted(ways, key=lambda way: -way.score(shots))

    def weigh(self, way: Way, box: Box, shots: int) -> None:
        """Give a way the worth of a place to which it leads."""
        way.attack, way.rest = self.judge.worth(box, shots)
        if self.runners and way.angle == 0 and self.tramples(way):
            way.rest += TRAMPLED

    def tramples(self, way: Way) -> bool:
        """Return whether a straight drive goes right through enemy Runners."""
        unit = self.judge.ghost
        start = way.box.forward(-way.first)
        unit.put(start.x, start.y, start.turn)
        return any(goes_through(unit, start, runners, way.first) for runners in self.runners)

    def best(self, ways: list[Way], later: list[int], shots: int) -> Way | None:
        """Return the best of some ways, with the moves that may follow."""
        if not ways:
            return None
        ranked = self.judged(ways, shots)
        for way in ranked[:KEPT] if later and self.judge.manner.deepest else []:
            self.extend(way, later, shots)
        return max(ranked, key=lambda way: way.score(shots))

    def extend(self, way: Way, later: list[int], shots: int) -> None:
        """Give a way the worth of the best end of the moves that may follow; shots are made wherever they are best."""
        ends = [way]
        for cap in later[: self.judge.manner.deepest]:
            found: list[Way] = []
            for end in ends:
                for hop in self.judged(self.hops(end.box, cap), shots)[:KEPT]:
                    hop.attack = max(hop.attack, end.attack)
                    found.append(hop)
            ends = sorted([*ends, *found], key=lambda end: -end.score(shots))[:KEPT]
        way.attack += (ends[0].attack - way.attack) * SURE // 100
        way.rest += (ends[0].rest - way.rest) * SURE // 100

    def hops(self, box: Box, cap: int) -> list[Way]:
        """Return a few ways of a later move: a leg, or a Turn Manoeuvre for a negative distance."""
        if cap < 0:
            return self.turns(box, -cap, TURNS)
        found: list[Way] = []
        for angle in (0, *COARSE):
            place = self.turned(box, angle) if angle else box
            end = self.driven(place, cap) if place is not None else None
            if end is not None:
                found.append(Way(cap, angle, end))
        return found

    def towards(self, box: Box, most: int) -> list[int]:
        """Return the angle that would bring the nearest rival straight ahead, if it is within reach."""
        if not self.judge.rivals:
            return []
        rival = self.judge.rivals[0].box
        angle = int(angle_to(box.turn, box.pose().turn_to_nearest(rival.x, rival.y)))
        return [angle] if angle and abs(angle) <= most else []


def leg_cap(s: Skirmish, unit: Unit, die: i64) -> int:
    """How far a leg may go with a movement die, from where the unit stands (WW-F1)."""
    slowed = not s.kind(unit).is_sure and s.ground.is_bad(unit.x, unit.y)
    return int((die + 1) // 2 * 1000 if slowed else die * 1000)
