"""The store: matches, their journals and campaigns in an SQLite file.

A write returns only when it is on disk. One task does all the writing: whatever arrives while a transaction is being
written goes into the next one, so that many tables cost little more than one.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hippodrome.server import wire
from hippodrome.server.storage.rows import (
    PLAYED,
    CampaignRow,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    MatchStatus,
    Snapshot,
)
from hippodrome.server.storage.schema import (
    CAMPAIGN,
    CHAT,
    ENTRY,
    INSERT_CHAT,
    INSERT_ENTRY,
    INSERT_MATCH,
    MATCH,
    METADATA,
    NOTE,
    SNAPSHOT,
    UPDATE_REMATCH,
    UPDATE_STATUS,
    UPSERT_CAMPAIGN,
    UPSERT_NOTE,
    UPSERT_SNAPSHOT,
    WRITE_ORDER,
    Values,
    Writes,
    campaign_row,
    campaign_values,
    match_row,
    match_values,
    status_values,
)

log = logging.getLogger("hippodrome.server.storage.store")

SCHEMA_VERSION = 3
OFF = "off"
MAX_CHAT_SHOWN = 200
"""A client that joins a table gets this many of its last chat messages."""


class StoreError(Exception):
    """A read or a write failed. Everything written before is unharmed."""


class Store(ABC):
    """Storage for matches and campaigns.

    Methods that write return once the data is on disk. All methods raise StoreError if they fail.
    """

    @staticmethod
    async def open(path: Path | str | None, lock_timeout_s: float = 5.0) -> Store:
        """Open the store in a file, which is created if needed. With None or "off", keep everything in memory.

        `lock_timeout_s` is how long to wait for another process that has locked the file.
        """
        if path is None or str(path) == OFF:
            return MemoryStore()
        return await SqliteStore.connect(Path(path), lock_timeout_s)

    @abstractmethod
    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
    ) -> None:
        """Save a new match.

        `rematch_of` is the match it is the rematch of, `campaign` the campaign whose next game it is; both are updated
        in the same transaction.
        """

    @abstractmethod
    async def append(
        self, id: str, entries: Sequence[JournalEntry], status: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        """Add entries to a match and save its new status."""

    @abstractmethod
    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Save a snapshot, unless a newer one is saved already."""

    @abstractmethod
    async def save_chat(self, id: str, message: wire.ChatMessage) -> None:
        """Save a chat message."""

    @abstractmethod
    async def save_note(self, id: str, seat: int, text: str) -> None:
        """Save the private notes of a seat."""

    @abstractmethod
    async def load(self, id: str) -> LoadedMatch | None:
        """Return everything needed to continue a match, or None if there is no such match."""

    @abstractmethod
    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return those of the matches that exist, the most recently updated first."""

    @abstractmethod
    async def list_public(self, max_count: int) -> list[MatchRow]:
        """Return the public matches in progress, the most recently updated first."""

    @abstractmethod
    async def entries(self, id: str) -> list[JournalEntry]:
        """Return all entries of a match."""

    @abstractmethod
    async def save_campaign(self, row: CampaignRow) -> None:
        """Save a campaign, new or changed."""

    @abstractmethod
    async def campaign(self, id: str) -> CampaignRow | None:
        """Return a campaign, or None if there is no such campaign."""

    @abstractmethod
    async def campaign_playing(self, match: str) -> CampaignRow | None:
        """Return the campaign whose current game is this match, or None."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and close the file."""

    async def row(self, id: str) -> MatchRow | None:
        """Return a match, or None if there is no such match."""
        rows = await self.rows([id])
        return rows[0] if rows else None


# -------------------------------------------------------------------- SQLite


class SqliteStore(Store):
    """A store in an SQLite file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Writes, asyncio.Future[None]]] = []  # for the next transaction
        self._wake = asyncio.Event()
        self._closing = False
        self._connection: AsyncConnection | None = None
        self._writer = asyncio.create_task(self._write_loop(), name="store")

    @classmethod
    async def connect(cls, path: Path, lock_timeout_s: float) -> SqliteStore:
        """Open the file, or create it."""
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": lock_timeout_s})
        sql.event.listen(engine.sync_engine, "connect", _configure_connection)
        try:
            async with engine.begin() as connection:
                await _check_version(connection, path)
        except sql.exc.SQLAlchemyError as error:
            await engine.dispose()
            raise StoreError(f"cannot open {path}: {_database_message(error)}") from error
        except StoreError:
            await engine.dispose()
            raise
        return cls(engine)

    # ---------------------------------------------------------------- writing

    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
    ) -> None:
        writes: Writes = [(INSERT_MATCH, match_values(row)), *_entry_writes(row.id, entries)]
        if rematch_of:
            writes.append((UPDATE_REMATCH, {"match": rematch_of, "new_match": row.id}))
        if campaign is not None:
            writes.append((UPSERT_CAMPAIGN, campaign_values(campaign)))
        await self._write(writes)

    async def save_campaign(self, row: CampaignRow) -> None:
        await self._write([(UPSERT_CAMPAIGN, campaign_values(row))])

    async def append(
        self, id: str, entries: Sequence[JournalEntry], status: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        writes = [*_entry_writes(id, entries), (UPDATE_STATUS, {"match": id, **status_values(status)})]
        if snapshot is not None:
            writes.append(_snapshot_write(id, snapshot))
        await self._write(writes)

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        await self._write([_snapshot_write(id, snapshot)])

    async def save_chat(self, id: str, message: wire.ChatMessage) -> None:
        await self._write([(INSERT_CHAT, {"match": id, "seat": message.seat, "text": message.text, "at": message.at})])

    async def save_note(self, id: str, seat: int, text: str) -> None:
        await self._write([(UPSERT_NOTE, {"match": id, "seat": seat, "text": text})])

    async def _write(self, writes: Writes) -> None:
        """Queue writes and wait until their transaction is committed."""
        if self._closing:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((writes, done))
        self._wake.set()
        await done

    async def _write_loop(self) -> None:
        """Run transactions one after another, each with everything queued in the meantime."""
        while not self._closing or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            if self._waiting:
                group, self._waiting = self._waiting, []
                try:
                    await self._write_group([writes for writes, _ in group])
                except Exception as error:  # of any kind: the callers are waiting for the result
                    message = _database_message(error)
                    log.error("transaction failed", extra={"facts": {"waiting": len(group), "error": message}})
                    _resolve(group, StoreError(message))
                    await self._disconnect()
                else:
                    _resolve(group, None)
        await self._disconnect()

    async def _write_group(self, group: list[Writes]) -> None:
        """Run the writes of several callers in one transaction."""
        rows: dict[sql.Executable, list[Values]] = {}
        for writes in group:
            for statement, values in writes:
                rows.setdefault(statement, []).append(values)
        if self._connection is None:
            self._connection = await self._engine.connect()
        for statement in WRITE_ORDER:
            if statement in rows:
                await self._connection.execute(statement, rows[statement])
        await self._connection.commit()

    async def _disconnect(self) -> None:
        """Close the writer's connection, which rolls back anything not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sql.exc.SQLAlchemyError):  # a broken connection; the next write opens a new one
                await connection.close()

    # ---------------------------------------------------------------- reading

    async def load(self, id: str) -> LoadedMatch | None:
        try:
            async with self._engine.connect() as connection:
                rows = await _read(connection, sql.select(MATCH).where(MATCH.c.id == id))
                if not rows:
                    return None
                saved = await _read(connection, sql.select(SNAPSHOT).where(SNAPSHOT.c.match == id))
                snapshot = Snapshot(saved[0]["n"], msgspec.json.decode(saved[0]["body"])) if saved else None
                used = sql.select(ENTRY.c.seat, sql.func.sum(ENTRY.c.reserve).label("ms")).where(ENTRY.c.match == id)
                chat = sql.select(CHAT).where(CHAT.c.match == id).order_by(CHAT.c.row.desc()).limit(MAX_CHAT_SHOWN)
                notes = sql.select(NOTE).where(NOTE.c.match == id)
                return LoadedMatch(
                    row=match_row(rows[0]),
                    snapshot=snapshot,
                    entries=await _read_entries(connection, id, snapshot.n if snapshot else 0),
                    used_ms={r["seat"]: r["ms"] for r in await _read(connection, used.group_by(ENTRY.c.seat))},
                    chat=[wire.ChatMessage(r["seat"], r["text"], r["at"]) for r in await _read(connection, chat)][::-1],
                    notes={r["seat"]: r["text"] for r in await _read(connection, notes)},
                )
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        return await self._select_matches(sql.select(MATCH).where(MATCH.c.id.in_(ids)).order_by(MATCH.c.touched.desc()))

    async def list_public(self, max_count: int) -> list[MatchRow]:
        query = sql.select(MATCH).where(MATCH.c.listed, sql.not_(MATCH.c.over), MATCH.c.kind == PLAYED)
        return await self._select_matches(query.order_by(MATCH.c.touched.desc()).limit(max_count))

    async def entries(self, id: str) -> list[JournalEntry]:
        try:
            async with self._engine.connect() as connection:
                return await _read_entries(connection, id, 0)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def campaign(self, id: str) -> CampaignRow | None:
        return await self._select_campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.id == id))

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        return await self._select_campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.match == match))

    async def _select_campaign(self, query: sql.Select[Any]) -> CampaignRow | None:
        try:
            async with self._engine.connect() as connection:
                rows = await _read(connection, query)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error
        return campaign_row(rows[0]) if rows else None

    async def _select_matches(self, query: sql.Select[Any]) -> list[MatchRow]:
        try:
            async with self._engine.connect() as connection:
                return [match_row(row) for row in await _read(connection, query)]
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._writer
        await self._engine.dispose()


def _entry_writes(id: str, entries: Sequence[JournalEntry]) -> Writes:
    return [(INSERT_ENTRY, {"match": id, **msgspec.structs.asdict(entry)}) for entry in entries]


def _snapshot_write(id: str, snapshot: Snapshot) -> tuple[sql.Executable, Values]:
    return UPSERT_SNAPSHOT, {"match": id, "n": snapshot.n, "body": msgspec.json.encode(snapshot.body)}


async def _read(connection: AsyncConnection, query: sql.Select[Any]) -> list[Values]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def _read_entries(connection: AsyncConnection, id: str, after: int) -> list[JournalEntry]:
    columns = [ENTRY.c[name] for name in JournalEntry.__struct_fields__]
    query = sql.select(*columns).where(ENTRY.c.match == id, ENTRY.c.n > after).order_by(ENTRY.c.n)
    return [JournalEntry(*row) for row in await connection.execute(query)]


def _resolve(group: list[tuple[Writes, asyncio.Future[None]]], error: StoreError | None) -> None:
    """Wake the callers whose writes were committed, or failed with an error. Cancelled callers are skipped."""
    for _, done in group:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _configure_connection(connection: Any, _: object) -> None:
    """Make a connection wait for the disk on commit and enforce foreign keys."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


async def _check_version(connection: AsyncConnection, path: Path) -> None:
    """Create or upgrade the tables of an older file; raise StoreError for a file of a newer version."""
    version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer version of Hippodrome (its schema is version {version}, this one supports "
            f"up to {SCHEMA_VERSION}); start that version, or choose another file with --db"
        )
    if version < SCHEMA_VERSION:
        await connection.run_sync(METADATA.create_all)
        columns = (await connection.exec_driver_sql("SELECT name FROM pragma_table_info('match')")).scalars().all()
        if "hints" not in columns:  # a file of version 1 or 2
            await connection.exec_driver_sql("ALTER TABLE match ADD COLUMN hints BOOLEAN DEFAULT 0 NOT NULL")
        await connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")


def _database_message(error: Exception) -> str:
    """Return the message of the database, without the SQL statement."""
    return str(getattr(error, "orig", None) or error)


# -------------------------------------------------------------------- in memory


class MemoryStore(Store):
    """A store in memory. Everything is lost when the server stops."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}
        self._entries: dict[str, list[JournalEntry]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._chat: dict[str, list[wire.ChatMessage]] = {}
        self._notes: dict[str, dict[int, str]] = {}
        self._campaigns: dict[str, CampaignRow] = {}

    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
    ) -> None:
        self._rows[row.id] = _copy_row(row)
        self._entries[row.id] = list(entries)
        if rematch_of:
            self._rows[rematch_of].rematch = row.id
        if campaign is not None:
            await self.save_campaign(campaign)

    async def save_campaign(self, row: CampaignRow) -> None:
        self._campaigns[row.id] = msgspec.convert(msgspec.to_builtins(row), CampaignRow)

    async def campaign(self, id: str) -> CampaignRow | None:
        row = self._campaigns.get(id)
        return msgspec.convert(msgspec.to_builtins(row), CampaignRow) if row is not None else None

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        return next((row for row in self._campaigns.values() if row.current_match == match), None)

    async def append(
        self, id: str, entries: Sequence[JournalEntry], status: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        self._entries[id].extend(entries)
        self._rows[id].status = status
        if snapshot is not None:
            await self.save_snapshot(id, snapshot)

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        if id not in self._snapshots or snapshot.n > self._snapshots[id].n:
            self._snapshots[id] = snapshot

    async def save_chat(self, id: str, message: wire.ChatMessage) -> None:
        self._chat.setdefault(id, []).append(message)

    async def save_note(self, id: str, seat: int, text: str) -> None:
        self._notes.setdefault(id, {})[seat] = text

    async def load(self, id: str) -> LoadedMatch | None:
        if id not in self._rows:
            return None
        snapshot = self._snapshots.get(id)
        after = snapshot.n if snapshot else 0
        used_ms: dict[int, int] = {}
        for entry in self._entries[id]:
            used_ms[entry.seat] = used_ms.get(entry.seat, 0) + entry.reserve
        return LoadedMatch(
            row=_copy_row(self._rows[id]),
            snapshot=snapshot,
            entries=[entry for entry in self._entries[id] if entry.n > after],
            used_ms=used_ms,
            chat=self._chat.get(id, [])[-MAX_CHAT_SHOWN:],
            notes=dict(self._notes.get(id, {})),
        )

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        rows = [_copy_row(self._rows[id]) for id in ids if id in self._rows]
        return sorted(rows, key=lambda row: -row.status.updated)

    async def list_public(self, max_count: int) -> list[MatchRow]:
        rows = [row for row in self._rows.values() if row.listed and not row.status.is_over and row.kind == PLAYED]
        return [_copy_row(row) for row in sorted(rows, key=lambda row: -row.status.updated)[:max_count]]

    async def entries(self, id: str) -> list[JournalEntry]:
        return list(self._entries.get(id, []))

    async def close(self) -> None:
        """Do nothing: no file is open."""


def _copy_row(row: MatchRow) -> MatchRow:
    """Return an independent copy, as if the row had been read from a file."""
    return msgspec.convert(msgspec.to_builtins(row), MatchRow)
