"""A battle as a picture with its panels and handles, and in words."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.drawing import COUNTER, OUTLINE, box, counters, middle, spots, states
from hippodrome.games.chariot.ground import NAMES, Ground
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Decision
from hippodrome.kit.game import View
from hippodrome.kit.ground.hexes import COMPASS, SIDES
from hippodrome.kit.scene import Handle, Layer, Node, Panel, Scene
from hippodrome.kit.state import Json
from hippodrome.kit.words import Words

BY_HEX: Final = ("place", "go", "aim", "attack", "also", "flee")
BY_UNIT: Final = ("move", "add", "lose")
BY_PAIR: Final = ("off", "withdraw", "advance")


def draw(
    field: Layer, order: OrderOfBattle, kinds: list[Kind], words: Words, view: View, decision: Decision | None
) -> Scene:
    """The battle as a seat sees it, with handles if the decision is the viewer's."""
    table = view.table
    targets = Targets(order.ground, table)
    if decision is not None and view.seat in decision.seats:
        targets.fill(decision)
    layers = [field, Layer("pieces", counters(order.ground, kinds, table)), Layer("targets", targets.nodes)]
    trail: list[str] = list(table["trail"])
    if decision is not None:
        trail.append(decision.rule)
    panels = [_plan(table), _victory(order, table), _armies(table)]
    waiting = sum([army["waiting"] for army in table["armies"]])
    return Scene(box(order.ground, waiting), layers, targets.handles, _prompt(words, view, decision), trail, panels)


def _prompt(words: Words, view: View, decision: Decision | None) -> str:
    """Who must do what, or how it ended."""
    table = view.table
    if table["over"]:
        return verdict(table, words)
    name = decision.name if decision is not None else table["asked"]["name"]
    seats = decision.seats if decision is not None else table["asked"]["seats"]
    who = ", ".join([table["armies"][seat]["name"] for seat in seats])
    return f"{who}: {words.prompts[name]}" if name else "Waiting."


def verdict(table: Json, words: Words) -> str:
    """How it ended."""
    reason = words.reasons[table["reason"]]
    if table["winner"] == DRAW:
        return f"A draw: {reason}."
    return f"The {table['armies'][table['winner']]['name']} win: {reason}."


# -------------------------------------------------------------------- what may be touched


class Targets:
    """The places and counters that may be chosen, and what they do."""

    def __init__(self, ground: Ground, table: Json) -> None:
        self.ground = ground
        self.table = table
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []
        self.places = spots(ground, [unit["hex"] for unit in table["units"]])
        self.held = {unit["hex"] for unit in table["units"]}

    def fill(self, decision: Decision) -> None:
        """A target for everything on the map that the decision allows."""
        for option in decision.options:
            values = option.params[0].suggestions() if option.params else ()
            if option.verb in BY_HEX:
                for hex in values:
                    self.hex(option.verb, hex)
            elif option.verb in BY_UNIT:
                for unit in values:
                    self.unit(f"{option.verb} {unit}", unit)
            elif option.verb == "take":
                self.kinds(values)
            elif option.verb == "turn":
                self.turns(values)
        for verb, unit, place in self.table["asked"]["pairs"]:
            self.pair(verb, unit, place)

    def add(self, node: Node, action: str) -> None:
        """A node with its click."""
        self.nodes.append(node)
        self.handles.append(Handle(node.id, action))

    def hex(self, verb: str, hex: int) -> None:
        """A hex."""
        x, y = middle(self.ground, hex)
        cost = self.table["asked"]["costs"].get(str(hex), "")
        label = f"{self.ground.name(hex)}, {NAMES[self.ground.terrain[hex]]}" + (f", {cost} points" if cost else "")
        css = "target bold" if hex in self.held else "target"
        self.add(Node(f"target-{verb}-{hex}", "path", x, y, OUTLINE, css=css, label=label), f"{verb} {hex}")

    def unit(self, action: str, unit: int) -> None:
        """A counter."""
        if unit in self.places:
            x, y = self.places[unit]
            data = f"{COUNTER + 40} {COUNTER + 40} 70"
            label = self.table["units"][unit]["name"]
            self.add(
                Node(f"target-{action.replace(' ', '-')}", "rect", x, y, data, css="target bold", label=label), action
            )

    def kinds(self, kinds: tuple[int, ...]) -> None:
        """The first counter in the tray of each kind that can be set up."""
        for kind in kinds:
            first = [u["id"] for u in self.table["units"] if u["kind"] == kind and u["side"] == self.table["side"]]
            waiting = [unit for unit in first if self.table["units"][unit]["hex"] == -1]
            if waiting:
                self.unit(f"take {kind}", waiting[0])

    def turns(self, directions: tuple[int, ...]) -> None:
        """The six ways about the unit in hand."""
        units = self.table["asked"]["units"]
        if not units or units[0] not in self.places:
            return
        x, y = self.places[units[0]]
        for direction in directions:
            dx, dy = _WAYS[direction]
            node = Node(
                f"target-turn-{direction}", "circle", x + dx, y + dy, "150", css="target", label=COMPASS[direction]
            )
            self.add(node, f"turn {direction}")

    def pair(self, verb: str, unit: int, place: int) -> None:
        """A unit and where it goes: a disc in that place, on the side where the unit is."""
        if verb == "board":
            x, y = self.places.get(place, (0, 0))
        else:
            x, y = middle(self.ground, place)
        x += unit * 7 % 5 * 180 - 360
        y += unit * 7 % 3 * 200 - 200
        label = f"{self.table['units'][unit]['name']}"
        node = Node(f"target-{verb}-{unit}-{place}", "circle", x, y, "130", css="target", label=label)
        self.add(node, f"{verb} {unit} {place}")


_WAYS: Final = ((500, 0), (250, 433), (-250, 433), (-500, 0), (-250, -433), (250, -433))
assert len(_WAYS) == SIDES


# -------------------------------------------------------------------- panels


def _plan(table: Json) -> Panel:
    """The move or the attack that is being planned."""
    rows = [list(row) for row in table["asked"]["plan"]]
    return Panel("plan", "Plan", ["What", "Now"], rows, [-1] * len(rows))


def _victory(order: OrderOfBattle, table: Json) -> Panel:
    """The goal, who controls what, and who would win now."""
    rows = [["Goal", order.goal], ["Game-Turn", f"{table['turn']} of {table['turns']}"], ["Phase", table["phase"]]]
    seats = [-1, -1, table["side"]]
    for place, hex in enumerate(order.objectives):
        owner = table["owners"][place]
        rows.append([f"Hex {order.ground.name(hex)}", table["armies"][owner]["name"] if owner >= 0 else "nobody"])
        seats.append(owner)
    rows.append(["If it ended now", standing_words(table)])
    seats.append(table["standing"] if table["standing"] != DRAW else -1)
    return Panel("victory", f"{order.title}, {order.date}", ["What", "Now"], rows, seats)


def standing_words(table: Json) -> str:
    """Who would win now."""
    return "a draw" if table["standing"] == DRAW else f"the {table['armies'][table['standing']]['name']} would win"


def _armies(table: Json) -> Panel:
    """Losses, exits, panic."""
    rows: list[list[str]] = []
    for army in table["armies"]:
        level = str(army["panic"]) if army["panic"] else "none"
        row = [army["lost"], army["vp"], army["killed"], army["exited"], army["waiting"]]
        rows.append([army["name"], *[str(value) for value in row], level])
    heads = ["Army", "VP lost", "VP in all", "Units lost", "Left the map", "Not on the map", "Panic level"]
    return Panel("armies", "Armies", heads, rows, [0, 1])


# -------------------------------------------------------------------- in words


def describe(order: OrderOfBattle, kinds: list[Kind], words: Words, view: View) -> str:
    """The battle in words, for the terminal and for a screen reader."""
    table = view.table
    lines = [f"{order.title}, {order.date}. {order.goal}", _moment(table, words)]
    for place, hex in enumerate(order.objectives):
        owner = table["owners"][place]
        holder = f"the {table['armies'][owner]['name']}" if owner >= 0 else "nobody"
        lines.append(f"Hex {order.ground.name(hex)} is controlled by {holder}.")
    for side, army in enumerate(table["armies"]):
        lines.append(f"The {army['name']} have lost {army['lost']} of {army['vp']} VP.")
        lines.extend(_stacks(order.ground, table, side))
    return "\n".join(lines)


def _moment(table: Json, words: Words) -> str:
    if table["over"]:
        return verdict(table, words)
    if not table["turn"]:
        return f"The {table['armies'][table['side']]['name']} set up."
    name = table["armies"][table["side"]]["name"]
    return (
        f"Game-Turn {table['turn']} of {table['turns']}, {table['phase']} of the {name}; {standing_words(table)} now."
    )


def _stacks(ground: Ground, table: Json, side: int) -> list[str]:
    """One line a hex, and one for those who are not on the map."""
    found: dict[int, list[str]] = {}
    for unit in table["units"]:
        if unit["side"] == side and unit["hex"] not in (ELIMINATED, EXITED):
            marks = states(unit, table)
            found.setdefault(unit["hex"], []).append(unit["name"] + (f" ({', '.join(marks)})" if marks else ""))
    lines = [
        f"  {ground.name(hex)}, {NAMES[ground.terrain[hex]]}: {', '.join(names)}."
        for hex, names in sorted(found.items())
        if hex >= 0
    ]
    if -1 in found:
        lines.append(f"  Not on the map: {', '.join(found[-1])}.")
    return lines
