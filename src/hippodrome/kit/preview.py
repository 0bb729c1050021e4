"""Previews: what an action would look like, up to the first die, as its seat may imagine it."""

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
    """Why an action is refused; or the nodes that would be new or changed, and the action in words."""

    __slots__ = ("nodes", "refusal", "words")

    def __init__(self, refusal: Refusal | None, nodes: list[Node], words: str) -> None:
        self.refusal = refusal
        self.nodes = nodes
        self.words = words


class DieFell(Exception):
    """A die was to be thrown: a preview goes no further."""


@mypyc_attr(acyclic=True)
class NoDice(Dice):
    """Dice that are never thrown: whoever tries learns that this is the moment of the first die."""

    __slots__ = ()

    def __init__(self, thrown: i64) -> None:
        self.rolled = thrown

    def roll_d6(self, n: i64) -> bytes:
        """There is no throw in a preview."""
        raise DieFell

    def roll_die(self, sides: i64) -> i64:
        """There is no throw in a preview."""
        raise DieFell

    def clone(self) -> Dice:
        """As little to throw."""
        return NoDice(self.rolled)


def preview(game: Game, state: State, seat: int, action: Action) -> Preview:
    """Return the preview of a legal action. Both its pictures are of states that the seat imagines."""
    before: State = game.imagine(state, seat, seed_from(0))
    after = played(before, seat, action)
    nodes = differences(drawn(game, before, seat), drawn(game, after, seat))
    traces = game.preview_nodes(before, after, seat, action)
    return Preview(None, [*traces, *nodes], game.label(before, action))


def played(state: State, seat: int, action: Action) -> State:
    """Return a copy of a state after an action, stopped at the first die: only to be looked at."""
    after = state.clone()
    after.dice = NoDice(state.dice.rolled)
    with suppress(DieFell):
        agenda.act(after, action, seat)
    return after


def drawn(game: Game, state: State, seat: int) -> list[Node]:
    """What is drawn for a seat that may change during a match, without what may be chosen."""
    scene = game.scene(game.view(state, seat), None)
    return [node for layer in scene.layers if not layer.static and not layer.of for node in layer.nodes]


def differences(before: list[Node], after: list[Node]) -> list[Node]:
    """Return the nodes of the second picture that are not in the first, or have another place or form there."""
    known = {node.id: form(node) for node in before}
    return [node for node in after if known.get(node.id) != form(node)]


def form(node: Node) -> tuple[str, str, int, int, int, int]:
    """What a node is and where; not its style, which may only say whose turn it is."""
    return (node.shape, node.data, node.size, node.x, node.y, node.turn)
