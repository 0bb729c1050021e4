"""The part that all interfaces share: numbers for actions, vectors for views, rewards for places."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest

import hippodrome as hd
from hippodrome.adapters.session import EnvironmentConfig, rewards_from_places
from hippodrome.kit import agenda
from tests.adapters.short_matches import GAMES, random_number, short_config, start_session

OBSERVATIONS = 40


@pytest.mark.parametrize("slug", GAMES)
def test_exactly_the_proposals_are_offered(slug: str) -> None:
    config, generator = short_config(slug), random.Random(3)
    session = start_session(config, 3)
    for _ in range(3 * OBSERVATIONS):
        if session.is_over:
            break
        proposed = agenda.proposals(session.state)
        assert sorted([action.text for action in session.numbers.values()]) == sorted([a.text for a in proposed])
        assert np.flatnonzero(session.action_mask(session.seat)).tolist() == sorted(session.numbers)
        assert not session.action_mask(1 - session.seat).any()
        session.play_number(random_number(session, generator))


@pytest.mark.parametrize("slug", GAMES)
def test_an_observation_does_not_change_when_hidden_things_are_dealt_again(slug: str) -> None:
    config, generator = short_config(slug), random.Random(5)
    session = start_session(config, 5)
    for number in range(4 * OBSERVATIONS):
        if session.is_over:
            break
        if number % 4 == 0:
            for seat in range(config.seats):
                imagined = session.imagine(seat, hashlib.sha256(bytes([number])).digest())
                vector = config.observation_layout.vector(config.game.view(imagined, seat))
                assert np.array_equal(vector, session.observation(seat))
        session.play_number(random_number(session, generator))


def test_dealing_hidden_tricks_again_changes_only_their_owners_observation() -> None:
    """Show that the test above is not trivial: dealing again does change something."""
    config = EnvironmentConfig("benhur", "arena", 2, {"laps": 1, "tricks": 2})
    session = start_session(config, 1)
    while not any(chariot["tricks"] for chariot in config.game.view(session.state, 0).table["chariots"]):
        session.play_number(min(session.numbers))
    other = session.imagine(0, bytes([9] * 32))
    assert not np.array_equal(config.observation_layout.vector(config.game.view(other, 1)), session.observation(1))
    assert np.array_equal(config.observation_layout.vector(config.game.view(other, 0)), session.observation(0))


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_of_an_observation_has_a_name_and_lies_between_0_and_1(slug: str) -> None:
    config, generator = short_config(slug), random.Random(7)
    session, seen = start_session(config, 7), []
    names = config.observation_layout.names()
    assert len(set(names)) == len(names) == config.observation_layout.size
    for _ in range(OBSERVATIONS):
        if session.is_over:
            break
        seen.append(session.observation(session.seat))
        session.play_number(random_number(session, generator))
    vectors = np.array(seen)
    assert vectors.dtype == np.float32
    assert vectors.min() == 0
    assert vectors.max() == 1
    assert (vectors.std(axis=0) > 0).sum() > 8, "the vector hardly changes"


def test_an_observation_has_the_values_of_the_view() -> None:
    config = short_config("benhur")
    session = start_session(config, 1)
    view = session.config.game.view(session.state, 1).table
    values = dict(zip(config.observation_layout.names(), session.observation(1).tolist(), strict=True))
    assert values["seat is 1"] == values["asked.name is PickLane"] == values["track is arena"] == 1
    assert values["seat is 0"] == values["asked.name is SetWhips"] == values["chariots[2].there"] == 0
    assert values["chariots[0].wounds"] * 7 == pytest.approx(view["chariots"][0]["wounds"])
    assert values["laps"] * 7 == pytest.approx(1)


def test_a_match_played_by_numbers_equals_the_match_with_the_same_seed() -> None:
    session, generator = start_session(short_config("benhur"), 7), random.Random(1)
    match = hd.new("benhur", "arena", seats=2, seed=7, options={"laps": 1})
    while not session.is_over:
        while len(match.proposals()) == 1:
            match.play(match.proposals()[0])
        number = random_number(session, generator)
        match.play(session.numbers[number])
        session.play_number(number)
    assert match.result == session.result
    assert session.seat == -1


def test_the_error_for_a_number_that_is_not_offered_lists_the_offered_ones() -> None:
    session = start_session(short_config("benhur"), 7)
    wrong = session.config.action_encoding.blocks["whips"].first
    with pytest.raises(ValueError, match=r"\(whips 1\) is not offered at this decision. Offered: .*lane 1"):
        session.play_number(wrong)


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ((1, 2), [1, -1]),
        ((1, 1), [0, 0]),
        ((2, 1, 3), [0, 1, -1]),
        ((1, 2, 2, 4), [1, 0, 0, -1]),
        ((1,), [0]),
    ],
)
def test_the_rewards_of_all_places_add_up_to_0(places: tuple[int, ...], rewards: list[float]) -> None:
    assert rewards_from_places(places) == rewards
    assert sum(rewards_from_places(places)) == 0
