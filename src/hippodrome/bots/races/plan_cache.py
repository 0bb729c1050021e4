"""A cache of move planners, shared by all simulations: the same position gives the same plans."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.races.policy import MovePlanner
from hippodrome.games.races.state import Race, Rules

MAX_CACHED_PLANNERS: Final = 1_000


def position_key(race: Race) -> tuple[int, ...]:
    """Return what a planner depends on besides the rules: the mover and the state of every chariot."""
    key = [int(race.move.mover)]
    for chariot in race.chariots:
        key += [
            int(chariot.x), int(chariot.y), int(chariot.turn), int(chariot.status), int(chariot.kind),
            int(chariot.strength), int(chariot.toughness), int(chariot.wounds), int(chariot.steeds),
            int(chariot.progress), int(chariot.penalty), int(chariot.free),
        ]  # fmt: skip
    return tuple(key)


class PlannerCache:
    """Planners by position, for one race at a time."""

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.planners: dict[tuple[int, ...], MovePlanner] = {}

    def planner_for(self, race: Race) -> MovePlanner:
        """Return the planner of the current move."""
        if self.rules is not race.rules or len(self.planners) >= MAX_CACHED_PLANNERS:
            self.planners = {}
            self.rules = race.rules
        key = position_key(race)
        planner = self.planners.get(key)
        if planner is None:
            planner = self.new_planner(race)
            self.planners[key] = planner
        return planner

    def new_planner(self, race: Race) -> MovePlanner:
        """Return a new planner for the current move."""
        return MovePlanner(race)
