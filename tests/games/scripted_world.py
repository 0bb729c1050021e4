"""Base of the test worlds: a match in a position set up by hand, with scripted dice and short queries.

Each game has a `world` function in its world.py. It reads the notation of that game's board, runs a few steps of the
rules and returns a `World`, a ScriptedWorld with queries about that board:

    race = world("circus", A="1/1/0 whips 1", B="1/2/2", dice="3 4 | 5 4 | 2 5")
    race.expect_refusal("whips 3", "BH-M3")
    race.play("A: whips 2", "straight")
    assert race.decision == "NextStep"

The fixture in conftest.py fails every test that leaves scripted dice unrolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Generic, Self, TypeVar

import pytest

import hippodrome as hd
from hippodrome.kit import agenda
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.events import DiceRolled, Event
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.state import State

LETTERS = "ABCDEFGH"
"""The names of seats, and of the pieces of games that name them by letter."""

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)

created_worlds: list[ScriptedWorld[Any]] = []
"""The worlds of the running test."""


def parse_dice(dice: str | Sequence[int]) -> tuple[int, ...]:
    """Return the values of scripted dice such as `3 4 | 5 4`; bars and commas are for the reader."""
    values = dice.replace("|", " ").replace(",", " ").split() if isinstance(dice, str) else dice
    return tuple([int(value) for value in values])


def consecutive_letters(names: Iterable[str]) -> str:
    """Return the names of pieces in order; fail if they are not A, B, C ..."""
    letters = "".join(sorted(names))
    assert letters == LETTERS[: len(letters)], f"pieces are named A, B, C ..., not {letters}"
    return letters


def match_in(setup: Setup, state: State) -> Match:
    """Return a match that continues from a state made by hand, with an empty log."""
    match = Match(setup, TapeDice(seed_from(1)))
    state.logging = True
    match.state, match.events = state, []
    return match


class ScriptedWorld(Generic[S]):
    """A match with helpers to play it and to query it.

    The world of a game names the class of its state and adds queries about its board. It overrides `action_text` if its
    tests write actions with the names of pieces and places.
    """

    state_class: type[S]

    def __init__(self, match: Match) -> None:
        self.match = match
        created_worlds.append(self)

    # ---------------------------------------------------------------- playing

    def run(self, *steps: Step) -> Self:
        """Replace the agenda by steps and run them, in this order, up to the first decision."""
        state = self.match.state
        state.agenda = list(reversed(steps))
        state.over = False
        agenda.advance(state)
        self.match.events.extend(state.events)
        state.events = []
        self.match.replace_dice(state.dice)
        return self

    def action_text(self, action: str) -> str:
        """Return the canonical text of an action as a test writes it."""
        return action

    def play(self, *actions: str) -> Self:
        """Play actions one after the other. `"B: pass"` also asserts that seat B is asked."""
        for action in actions:
            who, colon, text = action.partition(": ")
            if colon:
                assert self.decider == who, f"{self.decider or 'no seat'} is asked, not {who}, before {action!r}"
            self.match.play(self.action_text(text if colon else action))
        return self

    def is_legal(self, action: str) -> bool:
        """Return whether an action is legal now."""
        return self.match.check(self.action_text(action)) is None

    def expect_refusal(self, action: str, clause: str, text: str = "", who: str = "") -> hd.Refusal:
        """Assert that an action is refused under a clause, with a sentence that contains a text; return the refusal.

        Assert too that `check` and `play` agree and that nothing changes. The deciding seat acts unless `who` names
        another. An empty clause means that the refusal may not name one.
        """
        before = (self.match.digest(), len(self.match.moves), len(self.match.events))
        seat = LETTERS.index(who) if who else None
        refusal = self.match.check(self.action_text(action), seat)
        assert refusal is not None, f"{action!r} is legal"
        assert refusal.rule == clause, f"{action!r} is refused under {refusal.rule}, not {clause}: {refusal.text}"
        assert text in refusal.text, f"{text!r} is not in {refusal.text!r}"
        assert refusal.text.endswith("."), f"{refusal.text!r} is not a sentence"
        if clause:
            assert clause in self.match.game.rulebook.clauses, f"the rulebook has no clause {clause}"
        with pytest.raises(hd.IllegalAction) as raised:
            self.match.play(self.action_text(action), seat)
        assert raised.value.refusal == refusal
        assert refusal.text in str(raised.value)
        after = (self.match.digest(), len(self.match.moves), len(self.match.events))
        assert after == before, f"{action!r} was refused but changed the match"
        return refusal

    def fork(self) -> Self:
        """Return a copy of the world, to be continued in another way; it need not roll the rest of the dice."""
        other = copy(self)
        other.match = self.match.clone()
        return other

    # ---------------------------------------------------------------- queries

    @property
    def state(self) -> S:
        """The state of the match."""
        state = self.match.state
        assert isinstance(state, self.state_class)
        return state

    @property
    def decision(self) -> str:
        """The name of the pending decision; empty when the match is over."""
        decision = self.match.decision
        return decision.name if decision is not None else ""

    @property
    def seat(self) -> int:
        """The number of the deciding seat; -1 when the match is over."""
        return self.match.seat

    @property
    def decider(self) -> str:
        """The letter of the deciding seat; empty when the match is over."""
        return LETTERS[self.seat] if self.seat >= 0 else ""

    @property
    def options(self) -> list[str]:
        """The texts of the proposed actions, the default first."""
        return [action.text for action in self.match.proposals()]

    @property
    def dice_left(self) -> int:
        """The number of scripted dice that have not been rolled."""
        return self.match.state.dice.count_left()

    # ---------------------------------------------------------------- log

    def events(self, kind: type[E]) -> list[E]:
        """Return all events of one class."""
        return [event for event in self.match.events if isinstance(event, kind)]

    def event_names(self) -> list[str]:
        """Return the class names of all events, in order."""
        return [type(event).__name__ for event in self.match.events]

    def rolls(self, purpose: str = "") -> list[list[int]]:
        """Return the dice of every roll, or of those for one purpose."""
        return [list(event.dice) for event in self.events(DiceRolled) if purpose in ("", event.purpose)]

    def roll_purposes(self) -> list[str]:
        """Return the purposes of all rolls, in order."""
        return [event.purpose for event in self.events(DiceRolled)]
