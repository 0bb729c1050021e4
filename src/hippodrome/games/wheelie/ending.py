"""Removal from the table, kills (WW-Q26), and the end of a battle (WW-P8, WW-Q49, WW-Q61)."""

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
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY, PREY_SIDE
from hippodrome.games.wheelie.state import (
    ALL_GONE,
    DESTROYED,
    FIGHTING,
    LOST,
    OUT_OF_TIME,
    TOO_QUIET,
    VICTORY,
    Skirmish,
    Unit,
)
from hippodrome.games.wheelie.terrain import WRECK, TerrainKind, terrain_kind_named
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.plane.boxes import Box, box_at

QUIET_TURNS: Final = 20  # WW-Q49
MAX_TURNS: Final = 150  # WW-Q49
KILL_POINTS: Final = 3  # in the funeral games
SURVIVAL_POINTS: Final = 2


# -------------------------------------------------------------------- removal


def lose_aims(s: Skirmish, unit: Unit) -> None:
    """WW-Q4: clear the aims by and at a unit that has moved or left."""
    lost = s.clear_aims(unit)
    if lost and s.logging:
        s.emit(AimsLost(tuple(lost)), "WW-Q4")


def remove_unit(s: Skirmish, unit: Unit, status: i64) -> None:
    """Take a unit off the table; its wreck may stay (WW-Q25)."""
    unit.status = status
    unit.banked = 0  # WW-Q9: they count in the next turn only
    lose_aims(s, unit)
    if s.rules.options.wrecks and status in (LOST, DESTROYED) and not s.is_runners(unit):
        wreck = terrain_kind_named(s.rules.terrain_kinds, WRECK)
        places = [s.box(unit), box_at(unit.pose(), wreck.across, wreck.along)]  # the wreck may be wider by a rounding
        for place in places:
            make_room(s, unit, place)
        if not any(runners_under(s, unit, place) for place in places):
            lay_wreck(s, unit, wreck)


def lay_wreck(s: Skirmish, unit: Unit, wreck: TerrainKind) -> None:
    """WW-Q25: leave the wreck of a chariot on the table."""
    piece = s.add_piece(wreck.number, unit.x, unit.y, unit.turn)
    if s.logging:
        s.emit(PieceLaid(piece.id, unit.seat, piece.stuff, piece.x, piece.y, piece.turn), "WW-Q25")


def make_room(s: Skirmish, mover: Unit, box: Box) -> None:
    """WW-Q51: move Runners under a chariot's base, or its wreck, by the least distance that clears it."""
    for runners in runners_under(s, mover, box):
        dodge = dodge_place(s, mover, box, runners)
        if dodge is not None:
            runners.put(dodge.x, dodge.y, dodge.turn)
            if s.logging:
                s.emit(Dodged(runners.id, runners.seat, 0, runners.x, runners.y, runners.turn), "WW-Q51")
            lose_aims(s, runners)


def destroy(s: Skirmish, unit: Unit, rule: str) -> None:
    """Destroy a unit and kill its crew (WW-CC2, WW-I8)."""
    if s.logging:
        s.emit(Destroyed(unit.id, unit.seat), rule)
    remove_unit(s, unit, DESTROYED)


def lose(s: Skirmish, unit: Unit) -> None:
    """WW-I12, WW-Q13: remove a unit without action dice; its crew survives."""
    if s.logging:
        s.emit(Lost(unit.id, unit.seat), "WW-I12")
    remove_unit(s, unit, LOST)


def disperse(s: Skirmish, unit: Unit, status: i64) -> None:
    """WW-S6: disperse Runners for good."""
    if s.logging:
        s.emit(Dispersed(unit.id, unit.seat), "WW-S6")
    remove_unit(s, unit, status)


def credit_kill(s: Skirmish, killer: Unit, victim: Unit) -> None:
    """WW-Q26: credit a kill, unless the victim was a friend."""
    if killer.side != victim.side:
        killer.kills += 1
        if s.logging:
            s.emit(KillScored(killer.id, killer.seat, killer.kills), "WW-Q26")


# -------------------------------------------------------------------- the end


def fights_on(s: Skirmish, side: i64) -> bool:
    """WW-Q61: return whether a side has a fighting chariot; Runners count only for a side of nothing else."""
    only_runners = all(s.is_runners(unit) for unit in s.units if unit.side == side)
    for unit in s.units:
        if unit.side == side and unit.status == FIGHTING and (only_runners or not s.is_runners(unit)):
            return True
    return False


def all_sides(s: Skirmish) -> list[int]:
    """Return all sides, by number."""
    return sorted({int(unit.side) for unit in s.units})


@mypyc_attr(acyclic=True)
class CheckEnd(Step):
    """WW-P8: the battle is over when at most one side fights on."""

    RULE: ClassVar[str] = "WW-P8"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Check for the end after every attack, collision and removal (WW-Q61)."""
        left = [side for side in all_sides(s) if fights_on(s, side)]
        if len(left) <= 1:
            finish(s, left, VICTORY if left else ALL_GONE)
        return NOTHING


def time_up_reason(s: Skirmish) -> str:
    """WW-Q49: return why no further turn is played; empty if one is."""
    if s.quiet >= QUIET_TURNS:
        return TOO_QUIET
    if s.turn >= MAX_TURNS or (s.rules.options.limit and s.turn >= s.rules.options.limit):
        return OUT_OF_TIME
    return ""


def end_on_time(s: Skirmish, reason: str) -> None:
    """WW-Q49: end the battle because time is up; kills decide, or whatever the scenario says."""
    sides = all_sides(s)
    if s.rules.scenario.ending == BY_PREY:
        finish(s, [PREY_SIDE], reason)
        return
    scores = [(side_score(s, side), side) for side in sides]
    best = max(scores)[0]
    finish(s, [side for points, side in scores if points == best], reason)


def side_score(s: Skirmish, side: i64) -> tuple[int, int]:
    """Return the kills and the inflicted Permanent Damage of a side (WW-Q49)."""
    units = [unit for unit in s.units if unit.side == side]
    return sum([int(unit.kills) for unit in units]), sum([int(unit.inflicted) for unit in units])


def seat_points(s: Skirmish, seat: i64) -> int:
    """Return the points of a seat in the funeral games: for kills, damage and being on the table."""
    points = 0
    for unit in s.units:
        if unit.seat == seat:
            points += KILL_POINTS * int(unit.kills) + int(unit.inflicted)
            points += SURVIVAL_POINTS if unit.status == FIGHTING else 0
    return points


def finish(s: Skirmish, winning_sides: list[int], reason: str) -> None:
    """End the battle with places by seat; level seats share a place."""
    seats = 1 + max([int(unit.seat) for unit in s.units])
    if s.rules.scenario.ending == BY_POINTS:
        scores = [seat_points(s, seat) for seat in range(seats)]
    else:
        seat_sides = {int(unit.seat): int(unit.side) for unit in s.units}
        scores = [1 if not winning_sides or seat_sides[seat] in winning_sides else 0 for seat in range(seats)]
    s.places = tuple([1 + sum([1 for other in scores if other > mine]) for mine in scores])
    s.reason = reason
    if s.logging:
        winning_seats = [seat for seat in range(seats) if s.places[seat] == 1]
        s.emit(
            Won(tuple(winning_seats)) if len(winning_seats) < seats else Drawn(),
            "WW-Q49" if reason != VICTORY else "WW-P8",
        )
    s.finish()


CHECK_END: Final = CheckEnd()
