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

BYTES_PER_NUMBER = 4
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
    sql.Column("owner", sql.Text, nullable=False, server_default=""),
    sql.Column("bytes", sql.Integer, nullable=False, server_default="0"),
    sql.Column("first_move", sql.Integer, nullable=False, server_default="0"),
    sql.Column("signed_header", sql.Text, nullable=False, server_default=""),
    sql.Column("signed_footer", sql.Text, nullable=False, server_default=""),
    sql.Column("rules", sql.Integer, nullable=False, server_default="0"),
)
sql.Index("match_owner", MATCH.c.owner)
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

# The present state of each match, and the results of its moves; see `progress_rows`.
PRESENT = sql.Table(
    "present",
    METADATA,
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), primary_key=True),
    sql.Column("n", sql.Integer, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)

MOVE_LOG = sql.Table(
    "move_log",
    METADATA,
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("move", sql.Integer, nullable=False),
    sql.Column("dice", sql.Text, nullable=False),
    sql.Column("digest", sql.Text, nullable=False),
    sql.Column("lines", sql.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

RULES_CHANGE = sql.Table(
    "rules_change",
    METADATA,
    sql.Column("match", sql.Text, sql.ForeignKey("match.id"), primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),
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

# The matches of each personal key. `holder` is a digest of the key; the key itself is not stored.
HELD = sql.Table(
    "held",
    METADATA,
    sql.Column("holder", sql.Text, primary_key=True),
    sql.Column("match", sql.Text, primary_key=True, index=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("nonce", sql.Text, nullable=False),
    sqlite_with_rowid=False,
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
    sql.Column("owner", sql.Text, nullable=False, server_default=""),
)

# Facts about the database itself: the number of its transactions, and when writing was last checked.
SERVER = sql.Table(
    "server",
    METADATA,
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.Integer, nullable=False),
)
COMMITS, WRITE_CHECK = "commits", "checked"

_insert_snapshot = insert_or(SNAPSHOT)
_insert_note = insert_or(NOTE)
_insert_campaign = insert_or(CAMPAIGN)
_insert_fact = insert_or(SERVER)
_insert_held = insert_or(HELD)
_insert_present = insert_or(PRESENT)
_insert_move_log = insert_or(MOVE_LOG)
_status_columns: dict[str, Any] = {
    name: sql.bindparam(name) for name in ("n", "move", "asked", "turn", "over", "touched", "people", "first_move")
}

INSERT_MATCH = sql.insert(MATCH)
INSERT_ENTRY = sql.insert(ENTRY)
UPDATE_STATUS = (
    sql.update(MATCH)
    .where(MATCH.c.id == sql.bindparam("match"))
    .values(_status_columns | {"bytes": MATCH.c.bytes + sql.bindparam("added")})
)
UPDATE_REMATCH = (
    sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(rematch=sql.bindparam("new_match"))
)
UPDATE_SIGNED_FOOTER = (
    sql.update(MATCH)
    .where(MATCH.c.id == sql.bindparam("match"), MATCH.c.signed_footer == "")
    .values(signed_footer=sql.bindparam("footer"), bytes=MATCH.c.bytes + sql.func.length(sql.bindparam("footer")))
)
UPSERT_SNAPSHOT = _insert_snapshot.on_conflict_do_update(
    index_elements=["match"],
    set_={"n": _insert_snapshot.excluded.n, "body": _insert_snapshot.excluded.body},
    where=_insert_snapshot.excluded.n > SNAPSHOT.c.n,
)
DELETE_SNAPSHOT = sql.delete(SNAPSHOT).where(SNAPSHOT.c.match == sql.bindparam("match"))
UPDATE_RULES = sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(rules=sql.bindparam("new_rules"))
INSERT_RULES_CHANGE = sql.insert(RULES_CHANGE)
UPSERT_PRESENT = _insert_present.on_conflict_do_update(
    index_elements=["match"], set_={name: _insert_present.excluded[name] for name in ("n", "version", "body")}
)
UPSERT_MOVE_LOG = _insert_move_log.on_conflict_do_update(
    index_elements=["match", "number"],
    set_={name: _insert_move_log.excluded[name] for name in ("move", "dice", "digest", "lines")},
)
DELETE_LATER_MOVES = sql.delete(MOVE_LOG).where(
    MOVE_LOG.c.match == sql.bindparam("old_match"), MOVE_LOG.c.number > sql.bindparam("undone_to")
)
INSERT_CHAT = sql.insert(CHAT)
_chat_of_match = sql.select(CHAT.c.row).where(CHAT.c.match == sql.bindparam("chat_match"))
DELETE_OLD_CHAT = sql.delete(CHAT).where(
    CHAT.c.match == sql.bindparam("chat_match"),
    CHAT.c.row.not_in(_chat_of_match.order_by(CHAT.c.row.desc()).limit(sql.bindparam("kept"))),
)
UPSERT_NOTE = _insert_note.on_conflict_do_update(
    index_elements=["match", "seat"], set_={"text": _insert_note.excluded.text}
)
UPSERT_CAMPAIGN = _insert_campaign.on_conflict_do_update(
    index_elements=["id"],
    set_={name: _insert_campaign.excluded[name] for name in ("file", "match", "people", "touched")},
)
ADD_BYTES = (
    sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(bytes=MATCH.c.bytes + sql.bindparam("added"))
)
UPSERT_FACT = _insert_fact.on_conflict_do_update(index_elements=["name"], set_={"value": _insert_fact.excluded.value})
DELETE_CAMPAIGN = sql.delete(CAMPAIGN).where(CAMPAIGN.c.id == sql.bindparam("campaign"))
_deleted: sql.BindParameter[str] = sql.bindparam("match")
DELETE_MATCH = (
    sql.delete(ENTRY).where(ENTRY.c.match == _deleted),
    sql.delete(CHAT).where(CHAT.c.match == _deleted),
    sql.delete(NOTE).where(NOTE.c.match == _deleted),
    sql.delete(SNAPSHOT).where(SNAPSHOT.c.match == _deleted),
    sql.delete(PRESENT).where(PRESENT.c.match == _deleted),
    sql.delete(MOVE_LOG).where(MOVE_LOG.c.match == _deleted),
    sql.delete(RULES_CHANGE).where(RULES_CHANGE.c.match == _deleted),
    sql.delete(HELD).where(HELD.c.match == _deleted),
    sql.update(MATCH).where(MATCH.c.rematch == _deleted).values(rematch=""),
    sql.delete(MATCH).where(MATCH.c.id == _deleted),
)
"""The statements that delete a match with everything that belongs to it."""

UPSERT_HELD = _insert_held.on_conflict_do_update(
    index_elements=["holder", "match", "seat"], set_={"nonce": _insert_held.excluded.nonce}
)
DELETE_HELD = sql.delete(HELD).where(
    HELD.c.holder == sql.bindparam("old_holder"), HELD.c.match == sql.bindparam("old_match")
)
WRITE_ORDER = (
    INSERT_MATCH,
    INSERT_ENTRY,
    UPDATE_STATUS,
    UPDATE_REMATCH,
    UPDATE_SIGNED_FOOTER,
    DELETE_SNAPSHOT,
    UPSERT_SNAPSHOT,
    UPDATE_RULES,
    INSERT_RULES_CHANGE,
    UPSERT_PRESENT,
    DELETE_LATER_MOVES,
    UPSERT_MOVE_LOG,
    INSERT_CHAT,
    DELETE_OLD_CHAT,
    UPSERT_NOTE,
    ADD_BYTES,
    UPSERT_CAMPAIGN,
    UPSERT_HELD,
    DELETE_HELD,
    DELETE_CAMPAIGN,
    *DELETE_MATCH,
    UPSERT_FACT,
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
        "owner": row.owner,
        "signed_header": row.signed_header,
        "signed_footer": row.signed_footer,
        "rules": row.rules,
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
        "first_move": status.first_move,
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
        first_move=columns["first_move"],
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
        owner=columns["owner"],
        signed_header=columns["signed_header"],
        signed_footer=columns["signed_footer"],
        rules=columns["rules"],
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
        "owner": row.owner,
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
        owner=columns["owner"],
    )


def stored_size(values: Values) -> int:
    """Return about how many bytes the columns of a row take, with a few for each column."""
    return sum(len(value) if isinstance(value, str | bytes) else BYTES_PER_NUMBER for value in values.values())
