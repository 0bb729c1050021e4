"""The tables of the database, the statements that write to them, and the conversion of rows from and to columns.

Databases of earlier versions must still open: names of tables, columns and keys of the JSON in them stay as they are.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert as insert_or

from hippodrome.server import wire
from hippodrome.server.storage.rows import CampaignRow, MatchRow, MatchStatus, Player

Values = dict[str, Any]

METADATA = sql.MetaData()

MATCH = sql.Table(
    "match",
    METADATA,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("scenario", sql.Text, nullable=False),
    sql.Column("options", sql.LargeBinary, nullable=False),
    sql.Column("dice", sql.LargeBinary, nullable=False),
    sql.Column("commitment", sql.Text, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("branch", sql.LargeBinary, nullable=False),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("odds", sql.Boolean, nullable=False),
    sql.Column("hints", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("clock", sql.LargeBinary, nullable=False),
    sql.Column("created", sql.Integer, nullable=False),
    sql.Column("rematch", sql.Text, nullable=False, server_default=""),
    sql.Column("n", sql.Integer, nullable=False),
    sql.Column("move", sql.Integer, nullable=False),
    sql.Column("asked", sql.LargeBinary, nullable=False),
    sql.Column("turn", sql.Text, nullable=False),
    sql.Column("over", sql.Boolean, nullable=False),
    sql.Column("touched", sql.Integer, nullable=False),
    sql.Column("people", sql.LargeBinary, nullable=False),
    sql.Column("base", sql.LargeBinary, nullable=False),
)
sql.Index("match_to_watch", MATCH.c.touched, sqlite_where=sql.and_(MATCH.c.listed, sql.not_(MATCH.c.over)))

# Ordered by time of arrival, not by match, so that a transaction with entries of many matches touches few pages.
ENTRY = sql.Table(
    "entry",
    METADATA,
    sql.Column("row", sql.Integer, primary_key=True),
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), nullable=False),
    sql.Column("n", sql.Integer, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("how", sql.Text, nullable=False),
    sql.Column("spent", sql.Integer, nullable=False),
    sql.Column("reserve", sql.Integer, nullable=False),
    sql.UniqueConstraint("match", "n"),
)

SNAPSHOT = sql.Table(
    "snapshot",
    METADATA,
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), primary_key=True),
    sql.Column("n", sql.Integer, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)

CHAT = sql.Table(
    "speech",
    METADATA,
    sql.Column("row", sql.Integer, primary_key=True),
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), nullable=False, index=True),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", sql.Integer, nullable=False),
)

NOTE = sql.Table(
    "note",
    METADATA,
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("text", sql.Text, nullable=False),
)

CAMPAIGN = sql.Table(
    "campaign",
    METADATA,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("file", sql.Text, nullable=False),
    sql.Column("match", sql.Text, nullable=False, index=True),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("people", sql.LargeBinary, nullable=False),
    sql.Column("odds", sql.Boolean, nullable=False),
    sql.Column("clock", sql.LargeBinary, nullable=False),
    sql.Column("created", sql.Integer, nullable=False),
    sql.Column("touched", sql.Integer, nullable=False),
)

_insert_snapshot = insert_or(SNAPSHOT)
_insert_note = insert_or(NOTE)
_insert_campaign = insert_or(CAMPAIGN)
_status_columns: dict[str, Any] = {
    name: sql.bindparam(name) for name in ("n", "move", "asked", "turn", "over", "touched", "people")
}

INSERT_MATCH = sql.insert(MATCH)
INSERT_ENTRY = sql.insert(ENTRY)
UPDATE_STATUS = sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(_status_columns)
UPDATE_REMATCH = (
    sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(rematch=sql.bindparam("new_match"))
)
UPSERT_SNAPSHOT = _insert_snapshot.on_conflict_do_update(
    index_elements=["match"],
    set_={"n": _insert_snapshot.excluded.n, "body": _insert_snapshot.excluded.body},
    where=_insert_snapshot.excluded.n > SNAPSHOT.c.n,
)
INSERT_CHAT = sql.insert(CHAT)
UPSERT_NOTE = _insert_note.on_conflict_do_update(
    index_elements=["match", "seat"], set_={"text": _insert_note.excluded.text}
)
UPSERT_CAMPAIGN = _insert_campaign.on_conflict_do_update(
    index_elements=["id"],
    set_={name: _insert_campaign.excluded[name] for name in ("file", "match", "people", "touched")},
)
WRITE_ORDER = (
    INSERT_MATCH,
    INSERT_ENTRY,
    UPDATE_STATUS,
    UPDATE_REMATCH,
    UPSERT_SNAPSHOT,
    INSERT_CHAT,
    UPSERT_NOTE,
    UPSERT_CAMPAIGN,
)
"""The statements in the order in which a transaction runs them."""

Writes = list[tuple[sql.Executable, Values]]
"""Statements, each with the values of one row."""


def match_values(row: MatchRow) -> Values:
    """Return the columns of a match."""
    encode = msgspec.json.encode
    return {
        "id": row.id,
        "game": row.game,
        "version": row.version,
        "scenario": row.scenario,
        "options": encode(row.options),
        "dice": encode(row.dice),
        "commitment": row.commitment,
        "kind": row.kind,
        "branch": encode(row.branch),
        "host": row.host_nonce,
        "odds": row.odds,
        "hints": row.hints,
        "listed": row.listed,
        "clock": encode(row.clock),
        "created": row.created,
        "rematch": row.rematch,
        "base": encode(row.base),
        **status_values(row.status),
    }


def status_values(status: MatchStatus) -> Values:
    """Return the columns of a match that change with every entry."""
    return {
        "n": status.n,
        "move": status.move,
        "asked": msgspec.json.encode(status.pending),
        "turn": status.turn,
        "over": status.is_over,
        "touched": status.updated,
        "people": msgspec.json.encode(status.players),
    }


def match_row(columns: Values) -> MatchRow:
    """Return a match from its columns."""
    decode = msgspec.json.decode
    status = MatchStatus(
        n=columns["n"],
        move=columns["move"],
        pending=decode(columns["asked"], type=list[int]),
        turn=columns["turn"],
        is_over=columns["over"],
        updated=columns["touched"],
        players=decode(columns["people"], type=list[Player]),
    )
    return MatchRow(
        id=columns["id"],
        game=columns["game"],
        version=columns["version"],
        scenario=columns["scenario"],
        options=decode(columns["options"], type=dict[str, int | str]),
        dice=decode(columns["dice"], type=list[str | int]),
        commitment=columns["commitment"],
        base=decode(columns["base"]),
        kind=columns["kind"],
        branch=decode(columns["branch"], type=wire.Branch | None),
        host_nonce=columns["host"],
        odds=columns["odds"],
        listed=columns["listed"],
        clock=decode(columns["clock"], type=wire.Limits | None),
        created=columns["created"],
        status=status,
        rematch=columns["rematch"],
        hints=columns["hints"],
    )


def campaign_values(row: CampaignRow) -> Values:
    """Return the columns of a campaign."""
    return {
        "id": row.id,
        "game": row.game,
        "kind": row.kind,
        "file": row.file,
        "match": row.current_match,
        "host": row.host_nonce,
        "people": msgspec.json.encode(row.players),
        "odds": row.odds,
        "clock": msgspec.json.encode(row.clock),
        "created": row.created,
        "touched": row.updated,
    }


def campaign_row(columns: Values) -> CampaignRow:
    """Return a campaign from its columns."""
    return CampaignRow(
        id=columns["id"],
        game=columns["game"],
        kind=columns["kind"],
        file=columns["file"],
        current_match=columns["match"],
        host_nonce=columns["host"],
        players=msgspec.json.decode(columns["people"], type=list[Player]),
        odds=columns["odds"],
        clock=msgspec.json.decode(columns["clock"], type=wire.Limits | None),
        created=columns["created"],
        updated=columns["touched"],
    )
