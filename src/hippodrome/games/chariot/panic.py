"""Panic: an army that has lost too much runs (option; CH-S13.0a, CH-2.3a, CH-R26, CH-R39, CH-R52)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import ArmyPanicked, Cornered, Deserted, Fled, Rallied
from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import NOBODY, Battle, changed
from hippodrome.games.chariot.steps import FLEE, Question
from hippodrome.games.chariot.units import UNITS
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.hexes import SIDES

FAR: Final = 99


# -------------------------------------------------------------------- the instant


def check_panic(s: Battle) -> None:
    """CH-S13.0a, CH-S13.11, CH-S13.21: the instant a side's losses reach its panic level; once in a battle."""
    if not s.rules.options.panic or s.panic != NOBODY:
        return
    side = panics(s)
    if side == NOBODY:
        return
    s.panic = side
    units = [
        unit for unit in s.units_of(side) if s.hexes[unit] >= 0 and s.kinds[unit] < UNITS and not is_steady(s, unit)
    ]
    for unit in units:
        s.panicked = changed(s.panicked, unit, 1)
    s.forget()
    if s.logging:
        s.emit(ArmyPanicked(side, tuple(units)), "CH-S13.0a")


def panics(s: Battle) -> int:
    """CH-S13.12, CH-S13.13: who has reached its level; of both, whoever is further beyond it, else the defender."""
    beyond = [s.losses(side) - s.rules.armies[side].panic for side in (0, 1)]
    given = [s.rules.armies[side].panic > 0 for side in (0, 1)]
    over = [given[side] and beyond[side] >= 0 for side in (0, 1)]
    if over[0] and over[1]:
        if beyond[0] == beyond[1]:
            return int(1 - s.side)
        return 0 if beyond[0] > beyond[1] else 1
    return 0 if over[0] else 1 if over[1] else NOBODY


def is_steady(s: Battle, unit: i64) -> bool:
    """CH-S13.0a, CH-2.3a: with or next to a leader of level 1 or 2 of its side, or with one of level 3 to 6."""
    hex = s.hexes[unit]
    hexes = s.rules.ground.hexes
    for leader in s.units_of(s.rules.sides[unit]):
        if s.kinds[leader] >= UNITS and s.hexes[leader] >= 0:
            reach = 1 if s.kind(leader).level <= 2 else 0
            if hexes.distance(hex, s.hexes[leader]) <= reach:
                return True
    return False


# -------------------------------------------------------------------- running


class Flights:
    """Where a panicked unit can run: the hexes that are furthest from the enemy, how it gets there, or off the map."""

    __slots__ = ("best", "came", "off")

    def __init__(self) -> None:
        self.best: list[int] = []
        self.came: dict[int, int] = {}
        self.off = -1  # the edge hex from which it leaves the map

    def path(self, hex: int) -> list[int]:
        """Return the hexes entered on the way."""
        found: list[int] = []
        while hex in self.came:
            found.append(hex)
            hex = self.came[hex]
        found.reverse()
        return found


def enemy_distance(s: Battle, side: i64) -> bytearray:
    """How far every hex is from the nearest enemy of a side."""
    hexes = s.rules.ground.hexes
    found = bytearray([FAR]) * hexes.count
    wave = sorted({s.hexes[unit] for unit in s.units_of(1 - side) if s.hexes[unit] >= 0})
    steps = 0
    while wave:
        for hex in wave:
            found[hex] = steps
        steps += 1
        wave = sorted({other for hex in wave for other in hexes.around(hex) if found[other] == FAR})
    return found


def near_fire(s: Battle, side: i64) -> bytearray:
    """Return the hexes next to enemy fire units, disrupted or not."""
    hexes = s.rules.ground.hexes
    found = bytearray(hexes.count)
    for unit in s.units_of(1 - side):
        if s.hexes[unit] >= 0 and s.kind(unit).is_fire:
            for other in hexes.around(s.hexes[unit]):
                found[other] = 1
    return found


def flights(s: Battle, unit: i64) -> Flights:
    """CH-S13.0c, CH-R26: each step leads further from the nearest enemy, never next to enemy fire units."""
    side = s.rules.sides[unit]
    ground = s.rules.ground
    far, fire, enemy = enemy_distance(s, side), near_fire(s, side), s.board().held[1 - side]
    found = Flights()
    points = max(s.allowance(unit) - s.spent[unit], 0)
    cost: dict[int, int] = {s.hexes[unit]: 0}
    waiting = [s.hexes[unit]]
    while waiting:
        waiting.sort(key=lambda hex: (cost[hex], hex))
        hex = waiting.pop(0)
        if ground.hexes.is_border(hex) and cost[hex] + POINT <= points and found.off < 0:
            found.off = hex
        for direction in range(SIDES):
            other = ground.hexes.next[hex * SIDES + direction]
            if other < 0 or other in cost or far[other] <= far[hex] or fire[other] or enemy[other]:
                continue
            total = cost[hex] + ground.costs[hex * SIDES + direction]
            if total > points and (cost[hex] or s.spent[unit]):
                continue
            cost[other] = min(total, int(points))
            found.came[other] = hex
            waiting.append(other)
    group = s.with_riders(unit)
    room = [hex for hex in found.came if may_join(s, group, hex)]
    most = max([far[hex] for hex in room], default=0)
    found.best = sorted([hex for hex in room if far[hex] == most])
    return found


@mypyc_attr(acyclic=True)
class Flight(Step):
    """CH-S13.0c: in its own Movement Phase every panicked unit runs."""

    RULE: ClassVar[str] = "CH-S13.0c"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """One after the other; riders with their chariots (CH-R39), units in contact not at all (CH-S18.2)."""
        if s.panic != s.side:
            return NOTHING
        return [Flee(unit) for unit in s.units_of(s.side) if s.panicked[unit] and not s.aboard[unit]]


@mypyc_attr(acyclic=True)
class Flee(Question):
    """CH-R26: where several flights are equal, the owner chooses."""

    RULE: ClassVar[str] = "CH-S13.0c"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def can_run(self, s: Battle) -> bool:
        return s.is_ready(self.unit) and s.panicked[self.unit] > 0 and not s.contact[self.unit]

    def waits(self, s: Battle) -> bool:
        """Only if there is a choice."""
        if not self.can_run(s):
            return False
        found = flights(s, self.unit)
        return found.off < 0 and len(found.best) > 1

    def run(self, s: Battle) -> list[Step]:
        """Off the map if it can, else to the one place there is, else nowhere."""
        if not self.can_run(s):
            return NOTHING
        found = flights(s, self.unit)
        if found.off >= 0:
            self.desert(s)
        elif found.best:
            self.flee(s, found, found.best[0])
        elif s.logging:
            s.emit(Cornered(self.unit, s.side))
        return NOTHING

    def legal(self, s: Battle) -> list[Action]:
        """Return the equal ends of its flight."""
        return [FLEE[hex] for hex in flights(s, self.unit).best]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Run there."""
        self.flee(s, flights(s, self.unit), action.args[0])
        return NOTHING

    def flee(self, s: Battle, found: Flights, hex: int) -> None:
        """Entering hexes counts for control (CH-R35)."""
        group = s.with_riders(self.unit)
        path = found.path(hex)
        for one in group:
            s.put(one, hex)
            s.entered = changed(s.entered, one, 1)
            s.moved = changed(s.moved, one, 1)
        if s.logging:
            s.emit(Fled(self.unit, s.side, tuple(group), tuple(path)))
        for step in path:
            s.take(step, s.side)

    def desert(self, s: Battle) -> None:
        """It leaves the map and counts as lost."""
        group = s.with_riders(self.unit)
        for one in group:
            s.eliminate(one)
        if s.logging:
            s.emit(Deserted(self.unit, s.side, tuple(group)))


@mypyc_attr(acyclic=True)
class Rally(Step):
    """CH-S13.22: at the end of its own Movement Phase whoever is with a leader rallies for good."""

    RULE: ClassVar[str] = "CH-S13.22"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Everybody who is steadied."""
        units = [unit for unit in s.units_of(s.side) if s.panicked[unit] and s.hexes[unit] >= 0 and is_steady(s, unit)]
        for unit in units:
            s.panicked = changed(s.panicked, unit, 0)
        if units and s.logging:
            s.emit(Rallied(s.side, tuple(units)))
        return NOTHING


FLIGHT: Final = Flight()
RALLY: Final = Rally()
