"""Turns, Initiative, the count, declarations and plans."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.races.events import Acted, Drifted, PhaseBegan, Planned, Skipped, TurnBegan
from hippodrome.games.races.state import DRIFT, FORWARD, MOVING, SWIPE, TURN
from tests.games.races.world import is_close, open_track, world
from tests.games.scripted_world import LETTERS
from tests.support import clause


@clause("CR-I1", "CR-I3", "CR-Q57", "CR-Q1")
def test_two_tied_drivers_roll_again_and_the_third_keeps_its_place() -> None:
    race = world(A="boar 0 0 0", B="chaos 0 -6 0", C="boar 0 6 0", dice="5 1 5 | 2 6")
    race.start_turn()
    assert race.events(TurnBegan)[0].order == (2, 0, 1)
    assert race.roll_purposes() == ["initiative"] * 3 + ["tie"] * 2
    assert (race.decision, race.decider) == ("Call", "C")
    assert [int(race.chariot(letter).score) for letter in "ABC"] == [8, 6, 8]


@clause("CR-S1", "CR-I4", "CR-Q2")
def test_all_chariots_finish_a_phase_before_the_next() -> None:
    race = world(A="high 0 0 0", B="boar 0 -6 0", dice="1 1 | 1 1")
    race.start_turn()
    while race.decision != "Call" or race.state.phase == MOVING:
        race.play("act" if race.decision == "Call" else "straight")
    moved = [LETTERS[event.who] for event in race.events(Acted)]
    assert sorted(moved) == ["A", "B"]
    assert [int(event.number) for event in race.events(PhaseBegan)] == [1, 2]
    assert race.decider == "A"  # the orc has no bow and is not asked
    race.play("act", "hold")
    assert "HeldFire" in race.event_names()


@clause("CR-M1", "CR-Q3")
def test_the_clock_covers_the_whole_move_and_ends_with_going_straight() -> None:
    race = world(A="boar 0 0 0", B="boar 60 12 0", clock=True, dice="2")
    race.start_move("A")
    clock = race.match.decision.clock if race.match.decision else None
    assert clock is not None
    assert (clock.seconds, clock.action.text) == (15, "straight")
    race.play("whip", "forward 3000", "turn 450")
    later = race.match.decision.clock if race.match.decision else None
    assert later is not None
    assert later.period == clock.period
    race.play("straight")
    assert is_close(race.at("A"), (9, 0, 0))  # the inches of the whip count
    free = world(A="boar 0 0 0", B="boar 60 12 0")
    free.start_move("A")
    assert free.match.decision is not None
    assert free.match.decision.clock is None
    free.play("straight")
    assert is_close(free.at("A"), (7, 0, 0))


@clause("CR-M2", "CR-Q4", "CR-M4", "CR-M13", "CR-M10", "CR-M11")
def test_a_plan_is_built_step_by_step_undone_and_run_in_order() -> None:
    race = world(A="chaos 0 0 0", B="boar 60 12 0")
    race.start_move("A", "steady", "forward 3000", "turn -450")
    assert race.match.undo_refusal == ""
    race.match.undo()
    race.play("turn -300", "drift 1", "forward 5000")
    race.expect_refusal("forward 50", "CR-M4")
    race.play("go")
    x, y, heading = race.at("A")
    assert heading == 30
    assert is_close((x, y), (3 + 1 * 0.5 + 5 * 0.866, -1 * 0.866 + 5 * 0.5))
    order = [name for name in race.event_names() if name in ("Drove", "Turned", "Drifted")]
    assert order == ["Drove", "Turned", "Drifted", "Drove"]
    assert len(race.events(Planned)) >= 4


@clause("CR-Q49", "CR-M2")
def test_illegal_steps_of_a_plan_are_refused() -> None:
    race = world(A="boar 0 0 0", B="boar 60 12 0")
    race.start_move("A", "steady")
    race.expect_refusal("forward 7050", "CR-M4")
    race.expect_refusal("forward 25", "CR-Q49")
    race.expect_refusal("turn 100", "CR-M10")
    race.expect_refusal("drift 1", "CR-M11")
    race.expect_refusal("drift 2", "CR-M11")
    race.expect_refusal("swipe 0", "CR-X9")
    race.expect_refusal("swipe 7", "CR-X9")
    race.expect_refusal("pivot 300", "CR-Q58")
    race.expect_refusal("whip", "CR-Q4")
    race.play("swipe 1")
    race.expect_refusal("swipe 1", "CR-Q17")
    race.play("forward 3000")
    race.expect_refusal("turn 451", "CR-M9")
    race.expect_refusal("turn 0", "CR-M9")
    race.expect_refusal("pivot 300", "CR-Q12")
    race.play("go")
    assert [int(event.number) for event in race.events(Skipped)] == [SWIPE]  # out of reach
    assert is_close(race.at("A"), (7, 0, 0))


@clause("CR-Q10", "CR-M11")
def test_there_is_one_drift_for_every_3_inches_driven_however_they_are_divided() -> None:
    race = world(A="wolf 0 0 0", B="boar 60 12 0")
    race.start_move("A", "steady", "forward 4000", "drift 1", "turn 100")
    race.expect_refusal("drift 1", "CR-M11")
    race.play("forward 2000", "drift 1")
    race.expect_refusal("drift 1", "CR-M11")
    race.play("go")
    assert [int(event.amount) for event in race.events(Drifted)] == [1000, 1000]
    saved = world(A="wolf 0 0 0", B="boar 60 12 0")
    saved.start_move("A", "steady", "forward 6000", "drift -1", "drift -1")
    saved.expect_refusal("drift -1", "CR-M11")
    assert "to_drift" in saved.match.view().table["move"]
    assert saved.match.view().table["move"]["to_drift"] == 3000
    saved.play("go")
    assert is_close(saved.at("A"), (9, 2, 0))


@clause("CR-Q10")
def test_a_drift_stops_just_short_of_a_chariot() -> None:
    race = world(A="boar 0 0 0", B="boar 3 2.5 0")
    race.run_plan("A", 3, (FORWARD, 3000), (DRIFT, -1))
    assert is_close((race.gap("A", "B"),), (0.125,))
    assert race.roll_purposes() == []


@clause("CR-Q9")
def test_a_turn_into_an_obstacle_is_a_hit() -> None:
    rock = "\n[[outcrop]]\nx = 5000\ny = -2300\nradius = 1000\n"
    hit = world(A="boar 0 0 0", B="boar 40 9 0", track=open_track(rock), dice="1 1")
    hit.run_plan("A", 4, (FORWARD, 3000), (TURN, -450))
    assert hit.roll_purposes() == ["obstacle", "harm"]
    assert 0 < hit.at("A")[2] < 45
    assert hit.event_names()[-2:] == ["Stopped", "MoveEnded"]  # the plan continues into the same rock, without new hits


@clause("CR-Q5", "CR-D10", "CR-D2")
def test_penalties_and_the_whip_add_up_to_the_distance() -> None:
    race = world(A="chaos 0 0 0 steeds 1 penalty 5000", B="boar 60 12 0", dice="4")
    race.start_move("A", "whip")
    assert race.state.move.owed == 4000  # 8 - 3 - 5 + 4
    race.expect_refusal("reins", "CR-Q4")


@clause("CR-Q53")
def test_locked_axles_slow_the_next_move_and_add_up() -> None:
    race = world(A="chaos 0 0 0 penalty 10000", B="boar 60 12 0")
    race.start_move("A", "steady")
    assert (race.state.move.owed, race.chariot("A").penalty) == (0, 0)
    race.play("go")
    race.start_move("A", "steady")
    assert race.state.move.owed == 8000


@clause("CR-Q56", "CR-Q45")
def test_a_race_ends_after_60_turns_per_lap() -> None:
    race = world(A="boar 5 0 0", B="boar 9 9 0", turn=60)
    race.start_turn()
    result = race.match.result
    assert result is not None
    assert (result.places, result.reason) == ((2, 1), "late")


@clause("CR-T3", "CR-Q56", "CR-W1")
def test_a_race_has_1_to_9_laps_and_its_limits_grow_with_them() -> None:
    game = hd.game("races")
    for scenario in game.scenarios():
        laps = next(option for option in scenario.options if option.name == "laps")
        assert laps.values == tuple(range(1, 10))
    with pytest.raises(ValueError, match="laps"):
        hd.new("races", "oval", seats=2, options={"laps": 10})
    short, long = [hd.new("races", "oval", seats=2, options={"laps": laps}) for laps in (1, 9)]
    assert game.max_decisions(long.state) > 8 * game.max_decisions(short.state)
    race = world(A="boar 5 0 0", B="boar 9 9 0", turn=539, laps=9, dice="1 2")
    race.start_turn()
    assert race.match.result is None
    late = world(A="boar 5 0 0", B="boar 9 9 0", turn=540, laps=9)
    late.start_turn()
    assert late.match.result is not None
    track = open_track()
    last = world(A="boar -3 0 0", B="boar 20 9 0", track=track, laps=9)
    last.chariot("A").marks = 9 * len(track.marks)
    last.chariot("A").progress = 9 * track.lap - 1000
    last.start_move("A", "steady", "go")
    assert last.match.result is not None
    assert last.match.result.reason == "line"


def test_undo_stops_at_a_die_roll() -> None:
    match = hd.new("races", "oval", seats=2, seed=3)
    assert match.undo_refusal
    while not match.decision or match.decision.name != "Declare":
        match.play("act")
    match.play("whip")
    assert match.undo_refusal == "Can't undo: dice have been rolled."
