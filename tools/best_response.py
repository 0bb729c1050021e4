"""Estimate how much a bot could gain over the champion of What a Wheelie: an approximate best response to the veteran.

    python tools/best_response.py --lineup duel --matches 400 --seed 5

An exact best response cannot be computed, so a search looks for one. The best-response bot starts from the champion's
action and compares it with every other use of every action die. It assumes that the veteran drives roughly as the
rollout bot does. Each option is played out in simulations, with all dice rolled, to the end of this activation and
through the next one; the network evaluator then estimates the chance to win. Options that look bad are dropped early,
and the champion's action is replaced only if another is better by more than the sampling error. There is no time limit;
a decision takes many times as long as a champion's.

The champion and the best-response bot each play the veteran with the same dice and with seats swapped. The difference
between their scores is what the champion leaves unused.

Run it with the compiled build, which is about ten times as fast.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from math import sqrt
from typing import Any, NamedTuple

import hippodrome as hd
from hippodrome.bots import make
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.plans import RamPlan
from hippodrome.bots.wheelie.rollout_bot import RolloutBot
from hippodrome.bots.wheelie.style import QUICK, QUICK_NETWORK
from hippodrome.games.wheelie.state import FIGHTING
from hippodrome.kit import agenda
from hippodrome.kit.dice import SplitDice, TapeDice, seed_from
from hippodrome.kit.match import Setup
from hippodrome.lab.ladder import lineups_of
from hippodrome.lab.match_runner import derive_seed
from hippodrome.lab.pool import run_tasks
from hippodrome.lab.stats import percent, percent_range, wilson

GAME: Any = hd.game("wheelie")
LINEUPS = dict(zip(("duel", "two", "three", "funeral"), lineups_of(GAME), strict=True))
"""The lineups of the ladder, by short name."""
SEARCH_ROUNDS = ((8, 99), (24, 4), (48, 2))
"""For each round of the search: simulations of each option by its end, and the number of options that stay in."""
ACTIVATIONS_AHEAD = 2
MIN_STANDARD_ERRORS = 1.0
"""Standard errors by which another option must beat the champion's action."""
SEED_STRIDE = 100_003
"""Difference between the first match seeds of two consecutive `--seed` values."""
Z_95 = 1.96


class MatchResult(NamedTuple):
    """The result of one match for the bot that plays the veteran."""

    score: float  # 1 for a win; shared wins count in part
    decisions: int  # searched by the best-response bot
    changes: int  # decisions in which it replaced the champion's action
    seconds: float  # of processor time, without the veteran's


class BestResponseBot:
    """The champion with an extensive search of every use of an action die."""

    def __init__(self, seed: int) -> None:
        self.champion: Any = make("champion", GAME, seed)
        self.seed = seed
        self.decisions = 0
        self.changes = 0

    def choose(self, game: Any, state: Any, seat: int) -> Any:
        """Return the champion's action, or one that is clearly better; a ram in progress is continued."""
        default = self.champion.choose(game, state, seat)
        options = [default, *[action for action in agenda.proposals(state) if action.text != default.text]]
        is_ramming = isinstance(self.champion.plan, RamPlan)
        if state.turn == 0 or state.agenda[-1].name() != "SpendDie" or is_ramming or len(options) == 1:
            return default
        self.decisions += 1
        best = self.best_option(state, seat, options)
        if best:
            self.changes += 1
            self.champion.plan = None
        return options[best]

    def best_option(self, state: Any, seat: int, options: list[Any]) -> int:
        """Return the index of the best option; 0, the champion's, unless another is clearly better."""
        values: list[list[float]] = [[] for _ in options]
        candidates = list(range(len(options)))
        for simulations, max_candidates in SEARCH_ROUNDS:
            others = sorted([index for index in candidates if index], key=lambda index: -sum(values[index]))
            candidates = [0, *others[: max_candidates - 1]]
            for index in candidates:
                while len(values[index]) < simulations:
                    values[index].append(self.simulate(state, seat, options[index], len(values[index])))
        best = max(candidates, key=lambda index: sum(values[index]))
        gains = [value - default for value, default in zip(values[best], values[0], strict=True)]
        mean = sum(gains) / len(gains)
        error = sqrt(max(sum([(gain - mean) ** 2 for gain in gains]), 1e-3)) / len(gains)
        return best if mean > MIN_STANDARD_ERRORS * error else 0

    def simulate(self, state: Any, seat: int, action: Any, number: int) -> float:
        """Return the chance to win after an action and the activations that follow, in one simulation.

        Simulations with the same number use the same dice for every option.
        """
        seed = hashlib.sha256(f"{self.seed}/{self.decisions}/{number}".encode()).digest()
        imagined = GAME.imagine(state, seat, seed)
        imagined.dice = SplitDice(seed)
        imagined.dice.rolled = state.dice.rolled
        imagined.logging = False
        side = int(imagined.units[imagined.act.unit].side)
        bots = [RolloutBot(QUICK) for _ in range(len(imagined.units))]
        activation, activations_left = (int(imagined.turn), int(imagined.act.unit)), ACTIVATIONS_AHEAD
        agenda.act(imagined, action, seat)
        while imagined.agenda and not imagined.over:
            current = (int(imagined.turn), int(imagined.act.unit))
            if current != activation:
                activation, activations_left = current, activations_left - 1
                if activations_left == 0:
                    break
            decider = agenda.seats(imagined)[0]
            actions = agenda.proposals(imagined)
            chosen = actions[0] if len(actions) == 1 else bots[decider].choose(GAME, imagined, decider)
            agenda.act(imagined, chosen, decider)
        return chance_to_win(imagined, side)


def chance_to_win(state: Any, side: int) -> float:
    """Return a side's chance to win, estimated before the activation of the unit whose turn it is."""
    if state.over or not state.agenda:
        return share_of_victory(state, side)
    for unit in state.units:
        if unit.side == side and unit.status == FIGHTING:
            evaluator = evaluator_for(state, unit, QUICK_NETWORK)
            if isinstance(evaluator, NetworkEvaluator):
                acting = int(state.act.unit)
                evaluator.model.order_index = state.order.index(acting) - 1 if acting in state.order else -1
                return evaluator.model.chance(state.units)
    seat = next(int(unit.seat) for unit in state.units if unit.side == side)
    return int(GAME.analysis.value(state, seat)) / 1000


def share_of_victory(state: Any, side: int) -> float:
    """Return a side's share of the victory in a finished battle; all sides share a draw."""
    winning_seats = GAME.result(state).winners
    winners = {int(unit.side) for unit in state.units if unit.seat in winning_seats}
    winners = winners or {int(unit.side) for unit in state.units}
    return 1.0 / len(winners) if side in winners else 0.0


def play_match(job: tuple[str, int, int, bool]) -> MatchResult:
    """Play a match against the veteran: lineup, seed, seats swapped (0 or 1), and whether the best response plays."""
    name, seed, swap, is_best_response = job
    lineup = LINEUPS[name]
    state: Any = Setup(GAME, lineup.scenario, lineup.seats, dict(lineup.options)).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    bots: list[Any] = []
    for seat in range(lineup.seats):
        bot_seed = derive_seed(seed, seat)
        if (seat + swap) % 2:
            bots.append(make("veteran", GAME, bot_seed))
        else:
            bots.append(BestResponseBot(bot_seed) if is_best_response else make("champion", GAME, bot_seed))
    decision, seconds = 0, 0.0
    while state.agenda:
        seat = agenda.seats(state)[0]
        actions = agenda.proposals(state)
        action = actions[0]
        if len(actions) > 1:
            start = time.process_time()
            action = bots[seat].choose(GAME, GAME.imagine(state, seat, imagination_seed(seed, decision)), seat)
            seconds += 0.0 if (seat + swap) % 2 else time.process_time() - start
        agenda.act(state, action, seat)
        decision += 1
    winners = GAME.result(state).winners
    score = sum(1 for seat in winners if (seat + swap) % 2 == 0) / len(winners) if winners else 0.5
    searchers = [bot for bot in bots if isinstance(bot, BestResponseBot)]
    return MatchResult(score, sum(bot.decisions for bot in searchers), sum(bot.changes for bot in searchers), seconds)


def summary(name: str, results: list[MatchResult]) -> str:
    """Return a line with the score against the veteran, its 95 % interval and the time per match."""
    matches = len(results)
    interval = wilson(sum(result.score for result in results), matches)
    seconds = sum(result.seconds for result in results) / matches
    score = f"{percent(interval.share)} ({percent_range(interval.low, interval.high)})"
    return f"{name}: {score} against the veteran in {matches} matches; {seconds:.2f} seconds per match"


def main() -> None:
    """Play both series of matches and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lineup", choices=list(LINEUPS), default="duel", help="lineup of the ladder (default: duel)")
    parser.add_argument("--matches", type=int, default=400, help="matches of each bot (default: 400)")
    parser.add_argument("--seed", type=int, default=5, help="seed of the dice and the bots (default: 5)")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="worker processes (default: all cores)"
    )
    args = parser.parse_args()
    results: list[list[MatchResult]] = []
    for is_best_response in (False, True):
        jobs = [
            (args.lineup, args.seed * SEED_STRIDE + number // 2, number % 2, is_best_response)
            for number in range(args.matches)
        ]
        series: list[MatchResult] = []
        for _, result in run_tasks(play_match, jobs, args.processes):
            series.append(result)
            sys.stderr.write(f"\r{len(series)} of {args.matches} matches")
        sys.stderr.write("\n")
        name = "best response" if is_best_response else "champion"
        print(summary(f"{args.lineup}, {name}", series), flush=True)
        results.append(series)
    decisions = sum(result.decisions for result in results[1])
    changes = sum(result.changes for result in results[1])
    gains = [response.score - champion.score for champion, response in zip(*results, strict=True)]
    mean = sum(gains) / len(gains)
    error = sqrt(sum([(gain - mean) ** 2 for gain in gains])) / len(gains)
    gain = f"{100 * mean:+.1f} % (± {percent(Z_95 * error)})"
    print(f"gain over the champion: {gain}; changed {changes} of {decisions} decisions")


if __name__ == "__main__":
    main()
