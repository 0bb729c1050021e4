"""PettingZoo: its own tests pass, and a match comes to its end with the points of the places."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

from hippodrome.adapters import pettingzoo
from tests.adapters.small import GAMES, SMALL

# Warnings of api_test. The first two go to every environment with action masks that is not on its own list; the last
# is about the observation of a seat whose match is over.
KNOWN = [
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
]
known = [pytest.mark.filterwarnings(text) for text in KNOWN]


def small(slug: str, render_mode: str | None = None, limit: int | None = None) -> Any:
    scenario, seats, options = SMALL[slug]
    return pettingzoo.env(slug, scenario, seats=seats, options=options, render_mode=render_mode, limit=limit)


def with_marks(slug: str) -> object:
    return pytest.param(slug, marks=known)


@pytest.mark.parametrize("slug", [with_marks(slug) for slug in GAMES])
def test_api(slug: str) -> None:
    api_test(small(slug), num_cycles=250 if slug == "benhur" else 25)


@pytest.mark.parametrize("slug", GAMES)
def test_seeds(slug: str) -> None:
    seed_test(lambda: small(slug), num_cycles=25)


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Play the first number that is offered, to the end; returns what each agent was given in all."""
    env.reset(seed=seed)
    given = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        given[agent] += reward
        env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
    return given


def test_the_winner_is_given_1_and_the_loser_minus_1() -> None:
    env = small("benhur")
    given = play_out(env, 7)
    assert sorted(given.values()) == [-1, 1]
    assert env.unwrapped.match.result.places.index(1) == list(given.values()).index(1)


def test_a_match_that_is_cut_off_gives_nobody_anything() -> None:
    env = small("benhur", limit=20)
    assert set(play_out(env, 7).values()) == {0}
    assert 20 <= env.unwrapped.match.decisions < 40


def test_whoever_plays_what_is_not_offered_loses_at_once() -> None:
    env = small("benhur")
    env.reset(seed=7)
    loser = env.agent_selection
    wrong = int(env.last()[0]["action_mask"].argmin())
    env.step(wrong)
    assert all(env.terminations.values())
    assert env._cumulative_rewards[loser] == -1


def test_the_board_is_shown_in_words_or_as_a_picture() -> None:
    for mode, start in (("ansi", ""), ("svg", "<svg")):
        env = small("races", render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        assert isinstance(shown, str)
        assert shown.startswith(start)
        assert len(shown) > 100
