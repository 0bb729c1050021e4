"""Machines, weapons and fields, read from their tables.

The article's own five machines are CR-C1, CR-C2, CR-C3, CR-C4 and CR-C5. Its editors added CR-O1, CR-O2, CR-O3, CR-O4,
CR-O5 and CR-O6 without a playtest (CR-O14). Steeds never strike (CR-Q37).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import TomlTable, read_tables

BASE_LENGTH_MI: Final = 4000  # CR-Q46
BASE_WIDTH_MI: Final = 2000


@mypyc_attr(acyclic=True)
class Weapon:
    """A missile weapon. `range` is in 1/1000 inch; `piercing` worsens the save beyond the chart."""

    def __init__(self, number: i64, table: TomlTable) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.range: i64 = table.integer("range", 0, 60_000)
        self.strength: i64 = table.integer("strength", 1, 10)
        self.shots: i64 = table.integer("shots", 0, 6)
        self.piercing: i64 = table.integer("piercing", 0, 3)
        table.reject_unread()


def read_weapons(text: str) -> list[Weapon]:
    """Return the weapons in the order of the file."""
    return [Weapon(number, row) for number, row in enumerate(read_tables(text, "weapons.toml", "weapon"))]


@mypyc_attr(acyclic=True)
class Machine:
    """A profile: body, save, crew, team and special rules. All wheels carry scythes (CR-G3).

    steeds          animals, or the dice of a machine moved by dice
    move            Movement in inches, 0 for a machine moved by dice
    whip_penalty    inches taken off the whip's result
    crew_wounds     wounds of a crew that steers alone, otherwise 1
    """

    def __init__(self, number: i64, table: TomlTable, weapons: list[Weapon]) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.rule = table.text("rule")
        strength, toughness, wounds = table.integer_row("body", 3, 1, 10)
        self.strength: i64 = strength
        self.toughness: i64 = toughness
        self.wounds: i64 = wounds
        self.save: i64 = table.integer("save", 2, 6)
        self.crew = tuple([int(weapon_named(weapons, table, key).number) for key in non_empty_texts(table, "crew")])
        skill, aim, might, hide, initiative, attacks, leadership = table.integer_row("fighter", 7, 0, 10)
        self.weapon_skill: i64 = skill
        self.ballistic_skill: i64 = aim
        self.crew_strength: i64 = might
        self.crew_toughness: i64 = hide
        self.initiative: i64 = initiative
        self.attacks: i64 = attacks
        self.leadership: i64 = leadership
        self.crew_wounds: i64 = table.integer("grit", 1, 5) if "grit" in table else 1
        self.team = table.text("team")
        self.dice: i64 = table.integer("dice", 1, 6) if "dice" in table else 0
        self.steeds: i64 = table.integer("steeds", 1, 6) if "steeds" in table else self.dice
        self.move: i64 = table.integer("move", 1, 12) if "move" in table else 0
        self.steed = tuple(table.integer_row("steed", 4, 0, 10)) if "steed" in table else ()
        self.whip_penalty: i64 = table.integer("heavy", 1, 3) if "heavy" in table else 0
        self.base_width: i64 = table.integer("wide", 2000, 4000) if "wide" in table else BASE_WIDTH_MI
        self.is_steady = "steady" in table and table.flag("steady")
        self.is_large = "large" in table and table.flag("large")
        self.has_roller = "roller" in table and table.flag("roller")
        self.has_lightning = "lightning" in table and table.flag("lightning")
        self.symbol = table.text("symbol")
        table.reject_unread()

    def is_random(self) -> bool:
        """CR-O7, CR-O10: return whether dice decide its move, without whip or reins."""
        return self.dice > 0

    def steers_and_fights(self) -> bool:
        """CR-Q38, CR-Q55: return whether driver and fighter are one, as the mob and the engineer are."""
        return len(self.crew) == 1


def non_empty_texts(table: TomlTable, key: str) -> list[str]:
    """Return a list of texts; DataError if it is empty."""
    texts = table.texts(key)
    if not texts:
        raise table.error(key, "must name at least one")
    return texts


def weapon_named(weapons: list[Weapon], table: TomlTable, key: str) -> Weapon:
    """Return the weapon with a key; DataError names the known weapons."""
    for weapon in weapons:
        if weapon.key == key:
            return weapon
    raise table.error("crew", f"there is no weapon {key!r}; there are: {', '.join([w.key for w in weapons])}")


def read_machines(text: str, weapons: list[Weapon]) -> list[Machine]:
    """Return the machines in the order of the file."""
    rows = read_tables(text, "machines.toml", "machine")
    return [Machine(number, row, weapons) for number, row in enumerate(rows)]


def machine_named(machines: list[Machine], key: str) -> Machine:
    """Return the machine with a key; ValueError names the known machines."""
    for machine in machines:
        if machine.key == key:
            return machine
    raise ValueError(f"there is no machine {key!r}; there are: {', '.join([m.key for m in machines])}")


def read_fields(text: str, machines: list[Machine]) -> dict[str, list[int]]:
    """Return the machine numbers of each field by its key."""
    fields: dict[str, list[int]] = {}
    for row in read_tables(text, "fields.toml", "field"):
        keys = non_empty_texts(row, "machines")
        known = [machine.key for machine in machines]
        for key in keys:
            if key not in known:
                raise row.error("machines", f"there is no machine {key!r}; there are: {', '.join(known)}")
        fields[row.text("key")] = [int(machine_named(machines, key).number) for key in keys]
        row.reject_unread()
    return fields
