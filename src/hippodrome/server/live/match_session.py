"""The session of a match: what was played, who is asked since when, what can be taken back. Every change is an entry.

Nothing here waits, sends or writes: a room does that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

import msgspec

from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live.clocks import Clocks
from hippodrome.server.storage.rows import (
    CHOSEN,
    IMPORTED,
    LATE,
    MOVE,
    ONLY,
    SEAT,
    UNDO,
    Entry,
    LoadedMatch,
    MatchRow,
    MatchStatus,
    Player,
    Snapshot,
    out_of_time_note,
)
from hippodrome.server.workers.replay import MatchHistory, is_silent_pass, start_match

SNAPSHOT_EVERY = 64
NOT_YOUR_SEAT = "This is not your seat."
_POSITION_CHANGED = "The table has moved on since. Please look at how it stands now."


class RequestRejected(Exception):
    """A request is not carried out, and nothing has changed."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class MatchSession:
    """A match with its journal. `asked` has the seats that must decide, each with the entry that put the question."""

    def __init__(self, loaded: LoadedMatch, now: Callable[[], float]) -> None:
        self.row: MatchRow = loaded.row
        self.players: list[Player] = loaded.row.players
        self.match, self.n = _restore_match(loaded)
        self.match.shows_odds = loaded.row.odds
        self.snapshot_n = self.n  # how many entries the newest snapshot has
        self.clocks = Clocks(loaded.row.clock, loaded.used_ms, now)
        self.decision: Decision | None = None
        self.pending: dict[int, int] = {}
        self.only_move: tuple[int, Action] | None = None  # the only thing that can be done, and by whom
        self._open_question: object = None
        self._clock_period = ""
        self._move_entries: dict[
            int, Entry
        ] = {}  # by the number of the move; only those that might be taken back matter
        self._late: list[tuple[int, int]] = _pairs_from_snapshot(
            loaded, "late"
        )  # moves made because time was up, and for whom
        self._silent: list[tuple[int, int]] = _pairs_from_snapshot(
            loaded, "silent"
        )  # entries that only their seat may know of
        for entry in loaded.entries:
            self._apply(entry)
        self._update_pending()

    def _apply(self, entry: Entry) -> None:
        """Do what an entry says that was kept earlier."""
        if entry.kind == MOVE:
            silent = is_silent_pass(self.match, entry.text)
            self.match.play(entry.text, entry.seat)
            self._note_move(entry, silent)
        elif entry.kind == UNDO:
            for _ in range(int(entry.text)):
                self.match.undo()
            self._late = [(move, seat) for move, seat in self._late if move <= len(self.match.moves)]
        self.n = entry.n

    def _note_move(self, entry: Entry, silent: bool) -> None:
        """Remember how the last move came about."""
        if silent:
            self._silent.append((entry.n, entry.seat))
        self._move_entries[len(self.match.moves) - 1] = entry
        if entry.how == LATE:
            self._late.append((len(self.match.moves), entry.seat))

    # ---------------------------------------------------------------- where it stands

    @property
    def move_count(self) -> int:
        """How many moves stand, but for the silent ones. Those are never taken back."""
        return len(self.match.moves) - len(self._silent)

    def visible_n(self, held: Collection[int], n: int | None = None) -> int:
        """Return the number of an entry, the newest by default, as those know it who hold some seats."""
        last = self.n if n is None else n
        return last - sum(at <= last and seat not in held for at, seat in self._silent)

    def is_silent(self, entry: Entry) -> bool:
        """Return whether only the seat itself may know of an entry."""
        return (entry.n, entry.seat) in self._silent[-1:]

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.decision is None

    @property
    def is_closed(self) -> bool:
        """Whether nobody can play here: the match is over, or was only taken in to be looked at."""
        return self.is_over or self.row.kind == IMPORTED

    def is_waiting_for_person(self, seat: int) -> bool:
        """Return whether a person must decide for this seat now."""
        return seat in self.pending and self.players[seat].is_controlled_by_person

    def require_turn(self, held: Collection[int], seat: int, n: int) -> None:
        """Refuse somebody who does not hold the seat, or who has not seen the question that it is asked now."""
        if seat not in held:
            raise RequestRejected(NOT_YOUR_SEAT)
        if self.players[seat].level:
            raise RequestRejected("A program plays your seat now. Take your seat back first.")
        if n > self.visible_n(held) or n < self.visible_n(held, self.pending.get(seat, 0)):
            raise RequestRejected(_POSITION_CHANGED)

    def _find_only_move(self) -> tuple[int, Action] | None:
        """Return the only thing that can be done, and by whom.

        In a secret question nobody must notice that it is the only.
        """
        decision = self.decision
        if decision is None or decision.secret or self.row.kind == IMPORTED:
            return None
        action = self.match.only_action()
        return (decision.seats[0], action) if action is not None else None

    def shows_decision(self, viewer: int) -> bool:
        """Return whether a viewer is shown what is asked: not where there is only one way, nor where a program
        decides.
        """
        if self.row.kind == IMPORTED or self.only_move is not None:
            return False
        return viewer not in self.pending or self.is_waiting_for_person(viewer)

    def default_action(self) -> Action:
        """What is played for a seat whose time is up."""
        clock = self.decision.clock if self.decision is not None else None
        return clock.action if clock is not None else self.match.proposals()[0]

    def clock_for(self, viewer: int) -> wire.Clock | None:
        """Return the clock of the decision, as far as it runs: the viewer's own, or that of the first who is asked."""
        decision = self.decision
        if decision is None or not decision.seats:
            return None
        seat = viewer if viewer in decision.seats else decision.seats[0]
        return self.clocks.remaining(seat, decision.clock) if self.is_waiting_for_person(seat) else None

    def time_left_ms(self, seat: int) -> int | None:
        """How many milliseconds a seat has left; None if its time never ends."""
        return self.clocks.left_ms(seat, self.decision.clock) if self.decision is not None else None

    def status(self) -> MatchStatus:
        """Where the match stands, for lists."""
        result = self.match.result
        turn = ", ".join(self.match.breadcrumbs()) if result is None else self.match.game.verdict(result)
        now = int(time.time())
        return MatchStatus(self.n, self.move_count, list(self.pending), turn, self.is_over, now, self.players)

    def history(self) -> MatchHistory:
        """Return all that determines the match, to be told again elsewhere."""
        row, moves = self.row, [(move.seat, move.action.text) for move in self.match.moves]
        notes = [(move, out_of_time_note(seat)) for move, seat in self._late]
        return MatchHistory(row.id, row.setup(), row.dice, row.base, moves, notes, row.odds)

    def snapshot(self) -> Snapshot | None:
        """Return a snapshot, if there is something new and nothing could be taken back that lies before it."""
        if self.n == self.snapshot_n or not self.match.undo_refusal:
            return None
        return Snapshot(self.n, {"match": self.match.snapshot(), "late": self._late, "silent": self._silent})

    def snapshot_if_due(self) -> Snapshot | None:
        """Return a snapshot every now and then, so that loading a long match is quick."""
        return self.snapshot() if self.n - self.snapshot_n >= SNAPSHOT_EVERY else None

    # ---------------------------------------------------------------- what changes it

    def play(self, seat: int, action: Action | str, how: str) -> Entry:
        """Play a legal action."""
        spent = reserve = 0
        if how in (CHOSEN, LATE) and self.decision is not None:
            spent, reserve = self.clocks.charge(seat, self.decision.clock)
        text = action if isinstance(action, str) else action.text
        silent = is_silent_pass(self.match, text)
        self.match.play(action, seat)
        entry = self._new_entry(MOVE, seat, text, how, spent, reserve)
        self._note_move(entry, silent)
        self._update_pending(seat)
        return entry

    def undo_refusal(self, seat: int) -> str | None:
        """Return None if there is nothing to take back; empty if a seat may take back its last choice; else why not."""
        if seat == wire.NO_SEAT or self.is_closed or not self.match.moves:
            return None
        if not self.is_waiting_for_person(seat):
            return "Can't undo: it is another player's decision."
        steps = self._moves_to_undo()
        if steps == 1:
            return self.match.undo_refusal
        trial = self.match.clone()
        for _ in range(steps):
            reason = trial.undo_refusal
            if reason:
                return reason
            trial.undo()
        return ""

    def undo(self) -> Entry:
        """Take back the last move that was a choice, with those that followed of themselves."""
        steps = self._moves_to_undo()
        seat = self.match.moves[-1].seat
        spent, spell = self.clocks.elapsed_ms(seat), self._clock_period
        thought = spent
        paid = 0
        for _ in range(steps):
            self.match.undo()
            taken = self._move_entries.pop(len(self.match.moves))
            thought += taken.spent
            paid += taken.reserve
        self.clocks.refund(seat, paid)
        self._late = [(move, who) for move, who in self._late if move <= len(self.match.moves)]
        entry = self._new_entry(UNDO, seat, str(steps), "", 0, -paid)
        self._update_pending()
        self.clocks.start(seat, spent if spell and spell == self._clock_period else thought)
        return entry

    def _moves_to_undo(self) -> int:
        """How many moves must be taken back to come to one that was a choice."""
        last = len(self.match.moves) - 1
        place = last
        while place in self._move_entries and self._move_entries[place].how == ONLY:
            place -= 1
        return last - place + 1

    def change_seat(self, seat: int, **changes: str) -> Entry:
        """Give a seat another name, or to a program, or back."""
        person = msgspec.structs.replace(self.players[seat], **changes)
        self.players = [person if number == seat else other for number, other in enumerate(self.players)]
        self.row.status.players = self.players
        entry = self._new_entry(SEAT, seat, msgspec.json.encode(changes).decode(), "", 0, 0)
        if "level" in changes and seat in self.pending:
            self.clocks.start(seat)
        return entry

    def _new_entry(self, kind: str, seat: int, text: str, how: str, spent: int, reserve: int) -> Entry:
        self.n += 1
        return Entry(self.n, kind, seat, text, how, spent, reserve)

    def _update_pending(self, mover: int = wire.NO_SEAT) -> None:
        """See who is asked now. Whoever is still asked the same, while only another answered, keeps his question."""
        self.decision = decision = self.match.decision
        seats = decision.seats if decision is not None else ()
        waiting = [seat for seat in seats if seat in self.pending and seat != mover] if mover != wire.NO_SEAT else []
        question: object = None
        if decision is not None and (waiting or len(seats) > 1):
            question = (decision.name, decision.rule, [action.text for action in self.match.proposals()])
        if question != self._open_question:
            waiting = []
        self._open_question = question
        self.only_move = self._find_only_move()
        self.pending = {seat: self.pending[seat] if seat in waiting else self.n for seat in seats}
        spell = decision.clock.period if decision is not None and decision.clock is not None else ""
        goes_on = spell != "" and spell == self._clock_period
        self._clock_period = spell
        for seat in seats:
            if seat not in waiting:
                self.clocks.start(seat, self.clocks.elapsed_ms(seat) if goes_on and seat == mover else 0)


def _restore_match(loaded: LoadedMatch) -> tuple[Match, int]:
    """Return the match at its newest snapshot, or at its beginning."""
    row = loaded.row
    if loaded.snapshot is None:
        return start_match(row.setup(), row.dice, row.base), 0
    match = start_match(row.setup(), row.dice)
    match.resume(loaded.snapshot.body["match"])
    match.state.logging = True
    return match, loaded.snapshot.n


def _pairs_from_snapshot(loaded: LoadedMatch, name: str) -> list[tuple[int, int]]:
    """What the newest snapshot remembers of moves before it."""
    return [(number, seat) for number, seat in loaded.snapshot.body[name]] if loaded.snapshot is not None else []
