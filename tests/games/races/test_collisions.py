"""Collisions with chariots and obstacles, and the effects of the damage table."""

from __future__ import annotations

import pytest

from hippodrome.games.races.collisions import HEAD_ON, SHUNT, SMASH, contact_kind
from hippodrome.games.races.ending import RunWild
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.state import GONE, LOOSE, SWIPE, WRECK
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.geometry.plane.poses import Pose
from tests.games.races.world import is_close, open_track, world
from tests.support import clause


@clause("CR-Q15", "CR-X2", "CR-X3", "CR-X6")
@pytest.mark.parametrize(
    ("pose", "kind"),
    [
        (Pose(4001, 0, 0), SHUNT),
        (Pose(3001, 0, 900), SMASH),
        (Pose(4001, 0, 1800), HEAD_ON),
        (Pose(4001, 1500, 0), SHUNT),
        (Pose(4090, 1400, 300), SHUNT),
        (Pose(4100, -2050, 2600), SMASH),
    ],
)
def test_the_edge_that_is_hit_decides_the_kind_of_contact(pose: Pose, kind: int) -> None:
    assert contact_kind(box_at(Pose(0, 0, 0), BASE_LENGTH_MI, 2000), box_at(pose, BASE_LENGTH_MI, 2000)) == kind


@clause("CR-X14", "CR-Q17")
def test_a_chariot_can_be_rammed_only_once_in_a_move() -> None:
    race = world(A="boar 0 0 0", B="boar 1 2.5 0", dice="1")
    race.start_move("A", "steady", "swipe 1", "go", "avoid")
    assert race.event_names().count("Swiped") == 1
    assert "FellBack" in race.event_names()
    again = world(A="wolf 0 0 0", B="boar 6 0 90", C="boar 0 12 0", dice="1")
    again.start_move("A", "steady", "forward 9000", "swipe 1", "go", "avoid")
    assert "Skipped" in again.event_names()


@clause("CR-X14", "CR-X9", "CR-Q16")
def test_after_a_ram_another_chariot_may_be_swiped() -> None:
    race = world(A="boar 0 0 0", B="boar 0 2.5 0", C="boar 0 -2.5 0", dice="1 | 4 | 2 | 2")
    race.start_move("A", "steady", "swipe 1", "swipe 2", "go", "avoid", "avoid")
    assert race.event_names().count("Swiped") == 2
    assert race.chariot("A").moved == 7000


@clause("CR-X9", "CR-Q16")
@pytest.mark.parametrize(
    ("rival", "reaches"),
    [
        ("0 3 0", True),
        ("0 3.05 0", False),
        ("0 2.9 20", True),
        ("0 3.2 35", False),
        ("5 2.5 0", False),
        ("5 0 0", False),
    ],
)
def test_a_swipe_needs_two_sides_within_an_inch(rival: str, reaches: bool) -> None:
    race = world(A="boar 0 0 0", B=f"boar {rival}", dice="1" if reaches else "")
    race.run_plan("A", 0, (SWIPE, 1))
    if reaches:
        assert race.decision == "Avoid"
        race.play("avoid")
        assert is_close(race.at("A"), (0, 0, 0))
    else:
        assert "Skipped" in race.event_names()


@clause("CR-Q16")
def test_opposite_headings_allow_a_swipe_only_on_a_track_with_a_crossing() -> None:
    race = world(A="boar 0 0 0", B="boar 0 2.5 180")
    race.run_plan("A", 0, (SWIPE, 1))
    assert "Skipped" in race.event_names()
    crossing = world(A="boar 4 -3 -36.9", B="boar 5.5 -1 143.1", track="eight", dice="1")
    crossing.run_plan("A", 0, (SWIPE, 1))
    assert crossing.decision == "Avoid"
    crossing.play("avoid")


@clause("CR-X10", "CR-Q21", "CR-Q24")
def test_a_swipe_uses_the_strength_that_is_left() -> None:
    race = world(A="boar 0 0 0 strength 2", B="boar 0 2.5 0", C="boar 60 12 0", dice="4 | 5 | 2")
    race.run_plan("A", 0, (SWIPE, 1)).play("avoid")  # 2 on 5 needs a 6
    assert race.body("B") == (5, 5, 4)
    hopeless = world(A="boar 0 0 0 strength 1", B="boar 0 2.5 0", C="boar 60 12 0", dice="4 | 2")
    hopeless.run_plan("A", 0, (SWIPE, 1)).play("avoid")
    assert hopeless.roll_purposes() == ["avoid", "wound"]


@clause("CR-Q26", "CR-X12")
def test_a_driver_who_braces_is_hit_without_a_roll() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0", dice="3 | 3")
    race.start_move("A", "steady", "go", "brace")
    assert race.roll_purposes() == ["wound", "wound"]
    assert "Braced" in race.event_names()


@clause("CR-D12", "CR-Q25", "CR-Q20")
def test_a_12_removes_the_chariot_and_clears_the_road() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0", C="boar 0 9 0", dice="4 | 4 5 6 6 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").status == GONE
    assert is_close(race.at("A"), (7, 0, 0))


@clause("CR-D11", "CR-Q23")
def test_an_11_costs_a_die_of_wounds_and_the_rest_of_the_move() -> None:
    race = world(A="boar 0 0 0", B="boar 0 2.5 0", C="boar 60 12 0", dice="4 | 4 1 5 6 3")
    race.start_move("A", "steady", "swipe 1", "go", "avoid")
    assert race.body("B") == (4, 4, 1)
    assert race.chariot("A").moved == 0
    assert "MoveLost" in race.event_names()


@clause("CR-D3", "CR-Q24", "CR-D8")
def test_wood_holds_on_3_and_toughness_never_drops_below_1() -> None:
    held = world(A="boar 0 0 0", B="boar 0 2.5 0", C="boar 60 12 0", dice="4 | 4 1 1 2 3")
    held.run_plan("A", 0, (SWIPE, 1)).play("avoid")
    assert held.body("B") == (5, 5, 3)
    soft = world(A="boar 0 0 0", B="boar 0 2.5 0 toughness 1 strength 1", C="boar 60 12 0", dice="4 | 4 1 1 2 4")
    soft.run_plan("A", 0, (SWIPE, 1)).play("avoid")
    assert soft.body("B") == (1, 1, 3)


@clause("CR-L1", "CR-Q20", "CR-X1", "CR-Q23")
def test_a_chariot_without_wounds_is_a_wreck_that_stops_the_attacker() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0 wounds 1", C="boar 0 9 0", dice="4 | 4 5 4 4 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").status == WRECK
    assert race.roll_purposes() == ["avoid", "wound", "save", "table", "wound"]  # no crew dice, no obstacle
    assert is_close(race.at("A"), (3, 0, 0))


@clause("CR-Q14", "CR-X1", "CR-L1", "CR-Q12")
def test_a_wreck_stays_an_obstacle_after_a_square_hit() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0 wreck", C="boar 0 9 0", dice="1 | 2")
    race.start_move("A", "steady", "go")
    assert race.chariot("B").status == WRECK
    assert is_close((race.gap("A", "B"),), (0.5,))
    race.start_move("A", "steady")
    assert race.is_legal("pivot 600")
    assert race.is_legal("pivot -600")
    race.play("pivot 600", "go")
    assert race.chariot("A").moved == 7000


@clause("CR-Q14", "CR-X1")
def test_in_a_race_that_clears_wrecks_a_square_hit_removes_one_and_a_glancing_hit_does_not() -> None:
    race = world(A="boar 0 0 0", B="boar 7 0 0 wreck", C="boar 0 9 0", dice="1 | 2", wrecks="clear")
    race.start_move("A", "steady", "go")
    assert race.chariot("B").status == GONE
    assert is_close(race.at("A"), (3, 0, 0))
    glance = world(A="boar 0 0 -20", B="boar 4 -3.2 0 wreck", C="boar 0 9 0", dice="1 | 2", wrecks="clear")
    glance.start_move("A", "steady", "go")
    assert glance.chariot("B").status == WRECK
    assert "Scraped" in glance.event_names()
    assert glance.at("A")[2] == 0


@clause("CR-Q12", "CR-T3")
def test_an_outcrop_stops_a_chariot_and_gives_a_free_turn_to_either_side() -> None:
    rock = "\n[[outcrop]]\nx = 6000\ny = 0\nradius = 1000\n"
    race = world(A="boar 0 0 0", B="boar 60 12 0", track=open_track(rock), dice="1 | 2")
    race.start_move("A", "steady", "go")
    assert "Stopped" in race.event_names()
    race.start_move("A", "steady")
    assert race.is_legal("pivot -600")
    assert race.is_legal("pivot 600")
    race.play("pivot 600", "go")
    assert race.chariot("A").free == 0


@clause("CR-Q12")
def test_the_free_turn_at_a_wall_leads_towards_the_racing_direction() -> None:
    race = world(A="boar 0 0 80 free 1", B="boar 60 12 0")
    race.start_move("A", "steady")
    race.expect_refusal("pivot -300", "CR-Q12")
    race.expect_refusal("pivot 901", "CR-Q12")
    assert race.options[-1].startswith("pivot") or "pivot 800" in race.options
    race.play("pivot 800", "go")
    assert race.at("A")[2] == 0


@clause("CR-O8", "CR-Q41")
def test_a_driver_who_runs_head_on_into_a_roller_may_avoid_it() -> None:
    race = world(A="boar 0 0 0", B="pump 7 0 180", dice="3")
    race.start_move("A", "steady", "go")
    assert (race.decision, race.decider) == ("Avoid", "A")
    race.play("avoid")
    assert is_close((race.gap("A", "B"),), (0.5,))
    caught = world(A="boar 0 0 0", B="pump 7 0 180", C="boar 0 9 0", dice="4 | 2 | 4 4 | 1 1 | 1 2 1")
    caught.start_move("A", "steady", "go", "avoid")
    assert caught.body("A") == (5, 5, 2)
    assert caught.body("B") == (4, 4, 3)
    both = world(A="pump 0 0 0", B="pump 6 0 180", dice="3 4")
    both.start_move("A", "go")
    assert both.roll_purposes() == ["machine"]


@clause("CR-O13", "CR-Q42", "CR-D8")
def test_a_doomwheel_drives_on_without_its_engineer() -> None:
    race = world(A="boar 0 0 0", B="doomwheel 7 0 0", C="boar 0 9 0", dice="4 | 4 5 4 4 1 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").status == LOOSE
    race.state.dice = world(B="boar 0 0 0", A="boar 9 9 0", dice="2 | 1 1 1").state.dice
    race.start_move("B")
    assert race.at("B")[2] == 45
    assert race.chariot("B").moved == 3000
    assert race.state.racing()[0].id != 1


@clause("CR-Q42", "CR-I2")
def test_a_crewless_doomwheel_adds_no_initiative_and_never_decides() -> None:
    race = world(A="doomwheel 0 0 0 loose", B="boar 60 12 0", C="boar 60 0 0", dice="6 1 2 | 3 | 1 2 3")
    race.start_turn()
    assert race.chariot("A").score == 6
    assert race.decider == "C"
    assert is_close(race.at("A"), (6, 0, 0))


@clause("CR-Q42", "CR-O12")
def test_a_doomwheel_without_movement_dice_is_a_wreck() -> None:
    race = world(A="boar 0 0 0", B="doomwheel 7 0 0 steeds 1", C="boar 0 9 0", dice="4 | 4 5 5 5 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").status == WRECK


@clause("CR-Q55", "CR-O9", "CR-Q38")
def test_a_pump_wagon_without_snotlings_runs_wild() -> None:
    race = world(A="boar 0 0 0", B="pump 7 0 0 hurt 2", C="boar 0 9 0", dice="5 | 3 5 5 | 3 | 2 1")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").status == WRECK
    assert is_close(race.at("B"), (10, 0, 0))


@clause("CR-Q43", "CR-D8")
def test_the_mob_rolls_a_die_for_each_wound() -> None:
    race = world(A="boar 0 0 0", B="pump 7 0 0", C="boar 0 9 0", dice="5 | 3 4 4 1 2 1 | 3")
    race.start_move("A", "steady", "go", "avoid")
    assert race.chariot("B").hurt == 2


@clause("CR-Q19", "CR-Q58")
def test_driving_off_along_a_side_hits_nothing() -> None:
    race = world(A="boar 0 0 0", B="boar 1 2.001 0", C="boar -1 -2.001 0")
    race.start_move("A", "steady", "go")
    assert race.roll_purposes() == []
    assert is_close(race.at("A"), (7, 0, 0))


@clause("CR-Q19", "CR-Q40")
def test_a_runaway_without_room_between_two_chariots_falls_back_past_both() -> None:
    race = world(A="wolf 0 0 0", B="boar 11.5 0 0", C="boar 4.8 0 0", dice="4 5 | 1 | 1")
    race.chariot("A").status, race.chariot("A").crew = LOOSE, ()
    race.run(RunWild(0)).play("avoid", "avoid")
    assert race.chariot("A").status == WRECK
    assert race.chariot("A").x == 4800 - 4000 - 500


@clause("CR-Q19", "CR-Q40")
def test_a_runaway_falls_back_at_most_to_where_its_run_began() -> None:
    race = world(A="wolf 0 0 0", B="boar 4.1 0 0", C="boar -4.1 0 0", dice="2 2 | 1")
    race.chariot("A").status, race.chariot("A").crew = LOOSE, ()
    race.run(RunWild(0)).play("avoid")
    assert race.chariot("A").status == WRECK
    assert is_close(race.at("A"), (0, 0, 0)), "half an inch short of B would be on top of C"
