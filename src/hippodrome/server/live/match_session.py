"""The session of a live match: its moves, the seats that must decide, their clocks and what can be undone.

A request that is carried out returns a `Change`. Nothing here waits, sends or writes; the room does that.

A match has one counter: its journal entries are numbered from 1, and `n` is the number of the newest. The other numbers
of a table follow from it and from the silent passes, which are passes in secret decisions:

pending     the entry that opened the decision of a seat; a request based on an older one is out of date
visible_n   an entry's number without the silent passes of other seats; the only one that clients get, as `n`
move        how many entries are moves that have not been undone, without silent passes; the position in the replay
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
    FORCED,
    IMPORTED,
    LATE,
    MOVE,
    SEAT,
    UNDO,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    MatchStatus,
    Player,
    Snapshot,
    out_of_time_note,
)
from hippodrome.server.workers.replay import MatchHistory, is_silent_pass, start_match

ENTRIES_PER_SNAPSHOT = 64
NOT_YOUR_SEAT = "This is not your seat."
_POSITION_CHANGED = "The position has changed. Check the board and try again."


class RequestRejected(Exception):
    """A client's request was rejected and nothing has changed."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class Change(msgspec.Struct, frozen=True):
    """A change of the match: its journal entry, and what the frames that show it need to know.

    since       the number of events before it
    notes       log lines that the table adds itself
    is_silent   whether only the seat of the entry may know of it
    """

    entry: JournalEntry
    since: int
    notes: list[str] = []
    is_silent: bool = False


class MatchSession:
    """A match together with its journal. `pending` maps each seat that must decide to the entry that asked it."""

    def __init__(self, loaded: LoadedMatch, now: Callable[[], float]) -> None:
        self.row: MatchRow = loaded.row
        self.players: list[Player] = loaded.row.players
        self.match, self.n = _restore_match(loaded)
        self.match.shows_odds = loaded.row.odds
        self.snapshot_n = self.n  # entries covered by the newest snapshot
        self.clocks = Clocks(loaded.row.clock, loaded.used_ms, now)
        self.decision: Decision | None = None
        self.pending: dict[int, int] = {}
        self.only_move: tuple[int, Action] | None = None  # seat and action, if there is no choice
        self._shared_decision: object = None  # of several seats, to see whether it is still the same
        self._clock_period = ""
        # By index of the move; needed for moves that can still be undone.
        self._move_entries: dict[int, JournalEntry] = {}
        self._late = _pairs_from_snapshot(loaded, "late")  # (move, seat) of moves played because time ran out
        self._silent = _pairs_from_snapshot(loaded, "silent")  # (n, seat) of entries that only their seat may know of
        for entry in loaded.entries:
            self._apply(entry)
        self._update_pending()

    def _apply(self, entry: JournalEntry) -> None:
        """Apply a saved entry to the match."""
        if entry.kind == MOVE:
            is_silent = is_silent_pass(self.match, entry.text)
            self.match.play(entry.text, entry.seat)
            self._note_move(entry, is_silent)
        elif entry.kind == UNDO:
            self._remove_moves(int(entry.text))
        self.n = entry.n

    def _note_move(self, entry: JournalEntry, is_silent: bool) -> None:
        """Remember the entry of the move just played."""
        if is_silent:
            self._silent.append((entry.n, entry.seat))
        self._move_entries[len(self.match.moves) - 1] = entry
        if entry.how == LATE:
            self._late.append((len(self.match.moves), entry.seat))

    def _remove_moves(self, count: int) -> list[JournalEntry]:
        """Undo the last moves and return their entries."""
        undone = []
        for _ in range(count):
            self.match.undo()
            undone.append(self._move_entries.pop(len(self.match.moves)))
        self._late = [(move, seat) for move, seat in self._late if move <= len(self.match.moves)]
        return undone

    # ---------------------------------------------------------------- present state

    @property
    def move(self) -> int:
        """The number of moves that have not been undone, without silent passes. Those are never undone."""
        return len(self.match.moves) - len(self._silent)

    def visible_n(self, held: Collection[int], n: int | None = None) -> int:
        """Return an entry's number (by default the newest one's) as the holders of some seats may know it."""
        last = self.n if n is None else n
        return last - sum(at <= last and seat not in held for at, seat in self._silent)

    @property
    def is_over(self) -> bool:
        """True if the match has ended."""
        return self.decision is None

    @property
    def is_closed(self) -> bool:
        """True if no moves can be played: the match is over, or was imported to be viewed only."""
        return self.is_over or self.row.kind == IMPORTED

    def is_waiting_for_person(self, seat: int) -> bool:
        """Return whether a person must decide for this seat now."""
        return seat in self.pending and self.players[seat].is_controlled_by_person

    def require_turn(self, held: Collection[int], seat: int, n: int) -> None:
        """Reject a request for a seat the client does not hold, or for a stale decision."""
        if seat not in held:
            raise RequestRejected(NOT_YOUR_SEAT)
        if self.players[seat].level:
            raise RequestRejected("A bot is playing your seat. Take it back to move.")
        if n > self.visible_n(held) or n < self.visible_n(held, self.pending.get(seat, 0)):
            raise RequestRejected(_POSITION_CHANGED)

    def _find_only_move(self) -> tuple[int, Action] | None:
        """Return the seat and its only legal action, or None if there is a choice.

        For a secret decision, other players must not learn that the move was forced, so it is left to the seat.
        """
        decision = self.decision
        if decision is None or decision.secret or self.row.kind == IMPORTED:
            return None
        action = self.match.only_action()
        return (decision.seats[0], action) if action is not None else None

    def shows_decision(self, viewer: int) -> bool:
        """Return whether a viewer sees the pending decision: not if the move is forced or a bot plays the seat."""
        if self.row.kind == IMPORTED or self.only_move is not None:
            return False
        return viewer not in self.pending or self.is_waiting_for_person(viewer)

    def clock_for(self, viewer: int) -> wire.Clock | None:
        """Return the clock of the viewer's own decision, or else of the first pending seat; None if none is running."""
        decision = self.decision
        if decision is None or not decision.seats:
            return None
        seat = viewer if viewer in decision.seats else decision.seats[0]
        return self.clocks.remaining(seat, decision.clock) if self.is_waiting_for_person(seat) else None

    def waiting_seats(self) -> list[int]:
        """Return the seats for which a person must decide now."""
        return [seat for seat in self.pending if self.is_waiting_for_person(seat)]

    def times_left_ms(self) -> dict[int, int]:
        """Return the milliseconds that each person who must decide has left; empty without a limit."""
        clock = self.decision.clock if self.decision is not None else None
        times = [(seat, self.clocks.left_ms(seat, clock)) for seat in self.waiting_seats()]
        return {seat: left for seat, left in times if left is not None}

    def status(self) -> MatchStatus:
        """Return the status shown in lists of matches."""
        result = self.match.result
        turn = ", ".join(self.match.breadcrumbs()) if result is None else self.match.game.presentation.verdict(result)
        now = int(time.time())
        return MatchStatus(self.n, self.move, list(self.pending), turn, self.is_over, now, self.players)

    def history(self) -> MatchHistory:
        """Return everything needed to replay the match in another process."""
        row, moves = self.row, [(move.seat, move.action.text) for move in self.match.moves]
        notes = [(move, out_of_time_note(seat)) for move, seat in self._late]
        return MatchHistory(row.id, row.setup(), row.dice, row.base, moves, notes, row.odds)

    def snapshot(self) -> Snapshot | None:
        """Return a snapshot, or None if nothing is new or the last move can still be undone."""
        if self.n == self.snapshot_n or not self.match.undo_refusal:
            return None
        body = {"match": self.match.snapshot(), "late": list(self._late), "silent": list(self._silent)}
        return Snapshot(self.n, body)

    def snapshot_if_due(self) -> Snapshot | None:
        """Return a snapshot if enough entries have been added since the last one; it makes loading quick."""
        return self.snapshot() if self.n - self.snapshot_n >= ENTRIES_PER_SNAPSHOT else None

    def mark_saved(self, status: MatchStatus, snapshot: Snapshot | None) -> None:
        """Make a status the public one, now that it is on disk with the entries and the snapshot before it."""
        self.row.status = status
        if snapshot is not None:
            self.snapshot_n = snapshot.n

    # ---------------------------------------------------------------- changes

    def play(self, seat: int, action: Action | str, how: str) -> Change:
        """Play an action. If it is illegal, raise IllegalAction and change nothing: this is the only check."""
        since, text = len(self.match.events), action if isinstance(action, str) else action.text
        is_silent = is_silent_pass(self.match, text)
        self.match.play(action, seat)
        spent = reserve = 0
        if how in (CHOSEN, LATE) and self.decision is not None:
            spent, reserve = self.clocks.charge(seat, self.decision.clock)
        entry = self._new_entry(MOVE, seat, text, how, spent, reserve)
        self._note_move(entry, is_silent)
        self._update_pending(seat)
        notes = [out_of_time_note(seat)] if how == LATE and not is_silent else []
        return Change(entry, since, notes, is_silent)

    def play_forced(self) -> Change | None:
        """Play the only legal action of the pending decision; return None if there is a choice."""
        return self.play(*self.only_move, FORCED) if self.only_move is not None else None

    def play_late(self) -> Change | None:
        """Play the default action of a seat that has run out of time; return None if none has."""
        late = [seat for seat, left in self.times_left_ms().items() if left == 0]
        if not late:
            return None
        clock = self.decision.clock if self.decision is not None else None
        return self.play(late[0], clock.action if clock is not None else self.match.proposals()[0], LATE)

    def undo_refusal(self, seat: int) -> str | None:
        """Return None if there is nothing to undo, an empty text if the seat can undo its last choice, else why not."""
        if seat == wire.NO_SEAT or self.is_closed or not self.match.moves:
            return None
        if not self.is_waiting_for_person(seat):
            return "Can't undo: it is another player's decision."
        count = self._moves_to_undo()
        if count == 1:
            return self.match.undo_refusal
        trial = self.match.clone()
        for _ in range(count):
            reason = trial.undo_refusal
            if reason:
                return reason
            trial.undo()
        return ""

    def undo(self, seat: int) -> Change:
        """Undo a seat's last choice, with the forced moves after it; reject the request if that is not possible.

        The seat's clock continues from the time it has used: within the same clock period, the time since the period
        began, else the time of the undone moves as well.
        """
        refusal = self.undo_refusal(seat)
        if refusal is None or refusal:
            raise RequestRejected(refusal or "Can't undo: nothing has been played yet.")
        count, seat = self._moves_to_undo(), self.match.moves[-1].seat
        elapsed_ms, period = self.clocks.elapsed_ms(seat), self._clock_period
        undone = self._remove_moves(count)
        reserve_ms = sum(move.reserve for move in undone)
        self.clocks.refund(seat, reserve_ms)
        entry = self._new_entry(UNDO, seat, str(count), reserve=-reserve_ms)
        self._update_pending()
        is_same_period = period != "" and period == self._clock_period
        self.clocks.start(seat, elapsed_ms + (0 if is_same_period else sum(move.spent for move in undone)))
        return Change(entry, len(self.match.events))

    def _moves_to_undo(self) -> int:
        """Return how many moves an undo removes: the last choice and the forced moves after it."""
        last = len(self.match.moves) - 1
        choice = last
        while choice in self._move_entries and self._move_entries[choice].how == FORCED:
            choice -= 1
        return last - choice + 1

    def change_seat(self, seat: int, **changes: str) -> Change:
        """Rename a seat's player, or change the level of the bot that plays for them ("" for none)."""
        player = msgspec.structs.replace(self.players[seat], **changes)
        self.players = [player if number == seat else other for number, other in enumerate(self.players)]
        entry = self._new_entry(SEAT, seat, msgspec.json.encode(changes).decode())
        if "level" in changes and seat in self.pending:
            self.clocks.start(seat)
        return Change(entry, len(self.match.events))

    def _new_entry(
        self, kind: str, seat: int, text: str, how: str = "", spent: int = 0, reserve: int = 0
    ) -> JournalEntry:
        self.n += 1
        return JournalEntry(self.n, kind, seat, text, how, spent, reserve)

    def _update_pending(self, mover: int = wire.NO_SEAT) -> None:
        """Update the pending seats and their clocks after `mover` has played.

        When several seats decide at once and one answers, the others keep their decision and their clock as long as
        the decision is still the same.
        """
        self.decision = decision = self.match.decision
        seats = decision.seats if decision is not None else ()
        waiting = [seat for seat in seats if seat in self.pending and seat != mover] if mover != wire.NO_SEAT else []
        shared: object = None
        if decision is not None and (waiting or len(seats) > 1):
            shared = (decision.name, decision.rule, [action.text for action in self.match.proposals()])
        if shared != self._shared_decision:
            waiting = []
        self._shared_decision = shared
        self.only_move = self._find_only_move()
        self.pending = {seat: self.pending[seat] if seat in waiting else self.n for seat in seats}
        period = decision.clock.period if decision is not None and decision.clock is not None else ""
        is_same_period = period != "" and period == self._clock_period
        self._clock_period = period
        for seat in seats:
            if seat not in waiting:
                self.clocks.start(seat, self.clocks.elapsed_ms(seat) if is_same_period and seat == mover else 0)


def _restore_match(loaded: LoadedMatch) -> tuple[Match, int]:
    """Return the match at its newest snapshot or at its start, and the number of entries that covers."""
    row = loaded.row
    if loaded.snapshot is None:
        return start_match(row.setup(), row.dice, row.base), 0
    match = start_match(row.setup(), row.dice)
    match.resume(loaded.snapshot.body["match"])
    match.state.logging = True
    return match, loaded.snapshot.n


def _pairs_from_snapshot(loaded: LoadedMatch, name: str) -> list[tuple[int, int]]:
    """Return the pairs saved under a name in the newest snapshot; none without a snapshot."""
    return [(number, seat) for number, seat in loaded.snapshot.body[name]] if loaded.snapshot is not None else []
