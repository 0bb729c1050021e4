"""What speaks for a driver and against him."""

from __future__ import annotations

from hippodrome.games.benhur.worth import aspects, to_go
from tests.benhur.world import race_of, world


def test_squares_ahead_are_counted_in_each_chariots_own_lane() -> None:
    race = race_of(world("circus", A="0/1/6", B="0/1/2", dice="").match)
    assert aspects(race, 0)[0] == 4
    assert aspects(race, 1)[0] == -4


def test_a_lap_is_as_long_as_its_lane() -> None:
    race = race_of(world("circus", A="0/1/2 crossings 2", B="0/1/2", C="0/4/2 crossings 2", D="0/4/2", dice="").match)
    lanes = race.track.lanes
    assert to_go(race, race.chariots[1]) - to_go(race, race.chariots[0]) == lanes.lap(1)
    assert to_go(race, race.chariots[3]) - to_go(race, race.chariots[2]) == lanes.lap(4)


def test_who_has_won_has_nothing_before_him() -> None:
    made = world("circus", A="0/1/5 whips 1", B="0/4/0", laps=1, dice="4")
    made.drive("whips 1")
    race = race_of(made.match)
    assert race.winner == 0
    assert to_go(race, race.chariots[0]) == 0
    assert aspects(race, 0)[0] > 0


def test_wounds_lanes_and_tricks_are_counted() -> None:
    race = race_of(world("circus", A="0/1/2 wounds 3 hand 5,6", B="0/4/2 wounds 4", C="0/2/2 wounds 2", dice="").match)
    assert aspects(race, 0)[1:] == [3, 4, 3, 2]
    assert aspects(race, 1)[1:] == [4, 5, 0, 0]


def test_before_the_start_nobody_is_ahead() -> None:
    race = race_of(world("circus", A="0/1/2", B="0/1/4", dice="").match)
    for chariot in race.chariots:
        chariot.square = -1
    assert aspects(race, 0) == [0, 5, 0, 0, 0]
