"""Description of a battle for the text view and screen readers."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import visible_rows
from hippodrome.games.chariot.formatting import units_with_states
from hippodrome.games.chariot.ground import TERRAIN_NAMES, Ground
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.scene import final_verdict, handicap_texts, progress, standing_text
from hippodrome.games.chariot.state import ELIMINATED, EXITED, OFF_MAP
from hippodrome.kit.game import View
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words


def describe(order: OrderOfBattle, words: Words, view: View) -> str:
    """Describe the turn, the objectives, the planned attack and the positions of all units."""
    table = view.table
    lines = [f"{order.title}, {order.date}. {order.goal}", _turn_text(table, words)]
    for index, hex in enumerate(order.objectives):
        owner = table["owners"][index]
        controller = f"The {table['armies'][owner]['name']} control" if owner >= 0 else "Neither side controls"
        lines.append(f"{controller} hex {order.ground.hex_name(hex)}.")
    lines.extend([f"{name}: {text}." for name, text in progress(order, table)])
    lines.extend([f"Handicap: {text}." for text in handicap_texts(table)])
    if table["asked"]["plan"] and not table["over"]:
        lines.append("; ".join([f"{name}: {text}" for name, text in visible_rows(view)]) + ".")
    for side, army in enumerate(table["armies"]):
        lines.append(f"The {army['name']} have lost {army['lost']} of {army['vp']} VP.")
        lines.extend(_stacks(order.ground, table, side))
    return "\n".join(lines)


def _turn_text(table: Json, words: Words) -> str:
    """Return the Game-Turn, phase and side ahead, or the verdict."""
    if table["over"]:
        return final_verdict(table, words)
    name = table["armies"][table["side"]]["name"]
    if not table["turn"]:
        return f"The {name} set up."
    turn = f"Game-Turn {table['turn']} of {table['turns']}, {table['phase']}"
    return f"{turn}: the {name} to play. {standing_text(table)}"


def _stacks(ground: Ground, table: Json, side: int) -> list[str]:
    """Return one line per hex, and one for units off the map."""
    stacks: dict[int, list[int]] = {}
    for unit in table["units"]:
        if unit["side"] == side and unit["hex"] not in (ELIMINATED, EXITED):
            stacks.setdefault(unit["hex"], []).append(unit["id"])
    lines = [
        f"  {ground.hex_name(hex)}, {TERRAIN_NAMES[ground.terrain[hex]]}: {units_with_states(table, units)}."
        for hex, units in sorted(stacks.items())
        if hex >= 0
    ]
    if OFF_MAP in stacks:
        lines.append(f"  Not on the map: {units_with_states(table, stacks[OFF_MAP])}.")
    return lines
