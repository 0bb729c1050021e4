"""Gymnasium: its own test passes, and the other seats are played by programs."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from hippodrome.adapters.gymnasium import HippodromeEnv
from tests.adapters.small import GAMES, SMALL


def small(slug: str, seat: int | None = 0, rivals: str = "random", limit: int | None = None) -> HippodromeEnv:
    scenario, seats, options = SMALL[slug]
    made = gymnasium.make(
        f"hippodrome/{slug}-v1", scenario=scenario, seats=seats, options=options, seat=seat, rivals=rivals, limit=limit
    )
    assert isinstance(made.unwrapped, HippodromeEnv)
    return made.unwrapped


@pytest.mark.parametrize("slug", GAMES)
def test_env(slug: str) -> None:
    check_env(small(slug))


def play_out(env: HippodromeEnv, seed: int | None) -> tuple[float, bool]:
    """Play the first number that is offered, to the end; returns the reward, and whether the match was cut off."""
    _, info = env.reset(seed=seed)
    while True:
        _, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
        if terminated or truncated:
            return reward, truncated


def test_a_seed_gives_the_same_match_against_the_same_programs() -> None:
    first, second = small("benhur"), small("benhur")
    assert play_out(first, 5) == play_out(second, 5)
    assert np.array_equal(first.match.vector(1), second.match.vector(1))
    assert play_out(first, None) == play_out(second, None)
    assert first.seed == second.seed != 5


def test_the_reward_is_that_of_the_seat() -> None:
    for seat in (0, 1):
        env = small("benhur", seat=seat)
        reward, _ = play_out(env, 5)
        assert reward == env.match.returns()[seat] != 0


def test_the_seat_can_be_drawn_anew_for_each_match() -> None:
    env = small("benhur", seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


def test_the_plain_program_beats_whoever_takes_the_first_option() -> None:
    env = small("benhur", rivals="driver")
    assert sum([play_out(env, seed)[0] for seed in range(5)]) < 0


def test_a_number_that_is_not_offered_loses_at_once() -> None:
    env = small("benhur")
    _, info = env.reset(seed=5)
    _, reward, terminated, truncated, info = env.step(info["action_mask"].argmin())
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"]


def test_a_match_that_is_cut_off_is_neither_won_nor_lost() -> None:
    assert play_out(small("benhur", limit=20), 5) == (0, True)


def test_what_cannot_be_set_up_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no program 'nobody' plays Ben-Hur"):
        HippodromeEnv("benhur", rivals="nobody")
    with pytest.raises(ValueError, match="there are 3 rivals, not 1"):
        HippodromeEnv("benhur", rivals=["random"])
    with pytest.raises(ValueError, match="there is no seat 4; there are 0 to 3"):
        HippodromeEnv("benhur", seat=4)
