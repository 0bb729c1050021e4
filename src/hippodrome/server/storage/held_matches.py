"""Queries for the matches that the holder of a personal key plays or hosts.

They run over all matches of a holder, so SQLite selects and sorts; only the rows of one page are read into Python.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sql

from hippodrome.server.storage.schema import HELD, MATCH
from hippodrome.server.wire import NO_SEAT


def _player_field(name: str) -> sql.ColumnElement[Any]:
    """Return a field of the player of the held seat; of the first one if only the host's rights are held."""
    seat = sql.func.max(HELD.c.seat, 0)  # a path with -1 is an error
    path = sql.literal("$[").concat(sql.cast(seat, sql.Text)).concat(f"].{name}")
    return sql.func.json_extract(sql.cast(MATCH.c.people, sql.Text), path)


_asked = sql.func.json_each(sql.cast(MATCH.c.asked, sql.Text)).table_valued("value")
_IS_CURRENT = sql.case(
    (HELD.c.seat == NO_SEAT, MATCH.c.host == HELD.c.nonce), else_=_player_field("nonce") == HELD.c.nonce
)
_IS_PENDING = sql.and_(
    sql.not_(MATCH.c.over),
    sql.exists(sql.select(1).select_from(_asked).where(_asked.c.value == HELD.c.seat)),
    sql.func.coalesce(_player_field("level"), "") == "",
)


def _matches(holder: str, games: Collection[str]) -> sql.Select[Any]:
    """Return the query of a holder's matches: id, whether it is over, whether a held seat must decide, last change."""
    return (
        sql.select(
            MATCH.c.id,
            MATCH.c.over,
            MATCH.c.touched,
            sql.func.max(_IS_PENDING).label("pending"),
        )
        .select_from(HELD.join(MATCH, MATCH.c.id == HELD.c.match))
        .where(HELD.c.holder == holder, MATCH.c.game.in_(games), _IS_CURRENT)
        .group_by(MATCH.c.id)
    )


def page_query(holder: str, games: Collection[str], over: bool, offset: int, count: int) -> sql.Select[Any]:
    """Return the query of a page: complete rows, those that wait for the holder first, then the latest change first."""
    ids = _matches(holder, games).where(MATCH.c.over == over).subquery()
    order = (ids.c.pending.desc(), ids.c.touched.desc(), ids.c.id)
    page = sql.select(ids).order_by(*order).limit(count).offset(offset).subquery()
    query = sql.select(MATCH).join(page, page.c.id == MATCH.c.id)
    return query.order_by(page.c.pending.desc(), page.c.touched.desc(), page.c.id)


def count_query(holder: str, games: Collection[str]) -> sql.Select[int, int, int]:
    """Return the query of the numbers of matches in progress, finished, and waiting for the holder."""
    matches = _matches(holder, games).subquery()
    return sql.select(
        sql.func.count().filter(sql.not_(matches.c.over)).label("running"),
        sql.func.count().filter(matches.c.over).label("finished"),
        sql.func.coalesce(sql.func.sum(sql.cast(matches.c.pending, sql.Integer)), 0).label("pending"),
    )


def held_query(holder: str, matches: Sequence[str]) -> sql.Select[Any]:
    """Return the query of what a holder holds in some matches."""
    return sql.select(HELD).where(HELD.c.holder == holder, HELD.c.match.in_(matches))


def holders_query(matches: Collection[str]) -> sql.Select[Any]:
    """Return the query of all holders of some matches."""
    return sql.select(HELD.c.match, HELD.c.holder).where(HELD.c.match.in_(matches)).distinct()
