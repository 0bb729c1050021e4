"""A match that stops before every throw of dice, so that somebody else can choose them: for trees with chance nodes.

Between throws a position holds no dice at all: whoever searches in copies of it cannot look into the future.
"""

from __future__ import annotations

import hashlib
from typing import Any

from hippodrome.adapters.session import Door
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action, parse
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.events import SPECTATOR, Event
from hippodrome.kit.game import View, restore
from hippodrome.kit.preview import DiceNeeded, NoDice
from hippodrome.kit.state import Json, State, digest, snapshot

Entry = Event | tuple[int, str]
"""What happened, or who played what."""


class Position:
    """A match at a decision, or before dice: then `pending` waits for them, or the set-up does.

    `seed` is that of all tapes of dice; `moves` counts decisions and throws.
    """

    def __init__(self, door: Door, seed: int) -> None:
        self.door = door
        self.seed = seed
        self.moves = 0
        self.seat = SPECTATOR
        self.numbers: dict[int, Action] = {}
        self.pending: Action | None = None
        self.waits_for_dice = True
        self._state: State | None = None
        self._unread: list[Entry] = []
        self._read: list[list[str]] = [[] for _ in range(door.seats)]
        self._forget()

    def _forget(self) -> None:
        """Something is about to change: what was worked out does not hold any more."""
        self._views: dict[int, View] = {}
        self._digest = ""

    @property
    def state(self) -> State:
        """The state, made when it is first asked for: most fresh positions are overwritten at once by a copy."""
        if self._state is None:
            self._state = self._prepared(self.door.start(NoDice(0)))
        return self._state

    def _prepared(self, state: State) -> State:
        state.dice = NoDice(state.dice.rolled)
        state.logging = True
        return state

    @property
    def begun(self) -> bool:
        """Whether the first dice have been chosen: before that there is nothing to see."""
        return self.moves > 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.begun and not self.state.agenda

    # ---------------------------------------------------------------- play

    def roll(self, tape: int) -> None:
        """Do what has been waiting for dice, with those of a numbered tape, and go on as far as none are needed."""
        self._forget()
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
        self._done()
        self._settle()

    def play(self, number: int) -> None:
        """Play the action with this number, or let it wait for dice if it throws any."""
        self._forget()
        self.pending = self.numbers[number]
        if self._try():
            self._settle()

    def _try(self) -> bool:
        """Return whether the pending action can be played without dice; then it has been."""
        before = self.state.clone()
        before.logging = True
        try:
            agenda.act(self.state, self.pending or Action("pass"), self.seat)
        except DiceNeeded:
            self._state = before
            self.waits_for_dice = True
            self.numbers = {}
            return False
        self._done()
        return True

    def _done(self) -> None:
        """Note what was played and what it led to."""
        if self.pending is not None:
            self._unread.append((self.seat, self.pending.text))
        self._unread.extend(self.state.events)
        self.state.events = []
        self.pending = None
        self.moves += 1

    def _settle(self) -> None:
        """Go on to the next decision with a choice in it, or to the next die."""
        self.numbers = {}
        while self.state.agenda:
            self.seat = agenda.seats(self.state)[0]
            actions = agenda.proposals(self.state)
            if len(actions) > 1:
                self.numbers = self.door.numbering.numbered(actions)
                return
            self.pending = actions[0]
            if not self._try():
                return
        self.seat = SPECTATOR

    # ---------------------------------------------------------------- what a seat has seen

    def view(self, seat: int) -> View:
        """What a seat may know."""
        if seat not in self._views:
            self._views[seat] = self.door.game.view(self.state, seat)
        return self._views[seat]

    def digest(self) -> str:
        """Return the fingerprint of the state."""
        if not self._digest:
            self._digest = digest(self.state)
        return self._digest

    def lines(self, seat: int) -> list[str]:
        """Return all that a seat has seen and done, in order."""
        for entry in self._unread:
            for reader, read in enumerate(self._read):
                line = self._line(entry, reader)
                if line:
                    read.append(line)
        self._unread = []
        return self._read[seat]

    def _line(self, entry: Entry, seat: int) -> str:
        if isinstance(entry, tuple):
            return f"> {entry[1]}" if entry[0] == seat else ""
        seen = entry.seen_by(seat)
        return "" if seen is None else self.door.game.sentence(self.state, seen)

    # ---------------------------------------------------------------- copies

    def __deepcopy__(self, memo: object) -> Position:
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._forget()
        other._state = None if self._state is None else self._prepared(self._state.clone())
        other._unread = list(self._unread)
        other._read = [list(lines) for lines in self._read]
        return other

    def imagined(self, seed: bytes) -> Position:
        """Return a copy in which what the seat that must decide cannot know is dealt anew."""
        other = self.__deepcopy__(None)
        other._state = self._prepared(self.door.game.imagine(self.state, self.seat, seed))
        return other

    def __getstate__(self) -> dict[str, Any]:
        saved = self.state.clone()
        dice = TapeDice(bytes(32))  # stands in for none
        dice.rolled = saved.dice.rolled
        saved.dice = dice
        self.lines(0)
        return {
            "setup": self.door.setup.json(),
            "state": snapshot(saved),
            "numbers": [self.seed, self.moves, self.seat],
            "pending": self.pending.text if self.pending is not None else "",
            "waits_for_dice": self.waits_for_dice,
            "read": self._read,
        }

    def __setstate__(self, saved: Json) -> None:
        setup = saved["setup"]
        self.door = Door(setup["game"], setup["scenario"], setup["seats"], setup["options"])
        self.seed, self.moves, self.seat = saved["numbers"]
        state = self.door.start(NoDice(0))
        restore(self.door.game, state, saved["state"])
        self._state = self._prepared(state)
        self.pending = parse(saved["pending"])
        self.waits_for_dice = saved["waits_for_dice"]
        self._unread = []
        self._read = saved["read"]
        self._forget()
        offered = [] if self.waits_for_dice or not state.agenda else agenda.proposals(state)
        self.numbers = self.door.numbering.numbered(offered)
