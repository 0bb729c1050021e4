"""Expired matches and campaigns are deleted, but never one that is open."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from hippodrome.catalogue import all_games
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services import retention as retention_module
from hippodrome.server.services.campaigns import Campaigns, CampaignSeatSpec, CampaignSpec
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.retention import BATCH_SIZE, SECONDS_PER_DAY, ExpiredMatches
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys
from hippodrome.server.settings import Quotas, Retention
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.rows import IMPORTED, MatchRow, RetentionTimes
from hippodrome.server.storage.store import StoreError
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import SECRET, async_test, join, match_spec, open_rooms

NOW = int(time.time())
RETENTION = Retention(unfinished=10, finished=20, imported=30)


@pytest.fixture(params=["file", "memory"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """A database, and a store in memory."""
    return tmp_path / "matches.sqlite" if request.param == "file" else None


async def save_match(rooms: Rooms, template: MatchRow, id: str, days: int, kind: str, is_over: bool) -> None:
    """Save a match that was last changed some days ago."""
    row = await rooms.row(template.id)
    row.id, row.kind, row.status.is_over = id, kind, is_over
    row.status.updated = NOW - days * SECONDS_PER_DAY
    await rooms._store.create(row)


async def remaining(rooms: Rooms, *ids: str) -> set[str]:
    """Return those of the matches that still exist."""
    return {row.id for row in await rooms._store.rows(ids)}


@async_test
async def test_each_kind_of_match_expires_after_its_own_time(file: Path | None, workers: Workers) -> None:
    async with open_rooms(workers, file) as rooms:
        template = await rooms.row((await rooms.create(match_spec())).id)
        ids = []
        for name, kind, is_over in [
            ("unfinished", "played", False),
            ("finished", "branch", True),
            ("record", IMPORTED, True),
        ]:
            for days in (5, 15, 25, 35):
                ids.append(f"{name} {days}")
                await save_match(rooms, template, ids[-1], days, kind, is_over)
        assert await ExpiredMatches(rooms._store, rooms, RETENTION, pause_s=0).delete_expired(NOW) == 6
        assert await remaining(rooms, *ids, template.id) == {
            *("unfinished 5", "finished 5", "finished 15", "record 5", "record 15", "record 25"),
            template.id,
        }


@async_test
async def test_nothing_expires_without_a_time(file: Path | None, workers: Workers) -> None:
    async with open_rooms(workers, file) as rooms:
        template = await rooms.row((await rooms.create(match_spec())).id)
        await save_match(rooms, template, "old", 10_000, "played", True)
        await ExpiredMatches(rooms._store, rooms, Retention(imported=1), pause_s=0).delete_expired(NOW)
        assert await remaining(rooms, "old") == {"old"}
        async with asyncio.timeout(30):
            await ExpiredMatches(rooms._store, rooms, Retention()).run()


@async_test
async def test_more_than_a_batch_expires(file: Path | None, workers: Workers) -> None:
    async with open_rooms(workers, file) as rooms:
        template = await rooms.row((await rooms.create(match_spec())).id)
        for number in range(2 * BATCH_SIZE + 1):
            await save_match(rooms, template, f"old {number}", 15, "played", False)
        deleted = await ExpiredMatches(rooms._store, rooms, RETENTION, pause_s=0).delete_expired(NOW)
        assert deleted == 2 * BATCH_SIZE + 1


@async_test
async def test_an_open_match_does_not_expire(file: Path | None, workers: Workers) -> None:
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec())
        player = await join(rooms, created.id, [created.seat_keys[0]])
        later = NOW + 100 * SECONDS_PER_DAY
        assert await ExpiredMatches(rooms._store, rooms, RETENTION, pause_s=0).delete_expired(later) == 0
        assert (await player.play("roll"))["type"] == "done"


@async_test
async def test_a_match_that_is_opened_or_played_meanwhile_does_not_expire(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created, played = await rooms.create(match_spec()), await rooms.create(match_spec())
        expired = RetentionTimes(NOW + SECONDS_PER_DAY, NOW + SECONDS_PER_DAY, NOW + SECONDS_PER_DAY)
        opening = asyncio.create_task(rooms.get(created.id))
        await asyncio.sleep(0)
        assert not await rooms.delete_expired(created.id, expired)
        await opening
        assert not await rooms.delete_expired(
            played.id, RetentionTimes(NOW - SECONDS_PER_DAY, NOW - SECONDS_PER_DAY, NOW - SECONDS_PER_DAY)
        )
        assert await remaining(rooms, created.id, played.id) == {created.id, played.id}
        assert await rooms.delete_expired(played.id, expired)
        assert not await rooms.delete_expired(played.id, expired)


@async_test
async def test_the_game_of_a_campaign_expires_with_it(file: Path | None, workers: Workers) -> None:
    async with open_rooms(workers, file) as rooms:
        campaigns = Campaigns(rooms._store, workers, SeatKeys(SECRET, CAMPAIGN_SALT), all_games(), rooms, DeviceCodes())
        kind = all_games()["wheelie"].campaigns()[0]
        seats = [CampaignSeatSpec(True, True, "", f"Crew {seat}") for seat in range(kind.default_seats)]
        created = await campaigns.create(CampaignSpec("wheelie", kind.slug, {}, seats, True, None))
        game = await campaigns.play(created.id, [created.host_key])
        expired = ExpiredMatches(rooms._store, rooms, RETENTION, pause_s=0)
        assert await expired.delete_expired(NOW + 15 * SECONDS_PER_DAY) == 0, "its campaign has not expired"
        assert (await campaigns.view(created.id, [])).row.current_match == game.id
        assert await expired.delete_expired(NOW + 25 * SECONDS_PER_DAY) == 2
        with pytest.raises(HttpError, match="no such campaign"):
            await campaigns.view(created.id, [])
        await campaigns.close()


@async_test
async def test_the_task_continues_after_an_error(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = asyncio.Queue[int]()

    class FailingStore(MemoryStore):
        """A store that cannot be read."""

        async def expired_campaigns(self, times: RetentionTimes, max_count: int) -> list[str]:
            calls.put_nowait(max_count)
            raise StoreError("disk failure")

    monkeypatch.setattr(retention_module, "INTERVAL_S", 0)
    store = FailingStore()
    rooms = Rooms(store, workers, SeatKeys(SECRET), all_games())
    task = asyncio.create_task(ExpiredMatches(store, rooms, RETENTION).run())
    for _ in range(2):
        await calls.get()
    task.cancel()


def test_a_public_server_has_stricter_defaults() -> None:
    assert Retention.default(public=False) == Retention()
    assert Retention.default(public=True) == Retention(90, 365, 90)
    public, private = Quotas.default(public=True), Quotas.default(public=False)
    assert 0 < public.matches < private.matches
    assert 0 < public.imports < private.imports
    assert 0 < public.megabytes < private.megabytes
