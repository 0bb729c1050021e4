"""The scene of a battle: layers, handles and panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie import reach_overlay
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.drawing import (
    aim_lines,
    dice_nodes,
    is_driving_off,
    picture_box,
    terrain_nodes,
    unit_nodes,
)
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS
from hippodrome.games.wheelie.handles import HandleBuilder
from hippodrome.games.wheelie.state import (
    BROKEN,
    DESTROYED,
    DISPERSED,
    FIGHTING,
    LOST,
    RETURNING,
    WAITING,
    WITHDRAWN,
)
from hippodrome.games.wheelie.terrain import TerrainKind
from hippodrome.kit.actions import Action, Decision, expand
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template, join_words, sentence_case, waiting_sentence
from hippodrome.kit.units import INCH, decimal

WAITING_TEXT: Final = "Waiting."
STATUS_TEXTS: Final = {
    WAITING: "not deployed yet",
    FIGHTING: "fighting",
    BROKEN: "broken and about to withdraw",
    WITHDRAWN: "withdrawn",
    RETURNING: "about to return",
    LOST: "lost",
    DESTROYED: "destroyed",
    DISPERSED: "dispersed",
}
FACES: Final = "⚀⚁⚂⚃⚄⚅"
_NATURAL_USES: Final = ("", "Advance", "Turn Manoeuvre", "Aim", "Shoot", "Reload", "any action")
_USE_TEXTS: Final = {
    "advance": "Advance",
    "turn": "Turn Manoeuvre",
    "shoot": "Shoot",
    "reload": "Reload",
    "heal": "remove 1 Temporary Damage",
    "bank": "bank for +1 on the next initiative roll",
}


def draw(
    table_layer: Layer,
    frame_layer: Layer,
    symbols: str,
    kinds: list[ChariotKind],
    terrain_kinds: list[TerrainKind],
    words: Words,
    view: View,
    shots: list[Json],
    decision: Decision | None,
) -> Scene:
    """Return the battle as a seat sees it, with handles if the decision is the viewer's."""
    table = view.table
    dice = dice_nodes(table)
    builder = HandleBuilder(table, terrain_kinds, dice)
    if decision is not None and view.seat in decision.seats:
        builder.fill(decision)
    layers = [
        table_layer,
        Layer("terrain", terrain_nodes(terrain_kinds, table)),
        *_reach_layers(kinds, table),
        frame_layer,
        Layer("pieces", unit_nodes(table)),
        Layer("aims", aim_lines(table)),
        Layer("dice", dice),
        Layer("targets", builder.nodes),
    ]
    breadcrumbs: list[str] = list(table["breadcrumbs"])
    if decision is not None:
        breadcrumbs.append(decision.rule)
    panels = [_activation_panel(table), _shots_panel(table, shots), _dice_panel(table, decision), _roster_panel(table)]
    visible_area = picture_box(table["width"], table["depth"])
    return Scene(visible_area, layers, builder.handles, _prompt(words, view, decision), breadcrumbs, panels, symbols)


def _reach_layers(kinds: list[ChariotKind], table: Json) -> list[Layer]:
    """Return arcs and ranges of every unit, shown on pointing at it, and faintly of the acting unit."""
    layers: list[Layer] = []
    for unit in table["units"]:
        if unit["status"] in (FIGHTING, BROKEN) and not is_driving_off(table, unit):
            zones = reach_overlay.zones(kinds[unit["kind"]], unit)
            name = f"zones-{unit['id']}"
            layers.append(Layer(name, reach_overlay.zone_nodes(unit, zones, name, table), False, f"unit-{unit['id']}"))
            if unit["id"] == table["act"]["unit"] and not table["over"]:
                layers.append(Layer("reach", reach_overlay.outline_nodes(unit, zones)))
    return layers


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Return the pending decision in words, or the result."""
    table = view.table
    if table["over"]:
        return f"{result_text(table)}: {words.reasons[table['reason']]}."
    asked = table["asked"]
    name = decision.name if decision is not None else asked["name"]
    if not name:
        return WAITING_TEXT
    seats = decision.seats if decision is not None else asked["seats"]
    if view.seat not in seats:
        return waiting_sentence(words, [FACTIONS[seat] for seat in seats], name)
    question = fill_template(words.prompts[name], asked["prompt"].__getitem__)
    owner = f"{FACTIONS[view.seat]}'s "
    has_several = sum([unit["side"] == view.seat for unit in table["units"]]) > 1
    if has_several and asked["who"].startswith(owner):
        return f"Your {asked['who'].removeprefix(owner)}: {question}"
    return sentence_case(question)


def result_text(table: Json) -> str:
    """Return the winners, or that it is a draw."""
    winners = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    if len(winners) == len(table["places"]):
        return "A draw"
    return f"{join_words(winners)} {'wins' if len(winners) == 1 else 'win'}"


# -------------------------------------------------------------------- panels


def _roster_panel(table: Json) -> Panel:
    """Return the record sheets (WW-R1), one row for each unit."""
    rows: list[list[str]] = []
    for unit in table["units"]:
        specials = ", ".join(special_texts(unit))
        rows.append([unit["name"], str(unit["pool"]), damage_text(unit), specials, STATUS_TEXTS[unit["status"]]])
    heads = ["Unit", "Dice", "Damage", "Special", "State"]
    return Panel("roster", "Record sheets", heads, rows, [unit["seat"] for unit in table["units"]])


def damage_text(unit: Json) -> str:
    """Return Permanent Damage with its locations, and Temporary Damage."""
    locations = [f"{name} {unit[name]}" for name in ("team", "driver", "warrior") if unit[name]]
    parts = [f"{unit['permanent']} permanent ({', '.join(locations)})"] if locations else []
    if unit["temporary"]:
        parts.append(f"{unit['temporary']} temporary")
    return ", ".join(parts) if parts else "none"


def special_texts(unit: Json) -> list[str]:
    """Return characteristics, Experts and the load."""
    texts = [TRAITS[unit["trait"]], SEVENS[unit["seven"]], EXPERTS[unit["expert"]]]
    if unit["shield"]:
        texts.append("Shield Bearer")
    if unit["mirrored"]:
        texts.append("mirrored")
    texts.append("loaded" if unit["loaded"] else "unloaded")
    if unit["banked"]:
        texts.append(f"+{unit['banked']} initiative")
    return [word for word in texts if word]


def _activation_panel(table: Json) -> Panel:
    """Return the turn, the acting unit, and how far it may still move."""
    act = table["act"]
    rows: list[list[str]] = []
    seats: list[int] = []
    if table["turn"]:
        rows.append(["Turn", str(table["turn"])])
        seats.append(-1)
    if act["unit"] >= 0 and not table["over"]:
        unit = table["units"][act["unit"]]
        rows.append(["Acting", unit["name"]])
        seats.append(unit["seat"])
        if act["move"]:
            rows.append(["Movement dice left", dice_faces(act["move"])])
            seats.append(-1)
        if act["die"] >= 0 and (act["left"] or act["move"]):
            rows.append(["Left of this leg", f"{decimal(act['left'], INCH, 2)} of {act['die']} inches"])
            seats.append(-1)
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def dice_faces(dice: list[int]) -> str:
    """Return dice as faces with their numbers."""
    return " ".join([f"{FACES[die - 1]} {die}" if die else "0" for die in dice]) if dice else "none"


def _dice_panel(table: Json, decision: Decision | None) -> Panel:
    """Return the remaining action dice and what each may be spent on."""
    dice: list[int] = table["act"]["dice"] if table["act"]["unit"] >= 0 and not table["over"] else []
    uses: dict[int, list[str]] = {}
    if decision is not None and decision.name == "SpendDie":
        for action in expand(decision.options):
            if action.args:
                uses.setdefault(action.args[0], []).append(_use_text(table, action))
    rows: list[list[str]] = []
    for die in sorted(set(dice)):
        count = dice.count(die)
        uses_text = ", ".join(uses.get(die, [])) or ("nothing now" if uses else _NATURAL_USES[die])
        rows.append([" ".join([FACES[die - 1]] * count) + f" {die}", uses_text])
    return Panel("dice", "Action dice", ["Dice", "Uses"], rows, [-1] * len(rows))


def _use_text(table: Json, action: Action) -> str:
    """Return the use of a die."""
    if action.verb == "aim":
        return f"Aim at {table['units'][action.args[1]]['name']}"
    return _USE_TEXTS[action.verb]


def _shots_panel(table: Json, shots: list[Json]) -> Panel:
    """Return the shots of the seat's unit at every enemy, and of every enemy at it."""
    rows: list[list[str]] = []
    seats: list[int] = []
    for shot in shots:
        shooter, target = table["units"][shot["by"]], table["units"][shot["at"]]
        notes = [note for note in (shot["state"], shot["why"], shot["chances"]) if note]
        rows.append([f"{shooter['name']} at {target['name']}", str(shot["dice"]), "; ".join(notes)])
        seats.append(shooter["seat"])
    return Panel("shots", "Possible shots", ["Shot", "Dice", "Details"], rows, seats)
