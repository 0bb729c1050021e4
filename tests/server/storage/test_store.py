"""The store: what is kept is kept, what is not is not, and everybody knows which."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from hippodrome.catalogue import all_games
from hippodrome.server import wire
from hippodrome.server.services.match_factory import new_match
from hippodrome.server.storage.rows import (
    CHOSEN,
    MOVE,
    SEAT,
    UNDO,
    Entry,
    MatchRow,
    MatchStatus,
    Snapshot,
    moves_not_undone,
)
from hippodrome.server.storage.store import SqliteStore, Store, StoreError
from tests.server.room_client import async_test, match_spec

BOTH = pytest.mark.parametrize("name", ["matches.sqlite", None])


@asynccontextmanager
async def opened(folder: Path, name: str | None = "matches.sqlite") -> AsyncIterator[Store]:
    store = await Store.open(folder / name if name else None, lock_timeout_s=0.05)
    try:
        yield store
    finally:
        await store.close()


def match(**rest: object) -> MatchRow:
    return new_match(match_spec(**rest), all_games())  # type: ignore[arg-type]


def move(n: int, seat: int = 0, reserve: int = 0) -> Entry:
    return Entry(n, MOVE, seat, "roll", CHOSEN, 1500, reserve)


def standing(row: MatchRow, n: int, over: bool = False) -> MatchStatus:
    return MatchStatus(n, n, [0], "Turn 2", over, row.status.updated + n, row.players)


@BOTH
@async_test
async def test_a_match_comes_back_as_it_was(tmp_path: Path, name: str | None) -> None:
    async with opened(tmp_path, name) as store:
        row = match(clock=wire.Limits(30, 300), listed=True, odds=False, options={"goal": 20})
        row.branch = wire.Branch("another", 12)
        row.base = {"table": {"x": [1, 2]}}
        await store.create(row)
        assert await store.row(row.id) == row
        assert await store.row("nothing") is None
        assert await store.load("nothing") is None


@BOTH
@async_test
async def test_entries_snapshot_words_and_notes_are_loaded(tmp_path: Path, name: str | None) -> None:
    async with opened(tmp_path, name) as store:
        row, other = match(), match()
        for created in (row, other):
            await store.create(created)
        await store.append(row.id, [move(1), move(2)], standing(row, 2))
        await store.append(other.id, [move(1)], standing(other, 1))
        await store.append(row.id, [move(3, 1, 700)], standing(row, 3), Snapshot(2, {"state": 1}))
        await store.append(row.id, [move(4, 1, -200)], standing(row, 4))
        await store.save_chat(row.id, wire.Speech(0, "Good luck", 5))
        await store.save_chat(row.id, wire.Speech(1, "You too", 6))
        await store.save_note(row.id, 1, "he bluffs")
        await store.save_note(row.id, 1, "he always bluffs")
        loaded = await store.load(row.id)
        assert loaded is not None
        assert loaded.row.status == standing(row, 4)
        assert loaded.snapshot == Snapshot(2, {"state": 1})
        assert loaded.entries == [move(3, 1, 700), move(4, 1, -200)]
        assert {seat: used for seat, used in loaded.used_ms.items() if used} == {1: 500}
        assert [speech.text for speech in loaded.chat] == ["Good luck", "You too"]
        assert loaded.notes == {1: "he always bluffs"}
        assert [entry.n for entry in await store.entries(row.id)] == [1, 2, 3, 4]


@BOTH
@async_test
async def test_lists_show_the_latest_first(tmp_path: Path, name: str | None) -> None:
    async with opened(tmp_path, name) as store:
        rows = [match(listed=number != 2) for number in range(4)]
        for row in rows:
            await store.create(row)
        for number in (3, 1, 0):
            await store.append(rows[number].id, [move(1)], standing(rows[number], 10 - number, over=number == 3))
        assert [row.id for row in await store.listed(10)] == [rows[0].id, rows[1].id]
        assert [row.id for row in await store.listed(1)] == [rows[0].id]
        wanted = [rows[1].id, "nothing", rows[0].id]
        assert [row.id for row in await store.rows(wanted)] == [rows[0].id, rows[1].id]


@BOTH
@async_test
async def test_a_rematch_is_known_to_its_first_match(tmp_path: Path, name: str | None) -> None:
    async with opened(tmp_path, name) as store:
        first, second = match(), match()
        await store.create(first)
        await store.create(second, rematch_of=first.id)
        found = await store.row(first.id)
        assert found is not None
        assert found.rematch == second.id


@async_test
async def test_what_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    row = match()
    async with opened(tmp_path) as store:
        await store.create(row, [move(1)])
    async with opened(tmp_path) as store:
        assert await store.entries(row.id) == [move(1)]


@BOTH
@async_test
async def test_an_older_snapshot_does_not_replace_a_newer_one(tmp_path: Path, name: str | None) -> None:
    async with opened(tmp_path, name) as store:
        row = match()
        await store.create(row)
        await store.save_snapshot(row.id, Snapshot(9, "new"))
        await store.save_snapshot(row.id, Snapshot(4, "old"))
        loaded = await store.load(row.id)
        assert loaded is not None
        assert loaded.snapshot == Snapshot(9, "new")


@async_test
async def test_what_arrives_together_shares_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commits = 0
    commit = AsyncConnection.commit

    async def counted(connection: AsyncConnection) -> None:
        nonlocal commits
        commits += 1
        await commit(connection)

    async with opened(tmp_path) as store:
        rows = [match() for _ in range(40)]
        await asyncio.gather(*[store.create(row) for row in rows])
        monkeypatch.setattr(AsyncConnection, "commit", counted)
        await asyncio.gather(*[store.append(row.id, [move(1)], standing(row, 1)) for row in rows])
        assert 1 <= commits <= 2
        assert [await store.entries(row.id) for row in rows] == [[move(1)]] * 40


@async_test
async def test_if_a_transaction_fails_everybody_in_it_is_told_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        rows = [match() for _ in range(3)]
        for row in rows:
            await store.create(row)
        other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        work = [store.append(row.id, [move(1)], standing(row, 1)) for row in rows]
        answers = await asyncio.gather(
            *work, store.save_chat(rows[0].id, wire.Speech(0, "hm", 1)), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [StoreError] * 4
        assert "locked" in str(answers[0])
        other.execute("ROLLBACK")
        other.close()
        for row in rows:
            assert await store.entries(row.id) == []
            found = await store.row(row.id)
            assert found is not None
            assert found.status.n == 0
        await store.append(rows[0].id, [move(1)], standing(rows[0], 1))
        assert await store.entries(rows[0].id) == [move(1)]


@async_test
async def test_two_entries_of_one_number_cannot_be(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        row = match()
        await store.create(row, [move(1)])
        with pytest.raises(StoreError):
            await store.append(row.id, [move(1)], standing(row, 1))
        with pytest.raises(StoreError):
            await store.append("nothing", [move(1)], standing(row, 1))
        assert await store.entries(row.id) == [move(1)]


@async_test
async def test_closing_writes_what_still_waits(tmp_path: Path) -> None:
    row = match()
    store = await Store.open(tmp_path / "matches.sqlite")
    await store.create(row)
    late = [asyncio.ensure_future(store.save_chat(row.id, wire.Speech(0, str(number), 1))) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*late)
    with pytest.raises(StoreError, match="closed"):
        await store.save_chat(row.id, wire.Speech(0, "too late", 1))
    async with opened(tmp_path) as again:
        loaded = await again.load(row.id)
        assert loaded is not None
        assert len(loaded.chat) == 20


@async_test
async def test_every_connection_waits_for_the_disk(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        assert isinstance(store, SqliteStore)
        async with store._engine.connect() as one, store._engine.connect() as other:
            for connection in (one, other):
                for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                    assert (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() == value


@async_test
async def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with opened(tmp_path):
        pass
    database = sqlite3.connect(file)
    database.execute("PRAGMA user_version=99")
    database.commit()
    database.close()
    with pytest.raises(StoreError, match=r"newer version of Hippodrome .*version 99"):
        await Store.open(file)


@async_test
async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    file.write_bytes(b"a shopping list, and not a short one: " + b"eggs, milk, bread " * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        await Store.open(file)
    assert file.read_bytes().startswith(b"a shopping list")


def test_moves_that_were_taken_back_do_not_stand() -> None:
    entries = [
        move(1),
        move(2),
        Entry(3, SEAT, 0, "{}"),
        Entry(4, UNDO, 0, "1"),
        move(5),
        move(6),
        Entry(7, UNDO, 0, "2"),
    ]
    assert [entry.n for entry in moves_not_undone(entries)] == [1]
