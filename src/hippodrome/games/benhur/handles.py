"""The squares that a decision highlights, and the handles by which the player chooses them."""

from __future__ import annotations

from typing import Final

from hippodrome.games.benhur.drawing import CellGrid
from hippodrome.games.benhur.formatting import square_label
from hippodrome.games.benhur.track import JUMP, Track
from hippodrome.kit.actions import Action, Decision, expand
from hippodrome.kit.game import View
from hippodrome.kit.geometry.lanes import LANES
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json


class Targets:
    """The highlighted squares of a decision, and their handles."""

    def __init__(self, track: Track, grid: CellGrid, view: View) -> None:
        self.track = track
        self.grid = grid
        self.chariots: list[Json] = view.table["chariots"]
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision, seat: int) -> None:
        """Highlight the square of each action; an action without a square is only a button."""
        origin = self.origin(decision, seat)
        for action in expand(decision.options):
            square = self.target_square(action, origin)
            if square >= 0:
                self.highlight(action, square)

    def origin(self, decision: Decision, seat: int) -> int:
        """Return the square of the chariot that goes straight on, left or right; -1 if it is not certain."""
        square: int = self.chariots[seat]["square"]
        if decision.name != "ChooseThrow":
            return square
        ahead = self.track.ahead[square]  # trick 11: the chariot that is being shunted
        squares = [ahead, self.track.ahead[ahead]] if self.track.kind[square] == JUMP else [ahead]
        taken = [place for place in squares if self.is_taken(place)]
        return taken[0] if len(taken) == 1 else -1

    def is_taken(self, square: int) -> bool:
        """Return whether there is a chariot on a square."""
        return len([c for c in self.chariots if c["square"] == square and not c["fell"]]) > 0

    def target_square(self, action: Action, origin: int) -> int:
        """Return the square that an action leads to or aims at, or -1."""
        lanes = self.track.lanes
        if action.verb == "lane":
            placed = len([c for c in self.chariots if c["square"] >= 0])
            return lanes.number(0, action.args[0], self.track.start[0 if placed < LANES else 1])
        if action.verb == "fight" or (action.verb == "trick" and len(action.args) == 2):
            rival: int = self.chariots[action.args[-1]]["square"]
            return rival
        if origin < 0:
            return -1
        if action.verb == "straight":
            ahead = lanes.ahead[origin]
            return lanes.ahead[ahead] if self.track.kind[origin] == JUMP else ahead
        if action.verb == "left":
            return lanes.left[origin]
        return lanes.right[origin] if action.verb == "right" else -1

    def highlight(self, action: Action, square: int) -> None:
        """Add a target on a square, with its handle."""
        name = f"target-{action.text.replace(' ', '-')}"
        label = f"{_LABELS[action.verb]}. {square_label(self.track, square)}"
        css = "target bold" if self.is_taken(square) else "target"
        x, y = self.grid.x(square), self.grid.y(square)
        self.nodes.append(Node(name, "rect", x, y, "920 920 60", 0, css, label))
        self.handles.append(Handle(name, action.text))


_LABELS: Final = {
    "lane": "Start here",
    "fight": "Fight this chariot",
    "trick": "Play the trick on this chariot",
    "straight": "Straight on",
    "left": "Change lane left",
    "right": "Change lane right",
}
