"""The number of turns a chariot needs to finish on an empty track, driven as fast as possible.

It is computed backwards from the finish, square by square: the best choice for every speed and for every number of
points left in a move. Skid tests, lane changes and jumps count with their chances (BH-L2, BH-S2 to BH-S5, BH-J1 to
BH-J5), and a wound as a fraction of a turn. Rivals and tricks are ignored.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT, Track

MAX_WHIPS: Final = 3
MAX_POINTS: Final = 6
LAPS_COMPUTED: Final = 2  # every earlier lap takes as long as the first of these
TURNS_PER_WOUND: Final = 0.4
TURN_EPSILON: Final = 1e-9  # a smaller difference in turns does not count
LANE_CHANGE_CHANCE: Final = (1.0, 5 / 6, 4 / 6, 3 / 6)  # BH-L2, by whips
_WALL_WOUND_CHANCE: Final = {"stone": 2 / 6, "hedge": 1 / 6}  # BH-W1
_SPIN_CHANCE: Final = (0.0, 0.0, 1 / 36, 16 / 216)  # BH-S5, BH-Q16, by whips
_JUMP_CHANCE: Final = (0.0, 1 / 3, 5 / 9, 19 / 27)  # BH-J2, by whips


def highest_die_chance(whips: int, points: int) -> float:
    """BH-M4: return the chance that the highest of `whips` dice shows exactly `points`."""
    below, upto = 1.0, 1.0
    for _ in range(whips):
        below *= (points - 1) / 6
        upto *= points / 6
    return upto - below


POINTS_CHANCE: Final = [
    [highest_die_chance(whips, points) for points in range(MAX_POINTS + 1)] for whips in range(MAX_WHIPS + 1)
]
"""The chance of each number of points, by whips and points."""


class TurnsToFinish:
    """Tables of the turns left on one track, by laps left, square, whips and points.

    A lap of 0 means that the next crossing of the line finishes the race (BH-Q4), 1 that there is one more.
    """

    def __init__(self, track: Track) -> None:
        self.track = track
        self.size = len(track.lanes)
        self.after_step: list[list[float]] = []  # by lap, then by _index
        self.whole_turn: list[list[float]] = []  # by lap, then by square and whips; includes the turn itself
        order = sorted(range(self.size), key=lambda square: -track.progress_rank[square])
        for _ in range(LAPS_COMPUTED):
            self.after_step.append([0.0] * (self.size * (MAX_WHIPS + 1) * (MAX_POINTS + 1)))
            self.whole_turn.append([0.0] * (self.size * (MAX_WHIPS + 1)))
            for square in order:
                self._compute(len(self.after_step) - 1, square)

    def _compute(self, lap: int, square: int) -> None:
        """Fill the tables for one square; all squares ahead of it have been computed."""
        after_step, whole_turn = self.after_step[lap], self.whole_turn[lap]
        for whips in range(1, MAX_WHIPS + 1):
            chances = POINTS_CHANCE[whips]
            turns = 1.0
            for points in range(1, MAX_POINTS + 1):
                rest = self._step(lap, square, whips, points)
                after_step[self._index(square, whips, points)] = rest
                turns += chances[points] * rest
            whole_turn[square * (MAX_WHIPS + 1) + whips] = turns
        for whips in range(MAX_WHIPS + 1):
            best = min([whole_turn[square * (MAX_WHIPS + 1) + speed] for speed in allowed_whips(whips)])
            after_step[self._index(square, whips, 0)] = best

    def _index(self, square: int, whips: int, points: int) -> int:
        return (square * (MAX_WHIPS + 1) + whips) * (MAX_POINTS + 1) + points

    def _enter(self, lap: int, square: int, whips: int, points: int) -> float:
        """Return the turns left after entering a square, which may be past the line (BH-Q4)."""
        if self.track.past_line[square]:
            if lap == 0:
                return 0.0
            lap -= 1
        return self.during_move(lap, square, whips, points)

    def _step(self, lap: int, square: int, whips: int, points: int) -> float:
        """Return the turns left after the best step from a square."""
        kind = self.track.kind[square]
        if kind == BEND:
            return self._bend(lap, square, whips, points)
        if kind == JUMP:
            return self._jump(lap, square, whips, points)
        best = self._enter(lap, self.track.ahead[square], whips, points - 1)
        for action in self.track.moves[square]:
            if action is LEFT or action is RIGHT:
                best = min(best, self._change_lane(lap, square, whips, points, action is LEFT))
        return best

    def _change_lane(self, lap: int, square: int, whips: int, points: int, is_left: bool) -> float:
        """BH-L2, BH-L3: return the turns left after an attempt to change lanes."""
        lanes = self.track.lanes
        chance = LANE_CHANGE_CHANCE[whips]
        across = self._enter(lap, lanes.left[square] if is_left else lanes.right[square], whips, points - 1)
        return chance * across + (1 - chance) * self._enter(lap, self.track.ahead[square], whips, points - 1)

    def _bend(self, lap: int, square: int, whips: int, points: int) -> float:
        """BH-S2 to BH-S5: return the turns left after a skid test: the chariot holds, skids or spins."""
        lanes = self.track.lanes
        one_die = (7 - self.track.skid[square]) / 6
        hold_chance = one_die
        for _ in range(whips - 1):
            hold_chance *= one_die
        spin_chance = _SPIN_CHANCE[whips]
        out = lanes.out[square]
        if out >= 0:
            skidded = self._enter(lap, out, whips, points - 2)
        else:  # BH-Q14
            wall = self.track.wall(1 if lanes.bend[square] > 0 else -1)
            skidded = self._enter(lap, self.track.ahead[square], whips, points - 2)
            skidded += TURNS_PER_WOUND * _WALL_WOUND_CHANCE[wall]
        spun = 1.0 + self.whole_turn[lap][square * (MAX_WHIPS + 1) + 1] if spin_chance else 0.0
        held = self._enter(lap, self.track.ahead[square], whips, points - 1)
        return hold_chance * held + spin_chance * spun + (1 - hold_chance - spin_chance) * skidded

    def _jump(self, lap: int, square: int, whips: int, points: int) -> float:
        """BH-J2 to BH-J5: return the turns left after a jump over the water, or into it."""
        water = self.track.ahead[square]
        chance = _JUMP_CHANCE[whips]
        landed = self._enter(lap, self.track.ahead[water], whips, points - 1) + TURNS_PER_WOUND * whips / 6
        wet = self.whole_turn[lap][water * (MAX_WHIPS + 1) + 1] + TURNS_PER_WOUND
        return chance * landed + (1 - chance) * wet

    # ---------------------------------------------------------------- queries

    def after_turn(self, square: int, whips: int, crossings: int) -> float:
        """Return the turns left after a turn that ended on a square at some speed, with `crossings` to come."""
        index = self._index(square, whips, 0)
        if crossings <= LAPS_COMPUTED:
            return self.after_step[table_lap(crossings)][index]
        per_lap = self.after_step[LAPS_COMPUTED - 1][index] - self.after_step[LAPS_COMPUTED - 2][index]
        return self.after_step[LAPS_COMPUTED - 1][index] + (crossings - LAPS_COMPUTED) * per_lap

    def before_roll(self, lap: int, square: int, whips: int) -> float:
        """Return the turns left before the movement roll, including this turn."""
        return self.whole_turn[lap][square * (MAX_WHIPS + 1) + whips]

    def during_move(self, lap: int, square: int, whips: int, points: int) -> float:
        """Return the turns left on a square in the middle of a move, not including this turn."""
        return self.after_step[lap][self._index(square, whips, max(points, 0))]


def table_lap(crossings: int) -> int:
    """Return the lap of the tables for this number of crossings to come."""
    return min(max(crossings, 1), LAPS_COMPUTED) - 1


def allowed_whips(whips: int) -> range:
    """BH-M3, BH-Q7: return the whips that may follow: up or down one, at least one."""
    return range(max(1, whips - 1), min(MAX_WHIPS, whips + 1) + 1)


_TABLES: Final[dict[int, TurnsToFinish]] = {}  # by the id of a track; the table keeps the track alive


def turns_to_finish(track: Track) -> TurnsToFinish:
    """Return the tables of a track, computed once."""
    tables = _TABLES.get(id(track))
    if tables is None:
        tables = TurnsToFinish(track)
        _TABLES[id(track)] = tables
    return tables
