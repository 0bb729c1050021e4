"""Lookahead in Chariot Races: win chances, plans, caches, next-move values and the choices of the search."""

from __future__ import annotations

import pytest

from hippodrome.bots import make, play_out
from hippodrome.bots.races import RacesDriver
from hippodrome.bots.races.fighting_driver import FightingPlannerCache, insert_swipe, poses_along
from hippodrome.bots.races.lookahead import RacesSearchPolicy, is_alone
from hippodrome.bots.races.lookahead_driver import LookaheadPlannerCache, SearchSettings
from hippodrome.bots.races.next_move_value import NextMoveValueCache
from hippodrome.bots.races.plan_cache import PlannerCache
from hippodrome.bots.races.plans import next_actions, remaining_steps, starts_with
from hippodrome.bots.registry import SEARCH_POLICIES
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.searcher import LookaheadBot
from hippodrome.games.races.evaluation import FIGHTING_WEIGHTS, win_chance
from hippodrome.games.races.planning import BeginMove, MakePlan
from hippodrome.games.races.sequence import COUNT
from hippodrome.games.races.shooting import Shoot
from hippodrome.games.races.state import DRIFT, FORWARD, MOVING, SHOOTING, SWIPE, TURN, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.match import Setup
from tests.games.races.world import World, the_game, world
from tests.support import long

SEED = bytes(32)


def new_race(track: str, seats: int, seed: int, field: str = "classic") -> Race:
    """Return a race at its first decision."""
    state = Setup(the_game(), track, seats, {"field": field}).start(TapeDice(seed_from(seed)))
    assert isinstance(state, Race)
    agenda.advance(state)
    return state


def win_chances(race: World) -> list[int]:
    """Return the win chance of each seat."""
    return [the_game().analysis.value(race.state, seat) for seat in range(len(race.state.chariots))]


# -------------------------------------------------------------------- the win chance


@pytest.mark.parametrize(("track", "seats"), [("oval", 2), ("throat", 3)])
def test_win_chances_add_up_to_about_1000(track: str, seats: int) -> None:
    """During the race each is between 1 and 999."""
    game = the_game()
    state = new_race(track, seats, 3, "wacky")
    bots = [RacesDriver() for _ in range(seats)]
    while state.agenda and state.turn < 3:
        chances = [game.analysis.value(state, seat) for seat in range(seats)]
        assert all(1 <= chance <= 999 for chance in chances)
        assert 1000 - seats <= sum(chances) <= 1000 + seats
        assert len(game.analysis.features(state, 0)) == len(game.words.features)
        seat = agenda.seats(state)[0]
        agenda.act(state, bots[seat].choose(game, state, seat), seat)


def test_a_chariot_ahead_has_the_better_win_chance() -> None:
    level = win_chances(world(A="boar 20 5 0", B="boar 20 -5 0"))
    ahead = win_chances(world(A="boar 26 5 0", B="boar 20 -5 0"))
    far = win_chances(world(A="boar 80 5 0", B="boar 20 -5 0"))
    assert level[0] in range(499, 502)
    assert level[0] + 50 < ahead[0] < far[0]


def test_an_undamaged_chariot_has_the_better_win_chance() -> None:
    assert win_chances(world(A="boar 20 5 0", B="boar 20 -5 0 wounds 1"))[0] > 600
    assert win_chances(world(A="wolf 20 5 0", B="wolf 20 -5 0 steeds 1"))[0] > 900


def test_a_faster_chariot_has_the_better_win_chance() -> None:
    """The speed of a machine counts more than a few inches."""
    assert win_chances(world(A="wood 10 5 0", B="boar 20 -5 0"))[0] > 800
    assert win_chances(world(A="pump 30 5 0", B="wolf 20 -5 0"))[0] < 100


def test_a_wreck_has_no_win_chance() -> None:
    race = world(A="boar 20 5 0", B="boar 20 -5 0", C="boar 20 0 0 wreck")
    assert win_chances(race)[2] == 1
    assert win_chances(race)[0] in range(499, 502)
    assert the_game().analysis.features(race.state, 0) == [0, 9, 4, 4, 1]


# -------------------------------------------------------------------- plans declared in parts

ROUND = (FORWARD, 6000, TURN, 150, FORWARD, 3000)


def test_a_plan_may_be_declared_in_parts() -> None:
    assert starts_with(ROUND, ())
    assert starts_with(ROUND, (FORWARD, 3000))
    assert starts_with(ROUND, (FORWARD, 6000, TURN, 150, FORWARD, 1000))
    assert starts_with(ROUND, ROUND)
    assert not starts_with(ROUND, (FORWARD, 7000))
    assert not starts_with(ROUND, (FORWARD, 3000, TURN, 150))
    assert not starts_with(ROUND, (*ROUND, DRIFT, 1))
    assert remaining_steps(ROUND, (FORWARD, 3000)) == (FORWARD, 3000, TURN, 150, FORWARD, 3000)
    assert remaining_steps(ROUND, (FORWARD, 6000)) == (TURN, 150, FORWARD, 3000)
    assert remaining_steps(ROUND, ROUND) == ()


def test_plans_share_their_actions_until_they_differ() -> None:
    steps = next_actions([ROUND, (FORWARD, 3000, DRIFT, 1), (SWIPE, 1, FORWARD, 9000), ()])
    assert [step.text for step in steps] == ["forward 3000", "forward 3000", "swipe 1", "go"]


# -------------------------------------------------------------------- the shared cache


@long
def test_drivers_with_a_shared_cache_choose_the_same() -> None:
    """One cache for all drivers gives the same race as a new planner for every move."""
    cache = PlannerCache()
    plain = new_race("throat", 3, 5, "greenskins")
    shared = new_race("throat", 3, 5, "greenskins")
    play_out(the_game(), plain, [RacesDriver() for _ in range(3)], 5)
    play_out(the_game(), shared, [RacesDriver(cache) for _ in range(3)], 5)
    assert shared.turn == plain.turn
    assert [(car.x, car.y, car.wounds) for car in shared.chariots] == [
        (car.x, car.y, car.wounds) for car in plain.chariots
    ]
    assert cache.planners


# -------------------------------------------------------------------- candidates


@pytest.mark.parametrize(("track", "seats", "field"), [("pass", 2, "elves"), ("circus", 3, "wacky")])
def test_every_candidate_is_legal(track: str, seats: int, field: str) -> None:
    """Play some turns of a race in which the seats take different candidates."""
    game = the_game()
    policy = RacesSearchPolicy()
    state = new_race(track, seats, 8, field)
    played = 0
    counts = set()
    while state.agenda and state.turn < 4:
        seat = agenda.seats(state)[0]
        baseline = policy.baseline(1).choose(game, state, seat)
        candidates = policy.candidates_with_intent(game, state, seat, baseline)
        assert candidates[0][0].text == baseline.text
        for action, intent in candidates:
            assert game.check(state, seat, action) is None
            assert isinstance(policy.rollout_bot_for(1, state, seat, intent), RacesDriver)
        if isinstance(state.agenda[-1], MakePlan):
            counts.add(len(candidates))
        played += 1
        agenda.act(state, candidates[played % len(candidates)][0], seat)
    assert max(counts) > 2
    assert min(counts) == 1


def test_a_rollout_follows_the_plan_it_was_started_for() -> None:
    """It drives the counts plan, even if its first step is shared with other plans."""
    game = the_game()
    policy = RacesSearchPolicy()
    race = world(dice="", A="boar 20 0 0", B="boar 900 900 0")
    race.run(BeginMove(0))
    race.play("steady")
    plans = policy.open_plans(race.state)
    assert len(plans) > 1
    for number, plan in enumerate(plans):
        state = game.imagine(race.state, 0, SEED)
        driver = policy.rollout_bot_for(1, race.state, 0, number)
        while isinstance(state.agenda[-1], MakePlan):
            done = state.move.plan
            agenda.act(state, driver.choose(game, state, 0), 0)
            if not state.agenda or not isinstance(state.agenda[-1], MakePlan):
                assert done == plan
                break


# -------------------------------------------------------------------- better choices


def race_near_the_finish() -> World:
    """Return a race in which Red can finish now, and White, 3 inches ahead, will finish if Red waits."""
    race = world(A="wolf -10 5 0 score 9 tie 0", B="wolf -7 -5 0 score 8 tie 1", count=9)
    goal = race.state.rules.track.lap
    for chariot in race.state.chariots:
        chariot.progress += goal
        chariot.marks = len(race.state.rules.track.marks)
    race.state.phase = MOVING
    return race.run(*COUNT)


def test_a_veteran_who_can_win_now_does_not_wait() -> None:
    """The driver bot lets chariots ahead go first; the veteran sees them cross the line."""
    game = the_game()
    race = race_near_the_finish()
    assert RacesDriver().choose(game, race.state, 0).text == "wait"
    veteran = LookaheadBot(RacesSearchPolicy(), SearchBudget(4, 0.5), 0.0, 7)
    analysis = veteran.analyse(game, game.imagine(race.state, 0, SEED), 0)
    assert analysis.chosen.text == "act"
    assert analysis.options[0].value > analysis.options[1].value + 500


def test_the_search_does_not_depend_on_future_dice() -> None:
    """States that differ only in their future dice lead to the same analysis."""
    game = the_game()
    analyses = set()
    for seed in range(3):
        state = new_race("oval", 2, 11)
        while not isinstance(state.agenda[-1], MakePlan):
            agenda.act(state, agenda.proposals(state)[0], agenda.seats(state)[0])
        agenda.act(state, Action("forward", (3000,)), agenda.seats(state)[0])
        state.dice = TapeDice(seed_from(1000 + seed))
        state.dice.rolled = 40
        seat = agenda.seats(state)[0]
        veteran = LookaheadBot(RacesSearchPolicy(), SearchBudget(2, 0.0), 0.0, 7)
        analysis = veteran.analyse(game, game.imagine(state, seat, SEED), seat)
        analyses.add(tuple([(option.action.text, option.value) for option in analysis.options]))
    assert len(analyses) == 1
    assert len(min(analyses)) > 1


def test_races_have_lookahead_levels() -> None:
    assert isinstance(SEARCH_POLICIES["races"], RacesSearchPolicy)
    assert isinstance(make("champion", the_game(), 1), LookaheadBot)


# -------------------------------------------------------------------- next-move values


def test_a_place_that_faces_along_the_road_has_a_higher_value() -> None:
    """In the first bend, facing along the road is better than facing the outer wall."""
    race = new_race("oval", 2, 1, "wolves")
    values = NextMoveValueCache().values_for(race, race.chariots[0])
    there = race.rules.track.at(30_000)
    along, outwards = [
        values.value_at(box_at(Pose(there.x, there.y, turn), 4000, 2000), 30_000, 1)
        for turn in (there.turn, there.turn + 600)
    ]
    assert along > outwards + 2000


def test_next_move_values_do_not_depend_on_earlier_queries() -> None:
    """Places in one cell have one value, and a cached value is the one that would be computed again."""
    race = world(A="boar 20 0 0", B="boar 900 900 0").state
    boxes = [box_at(Pose(20_000 + 40 * step, 0, 0), 4000, 2000) for step in range(20)]
    forwards = NextMoveValueCache().values_for(race, race.chariots[0])
    backwards = NextMoveValueCache().values_for(race, race.chariots[0])
    first = [forwards.value_at(box, box.x + 2000, 1) for box in boxes]
    second = [backwards.value_at(box, box.x + 2000, 1) for box in reversed(boxes)]
    assert first == second[::-1]
    assert len(forwards.values) < len(boxes)


def test_next_move_values_are_cached_for_the_next_race() -> None:
    value_cache = NextMoveValueCache()
    first, second = new_race("oval", 2, 1, "wolves"), new_race("oval", 2, 2, "wolves")
    values = value_cache.values_for(first, first.chariots[0])
    assert value_cache.values_for(second, second.chariots[1]) is values
    second.chariots[1].steeds = 2
    assert value_cache.values_for(second, second.chariots[1]) is not values


def test_the_champion_policy_shares_only_next_move_values() -> None:
    """Veteran and champion do not share planners."""
    policy = RacesSearchPolicy()
    champion = policy.for_champion()
    assert isinstance(champion, RacesSearchPolicy)
    assert champion.value_cache is policy.value_cache
    assert isinstance(champion.own_cache, FightingPlannerCache)
    assert not isinstance(policy.own_cache, LookaheadPlannerCache)


def test_a_simulated_state_is_evaluated_by_its_places() -> None:
    """At equal progress Red, turned into the bend, is better off than White; the state is left unchanged."""
    game, policy = the_game(), RacesSearchPolicy()
    race = new_race("oval", 2, 1, "wolves")
    track = race.rules.track
    for chariot, lean in zip(race.chariots, (0, 450), strict=True):
        pose = track.at(30_000)
        chariot.move_to(pose.x, pose.y, pose.turn + lean)
        chariot.progress = 30_000
    assert policy.value(game, race, 0) > 550 > 450 > policy.value(game, race, 1)
    assert [chariot.progress for chariot in race.chariots] == [30_000, 30_000]


def test_the_lookahead_planner_ranks_paths_by_where_they_lead() -> None:
    """The best path is the one after which two moves together lead farthest."""
    race = new_race("oval", 2, 4, "wolves")
    planner = LookaheadPlannerCache(SearchSettings(12, 4, 6, 1), NextMoveValueCache()).planner_for(race)
    paths = planner.paths(12_000, False)
    scores = [path.score for path in paths]
    assert 1 < len(paths) <= 6
    assert scores == sorted(scores, reverse=True)
    assert planner.best_path(12_000, False) is paths[0]
    assert all(path.score > path.progress for path in paths)


# -------------------------------------------------------------------- the fighting planner


def test_poses_along_a_plan_are_an_inch_apart() -> None:
    plan = (FORWARD, 2500, TURN, 150, DRIFT, 1)
    places = poses_along(Pose(0, 0, 0), plan)
    assert [(pose.x, pose.turn, place, done) for pose, place, done in places[:5]] == [
        (0, 0, 0, 0),
        (1000, 0, 0, 1000),
        (2000, 0, 0, 2000),
        (2500, 0, 2, 0),
        (2500, 150, 4, 0),
    ]
    assert len(places) == 6
    assert insert_swipe(plan, 0, 1000, 3) == (FORWARD, 1000, SWIPE, 3, FORWARD, 1500, TURN, 150, DRIFT, 1)
    assert insert_swipe(plan, 2, 0, 3) == (FORWARD, 2500, SWIPE, 3, TURN, 150, DRIFT, 1)


def test_the_fighting_planner_swipes_at_a_chariot_that_it_passes() -> None:
    """White is out of reach at both ends of the move, so the driver bot does not swipe."""
    race = world(A="wolf 20 0 0", B="wolf 24.5 2.8 0")
    race.run(BeginMove(0))
    race.play("steady")
    planner = FightingPlannerCache(SearchSettings(12, 4, 6, 1), NextMoveValueCache()).planner_for(race.state)
    plan = planner.plan(race.state)
    assert SWIPE in plan[::2]
    assert plan[0] == FORWARD
    assert plan in planner.candidate_plans(race.state, 4)
    assert SWIPE not in PlannerCache().planner_for(race.state).plan(race.state)[::2]


def test_a_champion_fires_without_a_search() -> None:
    """White is too far behind to be the main rival, so the driver bot holds fire."""
    game, policy = the_game(), RacesSearchPolicy().for_champion()
    race = world(A="wolf 40 0 0", B="wolf 25 0 0", phase=SHOOTING)
    race.run(Shoot(0, 1))
    assert RacesDriver().choose(game, race.state, 0).text == "hold"
    baseline = policy.baseline(1).choose(game, race.state, 0)
    assert baseline.text == "shoot 1"
    assert policy.candidates_with_intent(game, race.state, 0, baseline) == [(baseline, 0)]


def test_a_champion_without_chariots_near_does_not_search() -> None:
    game, policy = the_game(), RacesSearchPolicy().for_champion()
    for away, alone in (("49", False), ("51", True)):
        race = world(A="wolf 20 0 0", B=f"wolf {away} 0 0")
        race.run(BeginMove(0))
        assert is_alone(race.state, race.state.chariots[0]) == alone
        baseline = policy.baseline(1).choose(game, race.state, 0)
        assert (len(policy.candidates_with_intent(game, race.state, 0, baseline)) == 1) == alone


def test_among_fighters_a_lead_counts_less_and_strength_counts() -> None:
    ahead = world(A="wolf 26 5 0", B="wolf 20 -5 0").state
    assert 500 < win_chance(ahead, 0, FIGHTING_WEIGHTS) < win_chance(ahead, 0)
    weak = world(A="wolf 20 5 0 strength 4", B="wolf 20 -5 0").state
    assert win_chance(weak, 0, FIGHTING_WEIGHTS) < win_chance(weak, 0) == 500
