"""The machines, their weapons and the fields they race in, read from their tables.

The article's own five are CR-C1, CR-C2, CR-C3, CR-C4 and CR-C5. The editors added CR-O1, CR-O2, CR-O3, CR-O4, CR-O5
and CR-O6, which nobody had playtested (CR-O14). What draws them never strikes (CR-Q37).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.toml_reader import Table

LENGTH: Final = 4000  # CR-Q46
WIDTH: Final = 2000
RANDOM: Final = "random"


@mypyc_attr(acyclic=True)
class Weapon:
    """A missile weapon: range, Strength, shots, and what armour loses beyond the chart."""

    def __init__(self, number: i64, table: Table) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.range: i64 = table.whole("range", 0, 60_000)
        self.strength: i64 = table.whole("strength", 1, 10)
        self.shots: i64 = table.whole("shots", 0, 6)
        self.piercing: i64 = table.whole("piercing", 0, 3)
        table.done()


def read_weapons(text: str) -> list[Weapon]:
    """Return the weapons in the order of the file."""
    table = Table(text, "weapons.toml")
    found = [Weapon(number, row) for number, row in enumerate(table.tables("weapon"))]
    table.done()
    return found


@mypyc_attr(acyclic=True)
class Machine:
    """A profile: body, save, crew, team, and what is special about it. Every body has scythed wheels (CR-G3)."""

    def __init__(self, number: i64, table: Table, weapons: list[Weapon]) -> None:
        self.number = number
        self.key = table.text("key")
        self.name = table.text("name")
        self.rule = table.text("rule")
        strength, toughness, wounds = table.row("body", 3, 1, 10)
        self.strength: i64 = strength
        self.toughness: i64 = toughness
        self.wounds: i64 = wounds
        self.save: i64 = table.whole("save", 2, 6)
        self.crew = tuple([int(weapon_named(weapons, table, key).number) for key in _some(table, "crew")])
        skill, aim, might, hide, initiative, attacks, leadership = table.row("fighter", 7, 0, 10)
        self.skill: i64 = skill
        self.aim: i64 = aim
        self.might: i64 = might
        self.hide: i64 = hide
        self.initiative: i64 = initiative
        self.attacks: i64 = attacks
        self.leadership: i64 = leadership
        self.grit: i64 = table.whole("grit", 1, 5) if "grit" in table else 1
        self.team = table.text("team")
        self.dice: i64 = table.whole("dice", 1, 6) if "dice" in table else 0
        self.steeds: i64 = table.whole("steeds", 1, 6) if "steeds" in table else self.dice
        self.move: i64 = table.whole("move", 1, 12) if "move" in table else 0
        self.steed = tuple(table.row("steed", 4, 0, 10)) if "steed" in table else ()
        self.heavy: i64 = table.whole("heavy", 1, 3) if "heavy" in table else 0
        self.wide: i64 = table.whole("wide", 2000, 4000) if "wide" in table else WIDTH
        self.is_steady = "steady" in table and table.flag("steady")
        self.is_large = "large" in table and table.flag("large")
        self.has_roller = "roller" in table and table.flag("roller")
        self.has_lightning = "lightning" in table and table.flag("lightning")
        self.symbol = table.text("symbol")
        table.done()

    def is_random(self) -> bool:
        """CR-O7, CR-O10: whether dice move it, without whip or reins."""
        return self.dice > 0

    def steers_and_fights(self) -> bool:
        """CR-Q38, CR-Q55: the mob and the engineer are driver and fighter in one."""
        return len(self.crew) == 1


def _some(table: Table, key: str) -> list[str]:
    """Return a list of texts that is not empty."""
    found = table.texts(key)
    if not found:
        raise table.wrong(key, "must name one at least, not none")
    return found


def weapon_named(weapons: list[Weapon], table: Table, key: str) -> Weapon:
    """Return the weapon of a name."""
    for weapon in weapons:
        if weapon.key == key:
            return weapon
    raise table.wrong("crew", f"there is no weapon {key!r}; there are: {', '.join([w.key for w in weapons])}")


def read_machines(text: str, weapons: list[Weapon]) -> list[Machine]:
    """Return the machines in the order of the file."""
    table = Table(text, "machines.toml")
    found = [Machine(number, row, weapons) for number, row in enumerate(table.tables("machine"))]
    table.done()
    return found


def machine_named(machines: list[Machine], key: str) -> Machine:
    """Return the machine of a name; ValueError names those there are."""
    for machine in machines:
        if machine.key == key:
            return machine
    raise ValueError(f"there is no machine {key!r}; there are: {', '.join([m.key for m in machines])}")


def read_fields(text: str, machines: list[Machine]) -> dict[str, list[int]]:
    """Return the machines of every field."""
    table = Table(text, "fields.toml")
    found: dict[str, list[int]] = {}
    for row in table.tables("field"):
        keys = _some(row, "machines")
        known = [machine.key for machine in machines]
        for key in keys:
            if key not in known:
                raise row.wrong("machines", f"there is no machine {key!r}; there are: {', '.join(known)}")
        found[row.text("key")] = [int(machine_named(machines, key).number) for key in keys]
        row.done()
    table.done()
    return found
