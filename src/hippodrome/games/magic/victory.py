"""The end of a battle: breaking, points and motives (WAM-T8, WAM-Q40, WAM-Q41, WAM-Q43)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.events import BattleEnded, CountedDown, SideBroke
from hippodrome.games.magic.kinds import (
    ELEPHANT,
    ELITE,
    FIRST_CHARACTER,
    GENERAL,
    LEVY,
    MONSTER,
    VICTORY_POINTS,
    is_line,
)
from hippodrome.games.magic.layouts import VILLAGE, is_wood
from hippodrome.games.magic.state import BROKEN, DRAW, GREAT, NONE, VICTORY, Battle, Unit
from hippodrome.kit.agenda import NOTHING, Step

WIN_MARGIN: Final = 3
GREAT_MARGIN: Final = 10
MAX_MOTIVE_POINTS: Final = 4
HONOUR: Final = 1
GUARD: Final = 2
GRUDGE: Final = 3
GREED: Final = 4
HATE: Final = 5
GLORY: Final = 6


# -------------------------------------------------------------------- points


def unit_points(unit: Unit) -> i64:
    """WAM-Q41: return the points for destroying a unit; a levy of the line counts 1."""
    if unit.quality == LEVY and (is_line(unit.kind) or unit.kind == ELEPHANT):
        return 1
    return VICTORY_POINTS[unit.kind]


def square_points(s: Battle, side: i64, square: i64) -> i64:
    """WAM-Q41: return the points for holding a square: 2 in the enemy's two rows, 1 in the middle, else 0."""
    row = s.row_for(side, square)
    if row >= s.board.rows - 2:
        return 2
    return 1 if row >= 2 else 0


def held_squares(s: Battle, side: i64) -> list[int]:
    """WAM-Q41: return the squares that hold units of a side, sorted; characters alone hold nothing."""
    return sorted(
        {
            int(unit.square)
            for unit in s.units
            if unit.side == side and unit.kind < FIRST_CHARACTER and unit.square != NONE
        }
    )


def points_of(s: Battle, side: i64) -> i64:
    """WAM-Q41: return a side's points for destroyed enemies, held squares and, if played, its motive."""
    total: i64 = 0
    for unit in s.units:
        if unit.side != side and unit.bases == 0:
            total += unit_points(unit)
    for square in held_squares(s, side):
        total += square_points(s, side, square)
    return total + (motive_points(s, side) if s.rules.options.motives else 0)


def motive_points(s: Battle, side: i64) -> i64:
    """WAM-Q43: return the points of a side's motive, at most 4."""
    motive = s.rules.armies[side].motive
    total: i64 = 0
    if motive == HONOUR:
        led = [unit for unit in s.units if unit.side == side and unit.kind == GENERAL and unit.bases > 0 and unit.led]
        total = 4 if led else 0
    elif motive == GUARD:
        total = len([square for square in held_squares(s, side) if is_wood(s.ground[square])])
    elif motive == GREED:
        scenery = [int(piece.square) for piece in s.scenery]
        total = 2 * len([sq for sq in held_squares(s, side) if s.ground[sq] == VILLAGE or sq in scenery])
    else:
        for unit in s.units:
            if unit.side != side and unit.bases == 0:
                total += motive_prize(unit, motive)
    return min(total, MAX_MOTIVE_POINTS)


def motive_prize(unit: Unit, motive: i64) -> i64:
    """WAM-Q43: return the points of a destroyed enemy for Grudge, Hate or Glory."""
    if motive == GRUDGE:
        return 1 if unit.humbled and unit.kind < FIRST_CHARACTER else 0
    if motive == HATE:
        return 4 if unit.kind == GENERAL else 0
    if motive == GLORY:
        return 2 if unit.kind == MONSTER or (unit.quality == ELITE and unit.kind < FIRST_CHARACTER) else 0
    return 0


# -------------------------------------------------------------------- the end


def is_broken(s: Battle, side: i64) -> bool:
    """WAM-Q41: return whether a side has lost at least 60 % of the units it began with."""
    return 10 * s.lost_units(side) >= 6 * s.starting_units(side)


def finish_by_points(s: Battle) -> None:
    """WAM-Q41: end the battle on points; a lead of 3 wins, and a lead of 10 is a great victory."""
    margin = int(points_of(s, 0) - points_of(s, 1))
    if abs(margin) < WIN_MARGIN:
        finish(s, NONE, DRAW)
    else:
        finish(s, 0 if margin > 0 else 1, GREAT if abs(margin) >= GREAT_MARGIN else VICTORY)


def finish(s: Battle, winner: i64, reason: str) -> None:
    """End the battle with a winner, or with NONE for a draw."""
    s.reason = reason
    s.places = (1, 1) if winner == NONE else ((1, 2) if winner == 0 else (2, 1))
    if s.logging:
        s.emit(BattleEnded(winner, points_of(s, 0), points_of(s, 1)), "WAM-Q41")
    s.finish()


@mypyc_attr(acyclic=True)
class CheckBreak(Step):
    """WAM-Q41: a side that has lost too much breaks at the end of the morale phase; if both do, points decide."""

    RULE: ClassVar[str] = "WAM-Q41"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q41: end the battle if a side breaks, before the countdown is rolled."""
        broken = [side for side in range(2) if is_broken(s, side)]
        if s.logging:
            for side in broken:
                s.emit(SideBroke(side))
        if len(broken) == 2:
            finish_by_points(s)
        elif broken:
            finish(s, 1 - broken[0], BROKEN)
        return NOTHING


@mypyc_attr(acyclic=True)
class Countdown(Step):
    """WAM-T8, WAM-Q40: roll a D6 and subtract it from the countdown; at 0 the battle is over."""

    RULE: ClassVar[str] = "WAM-T8"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q40: run the countdown; from 25 it takes 5 to 25 turns."""
        s.countdown = max(s.countdown - s.roll("countdown", 1, s.first)[0], 0)
        if s.logging:
            s.emit(CountedDown(s.countdown), "WAM-Q40")
        if s.countdown == 0:
            finish_by_points(s)
        return NOTHING


CHECK_BREAK: Final = CheckBreak()
COUNT_DOWN: Final = Countdown()
