"""The handles of the Drill Yard: a place to click, a ruler and an arc to drag, and the chariot itself to shout."""

from __future__ import annotations

from typing import Final

from hippodrome.games.drill.driving import TENTH_MI, ahead
from hippodrome.games.drill.state import Chariot
from hippodrome.kit.actions import Decision, Option, Span
from hippodrome.kit.game import View
from hippodrome.kit.scene import Handle, Node
from hippodrome.kit.state import Json

DRIVE_HANDLE_DISTANCE: Final = 1300  # from the centre of a chariot to the handle in front of it
WHEEL_HANDLE_DISTANCE: Final = 2400


class HandleBuilder:
    """The nodes and handles of a decision."""

    def __init__(self, view: View) -> None:
        self.seat = view.seat
        self.chariots: list[Json] = view.table["chariots"]
        self.nodes: list[Node] = []
        self.handles: list[Handle] = []

    def fill(self, decision: Decision) -> None:
        """Add a handle for every option."""
        for option in decision.options:
            if option.verb == "place":
                self.place(option)
            elif option.verb == "shout":
                self.shout()
            elif option.verb == "drive":
                self.drag(option, "ruler", DRIVE_HANDLE_DISTANCE, "Drag to drive")
            else:
                self.drag(option, "arc", WHEEL_HANDLE_DISTANCE, "Drag to wheel")

    def place(self, option: Option) -> None:
        """Add the area in which the chariot may be placed."""
        across, down = span_of(option, 0), span_of(option, 1)
        x, y = (across[0] + across[1]) * TENTH_MI // 2, (down[0] + down[1]) * TENTH_MI // 2
        size = f"{(across[1] - across[0]) * TENTH_MI} {(down[1] - down[0]) * TENTH_MI}"
        self.nodes.append(Node("target-place", "rect", x, y, size, 0, "target", "Place your chariot here"))
        self.handles.append(Handle("target-place", "place", "point", across, unit=TENTH_MI, span_y=down))

    def drag(self, option: Option, kind: str, away: int, label: str) -> None:
        """Add a round handle in front of the chariot, to be dragged along a line or about the chariot."""
        row = self.chariots[self.seat]
        at = (row["x"], row["y"], row["turn"])
        x, y = ahead(Chariot(self.seat, True, row["x"], row["y"], row["turn"]), away)
        name = f"target-{option.verb}"
        self.nodes.append(Node(name, "circle", int(x), int(y), "450", 0, "target", label))
        self.handles.append(Handle(name, option.verb, kind, span_of(option, 0), hints_of(option), at))

    def shout(self) -> None:
        """Add the chariot itself as a handle."""
        row = self.chariots[self.seat]
        self.nodes.append(Node("target-shout", "circle", row["x"], row["y"], "500", 0, "target bold", "Shout"))
        self.handles.append(Handle("target-shout", "shout"))


def span_of(option: Option, place: int) -> tuple[int, int, int]:
    """Return the bounds and the step of an option's parameter."""
    param = option.params[place]
    assert isinstance(param, Span)
    return (param.lo, param.hi, param.step)


def hints_of(option: Option) -> tuple[int, ...]:
    """Return the hints of an option's only parameter."""
    param = option.params[0]
    assert isinstance(param, Span)
    return param.hints
