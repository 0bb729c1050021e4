"""What is true of every battle at every decision, whatever was played. Only a broken rule can make it false."""

from __future__ import annotations

from hippodrome.games.chariot.formatting import hex_name, unit_name
from hippodrome.games.chariot.movement import Go, Move
from hippodrome.games.chariot.stacking import fits
from hippodrome.games.chariot.state import CHARIOT, EXITED, MOVEMENT, NOBODY, Battle
from hippodrome.games.chariot.units import CH, UNITS
from hippodrome.kit.geometry.hexes import SIDES


def broken(s: Battle) -> list[str]:
    """Return a sentence for everything that cannot be."""
    found: list[str] = []
    check_columns(s, found)
    for unit in range(s.rules.count):
        check_unit(s, unit, found)
    check_stacks(s, found)
    if s.over and s.winner == NOBODY:
        found.append("the battle is over without a verdict")
    return found


def check_columns(s: Battle, found: list[str]) -> None:
    """Every unit has a value in every column."""
    for name in ("kinds", "hexes", "disrupted", "fired", "fought", "moved", "entered", "spent", "halted", "controlled",
                 "aboard", "rode", "panicked", "facing", "contact", "withdrew"):  # fmt: skip
        if len(getattr(s, name)) != s.rules.count:
            found.append(f"the column {name} has {len(getattr(s, name))} values for {s.rules.count} units")


def check_unit(s: Battle, unit: int, found: list[str]) -> None:
    """Leaders are never disrupted nor panicked; riders are where their chariots are; nobody has overspent."""
    who = unit_name(s, unit)
    if not EXITED <= s.hexes[unit] < s.rules.ground.hexes.count:
        found.append(f"{who} is in hex {s.hexes[unit]}")
    if s.kinds[unit] >= UNITS and (s.disrupted[unit] or s.panicked[unit]):
        found.append(f"{who} is a leader and disrupted or panicked")
    if (s.kinds[unit] >= UNITS) != (s.rules.start[unit] >= UNITS) or s.kinds[unit] < s.rules.start[unit]:
        found.append(f"{who} has become something else")
    if s.hexes[unit] < 0 and (s.disrupted[unit] or s.panicked[unit] or s.contact[unit]):
        found.append(f"{who} is marked and not on the map")
    if s.facing[unit] >= SIDES:
        found.append(f"{who} faces nowhere")
    if s.kinds[unit] == CH and s.spent[unit] > max(s.allowance(unit), 1):
        found.append(f"{who} has spent {s.spent[unit]} half points of {s.allowance(unit)}")
    if s.aboard[unit]:
        check_rider(s, unit, s.aboard[unit] - 1, found)


def check_rider(s: Battle, unit: int, chariot: int, found: list[str]) -> None:
    """CH-1.01, CH-1.8a."""
    who = unit_name(s, unit)
    if s.kinds[chariot] != CH or s.rules.sides[chariot] != s.rules.sides[unit] or not s.kind(unit).is_rider:
        found.append(f"{who} rides on {unit_name(s, chariot)}")
    if s.hexes[unit] != s.hexes[chariot]:
        found.append(f"{who} is aboard and elsewhere")
    if len([rider for rider in s.riders(chariot) if s.kinds[rider] < UNITS]) > 1:
        found.append(f"{unit_name(s, chariot)} carries two units")


def check_stacks(s: Battle, found: list[str]) -> None:
    """One side a hex; no hex has too many except while its owner moves, or has conceded while moving."""
    moving = s.phase in (CHARIOT, MOVEMENT)
    for hex, stack in s.board().stacks.items():
        sides = {s.rules.sides[unit] for unit in stack}
        if len(sides) > 1:
            found.append(f"both sides stand in {hex_name(s, hex)}")
        elif not fits(s, stack) and not (moving and s.rules.sides[stack[0]] == s.side):
            found.append(f"too many stand in {hex_name(s, hex)}")
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, Move | Go) and s.phase not in (CHARIOT, MOVEMENT):
        found.append("somebody moves outside of movement")
