"""Contact: a melee without effect holds both sides (option; CH-S18.1 to CH-S18.5, CH-R54)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from hippodrome.games.chariot.events import UnitsEvent
from hippodrome.games.chariot.state import Battle, with_value
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class Locked(UnitsEvent):
    """Units are in contact (CH-S18.1)."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Parted(Event):
    """Units are no longer in contact (CH-S18.5)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("units",)
    ROUTINE: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units


def engage(s: Battle, attackers: list[int], targets: tuple[int, ...]) -> None:
    """CH-S18.1, CH-S18.3, CH-S18.4: put attackers and defenders in contact; newcomers join units already held."""
    if not s.rules.options.contact:
        return
    defenders = [unit for hex in targets for unit in s.stack(hex) if s.kinds[unit] < UNIT_TYPES]
    if not defenders:
        return
    units = [*attackers, *defenders]
    groups = {s.contact[unit] for unit in units} - {0}
    number = min(groups) if groups else free_number(s)
    for unit in range(s.rules.count):
        if unit in units or s.contact[unit] in groups:
            s.contact = with_value(s.contact, unit, number)
    s.clear_caches()
    if s.logging:
        s.emit(Locked(s.side, tuple(units)), "CH-S18.1")


def free_number(s: Battle) -> int:
    """Return the lowest number that no contact group uses."""
    number = 1
    while number in s.contact:
        number += 1
    return number


def disengage(s: Battle, hexes: list[int]) -> None:
    """CH-S18.5: release every unit held together with the units in these hexes, which have suffered a result."""
    if not any(s.contact):
        return
    groups = {s.contact[unit] for hex in hexes for unit in s.stack(hex)} - {0}
    release(s, groups)


def release_orphaned(s: Battle) -> None:
    """Release the groups that have units of only one side left."""
    if not any(s.contact):
        return
    numbers = set(s.contact) - {0}
    orphaned = {
        number
        for number in numbers
        if len({s.rules.sides[unit] for unit in range(s.rules.count) if s.contact[unit] == number}) < 2
    }
    release(s, orphaned)


def release(s: Battle, groups: set[int]) -> None:
    """End the contact of these groups."""
    units = [unit for unit in range(s.rules.count) if s.contact[unit] in groups]
    if not units:
        return
    for unit in units:
        s.contact = with_value(s.contact, unit, 0)
    s.clear_caches()
    if s.logging:
        s.emit(Parted(tuple(units)), "CH-S18.5")
