"""Plans declared step by step: comparing a plan with the steps declared so far."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.planning import STEP_VERBS
from hippodrome.games.races.state import FORWARD
from hippodrome.kit.actions import Action

GO: Final = Action("go")
Plan = tuple[int, ...]


def starts_with(plan: Plan, done: Plan) -> bool:
    """Return whether a plan starts with the steps declared so far; a forward step may be declared in parts."""
    if plan[: len(done)] == done:
        return True
    last = len(done) - 2
    if plan[:last] != done[:last] or len(plan) <= last:
        return False
    return plan[last] == done[last] == FORWARD and plan[last + 1] > done[last + 1]


def remaining_steps(plan: Plan, done: Plan) -> Plan:
    """Return the steps of a plan that are not declared yet."""
    last = len(done) - 2
    if done and plan[last] == FORWARD and plan[last + 1] > done[last + 1]:
        return (FORWARD, plan[last + 1] - done[last + 1], *plan[len(done) :])
    return plan[len(done) :]


def first_action(rest: Plan) -> Action:
    """Return the first of the undeclared steps as an action; go if none is left."""
    return Action(STEP_VERBS[rest[0]], (rest[1],)) if rest else GO


def next_actions(rests: list[Plan]) -> list[Action]:
    """Return the next action of each plan, given its undeclared steps.

    Forward steps are cut to the shortest of them, so that plans stay together until they differ.
    """
    shortest = min([rest[1] for rest in rests if rest and rest[0] == FORWARD], default=0)
    return [Action("forward", (shortest,)) if rest and rest[0] == FORWARD else first_action(rest) for rest in rests]
