"""A battle in words, for the terminal and for a screen reader."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import plan_rows
from hippodrome.games.chariot.formatting import listed_units
from hippodrome.games.chariot.ground import NAMES, Ground
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.scene import progress, standing_words, verdict
from hippodrome.games.chariot.state import ELIMINATED, EXITED, OFF_MAP
from hippodrome.kit.game import View
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words


def describe(order: OrderOfBattle, words: Words, view: View) -> str:
    """Return the moment, the objectives, the plan, and who stands where."""
    table = view.table
    lines = [f"{order.title}, {order.date}. {order.goal}", _moment(table, words)]
    for place, hex in enumerate(order.objectives):
        owner = table["owners"][place]
        holder = f"the {table['armies'][owner]['name']}" if owner >= 0 else "nobody"
        lines.append(f"Hex {order.ground.name(hex)} is controlled by {holder}.")
    lines.extend([f"{name}: {told}." for name, told in progress(order, table)])
    if table["asked"]["plan"] and not table["over"]:
        lines.append("; ".join([f"{name}: {told}" for name, told in plan_rows(view)]) + ".")
    for side, army in enumerate(table["armies"]):
        lines.append(f"The {army['name']} have lost {army['lost']} of {army['vp']} VP.")
        lines.extend(_stacks(order.ground, table, side))
    return "\n".join(lines)


def _moment(table: Json, words: Words) -> str:
    if table["over"]:
        return verdict(table, words)
    name = table["armies"][table["side"]]["name"]
    if not table["turn"]:
        return f"The {name} set up."
    return (
        f"Game-Turn {table['turn']} of {table['turns']}, {table['phase']} of the {name}; {standing_words(table)} now."
    )


def _stacks(ground: Ground, table: Json, side: int) -> list[str]:
    """One line a hex, and one for those who are not on the map."""
    found: dict[int, list[int]] = {}
    for unit in table["units"]:
        if unit["side"] == side and unit["hex"] not in (ELIMINATED, EXITED):
            found.setdefault(unit["hex"], []).append(unit["id"])
    lines = [
        f"  {ground.name(hex)}, {NAMES[ground.terrain[hex]]}: {listed_units(table, units)}."
        for hex, units in sorted(found.items())
        if hex >= 0
    ]
    if OFF_MAP in found:
        lines.append(f"  Not on the map: {listed_units(table, found[OFF_MAP])}.")
    return lines
