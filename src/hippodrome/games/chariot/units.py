"""Types of unit and levels of leader, and what is printed on their counters (CH-S3.34 to CH-S3.37, CH-2.1)."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.toml_reader import Table

# Classes (CH-S5.31 to CH-S5.38).
CLASSES: Final = ("A", "B", "C", "D", "E", "Ff", "Mf")
A: Final = 0
B: Final = 1
C: Final = 2
D: Final = 3
E: Final = 4
FF: Final = 5  # fire on foot
MF: Final = 6  # mounted fire

UNITS: Final = 10  # types of unit; leaders of level 1 to 6 come after them
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
GONE: Final = -1  # what a leader is reduced to who is removed


class Kind:
    """A type of unit or a level of leader: one counter of its kind is like another."""

    def __init__(
        self, number: int, key: str, name: str, klass: int, melee: int, bracket: bool, fire: int, range: int,
        allowance: int, level: int, bonus: int, radius: int, reduced: int,
    ) -> None:  # fmt: skip
        self.number = number
        self.key = key
        self.name = name
        self.klass = klass
        self.melee = melee  # 0 is a dot (CH-S3.36a)
        self.bracket = bracket
        self.fire = fire
        self.range = range  # counts the target's hex, not the firer's (CH-S3.35a)
        self.allowance = allowance
        self.level = level  # 0: no leader
        self.bonus = bonus
        self.radius = radius
        self.reduced = reduced
        self.is_leader = level > 0
        self.is_chariot = klass == D
        self.is_fire = fire > 0  # with or without melee strength (CH-S3.35b)
        self.is_rider = klass == FF or level > 0  # CH-1.01
        self.vp = victory_points(melee, fire, self.is_leader or self.is_chariot)
        self.values = self._values()
        self.words = self._words()

    def _values(self) -> str:
        """What the counter shows: melee and fire strength, range and allowance; or bonus, radius and allowance."""
        if self.is_leader:
            return f"{self.bonus}-{self.radius}-{self.allowance}"
        melee = f"({self.melee})" if self.bracket else str(self.melee or "•")
        return f"{melee} {self.fire}/{self.range} {self.allowance}" if self.fire else f"{melee}-{self.allowance}"

    def _words(self) -> str:
        """Return the same in words."""
        if self.is_leader:
            return f"level {self.level}, bonus {self.bonus}, radius {self.radius}, allowance {self.allowance}"
        melee = f"({self.melee})" if self.bracket else str(self.melee or "a dot")
        fire = f", fire {self.fire} at {self.range}" if self.fire else ""
        return f"melee {melee}{fire}, allowance {self.allowance}"


def victory_points(melee: int, fire: int, is_one: bool) -> int:
    """CH-S11.2a: half the melee strength rounded up, a dot as 1 (CH-S3.36c), and the fire strength; else 1."""
    return 1 if is_one else (max(melee, 1) + 1) // 2 + fire


def read_kinds(text: str) -> list[Kind]:
    """Return the types in the order of the file, then the levels of leader (CH-2.1)."""
    table = Table(text, "units.toml")
    kinds: list[Kind] = []
    for row in table.tables("unit"):
        kinds.append(_unit(row, len(kinds)))
    for row in table.tables("leader"):
        kinds.append(_leader(row, len(kinds)))
    table.done()
    if [kind.key for kind in kinds[:UNITS]] != ["MI", "MS", "AX", "SD", "MC", "CH", "BW", "IB", "SK", "HB"]:
        raise table.wrong("unit", "the ten types must be there in the order of the rulebook")
    return kinds


def _unit(row: Table, number: int) -> Kind:
    """One type of unit."""
    klass = CLASSES.index(row.one_of("class", CLASSES))
    found = Kind(
        number, row.text("key"), row.text("name"), klass, row.whole("melee", 0, 9), row.flag("bracket"),
        row.whole("fire", 0, 9), row.whole("range", 0, 3), row.whole("allowance", 1, 12), 0, 0, 0, GONE,
    )  # fmt: skip
    row.done()
    return found


def _leader(row: Table, number: int) -> Kind:
    """CH-2.2, CH-2.3b: what each level drops to is in the file."""
    level = row.whole("level", 1, 6)
    reduced = row.whole("reduced", 0, 6)
    name = f"{'Civilian Leader' if level > 4 else 'Leader'} {level}"
    found = Kind(
        number, f"L{level}", name, E, 0, False, 0, 0, row.whole("allowance", 1, 12), level, row.whole("bonus", 0, 9),
        row.whole("radius", 0, 3), UNITS + reduced - 1 if reduced else GONE,
    )  # fmt: skip
    row.done()
    return found
