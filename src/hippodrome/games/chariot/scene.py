"""A battle as a picture with its panels and handles."""

from __future__ import annotations

from hippodrome.games.chariot.attack_breakdown import plan_rows
from hippodrome.games.chariot.drawing import (
    borders,
    box,
    counters,
    flags,
    focus,
    heaps,
    opened,
    piles_of,
    spots,
    stacks,
    tops,
    tray,
    tray_counts,
)
from hippodrome.games.chariot.formatting import verdict_words
from hippodrome.games.chariot.handles import Targets
from hippodrome.games.chariot.landscape import Point, middle
from hippodrome.games.chariot.reach_overlay import about, lines_of
from hippodrome.games.chariot.scenarios import EITHER, EXIT, LIMIT, RATIO, OrderOfBattle
from hippodrome.games.chariot.state import DRAW, OFF_MAP
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.scene import Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, filled


def draw(
    field: Layer,
    symbols: str,
    order: OrderOfBattle,
    kinds: list[Kind],
    words: Words,
    view: View,
    decision: Decision | None,
) -> Scene:
    """Return the battle as a seat sees it, with handles if the decision is the viewer's."""
    table, ground = view.table, order.ground
    hexes, piles = [unit["hex"] for unit in table["units"]], piles_of(table)
    places, found = spots(ground, hexes) | tops(order, piles), stacks(hexes)
    is_waiting = len(piles) > 0
    targets = Targets(order, kinds, table, places)
    if decision is not None and view.seat in decision.seats:
        targets.fill(decision)
    signs = [focus(order, is_waiting), *heaps(ground, table, found), *tray_counts(order, kinds, table, piles)]
    signs.extend(flags(ground, order.objectives, table))
    layers = [
        field,
        Layer("tray", [*borders(order, table), *tray(order, table, piles)]),
        *counters(kinds, table, places),
        Layer("signs", signs),
        *_abouts(order, kinds, table, found),
        Layer("targets", targets.nodes),
        Layer("plan", marks(order, table, places)),
    ]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [_victory(order, table), _plan(view), _armies(table)]
    prompt = _prompt(words, view, decision)
    return Scene(box(ground, is_waiting), layers, targets.handles, prompt, trail, panels, symbols)


def _abouts(order: OrderOfBattle, kinds: list[Kind], table: Json, found: dict[int, list[int]]) -> list[Layer]:
    """What is shown about a counter or a stack to who points at it."""
    layers: list[Layer] = []
    for hex, units in found.items():
        nodes = about(order, table, hex, units)
        if len(units) > 1:
            nodes.extend(opened(order.ground, kinds, table, hex, units))
        if nodes:
            of = f"stack-{hex}" if len(units) > 1 else f"unit-{units[0]}"
            layers.append(Layer(f"about-{hex}", nodes, False, of))
    return layers


def marks(order: OrderOfBattle, table: Json, places: dict[int, Point]) -> list[Node]:
    """Return the move or the attack that is being planned: who has been chosen, and which hexes are aimed at."""
    asked = table["asked"]
    nodes: list[Node] = []
    for hex in asked["hexes"]:
        origins = sorted({table["units"][unit]["hex"] for unit in asked["units"] if unit in places})
        nodes.extend(lines_of(order, hex, origins, f"attack-{hex}"))
        x, y = middle(order.ground, hex)
        nodes.append(Node(f"aimed-{hex}", "use", x, y, "chariot-aimed", size=1334))
    for unit in [*asked["units"], *in_hand(table)]:
        if unit in places:
            x, y = places[unit]
            nodes.append(Node(f"chosen-{unit}", "use", x, y, "chariot-chosen"))
    return nodes


def in_hand(table: Json) -> list[int]:
    """Return the waiting units of the kind that is being set up."""
    kind = table["asked"]["kind"]
    return [unit["id"] for unit in table["units"] if unit["kind"] == kind and unit["hex"] == OFF_MAP]


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return verdict(table, words)
    name = decision.name if decision is not None else table["asked"]["name"]
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    who = ", ".join([table["armies"][seat]["name"] for seat in seats])
    return f"{who}: {filled(words.prompts[name], table['asked']['words'].__getitem__)}" if name else "Waiting."


def verdict(table: Json, words: Words) -> str:
    """How it ended."""
    return verdict_words([army["name"] for army in table["armies"]], table["winner"], words.reasons[table["reason"]])


# -------------------------------------------------------------------- panels


def _plan(view: View) -> Panel:
    """Return the move or the attack that is being planned."""
    table = view.table
    rows = [list(row) for row in plan_rows(view)]
    title = {"Go": "This move", "Volley": "This volley", "Assault": "This attack"}.get(table["asked"]["name"], "Plan")
    return Panel("plan", title, ["What", "Now"], rows, [-1] * len(rows))


def _victory(order: OrderOfBattle, table: Json) -> Panel:
    """Return the goal, whose phase it is, who controls what, how far the goal is reached, and who would win now."""
    turn = ["Game-Turn", f"{table['turn']} of {table['turns']}"]
    rows = [["Turn of", table["armies"][table["side"]]["name"]], ["Phase", table["phase"].removesuffix(" Phase")]]
    rows = [turn, *rows] if table["turn"] else rows
    for place, hex in enumerate(order.objectives):
        owner = table["owners"][place]
        rows.append([order.ground.name(hex), table["armies"][owner]["name"] if owner >= 0 else "nobody"])
    rows.extend([[name, words] for name, words in progress(order, table)])
    if table["turn"]:
        rows.append(["Ahead", "nobody" if table["standing"] == DRAW else table["armies"][table["standing"]]["name"]])
    return Panel("victory", order.goal, ["What", "Now"], rows, [-1] * len(rows))


def progress(order: OrderOfBattle, table: Json) -> list[tuple[str, str]]:
    """How far a condition that counts units is reached (CH-V.5.2-1, CH-V.5.4-1, CH-V.5.3-2, CH-V.6.2-1)."""
    victory = order.victory
    own, other = table["armies"][victory.side], table["armies"][1 - victory.side]
    if victory.rule == EXIT:
        return [(f"{own['name']} off", f"{own['exited']} of {victory.least}")]
    if victory.rule == EITHER:
        first = table["armies"][0]
        return [(f"{first['name']} south", f"{first['south']} (max {victory.fewer - 1})")]
    if victory.rule not in (RATIO, LIMIT):
        return []
    most = f" (max {victory.most})" if victory.rule == LIMIT else ""
    return [
        (f"{other['name']} lost", f"{other['killed']} of {victory.least}"),
        (f"{own['name']} lost", f"{own['killed']}{most}"),
    ]


def standing_words(table: Json) -> str:
    """Who would win now."""
    return "a draw" if table["standing"] == DRAW else f"the {table['armies'][table['standing']]['name']} would win"


def _armies(table: Json) -> Panel:
    """Losses, exits, panic."""
    heads = ["Army", "VP lost", "Units lost", "On the map"]
    has_exits = any(army["exited"] for army in table["armies"])
    has_waiting = any(army["waiting"] for army in table["armies"])
    has_panic = any(army["panic"] for army in table["armies"])
    heads += ["Left"] * has_exits + ["To come"] * has_waiting + ["Panic at"] * has_panic
    rows: list[list[str]] = []
    for army in table["armies"]:
        row = [army["name"], f"{army['lost']} of {army['vp']}", str(army["killed"]), str(army["standing"])]
        row += [str(army["exited"])] * has_exits + [str(army["waiting"])] * has_waiting
        rows.append(row + [f"{army['panic']} VP" if army["panic"] else "never"] * has_panic)
    return Panel("armies", "Armies", heads, rows, [0, 1])
