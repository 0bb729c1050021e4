"""Laps, the finish, the ranking, and races that bots drive to the end."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import play_out
from hippodrome.games.races.events import LapBegun
from hippodrome.games.races.planning import BeginMove
from hippodrome.games.races.state import WRECK, Race
from tests.games.races.world import the_game, world
from tests.support import COMPILED, clause


@clause("CR-Q44", "CR-T2", "CR-W1")
def test_the_first_crossing_begins_lap_1_and_the_next_one_wins() -> None:
    race = world(A="boar -5 0 0", B="boar -5 9 0")
    assert race.state.lap_of(race.chariot("A")) == 0
    race.start_move("A", "steady", "go")
    assert [int(event.number) for event in race.events(LapBegun)] == [1]
    assert race.state.lap_of(race.chariot("A")) == 1
    track = race.state.rules.track
    race.chariot("A").move_to(-5000, 0, 0)
    race.chariot("A").progress = track.lap - 3000
    race.chariot("A").marks = 2  # it has passed the line and the checkpoint
    race.start_move("A", "steady", "go")
    result = race.match.result
    assert result is not None
    assert (result.places, result.reason) == ((1, 2), "line")


@clause("CR-Q44", "CR-Q47")
def test_touching_the_line_is_not_crossing_it() -> None:
    race = world(A="boar -9 0 0", B="boar -5 9 0")
    race.start_move("A", "steady", "go")
    assert race.at("A")[0] == -2
    assert race.chariot("A").marks == 0


@clause("CR-Q45", "CR-W1")
def test_crossing_the_line_wins_before_a_contact_behind_it() -> None:
    race = world(A="boar -5 0 0 marks 2", B="boar 3 0 0")
    track = race.state.rules.track
    race.chariot("A").progress = track.lap - 3000
    race.chariot("A").marks = 2
    race.start_move("A", "steady", "go")
    assert race.match.result is not None
    assert race.match.result.winners == (0,)
    assert race.roll_purposes() == []


@clause("CR-Q45", "CR-Q54")
def test_racing_chariots_rank_by_progress_before_those_that_are_out() -> None:
    race = world(A="boar 0 0 0", B="boar 60 6 0 wreck", C="boar 20 -6 0", D="boar 30 9 0 wreck", turn=60)
    race.start_turn()
    assert race.match.result is not None
    assert race.match.result.places == (2, 3, 1, 4)


@clause("CR-L1", "CR-Q45")
def test_the_last_chariot_still_racing_wins() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0 wounds 1", dice="4 | 4 5 4 4 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.match.result is not None
    assert (race.match.result.places, race.match.result.reason) == ((1, 2), "last")
    assert race.chariot("B").status == WRECK


@clause("CR-Q46", "CR-T1")
def test_bases_are_2_by_4_inches_and_the_wagon_can_be_wider() -> None:
    race = world(A="boar 0 0 0", B="wagon 9 9 0")
    assert [(int(race.state.box(c).length), int(race.state.box(c).width)) for c in race.state.chariots] == [
        (4000, 2000),
        (4000, 3000),
    ]
    slim = world(A="boar 0 0 0", B="wagon 9 9 0", wide=False)
    assert slim.state.width(slim.chariot("B")) == 2000


def race_of_drivers(track: str, field: str, seats: int, seed: int) -> Race:
    """Return the final state of a race between driver bots."""
    game = the_game()
    match = hd.new("races", track, seats=seats, options={"field": field, "laps": 1}, seed=seed, log=False)
    play_out(game, match.state, [bots.make("driver", game, seat) for seat in range(seats)], seed)
    assert isinstance(match.state, Race)
    return match.state


RACES = [("oval", "classic"), ("eight", "wacky"), ("throat", "elves")]


@pytest.mark.parametrize(("track", "field"), RACES if COMPILED else RACES[:1])
def test_driver_bots_finish_a_race(track: str, field: str) -> None:
    state = race_of_drivers(track, field, 3, 7)
    assert state.reason in ("line", "last", "draw")
    assert the_game().analysis.invariants(state) == []
    assert state.turn < 60


@pytest.mark.parametrize(("key", "most"), [("boar", 20), ("high", 16)])
def test_a_driver_bot_alone_laps_the_oval_in_time(key: str, most: int) -> None:
    race = world(A=f"{key} -2 -12 0", B="boar -8 -12 0 wreck", track="oval")
    game = the_game()
    state = race.state
    state.dice = hd.new("races", "oval", seats=2, seed=4).state.dice
    state.chariots[1].move_to(-30_000, 12_000, 0)
    driver = bots.make("driver", game, 1)
    turns = 0
    while state.chariots[0].progress < state.rules.track.lap and turns < 60:
        turns += 1
        race.run(BeginMove(0))
        while race.decision:
            race.play(driver.choose(game, state, 0).text)
        state.turn += 1
        if race.is_over:
            break
    assert turns <= most * 12 // 10 + 1
