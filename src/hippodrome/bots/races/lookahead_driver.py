"""Drivers who think of where a move leads: of every way, what the move after it promises."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.next_move_value import Foresight, Foresights, unlike
from hippodrome.bots.races.path_search import Search, Way
from hippodrome.bots.races.plan_cache import Memory
from hippodrome.bots.races.policy import Thought
from hippodrome.games.races.planning import base_distance
from hippodrome.games.races.state import Race

BEYOND: Final = 8  # what lies beyond the line counts so much less


class Sight:
    """How well a driver looks: how many steps he tries at each mark, how many ways he follows, how many he thinks of
    to the end, and so many moves deep."""

    __slots__ = ("depth", "guessed", "kept", "looked")

    def __init__(self, guessed: int, kept: int, looked: int, depth: int) -> None:
        self.guessed = guessed
        self.kept = kept
        self.looked = looked
        self.depth = depth


class SightedThought(Thought):
    """All that a driver with foresight thinks of one move."""

    def __init__(self, race: Race, sight: Sight, foresight: Foresight) -> None:
        super().__init__(race)
        self.sight = sight
        self.foresight = foresight
        self.ranked: dict[int, list[Way]] = {}

    def search(self, owed: i64, reined: bool) -> list[Way]:
        """Ways of a distance that lead to different places, the best first: by what the next move promises."""
        key = int(owed) * 2 + (1 if reined else 0)
        if key not in self.ranked:
            sight = self.sight
            search = Search(self.ground, self.prices, self.goal, owed, reined, sight.guessed, sight.kept)
            found = unlike(search.ways(self.box, self.progress, self.pivots), sight.looked)
            for way in found:
                if way.progress <= self.goal:
                    way.trouble = self.trouble(way) if self.bare.boxes else 0
                    way.score = way.progress - self.progress - way.cost - way.trouble + self.promise(way)
            found.sort(key=lambda way: -way.score)
            self.ranked[key] = found
        return self.ranked[key]

    def promise(self, way: Way) -> i64:
        """What the next move promises; what lies beyond the line counts for little."""
        found = self.foresight.promise(way.box, way.progress, self.sight.depth)
        beyond = way.progress + found - self.goal
        return found if beyond <= 0 else found - beyond + beyond // BEYOND

    def far_sighted(self, ways: list[Way]) -> Way:
        """Return the first: all of them have been thought of to the end."""
        return ways[0]

    def declaration(self, race: Race) -> str:
        """Whatever promises most, over what the dice may show."""
        basic = base_distance(race, race.mover())
        steady = self.way(max(0, basic), False)
        if self.whip_score(race, basic) > steady.score:
            return "whip"
        if steady.cost + steady.trouble > 0 and self.reins_score(basic) > steady.score:
            return "reins"
        return "steady"


class SightedMemory(Memory):
    """What drivers with foresight have thought."""

    def __init__(self, sight: Sight, foresights: Foresights) -> None:
        super().__init__()
        self.sight = sight
        self.foresights = foresights

    def think(self, race: Race) -> Thought:
        """Return a new thought."""
        return SightedThought(race, self.sight, self.foresights.of(race, race.mover()))
