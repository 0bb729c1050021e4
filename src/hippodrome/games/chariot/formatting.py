"""Names of units, hexes, odds and points as text."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.state import DRAW, PHASES, Battle
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.kit.templates import join_words

MAX_NAMED_UNITS: Final = 4  # longer lists are counted by type


def unit_name(s: Battle, unit: i64) -> str:
    """Return type and number within the army, like "Axemen 3". Leaders are named by level, like "Leader 3a"."""
    return s.rules.names[unit]


def placed_name(s: Battle, unit: i64) -> str:
    """Return a unit with its hex, like "Axemen 3 (1218)"."""
    name = unit_name(s, unit)
    return f"{name} ({hex_name(s, s.hexes[unit])})" if s.hexes[unit] >= 0 else name


def army_name(s: Battle, side: i64) -> str:
    """Return the name of a side."""
    return s.rules.armies[side].name


def unit_list(s: Battle, units: tuple[int, ...]) -> str:
    """Return units by name, or counted by type if there are many; "none" without units."""
    if not units:
        return "none"
    if len(units) <= MAX_NAMED_UNITS:
        return join_words([unit_name(s, unit) for unit in units])
    counts: dict[int, int] = {}
    for unit in units:
        kind = s.rules.initial_kinds[unit]
        counts[kind] = counts.get(kind, 0) + 1
    return join_words([kind_count(s.rules.kinds[kind], count) for kind, count in counts.items()])


def kind_count(kind: Kind, count: int) -> str:
    """Return a number of units of a kind, like "3 Chariots" or "2 Leaders (level 3)"."""
    plural = "" if count == 1 else "s"
    if kind.is_leader:
        return f"{count} {kind.name.removesuffix(f' {kind.level}')}{plural} (level {kind.level})"
    return f"{count} {kind.name}{plural if kind.is_chariot else ''}"


def hex_name(s: Battle, hex: i64) -> str:
    """Return the printed number of a hex, with its letter (CH-R29)."""
    return s.rules.ground.hex_name(int(hex))


def hex_list(s: Battle, hexes: tuple[int, ...]) -> str:
    """Return several hexes by name."""
    return join_words([hex_name(s, hex) for hex in hexes]) if hexes else "none"


def points_text(halves: i64) -> str:
    """Return half points as Movement Points, like "4½"."""
    whole, half = divmod(int(halves), 2)
    return f"{whole or ''}½" if half else str(whole)


def strength_text(sixteenths: i64) -> str:
    """Return a strength in sixteenths as a decimal without trailing zeros."""
    whole, rest = divmod(int(sixteenths), 16)
    return f"{whole}.{rest * 625:04}".rstrip("0").rstrip(".")


# Labels of "done", by decision.
_END_LABELS: Final = {
    "Board": "Done embarking",
    "GetOff": "Done unloading",
    "Fire": "Cease fire",
    "DefensiveFire": "Hold fire",
    "Advance": "Advance no further",
}


def end_label(decision: str, phase: i64) -> str:
    """Return the label of the action "done" for a decision."""
    return _END_LABELS.get(decision, f"End the {PHASES[phase]}")


def verdict_text(armies: list[str], winner: int, reason: str) -> str:
    """Return the winner with the colour of the army, and the reason."""
    return f"A draw: {reason}." if winner == DRAW else f"The {armies[winner]} ({FACTIONS[winner]}) win: {reason}."


# -------------------------------------------------------------------- views


def unit_states(unit: Json, table: Json) -> list[str]:
    """Return the states of a unit as text."""
    states = [name for name in ("disrupted", "panicked") if unit[name]]
    if unit["contact"]:
        states.append("in contact")
    if unit["aboard"] >= 0:
        states.append(f"aboard {table['units'][unit['aboard']]['name']}")
    if unit["id"] in table["fired"]:
        states.append("has fired")
    return states


def unit_with_states(unit: Json, table: Json) -> str:
    """Return a unit by name, with its states in brackets."""
    states = unit_states(unit, table)
    name: str = unit["name"]
    return f"{name} ({', '.join(states)})" if states else name


def units_with_states(table: Json, units: list[int]) -> str:
    """Return units by name, with their states."""
    return ", ".join([unit_with_states(table["units"][unit], table) for unit in units])
