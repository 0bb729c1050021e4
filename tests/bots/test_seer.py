"""The seer of What a Wheelie: a network, what it looks at, and what it makes of it."""

from __future__ import annotations

import pytest

from hippodrome.bots.wheelie.manner import KEEN, SEEING
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.outlook import KINDS, Pair, obstacles, sheet
from hippodrome.bots.wheelie.seer import Seer, judge_of
from hippodrome.games.wheelie.conversions import END
from hippodrome.kit import agenda
from tests.wheelie.world import World, world

TINY = "2 2 2 1  1000 0 0 2000  500 -1000 0 1000  0 -500  1000 2000  250 3000 -1000"
"""Two fixed inputs, two that move, two units, then one."""


def duel(one: str = "hittite 0 0 0", other: str = "egyptian 0 10 90", spread: str = "") -> World:
    """Two chariots."""
    return world(A=one, B=other, scenario="duel", spread=spread)


def seer(battle: World) -> Seer:
    """Who judges for the first chariot."""
    found = judge_of(battle.state, battle.state.units[0], SEEING)
    assert isinstance(found, Seer)
    return found


# -------------------------------------------------------------------- the network


def test_a_network_adds_up_its_layers_and_lets_only_what_is_positive_through() -> None:
    network = Network(TINY)
    begun = network.begin([3.0, 1.0])  # 3 * (1, 0) + 1 * (0, 2), and the bias (0, -0.5)
    assert begun == [3.0, 1.5]
    # (3 + 0.5 * 2 - 1 * 1, 1.5 + 1) = (3, 2.5), then 1 * 3 + 2 * 2.5 + 0.25 = 8.25, then 3 * 8.25 - 1
    assert network.end(begun, [2.0, 1.0]) == pytest.approx(23.75)
    # (3 + 0.5 * 0 - 1 * 8, 1.5 + 8) = (-5, 9.5): only the second counts
    assert network.end(begun, [0.0, 8.0]) == pytest.approx(3 * (2 * 9.5 + 0.25) - 1)


def test_a_text_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="has 15 weights, not 14"):
        Network(TINY.rsplit(" ", 1)[0])


# -------------------------------------------------------------------- what it looks at


def test_a_sheet_tells_the_kind_and_every_damage() -> None:
    whole = sheet(duel().state.units[0])
    hurt = sheet(duel("hittite 0 0 0 temporary 2 warrior 1 unloaded").state.units[0])
    assert sum(whole[:KINDS]) == 1.0
    assert whole[:KINDS] == hurt[:KINDS]
    assert (whole[KINDS], hurt[KINDS]) == (1.0, 0.0)
    assert (whole[KINDS + 8], hurt[KINDS + 8]) == (1.0, 0.5)


def test_a_mirrored_chariot_sees_the_same_from_the_other_side() -> None:
    right = seer(duel("hittite 0 0 0", "hittite 10 10 0"))
    left = seer(duel("hittite 0 0 0 mirrored", "hittite -10 10 0 mirrored"))
    one, other = [Pair(judge, judge.rivals[0]).sight(judge.box) for judge in (right, left)]
    assert one.dice == other.dice > 0
    assert one.inputs[:10] == pytest.approx(other.inputs[:10], abs=0.02)


def test_obstacles_are_near_or_far() -> None:
    state = duel().state
    box = state.box(state.units[0])
    assert obstacles(state, box) == sorted(obstacles(state, box))
    edge = box.forward(0)
    while not state.rules.table.overlaps(edge.forward(2000)):
        edge = edge.forward(500)
    assert obstacles(state, edge)[1:] == [1.0, 1.0, 1.0]


# -------------------------------------------------------------------- what it makes of it


def test_only_who_sees_has_a_seer_and_only_in_a_duel_of_chariots() -> None:
    funeral = world(scenario="funeral", limit=15, A="hittite 0 0 0", B="celtic 0 30 180", C="celtic 20 30 180 side 2")
    assert not isinstance(judge_of(funeral.state, funeral.state.units[0], SEEING), Seer)
    assert not isinstance(judge_of(duel().state, duel().state.units[0], KEEN), Seer)
    runners = world(A="runners 0 0 0", B="hittite 0 30 180")
    for unit in runners.state.units:
        assert not isinstance(judge_of(runners.state, unit, SEEING), Seer)
    broken = duel(other="egyptian 0 10 90 broken")
    assert not isinstance(judge_of(broken.state, broken.state.units[0], SEEING), Seer)


@pytest.mark.parametrize("hurt", ["temporary 2", "team 2", "driver 2", "warrior 2"])
def test_damage_makes_it_less_likely_to_win(hurt: str) -> None:
    whole = seer(duel()).chance()
    assert seer(duel(f"hittite 0 0 0 {hurt}")).chance() < whole < seer(duel(other=f"egyptian 0 10 90 {hurt}")).chance()


def test_more_dice_bring_more_and_against_the_weak_most() -> None:
    judge = seer(duel())
    target = judge.rivals[0].unit
    assert 0 == judge.shot_worth(target, 0) < judge.shot_worth(target, 4) < judge.shot_worth(target, 8)
    weak = seer(duel(other="egyptian 0 10 90 temporary 4"))
    assert weak.after(2, 0) == 1.0
    assert judge.chance() < judge.after(2, 0) < judge.after(0, 2) < judge.after(0, 3) == 1.0


def test_a_wild_die_heals_and_without_dice_of_use_it_ends() -> None:
    hurt = duel("hittite 0 0 0 temporary 3", spread="6")
    assert seer(hurt).ready(agenda.proposals(hurt.state)).verb == "heal"
    idle = duel(spread="2")
    assert seer(idle).ready(agenda.proposals(idle.state)) == END


def test_when_nobody_has_shot_for_long_it_comes_nearer() -> None:
    battle = duel(other="egyptian 0 30 90")
    near, far = [battle.state.box(battle.state.units[0]).forward(distance) for distance in (6000, 0)]
    gaps: list[int] = []
    for quiet in (1, 8):
        battle.state.quiet = quiet
        judge = seer(battle)
        gaps.append(judge.worth(near, 0)[1] - judge.worth(far, 0)[1])
    assert gaps[0] < gaps[1]
    assert gaps[1] > 0
