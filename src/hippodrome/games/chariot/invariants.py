"""Invariants: facts that hold at every decision of every battle unless a rule is broken."""

from __future__ import annotations

from hippodrome.games.chariot.formatting import hex_name, unit_name
from hippodrome.games.chariot.movement import Go, Move
from hippodrome.games.chariot.stacking import may_share_hex
from hippodrome.games.chariot.state import CHARIOT, EXITED, MOVEMENT, NO_SIDE, Battle
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.kit.geometry.hexes import SIDES


def violations(s: Battle) -> list[str]:
    """Return one sentence for each invariant that is violated."""
    messages: list[str] = []
    check_columns(s, messages)
    for unit in range(s.rules.count):
        check_unit(s, unit, messages)
    check_stacks(s, messages)
    if s.over and s.winner == NO_SIDE:
        messages.append("the battle is over without a winner or a draw")
    return messages


def check_columns(s: Battle, messages: list[str]) -> None:
    """Check that every column has a value for every unit."""
    for name in ("kinds", "hexes", "disrupted", "fired", "fought", "moved", "entered", "spent", "halted", "controlled",
                 "aboard", "rode", "panicked", "facing", "contact", "withdrew"):  # fmt: skip
        if len(getattr(s, name)) != s.rules.count:
            messages.append(f"the column {name} has {len(getattr(s, name))} values for {s.rules.count} units")


def check_unit(s: Battle, unit: int, messages: list[str]) -> None:
    """Check that leaders are never disrupted or panicked, and that no chariot has overspent."""
    name = unit_name(s, unit)
    if not EXITED <= s.hexes[unit] < s.rules.ground.hexes.count:
        messages.append(f"{name} is in hex {s.hexes[unit]}")
    if s.kinds[unit] >= UNIT_TYPES and (s.disrupted[unit] or s.panicked[unit]):
        messages.append(f"{name} is a leader and disrupted or panicked")
    kind, initial_kind = s.kinds[unit], s.rules.initial_kinds[unit]
    if (kind >= UNIT_TYPES) != (initial_kind >= UNIT_TYPES) or kind < initial_kind:
        messages.append(f"{name} has changed into another type")
    if s.hexes[unit] < 0 and (s.disrupted[unit] or s.panicked[unit] or s.contact[unit]):
        messages.append(f"{name} has markers but is not on the map")
    if s.facing[unit] >= SIDES:
        messages.append(f"{name} has no valid facing")
    if s.kinds[unit] == CH and s.spent[unit] > max(s.allowance(unit), 1):
        messages.append(f"{name} has spent {s.spent[unit]} half points of {s.allowance(unit)}")
    if s.aboard[unit]:
        check_rider(s, unit, s.aboard[unit] - 1, messages)


def check_rider(s: Battle, unit: int, chariot: int, messages: list[str]) -> None:
    """CH-1.01, CH-1.8a: check that a rider is with a chariot of its side that may carry it."""
    name = unit_name(s, unit)
    if s.kinds[chariot] != CH or s.rules.sides[chariot] != s.rules.sides[unit] or not s.kind(unit).is_rider:
        messages.append(f"{name} rides on {unit_name(s, chariot)}")
    if s.hexes[unit] != s.hexes[chariot]:
        messages.append(f"{name} is aboard a chariot in another hex")
    if len([rider for rider in s.riders(chariot) if s.kinds[rider] < UNIT_TYPES]) > 1:
        messages.append(f"{unit_name(s, chariot)} carries two units")


def check_stacks(s: Battle, messages: list[str]) -> None:
    """Check that no hex is shared by both sides or overcrowded, except while its owner moves."""
    is_movement = s.phase in (CHARIOT, MOVEMENT)
    for hex, stack in s.occupancy().stacks.items():
        sides = {s.rules.sides[unit] for unit in stack}
        if len(sides) > 1:
            messages.append(f"both sides are in {hex_name(s, hex)}")
        elif not may_share_hex(s, stack) and not (is_movement and s.rules.sides[stack[0]] == s.side):
            messages.append(f"too many units are in {hex_name(s, hex)}")
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Move | Go) and s.phase not in (CHARIOT, MOVEMENT):
        messages.append("a unit moves outside the movement phases")
