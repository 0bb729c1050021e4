"""Plans step by step: what is still to be said of one of which the beginning has been said."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.planning import STEP_VERBS
from hippodrome.games.races.state import FORWARD
from hippodrome.kit.actions import Action

GO: Final = Action("go")
Plan = tuple[int, ...]


def begins(plan: Plan, done: Plan) -> bool:
    """Return whether what has been said is the beginning of a plan; a forward step may be said in parts."""
    if plan[: len(done)] == done:
        return True
    last = len(done) - 2
    if plan[:last] != done[:last] or len(plan) <= last:
        return False
    return plan[last] == done[last] == FORWARD and plan[last + 1] > done[last + 1]


def rest_of(plan: Plan, done: Plan) -> Plan:
    """What is still to be said."""
    last = len(done) - 2
    if done and plan[last] == FORWARD and plan[last + 1] > done[last + 1]:
        return (FORWARD, plan[last + 1] - done[last + 1], *plan[len(done) :])
    return plan[len(done) :]


def step_of(rest: Plan) -> Action:
    """Return the next step of what is still to be said."""
    return Action(STEP_VERBS[rest[0]], (rest[1],)) if rest else GO


def parting(rests: list[Plan]) -> list[Action]:
    """Return the next step of each of some plans: as far straight ahead as the shortest step that any of them
    begins with.
    """
    steps = [rest[1] for rest in rests if rest and rest[0] == FORWARD]
    short = min(steps, default=0)
    return [Action("forward", (short,)) if rest and rest[0] == FORWARD else step_of(rest) for rest in rests]
