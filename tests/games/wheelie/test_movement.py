"""Movement: legs, Turns, bad going, edges, impassable ground and collisions."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie.events import BackedOff, Collided, SlidBack, Wheeled
from hippodrome.games.wheelie.movement import movement_dice
from hippodrome.games.wheelie.state import DESTROYED, FIGHTING
from tests.games.wheelie.world import is_close, world
from tests.support import clause

FAR_UNIT = "egyptian 30 30 0"


# -------------------------------------------------------------------- legs


@clause("WW-B2", "WW-B7", "WW-B8", "WW-Q60")
def test_an_advance_without_movement_clears_no_aim() -> None:
    battle = world(A="egyptian 0 0 0 aim 1", B="egyptian 0 8 0", spread="1 1", dice="4 5 | 4 4")
    battle.play("advance 1", "stop")
    assert battle.state.act.move == b""
    battle.play("advance 1").leg(4, 0, 0, 0)
    assert battle.at("A") == (0, 0, 0)
    assert battle.aim("A") == "B"


@clause("WW-B2", "WW-B8")
def test_a_leg_is_no_longer_than_its_die() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="4 5")
    battle.play("advance 1", "leg 4")
    battle.expect_refusal("drive 4001", "WW-B2")
    battle.expect_refusal("drive -1", "WW-B2")
    battle.play("drive 4000", "wheel 0")
    assert battle.options == ["stop", "leg 5"]


@clause("WW-Q15", "WW-B4")
def test_two_wheels_may_follow_each_other() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="4 5")
    battle.play("advance 1").leg(4, 4, 45, 0).leg(5, 0, 45, 5)
    assert battle.at("A")[2] == 90


@clause("WW-B4")
def test_a_wheel_is_at_most_45_degrees() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="4 5")
    battle.play("advance 1", "leg 4", "drive 1000")
    battle.expect_refusal("wheel 451", "WW-B4")
    battle.expect_refusal("wheel -451", "WW-B4")
    assert battle.match.check("wheel -450") is None


@clause("WW-B18", "WW-Q4", "WW-B11")
def test_moving_clears_aims_by_and_at_the_mover() -> None:
    battle = world(A="egyptian 0 0 0 aim 1", B="egyptian 0 12 0 aim 0", C=FAR_UNIT + " aim 1", spread="1", dice="4 5")
    battle.play("advance 1", "leg 4", "drive 1")
    assert (battle.aim("A"), battle.aim("B"), battle.aim("C")) == ("", "", "B")


@clause("WW-Q17", "WW-Q18", "WW-I9", "WW-K8", "WW-J5")
@pytest.mark.parametrize(
    ("unit", "dice", "left"),
    [
        ("egyptian 0 0 0 team 1", "4 1", [3, 0]),
        ("egyptian 0 0 0 team 3", "4 2", [1, 0]),
        ("egyptian 0 0 0 team 1 trait 8", "4 1", [4, 1]),
        ("egyptian 0 0 0 team 2 trait 8", "4 1", [3, 0]),
        ("sumerian 0 0 0 team 1", "4 1", [4, 1]),
    ],
)
def test_team_hits_slow_each_die(unit: str, dice: str, left: list[int]) -> None:
    battle = world(A=unit, B=FAR_UNIT, spread="1", dice=dice)
    assert list(movement_dice(battle.state, battle.unit("A"))) == left


@clause("WW-Q17")
def test_a_movement_die_of_zero_still_wheels_and_turns() -> None:
    battle = world(A="egyptian 0 0 0 team 2", B=FAR_UNIT, spread="1", dice="2 1")
    battle.play("advance 1", "leg 0", "drive 0", "wheel 450")
    assert battle.at("A")[2] == 45
    other = world(A="egyptian 0 0 0 team 2", B=FAR_UNIT, spread="2", dice="2 1")
    other.play("turn 2", "wheel 900")
    assert is_close(other.at("A"), (3, -1, 90))


@clause("WW-N1")
def test_no_speed_carries_over_between_advances() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1 1", dice="6 6 | 1 1")
    battle.play("advance 1").leg(6, 6, 0, 0).play("stop", "advance 1").leg(1, 0, 0, 0).play("stop")
    assert battle.at("A") == (0, 6, 0)


# -------------------------------------------------------------------- Turns


@clause("WW-Q16", "WW-B10")
def test_a_chariot_that_stops_a_turn_early_does_not_turn() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="2", dice="2 5")
    battle.play("turn 2")
    assert battle.options[0] == "drive 5000"
    battle.play("drive 3000")
    assert battle.decision == "PickEdge"
    assert battle.at("A") == (0, 3, 0)


@clause("WW-Q16", "WW-B9")
def test_a_chariot_stopped_by_the_edge_may_still_turn() -> None:
    battle = world(A="egyptian 10 8 0", B="egyptian 4 4 0", size=(36, 12), corner=True, spread="2", dice="2 5")
    battle.play("turn 2", "drive 2000")
    assert battle.decision == "TurnPivot"
    battle.play("wheel 900")
    assert battle.at("A")[2] == 90
    assert battle.events(SlidBack)


@clause("WW-Q16")
def test_a_chariot_that_stops_short_of_another_does_not_turn() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 6 90", spread="2", dice="2 5")
    battle.play("turn 2")
    assert battle.options[0] == "drive 2999"
    battle.play("drive 2999")
    assert battle.decision == "PickEdge"


@clause("WW-Q16", "WW-Q21", "WW-K6")
def test_a_wild_team_may_not_stop_a_turn_early() -> None:
    battle = world(A="egyptian 0 0 0 trait 6", B=FAR_UNIT, spread="2", dice="2 5")
    battle.play("turn 2")
    assert battle.options == ["drive 5000"]
    battle.expect_refusal("drive 0", "WW-Q16")
    battle.play("drive 5000", "wheel -900")


@clause("WW-K6", "WW-Q21")
def test_an_expert_driver_may_run_a_wild_team_with_the_lower_die() -> None:
    battle = world(A="egyptian 0 0 0 trait 6 expert 1", B=FAR_UNIT, spread="1", dice="2 5")
    battle.play("advance 1")
    assert battle.options == ["leg 5", "leg 2"]
    battle.play("leg 2", "drive 2000", "stop")
    assert battle.at("A") == (0, 2, 0)


@clause("WW-B9", "WW-Q17")
def test_equal_dice_of_a_turn_leave_no_choice() -> None:
    battle = world(A="egyptian 0 0 0 expert 1", B=FAR_UNIT, spread="2", dice="3 3")
    battle.play("turn 2")
    assert battle.decision == "TurnDrive"


@clause("WW-B9")
def test_a_turn_is_at_most_90_degrees_to_either_side() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="2", dice="1 1")
    battle.play("turn 2", "drive 1000")
    battle.expect_refusal("wheel 901", "WW-B9")
    battle.play("wheel -900")
    assert is_close(battle.at("A"), (-3, 0, 270))


# -------------------------------------------------------------------- terrain


@clause("WW-F1", "WW-Q20")
def test_a_leg_that_begins_in_bad_going_has_half_its_die() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="3 5", terrain=["scrub 0 0"])
    battle.play("advance 1", "leg 3")
    battle.expect_refusal("drive 2001", "WW-B2")
    battle.play("drive 2000", "wheel 0", "leg 5")
    assert battle.match.check("drive 3000") is None
    assert battle.match.check("drive 3001") is not None


@clause("WW-Q20")
@pytest.mark.parametrize(("scrub", "die", "reach"), [(7, 6, 5), (8, 6, 6), (4, 6, 4), (4, 5, 3), (4, 2, 2), (20, 6, 6)])
def test_a_leg_that_enters_bad_going_uses_half_of_the_rest_of_its_die(scrub: int, die: int, reach: int) -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice=f"{die} 1", terrain=[f"scrub 0 {scrub}"])
    battle.play("advance 1", f"leg {die}")
    assert abs(int(battle.options[-1].split()[1]) - reach * 1000) <= 1


@clause("WW-J2", "WW-Q20", "WW-J11", "WW-F3")
def test_a_celtic_chariot_is_not_slowed_but_stopped_by_rocks() -> None:
    battle = world(A="celtic 0 0 0", B=FAR_UNIT, spread="1", dice="6 6", terrain=["scrub 0 0", "ruin 0 8"])
    battle.play("advance 1", "leg 6")
    assert battle.options[-1] == "drive 4000"  # the ruin begins 6 inches ahead, the front is 2 ahead


@clause("WW-Q56", "WW-F2")
def test_bad_going_slows_the_drive_of_a_turn_but_not_its_rotation() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="2", dice="2 5", terrain=["scrub 0 0"])
    battle.play("turn 2")
    assert battle.options[0] == "drive 3000"
    battle.play("drive 3000", "wheel 900")
    assert is_close(battle.at("A"), (3, 2, 90))


@clause("WW-Q20")
def test_team_hits_are_subtracted_before_halving() -> None:
    battle = world(A="egyptian 0 0 0 team 1", B=FAR_UNIT, spread="1", dice="6 6", terrain=["scrub 0 0"])
    battle.play("advance 1", "leg 5")
    assert battle.options[-1] == "drive 3000"


@clause("WW-Q19", "WW-Q25", "WW-F3")
def test_the_edge_and_impassable_ground_stop_without_a_collision() -> None:
    battle = world(A="egyptian 10 8 0", B="egyptian 30 4 0", size=(36, 12), corner=True, spread="1", dice="6 6")
    battle.play("advance 1", "leg 6")
    assert battle.options[-1] == "drive 2000"
    other = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="6 6", terrain=["pool 0 7"])
    other.play("advance 1", "leg 6")
    assert other.options[-1] == "drive 2000"
    assert not other.events(Collided)


@clause("WW-Q54")
def test_a_rotation_against_impassable_ground_slides_back_or_is_cut() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="6 6", terrain=["ruin 0 4"])
    battle.play("advance 1", "leg 6", "drive 0")
    battle.play("wheel 450")
    assert len(battle.events(SlidBack)) == 1
    assert battle.events(Wheeled)[0].amount == 450
    boxed = world(A="egyptian 0 0 0", B="egyptian 20 -3.1 0", spread="1", dice="6 6", terrain=["ruin 4.5 5"])
    boxed.play("advance 1", "leg 6", "drive 1000")
    boxed.unit("B").x -= 20_000  # right behind
    boxed.play("wheel 450")
    assert not boxed.events(SlidBack)
    assert 0 < boxed.events(Wheeled)[0].amount < 450


@clause("WW-Q20")
def test_a_leg_is_halved_only_once() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1", dice="6 1", terrain=["scrub 0 6.9"])
    battle.play("advance 1", "leg 6", "drive 4500", "wheel 100")
    assert battle.options[-1] == "drive 1400"  # 3.9 inches, and 2 of the 2.1 that are left


# -------------------------------------------------------------------- collisions


@clause("WW-Q24", "WW-CC1")
def test_a_collision_that_both_survive_has_no_further_effect() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1 4", dice="6 6 | 2 2 | 5 5")
    battle.play("advance 1", "leg 6", "drive 5500")
    assert [unit.status for unit in battle.state.units] == [FIGHTING, FIGHTING]
    assert is_close(battle.at("A"), (0, 4.5, 0))
    assert battle.roll_purposes().count("morale") == 0
    assert battle.decision == "SpendDie"


@clause("WW-Q24")
def test_a_mover_backs_off_past_a_rotation_to_where_the_action_began() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 2.2 2.5 0", spread="1 4", dice="6 6 | 2 2 | 5 5")
    battle.play("advance 1", "leg 6", "drive 0", "wheel 450")
    assert is_close(battle.at("A"), (0, 0, 0))
    assert len(battle.events(BackedOff)) == 1
    assert battle.state.act.move == b""


@clause("WW-Q24")
def test_several_chariots_hit_at_once_are_resolved_by_number() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian -1.5 8 0", C=FAR_UNIT, D="egyptian 1.5 8 0",
                   spread="1", dice="6 6 | 2 2 | 1 2 | 3 4 | 6 6")  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 6000")
    assert [int(event.target) for event in battle.events(Collided)] == [1, 3]
    assert [unit.status for unit in battle.state.units] == [DESTROYED, DESTROYED, FIGHTING, FIGHTING]
    assert (battle.unit("A").kills, battle.unit("D").kills) == (1, 1)


@clause("WW-Q24", "WW-Q25")
def test_the_player_is_warned_of_a_collision() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6")
    battle.play("advance 1", "leg 6")
    game, state = battle.match.game, battle.state
    ram, safe = battle.match.proposals()[-1], battle.match.proposals()[0]
    assert "collide with White's Egyptian" in game.presentation.warning(state, 0, ram)
    assert game.presentation.warning(state, 0, safe) == ""


@clause("WW-Q25")
def test_a_wreck_blocks_the_way_with_the_option_for_wrecks() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", C=FAR_UNIT, D="egyptian -30 30 0",
                   spread="1 1", dice="6 6 | 2 2 | 1 2 | 6 6", wrecks=True)  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 6000")
    assert len(battle.state.pieces) == 1
    battle.play("advance 1", "leg 6")
    assert battle.options[-1] == "drive 500"
    assert not battle.state.ground.hides(0, 0, 72000, 72000, True)


@clause("WW-Q15", "WW-N4")
def test_a_leg_can_be_undone_step_by_step_until_a_die_is_rolled() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, spread="1 5", dice="4 5")
    battle.play("advance 1")
    assert battle.match.undo_refusal
    battle.play("leg 4", "drive 1000", "wheel 450", "drive 2000")
    for place in ((0, 1, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0)):
        assert battle.match.undo_refusal == ""
        battle.match.undo()
        if battle.decision == "LegWheel":
            assert is_close(battle.at("A"), place)
    assert battle.decision == "NextLeg"
    assert battle.at("A") == (0, 0, 0)


@clause("WW-Q24")
def test_a_preview_shows_where_a_ram_touches_and_rolls_no_die() -> None:
    battle = world(A="egyptian 0 0 0", B="egyptian 0 8 90", spread="1", dice="6 6")
    battle.play("advance 1", "leg 6")
    preview = battle.match.preview("drive 6000")
    assert preview.refusal is None
    ghost = next(node for node in preview.nodes if node.id == "unit-0")
    assert battle.origin[1] - ghost.y == 4999
    assert battle.at("A") == (0, 0, 0)
