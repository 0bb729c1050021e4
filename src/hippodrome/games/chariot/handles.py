"""What can be touched on the map: the places and counters that may be chosen, and what they do."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.faces import COST, COUNTER, cost_name
from hippodrome.games.chariot.formatting import named_unit, points
from hippodrome.games.chariot.ground import NAMES
from hippodrome.games.chariot.landscape import Point, middle
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.units import Kind
from hippodrome.kit.actions import Decision
from hippodrome.kit.geometry.hexes import COMPASS, SIDES
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json

BY_HEX: Final = ("place", "go", "flee", "also")
BY_AIM: Final = ("aim", "attack")
BY_UNIT: Final = {"move": "Move", "add": "Add", "lose": "Lose"}
BY_PAIR: Final = {"board": "on", "off": "off into", "withdraw": "back to", "advance": "into"}
_WAYS: Final = ((620, 0), (310, 537), (-310, 537), (-620, 0), (-310, -537), (310, -537))
assert len(_WAYS) == SIDES
_SQUARE: Final = f"{COUNTER + 60} {COUNTER + 60} 80"
_DISC: Final = "170"


class Targets:
    """Nodes and handles. What is in one hex lies on its middle: whoever touches a stack is asked which he means."""

    def __init__(self, order: OrderOfBattle, kinds: list[Kind], table: Json, places: dict[int, Point]) -> None:
        self.ground = order.ground
        self.kinds_of = kinds
        self.table = table
        self.places = places
        self.held = {unit["hex"] for unit in table["units"]}
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision) -> None:
        """A target for everything on the map that the decision allows."""
        for option in decision.options:
            values = option.params[0].suggestions() if len(option.params) == 1 else ()
            for value in values:
                self.single(option.verb, value)
        for verb, unit, place in self.table["asked"]["pairs"]:
            self.pair(verb, unit, place)

    def single(self, verb: str, value: int) -> None:
        """What is named by one number: a hex, a unit, a kind, a direction."""
        if verb in BY_HEX:
            self.hex(verb, value)
        elif verb in BY_AIM:
            self.aim(verb, value)
        elif verb in BY_UNIT:
            self.unit(verb, value)
        elif verb == "take":
            self.kind(value)
        elif verb == "turn":
            self.turn(value)

    def add(self, node: Node, action: str) -> None:
        """A node with its click."""
        self.nodes.append(node)
        self.handles.append(Handle(node.id, action))

    def named(self, hex: int) -> str:
        """Return a hex and what it is."""
        return f"{self.ground.name(hex)}, {NAMES[self.ground.terrain[hex]]}"

    def hex(self, verb: str, hex: int) -> None:
        """A hex, with its cost if it is for movement."""
        x, y = middle(self.ground, hex)
        halves = self.table["asked"]["costs"].get(str(hex), 0)
        label = self.named(hex) + (f", {points(halves)} Movement Points" if halves else "")
        css = "target bold" if hex in self.held else "target"
        node = Node(f"target-{verb}-{hex}", "use", x, y, cost_name(halves), css=css, label=label, size=COST)
        self.add(node, f"{verb} {hex}")

    def aim(self, verb: str, hex: int) -> None:
        """A hex that may be attacked, with how many can, and the odds if all do."""
        x, y = middle(self.ground, hex)
        found = self.table["asked"]["aims"][str(hex)]
        label = f"{self.named(hex)}: {found['units']} can, for odds of up to {found['odds']}"
        node = Node(f"target-{verb}-{hex}", "use", x, y, cost_name(0), css="target bold", label=label, size=COST)
        self.add(node, f"{verb} {hex}")

    def unit(self, verb: str, unit: int) -> None:
        """A counter, or one of several in a stack."""
        row = self.table["units"][unit]
        if unit in self.places:
            x, y = middle(self.ground, row["hex"]) if row["hex"] >= 0 else self.places[unit]
            label = f"{BY_UNIT[verb]} {named_unit(row, self.table)}"
            self.add(
                Node(f"target-{verb}-{unit}", "rect", x, y, _SQUARE, css="target bold", label=label), f"{verb} {unit}"
            )

    def kind(self, kind: int) -> None:
        """The pile in the tray of a kind that can be set up."""
        for unit in self.table["units"]:
            if (
                unit["kind"] == kind
                and unit["side"] == self.table["side"]
                and unit["hex"] < 0
                and unit["id"] in self.places
            ):
                x, y = self.places[unit["id"]]
                label = f"Set up {self.kinds_of[kind].name}"
                self.add(
                    Node(f"target-take-{kind}", "rect", x, y, _SQUARE, css="target bold", label=label), f"take {kind}"
                )

    def turn(self, direction: int) -> None:
        """One of the six ways about the unit in hand."""
        units = self.table["asked"]["units"]
        if units and units[0] in self.places:
            x, y = self.places[units[0]]
            dx, dy = _WAYS[direction]
            node = Node(
                f"target-turn-{direction}",
                "circle",
                x + dx,
                y + dy,
                _DISC,
                css="target",
                label=f"Face {COMPASS[direction]}",
            )
            self.add(node, f"turn {direction}")

    def pair(self, verb: str, unit: int, place: int) -> None:
        """A unit and where it goes: touched at that place."""
        name = self.table["units"][unit]["name"]
        if verb == "board":
            self.berth(unit, place, name)
            return
        x, y = middle(self.ground, place)
        label = f"{name} {BY_PAIR[verb]} {self.named(place)}"
        node = Node(f"target-{verb}-{unit}-{place}", "use", x, y, cost_name(0), css="target", label=label, size=COST)
        self.add(node, f"{verb} {unit} {place}")

    def berth(self, unit: int, chariot: int, name: str) -> None:
        """A chariot that a unit may embark on; of those that wait beside the map only what lies on top."""
        row = self.table["units"][chariot]
        if chariot not in self.places or unit not in self.places:
            return
        x, y = middle(self.ground, row["hex"]) if row["hex"] >= 0 else self.places[chariot]
        label = f"{name} on {row['name']}"
        node = Node(f"target-board-{unit}-{chariot}", "rect", x, y, _SQUARE, css="target bold", label=label)
        self.add(node, f"board {unit} {chariot}")
