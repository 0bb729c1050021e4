"""Programs that look ahead: veteran and champion. They differ in how hard they think, and in nothing else."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.benhur import BenHurGuide
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide
from hippodrome.bots.search.races import RacesGuide
from hippodrome.bots.search.weighing import Weighing
from hippodrome.bots.thoughts import Thoughts
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

GUIDES: Final[dict[str, Guide]] = {"benhur": BenHurGuide(), "races": RacesGuide()}
"""How to look ahead, by game."""

VETERAN: Final = "veteran"
CHAMPION: Final = "champion"
SECONDS: Final = {VETERAN: 0.3, CHAMPION: 2.0}
"""How long each of them thinks about a decision at the most, where somebody waits."""


def searcher(level: str, game: str, seed: int, timed: bool) -> Searcher:
    """A program by its level; without a clock the same seed gives the same choices on any machine."""
    guide = GUIDES[game]
    effort = guide.champion if level == CHAMPION else guide.veteran
    return Searcher(guide, effort, SECONDS[level] if timed else 0.0, seed)


class Searcher(Bot):
    """Weighs its options in imagined worlds, for some seconds at the most (0: as long as it takes)."""

    def __init__(self, guide: Guide, effort: Effort, seconds: float, seed: int) -> None:
        self.guide = guide
        self.effort = effort
        self.seconds = seconds
        self.seed = seed
        self.count = 0

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """The best option."""
        return self.think(game, state, seat).chosen

    def think(self, game: Game, state: State, seat: int) -> Thoughts:
        """The options with what was expected of them."""
        self.count += 1
        return Weighing(game, self.guide, state, seat, self.effort, self.seconds, self.seed + self.count).run()
