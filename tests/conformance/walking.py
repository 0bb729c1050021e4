"""Random matches of every scenario of every game, which the tests of this folder walk through."""

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

STRETCH = 80 if COMPILED else 60  # decisions of a match that a test walks through
EVERY = 4  # of these, every so many are looked at, in each match others
SCENARIOS = 5 if COMPILED else 1  # how many of a game's scenarios are looked at


@dataclass(frozen=True)
class Case:
    """A match, of which the first or the last stretch is looked at."""

    game: str
    scenario: str
    seats: int
    options: tuple[tuple[str, Value], ...]
    seed: int
    part: str

    def __str__(self) -> str:
        return f"{self.game}-{self.scenario}-{self.seats}-{self.part}"

    def new(self) -> Match:
        """The match before its first decision."""
        return hd.new(self.game, self.scenario, seats=self.seats, options=dict(self.options), seed=self.seed)


def cases() -> list[Case]:
    """Two for each scenario: the opening of one match and the ending of another; seats and options vary."""
    found: list[Case] = []
    for game in all_games().values():
        for scenario in game.scenarios()[:SCENARIOS]:
            for part in ("opening", "ending"):
                found.append(case(game.slug, scenario, len(found), part))
    return found


def case(game: str, scenario: Scenario, number: int, part: str) -> Case:
    """Numbers of seats and values of options in turn, the last value first: it makes the fullest matches."""
    seats = scenario.seats[number % len(scenario.seats)]
    options = [(setting.name, setting.values[-1 - number // 2 % len(setting.values)]) for setting in scenario.options]
    return Case(game, scenario.slug, seats, tuple(options), 100 + number, part)


every_case = pytest.mark.parametrize("case", cases(), ids=str)


class Walk:
    """A match that is played at random, one decision at a time."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match = match
        self.chance = chance

    def choose(self) -> tuple[Action, int]:
        """Any proposal, by any of the seats that are asked."""
        decision = self.match.decision
        assert decision is not None
        actions = self.match.proposals()
        action = actions[self.chance.below(len(actions))]
        return action, decision.seats[self.chance.below(len(decision.seats))]

    def clone(self) -> Walk:
        """A walk that goes on in the same way."""
        chance = Chance(0)
        chance.a, chance.b, chance.c, chance.n = self.chance.a, self.chance.b, self.chance.c, self.chance.n
        return Walk(self.match.clone(), chance)


@cache
def whole(case: Case) -> Match:
    """The match of a case, played to its end. Not to be changed."""
    walk = Walk(case.new(), Chance(case.seed))
    while walk.match.decision:
        walk.match.play(*walk.choose())
    return walk.match


@cache
def _begun(case: Case) -> Walk:
    """The match of a case where the looking begins."""
    walk = Walk(case.new(), Chance(case.seed))
    skip = max(len(whole(case).moves) - STRETCH, 0) if case.part == "ending" else 0
    for _ in range(skip):
        walk.match.play(*walk.choose())
    return walk


def looked_at(case: Case, number: int) -> bool:
    """Whether a decision of the stretch is looked at."""
    return (number + case.seed) % EVERY == 0


def decisions(case: Case) -> Iterator[Match]:
    """The match at decisions of the stretch; the test must leave it as it is."""
    walk = _begun(case).clone()
    for number in range(STRETCH):
        if not walk.match.decision:
            return
        if looked_at(case, number):
            yield walk.match
        walk.match.play(*walk.choose())


@dataclass
class Move:
    """A move just played, and what was before it."""

    match: Match
    action: Action
    seat: int
    events: list[Event]
    snapshot: str
    state: State
    table: Json
    thrown: int
    secret: bool


def moves(case: Case) -> Iterator[Move]:
    """Moves of the stretch, just after they were played."""
    walk = _begun(case).clone()
    match = walk.match
    for number in range(STRETCH):
        if not match.decision:
            return
        if not looked_at(case, number):
            match.play(*walk.choose())
            continue
        before, state, table = canonical(match.snapshot()), match.state.clone(), match.view().table
        thrown, secret = int(match.state.dice.rolled), match.decision.secret
        action, seat = walk.choose()
        events = match.play(action, seat)
        yield Move(match, action, seat, events, before, state, table, thrown, secret)
