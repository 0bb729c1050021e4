"""Looking ahead in War in the Age of Magic: what a position is worth, plans for a movement, and what they find."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.magic import MagicGeneral
from hippodrome.bots.magic.evaluation import champion_win_chance
from hippodrome.bots.magic.lookahead import MagicPolicy, MovementPlan
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
from tests.games.magic.world import World, script, the_game, world

FEW = SearchBudget(8, 0.5)
LINE = {"a": "r d3 CO ready", "b": "r d3 CO ready", "foe": "w d4 CO", "other": "w d4 CO"}


def worth(battle: World, seat: int = 0) -> int:
    """The chance of a seat."""
    return the_game().value(battle.state, seat)


def begun(seed: int, **options: str) -> Battle:
    """A battle that waits for its first question."""
    state = Setup(the_game(), "woods", 2, options).start(TapeDice(seed_from(seed)))
    assert isinstance(state, Battle)
    agenda.advance(state)
    return state


# -------------------------------------------------------------------- what a position is worth


def test_both_chances_add_up() -> None:
    game, general = the_game(), MagicGeneral()
    battle = begun(3, motives="on")
    while battle.agenda:
        mine, theirs = game.value(battle, 0), game.value(battle, 1)
        assert 1 <= mine <= 999
        assert abs(mine + theirs - 1000) <= 1
        assert [-aspect for aspect in game.features(battle, 1)] == game.features(battle, 0)
        seat = agenda.seats(battle)[0]
        agenda.act(battle, general.choose(game, battle, seat), seat)
    assert sorted([game.value(battle, seat) for seat in range(2)]) in ([0, 1000], [500, 500])


def test_every_aspect_has_words_and_a_moment_is_a_turn() -> None:
    game = the_game()
    battle = world(**LINE, turn=4)
    assert len(game.words.aspects) == len(game.features(battle.state, 0))
    assert game.round_number(battle.state) == 4


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
def test_what_is_good_raises_the_chance(change: dict[str, str]) -> None:
    assert worth(world(**(LINE | change), countdown=9)) > worth(world(**LINE, countdown=9))


def test_points_count_for_more_when_time_runs_out() -> None:
    units = LINE | {"dead": "w d4 CO 0", "mine": "r d3 CO"}
    assert worth(world(**units, countdown=2)) > worth(world(**units, countdown=25))


def test_motives_count_if_they_are_played() -> None:
    units = LINE | {"general": "r d3 G led"}
    assert worth(world(**units, motives=True)) > worth(world(**units))


# -------------------------------------------------------------------- what a champion sees in it


def test_both_prospects_add_up() -> None:
    game, general = the_game(), MagicGeneral(CLOSED_UP, True)
    battle = begun(3, motives="on")
    while battle.agenda:
        mine, theirs = champion_win_chance(battle, 0), champion_win_chance(battle, 1)
        assert 1 <= mine <= 999
        assert abs(mine + theirs - 1000) <= 1
        seat = agenda.seats(battle)[0]
        agenda.act(battle, general.choose(game, battle, seat), seat)
    assert [champion_win_chance(battle, seat) for seat in range(2)] == [game.value(battle, seat) for seat in range(2)]


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
def test_what_is_good_raises_the_prospect(change: dict[str, str]) -> None:
    assert champion_win_chance(world(**(LINE | change)).state, 0) > champion_win_chance(world(**LINE).state, 0)


def test_a_general_is_worth_most_with_his_troops() -> None:
    led = champion_win_chance(world(**LINE, king="r d3 G").state, 0)
    assert led > champion_win_chance(world(**LINE, king="r d2 G").state, 0)


# -------------------------------------------------------------------- plans and answers


def test_every_option_is_legal() -> None:
    game, guide, general = the_game(), MagicPolicy().for_champion(), MagicGeneral()
    battle = begun(2, scenery="on", rally="on")
    planned: set[tuple[int, int]] = set()
    for number in range(120):
        seat = agenda.seats(battle)[0]
        seen = game.imagine(battle, seat, imagination_seed(2, number))
        usual = general.choose(game, seen, seat)
        legal = [action.text for action in agenda.proposals(seen)]
        options = [action.text for action in guide.candidates(game, seen, seat, usual)]
        assert options[0] == usual.text
        assert set(options) <= set(legal)
        if isinstance(battle.agenda[-1], MoveNext) and (int(battle.turn), seat) not in planned:
            planned.add((int(battle.turn), seat))
            for plan in guide.plans(game, seen, seat, None):
                follow_to_the_end(battle, plan, seat)
        agenda.act(battle, usual, seat)
    assert planned


def follow_to_the_end(battle: Battle, plan: Plan, seat: int) -> None:
    """A plan answers every question of its stretch legally, and comes to an end."""
    game = the_game()
    state = battle.clone()
    assert plan.applies(state)
    while plan.applies(state):
        action = plan.choose(game, state, seat)
        assert action.text in [legal.text for legal in agenda.proposals(state)]
        agenda.act(state, action, seat)


@pytest.mark.parametrize("style", [PLAIN, CLOSED_UP], ids=["veteran", "champion"])
def test_the_usual_plan_comes_first_and_moves_as_a_general_of_its_temper_does(style: Style) -> None:
    game, general = the_game(), MagicGeneral(style)
    battle = world(steps=[MOVE_NEXT[0]], dice="any", **LINE)
    usual = MagicPolicy(style).plans(game, battle.state, 0, None)[0]
    while battle.question != "end":
        action = usual.choose(game, battle.state, 0)
        assert action.text == general.choose(game, battle.state, 0).text
        battle.match.play(action)


def test_a_plan_is_varied_around_the_best() -> None:
    game, guide = the_game(), MagicPolicy().for_champion()
    battle = world(steps=[MOVE_NEXT[0]], dice="any", **LINE, side="r a1 CO ready")
    base = guide.plans(game, battle.state, 0, None)[-1]
    assert isinstance(base, MovementPlan)
    assert base.orders
    again = guide.plans(game, battle.state, 0, base)
    assert again[0] is base
    assert len(again) > 1
    assert all(isinstance(plan, MovementPlan) and plan.orders.keys() >= base.orders.keys() for plan in again)


# -------------------------------------------------------------------- deployment


def deployed(general: MagicGeneral, **options: str) -> Battle:
    """A battle before its first turn, both armies deployed by the same general."""
    battle = begun(4, **options)
    while battle.agenda and battle.agenda[-1].name() == "Deploy":
        seat = agenda.seats(battle)[0]
        agenda.act(battle, general.choose(the_game(), battle, seat), seat)
    return battle


def stacks(battle: Battle, side: int) -> dict[int, int]:
    """How many units of a side stand in each of its squares."""
    squares = [int(unit.square) for unit in battle.units if unit.side == side and unit.kind < FIRST_CHARACTER]
    return {square: squares.count(square) for square in squares}


@pytest.mark.parametrize("army", ["river", "silverwood", "ironhill", "crag", "barrow", "sunthrone"])
def test_armies_are_massed_in_two_stacks_with_what_is_left_behind_them(army: str) -> None:
    battle = deployed(MagicGeneral(PLAIN, True), army_red=army, army_white=army)
    for side in range(2):
        front = {square: number for square, number in stacks(battle, side).items() if battle.row_for(side, square) == 1}
        units = sum(stacks(battle, side).values())
        assert len(front) == 2
        assert sum(front.values()) >= min(units - 2, 14)


def test_the_two_stacks_are_even_in_strength() -> None:
    battle = deployed(MagicGeneral(PLAIN, True), army_red="ironhill", army_white="ironhill")
    close = [int(unit.square) for unit in battle.units if unit.side == 0 and unit.kind == CLOSE]
    assert sorted([close.count(square) for square in set(close)]) == [3, 3]


def test_the_champion_masses_its_army_and_the_others_follow_the_plan() -> None:
    game = the_game()
    battle = begun(4)
    seat = agenda.seats(battle)[0]
    seen = game.imagine(battle, seat, bytes(32))
    found = [bots.make(level, game, 1).choose(game, seen, seat).verb for level in ("driver", "veteran", "champion")]
    assert found == ["ready", "ready", "place"]


# -------------------------------------------------------------------- what they find


def thinks(battle: World) -> str:
    """What a program that looks ahead does now, in words."""
    game = the_game()
    seen = game.imagine(battle.state, battle.match.seat, bytes(32))
    action = LookaheadBot(SEARCH_POLICIES["magic"], FEW, 0.0, 1).choose(game, seen, battle.match.seat)
    return battle.match.game.label(battle.state, action)


LAST = {"far": "r d3 CO ready", "back": "r a1 CO ready", "dead": "w g5 SK 0", "foe": "w g5 CO"}
"""One square more is worth the third point, and the line is far behind."""


def test_it_sees_the_square_that_wins() -> None:
    battle = world(steps=[MOVE_NEXT[0], COUNT_DOWN], countdown=1, dice="any", **LAST)
    assert plainly(battle) != "Move far from d3"
    assert thinks(battle) == "Move far from d3"


def plainly(battle: World) -> str:
    """What the plain general does now, in words."""
    action = MagicGeneral().choose(the_game(), battle.state, battle.match.seat)
    return battle.match.game.label(battle.state, action)


LED = {"king": "r d3 G", "foot": "r d3 CO > d4", "rest": "r a1 CO", "foe": "w d4 CO", "more": "w d4 CO"}
"""Honour is worth four points to a general who has led and lives."""


def test_it_sees_what_a_motive_is_worth() -> None:
    battle = world(steps=[NEXT_FIGHT[0], CHECK_BREAK, COUNT_DOWN], countdown=1, motives=True, dice="any", **LED)
    assert battle.question == "LeadAttack"
    assert plainly(battle) == "He stays behind"
    assert thinks(battle) == "He leads"


def test_a_plan_is_followed_until_the_movement_is_over() -> None:
    game = the_game()
    battle = world(steps=[MOVE_NEXT[0], COUNT_DOWN], countdown=1, dice="any", **LAST)
    searcher = LookaheadBot(SEARCH_POLICIES["magic"], FEW, 0.0, 1)
    visits = []
    while battle.question in ("MoveNext", "MoveUnit"):
        thoughts = searcher.analyse(game, battle.state, 0)
        visits.append(thoughts.options[0].visits)
        battle.match.play(thoughts.chosen)
    assert visits[0] >= FEW.rollouts
    assert not any(visits[1:])
    assert battle.at("far") == "d4"


def test_coming_dice_do_not_change_what_it_does() -> None:
    game = the_game()
    found = set()
    for dice in ("1 1 1 1 1 1 1 1", "6 6 6 6 6 6 6 6"):
        state = world(steps=[MOVE_NEXT[0], NEXT_FIGHT[0], NEW_TURN], dice="any", **LINE).state
        state.dice = ScriptDice(script(dice))
        seen = game.imagine(state, 0, bytes(32))
        thoughts = LookaheadBot(SEARCH_POLICIES["magic"], FEW, 0.0, 1).analyse(game, seen, 0)
        found.add(tuple([(option.action.text, option.visits, option.value) for option in thoughts.options]))
    assert len(found) == 1
    assert len(found.pop()) > 1


def test_the_levels() -> None:
    assert bots.levels(the_game()) == ["recruit", "driver", "veteran", "champion"]
    assert isinstance(bots.make("champion", the_game(), 1), LookaheadBot)
