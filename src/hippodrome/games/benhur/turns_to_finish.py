"""How many turns a chariot needs to the finish if nobody is in its way and it is driven as fast as can be.

Worked out from the finish backwards, square by square: for every speed, and for every point that is left of a move, the
best of what a driver can do there. Tests of skids, lane changes and jumps count with their chances (BH-L2, BH-S2 to
BH-S5, BH-J1 to BH-J5), and a wound as a part of a turn. Rivals and tricks are left out.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT, Track

MOST_WHIPS: Final = 3
MOST_POINTS: Final = 6
LAPS: Final = 2  # crossings that are worked out; each one before takes as long as the first of these
WOUND: Final = 0.4  # turns that a wound is thought to cost
SLIGHT: Final = 1e-9  # turns that make no difference
_WALL: Final = {"stone": 2 / 6, "hedge": 1 / 6}  # BH-W1
KEEPS: Final = (1.0, 5 / 6, 4 / 6, 3 / 6)  # BH-L2, by whips
_SPINS: Final = (0.0, 0.0, 1 / 36, 16 / 216)  # BH-S5, BH-Q16
_FLIES: Final = (0.0, 1 / 3, 5 / 9, 19 / 27)  # BH-J2


def highest(whips: int, points: int) -> float:
    """Return the chance that the best of some dice shows just so many points (BH-M4)."""
    below, upto = 1.0, 1.0
    for _ in range(whips):
        below *= (points - 1) / 6
        upto *= points / 6
    return upto - below


CHANCES: Final = [[highest(whips, points) for points in range(MOST_POINTS + 1)] for whips in range(MOST_WHIPS + 1)]
"""How likely some whips are to give some points."""


class Pace:
    """The turns that are left on one track, by the crossings of the line that are left, square, whips and points."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.size = len(track.lanes)
        self.left: list[list[float]] = []  # of a move: turns after it, by _place
        self.whole: list[list[float]] = []  # of a turn that is driven with some whips, by square and whips
        order = sorted(range(self.size), key=lambda square: -track.standing[square])
        for _ in range(LAPS):
            self.left.append([0.0] * (self.size * (MOST_WHIPS + 1) * (MOST_POINTS + 1)))
            self.whole.append([0.0] * (self.size * (MOST_WHIPS + 1)))
            for square in order:
                self._reckon(len(self.left) - 1, square)

    def _reckon(self, lap: int, square: int) -> None:
        """All speeds and points of one square; whatever lies ahead of it has been reckoned."""
        left, whole = self.left[lap], self.whole[lap]
        for whips in range(1, MOST_WHIPS + 1):
            chances = CHANCES[whips]
            turns = 1.0
            for points in range(1, MOST_POINTS + 1):
                rest = self._step(lap, square, whips, points)
                left[self._place(square, whips, points)] = rest
                turns += chances[points] * rest
            whole[square * (MOST_WHIPS + 1) + whips] = turns
        for whips in range(MOST_WHIPS + 1):
            best = min([whole[square * (MOST_WHIPS + 1) + speed] for speed in speeds_after(whips)])
            left[self._place(square, whips, 0)] = best

    def _place(self, square: int, whips: int, points: int) -> int:
        return (square * (MOST_WHIPS + 1) + whips) * (MOST_POINTS + 1) + points

    def _after(self, lap: int, square: int, whips: int, points: int) -> float:
        """Turns left for who has come to a square, which may lie behind the line (BH-Q4)."""
        if self.track.over[square]:
            if lap == 0:
                return 0.0
            lap -= 1
        return self.rest(lap, square, whips, points)

    def _step(self, lap: int, square: int, whips: int, points: int) -> float:
        """Turns left for who stands on a square with some points to move."""
        kind = self.track.kind[square]
        if kind == BEND:
            return self._bend(lap, square, whips, points)
        if kind == JUMP:
            return self._jump(lap, square, whips, points)
        best = self._after(lap, self.track.ahead[square], whips, points - 1)
        for action in self.track.moves[square]:
            if action is LEFT or action is RIGHT:
                best = min(best, self._aside(lap, square, whips, points, action is LEFT))
        return best

    def _aside(self, lap: int, square: int, whips: int, points: int, is_left: bool) -> float:
        """BH-L2, BH-L3: turns left for who tries to change lanes."""
        lanes = self.track.lanes
        keeps = KEEPS[whips]
        done = self._after(lap, lanes.left[square] if is_left else lanes.right[square], whips, points - 1)
        return keeps * done + (1 - keeps) * self._after(lap, self.track.ahead[square], whips, points - 1)

    def _bend(self, lap: int, square: int, whips: int, points: int) -> float:
        """BH-S2 to BH-S5: on, out one lane, or spun."""
        lanes = self.track.lanes
        one = (7 - self.track.skid[square]) / 6
        holds = one
        for _ in range(whips - 1):
            holds *= one
        spins = _SPINS[whips]
        out = lanes.out[square]
        if out >= 0:
            slid = self._after(lap, out, whips, points - 2)
        else:  # BH-Q14
            wall = self.track.wall(1 if lanes.turns[square] > 0 else -1)
            slid = self._after(lap, self.track.ahead[square], whips, points - 2) + WOUND * _WALL[wall]
        spun = 1.0 + self.whole[lap][square * (MOST_WHIPS + 1) + 1] if spins else 0.0
        on = self._after(lap, self.track.ahead[square], whips, points - 1)
        return holds * on + spins * spun + (1 - holds - spins) * slid

    def _jump(self, lap: int, square: int, whips: int, points: int) -> float:
        """BH-J2 to BH-J5: over the water, or into it."""
        water = self.track.ahead[square]
        flies = _FLIES[whips]
        over = self._after(lap, self.track.ahead[water], whips, points - 1) + WOUND * whips / 6
        wet = self.whole[lap][water * (MOST_WHIPS + 1) + 1] + WOUND
        return flies * over + (1 - flies) * wet

    # ---------------------------------------------------------------- asking

    def turns(self, square: int, whips: int, crossings: int) -> float:
        """Turns left at the end of a turn on a square, driven with some whips, with so many crossings still to come."""
        place = self._place(square, whips, 0)
        if crossings <= LAPS:
            return self.left[lap_of(crossings)][place]
        lap = self.left[LAPS - 1][place] - self.left[LAPS - 2][place]
        return self.left[LAPS - 1][place] + (crossings - LAPS) * lap

    def driven(self, lap: int, square: int, whips: int) -> float:
        """Turns left, this one among them, for who drives it with some whips."""
        return self.whole[lap][square * (MOST_WHIPS + 1) + whips]

    def rest(self, lap: int, square: int, whips: int, points: int) -> float:
        """Turns left, in the middle of a move, for who stands on a square with some points to move."""
        return self.left[lap][self._place(square, whips, max(points, 0))]


def lap_of(crossings: int) -> int:
    """Which table tells of so many crossings."""
    return min(max(crossings, 1), LAPS) - 1


def speeds_after(whips: int) -> range:
    """BH-M3, BH-Q7: up or down one, at least one."""
    return range(max(1, whips - 1), min(MOST_WHIPS, whips + 1) + 1)


_PACES: Final[dict[int, Pace]] = {}  # by the identity of a track, which its pace keeps alive


def pace_of(track: Track) -> Pace:
    """Return the pace of a track: worked out once."""
    found = _PACES.get(id(track))
    if found is None:
        found = Pace(track)
        _PACES[id(track)] = found
    return found
