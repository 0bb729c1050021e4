"""The champion against OpenSpiel's own tree search at Ben-Hur, with equal time for every decision.

    ./play bench mcts [--games N] [--seconds N] [--times N] [--tapes N] [--c N] [--json FILE]

Two chariots in the Circus, seats swapped, the same dice for both matches of a pair. OpenSpiel's `MCTSBot` searches on a
thin wrapper of our state (`Node`), which is copied by the rules' own clone and has explicit chance nodes; its rollouts
are random, as those of OpenSpiel's evaluator, at the full speed of our rules. It stops when its time is up, not before.
Like the champion it is handed the state as its seat may imagine it. `--times 5` gives it five times as long. The exit
code is 1 if the champion wins less than 60 %.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import hippodrome as hd
import hippodrome.adapters.open_spiel
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.random import playout
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.preview import DiceNeeded, NoDice
from hippodrome.kit.state import State
from hippodrome.lab.simulation import derive_seed
from hippodrome.lab.stats import wilson

GAME, SCENARIO, SEATS = "benhur", "circus", 2
WANTED = 0.6
OURS, THEIRS = "champion", "MCTS"


# -------------------------------------------------------------------- our state, as OpenSpiel's search wants it


class Node:
    """A decision with a choice in it, a throw of dice, or the end: as much of pyspiel.State as its search asks for."""

    __slots__ = ("actions", "game", "path", "pending", "seat", "state", "tapes")

    def __init__(self, game: Game, state: State, tapes: list[tuple[int, float]], path: bytes) -> None:
        self.game = game
        self.state = state
        self.tapes = tapes
        self.path = path
        self.pending: Action | None = None
        self.seat = agenda.seats(state)[0]
        self.actions = agenda.proposals(state)

    def clone(self) -> Node:
        """A copy."""
        other: Node = Node.__new__(Node)
        other.game, other.tapes, other.path = self.game, self.tapes, self.path
        other.state = self.state.clone()
        other.state.dice = NoDice(0)
        other.pending, other.seat, other.actions = self.pending, self.seat, self.actions
        return other

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return not self.state.agenda

    def is_chance_node(self) -> bool:
        """Whether dice are about to fall."""
        return self.pending is not None

    def current_player(self) -> int:
        """Who decides."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.is_chance_node() else self.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The proposals by their numbers."""
        return list(range(len(self.actions)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Tapes of dice, each as likely as the others."""
        return self.tapes

    def apply_action(self, number: int) -> None:
        """Play a proposal, or let the dice of a tape fall."""
        if self.pending is None:
            self.path = hashlib.blake2b(self.path + bytes([number]), digest_size=16).digest()
            self._go(self.actions[number])
            return
        self.path = hashlib.blake2b(self.path + int(number).to_bytes(2, "big"), digest_size=16).digest()
        self.state.dice = TapeDice(hashlib.sha256(self.path).digest())
        agenda.act(self.state, self.pending, self.seat)
        self.state.dice = NoDice(0)
        self._settle()

    def _go(self, action: Action) -> None:
        """Play an action, or let it wait if it throws dice."""
        before = self.state.clone()
        try:
            agenda.act(self.state, action, self.seat)
        except DiceNeeded:
            before.dice = NoDice(0)
            self.state, self.pending, self.actions = before, action, []
        else:
            self._settle()

    def _settle(self) -> None:
        """Go on to the next decision with a choice in it, or to the next die."""
        self.pending, self.actions = None, []
        if not self.state.agenda:
            return
        self.seat = agenda.seats(self.state)[0]
        actions = agenda.proposals(self.state)
        if len(actions) > 1:
            self.actions = actions
        else:
            self._go(actions[0])

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the other."""
        result = self.game.result(self.state)
        assert result is not None
        best, worst = min(result.places), max(result.places)
        return [0.0 if best == worst else 1.0 if place == best else -1.0 for place in result.places]

    def rolled_out(self, seed: int) -> list[float]:
        """What comes of it if everybody plays at random from here."""
        world = self.clone()
        world.state.dice = TapeDice(seed_from(seed))
        if world.pending is not None:
            agenda.act(world.state, world.pending, world.seat)
        playout(world.state, seed)
        return world.returns()


class Rollouts(mcts.Evaluator):  # type: ignore[misc]
    """One random match from a leaf, as OpenSpiel's RandomRolloutEvaluator(1) plays it, by our own loop."""

    def __init__(self, random: np.random.RandomState) -> None:
        self.random = random

    def evaluate(self, state: Node) -> Any:
        """What everybody gets."""
        return np.array(state.rolled_out(int(self.random.randint(1 << 53))))

    def prior(self, state: Node) -> list[tuple[int, float]]:
        """All alike."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimeIsUp(Exception):
    """The search has to stop."""


class Search(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search, stopped by the clock between two simulations."""

    def __init__(self, c: float, seconds: float, random: np.random.RandomState) -> None:
        super().__init__(pyspiel.load_game(f"hippodrome_{GAME}"), c, 1 << 30, Rollouts(random), random_state=random)
        self.seconds = seconds
        self.until = 0.0
        self.root: Any = None

    def _apply_tree_policy(self, root: Any, state: Node) -> Any:
        self.root = root
        if time.monotonic() >= self.until:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)

    def best(self, node: Node) -> int:
        """The action that was tried most often."""
        self.until = time.monotonic() + self.seconds
        with suppress(TimeIsUp):
            self.root = self.mcts_search(node)  # everything is proven
        return int(self.root.best_child().action) if self.root.children else 0


# -------------------------------------------------------------------- the match


@dataclass
class Used:
    """What one of the two used."""

    decisions: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    tries: int = 0
    """Simulations, or imagined worlds over all options."""

    def words(self) -> str:
        """In a line."""
        count = max(self.decisions, 1)
        return (
            f"{1000 * self.wall / count:.1f} ms a decision ({1000 * self.cpu / count:.1f} ms of processor time), "
            f"{self.tries / count:.0f} matches imagined, {self.decisions} decisions"
        )


@dataclass
class Score:
    """How it stands."""

    games: int = 0
    won: float = 0.0
    used: dict[str, Used] = field(default_factory=lambda: {OURS: Used(), THEIRS: Used()})


def play(number: int, wish: argparse.Namespace, score: Score) -> None:
    """One match: who sits first changes from one to the next, the dice from one pair to the next."""
    game = hd.game(GAME)
    seed = derive_seed(wish.seed, number // 2)
    seated = [OURS, THEIRS] if number % 2 == 0 else [THEIRS, OURS]
    state: State = Setup(game, SCENARIO, SEATS, {}).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    guide = SEARCH_POLICIES[GAME].for_champion()
    ours = LookaheadBot(guide, guide.champion, wish.seconds, derive_seed(seed, 1))
    random = np.random.RandomState(derive_seed(seed, 2) % (1 << 32))
    theirs = Search(wish.c, wish.seconds * wish.times, random)
    tapes = [(tape, 1 / wish.tapes) for tape in range(wish.tapes)]
    count = 0
    while state.agenda:
        seat, actions = agenda.seats(state)[0], agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            imagined = game.imagine(state, seat, imagination_seed(seed, count))
            used = score.used[seated[seat]]
            wall, cpu = time.monotonic(), time.process_time()
            if seated[seat] == OURS:
                thoughts = ours.analyse(game, imagined, seat)
                action, tries = thoughts.chosen, sum(option.visits for option in thoughts.options)
            else:
                imagined.dice = NoDice(0)
                action = actions[theirs.best(Node(game, imagined, tapes, imagination_seed(seed, count)))]
                tries = int(theirs.root.explore_count)
            used.wall += time.monotonic() - wall
            used.cpu += time.process_time() - cpu
            used.decisions += 1
            used.tries += tries
        agenda.act(state, action, seat)
        count += 1
    result = game.result(state)
    assert result is not None
    score.games += 1
    score.won += sum(seated[seat] == OURS for seat in result.winners) / len(result.winners)


def report(wish: argparse.Namespace, score: Score) -> str:
    """What came of it."""
    found = wilson(score.won, score.games)
    mark = "reached" if found.share >= WANTED else "missed"
    longer = f", {wish.times:g} times as long for {THEIRS}" if wish.times != 1 else ""
    return "\n".join(
        [
            f"{score.games} matches of two in the Circus, {wish.seconds:g} s a decision{longer}; {THEIRS}: "
            f"c = {wish.c:g}, {wish.tapes} outcomes of a throw",
            f"  {OURS:<10} won {found.share:.1%} ({found.low:.1%} – {found.high:.1%})",
            *[f"  {name:<10} {used.words()}" for name, used in score.used.items()],
            f"  {mark:<10} at least {WANTED:.0%}",
        ]
    )


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="./play bench mcts", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--games", type=int, default=60, metavar="N", help="matches, an even number (60)")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="N", help="time for a decision (0.1)")
    parser.add_argument("--times", type=float, default=1.0, metavar="N", help="how much more of it MCTS has (1)")
    parser.add_argument("--tapes", type=int, default=16, metavar="N", help="outcomes of a throw in its tree (16)")
    parser.add_argument("--c", type=float, default=1.4, metavar="N", help="how curious it is (1.4)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="fixes the dice of the matches (1)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON")
    return parser.parse_args()


def main() -> None:
    """Play and tell."""
    wish = arguments()
    if wish.games < 2 or wish.games % 2:
        raise SystemExit("The seats are swapped: an even number of matches, please.")
    score = Score()
    for number in range(wish.games):
        play(number, wish, score)
        sys.stderr.write(f"\r{score.won:g} of {score.games} ")
    sys.stderr.write("\n")
    if wish.json:
        figures = {**asdict(score), "wish": vars(wish), "load": os.getloadavg()}
        Path(wish.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(report(wish, score))
    sys.exit(0 if score.won / score.games >= WANTED else 1)


if __name__ == "__main__":
    main()
