"""Whole legs and turns as plans: where to end is weighed once, and then it is driven without another thought."""

from __future__ import annotations

from hippodrome.bots.search.search_policy import Plan
from hippodrome.bots.wheelie.driving import safe_distance, safe_angle
from hippodrome.bots.wheelie.path_candidates import Path
from hippodrome.bots.wheelie.ram_paths import RamPathFinder
from hippodrome.bots.wheelie.ramming import move_action, ram_action
from hippodrome.games.wheelie.conversions import END
from hippodrome.games.wheelie.movement import (
    LEG,
    STOP,
    FirstDrive,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    mover,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import PLAY, Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class ActivationPlan(Plan):
    """A part of an activation: it belongs to one unit in one turn, and to one of its movement actions."""

    def __init__(self, s: Skirmish, way: Path | None) -> None:
        self.turn = int(s.turn)
        self.unit = int(s.act.unit)
        self.moves = int(s.act.moves)
        self.movement_dice_left = len(s.act.move)
        self.path = way

    def is_same_move(self, s: Skirmish) -> bool:
        """Return whether the unit is still in the same movement action."""
        return s.turn == self.turn and s.act.unit == self.unit and s.act.moves == self.moves

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """What is to be done next; the default where that does not go."""
        assert isinstance(state, Skirmish)
        found = self.next_action(state)
        return found if state.agenda[-1].check(state, seat, found) is None else agenda.proposals(state)[0]

    def next_action(self, s: Skirmish) -> Action:
        """What is to be done next."""
        raise NotImplementedError


class DefaultAction(ActivationPlan):
    """To spend one die as usual."""

    def __init__(self, s: Skirmish, action: Action) -> None:
        super().__init__(s, None)
        self.dice = len(s.act.dice)
        self.action = action

    def applies(self, state: State) -> bool:
        """Until it is spent."""
        assert isinstance(state, Skirmish)
        return self.is_same_move(state) and isinstance(state.agenda[-1], SpendDie) and len(state.act.dice) == self.dice

    def next_action(self, s: Skirmish) -> Action:
        """As usual."""
        return self.action


class LegPlan(ActivationPlan):
    """A leg with the higher die, or to stop."""

    def applies(self, state: State) -> bool:
        """From the choice of the die to the end of the leg."""
        assert isinstance(state, Skirmish)
        step = state.agenda[-1]
        begins = isinstance(step, NextLeg) and len(state.act.move) == self.movement_dice_left
        drives = isinstance(step, (FirstDrive, LegWheel, SecondDrive)) and len(state.act.move) == self.movement_dice_left - 1
        return self.is_same_move(state) and (begins or (drives and self.path is not None))

    def next_action(self, s: Skirmish) -> Action:
        """Return the die, the drive, the Wheel, the second drive."""
        step, way = s.agenda[-1], self.path
        if way is None:
            return STOP
        return LEG[max(s.act.move)] if isinstance(step, NextLeg) else next_leg_action(s, way)


def next_leg_action(s: Skirmish, way: Path) -> Action:
    """Return the next part of a leg that is driven."""
    step, unit = s.agenda[-1], mover(s)
    if isinstance(step, LegWheel):
        return Action("wheel", (safe_angle(s, unit, way.angle),))
    if isinstance(step, SecondDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, way.second, int(low), int(high)),))
    assert isinstance(step, FirstDrive)
    low, high = step.bounds(s)
    return Action("drive", (safe_distance(s, unit, way.first, int(low), int(high)),))


class TurnPlan(ActivationPlan):
    """A Turn Manoeuvre: how far, and by how much to turn then."""

    def applies(self, state: State) -> bool:
        """From the drive to the turn."""
        assert isinstance(state, Skirmish)
        return self.is_same_move(state) and isinstance(state.agenda[-1], (TurnDrive, TurnPivot))

    def next_action(self, s: Skirmish) -> Action:
        """Return the drive, then the turn."""
        step, way = s.agenda[-1], self.path
        assert way is not None
        if isinstance(step, TurnDrive):
            low, high = step.bounds(s)
            return Action("drive", (safe_distance(s, mover(s), way.first, int(low), int(high)),))
        return Action("wheel", (safe_angle(s, mover(s), way.angle),))


class RamPlan(ActivationPlan):
    """To run into an enemy, with all the dice of the activation that help."""

    def __init__(self, s: Skirmish, target: Unit) -> None:
        super().__init__(s, None)
        self.target = int(target.id)

    def applies(self, state: State) -> bool:
        """To the end of the activation."""
        assert isinstance(state, Skirmish)
        return state.turn == self.turn and state.act.unit == self.unit and mover(state).seat == agenda.seats(state)[0]

    def next_action(self, s: Skirmish) -> Action:
        """What brings it nearer."""
        actions = agenda.proposals(s)
        found = ram_action(s, actions, s.units[self.target])
        return actions[0] if found is None else found


class ChargePlan(RamPlan):
    """The same by the best way that can be found, with one kind of move first.

    In the game it holds for one die and is then weighed anew; in an imagined world while there is a move that helps.
    """

    def __init__(self, s: Skirmish, target: Unit, verb: str, is_imagined: bool = False) -> None:
        super().__init__(s, target)
        self.start_state = s
        self.verb = verb  # of the first move; none if that has begun
        self.dice = len(s.act.dice)
        self.is_imagined = is_imagined

    def fresh_copy(self) -> Plan:
        """For an imagined world."""
        return ChargePlan(self.start_state, self.start_state.units[self.target], self.verb, True)

    def applies(self, state: State) -> bool:
        """While the target is there, and a die is to be spent on this or has been."""
        assert isinstance(state, Skirmish)
        if not super().applies(state) or state.units[self.target].status != PLAY:
            return False
        if not isinstance(state.agenda[-1], SpendDie) or self.is_before_first_die(state):
            return True
        return self.is_imagined and move_action(agenda.proposals(state)) is not END

    def is_before_first_die(self, s: Skirmish) -> bool:
        """Return whether its first die is still to be spent."""
        return bool(self.verb) and self.is_same_move(s) and len(s.act.dice) == self.dice

    def next_action(self, s: Skirmish) -> Action:
        """Return a die for a move, then its parts."""
        step = s.agenda[-1]
        if isinstance(step, SpendDie):
            actions = agenda.proposals(s)
            first = [action for action in actions if action.verb == self.verb] if self.is_before_first_die(s) else []
            return move_action(first or actions)
        if s.act.bolts:
            return super().next_action(s)
        way = self.path
        if isinstance(step, LegWheel) and way is not None:
            return Action("wheel", (way.angle,))
        if isinstance(step, (FirstDrive, SecondDrive)) and way is not None:
            low, high = step.bounds(s)
            distance = way.first if isinstance(step, FirstDrive) else way.second
            return Action("drive", (max(int(low), min(distance, int(high))),))
        charger = RamPathFinder(s, mover(s), s.units[self.target])
        if isinstance(step, NextLeg):
            die, self.path = charger.best_leg(s.act.move)
            return LEG[die]
        if isinstance(step, TurnDrive):
            low, high = step.bounds(s)
            return Action("drive", (max(int(low), charger.turn_drive_distance(int(high))),))
        if isinstance(step, TurnPivot):
            return Action("wheel", (charger.turn_angle(),))
        return super().next_action(s)
