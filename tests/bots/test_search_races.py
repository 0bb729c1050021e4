"""Looking ahead in Chariot Races: the win chance, whole plans, what is shared between worlds, and better choices."""

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
    """A race before its first question."""
    state = Setup(the_game(), track, seats, {"field": field}).start(TapeDice(seed_from(seed)))
    assert isinstance(state, Race)
    agenda.advance(state)
    return state


def win_chances(race: World) -> list[int]:
    """The win chance of everybody."""
    return [the_game().value(race.state, seat) for seat in range(len(race.state.chariots))]


# -------------------------------------------------------------------- the win chance


@pytest.mark.parametrize(("track", "seats"), [("oval", 2), ("throat", 3)])
def test_win_chances_are_chances(track: str, seats: int) -> None:
    """Each is between 1 and 999 while the race goes on, and together they are about 1000."""
    game = the_game()
    state = new_race(track, seats, 3, "wacky")
    bots = [RacesDriver() for _ in range(seats)]
    while state.agenda and state.turn < 3:
        found = [game.value(state, seat) for seat in range(seats)]
        assert all(1 <= value <= 999 for value in found)
        assert 1000 - seats <= sum(found) <= 1000 + seats
        assert len(game.features(state, 0)) == len(game.words.aspects)
        seat = agenda.seats(state)[0]
        agenda.act(state, bots[seat].choose(game, state, seat), seat)


def test_who_is_ahead_is_the_likelier_winner() -> None:
    level = win_chances(world(A="boar 20 5 0", B="boar 20 -5 0"))
    ahead = win_chances(world(A="boar 26 5 0", B="boar 20 -5 0"))
    far = win_chances(world(A="boar 80 5 0", B="boar 20 -5 0"))
    assert level[0] in range(499, 502)
    assert level[0] + 50 < ahead[0] < far[0]


def test_who_is_whole_is_the_likelier_winner() -> None:
    assert win_chances(world(A="boar 20 5 0", B="boar 20 -5 0 wounds 1"))[0] > 600
    assert win_chances(world(A="wolf 20 5 0", B="wolf 20 -5 0 steeds 1"))[0] > 900


def test_who_is_faster_is_the_likelier_winner() -> None:
    """A machine's pace counts for more than a few inches."""
    assert win_chances(world(A="wood 10 5 0", B="boar 20 -5 0"))[0] > 800
    assert win_chances(world(A="pump 30 5 0", B="wolf 20 -5 0"))[0] < 100


def test_who_is_out_has_no_chance() -> None:
    race = world(A="boar 20 5 0", B="boar 20 -5 0", C="boar 20 0 0 wreck")
    assert win_chances(race)[2] == 1
    assert win_chances(race)[0] in range(499, 502)
    assert the_game().features(race.state, 0) == [0, 9, 4, 4, 1]


# -------------------------------------------------------------------- plans in parts

ROUND = (FORWARD, 6000, TURN, 150, FORWARD, 3000)


def test_a_plan_may_be_said_in_parts() -> None:
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


def test_plans_go_on_together_until_they_part() -> None:
    steps = next_actions([ROUND, (FORWARD, 3000, DRIFT, 1), (SWIPE, 1, FORWARD, 9000), ()])
    assert [step.text for step in steps] == ["forward 3000", "forward 3000", "swipe 1", "go"]


# -------------------------------------------------------------------- shared thoughts


@long
def test_drivers_who_remember_choose_the_same() -> None:
    """One memory for all is as good as a new thought for every move."""
    memory = PlannerCache()
    plain = new_race("throat", 3, 5, "greenskins")
    shared = new_race("throat", 3, 5, "greenskins")
    play_out(the_game(), plain, [RacesDriver() for _ in range(3)], 5)
    play_out(the_game(), shared, [RacesDriver(memory) for _ in range(3)], 5)
    assert shared.turn == plain.turn
    assert [(car.x, car.y, car.wounds) for car in shared.chariots] == [
        (car.x, car.y, car.wounds) for car in plain.chariots
    ]
    assert memory.planners


# -------------------------------------------------------------------- options


@pytest.mark.parametrize(("track", "seats", "field"), [("pass", 2, "elves"), ("circus", 3, "wacky")])
def test_every_option_is_legal(track: str, seats: int, field: str) -> None:
    """Some turns of a race, everybody looking at all options and taking now one, now another."""
    game = the_game()
    guide = RacesSearchPolicy()
    state = new_race(track, seats, 8, field)
    count = 0
    whole = set()
    while state.agenda and state.turn < 4:
        seat = agenda.seats(state)[0]
        usual = guide.baseline(1).choose(game, state, seat)
        options = guide.candidates_with_intent(game, state, seat, usual)
        assert options[0][0].text == usual.text
        for action, intent in options:
            assert game.check(state, seat, action) is None
            assert isinstance(guide.rollout_bot_for(1, state, seat, intent), RacesDriver)
        if isinstance(state.agenda[-1], MakePlan):
            whole.add(len(options))
        count += 1
        agenda.act(state, options[count % len(options)][0], seat)
    assert max(whole) > 2
    assert min(whole) == 1


def test_a_world_is_played_on_by_the_plan_in_mind() -> None:
    """The plan that was weighed is the one that is driven, whatever its first step has in common with others."""
    game = the_game()
    guide = RacesSearchPolicy()
    race = world(dice="", A="boar 20 0 0", B="boar 900 900 0")
    race.run(BeginMove(0))
    race.play("steady")
    plans = guide.open_plans(race.state)
    assert len(plans) > 1
    for number, plan in enumerate(plans):
        state = game.imagine(race.state, 0, SEED)
        driver = guide.rollout_bot_for(1, race.state, 0, number)
        while isinstance(state.agenda[-1], MakePlan):
            done = state.move.plan
            agenda.act(state, driver.choose(game, state, 0), 0)
            if not state.agenda or not isinstance(state.agenda[-1], MakePlan):
                assert done == plan
                break


# -------------------------------------------------------------------- better choices


def race_near_the_finish() -> World:
    """Red is 8 inches before the line and can be over it now; White, 3 inches ahead of him, will be if he waits."""
    race = world(A="wolf -10 5 0 score 9 tie 0", B="wolf -7 -5 0 score 8 tie 1", count=9)
    goal = race.state.rules.track.lap
    for chariot in race.state.chariots:
        chariot.progress += goal
        chariot.marks = len(race.state.rules.track.marks)
    race.state.phase = MOVING
    return race.run(*COUNT)


def test_whoever_can_win_now_does_not_wait() -> None:
    """The plain driver lets those ahead go first; whoever looks ahead sees them cross the line."""
    game = the_game()
    race = race_near_the_finish()
    assert RacesDriver().choose(game, race.state, 0).text == "wait"
    veteran = LookaheadBot(RacesSearchPolicy(), SearchBudget(4, 0.5), 0.0, 7)
    thoughts = veteran.analyse(game, game.imagine(race.state, 0, SEED), 0)
    assert thoughts.chosen.text == "act"
    assert thoughts.options[0].value > thoughts.options[1].value + 500


def test_coming_dice_do_not_matter() -> None:
    """States that differ in their coming dice alone look the same to whoever imagines them, and so does the choice."""
    game = the_game()
    chosen = set()
    for seed in range(3):
        state = new_race("oval", 2, 11)
        while not isinstance(state.agenda[-1], MakePlan):
            agenda.act(state, agenda.proposals(state)[0], agenda.seats(state)[0])
        agenda.act(state, Action("forward", (3000,)), agenda.seats(state)[0])
        state.dice = TapeDice(seed_from(1000 + seed))
        state.dice.rolled = 40
        seat = agenda.seats(state)[0]
        veteran = LookaheadBot(RacesSearchPolicy(), SearchBudget(2, 0.0), 0.0, 7)
        thoughts = veteran.analyse(game, game.imagine(state, seat, SEED), seat)
        chosen.add(tuple([(option.action.text, option.value) for option in thoughts.options]))
    assert len(chosen) == 1
    assert len(min(chosen)) > 1


def test_the_levels_are_there() -> None:
    assert isinstance(SEARCH_POLICIES["races"], RacesSearchPolicy)
    assert isinstance(make("champion", the_game(), 1), LookaheadBot)


# -------------------------------------------------------------------- what a place promises


def test_a_place_promises_more_if_it_leads_on() -> None:
    """In the first bend: facing along it there is a long way to go, facing the outer wall there is not."""
    race = new_race("oval", 2, 1, "wolves")
    foresight = NextMoveValueCache().values_for(race, race.chariots[0])
    there = race.rules.track.at(30_000)
    along, outwards = [
        foresight.value_at(box_at(Pose(there.x, there.y, turn), 4000, 2000), 30_000, 1)
        for turn in (there.turn, there.turn + 600)
    ]
    assert along > outwards + 2000


def test_promises_do_not_depend_on_who_asked_before() -> None:
    """Whoever stands nearly alike is promised the same, and what is remembered is what would be reckoned anew."""
    race = world(A="boar 20 0 0", B="boar 900 900 0").state
    boxes = [box_at(Pose(20_000 + 40 * step, 0, 0), 4000, 2000) for step in range(20)]
    forth, back = (
        NextMoveValueCache().values_for(race, race.chariots[0]),
        NextMoveValueCache().values_for(race, race.chariots[0]),
    )
    asked = [forth.value_at(box, box.x + 2000, 1) for box in boxes]
    again = [back.value_at(box, box.x + 2000, 1) for box in reversed(boxes)]
    assert asked == again[::-1]
    assert len(forth.values) < len(boxes)


def test_foresights_are_kept_for_the_next_race() -> None:
    foresights = NextMoveValueCache()
    first, second = new_race("oval", 2, 1, "wolves"), new_race("oval", 2, 2, "wolves")
    found = foresights.values_for(first, first.chariots[0])
    assert foresights.values_for(second, second.chariots[1]) is found
    second.chariots[1].steeds = 2
    assert foresights.values_for(second, second.chariots[1]) is not found


def test_a_champion_has_a_guide_of_his_own() -> None:
    """Veterans and champions share what places promise, and nothing else."""
    guide = RacesSearchPolicy()
    deeper = guide.for_champion()
    assert isinstance(deeper, RacesSearchPolicy)
    assert deeper.value_cache is guide.value_cache
    assert isinstance(deeper.own_cache, FightingPlannerCache)
    assert not isinstance(guide.own_cache, LookaheadPlannerCache)


def test_a_world_looks_better_from_a_better_place() -> None:
    """Equal progress, but Red has turned into the bend and White has not; the world is left as it was."""
    game, guide = the_game(), RacesSearchPolicy()
    race = new_race("oval", 2, 1, "wolves")
    track = race.rules.track
    for chariot, lean in zip(race.chariots, (0, 450), strict=True):
        pose = track.at(30_000)
        chariot.move_to(pose.x, pose.y, pose.turn + lean)
        chariot.progress = 30_000
    assert guide.value(game, race, 0) > 550 > 450 > guide.value(game, race, 1)
    assert [chariot.progress for chariot in race.chariots] == [30_000, 30_000]


def test_drivers_with_foresight_rank_ways_by_where_they_lead() -> None:
    """Not the way that goes farthest, but the one after which two moves together go farthest."""
    race = new_race("oval", 2, 4, "wolves")
    thought = LookaheadPlannerCache(SearchSettings(12, 4, 6, 1), NextMoveValueCache()).planner_for(race)
    ways = thought.paths(12_000, False)
    scores = [way.score for way in ways]
    assert 1 < len(ways) <= 6
    assert scores == sorted(scores, reverse=True)
    assert thought.best_path(12_000, False) is ways[0]
    assert all(way.score > way.progress for way in ways)


# -------------------------------------------------------------------- drivers who fight


def test_a_plan_leads_through_places_an_inch_apart() -> None:
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


def test_whoever_is_passed_on_the_way_is_swiped() -> None:
    """Where the move begins and where it ends White is out of reach: the plain driver drives by."""
    race = world(A="wolf 20 0 0", B="wolf 24.5 2.8 0")
    race.run(BeginMove(0))
    race.play("steady")
    thought = FightingPlannerCache(SearchSettings(12, 4, 6, 1), NextMoveValueCache()).planner_for(race.state)
    plan = thought.plan(race.state)
    assert SWIPE in plan[::2]
    assert plan[0] == FORWARD
    assert plan in thought.candidate_plans(race.state, 4)
    assert SWIPE not in PlannerCache().planner_for(race.state).plan(race.state)[::2]


def test_a_champion_does_not_hold_fire_and_needs_no_thought_for_it() -> None:
    """White is too far behind to be the one to beat."""
    game, guide = the_game(), RacesSearchPolicy().for_champion()
    race = world(A="wolf 40 0 0", B="wolf 25 0 0", phase=SHOOTING)
    race.run(Shoot(0, 1))
    assert RacesDriver().choose(game, race.state, 0).text == "hold"
    usual = guide.baseline(1).choose(game, race.state, 0)
    assert usual.text == "shoot 1"
    assert guide.candidates_with_intent(game, race.state, 0, usual) == [(usual, 0)]


def test_whoever_is_alone_drives_on_without_a_thought() -> None:
    game, guide = the_game(), RacesSearchPolicy().for_champion()
    for away, alone in (("49", False), ("51", True)):
        race = world(A="wolf 20 0 0", B=f"wolf {away} 0 0")
        race.run(BeginMove(0))
        assert is_alone(race.state, race.state.chariots[0]) == alone
        usual = guide.baseline(1).choose(game, race.state, 0)
        assert (len(guide.candidates_with_intent(game, race.state, 0, usual)) == 1) == alone


def test_among_fighters_a_lead_is_worth_less_and_strength_counts() -> None:
    ahead = world(A="wolf 26 5 0", B="wolf 20 -5 0").state
    assert 500 < win_chance(ahead, 0, FIGHTING_WEIGHTS) < win_chance(ahead, 0)
    weak = world(A="wolf 20 5 0 strength 4", B="wolf 20 -5 0").state
    assert win_chance(weak, 0, FIGHTING_WEIGHTS) < win_chance(weak, 0) == 500
