"""Rooms: creating, viewing, rematches, branches, imported records, unloading, and the lobby."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live import thinking_bots
from hippodrome.server.live.commands import ClientJoined
from hippodrome.server.live.connection import CLOSE_TRY_AGAIN_LATER, MAX_QUEUED_CHARS, Connection
from hippodrome.server.live.room import RoomClosed
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec
from hippodrome.server.services import match_factory
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.storage.rows import LoadedMatch
from hippodrome.server.storage.store import StoreError
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import BOT, PERSON, Message, async_test, join, join_all, match_spec, open_rooms


@pytest.fixture(autouse=True)
def no_delay_for_abandoned_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots move at once in matches that all players have left."""
    monkeypatch.setattr(thinking_bots, "ABANDONED_MOVE_DELAY_S", 0.0)


async def finished_match(rooms: Rooms, *seats: SeatSpec, **rest: object) -> CreatedMatch:
    """Create a match that bots have played to its end in place of the players."""
    created = await rooms.create(match_spec(*seats, options={"goal": 20}, **rest))  # type: ignore[arg-type]
    clients = await join_all(rooms, created)
    for seat, client in zip(created.seat_keys, clients, strict=True):
        client.send(wire.Leave(1, seat))
    watcher = clients[0] if clients else await join(rooms, created.id)
    await watcher.wait_until(lambda frame: frame["outcome"] is not None)
    return created


# -------------------------------------------------------------------- creating matches


@async_test
async def test_a_new_match_has_keys_for_its_people_and_its_host(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, BOT, seed=3))
        row = await rooms.row(created.id)
        assert list(created.seat_keys) == [0]
        assert await rooms.access(row, [created.seat_keys[0]]) == SeatAccess((0,), False, False)
        assert await rooms.access(row, [created.host_key, "nonsense"]) == SeatAccess((), True, True)
        info = await rooms.info(created.id)
        assert (info.kind, info.commitment) == ("played", hd.new("pig", seed=3).commitment)
        assert [(seat.faction, seat.person, seat.level) for seat in info.seats] == [
            ("Red", True, ""),
            ("White", False, "random"),
        ]


@pytest.mark.parametrize(
    ("wrong", "status", "where"),
    [
        (MatchSpec("chess", "plain", {}, [PERSON, PERSON]), 404, "game"),
        (MatchSpec("pig", "spotted", {}, [PERSON, PERSON]), 404, "scenario"),
        (MatchSpec("pig", "plain", {"goal": 7}, [PERSON, PERSON]), 422, "options.goal"),
        (MatchSpec("pig", "plain", {"luck": 7}, [PERSON, PERSON]), 422, "options.luck"),
        (MatchSpec("pig", "plain", {}, [PERSON]), 422, "seats"),
        (MatchSpec("pig", "plain", {}, [PERSON, SeatSpec(False, "genius")]), 422, "seats.1.level"),
        (MatchSpec("pig", "plain", {}, [SeatSpec(True, name="x" * 25), PERSON]), 422, "seats.0.name"),
        (MatchSpec("pig", "plain", {}, [PERSON, PERSON], clock=wire.Limits(0, 0)), 422, "clock"),
    ],
)
@async_test
async def test_an_invalid_match_is_rejected(workers: Workers, wrong: MatchSpec, status: int, where: str) -> None:
    async with open_rooms(workers) as rooms:
        with pytest.raises(HttpError) as caught:
            await rooms.create(wrong)
        assert (caught.value.status, caught.value.where) == (status, where)


@async_test
async def test_an_unknown_match_is_not_found(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        for request in (rooms.row, rooms.get, rooms.info, rooms.history):
            with pytest.raises(HttpError, match="no such match") as caught:
                await request("nothing")
            assert caught.value.status == 404


@async_test
async def test_a_match_of_another_rules_version_is_not_opened(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        rooms._store._rows[created.id].version = 99  # type: ignore[attr-defined]
        with pytest.raises(HttpError, match="version 99"):
            await rooms.get(created.id)


# -------------------------------------------------------------------- viewing


@async_test
async def test_a_match_in_progress_can_be_viewed_only_from_own_seats(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        assert (await rooms.require_view(created.id, [], -1)).id == created.id
        assert (await rooms.require_view(created.id, [created.seat_keys[1]], 1)).id == created.id
        for keys, seat, status in (
            ([created.seat_keys[1]], 0, 403),
            ([created.host_key], 0, 403),
            ([], 0, 403),
            ([], 2, 422),
        ):
            with pytest.raises(HttpError) as caught:
                await rooms.require_view(created.id, keys, seat)
            assert caught.value.status == status


@async_test
async def test_a_finished_match_can_be_viewed_from_every_seat(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await finished_match(rooms)
        assert (await rooms.require_view(created.id, [], 1)).id == created.id


@async_test
async def test_the_history_of_a_finished_match_is_read_once(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hippodrome.server.live.packed_histories.MAX_HISTORIES", 1)
    async with open_rooms(workers) as rooms:
        over, other, running = (
            await finished_match(rooms),
            await finished_match(rooms),
            await rooms.create(match_spec()),
        )
        first, *rest = await asyncio.gather(*[rooms.packed_history(over.id, move) for move in (0, 1, 0)])
        assert all(packed is first for packed in rest)
        assert await rooms.packed_history(running.id, 0) is not await rooms.packed_history(running.id, 0)
        await rooms.packed_history(other.id, 0)
        assert await rooms.packed_history(over.id, 0) is not first, "only this many are kept"
        await rooms.delete(over.id, [over.host_key])
        with pytest.raises(HttpError):
            await rooms.packed_history(over.id, 0)


# -------------------------------------------------------------------- rematches


@async_test
async def test_a_rematch_leads_all_players_to_the_same_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await finished_match(rooms, SeatSpec(True, name="Ann"), SeatSpec(True, name="Bob"))
        first = await rooms.rematch(created.id, [created.seat_keys[1]])
        second = await rooms.rematch(created.id, [created.host_key, created.seat_keys[0]])
        assert first.id == second.id != created.id
        assert (list(first.seat_keys), first.host_key) == ([1], "")
        assert list(second.seat_keys) == [0]
        row = await rooms.row(first.id)
        assert await rooms.access(
            row, [*first.seat_keys.values(), *second.seat_keys.values(), second.host_key]
        ) == SeatAccess((0, 1), True, False)
        assert [(person.name, person.level) for person in row.players] == [("Ann", ""), ("Bob", "")]
        assert row.commitment != (await rooms.row(created.id)).commitment
        assert row.options == {"goal": 20}


@async_test
async def test_a_rematch_needs_a_key_and_a_finished_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await finished_match(rooms)
        with pytest.raises(HttpError, match="Only players of this match"):
            await rooms.rematch(created.id, [])
        running = await rooms.create(match_spec())
        with pytest.raises(HttpError, match="not over yet"):
            await rooms.rematch(running.id, [running.host_key])


# -------------------------------------------------------------------- branches


@async_test
async def test_a_match_in_progress_can_be_branched_only_from_own_seats(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, game="benhur", scenario="circus", options={"tricks": 2}))
        screen = await join(rooms, created.id, [created.seat_keys[1]])
        for _ in range(6):
            await screen.wait_for_turn()
            await screen.play(screen.frame["ask"]["choices"][0]["action"])
            screen.frame = {}
        await screen.wait_for_turn()
        at = screen.frame["move"]
        branch = await rooms.branch(created.id, at, 1, [created.seat_keys[1]])
        assert list(branch.seat_keys) == [1]
        info = await rooms.info(branch.id)
        assert (info.kind, info.branch) == ("branch", wire.Branch(created.id, at))
        assert [seat.level for seat in info.seats] == ["random", ""]
        white = await join(rooms, branch.id, list(branch.seat_keys.values()))
        real = screen.room.session.match
        imagined = white.room.session.match
        assert imagined.state.dice.pack()[1] != real.state.dice.pack()[1]
        await white.wait_for_turn()
        assert white.frame["move"] == white.room.session.move
        assert (await white.play(white.frame["ask"]["choices"][0]["action"]))["type"] == "done"
        with pytest.raises(HttpError, match="only from your own seat"):
            await rooms.branch(created.id, at, 0, [created.seat_keys[1]])
        with pytest.raises(HttpError, match=f"has {at} moves"):
            await rooms.branch(created.id, at + 1, 1, [created.seat_keys[1]])


@async_test
async def test_no_branch_starts_from_a_match_in_progress_between_people(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, hints=True))
        red, white = await join_all(rooms, created)
        await red.wait_for_turn()
        await red.play("roll")
        for seat, keys in ((0, [created.seat_keys[0]]), (None, []), (None, [created.host_key])):
            for at in range(2):
                with pytest.raises(HttpError, match="a branch would give one of them hints") as error:
                    await rooms.branch(created.id, at, seat, keys)
                assert error.value.status == 409
        white.send(wire.Leave(1, 1))
        await white.wait_for("done")
        with pytest.raises(HttpError, match="a branch would give one of them hints"):
            await rooms.branch(created.id, 1, 0, [created.seat_keys[0]])


@async_test
async def test_no_branch_starts_from_an_unfinished_record(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        match = hd.new("pig", seats=2, seed=3)
        for _ in range(4):
            match.play(match.proposals()[0])
        id = await rooms.import_record(match.record())
        with pytest.raises(HttpError, match="may be of a match in progress"):
            await rooms.branch(id, 2, 0, [])


@async_test
async def test_a_branch_can_be_reloaded(workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_factory, "new_seed", lambda: bytes(32))
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await finished_match(rooms, seed=3)
        branch = await rooms.branch(created.id, 2, None, [])
        client = await join(rooms, branch.id, list(branch.seat_keys.values()))
        await client.wait_for_turn()
        await client.play("hold")
        client.frame = {}
        await client.wait_for_turn()
        digest = client.room.session.match.digest()
    async with open_rooms(workers, file) as rooms:
        client = await join(rooms, branch.id, list(branch.seat_keys.values()))
        assert client.room.session.match.digest() == digest
        assert client.frame["ask"]["mine"] == next(iter(branch.seat_keys))
        history = await rooms.history(branch.id)
        assert history.base is not None
        with pytest.raises(HttpError, match="branch has no rematch"):
            await rooms.rematch(branch.id, [branch.host_key])


@async_test
async def test_a_branch_cannot_start_at_the_end_of_a_match(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await finished_match(rooms)
        end = (await rooms.row(created.id)).status.move
        with pytest.raises(HttpError, match="was over at this point"):
            await rooms.branch(created.id, end, 0, [])
        assert (await rooms.branch(created.id, end - 1, 0, [])).seat_keys


# -------------------------------------------------------------------- records


def record(moves: int = 10_000) -> str:
    match = hd.new("pig", "plain", seed=5, options={"goal": 20})
    while match.decision is not None and len(match.moves) < moves:
        match.play("roll")
    return match.record()


@async_test
async def test_an_imported_record_can_be_viewed_from_every_seat(workers: Workers, tmp_path: Path) -> None:
    async with open_rooms(workers, tmp_path / "matches.sqlite") as rooms:
        for text, over in ((record(), True), (record(3), False)):
            id = await rooms.import_record(text)
            info = await rooms.info(id)
            assert (info.kind, info.over) == ("imported", over)
            assert info.commitment == hd.new("pig", seed=5).commitment
            await rooms.require_view(id, [], 1)
            watcher = await join(rooms, id)
            assert watcher.frame["ask"] is None
            assert watcher.frame["scene"]["handles"] == []
            assert (watcher.frame["outcome"] is not None) == over
            watcher.send(wire.ViewAs(1))
            assert (await watcher.wait_until(lambda frame: frame["viewer"] == 1))["ask"] is None
            assert "not your seat" in (await watcher.play("roll", 1))["text"]


@async_test
async def test_an_invalid_record_is_rejected_with_its_line(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        lines = record().splitlines()
        line_number = next(number for number, line in enumerate(lines, 1) if line.startswith("2 seat"))
        lines[line_number - 1] = lines[line_number - 1].replace("roll", "hold")
        with pytest.raises(HttpError) as caught:
            await rooms.import_record("\n".join(lines))
        assert (caught.value.status, caught.value.where) == (422, f"line {line_number}")
        with pytest.raises(HttpError) as caught:
            await rooms.import_record("not a record")
        assert caught.value.where == "line 1"


# -------------------------------------------------------------------- loading and unloading


@async_test
async def test_concurrent_requests_load_a_match_once(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        loads = 0
        load = rooms._store.load

        async def count_loads(id: str) -> LoadedMatch | None:
            nonlocal loads
            loads += 1
            await asyncio.sleep(0)
            return await load(id)

        monkeypatch.setattr(rooms._store, "load", count_loads)
        loaded = await asyncio.gather(*[rooms.get(created.id) for _ in range(20)])
        assert loads == 1
        assert len(set(map(id, loaded))) == 1


@async_test
async def test_an_idle_match_is_unloaded_and_loaded_again(workers: Workers, tmp_path: Path) -> None:
    async with open_rooms(workers, tmp_path / "matches.sqlite", idle=0.02) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        await red.play("roll")
        words = (await red.wait_until(lambda frame: frame["n"] == 1))["description"]
        assert (rooms.loaded_count, rooms.socket_count) == (1, 2)
        red.disconnect()
        white.disconnect()
        while rooms.loaded_count:
            await asyncio.sleep(0.005)
        with pytest.raises(RoomClosed):
            red.room.put(None, ClientJoined())
        again = await join(rooms, created.id)
        assert again.room is not red.room
        assert again.frame["description"] == words


@async_test
async def test_clients_are_told_of_a_shutdown_and_no_action_is_lost(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        for number in range(1, 4):
            red.send(wire.Play(number, number - 1, 0, "hold" if number == 3 else "roll"))
    messages = [message async for message in queued_messages(red.connection)]
    assert messages[-1]["code"] == "shutdown"
    done = [message["n"] for message in messages if message["type"] == "done"]
    async with open_rooms(workers, file) as rooms:
        assert len(await rooms._store.entries(created.id)) == len(done) >= 1


async def queued_messages(connection: Connection):  # type: ignore[no-untyped-def]
    """Yield the messages still queued for a client."""
    while (text := await connection.outgoing.get()) is not None:
        yield json.loads(text)


@async_test
async def test_a_slow_client_is_disconnected_and_the_others_continue(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        disconnected = asyncio.Event()
        slow_client = Connection(SeatAccess())
        slow_client.abort = disconnected.set
        red.room.put(slow_client, ClientJoined())
        for _ in range(MAX_QUEUED_CHARS // 4000 + 1):
            slow_client.send_text("news" * 1000)
        await disconnected.wait()
        assert (slow_client.is_closed, slow_client.close_code) == (True, CLOSE_TRY_AGAIN_LATER)
        assert (await red.play("roll"))["type"] == "done"


@async_test
async def test_a_failing_store_is_reported(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("disk full")

    async with open_rooms(workers) as rooms:
        for name, request in (("create", lambda: rooms.create(match_spec())), ("rows", lambda: rooms.row("x"))):
            monkeypatch.setattr(rooms._store, name, fail)
            with pytest.raises(HttpError, match="Try again in a moment") as caught:
                await request()
            assert caught.value.status == 503


# -------------------------------------------------------------------- the lobby


async def join_lobby(rooms: Rooms, *keys: str) -> Callable[[], Message]:
    """Connect a client to the lobby; return a function that returns the latest list it was sent."""
    connection = Connection(SeatAccess())
    await rooms.lobby.join(connection, keys)
    rows: list[Message] = []

    def latest() -> Message:
        while not connection.outgoing.empty():
            text = connection.outgoing.get_nowait()
            assert text is not None
            rows.append(json.loads(text))
        return rows[-1]

    return latest


@async_test
async def test_the_lobby_lists_own_matches_and_public_ones(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        mine = await rooms.create(match_spec())
        shown = await rooms.create(match_spec(listed=True))
        await rooms.create(match_spec())
        rows = (await join_lobby(rooms, mine.seat_keys[1], mine.host_key, "nonsense"))()
        assert rows["type"] == "lobby_list"
        (own,) = rows["mine"]
        assert (own["info"]["id"], own["mine"], own["pending"], own["turn"]) == (mine.id, [1], [], "Turn 1")
        assert [row["info"]["id"] for row in rows["watch"]] == [shown.id]
        both = (await join_lobby(rooms, mine.seat_keys[0], shown.host_key))()
        assert {row["info"]["id"]: row["pending"] for row in both["mine"]} == {mine.id: [0], shown.id: []}
        assert both["watch"] == []


@async_test
async def test_the_lobby_is_updated_when_matches_change(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        mine, shown = await rooms.create(match_spec()), await rooms.create(match_spec(listed=True))
        latest = await join_lobby(rooms, mine.seat_keys[1])
        assert latest()["mine"][0]["pending"] == []
        red, _ = await join_all(rooms, mine)
        await red.play("hold")
        while latest()["mine"][0]["pending"] != [1]:
            await asyncio.sleep(0.01)
        assert latest()["mine"][0]["info"]["seats"][0]["online"]
        red, white = await join_all(rooms, shown)
        for client in (red, white, red, white):
            await client.wait_for_turn()
            await client.play("hold")
            client.frame = {}
        while latest()["watch"][0]["move"] != 4:
            await asyncio.sleep(0.01)


@async_test
async def test_a_pending_bot_move_is_played_when_the_lobby_shows_its_match(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, seed=2))
        assert rooms.loaded_count == 0
    async with open_rooms(workers, file) as rooms:
        latest = await join_lobby(rooms, created.seat_keys[1])
        assert latest()["mine"][0]["pending"] == []
        while latest()["mine"][0]["pending"] != [1]:
            await asyncio.sleep(0.01)
        assert rooms.loaded_count == 1
