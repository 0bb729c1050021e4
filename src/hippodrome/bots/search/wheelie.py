"""Looking ahead in What a Wheelie."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Bot
from hippodrome.bots.search.effort import Effort
from hippodrome.bots.search.guide import Guide
from hippodrome.bots.wheelie import WheelieDriver, is_prey, use
from hippodrome.bots.wheelie.manner import BOLD, PLAIN, WARY
from hippodrome.bots.wheelie.ramming import ram, victim
from hippodrome.bots.wheelie.sketch import CALM, CAREFUL, DARING, RAMMING, Sketch
from hippodrome.games.wheelie.conversions import VERBS, WILD
from hippodrome.games.wheelie.movement import FirstDrive, LegWheel, NextLeg, SecondDrive, TurnDrive, TurnPivot, mover
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

NEAR: Final = 16_000  # whom a chariot may run into in one activation
_MANNERS: Final = ((DARING, BOLD), (CAREFUL, WARY))


class WheelieGuide(Guide):
    """To the end of this turn or of the next: what each die is spent on, how bold to drive, and whether to ram.

    In imagined worlds a quick program plays on.
    """

    def __init__(
        self, ahead: int = 1, manners: bool = True, uses: bool = True, rams: bool = True, moves: int = 2
    ) -> None:
        super().__init__(ahead, Effort(24, 0.5), Effort(96, 0.5))
        self.manners = manners
        self.uses = uses
        self.rams = rams
        self.moves = moves

    def plain(self, seed: int) -> Bot:
        """The plain program."""
        return WheelieDriver(seed)

    def player(self, seed: int) -> Bot:
        """A quick one."""
        return Sketch(CALM, -1, 0)

    def pursuer(self, seed: int, state: State, seat: int, intent: int) -> Bot:
        """A quick one that has something in mind while the unit acts that acts now."""
        assert isinstance(state, Skirmish)
        return Sketch(intent, int(state.act.unit), int(state.turn))

    def intents(self, game: Game, state: State, seat: int, usual: Action) -> list[tuple[Action, int]]:
        """The usual answer; what bolder and more careful drivers do, and who rams; what else a die is good for."""
        assert isinstance(state, Skirmish)
        found: list[tuple[Action, int]] = [(usual, CALM)]
        step = state.agenda[-1]
        if state.turn == 0 or not isinstance(
            step, (SpendDie, NextLeg, FirstDrive, LegWheel, SecondDrive, TurnDrive, TurnPivot)
        ):
            return found
        actions = agenda.proposals(state)
        if self.rams:
            self.add_ram(state, seat, actions, found)
        if self.manners:
            for intent, manner in _MANNERS:
                add(state, seat, found, use(state, actions, manner), intent)
            if is_prey(state, seat):
                add(state, seat, found, use(state, actions, PLAIN), DARING)
        if isinstance(step, SpendDie) and self.uses:
            for action in fitting_uses(actions):
                add(state, seat, found, action, CALM)
        elif (isinstance(step, NextLeg) and self.moves) or self.moves > 1:
            for action in actions:
                add(state, seat, found, action, CALM)
        return found

    def add_ram(self, s: Skirmish, seat: int, actions: list[Action], found: list[tuple[Action, int]]) -> None:
        """Run into the nearest enemy, if one is near enough."""
        unit = mover(s)
        target = victim(s, unit)
        if target is None or s.is_runners(unit) or s.box(unit).gap_floor(s.box(target)) > NEAR:
            return
        action = ram(s, actions)
        if action is not None and action.verb != "end" and s.agenda[-1].check(s, seat, action) is None:
            found.append((action, RAMMING))


def add(s: Skirmish, seat: int, found: list[tuple[Action, int]], action: Action, intent: int) -> None:
    """One more option, unless it is among them or not legal."""
    is_new = all(action.text != other.text for other, had in found if had != RAMMING)
    if is_new and s.agenda[-1].check(s, seat, action) is None:
        found.append((action, intent))


def fitting_uses(actions: list[Action]) -> list[Action]:
    """Each use of a die once, with the die that is least missed."""
    best: dict[tuple[str, int], Action] = {}
    for action in actions:
        key = (action.verb, action.args[1] if len(action.args) > 1 else -1)
        if key not in best or rank(action) < rank(best[key]):
            best[key] = action
    return list(best.values())


def rank(action: Action) -> int:
    """Natural scores come first, then conversions, and wild dice last."""
    if not action.args:
        return 0
    return 2 if action.args[0] == WILD else 0 if action.args[0] == VERBS.index(action.verb) else 1
