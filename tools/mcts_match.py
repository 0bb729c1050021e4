"""Play the champion against OpenSpiel's tree search in Ben-Hur, with equal time for every decision.

    ./play study mcts-match [--games N] [--seconds N] [--times N] [--tapes N] [--c N] [--json FILE]

Two chariots race in the Circus. Each race is run twice, with the same dice and the seats swapped. OpenSpiel's `MCTSBot`
searches on a thin wrapper of our state (`Node`), which uses the state's own clone and has explicit chance nodes. Its
rollouts are random, like those of OpenSpiel's evaluator, but run at the full speed of our rules. It always uses all its
time. Like the champion, it gets a state imagined by its seat. `--times 5` gives it five times as long. The exit code is
1 if the champion wins less than 60 %.
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
from hippodrome.lab.match_runner import derive_seed
from hippodrome.lab.stats import percent, percent_range, wilson

GAME, SCENARIO, SEATS = "benhur", "circus", 2
TARGET_SHARE = 0.6
OURS, THEIRS = "champion", "MCTS"


# -------------------------------------------------------------------- the state, as OpenSpiel's search needs it


class Node:
    """A decision with a choice, a roll of dice, or the end, with the methods of pyspiel.State that the search uses."""

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
        """Return a copy."""
        other: Node = Node.__new__(Node)
        other.game, other.tapes, other.path = self.game, self.tapes, self.path
        other.state = self.state.clone()
        other.state.dice = NoDice(0)
        other.pending, other.seat, other.actions = self.pending, self.seat, self.actions
        return other

    def is_terminal(self) -> bool:
        """Return whether the match has ended."""
        return not self.state.agenda

    def is_chance_node(self) -> bool:
        """Return whether dice are about to be rolled."""
        return self.pending is not None

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.is_chance_node() else self.seat

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the indices of the proposals."""
        return list(range(len(self.actions)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the dice tapes with their equal probabilities."""
        return self.tapes

    def apply_action(self, number: int) -> None:
        """Play a proposal, or roll the dice of a tape."""
        if self.pending is None:
            self.path = hashlib.blake2b(self.path + bytes([number]), digest_size=16).digest()
            self._play(self.actions[number])
            return
        self.path = hashlib.blake2b(self.path + int(number).to_bytes(2, "big"), digest_size=16).digest()
        self.state.dice = TapeDice(hashlib.sha256(self.path).digest())
        agenda.act(self.state, self.pending, self.seat)
        self.state.dice = NoDice(0)
        self._advance()

    def _play(self, action: Action) -> None:
        """Play an action, or leave it pending if it rolls dice."""
        before = self.state.clone()
        try:
            agenda.act(self.state, action, self.seat)
        except DiceNeeded:
            before.dice = NoDice(0)
            self.state, self.pending, self.actions = before, action, []
        else:
            self._advance()

    def _advance(self) -> None:
        """Advance to the next decision with a choice, or to the next roll."""
        self.pending, self.actions = None, []
        if not self.state.agenda:
            return
        self.seat = agenda.seats(self.state)[0]
        actions = agenda.proposals(self.state)
        if len(actions) > 1:
            self.actions = actions
        else:
            self._play(actions[0])

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; 0 for both in a draw."""
        result = self.game.result(self.state)
        assert result is not None
        best, worst = min(result.places), max(result.places)
        return [0.0 if best == worst else 1.0 if place == best else -1.0 for place in result.places]

    def roll_out(self, seed: int) -> list[float]:
        """Play at random to the end and return the result."""
        node = self.clone()
        node.state.dice = TapeDice(seed_from(seed))
        if node.pending is not None:
            agenda.act(node.state, node.pending, node.seat)
        playout(node.state, seed)
        return node.returns()


class RandomRollouts(mcts.Evaluator):  # type: ignore[misc]
    """One random rollout per leaf, like OpenSpiel's RandomRolloutEvaluator(1), but with our own loop."""

    def __init__(self, random: np.random.RandomState) -> None:
        self.random = random

    def evaluate(self, state: Node) -> Any:
        """Return the result of a rollout for both seats."""
        return np.array(state.roll_out(int(self.random.randint(1 << 53))))

    def prior(self, state: Node) -> list[tuple[int, float]]:
        """Return equal probabilities for all actions."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


class TimeIsUp(Exception):
    """Raised to stop the search when its time is up."""


class TimedSearch(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's search with a time limit, checked between two simulations."""

    def __init__(self, c: float, seconds: float, random: np.random.RandomState) -> None:
        super().__init__(
            pyspiel.load_game(f"hippodrome_{GAME}"), c, 1 << 30, RandomRollouts(random), random_state=random
        )
        self.seconds = seconds
        self.until = 0.0
        self.root: Any = None

    def _apply_tree_policy(self, root: Any, state: Node) -> Any:
        self.root = root
        if time.monotonic() >= self.until:
            raise TimeIsUp
        return super()._apply_tree_policy(root, state)

    def best(self, node: Node) -> int:
        """Return the index of the most visited action."""
        self.until = time.monotonic() + self.seconds
        with suppress(TimeIsUp):
            self.root = self.mcts_search(node)  # returns early only if the game is solved
        return int(self.root.best_child().action) if self.root.children else 0


# -------------------------------------------------------------------- the match


@dataclass
class Usage:
    """Time and simulations used by one of the two bots; times are in seconds."""

    decisions: int = 0
    wall: float = 0.0
    cpu: float = 0.0
    simulations: int = 0

    def text(self) -> str:
        """Return the means per decision on one line."""
        count = max(self.decisions, 1)
        return (
            f"{1000 * self.wall / count:.1f} ms per decision ({1000 * self.cpu / count:.1f} ms of processor time), "
            f"{self.simulations / count:.0f} simulations, {self.decisions} decisions"
        )


@dataclass
class Score:
    """The score of the champion so far, and the time and simulations of both bots."""

    games: int = 0
    won: float = 0.0
    used: dict[str, Usage] = field(default_factory=lambda: {OURS: Usage(), THEIRS: Usage()})


def play(number: int, args: argparse.Namespace, score: Score) -> None:
    """Play one match. Seats change with every match, dice with every pair of matches."""
    game = hd.game(GAME)
    seed = derive_seed(args.seed, number // 2)
    seated = [OURS, THEIRS] if number % 2 == 0 else [THEIRS, OURS]
    state: State = Setup(game, SCENARIO, SEATS, {}).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    policy = SEARCH_POLICIES[GAME].for_champion()
    ours = LookaheadBot(policy, policy.champion, args.seconds, derive_seed(seed, 1))
    random = np.random.RandomState(derive_seed(seed, 2) % (1 << 32))
    theirs = TimedSearch(args.c, args.seconds * args.times, random)
    tapes = [(tape, 1 / args.tapes) for tape in range(args.tapes)]
    count = 0
    while state.agenda:
        seat, actions = agenda.seats(state)[0], agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            imagined = game.imagine(state, seat, imagination_seed(seed, count))
            used = score.used[seated[seat]]
            wall, cpu = time.monotonic(), time.process_time()
            if seated[seat] == OURS:
                analysis = ours.analyse(game, imagined, seat)
                action, simulations = analysis.chosen, sum(option.visits for option in analysis.options)
            else:
                imagined.dice = NoDice(0)
                action = actions[theirs.best(Node(game, imagined, tapes, imagination_seed(seed, count)))]
                simulations = int(theirs.root.explore_count)
            used.wall += time.monotonic() - wall
            used.cpu += time.process_time() - cpu
            used.decisions += 1
            used.simulations += simulations
        agenda.act(state, action, seat)
        count += 1
    result = game.result(state)
    assert result is not None
    score.games += 1
    score.won += sum(seated[seat] == OURS for seat in result.winners) / len(result.winners)


def report(args: argparse.Namespace, score: Score) -> str:
    """Return the result as text."""
    share = wilson(score.won, score.games)
    verdict = "reached" if share.share >= TARGET_SHARE else "missed"
    longer = f", {args.times:g} times as long for {THEIRS}" if args.times != 1 else ""
    return "\n".join(
        [
            f"{score.games} races of two in the Circus, {args.seconds:g} s per decision{longer}; {THEIRS}: "
            f"c = {args.c:g}, {args.tapes} outcomes per roll",
            f"  {OURS:<10} won {percent(share.share)} ({percent_range(share.low, share.high)})",
            *[f"  {name:<10} {used.text()}" for name, used in score.used.items()],
            f"  target of {percent(TARGET_SHARE, 0)} {verdict}",
        ]
    )


def parse_arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="./play study mcts-match", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--games", type=int, default=60, metavar="N", help="matches, an even number (60)")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="N", help="time per decision (0.1)")
    parser.add_argument("--times", type=float, default=1.0, metavar="N", help="time of MCTS relative to ours (1)")
    parser.add_argument("--tapes", type=int, default=16, metavar="N", help="outcomes per roll in its tree (16)")
    parser.add_argument("--c", type=float, default=1.4, metavar="N", help="exploration constant of UCT (1.4)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="determines the dice of the matches (1)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON")
    return parser.parse_args()


def main() -> None:
    """Play the matches and print the result."""
    args = parse_arguments()
    if args.games < 2 or args.games % 2:
        raise SystemExit("--games must be an even number of at least 2, because the seats are swapped")
    score = Score()
    for number in range(args.games):
        play(number, args, score)
        sys.stderr.write(f"\r{score.won:g} of {score.games} ")
    sys.stderr.write("\n")
    if args.json:
        figures = {**asdict(score), "arguments": vars(args), "load": os.getloadavg()}
        Path(args.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(report(args, score))
    sys.exit(0 if score.won / score.games >= TARGET_SHARE else 1)


if __name__ == "__main__":
    main()
