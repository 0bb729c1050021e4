"""The features of a position, and the distance to the finish."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.benhur.evaluation import features, squares_to_finish
from hippodrome.kit.geometry.lanes import LANES
from tests.games.benhur.world import world
from tests.support import clause


def test_squares_ahead_are_counted_in_each_chariots_own_lane() -> None:
    race = world("circus", A="0/1/6", B="0/1/2", dice="").state
    assert features(race, 0)[0] == 4
    assert features(race, 1)[0] == -4


def test_a_lap_counts_as_the_shortest_way_round_in_every_lane() -> None:
    race = world("circus", A="0/1/2 crossings 2", B="0/1/2", C="0/4/2 crossings 2", D="0/4/2", dice="").state
    lap = race.track.lanes.lap_length(1)
    assert lap == min(race.track.lanes.lap_length(lane) for lane in range(1, LANES + 1))
    assert squares_to_finish(race, race.chariots[1]) - squares_to_finish(race, race.chariots[0]) == lap
    assert squares_to_finish(race, race.chariots[3]) - squares_to_finish(race, race.chariots[2]) == lap


def test_a_bend_counts_as_long_as_it_is_in_the_current_lane() -> None:
    race = world("circus", A="1/1/0", B="1/4/0", C="2/1/0", D="2/4/0", dice="").state
    lanes, (inside, outside, past, past_outside) = race.track.lanes, race.chariots
    assert squares_to_finish(race, inside) - squares_to_finish(race, past) == lanes.length(1, 1)
    assert (
        squares_to_finish(race, outside) - squares_to_finish(race, past_outside)
        == lanes.length(1, 4)
        > lanes.length(1, 1)
    )
    assert squares_to_finish(race, past_outside) == squares_to_finish(race, past), (
        "the next bend may be taken on the inside"
    )


@pytest.mark.parametrize("key", [scenario.slug for scenario in hd.game("benhur").scenarios()])
def test_no_step_brings_the_line_more_than_one_square_nearer(key: str) -> None:
    """A step straight on or to the side brings a chariot at most one square nearer."""
    track = world(key, A="0/1/1", B="0/4/1", dice="").state.track
    for square, to_line in enumerate(track.squares_to_line):
        targets = (track.lanes.ahead[square], track.lanes.left[square], track.lanes.right[square])
        for after in [each for each in targets if each >= 0]:
            assert to_line == 1 if track.past_line[after] else to_line <= track.squares_to_line[after] + 1


def test_the_winner_has_no_squares_left() -> None:
    built = world("circus", A="0/1/5 whips 1", B="0/4/0", laps=1, dice="4")
    built.drive("whips 1")
    race = built.state
    assert race.winner == 0
    assert squares_to_finish(race, race.chariots[0]) == 0
    assert features(race, 0)[0] > 0


def test_wounds_lanes_and_tricks_are_counted() -> None:
    race = world("circus", A="0/1/2 wounds 3 hand 5,6", B="0/4/2 wounds 4", C="0/2/2 wounds 2", dice="").state
    assert features(race, 0)[1:] == [3, 4, 3, 2]
    assert features(race, 1)[1:] == [4, 5, 0, 0]


def test_before_the_start_no_chariot_is_ahead() -> None:
    race = world("circus", A="0/1/2", B="0/1/4", dice="").state
    for chariot in race.chariots:
        chariot.square = -1
    assert features(race, 0) == [0, 5, 0, 0, 0]


@clause("BH-D1")
def test_the_wounds_of_rivals_are_counted_from_the_wounds_at_the_start() -> None:
    for wounds in (3, 5, 7):
        race = world("circus", A="0/1/6", B=f"0/1/2 wounds {wounds - 1}", C="0/2/2", max_wounds=wounds).state
        assert features(race, 0)[1:3] == [wounds, 1]
