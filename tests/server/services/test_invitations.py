"""Invitations: exchanged once for a key that the host never has, replaced or cancelled by the host; device codes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from hippodrome.catalogue import all_games
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.commands import ClientJoined
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.rooms import CreatedMatch, Rooms, SeatSpec
from hippodrome.server.live.seat_rates import ACCESS
from hippodrome.server.services.device_codes import CODE_LIFETIME_S, DeviceCodes
from hippodrome.server.services.invitations import LINK_USED, Invitations
from hippodrome.server.services.match_factory import new_match, rematch
from hippodrome.server.services.seat_keys import Key, SeatAccess, SeatKeys
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers
from tests.server.api_helpers import BOT, FRIEND, PERSON, accept_invitations, error_of
from tests.server.room_client import SECRET, RoomClient, async_test, join, match_spec
from tests.server.socket_client import SocketClient

ME, OTHER, THIRD = (f"me.{letter * 43}" for letter in "abc")
"""Personal keys."""

Json = dict[str, Any]


@asynccontextmanager
async def open_invitations(workers: Workers, file: Path | None = None) -> AsyncIterator[tuple[Rooms, Invitations]]:
    """Open rooms with their invitations; close them at the end."""
    store = await Store.open(file)
    keys = SeatKeys(SECRET)
    rooms = Rooms(store, workers, keys, all_games())
    try:
        yield rooms, Invitations(store, keys, rooms, DeviceCodes())
    finally:
        await rooms.close()
        await store.close()


async def create_race(rooms: Rooms, *keys: str) -> CreatedMatch:
    """Create a match of Ben-Hur, in which each seat has a secret card, for the host and a friend."""
    seats = SeatSpec(True, name="Judah"), SeatSpec(True, name="Messala", here=False)
    return await rooms.create(match_spec(*seats, game="benhur", scenario="circus"), keys)


def notices(client: RoomClient) -> list[str]:
    """Return the notices of the table that a client has received, with its welcome or later."""
    chat = [message for received in client.received for message in received.get("chat", [])]
    chat += [received["message"] for received in client.received if received["type"] == "chat_posted"]
    return [message["text"] for message in chat if message["seat"] == wire.NO_SEAT]


# -------------------------------------------------------------------- the host has no key to a friend's seat


@pytest.mark.parametrize("kind", ["matches", "campaigns"])
def test_nothing_the_host_gets_opens_the_seat_of_a_friend(client: httpx.Client, kind: str) -> None:
    specs: dict[str, Json] = {
        "matches": {"game": "benhur", "scenario": "circus", "seats": [PERSON, FRIEND]},
        "campaigns": {"game": "wheelie", "campaign": "ladder", "seats": [PERSON, FRIEND]},
    }
    created = client.post(f"/api/{kind}", json=specs[kind]).json()
    texts = [created["host"], *[text for name in created.keys() - {"id", "host"} for text in created[name].values()]]
    assert len(texts) == 3
    if kind == "campaigns":
        created = client.post(f"/api/campaigns/{created['id']}/play", headers={"X-Seat-Key": ",".join(texts)}).json()
        texts = [created["host"], *created["keys"].values(), *created["invitations"].values()]
    with SocketClient(str(client.base_url), f"/socket/match/{created['id']}", texts, view_as=1) as host:
        welcome = host.wait_for("welcome")
        frame = host.wait_for("frame")
    assert (welcome["mine"], welcome["host"]) == ([0], True)
    assert frame["viewer"] == 0
    headers = {"X-Seat-Key": ",".join(texts)}
    error_of(client.get(f"/api/matches/{created['id']}/frames/0", params={"as": 1}, headers=headers), 403)


@async_test
async def test_the_friend_gets_a_key_that_opens_only_their_seat(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        accepted = await invitations.accept(created.id, created.invitations[1], [])
        assert (accepted.host_key, list(accepted.seat_keys), accepted.invitations) == ("", [1], {})
        row = await rooms.row(created.id)
        assert (await rooms.access(row, [accepted.seat_keys[1]])).seats == (1,)
        assert (await rooms.access(row, [ME, created.host_key, *created.seat_keys.values()])).seats == (0,)
        assert await invitations.list_open(created.id, [ME]) == {}


@async_test
async def test_a_seat_gets_the_name_that_its_player_gives(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        cases = (
            ("", " Ann ", "Ann"),
            ("Messala", "Ann", "Ann"),
            ("Messala", "", "Messala"),
            ("", "x" * 60, ""),
            ("", "judah", ""),
        )
        for name, given, shown in cases:
            seats = SeatSpec(True, name="Judah"), SeatSpec(True, name=name, here=False)
            created = await rooms.create(match_spec(*seats), [ME])
            await invitations.accept(created.id, created.invitations[1], [OTHER], given)
            assert (await rooms.row(created.id)).players[1].name == shown


# -------------------------------------------------------------------- exactly once


@pytest.mark.parametrize("name", ["memory", "file"])
def test_of_two_simultaneous_exchanges_exactly_one_gets_the_key(workers: Workers, tmp_path: Path, name: str) -> None:
    @async_test
    async def run() -> None:
        async with open_invitations(workers, tmp_path / "db" if name == "file" else None) as (rooms, invitations):
            created = await create_race(rooms, ME)
            tries = [invitations.accept(created.id, created.invitations[1], [key]) for key in (OTHER, THIRD)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["CreatedMatch", "HttpError"]
            row = await rooms.row(created.id)
            holders = [(await rooms.access(row, [key])).seats for key in (OTHER, THIRD)]
            assert sorted(holders) == [(), (1,)]
            assert [not seats for seats in holders] == [isinstance(result, HttpError) for result in results]

    run()


@async_test
async def test_a_used_invitation_works_again_only_for_the_browser_that_has_the_seat(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        first = await invitations.accept(created.id, created.invitations[1], [OTHER])
        assert await invitations.accept(created.id, created.invitations[1], [OTHER]) == first
        for keys in ([THIRD], [], [ME]):
            with pytest.raises(HttpError) as error:
                await invitations.accept(created.id, created.invitations[1], keys)
            assert (error.value.status, error.value.code, error.value.text) == (409, "used", LINK_USED)


@async_test
async def test_the_host_who_opens_the_link_leaves_it_unused(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        with pytest.raises(HttpError) as error:
            await invitations.accept(created.id, created.invitations[1], [ME])
        assert error.value.status == 409
        assert list(await invitations.list_open(created.id, [ME])) == [1]
        await invitations.accept(created.id, created.invitations[1], [OTHER])


def test_altered_foreign_and_wrong_texts_are_rejected(client: httpx.Client) -> None:
    spec = {"game": "pig", "scenario": "plain", "seats": [PERSON, FRIEND]}
    created, other = client.post("/api/matches", json=spec).json(), client.post("/api/matches", json=spec).json()
    url = f"/api/matches/{created['id']}/invitations/accept"
    invitation = created["invitations"]["1"]
    for text in (invitation[:-1], other["invitations"]["1"], created["host"], created["keys"]["0"], "", "nonsense"):
        assert error_of(client.post(url, json={"invitation": text}), 403)["code"] == "invitation"
    error_of(client.post("/api/matches/nothing/invitations/accept", json={"invitation": invitation}), 403)
    for path in ("invitations", "invitations/cancel", "device-codes"):
        answer = client.post(f"/api/matches/{created['id']}/{path}", json={"seat": 1})
        assert error_of(answer, 403)["code"] == "key"
    assert error_of(client.get(f"/api/matches/{created['id']}/invitations"), 403)["code"] == "key"


# -------------------------------------------------------------------- the table is told


@async_test
async def test_all_viewers_see_who_takes_a_seat(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        host, spectator = await join(rooms, created.id, [ME]), await join(rooms, created.id)
        assert host.room.info().seats[1].invited
        await invitations.accept(created.id, created.invitations[1], [OTHER])
        for client in (host, spectator):
            await client.drain()
            assert notices(client) == ["Messala (White) has joined: the invitation link was used."]
            infos = [message["info"] for message in client.received if message["type"] == "info_changed"]
            assert infos[-1]["seats"][1]["invited"] is False
        late = await join(rooms, created.id)
        assert notices(late) == notices(host)


@async_test
async def test_a_second_connection_of_a_seat_is_shown_to_that_seat(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, _):
        created = await create_race(rooms, ME)
        first = await join(rooms, created.id, [ME])
        assert first.received[0]["info"]["seats"][0]["devices"] == 1
        second = await join(rooms, created.id, [ME])
        await first.drain()
        changed = [message["info"]["seats"][0]["devices"] for message in first.received if "info" in message]
        assert changed[-1] == 2
        second.disconnect()
        await first.drain()
        assert first.received[-2]["info"]["seats"][0] == {
            "faction": "Red",
            "name": "Judah",
            "person": True,
            "level": "",
            "online": True,
            "invited": False,
            "devices": 1,
            "explains": False,
        }


# -------------------------------------------------------------------- replaced and cancelled


@async_test
async def test_a_replaced_invitation_ends_and_the_new_one_works(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        new = await invitations.replace(created.id, 1, [ME])
        assert new != created.invitations[1]
        with pytest.raises(HttpError):
            await invitations.accept(created.id, created.invitations[1], [OTHER])
        await invitations.accept(created.id, new, [OTHER])
        assert (await rooms.row(created.id)).players[1].name == "Messala"


@async_test
async def test_a_seat_that_is_handed_over_ends_the_key_connection_name_and_notes_of_its_player(
    workers: Workers,
) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        first = await invitations.accept(created.id, created.invitations[1], [OTHER])
        host, white = await join(rooms, created.id, [ME]), await join(rooms, created.id, [OTHER])
        white.send(wire.Note(1, "a secret plan"))
        await white.drain()
        new = await invitations.replace(created.id, 1, [ME])
        assert (await white.wait_for("socket_error"))["code"] == "key_ended"
        assert await white.connection.next_text() is None
        await host.drain()
        assert notices(host)[-1].startswith("The host has taken the seat of Messala (White) back.")
        row = await rooms.row(created.id)
        for keys in ([OTHER], list(first.seat_keys.values())):
            access = await rooms.access(row, keys)
            assert (access.seats, access.stale) == ((), True)
        await invitations.accept(created.id, new, [THIRD])
        third = await join(rooms, created.id, [THIRD])
        assert third.received[0]["mine"] == [1]
        assert third.received[0]["notes"] == {}
        assert third.received[0]["info"]["seats"][1]["name"] == ""


@async_test
async def test_a_key_that_ends_while_its_client_is_in_the_queue_shows_nothing(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        await invitations.accept(created.id, created.invitations[1], [OTHER])
        room = await rooms.get(created.id)
        nonce = room.session.players[1].nonce
        await invitations.replace(created.id, 1, [ME])
        late = Connection(SeatAccess((1,)))
        late.nonces = {1: nonce}
        room.put(late, ClientJoined())
        assert json.loads(await late.next_text() or "")["code"] == "key_ended"
        assert await late.next_text() is None
        assert room.viewers.device_counts()[1] == 0


@async_test
async def test_a_cancelled_invitation_leaves_the_seat_without_a_player(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms, ME)
        await invitations.cancel(created.id, 1, [ME])
        with pytest.raises(HttpError):
            await invitations.accept(created.id, created.invitations[1], [OTHER])
        assert await invitations.list_open(created.id, [ME]) == {}
        host = await join(rooms, created.id, [ME])
        assert notices(host) == ["The host has cancelled the invitation link for Messala (White)."]
        await invitations.accept(created.id, await invitations.replace(created.id, 1, [ME]), [OTHER])


@async_test
async def test_only_seats_of_friends_can_be_handed_over(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        seats = SeatSpec(True), SeatSpec(True, here=False), SeatSpec(False, "driver")
        created = await rooms.create(match_spec(*seats, game="benhur", scenario="circus"), [ME])
        for seat in (0, 2, 3):
            with pytest.raises(HttpError) as error:
                await invitations.replace(created.id, seat, [ME])
            assert error.value.status == 409


@async_test
async def test_the_seat_of_an_old_link_with_a_key_can_be_handed_over_too(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await rooms.create(match_spec())  # as before invitations: the creator gets the keys of both seats
        old = created.seat_keys[1]
        assert (await join(rooms, created.id, [old])).received[0]["mine"] == [1]
        await invitations.replace(created.id, 1, [created.host_key, created.seat_keys[0]])
        assert (await rooms.access(await rooms.row(created.id), [old])).seats == ()


def test_an_open_invitation_survives_a_rematch_as_a_new_one() -> None:
    row = new_match(match_spec(SeatSpec(True), SeatSpec(True, here=False)), all_games())
    own, friend = rematch(row, all_games()).players
    assert own.invitation == ""
    assert friend.invitation not in ("", row.players[1].invitation)


# -------------------------------------------------------------------- another device of the same player


@async_test
async def test_another_device_joins_with_a_code_once_and_the_table_is_told(workers: Workers) -> None:
    store = await Store.open(None)
    rooms, codes = Rooms(store, workers, SeatKeys(SECRET), all_games()), DeviceCodes()
    invitations = Invitations(store, SeatKeys(SECRET), rooms, codes)
    created = await create_race(rooms, ME)
    first = await join(rooms, created.id, [ME])
    text = await invitations.issue_code(created.id, 0, [ME])
    with pytest.raises(HttpError):
        await invitations.issue_code(created.id, 1, [ME])
    code = codes.take(f" {text[:4].upper()}-{text[4:]} ")
    assert code is not None
    assert codes.take(text) is None
    joined = await invitations.join_device(code, [OTHER])
    assert (joined.host_key, list(joined.seat_keys)) == ("", [0])
    await first.drain()
    assert notices(first) == ["Judah (Red) can now also play on another device, which joined with a code."]
    assert (await join(rooms, created.id, [OTHER])).received[0]["mine"] == [0]
    await rooms.close()
    await store.close()


def test_a_code_expires_and_a_new_one_ends_the_earlier_one() -> None:
    now = [0.0]
    codes = DeviceCodes(lambda: now[0])
    old, other = codes.issue(Key("a", 0, "x")), codes.issue(Key("a", 1, "y"))
    new = codes.issue(Key("a", 0, "x"))
    assert codes.take(old) is None
    now[0] += CODE_LIFETIME_S - 1
    assert codes.take(new) is not None
    now[0] += 1
    assert codes.take(other) is None


@async_test
async def test_a_code_of_a_seat_that_was_handed_over_is_not_valid(workers: Workers) -> None:
    store = await Store.open(None)
    rooms, codes = Rooms(store, workers, SeatKeys(SECRET), all_games()), DeviceCodes()
    invitations = Invitations(store, SeatKeys(SECRET), rooms, codes)
    created = await create_race(rooms, ME)
    await invitations.accept(created.id, created.invitations[1], [OTHER])
    code = codes.take(await invitations.issue_code(created.id, 1, [OTHER]))
    await invitations.replace(created.id, 1, [ME])
    assert code is not None
    with pytest.raises(HttpError) as error:
        await invitations.join_device(code, [OTHER])
    assert error.value.status == 404
    await rooms.close()
    await store.close()


def test_a_device_joins_a_match_over_http(client: httpx.Client) -> None:
    created = client.post("/api/matches", json={"game": "pig", "scenario": "plain", "seats": [PERSON, BOT]}).json()
    headers = {"X-Seat-Key": created["keys"]["0"]}
    code = client.post(f"/api/matches/{created['id']}/device-codes", json={"seat": 0}, headers=headers).json()
    assert code["seconds"] == CODE_LIFETIME_S
    joined = client.post("/api/device-codes/join", json={"code": code["code"]})
    assert joined.status_code == 201
    assert joined.json()["kind"] == "match"
    assert joined.json()["joined"]["keys"] == created["keys"]
    assert "not valid" in error_of(client.post("/api/device-codes/join", json={"code": code["code"]}), 404)["text"]


# -------------------------------------------------------------------- campaigns


@pytest.fixture
def campaign(client: httpx.Client) -> Json:
    """A ladder of the host and a friend, who has not accepted yet."""
    spec = {"game": "wheelie", "campaign": "ladder", "seats": [PERSON, FRIEND]}
    created: Json = client.post("/api/campaigns", json=spec).json()
    return created


def test_an_invitation_to_a_campaign_is_exchanged_once(client: httpx.Client, campaign: Json) -> None:
    url = f"/api/campaigns/{campaign['id']}"
    invitation = {"invitation": campaign["invitations"]["1"]}
    assert client.get(url).json()["seats"][1]["invited"] is True
    host = {"X-Seat-Key": campaign["host"]}
    error_of(client.post(f"{url}/invitations/accept", json=invitation, headers=host), 409)
    accepted = client.post(f"{url}/invitations/accept", json=invitation).json()
    assert (accepted["host"], set(accepted["keys"])) == ("", {"1"})
    assert error_of(client.post(f"{url}/invitations/accept", json=invitation), 409)["code"] == "used"
    mine = {"X-Seat-Key": accepted["keys"]["1"]}
    assert client.post(f"{url}/invitations/accept", json=invitation, headers=mine).json() == accepted
    assert client.get(url, headers=mine).json()["mine"] == [1]
    assert client.get(url).json()["seats"][1]["invited"] is False


def test_a_seat_of_a_campaign_is_handed_over_with_its_game(client: httpx.Client, campaign: Json) -> None:
    url = f"/api/campaigns/{campaign['id']}"
    old = {"X-Seat-Key": accept_invitations(client, campaign, "campaigns")["1"]}
    host = {"X-Seat-Key": campaign["host"]}
    match = client.post(f"{url}/play", headers=old).json()
    in_match = f"/api/matches/{match['id']}/invitations"
    match_host = {"X-Seat-Key": client.post(f"{url}/play", headers=host).json()["host"]}
    assert "page of the campaign" in error_of(client.post(in_match, json={"seat": 1}, headers=match_host), 409)["text"]
    error_of(client.post(f"{url}/invitations", json={"seat": 1}, headers=old), 403)
    new = client.post(f"{url}/invitations", json={"seat": 1}, headers=host).json()["invitations"]["1"]
    assert client.get(url, headers=old).json()["mine"] == []
    error_of(client.post(f"{url}/play", headers=old), 403)
    log = f"/api/matches/{match['id']}/log"
    error_of(client.get(log, params={"as": 1}, headers={"X-Seat-Key": match["keys"]["1"]}), 403)
    with SocketClient(str(client.base_url), f"/socket/match/{match['id']}") as spectator:
        assert "taken the seat of White back" in spectator.wait_for("welcome")["chat"][-1]["text"]
    accepted = client.post(f"{url}/invitations/accept", json={"invitation": new}).json()
    theirs = client.post(f"{url}/play", headers={"X-Seat-Key": accepted["keys"]["1"]}).json()
    assert client.get(log, params={"as": 1}, headers={"X-Seat-Key": theirs["keys"]["1"]}).status_code == 200
    assert client.post(f"{url}/invitations/cancel", json={"seat": 1}, headers=host).status_code == 204
    assert client.get(f"{url}/invitations", headers=host).json() == {"invitations": {}}


def test_a_device_joins_a_campaign(client: httpx.Client, campaign: Json) -> None:
    url = f"/api/campaigns/{campaign['id']}/device-codes"
    headers = {"X-Seat-Key": campaign["keys"]["0"]}
    error_of(client.post(url, json={"seat": 1}, headers=headers), 403)
    code = client.post(url, json={"seat": 0}, headers=headers).json()["code"]
    joined = client.post("/api/device-codes/join", json={"code": code}).json()
    assert (joined["kind"], joined["joined"]["keys"]) == ("campaign", campaign["keys"])


@async_test
async def test_the_access_to_a_seat_cannot_be_changed_all_the_time(workers: Workers) -> None:
    async with open_invitations(workers) as (rooms, invitations):
        created = await create_race(rooms)
        for _ in range(ACCESS.maximum):
            await invitations.replace(created.id, 1, [created.host_key])
        with pytest.raises(HttpError, match="too often") as refused:
            await invitations.replace(created.id, 1, [created.host_key])
        assert (refused.value.status, refused.value.retry_after_s) == (429, 60)
        assert len(await rooms._store.entries(created.id)) == ACCESS.maximum
