"""Fights with the chariots alongside."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import Attacked
from tests.games.benhur.world import World, world
from tests.support import clause


def attacks(race: World) -> list[tuple[int, int]]:
    """Return the attacker and the defender of each attack, in order."""
    return [(int(event.attacker), int(event.defender)) for event in race.events(Attacked)]


@clause("BH-F1", "BH-F2")
@pytest.mark.parametrize("mine", range(1, 7))
@pytest.mark.parametrize("answer", range(1, 7))
def test_crewmen_alongside_attack_each_other_and_wound_on_six(mine: int, answer: int) -> None:
    race = world(A="4/2/3", B="4/3/4 whips 3", dice=[1, mine, answer])
    race.drive("whips 1")
    assert race.whips("B") == 3
    assert attacks(race) == [(0, 1), (1, 0)]
    assert race.wounds("B") == (4 if mine == 6 else 5)
    assert race.wounds("A") == (4 if answer == 6 else 5)


@clause("BH-F2", "BH-Q31")
def test_the_mover_strikes_first_and_a_destroyed_chariot_does_not_answer() -> None:
    race = world(A="4/2/3 wounds 1", B="4/3/4 wounds 1", C="0/1/0", dice="1 | 6")
    race.drive("whips 1")
    assert attacks(race) == [(0, 1)]
    assert (race.at("A"), race.at("B")) == ("4/2/4", "")


@clause("BH-Q31")
@pytest.mark.parametrize("where", ["4/2/5", "4/3/5", "4/3/3", "4/1/3", "4/4/4"])
def test_a_chariot_in_front_or_diagonal_or_two_lanes_away_is_not_alongside(where: str) -> None:
    race = world(A="4/2/2", B=where, dice="2")
    race.drive("whips 1")
    assert race.at("A") == "4/2/4"
    assert attacks(race) == []


@clause("BH-Q31")
def test_a_chariot_behind_in_the_same_lane_is_not_alongside() -> None:
    race = world(A="4/1/3", B="4/2/3", dice="1 | 6")
    race.play("whips 1", "right")
    assert race.at("A") == "4/2/4"
    assert attacks(race) == []


@clause("BH-Q31")
def test_squares_of_a_corner_that_share_an_edge_are_alongside() -> None:
    race = world(A="1/3/2", B="1/2/1", C="1/4/4", dice="1 | 3 | 1 1")
    race.drive("whips 1")
    assert race.at("A") == "1/3/3"
    assert attacks(race) == [(0, 1), (1, 0)]


@clause("BH-Q31")
def test_only_the_mover_fights() -> None:
    race = world(A="4/2/3", B="0/2/5", C="0/3/5", dice="1")
    race.drive("whips 1")
    assert attacks(race) == []


@clause("BH-Q31")
def test_the_mover_chooses_between_several_neighbours_and_fights_each_once() -> None:
    race = world(A="4/2/3", B="4/3/4", C="4/1/4", dice="1 | 1 2 | 3 4")
    race.drive("whips 1")
    assert (race.decider, race.decision) == ("A", "FightFirst")
    assert race.options == ["fight 2", "fight 1"]  # the lower lane is the default
    race.expect_refusal("fight 0", "BH-Q31")
    race.play("fight 1")
    assert attacks(race) == [(0, 1), (1, 0), (0, 2), (2, 0)]
    assert race.decider == "B"


@clause("BH-Q31")
def test_a_mover_destroyed_in_its_first_fight_has_no_second_one() -> None:
    race = world(A="4/2/3 wounds 1", B="4/3/4", C="4/1/4", dice="1 | 1 6")
    race.drive("whips 1").play("fight 2")
    assert attacks(race) == [(0, 2), (2, 0)]
    assert race.at("A") == ""
    assert race.decider == "B"


@clause("BH-Q32")
@pytest.mark.parametrize("state", ["spun whips 0", "wet"])
def test_a_chariot_in_trouble_still_strikes_back(state: str) -> None:
    race = world(A="4/2/3", B=f"4/3/4 {state}", dice="1 | 1 6")
    race.drive("whips 1")
    assert attacks(race) == [(0, 1), (1, 0)]
    assert race.wounds("A") == 4


@clause("BH-Q32", "BH-S5")
def test_there_is_no_fight_after_a_spin_or_after_turning_round() -> None:
    race = world(A="1/2/1 whips 2", B="1/3/3", dice="1 1 | 1 1")
    race.play("whips 2")
    assert attacks(race) == []
    turning = world(A="1/2/1 whips 0 spun", B="1/3/3")
    assert turning.decider == "B"
    assert attacks(turning) == []
