"""A match that stops before every roll of dice, so that the caller can choose the outcome: for game trees with chance
nodes.

Between rolls a position holds no dice at all, so a search in copies of it cannot look into the future.
"""

from __future__ import annotations

import hashlib
from typing import Any

from hippodrome.adapters.session import EnvironmentConfig
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import View, restore
from hippodrome.kit.preview import DiceNeeded, NoDice
from hippodrome.kit.state import Json, State, digest, snapshot

HistoryEntry = Event | tuple[int, str]
"""An event, or a seat and the text of the action it played."""


class Position:
    """A match at a decision or before a roll. Before a roll, `pending` is the action that rolls; None is the set-up.

    `seed` determines all tapes of dice; `moves` counts decisions and rolls.
    """

    def __init__(self, config: EnvironmentConfig, seed: int) -> None:
        self.config = config
        self.seed = seed
        self.moves = 0
        self.seat = SPECTATOR
        self.numbers: dict[int, Action] = {}
        self.pending: Action | None = None
        self.waits_for_dice = True
        self._state: State | None = None
        self._new_entries: list[HistoryEntry] = []
        self._lines: list[list[str]] = [[] for _ in range(config.seats)]
        self._clear_caches()

    def _clear_caches(self) -> None:
        """Discard the cached views and the digest, because the state is about to change."""
        self._views: dict[int, View] = {}
        self._digest = ""

    @property
    def state(self) -> State:
        """The state, created on first use because most new positions are overwritten by a copy at once."""
        if self._state is None:
            self._state = self._remove_dice(self.config.start(NoDice(0)))
        return self._state

    def _remove_dice(self, state: State) -> State:
        """Replace the dice of a state by none, turn its log on, and return it."""
        state.dice = NoDice(state.dice.rolled)
        state.logging = True
        return state

    @property
    def has_started(self) -> bool:
        """True once the first dice have been chosen; before that there is nothing to observe."""
        return self.moves > 0

    @property
    def is_over(self) -> bool:
        """True once the match has ended."""
        return self.has_started and not self.state.agenda

    # ---------------------------------------------------------------- play

    def roll(self, tape: int) -> None:
        """Continue with the dice of a numbered tape until the next choice or the next roll."""
        self._clear_caches()
        state = self.state
        seed = hashlib.sha256(f"{self.seed}/{self.moves}/{tape}".encode()).digest()
        dice = TapeDice(seed)
        dice.rolled = state.dice.rolled
        state.dice = dice
        self.waits_for_dice = False
        if self.pending is not None:
            agenda.act(state, self.pending, self.seat)
        else:
            agenda.advance(state)
        state.dice = NoDice(state.dice.rolled)
        self._record_pending()
        self._advance()

    def play(self, number: int) -> None:
        """Play the action with this number, or leave it pending if it rolls dice."""
        self._clear_caches()
        self.pending = self.numbers[number]
        if self._play_without_dice():
            self._advance()

    def _play_without_dice(self) -> bool:
        """Play the pending action if it rolls no dice, and return whether it was played."""
        before = self.state.clone()
        before.logging = True
        try:
            agenda.act(self.state, self.pending or Action("pass"), self.seat)
        except DiceNeeded:
            self._state = before
            self.waits_for_dice = True
            self.numbers = {}
            return False
        self._record_pending()
        return True

    def _record_pending(self) -> None:
        """Add the pending action, if any, and the new events to the history, and count the move."""
        if self.pending is not None:
            self._new_entries.append((self.seat, self.pending.text))
        self._new_entries.extend(self.state.events)
        self.state.events = []
        self.pending = None
        self.moves += 1

    def _advance(self) -> None:
        """Play forced actions until the next decision with a choice, the next roll or the end."""
        self.numbers = {}
        while self.state.agenda:
            self.seat = agenda.seats(self.state)[0]
            actions = agenda.proposals(self.state)
            if len(actions) > 1:
                self.numbers = self.config.action_encoding.encode(actions)
                return
            self.pending = actions[0]
            if not self._play_without_dice():
                return
        self.seat = SPECTATOR

    # ---------------------------------------------------------------- observations

    def view(self, seat: int) -> View:
        """Return what a seat may know."""
        if seat not in self._views:
            self._views[seat] = self.config.game.view(self.state, seat)
        return self._views[seat]

    def digest(self) -> str:
        """Return the digest of the state."""
        if not self._digest:
            self._digest = digest(self.state)
        return self._digest

    def history_lines(self, seat: int) -> list[str]:
        """Return the log as a seat may read it, with the seat's own actions, in order."""
        for entry in self._new_entries:
            for reader, lines in enumerate(self._lines):
                line = self._line(entry, reader)
                if line:
                    lines.append(line)
        self._new_entries = []
        return self._lines[seat]

    def _line(self, entry: HistoryEntry, seat: int) -> str:
        """Return the line of an entry for a seat; empty if the seat may not see it."""
        if isinstance(entry, tuple):
            return f"> {entry[1]}" if entry[0] == seat else ""
        seen = entry.seen_by(seat)
        return "" if seen is None else self.config.game.presentation.sentence(self.state, seen)

    # ---------------------------------------------------------------- copies

    def __deepcopy__(self, memo: object) -> Position:
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._clear_caches()
        other._state = None if self._state is None else self._remove_dice(self._state.clone())
        other._new_entries = list(self._new_entries)
        other._lines = [list(lines) for lines in self._lines]
        return other

    def imagine(self, seed: bytes) -> Position:
        """Return a copy in which everything hidden from the deciding seat is dealt again."""
        other = self.__deepcopy__(None)
        other._state = self._remove_dice(self.config.game.imagine(self.state, self.seat, seed))
        return other

    def __getstate__(self) -> dict[str, Any]:
        saved = self.state.clone()
        dice = TapeDice(bytes(32))  # a placeholder: NoDice has no snapshot
        dice.rolled = saved.dice.rolled
        saved.dice = dice
        self.history_lines(0)
        return {
            "setup": self.config.setup.json(),
            "state": snapshot(saved),
            "numbers": [self.seed, self.moves, self.seat],
            "pending": self.pending.text if self.pending is not None else "",
            "waits_for_dice": self.waits_for_dice,
            "read": self._lines,
        }

    def __setstate__(self, saved: Json) -> None:
        setup = saved["setup"]
        self.config = EnvironmentConfig(setup["game"], setup["scenario"], setup["seats"], setup["options"])
        self.seed, self.moves, self.seat = saved["numbers"]
        state = self.config.start(NoDice(0))
        restore(self.config.game, state, saved["state"])
        self._state = self._remove_dice(state)
        self.pending = parse(saved["pending"])
        self.waits_for_dice = saved["waits_for_dice"]
        self._new_entries = []
        self._lines = saved["read"]
        self._clear_caches()
        offered = [] if self.waits_for_dice or not state.agenda else agenda.proposals(state)
        self.numbers = self.config.action_encoding.encode(offered)
