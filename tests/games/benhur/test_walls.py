"""Walls, wounds and destruction."""

from __future__ import annotations

import pytest

from hippodrome.games.benhur.events import Destroyed, HitWall
from tests.games.benhur.world import game_with, world
from tests.support import clause

TWO_WALLS = """
key = "test"
title = "Two Walls"
text = "The villa without its pond, with a hedge at the left hand and stone at the right."
order = 9
laps = 2
line = 7
start = [7, 5]
walls = { left = "hedge", right = "stone" }
segments = ["S14", "L", "S2", "L", "S4", "R", "S2", "L", "S6", "L", "S8", "L"]

[expect]
lengths = [48, 56, 64, 72]
"""


@clause("BH-W1", "BH-Q20")
@pytest.mark.parametrize(("change", "lane", "victim", "least"), [("left", 2, 1, 5), ("right", 3, 4, 6)])
def test_stone_wounds_on_five_and_a_hedge_on_six(change: str, lane: int, victim: int, least: int) -> None:
    for die in range(1, 7):
        race = world("circus", A=f"4/{lane}/3", B=f"4/{victim}/4", dice=[2, 6, 1, 1, die])
        race.play("whips 1", change)
        assert race.wounds("B") == (4 if die >= least else 5)
        assert race.wounds("A") == 5
        assert [int(event.number) for event in race.events(HitWall)] == [least]


@clause("BH-Q40", "BH-W1")
def test_the_left_wall_is_beside_lane_one_and_the_right_wall_beside_lane_four() -> None:
    game = game_with(TWO_WALLS)
    left = world("test", game=game, A="0/2/3", B="0/1/4", dice="2 | 6 | 1 1 | 5")
    left.play("whips 1", "left")
    assert left.wounds("B") == 5  # a hedge
    right = world("test", game=game, A="0/3/3", B="0/4/4", dice="2 | 6 | 1 1 | 5")
    right.play("whips 1", "right")
    assert right.wounds("B") == 4  # stone


@clause("BH-Q40", "BH-Q14")
@pytest.mark.parametrize(("bend", "wounds"), [("1/4/3", 4), ("5/1/3", 5)])
def test_a_skid_meets_the_right_wall_at_a_left_hand_corner_and_the_left_wall_at_a_right_hand_one(
    bend: str, wounds: int
) -> None:
    race = world("test", game=game_with(TWO_WALLS), A=bend, B="0/1/0", dice="1 | 1 | 5")
    race.play("whips 1")
    assert race.at("A") == bend[:-1] + "4"
    assert race.wounds("A") == wounds


@clause("BH-D1", "BH-D2", "BH-Q34")
def test_a_chariot_falls_with_its_last_wound_and_leaves_no_wreck() -> None:
    race = world("circus", A="4/2/3", B="4/1/4 wounds 2", C="0/1/0", dice="3 | 6 | 1 5 | 5")
    race.play("whips 1", "left")
    assert race.wounds("B") == 0
    assert [event.chariot for event in race.events(Destroyed)] == [1]
    assert race.at("A") == "4/1/4"  # the square is free at once
    race.drive()
    assert race.at("A") == "4/1/6"
    assert race.decider == "C"  # B has no more turns


@clause("BH-D1")
def test_a_chariot_with_one_wound_left_drives_on() -> None:
    race = world("circus", A="4/2/3", B="4/1/4 wounds 2", dice="1 | 6 | 1 1 | 5")
    race.play("whips 1", "left")
    assert race.at("B") == "4/1/4"
    assert race.decider == "B"


@clause("BH-Q34", "BH-D2")
def test_the_trick_of_a_destroyed_chariot_is_shown_and_discarded() -> None:
    race = world("circus", A="4/2/3", B="4/1/4 wounds 1 hand 15", C="0/1/0 hand 1", dice="1 | 6 | 1 5")
    race.play("whips 1", "left")
    assert race.state.discard == (15,)
    assert race.hand("B") == []
    assert race.hand("C") == [1]
