"""The store: writing, loading, transactions, failures and database versions."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, QueuePool, event

from hippodrome.catalogue import all_games
from hippodrome.server import wire
from hippodrome.server.services.match_factory import new_match
from hippodrome.server.storage import queries
from hippodrome.server.storage.base_store import MAX_CHAT_SHOWN
from hippodrome.server.storage.progress_rows import PresentState, Progress
from hippodrome.server.storage.rows import (
    CHOSEN,
    MOVE,
    SEAT,
    UNDO,
    JournalEntry,
    MatchRow,
    MatchStatus,
    Snapshot,
    moves_not_undone,
)
from hippodrome.server.storage.store import MAX_READERS, SqliteStore, Store, StoreError
from tests.server.room_client import async_test, match_spec

ON_DISK_AND_IN_MEMORY = pytest.mark.parametrize("name", ["matches.sqlite", None])


@asynccontextmanager
async def open_store(folder: Path, name: str | None = "matches.sqlite") -> AsyncIterator[Store]:
    store = await Store.open(folder / name if name else None, lock_timeout_s=0.05)
    try:
        yield store
    finally:
        await store.close()


def new_row(**rest: object) -> MatchRow:
    return new_match(match_spec(**rest), all_games())  # type: ignore[arg-type]


def move_entry(n: int, seat: int = 0, reserve: int = 0) -> JournalEntry:
    return JournalEntry(n, MOVE, seat, "roll", CHOSEN, 1500, reserve)


def status_after(row: MatchRow, n: int, over: bool = False) -> MatchStatus:
    return MatchStatus(n, n, [0], "Turn 2", over, row.status.updated + n, row.players)


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_a_saved_match_is_loaded_unchanged(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        row = new_row(clock=wire.Limits(30, 300), listed=True, odds=False, options={"goal": 20})
        row.branch = wire.Branch("another", 12)
        row.base = {"table": {"x": [1, 2]}}
        await store.create(row)
        assert await store.row(row.id) == row
        assert await store.row("nothing") is None
        assert await store.load("nothing") is None


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_entries_snapshot_chat_and_notes_are_loaded(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        row, other = new_row(), new_row()
        await store.create(row)
        await store.create(other)
        await store.append(row.id, [move_entry(1), move_entry(2)], status_after(row, 2))
        await store.append(other.id, [move_entry(1)], status_after(other, 1))
        await store.append(row.id, [move_entry(3, 1, 700)], status_after(row, 3), Snapshot(2, {"state": 1}))
        await store.append(row.id, [move_entry(4, 1, -200)], status_after(row, 4))
        await store.save_chat(row.id, wire.ChatMessage(0, "Good luck", 5))
        await store.save_chat(row.id, wire.ChatMessage(1, "You too", 6))
        await store.save_note(row.id, 1, "White bluffs")
        await store.save_note(row.id, 1, "White always bluffs")
        loaded = await store.load(row.id)
        assert loaded is not None
        assert loaded.row.status == status_after(row, 4)
        assert loaded.snapshot == Snapshot(2, {"state": 1})
        assert loaded.entries == [move_entry(3, 1, 700), move_entry(4, 1, -200)]
        assert {seat: used for seat, used in loaded.used_ms.items() if used} == {1: 500}
        assert [speech.text for speech in loaded.chat] == ["Good luck", "You too"]
        assert loaded.notes == {1: "White always bluffs"}
        assert [entry.n for entry in await store.entries(row.id)] == [1, 2, 3, 4]


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_only_the_newest_chat_is_saved_and_counted(tmp_path: Path, name: str | None) -> None:
    messages = [wire.ChatMessage(0, f"message {number:04}", 5) for number in range(MAX_CHAT_SHOWN + 30)]
    async with open_store(tmp_path, name) as store:
        row, other = new_row(), new_row()
        row.owner = "someone"
        await store.create(row)
        await store.create(other)
        await store.save_chat(other.id, messages[0])
        for message in messages[:MAX_CHAT_SHOWN]:
            await store.save_chat(row.id, message)
        full = (await store.use_of("someone")).bytes
        for dropped, message in zip(messages, messages[MAX_CHAT_SHOWN:], strict=False):
            await store.save_chat(row.id, message, dropped)
        assert name is None or (await store.use_of("someone")).bytes == full
        for id, expected in ((row.id, messages[-MAX_CHAT_SHOWN:]), (other.id, messages[:1])):
            loaded = await store.load(id)
            assert loaded is not None
            assert loaded.chat == expected
    if name is not None:
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            assert connection.execute("SELECT count(*) FROM speech").fetchone() == (MAX_CHAT_SHOWN + 1,)


@async_test
async def test_notes_and_the_present_state_count_as_stored_bytes(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        row = new_row()
        row.owner = "someone"
        await store.create(row)
        before = (await store.use_of("someone")).bytes
        await store.save_note(row.id, 0, "x" * 3000)
        await store.save_note(row.id, 0, "x" * 1000, "x" * 3000)
        assert (await store.use_of("someone")).bytes == before + 1000
        await store.save_progress(row.id, Progress([], PresentState(0, 1, {"body": "x" * 5000})))
        assert (await store.use_of("someone")).bytes > before + 6000


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_the_first_signature_of_a_record_is_kept(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        row = new_row()
        row.signed_header = "the first lines\nwith a signature"
        await store.create(row)
        size = (await store.use_of("")).bytes
        await store.append(row.id, [], msgspec.structs.replace(row.status, first_move=1234))
        await store.save_signed_footer(row.id, "signed")
        await store.save_signed_footer(row.id, "signed again")
        saved = await store.row(row.id)
        assert saved is not None
        assert (saved.signed_header, saved.signed_footer) == (row.signed_header, "signed")
        assert saved.status.first_move == 1234
        assert (await store.use_of("")).bytes == size + len("signed")


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_lists_of_matches_begin_with_the_latest(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        rows = [new_row(listed=number != 2) for number in range(4)]
        for row in rows:
            await store.create(row)
        for number in (3, 1, 0):
            await store.append(
                rows[number].id, [move_entry(1)], status_after(rows[number], 10 - number, over=number == 3)
            )
        assert [row.id for row in await store.list_public(10)] == [rows[0].id, rows[1].id]
        assert [row.id for row in await store.list_public(1)] == [rows[0].id]
        wanted = [rows[1].id, "nothing", rows[0].id]
        assert [row.id for row in await store.rows(wanted)] == [rows[0].id, rows[1].id]


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_a_match_knows_its_rematch(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        first, second = new_row(), new_row()
        await store.create(first)
        await store.create(second, rematch_of=first.id)
        saved = await store.row(first.id)
        assert saved is not None
        assert saved.rematch == second.id


@async_test
async def test_saved_entries_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    row = new_row()
    async with open_store(tmp_path) as store:
        await store.create(row, [move_entry(1)])
    async with open_store(tmp_path) as store:
        assert await store.entries(row.id) == [move_entry(1)]


@ON_DISK_AND_IN_MEMORY
@async_test
async def test_an_older_snapshot_does_not_replace_a_newer_one(tmp_path: Path, name: str | None) -> None:
    async with open_store(tmp_path, name) as store:
        row = new_row()
        await store.create(row, [move_entry(n) for n in range(1, 10)])
        await store.save_snapshot(row.id, Snapshot(9, "new"))
        await store.save_snapshot(row.id, Snapshot(4, "old"))
        loaded = await store.load(row.id)
        assert loaded is not None
        assert loaded.snapshot == Snapshot(9, "new")


@async_test
async def test_concurrent_writes_share_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = 0
    commit = Connection.commit

    def count_commits(connection: Connection) -> None:
        nonlocal commits
        commits += 1
        commit(connection)

    async with open_store(tmp_path) as store:
        rows = [new_row() for _ in range(40)]
        await asyncio.gather(*[store.create(row) for row in rows])
        monkeypatch.setattr(Connection, "commit", count_commits)
        await asyncio.gather(*[store.append(row.id, [move_entry(1)], status_after(row, 1)) for row in rows])
        assert 1 <= commits <= 2
        assert [await store.entries(row.id) for row in rows] == [[move_entry(1)]] * 40


@async_test
async def test_a_failed_transaction_fails_all_its_writes_and_saves_nothing(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        rows = [new_row() for _ in range(3)]
        for row in rows:
            await store.create(row)
        other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        work = [store.append(row.id, [move_entry(1)], status_after(row, 1)) for row in rows]
        answers = await asyncio.gather(
            *work, store.save_chat(rows[0].id, wire.ChatMessage(0, "hm", 1)), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [StoreError] * 4
        assert "locked" in str(answers[0])
        other.execute("ROLLBACK")
        other.close()
        for row in rows:
            assert await store.entries(row.id) == []
            saved = await store.row(row.id)
            assert saved is not None
            assert saved.status.n == 0
        await store.append(rows[0].id, [move_entry(1)], status_after(rows[0], 1))
        assert await store.entries(rows[0].id) == [move_entry(1)]


@async_test
async def test_two_entries_with_the_same_number_are_rejected(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        row = new_row()
        await store.create(row, [move_entry(1)])
        with pytest.raises(StoreError):
            await store.append(row.id, [move_entry(1)], status_after(row, 1))
        with pytest.raises(StoreError):
            await store.append("nothing", [move_entry(1)], status_after(row, 1))
        assert await store.entries(row.id) == [move_entry(1)]


@async_test
async def test_closing_writes_pending_changes(tmp_path: Path) -> None:
    row = new_row()
    store = await Store.open(tmp_path / "matches.sqlite")
    await store.create(row)
    late = [asyncio.ensure_future(store.save_chat(row.id, wire.ChatMessage(0, str(number), 1))) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*late)
    with pytest.raises(StoreError, match="closed"):
        await store.save_chat(row.id, wire.ChatMessage(0, "too late", 1))
    async with open_store(tmp_path) as again:
        loaded = await again.load(row.id)
        assert loaded is not None
        assert len(loaded.chat) == 20


@async_test
async def test_closing_waits_for_a_read_even_if_it_was_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, returned = threading.Event(), threading.Event()

    def read_slowly(*_: object) -> list[JournalEntry]:
        begun.set()
        assert returned.wait(60)
        return []

    monkeypatch.setattr(queries, "read_entries", read_slowly)
    store = await Store.open(tmp_path / "matches.sqlite")
    assert isinstance(store, SqliteStore)
    read = asyncio.ensure_future(store.entries("any"))
    assert await asyncio.to_thread(begun.wait, 60)
    read.cancel()
    closing = asyncio.ensure_future(store.close())
    await asyncio.wait([store._writer])
    await asyncio.sleep(0.05)
    assert not closing.done(), "the connection is still in use"
    returned.set()
    await closing
    assert read.cancelled()
    with pytest.raises(StoreError, match="closed"):
        await store.entries("any")


@async_test
async def test_the_writer_returns_its_connection_when_the_event_loop_ends(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        assert isinstance(store, SqliteStore)
        await store.create(new_row())
        pool = store._engine.pool
        assert isinstance(pool, QueuePool)
        assert pool.checkedout() == 1
        store._writer.cancel()  # as asyncio.run does in the end
        await asyncio.wait([store._writer])
        assert pool.checkedout() == 0
        store._writer = asyncio.create_task(store._write_loop())


@async_test
async def test_the_event_loop_runs_no_statement(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        assert isinstance(store, SqliteStore)
        threads: list[str] = []
        event.listen(store._engine, "before_cursor_execute", lambda *_: threads.append(threading.current_thread().name))
        row = new_row()
        await store.create(row)
        await store.append(row.id, [move_entry(1)], status_after(row, 1))
        assert len(threads) > 2, "several statements and one wait for each transaction"
        assert {name.rpartition("_")[0] for name in threads} == {"store writer"}
        threads.clear()
        assert await store.load(row.id) is not None
        assert len(threads) > 2
        assert {name.rpartition("_")[0] for name in threads} == {"store reader"}


@async_test
async def test_many_simultaneous_reads_wait_for_a_few_connections(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        assert isinstance(store, SqliteStore)
        rows = [new_row() for _ in range(60)]
        await asyncio.gather(*[store.create(row) for row in rows])
        opened: list[object] = []
        event.listen(store._engine, "connect", lambda *connection: opened.append(connection))
        loaded = await asyncio.gather(*[store.load(row.id) for row in rows])
        assert all(loaded)
        assert len(opened) <= MAX_READERS


@async_test
async def test_every_connection_uses_durable_settings(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        assert isinstance(store, SqliteStore)
        with store._engine.connect() as one, store._engine.connect() as other:
            for connection in (one, other):
                for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                    assert connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() == value


@async_test
async def test_a_database_of_a_newer_version_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_store(tmp_path):
        pass
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version=99")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match=r"newer version of Hippodrome .*version 99"):
        await Store.open(file)


@async_test
async def test_a_file_that_is_not_a_database_is_left_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    file.write_bytes(b"a shopping list, and not a short one: " + b"eggs, milk, bread " * 100)
    with pytest.raises(StoreError, match="cannot open"):
        await Store.open(file)
    assert file.read_bytes().startswith(b"a shopping list")


def test_undone_moves_are_left_out() -> None:
    entries = [
        move_entry(1),
        move_entry(2),
        JournalEntry(3, SEAT, 0, "{}"),
        JournalEntry(4, UNDO, 0, "1"),
        move_entry(5),
        move_entry(6),
        JournalEntry(7, UNDO, 0, "2"),
    ]
    assert [entry.n for entry in moves_not_undone(entries)] == [1]
