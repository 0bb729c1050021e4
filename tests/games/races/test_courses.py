"""Courses: the plan to which a dragged chariot leads, and the plan that follows the track."""

from __future__ import annotations

import pytest

from hippodrome.games.races.state import FIGHTING, MOVING
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Course
from hippodrome.kit.geometry.plane.poses import Pose
from tests.games.races.world import World, world


def race_of(*actions: str, mover: str = "boar 0 0 0", other: str = "beastman 60 30 0") -> World:
    """Return a race on a wide field in which a chariot that looks to the right plans its move."""
    return world(A=mover, B=other).start_move("A", *actions)


def course(race: World, ahead: float, right: float, facing: float | None = None) -> Course:
    """Return the course to a point relative to the chariot, in inches; directions are clockwise from the right."""
    chariot = race.chariot("A")
    pose = Pose(chariot.x, chariot.y, chariot.turn)
    point = pose.point_nearest(round(ahead * 1000), round(right * 1000))
    found = race.match.course(*point, None if facing is None else round(facing * 10) % 3600)
    assert found is not None
    return found


def end(race: World, way: Course) -> tuple[float, float]:
    """Play a course and return the end of the plan relative to the chariot, in inches."""
    chariot = race.chariot("A")
    run = race.match.play_all(way.actions)
    assert run.count == len(way.actions)
    assert run.stop == ""
    return (way.end[0] - int(chariot.x)) / 1000, (way.end[1] - int(chariot.y)) / 1000


def test_the_prompt_says_when_all_inches_are_planned() -> None:
    race = race_of("steady")
    presentation, match = race.match.game.presentation, race.match
    assert match.decision is not None
    assert presentation.prompt(race.state, match.decision) == "Red: plan your move, then go (7 inches left)."
    match.play(f"forward {race.state.move.owed}")
    assert presentation.prompt(race.state, match.decision) == "Red: your move is planned: go."
    menu = match.menu()
    assert menu is not None
    assert str(menu.default) == "go"


def test_a_declaration_says_what_it_does_and_a_move_has_no_odds_before_it_is_declared() -> None:
    race = world(A="boar 0 0 0", B="beastman 60 30 0").start_move("A")
    presentation, state = race.match.game.presentation, race.state
    assert presentation.note(state, Action("steady")) == "7 inches, without a roll."
    assert presentation.note(state, Action("whip")).startswith("Adds the best")
    state.phase = MOVING
    assert not race.match.game.analysis.has_odds(state, Action("act"))
    state.phase = FIGHTING
    assert race.match.game.analysis.has_odds(state, Action("act"))


@pytest.mark.parametrize("point", [(2, 0), (6, 0), (6, 1), (6, -2), (5.5, -1), (5, 2)])
def test_a_course_ends_where_the_chariot_is_dragged(point: tuple[float, float]) -> None:
    race = race_of("steady")
    way = course(race, *point)
    assert end(race, way) == pytest.approx(point, abs=0.3)
    assert way.path[-1] == way.end[:2]
    race.match.undo()
    assert race.state.move.plan == ()


def test_every_turn_has_its_run_up_and_keeps_the_racing_direction_if_it_can() -> None:
    race = race_of("steady")
    way = course(race, 6, 1)
    assert [action.verb for action in way.actions] == ["forward", "turn", "forward", "turn"]
    assert way.actions[0].args[0] >= 3000
    assert way.end[2] == 0


def test_a_course_ends_in_the_direction_asked_for() -> None:
    race = race_of("steady")
    assert course(race, 6, 1, 30).end[2] == pytest.approx(300, abs=30)


def test_before_the_declaration_a_course_keeps_the_pace() -> None:
    race = race_of()
    way = course(race, 5, 0)
    assert way.text == "steady; forward 5000"
    assert way.label == "Keep the pace: 5 inches"
    assert "left to plan." in way.note
    assert race.match.steered_node() == "chariot-0"


def test_the_ghost_at_the_end_of_a_plan_is_steered_on() -> None:
    race = race_of("steady", "forward 2000")
    assert race.match.steered_node() == "plan-ghost"
    way = course(race, 5, 0)
    assert way.text == "forward 3000"


def test_a_course_never_exceeds_the_distance_or_the_turns_left() -> None:
    race = race_of("steady")
    owed = int(race.state.move.owed)
    way = course(race, 40, 10)
    assert sum(action.args[0] for action in way.actions if action.verb == "forward") <= owed
    end(race, way)
    assert race.match.check("go") is None


def test_what_a_plan_meets_is_mentioned() -> None:
    race = race_of("steady", other="beastman 5 0 0")
    assert "Meets White's beastman" in course(race, 4, 0).note


def test_a_course_round_a_chariot_is_preferred() -> None:
    race = race_of("steady", other="beastman 8.5 -0.5 0")
    way = course(race, 7, -2.5)
    assert len(way.actions) > 1
    assert "Meets" not in way.note


def test_follow_the_track_is_a_whole_plan() -> None:
    race = race_of(mover="boar 0 0 30")
    (compound,) = race.match.named_compounds()
    assert compound.label == "Keep the pace and follow the track"
    assert compound.actions[0] == Action("steady")
    assert compound.actions[-1] == Action("go")
    race.play("steady")
    (same,) = race.match.named_compounds()
    assert same.actions == compound.actions[1:]
    race.play("forward 1000")
    assert not race.match.named_compounds()


def test_others_steer_nothing() -> None:
    race = race_of("steady")
    assert race.match.steered_node(1) == ""
    assert race.match.course(0, 0, seat=1) is None
