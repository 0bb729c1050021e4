"""Endings: every match of every scenario ends within its maximum of decisions, with a place for every seat."""

from __future__ import annotations

from itertools import product

import pytest

import hippodrome as hd
from hippodrome.bots.playthrough import Occurrences, Playthrough
from hippodrome.bots.random import playout
from hippodrome.catalogue import all_games
from hippodrome.kit.game import Game, Scenario
from hippodrome.kit.match import Match
from hippodrome.kit.state import digest
from hippodrome.lab.fuzz import Trial, check_result, replay_match
from tests.conformance.random_matches import Case, every_case, finished_match
from tests.support import COMPILED

SCENARIOS = [
    (game, scenario)
    for game in all_games().values()
    for scenario in game.scenarios()[: None if COMPILED else 1]  # the plain build is slow
]
every_scenario = pytest.mark.parametrize(
    ("game", "scenario"), SCENARIOS, ids=[f"{game.slug}-{scenario.slug}" for game, scenario in SCENARIOS]
)


def setups(game: Game, scenario: Scenario) -> list[Match]:
    """Return matches with every number of seats and every value of every option, the other options in turn."""
    settings = scenario.options
    most = max([len(setting.values) for setting in settings], default=1)
    return [
        hd.new(
            game.slug,
            scenario.slug,
            seats=seats,
            options={setting.name: setting.values[(turn + seats) % len(setting.values)] for setting in settings},
            seed=seats * 100 + turn,
            log=False,
        )
        for seats, turn in product(scenario.seats, range(most))
    ]


@every_scenario
def test_every_set_up_ends_within_its_maximum_of_decisions(game: Game, scenario: Scenario) -> None:
    for number, match in enumerate(setups(game, scenario)):
        maximum = game.max_decisions(match.state)
        assert 0 < playout(match.state, number) <= maximum
        assert match.state.over
        trial = Trial(game.slug, scenario.slug, match.setup.seats, (), number)
        check_result(game, trial, game.result(match.state))


@every_scenario
def test_a_playthrough_a_playout_and_a_replay_end_in_the_same_state(game: Game, scenario: Scenario) -> None:
    match = hd.new(game.slug, scenario.slug, seed=5)
    playthrough = Playthrough(game, match.state.clone(), 5, Occurrences())
    playthrough.play(playthrough.max_decisions, 1)
    plain = match.state.clone()
    assert playout(plain, 5) == playthrough.count
    assert digest(plain) == digest(playthrough.state)
    options = match.setup.options
    assert replay_match(game.slug, scenario.slug, match.setup.seats, options, 5).digest() == digest(plain)


@every_case
def test_no_move_can_be_played_or_undone_after_the_end(case: Case) -> None:
    match = finished_match(case).clone()
    assert match.decision is None
    assert match.seat == -1
    assert match.undo_refusal
    with pytest.raises(ValueError, match=r"over\."):
        match.undo()
    with pytest.raises(hd.IllegalAction):
        match.play("pass", 0)
    with pytest.raises(hd.IllegalAction):
        match.play("no action at all", 0)
    assert match.digest() == finished_match(case).digest()


@every_case
def test_the_value_of_a_finished_match_is_1000_for_a_sole_winner_and_0_for_losers(case: Case) -> None:
    match = finished_match(case)
    assert match.result is not None
    values = [match.game.analysis.value(match.state, seat) for seat in range(case.seats)]
    for seat, value in enumerate(values):
        if seat not in match.result.winners:
            assert value == 0
        elif len(match.result.winners) == 1:
            assert value == 1000
