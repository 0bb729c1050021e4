"""The rule-based bot for Chariot: it plays legally to the end and pursues its objectives."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.chariot.attacks import plan_attacks
from hippodrome.bots.chariot.distance_maps import DistanceMaps
from hippodrome.bots.chariot.situation import Situation
from hippodrome.bots.chariot.style import DEFAULT_STYLE
from hippodrome.bots.chariot.unit_values import ExpectedLosses
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.units import SD
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Value
from hippodrome.kit.match import Setup
from hippodrome.lab.match_runner import MatchSpec, play
from tests.games.chariot.world import World, hex_at, the_game, world
from tests.support import COMPILED

SCENARIOS = [scenario.slug for scenario in the_game().scenarios()] if COMPILED else ["rome", "bubastis", "tabal"]
FIELD = 'rule = "ratio"\nside = 0\nleast = 1\ntimes = 1'
HELD = 'rule = "hold"\nhexes = ["0911"]'
GATE = 'rule = "exit"\nside = 0\nleast = 5\nedge = "south"'


def choice(battle: World) -> str:
    """Return the bot's next action, with letters for units and coordinates for hexes."""
    game, match = the_game(), battle.match
    action = bots.make("driver", game, 1).choose(game, match.imagine(match.seat, bytes(32)), match.seat)
    return in_letters(battle, action)


def in_letters(battle: World, action: Action) -> str:
    """Return an action as the tests write it."""
    letters = {number: letter for letter, number in battle.ids.items()}
    hexes = battle.state.rules.ground.hexes
    words = [action.verb]
    for index, value in enumerate(action.args):
        is_unit = action.verb in ("move", "add", "lose", "board") or (
            index == 0 and action.verb in ("off", "withdraw", "advance")
        )
        words.append(letters[value] if is_unit else f"{hexes.column[value]},{hexes.row[value]}")
    return " ".join(words)


def play_on(battle: World, until: str) -> World:
    """Let the bot decide until this decision is pending."""
    for _ in range(200):
        if battle.decision in (until, "Face", ""):
            return battle
        battle.play(choice(battle))
    raise AssertionError(f"{until} never came")


def situation_of(battle: World) -> Situation:
    """Return the situation of the phasing side."""
    state = battle.state
    return Situation(
        state, int(state.side), DistanceMaps(state.rules.ground), ExpectedLosses(state.rules.table), DEFAULT_STYLE
    )


def start_battle(scenario: str, seed: int, **options: Value) -> Battle:
    """Return a battle at its first decision."""
    state = Setup(the_game(), scenario, 2, options).start(TapeDice(seed_from(seed)))
    agenda.advance(state)
    assert isinstance(state, Battle)
    return state


def play_battle(scenario: str, levels: tuple[str, str], seed: int, **options: Value) -> tuple[Battle, list[str]]:
    """Play a battle between bots and check every action; return the final state and the actions."""
    game = the_game()
    state = start_battle(scenario, seed, **options)
    players = [bots.make(level, game, seed) for level in levels]
    moves: list[str] = []
    while state.agenda:
        seat = agenda.seats(state)[0]
        action = players[seat].choose(game, game.imagine(state, seat, imagination_seed(seed, len(moves))), seat)
        assert state.agenda[-1].check(state, seat, action) is None, f"{state.agenda[-1].name()}: {action.text}"
        agenda.act(state, action, seat)
        moves.append(action.text)
    return state, moves


def deploy_both_sides(scenario: str) -> Battle:
    """Return a battle in which the bot has deployed both sides."""
    game, state, player = the_game(), start_battle(scenario, 5), bots.make("driver", the_game(), 5)
    while state.agenda[-1].name() in ("Deploy", "Place"):
        seat = agenda.seats(state)[0]
        agenda.act(state, player.choose(game, game.imagine(state, seat, bytes(32)), seat), seat)
    return state


# -------------------------------------------------------------------- whole battles


def all_options(scenario: str) -> dict[str, Value]:
    """Return all options of a scenario switched on, and a short battle."""
    options = the_game().scenario(scenario).options
    return {setting.name: 3 if setting.name == "turns" else setting.values[-1] for setting in options}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_decision_is_legal_with_every_option(scenario: str) -> None:
    state, _ = play_battle(scenario, ("driver", "driver"), 5, **all_options(scenario))
    assert state.over


@pytest.mark.parametrize("scenario", ["rome"])
def test_the_bot_plays_a_battle_to_the_end(scenario: str) -> None:
    state, _ = play_battle(scenario, ("driver", "driver"), 2)
    assert state.over
    assert state.losses(0) > 0
    assert state.losses(1) > 0


@pytest.mark.parametrize("seat", [0, 1])
def test_the_bot_beats_random_play_in_rome_on_either_side(seat: int) -> None:
    levels = ["random", "random"]
    levels[seat] = "driver"
    setup = Setup(the_game(), "rome", 2, {})
    ends = [play(MatchSpec(setup, tuple(levels), seed)).state for seed in range(6)]
    assert [end.winner for end in ends if isinstance(end, Battle)] == [seat] * 6


def test_the_same_seed_gives_the_same_battle() -> None:
    assert play_battle("rome", ("driver", "driver"), 7)[1] == play_battle("rome", ("driver", "driver"), 7)[1]


def test_future_dice_do_not_change_decisions() -> None:
    game = the_game()
    state = start_battle("rome", 3)
    for _ in range(40):
        seat = agenda.seats(state)[0]
        actions = {
            bots.make("driver", game, 1).choose(game, game.imagine(state, seat, bytes([dice]) * 32), seat).text
            for dice in range(3)
        }
        assert len(actions) == 1
        agenda.act(state, bots.make("driver", game, 1).choose(game, game.imagine(state, seat, bytes(32)), seat), seat)


# -------------------------------------------------------------------- set-up


@pytest.mark.parametrize(("scenario", "side"), [("rome", 0), ("delta", 1), ("tabal", 0)])
def test_a_side_with_an_objective_in_its_zone_deploys_in_and_around_it(scenario: str, side: int) -> None:
    state = deploy_both_sides(scenario)
    place = state.rules.order.objectives[0]
    zone = {hex for group in state.rules.armies[side].groups for hex in group.hexes}
    ring = [
        hex for hex in zone & set(state.rules.ground.hexes.around(place)) if state.rules.ground.terrain[hex] != STREAM
    ]
    own = state.occupancy().occupied[side]
    assert ring
    assert all(own[hex] for hex in [place, *ring])


def test_a_side_that_wins_by_default_deploys_far_from_the_enemy() -> None:
    state = deploy_both_sides("babylon")
    hexes, foe = state.rules.ground.hexes, state.rules.armies[0].groups[0].hexes
    zone = state.rules.armies[1].groups[0].hexes
    away = {hex: min(int(hexes.distance(hex, other)) for other in foe) for hex in zone}
    infantry = [away[state.hexes[unit]] for unit in state.units_of(1) if state.kinds[unit] <= SD]
    assert sum(infantry) / len(infantry) > sum(away.values()) / len(away)


def test_the_bot_places_a_kind_of_unit_that_was_already_chosen() -> None:
    game, state = the_game(), start_battle("sinai", 5)
    agenda.act(state, agenda.proposals(state)[1], 0)
    action = bots.make("driver", game, 5).choose(game, game.imagine(state, 0, bytes(32)), 0)
    assert action.verb == "place"
    assert state.agenda[-1].check(state, 0, action) is None


# -------------------------------------------------------------------- danger


def danger(ours: dict[str, str], theirs: dict[str, str]) -> int:
    """Return the danger to the unit a where it stands."""
    battle = world(ours, theirs, victory=FIELD, leaders=False, stacking=(1, 1))
    return situation_of(battle).danger(battle.state, battle.ids["a"], hex_at(ours["a"].split()[1]))


def test_friends_nearby_reduce_the_danger() -> None:
    foes = {letter: f"AX {column},15" for letter, column in zip("uvwxyz", range(7, 13), strict=True)}
    friends = {"b": "MI 9,10", "c": "MI 11,10", "d": "MI 9,9", "e": "MI 10,9"}
    assert danger({"a": "MI 10,10", **friends}, foes) < danger({"a": "MI 10,10"}, foes)


def line(row: int) -> dict[str, str]:
    """Return units in a line with others behind them; the unit a is in the middle."""
    return {
        "a": f"MI 15,{row}", "b": f"MI 14,{row}", "c": f"MI 16,{row}", "d": f"MI 14,{row + 1}", "e": f"MI 15,{row + 1}",
    }  # fmt: skip


def test_a_stream_in_front_of_a_unit_reduces_the_danger() -> None:
    over, dry = ({letter: f"AX {12 + n},{row}" for n, letter in enumerate("uvwxyz")} for row in (19, 25))
    assert danger(line(24), over) < danger(line(30), dry)


# -------------------------------------------------------------------- attacks


def test_two_units_attack_one_from_opposite_sides() -> None:
    battle = world({"a": "SD 8,10", "b": "SD 13,10"}, {"x": "MI 10,10"}, victory=FIELD, leaders=False)
    sent = plan_attacks(battle.state, situation_of(battle))
    hexes = battle.state.rules.ground.hexes
    sides = [hexes.direction(hex_at("10,10"), sent[battle.ids[letter]]) for letter in "ab"]
    assert abs(sides[0] - sides[1]) == 3


def test_no_attack_is_planned_against_a_target_that_cannot_be_hurt() -> None:
    battle = world({"a": "MI 10,13", "b": "L1 10,13"}, {"x": "SD 10,10", "y": "SD 10,10", "z": "L1 10,10"})
    assert plan_attacks(battle.state, situation_of(battle)) == {}


def test_an_attack_uses_no_more_units_than_needed() -> None:
    battle = world(
        {"a": "SD 10,11", "b": "SD 9,10", "c": "SD 9,11"}, {"x": "BW 10,10", "y": "MI 8,11"}, "melee", dice="6 6"
    )
    play_on(battle, "Face")
    assert battle.at("x") == "lost"
    assert battle.event_names().count("Charged") == 2


def test_bowmen_fire_together() -> None:
    battle = world({"a": "IB 10,12", "b": "IB 11,12", "c": "IB 9,12"}, {"x": "MS 10,10", "y": "MI 20,20"}, "fire")
    assert choice(battle) == "aim 10,10"
    battle.play("aim 10,10")
    for _ in range(3):
        assert choice(battle).startswith("add")
        battle.play(choice(battle))
    assert choice(battle) == "loose"


# -------------------------------------------------------------------- what comes of them


def test_the_bot_loses_a_chariot_before_its_rider() -> None:
    theirs = {"x": "CH 10,10", "y": "BW 10,10 aboard x"}
    battle = world({"a": "SD 10,11", "b": "SD 10,11"}, theirs, "melee", dice="4")
    battle.play("attack 10,10", "all", "strike")
    assert battle.decision == "Halving"
    assert choice(battle) == "lose x"


def test_the_bot_loses_a_disrupted_unit_first() -> None:
    ours = {"a": "SD 10,11", "b": "SD 10,11", "c": "SD 10,11", "d": "SD 9,10"}
    battle = world(ours, {"x": "MI 10,10", "y": "MS 10,10 disrupted"}, "melee", dice="4")
    battle.play("attack 10,10", "all", "strike")
    assert battle.decision == "Halving"
    assert choice(battle) == "lose y"


def test_attackers_advance_into_an_emptied_objective() -> None:
    battle = world({"a": "SD 8,11", "b": "SD 8,11"}, {"x": "BW 8,10"}, "melee", dice="6", victory=HELD)
    battle.play("attack 8,10", "all", "strike")
    assert choice(battle) in ("advance a 8,10", "advance b 8,10")


def test_the_guard_of_an_objective_stays() -> None:
    battle = world({"a": "SD 8,10", "b": "SD 20,20", "c": "L1 8,10"}, {"x": "MI 30,30"}, victory=HELD, number=17)
    play_on(battle, "Face")
    assert battle.at("a") == "8,10"


def test_fast_units_step_back_from_an_attack_that_would_hurt() -> None:
    battle = world({"a": "SD 10,11", "b": "SD 10,11"}, {"x": "HB 10,10"}, "melee", options="retreat_before_combat")
    battle.play("attack 10,10", "all", "strike")
    assert battle.decision == "Withdrawal"
    assert choice(battle).startswith("withdraw x")


# -------------------------------------------------------------------- marching


def test_the_weaker_side_keeps_away_if_it_wins_by_default() -> None:
    theirs = {"x": "SD 10,10", "y": "SD 11,10", "z": "SD 12,10"}
    last = 'rule = "ratio"\nside = 1\nleast = 1\ntimes = 1'
    battle = world({"a": "AX 10,20", "l": "L1 10,20"}, theirs, victory=last)
    play_on(battle, "Face")
    distance = battle.state.rules.ground.hexes.distance
    assert distance(hex_at(battle.at("a")), hex_at("10,10")) > distance(hex_at("10,20"), hex_at("10,10"))


def test_melee_units_stand_around_an_objective_that_is_held() -> None:
    ours = {"a": "SD 8,10", "b": "AX 8,13", "l": "L1 8,10"}
    battle = world(ours, {"x": "MI 30,30"}, victory=HELD)
    play_on(battle, "Face")
    assert battle.state.rules.ground.hexes.distance(hex_at(battle.at("b")), hex_at("8,10")) == 1


def test_a_leader_follows_the_troops() -> None:
    ours = {"a": "AX 10,10", "b": "AX 11,10", "c": "MS 12,10", "l": "L2 18,10"}
    battle = world(ours, {"x": "MI 30,30"}, victory=HELD)
    play_on(battle, "Face")
    assert battle.state.has_leader(hex_at(battle.at("l")))
    assert battle.at("l") in {battle.at(letter) for letter in "abc"}


def test_units_move_to_the_objective_they_must_hold() -> None:
    battle = world({"a": "AX 8,14", "l": "L3 8,14"}, {"x": "MI 30,30"}, victory=HELD)
    play_on(battle, "Face")
    assert battle.at("a") == "8,10"


def test_units_leave_the_map_where_that_wins() -> None:
    battle = world({"a": "AX 20,32", "l": "L3 20,32"}, {"x": "MI 2,2"}, victory=GATE)
    play_on(battle, "Face")
    assert battle.at("a") == "left"
    assert battle.at("l") != "left"


def test_bowmen_ride_out_to_fire_together() -> None:
    ours = {"c": "CH 10,16", "a": "IB 10,16 aboard c", "d": "CH 11,16", "b": "IB 11,16 aboard d", "l": "L1 10,16"}
    battle = world(ours, {"x": "SD 10,10", "y": "L1 10,10"}, "chariot", dice="1", victory=FIELD)
    play_on(battle, "Volley")
    distance = battle.state.rules.ground.hexes.distance
    assert all(1 < distance(hex_at(battle.at(letter)), hex_at("10,10")) <= 3 for letter in "ab")
    play_on(battle, "Face")
    assert battle.event_names().count("Shot") == 1
