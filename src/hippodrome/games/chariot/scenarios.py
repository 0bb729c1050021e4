"""The fourteen battles as read from their file: armies, zones, edges and victory (CH-S11.1b, CH-V.0-1)."""

from __future__ import annotations

import re
from typing import Final

from hippodrome.games.chariot.ground import EDGES, Ground
from hippodrome.games.chariot.units import UNIT_TYPES, Kind
from hippodrome.kit.geometry.hexes import NO_HEX
from hippodrome.kit.toml_reader import TomlTable, read_tables

# Kinds of victory condition.
HOLD: Final = "hold"  # the side that controls the hex at the end wins
TAKE: Final = "take"  # one side must control all of the hexes at the end
RATIO: Final = "ratio"  # one side must destroy enough units, and a multiple of its own losses
LIMIT: Final = "limit"  # one side must destroy enough units and not exceed a limit of losses
EITHER: Final = "either"  # each side has its own condition
EXIT: Final = "exit"  # one side must leave the map
VICTORIES: Final = (HOLD, TAKE, RATIO, LIMIT, EITHER, EXIT)

_COUNT: Final = re.compile(r"(\d+)([A-Z]{2})")
_LEADERS: Final = re.compile(r"(\d+)x([1-6])")
_ZONE: Final = re.compile(r"([A-Q])-(\d)")


class Victory:
    """The victory condition of a scenario."""

    def __init__(self, table: TomlTable, ground: Ground) -> None:
        self.rule = table.one_of("rule", VICTORIES)
        self.side = table.integer("side", 0, 1) if "side" in table else 0
        self.hexes = _hexes(table, "hexes", ground)
        self.others = _hexes(table, "others", ground)
        self.least = table.integer("least", 1, 99) if "least" in table else 0
        self.most = table.integer("most", 0, 99) if "most" in table else 0
        self.times = table.integer("times", 1, 9) if "times" in table else 0
        self.fewer = table.integer("fewer", 1, 99) if "fewer" in table else 0
        self.edge = table.one_of("edge", EDGES) if "edge" in table else ""
        table.reject_unread()


def _hexes(table: TomlTable, key: str, ground: Ground) -> list[int]:
    """Read hexes given by letter or printed number."""
    hexes = []
    for text in table.texts_or_empty(key):
        hex = ground.find_hex(text)
        if hex == NO_HEX:
            known = ", ".join(ground.letters)
            raise table.error(key, f"{text!r} is not a hex: use a printed number, like 2321, or one of {known}")
        hexes.append(hex)
    return hexes


class Group:
    """Units that set up together: how many of each kind, and the hexes open to them."""

    def __init__(self, table: TomlTable, kinds: list[Kind], ground: Ground) -> None:
        self.zones = table.texts("zones")
        self.hexes = sorted({hex for zone in self.zones for hex in zone_hexes(table, zone, ground)})
        self.counts = [0] * len(kinds)
        keys = [kind.key for kind in kinds]
        for word in table.text("force").split():
            match = _COUNT.fullmatch(word)
            if match is None or match[2] not in keys:
                raise table.error(
                    "force", f"{word!r} is not a number and a type, like 9MI; types are: {', '.join(keys)}"
                )
            self.counts[keys.index(match[2])] = int(match[1])
        for word in table.text("leaders").split():
            match = _LEADERS.fullmatch(word)
            if match is None:
                raise table.error("leaders", f"{word!r} is not a number and a level from 1 to 6, like 2x3")
            self.counts[UNIT_TYPES + int(match[2]) - 1] = int(match[1])
        table.reject_unread()


def zone_hexes(table: TomlTable, zone: str, ground: Ground) -> list[int]:
    """CH-S11.1b: return the hexes within the given distance of a letter."""
    match = _ZONE.fullmatch(zone)
    if match is None or match[1] not in ground.letters:
        known = ", ".join(ground.letters)
        raise table.error("zones", f"{zone!r} is not a letter and a distance, like D-3; letters are: {known}")
    return ground.hexes.within(ground.letters[match[1]], int(match[2]))


def _edges(table: TomlTable) -> list[str]:
    """Read the edges of the map where an army may enter and leave."""
    edges = table.texts("edges")
    for edge in edges:
        if edge not in EDGES:
            raise table.error("edges", f"there is no edge {edge!r}; choose from: {', '.join(EDGES)}")
    return edges


class Army:
    """One side of a battle."""

    def __init__(self, table: TomlTable, kinds: list[Kind], ground: Ground) -> None:
        self.name = table.text("name")
        self.deploys = table.integer("deploys", 1, 2)
        self.moves = table.integer("moves", 1, 2)
        self.stacking = table.integer("stacking", 1, 6)
        self.vp = table.integer("vp", 1, 200)
        self.panic = table.integer("panic", 0, 200)  # 0: the scenario gives none
        self.chariot_allowance = table.integer("chariots", 1, 12)  # CH-V.5.2-3
        self.edges = _edges(table)
        self.at_once = table.flag("at_once")
        self.entry_hexes = sorted({hex for edge in self.edges for hex in ground.edges[edge]})
        self.groups = [Group(row, kinds, ground) for row in table.tables("group")]
        table.reject_unread()


class OrderOfBattle:
    """A scenario: two armies, their map and the victory condition."""

    def __init__(self, table: TomlTable, kinds: list[Kind], ground: Ground) -> None:
        self.key = table.text("key")
        self.number = table.text("number")
        self.title = table.text("title")
        self.date = table.text("date")
        self.goal = table.text("goal")
        self.note = table.text("note")
        self.turns = table.integer("turns", 1, 30)
        self.is_flat = table.flag("flat")
        self.has_leaders = table.flag("leaders")
        self.ground = ground.flat() if self.is_flat else ground
        self.victory = Victory(table.table("victory"), self.ground)
        self.armies = [Army(row, kinds, self.ground) for row in table.tables("side")]
        if len(self.armies) != 2:
            raise table.error("side", f"there must be two sides, not {len(self.armies)}")
        table.reject_unread()
        self.first_to_deploy = 0 if self.armies[0].deploys == 1 else 1
        self.first_to_move = 0 if self.armies[0].moves == 1 else 1
        self.objectives = tuple(dict.fromkeys([*self.victory.hexes, *self.victory.others]))


def read_orders(text: str, kinds: list[Kind], ground: Ground) -> list[OrderOfBattle]:
    """Read the scenarios in the order of menus."""
    return [OrderOfBattle(row, kinds, ground) for row in read_tables(text, "scenarios.toml", "scenario")]
