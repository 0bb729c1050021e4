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
from hippodrome.server.storage.campaign_row import CampaignRow
from hippodrome.server.storage.journal import PLAYED, Entry, Loaded, MatchRow, Snapshot, Standing
from hippodrome.server.storage.schema import (
    CAMPAIGN,
    ENTRY,
    MATCH,
    NEW_CAMPAIGN,
    NEW_ENTRY,
    NEW_MATCH,
    NEW_NOTE,
    NEW_REMATCH,
    NEW_SNAPSHOT,
    NEW_SPEECH,
    NEW_STANDING,
    NOTE,
    ORDER,
    SNAPSHOT,
    SPEECH,
    TABLES,
    Values,
    Work,
    campaign_row,
    campaign_values,
    match_row,
    match_values,
    standing_values,
)

log = logging.getLogger("hippodrome.server.storage.store")

VERSION = 3
OFF = "off"
SAID = 200
"""How many of the last words at a table somebody who comes is told."""


class StoreError(Exception):
    """Something could not be kept, or not be read. What had been kept before still is."""


class Store(ABC):
    """Where matches are kept. Everything that writes returns when it is on disk; StoreError if it is not."""

    @staticmethod
    async def open(path: Path | str | None, patience: float = 5.0) -> Store:
        """Return the store in a file, which is made if it is not there; None or "off" keeps everything in memory alone.

        `patience` is how many seconds another program that holds the file is waited for.
        """
        if path is None or str(path) == OFF:
            return NoStore()
        return await DiskStore.begin(Path(path), patience)

    @abstractmethod
    async def create(
        self, row: MatchRow, entries: Sequence[Entry] = (), after: str = "", campaign: CampaignRow | None = None
    ) -> None:
        """Keep a new match; `after` is the match it is the rematch of, `campaign` the one whose next game it is."""

    @abstractmethod
    async def append(
        self, id: str, entries: Sequence[Entry], standing: Standing, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""

    @abstractmethod
    async def keep_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless there is a newer one."""

    @abstractmethod
    async def say(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""

    @abstractmethod
    async def write_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""

    @abstractmethod
    async def load(self, id: str) -> Loaded | None:
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
    async def keep_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""

    @abstractmethod
    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""

    @abstractmethod
    async def campaign_with(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is, if there is one."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written, and let go of the file."""

    async def row(self, id: str) -> MatchRow | None:
        """Return the match of this name, if there is one."""
        found = await self.rows([id])
        return found[0] if found else None


# -------------------------------------------------------------------- the file


class DiskStore(Store):
    """A store in a file."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._line: AsyncConnection | None = None
        self._writer = asyncio.create_task(self._write_on(), name="store")

    @classmethod
    async def begin(cls, path: Path, patience: float) -> DiskStore:
        """Open the file, or make it."""
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", connect_args={"timeout": patience})
        sql.event.listen(engine.sync_engine, "connect", _prepare)
        try:
            async with engine.begin() as connection:
                await _check_version(connection, path)
        except sql.exc.SQLAlchemyError as error:
            await engine.dispose()
            raise StoreError(f"{path} cannot be opened: {_reason(error)}") from error
        except StoreError:
            await engine.dispose()
            raise
        return cls(engine)

    # ---------------------------------------------------------------- writing

    async def create(
        self, row: MatchRow, entries: Sequence[Entry] = (), after: str = "", campaign: CampaignRow | None = None
    ) -> None:
        """Keep a new match."""
        work: Work = [(NEW_MATCH, match_values(row)), *_entries(row.id, entries)]
        if after:
            work.append((NEW_REMATCH, {"match": after, "made": row.id}))
        if campaign is not None:
            work.append((NEW_CAMPAIGN, campaign_values(campaign)))
        await self._keep(work)

    async def keep_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""
        await self._keep([(NEW_CAMPAIGN, campaign_values(row))])

    async def append(
        self, id: str, entries: Sequence[Entry], standing: Standing, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""
        work = [*_entries(id, entries), (NEW_STANDING, {"match": id, **standing_values(standing)})]
        if snapshot is not None:
            work.append(_snapshot(id, snapshot))
        await self._keep(work)

    async def keep_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot."""
        await self._keep([_snapshot(id, snapshot)])

    async def say(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""
        await self._keep([(NEW_SPEECH, {"match": id, "seat": speech.seat, "text": speech.text, "at": speech.at})])

    async def write_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""
        await self._keep([(NEW_NOTE, {"match": id, "seat": seat, "text": text})])

    async def _keep(self, work: Work) -> None:
        """Hand work to the writer, and wait until the transaction that holds it has been committed."""
        if self._closing:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        self._wake.set()
        await done

    async def _write_on(self) -> None:
        """The writer: one transaction after another, each with all that has come in the meantime."""
        while not self._closing or self._waiting:
            await self._wake.wait()
            self._wake.clear()
            if self._waiting:
                group, self._waiting = self._waiting, []
                try:
                    await self._write_group([work for work, _ in group])
                except Exception as error:  # whatever it was: those who wait must hear of it
                    log.error("a transaction failed", extra={"facts": {"waiting": len(group), "why": _reason(error)}})
                    _tell(group, StoreError(_reason(error)))
                    await self._hang_up()
                else:
                    _tell(group, None)
        await self._hang_up()

    async def _write_group(self, group: list[Work]) -> None:
        """Write all of a group in one transaction."""
        rows: dict[sql.Executable, list[Values]] = {}
        for work in group:
            for statement, values in work:
                rows.setdefault(statement, []).append(values)
        if self._line is None:
            self._line = await self._engine.connect()
        for statement in ORDER:
            if statement in rows:
                await self._line.execute(statement, rows[statement])
        await self._line.commit()

    async def _hang_up(self) -> None:
        """Let go of the writer's connection, and with it of what was not committed."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(sql.exc.SQLAlchemyError):  # it may be beyond closing; a new one is made in any case
                await line.close()

    # ---------------------------------------------------------------- reading

    async def load(self, id: str) -> Loaded | None:
        """Return all that is needed to go on with a match."""
        try:
            async with self._engine.connect() as connection:
                rows = await _read(connection, sql.select(MATCH).where(MATCH.c.id == id))
                if not rows:
                    return None
                saved = await _read(connection, sql.select(SNAPSHOT).where(SNAPSHOT.c.match == id))
                snapshot = Snapshot(saved[0]["n"], msgspec.json.decode(saved[0]["body"])) if saved else None
                used = sql.select(ENTRY.c.seat, sql.func.sum(ENTRY.c.reserve).label("ms")).where(ENTRY.c.match == id)
                said = sql.select(SPEECH).where(SPEECH.c.match == id).order_by(SPEECH.c.row.desc()).limit(SAID)
                notes = sql.select(NOTE).where(NOTE.c.match == id)
                return Loaded(
                    row=match_row(rows[0]),
                    snapshot=snapshot,
                    entries=await _read_entries(connection, id, snapshot.n if snapshot else 0),
                    used={r["seat"]: r["ms"] for r in await _read(connection, used.group_by(ENTRY.c.seat))},
                    said=[wire.Speech(r["seat"], r["text"], r["at"]) for r in await _read(connection, said)][::-1],
                    notes={r["seat"]: r["text"] for r in await _read(connection, notes)},
                )
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_reason(error)) from error

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
            raise StoreError(_reason(error)) from error

    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""
        return await self._campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.id == id))

    async def campaign_with(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is."""
        return await self._campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.match == match))

    async def _campaign(self, wanted: sql.Select[Any]) -> CampaignRow | None:
        try:
            async with self._engine.connect() as connection:
                found = await _read(connection, wanted)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_reason(error)) from error
        return campaign_row(found[0]) if found else None

    async def _rows(self, wanted: sql.Select[Any]) -> list[MatchRow]:
        try:
            async with self._engine.connect() as connection:
                return [match_row(row) for row in await _read(connection, wanted)]
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_reason(error)) from error

    async def close(self) -> None:
        """Finish what is being written, and let go of the file."""
        self._closing = True
        self._wake.set()
        await self._writer
        await self._engine.dispose()


def _entries(id: str, entries: Sequence[Entry]) -> Work:
    return [(NEW_ENTRY, {"match": id, **msgspec.structs.asdict(entry)}) for entry in entries]


def _snapshot(id: str, snapshot: Snapshot) -> tuple[sql.Executable, Values]:
    return NEW_SNAPSHOT, {"match": id, "n": snapshot.n, "body": msgspec.json.encode(snapshot.body)}


async def _read(connection: AsyncConnection, wanted: sql.Select[Any]) -> list[Values]:
    return [dict(row) for row in (await connection.execute(wanted)).mappings()]


async def _read_entries(connection: AsyncConnection, id: str, after: int) -> list[Entry]:
    columns = [ENTRY.c[name] for name in Entry.__struct_fields__]
    wanted = sql.select(*columns).where(ENTRY.c.match == id, ENTRY.c.n > after).order_by(ENTRY.c.n)
    return [Entry(*row) for row in await connection.execute(wanted)]


def _tell(group: list[tuple[Work, asyncio.Future[None]]], error: StoreError | None) -> None:
    """Tell those who wait; some may have gone."""
    for _, done in group:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _prepare(connection: Any, _: object) -> None:
    """Every connection waits for the disk, and sees to it that nothing belongs to nothing."""
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


async def _check_version(connection: AsyncConnection, path: Path) -> None:
    """Make the tables that a file does not have yet, and leave one alone that a later Hippodrome has written."""
    version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer version of Hippodrome (its tables are of version {version}, this one knows "
            f"{VERSION}); start that one, or name another file with --db"
        )
    if version < VERSION:
        await connection.run_sync(TABLES.create_all)
        known = (await connection.exec_driver_sql("SELECT name FROM pragma_table_info('match')")).scalars().all()
        if "hints" not in known:  # tables that were set up before there were hints have none
            await connection.exec_driver_sql("ALTER TABLE match ADD COLUMN hints BOOLEAN DEFAULT 0 NOT NULL")
        await connection.exec_driver_sql(f"PRAGMA user_version={VERSION}")


def _reason(error: Exception) -> str:
    """What the database says, without the statement."""
    return str(getattr(error, "orig", None) or error)


# -------------------------------------------------------------------- storage switched off


class NoStore(Store):
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
        self._rows[row.id] = _copied(row)
        self._entries[row.id] = list(entries)
        if after:
            self._rows[after].rematch = row.id
        if campaign is not None:
            await self.keep_campaign(campaign)

    async def keep_campaign(self, row: CampaignRow) -> None:
        """Keep a campaign, or what has become of it."""
        self._campaigns[row.id] = msgspec.convert(msgspec.to_builtins(row), CampaignRow)

    async def campaign(self, id: str) -> CampaignRow | None:
        """Return the campaign of this name, if there is one."""
        row = self._campaigns.get(id)
        return msgspec.convert(msgspec.to_builtins(row), CampaignRow) if row is not None else None

    async def campaign_with(self, match: str) -> CampaignRow | None:
        """Return the campaign whose present game a match is."""
        return next((row for row in self._campaigns.values() if row.match == match), None)

    async def append(
        self, id: str, entries: Sequence[Entry], standing: Standing, snapshot: Snapshot | None = None
    ) -> None:
        """Keep entries of a match and where it stands now."""
        self._entries[id].extend(entries)
        self._rows[id].standing = standing
        if snapshot is not None:
            await self.keep_snapshot(id, snapshot)

    async def keep_snapshot(self, id: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, unless there is a newer one."""
        if id not in self._snapshots or snapshot.n > self._snapshots[id].n:
            self._snapshots[id] = snapshot

    async def say(self, id: str, speech: wire.Speech) -> None:
        """Keep what somebody said."""
        self._said.setdefault(id, []).append(speech)

    async def write_note(self, id: str, seat: int, text: str) -> None:
        """Keep the private notes of a seat."""
        self._notes.setdefault(id, {})[seat] = text

    async def load(self, id: str) -> Loaded | None:
        """Return all that is needed to go on with a match."""
        if id not in self._rows:
            return None
        snapshot = self._snapshots.get(id)
        after = snapshot.n if snapshot else 0
        used: dict[int, int] = {}
        for entry in self._entries[id]:
            used[entry.seat] = used.get(entry.seat, 0) + entry.reserve
        return Loaded(
            row=_copied(self._rows[id]),
            snapshot=snapshot,
            entries=[entry for entry in self._entries[id] if entry.n > after],
            used=used,
            said=self._said.get(id, [])[-SAID:],
            notes=dict(self._notes.get(id, {})),
        )

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        """Return the matches of these names."""
        found = [_copied(self._rows[id]) for id in ids if id in self._rows]
        return sorted(found, key=lambda row: -row.standing.touched)

    async def listed(self, most: int) -> list[MatchRow]:
        """Matches in progress that anybody may watch."""
        found = [row for row in self._rows.values() if row.listed and not row.standing.over and row.kind == PLAYED]
        return [_copied(row) for row in sorted(found, key=lambda row: -row.standing.touched)[:most]]

    async def entries(self, id: str) -> list[Entry]:
        """Return all entries of a match."""
        return list(self._entries.get(id, []))

    async def close(self) -> None:
        """Nothing is open."""


def _copied(row: MatchRow) -> MatchRow:
    """Return a row of one's own, as if it had been read from a file."""
    return msgspec.convert(msgspec.to_builtins(row), MatchRow)
