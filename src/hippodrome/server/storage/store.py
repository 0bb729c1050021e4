"""The store: matches, their journals and campaigns in an SQLite file.

A write returns only when it is on disk. One task does all the writing: whatever arrives while a transaction is being
written goes into the next one, so that many tables cost little more than one.

A transaction runs in the writer's thread from its first statement to its commit, and a read in another thread, so that
the event loop waits for a thread once and not for each statement.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sql

from hippodrome.server import wire
from hippodrome.server.storage import held_matches, queries
from hippodrome.server.storage.base_store import MAX_CHAT_SHOWN, Store, StoreError
from hippodrome.server.storage.damage import CommitCount, damage_reports, keep_damaged_files
from hippodrome.server.storage.private_files import create_private_file, restrict_to_owner
from hippodrome.server.storage.progress_rows import LoggedMove, Progress, RulesChange
from hippodrome.server.storage.progress_tables import (
    change_writes,
    progress_writes,
    read_changes,
    read_move_log,
    read_present,
)
from hippodrome.server.storage.rows import (
    IMPORTED,
    PLAYED,
    CampaignRow,
    HeldCounts,
    HeldSeat,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    MatchStatus,
    RetentionTimes,
    RulesUpgrade,
    Snapshot,
    StorageUse,
)
from hippodrome.server.storage.schema import (
    ADD_BYTES,
    CAMPAIGN,
    CHAT,
    COMMITS,
    DELETE_CAMPAIGN,
    DELETE_HELD,
    DELETE_MATCH,
    DELETE_OLD_CHAT,
    DELETE_SNAPSHOT,
    ENTRY,
    INSERT_CHAT,
    INSERT_ENTRY,
    INSERT_MATCH,
    MATCH,
    NOTE,
    SERVER,
    UPDATE_REMATCH,
    UPDATE_SIGNED_FOOTER,
    UPDATE_STATUS,
    UPSERT_CAMPAIGN,
    UPSERT_FACT,
    UPSERT_HELD,
    UPSERT_NOTE,
    UPSERT_SNAPSHOT,
    WRITE_CHECK,
    WRITE_ORDER,
    Values,
    Writes,
    campaign_row,
    campaign_values,
    match_row,
    match_values,
    status_values,
    stored_size,
)
from hippodrome.server.storage.upgrade import upgrade_tables

__all__ = ["SqliteStore", "Store", "StoreError"]

log = logging.getLogger("hippodrome.server.storage.store")

MAX_READERS = 4
"""Threads for reading, each with a connection that stays open. More would only keep the event loop waiting for Python's
interpreter lock. Further reads wait in a queue."""

P = ParamSpec("P")
T = TypeVar("T")


# -------------------------------------------------------------------- SQLite


class SqliteStore(Store):
    """A store in an SQLite file."""

    def __init__(self, engine: sql.Engine, path: Path, commits: int) -> None:
        self._engine = engine
        self._path = path
        self._commits = commits
        self._commit_count = CommitCount(path)
        self._waiting: list[tuple[Writes, asyncio.Future[None]]] = []  # for the next transaction
        self._wake = asyncio.Event()
        self._closing = False
        self._connection: sql.Connection | None = None  # of the writer's thread
        self._write_thread = ThreadPoolExecutor(1, "store writer")
        self._read_threads = ThreadPoolExecutor(MAX_READERS, "store reader")
        self._writer = asyncio.create_task(self._write_loop(), name="store")

    @classmethod
    async def connect(cls, path: Path, lock_timeout_s: float) -> SqliteStore:
        """Open the file, or create it."""
        path = path.resolve()
        try:
            await asyncio.to_thread(keep_damaged_files, path)
            create_private_file(path)
        except OSError as error:
            raise StoreError(f"cannot open {path}: {error.strerror or error}") from error
        engine = sql.create_engine(
            f"sqlite:///{path}",
            connect_args={"timeout": lock_timeout_s},
            pool_size=MAX_READERS + 1,  # and the writer
            max_overflow=0,
        )
        sql.event.listen(engine, "connect", _configure_connection)
        try:
            commits = await asyncio.to_thread(_prepare_tables, engine, path)
        except sql.exc.SQLAlchemyError as error:
            engine.dispose()
            raise StoreError(f"cannot open {path}: {_database_message(error)}") from error
        except ValueError as error:
            engine.dispose()
            raise StoreError(str(error)) from error
        for suffix in ("", "-wal", "-shm"):
            restrict_to_owner(path.with_name(f"{path.name}{suffix}"))
        return cls(engine, path, commits)

    # ---------------------------------------------------------------- writing

    async def create(
        self,
        row: MatchRow,
        entries: Sequence[JournalEntry] = (),
        rematch_of: str = "",
        campaign: CampaignRow | None = None,
        progress: Progress | None = None,
        changes: Sequence[RulesChange] = (),
    ) -> None:
        values = match_values(row)
        size = stored_size(values) + _entries_size(entries)
        writes: Writes = [(INSERT_MATCH, {**values, "bytes": size}), *_entry_writes(row.id, entries)]
        writes += [
            *progress_writes(row.id, progress),
            *[each for one in changes for each in change_writes(row.id, one)],
        ]
        if rematch_of:
            writes.append((UPDATE_REMATCH, {"match": rematch_of, "new_match": row.id}))
        if campaign is not None:
            writes.append((UPSERT_CAMPAIGN, campaign_values(campaign)))
        await self._write(writes)

    async def save_campaign(self, row: CampaignRow) -> None:
        await self._write([(UPSERT_CAMPAIGN, campaign_values(row))])

    async def append(
        self,
        id: str,
        entries: Sequence[JournalEntry],
        status: MatchStatus,
        snapshot: Snapshot | None = None,
        progress: Progress | None = None,
    ) -> None:
        columns = {"match": id, **status_values(status), "added": _entries_size(entries)}
        writes = [*_entry_writes(id, entries), (UPDATE_STATUS, columns), *progress_writes(id, progress)]
        if snapshot is not None:
            writes.append(_snapshot_write(id, snapshot))
        await self._write(writes)

    async def save_snapshot(self, id: str, snapshot: Snapshot) -> None:
        await self._write([_snapshot_write(id, snapshot)])

    async def drop_snapshot(self, id: str) -> None:
        await self._write([(DELETE_SNAPSHOT, {"match": id})])

    async def save_signed_footer(self, id: str, footer: str) -> None:
        await self._write([(UPDATE_SIGNED_FOOTER, {"match": id, "footer": footer})])

    async def save_progress(self, id: str, progress: Progress) -> None:
        await self._write(progress_writes(id, progress))

    async def change_rules(self, id: str, upgrade: RulesUpgrade) -> None:
        columns = {"match": id, **status_values(upgrade.status), "added": _entries_size([upgrade.entry])}
        writes = [*_entry_writes(id, [upgrade.entry]), (UPDATE_STATUS, columns), *progress_writes(id, upgrade.progress)]
        writes += [(DELETE_SNAPSHOT, {"match": id}), _snapshot_write(id, upgrade.snapshot)]
        await self._write([*writes, *change_writes(id, upgrade.change)])

    async def save_chat(self, id: str, message: wire.ChatMessage, dropped: wire.ChatMessage | None = None) -> None:
        values = _chat_values(id, message)
        added = stored_size(values) - (stored_size(_chat_values(id, dropped)) if dropped is not None else 0)
        writes: Writes = [(INSERT_CHAT, values), (ADD_BYTES, {"match": id, "added": added})]
        if dropped is not None:
            writes.append((DELETE_OLD_CHAT, {"chat_match": id, "kept": MAX_CHAT_SHOWN}))
        await self._write(writes)

    async def save_note(self, id: str, seat: int, text: str, before: str = "") -> None:
        values = {"match": id, "seat": seat, "text": text}
        await self._write([(UPSERT_NOTE, values), (ADD_BYTES, {"match": id, "added": len(text) - len(before)})])

    async def delete(self, id: str) -> None:
        await self._write([(statement, {"match": id}) for statement in DELETE_MATCH])

    async def delete_campaign(self, id: str) -> None:
        await self._write([(DELETE_CAMPAIGN, {"campaign": id})])

    async def check_write(self) -> None:
        await self._write([(UPSERT_FACT, {"name": WRITE_CHECK, "value": int(time.time())})])

    async def hold(self, seats: Sequence[HeldSeat]) -> None:
        if seats:
            await self._write([(UPSERT_HELD, msgspec.structs.asdict(seat)) for seat in seats])

    async def release(self, holder: str, match: str) -> None:
        await self._write([(DELETE_HELD, {"old_holder": holder, "old_match": match})])

    async def _write(self, writes: Writes) -> None:
        """Queue writes and wait until their transaction is committed."""
        if self._closing:
            raise StoreError("the store is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((writes, done))
        self._wake.set()
        await done

    async def _write_loop(self) -> None:
        """Run transactions one after another, each with everything queued in the meantime; disconnect at the end."""
        try:
            while not self._closing or self._waiting:
                await self._wake.wait()
                self._wake.clear()
                if self._waiting:
                    group, self._waiting = self._waiting, []
                    await self._commit(group)
        finally:  # also if the task is cancelled because the event loop ends
            await self._disconnect()

    async def _commit(self, group: list[tuple[Writes, asyncio.Future[None]]]) -> None:
        """Run the writes of a group and wake its callers; if that fails, disconnect."""
        try:
            await _run_in(self._write_thread, lambda: self._write_group([writes for writes, _ in group]))
        except Exception as error:  # of any kind: the callers are waiting for the result
            message = _database_message(error)
            log.error("transaction failed", extra={"facts": {"waiting": len(group), "error": message}})
            _resolve(group, StoreError(message))
            await self._disconnect()
        else:
            _resolve(group, None)

    def _write_group(self, group: list[Writes]) -> None:
        """Run the writes of several callers in one transaction. Called in the writer's thread."""
        rows: dict[sql.Executable, list[Values]] = {}
        for writes in group:
            for statement, values in writes:
                rows.setdefault(statement, []).append(values)
        if self._connection is None:
            self._connection = self._engine.connect()
        rows.setdefault(UPSERT_FACT, []).append({"name": COMMITS, "value": self._commits + 1})
        for statement in WRITE_ORDER:
            if statement in rows:
                self._connection.execute(statement, rows[statement])
        self._connection.commit()
        self._commits += 1
        self._commit_count.write(self._commits)

    async def _disconnect(self) -> None:
        """Close the writer's connection, which rolls back anything not committed."""
        await _run_in(self._write_thread, self._close_connection)

    def _close_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sql.exc.SQLAlchemyError):  # a broken connection; the next write opens a new one
                connection.close()

    # ---------------------------------------------------------------- reading

    async def _read(
        self, function: Callable[Concatenate[sql.Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a function with a connection for reading, in a thread."""
        if self._closing:
            raise StoreError("the store is closed")

        def read() -> T:
            with self._engine.connect() as connection:
                return function(connection, *args, **kwargs)

        try:
            return await _run_in(self._read_threads, read)
        except sql.exc.SQLAlchemyError as error:
            raise StoreError(_database_message(error)) from error

    async def load(self, id: str) -> LoadedMatch | None:
        return await self._read(_load, id)

    async def rows(self, ids: Sequence[str]) -> list[MatchRow]:
        return await self._select_matches(sql.select(MATCH).where(MATCH.c.id.in_(ids)).order_by(MATCH.c.touched.desc()))

    async def list_public(self, max_count: int) -> list[MatchRow]:
        query = sql.select(MATCH).where(MATCH.c.listed, sql.not_(MATCH.c.over), MATCH.c.kind == PLAYED)
        return await self._select_matches(query.order_by(MATCH.c.touched.desc()).limit(max_count))

    async def entries(self, id: str) -> list[JournalEntry]:
        return await self._read(queries.read_entries, id, 0)

    async def move_log(self, id: str) -> list[LoggedMove]:
        return await self._read(read_move_log, id)

    async def rules_changes(self, id: str) -> list[RulesChange]:
        return await self._read(read_changes, id)

    async def campaign(self, id: str) -> CampaignRow | None:
        return await self._select_campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.id == id))

    async def campaign_playing(self, match: str) -> CampaignRow | None:
        return await self._select_campaign(sql.select(CAMPAIGN).where(CAMPAIGN.c.match == match))

    async def use_of(self, owner: str) -> StorageUse:
        return _storage_use(await self._select(queries.use_of_owner(owner)))

    async def use_of_holder(self, holder: str) -> StorageUse:
        return _storage_use(await self._select(queries.use_of_holder(holder)))

    async def free_bytes(self) -> int | None:
        query = "SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size"
        reusable = int((await self._select(sql.text(query)))[0]["bytes"])
        try:
            disk = await asyncio.to_thread(shutil.disk_usage, self._path.parent)
        except OSError as error:
            raise StoreError(str(error)) from error
        return disk.free + reusable

    async def expired_matches(self, times: RetentionTimes, max_count: int, skipped: Collection[str]) -> list[str]:
        return [row["id"] for row in await self._select(queries.expired_matches(times, max_count, skipped))]

    async def expired_campaigns(self, times: RetentionTimes, max_count: int) -> list[str]:
        return [row["id"] for row in await self._select(queries.expired_campaigns(times, max_count))]

    def damage_reports(self) -> list[str]:
        return damage_reports(self._path)

    async def held_seats(self, holder: str, matches: Sequence[str]) -> list[HeldSeat]:
        return [HeldSeat(**row) for row in await self._select(held_matches.held_query(holder, matches))]

    async def held_page(
        self, holder: str, games: Collection[str], over: bool, offset: int, count: int
    ) -> list[MatchRow]:
        return await self._select_matches(held_matches.page_query(holder, games, over, offset, count))

    async def held_counts(self, holder: str, games: Collection[str]) -> HeldCounts:
        (row,) = await self._select(held_matches.count_query(holder, games))
        return HeldCounts(**row)

    async def holders(self, matches: Collection[str]) -> dict[str, set[str]]:
        by_match: dict[str, set[str]] = {}
        for row in await self._select(held_matches.holders_query(matches)):
            by_match.setdefault(row["match"], set()).add(row["holder"])
        return by_match

    async def _select(self, query: sql.Executable) -> list[Values]:
        return await self._read(queries.read, query)

    async def _select_campaign(self, query: sql.Select[Any]) -> CampaignRow | None:
        rows = await self._select(query)
        return campaign_row(rows[0]) if rows else None

    async def _select_matches(self, query: sql.Select[Any]) -> list[MatchRow]:
        return await self._read(_read_matches, query)

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._writer
        for threads in (self._write_thread, self._read_threads):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()
        self._commit_count.close()


async def _run_in(threads: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    """Call a function in a thread and wait for its result."""
    return await asyncio.get_running_loop().run_in_executor(threads, function)


def _prepare_tables(engine: sql.Engine, path: Path) -> int:
    """Create or upgrade the tables; return the number of transactions so far. Raise ValueError for a newer version."""
    with engine.begin() as connection:
        upgrade_tables(connection, path)
        commits: int | None = connection.scalar(sql.select(SERVER.c.value).where(SERVER.c.name == COMMITS))
    return commits or 0


def _load(connection: sql.Connection, id: str) -> LoadedMatch | None:
    """Return a match with everything that its room needs, or None if there is no such match."""
    rows = queries.read(connection, sql.select(MATCH).where(MATCH.c.id == id))
    if not rows:
        return None
    snapshot, snapshot_moves, problem = queries.read_snapshot(connection, id)
    used = sql.select(ENTRY.c.seat, sql.func.sum(ENTRY.c.reserve).label("ms")).where(ENTRY.c.match == id)
    chat = sql.select(CHAT).where(CHAT.c.match == id).order_by(CHAT.c.row.desc()).limit(MAX_CHAT_SHOWN)
    messages = queries.read(connection, chat)
    notes = sql.select(NOTE).where(NOTE.c.match == id)
    return LoadedMatch(
        row=match_row(rows[0]),
        snapshot=snapshot,
        snapshot_moves=snapshot_moves,
        entries=queries.read_entries(connection, id, snapshot.n if snapshot else 0),
        used_ms={r["seat"]: r["ms"] for r in queries.read(connection, used.group_by(ENTRY.c.seat))},
        chat=[wire.ChatMessage(r["seat"], r["text"], r["at"]) for r in messages[::-1]],
        notes={r["seat"]: r["text"] for r in queries.read(connection, notes)},
        snapshot_problem=problem,
        present=read_present(connection, id),
        changes=read_changes(connection, id),
    )


def _read_matches(connection: sql.Connection, query: sql.Executable) -> list[MatchRow]:
    return [match_row(row) for row in queries.read(connection, query)]


def _storage_use(rows: list[Values]) -> StorageUse:
    """Return the sum of the rows of a query of `queries`."""
    imports = sum(row["count"] for row in rows if row["kind"] == IMPORTED)
    return StorageUse(sum(row["count"] for row in rows) - imports, imports, sum(row["bytes"] for row in rows))


def _entry_writes(id: str, entries: Sequence[JournalEntry]) -> Writes:
    return [(INSERT_ENTRY, {"match": id, **msgspec.structs.asdict(entry)}) for entry in entries]


def _entries_size(entries: Sequence[JournalEntry]) -> int:
    return sum(stored_size(msgspec.structs.asdict(entry)) for entry in entries)


def _chat_values(id: str, message: wire.ChatMessage) -> Values:
    return {"match": id, "seat": message.seat, "text": message.text, "at": message.at}


def _snapshot_write(id: str, snapshot: Snapshot) -> tuple[sql.Executable, Values]:
    return UPSERT_SNAPSHOT, {"match": id, "n": snapshot.n, "body": msgspec.json.encode(snapshot.body)}


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


def _database_message(error: Exception) -> str:
    """Return the message of the database, without the SQL statement."""
    return str(getattr(error, "orig", None) or error)
