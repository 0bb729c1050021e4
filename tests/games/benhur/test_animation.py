"""The animation of chariots: every square in order, for every node of a chariot."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance
from hippodrome.games.benhur import BenHur
from hippodrome.games.benhur.drawing import TrackDrawing
from hippodrome.games.benhur.events import FellIn, Landed, LaneChanged
from hippodrome.kit.events import Event
from hippodrome.kit.match import Match
from tests.games.benhur.world import World, race_of, world

PARTS = ("", "-team", "-whips", "-wounds", "-letter")


def visited_squares(match: Match, events: list[Event]) -> dict[str, list[str]]:
    """Return the squares that each node visits."""
    race = race_of(match)
    assert isinstance(match.game, BenHur)
    grid, lanes = TrackDrawing(race.track).grid, race.track.lanes
    names = {(grid.x(square), grid.y(square)): lanes.name(square) for square in range(len(lanes))}
    paths = match.game.presentation.animation_paths(race, events)
    return {node: [names[x, y] for x, y, _ in waypoints] for node, waypoints in paths.items()}


def drive_for_events(race: World, *actions: str) -> list[Event]:
    """Play these actions, drive on to the end of the move, and return the events."""
    start = len(race.match.events)
    race.drive(*actions)
    return race.match.events[start:]


def test_a_chariot_visits_the_squares_of_its_move_in_order() -> None:
    race = world(A="0/2/1", B="2/4/0", dice="4")
    visited = visited_squares(race.match, drive_for_events(race, "whips 1"))
    assert visited["chariot-0"] == ["0/2/2", "0/2/3", "0/2/4", "0/2/5"]
    assert all(visited[f"chariot-0{part}"] == visited["chariot-0"] for part in PARTS)
    assert "chariot-1" not in visited


def test_a_piece_turns_where_its_lane_turns() -> None:
    race = world(A="0/2/12", B="0/4/3", dice="5 | 6")
    events = drive_for_events(race, "whips 1")
    assert visited_squares(race.match, events)["chariot-0"] == ["0/2/13", "1/2/0", "1/2/1", "1/2/2", "2/2/0"]
    waypoints = race.match.game.presentation.animation_paths(race.state, events)["chariot-0"]
    assert [turn for _, _, turn in waypoints] == [0, 0, -900, -900, -900]


def test_a_skid_moves_into_the_next_lane() -> None:
    race = world(A="0/2/13", B="0/4/3", dice="3 | 1")
    assert visited_squares(race.match, drive_for_events(race, "whips 1"))["chariot-0"] == ["1/2/0", "1/2/1", "1/3/3"]


def test_a_shunted_chariot_goes_where_it_is_pushed_and_the_attacker_follows() -> None:
    race = world(A="0/2/3", B="0/2/4", dice="1 | 1 1 | 3")
    visited = visited_squares(race.match, drive_for_events(race, "whips 1"))
    assert visited["chariot-1-team"] == ["0/2/5"]
    assert visited["chariot-0"] == ["0/2/4"]


def test_a_blocked_chariot_has_no_path() -> None:
    race = world(A="0/2/3", B="0/1/4", dice="1 | 6 | 1 1 | 1")
    events = drive_for_events(race, "whips 1", "left")
    assert [event for event in events if isinstance(event, LaneChanged)]
    assert visited_squares(race.match, events) == {}


@pytest.mark.parametrize(("dice", "square", "kind"), [("1 | 5 | 1", "4/2/8", Landed), ("1 | 2", "4/2/7", FellIn)])
def test_a_jump_goes_over_the_water_or_into_it(dice: str, square: str, kind: type[Event]) -> None:
    race = world("river", A="4/2/6", B="0/4/3", dice=dice)
    events = drive_for_events(race, "whips 1")
    assert [event for event in events if isinstance(event, kind)]
    assert visited_squares(race.match, events)["chariot-0"] == [square]


def test_a_spun_chariot_is_turned_askew_at_the_end_of_its_path() -> None:
    race = world(A="0/2/13 whips 2", B="0/4/3", dice="4 2 | 1 1")
    waypoints = race.match.game.presentation.animation_paths(race.state, drive_for_events(race, "whips 2"))[
        "chariot-0-spun"
    ]
    assert [turn for _, _, turn in waypoints] == [0, -820]


def test_a_destroyed_chariot_has_no_path() -> None:
    race = world(A="0/2/3", B="0/2/4 wounds 1", C="0/4/1", dice="1 | 1 6")
    visited = visited_squares(race.match, drive_for_events(race, "whips 1"))
    assert race.chariot("B").fell
    assert visited["chariot-0"] == ["0/2/4"]
    assert "chariot-1" not in visited


def test_lining_up_has_a_waypoint() -> None:
    match = hd.new("benhur", seats=2, seed=3)
    seat = match.seat
    events = match.play("lane 2")
    assert set(match.game.presentation.animation_paths(match.state, events)) == {
        f"chariot-{seat}{part}" for part in PARTS
    }


def test_the_ring_follows_the_mover() -> None:
    race = world(A="0/2/1", B="2/4/0", dice="3").play("whips 1")
    events = drive_for_events(race, "straight", "straight")[:2]
    assert "ring" not in visited_squares(race.match, events)  # the third square has ended the turn
    race = world(A="0/2/1", B="2/4/0", dice="3").play("whips 1")
    start = len(race.match.events)
    race.play("straight", "straight")
    assert visited_squares(race.match, race.match.events[start:])["ring"] == ["0/2/2", "0/2/3"]


def test_the_ring_joins_a_new_mover_where_its_turn_began() -> None:
    race = world(A="0/2/3", B="0/2/4", dice="1 | 1 1 | 3 | 5")
    start = len(race.match.events)
    race.drive("whips 1")
    race.play("whips 1", "straight", "straight")
    visited = visited_squares(race.match, race.match.events[start:])
    assert visited["chariot-1"] == ["0/2/5", "0/2/6", "0/2/7"]
    assert visited["ring"] == visited["chariot-1"]


def test_the_ring_has_no_path_when_only_the_mover_changes() -> None:
    race = world(A="0/2/3", B="0/2/4", dice="1 | 1 1 | 3")
    visited = visited_squares(race.match, drive_for_events(race, "whips 1"))
    assert race.decider == "B"
    assert visited["chariot-1"] == ["0/2/5"]
    assert "ring" not in visited


@pytest.mark.parametrize("track", ["circus", "river", "villa", "arena", "serpent"])
def test_paths_end_where_the_chariots_are_over_whole_races(track: str) -> None:
    match = hd.new("benhur", track, seats=6, seed=5, options={"laps": 1, "tricks": 2})
    chance = Chance(5)
    lanes = race_of(match).track.lanes
    before = [-1] * 6
    longest = 0
    while match.decision:
        actions = match.proposals()
        visited = visited_squares(match, match.play(actions[chance.below(len(actions))]))
        for chariot in race_of(match).chariots:
            squares = visited.get(f"chariot-{chariot.id}", [])
            longest = max(longest, len(squares))
            if chariot.fell:
                assert squares == []
            elif chariot.square != before[chariot.id]:
                assert squares[-1] == lanes.name(int(chariot.square))
            before[chariot.id] = int(chariot.square)
    assert longest > 1
