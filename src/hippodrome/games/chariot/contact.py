"""Contact: a melee without result holds both sides (option; CH-S18.1 to CH-S18.5, CH-R54)."""

from __future__ import annotations

from hippodrome.games.chariot.events import Locked, Parted
from hippodrome.games.chariot.state import Battle, changed
from hippodrome.games.chariot.units import UNITS


def lock(s: Battle, attackers: list[int], targets: tuple[int, ...]) -> None:
    """CH-S18.1, CH-S18.3, CH-S18.4: attackers and defenders hold each other; newcomers join those already held."""
    if not s.rules.options.contact:
        return
    defenders = [unit for hex in targets for unit in s.stack(hex) if s.kinds[unit] < UNITS]
    if not defenders:
        return
    units = [*attackers, *defenders]
    groups = {s.contact[unit] for unit in units} - {0}
    number = min(groups) if groups else free_number(s)
    for unit in range(s.rules.count):
        if unit in units or s.contact[unit] in groups:
            s.contact = changed(s.contact, unit, number)
    s.forget()
    if s.logging:
        s.emit(Locked(s.side, tuple(units)), "CH-S18.1")


def free_number(s: Battle) -> int:
    """Return the lowest number that no group has."""
    number = 1
    while number in s.contact:
        number += 1
    return number


def part(s: Battle, hexes: list[int]) -> None:
    """CH-S18.5: somebody in these hexes has suffered a result: whoever was held with them is free."""
    if not any(s.contact):
        return
    groups = {s.contact[unit] for hex in hexes for unit in s.stack(hex)} - {0}
    release(s, groups)


def part_lonely(s: Battle) -> None:
    """A group of which one side is gone holds nobody."""
    if not any(s.contact):
        return
    numbers = set(s.contact) - {0}
    lonely = {
        number
        for number in numbers
        if len({s.rules.sides[unit] for unit in range(s.rules.count) if s.contact[unit] == number}) < 2
    }
    release(s, lonely)


def release(s: Battle, groups: set[int]) -> None:
    """These groups hold nobody any more."""
    units = [unit for unit in range(s.rules.count) if s.contact[unit] in groups]
    if not units:
        return
    for unit in units:
        s.contact = changed(s.contact, unit, 0)
    s.forget()
    if s.logging:
        s.emit(Parted(tuple(units)), "CH-S18.5")
