"""Looking ahead in What a Wheelie: the value, the options that are weighed, and what is found."""

from __future__ import annotations

import pytest

from hippodrome import bots
from hippodrome.bots.base import imagination_seed
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.plan_search import PlanSearch
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.bots.wheelie import NetworkDriver
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator
from hippodrome.bots.wheelie.plans import ChargePlan, RamPlan
from hippodrome.bots.wheelie.shot_outcomes import ShotEffect, damage_outcomes, shot_effect
from hippodrome.bots.wheelie.style import KEEN, KEEN_NETWORK
from hippodrome.games.wheelie.events import Collided
from hippodrome.games.wheelie.gunnery import attack_odds
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match, Setup
from tests.games.wheelie.world import World, the_game, world
from tests.support import COMPILED

GAME = the_game()
GUIDE = SEARCH_POLICIES["wheelie"]
CHAMPION = GUIDE.for_champion()
TWO_SIDES = ["duel", "sides", "hunt", "ladder"]
FEW = SearchBudget(8, 1.0)
SEED = bytes(range(32))
DOOMED = "egyptian 0 0 0 temporary 3 warrior 2 unloaded"


def fresh(scenario: str, seed: int) -> Match:
    """A match of a scenario."""
    return Match(Setup(GAME, scenario, 2 if scenario in TWO_SIDES else 3, {}), TapeDice(seed_from(seed)))


def moments(scenario: str, most: int) -> list[Skirmish]:
    """The state at some decisions of a match between plain programs, from the beginning on."""
    match = fresh(scenario, 3)
    found: list[Skirmish] = []
    driver = bots.make("driver", GAME, 1)
    while match.decision and len(match.moves) < most:
        seat = match.seat
        imagined = match.imagine(seat, imagination_seed(3, len(match.moves)))
        assert isinstance(imagined, Skirmish)
        found.append(imagined)
        match.play(driver.choose(GAME, imagined, seat), seat)
    return found


def values(battle: World) -> tuple[int, int]:
    """What a battle is worth to the first seat and to the second."""
    return GAME.value(battle.state, 0), GAME.value(battle.state, 1)


# -------------------------------------------------------------------- the value


@pytest.mark.parametrize("scenario", ["duel", "sides", "funeral", "hunt", "ladder"])
def test_the_value_of_a_battle_that_goes_on_is_never_certain_and_has_its_aspects(scenario: str) -> None:
    for state in moments(scenario, 60):
        for seat in range(2 if scenario in TWO_SIDES else 3):
            assert 1 <= GAME.value(state, seat) <= 999
            assert len(GAME.features(state, seat)) == len(GAME.words.aspects)
        if scenario in TWO_SIDES:
            assert abs(GAME.value(state, 0) + GAME.value(state, 1) - 1000) <= 1


def test_a_duel_of_equals_is_open() -> None:
    battle = world(A="hittite 0 0 0", B="hittite 0 20 180", scenario="duel")
    assert values(battle) == (500, 500)


@pytest.mark.parametrize("hurt", ["temporary 1", "team 1", "driver 1", "warrior 1", "unloaded"])
def test_damage_and_an_empty_bow_speak_against_a_chariot(hurt: str) -> None:
    sound = world(A="hittite 0 0 0", B="hittite 0 20 180", scenario="duel")
    worse = world(A=f"hittite 0 0 0 {hurt}", B="hittite 0 20 180", scenario="duel")
    assert values(worse)[0] < values(sound)[0]
    assert values(worse)[1] > values(sound)[1]


def test_who_sees_the_blind_side_of_another_is_better_off() -> None:
    behind = world(A="egyptian 0 0 0", B="celtic 0 8 0", scenario="duel")
    assert values(behind)[0] > 500 > values(behind)[1]
    assert GAME.features(behind.state, 0)[3] > 0 == GAME.features(behind.state, 0)[4]


def test_more_chariots_are_better_than_fewer() -> None:
    many = world(A="hittite 0 0 0", B="hittite 0 30 180", C="hittite 9 0 0")
    few = world(A="hittite 0 0 0", B="hittite 0 30 180", C="hittite 9 0 0 side 1")
    assert values(many)[0] > 900
    assert values(few)[0] < 100


def test_a_lead_counts_more_the_later_it_is() -> None:
    chances: list[int] = []
    for turn in (2, 14):
        battle = world(
            scenario="funeral",
            limit=15,
            turn=turn,
            A="hittite 0 0 0 kills 1",
            B="celtic 0 30 180",
            C="celtic 20 30 180 side 2",
        )
        chances.append(GAME.value(battle.state, 0))
    assert chances[0] < chances[1]


def test_time_runs_out_for_hunters() -> None:
    chances = [
        GAME.value(world(A="egyptian 0 0 0", B="assyrian 0 30 180", scenario="hunt", limit=12, turn=turn).state, 0)
        for turn in (2, 11)
    ]
    assert chances[0] > chances[1]


# -------------------------------------------------------------------- the options


@pytest.mark.parametrize("scenario", ["duel", "ladder"] if COMPILED else ["duel"])
def test_every_plan_begins_with_something_legal_and_the_usual_comes_first(scenario: str) -> None:
    weighed = 0
    for state in moments(scenario, 160):
        seat = state.agenda[-1].seats(state)[0]
        plans = CHAMPION.plans(GAME, state, seat, None)
        for plan in plans:
            assert plan.applies(state)
            assert GAME.check(state, seat, plan.choose(GAME, state, seat)) is None
        assert [isinstance(plan, RamPlan) for plan in plans] == [False, *[True] * (len(plans) - 1)][: len(plans)]
        weighed += len(plans) > 1
    assert weighed


def test_a_chariot_that_rams_runs_into_the_enemy_before_its_activation_is_over() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 1 9 90", spread="1 1 1", scenario="duel", order="AB")
    state = GAME.imagine(battle.state, 0, SEED)
    state.logging = True
    plan = RamPlan(state, state.units[1])
    while state.agenda and plan.applies(state):
        agenda.act(state, plan.choose(GAME, state, 0), 0)
    assert any(isinstance(event, Collided) for event in state.events)


def test_who_rams_somebody_leaves_the_nearer_one_alone() -> None:
    battle = world(A="egyptian 0 0 90", B="hittite 14 0 90", C="hittite 0 10 90 side 1", spread="1 1", order="A")
    for name, turns_away in (("B", 0), ("C", 1)):
        state = GAME.imagine(battle.state, 0, SEED)
        assert isinstance(state, Skirmish)
        plan = RamPlan(state, state.units["ABC".index(name)])
        wheels: list[int] = []
        while state.agenda and plan.applies(state):
            action = plan.choose(GAME, state, 0)
            wheels += [abs(action.args[0]) for _ in range(action.verb == "wheel")]
            agenda.act(state, action, 0)
        assert bool(sum(wheels)) == bool(turns_away)


def collides(plan: Plan, state: Skirmish) -> list[int]:
    """Whom a plan runs into, if anybody, while it holds."""
    state.logging = True
    while state.agenda and plan.applies(state):
        agenda.act(state, plan.choose(GAME, state, 0), 0)
    return [event.target for event in state.events if isinstance(event, Collided)]


def charged(battle: World, verb: str, name: str = "B") -> list[int]:
    """Whom a champion runs into who charges at somebody, in an imagined world."""
    state = GAME.imagine(battle.state, 0, SEED)
    assert isinstance(state, Skirmish)
    return collides(ChargePlan(state, state.units["ABC".index(name)], verb).fresh_copy(), state)


def test_a_champion_finds_a_way_into_one_beside_him_where_others_circle() -> None:
    dice = "4 2 1 2 3 4 5 6 1 2 3"
    battle = world(A="egyptian 0 0 0", B="hittite 6 -2 0", spread="1", dice=dice, scenario="duel", order="AB")
    state = battle.state.clone()
    assert collides(RamPlan(state, state.units[1]), state) == []
    state = battle.state.clone()
    assert collides(ChargePlan(state, state.units[1], "advance").fresh_copy(), state) == [1]


def test_a_champion_who_charges_runs_into_nobody_else() -> None:
    friend = "hittite 0 7 90 side 0"
    battle = world(A="egyptian 0 0 0", B="hittite 0 14 90", C=friend, spread="1 1 1 1", order="A")
    assert charged(battle, "advance") in ([], [1])
    assert charged(battle, "advance", "C") == [2]


def test_a_champion_may_begin_with_a_turn_and_goes_on_with_what_he_has() -> None:
    battle = world(A=DOOMED, B="hittite 12 4 90", spread="1 2 1", scenario="duel", order="AB")
    state = GAME.imagine(battle.state, 0, SEED)
    plans = [plan for plan in CHAMPION.plans(GAME, state, 0, None) if isinstance(plan, ChargePlan)]
    assert [plan.choose(GAME, state, 0).verb for plan in plans] == ["advance", "turn"]
    assert charged(battle, "turn") == [1]


def test_a_charge_is_weighed_anew_with_every_die() -> None:
    battle = world(A="egyptian 0 0 0", B="hittite 0 40 90", spread="1 1", dice="1 1", scenario="duel", order="AB")
    state = battle.state
    plan = ChargePlan(state, state.units[1], "advance")
    collides(plan, state)
    assert state.agenda[-1].name() == "SpendDie"
    assert not plan.applies(state)
    assert plan.fresh_copy().applies(state)


def test_where_points_are_counted_a_champion_drives_without_his_seer() -> None:
    funeral = world(scenario="funeral", limit=15, A="hittite 0 0 0", B="celtic 0 30 180", C="celtic 20 30 180 side 2")
    duel = world(scenario="duel", A="hittite 0 0 0", B="celtic 0 30 180")
    assert NetworkDriver(1).style_for(funeral.state) is KEEN
    assert NetworkDriver(1).style_for(duel.state) is KEEN_NETWORK


# -------------------------------------------------------------------- shots in imagined worlds


def reckoned(target: str) -> ShotEffect:
    """What eight dice are likely to do to a target."""
    state = world(A="hittite 0 0 0", B=f"egyptian 0 6 90 {target}", scenario="duel").state
    return shot_effect(state, state.units[0], state.units[1], 8)


def test_the_outcomes_of_a_shot_are_all_that_can_happen_and_agree_with_the_odds() -> None:
    found = damage_outcomes(8, 6, False)
    assert sum(chance for _, _, chance in found) == pytest.approx(1)
    odds = attack_odds(8, 6, False)
    assert sum(deep * chance for _, deep, chance in found) == pytest.approx(odds.permanent / 1000, abs=0.001)
    lost = sum(lost * chance for lost, _, chance in found)
    assert lost == pytest.approx((odds.temporary + odds.even / 6) / 1000, abs=0.001)


def test_a_shot_ends_the_weak_sooner_than_the_strong() -> None:
    assert reckoned("").removal_chance < reckoned("warrior 2").removal_chance < reckoned("temporary 3 warrior 2").removal_chance < 1


def test_in_an_imagined_world_nobody_is_hit_but_it_counts() -> None:
    battle = world(A="hittite 0 0 0 aim 1", B="egyptian 0 6 90", spread="4", scenario="duel", order="AB")
    state = GUIDE.imagine(GAME, battle.state, 0, SEED)
    assert isinstance(state, Skirmish)
    before = GAME.value(state, 0)
    agenda.act(state, Action("shoot", (4,)), 0)
    assert state.units[1].pool() == 6
    assert GUIDE.value(GAME, state, 0) > before


# -------------------------------------------------------------------- what is found


def doomed() -> World:
    """A wreck of a chariot right before the side of a fresh one that has aimed."""
    battle = world(A=DOOMED, B="hittite 0 6 90 aim 0", spread="1", dice="4 3", scenario="duel", order="AB")
    return battle.play("advance 1")


@pytest.mark.parametrize("guide", [GUIDE, CHAMPION])
def test_who_is_about_to_lose_rams(guide: SearchPolicy) -> None:
    battle = doomed()
    searcher = LookaheadBot(guide, FEW, 0.0, 1)
    searcher.choose(GAME, GAME.imagine(battle.state, 0, SEED), 0)
    assert isinstance(searcher.plan, RamPlan)


@pytest.mark.parametrize("guide", [GUIDE, CHAMPION])
def test_who_is_about_to_win_does_not(guide: SearchPolicy) -> None:
    battle = world(
        A="hittite 0 0 0", B="egyptian 0 6 90 temporary 4", spread="1", dice="4 3", order="AB", scenario="duel"
    )
    battle.play("advance 1")
    state = GAME.imagine(battle.state, 0, SEED)
    assert not any(isinstance(plan, RamPlan) for plan in guide.plans(GAME, state, 0, None))


def rams_among_friends(crew: str, enemy: str, guide: SearchPolicy) -> bool:
    """Whether a crew of two by two that has an enemy before its pole may ram."""
    battle = world(A=crew, B=enemy, C="hittite 20 20 0", D="hittite 20 0 0", spread="1", dice="4 3", order="AB")
    battle.play("advance 1")
    state = GAME.imagine(battle.state, 0, SEED)
    return any(isinstance(plan, RamPlan) for plan in guide.plans(GAME, state, 0, None))


def test_among_friends_a_champion_gives_a_wreck_for_a_sound_chariot_and_no_sound_one_for_it() -> None:
    sound = "hittite 0 6 90 aim 0"
    assert rams_among_friends(DOOMED, sound, CHAMPION)
    assert not rams_among_friends("hittite 0 0 0", "hittite 0 6 90 temporary 3 warrior 1 unloaded", CHAMPION)
    assert not rams_among_friends(DOOMED, sound, GUIDE)


def test_a_collision_in_an_imagined_world_is_reckoned() -> None:
    state = CHAMPION.imagine(GAME, doomed().state, 0, SEED)
    assert isinstance(state, Skirmish)
    mine = NetworkEvaluator(state, state.units[0], KEEN_NETWORK)
    plan = RamPlan(state, state.units[1])
    while state.agenda and plan.applies(state):
        agenda.act(state, plan.choose(GAME, state, 0), 0)
    expected = 1000 * mine.chance_after_collision(mine.s.units[1].clone())
    assert CHAMPION.value(GAME, state, 0) == pytest.approx(expected, abs=5)
    assert 480 < CHAMPION.value(GAME, state, 0) < 500  # a draw but for who has a double; 1 in 36 both live


def test_plans_that_begin_alike_are_told_once_with_what_was_expected_of_the_best() -> None:
    state = GAME.imagine(doomed().state, 0, SEED)
    assert isinstance(state, Skirmish)
    plans: list[Plan] = [RamPlan(state, state.units[1]), RamPlan(state, state.units[1])]
    planning = PlanSearch(GAME, CHAMPION, state, 0, FEW, 0.0, 1, plans)
    thoughts = planning.run()
    assert [(option.action.text, option.visits) for option in thoughts.options] == [("leg 4", FEW.rollouts)]
    assert thoughts.options[0].value == round(max(tally.mean() for tally in planning.tallies))


def test_the_choice_does_not_depend_on_the_dice_that_will_fall() -> None:
    found = set()
    for seed in (1, 2):
        battle = doomed()
        battle.state.dice = TapeDice(seed_from(seed))
        battle.state.dice.rolled = 2
        thoughts = LookaheadBot(CHAMPION, FEW, 0.0, 7).analyse(GAME, GAME.imagine(battle.state, 0, SEED), 0)
        found.add(tuple([(option.action.text, option.value, option.visits) for option in thoughts.options]))
    assert len(found) == 1
