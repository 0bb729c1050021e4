"""The analysis of a game: evaluation, odds, statistics, tables for learners, and goals of the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event
from hippodrome.kit.game import AnyState, Game
from hippodrome.kit.learning import LearningTables, default_tables
from hippodrome.kit.odds import first_outcome
from hippodrome.kit.round_robin import RoundRobinSpec
from hippodrome.kit.templates import fill_template


class GameAnalysis:
    """Numbers about positions and matches of a game, for bots, odds, the lab and tests. Everything has a default.

    ORDER_OF_DICE_MATTERS says whether the rules tell the dice of one roll apart; if not, odds are counted sooner.
    ODDS_VERBS are the verbs of the actions that have odds worth showing; without any, all may have.
    EXPECTED_OUTCOMES are outcomes that say no more than the label of their action; they are not shown if certain.
    """

    ORDER_OF_DICE_MATTERS: ClassVar[bool] = True
    ODDS_VERBS: ClassVar[frozenset[str]] = frozenset()
    EXPECTED_OUTCOMES: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, game: Game) -> None:
        self._game = game

    def value(self, state: AnyState, seat: int) -> int:
        """Return an estimate of a seat's chance to win, in thousandths: 1000 has won, 0 has lost.

        By default it follows from the result, and before the end from `estimate`. Winners share the 1000.
        """
        result = self._game.result(state)
        if result is None:
            return max(1, min(999, self.estimate(state, seat)))
        return 1000 // len(result.winners) if seat in result.winners else 0

    def estimate(self, state: AnyState, seat: int) -> int:
        """Return a seat's chance to win a match in progress, in thousandths; by default the same for all seats."""
        return 1000 // self._game.seats.start

    def features(self, state: AnyState, seat: int) -> list[int]:
        """Return numbers that explain the evaluation of a seat; higher is always better for it.

        [features] in words.toml names them, in this order. Bots explain with them why one option is better.
        """
        return []

    def round_number(self, state: AnyState) -> int:
        """Return the number of rounds or turns that have begun; 0 if the game has none.

        Lookahead stops at the start of a round, when all seats have moved equally often.
        """
        return 0

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents; by default they contain every number of a view."""
        return default_tables(self._game)

    def exact_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of an action, if the game can compute them without counting all dice, else None.

        They are the same as counting all dice with `classify_outcome` would give.
        """
        return None

    def prepared_odds(self, state: AnyState, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of what an action only prepares, such as the shot after an aim, else None."""
        return None

    def assumed_answer(self, state: AnyState) -> Action | None:
        """Return the answer that odds assume for a pending decision that is part of resolving an action, else None."""
        return None

    def classify_outcome(self, before: AnyState, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an action for a seat in a few words, and how many of its events decided it; for odds.

        `before` is the state in which it was played. Dice rolled after these events are not counted. An empty text
        means that nothing notable happened. By default the first event named in [outcomes] of words.toml decides.
        """
        return first_outcome(events, lambda event: self.outcome_text(before, event))

    def has_odds(self, state: AnyState, action: Action) -> bool:
        """Return whether a legal action may have odds worth showing; cheap, because every choice asks it."""
        verbs = type(self).ODDS_VERBS
        return not verbs or action.verb in verbs

    def odds_summary(
        self, state: AnyState, action: Action, seat: int, chances: dict[str, Fraction]
    ) -> tuple[list[tuple[str, Fraction]], list[str]]:
        """Return what matters most in the odds of an action: chances to show first, and sentences about them.

        Without any, the likeliest outcomes are shown. The chances need not exclude each other. `state` is imagined.
        """
        return [], []

    def outcome_text(self, state: AnyState, event: Event) -> str:
        """Return the outcome that [outcomes] of words.toml names for an event, or an empty string."""
        template = self._game.words.outcomes.get(type(event).__name__, "")
        texts = self._game.presentation
        return fill_template(template, lambda name: texts.placeholder_text(state, event, name)) if template else ""

    def match_statistics(self, state: AnyState) -> dict[str, int]:
        """Return numbers about a finished match, for statistics."""
        return {}

    def round_robin(self) -> RoundRobinSpec | None:
        """Return what a round robin compares, or None."""
        return None

    def has_survived(self, state: AnyState, seat: int) -> bool:
        """Return whether a seat was still in the match when it ended; for statistics."""
        return True

    def invariants(self, state: AnyState) -> list[str]:
        """Return the invariants that a state violates; only a broken rule can cause any."""
        return []

    def fuzz_actions(self) -> list[str]:
        """Return prefixes of actions that an exhaustive fuzz run must play, for example one for every card."""
        return []

    def fuzz_features(self) -> list[str]:
        """Return other features that an exhaustive fuzz run must see, for example every firing arc."""
        return []

    def fuzz_features_of_action(self, state: AnyState, action: Action) -> list[str]:
        """Return which of these features a legal action shows if it is played now."""
        return []

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Return which of these features an event shows."""
        return []

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Return the start position of each seat, such as a place on the grid, from the first events of a match."""
        return {}
