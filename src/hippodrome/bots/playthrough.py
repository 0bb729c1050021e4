"""Playthroughs: matches played by bots or at random, which count what occurs and stop at broken rules."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.bots.base import Bot, Chance, imagination_seed
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import Step
from hippodrome.kit.events import SPECTATOR, DiceRolled, Event
from hippodrome.kit.game import Game
from hippodrome.kit.state import State


class BrokenRule(Exception):
    """Raised for something that cannot happen in a correct game."""


class Occurrences:
    """Counts of steps, decisions, events, rolls, actions and fuzz features."""

    def __init__(self) -> None:
        self.steps: dict[type[Step], int] = {}
        self.asked: dict[type[Step], int] = {}
        self.events: dict[type[Event], int] = {}
        self.rolls: dict[str, int] = {}
        self.actions: dict[Action, int] = {}
        self.features: dict[str, int] = {}

    def count_step(self, step: Step) -> None:
        """Count a step that ran or was answered."""
        kind = type(step)
        self.steps[kind] = self.steps.get(kind, 0) + 1

    def count_events(self, events: list[Event]) -> None:
        """Count emitted events."""
        for event in events:
            kind = type(event)
            self.events[kind] = self.events.get(kind, 0) + 1
            seen = event.seen_by(SPECTATOR)
            if seen is not None and seen is not event:
                self.events[type(seen)] = self.events.get(type(seen), 0) + 1
            if isinstance(event, DiceRolled):
                self.rolls[event.purpose] = self.rolls.get(event.purpose, 0) + 1

    def count_answer(self, step: Step, action: Action) -> None:
        """Count an answer to a decision."""
        kind = type(step)
        self.asked[kind] = self.asked.get(kind, 0) + 1
        self.actions[action] = self.actions.get(action, 0) + 1

    def count_features(self, features: list[str]) -> None:
        """Count fuzz features that an action or event showed."""
        for feature in features:
            self.features[feature] = self.features.get(feature, 0) + 1


class Playthrough:
    """A match played with random proposals, or by the bots of the seats.

    `count` is the number of decisions made, including one that failed.
    """

    def __init__(self, game: Game, state: State, seed: int, occurrences: Occurrences, bots: Sequence[Bot] = ()) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.chance = Chance(seed)
        self.bots = bots
        self.occurrences = occurrences
        self.count = 0
        self.max_decisions = game.max_decisions(state)
        self.next: Action | None = None
        self.trace: list[Step] = []
        state.logging = True
        state.trace = self.trace
        agenda.advance(state)
        self.count_trace()

    def play(self, stop: int, every: int) -> None:
        """Play until `stop` decisions have been made or the match is over; check invariants every `every` decisions."""
        while self.state.agenda and self.count < stop:
            self.decide()
            if self.count % every == 0 or not self.state.agenda:
                self.check_invariants()

    def decide(self) -> None:
        """Make one decision."""
        state = self.state
        step = state.agenda[-1]
        actions = step.proposals(state)
        seats = step.seats(state)
        if not actions or not seats:
            raise BrokenRule(f"{step.name()} waits, but no seat decides or there is no proposal")
        if self.count >= self.max_decisions:
            raise BrokenRule(f"the match is not over after {self.max_decisions} decisions")
        action = self.bot_choice(seats[0]) if self.bots else actions[self.chance.below(len(actions))]
        self.next = action
        self.occurrences.count_answer(step, action)
        self.occurrences.count_features(self.game.analysis.fuzz_features_of_action(state, action))
        agenda.act(state, action, seats[0])
        self.count_trace()
        self.next = None
        self.count += 1

    def bot_choice(self, seat: int) -> Action:
        """Return the choice of a seat's bot."""
        imagined = self.game.imagine(self.state, seat, imagination_seed(self.seed, self.count))
        return self.bots[seat].choose(self.game, imagined, seat)

    def count_trace(self) -> None:
        """Count steps and events since the last decision."""
        for step in self.trace:
            self.occurrences.count_step(step)
        self.trace.clear()
        self.occurrences.count_events(self.state.events)
        for event in self.state.events:
            self.occurrences.count_features(self.game.analysis.fuzz_features_of_event(event))
        self.state.events.clear()

    def check_invariants(self) -> None:
        """Raise BrokenRule if the state violates an invariant."""
        state = self.state
        if state.over == (len(state.agenda) > 0):
            raise BrokenRule("the match is over with steps on the agenda, or continues without any")
        if state.over and self.game.result(state) is None:
            raise BrokenRule("the match is over without a result")
        violations = self.game.analysis.invariants(state)
        if violations:
            raise BrokenRule("; ".join(violations))
