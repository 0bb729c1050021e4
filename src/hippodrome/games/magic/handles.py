"""Handles on the board: squares, units and arrows that a player can touch to choose an action."""

from __future__ import annotations

from typing import Final

from hippodrome.games.magic.drawing import arrow, tile_centre
from hippodrome.games.magic.kinds import FIRST_CHARACTER
from hippodrome.games.magic.pieces import TILE_SIZE, Spot, piece_spots
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.geometry.squares import Squares
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json

# Verbs by the kind of their arguments.
SQUARE_VERBS: Final = (
    "place", "go", "attack", "shoot", "withdraw", "rally", "shift", "assault", "fight",
)  # fmt: skip
UNIT_VERBS: Final = ("move", "hit", "lose", "advance", "strike", "haste", "unbind", "ward")
SQUARE_SPELLS: Final = ("bolt", "dread", "mist")
SPELL_VERBS: Final = (*SQUARE_SPELLS, "ward", "haste")


class HandleBuilder:
    """Builds the nodes and handles of a decision."""

    def __init__(self, board: Squares, table: Json, labels: dict[str, str]) -> None:
        self.board = board
        self.labels = labels
        self.table = table
        self.spots = piece_spots(board, table)
        self.occupied = {unit["square"] for unit in table["units"]}
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []
        self._nodes_by_id: dict[str, Node] = {}

    def add_choices(self) -> None:
        """Add a handle for every choice that has a place on the board."""
        for text in self.table["asked"]["choices"]:
            action = parse(text)
            if action is not None and action.args:
                self.add_action(action)

    def add_action(self, action: Action) -> None:
        """Add a handle for an action: an arrow, a square or a piece, by its verb."""
        verb, last = action.verb, action.args[-1]
        if verb in ("assault", "fight"):
            self.attach(arrow(self.board, action.args[0], last, "target", "target"), action)
        elif verb in SQUARE_VERBS or verb in SQUARE_SPELLS:
            self.attach(square_target(self.board, last, last in self.occupied), action)
        elif verb in UNIT_VERBS and last in self.spots:
            is_unit = self.table["units"][last]["kind"] < FIRST_CHARACTER
            self.attach(piece_target(last, self.spots[last], is_unit), action)

    def attach(self, node: Node, action: Action) -> None:
        """Add a handle on a node; actions with the same target, such as spells at one square, share the node."""
        if node.id in self._nodes_by_id:
            self._nodes_by_id[node.id].label += f"; {self.action_label(action)}"
        else:
            self._nodes_by_id[node.id] = node
            node.label = self.action_label(action)
            self.nodes.append(node)
        self.handles.append(Handle(node.id, action.text))

    def action_label(self, action: Action) -> str:
        """Return the label of an action, with names of squares and pieces."""
        text = self.labels[action.verb]
        if action.verb == "move":
            text = text.replace("{1}", self.board.name[self.table["units"][action.args[0]]["square"]])
        for place, value in enumerate(action.args):
            is_square = action.verb in SQUARE_VERBS or (place == 1 and action.verb in SQUARE_SPELLS)
            name = self.board.name[value] if is_square else self.table["units"][value]["name"]
            text = text.replace("{" + str(place) + "}", name)
        return text


def square_target(board: Squares, square: int, is_occupied: bool, is_far: bool = False) -> Node:
    """Return a target over a whole square; over pieces it is an outline only."""
    size = f"{TILE_SIZE - 300} {TILE_SIZE - 300} 200"
    css = f"target{' bold' if is_occupied else ''}{' far' if is_far else ''}"
    return Node(f"target-{board.name[square]}", "rect", *tile_centre(board, square), size, 0, css)


def piece_target(id: int, spot: Spot, is_unit: bool) -> Node:
    """Return a target over a piece, of the same size."""
    size = f"{spot.width} {spot.height} 110" if is_unit else f"{spot.diameter} {spot.diameter} {spot.diameter // 2}"
    return Node(f"target-unit-{id}", "rect", spot.x, spot.y, size, 0, "target bold stacked")
