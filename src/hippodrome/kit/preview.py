"""Previews: how an action would look up to the first die roll, as its seat may imagine it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.dice import Dice, seed_from
from hippodrome.kit.game import AnyState, Game
from hippodrome.kit.scene import Node
from hippodrome.kit.state import State

MAX_PREVIEWED_ACTIONS: Final = 20
"""The actions of a compound that its preview shows; it is made while other players wait."""


class Preview:
    """The refusal of an action, or the nodes that it would add or change and the label of the action."""

    __slots__ = ("label", "nodes", "refusal")

    def __init__(self, refusal: Refusal | None, nodes: list[Node], label: str) -> None:
        self.refusal = refusal
        self.nodes = nodes
        self.label = label

    def __repr__(self) -> str:
        if self.refusal is not None:
            return f"<Preview refused: {self.refusal.text}>"
        return f"<Preview {self.label}, {len(self.nodes)} nodes>"


class DiceNeeded(Exception):
    """Raised at the first die roll of a preview."""


@mypyc_attr(acyclic=True)
class NoDice(Dice):
    """Dice that raise DiceNeeded on the first roll."""

    __slots__ = ()

    def __init__(self, rolled: i64) -> None:
        self.rolled = rolled

    def roll_d6(self, n: i64) -> bytes:
        """Raise DiceNeeded."""
        raise DiceNeeded

    def roll_die(self, sides: i64) -> i64:
        """Raise DiceNeeded."""
        raise DiceNeeded

    def clone(self) -> Dice:
        """Return dice that raise too."""
        return NoDice(self.rolled)


def preview(game: Game, state: State, seat: int, action: Action) -> Preview:
    """Return the preview of a legal action, made from states that the seat imagines."""
    before: State = game.imagine(state, seat, seed_from(0))
    after = play_until_dice(before, seat, action)
    changes = changed_nodes(dynamic_nodes(game, before, seat), dynamic_nodes(game, after, seat))
    overlay = game.presentation.preview_nodes(before, after, seat, action)
    return Preview(None, [*overlay, *changes], game.presentation.label(before, action))


def preview_all(game: Game, state: State, seat: int, actions: Sequence[Action]) -> Preview:
    """Return the preview of a compound whose first action is legal, as far as it is played before the first die roll.

    Of the actions before the last one it shows only what they sweep.
    """
    first: State = game.imagine(state, seat, seed_from(0))
    after: State = first
    swept: list[Node] = []
    overlay: list[Node] = []
    for number, action in enumerate(actions[:MAX_PREVIEWED_ACTIONS]):
        before, after = after, without_dice(after)
        is_complete = is_played(after, seat, action)
        swept += [node for node in overlay if "trace" in node.css.split(" ")]
        overlay = game.presentation.preview_nodes(before, after, seat, action)
        for node in overlay:
            node.id = f"{node.id}-{number}"
        following = actions[number + 1 : number + 2]
        if not is_complete or not following or agenda.check(after, seat, following[0]) is not None:
            break
    changes = changed_nodes(dynamic_nodes(game, first, seat), dynamic_nodes(game, after, seat))
    return Preview(None, [*swept, *overlay, *changes], "")


def preview_end(game: Game, state: State, seat: int, actions: Sequence[Action]) -> list[Node]:
    """Return the nodes that a compound moves or adds, as they are before the first die roll or illegal action."""
    first: State = game.imagine(state, seat, seed_from(0))
    after: State = without_dice(first)
    for action in actions:
        if agenda.check(after, seat, action) is not None or not is_played(after, seat, action):
            break
    places = {node.id: (node.x, node.y, node.turn) for node in dynamic_nodes(game, first, seat)}
    return [
        node
        for node in dynamic_nodes(game, after, seat)
        if places.get(node.id) != (node.x, node.y, node.turn) and "waiting" not in node.css.split(" ")
    ]


def play_until_dice(state: State, seat: int, action: Action) -> State:
    """Return a copy of a state after an action, stopped at the first die roll; only for drawing."""
    after: State = without_dice(state)
    is_played(after, seat, action)
    return after


def without_dice(state: State) -> AnyState:
    """Return a copy of a state whose dice cannot be rolled."""
    copy: AnyState = state.clone()
    copy.dice = NoDice(state.dice.rolled)
    return copy


def is_played(state: State, seat: int, action: Action) -> bool:
    """Play an action on a state whose dice cannot be rolled; return whether it is complete without dice."""
    try:
        agenda.act(state, action, seat)
    except DiceNeeded:
        return False
    return True


def dynamic_nodes(game: Game, state: State, seat: int) -> list[Node]:
    """Return the nodes that a seat sees and that may change during a match, without handles."""
    scene = game.presentation.scene(game.view(state, seat), None)
    return [node for layer in scene.layers if not layer.static and not layer.of for node in layer.nodes]


def changed_nodes(before: list[Node], after: list[Node]) -> list[Node]:
    """Return the nodes that are new, or have another position or shape than before."""
    known = {node.id: appearance(node) for node in before}
    return [node for node in after if known.get(node.id) != appearance(node)]


def appearance(node: Node) -> tuple[str, str, int, int, int, int]:
    """Return the shape and position of a node, without its style, which may only mark whose turn it is."""
    return (node.shape, node.data, node.size, node.x, node.y, node.turn)
