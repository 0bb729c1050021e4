"""Queries about what is stored: a snapshot, a journal, how much an owner uses, and what has expired."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sql

from hippodrome.server.storage.rows import IMPORTED, MOVE, RULES, UNDO, JournalEntry, RetentionTimes, Snapshot
from hippodrome.server.storage.schema import CAMPAIGN, ENTRY, HELD, MATCH, PRESENT, SNAPSHOT, Values
from hippodrome.server.wire import NO_SEAT


def use_of_owner(owner: str) -> sql.Select[Any]:
    """Return a query for the number and size of what an address has set up, one row per kind."""
    file_size = sql.func.coalesce(sql.func.sum(sql.func.length(CAMPAIGN.c.file)), 0)
    campaigns = sql.select(sql.literal("campaign"), sql.func.count(), file_size).where(CAMPAIGN.c.owner == owner)
    return sql.select(sql.union_all(_use_of_matches(MATCH.c.owner == owner), campaigns).subquery())


def use_of_holder(holder: str) -> sql.Select[Any]:
    """Return a query for the number and size of the matches that a personal key has set up, one row per kind."""
    hosted = sql.select(HELD.c.match).where(HELD.c.holder == holder, HELD.c.seat == NO_SEAT)
    return _use_of_matches(MATCH.c.id.in_(hosted))


def _use_of_matches(condition: sql.ColumnElement[bool]) -> sql.Select[Any]:
    bodies = [sql.func.coalesce(sql.func.length(table.c.body), 0) for table in (SNAPSHOT, PRESENT)]
    size = MATCH.c.bytes + bodies[0] + bodies[1]
    return (
        sql.select(MATCH.c.kind, sql.func.count().label("count"), sql.func.sum(size).label("bytes"))
        .select_from(
            MATCH.outerjoin(SNAPSHOT, SNAPSHOT.c.match == MATCH.c.id).outerjoin(PRESENT, PRESENT.c.match == MATCH.c.id)
        )
        .where(condition)
        .group_by(MATCH.c.kind)
    )


def expired_matches(times: RetentionTimes, max_count: int, skipped: Collection[str]) -> sql.Select[Any]:
    """Return a query for the ids of matches that have expired, the oldest first.

    The current game of a campaign expires only after its campaign.
    """
    limit = sql.case((MATCH.c.kind == IMPORTED, times.imported), (MATCH.c.over, times.finished), else_=times.unfinished)
    is_current_game = sql.exists().where(CAMPAIGN.c.match == MATCH.c.id)
    query = sql.select(MATCH.c.id).where(MATCH.c.touched < limit, MATCH.c.id.not_in(skipped), sql.not_(is_current_game))
    return query.order_by(MATCH.c.touched).limit(max_count)


def expired_campaigns(times: RetentionTimes, max_count: int) -> sql.Select[Any]:
    """Return a query for the ids of campaigns in which nothing was played since they expired."""
    is_played = sql.exists().where(MATCH.c.id == CAMPAIGN.c.match, MATCH.c.touched >= times.finished)
    query = sql.select(CAMPAIGN.c.id).where(CAMPAIGN.c.touched < times.finished, sql.not_(is_played))
    return query.order_by(CAMPAIGN.c.touched).limit(max_count)


def read(connection: sql.Connection, query: sql.Executable) -> list[Values]:
    """Run a query and return its rows by column."""
    return [dict(row) for row in connection.execute(query).mappings()]


def read_snapshot(connection: sql.Connection, id: str) -> tuple[Snapshot | None, int, str]:
    """Return the snapshot of a match, the number of moves up to it that were not undone, and an empty text.

    If it cannot be decoded, or covers entries that are not there, return None, 0 and the problem.
    """
    saved = read(connection, sql.select(SNAPSHOT).where(SNAPSHOT.c.match == id))
    if not saved:
        return None, 0, ""
    n: int = saved[0]["n"]
    undone = (ENTRY.c.kind.in_((UNDO, RULES)), -sql.cast(ENTRY.c.text, sql.Integer))
    moves = sql.case((ENTRY.c.kind == MOVE, 1), undone, else_=0)
    journal = sql.select(sql.func.count().label("entries"), sql.func.sum(moves).label("moves"))
    covered = read(connection, journal.where(ENTRY.c.match == id, ENTRY.c.n <= n))[0]
    if covered["entries"] != n:
        return None, 0, f"it covers {n} entries, of which the journal has {covered['entries']}"
    try:
        return Snapshot(n, msgspec.json.decode(saved[0]["body"])), covered["moves"] or 0, ""
    except (msgspec.DecodeError, UnicodeError) as error:
        return None, 0, str(error)


def read_entries(connection: sql.Connection, id: str, after: int) -> list[JournalEntry]:
    """Return the entries of a match after a number, in order."""
    columns = [ENTRY.c[name] for name in JournalEntry.__struct_fields__]
    query = sql.select(*columns).where(ENTRY.c.match == id, ENTRY.c.n > after).order_by(ENTRY.c.n)
    return [JournalEntry(*row) for row in connection.execute(query)]
