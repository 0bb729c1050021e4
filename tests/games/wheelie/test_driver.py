"""The rule-based bot: it shoots when it can, seeks good positions, avoids collisions, and beats the random bot."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.shots import expected_harm, possible_shots
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.events import Attacked, Collided
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.match import Match, Setup
from hippodrome.lab.match_runner import MatchSpec, play
from tests.games.wheelie.world import World, the_game, world
from tests.support import COMPILED, long

SCENARIOS = [scenario.slug for scenario in the_game().scenarios()]
SMALL = ("duel", "hunt", "ladder")
FAR_UNIT = "hittite 0 30 180"
DUEL = Setup(the_game(), "duel", 2, {})


def choice(battle: World) -> str:
    """Return the action that the bot would play now."""
    game, match = the_game(), battle.match
    return bots.make("driver", game, 1).choose(game, match.imagine(match.seat, bytes(32)), match.seat).text


def play_out(match: Match, seed: int = 1) -> Match:
    """Let bots play the match to its end and return it."""
    game = the_game()
    players = [bots.make("driver", game, seed * 10 + seat) for seat in range(match.setup.seats)]
    while match.decision:
        seat = match.seat
        match.play(
            players[seat].choose(game, match.imagine(seat, imagination_seed(seed, len(match.moves))), seat), seat
        )
    return match


# -------------------------------------------------------------------- dice


def test_the_expected_harm_of_a_shot_is_its_average_damage() -> None:
    assert expected_harm(6, 6) == pytest.approx(160 * 0.317 + 400 * 0.484, abs=2)
    assert expected_harm(8, 7) == pytest.approx(160 * 0.446 + 400 * 0.636, abs=2)
    assert expected_harm(2, 6) < expected_harm(4, 6) < expected_harm(6, 6)


@pytest.mark.parametrize(
    ("unit", "spread", "aimed", "count"),
    [
        ("egyptian 0 0 0", "3 4 1 1 2 2", False, 1),
        ("egyptian 0 0 0", "3 4 5 4 2 2", False, 2),
        ("egyptian 0 0 0", "4 1 1 2 2 2", False, 0),
        ("egyptian 0 0 0", "4 1 1 2 2 2", True, 1),
        ("egyptian 0 0 0", "3 3 1 2 5 5", False, 1),
        ("egyptian 0 0 0", "3 3 3 5 1 2", False, 2),
        ("egyptian 0 0 0", "6 6 1 1 2 2", False, 1),
        ("egyptian 0 0 0 unloaded", "3 4 1 1 2 2", False, 0),
        ("hittite 0 0 0", "3 1 1 2 2 2", False, 1),
        ("hittite 0 0 0", "3 1 5 2 2 2", False, 1),
        ("runners 0 0 0", "3 1 5 2 2 2", False, 1),
    ],
)
def test_possible_shots_include_conversions_and_spare_aims(unit: str, spread: str, aimed: bool, count: int) -> None:
    battle = world(A=unit, B=FAR_UNIT, spread=spread)
    state = battle.state
    assert possible_shots(state, state.units[0], state.act.dice, aimed, state.act.dice.count(6)) == count


def test_the_approximate_dice_of_a_shot_mostly_match_the_rules() -> None:
    same = 0
    for heading in range(0, 360, 10):
        battle = world(A=f"assyrian 0 0 {heading}", B="hittite 5 7 90", spread="4")
        evaluator = HeuristicEvaluator(battle.state, battle.unit("A"))
        same += (
            evaluator.dice_against(evaluator.box, evaluator.enemies[0])
            == shot(battle.state, battle.unit("A"), battle.unit("B")).dice
        )
    assert same >= 32, "of 36"


# -------------------------------------------------------------------- enemies


@pytest.mark.parametrize(
    ("order", "own_banked", "enemy_banked", "activations"),
    [("BA", 0, 0, 50), ("AB", 0, 0, 150), ("AB", 2, 0, 119), ("BA", 0, 1, 68), ("BA", 9, 0, 0)],
)
def test_the_bot_counts_how_often_an_enemy_acts_first(
    order: str, own_banked: int, enemy_banked: int, activations: int
) -> None:
    own, enemy = f"egyptian 0 0 0 banked {own_banked}", f"hittite 0 20 180 banked {enemy_banked}"
    battle = world(A=own, B=enemy, spread="1", order=order)
    assert HeuristicEvaluator(battle.state, battle.unit("A")).enemies[0].activations == activations


def test_an_enemy_that_is_still_to_act_is_more_dangerous() -> None:
    after, before = (world(A="egyptian 0 0 0", B="hittite 0 9 180", spread="1", order=order) for order in ("AB", "BA"))
    first, second = HeuristicEvaluator(after.state, after.unit("A")), HeuristicEvaluator(before.state, before.unit("A"))
    assert first.next_turn_value(first.box) < second.next_turn_value(second.box)


def test_a_hidden_enemy_is_no_target_for_the_next_turn() -> None:
    for terrain, is_seen in ((["ruin 0 5"], False), (["pool 0 5"], True)):
        battle = world(A="egyptian 0 0 0", B="hittite 0 12 90", terrain=terrain, spread="1")
        evaluator = HeuristicEvaluator(battle.state, battle.unit("A"))
        assert (
            evaluator.fire_on_enemy(evaluator.enemies[0], evaluator.box, 9000, int(evaluator.box.turn)) > 0
        ) is is_seen


def test_any_move_clears_the_aim_of_an_enemy() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 9 90 aim 0", spread="1")
    evaluator = HeuristicEvaluator(battle.state, battle.unit("A"))
    enemy, turn = evaluator.enemies[0], int(evaluator.box.turn)
    stay, go = (evaluator.fire_from_enemy(enemy, box, 6000, turn) for box in (evaluator.box, evaluator.box.forward(1)))
    assert stay == 2 * go > 0


def test_the_bot_drives_away_from_a_chariot_behind_it() -> None:
    battle = world(A="egyptian 0 4.1 0", B="hittite 0 0 0", spread="1 1", dice="4 3")
    assert choice(battle) == "advance 1"
    battle.play("advance 1")
    while battle.decision != "SpendDie":
        battle.play(choice(battle))
    assert battle.at("A") != (0, 4.1, 0)


# -------------------------------------------------------------------- decisions


def test_the_bot_aims_and_shoots_when_loaded() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90", spread="3 4", dice="1 1 1 1 1 1 | 1 1 1 1 1 1")
    assert choice(battle) == "aim 3 1"
    battle.play("aim 3 1")
    assert choice(battle) == "shoot 4"
    battle.play("shoot 4")


def test_the_bot_reloads_first() -> None:
    battle = world(A="egyptian 0 0 0 unloaded", B="hittite 0 8 90", spread="3 4 5")
    assert choice(battle) == "reload 5"


def test_the_bot_spends_a_natural_die_before_a_wild_one() -> None:
    battle = world(A="egyptian 0 0 0 aim 1", B="hittite 0 8 90", spread="4 6")
    assert choice(battle) == "shoot 4"


def test_the_bot_uses_a_wild_die_for_a_shot() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90", spread="3 6")
    assert choice(battle) == "aim 3 1"
    assert choice(battle.play("aim 3 1")) == "shoot 6"


def test_the_bot_heals_or_banks_with_a_spare_wild_die() -> None:
    assert choice(world(A="hittite 0 -4 0 temporary 3", B="egyptian 0 34 180", spread="6 5")) == "heal 6"
    slow = world(A="indian 0 -4 0", B="egyptian 0 34 180", spread="6 5")
    slow.state.act.moves = 2
    assert choice(slow) == "bank 6"


def test_the_bot_drives_a_javelin_chariot_into_range() -> None:
    battle = world(A="celtic 0 0 0", B="hittite 0 20 90", spread="1 1 1", dice="4 3")
    assert choice(battle) == "advance 1"
    battle.play("advance 1")
    while battle.decision != "SpendDie":
        battle.play(choice(battle))
    assert battle.at("A")[1] > 3


def test_the_bot_does_not_shoot_at_broken_chariots() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 8 90 broken", C="egyptian 0 20 0", D="hittite 9 0 0", spread="3 4")
    assert choice(battle) == "aim 3 3"


def test_the_bot_never_collides_on_purpose() -> None:
    match = play_out(hd.new("wheelie", "sides", seats=2, seed=1), 1)
    assert not [event for event in match.events if isinstance(event, Collided)]


def test_the_bot_drives_out_of_a_corner() -> None:
    battle = world(
        A="egyptian 2 34 0", B="hittite 30 5 0", size=(36, 36), corner=True, spread="1 2 1 2", dice="4 5 | 3 3"
    )
    start = battle.at("A")
    for _ in range(30):
        if battle.decision == "PickEdge" or battle.dice_left == 0:
            break
        battle.play(choice(battle))
    while battle.decision not in ("SpendDie", "PickEdge"):
        battle.play(choice(battle))
    assert battle.at("A")[2] != start[2], "it has turned away from the edge"


# -------------------------------------------------------------------- whole battles


@pytest.mark.parametrize("scenario", SCENARIOS if COMPILED else SMALL)
def test_bots_fight_in_every_scenario(scenario: str) -> None:
    options = {"characteristics": "on", "wrecks": "on"}
    match = play_out(hd.new("wheelie", scenario, seed=2, options=options))
    assert match.result is not None
    assert sum(1 for event in match.events if isinstance(event, Attacked)) >= 2


def test_the_same_seeds_play_the_same_battle() -> None:
    first, second = play_out(hd.new("wheelie", "duel", seed=4)), play_out(hd.new("wheelie", "duel", seed=4))
    assert first.digest() == second.digest()
    assert [move.action for move in first.moves] == [move.action for move in second.moves]


def test_the_prey_of_a_hunt_follows_its_fixed_rules() -> None:
    match = hd.new("wheelie", "hunt", seed=5)
    game = the_game()
    program = bots.make("driver", game, 3)
    seen = 0
    while match.decision and seen < 40:
        assert isinstance(match.state, Skirmish)
        if match.seat == 1 and match.state.turn:
            wanted = prey_action(match.state)
            assert program.choose(game, match.imagine(1, bytes(32)), 1) == wanted
            match.play(wanted)
            seen += 1
        else:
            match.play(program.choose(game, match.imagine(match.seat, bytes(32)), match.seat))
    assert seen > 10


def test_the_prey_spends_natural_scores_first() -> None:
    battle = world(A="assyrian 0 0 0 aim 1", B="egyptian 0 10 180", spread="1 4 6", scenario="hunt")
    assert prey_action(battle.state).text == "shoot 4"


@long
def test_the_driver_beats_the_random_bot() -> None:
    won = 0
    for seats in (("driver", "random"), ("random", "driver")):
        for seed in range(4):
            result = play(MatchSpec(DUEL, seats, seed)).result
            won += result.winners == (seats.index("driver"),)
    assert won >= 7
