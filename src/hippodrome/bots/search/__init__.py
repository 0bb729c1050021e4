"""Programs that look ahead: veteran and champion. They differ in how hard they think, and sometimes in knowledge."""

from __future__ import annotations

import math
from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.benhur import BenHurGuide
from hippodrome.bots.search.chariot import ChariotGuide
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide, Plan
from hippodrome.bots.search.magic import MagicGuide
from hippodrome.bots.search.planning import Planning
from hippodrome.bots.search.races import RacesGuide
from hippodrome.bots.search.weighing import Weighing
from hippodrome.bots.search.wheelie import wheelie_guide
from hippodrome.bots.thoughts import Thoughts, Weighed
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

GUIDES: Final[dict[str, Guide]] = {
    "benhur": BenHurGuide(),
    "chariot": ChariotGuide(),
    "magic": MagicGuide(),
    "races": RacesGuide(),
    "wheelie": wheelie_guide(),
}
"""How to look ahead, by game."""

VETERAN: Final = "veteran"
CHAMPION: Final = "champion"
SECONDS: Final = {VETERAN: 0.3, CHAMPION: 2.0}
"""How long each of them thinks about a decision at the most, where somebody waits."""
OTHERS: Final = 5  # answers that are weighed beside one that was chosen by rule of thumb


def searcher(level: str, game: str, seed: int, timed: bool, percent: int = 100) -> Searcher:
    """A program by its level; without a clock the same seed gives the same choices on any machine.

    With less than all of its effort it thinks in fewer worlds, and with less time.
    """
    guide = GUIDES[game].deeper() if level == CHAMPION else GUIDES[game]
    effort = (guide.champion if level == CHAMPION else guide.veteran).part(percent)
    return Searcher(guide, effort, SECONDS[level] * percent / 100 if timed else 0.0, seed)


def afterthoughts(game: Game, state: State, seat: int, chosen: Action, seed: int, timed: bool) -> Thoughts:
    """What a champion who chose by rule of thumb thinks when he is asked: his choice beside some others.

    He does not change his mind: what he weighs now only tells how the others would look.
    """
    if game.base not in GUIDES:
        return Thoughts([Weighed(chosen, 0, 0, [])], chosen)
    guide = GUIDES[game.base].deeper()
    options = [chosen, *others(agenda.proposals(state), chosen)]
    effort = Effort(guide.champion.worlds, math.inf)
    return Weighing(game, guide, state, seat, effort, SECONDS[CHAMPION] if timed else 0.0, seed, options).run()


def others(actions: list[Action], chosen: Action) -> list[Action]:
    """A few other answers, the first of each verb before its like."""
    first: list[Action] = []
    like: list[Action] = []
    verbs = [chosen.verb]
    for action in actions:
        if action.text != chosen.text:
            (like if action.verb in verbs else first).append(action)
            verbs.append(action.verb)
    return [*first, *like][:OTHERS]


class Searcher(Bot):
    """Weighs its options in imagined worlds, for some seconds at the most (0: as long as it takes)."""

    def __init__(self, guide: Guide, effort: Effort, seconds: float, seed: int) -> None:
        self.guide = guide
        self.effort = effort
        self.seconds = seconds
        self.seed = seed
        self.count = 0
        self.plan: Plan | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """The best option."""
        return self.think(game, state, seat).chosen

    def think(self, game: Game, state: State, seat: int) -> Thoughts:
        """The options with what was expected of them; a plan that holds is followed without a thought."""
        self.count += 1
        plan = self.plan
        if plan is not None and plan.holds(state):
            action = plan.choose(game, state, seat)
            return Thoughts([Weighed(action, 0, 0, [])], action, planned=True)
        return self.weigh(game, state, seat)

    def weigh(self, game: Game, state: State, seat: int) -> Thoughts:
        """Plans where the guide has some, else answers."""
        seed = self.seed + self.count
        plans = self.guide.plans(game, state, seat, None)
        if not plans:
            return Weighing(game, self.guide, state, seat, self.effort, self.seconds, seed).run()
        planning = Planning(game, self.guide, state, seat, self.effort, self.seconds, seed, plans)
        found = planning.run()
        self.plan = planning.plan
        return found
