"""Names of units, hexes and odds in words."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.state import DRAW, PHASES, Battle
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import listed

MANY: Final = 4  # more units than this are counted by type


def unit_name(s: Battle, unit: i64) -> str:
    """Type and number within the army: "Axemen 3"; a leader by his level."""
    return s.rules.names[unit]


def placed_name(s: Battle, unit: i64) -> str:
    """Return a unit and where it stands: "Axemen 3 in 1218"."""
    name = unit_name(s, unit)
    return f"{name} in {hex_name(s, s.hexes[unit])}" if s.hexes[unit] >= 0 else name


def army_name(s: Battle, side: i64) -> str:
    """Return the name of a side."""
    return s.rules.armies[side].name


def units_names(s: Battle, units: tuple[int, ...]) -> str:
    """Several units: by name, or counted by type if there are many."""
    if not units:
        return "nobody"
    if len(units) <= MANY:
        return listed([unit_name(s, unit) for unit in units])
    counts: dict[str, int] = {}
    for unit in units:
        name = s.rules.kinds[s.rules.start[unit]].name
        counts[name] = counts.get(name, 0) + 1
    return listed([f"{count} {name}" for name, count in counts.items()])


def hex_name(s: Battle, hex: i64) -> str:
    """Return the printed number of a hex, with its letter (CH-R29)."""
    return s.rules.ground.name(int(hex))


def hexes_names(s: Battle, hexes: tuple[int, ...]) -> str:
    """Several hexes."""
    return listed([hex_name(s, hex) for hex in hexes]) if hexes else "nowhere"


def points(halves: i64) -> str:
    """Movement Points, which are counted in halves: "4½"."""
    whole, rest = divmod(int(halves), 2)
    return f"{whole or ''}½" if rest else str(whole)


def strength_text(sixteenths: i64) -> str:
    """Return a strength, which is counted in sixteenths, as a decimal without trailing zeros."""
    whole, rest = divmod(int(sixteenths), 16)
    return f"{whole}.{rest * 625:04}".rstrip("0").rstrip(".")


# How a question is passed, by its name.
_ENDS: Final = {
    "Board": "Go on to movement",
    "GetOff": "The others stay aboard",
    "Fire": "Cease fire",
    "DefensiveFire": "Hold fire",
    "Advance": "Advance no further",
}


def end_words(question: str, phase: i64) -> str:
    """What it means to be done."""
    return _ENDS.get(question, f"End the {PHASES[phase]}")


def verdict_words(armies: list[str], winner: int, reason: str) -> str:
    """Who has won, with the colour of the army, and why."""
    return f"A draw: {reason}." if winner == DRAW else f"The {armies[winner]} ({FACTIONS[winner]}) win: {reason}."


# -------------------------------------------------------------------- of a view


def unit_states(unit: Json, table: Json) -> list[str]:
    """Return the states of a unit in words."""
    found = [name for name in ("disrupted", "panicked") if unit[name]]
    if unit["contact"]:
        found.append("in contact")
    if unit["aboard"] >= 0:
        found.append(f"aboard {table['units'][unit['aboard']]['name']}")
    if unit["id"] in table["fired"]:
        found.append("has fired")
    return found


def named_unit(unit: Json, table: Json) -> str:
    """Return a unit by name, with its states in brackets."""
    states = unit_states(unit, table)
    name: str = unit["name"]
    return f"{name} ({', '.join(states)})" if states else name


def listed_units(table: Json, units: list[int]) -> str:
    """Units by name, with their states."""
    return ", ".join([named_unit(table["units"][unit], table) for unit in units])
