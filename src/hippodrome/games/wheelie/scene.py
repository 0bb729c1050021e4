"""A battle as a picture with its panels, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.drawing import MARGIN, Grips, terrain, units
from hippodrome.games.wheelie.measures import EXPERTS, SEVENS, TRAITS, figure
from hippodrome.games.wheelie.state import (
    BROKEN,
    DESTROYED,
    DISPERSED,
    LOST,
    PLAY,
    RETURNING,
    WAITING,
    WITHDRAWN,
)
from hippodrome.games.wheelie.terrain import Stuff
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.words import Words, listed

WAITING_WORDS: Final = "Waiting."
STATUS: Final = {
    WAITING: "waits to deploy",
    PLAY: "fights",
    BROKEN: "is broken and about to leave",
    WITHDRAWN: "has left the table",
    RETURNING: "is on its way back",
    LOST: "is lost",
    DESTROYED: "is destroyed",
    DISPERSED: "is dispersed",
}
_COMPASS: Final = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")


def draw(field: Layer, stuffs: list[Stuff], words: Words, view: View, decision: Decision | None) -> Scene:
    """The battle as a seat sees it, with grips if the decision is the viewer's."""
    table = view.table
    grips = Grips(table, stuffs)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [
        field,
        Layer("terrain", terrain(stuffs, table)),
        Layer("pieces", units(table)),
        Layer("targets", grips.nodes),
    ]
    box = (-MARGIN, -MARGIN, table["width"] + 2 * MARGIN, table["depth"] + 2 * MARGIN)
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [_roster(table), _act(table)]
    return Scene(box, layers, grips.handles, _prompt(words, view, decision), trail, panels)


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return f"{_winners(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    if not name:
        return WAITING_WORDS
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    return f"{', '.join([FACTIONS[seat] for seat in seats])}: {words.prompts[name]}"


def _winners(table: Json) -> str:
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    if len(first) == len(table["places"]):
        return "A draw"
    return f"{listed(first)} {'wins' if len(first) == 1 else 'win'}"


# -------------------------------------------------------------------- panels


def _roster(table: Json) -> Panel:
    """The record sheets (WW-R1), one line a unit."""
    rows: list[list[str]] = []
    for unit in table["units"]:
        rows.append(
            [
                unit["name"],
                str(unit["pool"]),
                str(unit["permanent"]),
                str(unit["temporary"]),
                f"{unit['team']} {unit['driver']} {unit['warrior']}",
                ", ".join(specials(unit)),
                STATUS[unit["status"]],
            ]
        )
    heads = ["Unit", "Dice", "Permanent", "Temporary", "Team, driver, warrior", "Special", "State"]
    return Panel("roster", "Record sheets", heads, rows, [unit["seat"] for unit in table["units"]])


def specials(unit: Json) -> list[str]:
    """Characteristics, experts, and whether it is loaded and aims."""
    found = [TRAITS[unit["trait"]], SEVENS[unit["seven"]], EXPERTS[unit["expert"]]]
    if unit["shield"]:
        found.append("Shield Bearer")
    if unit["mirrored"]:
        found.append("mirrored")
    found.append("loaded" if unit["loaded"] else "unloaded")
    if unit["banked"]:
        found.append(f"+{unit['banked']} initiative")
    return [word for word in found if word]


def _act(table: Json) -> Panel:
    """Whose activation it is, and its dice."""
    act = table["act"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if table["turn"]:
        rows.append(["Turn", str(table["turn"])])
        seats.append(-1)
    if act["unit"] >= 0 and not table["over"]:
        unit = table["units"][act["unit"]]
        rows += [["Acts", unit["name"]], ["Action dice", _dice(act["dice"])]]
        seats += [unit["seat"], -1]
        if act["move"] or act["left"]:
            rows += [["Movement dice", _dice(act["move"])], ["Inches left", figure(act["left"], 1000, 2)]]
            seats += [-1, -1]
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def _dice(dice: list[int]) -> str:
    return " ".join([str(die) for die in dice]) if dice else "none"


# -------------------------------------------------------------------- in words


def describe(title: str, stuffs: list[Stuff], view: View) -> str:
    """The battle in words, for the terminal and for a screen reader."""
    table = view.table
    size = f"{table['width'] // 1000} by {table['depth'] // 1000} inches"
    lines = [f"{title}, a table of {size}. {_moment(table)}"]
    for piece in table["pieces"]:
        lines.append(f"A {stuffs[piece['stuff']].name} at {_place(piece)}.")
    lines.extend([_unit_words(table, unit) for unit in table["units"]])
    return "\n".join(lines)


def _moment(table: Json) -> str:
    if table["over"]:
        return f"The battle is over. {_winners(table)}."
    return f"Turn {table['turn']}." if table["turn"] else "The battle is being set up."


def _place(thing: Json) -> str:
    return f"{figure(thing['x'], 1000, 1)} by {figure(thing['y'], 1000, 1)} inches"


def _unit_words(table: Json, unit: Json) -> str:
    """One unit: where it is, where it faces, what it has left."""
    if unit["status"] not in (PLAY, BROKEN):
        return f"{unit['name']} {STATUS[unit['status']]}."
    facing = _COMPASS[(unit["turn"] + 225) // 450 % 8]
    text = f"{unit['name']} {STATUS[unit['status']]} at {_place(unit)}, facing the {facing}, {unit['pool']} action dice"
    aim = f", aiming at {table['units'][unit['aim']]['name']}" if unit["aim"] >= 0 else ""
    return f"{text}, {', '.join(specials(unit))}{aim}."
