"""Options are weighed in imagined worlds: each option in the same worlds, and bad ones are soon left out.

In every world the dice, and whatever the seat cannot see, are dealt anew. An option is played in it, then the plain
program plays on for all seats, for some rounds; how good it looks then is what the option came to in that world.
Because all options are tried in the same worlds, luck takes no side between them.
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
from hippodrome.bots.search.search_policy import SearchPolicy
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

MANY: Final = 4  # of more options than this the worse half is left out each time
SURE: Final = 2.0  # standard errors by which an option must be worse to be left out
MOST_STEPS: Final = 5_000  # decisions after which an imagined world is looked at wherever it stands


class Tally:
    """What an option came to, world by world."""

    __slots__ = ("action", "features", "intent", "squares", "values")

    def __init__(self, action: Action, intent: int = 0) -> None:
        self.action = action
        self.intent = intent  # what one has in mind with it
        self.values: list[int] = []
        self.features: list[int] = []
        self.squares: list[int] = []  # the sums of the squares of the aspects, for their spreads

    def add(self, value: int, aspects: list[int]) -> None:
        """It was tried in one more world."""
        self.values.append(value)
        if not self.features:
            self.features = [0] * len(aspects)
            self.squares = [0] * len(aspects)
        for place, aspect in enumerate(aspects):
            self.features[place] += aspect
            self.squares[place] += aspect * aspect

    def mean(self) -> float:
        """Return the average over all worlds."""
        return sum(self.values) / len(self.values) if self.values else 0.0

    def scored(self) -> ScoredOption:
        """Return the averages, for whoever asks."""
        count = max(len(self.values), 1)
        means = [total / count for total in self.features]
        spreads = [math.sqrt(max(self.squares[place] / count - mean * mean, 0.0)) for place, mean in enumerate(means)]
        hundredths = [[round(100 * number) for number in numbers] for numbers in (means, spreads)]
        return ScoredOption(self.action, len(self.values), round(self.mean()), hundredths[0], hundredths[1])


def lead(one: Tally, other: Tally) -> tuple[float, float]:
    """By how much one option is better than another in the worlds in which both were tried; and its standard error."""
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
    """One decision being weighed. It can be broken off after every world, and says then what is best so far.

    Without a limit of `seconds` (0) it depends on nothing but the state, the effort and the seed. `options` are the
    answers to weigh, if they are not those that the guide would.
    """

    def __init__(
        self,
        game: Game,
        guide: SearchPolicy,
        state: State,
        seat: int,
        effort: SearchBudget,
        seconds: float,
        seed: int,
        options: list[Action] | None = None,
    ) -> None:
        self.game = game
        self.policy = guide
        self.state = state
        self.seat = seat
        self.budget = effort
        self.seed = seed
        self.usual = guide.baseline(seed).choose(game, state, seat)
        pairs = (
            guide.candidates_with_intent(game, state, seat, self.usual)
            if options is None
            else [(action, 0) for action in options]
        )
        self.tallies = [Tally(action, intent) for action, intent in pairs]
        self.live = list(self.tallies)
        self.until = game.round_number(state) + guide.rounds_ahead
        self.deadline = time.monotonic() + seconds if seconds else math.inf

    def run(self) -> Analysis:
        """Weigh until it is clear what is best, or the effort is spent."""
        check = self.budget.prune_after
        for number in range(self.budget.rollouts):
            if len(self.live) == 1 or not self.run_rollout(number):
                break
            if number + 1 == check:
                self.prune()
                check *= 2
        return self.analysis()

    def world(self, number: int) -> State:
        """Return a world by its number: the state with other dice and other hidden things."""
        seed = hashlib.blake2b(f"{self.seed}/{number}".encode(), digest_size=32).digest()
        return self.policy.imagine(self.game, self.state, self.seat, seed)

    def run_rollout(self, number: int) -> bool:
        """Try every option that is left in one more world; whether there was time for all of them."""
        for tally in self.live:
            if time.monotonic() >= self.deadline:
                return False
            world = self.world(number)
            player = self.policy.rollout_bot_for(number, self.state, self.seat, tally.intent)
            self.apply(tally, world)
            play_on(self.game, player, world, self.until)
            tally.add(self.policy.value(self.game, world, self.seat), self.game.features(world, self.seat))
        return True

    def apply(self, tally: Tally, world: State) -> None:
        """Play an option in a world."""
        agenda.act(world, tally.action, self.seat)

    def prune(self) -> None:
        """Options that are surely worse than the best so far, and the worse half of many."""
        best = max(self.live, key=lambda tally: tally.mean())
        kept = [best]
        for tally in self.live:
            gap, error = lead(best, tally)
            if tally is not best and gap < SURE * error:
                kept.append(tally)
        kept.sort(key=lambda tally: -tally.mean())
        self.live = kept[: max(MANY, (len(self.live) + 1) // 2)]

    def best(self) -> Tally:
        """What is best so far: the usual option, unless another is clearly better."""
        baseline = self.tallies[0]
        best = max(self.live, key=lambda tally: tally.mean())
        gap, error = lead(best, baseline)
        return best if best is baseline or gap >= self.budget.min_z * error else baseline

    def analysis(self) -> Analysis:
        """Return the best, then the others; of several intents with one answer the best."""
        best = self.best()
        ranked = sorted(self.tallies, key=lambda tally: (tally is not best, tally not in self.live, -tally.mean()))
        order: list[Tally] = []
        for tally in ranked:
            if all(tally.action.text != other.action.text for other in order):
                order.append(tally)
        return Analysis([tally.scored() for tally in order], self.usual)


class Comparison:
    """One option beside another, both tried in the same worlds: by how much it is better, and the standard error."""

    __slots__ = ("error", "gap", "one", "other")

    def __init__(self, gap: float, error: float, one: ScoredOption, other: ScoredOption) -> None:
        self.gap = gap
        self.error = error
        self.one = one
        self.other = other


def compare(
    game: Game, guide: SearchPolicy, state: State, seat: int, pair: list[Action], worlds: int, seconds: float, seed: int
) -> Comparison:
    """Try two options in so many worlds, neither is left out, so that the comparison takes no side."""
    weighing = RolloutSearch(game, guide, state, seat, SearchBudget(worlds, 0.0), seconds, seed, pair)
    for number in range(worlds):
        if not weighing.run_rollout(number):
            break
    one, other = weighing.tallies
    gap, error = lead(one, other)
    return Comparison(gap, error, one.scored(), other.scored())


def play_on(game: Game, player: Bot, world: State, until: i64) -> None:
    """Let one program play all seats of an imagined world up to a moment."""
    for _ in range(MOST_STEPS):
        if not world.agenda or game.round_number(world) >= until:
            return
        actions = agenda.proposals(world)
        seat = agenda.seats(world)[0]
        action = actions[0] if len(actions) == 1 else player.choose(game, world, seat)
        agenda.act(world, action, seat)
