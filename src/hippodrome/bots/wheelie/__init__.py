"""The rule-based bot for What a Wheelie: it shoots when that pays, seeks good positions and avoids enemy arcs."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance
from hippodrome.bots.wheelie.action_dice import choose_die_use, natural_reload
from hippodrome.bots.wheelie.driving import choose_movement
from hippodrome.bots.wheelie.network_evaluator import NetworkEvaluator, evaluator_for
from hippodrome.bots.wheelie.path_candidates import PathSampler
from hippodrome.bots.wheelie.setup import choose_setup
from hippodrome.bots.wheelie.style import KEEN, KEEN_NETWORK, PLAIN, Style
from hippodrome.games.wheelie.movement import acting_unit
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY, PREY_SIDE
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class WheelieDriver(Bot):
    """Evaluates every use of a die and sampled ends of every leg. The prey of a hunt follows its fixed rules."""

    def __init__(self, seed: int, style: Style = PLAIN) -> None:
        self.seed = seed
        self.style = style

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action, chosen by the kind of decision."""
        assert isinstance(state, Skirmish)
        if is_prey(state, seat):
            return prey_action(state)
        step = state.agenda[-1]
        if state.turn == 0 or step.name() == "Deploy":
            return choose_setup(state, Chance(self.seed))
        return self.choose_in_turn(state, seat, None)

    def choose_in_turn(self, s: Skirmish, seat: int, evaluator: NetworkEvaluator | None) -> Action:
        """Return the use of a die, or the next part of a move; `evaluator` is used if the style uses the network."""
        actions = agenda.proposals(s)
        action = choose_in_turn(s, actions, self.style_for(s), evaluator)
        return action if s.agenda[-1].check(s, seat, action) is None else actions[0]

    def style_for(self, s: Skirmish) -> Style:
        """Return the driving style in a battle."""
        return self.style

    def with_seed(self, seed: int) -> WheelieDriver:
        """Return the same bot with another seed."""
        return WheelieDriver(seed, self.style)


def driver(seed: int) -> Bot:
    """Return the driver; the seed decides between equal choices."""
    return WheelieDriver(seed)


class NetworkDriver(WheelieDriver):
    """The rule-based bot with the champion's style: the network evaluator where it is strongest."""

    def style_for(self, s: Skirmish) -> Style:
        """Return the network style, or the keen style where points decide, which does better there."""
        return KEEN if s.rules.scenario.ending == BY_POINTS else KEEN_NETWORK

    def with_seed(self, seed: int) -> WheelieDriver:
        """Return the same bot with another seed."""
        return NetworkDriver(seed)


def choose_in_turn(
    s: Skirmish, actions: list[Action], style: Style, evaluator: NetworkEvaluator | None = None
) -> Action:
    """Return the use of a die, or the next part of a move."""
    is_spending = isinstance(s.agenda[-1], SpendDie)
    reload = natural_reload(actions) if is_spending else None
    if reload is not None:
        return reload
    sampler = sampler_for(s, style, evaluator)
    return choose_die_use(s, sampler, actions) if is_spending else choose_movement(s, sampler, actions)


def sampler_for(s: Skirmish, style: Style, evaluator: NetworkEvaluator | None = None) -> PathSampler:
    """Return the path sampler of the acting unit.

    `evaluator`, if given, was made for this decision; a style that uses the network does not need another.
    """
    if evaluator is not None and style.use_network:
        return PathSampler(evaluator, style)
    return PathSampler(evaluator_for(s, acting_unit(s), style), style)


def is_prey(s: Skirmish, seat: int) -> bool:
    """Return whether a seat is the prey of a hunt."""
    return s.rules.scenario.ending == BY_PREY and any(unit.seat == seat and unit.side == PREY_SIDE for unit in s.units)
