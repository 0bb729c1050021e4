"""The host deletes a match: everyone at the table is told, and nothing of it stays."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from hippodrome.catalogue import all_games
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.room import CLOSE_DELETED, CLOSE_SERVICE_RESTART
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.store import StoreError
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import SECRET, async_test, join, join_all, match_spec, open_rooms

TABLES = ("match", "entry", "snapshot", "speech", "note")


def row_counts(file: Path) -> dict[str, int]:
    """Return the number of rows of each table that belongs to matches."""
    with closing(sqlite3.connect(file)) as database:
        return {name: database.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in TABLES}


@async_test
async def test_the_host_deletes_a_match_and_everyone_at_the_table_is_told(tmp_path: Path, workers: Workers) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        other = await rooms.create(match_spec())
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        spectator = await join(rooms, created.id)
        await red.play("roll")
        red.send(wire.Chat(0, "Goodbye"))
        red.send(wire.Note(0, "A plan"))
        await red.drain()
        await rooms.delete(created.id, [created.host_key])
        for client in (red, white, spectator):
            notice = await client.wait_for("socket_error")
            assert (notice["code"], notice["final"]) == ("deleted", True)
            assert "deleted this match" in notice["text"]
            assert client.connection.close_code == CLOSE_DELETED
        for read in (rooms.row(created.id), rooms.get(created.id), rooms.history(created.id)):
            with pytest.raises(HttpError, match="may have been deleted"):
                await read
        assert (await rooms.row(other.id)).id == other.id
        assert row_counts(file) == {"match": 1, "entry": 0, "snapshot": 0, "speech": 0, "note": 0}


@async_test
async def test_only_the_host_can_delete_a_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created, other = await rooms.create(match_spec()), await rooms.create(match_spec())
        for keys in ([], list(created.seat_keys.values()), [other.host_key], ["nonsense"]):
            with pytest.raises(HttpError, match="Only the host") as caught:
                await rooms.delete(created.id, keys)
            assert caught.value.status == 403
        assert (await rooms.row(created.id)).id == created.id


@async_test
async def test_a_match_that_could_not_be_deleted_stays_open(workers: Workers) -> None:
    class UndeletableStore(MemoryStore):
        """A store on a disk that fails."""

        async def delete(self, id: str) -> None:
            raise StoreError("disk failure")

    rooms = Rooms(UndeletableStore(), workers, SeatKeys(SECRET), all_games())
    created = await rooms.create(match_spec())
    red, _ = await join_all(rooms, created)
    with pytest.raises(HttpError) as caught:
        await rooms.delete(created.id, [created.host_key])
    assert caught.value.status == 503
    assert red.connection.close_code == CLOSE_SERVICE_RESTART, "the client connects again"
    again = await join(rooms, created.id, [created.seat_keys[0]])
    assert (await again.play("roll"))["type"] == "done"
    await rooms.close()


@async_test
async def test_the_current_game_of_a_campaign_is_not_deleted(workers: Workers) -> None:
    from hippodrome.server.services.campaigns import Campaigns, CampaignSeatSpec, CampaignSpec

    async with open_rooms(workers) as rooms:
        campaigns = Campaigns(rooms._store, workers, SeatKeys(SECRET, CAMPAIGN_SALT), all_games(), rooms, DeviceCodes())
        kind = all_games()["wheelie"].campaigns()[0]
        seats = [CampaignSeatSpec(True, True, "", f"Crew {seat}") for seat in range(kind.default_seats)]
        created = await campaigns.create(CampaignSpec("wheelie", kind.slug, {}, seats, True, None))
        game = await campaigns.play(created.id, [created.host_key])
        with pytest.raises(HttpError, match="current game of a campaign") as caught:
            await rooms.delete(game.id, [game.host_key])
        assert caught.value.status == 409
        await campaigns.close()


@async_test
async def test_a_deleted_rematch_can_be_played_again(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(options={"goal": 20}))
        player = await join(rooms, created.id, list(created.seat_keys.values()))
        session = player.room.session
        while not session.is_over:
            action = "hold" if "hold" in [one.text for one in session.match.proposals()] else "roll"
            await player.play(action, session.match.seat, session.visible_n([0, 1]))
        first = await rooms.rematch(created.id, [created.host_key])
        await rooms.delete(first.id, [first.host_key])
        second = await rooms.rematch(created.id, [created.host_key])
        assert second.id != first.id


@async_test
async def test_deleting_twice_at_once_deletes_once(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        await join_all(rooms, created)
        delete = [rooms.delete(created.id, [created.host_key]) for _ in range(3)]
        answers = await asyncio.gather(*delete, return_exceptions=True)
        assert answers.count(None) == 1
        assert [error.status for error in answers if isinstance(error, HttpError)] == [404, 404]


@async_test
async def test_the_space_of_deleted_matches_is_used_again(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        store = rooms._store

        async def fill_and_empty() -> int | None:
            created = [await rooms.create(match_spec()) for _ in range(60)]
            full = await store.free_bytes()
            for match in created:
                await rooms.delete(match.id, [match.host_key])
            assert full is not None
            assert (await store.free_bytes() or 0) > full
            return full

        first = await fill_and_empty()
        for _ in range(2):
            assert await fill_and_empty() == pytest.approx(first, abs=20_000)
