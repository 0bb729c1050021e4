"""Checks of odds: for one action of every verb that rolls dice, compare its odds with the outcomes of many trials.

Actions are collected from matches between bots. The deviation of each outcome is given in standard errors. Of many
correct odds a few deviate by more than three by chance, so `tools/check_odds.py` repeats those with other dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from hippodrome import bots
from hippodrome.bots.base import Chance
from hippodrome.kit.actions import Action
from hippodrome.kit.custom_files import OptionError
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.odds import Count, Odds, odds, resolution
from hippodrome.kit.state import State

DICE_PROBES = 3  # simulated plays of an action to see whether it rolls dice
ACTIONS_PER_DECISION = 3  # considered at each decision
CASES_PER_VERB = 6  # collected; the one with the most outcomes is checked
MAX_DECISIONS = 600  # per match
MIN_EXPECTED_COUNT = 10  # outcomes expected less often are counted together
MAX_DEVIATION = 3.0  # standard errors
PREVIEW_BRANCHES = 3_000  # counted to estimate the number of outcomes of an action
RARE_OUTCOMES = "all rare outcomes"


@dataclass
class OddsCase:
    """An action that rolls dice, and the state in which it is played. `weight` is its number of outcomes."""

    game: Game
    question: str
    state: State
    seat: int
    action: Action
    weight: int = 0

    @property
    def name(self) -> str:
        """The question and the verb, such as "SetWhips: whips"."""
        return f"{self.question}: {self.action.verb}"

    def odds(self, branches: int, samples: int) -> Odds:
        """Return the odds of the action."""
        return odds(self.game, self.state, self.seat, self.action, branches, samples)


@dataclass(frozen=True)
class OddsComparison:
    """The odds of an action compared with trials: the number of outcomes, and the one that deviates most.

    `worst` is the deviation of `outcome`, in standard errors.
    """

    case: OddsCase
    odds: Odds
    outcomes: int
    worst: float
    outcome: str


# -------------------------------------------------------------------- collecting


class CaseCollector:
    """Collects actions that roll dice, at most `max_cases` for each question and verb."""

    def __init__(self, max_cases: int) -> None:
        self.max_cases = max_cases
        self.cases: dict[tuple[str, str], list[OddsCase]] = {}

    def wants(self, question: str, verb: str) -> bool:
        """Return whether more cases of a question and verb are wanted."""
        return len(self.cases.get((question, verb), [])) < self.max_cases

    def consider(self, match: Match, action: Action) -> None:
        """Add an action if it is wanted and rolls dice, unless it only prepares a later roll."""
        question, seat = match.state.agenda[-1].name(), match.seat
        if not self.wants(question, action.verb) or not rolls_dice(match, action, seat):
            return
        case = OddsCase(match.game, question, match.state.clone(), seat, action)
        if match.game.analysis.prepared_odds(case.state, action) is None:
            case.weight = len(case.odds(PREVIEW_BRANCHES, PREVIEW_BRANCHES // 10).rows) if self.max_cases > 1 else 0
            self.cases.setdefault((question, action.verb), []).append(case)

    def best(self) -> list[OddsCase]:
        """Return the action with the most outcomes of each question and verb, sorted by name."""
        best = [max(cases, key=lambda case: case.weight) for cases in self.cases.values()]
        return sorted(best, key=lambda case: case.name)


def collect_cases(
    game: Game, matches: int, seed: int, max_cases: int = CASES_PER_VERB, max_decisions: int = MAX_DECISIONS
) -> list[OddsCase]:
    """Play some matches and return an action of every question and verb that rolls dice."""
    collector = CaseCollector(max_cases)
    chance = Chance(seed)
    for number in range(matches):
        match = random_match(game, number, chance)
        if match is not None:
            collect_from_match(match, number, chance, collector, max_decisions)
    return collector.best()


def random_match(game: Game, number: int, chance: Chance) -> Match | None:
    """Return a match with random seats and options; None if the options cannot be combined."""
    scenarios = list(game.scenarios())
    scenario = scenarios[number % len(scenarios)]
    options: dict[str, Value] = {
        setting.name: setting.values[chance.below(len(setting.values))] for setting in scenario.options
    }
    seats = scenario.seats[chance.below(len(scenario.seats))]
    try:
        return Match(Setup(game, scenario.slug, seats, options), TapeDice(seed_from(number)), log=False)
    except OptionError:
        return None


def collect_from_match(match: Match, number: int, chance: Chance, collector: CaseCollector, max_decisions: int) -> None:
    """Play a match, by the driver if its number is odd and else at random, and collect actions that roll dice."""
    bot = bots.make("driver" if number % 2 else "random", match.game, number)
    for decision in range(max_decisions):
        if match.decision is None:
            return
        actions = match.proposals()
        for _ in range(min(ACTIONS_PER_DECISION, len(actions))):
            collector.consider(match, actions[chance.below(len(actions))])
        seat = match.seat
        match.play(bot.choose(match.game, match.imagine(seat, seed_from(decision)), seat), seat)


def rolls_dice(match: Match, action: Action, seat: int) -> bool:
    """Return whether an action may roll dice."""
    for number in range(DICE_PROBES):
        state = match.imagine(seat, seed_from(number))
        dice = TapeDice(seed_from(number))
        resolution(match.game, state, seat, action)(dice)
        if dice.rolled != state.dice.rolled:
            return True
    return False


# -------------------------------------------------------------------- comparing


def compare(case: OddsCase, trials: int, seed: int, branches: int, samples: int) -> OddsComparison:
    """Compare the odds of an action with a number of trials."""
    expected = case.odds(branches, samples)
    tally = count_outcomes(case, trials, seed)
    errors = dict(deviations(expected, tally, trials))
    outcome = max(errors, key=lambda name: abs(errors[name]))
    return OddsComparison(case, expected, len(errors), errors[outcome], outcome)


def count_outcomes(case: OddsCase, trials: int, seed: int) -> dict[str, int]:
    """Return how often each outcome happens in a number of trials."""
    imagined: State = case.game.imagine(case.state, case.seat, seed_from(0))
    resolve = resolution(case.game, imagined, case.seat, case.action)
    dice = TapeDice(seed_from(seed))
    tally: dict[str, int] = {}
    for _ in range(trials):
        outcome = resolve(dice)
        tally[outcome] = tally.get(outcome, 0) + 1
    return tally


def deviations(odds: Odds, tally: dict[str, int], trials: int) -> list[tuple[str, float]]:
    """Return each outcome with its deviation in standard errors; rare outcomes are counted together."""
    names = [*[name for name, _ in odds.rows], *[name for name in tally if odds.chance(name) == 0]]
    errors: list[tuple[str, float]] = []
    rare, rare_times = 0.0, 0
    for name in names:
        chance, times = float(odds.chance(name)), tally.get(name, 0)
        if 0 < chance * trials < MIN_EXPECTED_COUNT or (chance == 0 and not odds.exact):
            rare, rare_times = rare + chance, rare_times + times
        else:
            errors.append((name, deviation(chance, times, trials, odds)))
    return [*errors, (RARE_OUTCOMES, deviation(rare, rare_times, trials, odds))] if rare or rare_times else errors


def deviation(chance: float, times: int, trials: int, odds: Odds) -> float:
    """Return the deviation of a count from its chance, in standard errors.

    If the odds are sampled, the standard error includes that of the sample.
    """
    share = times / trials
    if odds.exact:
        spread, each = chance, 1 / trials
    else:
        spread = (chance * odds.samples + times) / (odds.samples + trials)
        each = 1 / trials + 1 / odds.samples
    error = sqrt(spread * (1 - spread) * each)
    if error == 0:
        return 0.0 if share == chance else float("inf")
    return (share - chance) / error


def count_branches(case: OddsCase, max_branches: int) -> int:
    """Return the number of possible rolls of an action, up to a maximum; 0 if the odds have a closed form."""
    count = Count(case.game, case.state, case.seat, case.action)
    count.advance(max_branches)
    return count.runs
