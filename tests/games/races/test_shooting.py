"""The Shooting and Close Combat phases."""

from __future__ import annotations

from hippodrome.games.races.state import LOOSE, RACING
from tests.games.races.world import open_track, the_game, world
from tests.support import clause


@clause("CR-H2", "CR-Q28", "CR-H1")
def test_the_second_man_shoots_and_the_driver_never_does() -> None:
    race = world(A="wolf 0 0 0 score 9", B="boar 14 0 0", dice="6 1")
    race.run_shooting().play("act", "shoot 1")
    assert race.roll_purposes() == ["shot", "wound"]
    alone = world(A="wolf 0 0 0 score 9 crew 1", B="boar 14 0 0")
    alone.run_shooting()
    assert alone.decision == ""


@clause("CR-H1", "CR-Q30")
def test_a_target_must_be_in_range_and_in_sight() -> None:
    far = world(A="high 0 0 0 score 9", B="boar 28.1 0 0")
    far.run_shooting()
    assert far.decision == ""
    hidden = world(A="high 0 0 0 score 9", B="boar 16 0 0", C="boar 8 0 0 wreck")
    hidden.run_shooting()
    assert hidden.decision == ""
    beside = world(A="high 0 0 0 score 9", B="boar 16 3 0", C="boar 8 0 0")
    beside.run_shooting().play("act")
    assert beside.options == ["shoot 2", "shoot 1", "hold"]
    beside.expect_refusal("shoot 0", "CR-Q30")
    behind = world(A="high 0 0 0 score 9", B="boar -10 0 0")
    behind.run_shooting()
    assert behind.decision == "Call"  # all round


@clause("CR-Q30")
def test_walls_block_sight() -> None:
    race = world(A="high 0 -12 0 score 9", B="boar 0 12 0", track="oval")
    race.run_shooting()
    assert race.decision == ""


@clause("CR-Q30", "CR-Q57", "CR-G2")
def test_a_shot_that_needs_7_takes_two_dice() -> None:
    race = world(A="khemri 0 0 0 score 9 moved 8000", B="boar 18 0 0", dice="6 4 | 6 | 1")
    race.run_shooting().play("act", "shoot 1")
    assert race.body("B") == (5, 5, 3)
    missed = world(A="khemri 0 0 0 score 9 moved 8000", B="boar 18 0 0", dice="6 3")
    missed.run_shooting().play("act", "shoot 1")
    assert missed.body("B") == (5, 5, 4)


@clause("CR-O3", "CR-Q30")
def test_a_repeater_may_fire_a_single_shot_that_hits_more_easily() -> None:
    race = world(A="dark 0 0 0 score 9", B="boar 12 0 0", dice="3 | 6 | 1")
    race.run_shooting().play("act")
    assert race.options == ["shoot 1", "single 1", "hold"]
    race.play("single 1")
    assert race.body("B") == (5, 5, 3)
    both = world(A="dark 0 0 0 score 9", B="boar 12 0 0", dice="3 4 | 1")
    both.run_shooting().play("act", "shoot 1")
    assert both.roll_purposes() == ["shot", "wound"]  # 4+ with two shots, and only one hits


@clause("CR-Q31", "CR-Q28", "CR-O4")
def test_the_war_wagon_fires_two_guns_as_if_it_stood_still() -> None:
    race = world(A="wagon 0 0 0 score 9 moved 8000", B="boar 14 0 0", dice="4 | 5 | 5 | 5 4 5 | 6 1 | 6")
    race.run_shooting().play("act", "shoot 1", "shoot 1")
    # rifle: 4+, wounds on 5+, save 4+ at -2 fails; handgun: 5+ with three shots
    assert race.roll_purposes() == ["shot", "wound", "save", "shot", "wound", "save"]
    assert race.body("B") == (5, 5, 3)


@clause("CR-Q30")
def test_large_targets_are_easier_to_hit() -> None:
    race = world(A="high 0 0 0 score 9", B="doomwheel 10 0 0", dice="2 | 6 | 1")
    race.run_shooting().play("act", "shoot 1")
    assert race.body("B") == (5, 5, 3)


@clause("CR-O11", "CR-Q34")
def test_warp_lightning_strikes_the_nearest_chariot_without_line_of_sight() -> None:
    race = world(A="doomwheel 0 0 0 score 9", B="boar 10 0 0", C="boar 16 0 0", dice="5 | 4")
    race.run_shooting().play("act")
    assert race.options == ["fire", "hold"]
    race.play("fire")
    assert race.body("B") == (5, 5, 3)
    far = world(A="doomwheel 0 0 0 score 9", B="boar 16.2 0 0")
    far.run_shooting()
    assert far.decision == ""
    tied = world(A="doomwheel 0 0 0 score 9", B="boar 10 0 0", C="boar -10 0 0", dice="3 3 2 5 | 5 | 6")
    tied.run_shooting().play("act", "fire")
    assert (tied.body("B"), tied.body("C")) == ((5, 5, 4), (5, 5, 4))
    held = world(A="doomwheel 0 0 0 score 9", B="boar 10 0 0")
    held.run_shooting().play("act", "hold")
    assert "HeldFire" in held.event_names()


@clause("CR-Q32", "CR-Q45", "CR-L1")
def test_a_shot_can_win_the_race() -> None:
    race = world(A="high 0 0 0 score 9", B="boar 14 0 0 wounds 1", dice="6 | 6 | 1")
    race.run_shooting().play("act", "shoot 1")
    assert race.match.result is not None
    assert (race.match.result.places, race.match.result.reason) == ((1, 2), "last")


@clause("CR-Q52", "CR-F1", "CR-Q38")
def test_only_chariots_in_contact_fight() -> None:
    near = world(A="chaos 0 0 0 score 9", B="boar 0 2.03 0")
    near.run_close_combat()
    assert near.decision == ""
    race = world(A="chaos 0 0 0 score 9", B="boar 0 2.02 0", C="boar 0 -2.02 0 crew 1", dice="2")
    race.run_close_combat().play("act")
    assert race.options == ["strike 2", "strike 1", "hold"]  # the smaller crew first
    race.expect_refusal("strike 0", "CR-Q52")
    race.play("strike 1")
    assert (race.decision, race.decider) == ("Fight", "B")


@clause("CR-Q35", "CR-Q39", "CR-Q52")
def test_a_man_who_becomes_the_driver_does_not_strike() -> None:
    race = world(A="chaos 0 0 0 score 9", B="boar 0 2.02 0 score 5 tie 1", dice="3 4 1")
    race.run_close_combat().play("act", "strike 1")
    assert len(race.chariot("B").crew) == 1
    assert race.decision == ""


@clause("CR-Q28", "CR-Q38", "CR-F2")
def test_a_war_wagon_loses_the_unarmed_man_first_and_then_its_owner_chooses() -> None:
    race = world(A="chaos 0 0 0 score 9", B="wagon 0 2.52 0 score 2 tie 1", dice="3 3 1")
    race.run_close_combat().play("act", "strike 1")
    weapons = race.state.rules.weapons
    assert [weapons[man].key for man in race.chariot("B").crew] == ["none", "rifle", "handgun"]
    second = world(A="chaos 0 0 0 score 9", B="wagon 0 2.52 0 score 1 tie 1", dice="3 3 1 | 1")
    second.chariot("B").crew = (0, 4, 5)
    second.run_close_combat().play("act", "strike 1")
    assert (second.decision, second.decider) == ("LoseMan", "B")
    assert second.options == ["pick 1", "pick 2"]
    assert second.state.agenda
    assert (
        the_game().presentation.label(second.state, second.match.proposals()[0]) == "Lose the man with the long rifle"
    )
    second.play("pick 1")
    assert [weapons[man].key for man in second.chariot("B").crew] == ["none", "handgun"]
    second.play("strike 0")


@clause("CR-Q38", "CR-Q55", "CR-O5")
def test_a_hurt_mob_still_strikes_three_times_and_the_engineer_twice() -> None:
    mob = world(A="pump 0 0 0 score 9 hurt 2", B="boar 0 2.02 0", dice="1 1 1")
    mob.run_close_combat().play("act", "strike 1")
    assert mob.roll_purposes() == ["blow", "blow", "blow"]
    engineer = world(A="doomwheel 0 0 0 score 9", B="boar 0 2.02 0", dice="1 1")
    engineer.run_close_combat().play("act", "strike 1")
    assert engineer.roll_purposes() == ["blow", "blow"]


@clause("CR-Q36", "CR-O13", "CR-Q38")
def test_the_engineer_dies_of_one_wound() -> None:
    race = world(A="chaos 0 0 0 score 9", B="doomwheel 0 2.02 0 score 1", C="boar 9 9 0", dice="3 3 1")
    race.run_close_combat().play("act", "strike 1")
    assert race.chariot("B").status == LOOSE
    lines = [line.text for line in race.match.log_lines()]
    assert "White's doomwheel loses its last man." in lines


@clause("CR-Q33", "CR-O11", "CR-Q34")
def test_warp_lightning_strikes_a_chariot_in_contact_but_crews_in_contact_hold_their_fire() -> None:
    race = world(A="doomwheel 0 0 0 score 9", B="high 0 2.02 0 score 5 tie 1", C="boar 10 0 0 tie 2", dice="4 | 4")
    race.run_shooting()
    assert race.decider == "A"
    race.play("act", "fire")
    assert race.body("B") == (5, 4, 3)  # the nearest, not the one in the open
    assert race.decision == ""  # the elf beside it does not shoot


@clause("CR-F2", "CR-F3", "CR-Q37")
def test_steeds_and_drivers_do_not_strike() -> None:
    race = world(A="boar 0 0 0 score 9 crew 1", B="boar 0 2.02 0 score 5 crew 1 tie 1")
    race.run_close_combat()
    assert race.decision == ""
    assert race.chariot("A").status == RACING


@clause("CR-Q33")
def test_a_wall_does_not_count_as_contact() -> None:
    track = open_track(width=9000)
    race = world(A="high 0 3.4 0 score 9", B="boar 14 3 0", track=track)
    race.run_shooting()
    assert race.decision == "Call"
