"""Looking ahead in Chariot: a general takes counsel once in each of his Player-Turns how to lead it.

A battle has hundreds of small decisions that mean little one by one. So what is weighed is a manner of leading the
whole Player-Turn: each member of a council, bolder or more careful than the others, leads it in the same imagined
worlds, the enemy answers, and the one who does best is followed to its end. A champion takes counsel when the fire of
his Player-Turn has done its work, and knows more then.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import ChariotBot
from hippodrome.bots.chariot.evaluation import can_evaluate, chance
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.style_presets import aggressive_style, champion_styles, side_style, veteran_styles
from hippodrome.bots.search.budget import SearchBudget
from hippodrome.bots.search.search_policy import Plan, SearchPolicy
from hippodrome.games.chariot.state import FIRE, RECOVERY, SET_UP, Battle
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

LOOKAHEAD_TURNS: Final = 2  # Player-Turns: one's own and the enemy's
COMPARISON_SEED: Final = bytes(32)  # of the dice with which it is looked up whether two plans come to the same


class TurnPlan(Plan):
    """A Player-Turn led by one general, to the end or up to some phase."""

    def __init__(self, number: i64, general: ChariotBot, last: i64 = RECOVERY) -> None:
        self.number = number
        self.general = general
        self.last = last

    def applies(self, state: State) -> bool:
        """To the end of the last phase."""
        assert isinstance(state, Battle)
        return state.number == self.number and state.phase <= self.last

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """As the general does."""
        return self.general.choose(game, state, seat)

    def fresh_copy(self) -> Plan:
        """Return a general of the same temper who has made no plans yet."""
        return TurnPlan(self.number, self.general.with_style(self.general.temper), self.last)


class BothSidesBot(Bot):
    """The usual generals of both sides."""

    def __init__(self, guide: ChariotPolicy) -> None:
        self.guide = guide
        self.generals: list[ChariotBot] = []

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What the general of the seat does."""
        assert isinstance(state, Battle)
        if not self.generals:
            self.generals = [self.guide.home.with_style(self.guide.usual(state, side)) for side in range(2)]
        return self.generals[seat].choose(game, state, seat)


class ChariotPolicy(SearchPolicy):
    """To the end of the enemy's next Player-Turn. A veteran follows another only if he is better in every world.

    A champion hears all members in a few worlds and the better half in some more.
    """

    def __init__(self) -> None:
        super().__init__(LOOKAHEAD_TURNS, SearchBudget(2, 1.0), SearchBudget(8, 0.7, first=3))
        self.home = ChariotBot()  # whose maps all others share

    def for_champion(self) -> SearchPolicy:
        """With the great council, and a closer look."""
        found = ChampionPolicy()
        found.home = self.home
        return found

    def usual(self, s: Battle, side: int) -> Style:
        """What a general of a side usually is."""
        return side_style(s, side)

    def members(self, first: Style) -> list[Style]:
        """Who is asked, a general of this temper first."""
        return veteran_styles(first)

    def rollout_bot(self, seed: int) -> Bot:
        """Return a general for each side."""
        return BothSidesBot(self)

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """In a Player-Turn of one's own, one for each member of the council."""
        assert isinstance(state, Battle)
        if not is_own_turn(state, seat):
            return []
        first = base.general.temper if isinstance(base, TurnPlan) else self.usual(state, seat)
        found: list[Plan] = [TurnPlan(state.number, self.home.with_style(temper)) for temper in self.members(first)]
        return distinct_plans(game, state, seat, found if base is None else [base, *found[1:]])

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """What the members of the council would do next; in the enemy's Player-Turn only the usual."""
        assert isinstance(state, Battle)
        found = [usual]
        if is_own_turn(state, seat):
            for temper in self.members(self.usual(state, seat)):
                action = self.home.with_style(temper).choose(game, state, seat)
                if action not in found:
                    found.append(action)
        return found


class ChampionPolicy(ChariotPolicy):
    """A champion is more daring, asks the great council, and judges closer what comes of it."""

    def usual(self, s: Battle, side: int) -> Style:
        """Return a daring one."""
        return aggressive_style(s, side)

    def members(self, first: Style) -> list[Style]:
        """Return the great council."""
        return champion_styles(first)

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """Return the council meets when the fire has done its work; until then the usual general leads."""
        assert isinstance(state, Battle)
        if is_own_turn(state, seat) and state.phase <= FIRE:
            return [TurnPlan(state.number, self.home.with_style(self.usual(state, seat)), FIRE)]
        return super().plans(game, state, seat, base)

    def value(self, game: Game, world: State, seat: int) -> int:
        """By who is how near to the places that count, if it is a battle for places."""
        assert isinstance(world, Battle)
        return game.value(world, seat) if world.over or not can_evaluate(world) else chance(world, seat)


def is_own_turn(s: Battle, seat: int) -> bool:
    """Return whether a seat decides in a Player-Turn of its own."""
    return s.phase != SET_UP and s.side == seat


def distinct_plans(game: Game, s: Battle, seat: int, plans: list[Plan]) -> list[Plan]:
    """Those that come to something else than the plans before them: far from the enemy most lead alike."""
    seen: set[tuple[tuple[int, ...], bytes]] = set()
    found: list[Plan] = []
    for plan in plans:
        end = plan_outcome(game, s, seat, plan.fresh_copy())
        if end not in seen:
            seen.add(end)
            found.append(plan)
    return found


def plan_outcome(game: Game, s: Battle, seat: int, plan: Plan) -> tuple[tuple[int, ...], bytes]:
    """Where all would stand, and in what order, when the Player-Turn has been led by some dice."""
    world: Battle = game.imagine(s, seat, COMPARISON_SEED)
    while world.agenda and plan.applies(world):
        asked = agenda.seats(world)[0]
        agenda.act(world, plan.choose(game, world, asked), asked)
    return world.hexes, world.disrupted
