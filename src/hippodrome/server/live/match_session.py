"""The course of a match: what was played, who is asked since when, what can be taken back. Every change is an entry.

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
from hippodrome.server.storage.journal import (
    CHOSEN,
    IMPORTED,
    LATE,
    MOVE,
    ONLY,
    SEAT,
    UNDO,
    Entry,
    Loaded,
    MatchRow,
    Person,
    Snapshot,
    Standing,
    late,
)
from hippodrome.server.workers.replay import Story, begin, is_silent

SNAPSHOT_EVERY = 64
NOT_YOURS = "This is not your seat."
_STALE = "The table has moved on since. Please look at how it stands now."


class Refuse(Exception):
    """A request is not carried out, and nothing has changed."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule


class Course:
    """A match with its journal. `asked` has the seats that must decide, each with the entry that put the question."""

    def __init__(self, loaded: Loaded, now: Callable[[], float]) -> None:
        self.row: MatchRow = loaded.row
        self.people: list[Person] = loaded.row.people
        self.match, self.n = _opened(loaded)
        self.match.tells_odds = loaded.row.odds
        self.kept = self.n  # how many entries the newest snapshot has
        self.clocks = Clocks(loaded.row.clock, loaded.used, now)
        self.decision: Decision | None = None
        self.asked: dict[int, int] = {}
        self.forced: tuple[int, Action] | None = None  # the only thing that can be done, and by whom
        self._question: object = None
        self._spell = ""
        self._played: dict[int, Entry] = {}  # by the number of the move; only those that might be taken back matter
        self._late: list[tuple[int, int]] = _kept(loaded, "late")  # moves made because time was up, and for whom
        self._silent: list[tuple[int, int]] = _kept(loaded, "silent")  # entries that only their seat may know of
        for entry in loaded.entries:
            self._follow(entry)
        self._ask()

    def _follow(self, entry: Entry) -> None:
        """Do what an entry says that was kept earlier."""
        if entry.kind == MOVE:
            silent = is_silent(self.match, entry.text)
            self.match.play(entry.text, entry.seat)
            self._remember(entry, silent)
        elif entry.kind == UNDO:
            for _ in range(int(entry.text)):
                self.match.undo()
            self._late = [(move, seat) for move, seat in self._late if move <= len(self.match.moves)]
        self.n = entry.n

    def _remember(self, entry: Entry, silent: bool) -> None:
        """Remember how the last move came about."""
        if silent:
            self._silent.append((entry.n, entry.seat))
        self._played[len(self.match.moves) - 1] = entry
        if entry.how == LATE:
            self._late.append((len(self.match.moves), entry.seat))

    # ---------------------------------------------------------------- where it stands

    @property
    def moves(self) -> int:
        """How many moves stand, but for the silent ones. Those are never taken back."""
        return len(self.match.moves) - len(self._silent)

    def number(self, held: Collection[int], n: int | None = None) -> int:
        """Return the number of an entry, the newest by default, as those know it who hold some seats."""
        last = self.n if n is None else n
        return last - sum(at <= last and seat not in held for at, seat in self._silent)

    def is_silent(self, entry: Entry) -> bool:
        """Return whether only the seat itself may know of an entry."""
        return (entry.n, entry.seat) in self._silent[-1:]

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.decision is None

    @property
    def closed(self) -> bool:
        """Whether nobody can play here: the match is over, or was only taken in to be looked at."""
        return self.over or self.row.kind == IMPORTED

    def decides(self, seat: int) -> bool:
        """Return whether a person must decide for this seat now."""
        return seat in self.asked and self.people[seat].decides

    def see_whether_he_may(self, held: Collection[int], seat: int, n: int) -> None:
        """Refuse somebody who does not hold the seat, or who has not seen the question that it is asked now."""
        if seat not in held:
            raise Refuse(NOT_YOURS)
        if self.people[seat].level:
            raise Refuse("A program plays your seat now. Take your seat back first.")
        if n > self.number(held) or n < self.number(held, self.asked.get(seat, 0)):
            raise Refuse(_STALE)

    def _only(self) -> tuple[int, Action] | None:
        """Return the only thing that can be done, and by whom.

        In a secret question nobody must notice that it is the only.
        """
        decision = self.decision
        if decision is None or decision.secret or self.row.kind == IMPORTED:
            return None
        action = self.match.forced()
        return (decision.seats[0], action) if action is not None else None

    def asks(self, viewer: int) -> bool:
        """Return whether a viewer is shown what is asked: not where there is only one way, nor where a program
        decides.
        """
        if self.row.kind == IMPORTED or self.forced is not None:
            return False
        return viewer not in self.asked or self.decides(viewer)

    def default(self) -> Action:
        """What is played for a seat whose time is up."""
        clock = self.decision.clock if self.decision is not None else None
        return clock.action if clock is not None else self.match.proposals()[0]

    def clock(self, viewer: int) -> wire.Clock | None:
        """Return the clock of the decision, as far as it runs: the viewer's own, or that of the first who is asked."""
        decision = self.decision
        if decision is None or not decision.seats:
            return None
        seat = viewer if viewer in decision.seats else decision.seats[0]
        return self.clocks.shown(seat, decision.clock) if self.decides(seat) else None

    def time_left(self, seat: int) -> int | None:
        """How many milliseconds a seat has left; None if its time never ends."""
        return self.clocks.left(seat, self.decision.clock) if self.decision is not None else None

    def standing(self) -> Standing:
        """Where the match stands, for lists."""
        result = self.match.result
        turn = ", ".join(self.match.breadcrumbs()) if result is None else self.match.game.verdict(result)
        now = int(time.time())
        return Standing(self.n, self.moves, list(self.asked), turn, self.over, now, self.people)

    def story(self) -> Story:
        """Return all that determines the match, to be told again elsewhere."""
        row, moves = self.row, [(move.seat, move.action.text) for move in self.match.moves]
        notes = [(move, late(seat)) for move, seat in self._late]
        return Story(row.id, row.setup(), row.dice, row.base, moves, notes, row.odds)

    def snapshot(self) -> Snapshot | None:
        """Return a snapshot, if there is something new and nothing could be taken back that lies before it."""
        if self.n == self.kept or not self.match.undoable:
            return None
        return Snapshot(self.n, {"match": self.match.snapshot(), "late": self._late, "silent": self._silent})

    def snapshot_if_due(self) -> Snapshot | None:
        """Return a snapshot every now and then, so that loading a long match is quick."""
        return self.snapshot() if self.n - self.kept >= SNAPSHOT_EVERY else None

    # ---------------------------------------------------------------- what changes it

    def move(self, seat: int, action: Action | str, how: str) -> Entry:
        """Play a legal action."""
        spent = reserve = 0
        if how in (CHOSEN, LATE) and self.decision is not None:
            spent, reserve = self.clocks.charge(seat, self.decision.clock)
        text = action if isinstance(action, str) else action.text
        silent = is_silent(self.match, text)
        self.match.play(action, seat)
        entry = self._next(MOVE, seat, text, how, spent, reserve)
        self._remember(entry, silent)
        self._ask(seat)
        return entry

    def undo_reason(self, seat: int) -> str | None:
        """Return None if there is nothing to take back; empty if a seat may take back its last choice; else why not."""
        if seat == wire.NOBODY or self.closed or not self.match.moves:
            return None
        if not self.decides(seat):
            return "Another player must decide now."
        steps = self._steps_back()
        if steps == 1:
            return self.match.undoable
        trial = self.match.clone()
        for _ in range(steps):
            reason = trial.undoable
            if reason:
                return reason
            trial.undo()
        return ""

    def take_back(self) -> Entry:
        """Take back the last move that was a choice, with those that followed of themselves."""
        steps = self._steps_back()
        seat = self.match.moves[-1].seat
        spent, spell = self.clocks.spent(seat), self._spell
        thought = spent
        paid = 0
        for _ in range(steps):
            self.match.undo()
            taken = self._played.pop(len(self.match.moves))
            thought += taken.spent
            paid += taken.reserve
        self.clocks.refund(seat, paid)
        self._late = [(move, who) for move, who in self._late if move <= len(self.match.moves)]
        entry = self._next(UNDO, seat, str(steps), "", 0, -paid)
        self._ask()
        self.clocks.ask(seat, spent if spell and spell == self._spell else thought)
        return entry

    def _steps_back(self) -> int:
        """How many moves must be taken back to come to one that was a choice."""
        last = len(self.match.moves) - 1
        place = last
        while place in self._played and self._played[place].how == ONLY:
            place -= 1
        return last - place + 1

    def change_seat(self, seat: int, **changes: str) -> Entry:
        """Give a seat another name, or to a program, or back."""
        person = msgspec.structs.replace(self.people[seat], **changes)
        self.people = [person if number == seat else other for number, other in enumerate(self.people)]
        self.row.standing.people = self.people
        entry = self._next(SEAT, seat, msgspec.json.encode(changes).decode(), "", 0, 0)
        if "level" in changes and seat in self.asked:
            self.clocks.ask(seat)
        return entry

    def _next(self, kind: str, seat: int, text: str, how: str, spent: int, reserve: int) -> Entry:
        self.n += 1
        return Entry(self.n, kind, seat, text, how, spent, reserve)

    def _ask(self, mover: int = wire.NOBODY) -> None:
        """See who is asked now. Whoever is still asked the same, while only another answered, keeps his question."""
        self.decision = decision = self.match.decision
        seats = decision.seats if decision is not None else ()
        waiting = [seat for seat in seats if seat in self.asked and seat != mover] if mover != wire.NOBODY else []
        question: object = None
        if decision is not None and (waiting or len(seats) > 1):
            question = (decision.name, decision.rule, [action.text for action in self.match.proposals()])
        if question != self._question:
            waiting = []
        self._question = question
        self.forced = self._only()
        self.asked = {seat: self.asked[seat] if seat in waiting else self.n for seat in seats}
        spell = decision.clock.spell if decision is not None and decision.clock is not None else ""
        goes_on = spell != "" and spell == self._spell
        self._spell = spell
        for seat in seats:
            if seat not in waiting:
                self.clocks.ask(seat, self.clocks.spent(seat) if goes_on and seat == mover else 0)


def _opened(loaded: Loaded) -> tuple[Match, int]:
    """Return the match at its newest snapshot, or at its beginning."""
    row = loaded.row
    if loaded.snapshot is None:
        return begin(row.setup(), row.dice, row.base), 0
    match = begin(row.setup(), row.dice)
    match.resume(loaded.snapshot.body["match"])
    match.state.logging = True
    return match, loaded.snapshot.n


def _kept(loaded: Loaded, name: str) -> list[tuple[int, int]]:
    """What the newest snapshot remembers of moves before it."""
    return [(number, seat) for number, seat in loaded.snapshot.body[name]] if loaded.snapshot is not None else []
