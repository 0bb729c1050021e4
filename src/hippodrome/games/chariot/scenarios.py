"""The fourteen battles as their file tells them: armies, zones, edges, victory (CH-S11.1b, CH-V.0-1)."""

from __future__ import annotations

import re
from typing import Final

from hippodrome.games.chariot.ground import EDGES, Ground
from hippodrome.games.chariot.units import UNITS, Kind
from hippodrome.kit.geometry.hexes import NONE
from hippodrome.kit.toml_reader import Table

# How a battle is won.
HOLD: Final = "hold"  # whoever controls the hexes at the end
TAKE: Final = "take"  # one side must control all of them at the end
RATIO: Final = "ratio"  # one side must destroy so many, and so many times its own losses
LIMIT: Final = "limit"  # one side must destroy so many and lose no more than that
EITHER: Final = "either"  # each side has a condition of its own
EXIT: Final = "exit"  # one side must leave the map
VICTORIES: Final = (HOLD, TAKE, RATIO, LIMIT, EITHER, EXIT)

_COUNT: Final = re.compile(r"(\d+)([A-Z]{2})")
_LEADERS: Final = re.compile(r"(\d+)x([1-6])")
_ZONE: Final = re.compile(r"([A-Q])-(\d)")


class Victory:
    """The victory condition of a scenario."""

    def __init__(self, table: Table, ground: Ground) -> None:
        self.rule = table.one_of("rule", VICTORIES)
        self.side = table.whole("side", 0, 1) if "side" in table else 0
        self.hexes = _hexes(table, "hexes", ground)
        self.others = _hexes(table, "others", ground)
        self.least = table.whole("least", 1, 99) if "least" in table else 0
        self.most = table.whole("most", 0, 99) if "most" in table else 0
        self.times = table.whole("times", 1, 9) if "times" in table else 0
        self.fewer = table.whole("fewer", 1, 99) if "fewer" in table else 0
        self.edge = table.one_of("edge", EDGES) if "edge" in table else ""
        table.done()


def _hexes(table: Table, key: str, ground: Ground) -> list[int]:
    """Hexes by their letters or printed numbers."""
    found = []
    for text in table.texts_or_none(key):
        hex = ground.named(text)
        if hex == NONE:
            known = ", ".join(ground.letters)
            raise table.wrong(key, f"{text!r} is no hex: it must be a printed number, like 2321, or one of {known}")
        found.append(hex)
    return found


class Group:
    """Units that are set up together: how many of each kind, and the hexes that are open to them."""

    def __init__(self, table: Table, kinds: list[Kind], ground: Ground) -> None:
        self.zones = table.texts("zones")
        self.hexes = sorted({hex for zone in self.zones for hex in zone_hexes(table, zone, ground)})
        self.counts = [0] * len(kinds)
        keys = [kind.key for kind in kinds]
        for word in table.text("force").split():
            found = _COUNT.fullmatch(word)
            if found is None or found[2] not in keys:
                raise table.wrong("force", f"{word!r} is not so many of a type, like 9MI; types are: {', '.join(keys)}")
            self.counts[keys.index(found[2])] = int(found[1])
        for word in table.text("leaders").split():
            found = _LEADERS.fullmatch(word)
            if found is None:
                raise table.wrong("leaders", f"{word!r} is not so many of a level from 1 to 6, like 2x3")
            self.counts[UNITS + int(found[2]) - 1] = int(found[1])
        table.done()


def zone_hexes(table: Table, zone: str, ground: Ground) -> list[int]:
    """CH-S11.1b: the hexes on the map so far from a letter."""
    found = _ZONE.fullmatch(zone)
    if found is None or found[1] not in ground.letters:
        known = ", ".join(ground.letters)
        raise table.wrong("zones", f"{zone!r} is not a letter and a distance, like D-3; letters are: {known}")
    return ground.hexes.within(ground.letters[found[1]], int(found[2]))


def _edges(table: Table) -> list[str]:
    """Return the edges of the map at which an army may come and go."""
    found = table.texts("edges")
    for edge in found:
        if edge not in EDGES:
            raise table.wrong("edges", f"there is no edge {edge!r}; there are: {', '.join(EDGES)}")
    return found


class Army:
    """One side of a battle."""

    def __init__(self, table: Table, kinds: list[Kind], ground: Ground) -> None:
        self.name = table.text("name")
        self.deploys = table.whole("deploys", 1, 2)
        self.moves = table.whole("moves", 1, 2)
        self.stacking = table.whole("stacking", 1, 6)
        self.vp = table.whole("vp", 1, 200)
        self.panic = table.whole("panic", 0, 200)  # 0: none is given
        self.chariots = table.whole("chariots", 1, 12)  # CH-V.5.2-3
        self.edges = _edges(table)
        self.at_once = table.flag("at_once")
        self.entry = sorted({hex for edge in self.edges for hex in ground.edges[edge]})
        self.groups = [Group(row, kinds, ground) for row in table.tables("group")]
        table.done()


class OrderOfBattle:
    """A scenario."""

    def __init__(self, table: Table, kinds: list[Kind], ground: Ground) -> None:
        self.key = table.text("key")
        self.number = table.text("number")
        self.title = table.text("title")
        self.date = table.text("date")
        self.goal = table.text("goal")
        self.note = table.text("note")
        self.turns = table.whole("turns", 1, 30)
        self.is_flat = table.flag("flat")
        self.has_leaders = table.flag("leaders")
        self.ground = ground.flat() if self.is_flat else ground
        self.victory = Victory(table.table("victory"), self.ground)
        self.armies = [Army(row, kinds, self.ground) for row in table.tables("side")]
        if len(self.armies) != 2:
            raise table.wrong("side", f"there must be two sides, not {len(self.armies)}")
        table.done()
        self.first_to_deploy = 0 if self.armies[0].deploys == 1 else 1
        self.first_to_move = 0 if self.armies[0].moves == 1 else 1
        self.objectives = tuple(dict.fromkeys([*self.victory.hexes, *self.victory.others]))


def read_orders(text: str, kinds: list[Kind], ground: Ground) -> list[OrderOfBattle]:
    """Return the scenarios in the order of the book."""
    table = Table(text, "scenarios.toml")
    orders = [OrderOfBattle(row, kinds, ground) for row in table.tables("scenario")]
    table.done()
    return orders
