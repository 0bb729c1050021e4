"""A quick program for imagined worlds: it looks at few places, and drives a leg as planned. It plays for all seats."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance
from hippodrome.bots.wheelie import is_prey, use
from hippodrome.bots.wheelie.driving import best_leg, safe, untouched
from hippodrome.bots.wheelie.network_evaluator import judge_of
from hippodrome.bots.wheelie.path_candidates import Explorer, Way
from hippodrome.bots.wheelie.setup import set_up
from hippodrome.bots.wheelie.style import QUICK, Manner
from hippodrome.games.wheelie.movement import LEG, STOP, FirstDrive, LegWheel, NextLeg, SecondDrive, mover
from hippodrome.games.wheelie.prey_automaton import prey_action
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class Sketch(Bot):
    """The keen program in a hurry."""

    def __init__(self, manner: Manner = QUICK) -> None:
        self.manner = manner
        self.way: Way | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question."""
        assert isinstance(state, Skirmish)
        step = state.agenda[-1]
        if state.turn == 0 or step.name() == "Deploy":
            return set_up(state, Chance(0))
        if is_prey(state, seat):
            return prey_action(state)
        actions = agenda.proposals(state)
        found = self.answer(state, actions)
        return found if step.check(state, seat, found) is None else actions[0]

    def answer(self, s: Skirmish, actions: list[Action]) -> Action:
        """Return a leg that was planned is driven as planned."""
        step = s.agenda[-1]
        if isinstance(step, NextLeg):
            return self.leg(s, actions)
        if self.way is not None and isinstance(step, (FirstDrive, LegWheel, SecondDrive)):
            return self.follow(s, self.way)
        return use(s, actions, self.manner)

    def leg(self, s: Skirmish, actions: list[Action]) -> Action:
        """Plan a leg, or none."""
        self.way = None
        if actions[0].verb != "stop":
            return actions[0]
        self.way = best_leg(s, Explorer(judge_of(s, mover(s), self.manner)))
        return STOP if self.way is None else LEG[max(s.act.move)]

    def follow(self, s: Skirmish, way: Way) -> Action:
        """Return the next part of the plan."""
        step, unit = s.agenda[-1], mover(s)
        if isinstance(step, LegWheel):
            return Action("wheel", (untouched(s, unit, way.angle),))
        if isinstance(step, SecondDrive):
            low, high = step.bounds(s)
            self.way = None
            return Action("drive", (safe(s, unit, way.second, int(low), int(high)),))
        assert isinstance(step, FirstDrive)
        low, high = step.bounds(s)
        return Action("drive", (safe(s, unit, way.first, int(low), int(high)),))
