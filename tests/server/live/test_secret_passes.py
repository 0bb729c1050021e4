"""Secret passes: no number, log line or frame reveals the decision to other clients."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from hippodrome.server import wire
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import PERSON, Message, RoomClient, async_test, join, join_all, match_spec, open_rooms

MOVE_COUNT = 250


async def play_race(clients: list[RoomClient], moves: int) -> int:
    """Play the first choice of each seat, which passes secret decisions; return the number of secret passes."""
    passed = 0
    room = clients[0].room
    while len(room.session.match.moves) < moves and not room.session.is_over:
        decision = room.session.decision
        assert decision is not None
        client = clients[decision.seats[0]]
        await client.wait_for_turn()
        before = client.frame["n"]
        actions = [choice["action"] for choice in client.frame["ask"]["choices"]]
        action = "pass" if "pass" in actions else actions[0]
        assert (await client.play(action))["type"] == "done"
        await client.wait_until(lambda frame, before=before: frame["n"] > before)  # type: ignore[misc]
        passed += decision.secret and action == "pass"
    return passed


def frames_of(client: RoomClient) -> list[Message]:
    return [message for message in client.received if message["type"] == "frame"]


@async_test
async def test_other_clients_do_not_notice_a_secret_pass(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches"
    async with open_rooms(workers, file) as rooms:
        spec = match_spec(
            PERSON, PERSON, PERSON, PERSON, game="benhur", scenario="circus", seed=2, options={"tricks": 2}
        )
        created = await rooms.create(spec)
        clients = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        passed = await play_race(clients, MOVE_COUNT)
        assert passed, "there was no secret decision"
        session = clients[0].room.session
        assert session.move == len(session.match.moves) - passed
        await watcher.drain()
        numbers = [(frame["n"], frame["move"]) for frame in frames_of(watcher)]
        assert numbers == sorted(numbers)
        assert numbers[-1] == (session.n - passed, session.move)
        assert {after - before for (before, _), (after, _) in itertools.pairwise(numbers)} <= {0, 1}
        for frame in frames_of(watcher)[1:]:
            is_waiting = frame["scene"]["prompt"].startswith("Waiting")
            assert frame["lines"] or not is_waiting, "a frame shows only that a secret question was asked"
        last_move, visible = session.status().move, [session.visible_n({seat}) for seat in range(4)]
        assert last_move == session.move
        assert max(visible) > numbers[-1][0]
    async with open_rooms(workers, file) as rooms:
        again = await join(rooms, created.id, [created.seat_keys[0]])
        assert again.frame["n"] == visible[0], "the numbers are the same after the match has been reloaded"
        assert again.frame["move"] == last_move
        history = await rooms.history(created.id)
        assert replay.full_log(history, -1).move == last_move
        last = replay.frame_at(history, last_move, -1)
        assert not isinstance(last, int)
        assert last.description == again.room.session.match.describe(None)
        assert replay.frame_at(history, last_move + 1, -1) == last_move


@async_test
async def test_the_numbers_are_the_same_after_loading_from_a_snapshot_in_memory(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        spec = match_spec(
            PERSON, PERSON, PERSON, PERSON, game="benhur", scenario="circus", seed=2, options={"tricks": 2}
        )
        created = await rooms.create(spec)
        clients = await join_all(rooms, created)
        await play_race(clients, MOVE_COUNT)
        session, loaded = clients[0].room.session, await rooms._store.load(created.id)
        assert loaded is not None
        assert loaded.snapshot is not None
        assert loaded.entries, "the last entries are not part of the snapshot"
        again = MatchSession(loaded, time.monotonic)
        assert (again.n, again.move, again.status().pending) == (session.n, session.move, session.status().pending)
        assert [again.visible_n({seat}) for seat in range(4)] == [session.visible_n({seat}) for seat in range(4)]


@async_test
async def test_a_second_answer_to_a_secret_decision_is_refused(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        spec = match_spec(
            PERSON, PERSON, PERSON, PERSON, game="benhur", scenario="circus", seed=2, options={"tricks": 2}
        )
        clients = await join_all(rooms, await rooms.create(spec))
        room = clients[0].room
        while True:
            decision = room.session.decision
            assert decision is not None
            client = clients[decision.seats[0]]
            await client.wait_for_turn()
            n, mine = client.frame["n"], client.frame["ask"]["mine"]
            action = client.frame["ask"]["choices"][0]["action"]
            assert (await client.play(action))["type"] == "done"
            if decision.secret:
                break
            await client.wait_until(lambda frame, n=n: frame["n"] > n)  # type: ignore[misc]
        refused = await client.play("pass", mine, n)
        assert refused["type"] == "rejected"


@async_test
async def test_a_secret_pass_switches_a_shared_screen_to_the_next_player(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        spec = match_spec(PERSON, PERSON, PERSON, game="benhur", scenario="circus", seed=31, options={"tricks": 2})
        created = await rooms.create(spec)
        keys = created.seat_keys
        screen, remote = await join(rooms, created.id, [keys[0], keys[1]]), await join(rooms, created.id, [keys[2]])
        session = screen.room.session
        passed_by = -1
        while True:
            decision = session.decision
            assert decision is not None
            (seat,) = decision.seats
            for client in (screen, remote):
                await client.drain()
            if decision.secret and passed_by == 2 and seat != 2 and screen.frame["curtain"] >= 0:
                break
            assert seat == 2 or seat in (screen.frame["viewer"], screen.frame["curtain"])
            if screen.frame["curtain"] >= 0:
                screen.send(wire.ViewAs(screen.frame["curtain"]))
            actions = [action.text for action in session.match.proposals()]
            is_pass = decision.secret and "pass" in actions
            mover = remote if seat == 2 else screen
            assert (await mover.play("pass" if is_pass else actions[0], seat))["type"] == "done"
            passed_by = seat if is_pass else -1
        assert (screen.frame["viewer"], screen.frame["curtain"], screen.frame["ask"]) == (-1, seat, None)
        assert screen.frame["lines"] == []
