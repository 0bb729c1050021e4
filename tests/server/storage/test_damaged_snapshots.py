"""A damaged snapshot costs nothing but time: the match is rebuilt from its moves."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from hippodrome.server.live.rooms import Rooms
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import async_test, join, match_spec, open_rooms

MOVES = 6


def set_snapshot(file: Path, n: int, body: bytes) -> None:
    """Replace the only snapshot of a database."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE snapshot SET n = ?, body = ?", (n, body))


def read_snapshot(file: Path) -> tuple[int, bytes]:
    """Return the only snapshot of a database."""
    with closing(sqlite3.connect(file)) as database:
        row: tuple[int, bytes] = database.execute("SELECT n, body FROM snapshot").fetchone()
        return row


@asynccontextmanager
async def saved_match(file: Path, workers: Workers) -> AsyncIterator[tuple[str, str]]:
    """Save a match of a few moves with a snapshot, and yield its id and its digest."""
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec())
        player = await join(rooms, created.id, list(created.seat_keys.values()))
        session = player.room.session
        for _ in range(MOVES):
            answer = await player.play("roll", session.match.seat, session.visible_n([0, 1]))
            assert answer["type"] == "done"
        digest = session.match.digest()
    yield created.id, digest


async def assert_rebuilt(rooms: Rooms, id: str, digest: str, caplog: pytest.LogCaptureFixture) -> None:
    """Check that the match is at its last move, and that the log says why its snapshot was not used."""
    with caplog.at_level(logging.WARNING):
        room = await rooms.get(id)
    assert room.session.match.digest() == digest
    assert len(room.session.match.moves) == MOVES
    assert "snapshot ignored, replaying the match" in [record.message for record in caplog.records]


@pytest.mark.parametrize("body", [b"", b"not JSON", b'{"match": ', b"\xff\xfe\x00", b"[]", b"{}", b'{"match": {}}'])
@async_test
async def test_a_snapshot_that_cannot_be_read_is_ignored(
    tmp_path: Path, workers: Workers, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    file = tmp_path / "matches.sqlite"
    async with saved_match(file, workers) as (id, digest):
        set_snapshot(file, read_snapshot(file)[0], body)
        async with open_rooms(workers, file) as rooms:
            await assert_rebuilt(rooms, id, digest, caplog)


@pytest.mark.parametrize("n", [MOVES + 1, 10**9, MOVES - 2, 0, -3])
@async_test
async def test_a_snapshot_with_a_wrong_number_is_ignored_and_replaced(
    tmp_path: Path, workers: Workers, caplog: pytest.LogCaptureFixture, n: int
) -> None:
    file = tmp_path / "matches.sqlite"
    async with saved_match(file, workers) as (id, digest):
        saved_n, body = read_snapshot(file)
        set_snapshot(file, n, body)
        async with open_rooms(workers, file) as rooms:
            await assert_rebuilt(rooms, id, digest, caplog)
        assert read_snapshot(file)[0] == saved_n
        assert json.loads(read_snapshot(file)[1])["match"] == json.loads(body)["match"]


@async_test
async def test_a_gap_in_the_journal_is_not_skipped(tmp_path: Path, workers: Workers) -> None:
    file = tmp_path / "matches.sqlite"
    async with saved_match(file, workers) as (id, _):
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("DELETE FROM snapshot")
            database.execute("DELETE FROM entry WHERE n = 3")
        async with open_rooms(workers, file) as rooms:
            with pytest.raises(Exception, match="cannot be opened"):
                await rooms.get(id)
