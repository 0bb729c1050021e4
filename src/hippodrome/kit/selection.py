"""Selection: the pieces that a player may select at a decision, one or several, before choosing where they go."""

from __future__ import annotations

from typing import Final

MAX_SELECTED: Final = 200  # pieces in a request
MAX_PLAN_LENGTH: Final = 1000  # characters of a plan: it may name every selected piece


class Piece:
    """A piece that may be selected.

    node    the id of its node in the scene, which need not be drawn: only the top of a pile is
    name    its name for players, unique among the pieces
    kind    the name of what it is one of, to select all of a kind; empty if that makes no sense
    place   what the pieces of one stack have in common; empty for a piece that is in no stack
    action  the text of the action that chooses it alone, step by step; empty if there is none. A click on the node of
            this action selects the piece and does not play the action
    """

    __slots__ = ("action", "kind", "name", "node", "place")

    def __init__(self, node: str, name: str, kind: str = "", place: str = "", action: str = "") -> None:
        self.node = node
        self.name = name
        self.kind = kind
        self.place = place
        self.action = action

    def __repr__(self) -> str:
        return f"<Piece {self.node}: {self.name}>"


class Selection:
    """The pieces that may be selected at a decision, those to act first at the front.

    All of them are still to act; `pending` says so: "12 units can still move".
    """

    __slots__ = ("pending", "pieces")

    def __init__(self, pieces: list[Piece], pending: str) -> None:
        self.pieces = pieces
        self.pending = pending
