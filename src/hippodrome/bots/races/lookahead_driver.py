"""A planner that looks one move further: it ranks paths by the value of the next move."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.next_move_value import NextMoveValueCache, NextMoveValues, distinct_paths
from hippodrome.bots.races.path_search import Path, PathSearch
from hippodrome.bots.races.plan_cache import PlannerCache
from hippodrome.bots.races.policy import MovePlanner
from hippodrome.games.races.planning import base_distance
from hippodrome.games.races.state import Race

BEYOND_FINISH_DIVISOR: Final = 8  # progress beyond the finish counts this much less


class SearchSettings:
    """The width and depth of a path search.

    max_steps   steps driven at each mark
    max_paths   paths extended at each mark
    max_rated   finished paths rated by the value of the next move
    depth       moves looked ahead
    """

    __slots__ = ("depth", "max_paths", "max_rated", "max_steps")

    def __init__(self, max_steps: int, max_paths: int, max_rated: int, depth: int) -> None:
        self.max_steps = max_steps
        self.max_paths = max_paths
        self.max_rated = max_rated
        self.depth = depth


class LookaheadPlanner(MovePlanner):
    """Plans one move by ranking its paths by the value of the next move."""

    def __init__(self, race: Race, settings: SearchSettings, values: NextMoveValues) -> None:
        super().__init__(race)
        self.settings = settings
        self.values = values
        self.ranked_paths: dict[int, list[Path]] = {}

    def paths(self, owed: i64, reined: bool) -> list[Path]:
        """Return the paths of a distance that end at different places, ranked by the value of the next move."""
        key = int(owed) * 2 + (1 if reined else 0)
        if key not in self.ranked_paths:
            settings = self.settings
            search = PathSearch(
                self.ground, self.costs, self.goal, owed, reined, settings.max_steps, settings.max_paths
            )
            paths = distinct_paths(search.paths(self.box, self.progress, self.free_turns), settings.max_rated)
            for path in paths:
                if path.progress <= self.goal:
                    path.next_move_cost = self.next_move_cost(path) if self.bare_ground.boxes else 0
                    path.score = (
                        path.progress - self.progress - path.cost - path.next_move_cost + self.next_move_value(path)
                    )
            paths.sort(key=lambda path: -path.score)
            self.ranked_paths[key] = paths
        return self.ranked_paths[key]

    def next_move_value(self, path: Path) -> i64:
        """Return the value of the move after a path; progress beyond the finish counts little."""
        value = self.values.value_at(path.box, path.progress, self.settings.depth)
        beyond = path.progress + value - self.goal
        return value if beyond <= 0 else value - beyond + beyond // BEYOND_FINISH_DIVISOR

    def pick_path(self, paths: list[Path]) -> Path:
        """Return the first path: the ranking already includes the next move."""
        return paths[0]

    def declaration(self, race: Race) -> str:
        """Return the declaration with the best expected score over the dice."""
        basic = base_distance(race, race.mover())
        steady = self.best_path(max(0, basic), False)
        if self.whip_score(race, basic) > steady.score:
            return "whip"
        if steady.cost + steady.next_move_cost > 0 and self.reins_score(basic) > steady.score:
            return "reins"
        return "steady"


class LookaheadPlannerCache(PlannerCache):
    """A cache of lookahead planners."""

    def __init__(self, settings: SearchSettings, value_cache: NextMoveValueCache) -> None:
        super().__init__()
        self.settings = settings
        self.value_cache = value_cache

    def new_planner(self, race: Race) -> MovePlanner:
        """Return a new planner for the current move."""
        return LookaheadPlanner(race, self.settings, self.value_cache.values_for(race, race.mover()))
