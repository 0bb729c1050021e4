"""The upgrade of a match to newer rules, and the record of a match that cannot be upgraded. Runs in worker processes.

The match continues from its present state, which was saved with its last entry. If it was last saved by a version of
the server that did not do this, the state is that of the newest snapshot, and the moves after it are executed under the
newer rules as far as they are legal; the log says so.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hippodrome.bots.advice import has_no_secret
from hippodrome.kit.earlier_rules import UNKNOWN_START, change_sentence, rules_line, unknown_line
from hippodrome.kit.match import Match
from hippodrome.kit.record import header_lines
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import snapshot
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.storage.progress_rows import LoggedLine, LoggedMove, Progress, ReplayStart, RulesChange
from hippodrome.server.storage.rows import (
    IMPORTED,
    RULES,
    JournalEntry,
    LoadedMatch,
    RulesUpgrade,
    Snapshot,
    match_history,
    moves_not_undone,
)
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers.move_results import replayed_results
from hippodrome.server.workers.replay import LAST_MOVE, MatchHistory, Replay

UNKNOWN = "?"
FAILURES = (ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError, AssertionError)
"""Errors of a state or a move that does not fit the rules."""


class Unreadable(msgspec.Struct, frozen=True):
    """The reason why a match cannot be continued under the newer rules."""

    reason: str


class Position:
    """A match at its present state under the newer rules.

    moves      the entries of its moves
    replayed   how many of them were executed under the newer rules, because their result was not saved
    dropped    the entries of moves after them that are not legal under the newer rules
    """

    def __init__(self, session: MatchSession, moves: list[JournalEntry]) -> None:
        self.session = session
        self.match: Match = session.match
        self.moves = moves
        self.replayed = 0
        self.dropped: list[JournalEntry] = []


def upgrade_match(loaded: LoadedMatch, entries: list[JournalEntry], log: list[LoggedMove]) -> RulesUpgrade | Unreadable:
    """Return how a match continues under the rules of this server. `entries` and `log` are those of the whole match."""
    row = loaded.row
    try:
        position = _present_position(loaded, entries)
        if position.dropped and row.status.is_over:
            raise ValueError(f"move {len(position.moves) + 1} is not legal")
        return _upgrade(loaded, position, log)
    except FAILURES as error:
        return Unreadable(str(error) or repr(error))


def _upgrade(loaded: LoadedMatch, position: Position, log: list[LoggedMove]) -> RulesUpgrade:
    row, session, match = loaded.row, position.session, position.match
    history = match_history(row, position.moves, loaded.changes)
    session.n = row.status.n + 1
    is_replayable = _replays(history, match)
    start = history.start if is_replayable else ReplayStart(snapshot(match.state), len(match.moves), session.move)
    results = _complete_log(log, position, history, is_replayable)
    record = _record_lines(loaded, position.moves, results)
    notes: list[str] = []
    if not row.status.is_over and row.kind != IMPORTED:
        record.append(rules_line(match.game.version, match.state))
        notes = _notes(position)
    change = RulesChange(
        n=session.n,
        old=row.rules_version,
        new=match.game.version,
        number=len(match.moves),
        move=session.move,
        notes=notes,
        record=record,
        state=snapshot(match.state),
        start=start,
    )
    known = {move.number for move in log}
    progress = session.take_progress()
    return RulesUpgrade(
        entry=JournalEntry(session.n, RULES, NO_SEAT, str(len(position.dropped)), str(match.game.version)),
        status=session.status(),
        snapshot=Snapshot(session.n, session.snapshot_body()),
        progress=Progress([move for move in results if move.number not in known], progress.present, len(match.moves)),
        change=change,
    )


# -------------------------------------------------------------------- the present state


def _present_position(loaded: LoadedMatch, entries: list[JournalEntry]) -> Position:
    """Return the match at its present state; raise one of FAILURES if it cannot be read."""
    row, present, moves = loaded.row, loaded.present, moves_not_undone(entries)
    if present is not None and present.n == row.status.n:
        body = {
            "match": {"state": present.body["state"], "moves": [(entry.seat, entry.text) for entry in moves]},
            "late": present.body["late"],
            "uncounted": present.body["uncounted"],
        }
        return Position(_session(loaded, Snapshot(present.n, body), len(moves)), moves)
    return _replayed_position(loaded, entries, moves)


def _session(loaded: LoadedMatch, at: Snapshot | None, moves: int) -> MatchSession:
    """Return a session at a snapshot, or at the start, without the entries after it."""
    session_start = msgspec.structs.replace(loaded, snapshot=at, snapshot_moves=moves, entries=[], changes=[])
    return MatchSession(session_start, lambda: 0.0)


def _replayed_position(loaded: LoadedMatch, entries: list[JournalEntry], moves: list[JournalEntry]) -> Position:
    """Return the match at its newest snapshot or at its start, after the moves that are legal from there."""
    saved, change = loaded.snapshot, loaded.changes[-1] if loaded.changes else None
    if saved is None and change is not None:
        before = [(entry.seat, entry.text) for entry in moves[: change.number]]
        body = {"match": {"state": change.state, "moves": before}, "late": [], "uncounted": []}
        saved = Snapshot(change.n, body)
    first = len(saved.body["match"]["moves"]) if saved is not None else 0
    position = Position(_session_with_silent_moves(loaded, saved, first, len(moves)), moves)
    for index, entry in enumerate(moves[first:], first):
        try:
            position.session.replay_entry(entry)
        except FAILURES:
            position.moves, position.dropped = moves[:index], moves[index:]
            break
        position.replayed += 1
    return position


def _session_with_silent_moves(loaded: LoadedMatch, saved: Snapshot | None, first: int, count: int) -> MatchSession:
    """Return a session at a snapshot, or at the start.

    A snapshot of the first versions of the server does not list the silent moves. They are found by executing the moves
    before it, or if that fails from the number of moves that clients count.
    """
    try:
        return _session(loaded, saved, first)
    except FAILURES:
        if saved is None or "uncounted" in saved.body:
            raise
    silent = [(saved.n, NO_SEAT)] * max(0, count - loaded.row.status.move)
    return _session(loaded, Snapshot(saved.n, {**saved.body, "uncounted": silent}), first)


def _replays(history: MatchHistory, match: Match) -> bool:
    """Return whether executing all moves under the newer rules leads to the present state."""
    try:
        replay = Replay(history)
        replay.advance(history, LAST_MOVE)
        return replay.match.digest() == match.digest()
    except FAILURES:
        return False


# -------------------------------------------------------------------- log and record of the earlier rules


def _notes(position: Position) -> list[str]:
    """Return the log lines at the change of rules."""
    match, count = position.match, len(position.moves)
    notes = []
    if position.replayed:
        first = count - position.replayed + 1
        notes.append(
            f"{_moves_from(first, count)} executed under rules {match.game.version}: the results under the rules of "
            "that time were not saved."
        )
    if position.dropped:
        last = count + len(position.dropped)
        moves = ", ".join(_move_text(entry) for entry in position.dropped)
        what = f": {moves}" if _is_public(match) else ""
        notes.append(f"{_moves_from(count + 1, last)} undone, not being legal under the new rules{what}.")
    return [*notes, change_sentence(match.game)]


def _moves_from(first: int, last: int) -> str:
    return f"Move {first} was" if first == last else f"Moves {first} to {last} were"


def _move_text(entry: JournalEntry) -> str:
    return f"{FACTIONS[entry.seat]}: {entry.text}"


def _is_public(match: Match) -> bool:
    """Return whether every seat knows as much as a spectator, so that moves contain no secrets."""
    return all(has_no_secret(match, seat) for seat in range(match.setup.seats))


def _complete_log(
    log: Sequence[LoggedMove], position: Position, history: MatchHistory, is_replayable: bool
) -> list[LoggedMove]:
    """Return the results of all moves. Those that were not saved are executed if possible, else only named."""
    results = {result.number: result for result in log if result.number <= len(position.moves)}
    if len(results) == len(position.moves) + 1:
        return [results[number] for number in sorted(results)]
    named = [LoggedMove(0, 0, UNKNOWN, UNKNOWN, []), *_named_moves(position)]
    executed = replayed_results(history) if is_replayable else []
    complete = {result.number: result for result in [*named, *executed]} | results
    return [complete[number] for number in range(len(position.moves) + 1)]


def _named_moves(position: Position) -> list[LoggedMove]:
    """Return moves whose results are unknown, each with a line such as "Red: whips 2".

    Until the match is over, others may read it only if no seat has secrets.
    """
    everyone = _is_public(position.match)
    named = []
    silent = [n for n, _ in position.session.silent_entries]
    for number, entry in enumerate(position.moves, 1):
        viewers = None if everyone else [entry.seat]
        line = LoggedLine(_move_text(entry), seat=entry.seat, viewers=viewers, is_move=True)
        move = number - sum(n <= entry.n for n in silent)
        named.append(LoggedMove(number, max(move, 0), UNKNOWN, UNKNOWN, [line]))
    return named


def _record_lines(loaded: LoadedMatch, moves: Sequence[JournalEntry], results: Sequence[LoggedMove]) -> list[str]:
    """Return the lines of the record up to now, after the header and the seed."""
    first, lines = results[0], [UNKNOWN_START]
    if first.digest != UNKNOWN:
        lines = [f"start dice {first.dice} digest {first.digest}"]
    done = 0
    if loaded.changes:
        lines, done = list(loaded.changes[-1].record), loaded.changes[-1].number
    for entry, result in zip(moves[done:], results[done + 1 :], strict=True):
        line = unknown_line(result.number, entry.seat, entry.text)
        if result.digest != UNKNOWN:
            line = f"{result.number} seat {entry.seat} play {entry.text} dice {result.dice} digest {result.digest}"
        lines.append(line)
    return lines


def saved_record(loaded: LoadedMatch, entries: list[JournalEntry], log: list[LoggedMove]) -> str:
    """Return the record of a match that cannot be opened: its moves, with dice and digests as far as they were saved.

    It has no seed, because the match may be opened again by another version of the server.
    """
    row, moves = loaded.row, moves_not_undone(entries)
    saved = {result.number: result for result in log}
    results = [saved.get(number, LoggedMove(number, 0, UNKNOWN, UNKNOWN, [])) for number in range(len(moves) + 1)]
    lines = [*header_lines(row.setup(), row.commitment), *_record_lines(loaded, moves, results)]
    if loaded.present is not None and loaded.present.body.get("end"):
        lines.append(loaded.present.body["end"])
    return "\n".join(lines) + "\n"
