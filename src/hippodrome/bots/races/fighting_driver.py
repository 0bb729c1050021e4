"""A lookahead planner that also fights: it adds swipes along the path where they pay."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import damage_gain, swipe_cost
from hippodrome.bots.races.lookahead_driver import LookaheadPlanner, LookaheadPlannerCache, SearchSettings
from hippodrome.bots.races.next_move_value import NextMoveValues
from hippodrome.bots.races.path_search import Path
from hippodrome.bots.races.plans import Plan
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.state import DRIFT, FORWARD, REINS, SWIPE, Chariot, Race
from hippodrome.kit.geometry.fixed_point import add_angle
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.units import INCH

SWIPE_DISCOUNT_MI: Final = 0  # a swipe costs this much less than for the driver bot
SAMPLE_STEP_MI: Final = INCH  # between the places on a path from which a swipe is tried
SWIPE_CHECK_RANGE_MI: Final = 5 * INCH  # between centres; chariots farther away are out of reach
MAX_SWIPE_PLANS: Final = 4


def poses_along(start: Pose, plan: Plan) -> list[tuple[Pose, int, i64]]:
    """Return the poses along a plan if nothing blocks it, each with the index of its step and how much is done."""
    pose = start
    poses: list[tuple[Pose, int, i64]] = [(pose, 0, 0)]
    for place in range(0, len(plan), 2):
        what, amount = plan[place], plan[place + 1]
        if what == FORWARD:
            done: i64 = SAMPLE_STEP_MI
            while done < amount:
                poses.append((pose.forward(done), place, done))
                done += SAMPLE_STEP_MI
            pose = pose.forward(amount)
        elif what == DRIFT:
            pose = pose.slide(add_angle(pose.turn, 900 * amount), INCH)
        elif what != SWIPE:
            pose = pose.rotate(amount)
        poses.append((pose, place + 2, 0))
    return poses


def insert_swipe(plan: Plan, place: int, done: i64, who: int) -> Plan:
    """Return a plan with a swipe inserted after a part of a step."""
    if not done:
        return (*plan[:place], SWIPE, who, *plan[place:])
    rest = plan[place + 1] - int(done)
    return (*plan[:place], FORWARD, int(done), SWIPE, who, FORWARD, rest, *plan[place + 2 :])


class FightingPlanner(LookaheadPlanner):
    """Plans one move, with swipes along its path."""

    def __init__(self, race: Race, settings: SearchSettings, values: NextMoveValues) -> None:
        super().__init__(race, settings, values)
        chariot = race.mover()
        self.swipe_costs: list[i64] = [0] * len(race.chariots)
        for other in race.others(chariot):
            gain = damage_gain(race, chariot, other, True) // max(1, len(race.racing()) - 1)
            self.swipe_costs[other.id] = swipe_cost(race, chariot, other, gain) - SWIPE_DISCOUNT_MI
        self.best_plans: dict[int, Plan] = {}

    def plan(self, race: Race) -> Plan:
        """Return the best plan, from the cache if possible."""
        key = int(race.move.owed) * 2 + (1 if race.move.declared == REINS else 0)
        if key not in self.best_plans:
            self.best_plans[key] = self.best_plan(race)
        return self.best_plans[key]

    def best_plan(self, race: Race) -> Plan:
        """Return the plan of the best path, with the swipe that pays most."""
        path = self.best_path(race.move.owed, race.move.declared == REINS)
        lowest: i64 = 0
        best = path.plan
        for other in race.others(race.mover()):
            if self.swipe_costs[other.id] < lowest:
                plan = self.plan_with_swipe(race, path, other)
                if plan:
                    lowest = self.swipe_costs[other.id]
                    best = plan
        return best

    def plan_with_swipe(self, race: Race, path: Path, other: Chariot) -> Plan:
        """Return a plan with a swipe at the last place where a chariot is in reach; empty if there is none."""
        places = poses_along(self.box.pose(), path.plan)
        width = self.box.width
        while places:
            pose, place, done = places.pop()
            x, y = pose.x - other.x, pose.y - other.y
            if x * x + y * y > SWIPE_CHECK_RANGE_MI * SWIPE_CHECK_RANGE_MI:
                continue
            if place == 0 and not done and path.plan[:1] not in ((), (FORWARD,)):
                continue
            if self.can_swipe(race, box_at(pose, BASE_LENGTH_MI, width), other):
                return insert_swipe(path.plan, place, done, int(other.id))
        return ()

    def candidate_plans(self, race: Race, most: int) -> list[Plan]:
        """Return the plan, then the plans of up to `most` paths, then plans with swipes."""
        paths = self.paths(race.move.owed, race.move.declared == REINS)
        plans = [self.plan(race), *[path.plan for path in paths[:most]]]
        swipes: list[Plan] = []
        for path in paths:
            for other in race.others(race.mover()):
                plan = self.plan_with_swipe(race, path, other)
                if plan and len(swipes) < MAX_SWIPE_PLANS:
                    swipes.append(plan)
        plans += swipes
        return [plan for place, plan in enumerate(plans) if plan not in plans[:place]]


class FightingPlannerCache(LookaheadPlannerCache):
    """A cache of fighting planners."""

    def new_planner(self, race: Race) -> FightingPlanner:
        """Return a new planner for the current move."""
        return FightingPlanner(race, self.settings, self.value_cache.values_for(race, race.mover()))
