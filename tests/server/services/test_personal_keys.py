"""Personal keys: one key of a browser opens all its seats, and its matches are listed in pages."""

from __future__ import annotations

import secrets
from pathlib import Path

import httpx
import msgspec
import pytest

from hippodrome.catalogue import all_games
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.rooms import MAX_HOLDERS_PER_MATCH, Rooms
from hippodrome.server.services.lobby import PAGE_MATCHES
from hippodrome.server.services.match_factory import new_match
from hippodrome.server.services.seat_keys import HOST, SeatAccess, SeatKeys, holder_of, is_personal_key
from hippodrome.server.storage.rows import HeldSeat
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers
from tests.server.api_helpers import BOT, FRIEND, PERSON, error_of
from tests.server.room_client import SECRET, async_test, match_spec, open_rooms
from tests.server.socket_client import SocketClient

MATCH_COUNT = 130  # the seat keys of as many matches do not fit into one socket message


def new_key() -> str:
    """Return a new personal key, as a browser draws it."""
    return "me." + secrets.token_urlsafe(32)


@pytest.fixture(params=["memory", "file"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    """The database file of the rooms; None for a store in memory."""
    return tmp_path / "matches.sqlite" if request.param == "file" else None


def test_a_personal_key_is_32_random_bytes_and_only_its_digest_is_stored() -> None:
    key = new_key()
    assert is_personal_key(key)
    assert not any(
        is_personal_key(text) for text in ("", "me.", key + "x", key[3:], "me." + "!" * 43, "me." + "é" * 43)
    )
    assert holder_of(["seat key", key]) == holder_of([key]) != holder_of([new_key()])
    assert holder_of(["seat key"]) == ""
    assert holder_of([key]) not in key


@async_test
async def test_a_personal_key_opens_the_seats_of_the_matches_it_sets_up(workers: Workers, file: Path | None) -> None:
    async with open_rooms(workers, file) as rooms:
        key = new_key()
        created = await rooms.create(match_spec(), [key])
        row = await rooms.row(created.id)
        assert await rooms.access(row, [key]) == SeatAccess((0, 1), True, False)
        assert await rooms.access(row, [new_key()]) == SeatAccess()
        await rooms.release([key], created.id)
        assert await rooms.access(row, [key]) == SeatAccess()


@async_test
async def test_seat_keys_are_handed_over_and_false_ones_refused(workers: Workers, file: Path | None) -> None:
    async with open_rooms(workers, file) as rooms:
        key, created = new_key(), await rooms.create(match_spec())
        foreign = SeatKeys("another secret").issue(created.id, 0, "x")
        old = SeatKeys(SECRET).issue(created.id, 0, "old nonce")
        given = [created.host_key, created.seat_keys[1], foreign, old, "nonsense"]
        for _ in range(2):
            assert await rooms.hold([key], given) == [foreign, old, "nonsense"]
        assert await rooms.access(await rooms.row(created.id), [key]) == SeatAccess((1,), True, False)
        with pytest.raises(HttpError):
            await rooms.hold([], [created.host_key])


@async_test
async def test_a_second_browser_takes_over_all_seats_by_the_first_ones_key(workers: Workers, file: Path | None) -> None:
    async with open_rooms(workers, file) as rooms:
        first, second = new_key(), new_key()
        ids = [(await rooms.create(match_spec(), [first])).id for _ in range(3)]
        assert await rooms.hold([second], [first]) == []
        for id in ids:
            assert await rooms.access(await rooms.row(id), [second]) == SeatAccess((0, 1), True, False)


@async_test
async def test_the_number_of_personal_keys_that_hold_one_match_is_limited(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        keys = [new_key() for _ in range(MAX_HOLDERS_PER_MATCH)]
        for key in keys:
            assert await rooms.hold([key], [created.host_key]) == []
        assert await rooms.hold([new_key()], [created.host_key]) == [created.host_key]
        assert await rooms.hold(keys[:1], [created.host_key, created.seat_keys[0]]) == []


async def save_matches(rooms: Rooms, store: Store, holder: str) -> list[str]:
    """Save matches held by one holder, of which every fifth is finished; return the ids, the latest first."""
    ids = []
    for number in range(MATCH_COUNT):
        row = new_match(match_spec(seed=number), all_games())
        row.status = msgspec.structs.replace(row.status, updated=number, is_over=number % 5 == 0)
        await store.create(row)
        await store.hold([HeldSeat(holder, row.id, 1, row.players[1].nonce), HeldSeat(holder, row.id, HOST, "stale")])
        ids.append(row.id)
    return ids[::-1]


@async_test
async def test_all_matches_of_a_personal_key_are_listed_in_pages(workers: Workers, file: Path | None) -> None:
    async with open_rooms(workers, file) as rooms:
        key = new_key()
        ids = await save_matches(rooms, rooms._store, holder_of([key]))
        pages: list[str] = []
        for page in range(6):
            listed = await rooms.list_own([key], False, page)
            assert (listed.running, listed.finished, listed.pending) == (104, 26, 0)
            assert len(listed.mine) <= PAGE_MATCHES
            assert all((row.mine, row.host) == ([1], False) for row in listed.mine)
            pages += [row.info.id for row in listed.mine]
        assert pages == [id for number, id in enumerate(ids) if (MATCH_COUNT - 1 - number) % 5]
        finished = [row.info.id for page in range(2) for row in (await rooms.list_own([key], True, page)).mine]
        assert finished == [id for number, id in enumerate(ids) if not (MATCH_COUNT - 1 - number) % 5]
        assert (await rooms.list_own([key], False, 6)).mine == []


@async_test
async def test_matches_that_wait_for_the_holder_come_first(workers: Workers, file: Path | None) -> None:
    async with open_rooms(workers, file) as rooms:
        key = new_key()
        await save_matches(rooms, rooms._store, holder_of([key]))
        row = new_match(match_spec(), all_games())
        row.status.updated = 0
        (decider,) = row.status.pending
        await rooms._store.create(row)
        await rooms._store.hold([HeldSeat(holder_of([key]), row.id, decider, row.players[decider].nonce)])
        listed = await rooms.list_own([key], False, 0)
        assert (listed.mine[0].info.id, listed.mine[0].pending, listed.pending) == (row.id, [decider], 1)
        assert type(listed.pending) is int
        row.status.players[decider].level = "random"
        await rooms._store.append(row.id, [], row.status)
        assert (await rooms.list_own([key], False, 0)).pending == 0


def test_the_lobby_sends_page_one_and_updates_it(server: str, client: httpx.Client) -> None:
    key = new_key()
    headers = {"X-Seat-Key": key}
    request = {"game": "pig", "scenario": "plain", "seats": [PERSON, BOT]}
    created = [client.post("/api/matches", json=request, headers=headers).json() for _ in range(25)]
    with SocketClient(server, "/socket/lobby", [key]) as lobby:
        first = lobby.wait_for("lobby_list")
        assert (len(first["mine"]), first["running"]) == (PAGE_MATCHES, 25)
        assert all(row["mine"] == [0] and row["host"] for row in first["mine"])
        client.post("/api/matches", json=request, headers=headers)
        while lobby.wait_for("lobby_list")["running"] != 26:
            pass
    second = client.get("/api/held", params={"page": 1}, headers=headers).json()
    assert len(second["mine"]) == 6
    assert client.delete(f"/api/held/{created[0]['id']}", headers=headers).status_code == 204
    assert client.get("/api/held", headers=headers).json()["running"] == 25


def test_a_personal_key_does_not_hold_the_seats_of_friends(server: str, client: httpx.Client) -> None:
    key = new_key()
    request = {"game": "pig", "scenario": "plain", "seats": [PERSON, FRIEND]}
    created = client.post("/api/matches", json=request, headers={"X-Seat-Key": key}).json()
    with SocketClient(server, f"/socket/match/{created['id']}", [key]) as red:
        assert red.wait_for("welcome")["mine"] == [0]


def test_a_personal_key_plays_its_seat_over_a_socket(server: str, client: httpx.Client) -> None:
    key = new_key()
    request = {"game": "pig", "scenario": "plain", "seats": [PERSON, PERSON]}
    created = client.post("/api/matches", json=request).json()
    refused = client.post("/api/held", json={"keys": [created["keys"]["1"]]}, headers={"X-Seat-Key": key})
    assert refused.json() == {"refused": []}
    with SocketClient(server, f"/socket/match/{created['id']}", [key]) as white:
        assert white.wait_for("welcome")["mine"] == [1]
    error_of(client.post("/api/held", json={"keys": []}), 403)
    error_of(client.get("/api/held", params={"page": -1}), 422)
