"""A battle as a picture with its panels and handles."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import visible_rows
from hippodrome.games.chariot.drawing import (
    counter_layers,
    counter_positions,
    focus_node,
    objective_flags,
    spread_stack,
    stack_badges,
    tray_counts,
    tray_nodes,
    tray_piles,
    tray_positions,
    units_by_hex,
    view_box,
    zone_borders,
)
from hippodrome.games.chariot.formatting import verdict_text
from hippodrome.games.chariot.handicap import Handicap
from hippodrome.games.chariot.handles import HandleBuilder
from hippodrome.games.chariot.map_drawing import Point, hex_centre
from hippodrome.games.chariot.reach_overlay import attack_lines, overlay_nodes
from hippodrome.games.chariot.scenarios import EITHER, EXIT, LIMIT, RATIO, OrderOfBattle
from hippodrome.games.chariot.state import DRAW, OFF_MAP
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template, sentence_case, waiting_sentence


def draw(
    ground_layer: Layer,
    symbols: str,
    order: OrderOfBattle,
    kinds: list[Kind],
    words: Words,
    view: View,
    decision: Decision | None,
) -> Scene:
    """Return the battle as a seat sees it, with handles if the decision is the viewer's."""
    table, ground = view.table, order.ground
    hexes = [unit["hex"] for unit in table["units"]]
    stacks = units_by_hex(hexes)
    piles = tray_piles(table)
    is_waiting = len(piles) > 0
    positions = counter_positions(ground, hexes) | tray_positions(order, piles)
    handles = HandleBuilder(order, kinds, words, table, positions)
    if decision is not None and view.seat in decision.seats:
        handles.add_decision(decision)
    badges = [
        focus_node(order, is_waiting),
        *stack_badges(ground, table, stacks),
        *tray_counts(order, kinds, table, piles),
        *objective_flags(ground, order.objectives, table),
    ]
    layers = [
        ground_layer,
        Layer("tray", [*zone_borders(order, table), *tray_nodes(order, table, piles)]),
        *counter_layers(kinds, table, positions),
        Layer("signs", badges),
        *_overlays(order, kinds, table, stacks),
        Layer("targets", handles.nodes),
        Layer("plan", plan_marks(order, table, positions)),
    ]
    breadcrumbs: list[str] = list(table["breadcrumbs"])
    if decision is not None:
        breadcrumbs.append(decision.rule)
    panels = [_victory(order, table), _plan(view), _armies(table)]
    prompt = _prompt(words, view, decision)
    return Scene(view_box(ground, is_waiting), layers, handles.handles, prompt, breadcrumbs, panels, symbols)


def _overlays(order: OrderOfBattle, kinds: list[Kind], table: Json, stacks: dict[int, list[int]]) -> list[Layer]:
    """Return the overlays shown when the player points at a counter or stack."""
    layers: list[Layer] = []
    for hex, units in stacks.items():
        nodes = overlay_nodes(order, table, hex, units)
        if len(units) > 1:
            nodes.extend(spread_stack(order.ground, kinds, table, hex, units))
        if nodes:
            of = f"stack-{hex}" if len(units) > 1 else f"unit-{units[0]}"
            layers.append(Layer(f"about-{hex}", nodes, False, of))
    return layers


def plan_marks(order: OrderOfBattle, table: Json, positions: dict[int, Point]) -> list[Node]:
    """Return marks on the chosen units and the targets of the planned move or attack."""
    asked = table["asked"]
    nodes: list[Node] = []
    for hex in asked["hexes"]:
        origins = sorted({table["units"][unit]["hex"] for unit in asked["units"] if unit in positions})
        nodes.extend(attack_lines(order, hex, origins, f"attack-{hex}"))
        x, y = hex_centre(order.ground, hex)
        nodes.append(Node(f"aimed-{hex}", "use", x, y, "chariot-aimed", size=1334))
    for unit in [*asked["units"], *units_being_deployed(table)]:
        if unit in positions:
            x, y = positions[unit]
            nodes.append(Node(f"chosen-{unit}", "use", x, y, "chariot-chosen"))
    return nodes


def units_being_deployed(table: Json) -> list[int]:
    """Return the waiting units of the kind that is being deployed."""
    kind = table["asked"]["kind"]
    return [unit["id"] for unit in table["units"] if unit["kind"] == kind and unit["hex"] == OFF_MAP]


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Return the prompt of the decision, or the verdict after the end."""
    table = view.table
    if table["over"]:
        return final_verdict(table, words)
    name = decision.name if decision is not None else table["asked"]["name"]
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    if not name:
        return "Waiting."
    if view.seat in seats:
        return sentence_case(fill_template(words.prompts[name], table["asked"]["prompt"].__getitem__))
    return waiting_sentence(words, [f"the {table['armies'][seat]['name']}" for seat in seats], name, plural=True)


def final_verdict(table: Json, words: Words) -> str:
    """Return the winner and the reason as text."""
    return verdict_text([army["name"] for army in table["armies"]], table["winner"], words.reasons[table["reason"]])


# -------------------------------------------------------------------- panels


def _plan(view: View) -> Panel:
    """Return the panel of the planned move or attack."""
    table = view.table
    rows = [list(row) for row in visible_rows(view)]
    title = {"Go": "This move", "Volley": "This volley", "Assault": "This attack"}.get(table["asked"]["name"], "Plan")
    return Panel("plan", title, ["What", "Now"], rows, [-1] * len(rows))


def _victory(order: OrderOfBattle, table: Json) -> Panel:
    """Return the panel with the goal, the phase, control of objectives, progress, and the side ahead."""
    turn = ["Game-Turn", f"{table['turn']} of {table['turns']}"]
    rows = [["To play", table["armies"][table["side"]]["name"]], ["Phase", table["phase"].removesuffix(" Phase")]]
    rows = [turn, *rows] if table["turn"] else rows
    for index, hex in enumerate(order.objectives):
        owner = table["owners"][index]
        controller = table["armies"][owner]["name"] if owner >= 0 else "not controlled"
        rows.append([order.ground.hex_name(hex), controller])
    rows.extend([[name, count] for name, count in progress(order, table)])
    title, side = order.goal, table["handicap_side"]
    if side >= 0:
        army = table["armies"][side]["name"]
        title = f"{title} {Handicap(side, table['handicap_lead']).text(army)}."
        rows.append([f"{army} lead", f"{lead_of(table, side):+d}"])
    if table["turn"]:
        rows.append(["Leading", "neither" if table["standing"] == DRAW else table["armies"][table["standing"]]["name"]])
    return Panel("victory", title, ["What", "Now"], rows, [-1] * len(rows))


def progress(order: OrderOfBattle, table: Json) -> list[tuple[str, str]]:
    """Return the progress of conditions that count units (CH-V.5.2-1, CH-V.5.4-1, CH-V.5.3-2, CH-V.6.2-1)."""
    victory = order.victory
    own, other = table["armies"][victory.side], table["armies"][1 - victory.side]
    if victory.rule == EXIT:
        return [(f"{own['name']} exited", f"{own['exited']} of {victory.least}")]
    if victory.rule == EITHER:
        first = table["armies"][0]
        return [(f"{first['name']} south", f"{first['south']} (max {victory.fewer - 1})")]
    if victory.rule not in (RATIO, LIMIT):
        return []
    limit = f" (max {victory.most})" if victory.rule == LIMIT else ""
    return [
        (f"{other['name']} lost", f"{other['killed']} of {victory.least}"),
        (f"{own['name']} lost", f"{own['killed']}{limit}"),
    ]


def lead_of(table: Json, side: int) -> int:
    """CH-R58: return the lead of a side in victory points."""
    lead: int = table["armies"][1 - side]["lost"] - table["armies"][side]["lost"]
    return lead


def handicap_texts(table: Json) -> list[str]:
    """CH-R58: return what the side with a handicap needs, and its present lead; empty without a handicap."""
    side = table["handicap_side"]
    if side < 0:
        return []
    need = Handicap(side, table["handicap_lead"]).text(table["armies"][side]["name"])
    return [f"{need} (now {lead_of(table, side):+d})"]


def standing_text(table: Json) -> str:
    """Return which side would win now, as a sentence."""
    if table["standing"] == DRAW:
        return "Neither side is ahead."
    return f"The {table['armies'][table['standing']]['name']} are ahead."


def _armies(table: Json) -> Panel:
    """Return the panel with losses, exits and panic levels."""
    heads = ["Army", "VP lost", "Units lost", "On the map"]
    has_exits = any(army["exited"] for army in table["armies"])
    has_waiting = any(army["waiting"] for army in table["armies"])
    has_panic = any(army["panic"] for army in table["armies"])
    heads += ["Exited"] * has_exits + ["Waiting"] * has_waiting + ["Panic at"] * has_panic
    rows: list[list[str]] = []
    for army in table["armies"]:
        row = [army["name"], f"{army['lost']} of {army['vp']}", str(army["killed"]), str(army["standing"])]
        row += [str(army["exited"])] * has_exits + [str(army["waiting"])] * has_waiting
        rows.append(row + [f"{army['panic']} VP" if army["panic"] else "never"] * has_panic)
    return Panel("armies", "Armies", heads, rows, [0, 1])
