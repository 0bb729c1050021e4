"""Courses: where a dragged chariot goes, by the rules; and the named compounds."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.games.wheelie.events import Collided, SlidBack
from hippodrome.kit.compounds import Compound, Course
from tests.games.wheelie.world import World, world

DICE = "4 6"


def advance(dice: str = DICE, mover: str = "egyptian 0 0 0", other: str = "hittite 0 15 180") -> World:
    """Return a battle in which an Egyptian in the middle, looking up, has rolled two movement dice."""
    return world(A=mover, B=other, spread="1 2 3", dice=dice).play("advance 1")


def course(battle: World, x: float, y: float, facing: float | None = None) -> Course:
    """Return the course to a point in inches from the middle, y up, and to a direction clockwise from up."""
    turn = None if facing is None else (round(facing * 10) - 900) % 3600
    found = battle.match.course(36_000 + round(x * 1000), 36_000 - round(y * 1000), turn)
    assert found is not None
    return found


def end(battle: World, way: Course) -> tuple[float, float, int]:
    """Play a course; return where the unit stands, in inches from the middle, y up, and its heading."""
    run = battle.match.play_all(way.actions)
    unit = battle.state.units[0]
    assert run.count == len(way.actions)
    assert way.end == (int(unit.x), int(unit.y), int(unit.turn))
    return (unit.x - 36_000) / 1000, (36_000 - unit.y) / 1000, (int(unit.turn) + 900) % 3600 // 10


def compounds_by_label(battle: World) -> dict[str, Compound]:
    """Return the named compounds by label."""
    return {compound.label: compound for compound in battle.match.named_compounds()}


@pytest.mark.parametrize("point", [(0, 3), (0, 5), (0, 9.5), (2, 5), (-3, 3), (6, 4), (-5, 6), (3, 8)])
def test_a_course_ends_where_the_chariot_is_dragged(point: tuple[float, float]) -> None:
    battle = advance()
    way = course(battle, *point)
    x, y, _ = end(battle, way)
    assert (x, y) == pytest.approx(point, abs=0.2)
    assert way.path[0] == (36_000, 36_000)
    assert way.path[-1] == way.end[:2]
    battle.match.undo()
    assert battle.at("A") == (0, 0, 0)


@pytest.mark.parametrize("facing", [0, 20, 45])
def test_a_course_ends_in_the_direction_asked_for(facing: int) -> None:
    battle = advance()
    x, y, heading = end(battle, course(battle, 2, 6, facing))
    assert (x, y) == pytest.approx((2, 6), abs=0.2)
    assert abs((heading - facing + 180) % 360 - 180) <= 2


def test_the_lowest_die_that_reaches_is_used_and_a_straight_leg_leaves_its_wheel_open() -> None:
    battle = advance()
    way = course(battle, 0, 3)
    assert way.text == "leg 4; drive 3000"
    assert way.label == "With the 4: 3 inches"
    assert way.cost == "3 inches"
    end(battle, way)
    assert battle.decision == "LegWheel"


def test_a_course_continues_in_the_middle_of_a_leg() -> None:
    battle = advance().play("leg 6", "drive 2000")
    assert course(battle, 2, 5).text.startswith("wheel ")
    battle.play("wheel 200")
    assert battle.decision == "SecondDrive"
    assert course(battle, 2, 20).actions[0].text == "drive 4000"


def test_out_of_reach_it_drives_as_far_as_it_can() -> None:
    battle = advance(other="hittite 20 20 180")
    way = course(battle, 0, 30)
    assert end(battle, way) == (0, 10, 0)


def test_there_is_no_course_to_a_point_behind() -> None:
    battle = advance()
    assert battle.match.course(36_000, 39_000) is None
    assert battle.match.course(36_000, 31_000, seat=1) is None
    assert battle.match.steered_node(1) == ""


def test_before_a_movement_action_nothing_is_steered() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 15 180", spread="1 2 3")
    assert battle.match.steered_node() == ""
    assert battle.match.course(36_000, 31_000) is None


def test_a_course_stops_short_of_an_enemy_unless_it_is_the_target() -> None:
    battle = advance(DICE + " | 5 5 5 5", other="hittite 0 8 180")
    short = course(battle, 0, 4.3)
    assert short.note == "Stops short of White's Hittite."
    assert short.warning == ""
    ram = course(battle, 0, 7)
    assert ram.warning.startswith("You will collide with White's Hittite.")
    assert any(isinstance(event, Collided) for event in battle.match.play_all(ram.actions).events)


def test_ground_that_shortens_a_drive_is_mentioned() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 20 180", spread="1 2 3", dice="6 6", terrain=["pool 0 7"]).play(
        "advance 1"
    )
    way = course(battle, 0, 6)
    assert "The ground ahead shortens the drive." in way.note
    assert end(battle, way)[1] < 5


def test_a_slide_back_is_mentioned() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 20 180", spread="1 2 3", dice="6 6", terrain=["pool 0 7"]).play(
        "advance 1", "leg 6", "drive 2000"
    )
    way = course(battle, 5, 4)
    assert way.note == "Slides back 0.41 inches to turn."
    assert any(isinstance(event, SlidBack) for event in battle.match.play_all(way.actions).events)


def test_bad_going_slows_a_course_by_the_rules() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 20 180", spread="1 2 3", dice="6 6", terrain=["scrub 0 5"]).play(
        "advance 1"
    )
    x, y, heading = end(battle, course(battle, 0, 6))
    assert (x, heading) == (0, 0)
    assert y <= 6


def test_a_wild_team_first_runs_straight_on() -> None:
    battle = advance(mover="egyptian 0 0 0 trait 6")
    way = course(battle, 4, 7)
    assert way.text.startswith("leg 6; drive 6000; leg 4; ")


def test_a_turn_manoeuvre_is_driven_in_full_and_faces_the_target() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 15 180", spread="2 2 3", dice="3 5").play("turn 2")
    way = course(battle, 5, 6)
    assert [action.verb for action in way.actions] == ["drive", "wheel"]
    assert way.actions[0].text == "drive 5000"
    assert end(battle, way)[2] > 45


def test_an_expert_driver_keeps_the_die_that_ends_nearer() -> None:
    battle = world(A="egyptian 0 0 0 expert 1", B="hittite 0 15 180", spread="2 2 3", dice="3 5").play("turn 2")
    assert course(battle, 0, 3).text.startswith("keep 3; drive 3000")
    assert course(battle, 0, 6).text.startswith("keep 5; drive 5000")


def test_a_course_says_that_it_ends_the_activation() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 20 15 180", spread="1", dice="2 2", order="AB").play("advance 1")
    battle.play("leg 2", "drive 2000", "wheel 0", "leg 2")
    assert "This ends the activation." in course(battle, 2, 4).note


# -------------------------------------------------------------------- named compounds


def test_straight_on_with_both_dice_leaves_the_last_wheel_open() -> None:
    battle = advance(other="hittite 20 15 180")
    assert compounds_by_label(battle)["Straight on, 10 inches"].text == "leg 6; drive 6000; wheel 0; leg 4; drive 4000"
    battle.match.play_all(compounds_by_label(battle)["Straight on, 10 inches"].actions)
    assert battle.decision == "LegWheel"
    assert list(compounds_by_label(battle)) == ["Do not turn"]


def test_straight_on_stops_short_of_a_chariot() -> None:
    battle = advance(other="hittite 0 8 180")
    (compound,) = compounds_by_label(battle).values()
    assert compound.text.startswith("leg 6; drive 3999")
    assert compound.note == "Stops short of White's Hittite."


def test_straight_on_within_a_leg() -> None:
    battle = advance(other="hittite 20 15 180").play("leg 4", "drive 1000", "wheel 100")
    assert [compound.text for compound in compounds_by_label(battle).values()][-1] == "drive 0"
    assert compounds_by_label(battle)["Straight on, 9 inches"].text == "drive 3000; leg 6; drive 6000"


def test_straight_on_in_a_turn_manoeuvre() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 15 180", spread="2 2 3", dice="3 5").play("turn 2")
    assert compounds_by_label(battle)["Straight on, 5 inches"].text == "drive 5000"
    battle.play("drive 5000")
    assert compounds_by_label(battle)["Do not turn"].text == "wheel 0"


def test_aim_and_shoot_in_one_step() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4 6")
    (shot,) = [one for one in battle.match.named_compounds() if "shoot" in one.text]
    assert shot.text == "aim 3 1; shoot 4"
    assert shot.label == "Aim with the 3 and shoot with the 4 at White's Hittite (6 dice)"
    battle.play("aim 3 1")
    assert not battle.match.named_compounds()


def test_an_unloaded_warrior_reloads_first() -> None:
    battle = world(A="egyptian 0 0 0 unloaded", B="hittite 0 8 180", spread="3 4 5")
    (shot,) = battle.match.named_compounds()
    assert shot.text == "reload 5; aim 3 1; shoot 4"
    assert shot.label.startswith("Reload with the 5, aim with the 3 and shoot with the 4")


def test_no_shot_is_offered_without_dice_for_it() -> None:
    assert not world(
        A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 3 1", spare_aim="second"
    ).match.named_compounds()
    assert not world(A="egyptian 0 0 0 unloaded", B="hittite 0 8 180", spread="3 4 1").match.named_compounds()


def test_a_last_wheel_without_inches_faces_the_target() -> None:
    battle = advance("3 3", other="hittite 20 15 180").play("leg 3", "drive 3000", "wheel 0", "leg 3", "drive 3000")
    assert end(battle, course(battle, 4, 11))[2] == pytest.approx(39, abs=2)


def test_a_first_leg_is_driven_in_full() -> None:
    assert course(advance(), 0, 7).text in (
        "leg 4; drive 4000; wheel 0; leg 6; drive 3000",
        "leg 6; drive 6000; wheel 0; leg 4; drive 1000",
    )


def test_a_piece_of_terrain_is_shown_in_each_direction() -> None:
    match = hd.new("wheelie", "duel", seed=1)
    match.play(next(action for action in match.proposals() if action.text == "terrain 1"))
    scene = match.scene(match.seat)
    assert [handle.action for handle in scene.handles] == [action.text for action in match.proposals()]


def test_an_activation_with_useless_dice_ends_only_when_the_player_says_so() -> None:
    battle = world(A="hittite 0 0 0", B="hittite 0 30 180", spread="1 5", dice="2 2").play("advance 1")
    battle.play("leg 2", "drive 2000", "wheel 0", "leg 2", "drive 2000", "wheel 100")
    assert [action.text for action in battle.match.proposals()] == ["end"]
    assert battle.match.only_action() is None
    battle.match.undo()
    assert battle.decision == "LegWheel"


def test_the_last_move_of_an_activation_is_called_so() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 20 15 180", spread="1", dice="2 2").play("advance 1")
    battle.play("leg 2", "drive 2000", "wheel 0", "leg 2", "drive 2000")
    assert list(compounds_by_label(battle)) == ["Do not turn, the last move of the activation"]
