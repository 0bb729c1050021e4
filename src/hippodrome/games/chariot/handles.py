"""Handles on the map: the hexes and counters that a player may choose, and their actions."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.counter_symbols import COST_SIZE, COUNTER_SIZE, cost_symbol_name
from hippodrome.games.chariot.formatting import points_text, unit_with_states
from hippodrome.games.chariot.ground import TERRAIN_NAMES
from hippodrome.games.chariot.map_drawing import Point, hex_centre
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Decision
from hippodrome.kit.geometry.hexes import COMPASS, SIDES
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json
from hippodrome.kit.templates import Words, fill_template

HEX_VERBS: Final = ("place", "go", "flee", "also")
TARGET_VERBS: Final = ("aim", "attack")
UNIT_VERBS: Final = ("move", "add", "lose")
_TURN_OFFSETS: Final = ((620, 0), (310, 537), (-310, 537), (-620, 0), (-310, -537), (310, -537))
assert len(_TURN_OFFSETS) == SIDES
_COUNTER_RECT: Final = f"{COUNTER_SIZE + 60} {COUNTER_SIZE + 60} 80"
_TURN_RADIUS: Final = "170"


class HandleBuilder:
    """Builder of nodes and handles. Those in one hex share its centre, so a click on a stack opens a choice."""

    def __init__(
        self, order: OrderOfBattle, kinds: list[Kind], words: Words, table: Json, positions: dict[int, Point]
    ) -> None:
        self.ground = order.ground
        self.kinds = kinds
        self.labels = words.labels
        self.table = table
        self.positions = positions
        self.occupied_hexes = {unit["hex"] for unit in table["units"]}
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def add_decision(self, decision: Decision) -> None:
        """Add a handle for everything on the map that the decision allows."""
        for option in decision.options:
            values = option.params[0].suggestions() if len(option.params) == 1 else ()
            for value in values:
                self.add_single(option.verb, value)
        for verb, unit, place in self.table["asked"]["pairs"]:
            self.add_pair(verb, unit, place)

    def add_single(self, verb: str, value: int) -> None:
        """Add the handle of an action with one number: a hex, a unit, a kind or a direction."""
        if verb in HEX_VERBS:
            self.add_hex(verb, value)
        elif verb in TARGET_VERBS:
            self.add_target(verb, value)
        elif verb in UNIT_VERBS:
            self.add_unit(verb, value)
        elif verb == "take":
            self.add_kind(value)
        elif verb == "turn":
            self.add_turn(value)

    def add(self, node: Node, action: str) -> None:
        """Add a node and the action of a click on it."""
        self.nodes.append(node)
        self.handles.append(Handle(node.id, action))

    def action_label(self, verb: str, *arguments: str) -> str:
        """Return the label of an action with these arguments."""
        return fill_template(self.labels[verb], lambda index: arguments[int(index)])

    def hex_label(self, hex: int) -> str:
        """Return a hex and its terrain as text."""
        return f"{self.ground.hex_name(hex)}, {TERRAIN_NAMES[self.ground.terrain[hex]]}"

    def add_hex(self, verb: str, hex: int) -> None:
        """Add a hex, with its cost if it is for movement."""
        x, y = hex_centre(self.ground, hex)
        halves = self.table["asked"]["costs"].get(str(hex), 0)
        label = self.hex_label(hex) + (f", cost {points_text(halves)}" if halves else "")
        css = "target bold" if hex in self.occupied_hexes else "target"
        node = Node(f"target-{verb}-{hex}", "use", x, y, cost_symbol_name(halves), css=css, label=label, size=COST_SIZE)
        self.add(node, f"{verb} {hex}")

    def add_target(self, verb: str, hex: int) -> None:
        """Add a hex that may be attacked, with the number of attackers and the best odds."""
        x, y = hex_centre(self.ground, hex)
        target = self.table["asked"]["targets"][str(hex)]
        units = "1 unit" if target["units"] == 1 else f"{target['units']} units"
        label = f"{self.hex_label(hex)}: {units}, odds up to {target['odds']}"
        node = Node(
            f"target-{verb}-{hex}", "use", x, y, cost_symbol_name(0), css="target bold", label=label, size=COST_SIZE
        )
        self.add(node, f"{verb} {hex}")

    def add_unit(self, verb: str, unit: int) -> None:
        """Add a counter on the map or in the tray."""
        row = self.table["units"][unit]
        if unit in self.positions:
            x, y = hex_centre(self.ground, row["hex"]) if row["hex"] >= 0 else self.positions[unit]
            label = self.action_label(verb, unit_with_states(row, self.table))
            node = Node(f"target-{verb}-{unit}", "rect", x, y, _COUNTER_RECT, css="target bold", label=label)
            self.add(node, f"{verb} {unit}")

    def add_kind(self, kind: int) -> None:
        """Add the pile in the tray with units of a kind to deploy."""
        for unit in self.table["units"]:
            if (
                unit["kind"] == kind
                and unit["side"] == self.table["side"]
                and unit["hex"] < 0
                and unit["id"] in self.positions
            ):
                x, y = self.positions[unit["id"]]
                label = self.action_label("take", self.kinds[kind].name)
                node = Node(f"target-take-{kind}", "rect", x, y, _COUNTER_RECT, css="target bold", label=label)
                self.add(node, f"take {kind}")

    def add_turn(self, direction: int) -> None:
        """Add one of the six facings around the chosen unit."""
        units = self.table["asked"]["units"]
        if units and units[0] in self.positions:
            x, y = self.positions[units[0]]
            dx, dy = _TURN_OFFSETS[direction]
            label = self.action_label("turn", COMPASS[direction])
            node = Node(f"target-turn-{direction}", "circle", x + dx, y + dy, _TURN_RADIUS, css="target", label=label)
            self.add(node, f"turn {direction}")

    def add_pair(self, verb: str, unit: int, place: int) -> None:
        """Add a unit and its destination, at that place."""
        name = self.table["units"][unit]["name"]
        if verb == "board":
            self.add_chariot(unit, place, name)
            return
        x, y = hex_centre(self.ground, place)
        label = self.action_label(verb, name, self.hex_label(place))
        node = Node(
            f"target-{verb}-{unit}-{place}", "use", x, y, cost_symbol_name(0), css="target", label=label, size=COST_SIZE
        )
        self.add(node, f"{verb} {unit} {place}")

    def add_chariot(self, unit: int, chariot: int, name: str) -> None:
        """Add a chariot that a unit may embark on; of the units off the map only those on top of a pile."""
        row = self.table["units"][chariot]
        if chariot not in self.positions or unit not in self.positions:
            return
        x, y = hex_centre(self.ground, row["hex"]) if row["hex"] >= 0 else self.positions[chariot]
        label = self.action_label("board", name, row["name"])
        node = Node(f"target-board-{unit}-{chariot}", "rect", x, y, _COUNTER_RECT, css="target bold", label=label)
        self.add(node, f"board {unit} {chariot}")
