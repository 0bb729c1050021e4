"""Previews: how an action would look up to the first die roll, as its seat may imagine it."""

from __future__ import annotations

from contextlib import suppress

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.dice import Dice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.scene import Node
from hippodrome.kit.state import State


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


def play_until_dice(state: State, seat: int, action: Action) -> State:
    """Return a copy of a state after an action, stopped at the first die roll; only for drawing."""
    after = state.clone()
    after.dice = NoDice(state.dice.rolled)
    with suppress(DiceNeeded):
        agenda.act(after, action, seat)
    return after


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
