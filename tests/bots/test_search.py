"""Programs that look ahead: they see nothing they may not, keep to their time, play alike, and find what is better."""

from __future__ import annotations

import time

import pytest

from hippodrome import bots
from hippodrome.bots.base import Bot, imagination_seed
from hippodrome.bots.registry import CHAMPION, SEARCH_POLICIES, VETERAN
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.rollouts import Tally, lead
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.catalogue import all_games
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game
from hippodrome.kit.match import Setup
from hippodrome.kit.state import State

GAMES = sorted(SEARCH_POLICIES)
LIGHT = SearchBudget(4, 0.5)


def begun(game: Game, seed: int) -> State:
    """A match at its first decision."""
    scenario = game.scenarios()[0]
    state = Setup(game, scenario.slug, scenario.default_seats, {}).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    return state


def driven(game: Game, state: State, decisions: int, seed: int) -> State:
    """The match after so many decisions of plain programs."""
    driver = bots.make("driver", game, seed)
    for number in range(decisions):
        if not state.agenda:
            break
        seat = agenda.seats(state)[0]
        agenda.act(state, driver.choose(game, game.imagine(state, seat, imagination_seed(seed, number)), seat), seat)
    return state


def thinker(game: Game, effort: SearchBudget, seed: int = 1) -> Bot:
    """A program that looks ahead a little."""
    return LookaheadBot(SEARCH_POLICIES[game.base], effort, 0.0, seed)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_and_dice_to_come_change_nothing(slug: str) -> None:
    game = all_games()[slug]
    state = driven(game, begun(game, 3), 30, 3)
    for number in range(3):
        seat = agenda.seats(state)[0]
        worlds = [game.imagine(state, seat, seed_from(other)) for other in range(3)]  # other dice, other hidden things
        said = {
            thinker(game, LIGHT).choose(game, game.imagine(world, seat, seed_from(9)), seat).text for world in worlds
        }
        assert len(said) == 1
        driven(game, state, 7, number)


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_thinks_the_same(slug: str) -> None:
    game = all_games()[slug]
    state = driven(game, begun(game, 5), 25, 5)
    seat = agenda.seats(state)[0]

    def thought() -> list[tuple[str, int, int]]:
        found = thinker(game, LIGHT, 7).analyse(game, game.imagine(state, seat, seed_from(1)), seat)
        return [(option.action.text, option.visits, option.value) for option in found.options]

    assert thought() == thought()


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", [VETERAN, CHAMPION])
def test_it_is_legal_and_in_time(slug: str, level: str) -> None:
    game = all_games()[slug]
    state = driven(game, begun(game, 8), 20, 8)
    seat = agenda.seats(state)[0]
    bot = bots.make(level, game, 1, timed=True)
    began = time.monotonic()
    action = bot.choose(game, game.imagine(state, seat, seed_from(1)), seat)
    assert game.check(state, seat, action) is None
    assert time.monotonic() - began < 60  # far from its limit even on a machine with much else to do


def test_a_limit_of_time_is_kept_to() -> None:
    game = all_games()["benhur"]
    state = driven(game, begun(game, 2), 12, 2)
    seat = agenda.seats(state)[0]
    endless = LookaheadBot(SEARCH_POLICIES["benhur"], SearchBudget(10_000_000, 0.5), 0.05, 1)
    thoughts = endless.analyse(game, game.imagine(state, seat, seed_from(1)), seat)
    assert sum(option.visits for option in thoughts.options) < 1_000_000
    assert game.check(state, seat, thoughts.chosen) is None


def test_an_option_is_compared_in_the_worlds_it_shares() -> None:
    one, other = Tally(Action("left")), Tally(Action("right"))
    for luck in (100, 500, 900, 300):
        one.add(luck + 20, [1])
        other.add(luck, [2])
    gap, error = lead(one, other)
    assert gap == 20
    assert error < 1  # luck is the same for both
    assert one.scored().features == [100]


def test_whoever_does_not_weigh_says_so() -> None:
    game = all_games()["benhur"]
    state = begun(game, 1)
    thoughts = bots.make("driver", game, 1).analyse(game, state, agenda.seats(state)[0])
    assert [option.visits for option in thoughts.options] == [0]
