"""The turns a chariot needs to finish, and the racer bot that uses them."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

import hippodrome as hd
from hippodrome.bots.benhur.racer import BenHurRacer
from hippodrome.games.benhur.evaluation import turns_left, value
from hippodrome.games.benhur.state import Race
from hippodrome.games.benhur.track import Track
from hippodrome.games.benhur.turns_to_finish import MAX_POINTS, MAX_WHIPS, highest_die_chance, turns_to_finish
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.geometry.lanes import LANES
from tests.games.benhur.world import race_of, world
from tests.support import clause


def track_of(key: str) -> Track:
    return world(key, A="0/1/1", B="0/4/1", dice="").state.track


@clause("BH-M4")
@pytest.mark.parametrize("whips", range(1, MAX_WHIPS + 1))
def test_the_chances_of_the_highest_die_add_up_to_one(whips: int) -> None:
    chances = [highest_die_chance(whips, points) for points in range(1, MAX_POINTS + 1)]
    assert sum(chances) == pytest.approx(1)
    assert chances[-1] == pytest.approx(1 - (5 / 6) ** whips)


def test_from_the_square_before_the_finish_any_die_is_enough() -> None:
    track = track_of("circus")
    tables = turns_to_finish(track)
    for lane in range(1, LANES + 1):
        assert tables.after_turn(track.lanes.number(0, lane, track.line), 1, 1) == pytest.approx(1)


def test_two_squares_before_the_finish_a_one_costs_a_turn() -> None:
    """At two whips, and at three after the next change, only double and triple 1s are not enough."""
    track = track_of("circus")
    square = track.lanes.number(0, 1, track.line - 1)
    assert turns_to_finish(track).before_roll(0, square, 2) == pytest.approx(1 + 1 / 36)
    assert turns_to_finish(track).after_turn(square, 2, 1) == pytest.approx(1 + 1 / 216)


@pytest.mark.parametrize("key", [scenario.slug for scenario in hd.game("benhur").scenarios()])
def test_a_higher_speed_never_costs_turns_on_a_straight(key: str) -> None:
    track = track_of(key)
    tables = turns_to_finish(track)
    for square, straight in enumerate(track.lanes.straight):
        if straight and not any(track.kind[square + step] for step in range(MAX_POINTS) if square + step < tables.size):
            assert tables.after_turn(square, 2, 2) <= tables.after_turn(square, 0, 2)


def test_every_lap_before_the_last_two_takes_as_long_as_the_first_of_them() -> None:
    tables = turns_to_finish(track_of("river"))
    turns = [tables.after_turn(3, 2, crossings) for crossings in (1, 2, 3, 4)]
    assert turns[2] - turns[1] == pytest.approx(turns[1] - turns[0])
    assert turns[3] - turns[2] == pytest.approx(turns[1] - turns[0])


def test_a_lone_chariot_needs_as_many_turns_as_computed() -> None:
    """The other chariot is far behind, and wounds, which count as turns, make little difference here."""
    needed = []
    for seed in range(150):
        race = race_of(
            world("circus", A="2/1/0 whips 2 crossings 1", B="0/4/8 whips 1 crossings 0", laps=1, dice="").match
        )
        race.dice = TapeDice(seed_from(seed))
        expected = turns_left(race, race.chariots[0])
        needed.append(turns_driven(race))
    assert mean(needed) == pytest.approx(expected, abs=4 * stdev(needed) / len(needed) ** 0.5)


def turns_driven(race: Race) -> int:
    """Return how many turns the first chariot takes to finish, while the second one crawls."""
    racer, game, first = BenHurRacer(), hd.game("benhur"), int(race.round)
    while race.agenda:
        seat = agenda.seats(race)[0]
        actions = agenda.proposals(race)
        agenda.act(race, actions[0] if seat else racer.choose(game, race, 0), seat)
    assert race.winner == 0
    return int(race.round) - first + 1


@clause("BH-M3")
def test_the_racer_slows_down_before_the_inner_bend_and_speeds_up_on_the_straight() -> None:
    bend = world("circus", A="0/1/13 whips 2", B="0/4/0", dice="").state
    straight = world("circus", A="0/1/3 whips 2", B="0/4/0", dice="").state
    racer, game = BenHurRacer(), hd.game("benhur")
    assert racer.choose(game, straight, 0).text == "whips 3"
    assert racer.choose(game, bend, 0).args[0] < 3


def test_the_racer_rams_only_weaker_rivals() -> None:
    for wounds, is_rammed in (("5", False), ("2", True)):
        built = world("circus", A="2/4/0 whips 2", B=f"2/3/1 wounds {wounds}", dice="4 4")
        built.play("whips 2")
        race = built.state
        assert (BenHurRacer().choose(hd.game("benhur"), race, 0).text == "left") == is_rammed


@clause("BH-R3")
def test_the_racer_goes_round_a_rival_in_its_way() -> None:
    for rival, step in (("2/3/0", "straight"), ("0/2/7", "straight"), ("0/1/7", "right")):
        built = world("circus", A="0/1/4 whips 2", B=rival, dice="6 6")
        built.play("whips 2")
        assert BenHurRacer().choose(hd.game("benhur"), built.state, 0).text == step


def test_a_spun_or_wet_chariot_needs_more_turns() -> None:
    race = world("circus", A="4/1/3 whips 3", B="4/1/3 whips 3 spun", C="4/1/3 whips 3 wet", dice="").state
    plain, spun, wet = (turns_left(race, chariot) for chariot in race.chariots)
    assert spun == pytest.approx(plain + 1)
    assert wet > plain
    assert value(race, 0) > value(race, 1)
