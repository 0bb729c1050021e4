"""Combat results: disruption, halving, elimination and the effect of leaders (CH-S8.1d, CH-S8.2c, CH-R11)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.combat_table import DISRUPTED, ELIMINATED, HALF
from hippodrome.games.chariot.contact import disengage, release_orphaned
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
from hippodrome.games.chariot.state import Battle, with_value
from hippodrome.games.chariot.steps import LOSE, SideChoice, seats_of
from hippodrome.games.chariot.units import REMOVED, UNIT_TYPES, A, B
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step


def apply_results(s: Battle, hexes: tuple[int, ...], results: tuple[int, ...], is_melee: bool) -> list[Step]:
    """CH-S8.1c, CH-S6.23: apply the results of one attack to the attacked hexes; only the defender suffers."""
    side = s.rules.sides[s.stack(hexes[0])[0]]
    hit = [hex for hex, result in zip(hexes, results, strict=True) if result]
    disengage(s, hit)
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
    release_orphaned(s)
    check_panic(s)
    return NOTHING


# -------------------------------------------------------------------- disruption


def disrupt_hex(s: Battle, hex: i64, is_melee: bool) -> None:
    """Apply a D: leaders absorb it (CH-S10.0a, CH-S10.31, CH-S10.32), otherwise every unit is disrupted."""
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
        steadfast = [unit for unit in units if s.kind(unit).unit_class in (A, B)]  # CH-S14.31, CH-S14.32
        units = [unit for unit in units if unit not in steadfast]
        if steadfast and s.logging:
            s.emit(HeldSlope(side, tuple(steadfast)), "CH-S14.31")
    disrupt(s, units, True)


def disrupt(s: Battle, units: list[int], is_result: bool) -> None:
    """CH-S8.22: disrupt units; those already disrupted die, and panicked units die of a D result (CH-S13.0b)."""
    eliminated = [unit for unit in units if s.disrupted[unit] or (is_result and s.panicked[unit])]
    marked = [unit for unit in units if unit not in eliminated]
    for unit in marked:
        s.disrupted = with_value(s.disrupted, unit, s.number)
    s.clear_caches()
    if marked and s.logging:
        s.emit(Disrupted(s.rules.sides[marked[0]], tuple(marked)), "CH-S8.2b")
    eliminate_units(s, eliminated, "CH-S8.22")


def eliminate_units(s: Battle, units: list[int], rule: str) -> None:
    """Eliminate units and log it under a clause."""
    if not units:
        return
    for unit in units:
        s.eliminate(unit)
    if s.logging:
        s.emit(Lost(s.rules.sides[units[0]], tuple(units)), rule)


def reduce_leaders(s: Battle, hex: i64) -> None:
    """CH-S10.32, CH-S10.33, CH-S10.3d, CH-R16, CH-2.2, CH-2.3b: drop every leader in a hex by a level, or remove it."""
    for unit in [unit for unit in s.stack(hex) if s.kinds[unit] >= UNIT_TYPES]:
        side = s.rules.sides[unit]
        lower = s.kind(unit).reduced
        if lower == REMOVED:
            s.eliminate(unit)
            if s.logging:
                s.emit(Removed(unit, side), "CH-S10.32")
        else:
            s.kinds = with_value(s.kinds, unit, lower)
            s.clear_caches()
            if s.logging:
                s.emit(Reduced(unit, side, s.kind(unit).level), "CH-S10.32")


# -------------------------------------------------------------------- elimination


def wipe_out(s: Battle, hex: i64, is_melee: bool) -> None:
    """CH-S8.1e: eliminate all units in a hex, in melee with leaders (CH-S10.3c); fire spares leaders (CH-S10.31)."""
    stack = s.stack(hex)
    if s.logging:
        s.emit(WipedOut((int(hex),), s.rules.sides[stack[0]]), "CH-S8.1e")
    eliminate_units(s, [unit for unit in stack if is_melee or s.kinds[unit] < UNIT_TYPES], "CH-S8.1e")


def halve(s: Battle, hexes: tuple[int, ...], side: i64, is_melee: bool) -> list[Step]:
    """CH-S8.1d, CH-R11: make the owner lose half the units of all these hexes, rounded up."""
    units = troops(s, hexes)
    count = (len(units) + 1) // 2
    led_hexes = tuple([hex for hex in hexes if s.has_leader(hex)])
    if s.logging:
        s.emit(Halved(hexes, side, count), "CH-S8.1d")
    if is_melee:
        for hex in led_hexes:
            reduce_leaders(s, hex)
    return [Halving(hexes, count, led_hexes, side)]


def troops(s: Battle, hexes: tuple[int, ...]) -> list[int]:
    """Return the units in these hexes, without leaders."""
    return [unit for hex in hexes for unit in s.stack(hex) if s.kinds[unit] < UNIT_TYPES]


@mypyc_attr(acyclic=True)
class Halving(SideChoice):
    """CH-S8.1d: the owner chooses the losses; survivors are disrupted, unless a leader was with them (CH-R16)."""

    RULE: ClassVar[str] = "CH-S8.1d"
    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "count", "steady", "side")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], count: i64, steady: tuple[int, ...], side: i64) -> None:
        self.hexes = hexes
        self.count = count
        self.steady = steady
        self.side = side

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat that owns the losses."""
        return seats_of(self.side)

    def waits(self, s: Battle) -> bool:
        """Return whether there is a choice."""
        return 0 < self.count < len(troops(s, self.hexes))

    def legal(self, s: Battle) -> list[Action]:
        """Return every unit of these hexes that is not a leader (CH-R20: chariot or rider)."""
        return [LOSE[unit] for unit in troops(s, self.hexes)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        return Refusal("CH-S8.1d", "Choose a unit in the hexes that were hit. Leaders do not count.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Eliminate the chosen unit and continue with the rest."""
        eliminate_units(s, [action.args[0]], "CH-S8.1d")
        return [Halving(self.hexes, self.count - 1, self.steady, self.side)]

    def run(self, s: Battle) -> list[Step]:
        """Eliminate the rest if there is no choice, then disrupt the survivors."""
        if self.count:
            eliminate_units(s, troops(s, self.hexes), "CH-S8.1d")
        unled_hexes = [hex for hex in self.hexes if hex not in self.steady]
        disrupt(s, troops(s, tuple(unled_hexes)), False)
        release_orphaned(s)
        check_panic(s)
        return NOTHING
