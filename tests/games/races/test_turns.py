"""Turns, Initiative, the count, declarations and plans."""

from __future__ import annotations

from itertools import product

import pytest

import hippodrome as hd
from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    NOTHING_MET,
    STOP_GAP_MI,
    WRECK_CODE,
    Ground,
    back_off,
    clearance_ahead,
    shrink_base,
    turn_base,
)
from hippodrome.games.races.events import Acted, PhaseBegan, Planned, Skipped, TurnBegan
from hippodrome.games.races.machines import BASE_LENGTH_MI, BASE_WIDTH_MI
from hippodrome.games.races.state import DRIFT, FORWARD, MOVING, SWIPE, TURN
from hippodrome.kit.geometry.fixed import turn_after
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.geometry.plane.poses import Pose
from tests.games.races.world import LETTERS, close, open_track, world
from tests.support import clause


@clause("CR-I1", "CR-I3", "CR-Q57", "CR-Q1")
def test_two_tied_drivers_roll_off_and_the_third_keeps_his_place() -> None:
    race = world(A="boar 0 0 0", B="chaos 0 -6 0", C="boar 0 6 0", dice="5 1 5 | 2 6")
    race.new_turn()
    assert race.events(TurnBegan)[0].order == (2, 0, 1)
    assert race.purposes() == ["initiative"] * 3 + ["tie"] * 2
    assert (race.question, race.asked) == ("Call", "C")
    assert [int(race.chariot(letter).score) for letter in "ABC"] == [8, 6, 8]


@clause("CR-S1", "CR-I4", "CR-Q2")
def test_everybody_finishes_a_phase_before_the_next() -> None:
    race = world(A="high 0 0 0", B="boar 0 -6 0", dice="1 1 | 1 1")
    race.new_turn()
    while race.question != "Call" or race.state.phase == MOVING:
        race.play("act" if race.question == "Call" else "straight")
    moved = [LETTERS[event.who] for event in race.events(Acted)]
    assert sorted(moved) == ["A", "B"]
    assert [int(event.number) for event in race.events(PhaseBegan)] == [1, 2]
    assert race.asked == "A"  # the orc has no bow and is not asked
    race.play("act", "hold")
    assert "HeldFire" in race.told()


@clause("CR-M1", "CR-Q3")
def test_the_clock_runs_over_the_whole_move_and_then_goes_straight() -> None:
    race = world(A="boar 0 0 0", B="boar 60 12 0", clock=15, dice="2")
    race.move("A")
    clock = race.match.decision.clock if race.match.decision else None
    assert clock is not None
    assert (clock.seconds, clock.action.text) == (15, "straight")
    race.play("whip", "forward 3000", "turn 450")
    later = race.match.decision.clock if race.match.decision else None
    assert later is not None
    assert later.period == clock.period
    race.play("straight")
    assert close(race.at("A"), (9, 0, 0))  # the inches of the whip count
    free = world(A="boar 0 0 0", B="boar 60 12 0")
    free.move("A")
    assert free.match.decision is not None
    assert free.match.decision.clock is None
    free.play("straight")
    assert close(free.at("A"), (7, 0, 0))


@clause("CR-M2", "CR-Q4", "CR-M4", "CR-M13", "CR-M10", "CR-M11")
def test_a_plan_is_built_step_by_step_taken_back_and_run_in_order() -> None:
    race = world(A="chaos 0 0 0", B="boar 60 12 0")
    race.move("A", "steady", "forward 3000", "turn -450")
    assert race.match.undo_refusal == ""
    race.match.undo()
    race.play("turn -300", "drift 1", "forward 5000")
    assert race.refused("forward 50").rule == "CR-M4"
    race.play("go")
    x, y, heading = race.at("A")
    assert heading == 30
    assert close((x, y), (3 + 1 * 0.5 + 5 * 0.866, -1 * 0.866 + 5 * 0.5))
    order = [name for name in race.told() if name in ("Drove", "Turned", "Drifted")]
    assert order == ["Drove", "Turned", "Drifted", "Drove"]
    assert len(race.events(Planned)) >= 4


@clause("CR-Q49", "CR-M2")
def test_what_a_plan_may_not_say() -> None:
    race = world(A="boar 0 0 0", B="boar 60 12 0")
    race.move("A", "steady")
    assert race.refused("forward 7050").rule == "CR-M4"
    assert race.refused("forward 25").rule == "CR-Q49"
    assert race.refused("turn 100").rule == "CR-M10"
    assert race.refused("drift 1").rule == "CR-M11"
    assert race.refused("drift 2").rule == "CR-M11"
    assert race.refused("swipe 0").rule == "CR-X9"
    assert race.refused("swipe 7").rule == "CR-X9"
    assert race.refused("pivot 300").rule == "CR-Q58"
    assert race.refused("whip").rule == "CR-Q4"
    race.play("swipe 1")
    assert race.refused("swipe 1").rule == "CR-Q17"
    race.play("forward 3000")
    assert race.refused("turn 451").rule == "CR-M9"
    assert race.refused("turn 0").rule == "CR-M9"
    assert race.refused("pivot 300").rule == "CR-Q12"
    race.play("go")
    assert [int(event.number) for event in race.events(Skipped)] == [SWIPE]  # out of reach
    assert close(race.at("A"), (7, 0, 0))


@clause("CR-Q10", "CR-M11")
def test_turns_and_drifts_count_apart_and_are_not_saved_up() -> None:
    race = world(A="wolf 0 0 0", B="boar 60 12 0")
    race.move("A", "steady", "forward 3000", "drift 1", "turn 100")
    assert race.refused("drift 1").rule == "CR-M11"
    race.play("forward 6000", "drift 1")
    assert race.refused("drift 1").rule == "CR-M11"
    race.play("go")


@clause("CR-Q10")
def test_a_drift_stops_just_clear_of_what_is_near() -> None:
    race = world(A="boar 0 0 0", B="boar 3 2.5 0")
    race.drive("A", 3, (FORWARD, 3000), (DRIFT, -1))
    assert close((race.gap("A", "B"),), (0.125,))
    assert race.purposes() == []


@clause("CR-Q9")
def test_a_turn_into_a_chariot_is_cut_short_and_into_an_obstacle_is_a_hit() -> None:
    race = world(A="boar 0 0 0", B="boar 5 2.2 0")
    race.drive("A", 3, (FORWARD, 3000), (TURN, -450))
    assert 0 < race.at("A")[2] < 45
    assert race.purposes() == []
    rock = "\n[[outcrop]]\nx = 5000\ny = -2300\nradius = 1000\n"
    hit = world(A="boar 0 0 0", B="boar 40 9 0", track=open_track(rock), dice="1 1")
    hit.drive("A", 4, (FORWARD, 3000), (TURN, -450))
    assert hit.purposes() == ["obstacle", "harm"]
    assert 0 < hit.at("A")[2] < 45
    assert hit.told()[-2:] == ["Stopped", "MoveEnded"]  # the plan goes on, into the same rock, without new hits


@clause("CR-Q5", "CR-D10", "CR-D2")
def test_the_sums_of_a_move() -> None:
    race = world(A="chaos 0 0 0 steeds 1 penalty 5000", B="boar 60 12 0", dice="4")
    race.move("A", "whip")
    assert race.state.move.owed == 4000  # 8 - 3 - 5 + 4
    assert race.refused("reins").rule == "CR-Q4"


@clause("CR-Q53")
def test_locked_axles_slow_the_next_move_and_add_up() -> None:
    race = world(A="chaos 0 0 0 penalty 10000", B="boar 60 12 0")
    race.move("A", "steady")
    assert (race.state.move.owed, race.chariot("A").penalty) == (0, 0)
    race.play("go")
    race.move("A", "steady")
    assert race.state.move.owed == 8000


@clause("CR-Q56", "CR-Q45")
def test_a_race_ends_after_sixty_turns_a_lap() -> None:
    race = world(A="boar 5 0 0", B="boar 9 9 0", turn=60)
    race.new_turn()
    result = race.match.result
    assert result is not None
    assert (result.places, result.reason) == ((2, 1), "late")


def test_undo_crosses_no_die_and_no_other_driver() -> None:
    match = hd.new("races", "oval", seats=2, seed=3)
    assert match.undo_refusal
    while not match.decision or match.decision.name != "Declare":
        match.play("act")
    match.play("whip")
    assert match.undo_refusal == "Can't undo: dice have been rolled."


@clause("CR-Q58")
def test_whoever_is_free_to_drive_past_a_rock_stands_clear_of_it() -> None:
    """Also where his side brushes it: a place is never rounded into the rock."""
    track = open_track("\n[[outcrop]]\nx = 0\ny = 0\nradius = 1200\n")
    ground, rock = Ground(track, [], []), track.outcrops[0]
    brushed = 0
    for turn in range(7, 900, 17):
        for aside in (2189, 2190, 2191):
            start = Pose(0, 0, turn_after(turn, 900)).forward(aside)
            box = box_at(Pose(start.x, start.y, turn).forward(-4000), BASE_LENGTH_MI, BASE_WIDTH_MI)
            if rock.overlaps(shrink_base(box)):
                continue
            for distance in range(3800, 4200, 80):
                met = clearance_ahead(ground, box, distance)
                brushed += met.code != NOTHING_MET
                assert not rock.overlaps(shrink_base(box.forward(met.free)))
    assert brushed


@clause("CR-Q58")
@pytest.mark.parametrize(
    ("turn", "behind"),
    [
        (0, (-4177, -500, 3452)),
        (369, (-3213, -2411, 385)),
        (3106, (-3200, 2800, 3304)),
        (669, (-687, -4082, 369)),
    ],
)
def test_whoever_was_run_into_from_behind_drives_off_freely(turn: int, behind: tuple[int, int, int]) -> None:
    """However askew the other's nose is: where a corner has come to, the edge that it touches may leave."""
    box, other = (
        box_at(Pose(0, 0, turn), BASE_LENGTH_MI, BASE_WIDTH_MI),
        box_at(Pose(*behind), BASE_LENGTH_MI, BASE_WIDTH_MI),
    )
    assert box.overlaps(other)  # by a hair
    assert clearance_ahead(Ground(open_track(), [other], [CHARIOT_CODE]), box, 3000).code == NOTHING_MET


@clause("CR-Q12", "CR-Q58")
@pytest.mark.parametrize(
    ("turn", "wreck"),
    [(141, (-1750, 2038, 11)), (3189, (-1974, -2223, 3556)), (237, (-3370, 691, 235)), (376, (1467, -1399, 369))],
)
def test_nobody_backs_off_into_what_lies_beside_him(turn: int, wreck: tuple[int, int, int]) -> None:
    box, other = (
        box_at(Pose(0, 0, turn), BASE_LENGTH_MI, BASE_WIDTH_MI),
        box_at(Pose(*wreck), BASE_LENGTH_MI, BASE_WIDTH_MI),
    )
    assert not shrink_base(box).overlaps(shrink_base(other))
    ground = Ground(open_track(), [other], [WRECK_CODE])
    assert not shrink_base(back_off(ground, box, WRECK_CODE, STOP_GAP_MI)).overlaps(shrink_base(other))


@clause("CR-Q51", "CR-Q58")
def test_whoever_has_turned_beside_a_chariot_drives_off_along_it() -> None:
    """Its tail gave way until it was just clear; a place that is rounded on the way is no contact."""
    track, given_way = open_track(), 0
    box = box_at(Pose(0, 0, 0), BASE_LENGTH_MI, BASE_WIDTH_MI)
    for lean, x, y in product(range(-147, -50, 23), (-2600, -1900, -900), (2300, 2500)):
        other = box_at(Pose(x, y, turn_after(0, lean)), BASE_LENGTH_MI, BASE_WIDTH_MI)
        ground = Ground(track, [other], [CHARIOT_CODE])
        for angle in (-220, -150, -70) if box.gap_floor(other) else ():
            found = turn_base(ground, box, angle).box
            given_way += (found.x, found.y) != (0, 0)
            assert clearance_ahead(ground, found, 6000).code == NOTHING_MET
    assert given_way > 20
