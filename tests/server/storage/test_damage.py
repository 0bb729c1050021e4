"""A database that lost its last transactions, or is damaged otherwise, is noticed at the start and copied."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from hippodrome.server.storage.damage import MAX_COPIES, damage_copies, find_damage, keep_damaged_files
from hippodrome.server.storage.store import Store, StoreError
from tests.server.room_client import async_test
from tests.server.storage.test_store import move_entry, new_row, status_after

MOVES = 40
PAGE_BYTES, WAL_HEADER_BYTES = 4096, 32
FRAME_BYTES = PAGE_BYTES + 24


async def crash(folder: Path) -> Path:
    """Save a match of some moves, and return the database as it is on disk when the process is killed."""
    (folder / "running").mkdir()
    file = folder / "running" / "matches.sqlite"
    store = await Store.open(file)
    row = new_row()
    await store.create(row)
    for n in range(1, MOVES + 1):
        await store.append(row.id, [move_entry(n)], status_after(row, n))
    shutil.copytree(file.parent, folder / "crashed")
    await store.close()
    (folder / "crashed" / "matches.sqlite-shm").unlink()
    return folder / "crashed" / "matches.sqlite"


def break_log(file: Path) -> None:
    """Change a byte in the middle of the write-ahead log: SQLite ignores what follows."""
    wal = file.with_name(f"{file.name}-wal")
    content = bytearray(wal.read_bytes())
    frames = (len(content) - WAL_HEADER_BYTES) // FRAME_BYTES
    content[WAL_HEADER_BYTES + frames // 2 * FRAME_BYTES + 100] ^= 0xFF
    wal.write_bytes(content)


def break_last_frame(file: Path) -> None:
    """Change the last byte of the write-ahead log, which belongs to the last transaction."""
    wal = file.with_name(f"{file.name}-wal")
    content = bytearray(wal.read_bytes())
    content[-1] ^= 0xFF
    wal.write_bytes(content)


def remove_log(file: Path) -> None:
    """Remove the write-ahead log, as when only the database is copied."""
    file.with_name(f"{file.name}-wal").unlink()


@async_test
async def test_a_sound_database_is_not_reported_after_a_crash(tmp_path: Path) -> None:
    file = await crash(tmp_path)
    assert find_damage(file) == []
    store = await Store.open(file)
    assert store.damage_reports() == []
    await store.close()
    assert damage_copies(file) == []
    assert find_damage(file) == []


@pytest.mark.parametrize("damage", [break_log, break_last_frame, remove_log])
@async_test
async def test_lost_transactions_are_reported_and_the_damaged_files_are_copied(
    tmp_path: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    file = await crash(tmp_path)
    damage(file)
    before = {path.name: path.read_bytes() for path in file.parent.iterdir()}
    store = await Store.open(file)
    (report,) = store.damage_reports()
    assert "saved changes are missing" in report
    assert "the database is damaged" in caplog.text
    await store.create(new_row())  # overwrites what the broken log still had
    await store.close()
    (copy,) = damage_copies(file)
    copied = {path.name: path.read_bytes() for path in copy.iterdir()}
    assert {name: content for name, content in copied.items() if name in before} == before
    assert copy.stat().st_mode & 0o077 == 0
    again = await Store.open(file)
    assert again.damage_reports() == [report], "reported until the copy is deleted"
    await again.close()
    assert damage_copies(file) == [copy], "and copied once"
    shutil.rmtree(copy)
    assert again.damage_reports() == []


@async_test
async def test_a_journal_with_missing_entries_is_reported(tmp_path: Path) -> None:
    file = await crash(tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute("DELETE FROM entry WHERE n = 7")
        database.commit()
        (problem,) = find_damage(file)  # while the write-ahead log is there
    assert f"{MOVES - 1} of its {MOVES} journal entries" in problem


@async_test
async def test_a_damaged_page_is_reported(tmp_path: Path) -> None:
    file = await crash(tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("UPDATE server SET value = value + 1")
        database.commit()
        shutil.copytree(file.parent, tmp_path / "damaged")  # with a write-ahead log
    file = tmp_path / "damaged" / "matches.sqlite"
    content = bytearray(file.read_bytes())
    content[2 * PAGE_BYTES : 3 * PAGE_BYTES] = b"\x07" * PAGE_BYTES
    file.write_bytes(content)
    assert find_damage(file)
    keep_damaged_files(file)
    assert len(damage_copies(file)) == 1


@async_test
async def test_copies_do_not_fill_the_disk(tmp_path: Path) -> None:
    file = await crash(tmp_path)
    for number in range(MAX_COPIES):
        file.with_name(f"{file.name}.damaged-{number}").mkdir()
    break_log(file)
    await (await Store.open(file)).close()
    assert len(damage_copies(file)) == MAX_COPIES


@async_test
async def test_writing_is_checked_with_a_real_write(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "matches.sqlite", lock_timeout_s=0.05)
    await store.check_write()
    other = sqlite3.connect(tmp_path / "matches.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked"):
        await store.check_write()
    other.close()
    await store.close()
