"""Random matches of the scenarios of every game, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.catalogue import all_games
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event
from hippodrome.kit.game import Scenario, Value
from hippodrome.kit.match import Match
from hippodrome.kit.state import Json, State, canonical
from tests.support import COMPILED

MAX_DECISIONS = 80 if COMPILED else 60  # of the part of a match that a test plays
INSPECT_EVERY_DECISIONS = 4  # which ones differs between matches
MAX_SCENARIOS = 5 if COMPILED else 1  # per game


@dataclass(frozen=True)
class Case:
    """A match of which the opening or the ending is inspected."""

    game: str
    scenario: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    part: str

    def __str__(self) -> str:
        return f"{self.game}-{self.scenario}-{self.seats}-{self.part}"

    def new(self) -> Match:
        """Return the match at its first decision."""
        return hd.new(self.game, self.scenario, seats=self.seats, options=dict(self.options), seed=self.seed)


def cases() -> list[Case]:
    """Return two cases for each scenario, an opening and an ending, with varying seats and options."""
    rows: list[Case] = []
    for game in all_games().values():
        for scenario in game.scenarios()[:MAX_SCENARIOS]:
            for part in ("opening", "ending"):
                rows.append(make_case(game.slug, scenario, len(rows), part))
    return rows


def make_case(game: str, scenario: Scenario, number: int, part: str) -> Case:
    """Return a case with seats and options chosen in turn, the last value first, which gives the richest matches."""
    seats = scenario.seats[number % len(scenario.seats)]
    options = [(setting.name, setting.values[-1 - number // 2 % len(setting.values)]) for setting in scenario.options]
    return Case(game, scenario.slug, seats, tuple(options), 100 + number, part)


every_case = pytest.mark.parametrize("case", cases(), ids=str)


class RandomPlay:
    """A match that is played at random, one decision at a time."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match = match
        self.chance = chance

    def choose(self) -> tuple[Action, int]:
        """Return a random proposal and a random deciding seat."""
        decision = self.match.decision
        assert decision is not None
        actions = self.match.proposals()
        action = actions[self.chance.below(len(actions))]
        return action, decision.seats[self.chance.below(len(decision.seats))]

    def clone(self) -> RandomPlay:
        """Return an independent copy that continues in the same way."""
        chance = Chance(0)
        chance.a, chance.b, chance.c, chance.n = self.chance.a, self.chance.b, self.chance.c, self.chance.n
        return RandomPlay(self.match.clone(), chance)


@cache
def finished_match(case: Case) -> Match:
    """Return the finished match of a case; it is shared and must not be changed."""
    play = RandomPlay(case.new(), Chance(case.seed))
    while play.match.decision:
        play.match.play(*play.choose())
    return play.match


@cache
def _inspected_part(case: Case) -> RandomPlay:
    """Return the match of a case at the start of the inspected part; it is shared."""
    play = RandomPlay(case.new(), Chance(case.seed))
    skip = max(len(finished_match(case).moves) - MAX_DECISIONS, 0) if case.part == "ending" else 0
    for _ in range(skip):
        play.match.play(*play.choose())
    return play


def is_inspected(case: Case, number: int) -> bool:
    """Return whether a decision of the part is inspected."""
    return (number + case.seed) % INSPECT_EVERY_DECISIONS == 0


def decisions(case: Case) -> Iterator[Match]:
    """Yield the match at each inspected decision; the test must not change it."""
    play = _inspected_part(case).clone()
    for number in range(MAX_DECISIONS):
        if not play.match.decision:
            return
        if is_inspected(case, number):
            yield play.match
        play.match.play(*play.choose())


@dataclass
class Move:
    """A move that was just played, and the match before it."""

    match: Match
    action: Action
    seat: int
    events: list[Event]
    snapshot: str
    state: State
    table: Json


def moves(case: Case) -> Iterator[Move]:
    """Yield each inspected move just after it was played."""
    play = _inspected_part(case).clone()
    match = play.match
    for number in range(MAX_DECISIONS):
        if not match.decision:
            return
        if not is_inspected(case, number):
            match.play(*play.choose())
            continue
        before, state, table = canonical(match.snapshot()), match.state.clone(), match.view().table
        action, seat = play.choose()
        events = match.play(action, seat)
        yield Move(match, action, seat, events, before, state, table)
