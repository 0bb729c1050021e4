"""Whether odds are true: one action of every verb that throws dice, its odds beside how often things really happen.

An action is found by letting programs and chance play. Its outcomes are then counted over many trials with fresh dice.
A difference is told in standard errors. Of many, a few are beyond three by mere chance: `tools/check_odds.py` tries these
again with other dice.
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

DICE_PROBES = 3  # imagined dice with which is looked whether an action throws any
ACTIONS_PER_DECISION = 3  # of a decision that are looked at
CASES_PER_VERB = 6  # actions of a verb among which the one with most outcomes is taken
MAX_DECISIONS = 600  # decisions of a match
MIN_EXPECTED_COUNT = 10  # outcomes expected less often than this are counted together
MAX_DEVIATION = 3.0
PREVIEW_BRANCHES = 3_000  # branches that are counted to see how many outcomes an action has
RARE_OUTCOMES = "all that is rare"


@dataclass
class OddsCase:
    """An action that throws dice, and the moment it is played in."""

    game: Game
    question: str
    state: State
    seat: int
    action: Action
    weight: int = 0

    @property
    def name(self) -> str:
        """The verb, with the question it answers."""
        return f"{self.question}: {self.action.verb}"

    def odds(self, branches: int, samples: int) -> Odds:
        """Its odds."""
        return odds(self.game, self.state, self.seat, self.action, branches, samples)


@dataclass(frozen=True)
class OddsComparison:
    """How the odds of an action compare with the trials: the cells, and the farthest off of them in standard errors."""

    case: OddsCase
    odds: Odds
    outcomes: int
    worst: float
    outcome: str


# -------------------------------------------------------------------- gathering


class CaseCollector:
    """Actions that throw dice, a few of every question and verb: as many as `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.cases: dict[tuple[str, str], list[OddsCase]] = {}

    def wants(self, question: str, verb: str) -> bool:
        """Return whether there are too few of a verb yet."""
        return len(self.cases.get((question, verb), [])) < self.most

    def consider(self, match: Match, action: Action) -> None:
        """Keep an action if it throws dice and is wanted; not one that only prepares something."""
        question, seat = match.state.agenda[-1].name(), match.seat
        if not self.wants(question, action.verb) or not rolls_dice(match, action, seat):
            return
        case = OddsCase(match.game, question, match.state.clone(), seat, action)
        if match.game.prepared_odds(case.state, action) is None:
            case.weight = len(case.odds(PREVIEW_BRANCHES, PREVIEW_BRANCHES // 10).rows) if self.most > 1 else 0
            self.cases.setdefault((question, action.verb), []).append(case)

    def best(self) -> list[OddsCase]:
        """Of every verb the action with most outcomes."""
        found = [max(cases, key=lambda case: case.weight) for cases in self.cases.values()]
        return sorted(found, key=lambda case: case.name)


def collect_cases(game: Game, matches: int, seed: int, most: int = CASES_PER_VERB, max_decisions: int = MAX_DECISIONS) -> list[OddsCase]:
    """Return an action of every question and verb of a game that throws dice, the one with most outcomes of a few."""
    collector = CaseCollector(most)
    chance = Chance(seed)
    for number in range(matches):
        match = random_match(game, number, chance)
        if match is not None:
            collect_from_match(match, number, chance, collector, max_decisions)
    return collector.best()


def random_match(game: Game, number: int, chance: Chance) -> Match | None:
    """Return a match of a scenario, with options of any values that go together."""
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
    """Play a match, at random or by a program in turn, and keep what throws dice."""
    bot = bots.make("driver" if number % 2 else "random", match.game, number)
    for moment in range(max_decisions):
        if match.decision is None:
            return
        actions = match.proposals()
        for _ in range(min(ACTIONS_PER_DECISION, len(actions))):
            collector.consider(match, actions[chance.below(len(actions))])
        seat = match.seat
        match.play(bot.choose(match.game, match.imagine(seat, seed_from(moment)), seat), seat)


def rolls_dice(match: Match, action: Action, seat: int) -> bool:
    """Return whether dice may fall when an action is played."""
    for number in range(DICE_PROBES):
        state = match.imagine(seat, seed_from(number))
        dice = TapeDice(seed_from(number))
        resolution(match.game, state, seat, action)(dice)
        if dice.rolled != state.dice.rolled:
            return True
    return False


# -------------------------------------------------------------------- comparing


def compare(case: OddsCase, trials: int, seed: int, branches: int, samples: int) -> OddsComparison:
    """Compare the odds of an action with so many trials."""
    told = case.odds(branches, samples)
    tally = count_outcomes(case, trials, seed)
    errors = dict(deviations(told, tally, trials))
    outcome = max(errors, key=lambda name: abs(errors[name]))
    return OddsComparison(case, told, len(errors), errors[outcome], outcome)


def count_outcomes(case: OddsCase, trials: int, seed: int) -> dict[str, int]:
    """How often each outcome happens in so many trials."""
    imagined: State = case.game.imagine(case.state, case.seat, seed_from(0))
    resolve = resolution(case.game, imagined, case.seat, case.action)
    dice = TapeDice(seed_from(seed))
    tally: dict[str, int] = {}
    for _ in range(trials):
        outcome = resolve(dice)
        tally[outcome] = tally.get(outcome, 0) + 1
    return tally


def deviations(told: Odds, tally: dict[str, int], trials: int) -> list[tuple[str, float]]:
    """Return each outcome with how far it is off, in standard errors; those that are rare together."""
    names = [*[name for name, _ in told.rows], *[name for name in tally if told.chance(name) == 0]]
    found: list[tuple[str, float]] = []
    rare, rare_times = 0.0, 0
    for name in names:
        chance, times = float(told.chance(name)), tally.get(name, 0)
        if 0 < chance * trials < MIN_EXPECTED_COUNT or (chance == 0 and not told.exact):
            rare, rare_times = rare + chance, rare_times + times
        else:
            found.append((name, deviation(chance, times, trials, told)))
    return [*found, (RARE_OUTCOMES, deviation(rare, rare_times, trials, told))] if rare or rare_times else found


def deviation(chance: float, times: int, trials: int, told: Odds) -> float:
    """How far a count is off its chance, in standard errors; those of both where the chance was sampled too."""
    share = times / trials
    if told.exact:
        spread, each = chance, 1 / trials
    else:
        spread = (chance * told.samples + times) / (told.samples + trials)
        each = 1 / trials + 1 / told.samples
    error = sqrt(spread * (1 - spread) * each)
    if error == 0:
        return 0.0 if share == chance else float("inf")
    return (share - chance) / error


def count_branches(case: OddsCase, most: int) -> int:
    """In how many ways the dice of an action can fall, up to so many; 0 if they need not be counted."""
    count = Count(case.game, case.state, case.seat, case.action)
    count.advance(most)
    return count.runs
