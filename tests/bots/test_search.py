"""Lookahead bots of every game: they ignore hidden information, keep to their time and are reproducible."""

from __future__ import annotations

import time

import pytest

from hippodrome import bots
from hippodrome.bots.base import Bot, imagination_seed
from hippodrome.bots.registry import CHAMPION, SEARCH_POLICIES, VETERAN
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import OptionTally, lead
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.catalogue import all_games
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State

GAMES = sorted(SEARCH_POLICIES)
SMALL_BUDGET = SearchBudget(4, 0.5)


def new_state(game: Game, seed: int) -> State:
    """Return a match at its first decision."""
    scenario = game.scenarios()[0]
    state = Setup(game, scenario.slug, scenario.default_seats, {}).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    return state


def play_drivers(game: Game, state: State, decisions: int, seed: int) -> State:
    """Let drivers play this many decisions, or to the end, and return the state."""
    driver = bots.make("driver", game, seed)
    for number in range(decisions):
        if not state.agenda:
            break
        seat = agenda.seats(state)[0]
        agenda.act(state, driver.choose(game, game.imagine(state, seat, imagination_seed(seed, number)), seat), seat)
    return state


def lookahead_bot(game: Game, budget: SearchBudget, seed: int = 1) -> Bot:
    """Return a lookahead bot of the game with this budget."""
    return LookaheadBot(SEARCH_POLICIES[game.base], budget, 0.0, seed)


@pytest.mark.parametrize("slug", GAMES)
def test_hidden_information_and_future_dice_do_not_affect_the_choice(slug: str) -> None:
    game = all_games()[slug]
    state = play_drivers(game, new_state(game, 3), 30, 3)
    for number in range(3):
        seat = agenda.seats(state)[0]
        # Different dice and different hidden information.
        states = [game.imagine(state, seat, seed_from(other)) for other in range(3)]
        choices = {
            lookahead_bot(game, SMALL_BUDGET).choose(game, game.imagine(other, seat, seed_from(9)), seat).text
            for other in states
        }
        assert len(choices) == 1
        play_drivers(game, state, 7, number)


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_gives_the_same_analysis(slug: str) -> None:
    game = all_games()[slug]
    state = play_drivers(game, new_state(game, 5), 25, 5)
    seat = agenda.seats(state)[0]

    def analyse() -> list[tuple[str, int, int]]:
        analysis = lookahead_bot(game, SMALL_BUDGET, 7).analyse(game, game.imagine(state, seat, seed_from(1)), seat)
        return [(option.action.text, option.visits, option.value) for option in analysis.options]

    assert analyse() == analyse()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", [VETERAN, CHAMPION])
def test_the_choice_is_legal_and_made_in_time(slug: str, level: str) -> None:
    game = all_games()[slug]
    state = play_drivers(game, new_state(game, 8), 20, 8)
    seat = agenda.seats(state)[0]
    bot = bots.make(level, game, 1, timed=True)
    start = time.monotonic()
    action = bot.choose(game, game.imagine(state, seat, seed_from(1)), seat)
    assert game.check(state, seat, action) is None
    assert time.monotonic() - start < 60  # far above its limit, for slow and busy machines


def test_a_search_stops_at_its_time_limit() -> None:
    game = all_games()["benhur"]
    state = play_drivers(game, new_state(game, 2), 12, 2)
    seat = agenda.seats(state)[0]
    endless = LookaheadBot(SEARCH_POLICIES["benhur"], SearchBudget(10_000_000, 0.5), 0.05, 1)
    analysis = endless.analyse(game, game.imagine(state, seat, seed_from(1)), seat)
    assert sum(option.visits for option in analysis.options) < 1_000_000
    assert game.check(state, seat, analysis.chosen) is None


def test_options_are_compared_in_their_common_rollouts() -> None:
    one, other = OptionTally(Action("left")), OptionTally(Action("right"))
    for luck in (100, 500, 900, 300):
        one.add(luck + 20, [1])
        other.add(luck, [2])
    gap, error = lead(one, other)
    assert gap == 20
    assert error < 1  # both options have the same luck
    assert one.to_option().features == [100]


def test_a_bot_without_lookahead_returns_its_choice_with_no_visits() -> None:
    game = all_games()["benhur"]
    state = new_state(game, 1)
    analysis = bots.make("driver", game, 1).analyse(game, state, agenda.seats(state)[0])
    assert [option.visits for option in analysis.options] == [0]
