"""Clients that flood a room or the lobby: limited queues, rates per seat, shared frames and lists."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from hippodrome.server import wire
from hippodrome.server.clients import Client, working_for
from hippodrome.server.live import connection as connections
from hippodrome.server.live import match_session, viewers
from hippodrome.server.live.command_queue import MAX_WAITING_REQUESTS
from hippodrome.server.live.connection import CLOSE_TRY_AGAIN_LATER, Connection
from hippodrome.server.live.frames import make_frame
from hippodrome.server.live.match_session import ENTRIES_PER_TURN, TOO_MANY_ENTRIES, RequestRejected
from hippodrome.server.live.room import REPLACED, TOO_MANY_REQUESTS
from hippodrome.server.live.seat_rates import ACCESS, CHAT, LEAVING, NAME, NOTES, SeatRates
from hippodrome.server.live.table_services import TableServices
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.storage.rows import SEAT
from hippodrome.server.workers.pool import Workers
from tests.server.inline_workers import InlineWorkers
from tests.server.live.test_room import join_with_all_keys, play_first_choice, play_until_forced
from tests.server.room_client import async_test, join, join_all, match_spec, open_rooms

RECORDS = Path(__file__).parents[2] / "records"

# -------------------------------------------------------------------- requests that wait


@async_test
async def test_only_the_newest_preview_counts_and_each_is_answered(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec(game="drill", scenario="yard")))
        action = red.room.session.match.proposals()[0].text
        for number in range(1, 101):
            red.send(wire.Preview(number, 0, 0, action))
        answers: dict[int, str] = {}
        while len(answers) < 100:
            answer = await red.wait_for("previewed", "rejected")
            answers[answer["id"]] = answer["text"] if answer["type"] == "rejected" else "previewed"
        assert answers == {**dict.fromkeys(range(1, 100), REPLACED), 100: "previewed"}


@async_test
async def test_a_replaced_view_is_not_drawn_and_needs_no_answer(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        both = await join(rooms, created.id, list(created.seat_keys.values()))
        for seat in (0, 1, 0, 1):
            both.send(wire.ViewAs(seat))
        messages = await both.drain()
        assert [message["viewer"] for message in messages if message["type"] == "frame"] == [1]
        assert not [message for message in messages if message["type"] == "rejected"]


@async_test
async def test_a_client_with_too_many_waiting_requests_gets_a_rejection(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, white = await join_all(rooms, await rooms.create(match_spec()))
        for number in range(1, MAX_WAITING_REQUESTS + 1):
            red.send(wire.Undo(number, 0, 0))
        red.send(wire.Play(99, 0, 0, "hold"))
        rejection = await red.wait_for("rejected")
        assert (rejection["id"], rejection["text"]) == (99, TOO_MANY_REQUESTS)
        while (await red.wait_for("rejected"))["id"] != MAX_WAITING_REQUESTS:
            pass
        assert len(red.room._commands) == 0
        red.last_id = 99
        assert (await red.play("hold"))["type"] == "done", "it may continue once they are answered"
        assert (await white.wait_for_turn())["n"] == 1


@async_test
async def test_moves_keep_their_order_among_previews(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec()))
        red.send(wire.Preview(1, 0, 0, "roll"))
        red.send(wire.Play(2, 0, 0, "hold"))
        red.send(wire.Preview(3, 0, 0, "hold"))
        red.send(wire.Chat(0, "done"))
        red.send(wire.Preview(4, 0, 0, "roll"))
        kinds: list[tuple[str, int]] = []
        while len(kinds) < 5:
            answer = await red.wait_for("done", "rejected", "previewed", "chat_posted")
            kinds.append((answer["type"], answer.get("id", 0)))
        assert kinds == [("rejected", 1), ("rejected", 3), ("done", 2), ("chat_posted", 0), ("previewed", 4)]


@async_test
async def test_what_a_closed_connection_has_asked_is_dropped_and_its_move_is_played(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    previews: list[object] = []
    monkeypatch.setattr(TableServices, "send_preview", lambda *arguments: previews.append(arguments))
    async with open_rooms(workers) as rooms:
        red, white = await join_all(rooms, await rooms.create(match_spec()))
        red.send(wire.Play(1, 0, 0, "hold"))
        red.send(wire.Preview(2, 1, 0, "hold"))
        red.send(wire.Hint(3, 1, 0))
        red.disconnect()
        assert len(red.room._commands) == 2
        assert (await white.wait_for_turn())["n"] == 1
        await white.wait_for("info_changed")
        assert not previews


@async_test
async def test_closing_a_room_finishes_moves_and_drops_questions(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        red.send(wire.Play(1, 0, 0, "hold"))
        red.send(wire.Preview(2, 0, 0, "hold"))
        await red.room.close()
        assert len(await rooms._store.entries(created.id)) == 1
        answers = []
        while (text := await red.connection.next_text()) is not None:
            answers.append(json.loads(text).get("id"))
        assert 1 in answers
        assert 2 not in answers


@async_test
async def test_a_flood_of_one_address_does_not_hold_up_another_at_the_same_table(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        red.connection.client = red.connection.client._replace(address="honest")
        watcher = await join(rooms, created.id)
        watcher.connection.client = watcher.connection.client._replace(address="flooding")
        rooms.scheduler.charge("honest", 0.0)
        rooms.scheduler.charge("flooding", 100.0)
        for _ in range(MAX_WAITING_REQUESTS):
            watcher.send(wire.Explain(1, 0))
        assert (await red.play("hold"))["type"] == "done"
        assert len(red.room._commands) == MAX_WAITING_REQUESTS


# -------------------------------------------------------------------- frames and unsent text


@async_test
async def test_spectators_who_joined_at_different_times_share_their_frames(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def count_frame(*args: Any, **kwargs: Any) -> Any:
        drawn.append(kwargs["viewer"])
        return make_frame(*args, **kwargs)

    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        watchers = [await join(rooms, created.id) for _ in range(10)]
        for watcher in watchers[:5]:
            watcher.send(wire.ViewAs(-1))
            await watcher.drain()
        monkeypatch.setattr(viewers, "make_frame", count_frame)
        await red.play("hold")
        await white.wait_for_turn()
        assert sorted(drawn) == [-1, 0, 1]
        for watcher in watchers:
            assert (await watcher.wait_until(lambda frame: frame["n"] == 1))["viewer"] == -1


@async_test
async def test_the_unsent_text_of_an_address_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LONG_QUEUE_CHARS", 100)
    monkeypatch.setattr(connections, "MAX_QUEUED_CHARS_PER_ADDRESS", 1_000)
    slow = [Connection(SeatAccess(), address="slow") for _ in range(10)]
    other = Connection(SeatAccess(), address="another")
    for _ in range(3):
        for each in (*slow, other):
            each.send_text("x" * 50)
    assert {each.close_code for each in slow} == {1000, CLOSE_TRY_AGAIN_LATER}
    assert sum(each.queued_chars for each in slow if not each.is_closed) <= 1_000
    assert not other.is_closed


@async_test
async def test_an_address_that_has_used_its_share_waits_for_replays_too(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        rooms.scheduler.charge("honest", 0.0)
        rooms.scheduler.charge("greedy", 100.0)
        with working_for(Client("greedy")):
            greedy = asyncio.create_task(rooms.history(created.id))
        with working_for(Client("honest")):
            await rooms.history(created.id)
        assert not greedy.done()
        await greedy


# -------------------------------------------------------------------- names and seats


@pytest.mark.parametrize("rate", [CHAT, NOTES, NAME, LEAVING, ACCESS])
def test_a_rate_counts_per_seat_and_in_a_window(rate: Any) -> None:
    now = 0.0
    rates = SeatRates(lambda: now)
    for _ in range(rate.maximum):
        rates.count(rate, 0)
    with pytest.raises(RequestRejected, match="Wait"):
        rates.count(rate, 0)
    rates.count(rate, 1)
    now = rate.window_s
    rates.count(rate, 0)


@async_test
async def test_a_name_cannot_be_changed_all_the_time_by_reconnecting(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        for number in range(NAME.maximum + 3):
            red = await join(rooms, created.id, [created.seat_keys[0]])
            red.send(wire.Rename(0, f"Name {number}"))
            if number >= NAME.maximum:
                assert (await red.wait_for("rejected"))["text"] == NAME.text
            else:
                await red.drain()
            red.disconnect()
        assert len(await rooms._store.entries(created.id)) == NAME.maximum


@async_test
async def test_a_seat_cannot_change_hands_all_the_time_but_its_player_can_always_return(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        _, white = await join_all(rooms, created)
        answers = []
        for _ in range(LEAVING.maximum + 2):
            for request in (wire.Leave, wire.Return):
                white.last_id += 1
                white.send(request(white.last_id, 1))
                answers.append(await white.wait_for_answer())
        texts = [answer.get("text", "") for answer in answers]
        assert texts == [""] * 2 * LEAVING.maximum + [LEAVING.text, "This seat is already yours."] * 2
        entries = [entry for entry in await rooms._store.entries(created.id) if entry.kind == SEAT]
        assert len(entries) == 2 * LEAVING.maximum
        assert not rooms._rooms[created.id].session.players[1].level


@async_test
async def test_a_journal_cannot_grow_without_end(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_session, "MAX_EXTRA_ENTRIES", 12)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        await play_until_forced(red)
        session, seat, undos = red.room.session, red.frame["viewer"], 0
        while (answer := await red.undo(seat))["type"] == "done":
            undos += 1
            assert undos <= 6, "each undo adds at least two entries"
            await red.wait_until(lambda frame: frame["undone"])
            await play_first_choice(red)
        assert answer["text"] == TOO_MANY_ENTRIES
        red.send(wire.Rename(0, "Another name"))
        assert (await red.wait_for("rejected"))["text"] == TOO_MANY_ENTRIES
        red.last_id += 1
        red.send(wire.Leave(red.last_id, 0))
        assert (await red.wait_for_answer())["text"] == TOO_MANY_ENTRIES
        before = session.n
        await play_first_choice(red)
        assert session.n > before, "the match can be played on"


# -------------------------------------------------------------------- the lobby


async def wait_for_names(connection: Connection, name: str) -> int:
    """Read lists until one shows a name; return how many there were."""
    for count in range(1, 1_000):
        text = await asyncio.wait_for(connection.next_text(), 60)
        assert text is not None
        if name in text:
            return count
    raise AssertionError("the last name was never sent")


@async_test
async def test_lobby_clients_get_few_lists_and_the_last_one_is_current(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_rooms(workers) as rooms:
        queries: list[int] = []
        list_public = rooms._store.list_public

        async def count_query(limit: int) -> Any:
            queries.append(limit)
            return await list_public(limit)

        monkeypatch.setattr(rooms._store, "list_public", count_query)
        created = await rooms.create(match_spec(listed=True))
        clients = [Connection(SeatAccess(), address="many") for _ in range(40)]
        for client in clients:
            await rooms.lobby.join(client, [])
        for number in range(200):
            match = await rooms._store.row(created.id)
            assert match is not None
            match.players[0].name = f"Name {number}"
            rooms.lobby.match_changed(match)
        red, _ = await join_all(rooms, created)
        red.send(wire.Rename(0, "Last name"))
        counts = [await wait_for_names(client, "Last name") for client in clients]
        assert max(counts) <= 10
        assert len(queries) <= 20, "they share what is read from the disk"


@async_test
async def test_a_lobby_client_that_must_wait_gets_only_the_newest_list(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(listed=True))
        client = Connection(SeatAccess(), address="greedy")
        await rooms.lobby.join(client, [])
        await client.next_text()
        rooms.scheduler.charge("honest", 0.0)
        rooms.scheduler.charge("greedy", 100.0)
        red, _ = await join_all(rooms, created)
        for name in ("One", "Two", "Three"):
            red.send(wire.Rename(0, name))
            await red.drain()
            rooms.lobby._send_lists([client])
            await asyncio.sleep(0)
        assert client.outgoing.empty()
        assert await wait_for_names(client, "Three") == 1


@async_test
async def test_a_long_match_is_loaded_in_turn_with_other_work() -> None:
    record = (RECORDS / "chariot-bubastis.record").read_text(encoding="utf-8")
    async with open_rooms(InlineWorkers(1)) as rooms:
        id = await rooms.import_record(record)
        turns, loading = 0, asyncio.ensure_future(rooms.get(id))
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        session = loading.result().session
        assert session.n > 500
        assert turns >= session.n // ENTRIES_PER_TURN, "the whole match was replayed at once"
        assert session.is_over
        with working_for(Client("192.0.2.1")):
            assert await rooms.get(id) is loading.result()
