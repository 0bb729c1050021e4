"""Leaving the table, kills (WW-Q26), and how a battle ends (WW-P8, WW-Q49, WW-Q61)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.bases import dodge_place, runners_under
from hippodrome.games.wheelie.events import (
    AimsLost,
    Destroyed,
    Dispersed,
    Dodged,
    Drawn,
    KillScored,
    Lost,
    PieceLaid,
    Won,
)
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.state import (
    ALL_GONE,
    DESTROYED,
    LOST,
    OUT_OF_TIME,
    FIGHTING,
    TOO_QUIET,
    VICTORY,
    Skirmish,
    Unit,
)
from hippodrome.games.wheelie.terrain import WRECK, terrain_kind_named
from hippodrome.kit.agenda import NOTHING, Step

QUIET_TURNS: Final = 20  # WW-Q49
MAX_TURNS: Final = 150  # WW-Q49: no battle is longer
KILL_POINTS: Final = 3  # the funeral games
SURVIVAL_POINTS: Final = 2
PREY: Final = 1  # the side that is hunted


# -------------------------------------------------------------------- leaving


def lose_aims(s: Skirmish, unit: Unit) -> None:
    """WW-Q4: a unit has moved or left: aims by it and at it are gone."""
    lost = s.clear_aims(unit)
    if lost and s.logging:
        s.emit(AimsLost(tuple(lost)), "WW-Q4")


def remove_unit(s: Skirmish, unit: Unit, status: i64) -> None:
    """A unit leaves the table; a wreck may stay (WW-Q25)."""
    unit.status = status
    lose_aims(s, unit)
    if s.rules.wrecks and status in (LOST, DESTROYED) and not s.is_runners(unit):
        make_room(s, unit)
        if not runners_under(s, unit, s.box(unit)):
            lay_wreck(s, unit)


def lay_wreck(s: Skirmish, unit: Unit) -> None:
    """WW-Q25: what is left of a chariot."""
    stuff = terrain_kind_named(s.rules.terrain_kinds, WRECK)
    piece = s.add_piece(stuff.number, unit.x, unit.y, unit.turn)
    if s.logging:
        s.emit(PieceLaid(piece.id, unit.seat, piece.stuff, piece.x, piece.y, piece.turn), "WW-Q25")


def make_room(s: Skirmish, mover: Unit) -> None:
    """WW-Q51: Runners on whom a chariot now stands are moved the least distance that clears it."""
    box = s.box(mover)
    for runners in runners_under(s, mover, box):
        place = dodge_place(s, mover, box, runners)
        if place is not None:
            runners.put(place.x, place.y, place.turn)
            if s.logging:
                s.emit(Dodged(runners.id, runners.seat, 0, runners.x, runners.y, runners.turn), "WW-Q51")
            lose_aims(s, runners)


def destroy(s: Skirmish, unit: Unit, rule: str) -> None:
    """A unit is destroyed and its crew killed (WW-CC2, WW-I8)."""
    if s.logging:
        s.emit(Destroyed(unit.id, unit.seat), rule)
    remove_unit(s, unit, DESTROYED)


def lose(s: Skirmish, unit: Unit) -> None:
    """WW-I12, WW-Q13: no action dice are left; the crew lives."""
    if s.logging:
        s.emit(Lost(unit.id, unit.seat), "WW-I12")
    remove_unit(s, unit, LOST)


def disperse(s: Skirmish, unit: Unit, status: i64) -> None:
    """WW-S6: Runners are gone for good."""
    if s.logging:
        s.emit(Dispersed(unit.id, unit.seat), "WW-S6")
    remove_unit(s, unit, status)


def credit_kill(s: Skirmish, killer: Unit, victim: Unit) -> None:
    """WW-Q26: a kill, unless the victim was a friend."""
    if killer.side != victim.side:
        killer.kills += 1
        if s.logging:
            s.emit(KillScored(killer.id, killer.seat, killer.kills), "WW-Q26")


# -------------------------------------------------------------------- the end


def fights_on(s: Skirmish, side: i64) -> bool:
    """WW-Q61: whether a side has a chariot that fights; Runners count only for a side of nothing else."""
    only_runners = all(s.is_runners(unit) for unit in s.units if unit.side == side)
    for unit in s.units:
        if unit.side == side and unit.status == FIGHTING and (only_runners or not s.is_runners(unit)):
            return True
    return False


def all_sides(s: Skirmish) -> list[int]:
    """Return every side, by number."""
    return sorted({int(unit.side) for unit in s.units})


@mypyc_attr(acyclic=True)
class CheckEnd(Step):
    """WW-P8: the battle is over when no more than one side fights on."""

    RULE: ClassVar[str] = "WW-P8"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Looked at after every attack, collision and removal (WW-Q61)."""
        left = [side for side in all_sides(s) if fights_on(s, side)]
        if len(left) <= 1:
            finish(s, left, VICTORY if left else ALL_GONE)
        return NOTHING


def time_up_reason(s: Skirmish) -> str:
    """WW-Q49: why no further turn is played; nothing if one is."""
    if s.quiet >= QUIET_TURNS:
        return TOO_QUIET
    if s.turn >= MAX_TURNS or (s.rules.limit and s.turn >= s.rules.limit):
        return OUT_OF_TIME
    return ""


def end_on_time(s: Skirmish, reason: str) -> None:
    """WW-Q49: time has run out; kills decide, or what the scenario says."""
    found = all_sides(s)
    if s.rules.scenario.ending == BY_PREY:
        finish(s, [PREY], reason)
        return
    scores = [(side_score(s, side), side) for side in found]
    best = max(scores)[0]
    finish(s, [side for points, side in scores if points == best], reason)


def side_score(s: Skirmish, side: i64) -> tuple[int, int]:
    """Kills, and Permanent Damage inflicted, of a side (WW-Q49)."""
    units = [unit for unit in s.units if unit.side == side]
    return sum([int(unit.kills) for unit in units]), sum([int(unit.inflicted) for unit in units])


def seat_points(s: Skirmish, seat: i64) -> int:
    """What a seat has won in the funeral games: for kills, damage, and being there at the end."""
    found = 0
    for unit in s.units:
        if unit.seat == seat:
            found += KILL_POINTS * int(unit.kills) + int(unit.inflicted)
            found += SURVIVAL_POINTS if unit.status == FIGHTING else 0
    return found


def finish(s: Skirmish, winners: list[int], reason: str) -> None:
    """The battle is over: places by seat, shared by those who are level."""
    seats = 1 + max([int(unit.seat) for unit in s.units])
    if s.rules.scenario.ending == BY_POINTS:
        found = [seat_points(s, seat) for seat in range(seats)]
    else:
        side = {int(unit.seat): int(unit.side) for unit in s.units}
        found = [1 if not winners or side[seat] in winners else 0 for seat in range(seats)]
    s.places = tuple([1 + sum([1 for other in found if other > mine]) for mine in found])
    s.reason = reason
    if s.logging:
        first = [seat for seat in range(seats) if s.places[seat] == 1]
        s.emit(Won(tuple(first)) if len(first) < seats else Drawn(), "WW-Q49" if reason != VICTORY else "WW-P8")
    s.finish()


CHECK_END: Final = CheckEnd()
