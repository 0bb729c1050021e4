"""A quick program for imagined worlds: it looks at few places, and drives a leg as planned. It plays for all seats."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance
from hippodrome.bots.wheelie import is_prey, choose_in_turn
from hippodrome.bots.wheelie.driving import best_leg, safe_distance, safe_angle
from hippodrome.bots.wheelie.network_evaluator import evaluator_for
from hippodrome.bots.wheelie.path_candidates import PathSampler, Path
from hippodrome.bots.wheelie.setup import choose_setup
from hippodrome.bots.wheelie.style import QUICK, Style
from hippodrome.games.wheelie.movement import LEG, STOP, FirstDrive, LegWheel, NextLeg, SecondDrive, mover
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class RolloutBot(Bot):
    """The keen program in a hurry."""

    def __init__(self, manner: Style = QUICK) -> None:
        self.manner = manner
        self.path: Path | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Skirmish)
        step = state.agenda[-1]
        if state.turn == 0 or step.name() == "Deploy":
            return choose_setup(state, Chance(0))
        if is_prey(state, seat):
            return prey_action(state)
        actions = agenda.proposals(state)
        found = self.choose_in_turn(state, actions)
        return found if step.check(state, seat, found) is None else actions[0]

    def choose_in_turn(self, s: Skirmish, actions: list[Action]) -> Action:
        """Return a leg that was planned is driven as planned."""
        step = s.agenda[-1]
        if isinstance(step, NextLeg):
            return self.plan_leg(s, actions)
        if self.path is not None and isinstance(step, (FirstDrive, LegWheel, SecondDrive)):
            return self.follow_path(s, self.path)
        return choose_in_turn(s, actions, self.manner)

    def plan_leg(self, s: Skirmish, actions: list[Action]) -> Action:
        """Plan a leg, or none."""
        self.path = None
        if actions[0].verb != "stop":
            return actions[0]
        self.path = best_leg(s, PathSampler(evaluator_for(s, mover(s), self.manner)))
        return STOP if self.path is None else LEG[max(s.act.move)]

    def follow_path(self, s: Skirmish, way: Path) -> Action:
        """Return the next part of the plan."""
        step, unit = s.agenda[-1], mover(s)
        if isinstance(step, LegWheel):
            return Action("wheel", (safe_angle(s, unit, way.angle),))
        if isinstance(step, SecondDrive):
            low, high = step.bounds(s)
            self.path = None
            return Action("drive", (safe_distance(s, unit, way.second, int(low), int(high)),))
        assert isinstance(step, FirstDrive)
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, way.first, int(low), int(high)),))
