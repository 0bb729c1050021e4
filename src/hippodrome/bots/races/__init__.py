"""The plain program for Chariot Races: fast but safe round the bends, and past the others; it rams only if it pays."""

from __future__ import annotations

from hippodrome.bots.base import Bot
from hippodrome.bots.races.aiming import aim, bolt
from hippodrome.bots.races.plan_cache import Memory
from hippodrome.bots.races.plans import GO, Plan, begins, rest_of, step_of
from hippodrome.bots.races.policy import Thought, should_wait
from hippodrome.games.races.state import Race
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class RacesDriver(Bot):
    """Lets those ahead go first, declares by what the dice may bring, turns and drifts by search."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.memory = memory
        self.key: tuple[int, ...] = ()
        self.thought: Thought | None = None

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question; whatever is offered first elsewhere is the sound choice."""
        assert isinstance(state, Race)
        name = state.agenda[-1].name()
        if name == "Declare":
            return Action(self.thinking(state).declaration(state))
        if name == "MakePlan":
            return self.next_step(state)
        actions = agenda.proposals(state)
        if name == "PickMachine":
            return actions[(5 * seat + 3) % len(actions)]
        if name == "Call":
            return actions[1] if should_wait(state, state.chariots[seat]) else actions[0]
        if name == "Shoot":
            return aim(state, state.chariots[seat], actions)
        if name == "FireLightning":
            return bolt(state, state.chariots[seat])
        return actions[0]

    def next_step(self, race: Race) -> Action:
        """Return the next step of the plan; if the one in hand is not the beginning of it, it is driven as it is."""
        return next_of(race, self.thinking(race).plan(race))

    def thinking(self, race: Race) -> Thought:
        """What it thinks of the move in hand; a new thought for every move, unless others have thought of it."""
        if self.memory is not None:
            return self.memory.thought(race)
        chariot = race.mover()
        key = (int(race.turn), int(chariot.id), int(chariot.x), int(chariot.y), int(race.resolved))
        if self.thought is None or key != self.key:
            self.key = key
            self.thought = Thought(race)
        return self.thought


def next_of(race: Race, plan: Plan) -> Action:
    """Return the next step of a plan; go if what has been said is not the beginning of it, or if the step is not
    legal.
    """
    done = race.move.plan
    step = step_of(rest_of(plan, done)) if begins(plan, done) else GO
    return GO if step.verb == "go" or race.agenda[-1].check(race, race.move.mover, step) else step
