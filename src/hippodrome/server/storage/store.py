"""The store: matches and their journals in an SQLite file. What was appended is on disk before anybody is told of it.

One task writes. Whatever arrives while a transaction is on its way to the disk shares the next one, so that many
tables cost little more than one. Either all of a transaction is kept or nothing of it.
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
from hippodrome.server.storage.rows import PLAYED, CampaignRow, Entry, LoadedMatch, MatchRow, MatchStatus, Snapshot
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
"""How many of the last words at a table somebody who comes is told."""


class StoreError(Exception):
    """Something could not be kept, or not be read. What had been kept before still is."""


class Store(ABC):
    """Where matches are kept. Everything that writes returns when it is on disk; StoreError if it is not."""

    @staticmethod
    async def open(path: Path | str | None, lock_timeout_s: float = 5.0) -> Store:
        """Return the store in a file, which is made if it is not there; None or "off" keeps everything in memory alone.

        `patience` is how many seconds another program that holds the file is waited for.
        """
        if path is None or str(path) == OFF:
            return MemoryStore()
        return await SqliteStore.connect(Path(path), lock_timeout_s)

    @abstractmethod
    async def create(
        self, row: MatchRow, entries: Sequence[Entry] = (), after: str = "", campaign: CampaignRow | None = None
    ) -> None:
        """Keep a new match; `after` is the match it is the rematch of, `campaign` the one whose next game it is."""

    @abstractmethod
    async def append(
        self, id: str, entries: Sequence[Entry], standing: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""

    @abstractmethod
    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless there is a newer one."""

    @abstractmethod
    async def save_chat(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""

    @abstractmethod
    async def save_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""

    @abstractmethod
    async def load(self, id: str) -> LoadedMatch | None:
        """Return all that is needed to go on with a match; None if there is no such match."""

    @abstractmethod
    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return the matches of these names, as far as there are any; the latest first."""

    @abstractmethod
    async def listed(self, most: int) -> list[MatchRow]:
        """Matches in progress that anybody may watch, the latest first."""

    @abstractmethod
    async def entries(self, id: str) -> list[Entry]:
        """Return all entries of a match."""

    @abstractmethod
    async def save_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""

    @abstractmethod
    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""

    @abstractmethod
    async def campaign_playing(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is, if there is one."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written, and let go of the file."""

    async def row(self, id: str) -> MatchRow | None:
        """Return the match of this name, if there is one."""
        found = await self.rows([id])
        return found[0] if found else None


# -------------------------------------------------------------------- the file


class SqliteStore(Store):
    """A store in a file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Writes, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._connection: AsyncConnection | None = None
        self._writer = asyncio.create_task(self._write_loop(), name="store")

    @classmethod
    async def connect(cls, path: Path, patience: float) -> SqliteStore:
        """Open the file, or make it."""
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": patience})
        sql.event.listen(engine.sync_engine, "connect", _configure_connection)
        try:
            async with engine.begin() as connection:
                await _check_version(connection, path)
        except sql.exc.SQLAlchemyError as error:
            await engine.dispose()
            raise StoreError(f"{path} cannot be opened: {_database_message(error)}") from error
        except StoreError:
            await engine.dispose()
            raise
        return cls(engine)

    # ---------------------------------------------------------------- writing

    async def create(
        self, row: MatchRow, entries: Sequence[Entry] = (), after: str = "", campaign: CampaignRow | None = None
    ) -> None:
        """Keep a new match."""
        work: Writes = [(INSERT_MATCH, match_values(row)), *_entries(row.id, entries)]
        if after:
            work.append((UPDATE_REMATCH, {"match": after, "made": row.id}))
        if campaign is not None:
            work.append((UPSERT_CAMPAIGN, campaign_values(campaign)))
        await self._write(work)

    async def save_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""
        await self._write([(UPSERT_CAMPAIGN, campaign_values(row))])

    async def append(
        self, id: str, entries: Sequence[Entry], standing: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""
        work = [*_entries(id, entries), (UPDATE_STATUS, {"match": id, **status_values(standing)})]
        if snapshot is not None:
            work.append(_snapshot(id, snapshot))
        await self._write(work)

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot."""
        await self._write([_snapshot(id, snapshot)])

    async def save_chat(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""
        await self._write([(INSERT_CHAT, {"match": id, "seat": speech.seat, "text": speech.text, "at": speech.at})])

    async def save_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""
        await self._write([(UPSERT_NOTE, {"match": id, "seat": seat, "text": text})])

    async def _write(self, work: Writes) -> None:
        """Hand work to the writer, and wait until the transaction that holds it has been committed."""
        if self._closing:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        self._wake.set()
        await done

    async def _write_loop(self) -> None:
        """The writer: one transaction after another, each with all that has come in the meantime."""
        while not self._closing or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            if self._waiting:
                group, self._waiting = self._waiting, []
                try:
                    await self._write_group([work for work, _ in group])
                except Exception as error:  # whatever it was: those who wait must hear of it
                    log.error(
                        "a transaction failed",
                        extra={"facts": {"waiting": len(group), "why": _database_message(error)}},
                    )
                    _resolve(group, StoreError(_database_message(error)))
                    await self._disconnect()
                else:
                    _resolve(group, None)
        await self._disconnect()

    async def _write_group(self, group: list[Writes]) -> None:
        """Write all of a group in one transaction."""
        rows: dict[sql.Executable, list[Values]] = {}
        for work in group:
            for statement, values in work:
                rows.setdefault(statement, []).append(values)
        if self._connection is None:
            self._connection = await self._engine.connect()
        for statement in WRITE_ORDER:
            if statement in rows:
                await self._connection.execute(statement, rows[statement])
        await self._connection.commit()

    async def _disconnect(self) -> None:
        """Let go of the writer's connection, and with it of what was not committed."""
        line, self._connection = self._connection, None
        if line is not None:
            with suppress(sql.exc.SQLAlchemyError):  # it may be beyond closing; a new one is made in any case
                await line.close()

    # ---------------------------------------------------------------- reading

    async def load(self, id: str) -> LoadedMatch | None:
        """Return all that is needed to go on with a match."""
        try:
            async with self._engine.connect() as connection:
                rows = await _read(connection, sql.select(MATCH).where(MATCH.c.id == id))
                if not rows:
                    return None
                saved = await _read(connection, sql.select(SNAPSHOT).where(SNAPSHOT.c.match == id))
                snapshot = Snapshot(saved[0]["n"], msgspec.json.decode(saved[0]["body"])) if saved else None
                used = sql.select(ENTRY.c.seat, sql.func.sum(ENTRY.c.reserve).label("ms")).where(ENTRY.c.match == id)
                said = sql.select(CHAT).where(CHAT.c.match == id).order_by(CHAT.c.row.desc()).limit(MAX_CHAT_SHOWN)
                notes = sql.select(NOTE).where(NOTE.c.match == id)
                return LoadedMatch(
                    row=match_row(rows[0]),
                    snapshot=snapshot,
                    entries=await _read_entries(connection, id, snapshot.n if snapshot else 0),
                    used_ms={r["seat"]: r["ms"] for r in await _read(connection, used.group_by(ENTRY.c.seat))},
                    chat=[wire.Speech(r["seat"], r["text"], r["at"]) for r in await _read(connection, said)][::-1],
                    notes={r["seat"]: r["text"] for r in await _read(connection, notes)},
                )
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return the matches of these names."""
        return await self._rows(sql.select(MATCH).where(MATCH.c.id.in_(ids)).order_by(MATCH.c.touched.desc()))

    async def listed(self, most: int) -> list[MatchRow]:
        """Matches in progress that anybody may watch."""
        wanted = sql.select(MATCH).where(MATCH.c.listed, sql.not_(MATCH.c.over), MATCH.c.kind == PLAYED)
        return await self._rows(wanted.order_by(MATCH.c.touched.desc()).limit(most))

    async def entries(self, id: str) -> list[Entry]:
        """Return all entries of a match."""
        try:
            async with self._engine.connect() as connection:
                return await _read_entries(connection, id, 0)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""
        return await self._campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.id == id))

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is."""
        return await self._campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.match == match))

    async def _campaign(self, wanted: sql.Select[Any]) -> CampaignRow | None:
        try:
            async with self._engine.connect() as connection:
                found = await _read(connection, wanted)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error
        return campaign_row(found[0]) if found else None

    async def _rows(self, wanted: sql.Select[Any]) -> list[MatchRow]:
        try:
            async with self._engine.connect() as connection:
                return [match_row(row) for row in await _read(connection, wanted)]
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def close(self) -> None:
        """Finish what is being written, and let go of the file."""
        self._closing = True
        self._wake.set()
        await self._writer
        await self._engine.dispose()


def _entries(id: str, entries: Sequence[Entry]) -> Writes:
    return [(INSERT_ENTRY, {"match": id, **msgspec.structs.asdict(entry)}) for entry in entries]


def _snapshot(id: str, snapshot: Snapshot) -> tuple[sql.Executable, Values]:
    return UPSERT_SNAPSHOT, {"match": id, "n": snapshot.n, "body": msgspec.json.encode(snapshot.body)}


async def _read(connection: AsyncConnection, wanted: sql.Select[Any]) -> list[Values]:
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]


async def _read_entries(connection: AsyncConnection, id: str, after: int) -> list[Entry]:
    columns = [ENTRY.c[name] for name in Entry.__struct_fields__]
    wanted = sql.select(*columns).where(ENTRY.c.match == id, ENTRY.c.n > after).order_by(ENTRY.c.n)
    return [Entry(*row) for row in await connection.execute(wanted)]


def _resolve(group: list[tuple[Writes, asyncio.Future[None]]], error: StoreError | None) -> None:
    """Tell those who wait; some may have gone."""
    for _, done in group:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _configure_connection(connection: Any, _: object) -> None:
    """Every connection waits for the disk, and sees to it that nothing belongs to nothing."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


async def _check_version(connection: AsyncConnection, path: Path) -> None:
    """Make the tables that a file does not have yet, and leave one alone that a later Hippodrome has written."""
    version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path} was written by a newer version of Hippodrome (its tables are of version {version}, this one knows "
            f"{SCHEMA_VERSION}); start that one, or name another file with --db"
        )
    if version < SCHEMA_VERSION:
        await connection.run_sync(METADATA.create_all)
        known = (await connection.exec_driver_sql("SELECT name FROM pragma_table_info('match')")).scalars().all()
        if "hints" not in known:  # tables that were set up before there were hints have none
            await connection.exec_driver_sql("ALTER TABLE match ADD COLUMN hints BOOLEAN DEFAULT 0 NOT NULL")
        await connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")


def _database_message(error: Exception) -> str:
    """What the database says, without the statement."""
    return str(getattr(error, "orig", None) or error)


# -------------------------------------------------------------------- storage switched off


class MemoryStore(Store):
    """Keeps everything in memory, and so only as long as the server runs."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._said: dict[str, list[wire.Speech]] = {}
        self._notes: dict[str, dict[int, str]] = {}
        self._campaigns: dict[str, CampaignRow] = {}

    async def create(
        self, row: MatchRow, entries: Sequence[Entry] = (), after: str = "", campaign: CampaignRow | None = None
    ) -> None:
        """Keep a new match."""
        self._rows[row.id] = _copy_row(row)
        self._entries[row.id] = list(entries)
        if after:
            self._rows[after].rematch = row.id
        if campaign is not None:
            await self.save_campaign(campaign)

    async def save_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""
        self._campaigns[row.id] = msgspec.convert(msgspec.to_builtins(row), CampaignRow)

    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""
        row = self._campaigns.get(id)
        return msgspec.convert(msgspec.to_builtins(row), CampaignRow) if row is not None else None

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is."""
        return next((row for row in self._campaigns.values() if row.match == match), None)

    async def append(
        self, id: str, entries: Sequence[Entry], standing: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""
        self._entries[id].extend(entries)
        self._rows[id].status = standing
        if snapshot is not None:
            await self.save_snapshot(id, snapshot)

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless there is a newer one."""
        if id not in self._snapshots or snapshot.n > self._snapshots[id].n:
            self._snapshots[id] = snapshot

    async def save_chat(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""
        self._said.setdefault(id, []).append(speech)

    async def save_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""
        self._notes.setdefault(id, {})[seat] = text

    async def load(self, id: str) -> LoadedMatch | None:
        """Return all that is needed to go on with a match."""
        if id not in self._rows:
            return None
        snapshot = self._snapshots.get(id)
        after = snapshot.n if snapshot else 0
        used: dict[int, int] = {}
        for entry in self._entries[id]:
            used[entry.seat] = used.get(entry.seat, 0) + entry.reserve
        return LoadedMatch(
            row=_copy_row(self._rows[id]),
            snapshot=snapshot,
            entries=[entry for entry in self._entries[id] if entry.n > after],
            used_ms=used,
            chat=self._said.get(id, [])[-MAX_CHAT_SHOWN:],
            notes=dict(self._notes.get(id, {})),
        )

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return the matches of these names."""
        found = [_copy_row(self._rows[id]) for id in ids if id in self._rows]
        return sorted(found, key=lambda row: -row.status.touched)

    async def listed(self, most: int) -> list[MatchRow]:
        """Matches in progress that anybody may watch."""
        found = [row for row in self._rows.values() if row.listed and not row.status.is_over and row.kind == PLAYED]
        return [_copy_row(row) for row in sorted(found, key=lambda row: -row.status.touched)[:most]]

    async def entries(self, id: str) -> list[Entry]:
        """Return all entries of a match."""
        return list(self._entries.get(id, []))

    async def close(self) -> None:
        """Nothing is open."""


def _copy_row(row: MatchRow) -> MatchRow:
    """Return a row of one's own, as if it had been read from a file."""
    return msgspec.convert(msgspec.to_builtins(row), MatchRow)
