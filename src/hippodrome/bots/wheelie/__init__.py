"""The plain program for What a Wheelie: it shoots when that pays, drives to where it will, and keeps out of arcs."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance
from hippodrome.bots.wheelie.action_dice import choose_die_use
from hippodrome.bots.wheelie.driving import choose_movement
from hippodrome.bots.wheelie.setup import choose_setup
from hippodrome.bots.wheelie.style import KEEN, PLAIN, KEEN_NETWORK, Style
from hippodrome.games.wheelie.movement import mover
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.setup import PREY_SIDE
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class WheelieDriver(Bot):
    """Looks at the use of every die and at some ends of every leg; the prey of a hunt follows its doctrine."""

    def __init__(self, seed: int, manner: Style = PLAIN) -> None:
        self.seed = seed
        self.manner = manner

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Skirmish)
        if is_prey(state, seat):
            return prey_action(state)
        step = state.agenda[-1]
        if state.turn == 0 or step.name() == "Deploy":
            return choose_setup(state, Chance(self.seed))
        actions = agenda.proposals(state)
        found = choose_in_turn(state, actions, self.style_for(state))
        return found if step.check(state, seat, found) is None else actions[0]

    def style_for(self, s: Skirmish) -> Style:
        """How it drives in a battle."""
        return self.manner

    def with_seed(self, seed: int) -> WheelieDriver:
        """Return the same program with another seed."""
        return WheelieDriver(seed, self.manner)


class NetworkDriver(WheelieDriver):
    """The plain program with the best manner for the battle."""

    def style_for(self, s: Skirmish) -> Style:
        """With a seer, but not where points are counted: there the keen manner does better."""
        return KEEN if s.rules.battle.ending == BY_POINTS else KEEN_NETWORK

    def with_seed(self, seed: int) -> WheelieDriver:
        """Return the same program with another seed."""
        return NetworkDriver(seed)


def choose_in_turn(s: Skirmish, actions: list[Action], manner: Style) -> Action:
    """What to do with a die, or in a move."""
    if isinstance(s.agenda[-1], SpendDie):
        return choose_die_use(s, mover(s), actions, manner)
    return choose_movement(s, actions, manner)


def is_prey(s: Skirmish, seat: int) -> bool:
    """Return whether a seat is hunted."""
    return s.rules.battle.ending == BY_PREY and any(unit.seat == seat and unit.side == PREY_SIDE for unit in s.units)
