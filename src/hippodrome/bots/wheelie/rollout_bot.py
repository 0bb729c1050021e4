"""A quick bot for rollouts: it samples few positions and drives each leg as planned. It plays all seats."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance
from hippodrome.bots.wheelie import choose_in_turn, is_prey, sampler_for
from hippodrome.bots.wheelie.driving import best_leg, safe_angle, safe_distance
from hippodrome.bots.wheelie.path_candidates import Path
from hippodrome.bots.wheelie.setup import choose_setup
from hippodrome.bots.wheelie.style import QUICK, Style
from hippodrome.games.wheelie.movement import LEG_ACTIONS, STOP, FirstDrive, LegWheel, NextLeg, SecondDrive, acting_unit
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class RolloutBot(Bot):
    """A quick variant of the rule-based bot that plans each leg only once."""

    def __init__(self, style: Style = QUICK) -> None:
        self.style = style
        self.path: Path | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action, chosen by the kind of decision."""
        assert isinstance(state, Skirmish)
        step = state.agenda[-1]
        if state.turn == 0 or step.name() == "Deploy":
            return choose_setup(state, Chance(0))
        if is_prey(state, seat):
            return prey_action(state)
        actions = agenda.proposals(state)
        action = self.choose_in_turn(state, actions)
        return action if step.check(state, seat, action) is None else actions[0]

    def choose_in_turn(self, s: Skirmish, actions: list[Action]) -> Action:
        """Return the use of a die, or the next part of a move; a planned leg is driven as planned."""
        step = s.agenda[-1]
        if isinstance(step, NextLeg):
            return self.plan_leg(s, actions)
        if self.path is not None and isinstance(step, (FirstDrive, LegWheel, SecondDrive)):
            return self.follow_path(s, self.path)
        return choose_in_turn(s, actions, self.style)

    def plan_leg(self, s: Skirmish, actions: list[Action]) -> Action:
        """Plan a leg and return the choice of its die, or stop."""
        self.path = None
        if actions[0].verb != "stop":
            return actions[0]
        self.path = best_leg(s, sampler_for(s, self.style))
        return STOP if self.path is None else LEG_ACTIONS[max(s.act.move)]

    def follow_path(self, s: Skirmish, path: Path) -> Action:
        """Return the next part of the planned leg."""
        step, unit = s.agenda[-1], acting_unit(s)
        if isinstance(step, LegWheel):
            return Action("wheel", (safe_angle(s, unit, path.angle),))
        if isinstance(step, SecondDrive):
            low, high = step.bounds(s)
            self.path = None
            return Action("drive", (safe_distance(s, unit, path.second, int(low), int(high)),))
        assert isinstance(step, FirstDrive)
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, path.first, int(low), int(high)),))
