"""Runners: one move, grapple, contact, dodging, hits."""

from __future__ import annotations

import pytest

from hippodrome.games.wheelie import arcs
from hippodrome.games.wheelie.ending import destroy
from hippodrome.games.wheelie.events import Collided, Dodged
from hippodrome.games.wheelie.state import DISPERSED, FIGHTING
from tests.games.wheelie.world import World, is_close, world
from tests.support import clause

FAR_UNIT = "egyptian 30 30 0"


def dice_of(battle: World, shooter: str = "A", target: str = "B") -> int:
    return int(arcs.shot(battle.state, battle.unit(shooter), battle.unit(target)).dice)


@clause("WW-S2", "WW-Q62")
@pytest.mark.parametrize(
    ("place", "dice"),
    [("0 7 90", 8), ("0 12 90", 4), ("0 18 90", 2), ("7 4 0", 8), ("-7 4 0", 8), ("7 -4 0", 0), ("0 -7 90", 0)],
)
def test_runners_shoot_forward_and_to_both_forward_sides(place: str, dice: int) -> None:
    assert dice_of(world(A="runners 0 0 0", B=f"egyptian {place}")) == dice


@clause("WW-S3", "WW-S4", "WW-Q50", "WW-Q34")
@pytest.mark.parametrize(
    ("place", "dice"),
    [
        ("0 2.75 0", 12),
        ("0 2.8 0", 10),
        ("1.7 2.75 0", 12),
        ("1.8 2.75 0", 12),
        ("2.3 2.75 0", 8),
        ("0 2.75 180", 8),
        ("0 1.75 90", 8),
    ],
)
def test_runners_grapple_the_rear_edge_of_a_chariot(place: str, dice: int) -> None:
    assert dice_of(world(A="runners 0 0 0", B=f"egyptian {place}")) == dice


@clause("WW-Q50", "WW-Q52")
def test_runners_stop_where_they_touch_and_never_collide() -> None:
    battle = world(A="runners 0 0 0", B="egyptian 0 6 0", C=FAR_UNIT, spread="1 3 6", dice="6 6")
    battle.play("advance 1", "leg 6")
    assert battle.options[-1] == "drive 3250"
    battle.play("drive 3250", "wheel 0", "stop")
    assert not battle.events(Collided)
    assert dice_of(battle) == 12


@clause("WW-S1")
def test_runners_move_only_once() -> None:
    battle = world(A="runners 0 0 0", B=FAR_UNIT, C="egyptian -9 -9 0", spread="1 1 2", dice="1 1")
    battle.play("advance 1", "stop")
    battle.expect_refusal("advance 1", "WW-S1")
    battle.expect_refusal("turn 2", "WW-S1")


@clause("WW-Q51", "WW-S6")
def test_a_turn_and_a_wheel_only_push_runners_aside() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 0 6 180", spread="2", dice="6 6")
    battle.play("turn 2", "drive 6000", "wheel 0")
    assert battle.unit("D").status == FIGHTING
    assert len(battle.events(Dodged)) == 1
    wheel = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 3.2 2 0", spread="1", dice="6 6")
    wheel.play("advance 1", "leg 6", "drive 0", "wheel 450", "drive 0", "stop")
    assert wheel.unit("D").status == FIGHTING
    assert not wheel.state.box(wheel.unit("A")).overlaps(wheel.state.box(wheel.unit("D")))


@clause("WW-Q51")
def test_a_swerve_pushes_runners_aside() -> None:
    battle = world(
        A="egyptian -10 0 90", B="hittite 0 0 0", C="egyptian -30 -30 0", D="runners 3 2 0",
        spread="3 4", dice="5 1 1 1 | 5 1 1 1 1 1 | 3",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert is_close(battle.at("B"), (1.707, 0.121, 45))
    assert len(battle.events(Dodged)) == 1


@clause("WW-Q51")
def test_runners_with_no_place_to_go_stop_a_chariot() -> None:
    # Ruins all round, and too little room behind the chariot.
    battle = world(
        A="egyptian 1.2 2 0", B="egyptian 30 3 90", C="egyptian 30 7 90", D="runners 1.3 4.85 0",
        size=(72, 9), corner=True, spread="1", dice="6 6",
        terrain=["ruin 1 7.65", "ruin 5.1 2", "ruin 5.1 6", "ruin 10.1 2", "ruin 10.1 6"],
    )  # fmt: skip
    battle.play("advance 1", "leg 6", "drive 1000")
    assert battle.at("A") == (1.2, 2.1, 0)
    assert battle.at("D") == (1.3, 4.85, 0)
    assert not battle.events(Dodged)


@clause("WW-Q25", "WW-Q51")
def test_runners_make_room_for_the_wreck_of_a_chariot_that_drove_over_them() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 90", C="egyptian -20 0 0", D="runners 0 5 180",
        spread="2", dice="6 6 | 1 2 | 4 4", wrecks=True,
    )  # fmt: skip
    battle.play("turn 2", "drive 6000")
    assert len(battle.events(Collided)) == 1
    assert len(battle.events(Dodged)) == 1
    assert len(battle.state.pieces) == 1
    assert battle.match.game.analysis.invariants(battle.state) == []


@clause("WW-Q25")
def test_runners_beside_a_chariot_are_clear_of_its_wreck_to_the_last_rounding() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 0 8 180", wrecks=True)
    chariot, runners = battle.unit("A"), battle.unit("D")
    chariot.put(68000, 11232, 2475)
    runners.put(65649, 11437, 675)  # its side is a thousandth of an inch from the chariot, less from the wreck
    destroy(battle.state, chariot, "WW-CC2")
    assert len(battle.state.pieces) == 1
    assert battle.match.game.analysis.invariants(battle.state) == []


@clause("WW-Q52", "WW-I9")
def test_hits_on_runners_work_as_on_a_chariot() -> None:
    battle = world(
        A="egyptian 0 0 0", B="runners 0 8 180", C="egyptian -20 0 0", D=FAR_UNIT,
        spread="3 4", dice="6 6 1 1 1 1 | 1 1 1 1 1 1 | 1 1 | 3 1",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    unit = battle.unit("B")
    assert (unit.team, unit.driver) == (1, 1)
    assert not battle.state.can_turn(unit)


@clause("WW-Q26", "WW-S6")
def test_dispersed_runners_do_not_come_back() -> None:
    battle = world(A="egyptian 0 0 0", B=FAR_UNIT, C="egyptian -20 0 0", D="runners 0 6 90", spread="1", dice="6 6")
    battle.play("advance 1", "leg 6", "drive 5250")
    assert battle.unit("D").status == DISPERSED
