"""The search policies of Chariot Races, for veterans and champions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.races import RacesDriver, next_action
from hippodrome.bots.races.fighting_driver import FightingPlannerCache
from hippodrome.bots.races.lookahead_driver import SearchSettings
from hippodrome.bots.races.next_move_value import NextMoveValueCache
from hippodrome.bots.races.plan_cache import PlannerCache, position_key
from hippodrome.bots.races.plans import GO, Plan, next_actions, remaining_steps, starts_with
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import SearchPolicy
from hippodrome.games.races.collisions import PassBy
from hippodrome.games.races.evaluation import FIGHTING_WEIGHTS, mean_speed, win_chance
from hippodrome.games.races.fighting import Fight
from hippodrome.games.races.planning import Declare, MakePlan
from hippodrome.games.races.sequence import Call
from hippodrome.games.races.shooting import FireLightning, Shoot
from hippodrome.games.races.state import MOVING, RACING, Chariot, Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State
from hippodrome.kit.units import INCH

MAX_PLANS: Final = 4  # paths searched, besides swipes
ROLLOUT_SETTINGS: Final = SearchSettings(8, 3, 4, 1)  # in the champion's rollouts
CHAMPION_SETTINGS: Final = SearchSettings(24, 8, 12, 1)  # for the champion's own plans
ALONE_RANGE_MI: Final = 30 * INCH  # a chariot with no other within this range does not search


class PlanFollower(RacesDriver):
    """A driver that follows a given plan in one move."""

    def __init__(self, cache: PlannerCache, seat: int, turn: int, plan: Plan) -> None:
        super().__init__(cache)
        self.seat = seat
        self.turn = turn
        self.plan = plan

    def next_step(self, race: Race) -> Action:
        """Return the next step of the given plan in its move, otherwise of the driver's own."""
        if race.move.mover == self.seat and race.turn == self.turn:
            return next_action(race, self.plan)
        return super().next_step(race)


class BaselineDriver(RacesDriver):
    """The driver whose answer the search tries to improve; it can continue a plan begun by another bot."""

    def __init__(self, policy: RacesSearchPolicy) -> None:
        super().__init__(policy.own_cache)
        self.policy = policy

    def next_step(self, race: Race) -> Action:
        """Return the next step of the best plan, no longer than all searched plans have in common."""
        return self.policy.plan_actions(race)[0]


class FightingDriver(BaselineDriver):
    """A baseline driver that always shoots when it can."""

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Choose as the baseline driver, but never hold fire."""
        action = super().choose(game, state, seat)
        return agenda.proposals(state)[0] if action.verb == "hold" else action


class RacesSearchPolicy(SearchPolicy):
    """Searches to the end of the turn: when to move, whip or reins, which plan, and which target.

    Whole plans are compared at the step where they differ. All rollouts share the planner cache. Their final positions
    are evaluated with the value of each chariot's next move, which the driver bot does not know. Most of the gain is in
    when to move, so even two rollouts are enough to beat the driver bot.
    """

    def __init__(self) -> None:
        super().__init__(1, SearchBudget(2, 0.5), SearchBudget(24, 0.5))
        self.value_cache = NextMoveValueCache()
        self.rollout_cache = PlannerCache()
        self.own_cache = self.rollout_cache
        self.key: tuple[int, ...] = ()
        self.current_plans: list[Plan] = []  # of the position with this key

    def for_champion(self) -> SearchPolicy:
        """Return the champion's policy, which shares the next-move values."""
        return RacesChampionPolicy(self.value_cache)

    def value(self, game: Game, world: State, seat: int) -> int:
        """Return the win chance, with the value of each chariot's next move added to its progress."""
        assert isinstance(world, Race)
        if world.over:
            return game.analysis.value(world, seat)
        bonuses = [self.position_bonus(world, chariot) for chariot in world.chariots]
        for chariot in world.chariots:
            chariot.progress += bonuses[chariot.id]
        chance = self.win_chance(game, world, seat)
        for chariot in world.chariots:
            chariot.progress -= bonuses[chariot.id]
        return chance

    def win_chance(self, game: Game, race: Race, seat: int) -> int:
        """Return the win chance of a position without looking at next moves."""
        return game.analysis.value(race, seat)

    def position_bonus(self, race: Race, chariot: Chariot) -> i64:
        """Return how much farther the next move leads from here than an average move."""
        if chariot.status != RACING:
            return 0
        values = self.value_cache.values_for(race, chariot)
        return values.value_at(race.box(chariot), chariot.progress, 1) - mean_speed(race, chariot)

    def rollout_bot(self, seed: int) -> Bot:
        """Return the driver that plays all seats of a rollout."""
        return RacesDriver(self.rollout_cache)

    def baseline(self, seed: int) -> Bot:
        """Return the baseline driver, which can also continue a plan begun by another bot."""
        return BaselineDriver(self)

    def rollout_bot_for(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """Return a driver that follows the plan with the number `intent`."""
        assert isinstance(state, Race)
        if not isinstance(state.agenda[-1], MakePlan):
            return self.rollout_bot(seed)
        return PlanFollower(self.rollout_cache, seat, int(state.turn), self.open_plans(state)[intent])

    def candidates_with_intent(self, game: Game, state: State, seat: int, baseline: Action) -> list[tuple[Action, int]]:
        """Return every answer to most decisions; while planning, the next step of each plan if they differ."""
        assert isinstance(state, Race)
        step = state.agenda[-1]
        if isinstance(step, MakePlan):
            steps = self.plan_actions(state)
            differ = any(action.text != steps[0].text for action in steps)
            return [(action, place) for place, action in enumerate(steps)] if differ else [(baseline, 0)]
        if isinstance(step, Call) and state.phase != MOVING:
            return [(baseline, 0)]
        if isinstance(step, (Call, Declare, PassBy, Shoot, FireLightning, Fight)):
            return [(action, 0) for action in self.candidates(game, state, seat, baseline) if action.verb != "straight"]
        return [(baseline, 0)]

    # ---------------------------------------------------------------- plans

    def plan_actions(self, race: Race) -> list[Action]:
        """Return the next action of every searched plan; go where it would be illegal."""
        actions = next_actions([remaining_steps(plan, race.move.plan) for plan in self.open_plans(race)])
        decision, seat = race.agenda[-1], race.move.mover
        return [action if decision.check(race, seat, action) is None else GO for action in actions]

    def open_plans(self, race: Race) -> list[Plan]:
        """Return the candidate plans that start with the declared steps, the best first.

        If there is none, return only the plan as declared, which then goes straight ahead.
        """
        done = race.move.plan
        key = (*position_key(race), int(race.turn), int(race.move.owed), int(race.move.declared), *done)
        if key != self.key or self.own_cache.rules is not race.rules:
            plans = self.own_cache.planner_for(race).candidate_plans(race, MAX_PLANS)
            self.current_plans = [plan for plan in plans if starts_with(plan, done)] or [done]
            self.key = key
        return self.current_plans


def search_policy() -> SearchPolicy:
    """Return the search policy of the game."""
    return RacesSearchPolicy()


class RacesChampionPolicy(RacesSearchPolicy):
    """The champion's policy: plans know the value of the next move and swipe along the path, in rollouts too.

    Positions are evaluated with weights fitted to such drivers. Without another chariot near it does not search.
    """

    def __init__(self, value_cache: NextMoveValueCache) -> None:
        super().__init__()
        self.value_cache = value_cache
        self.rollout_cache = FightingPlannerCache(ROLLOUT_SETTINGS, value_cache)
        self.own_cache = FightingPlannerCache(CHAMPION_SETTINGS, value_cache)

    def baseline(self, seed: int) -> Bot:
        """Return a baseline driver that always shoots."""
        return FightingDriver(self)

    def win_chance(self, game: Game, race: Race, seat: int) -> int:
        """Return the win chance among drivers that fight."""
        if race.chariots[seat].status != RACING:
            return game.analysis.value(race, seat)
        return win_chance(race, seat, FIGHTING_WEIGHTS)

    def candidates_with_intent(self, game: Game, state: State, seat: int, baseline: Action) -> list[tuple[Action, int]]:
        """Return only the baseline action if no chariot is near, or to shoot at the only opponent."""
        assert isinstance(state, Race)
        duel = isinstance(state.agenda[-1], Shoot) and len(state.racing()) == 2
        if duel or is_alone(state, state.chariots[seat]):
            return [(baseline, 0)]
        return super().candidates_with_intent(game, state, seat, baseline)


def is_alone(race: Race, chariot: Chariot) -> bool:
    """Return whether no other chariot is near."""
    for other in race.others(chariot):
        x, y = other.x - chariot.x, other.y - chariot.y
        if x * x + y * y <= ALONE_RANGE_MI * ALONE_RANGE_MI:
            return False
    return True
