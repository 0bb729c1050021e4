"""A tree of answers that grows where they look good: an answer, what is answered to it, and so on.

The tree is *open-loop*: its nodes are answers, not states. Every walk through it begins in a world of its own, with
other dice and other hidden things, so what a node has learned is an average over them. At each node the walk takes the
answer that has done best so far for whoever decides there, with a liking for those that were seldom tried and for what
the plain program would do (PUCT). Where the tree ends, the plain program plays on for all seats, for some rounds; how
good it looks then for each seat goes into every node on the way.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import mypyc_attr

from hippodrome.bots.base import Bot
from hippodrome.bots.search.guide import Guide
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

CURIOUS: Final = 0.5  # how much an answer that was seldom tried is liked
USUAL: Final = 0.5  # how much of that liking goes to what the plain program would do
RIPE: Final = 2  # visits after which what follows an answer is told apart
WIDENING: Final = 1.5  # how many answers are looked at grows with the root of the visits, so many times


@mypyc_attr(acyclic=True)
class Branch:
    """An answer, and what came of it so far for the seat that gives it."""

    __slots__ = ("action", "node", "total", "visits")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.visits = 0.0
        self.total = 0.0  # of the values
        self.node: Node | None = None


@mypyc_attr(acyclic=True)
class Node:
    """A moment at which somebody answers, whatever the dice have brought so far."""

    __slots__ = ("branches", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0.0
        self.total = 0.0
        self.branches: dict[str, Branch] = {}

    def branch(self, action: Action) -> Branch:
        """The branch of an answer; a new one if it was never given."""
        found = self.branches.get(action.text)
        if found is None:
            found = Branch(action)
            self.branches[action.text] = found
        return found

    def pick(self, actions: list[Action]) -> Branch:
        """The most promising of these answers, of which the first is the usual one."""
        wide = min(len(actions), 2 + int(WIDENING * math.sqrt(self.visits)))
        curious = CURIOUS * math.sqrt(self.visits + 1)
        likely = curious * USUAL
        unlikely = curious * (1 - USUAL) / max(wide - 1, 1)
        unknown = self.total / self.visits if self.visits else 0.5
        best, most = actions[0], -1.0
        for place in range(wide):
            branch = self.branches.get(actions[place].text)
            liking = likely if place == 0 else unlikely
            if branch is None or branch.visits == 0:
                promise = unknown + liking
            else:
                promise = branch.total / branch.visits + liking / (1 + branch.visits)
            if promise > most:
                best, most = actions[place], promise
        return self.branch(best)


class Walk:
    """One walk through the tree, in one world."""

    def __init__(self, game: Game, guide: Guide, player: Bot, world: State, until: int) -> None:
        self.game = game
        self.guide = guide
        self.player = player
        self.world = world
        self.until = until
        self.nodes: list[Node] = []
        self.taken: list[Branch] = []
        self.seats: list[int] = []

    def from_root(self, root: Node, actions: list[Action], seat: int) -> Branch:
        """Take an answer at the root, and go on from there to the end; returns that answer."""
        first = root.pick(actions)
        self.take(root, first, seat)
        node = self.grown(first)
        while node is not None and self.goes_on():
            node = self.step(node)
        while self.goes_on():
            self.step(None)
        self.learn()
        return first

    def goes_on(self) -> bool:
        """Whether the world is still to be played on."""
        return len(self.world.agenda) > 0 and self.game.moment(self.world) < self.until

    def step(self, node: Node | None) -> Node | None:
        """One decision, from the tree or beyond it by the plain program; returns the next node, if there is one."""
        world = self.world
        seat = agenda.seats(world)[0]
        actions = agenda.proposals(world)
        if len(actions) == 1:
            agenda.act(world, actions[0], seat)
            return node
        usual = self.player.choose(self.game, world, seat)
        if node is None:
            agenda.act(world, usual, seat)
            return None
        branch = node.pick(self.guide.candidates(self.game, world, seat, usual))
        self.take(node, branch, seat)
        return self.grown(branch)

    def take(self, node: Node, branch: Branch, seat: int) -> None:
        """Give an answer and remember it."""
        self.nodes.append(node)
        self.taken.append(branch)
        self.seats.append(seat)
        agenda.act(self.world, branch.action, seat)

    def grown(self, branch: Branch) -> Node | None:
        """What follows a branch; nothing yet if it was hardly tried."""
        if branch.visits < RIPE:
            return None
        if branch.node is None:
            branch.node = Node()
        return branch.node

    def learn(self) -> None:
        """What came of it goes into everything on the way, for each by the seat that decided there."""
        values: dict[int, float] = {}
        for place, seat in enumerate(self.seats):
            if seat not in values:
                values[seat] = self.game.value(self.world, seat) / 1000
            value = values[seat]
            node, branch = self.nodes[place], self.taken[place]
            node.visits += 1
            node.total += value
            branch.visits += 1
            branch.total += value
