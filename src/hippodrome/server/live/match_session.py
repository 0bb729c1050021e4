"""The session of a live match: its moves, the seats that must decide, their clocks and what can be undone.

A request that is carried out returns a `Change`. Nothing here waits, sends or writes; the room does that.

A match has one counter: its journal entries are numbered from 1, and `n` is the number of the newest. The other numbers
of a table follow from it and from the silent answers. An answer to a secret question is silent if others cannot tell it
from not being asked, such as a pass in a reaction window:

pending     the entry that opened the decision of a seat; a request based on an older one is out of date
visible_n   an entry's number without the silent answers of other seats; the only one that clients get, as `n`
move        how many entries are moves that have not been undone, without silent answers; the position in the replay
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence

import msgspec

from hippodrome.kit.actions import Action, Clock, Decision
from hippodrome.kit.agenda import conceals, is_silent
from hippodrome.kit.earlier_rules import EarlierRules
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.match import LAST_MOVE_OF_ANOTHER, Match
from hippodrome.kit.recap import find_window, recap_of
from hippodrome.kit.record import header_lines
from hippodrome.kit.state import Json, Pause
from hippodrome.server import wire
from hippodrome.server.live.clocks import Clocks, ShowTimes, display_ms
from hippodrome.server.live.frames import wire_recap
from hippodrome.server.storage.progress_rows import LoggedMove, PresentState, Progress
from hippodrome.server.storage.rows import (
    BY_PERSON,
    CHOSEN,
    CONTINUED,
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
    moves_not_undone,
    out_of_time_note,
    with_changes,
)
from hippodrome.server.workers.move_results import first_result, logged_move, present_body, record_dice, take_dice
from hippodrome.server.workers.replay import MatchHistory, start_match

ENTRIES_PER_SNAPSHOT = 64

ENTRIES_PER_TURN = 16
"""Entries that are replayed at a time while a match is loaded: at most a few milliseconds."""

MAX_EXTRA_ENTRIES = 5_000
"""Entries that a match may have besides its moves: undos, undone moves, changes of names, bots and invitations."""

SECRET_DECISION_S = 15
"""Time limit of a secret decision if the match has a reserve only, which secret decisions do not use."""

SECRET_FIELDS = ("nonce", "invitation")
"""Fields of a player that give access to the seat."""

NOT_YOUR_SEAT = "This is not your seat."
TOO_MANY_ENTRIES = (
    "There have been too many undos and changes of seats in this match. You can still play it to its end."
)
_OTHERS_DECIDE = "Can't undo: it is another player's decision."
POSITION_CHANGED = "The position has changed. Check the board and try again."


class RequestRejected(Exception):
    """A client's request was rejected and nothing has changed."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class Change(msgspec.Struct, frozen=True):
    """A change of the match: its journal entry, and what the frames that show it need to know.

    since       the number of events before it
    move        the position in the replay after it
    earlier     the changes before it in the same compound, which are saved and shown together with it
    stopped     why a compound was not played to its end, and in `stop_rule` the clause of the refused action
    notes       log lines that the table adds itself
    is_silent   whether only the seat of the entry may know of it
    pauses      the moments on the way at which a seat might have been asked in secret
    """

    entry: JournalEntry
    since: int
    move: int
    notes: list[str] = []
    is_silent: bool = False
    pauses: list[Pause] = []
    earlier: list[Change] = []
    stopped: str = ""
    stop_rule: str = ""

    @property
    def all(self) -> list[Change]:
        """All changes of the compound, or this one alone."""
        return [*self.earlier, self]


class MatchSession:
    """A match together with its journal. `pending` maps each seat that must decide to the entry that asked it."""

    def __init__(self, loaded: LoadedMatch, now: Callable[[], float], replay: bool = True) -> None:
        """Load a match. Without `replay`, the session is complete once `replay_next` has returned False."""
        self.row: MatchRow = loaded.row
        self.players: list[Player] = loaded.row.players
        self.changes = loaded.changes
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
        self._silent = _silent_from_snapshot(loaded)  # (n, seat) of entries that only their seat may know of
        self._concealed: set[int] = set()  # indices of moves that others take for forced ones
        self._updated = loaded.row.status.updated  # when the last entry was made that is not silent
        self._first_move = loaded.row.status.first_move  # when the first move was made, or 0
        self._results: list[LoggedMove] = []  # of the moves since the last commit
        self._undone_to: int | None = None  # the number of moves after the last undo since then
        self._show_times = ShowTimes()
        self._event_counts: list[int] = [len(self.match.events)]  # after each visible move since it was loaded
        self._recaps: dict[int, tuple[tuple[int, int], wire.Recap]] = {}  # the last one of each seat, with its window
        if self.n == 0:
            self._results.append(first_result(self.match))
        self.match.collect_pauses()
        record_dice(self.match)
        self._unapplied = deque(entry for entry in loaded.entries if entry.n > self.n)
        while replay and self.replay_next():
            pass

    def replay_next(self) -> bool:
        """Apply the next few entries since the snapshot; return whether there are more."""
        for _ in range(min(ENTRIES_PER_TURN, len(self._unapplied))):
            self._apply(self._unapplied.popleft())
        if self._unapplied:
            return True
        take_dice(self.match)
        self._update_pending()
        return False

    def replay_entry(self, entry: JournalEntry) -> None:
        """Apply the entry of a move, without the entries before it that are not moves; raise ValueError if illegal."""
        self.n = entry.n - 1
        self._apply(entry)
        self._update_pending()

    def _apply(self, entry: JournalEntry) -> None:
        """Apply a saved entry to the match; raise ValueError if an entry before it is missing."""
        if entry.n != self.n + 1:
            raise ValueError(f"entry {self.n + 1} is missing")
        if entry.kind == MOVE:
            is_silent, is_concealed = self._visibility(entry.text)
            self.match.play(entry.text, entry.seat, continues=entry.how == CONTINUED)
            self._note_move(entry, is_silent, is_concealed)
        elif entry.kind == UNDO:
            self._remove_moves(int(entry.text))
        self.n = entry.n

    def _visibility(self, text: str) -> tuple[bool, bool]:
        """Return whether an answer to the pending decision is silent, and whether others take it for a forced move."""
        return is_silent(self.match.state, text), conceals(self.match.state, text)

    def _note_move(self, entry: JournalEntry, is_silent: bool, is_concealed: bool) -> None:
        """Remember the entry of the move just played."""
        if is_silent:
            self._silent.append((entry.n, entry.seat))
        if is_concealed:
            self._concealed.add(len(self.match.moves) - 1)
        self._move_entries[len(self.match.moves) - 1] = entry
        if not is_silent:
            self._event_counts.append(0)
        self._event_counts[-1] = len(self.match.events)
        if entry.how == LATE:
            self._late.append((len(self.match.moves), entry.seat))

    def _remove_moves(self, count: int) -> list[JournalEntry]:
        """Undo the last moves and return their entries."""
        undone = []
        last, first = len(self.match.moves), len(self.match.moves) - count
        while len(self.match.moves) > first:
            self.match.undo()
        for index in range(first, last):
            undone.append(self._move_entries.pop(index))
            self._concealed.discard(index)
        self._late = [(move, seat) for move, seat in self._late if move <= len(self.match.moves)]
        del self._event_counts[-count:]
        self._recaps.clear()
        return undone

    # ---------------------------------------------------------------- present state

    @property
    def move(self) -> int:
        """The number of moves that have not been undone, without silent answers. Those are never undone."""
        return len(self.match.moves) - len(self._silent)

    def visible_n(self, held: Collection[int], n: int | None = None) -> int:
        """Return an entry's number (by default the newest one's) as the holders of some seats may know it."""
        last = self.n if n is None else n
        return last - sum(at <= last and seat not in held for at, seat in self._silent)

    @property
    def silent_entries(self) -> list[tuple[int, int]]:
        """The number and the seat of each entry that only its seat may know of."""
        return list(self._silent)

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
            raise RequestRejected(POSITION_CHANGED)

    def _find_only_move(self) -> tuple[int, Action] | None:
        """Return the seat and its only legal action, or None if there is a choice."""
        decision = self.decision
        if decision is None or self.row.kind == IMPORTED:
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
        return self.clocks.remaining(seat, self._decision_clock()) if self.is_waiting_for_person(seat) else None

    def _decision_clock(self) -> Clock | None:
        """Return the time limit of the pending decision alone: one that the rules set, or that of a secret decision.

        A secret decision never uses the reserve, because all see the reserve of a seat later.
        """
        decision = self.decision
        if decision is None or decision.clock is not None or not decision.secret or self.clocks.limits is None:
            return decision.clock if decision is not None else None
        return Clock(self.clocks.limits.seconds or SECRET_DECISION_S, self.match.proposals()[0])

    def waiting_seats(self) -> list[int]:
        """Return the seats for which a person must decide now."""
        return [seat for seat in self.pending if self.is_waiting_for_person(seat)]

    def times_left_ms(self) -> dict[int, int]:
        """Return the milliseconds that each person who must decide has left; empty without a limit."""
        clock = self._decision_clock()
        times = [(seat, self.clocks.left_ms(seat, clock)) for seat in self.waiting_seats()]
        return {seat: left for seat, left in times if left is not None}

    def status(self) -> MatchStatus:
        """Return the status shown in lists of matches."""
        result = self.match.result
        turn = ", ".join(self.match.breadcrumbs()) if result is None else self.match.game.presentation.verdict(result)
        return MatchStatus(
            self.n, self.move, list(self.pending), turn, self.is_over, self._updated, self.players, self._first_move
        )

    @property
    def is_asking_in_secret(self) -> bool:
        """True if the pending decision is a secret of its seats."""
        return self.decision is not None and self.decision.secret

    def history(self) -> MatchHistory:
        """Return everything needed to replay the match in another process."""
        row, moves = self.row, [(move.seat, move.action.text) for move in self.match.moves]
        notes = [(move, out_of_time_note(seat)) for move, seat in self._late]
        history = MatchHistory(row.id, row.setup(), row.dice, row.base, moves, notes, row.odds)
        return with_changes(history, row, self.changes, with_record=False)

    def require_few_entries(self) -> None:
        """Reject a change that is not a move if the journal has very many already. Returning to a seat is excepted."""
        if self.n - len(self.match.moves) >= MAX_EXTRA_ENTRIES:
            raise RequestRejected(TOO_MANY_ENTRIES)

    def snapshot(self) -> Snapshot | None:
        """Return a snapshot, or None if nothing is new or the last move can still be undone."""
        if self.n == self.snapshot_n or not self.match.undo_refusal:
            return None
        return Snapshot(self.n, self.snapshot_body())

    def snapshot_body(self) -> Json:
        """Return the contents of a snapshot."""
        return {"match": self.match.snapshot(), "late": list(self._late), "uncounted": list(self._silent)}

    def take_progress(self) -> Progress:
        """Return the results of the moves since the last call, and the present state."""
        results, undone_to = self._results, self._undone_to
        self._results, self._undone_to = [], None
        body = present_body(self.match, self._late, self._silent)
        return Progress(results, PresentState(self.n, self.match.game.version, body), undone_to)

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
        is_silent, is_concealed = self._visibility(text)
        clock = self._decision_clock()
        self.match.play(action, seat, continues=how == CONTINUED)
        spent = reserve = 0
        if how in (CHOSEN, LATE) and self.decision is not None:
            spent, reserve = self.clocks.charge(seat, clock)
        entry = self._new_entry(MOVE, seat, text, how, spent, reserve, is_silent)
        self._note_move(entry, is_silent, is_concealed)
        self._note_display(since, seat if how in BY_PERSON and not is_silent and not is_concealed else wire.NO_SEAT)
        self._update_pending(seat)
        notes = [out_of_time_note(seat)] if how == LATE and not is_concealed else []
        self._results.append(logged_move(self.match, self.move, since, take_dice(self.match), notes))
        return Change(entry, since, self.move, notes, is_silent, list(self.match.pauses))

    def _note_display(self, since: int, mover: int) -> None:
        """Add the time for which browsers show the last move, as far as all may see it, to that of the moves before."""
        shown_ms = display_ms(self.match.visible_events(SPECTATOR, since))
        self._show_times.add(range(len(self.players)), mover, self.clocks.now_ms(), shown_ms)

    def recap(self, viewer: int) -> wire.Recap | None:
        """Return what has happened since a viewer's last move if it must decide now, else None."""
        if not self.is_waiting_for_person(viewer) or self.only_move is not None:
            return None
        window = find_window(self.match, viewer)
        if window is None:
            return None
        known = self._recaps.get(viewer)
        if known is None or known[0] != window:
            first_move = self.move - len(self._event_counts) + 1
            found = wire_recap(recap_of(self.match, viewer, *window), self._event_counts, first_move)
            known = self._recaps[viewer] = (window, found)
        return known[1]

    def play_forced(self) -> Change | None:
        """Play the only legal action of the pending decision; return None if there is a choice."""
        return self.play(*self.only_move, FORCED) if self.only_move is not None else None

    def play_late(self) -> Change | None:
        """Play the default action of a seat that has run out of time; return None if none has."""
        late = [seat for seat, left in self.times_left_ms().items() if left == 0]
        if not late:
            return None
        clock = self._decision_clock()
        return self.play(late[0], clock.action if clock is not None else self.match.proposals()[0], LATE)

    def undo_refusal(self, seat: int) -> str | None:
        """Return None if there is nothing to undo, an empty text if the seat can undo its last choice, else why not."""
        if seat == wire.NO_SEAT or self.is_closed or not self.match.moves:
            return None
        if not self.is_waiting_for_person(seat):
            return _OTHERS_DECIDE
        moves, choice = self.match.moves, self._last_choice()
        trial = self.match.clone() if choice < len(moves) - 1 else self.match
        while True:
            reason = trial.undo_refusal
            if reason:
                return reason
            if trial is self.match or trial.undo_index <= choice:
                return "" if moves[choice].seat == seat else LAST_MOVE_OF_ANOTHER
            trial.undo()

    def action_instead(self, seat: int, actions: Sequence[Action]) -> str:
        """Return the first of these actions that can take the place of the seat's last choice; empty if none can.

        It has the same verb, such as picking another unit, and the last choice can be undone: no die was rolled and
        nothing was revealed since. A compound has no such substitute.
        """
        if not actions or self.undo_refusal(seat) != "":
            return ""
        trial, choice = self.match.clone(), self._last_choice()
        if any(self._move_entries[index].how == CONTINUED for index in range(choice, len(trial.moves))):
            return ""
        last = trial.moves[choice].action
        while len(trial.moves) > choice:
            trial.undo()
        for action in actions:
            if action.verb == last.verb and action != last and trial.check(action, seat) is None:
                return action.text
        return ""

    def undo_refusal_at_pause(self, seat: int) -> str | None:
        """Return the same as `undo_refusal` would if another seat were asked in secret."""
        return None if seat == wire.NO_SEAT or self.row.kind == IMPORTED else _OTHERS_DECIDE

    def undo(self, seat: int) -> Change:
        """Undo a seat's last choice, with the forced moves after it; reject the request if that is not possible.

        The seat's clock continues from the time it has used: within the same clock period, the time since the period
        began, else the time of the undone moves as well.
        """
        refusal = self.undo_refusal(seat)
        if refusal is None or refusal:
            raise RequestRejected(refusal or "Can't undo: nothing has been played yet.")
        self.require_few_entries()
        count, seat = len(self.match.moves) - self._last_choice(), self.match.moves[-1].seat
        elapsed_ms, period = self.clocks.elapsed_ms(seat), self._clock_period
        undone = self._remove_moves(count)
        self._undone_to = len(self.match.moves)
        reserve_ms = sum(move.reserve for move in undone)
        self.clocks.refund(seat, reserve_ms)
        entry = self._new_entry(UNDO, seat, str(count), reserve=-reserve_ms)
        self._update_pending()
        is_same_period = period != "" and period == self._clock_period
        self.clocks.start(seat, elapsed_ms + (0 if is_same_period else sum(move.spent for move in undone)))
        return Change(entry, len(self.match.events), self.move)

    def _last_choice(self) -> int:
        """Return the index of the first move that an undo removes: the last choice, a move or a whole compound.

        Forced moves after it, and moves that others take for forced ones, are undone with it.
        """
        choice = len(self.match.moves) - 1
        while choice in self._move_entries and (
            self._move_entries[choice].how in (FORCED, CONTINUED) or choice in self._concealed
        ):
            choice -= 1
        return choice

    def change_seat(self, seat: int, **changes: str) -> Change:
        """Rename a seat's player, change the level of the bot that plays for them ("" for none), or the seat's nonces.

        Nonces are not written to the journal. The clock of a pending decision continues: leaving and returning gives
        no extra time.
        """
        player = msgspec.structs.replace(self.players[seat], **changes)
        self.players = [player if number == seat else other for number, other in enumerate(self.players)]
        public = {field: "" if field in SECRET_FIELDS else value for field, value in changes.items()}
        entry = self._new_entry(SEAT, seat, msgspec.json.encode(public).decode())
        return Change(entry, len(self.match.events), self.move)

    def _new_entry(
        self, kind: str, seat: int, text: str, how: str = "", spent: int = 0, reserve: int = 0, is_silent: bool = False
    ) -> JournalEntry:
        self.n += 1
        if not is_silent:
            self._updated = int(time.time())
        if kind == MOVE and not self._first_move:
            self._first_move = int(time.time())
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
                elapsed_ms = self.clocks.elapsed_ms(seat) if is_same_period and seat == mover else 0
                self.clocks.start(seat, elapsed_ms, self._show_times.left_ms(seat, self.clocks.now_ms()))


def _restore_match(loaded: LoadedMatch) -> tuple[Match, int]:
    """Return the match at its newest snapshot or at its start, and the number of entries that covers.

    Raise ValueError if the snapshot has more or fewer moves than the journal up to there.
    """
    row, change = loaded.row, loaded.changes[-1] if loaded.changes else None
    if loaded.snapshot is None and change is None:
        return start_match(row.setup(), row.dice, row.base), 0
    match = start_match(row.setup(), row.dice)
    if loaded.snapshot is not None:
        match.resume(loaded.snapshot.body["match"])
        if len(match.moves) != loaded.snapshot_moves:
            raise ValueError(f"the snapshot has {len(match.moves)} moves, the journal {loaded.snapshot_moves}")
    elif change is not None:
        played = moves_not_undone(entry for entry in loaded.entries if entry.n <= change.n)
        match.resume({"moves": [(entry.seat, entry.text) for entry in played], "state": change.state})
    if change is not None:
        header = header_lines(row.setup(), row.commitment)
        match.earlier = EarlierRules(
            header, change.record, change.state, change.number, change.new, change.start is None
        )
    match.state.logging = True
    return match, loaded.snapshot.n if loaded.snapshot is not None else change.n if change is not None else 0


def _silent_from_snapshot(loaded: LoadedMatch) -> list[tuple[int, int]]:
    """Return the silent entries that the newest snapshot covers.

    Old snapshots do not list all of them. Then the moves tell, and all get the number of the snapshot's last entry.
    """
    snapshot = loaded.snapshot
    if snapshot is None and loaded.changes:
        last = loaded.changes[-1]
        return [(last.n, wire.NO_SEAT)] * (last.number - last.move)
    if snapshot is None or "uncounted" in snapshot.body:
        return _pairs_from_snapshot(loaded, "uncounted")
    row = loaded.row
    replayed = start_match(row.setup(), row.dice, row.base)
    silent = []
    for seat, text in snapshot.body["match"]["moves"]:
        if is_silent(replayed.state, text):
            silent.append((snapshot.n, seat))
        replayed.play(text, seat)
    return silent


def _pairs_from_snapshot(loaded: LoadedMatch, name: str) -> list[tuple[int, int]]:
    """Return the pairs saved under a name in the newest snapshot; none without a snapshot."""
    return [(number, seat) for number, seat in loaded.snapshot.body[name]] if loaded.snapshot is not None else []
