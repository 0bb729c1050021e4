"""Rollouts: options are compared in the same imagined states, and bad ones are pruned early.

In every rollout the dice, and everything the seat cannot see, are different. The option is played, then a simple bot
plays all seats for some rounds; the evaluation of the final state is the value of the option in that rollout. Because
all options use the same imagined states, luck favours none of them.
"""

from __future__ import annotations

import hashlib
import math
import time
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.bots.base import Bot
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Rollout, SearchPolicy
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

MIN_LIVE_OPTIONS: Final = 4  # with more options than this, each pruning drops the worse half
PRUNE_Z: Final = 2.0  # standard errors by which an option must be worse to be pruned
MAX_ROLLOUT_DECISIONS: Final = 5_000


class OptionTally:
    """The results of an option, rollout by rollout."""

    __slots__ = ("action", "features", "intent", "squares", "values")

    def __init__(self, action: Action, intent: int = 0) -> None:
        self.action = action
        self.intent = intent
        self.values: list[int] = []
        self.features: list[int] = []
        self.squares: list[int] = []  # sums of the squared features, for their deviations

    def add(self, value: int, features: list[int]) -> None:
        """Add the result of one rollout."""
        self.values.append(value)
        if not self.features:
            self.features = [0] * len(features)
            self.squares = [0] * len(features)
        for place, feature in enumerate(features):
            self.features[place] += feature
            self.squares[place] += feature * feature

    def mean(self) -> float:
        """Return the average value over all rollouts."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def to_option(self) -> ScoredOption:
        """Return the averages."""
        count = max(len(self.values), 1)
        means = [total / count for total in self.features]
        deviations = [
            math.sqrt(max(self.squares[place] / count - mean * mean, 0.0)) for place, mean in enumerate(means)
        ]
        hundredths = [[round(100 * number) for number in numbers] for numbers in (means, deviations)]
        return ScoredOption(self.action, len(self.values), round(self.mean()), hundredths[0], hundredths[1])


def lead(one: OptionTally, other: OptionTally) -> tuple[float, float]:
    """Return how much better one option is than another in their common rollouts, and the standard error."""
    count = min(len(one.values), len(other.values))
    total, squares = 0.0, 0.0
    for place in range(count):
        gap = one.values[place] - other.values[place]
        total += gap
        squares += gap * gap
    if count < 2:
        return total, math.inf
    mean = total / count
    return mean, math.sqrt(max(squares / count - mean * mean, 1.0) / (count - 1))


class RolloutSearch:
    """A search for the best action at one decision.

    Without a limit of `seconds` (0) the result depends only on state, budget and seed. `options` replaces the
    candidates of the policy.
    """

    def __init__(
        self,
        game: Game,
        policy: SearchPolicy,
        state: State,
        seat: int,
        budget: SearchBudget,
        seconds: float,
        seed: int,
        options: list[Action] | None = None,
    ) -> None:
        self.game = game
        self.policy = policy
        self.state = state
        self.seat = seat
        self.budget = budget
        self.seed = seed
        self.baseline = policy.baseline(seed).choose(game, state, seat)
        pairs = (
            policy.candidates_with_intent(game, state, seat, self.baseline)
            if options is None
            else [(action, 0) for action in options]
        )
        self.tallies = [OptionTally(action, intent) for action, intent in pairs]
        self.live = list(self.tallies)
        self.until = game.analysis.round_number(state) + policy.rounds_ahead
        self.deadline = time.monotonic() + seconds if seconds else math.inf

    def run(self) -> Analysis:
        """Run rollouts until one option is left or the budget is spent; return the analysis."""
        check = self.budget.prune_after
        for number in range(self.budget.rollouts):
            if len(self.live) == 1 or not self.run_rollout(number):
                break
            if number + 1 == check:
                self.prune()
                check *= 2
        return self.analysis()

    def start_rollout(self, number: int) -> Rollout:
        """Return a rollout; the imagined state depends only on its number."""
        seed = hashlib.blake2b(f"{self.seed}/{number}".encode(), digest_size=32).digest()
        return self.policy.start_rollout(self.game, self.state, self.seat, seed)

    def run_rollout(self, number: int) -> bool:
        """Run one rollout for every live option; return whether there was time for all of them."""
        for tally in self.live:
            if time.monotonic() >= self.deadline:
                return False
            rollout = self.start_rollout(number)
            bot = self.policy.rollout_bot_for(number, self.state, self.seat, tally.intent)
            self.apply(tally, rollout)
            play_until_round(rollout, bot, self.until)
            tally.add(rollout.value(), self.game.analysis.features(rollout.state, self.seat))
        return True

    def apply(self, tally: OptionTally, rollout: Rollout) -> None:
        """Play an option in a rollout."""
        rollout.act(tally.action, self.seat)

    def prune(self) -> None:
        """Drop options that are clearly worse than the best, and the worse half of many."""
        best = max(self.live, key=lambda tally: tally.mean())
        live = [best]
        for tally in self.live:
            gap, error = lead(best, tally)
            if tally is not best and gap < PRUNE_Z * error:
                live.append(tally)
        live.sort(key=lambda tally: -tally.mean())
        self.live = live[: max(MIN_LIVE_OPTIONS, (len(self.live) + 1) // 2)]

    def best(self) -> OptionTally:
        """Return the best option so far: the first one unless another is clearly better."""
        baseline = self.tallies[0]
        best = max(self.live, key=lambda tally: tally.mean())
        gap, error = lead(best, baseline)
        return best if best is baseline or gap >= self.budget.min_z * error else baseline

    def analysis(self) -> Analysis:
        """Return the best option, then the others; of several plans with the same first action, only the best."""
        best = self.best()
        ranked = sorted(self.tallies, key=lambda tally: (tally is not best, tally not in self.live, -tally.mean()))
        order: list[OptionTally] = []
        for tally in ranked:
            if all(tally.action.text != other.action.text for other in order):
                order.append(tally)
        return Analysis([tally.to_option() for tally in order], self.baseline)


class OptionComparison:
    """Two options compared in the same rollouts: by how much the first is better, and the standard error."""

    __slots__ = ("error", "gap", "one", "other")

    def __init__(self, gap: float, error: float, one: ScoredOption, other: ScoredOption) -> None:
        self.gap = gap
        self.error = error
        self.one = one
        self.other = other


def compare(
    game: Game,
    policy: SearchPolicy,
    state: State,
    seat: int,
    pair: list[Action],
    rollouts: int,
    seconds: float,
    seed: int,
) -> OptionComparison:
    """Compare two options in the same rollouts, without pruning, so that the comparison is unbiased."""
    search = RolloutSearch(game, policy, state, seat, SearchBudget(rollouts, 0.0), seconds, seed, pair)
    for number in range(rollouts):
        if not search.run_rollout(number):
            break
    one, other = search.tallies
    gap, error = lead(one, other)
    return OptionComparison(gap, error, one.to_option(), other.to_option())


def play_until_round(rollout: Rollout, bot: Bot, until: i64) -> None:
    """Let one bot play all seats of a rollout until a round begins."""
    game, state = rollout.game, rollout.state
    for _ in range(MAX_ROLLOUT_DECISIONS):
        if not state.agenda or game.analysis.round_number(state) >= until:
            return
        actions = agenda.proposals(state)
        seat = agenda.seats(state)[0]
        action = actions[0] if len(actions) == 1 else bot.choose(game, state, seat)
        rollout.act(action, seat)
