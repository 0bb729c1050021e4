"""Types of unit, levels of leader, and the values on their counters (CH-S3.34 to CH-S3.37, CH-2.1)."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.toml_reader import TomlTable

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
REMOVED: Final = -1  # in place of the lower level of a leader that is removed


class Kind:
    """A type of unit or a level of leader; all counters of a kind are identical."""

    def __init__(
        self, number: int, key: str, name: str, unit_class: int, melee: int, bracket: bool, fire: int, range: int,
        allowance: int, level: int, bonus: int, radius: int, reduced: int,
    ) -> None:  # fmt: skip
        self.number = number
        self.key = key
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
    table = TomlTable(text, "units.toml")
    kinds: list[Kind] = []
    for row in table.tables("unit"):
        kinds.append(_unit(row, len(kinds)))
    for row in table.tables("leader"):
        kinds.append(_leader(row, len(kinds)))
    table.reject_unread()
    if [kind.key for kind in kinds[:UNIT_TYPES]] != ["MI", "MS", "AX", "SD", "MC", "CH", "BW", "IB", "SK", "HB"]:
        raise table.error("unit", "the ten types must be there in the order of the rulebook")
    return kinds


def _unit(row: TomlTable, number: int) -> Kind:
    """Read one type of unit."""
    unit_class = CLASSES.index(row.one_of("class", CLASSES))
    kind = Kind(
        number, row.text("key"), row.text("name"), unit_class, row.integer("melee", 0, 9), row.flag("bracket"),
        row.integer("fire", 0, 9), row.integer("range", 0, 3), row.integer("allowance", 1, 12), 0, 0, 0, REMOVED,
    )  # fmt: skip
    row.reject_unread()
    return kind


def _leader(row: TomlTable, number: int) -> Kind:
    """CH-2.2, CH-2.3b: read one leader level, with the level it drops to."""
    level = row.integer("level", 1, 6)
    reduced = row.integer("reduced", 0, 6)
    name = f"{'Civilian Leader' if level > 4 else 'Leader'} {level}"
    kind = Kind(
        number, f"L{level}", name, E, 0, False, 0, 0, row.integer("allowance", 1, 12), level,
        row.integer("bonus", 0, 9), row.integer("radius", 0, 3), UNIT_TYPES + reduced - 1 if reduced else REMOVED,
    )  # fmt: skip
    row.reject_unread()
    return kind
