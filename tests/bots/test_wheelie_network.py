"""The network evaluator of What a Wheelie: the network, its features, and its evaluations."""

from __future__ import annotations

import pytest

from hippodrome.bots.wheelie.features import (
    KIND_COUNT,
    PairGeometry,
    activations_before,
    battle_features,
    obstacle_features,
    unit_features,
)
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for, final_share, network_for
from hippodrome.bots.wheelie.style import KEEN, KEEN_NETWORK
from hippodrome.games.wheelie.die_uses import END
from hippodrome.games.wheelie.state import DESTROYED
from hippodrome.kit import agenda
from tests.games.wheelie.world import World, world

TINY = "1 2 1 2 1  1000 0  0 2000  0 1000  500 -1000 0 1000  0 -500  1000 2000  4000  250 3000 -1000"
"""One unit input, two geometry inputs, one battle input; layers of two outputs and one."""


def duel(one: str = "hittite 0 0 0", other: str = "egyptian 0 10 90", spread: str = "") -> World:
    """Return a duel."""
    return world(A=one, B=other, scenario="duel", spread=spread)


def network_evaluator(battle: World) -> NetworkEvaluator:
    """Return the evaluator of the first chariot."""
    evaluator = evaluator_for(battle.state, battle.state.units[0], KEEN_NETWORK)
    assert isinstance(evaluator, NetworkEvaluator)
    return evaluator


# -------------------------------------------------------------------- the network


def test_the_network_sums_the_positive_outputs_of_all_enemies() -> None:
    network = Network(TINY)
    own, other = network.own_part([3.0]), network.enemy_part([1.0])
    assert (own, other) == ([3.0, -0.5], [0.0, 2.0])  # 3 * (1, 0) and the bias (0, -0.5); 1 * (0, 2)
    assert network.geometry_part([2.0, 1.0]) == [0.0, 1.0]  # 0.5 * 2 - 1 * 1, 1
    sums = [0.0, 0.0]
    network.add_enemy(sums, own, other, 1.0, network.geometry_part([2.0, 1.0]))
    assert sums == [3.0, 3.5]  # (3 + 0 + 0 + 0, -0.5 + 2 + 1 + 1)
    network.add_enemy(sums, own, other, 0.0, network.geometry_part([0.0, 8.0]))
    assert sums == [3.0, 13.0]  # (3 + 0 - 8) is cut to 0, (-0.5 + 2 + 8) is added
    assert network.output([3.0, 3.5], [0.5]) == pytest.approx(3 * (3 + 2 * 3.5 + 4 * 0.5 + 0.25) - 1)
    assert network.output([0.0, 0.0], [-1.0]) == -1.0


def test_a_text_with_too_few_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="has 18 weights, not 17"):
        Network(TINY.rsplit(" ", 1)[0])


# -------------------------------------------------------------------- features


def test_unit_features_encode_kind_and_damage() -> None:
    whole = unit_features(duel().state.units[0])
    hurt = unit_features(duel("hittite 0 0 0 temporary 2 warrior 1 unloaded").state.units[0])
    assert sum(whole[:KIND_COUNT]) == 1.0
    assert whole[:KIND_COUNT] == hurt[:KIND_COUNT]
    assert (whole[KIND_COUNT], hurt[KIND_COUNT]) == (1.0, 0.0)
    assert (whole[KIND_COUNT + 8], hurt[KIND_COUNT + 8]) == (1.0, 0.5)


def test_a_mirrored_chariot_has_the_same_features_from_the_other_side() -> None:
    right = network_evaluator(duel("hittite 0 0 0", "hittite 10 10 0"))
    left = network_evaluator(duel("hittite 0 0 0 mirrored", "hittite -10 10 0 mirrored"))
    one, other = [PairGeometry(evaluator.estimator, *evaluator.model.placements) for evaluator in (right, left)]
    assert one.dice == other.dice > 0
    assert one.features[:10] == pytest.approx(other.features[:10], abs=0.02)


def test_the_reverse_features_swap_both_points_of_view() -> None:
    geometry = PairGeometry(network_evaluator(duel()).estimator, *network_evaluator(duel()).model.placements)
    assert geometry.features[:4] == geometry.reverse_features[:4]
    assert (geometry.features[4:15], geometry.features[15:]) == (
        geometry.reverse_features[15:],
        geometry.reverse_features[4:15],
    )


def test_activations_before_counts_this_turn_and_the_next_initiative() -> None:
    battle = world(
        A="hittite 0 0 0", B="hittite 0 20 180", C="hittite 9 0 0", D="hittite 9 20 180", order="BACD", spread="2"
    )
    units = battle.state.units
    activations = [activations_before(battle.state, 1, units[0], units[enemy]) for enemy in (1, 3)]
    assert activations == [0.5, 1.5]  # B has acted and may be first next turn; D is still to act
    assert activations_before(battle.state, 1, units[2], units[3]) == 0.0
    assert activations_before(battle.state, 1, units[3], units[2]) == 1.0
    units[1].banked = 5
    assert activations_before(battle.state, 1, units[0], units[1]) == 1.0


def test_battle_features_count_units_and_the_lead() -> None:
    battle = world(A="hittite 0 0 0", B="hittite 0 20 180", C="hittite 9 0 0")
    counts = battle_features(battle.state, battle.state.units, battle.state.units[0])[:6]
    assert counts == [0.0, 1.0, 0.0, 1.0, 0.0, 0.0]
    games = world(
        scenario="funeral",
        limit=15,
        turn=12,
        A="hittite 0 0 0 kills 1",
        B="celtic 0 30 180",
        C="celtic 20 30 180 side 2",
    )
    assert battle_features(games.state, games.state.units, games.state.units[0])[8:] == pytest.approx([0.6, 0.8, 0.48])
    assert battle_features(games.state, games.state.units, games.state.units[1])[8:] == pytest.approx(
        [-0.6, 0.8, -0.48]
    )


def test_obstacle_features_never_fall_with_distance() -> None:
    state = duel().state
    box = state.box(state.units[0])
    assert obstacle_features(state, box) == sorted(obstacle_features(state, box))
    edge = box.forward(0)
    while not state.rules.table.overlaps(edge.forward(2000)):
        edge = edge.forward(500)
    assert obstacle_features(state, edge)[1:] == [1.0, 1.0, 1.0]


# -------------------------------------------------------------------- evaluation


def test_the_network_evaluator_is_used_only_where_it_was_trained() -> None:
    assert not isinstance(evaluator_for(duel().state, duel().state.units[0], KEEN), NetworkEvaluator)
    runners = world(A="runners 0 0 0", B="hittite 0 30 180").state
    evaluators = [evaluator_for(runners, unit, KEEN_NETWORK) for unit in runners.units]
    assert [isinstance(evaluator, NetworkEvaluator) for evaluator in evaluators] == [False, True]
    hunt = world(A="egyptian 0 0 0", B="assyrian 0 30 180", scenario="hunt", limit=12)
    broken = duel(other="egyptian 0 10 90 broken")
    for battle in (hunt, broken):
        assert not isinstance(evaluator_for(battle.state, battle.state.units[0], KEEN_NETWORK), NetworkEvaluator)


PAIR = world(A="hittite 0 0 0", B="celtic 0 20 180", scenario="duel")
PAIRS = world(A="hittite 0 0 0", B="celtic 0 20 180", C="egyptian 9 0 0", D="celtic 9 20 180")
CROWD = world(A="hittite 0 0 0", B="celtic 0 20 180", C="egyptian 20 20 180 side 2", scenario="funeral", limit=15)


@pytest.mark.parametrize("battle", [PAIR, PAIRS, CROWD])
def test_the_chances_of_all_sides_sum_to_one(battle: World) -> None:
    model = network_evaluator(battle).model
    total = 0.0
    for side in {int(unit.side) for unit in battle.state.units}:
        model.side = side
        total += model.chance(battle.state.units)
    assert total == pytest.approx(1.0)


def test_more_chariots_are_better_than_fewer() -> None:
    even = world(A="hittite 0 0 0", B="hittite 0 20 180", C="hittite 9 0 0", D="hittite 9 20 180")
    ahead = world(A="hittite 0 0 0", B="hittite 0 20 180", C="hittite 9 0 0")
    assert network_evaluator(even).chance() < 0.7 < network_evaluator(ahead).chance()


@pytest.mark.parametrize("hurt", ["temporary 2", "team 2", "driver 2", "warrior 2"])
def test_damage_lowers_the_chance_to_win(hurt: str) -> None:
    whole = network_evaluator(duel()).chance()
    assert (
        network_evaluator(duel(f"hittite 0 0 0 {hurt}")).chance()
        < whole
        < network_evaluator(duel(other=f"egyptian 0 10 90 {hurt}")).chance()
    )


def test_more_dice_and_weaker_targets_raise_the_value_of_a_shot() -> None:
    evaluator = network_evaluator(duel())
    target = evaluator.enemies[0].unit
    assert 0 == evaluator.shot_value(target, 0) < evaluator.shot_value(target, 4) < evaluator.shot_value(target, 8)
    weak = network_evaluator(duel(other="egyptian 0 10 90 temporary 4"))
    assert weak.chance_after_damage(weak.enemies[0].unit, 2, 0) == 1.0
    chances = [evaluator.chance_after_damage(target, *damage) for damage in ((2, 0), (0, 2), (0, 3))]
    assert evaluator.chance() < chances[0] < chances[1] < chances[2] == 1.0


def test_a_shot_has_a_cost_unless_a_die_reloads() -> None:
    loaded = duel(spread="3 4")
    cost = network_evaluator(loaded).unloaded_cost(1)
    assert cost > 0
    assert evaluator_for(loaded.state, loaded.state.units[0], KEEN).unloaded_cost(1) == 0
    assert network_evaluator(loaded).unloaded_cost(0) == 0
    with_reload = network_evaluator(duel(spread="3 4 5"))
    assert (with_reload.unloaded_cost(1), with_reload.unloaded_cost(2)) == (0, cost)
    assert network_evaluator(duel("hittite 0 0 0 unloaded", spread="3 4 6")).unloaded_cost(1) == 0


def test_every_kind_of_battle_has_its_network() -> None:
    two = world(A="hittite 0 0 0", B="hittite 0 20 180", C="hittite 9 0 0")
    games = world(scenario="funeral", A="hittite 0 0 0", B="celtic 0 30 180", C="celtic 20 30 180 side 2")
    assert len({id(network_for(battle.state)) for battle in (duel(), two, games)}) == 3


def test_the_chance_after_a_collision_combines_its_four_results() -> None:
    assert network_evaluator(duel()).chance_after_collision(duel().state.units[1]) == pytest.approx(
        0.5 * 25 / 36 + 5 / 36 + network_evaluator(duel()).chance() / 36
    )
    sound, hurt = "hittite 0 0 0", "hittite 0 0 0 temporary 3 warrior 2 unloaded"
    gains: list[float] = []
    for crew in (sound, hurt):
        evaluator = network_evaluator(world(A=crew, B="hittite 0 12 180", C="hittite 9 0 0", D="hittite 9 20 180"))
        gains.append(evaluator.chance_after_collision(evaluator.s.units[1]) - evaluator.chance())
    assert gains[0] < gains[1]
    assert gains[1] > 0.05


def test_finished_funeral_games_are_won_by_points() -> None:
    state = world(
        scenario="funeral", limit=15, A="hittite 0 0 0", B="celtic 0 30 180 kills 2", C="celtic 20 30 180 side 2"
    ).state
    units = [unit.clone() for unit in state.units]
    assert final_share(state, units, 0) < 0.0
    units[1].status = units[2].status = DESTROYED
    assert [final_share(state, units, side) for side in range(3)] == [0.0, 1.0, 0.0]
    units[0].kills = 2
    assert final_share(state, units, 0) == 1.0  # with two more points for being on the table


def test_the_best_preparation_heals_or_ends_the_activation() -> None:
    hurt = duel("hittite 0 0 0 temporary 3", spread="6")
    assert network_evaluator(hurt).best_preparation(agenda.proposals(hurt.state)).verb == "heal"
    idle = duel(spread="2")
    assert network_evaluator(idle).best_preparation(agenda.proposals(idle.state)) == END


def test_after_quiet_turns_a_nearer_position_is_better() -> None:
    battle = duel(other="egyptian 0 30 90")
    near, far = [battle.state.box(battle.state.units[0]).forward(distance) for distance in (6000, 0)]
    gaps: list[int] = []
    for quiet in (1, 8):
        battle.state.quiet = quiet
        evaluator = network_evaluator(battle)
        gaps.append(evaluator.evaluate(near, 0)[1] - evaluator.evaluate(far, 0)[1])
    assert gaps[0] < gaps[1]
    assert gaps[1] > 0
