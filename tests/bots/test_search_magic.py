"""Lookahead bots in War in the Age of Magic: evaluation of positions, movement plans, and the moves they find."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.magic import MagicBot
from hippodrome.bots.magic.evaluation import champion_win_chance
from hippodrome.bots.magic.lookahead import MagicSearchPolicy, MovementPlan
from hippodrome.bots.magic.style import CLOSED_UP, PLAIN, Style
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.games.magic.fighting import NEXT_FIGHT
from hippodrome.games.magic.kinds import CLOSE, FIRST_CHARACTER
from hippodrome.games.magic.movement import MOVE_NEXT, MoveNext
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.games.magic.state import Battle
from hippodrome.games.magic.victory import CHECK_BREAK, COUNT_DOWN
from hippodrome.kit import agenda
from hippodrome.kit.dice import ScriptDice, TapeDice, seed_from
from hippodrome.kit.match import Setup
from tests.games.magic.world import World, the_game, world
from tests.games.scripted_world import parse_dice

SMALL_BUDGET = SearchBudget(8, 0.5)
LINE = {"a": "r d3 CO ready", "b": "r d3 CO ready", "foe": "w d4 CO", "other": "w d4 CO"}


def win_chance(battle: World, seat: int = 0) -> int:
    """Return the chance that a seat wins, in thousandths."""
    return the_game().analysis.value(battle.state, seat)


def new_battle(seed: int, **options: str) -> Battle:
    """Return a battle that waits for its first decision."""
    state = Setup(the_game(), "woods", 2, options).start(TapeDice(seed_from(seed)))
    assert isinstance(state, Battle)
    agenda.advance(state)
    return state


# -------------------------------------------------------------------- evaluation of the game


def test_the_chances_of_both_sides_add_up() -> None:
    game, bot = the_game(), MagicBot()
    battle = new_battle(3, motives="on")
    while battle.agenda:
        mine, theirs = game.analysis.value(battle, 0), game.analysis.value(battle, 1)
        assert 1 <= mine <= 999
        assert abs(mine + theirs - 1000) <= 1
        assert [-feature for feature in game.analysis.features(battle, 1)] == game.analysis.features(battle, 0)
        seat = agenda.seats(battle)[0]
        agenda.act(battle, bot.choose(game, battle, seat), seat)
    assert sorted([game.analysis.value(battle, seat) for seat in range(2)]) in ([0, 1000], [500, 500])


def test_every_feature_has_a_text_and_a_round_is_a_turn() -> None:
    game = the_game()
    battle = world(**LINE, turn=4)
    assert len(game.words.features) == len(game.analysis.features(battle.state, 0))
    assert game.analysis.round_number(battle.state) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"foe": "w d4 CO 1"},
        {"foe": "w d4 CO 0"},
        {"a": "r d4 CO ready", "b": "r d4 CO ready", "foe": "w d5 CO", "other": "w d5 CO"},
        {"other": "w e4 CO"},
    ],
    ids=["bases", "a unit", "ground", "spread"],
)
def test_an_advantage_raises_the_win_chance(change: dict[str, str]) -> None:
    assert win_chance(world(**(LINE | change), countdown=9)) > win_chance(world(**LINE, countdown=9))


def test_points_count_for_more_as_the_countdown_runs_out() -> None:
    units = LINE | {"dead": "w d4 CO 0", "mine": "r d3 CO"}
    assert win_chance(world(**units, countdown=2)) > win_chance(world(**units, countdown=25))


def test_motives_count_only_if_the_option_is_on() -> None:
    units = LINE | {"general": "r d3 G led"}
    assert win_chance(world(**units, motives=True)) > win_chance(world(**units))


# -------------------------------------------------------------------- evaluation of the champion


def test_the_champions_chances_of_both_sides_add_up() -> None:
    game, bot = the_game(), MagicBot(CLOSED_UP, True)
    battle = new_battle(3, motives="on")
    while battle.agenda:
        mine, theirs = champion_win_chance(battle, 0), champion_win_chance(battle, 1)
        assert 1 <= mine <= 999
        assert abs(mine + theirs - 1000) <= 1
        seat = agenda.seats(battle)[0]
        agenda.act(battle, bot.choose(game, battle, seat), seat)
    assert [champion_win_chance(battle, seat) for seat in range(2)] == [
        game.analysis.value(battle, seat) for seat in range(2)
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"foe": "w d4 CO 1"},
        {"foe": "w d4 CO 0"},
        {"a": "r d3 CO-E ready"},
        {"other": "w e4 CO"},
        {"foe": "w d5 CO", "other": "w d5 CO"},
    ],
    ids=["bases", "a unit", "quality", "spread", "back to the edge"],
)
def test_an_advantage_raises_the_champions_win_chance(change: dict[str, str]) -> None:
    assert champion_win_chance(world(**(LINE | change)).state, 0) > champion_win_chance(world(**LINE).state, 0)


def test_a_general_is_worth_more_with_troops_than_alone() -> None:
    led = champion_win_chance(world(**LINE, king="r d3 G").state, 0)
    assert led > champion_win_chance(world(**LINE, king="r d2 G").state, 0)


# -------------------------------------------------------------------- candidates and plans


def test_every_candidate_and_every_planned_action_is_legal() -> None:
    game, policy, bot = the_game(), MagicSearchPolicy().for_champion(), MagicBot()
    battle = new_battle(2, scenery="on", rally="on")
    planned: set[tuple[int, int]] = set()
    for number in range(120):
        seat = agenda.seats(battle)[0]
        seen = game.imagine(battle, seat, imagination_seed(2, number))
        default = bot.choose(game, seen, seat)
        legal = [action.text for action in agenda.proposals(seen)]
        options = [action.text for action in policy.candidates(game, seen, seat, default)]
        assert options[0] == default.text
        assert set(options) <= set(legal)
        if isinstance(battle.agenda[-1], MoveNext) and (int(battle.turn), seat) not in planned:
            planned.add((int(battle.turn), seat))
            for plan in policy.plans(game, seen, seat, None):
                assert_plan_is_legal(battle, plan, seat)
        agenda.act(battle, default, seat)
    assert planned


def assert_plan_is_legal(battle: Battle, plan: Plan, seat: int) -> None:
    """Assert that every action of a plan is legal and that the plan ends."""
    game = the_game()
    state = battle.clone()
    assert plan.applies(state)
    while plan.applies(state):
        action = plan.choose(game, state, seat)
        assert action.text in [legal.text for legal in agenda.proposals(state)]
        agenda.act(state, action, seat)


@pytest.mark.parametrize("style", [PLAIN, CLOSED_UP], ids=["veteran", "champion"])
def test_the_first_plan_moves_like_a_bot_of_the_same_style(style: Style) -> None:
    game, bot = the_game(), MagicBot(style)
    battle = world(steps=[MOVE_NEXT[0]], dice="any", **LINE)
    first_plan = MagicSearchPolicy(style).plans(game, battle.state, 0, None)[0]
    while battle.decision != "end":
        action = first_plan.choose(game, battle.state, 0)
        assert action.text == bot.choose(game, battle.state, 0).text
        battle.match.play(action)


def test_new_plans_are_variations_of_the_base_plan() -> None:
    game, policy = the_game(), MagicSearchPolicy().for_champion()
    battle = world(steps=[MOVE_NEXT[0]], dice="any", **LINE, side="r a1 CO ready")
    base = policy.plans(game, battle.state, 0, None)[-1]
    assert isinstance(base, MovementPlan)
    assert base.orders
    again = policy.plans(game, battle.state, 0, base)
    assert again[0] is base
    assert len(again) > 1
    assert all(isinstance(plan, MovementPlan) and plan.orders.keys() >= base.orders.keys() for plan in again)


# -------------------------------------------------------------------- deployment


def deployed_battle(bot: MagicBot, **options: str) -> Battle:
    """Return a battle before its first turn, with both armies deployed by the same bot."""
    battle = new_battle(4, **options)
    while battle.agenda[-1].name() in ("PlaceScenery", "LayScenery"):
        seat = agenda.seats(battle)[0]
        agenda.act(battle, bot.choose(the_game(), battle, seat), seat)
    while battle.agenda and battle.agenda[-1].name() == "Deploy":
        seat = agenda.seats(battle)[0]
        agenda.act(battle, bot.choose(the_game(), battle, seat), seat)
    return battle


def stacks(battle: Battle, side: int) -> dict[int, int]:
    """Return the number of units of a side by square."""
    squares = [int(unit.square) for unit in battle.units if unit.side == side and unit.kind < FIRST_CHARACTER]
    return {square: squares.count(square) for square in squares}


@pytest.mark.parametrize("army", list(the_game().armies))
def test_stacked_deployment_puts_nearly_all_units_into_two_front_squares(army: str) -> None:
    battle = deployed_battle(MagicBot(PLAIN, True), army_red=army, army_white=army)
    for side in range(2):
        front = {square: number for square, number in stacks(battle, side).items() if battle.row_for(side, square) == 1}
        units = sum(stacks(battle, side).values())
        assert len(front) == 2
        assert sum(front.values()) >= min(units - 2, 14)


def test_the_two_stacks_are_even_in_strength() -> None:
    battle = deployed_battle(MagicBot(PLAIN, True), army_red="ironhill", army_white="ironhill")
    close = [int(unit.square) for unit in battle.units if unit.side == 0 and unit.kind == CLOSE]
    assert sorted([close.count(square) for square in set(close)]) == [3, 3]


def test_only_the_champion_stacks_its_army() -> None:
    game = the_game()
    battle = new_battle(4, scenery="off")
    seat = agenda.seats(battle)[0]
    seen = game.imagine(battle, seat, bytes(32))
    verbs = [bots.make(level, game, 1).choose(game, seen, seat).verb for level in ("driver", "veteran", "champion")]
    assert verbs == ["ready", "ready", "place"]


# -------------------------------------------------------------------- moves they find


def lookahead_choice(battle: World) -> str:
    """Return the label of the lookahead bot's choice."""
    game = the_game()
    seen = game.imagine(battle.state, battle.match.seat, bytes(32))
    action = LookaheadBot(SEARCH_POLICIES["magic"], SMALL_BUDGET, 0.0, 1).choose(game, seen, battle.match.seat)
    return battle.match.game.presentation.label(battle.state, action)


LAST = {"far": "r d3 CO ready", "back": "r a1 CO ready", "dead": "w g5 SK 0", "foe": "w g5 CO"}
"""One more square scores the third point, but the line is far behind."""


def test_lookahead_finds_the_square_that_wins() -> None:
    battle = world(steps=[MOVE_NEXT[0], COUNT_DOWN], countdown=1, dice="any", **LAST)
    assert rule_based_choice(battle) != "Move far from d3"
    assert lookahead_choice(battle) == "Move far from d3"


def rule_based_choice(battle: World) -> str:
    """Return the label of the rule-based bot's choice."""
    action = MagicBot().choose(the_game(), battle.state, battle.match.seat)
    return battle.match.game.presentation.label(battle.state, action)


LED = {"king": "r d3 G", "foot": "r d3 CO > d4", "rest": "r a1 CO", "foe": "w d4 CO", "more": "w d4 CO"}
"""The motive Honour scores four points for a general who has led an attack and survives."""


def test_lookahead_values_the_motive() -> None:
    battle = world(steps=[NEXT_FIGHT[0], CHECK_BREAK, COUNT_DOWN], countdown=1, motives=True, dice="any", **LED)
    assert battle.decision == "LeadAttack"
    assert rule_based_choice(battle) == "Let the general follow"
    assert lookahead_choice(battle) == "Lead the attack"


def test_a_plan_is_followed_until_the_movement_is_over() -> None:
    game = the_game()
    battle = world(steps=[MOVE_NEXT[0], COUNT_DOWN], countdown=1, dice="any", **LAST)
    bot = LookaheadBot(SEARCH_POLICIES["magic"], SMALL_BUDGET, 0.0, 1)
    visits = []
    while battle.decision in ("MoveNext", "MoveUnit"):
        analysis = bot.analyse(game, battle.state, 0)
        visits.append(analysis.options[0].visits)
        battle.match.play(analysis.chosen)
    assert visits[0] >= SMALL_BUDGET.rollouts
    assert not any(visits[1:])
    assert battle.at("far") == "d4"


def test_future_dice_do_not_change_the_analysis() -> None:
    game = the_game()
    analyses = set()
    for dice in ("1 1 1 1 1 1 1 1", "6 6 6 6 6 6 6 6"):
        state = world(steps=[MOVE_NEXT[0], NEXT_FIGHT[0], NEW_TURN], dice="any", **LINE).state
        state.dice = ScriptDice(parse_dice(dice))
        seen = game.imagine(state, 0, bytes(32))
        analysis = LookaheadBot(SEARCH_POLICIES["magic"], SMALL_BUDGET, 0.0, 1).analyse(game, seen, 0)
        analyses.add(tuple([(option.action.text, option.visits, option.value) for option in analysis.options]))
    assert len(analyses) == 1
    assert len(analyses.pop()) > 1


def test_the_levels_of_the_game() -> None:
    assert bots.levels(the_game()) == ["recruit", "driver", "veteran", "champion"]
    assert isinstance(bots.make("champion", the_game(), 1), LookaheadBot)
