"""A battle as a picture with its panels."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie import reach_overlay
from hippodrome.games.wheelie.chariots import Kind
from hippodrome.games.wheelie.drawing import aims, box, dice, terrain, units
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS, figure
from hippodrome.games.wheelie.handles import Grips
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
from hippodrome.kit.actions import Action, Decision, expand
from hippodrome.kit.game import View
from hippodrome.kit.scene import FACTIONS, Layer, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, listed

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
FACES: Final = "⚀⚁⚂⚃⚄⚅"
_NATURAL: Final = ("", "Advance", "Turn Manoeuvre", "Aim", "Shoot", "Reload", "anything")
_VERBS: Final = {
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
    kinds: list[Kind],
    stuffs: list[Stuff],
    words: Words,
    view: View,
    shots: list[Json],
    decision: Decision | None,
) -> Scene:
    """Return the battle as a seat sees it, with grips if the decision is the viewer's."""
    table = view.table
    thrown = dice(table)
    grips = Grips(table, thrown)
    if decision is not None and view.seat in decision.seats:
        grips.fill(decision)
    layers = [
        field,
        Layer("terrain", terrain(stuffs, table)),
        *_zones(kinds, table),
        frame,
        Layer("pieces", units(table)),
        Layer("aims", aims(table)),
        Layer("dice", thrown),
        Layer("targets", grips.nodes),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [_act(table), _shots(table, shots), _dice(table, decision), _roster(table)]
    shown = box(table["width"], table["depth"])
    return Scene(shown, layers, grips.handles, _prompt(words, view, decision), trail, panels, symbols)


def _zones(kinds: list[Kind], table: Json) -> list[Layer]:
    """Arcs and ranges: of every unit for who points at it, and faintly of the one that acts."""
    found: list[Layer] = []
    for unit in table["units"]:
        if unit["status"] in (PLAY, BROKEN):
            reach = reach_overlay.zones_of(kinds[unit["kind"]], unit)
            name = f"zones-{unit['id']}"
            found.append(Layer(name, reach_overlay.drawn(unit, reach, name, table), False, f"unit-{unit['id']}"))
            if unit["id"] == table["act"]["unit"] and not table["over"]:
                found.append(Layer("reach", reach_overlay.outlines(unit, reach)))
    return found


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return f"{winners(table)}: {words.reasons[table['reason']]}."
    name = decision.name if decision is not None else table["asked"]["name"]
    return f"{table['asked']['who']}: {words.prompts[name]}" if name else WAITING_WORDS


def winners(table: Json) -> str:
    """Who has won."""
    first = [FACTIONS[seat] for seat, place in enumerate(table["places"]) if place == 1]
    if len(first) == len(table["places"]):
        return "A draw"
    return f"{listed(first)} {'wins' if len(first) == 1 else 'win'}"


# -------------------------------------------------------------------- panels


def _roster(table: Json) -> Panel:
    """Return the record sheets (WW-R1), one line a unit."""
    rows: list[list[str]] = []
    for unit in table["units"]:
        special = ", ".join(specials(unit))
        rows.append([unit["name"], str(unit["pool"]), damage(unit), special, STATUS[unit["status"]]])
    heads = ["Unit", "Dice", "Damage", "Special", "State"]
    return Panel("roster", "Record sheets", heads, rows, [unit["seat"] for unit in table["units"]])


def damage(unit: Json) -> str:
    """Permanent Damage and where it struck, and Temporary Damage."""
    struck = [f"{name} {unit[name]}" for name in ("team", "driver", "warrior") if unit[name]]
    found = [f"{unit['permanent']} permanent ({', '.join(struck)})"] if struck else []
    if unit["temporary"]:
        found.append(f"{unit['temporary']} temporary")
    return ", ".join(found) if found else "none"


def specials(unit: Json) -> list[str]:
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


def _act(table: Json) -> Panel:
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
            rows += [["To move", faces(act["move"])], ["Inches left", figure(act["left"], 1000, 2)]]
            seats += [-1, -1]
    return Panel("turn", "This turn", ["What", "Now"], rows, seats)


def faces(thrown: list[int]) -> str:
    """Dice as faces with their figures."""
    return " ".join([f"{FACES[die - 1]} {die}" if die else "0" for die in thrown]) if thrown else "none"


def _dice(table: Json, decision: Decision | None) -> Panel:
    """Return the action dice that are left, and what each may be spent on."""
    left: list[int] = table["act"]["dice"] if table["act"]["unit"] >= 0 and not table["over"] else []
    uses: dict[int, list[str]] = {}
    if decision is not None and decision.name == "SpendDie":
        for action in expand(decision.options):
            if action.args:
                uses.setdefault(action.args[0], []).append(_use(table, action))
    rows: list[list[str]] = []
    for die in sorted(set(left)):
        count = left.count(die)
        good_for = ", ".join(uses.get(die, [])) or ("nothing now" if uses else _NATURAL[die])
        rows.append([" ".join([FACES[die - 1]] * count) + f" {die}", good_for])
    return Panel("dice", "Action dice", ["Dice", "Good for"], rows, [-1] * len(rows))


def _use(table: Json, action: Action) -> str:
    if action.verb == "aim":
        return f"Aim at {table['units'][action.args[1]]['name']}"
    return _VERBS[action.verb]


def _shots(table: Json, shots: list[Json]) -> Panel:
    """Who can shoot whom: one's own unit at every enemy, and every enemy at it."""
    rows: list[list[str]] = []
    seats: list[int] = []
    for shot in shots:
        shooter, target = table["units"][shot["by"]], table["units"][shot["at"]]
        notes = [note for note in (shot["state"], shot["why"], shot["chances"]) if note]
        rows.append([f"{shooter['name']} at {target['name']}", str(shot["dice"]), "; ".join(notes)])
        seats.append(shooter["seat"])
    return Panel("shots", "Who can shoot whom", ["Shot", "Dice", "Why"], rows, seats)
