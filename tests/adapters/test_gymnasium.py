"""Gymnasium: its own checks pass, and bots play the other seats."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hippodrome.adapters.gymnasium import HippodromeEnv
from tests.adapters.short_matches import GAMES, SHORT_MATCHES


def make_short(slug: str, seat: int | None = 0, rivals: str = "random", limit: int | None = None) -> HippodromeEnv:
    scenario, seats, options = SHORT_MATCHES[slug]
    env = gymnasium.make(
        f"hippodrome/{slug}-v1", scenario=scenario, seats=seats, options=options, seat=seat, rivals=rivals, limit=limit
    )
    assert isinstance(env.unwrapped, HippodromeEnv)
    return env.unwrapped


@pytest.mark.parametrize("slug", GAMES)
def test_gymnasiums_own_checks_pass(slug: str) -> None:
    check_env(make_short(slug))


def play_out(env: HippodromeEnv, seed: int | None) -> tuple[float, bool]:
    """Play the first offered number to the end; return the reward and whether the match was truncated."""
    _, info = env.reset(seed=seed)
    while True:
        _, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
        if terminated or truncated:
            return reward, truncated


def test_a_seed_determines_the_match_and_its_successors() -> None:
    first, second = make_short("benhur"), make_short("benhur")
    assert play_out(first, 5) == play_out(second, 5)
    assert np.array_equal(first.session.observation(1), second.session.observation(1))
    assert play_out(first, None) == play_out(second, None)
    assert first.seed == second.seed != 5


def test_the_reward_belongs_to_the_configured_seat() -> None:
    for seat in (0, 1):
        env = make_short("benhur", seat=seat)
        reward, _ = play_out(env, 5)
        assert reward == env.session.returns()[seat] != 0


def test_the_seat_can_be_drawn_for_each_match() -> None:
    env = make_short("benhur", seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


def test_the_driver_beats_an_agent_that_always_plays_the_first_option() -> None:
    env = make_short("benhur", rivals="driver")
    assert sum([play_out(env, seed)[0] for seed in range(5)]) < 0


def test_a_number_that_is_not_offered_loses_at_once() -> None:
    env = make_short("benhur")
    _, info = env.reset(seed=5)
    _, reward, terminated, truncated, info = env.step(info["action_mask"].argmin())
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"]


def test_a_truncated_match_has_reward_0() -> None:
    assert play_out(make_short("benhur", limit=20), 5) == (0, True)


def test_an_invalid_configuration_is_rejected_by_the_constructor() -> None:
    with pytest.raises(ValueError, match="no bot 'unknown' plays Ben-Hur"):
        HippodromeEnv("benhur", rivals="unknown")
    with pytest.raises(ValueError, match="rivals must name 3 bots, not 1"):
        HippodromeEnv("benhur", rivals=["random"])
    with pytest.raises(ValueError, match="there is no seat 4; seats are 0 to 3"):
        HippodromeEnv("benhur", seat=4)
