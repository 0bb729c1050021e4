"""A battle as a picture with its panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie import reach_overlay
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.drawing import aim_lines, picture_box, dice_nodes, terrain_nodes, unit_nodes
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS, decimal
from hippodrome.games.wheelie.handles import HandleBuilder
from hippodrome.games.wheelie.state import (
    BROKEN,
    DESTROYED,
    DISPERSED,
    LOST,
    FIGHTING,
    RETURNING,
    WAITING,
    WITHDRAWN,
)
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.actions import Action, Decision, expand
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, join_words

WAITING_TEXT: Final = "Waiting."
STATUS_TEXTS: Final = {
    WAITING: "waits to deploy",
    FIGHTING: "fights",
    BROKEN: "is broken and about to leave",
    WITHDRAWN: "has left the table",
    RETURNING: "is on its way back",
    LOST: "is lost",
    DESTROYED: "is destroyed",
    DISPERSED: "is dispersed",
}
FACES: Final = "⚀⚁⚂⚃⚄⚅"
_NATURAL_USES: Final = ("", "Advance", "Turn Manoeuvre", "Aim", "Shoot", "Reload", "anything")
_USE_TEXTS: Final = {
    "advance": "Advance",
    "turn": "Turn Manoeuvre",
    "shoot": "Shoot",
    "reload": "Reload",
    "heal": "remove a Temporary Damage",
    "bank": "+1 on the next initiative",
}


def draw(
    field: Layer,
    frame: Layer,
    symbols: str,
    kinds: list[ChariotKind],
    stuffs: list[TerrainKind],
    words: Words,
    view: View,
    shots: list[Json],
    decision: Decision | None,
) -> Scene:
    """Return the battle as a seat sees it, with grips if the decision is the viewer's."""
    table = view.table
    thrown = dice_nodes(table)
    grips = HandleBuilder(table, thrown)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [
        field,
        Layer("terrain", terrain_nodes(stuffs, table)),
        *_reach_layers(kinds, table),
        frame,
        Layer("pieces", unit_nodes(table)),
        Layer("aims", aim_lines(table)),
        Layer("dice", thrown),
        Layer("targets", grips.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [_activation_panel(table), _shots_panel(table, shots), _dice_panel(table, decision), _roster_panel(table)]
    shown = picture_box(table["width"], table["depth"])
    return Scene(shown, layers, grips.handles, _prompt(words, view, decision), trail, panels, symbols)


def _reach_layers(kinds: list[ChariotKind], table: Json) -> list[Layer]:
    """Arcs and ranges: of every unit for who points at it, and faintly of the one that acts."""
    found: list[Layer] = []
    for unit in table["units"]:
        if unit["status"] in (FIGHTING, BROKEN):
            reach = reach_overlay.zones(kinds[unit["kind"]], unit)
            name = f"zones-{unit['id']}"
            found.append(Layer(name, reach_overlay.zone_nodes(unit, reach, name, table), False, f"unit-{unit['id']}"))
            if unit["id"] == table["act"]["unit"] and not table["over"]:
                found.append(Layer("reach", reach_overlay.outline_nodes(unit, reach)))
    return found


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return f"{result_text(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    return f"{table['asked']['who']}: {words.prompts[name]}" if name else WAITING_TEXT


def result_text(table: Json) -> str:
    """Who has won."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    if len(first) == len(table["places"]):
        return "A draw"
    return f"{join_words(first)} {'wins' if len(first) == 1 else 'win'}"


# -------------------------------------------------------------------- panels


def _roster_panel(table: Json) -> Panel:
    """Return the record sheets (WW-R1), one line a unit."""
    rows: list[list[str]] = []
    for unit in table["units"]:
        special = ", ".join(special_texts(unit))
        rows.append([unit["name"], str(unit["pool"]), damage_text(unit), special, STATUS_TEXTS[unit["status"]]])
    heads = ["Unit", "Dice", "Damage", "Special", "State"]
    return Panel("roster", "Record sheets", heads, rows, [unit["seat"] for unit in table["units"]])


def damage_text(unit: Json) -> str:
    """Permanent Damage and where it struck, and Temporary Damage."""
    struck = [f"{name} {unit[name]}" for name in ("team", "driver", "warrior") if unit[name]]
    found = [f"{unit['permanent']} permanent ({', '.join(struck)})"] if struck else []
    if unit["temporary"]:
        found.append(f"{unit['temporary']} temporary")
    return ", ".join(found) if found else "none"


def special_texts(unit: Json) -> list[str]:
    """Characteristics, experts, and whether it is loaded."""
    found = [TRAITS[unit["trait"]], SEVENS[unit["seven"]], EXPERTS[unit["expert"]]]
    if unit["shield"]:
        found.append("Shield Bearer")
    if unit["mirrored"]:
        found.append("mirrored")
    found.append("loaded" if unit["loaded"] else "unloaded")
    if unit["banked"]:
        found.append(f"+{unit['banked']} initiative")
    return [word for word in found if word]


def _activation_panel(table: Json) -> Panel:
    """Whose activation it is, and how far it may still move."""
    act = table["act"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if table["turn"]:
        rows.append(["Turn", str(table["turn"])])
        seats.append(-1)
    if act["unit"] >= 0 and not table["over"]:
        unit = table["units"][act["unit"]]
        rows.append(["Acts", unit["name"]])
        seats.append(unit["seat"])
        if act["move"] or act["left"]:
            rows += [["To move", dice_faces(act["move"])], ["Inches left", decimal(act["left"], 1000, 2)]]
            seats += [-1, -1]
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def dice_faces(thrown: list[int]) -> str:
    """Dice as faces with their figures."""
    return " ".join([f"{FACES[die - 1]} {die}" if die else "0" for die in thrown]) if thrown else "none"


def _dice_panel(table: Json, decision: Decision | None) -> Panel:
    """Return the action dice that are left, and what each may be spent on."""
    left: list[int] = table["act"]["dice"] if table["act"]["unit"] >= 0 and not table["over"] else []
    uses: dict[int, list[str]] = {}
    if decision is not None and decision.name == "SpendDie":
        for action in expand(decision.options):
            if action.args:
                uses.setdefault(action.args[0], []).append(_use_text(table, action))
    rows: list[list[str]] = []
    for die in sorted(set(left)):
        count = left.count(die)
        good_for = ", ".join(uses.get(die, [])) or ("nothing now" if uses else _NATURAL_USES[die])
        rows.append([" ".join([FACES[die - 1]] * count) + f" {die}", good_for])
    return Panel("dice", "Action dice", ["Dice", "Good for"], rows, [-1] * len(rows))


def _use_text(table: Json, action: Action) -> str:
    if action.verb == "aim":
        return f"Aim at {table['units'][action.args[1]]['name']}"
    return _USE_TEXTS[action.verb]


def _shots_panel(table: Json, shots: list[Json]) -> Panel:
    """Who can shoot whom: one's own unit at every enemy, and every enemy at it."""
    rows: list[list[str]] = []
    seats: list[int] = []
    for shot in shots:
        shooter, target = table["units"][shot["by"]], table["units"][shot["at"]]
        notes = [note for note in (shot["state"], shot["why"], shot["chances"]) if note]
        rows.append([f"{shooter['name']} at {target['name']}", str(shot["dice"]), "; ".join(notes)])
        seats.append(shooter["seat"])
    return Panel("shots", "Who can shoot whom", ["Shot", "Dice", "Why"], rows, seats)
