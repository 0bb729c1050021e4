"""Reading and writing the results of moves: present states, the log of moves, and changes of rules."""

from __future__ import annotations

import msgspec
import sqlalchemy as sql

from hippodrome.server.storage.progress_rows import LoggedLine, LoggedMove, PresentState, Progress, RulesChange
from hippodrome.server.storage.queries import read
from hippodrome.server.storage.schema import (
    ADD_BYTES,
    DELETE_LATER_MOVES,
    INSERT_RULES_CHANGE,
    MOVE_LOG,
    PRESENT,
    RULES_CHANGE,
    UPDATE_RULES,
    UPSERT_MOVE_LOG,
    UPSERT_PRESENT,
    Writes,
    stored_size,
)

_encode = msgspec.json.encode


def progress_writes(id: str, progress: Progress | None) -> Writes:
    """Return the statements that save the results of a commit; none without results."""
    if progress is None:
        return []
    present = progress.present
    values = {"match": id, "n": present.n, "version": present.version, "body": _encode(present.body)}
    moves = [
        {
            "match": id,
            "number": move.number,
            "move": move.move,
            "dice": move.dice,
            "digest": move.digest,
            "lines": _encode(move.lines),
        }
        for move in progress.moves
    ]
    writes: Writes = [(UPSERT_PRESENT, values), *[(UPSERT_MOVE_LOG, row) for row in moves]]
    if progress.undone_to is not None:
        writes.append((DELETE_LATER_MOVES, {"old_match": id, "undone_to": progress.undone_to}))
    return [*writes, (ADD_BYTES, {"match": id, "added": sum(stored_size(row) for row in moves)})]


def change_writes(id: str, change: RulesChange) -> Writes:
    """Return the statements that save a change of rules."""
    values = {"match": id, "n": change.n, "body": _encode(change)}
    return [(INSERT_RULES_CHANGE, values), (UPDATE_RULES, {"match": id, "new_rules": change.new})]


def read_present(connection: sql.Connection, id: str) -> PresentState | None:
    """Return the present state of a match, or None if there is none or it cannot be decoded."""
    rows = read(connection, sql.select(PRESENT).where(PRESENT.c.match == id))
    try:
        return PresentState(rows[0]["n"], rows[0]["version"], msgspec.json.decode(rows[0]["body"])) if rows else None
    except (msgspec.DecodeError, UnicodeError):
        return None


def read_changes(connection: sql.Connection, id: str) -> list[RulesChange]:
    """Return the changes of rules of a match, in order."""
    query = sql.select(RULES_CHANGE).where(RULES_CHANGE.c.match == id).order_by(RULES_CHANGE.c.n)
    return [msgspec.json.decode(row["body"], type=RulesChange) for row in read(connection, query)]


def read_move_log(connection: sql.Connection, id: str) -> list[LoggedMove]:
    """Return the saved results of a match's moves, in order."""
    query = sql.select(MOVE_LOG).where(MOVE_LOG.c.match == id).order_by(MOVE_LOG.c.number)
    return [
        LoggedMove(
            row["number"],
            row["move"],
            row["dice"],
            row["digest"],
            msgspec.json.decode(row["lines"], type=list[LoggedLine]),
        )
        for row in read(connection, query)
    ]
