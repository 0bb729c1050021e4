"""Plans for part of an activation: a leg, a Turn Manoeuvre or a ram, chosen once and then carried out."""

from __future__ import annotations

from hippodrome.bots.search.search_policy import Plan
from hippodrome.bots.wheelie.driving import safe_angle, safe_distance
from hippodrome.bots.wheelie.path_candidates import Path
from hippodrome.bots.wheelie.ram_paths import RamPathFinder
from hippodrome.bots.wheelie.ramming import move_action, ram_action
from hippodrome.games.wheelie.die_uses import END
from hippodrome.games.wheelie.movement import (
    LEG_ACTIONS,
    STOP,
    FirstDrive,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    acting_unit,
)
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import FIGHTING, Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class ActivationPlan(Plan):
    """A plan for one unit in one turn, tied to one of its movement actions."""

    def __init__(self, s: Skirmish, path: Path | None) -> None:
        self.turn = int(s.turn)
        self.unit = int(s.act.unit)
        self.moves = int(s.act.moves)
        self.movement_dice_left = len(s.act.move)
        self.path = path

    def is_same_move(self, s: Skirmish) -> bool:
        """Return whether the unit is still in the same movement action."""
        return s.turn == self.turn and s.act.unit == self.unit and s.act.moves == self.moves

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return the next action of the plan, or the default action if that is not legal."""
        assert isinstance(state, Skirmish)
        action = self.next_action(state)
        return action if state.agenda[-1].check(state, seat, action) is None else agenda.proposals(state)[0]

    def next_action(self, s: Skirmish) -> Action:
        """Return the next action of the plan."""
        raise NotImplementedError


class DefaultAction(ActivationPlan):
    """A plan to spend one die as the baseline bot would."""

    def __init__(self, s: Skirmish, action: Action) -> None:
        super().__init__(s, None)
        self.dice = len(s.act.dice)
        self.action = action

    def applies(self, state: State) -> bool:
        """Return whether the die is still unspent."""
        assert isinstance(state, Skirmish)
        return self.is_same_move(state) and isinstance(state.agenda[-1], SpendDie) and len(state.act.dice) == self.dice

    def next_action(self, s: Skirmish) -> Action:
        """Return the baseline bot's action."""
        return self.action


class LegPlan(ActivationPlan):
    """A plan to drive a leg with the higher die, or to stop."""

    def applies(self, state: State) -> bool:
        """Return whether the leg is to be chosen or is in progress."""
        assert isinstance(state, Skirmish)
        step = state.agenda[-1]
        is_choosing = isinstance(step, NextLeg) and len(state.act.move) == self.movement_dice_left
        is_driving = (
            isinstance(step, (FirstDrive, LegWheel, SecondDrive)) and len(state.act.move) == self.movement_dice_left - 1
        )
        return self.is_same_move(state) and (is_choosing or (is_driving and self.path is not None))

    def next_action(self, s: Skirmish) -> Action:
        """Return the choice of the die, the drive, the Wheel or the second drive."""
        step, path = s.agenda[-1], self.path
        if path is None:
            return STOP
        return LEG_ACTIONS[max(s.act.move)] if isinstance(step, NextLeg) else next_leg_action(s, path)


def next_leg_action(s: Skirmish, path: Path) -> Action:
    """Return the next action of a leg in progress."""
    step, unit = s.agenda[-1], acting_unit(s)
    if isinstance(step, LegWheel):
        return Action("wheel", (safe_angle(s, unit, path.angle),))
    if isinstance(step, SecondDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, path.second, int(low), int(high)),))
    assert isinstance(step, FirstDrive)
    low, high = step.bounds(s)
    return Action("drive", (safe_distance(s, unit, path.first, int(low), int(high)),))


class TurnPlan(ActivationPlan):
    """A plan for a Turn Manoeuvre: how far to drive, and how far to turn."""

    def applies(self, state: State) -> bool:
        """Return whether the Turn Manoeuvre is in progress."""
        assert isinstance(state, Skirmish)
        return self.is_same_move(state) and isinstance(state.agenda[-1], (TurnDrive, TurnPivot))

    def next_action(self, s: Skirmish) -> Action:
        """Return the drive, then the turn."""
        step, path = s.agenda[-1], self.path
        assert path is not None
        if isinstance(step, TurnDrive):
            low, high = step.bounds(s)
            return Action("drive", (safe_distance(s, acting_unit(s), path.first, int(low), int(high)),))
        return Action("wheel", (safe_angle(s, acting_unit(s), path.angle),))


class RamPlan(ActivationPlan):
    """A plan to ram an enemy with all dice of the activation that help, by simple steering."""

    def __init__(self, s: Skirmish, target: Unit) -> None:
        super().__init__(s, None)
        self.target = int(target.id)

    def applies(self, state: State) -> bool:
        """Return whether the activation is still in progress."""
        assert isinstance(state, Skirmish)
        return (
            state.turn == self.turn
            and state.act.unit == self.unit
            and acting_unit(state).seat == agenda.seats(state)[0]
        )

    def next_action(self, s: Skirmish) -> Action:
        """Return the action that brings the unit closer to the target."""
        actions = agenda.proposals(s)
        action = ram_action(s, actions, s.units[self.target])
        return actions[0] if action is None else action


class ChargePlan(RamPlan):
    """A plan to ram an enemy by the best path that can be found, beginning with one kind of move.

    In the match it covers one die and is then evaluated again; in a rollout it lasts while a move helps.
    """

    def __init__(self, s: Skirmish, target: Unit, verb: str, is_imagined: bool = False) -> None:
        super().__init__(s, target)
        self.start_state = s
        self.verb = verb  # of the first move; empty if that move has begun
        self.dice = len(s.act.dice)
        self.is_imagined = is_imagined

    def fresh_copy(self) -> Plan:
        """Return the plan for a rollout."""
        return ChargePlan(self.start_state, self.start_state.units[self.target], self.verb, True)

    def applies(self, state: State) -> bool:
        """Return whether the target still fights and the plan's move is to be made or in progress."""
        assert isinstance(state, Skirmish)
        if not super().applies(state) or state.units[self.target].status != FIGHTING:
            return False
        if not isinstance(state.agenda[-1], SpendDie) or self.is_before_first_die(state):
            return True
        return self.is_imagined and move_action(agenda.proposals(state)) is not END

    def is_before_first_die(self, s: Skirmish) -> bool:
        """Return whether the plan's first die is still unspent."""
        return bool(self.verb) and self.is_same_move(s) and len(s.act.dice) == self.dice

    def next_action(self, s: Skirmish) -> Action:
        """Return the die for a move, then the parts of the move."""
        step = s.agenda[-1]
        if isinstance(step, SpendDie):
            actions = agenda.proposals(s)
            first = [action for action in actions if action.verb == self.verb] if self.is_before_first_die(s) else []
            return move_action(first or actions)
        if s.act.bolts:
            return super().next_action(s)
        path = self.path
        if isinstance(step, LegWheel) and path is not None:
            return Action("wheel", (path.angle,))
        if isinstance(step, (FirstDrive, SecondDrive)) and path is not None:
            low, high = step.bounds(s)
            distance = path.first if isinstance(step, FirstDrive) else path.second
            return Action("drive", (max(int(low), min(distance, int(high))),))
        finder = RamPathFinder(s, acting_unit(s), s.units[self.target])
        if isinstance(step, NextLeg):
            die, self.path = finder.best_leg(s.act.move)
            return LEG_ACTIONS[die]
        if isinstance(step, TurnDrive):
            low, high = step.bounds(s)
            return Action("drive", (max(int(low), finder.turn_drive_distance(int(high))),))
        if isinstance(step, TurnPivot):
            return Action("wheel", (finder.turn_angle(),))
        return super().next_action(s)
