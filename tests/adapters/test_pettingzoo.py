"""PettingZoo: its own tests pass, and a match ends with the rewards of the places."""

from __future__ import annotations

from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

from hippodrome.adapters import pettingzoo
from tests.adapters.short_matches import GAMES, SHORT_MATCHES

# Warnings of api_test. The first two concern every environment with action masks that is not on its own list; the last
# concerns the observation of a seat whose match is over.
EXPECTED_WARNINGS = [
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
]
ignore_warnings = [pytest.mark.filterwarnings(text) for text in EXPECTED_WARNINGS]


def make_short(slug: str, render_mode: str | None = None, limit: int | None = None) -> Any:
    scenario, seats, options = SHORT_MATCHES[slug]
    return pettingzoo.env(slug, scenario, seats=seats, options=options, render_mode=render_mode, limit=limit)


@pytest.mark.parametrize("slug", [pytest.param(slug, marks=ignore_warnings) for slug in GAMES])
def test_pettingzoos_api_test_passes(slug: str) -> None:
    api_test(make_short(slug), num_cycles=250 if slug == "benhur" else 25)


@pytest.mark.parametrize("slug", GAMES)
def test_pettingzoos_seed_test_passes(slug: str) -> None:
    seed_test(lambda: make_short(slug), num_cycles=25)


def play_out(env: Any, seed: int) -> dict[str, float]:
    """Play the first offered number to the end and return the total reward of each agent."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        env.step(None if termination or truncation else int(observation["action_mask"].argmax()))
    return totals


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    env = make_short("benhur")
    totals = play_out(env, 7)
    assert sorted(totals.values()) == [-1, 1]
    assert env.unwrapped.session.result.places.index(1) == list(totals.values()).index(1)


def test_a_truncated_match_has_reward_0_for_all() -> None:
    env = make_short("benhur", limit=20)
    assert set(play_out(env, 7).values()) == {0}
    assert 20 <= env.unwrapped.session.decisions < 40


def test_an_agent_that_plays_a_number_not_offered_loses_at_once() -> None:
    env = make_short("benhur")
    env.reset(seed=7)
    loser = env.agent_selection
    wrong = int(env.last()[0]["action_mask"].argmin())
    env.step(wrong)
    assert all(env.terminations.values())
    assert env._cumulative_rewards[loser] == -1


def test_the_board_is_rendered_as_text_or_as_svg() -> None:
    for mode, start in (("ansi", ""), ("svg", "<svg")):
        env = make_short("races", render_mode=mode)
        env.reset(seed=1)
        board = env.render()
        assert isinstance(board, str)
        assert board.startswith(start)
        assert len(board) > 100
