"""The decisions of a driver: waiting, shooting, declaring and planning a move."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import CollisionCosts, main_rival
from hippodrome.bots.races.next_move_value import ends_alike, next_distances
from hippodrome.bots.races.path_search import Path, PathSearch
from hippodrome.games.races.bases import CHARIOT_CODE, Ground, ground_for
from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.collisions import side_step
from hippodrome.games.races.plan_execution import can_turn_freely
from hippodrome.games.races.planning import base_distance, free_hints
from hippodrome.games.races.shooting import FIRE, HOLD, nearest_chariots
from hippodrome.games.races.state import FORWARD, MOVING, REINS, SWIPE, Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.units import INCH

WAIT_RANGE_MI: Final = 8 * INCH  # chariots less far ahead move first
ABREAST_MI: Final = INCH  # chariots less far ahead are abreast
WHIP_SAMPLES: Final = (2, 4, 6)  # results examined, each for itself and the one below
REINS_SAMPLES: Final = (2, 4, 6)
MAX_PATHS_CHECKED: Final = 6  # paths whose next move is examined


def should_wait(race: Race, chariot: Chariot) -> bool:
    """Return whether a chariot ahead has yet to move: waiting avoids running into it."""
    if race.phase != MOVING:
        return False
    for other in race.others(chariot):
        gap = other.progress - chariot.progress
        if not other.acted and ABREAST_MI < gap < WAIT_RANGE_MI:
            return True
    return False


def choose_shot(race: Race, shooter: Chariot, actions: list[Action]) -> Action:
    """Return all shots at the target, or hold if it cannot be shot at."""
    target = shooting_target(race, shooter)
    for action in actions:
        if action.verb == "shoot" and action.args[0] == target:
            return action
    return HOLD


def choose_lightning(race: Race, engineer: Chariot) -> Action:
    """Return fire if the nearest chariot is the target, otherwise hold."""
    target = shooting_target(race, engineer)
    return FIRE if all(other.id == target for other in nearest_chariots(race, engineer)) else HOLD


def shooting_target(race: Race, chariot: Chariot) -> int:
    """Return the main rival, or -1; in a larger field a rival on its last wound is spared."""
    rival = main_rival(race, chariot)
    if rival >= 0 and race.chariots[rival].wounds == 1 and len(race.racing()) > 2:
        return -1
    return rival


def without_chariots(ground: Ground) -> Ground:
    """Return the ground as it will be when all chariots have moved on: with wrecks, but without chariots."""
    kept = [place for place, code in enumerate(ground.codes) if code < CHARIOT_CODE]
    return Ground(ground.track, [ground.boxes[place] for place in kept], [ground.codes[place] for place in kept])


class MovePlanner:
    """Plans one move: the declaration and, for each distance, the best path. Paths found are cached."""

    def __init__(self, race: Race) -> None:
        chariot = race.mover()
        self.ground = ground_for(race, chariot)
        self.bare_ground = without_chariots(self.ground)
        self.box = race.box(chariot)
        self.progress = chariot.progress
        self.costs = CollisionCosts(race, chariot)
        self.goal: i64 = race.rules.options.laps * race.rules.track.lap
        self.free_turns = free_hints(race) if can_turn_freely(race, chariot) else ()
        self.next_distances = next_distances(race, chariot)
        self.best_paths: dict[int, Path] = {}

    def best_path(self, owed: i64, reined: bool) -> Path:
        """Return the best path of a distance."""
        key = int(owed) * 2 + (1 if reined else 0)
        if key not in self.best_paths:
            self.best_paths[key] = self.pick_path(self.paths(owed, reined))
        return self.best_paths[key]

    def paths(self, owed: i64, reined: bool) -> list[Path]:
        """Return the paths of a distance, the best first."""
        search = PathSearch(self.ground, self.costs, self.goal, owed, reined)
        return search.paths(self.box, self.progress, self.free_turns)

    def pick_path(self, paths: list[Path]) -> Path:
        """Return the path that is best once the cost of the next move is subtracted.

        Paths are examined in order until the next one can no longer become the best.
        """
        best = paths[0]
        examined: list[Path] = []
        for path in paths:
            if examined and (path.score <= best.score or len(examined) >= MAX_PATHS_CHECKED):
                break
            if any(ends_alike(path, other) for other in examined):
                continue
            examined.append(path)
            if path.progress <= self.goal:
                path.next_move_cost = self.next_move_cost(path)
                path.score -= path.next_move_cost
            if path is best or path.score > best.score:
                best = path
        return best

    def next_move_cost(self, path: Path) -> i64:
        """Return the expected cost of obstacles in the move after a path."""
        total: i64 = 0
        for distance in self.next_distances:
            search = PathSearch(self.bare_ground, self.costs, self.goal, distance, False, 4, 2)
            total += search.paths(path.box, path.progress)[0].cost
        return total // len(self.next_distances)

    # ---------------------------------------------------------------- declaring

    def declaration(self, race: Race) -> str:
        """Return the declaration with the best expected score over the dice."""
        basic = base_distance(race, race.mover())
        if self.is_clear(basic + 6 * INCH) and self.is_clear(basic + 2 * INCH):
            return "whip"
        steady = self.best_path(max(0, basic), False)
        if self.whip_score(race, basic) > steady.score:
            return "whip"
        if steady.cost + steady.next_move_cost > 0 and self.reins_score(basic) > steady.score:
            return "reins"
        return "steady"

    def is_clear(self, distance: i64) -> bool:
        """Return whether a move of this distance and the next one cost nothing."""
        path = self.best_path(max(0, distance), False)
        return path.cost == 0 and path.next_move_cost == 0

    def whip_score(self, race: Race, basic: i64) -> i64:
        """Return the expected score of cracking the whip, over the best of its dice."""
        dice = int(whip_dice(race.mover().steeds))
        penalty = race.machine(race.mover()).whip_penalty
        total: i64 = 0
        weights: i64 = 0
        for die in WHIP_SAMPLES:
            weight: i64 = die**dice - (die - 2) ** dice
            total += self.best_path(max(0, basic + max(0, die - penalty) * INCH), False).score * weight
            weights += weight
        return total // weights

    def reins_score(self, basic: i64) -> i64:
        """Return the expected score of pulling the reins."""
        total: i64 = 0
        for die in REINS_SAMPLES:
            total += self.best_path(max(0, basic - die * INCH), True).score
        return total // len(REINS_SAMPLES)

    # ---------------------------------------------------------------- planning

    def plan(self, race: Race) -> tuple[int, ...]:
        """Return the whole plan, with a swipe at its start or end if one in reach pays."""
        path = self.best_path(race.move.owed, race.move.declared == REINS)
        plan = path.plan
        before = self.swipe_target(race, self.box)
        if before >= 0:
            return (SWIPE, before, *plan) if not plan or plan[0] == FORWARD else plan
        after = self.swipe_target(race, path.box) if not path.ended else -1
        return (*plan, SWIPE, after) if after >= 0 else plan

    def swipe_target(self, race: Race, box: Box) -> int:
        """Return the chariot within reach of a base that pays most to swipe; -1 if there is none."""
        lowest, target = 0, -1
        for other in race.others(race.mover()):
            cost = int(self.costs.swipes[other.id])
            if cost < lowest and self.can_swipe(race, box, other):
                lowest, target = cost, int(other.id)
        return target

    def can_swipe(self, race: Race, box: Box, other: Chariot) -> bool:
        """Return whether a chariot can be swiped from a base."""
        theirs = race.box(other)
        if theirs.overlaps(box):
            return False
        crossing = race.rules.track.has_crossing()
        return side_step(self.ground, box, theirs, CHARIOT_CODE + int(other.id), crossing)[1] != 0

    # ---------------------------------------------------------------- other plans

    def candidate_plans(self, race: Race, most: int) -> list[tuple[int, ...]]:
        """Return the plan, then up to `most` other paths that end elsewhere, then swipes at chariots in reach."""
        reined = race.move.declared == REINS
        best = self.best_path(race.move.owed, reined)
        plans = [self.plan(race)]
        chosen = [best]
        for path in self.paths(race.move.owed, reined):
            if len(chosen) >= most:
                break
            if not any(ends_alike(path, other) for other in chosen):
                chosen.append(path)
                plans.append(path.plan)
        for other in race.others(race.mover()):
            swipe = (SWIPE, int(other.id))
            if self.can_swipe(race, self.box, other) and best.plan[:1] in ((), (FORWARD,)):
                plans.append((*swipe, *best.plan))
            if not best.ended and self.can_swipe(race, best.box, other):
                plans.append((*best.plan, *swipe))
        return [plan for place, plan in enumerate(plans) if plan not in plans[:place]]
