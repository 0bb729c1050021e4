"""Types of unit, levels of leader, and the values on their counters (CH-S3.34 to CH-S3.37, CH-2.1)."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.data_tables import (
    TEXT,
    Column,
    DataFile,
    Record,
    Table,
    choice_column,
    flag_column,
    key_column,
    number_column,
    rows_column,
    text_column,
)
from hippodrome.kit.toml_reader import DataError, raise_all

# Classes (CH-S5.31 to CH-S5.38).
CLASSES: Final = ("A", "B", "C", "D", "E", "Ff", "Mf")
A: Final = 0
B: Final = 1
C: Final = 2
D: Final = 3
E: Final = 4
FF: Final = 5  # fire unit on foot
MF: Final = 6  # mounted fire unit

UNIT_TYPES: Final = 10  # types of unit; leaders of level 1 to 6 come after them
MI: Final = 0
MS: Final = 1
AX: Final = 2
SD: Final = 3
MC: Final = 4
CH: Final = 5
BW: Final = 6
IB: Final = 7
SK: Final = 8
HB: Final = 9
UNIT_KEYS: Final = ("MI", "MS", "AX", "SD", "MC", "CH", "BW", "IB", "SK", "HB")
UNITS: Final = DataFile(
    "data/units.toml",
    "Units and leaders",
    Table(
        "The ten types of unit and the six levels of leader. All must be there, in this order.",
        rows_column(
            "unit",
            Table(
                "A type of unit.",
                key_column("Its code, which forces use: 9MI are nine of them."),
                text_column("name", "The name for players."),
                choice_column(
                    "class", CLASSES, "Its class in the rules: A to E, Ff for fire on foot, Mf for mounted fire."
                ),
                number_column("melee", 0, 9, "Melee strength; 0 is a dot."),
                flag_column("bracket", "Whether its melee strength is halved in defence."),
                number_column("fire", 0, 9, "Fire strength; 0 for units that cannot fire."),
                number_column("range", 0, 3, "How far it fires; 0 for units that cannot fire.", "hexes"),
                number_column("allowance", 1, 12, "Movement in a turn.", "Movement Points"),
                Column(
                    "symbol",
                    TEXT,
                    "The type whose figure it has, or one of the variant's own symbols; by default its own.",
                    refers="symbols chariot-(?:figure-)?([A-Z]{2}|own-[a-z0-9-]+)",
                    default="",
                ),
            ),
        ),
        rows_column(
            "leader",
            Table(
                "A level of leader.",
                number_column("level", 1, 6, "The level, which names it; 5 and 6 are civilians."),
                number_column("bonus", 0, 9, "What it adds to a melee."),
                number_column("radius", 0, 3, "How far it commands.", "hexes"),
                number_column("allowance", 1, 12, "Movement in a turn.", "Movement Points"),
                number_column("reduced", 0, 6, "The level that it drops to when it is lost once; 0 if it is removed."),
            ),
        ),
    ),
)
REMOVED: Final = -1  # in place of the lower level of a leader that is removed


class Kind:
    """A type of unit or a level of leader; all counters of a kind are identical."""

    def __init__(
        self, number: int, key: str, name: str, unit_class: int, melee: int, bracket: bool, fire: int, range: int,
        allowance: int, level: int, bonus: int, radius: int, reduced: int, symbol: str = "",
    ) -> None:  # fmt: skip
        self.number = number
        self.key = key
        self.symbol = symbol or ("L" if level else key)  # the figure on its counter
        self.name = name
        self.unit_class = unit_class
        self.melee = melee  # 0 is a dot (CH-S3.36a)
        self.bracket = bracket
        self.fire = fire
        self.range = range  # counts the target's hex, not the firer's (CH-S3.35a)
        self.allowance = allowance
        self.level = level  # 0: not a leader
        self.bonus = bonus
        self.radius = radius
        self.reduced = reduced
        self.is_leader = level > 0
        self.is_chariot = unit_class == D
        self.is_fire = fire > 0  # with or without melee strength (CH-S3.35b)
        self.is_rider = unit_class == FF or level > 0  # CH-1.01
        self.vp = victory_points(melee, fire, self.is_leader or self.is_chariot)
        self.counter_text = self._counter_text()
        self.strength_text = str(bonus if level > 0 else fire if fire > melee else melee or "•")
        self.description = self._description()

    def _counter_text(self) -> str:
        """Return the values on the counter: melee, fire, range and allowance; or bonus, radius and allowance."""
        if self.is_leader:
            return f"{self.bonus}-{self.radius}-{self.allowance}"
        melee = f"({self.melee})" if self.bracket else str(self.melee or "•")
        return f"{melee} {self.fire}/{self.range} {self.allowance}" if self.fire else f"{melee}-{self.allowance}"

    def _description(self) -> str:
        """Return the values of the counter in words."""
        if self.is_leader:
            return f"level {self.level}, bonus {self.bonus}, radius {self.radius}, allowance {self.allowance}"
        melee = f"({self.melee})" if self.bracket else str(self.melee or "a dot")
        fire = f", fire {self.fire} at range {self.range}" if self.fire else ""
        return f"melee {melee}{fire}, allowance {self.allowance}"


def victory_points(melee: int, fire: int, is_one: bool) -> int:
    """CH-S11.2a: return half the melee strength rounded up, with a dot as 1 (CH-S3.36c), plus the fire strength.

    Leaders and chariots (`is_one`) are worth 1.
    """
    return 1 if is_one else (max(melee, 1) + 1) // 2 + fire


def read_kinds(text: str) -> list[Kind]:
    """Read the unit types in the order of the file, then the leader levels (CH-2.1)."""
    table = UNITS.table.read(text, UNITS.path)
    kinds: list[Kind] = []
    errors: list[DataError] = []
    for place, row in enumerate(table.rows("unit")):
        try:
            kinds.append(_unit(row, place))
        except DataError as error:
            errors.append(error)
    for place, row in enumerate(table.rows("leader")):
        try:
            kinds.append(_leader(row, UNIT_TYPES + place))
        except DataError as error:
            errors.append(error)
    raise_all(errors)
    if tuple([kind.key for kind in kinds if not kind.is_leader]) != UNIT_KEYS:
        raise table.error("unit", f"the ten types must be there in this order: {', '.join(UNIT_KEYS)}")
    if [kind.level for kind in kinds if kind.is_leader] != list(range(1, 7)):
        raise table.error("leader", "the levels 1 to 6 must be there in this order")
    return kinds


def _unit(row: Record, number: int) -> Kind:
    """Read one type of unit."""
    unit_class = CLASSES.index(row.text("class"))
    fire, range_ = row.number("fire"), row.number("range")
    if (fire > 0) != (range_ > 0):
        raise row.error("range", "a unit that fires needs a range, and one with a range needs a fire strength")
    if (unit_class in (FF, MF)) != (fire > 0):
        raise row.error("class", "Ff and Mf are the classes of units that fire, and of no others")
    if (unit_class == D) != (row.text("key") == UNIT_KEYS[CH]):
        raise row.error("class", f"D is the class of {UNIT_KEYS[CH]}, and of no other type")
    return Kind(
        number, row.text("key"), row.text("name"), unit_class, row.number("melee"), row.flag("bracket"), fire, range_,
        row.number("allowance"), 0, 0, 0, REMOVED, row.text("symbol"),
    )  # fmt: skip


def _leader(row: Record, number: int) -> Kind:
    """CH-2.2, CH-2.3b: read one leader level, with the level it drops to."""
    level = row.number("level")
    reduced = row.number("reduced")
    if 0 < reduced <= level:
        raise row.error("reduced", f"must be a level after {level}, or 0")
    name = f"{'Civilian Leader' if level > 4 else 'Leader'} {level}"
    return Kind(
        number, f"L{level}", name, E, 0, False, 0, 0, row.number("allowance"), level, row.number("bonus"),
        row.number("radius"), UNIT_TYPES + reduced - 1 if reduced else REMOVED,
    )  # fmt: skip
