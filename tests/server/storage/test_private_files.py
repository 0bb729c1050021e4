"""Permissions of the database and the data folder, and the lock on the real file."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from hippodrome.server.http import run
from hippodrome.server.http.run import ServeError
from hippodrome.server.services.seat_keys import read_secret
from hippodrome.server.storage.store import Store
from tests.server.room_client import async_test

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX systems")


def mode(path: Path) -> int:
    """Return the permissions of a file."""
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("exists", [False, True], ids=["new", "old"])
@async_test
async def test_only_the_owner_can_read_the_database(tmp_path: Path, exists: bool) -> None:
    file = tmp_path / "matches.sqlite"
    if exists:
        sqlite3.connect(file).execute("PRAGMA journal_mode=WAL").connection.close()
        file.chmod(0o644)
    store = await Store.open(file)
    await store.drop_snapshot("none")  # any write, so that there is a write-ahead log
    assert {path.name: mode(path) for path in tmp_path.iterdir()} == {
        "matches.sqlite": 0o600,
        "matches.sqlite-wal": 0o600,
        "matches.sqlite-shm": 0o600,
        "matches.sqlite.commits": 0o600,
    }
    await store.close()


def test_a_new_data_folder_and_an_old_one_are_for_the_owner_alone(tmp_path: Path) -> None:
    run.make_folder(tmp_path / "new")
    assert mode(tmp_path / "new") == 0o700
    old = tmp_path / "old"
    old.mkdir(mode=0o755)
    (old / "secret").write_text("a secret\n")
    run.make_folder(old)
    assert mode(old) == 0o700


def test_the_folder_of_the_secret_is_for_the_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIPPODROME_SECRET", raising=False)
    read_secret(tmp_path / "data")
    assert mode(tmp_path / "data") == 0o700


def test_a_folder_with_another_purpose_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letters").write_text("Dear Messala")
    run.make_folder(tmp_path)
    assert mode(tmp_path) == 0o755


def test_a_database_is_locked_under_all_its_names(tmp_path: Path) -> None:
    real = tmp_path / "data" / "matches.sqlite"
    lock = run.lock_data(real)
    real.touch()
    (tmp_path / "link.sqlite").symlink_to(real)
    (tmp_path / "folder").symlink_to(real.parent)
    for name in (tmp_path / "link.sqlite", tmp_path / "folder" / "matches.sqlite"):
        with pytest.raises(ServeError, match="already running"):
            run.lock_data(name)
    lock.release()
    run.lock_data(tmp_path / "link.sqlite").release()


def test_a_database_with_a_hard_link_is_rejected(tmp_path: Path) -> None:
    real = tmp_path / "matches.sqlite"
    real.touch()
    (tmp_path / "other.sqlite").hardlink_to(real)
    with pytest.raises(ServeError, match="hard link"):
        run.lock_data(real)
