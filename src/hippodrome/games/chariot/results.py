"""Results of combat: disruption, halves, elimination, and what leaders make of them (CH-S8.1d, CH-S8.2c, CH-R11)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.combat_table import DISRUPTED, ELIMINATED, HALF
from hippodrome.games.chariot.contact import part, part_lonely
from hippodrome.games.chariot.events import (
    Disrupted,
    Halved,
    HeldSlope,
    Lost,
    NoEffect,
    Reduced,
    Removed,
    Steadied,
    WipedOut,
)
from hippodrome.games.chariot.ground import SLOPE
from hippodrome.games.chariot.panic import check_panic
from hippodrome.games.chariot.state import Battle, changed
from hippodrome.games.chariot.steps import LOSE, Question, seat_of
from hippodrome.games.chariot.units import GONE, UNITS, A, B
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step


def apply(s: Battle, hexes: tuple[int, ...], results: tuple[int, ...], is_melee: bool) -> list[Step]:
    """CH-S8.1c, CH-S6.23: the results of one attack on the hexes it was made on; only the defender suffers."""
    side = s.rules.sides[s.stack(hexes[0])[0]]
    hit = [hex for hex, result in zip(hexes, results, strict=True) if result]
    part(s, hit)
    spared = tuple([hex for hex in hexes if hex not in hit])
    if spared and s.logging:
        s.emit(NoEffect(spared, side))
    halved: list[int] = []
    for hex, result in zip(hexes, results, strict=True):
        if result == DISRUPTED:
            disrupt_hex(s, hex, is_melee)
        elif result == ELIMINATED:
            wipe_out(s, hex, is_melee)
        elif result == HALF:
            halved.append(hex)
    if halved:
        return halve(s, tuple(halved), side, is_melee)
    part_lonely(s)
    check_panic(s)
    return NOTHING


# -------------------------------------------------------------------- disruption


def disrupt_hex(s: Battle, hex: i64, is_melee: bool) -> None:
    """A D: leaders take it on themselves (CH-S10.0a, CH-S10.31, CH-S10.32), else every unit is disrupted."""
    stack = s.stack(hex)
    side = s.rules.sides[stack[0]]
    if s.has_leader(hex):
        if s.logging:
            s.emit(Steadied(hex, side), "CH-S10.32" if is_melee else "CH-S10.31")
        if is_melee:
            reduce_leaders(s, hex)
        return
    units = list(stack)
    if s.rules.options.elevation and s.rules.ground.terrain[hex] == SLOPE:
        held = [unit for unit in units if s.kind(unit).klass in (A, B)]  # CH-S14.31, CH-S14.32
        units = [unit for unit in units if unit not in held]
        if held and s.logging:
            s.emit(HeldSlope(side, tuple(held)), "CH-S14.31")
    disrupt(s, units, True)


def disrupt(s: Battle, units: list[int], is_result: bool) -> None:
    """CH-S8.22: disrupted again is eliminated, and so is whoever has panicked when the result is a D (CH-S13.0b)."""
    dying = [unit for unit in units if s.disrupted[unit] or (is_result and s.panicked[unit])]
    marked = [unit for unit in units if unit not in dying]
    for unit in marked:
        s.disrupted = changed(s.disrupted, unit, s.number)
    s.forget()
    if marked and s.logging:
        s.emit(Disrupted(s.rules.sides[marked[0]], tuple(marked)), "CH-S8.2b")
    lose(s, dying, "CH-S8.22")


def lose(s: Battle, units: list[int], rule: str) -> None:
    """Units are eliminated."""
    if not units:
        return
    for unit in units:
        s.eliminate(unit)
    if s.logging:
        s.emit(Lost(s.rules.sides[units[0]], tuple(units)), rule)


def reduce_leaders(s: Battle, hex: i64) -> None:
    """CH-S10.32, CH-S10.33, CH-S10.3d, CH-R16, CH-2.2, CH-2.3b: every leader there drops a level, or is removed."""
    for unit in [unit for unit in s.stack(hex) if s.kinds[unit] >= UNITS]:
        side = s.rules.sides[unit]
        lower = s.kind(unit).reduced
        if lower == GONE:
            s.eliminate(unit)
            if s.logging:
                s.emit(Removed(unit, side), "CH-S10.32")
        else:
            s.kinds = changed(s.kinds, unit, lower)
            s.forget()
            if s.logging:
                s.emit(Reduced(unit, side, s.kind(unit).level), "CH-S10.32")


# -------------------------------------------------------------------- elimination


def wipe_out(s: Battle, hex: i64, is_melee: bool) -> None:
    """CH-S8.1e: all die, in melee leaders of any level too (CH-S10.3c); fire never harms leaders (CH-S10.31)."""
    stack = s.stack(hex)
    if s.logging:
        s.emit(WipedOut((int(hex),), s.rules.sides[stack[0]]), "CH-S8.1e")
    lose(s, [unit for unit in stack if is_melee or s.kinds[unit] < UNITS], "CH-S8.1e")


def halve(s: Battle, hexes: tuple[int, ...], side: i64, is_melee: bool) -> list[Step]:
    """CH-S8.1d, CH-R11: half the units of all hexes with that result, rounded up, die by their owner's choice."""
    units = troops(s, hexes)
    count = (len(units) + 1) // 2
    steady = tuple([hex for hex in hexes if s.has_leader(hex)])
    if s.logging:
        s.emit(Halved(hexes, side, count), "CH-S8.1d")
    if is_melee:
        for hex in steady:
            reduce_leaders(s, hex)
    return [Halving(hexes, count, steady, side)]


def troops(s: Battle, hexes: tuple[int, ...]) -> list[int]:
    """Return the units in some hexes, without leaders."""
    return [unit for hex in hexes for unit in s.stack(hex) if s.kinds[unit] < UNITS]


@mypyc_attr(acyclic=True)
class Halving(Question):
    """CH-S8.1d: the owner chooses who dies; the rest are disrupted, unless a leader was with them (CH-R16)."""

    RULE: ClassVar[str] = "CH-S8.1d"
    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "count", "steady", "side")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], count: i64, steady: tuple[int, ...], side: i64) -> None:
        self.hexes = hexes
        self.count = count
        self.steady = steady
        self.side = side

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the owner of the losses."""
        return seat_of(self.side)

    def waits(self, s: Battle) -> bool:
        """While there is a choice."""
        return 0 < self.count < len(troops(s, self.hexes))

    def legal(self, s: Battle) -> list[Action]:
        """Any unit of these hexes that is no leader (CH-R20: chariot or rider)."""
        return [LOSE[unit] for unit in troops(s, self.hexes)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Leaders are not among them."""
        return Refusal("CH-S8.1d", "Choose a unit in the hexes that were hit; leaders do not count.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One goes."""
        lose(s, [action.args[0]], "CH-S8.1d")
        return [Halving(self.hexes, self.count - 1, self.steady, self.side)]

    def run(self, s: Battle) -> list[Step]:
        """Return all who must go have gone, or all who are left must."""
        if self.count:
            lose(s, troops(s, self.hexes), "CH-S8.1d")
        shaken = [hex for hex in self.hexes if hex not in self.steady]
        disrupt(s, troops(s, tuple(shaken)), False)
        part_lonely(s)
        check_panic(s)
        return NOTHING
