"""Looking ahead in Chariot: a general takes counsel once in each of his Player-Turns how to lead it.

A battle has hundreds of small decisions that mean little one by one. So what is weighed is a manner of leading the
whole Player-Turn: each member of a council, bolder or more careful than the others, leads it in the same imagined
worlds, the enemy answers, and the one who does best is followed to its end.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.chariot import ChariotGeneral
from hippodrome.bots.chariot.council import council, great_council, usual_temper
from hippodrome.bots.chariot.temper import Temper
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide, Plan
from hippodrome.games.chariot.state import SET_UP, Battle
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

AHEAD: Final = 2  # Player-Turns: one's own and the enemy's
SEED: Final = bytes(32)  # of the dice with which it is looked up whether two plans come to the same


class Leading(Plan):
    """A Player-Turn led by one general."""

    def __init__(self, number: i64, general: ChariotGeneral) -> None:
        self.number = number
        self.general = general

    def holds(self, state: State) -> bool:
        """To the end of the Player-Turn."""
        assert isinstance(state, Battle)
        return state.number == self.number

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """As the general does."""
        return self.general.choose(game, state, seat)

    def anew(self) -> Plan:
        """A general of the same temper who has made no plans yet."""
        return Leading(self.number, self.general.kin(self.general.temper))


class Both(Bot):
    """The usual generals of both sides."""

    def __init__(self, home: ChariotGeneral) -> None:
        self.home = home
        self.generals: list[ChariotGeneral] = []

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What the general of the seat does."""
        assert isinstance(state, Battle)
        if not self.generals:
            self.generals = [self.home.kin(usual_temper(state, side)) for side in range(2)]
        return self.generals[seat].choose(game, state, seat)


class ChariotGuide(Guide):
    """To the end of the enemy's next Player-Turn. A champion asks the great council."""

    def __init__(self, great: bool = False) -> None:
        super().__init__(AHEAD, Effort(2, 0.5), Effort(2, 0.0))
        self.great = great
        self.home = ChariotGeneral()  # whose maps all others share

    def deeper(self) -> Guide:
        """With the great council."""
        found = ChariotGuide(True)
        found.home = self.home
        return found

    def members(self, first: Temper) -> list[Temper]:
        """Who is asked, a general of this temper first."""
        return great_council(first) if self.great else council(first)

    def player(self, seed: int) -> Bot:
        """A general for each side."""
        return Both(self.home)

    def plans(self, game: Game, state: State, seat: int, base: Plan | None) -> list[Plan]:
        """In a Player-Turn of one's own, one for each member of the council."""
        assert isinstance(state, Battle)
        if not is_leading(state, seat):
            return []
        first = base.general.temper if isinstance(base, Leading) else usual_temper(state, seat)
        found: list[Plan] = [Leading(state.number, self.home.kin(temper)) for temper in self.members(first)]
        return distinct(game, state, seat, found if base is None else [base, *found[1:]])

    def candidates(self, game: Game, state: State, seat: int, usual: Action) -> list[Action]:
        """What the members of the council would do next; in the enemy's Player-Turn only the usual."""
        assert isinstance(state, Battle)
        found = [usual]
        if is_leading(state, seat):
            for temper in self.members(usual_temper(state, seat)):
                action = self.home.kin(temper).choose(game, state, seat)
                if action not in found:
                    found.append(action)
        return found


def is_leading(s: Battle, seat: int) -> bool:
    """Whether a seat decides in a Player-Turn of its own."""
    return s.phase != SET_UP and s.side == seat


def distinct(game: Game, s: Battle, seat: int, plans: list[Plan]) -> list[Plan]:
    """Those that come to something else than the plans before them: far from the enemy most lead alike."""
    seen: set[tuple[tuple[int, ...], bytes]] = set()
    found: list[Plan] = []
    for plan in plans:
        end = outcome(game, s, seat, plan.anew())
        if end not in seen:
            seen.add(end)
            found.append(plan)
    return found


def outcome(game: Game, s: Battle, seat: int, plan: Plan) -> tuple[tuple[int, ...], bytes]:
    """Where all would stand, and in what order, when the Player-Turn has been led by some dice."""
    world: Battle = game.imagine(s, seat, SEED)
    while world.agenda and plan.holds(world):
        asked = agenda.seats(world)[0]
        agenda.act(world, plan.choose(game, world, asked), asked)
    return world.hexes, world.disrupted
