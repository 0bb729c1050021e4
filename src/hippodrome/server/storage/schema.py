"""The tables of the database, what is written to them, and their rows as plain data."""

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

# Rows of the journal lie in the order in which they came, not by match: a group of them then touches few pages.
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

_newer = insert_or(SNAPSHOT)
_campaign = insert_or(CAMPAIGN)
_again = insert_or(NOTE)
_standing: dict[str, Any] = {
    name: sql.bindparam(name) for name in ("n", "move", "asked", "turn", "over", "touched", "people")
}

# What is written, in the order in which a transaction writes it.
INSERT_MATCH = sql.insert(MATCH)
INSERT_ENTRY = sql.insert(ENTRY)
UPDATE_STATUS = sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(_standing)
UPDATE_REMATCH = sql.update(MATCH).where(MATCH.c.id == sql.bindparam("match")).values(rematch=sql.bindparam("made"))
UPSERT_SNAPSHOT = _newer.on_conflict_do_update(
    index_elements=["match"],
    set_={"n": _newer.excluded.n, "body": _newer.excluded.body},
    where=_newer.excluded.n > SNAPSHOT.c.n,
)
INSERT_CHAT = sql.insert(CHAT)
UPSERT_NOTE = _again.on_conflict_do_update(index_elements=["match", "seat"], set_={"text": _again.excluded.text})
UPSERT_CAMPAIGN = _campaign.on_conflict_do_update(
    index_elements=["id"],
    set_={name: _campaign.excluded[name] for name in ("file", "match", "people", "touched")},
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

Writes = list[tuple[sql.Executable, Values]]


def match_values(row: MatchRow) -> Values:
    """Return a match as the columns of its row."""
    values: Values = {
        name: getattr(row, name)
        for name in ("id", "game", "version", "scenario", "commitment", "kind", "host", "created")
    }
    values |= {name: getattr(row, name) for name in ("odds", "hints", "listed")}
    for name in ("options", "dice", "branch", "clock", "base"):
        values[name] = msgspec.json.encode(getattr(row, name))
    return {**values, **status_values(row.status), "rematch": row.rematch}


def status_values(status: MatchStatus) -> Values:
    """Return the columns that change with every entry."""
    values: Values = {name: getattr(status, name) for name in ("n", "move", "turn", "touched")}
    encode = msgspec.json.encode
    return {**values, "over": status.is_over, "asked": encode(status.asked), "people": encode(status.players)}


def match_row(found: Values) -> MatchRow:
    """Return a match from the columns of its row."""
    decode = msgspec.json.decode
    standing = MatchStatus(
        n=found["n"],
        move=found["move"],
        asked=decode(found["asked"], type=list[int]),
        turn=found["turn"],
        is_over=found["over"],
        touched=found["touched"],
        players=decode(found["people"], type=list[Player]),
    )
    plain = ("id", "game", "version", "scenario", "commitment", "kind", "host", "created", "rematch")
    switches = ("odds", "hints", "listed")
    return MatchRow(
        **{name: found[name] for name in (*plain, *switches)},
        options=decode(found["options"], type=dict[str, int | str]),
        dice=decode(found["dice"], type=list[str | int]),
        branch=decode(found["branch"], type=wire.Branch | None),
        clock=decode(found["clock"], type=wire.Limits | None),
        base=decode(found["base"]),
        status=standing,
    )


def campaign_values(row: CampaignRow) -> Values:
    """Return a campaign as the columns of its row."""
    plain = ("id", "game", "kind", "file", "match", "host", "odds", "created", "touched")
    values: Values = {name: getattr(row, name) for name in plain}
    return {**values, "people": msgspec.json.encode(row.players), "clock": msgspec.json.encode(row.clock)}


def campaign_row(columns: Values) -> CampaignRow:
    """Return a campaign from the columns of its row."""
    values = dict(columns)
    players = msgspec.json.decode(values.pop("people"), type=list[Player])
    clock = msgspec.json.decode(values.pop("clock"), type=wire.Limits | None)
    return CampaignRow(**values, players=players, clock=clock)
