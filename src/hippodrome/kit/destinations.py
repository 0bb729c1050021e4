"""Destinations: places beyond the next step, found by trying out a seat's own decisions on imagined states."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Destination
from hippodrome.kit.game import Game
from hippodrome.kit.preview import is_played, without_dice
from hippodrome.kit.scene import Node, Scene
from hippodrome.kit.state import State

MAX_EXPLORED_STATES: Final = 100  # whose actions are tried out; bounds the work of one search
ENDS_IN_CHANCE: Final = "Then the dice are rolled, or others may react."


class Trial:
    """An action played on a copy of an imagined state.

    after       the new state; if dice were needed, it stopped in the middle of a step
    is_free     whether the same seat decides next, and on the way nothing was rolled, secret or impossible to undo
    is_chance   whether the action, or the forced moves after it, lead to dice or to something secret
    """

    def __init__(self, game: Game, before: State, seat: int, action: Action) -> None:
        self.after = without_dice(before)
        self.after.pauses = []
        is_chance = agenda.is_secret(before) or not _play(self.after, seat, action)
        is_same_turn = not is_chance and self.after.undo_barrier == before.undo_barrier
        self.is_free = is_same_turn and seat in agenda.seats(self.after)
        self.is_chance = is_chance or self._leads_to_chance(seat)

    def _leads_to_chance(self, seat: int) -> bool:
        """Return whether forced moves of the seat lead to dice or to something secret."""
        state = self.after
        forced = agenda.only_action(state)
        while forced is not None and seat in agenda.seats(state):
            state = state.clone()
            if not _play(state, seat, forced):
                return True
            forced = agenda.only_action(state)
        return False


def _play(state: State, seat: int, action: Action) -> bool:
    """Play an action on a state whose dice cannot be rolled; return False if it needs dice or meets a secret."""
    return is_played(state, seat, action) and not state.pauses and not agenda.is_secret(state)


class _Arrival:
    """A way to a place: the actions, the states before and after the last one, and the points on the way."""

    def __init__(
        self, before: State, actions: list[Action], node: Node, path: list[tuple[int, int]], trial: Trial, warning: str
    ) -> None:
        self.before = before
        self.actions = actions
        self.node = node
        self.path = path
        self.trial = trial
        self.warning = warning


class Exploration:
    """A search for destinations from an imagined state, through decisions whose step class is marked EXPLORED.

    Ways without warnings come first, then those with fewer actions, then those that the proposals list first. A way
    ends before it meets dice, a secret or another seat; only its last action may lead there.
    """

    def __init__(self, game: Game, state: State, seat: int, max_states: int = MAX_EXPLORED_STATES) -> None:
        self.game = game
        self.seat = seat
        self.max_states = max_states
        self.explored = 0
        self._state = state
        self._reached: set[tuple[int, int]] = set()
        self._queue: list[tuple[int, int, int]] = []  # warnings, actions, number of the arrival
        self._arrivals: list[_Arrival] = []

    def destinations(self) -> list[Destination]:
        """Return the destinations, the nearest first, at most one for each place."""
        source = acting_node(self._scene(self._state))
        start = [(source.x, source.y)] if source is not None else []
        self._expand(self._state, [], start, "")
        found: list[Destination] = []
        while self._queue:
            arrival = self._arrivals[heapq.heappop(self._queue)[2]]
            place = (arrival.node.x, arrival.node.y)
            if place in self._reached:
                continue
            self._reached.add(place)
            if len(arrival.actions) > 1:
                found.append(self._destination(arrival, source.id if source is not None else ""))
            if arrival.trial.is_free:
                self._expand(arrival.trial.after, arrival.actions, arrival.path, arrival.warning)
        return found

    def _expand(self, state: State, actions: list[Action], path: list[tuple[int, int]], warning: str) -> None:
        """Try out every proposal that has a place on the board."""
        if self.explored >= self.max_states or not is_explored(state):
            return
        self.explored += 1
        nodes = clickable_nodes(self._scene(state))
        presentation = self.game.presentation
        for action in agenda.proposals(state):
            node = nodes.get(action.text)
            if node is None or (node.x, node.y) in self._reached:
                continue
            risk = warning or presentation.concern(state, self.seat, action)
            trial = Trial(self.game, state, self.seat, action)
            points = [*path, (node.x, node.y)]
            self._arrivals.append(_Arrival(state, [*actions, action], node, points, trial, risk))
            heapq.heappush(self._queue, (1 if risk else 0, len(actions) + 1, len(self._arrivals) - 1))

    def _scene(self, state: State) -> Scene:
        return self.game.presentation.scene(self.game.view(state, self.seat), agenda.decision(state))

    def _destination(self, arrival: _Arrival, source: str) -> Destination:
        last, before = arrival.actions[-1], arrival.before
        presentation = self.game.presentation
        return Destination(
            arrival.actions,
            presentation.destination_label(before, arrival.actions),
            far_node(arrival.node),
            presentation.destination_name(before, last),
            presentation.destination_cost(before, arrival.actions),
            ENDS_IN_CHANCE if arrival.trial.is_chance else "",
            arrival.warning,
            arrival.path,
            source,
        )


def is_explored(state: State) -> bool:
    """Return whether the pending decision is one whose actions can be joined into ways to far places."""
    return bool(state.agenda) and state.agenda[-1].EXPLORED and not agenda.is_secret(state)


def clickable_nodes(scene: Scene) -> dict[str, Node]:
    """Return the node that is clicked for each action."""
    nodes = {node.id: node for layer in scene.layers if not layer.static for node in layer.nodes}
    return {
        handle.action: nodes[handle.on] for handle in scene.handles if handle.kind == "click" and handle.on in nodes
    }


def acting_node(scene: Scene) -> Node | None:
    """Return the node of the piece whose turn it is, or None if there is not exactly one."""
    acting = [
        node
        for layer in scene.layers
        if not layer.static and not layer.of
        for node in layer.nodes
        if node.label and "acting" in node.css.split(" ")
    ]
    return acting[0] if len(acting) == 1 else None


def far_node(node: Node) -> Node:
    """Return a node at the place of a target beyond the next step, drawn more softly."""
    css = f"{node.css} far" if "target" in node.css.split(" ") else "target far"
    name = f"far-{node.x}-{node.y}"
    return Node(name, node.shape, node.x, node.y, node.data, node.turn, css, node.label, "", node.size)


def try_compound(game: Game, state: State, seat: int, actions: Sequence[Action]) -> tuple[int, str, bool]:
    """Try out a compound on an imagined state.

    Return how many of its actions would be played, the first warning about them, and whether it ends in dice or
    something secret.
    """
    warning, before, played = "", state, 0
    for action in actions:
        if played and agenda.check(before, seat, action) is not None:
            break
        warning = warning or game.presentation.concern(before, seat, action)
        trial = Trial(game, before, seat, action)
        played += 1
        if not trial.is_free:
            return played, warning, trial.is_chance
        before = trial.after
    return played, warning, False
