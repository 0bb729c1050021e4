"""What all doors share: numbers for actions, vectors for views, points for places."""

from __future__ import annotations

import hashlib
import random

import numpy as np
import pytest

import hippodrome as hd
from hippodrome.adapters.session import Door, shares
from hippodrome.kit import agenda
from tests.adapters.small import GAMES, begin, random_number, small_door

LOOKS = 40


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_offered_is_legal_and_all_that_is_proposed_is_offered(slug: str) -> None:
    door, chance = small_door(slug), random.Random(3)
    play = begin(door, 3)
    for _ in range(3 * LOOKS):
        if play.over:
            break
        proposed = agenda.proposals(play.state)
        assert sorted([action.text for action in play.numbers.values()]) == sorted([a.text for a in proposed])
        assert np.flatnonzero(play.mask(play.seat)).tolist() == sorted(play.numbers)
        assert not play.mask(1 - play.seat).any()
        play.take(random_number(play, chance))


@pytest.mark.parametrize("slug", GAMES)
def test_an_observation_is_the_same_on_re_imagined_states(slug: str) -> None:
    """Nothing hidden is in it: what the seat cannot know may be dealt anew without a trace."""
    door, chance = small_door(slug), random.Random(5)
    play = begin(door, 5)
    for number in range(4 * LOOKS):
        if play.over:
            break
        if number % 4 == 0:
            for seat in range(door.seats):
                imagined = play.imagined(seat, hashlib.sha256(bytes([number])).digest())
                found = door.layout.vector(door.game.view(imagined, seat))
                assert np.array_equal(found, play.vector(seat))
        play.take(random_number(play, chance))


def test_hidden_tricks_make_a_difference_to_their_owner_alone() -> None:
    """The test above would prove nothing if dealing anew changed nothing."""
    door = Door("benhur", "arena", 2, {"laps": 1, "tricks": 2})
    play = begin(door, 1)
    while not any(chariot["tricks"] for chariot in door.game.view(play.state, 0).table["chariots"]):
        play.take(min(play.numbers))
    other = play.imagined(0, bytes([9] * 32))
    assert not np.array_equal(door.layout.vector(door.game.view(other, 1)), play.vector(1))
    assert np.array_equal(door.layout.vector(door.game.view(other, 0)), play.vector(0))


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_of_an_observation_has_a_name_and_lies_between_0_and_1(slug: str) -> None:
    door, chance = small_door(slug), random.Random(7)
    play, seen = begin(door, 7), []
    names = door.layout.names()
    assert len(set(names)) == len(names) == door.layout.size
    for _ in range(LOOKS):
        if play.over:
            break
        seen.append(play.vector(play.seat))
        play.take(random_number(play, chance))
    found = np.array(seen)
    assert found.dtype == np.float32
    assert found.min() == 0
    assert found.max() == 1
    assert (found.std(axis=0) > 0).sum() > 12, "the vector hardly changes"


def test_an_observation_says_what_the_view_says() -> None:
    door = small_door("benhur")
    play = begin(door, 1)
    view = play.door.game.view(play.state, 1).table
    found = dict(zip(door.layout.names(), play.vector(1).tolist(), strict=True))
    assert found["seat is 1"] == found["asked.name is PickLane"] == found["track is arena"] == 1
    assert found["seat is 0"] == found["asked.name is SetWhips"] == found["chariots[2].there"] == 0
    assert found["chariots[0].wounds"] * 5 == view["chariots"][0]["wounds"]
    assert found["laps"] * 7 == pytest.approx(1)


def test_a_match_by_numbers_is_the_match_of_the_same_seed() -> None:
    play, chance = begin(small_door("benhur"), 7), random.Random(1)
    match = hd.new("benhur", "arena", seats=2, seed=7, options={"laps": 1})
    while not play.over:
        while len(match.proposals()) == 1:
            match.play(match.proposals()[0])
        number = random_number(play, chance)
        match.play(play.numbers[number])
        play.take(number)
    assert match.result == play.result
    assert play.seat == -1


def test_a_number_that_is_not_offered_is_refused_with_those_that_are() -> None:
    play = begin(small_door("benhur"), 7)
    wrong = play.door.numbering.blocks["whips"].first
    with pytest.raises(ValueError, match=r"\(whips 1\) is not offered now. Offered: .*lane 1"):
        play.take(wrong)


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), [1, -1]),
        ((1, 1), [0, 0]),
        ((2, 1, 3), [0, 1, -1]),
        ((1, 2, 2, 4), [1, 0, 0, -1]),
        ((1,), [0]),
    ],
)
def test_places_are_points_that_add_up_to_nothing(places: tuple[int, ...], points: list[float]) -> None:
    assert shares(places) == points
    assert sum(shares(places)) == 0


def test_a_game_without_a_door_says_which_have_one() -> None:
    with pytest.raises(ValueError, match="there are: benhur, chariot, magic, races, wheelie"):
        Door("pig")
