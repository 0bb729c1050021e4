"""Broken chariots that drive off the table, as the board shows it."""

from __future__ import annotations

from hippodrome.games.wheelie.state import WITHDRAWN
from hippodrome.kit.scene import Node
from tests.games.wheelie.world import World, world
from tests.support import clause


def base(battle: World, number: int) -> Node | None:
    """Return the plate of a unit in the scene."""
    nodes = [node for layer in battle.match.scene(0).layers for node in layer.nodes]
    return next((node for node in nodes if node.id == f"unit-{number}"), None)


@clause("WW-L2", "WW-Q44")
def test_a_withdrawn_chariot_drives_off_over_its_own_edge() -> None:
    battle = world(
        A="egyptian 0 0 0", B="egyptian 30 30 0", C="hittite 0 -20 0 broken team 1", order="AB",
        dice="1 1 1 1 1 1 | 1 1 1 1 1 1 | 6 1 | 1 1 1 1 1 1 | 1 1 1 1 1 1 | 2 | 6 1 | 1 1 1 1 1 1",
    )  # fmt: skip
    before = len(battle.match.events)
    battle.play("end", "end")
    assert battle.unit("C").status == WITHDRAWN
    node = base(battle, 2)
    assert node is not None
    assert (node.x, node.y, node.turn) == (36_000, 73_900, 900)  # most of the base is below the table
    paths = battle.match.game.presentation.animation_paths(battle.state, battle.match.events[before:])
    assert paths["unit-2"] == [(36_000, 56_000, 900), (36_000, 73_900, 900)]
    battle.play("end", "end")
    assert base(battle, 2) is None


@clause("WW-L2", "WW-Q44")
def test_a_chariot_whose_flight_ends_the_battle_drives_off_too() -> None:
    battle = world(
        A="egyptian 0 0 0", B="hittite 0 8 180", spread="3 4", dice="6 1 1 1 1 1 | 1 1 1 1 1 1 | 1 6",
    )  # fmt: skip
    battle.play("aim 3 1", "shoot 4")
    assert battle.state.over
    node = base(battle, 1)
    assert node is not None
    assert (node.y, node.turn) == (-1900, 2700)
    nodes = [node.id for layer in battle.match.scene(0).layers for node in layer.nodes]
    assert not any(name.startswith("aim-") for name in nodes)  # not to where it was
    paths = battle.match.game.presentation.animation_paths(battle.state, battle.match.events)
    assert paths["unit-1-marks"] == [(36_000, 28_000, 2700), (36_000, -1900, 2700)]
