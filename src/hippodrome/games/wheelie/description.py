"""The battle as text, for the terminal and screen readers, as the crew of the viewer's unit sees it."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.crew_view import CrewView
from hippodrome.games.wheelie.scene import STATUS_TEXTS, result_text, special_texts
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, MAX_ACTION_DICE
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.game import View
from hippodrome.kit.state import Json
from hippodrome.kit.units import INCH, decimal

COMPASS: Final = (
    "right edge",
    "lower right corner",
    "bottom edge",
    "lower left corner",
    "left edge",
    "upper left corner",
    "top edge",
    "upper right corner",
)


def describe(title: str, terrain_kinds: list[TerrainKind], view: View, crew: CrewView) -> str:
    """Return the turn, the viewer's unit, all others as seen from it, and the terrain."""
    table = view.table
    size = f"{table['width'] // INCH} by {table['depth'] // INCH} inches"
    lines = [f"{title}, a table of {size}. {_moment(table)}"]
    own_id = crew.own
    if own_id >= 0:
        lines.append(_own_unit_text(table, table["units"][own_id], view.seat))
    lines.extend(
        [
            _other_unit_text(table, unit, crew.bearings.get(unit["id"], ""))
            for unit in table["units"]
            if unit["id"] != own_id
        ]
    )
    lines.extend([_shot_words(table, shot) for shot in crew.shots if shot["dice"]])
    for piece in table["pieces"]:
        lines.append(f"The {terrain_kinds[piece['stuff']].name} lies {_place(piece)}.")
    return "\n".join(lines)


def _moment(table: Json) -> str:
    """Return the turn and the acting unit, or the result."""
    if table["over"]:
        return f"The battle is over. {result_text(table)}."
    if not table["turn"]:
        return "The battle is being set up."
    act = table["act"]
    dice = " ".join([str(die) for die in act["dice"]]) or "none"
    return f"Turn {table['turn']}. {table['units'][act['unit']]['name']} is acting; action dice left: {dice}."


def _place(thing: Json) -> str:
    """Return a position on the table."""
    across, down = decimal(thing["x"], INCH, 1), decimal(thing["y"], INCH, 1)
    return f"{across} inches from the left and {down} inches from the top"


def _state(table: Json, unit: Json) -> str:
    """Return what a unit has left: dice, load, aim, damage."""
    parts = [f"{unit['pool']} of {MAX_ACTION_DICE} action dice", *special_texts(unit)]
    if unit["aim"] >= 0:
        parts.append(f"aiming at {table['units'][unit['aim']]['name']}")
    for name in ("team", "driver", "warrior"):
        if unit[name]:
            parts.append(f"{name} hit {unit[name]} times" if unit[name] > 1 else f"{name} hit")
    return ", ".join(parts)


def _own_unit_text(table: Json, unit: Json, seat: int) -> str:
    """Return the unit from which the table is described."""
    whose = "You are" if unit["seat"] == seat else "Seen from"
    return f"{whose} {unit['name']}, {_place(unit)}, facing the {_facing(unit)}: {_state(table, unit)}."


def _facing(unit: Json) -> str:
    """Return the edge or corner that a unit faces."""
    return COMPASS[(unit["turn"] + 225) // 450 % 8]


def _other_unit_text(table: Json, unit: Json, bearing: str) -> str:
    """Return another unit: its position and what it has left."""
    if unit["status"] not in (FIGHTING, BROKEN):
        return f"{unit['name']} is {STATUS_TEXTS[unit['status']]}."
    where = bearing or f"{_place(unit)}, facing the {_facing(unit)}"
    broken = ", broken and about to withdraw" if unit["status"] == BROKEN else ""
    return f"{unit['name']}, {where}: {_state(table, unit)}{broken}."


def _shot_words(table: Json, shot: Json) -> str:
    """Return a possible shot."""
    by, at = table["units"][shot["by"]]["name"], table["units"][shot["at"]]["name"]
    dice = "1 die" if shot["dice"] == 1 else f"{shot['dice']} dice"
    state = f" ({shot['state']})" if shot["state"] else ""
    chances = f" {shot['chances']}." if shot["chances"] else ""
    return f"{by} at {at}: {dice}{state}: {shot['why']}.{chances}"
