"""Quotas per address and per personal key, and the space that stays free on the disk."""

from __future__ import annotations

import secrets
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from hippodrome.catalogue import all_games
from hippodrome.server.clients import Client, working_for
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.rooms import Rooms
from hippodrome.server.services import quotas as quotas_module
from hippodrome.server.services.campaigns import Campaigns, CampaignSeatSpec, CampaignSpec
from hippodrome.server.services.device_codes import DeviceCodes
from hippodrome.server.services.quotas import MEGABYTE, StorageQuotas
from hippodrome.server.services.seat_keys import CAMPAIGN_SALT, SeatKeys
from hippodrome.server.settings import Quotas
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers
from tests.server.api_helpers import error_of
from tests.server.room_client import SECRET, async_test, join, match_spec
from tests.server.socket_client import SocketClient
from tests.serving import TIMEOUT_S, make_settings, run_in_thread

ALICE, BOB = Client("10.0.0.1"), Client("10.0.0.2")
RECORDS = Path(__file__).parents[2] / "records"


def personal_key() -> str:
    return f"me.{secrets.token_urlsafe(32)}"


def golden_record() -> str:
    """Return a short record."""
    return min(RECORDS.rglob("*.record"), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")


@pytest.fixture(params=["file", "memory"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """A database, and a store in memory."""
    return tmp_path / "matches.sqlite" if request.param == "file" else None


@asynccontextmanager
async def open_limited_rooms(
    workers: Workers, file: Path | None, quotas: Quotas, min_free_mb: int = 0
) -> AsyncIterator[Rooms]:
    """Open rooms with quotas; close them at the end."""
    store = await Store.open(file)
    storage_quotas = StorageQuotas(store, quotas, min_free_mb, SECRET)
    rooms = Rooms(store, workers, SeatKeys(SECRET), all_games(), quotas=storage_quotas)
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


# -------------------------------------------------------------------- matches


@async_test
async def test_an_address_sets_up_as_many_matches_as_its_quota_and_more_after_deleting(
    file: Path | None, workers: Workers
) -> None:
    async with open_limited_rooms(workers, file, Quotas(matches=2)) as rooms:
        with working_for(ALICE):
            first = await rooms.create(match_spec())
            await rooms.create(match_spec())
            with pytest.raises(HttpError) as caught:
                await rooms.create(match_spec())
        assert (caught.value.status, caught.value.code) == (409, "quota")
        assert "2 matches were set up from your address" in caught.value.text
        assert "choose Delete under About" in caught.value.text
        with working_for(BOB):
            await rooms.create(match_spec())
        with working_for(ALICE):
            await rooms.delete(first.id, [first.host_key])
            await rooms.create(match_spec())


@async_test
async def test_a_personal_key_has_the_same_quota_at_every_address(file: Path | None, workers: Workers) -> None:
    key = personal_key()
    async with open_limited_rooms(workers, file, Quotas(matches=2)) as rooms:
        for client in (ALICE, BOB):
            with working_for(client):
                created = await rooms.create(match_spec(), [key])
        with working_for(Client("10.0.0.3")):
            with pytest.raises(HttpError, match="2 matches were set up with your browser"):
                await rooms.create(match_spec(), [key])
            await rooms.create(match_spec(), [personal_key()])
            await rooms.delete(created.id, [key])
            await rooms.create(match_spec(), [key])


@async_test
async def test_a_friend_who_only_joins_uses_no_quota(file: Path | None, workers: Workers) -> None:
    key = personal_key()
    async with open_limited_rooms(workers, file, Quotas(matches=1)) as rooms:
        with working_for(ALICE):
            created = await rooms.create(match_spec())
        with working_for(BOB):
            await rooms.hold([key], [created.seat_keys[1]])
            await rooms.create(match_spec(), [key])


@async_test
async def test_rematches_branches_and_campaigns_count_too(file: Path | None, workers: Workers) -> None:
    async with open_limited_rooms(workers, file, Quotas(matches=2)) as rooms:
        campaigns = Campaigns(rooms._store, workers, SeatKeys(SECRET, CAMPAIGN_SALT), all_games(), rooms, DeviceCodes())
        kind = all_games()["wheelie"].campaigns()[0]
        seats = [CampaignSeatSpec(True, True, "", f"Crew {seat}") for seat in range(kind.default_seats)]
        spec = CampaignSpec("wheelie", kind.slug, {}, seats, True, None)
        with working_for(ALICE):
            campaign = await campaigns.create(spec)
            played = await rooms.create(match_spec(options={"goal": 20}))
            player = await join(rooms, played.id, list(played.seat_keys.values()))
            session = player.room.session
            while not session.is_over:
                action = "hold" if "hold" in [one.text for one in session.match.proposals()] else "roll"
                await player.play(action, session.match.seat, session.visible_n([0, 1]))
            for request in (
                rooms.rematch(played.id, [played.host_key]),
                rooms.branch(played.id, 1, 0, [played.host_key]),
                campaigns.create(spec),
                campaigns.import_file((await campaigns.file(campaign.id))[1]),
                campaigns.play(campaign.id, [campaign.host_key]),
            ):
                with pytest.raises(HttpError, match="2 matches were set up") as caught:
                    await request
                assert caught.value.code == "quota"
        await campaigns.close()


@async_test
async def test_work_of_the_server_itself_has_no_quota(workers: Workers) -> None:
    async with open_limited_rooms(workers, None, Quotas(matches=1)) as rooms:
        for _ in range(3):
            await rooms.create(match_spec())


@async_test
async def test_the_database_holds_no_addresses(tmp_path: Path, workers: Workers) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_limited_rooms(workers, file, Quotas(matches=5)) as rooms:
        with working_for(ALICE):
            created = await rooms.create(match_spec())
    with closing(sqlite3.connect(file)) as database:
        (owner,) = database.execute("SELECT owner FROM match WHERE id = ?", [created.id]).fetchone()
    assert len(owner) == 32
    assert ALICE.address not in owner


# -------------------------------------------------------------------- records and bytes


@async_test
async def test_imported_records_have_a_quota_and_their_importer_can_delete_them(
    file: Path | None, workers: Workers
) -> None:
    key, text = personal_key(), golden_record()
    async with open_limited_rooms(workers, file, Quotas(imports=1)) as rooms:
        with working_for(ALICE):
            id = await rooms.import_record(text, [key])
            with pytest.raises(HttpError, match="1 imported record"):
                await rooms.import_record(text, [key])
            await rooms.create(match_spec())
            with pytest.raises(HttpError, match="Only the host"):
                await rooms.delete(id, [personal_key()])
            await rooms.delete(id, [key])
            again = await rooms.import_record(text, [key])
        lists = [await rooms.list_own([key], over, 0) for over in (False, True)]
        assert [match.info.id for one in lists for match in one.mine] == [again]


@async_test
async def test_the_size_of_what_is_stored_has_a_quota(file: Path | None, workers: Workers) -> None:
    async with open_limited_rooms(workers, file, Quotas(megabytes=1)) as rooms:
        with working_for(ALICE):
            created = await rooms.create(match_spec())
            row = await rooms.row(created.id)
            row.id, row.base = "large", "x" * MEGABYTE
            await rooms._store.create(row)
            for request in (rooms.create(match_spec()), rooms.import_record(golden_record())):
                with pytest.raises(HttpError, match="take 1 MB, as much as this server allows"):
                    await request


@async_test
async def test_snapshots_chat_and_moves_count_as_stored_bytes(file: Path | None, workers: Workers) -> None:
    async with open_limited_rooms(workers, file, Quotas(matches=9)) as rooms:
        with working_for(ALICE):
            created = await rooms.create(match_spec())
        owner = (await rooms.row(created.id)).owner
        before = (await rooms._store.use_of(owner)).bytes
        player = await join(rooms, created.id, [created.seat_keys[0]])
        await player.play("roll")
        assert (await rooms._store.use_of(owner)).bytes > before > 0


# -------------------------------------------------------------------- the disk


@async_test
async def test_nothing_new_is_saved_on_a_full_disk_but_moves_are(
    tmp_path: Path, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = SimpleNamespace(free=500 * MEGABYTE)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: free)
    monkeypatch.setattr(quotas_module, "DISK_CHECK_INTERVAL_S", 0)
    async with open_limited_rooms(workers, tmp_path / "matches.sqlite", Quotas(), min_free_mb=200) as rooms:
        created = await rooms.create(match_spec())
        player = await join(rooms, created.id, [created.seat_keys[0]])
        free.free = 100 * MEGABYTE
        for request in (rooms.create(match_spec()), rooms.import_record(golden_record())):
            with pytest.raises(HttpError, match="disk of this server is almost full") as caught:
                await request
            assert caught.value.status == 503
        assert (await player.play("roll"))["type"] == "done"
        free.free = 300 * MEGABYTE
        await rooms.create(match_spec())


# -------------------------------------------------------------------- over HTTP


@pytest.fixture
def limited_client(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of a server with small quotas."""
    settings = make_settings(tmp_path, quotas=Quotas(matches=1, imports=1), min_free_mb=1)
    with run_in_thread(settings) as address, httpx.Client(base_url=address, timeout=TIMEOUT_S) as client:
        yield client


def test_quotas_count_by_the_address_of_the_request(limited_client: httpx.Client) -> None:
    match = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}]}
    created = limited_client.post("/api/matches", json=match)
    assert created.status_code == 201
    error = error_of(limited_client.post("/api/matches", json=match), 409)
    assert error["code"] == "quota"
    headers = {"X-Seat-Key": personal_key()}
    imported = limited_client.post("/api/records", content=golden_record(), headers=headers)
    assert imported.status_code == 201
    assert error_of(limited_client.post("/api/records", content=golden_record()), 409)["code"] == "quota"
    path = f"/api/matches/{imported.json()['id']}"
    assert limited_client.post(f"{path}/delete", headers=headers).status_code == 204
    assert limited_client.post("/api/records", content=golden_record()).status_code == 201
    key = created.json()["keys"]["0"]
    with SocketClient(str(limited_client.base_url), f"/socket/match/{created.json()['id']}", [key]) as player:
        player.wait_for("frame")
        assert player.play("roll")["type"] == "done"


def test_health_reports_a_full_disk(limited_client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limited_client.get("/health").json()["status"] == "ok"
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))
    monkeypatch.setattr(quotas_module, "DISK_CHECK_INTERVAL_S", 0)
    health = limited_client.get("/health").json()
    assert health["status"] == "low disk"
    assert "almost full" in health["problems"][0]
    for path in ("/api/variants/file", "/api/laboratory/experiments"):
        assert error_of(limited_client.post(path, json={"text": "game = 1"}), 503)["code"] == "disk_full"
