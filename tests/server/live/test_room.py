"""A room: playing, refusing and undoing actions, bots, failed writes and reloads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.game import Game
from hippodrome.kit.match import Match
from hippodrome.kit.reactions import Sealed
from hippodrome.kit.state import State
from hippodrome.server import wire
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.live.room import CHANGE_NOT_SAVED, MOVE_NOT_SAVED
from hippodrome.server.live.rooms import CreatedMatch, Rooms, SeatSpec
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.progress_rows import Progress
from hippodrome.server.storage.rows import (
    BY_BOT,
    CHOSEN,
    FORCED,
    LATE,
    JournalEntry,
    MatchStatus,
    Snapshot,
    table_notes,
)
from hippodrome.server.storage.store import Store
from hippodrome.server.workers import replay
from hippodrome.server.workers.advice import REASONS_ARE_UNKNOWN
from hippodrome.server.workers.bot_decision import BotDecision
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import (
    BOT,
    PERSON,
    FailingStore,
    RoomClient,
    async_test,
    join,
    join_all,
    match_spec,
    open_rooms,
)
from tests.support import COMPILED


def store_of(rooms: Rooms) -> Store:
    return rooms._store


async def entries(rooms: Rooms, created: CreatedMatch) -> list[JournalEntry]:
    return await store_of(rooms).entries(created.id)


# -------------------------------------------------------------------- an action


@async_test
async def test_an_action_is_acknowledged_and_sent_to_all_clients(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        assert (await red.play("roll"))["n"] == 1
        for client, viewer in ((red, 0), (white, 1), (watcher, -1)):
            frame = await client.wait_until(lambda frame: frame["n"] == 1)
            assert (frame["viewer"], frame["move"]) == (viewer, 1)
            assert "Red" in frame["lines"][0]["text"]
            assert frame["ask"]["mine"] == (0 if viewer == 0 else -1)
        (entry,) = await entries(rooms, created)
        assert (entry.n, entry.kind, entry.seat, entry.text, entry.how) == (1, "move", 0, "roll", CHOSEN)


class SlowStore(MemoryStore):
    """A store that saves entries only when the test allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.append_called = asyncio.Event()
        self.may_write = asyncio.Event()

    async def append(
        self,
        id: str,
        entries: Sequence[JournalEntry],
        status: MatchStatus,
        snapshot: Snapshot | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.append_called.set()
        await self.may_write.wait()
        await super().append(id, entries, status, snapshot, progress)


@async_test
async def test_an_action_is_sent_only_after_it_is_saved(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        slow = rooms._store = SlowStore()
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        await white.wait_for("info_changed", "log")
        while not red.connection.outgoing.empty() or not white.connection.outgoing.empty():
            await asyncio.gather(
                *[client.receive() for client in (red, white) if not client.connection.outgoing.empty()]
            )
        red.send(wire.Play(1, 0, 0, "roll"))
        await slow.append_called.wait()
        queued = [red.connection.outgoing.qsize(), white.connection.outgoing.qsize()]
        slow.may_write.set()
        assert (await red.wait_for("done"))["n"] == 1
        assert (await white.wait_for("frame"))["n"] == 1
        assert "frame" not in [message["type"] for message in red.received[-1:]]
        assert queued[0] <= 1, "at most the log, which is sent independently, may be queued"


@async_test
async def test_the_acknowledgement_is_sent_before_the_frames(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec()))
        red.send(wire.Play(5, 0, 0, "roll"))
        kinds = [(await red.wait_for("done", "frame"))["type"], (await red.wait_for("done", "frame"))["type"]]
        assert kinds == ["done", "frame"]


@async_test
async def test_the_full_log_follows_the_first_frame(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        for client in (red, white):
            assert (await client.wait_for("log"))["lines"] == []
        for _ in range(3):
            await red.play("roll")
            await red.wait_until(lambda frame: frame["n"] >= len(red.received) or frame["n"] > 0)
            if red.frame["ask"]["mine"] != 0:
                break
        late = await join(rooms, created.id)
        log = await late.wait_for("log")
        assert log["viewer"] == -1
        assert log["lines"]
        assert log["move"] == late.frame["move"]


# -------------------------------------------------------------------- refusals


@pytest.mark.skipif(COMPILED, reason="a method of a compiled class cannot be replaced")
@async_test
async def test_each_action_is_checked_once(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    check = Game.check

    def count_checks(game: Game, state: State, seat: int, action: Action) -> Refusal | None:
        checked.append(action.text)
        return check(game, state, seat, action)

    monkeypatch.setattr(Game, "check", count_checks)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        await play_until_forced(red)
        played = [entry.text for entry in await entries(rooms, created)]
        assert checked == played, "the choices and the forced moves"
        checked.clear()
        await red.play("swim")
        assert checked == ["swim"]
    async with open_rooms(workers) as rooms:
        checked.clear()
        created = await rooms.create(match_spec(BOT, PERSON, seed=2))
        (white,) = await join_all(rooms, created)
        await white.wait_for_turn()
        assert checked == [entry.text for entry in await entries(rooms, created)], "the moves of a bot"


@async_test
async def test_an_illegal_action_costs_no_time(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(clock=wire.Limits(1, 30)))
        red, _ = await join_all(rooms, created)
        clocks = red.room.session.clocks
        clocks._started_ms[0] -= 5_000
        assert (await red.play("swim"))["type"] == "rejected"
        assert clocks.used_ms.get(0, 0) == 0
        assert (await red.play("roll"))["type"] == "done"
        assert clocks.used_ms[0] >= 4_000


@async_test
async def test_a_pass_after_the_end_of_the_match_is_refused(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, BOT, options={"goal": 20}))
        (red,) = await join_all(rooms, created)
        while red.frame["outcome"] is None:
            if red.frame["ask"] and red.frame["ask"]["mine"] == 0:
                await red.play("roll")
            await red.wait_for("frame")
        assert "The match is over" in (await red.play("pass", 0))["text"]


@async_test
async def test_an_illegal_action_is_refused_and_changes_nothing(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        refused = await red.play("swim", 0)
        assert refused["type"] == "rejected"
        assert refused["rule"] == "PIG-2"
        assert "Legal now: roll, hold." in refused["text"]
        assert "not this seat's decision" in (await white.play("roll", 1, 0))["text"]
        assert "not your seat" in (await white.play("roll", 0, 0))["text"]
        assert "not your seat" in (await watcher.play("roll", 0, 0))["text"]
        assert "not your seat" in (await watcher.play("roll", 77, 0))["text"]
        assert await entries(rooms, created) == []


@async_test
async def test_a_stale_action_is_refused_with_the_current_number(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, _ = await join_all(rooms, await rooms.create(match_spec()))
        await red.play("roll")
        assert (await red.wait_until(lambda frame: frame["n"] == 1))["ask"]["mine"] == 0
        for n in (0, 2, -5):
            refused = await red.play("hold", 0, n)
            assert (refused["type"], refused["n"]) == ("rejected", 1)
            assert "position has changed" in refused["text"]


@async_test
async def test_a_repeated_request_is_executed_once_and_answered_each_time(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        for _ in range(3):
            red.send(wire.Play(9, 0, 0, "roll"))
        answers = [await red.wait_for("done", "rejected") for _ in range(3)]
        assert answers == [{"type": "done", "id": 9, "n": 1, "stopped": "", "rule": ""}] * 3
        assert len(await entries(rooms, created)) == 1
        red.send(wire.Play(10, 0, 0, "swim"))
        red.send(wire.Play(10, 0, 0, "swim"))
        assert (await red.wait_for("rejected")) == (await red.wait_for("rejected"))


@async_test
async def test_a_finished_match_accepts_no_actions_and_can_be_viewed_from_every_seat(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, BOT, options={"goal": 20}))
        (red,) = await join_all(rooms, created)
        watcher = await join(rooms, created.id)
        while red.frame["outcome"] is None:
            if red.frame["ask"] and red.frame["ask"]["mine"] == 0:
                await red.play("roll")
            await red.wait_for("frame")
        assert "over" in (await red.play("roll", 0))["text"]
        red.send(wire.Leave(50, 0))
        assert "over" in (await red.wait_for("rejected"))["text"]
        assert (await watcher.wait_for("info_changed"))["info"]["over"] or watcher.frame["outcome"]
        watcher.send(wire.ViewAs(1))
        assert (await watcher.wait_until(lambda frame: frame["viewer"] == 1))["outcome"] is not None


# -------------------------------------------------------------------- forced moves and undo


async def play_first_choice(red: RoomClient) -> int:
    """Play the first choice for the seat on screen, read until the next one, and return the entry of the first."""
    answer = await red.play(red.frame["ask"]["choices"][0]["action"])
    assert answer["type"] == "done"
    await red.wait_for("frame")
    while red.frame["ask"] is None and red.frame["curtain"] < 0:
        await red.wait_for("frame")
    if red.frame["curtain"] >= 0:
        red.send(wire.ViewAs(red.frame["curtain"]))
        await red.wait_for_turn()
    return int(answer["n"])


async def play_until_forced(red: RoomClient) -> int:
    """Play until a forced move follows that can be undone; return the entry number of the choice before it."""
    while True:
        chosen = await play_first_choice(red)
        if red.frame["n"] > chosen and red.frame["undo"] == "":
            return chosen


async def join_with_all_keys(rooms: Rooms, created: CreatedMatch) -> RoomClient:
    """Connect one client with the keys of all seats, and show it the seat that decides first."""
    red = await join(rooms, created.id, list(created.seat_keys.values()))
    if red.frame["curtain"] >= 0:
        red.send(wire.ViewAs(red.frame["curtain"]))
        await red.wait_for_turn()
    return red


@async_test
async def test_forced_moves_are_played_by_the_room(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        chosen = await play_until_forced(red)
        saved = await entries(rooms, created)
        assert saved[chosen - 1].how == CHOSEN
        assert {entry.how for entry in saved[chosen:]} == {FORCED}
        numbers = [message["n"] for message in red.received if message["type"] == "frame"]
        assert sorted(set(numbers)) == list(range(red.frame["n"] + 1)), "a frame for each entry"
        frames = {message["n"]: message for message in red.received if message["type"] == "frame"}
        assert all(frames[n]["ask"] is None for n in range(chosen, red.frame["n"]))


@async_test
async def test_undo_returns_to_the_last_choice(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        chosen = await play_until_forced(red)
        moves, seat = red.frame["move"], red.frame["viewer"]
        steps = red.frame["n"] - chosen + 1
        before = {m["n"]: m for m in red.received if m["type"] == "frame"}[chosen - 1]
        assert (await red.undo(seat))["type"] == "done"
        frame = await red.wait_until(lambda frame: frame["undone"])
        assert frame["move"] == moves - steps
        assert frame["description"] == before["description"]
        assert frame["ask"]["choices"] == before["ask"]["choices"]
        last = (await entries(rooms, created))[-1]
        assert (last.kind, last.text) == ("undo", str(steps))


@async_test
async def test_undo_is_refused_with_the_reason(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        red, white = await join_all(rooms, await rooms.create(match_spec()))
        assert red.frame["undo"] is None
        assert "nothing has been played yet" in (await red.undo(0))["text"]
        await red.play("roll")
        await red.wait_until(lambda frame: frame["n"] == 1)
        assert "dice have been rolled" in str(red.frame["undo"])
        assert "dice have been rolled" in (await red.undo(0))["text"]
        assert "another player's decision" in (await white.undo(1))["text"]
        assert "not your seat" in (await white.undo(0))["text"]


@async_test
async def test_a_seat_cannot_undo_the_move_of_another_that_decides_at_the_same_time(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        session = (await rooms.get(created.id)).session
        while session.match.undo_refusal or session.match.moves[-1].seat != 1:
            session.match.play(session.match.proposals()[0])
        session.match.state.agenda.append(Sealed(("", "")))
        session._update_pending()
        assert session.undo_refusal(1) == ""
        assert session.undo_refusal(0) == "Can't undo: the last move was another player's."


@async_test
async def test_undo_works_after_the_match_has_been_reloaded(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        chosen = await play_until_forced(red)
        before = {m["n"]: m for m in red.received if m["type"] == "frame"}[chosen - 1]
        seat = red.frame["viewer"]
    async with open_rooms(workers, file) as rooms:
        red = await join(rooms, created.id, list(created.seat_keys.values()), view_as=seat)
        assert red.frame["undo"] == ""
        assert (await red.undo(seat))["type"] == "done"
        assert (await red.wait_until(lambda frame: frame["undone"]))["description"] == before["description"]


# -------------------------------------------------------------------- bots


@async_test
async def test_bots_play_until_a_person_must_decide(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, seed=2))
        (white,) = await join_all(rooms, created)
        await white.wait_for_turn()
        saved = await entries(rooms, created)
        assert saved
        assert {(entry.seat, entry.how) for entry in saved} == {(0, BY_BOT)}


@async_test
async def test_bots_play_among_themselves_only_while_a_client_watches(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, BOT))
        room = await rooms.get(created.id)
        while not room.is_idle:
            await asyncio.sleep(0)
        assert await entries(rooms, created) == []
        watcher = await join(rooms, created.id)
        assert (await watcher.wait_until(lambda frame: frame["outcome"] is not None))["outcome"]["reason"]


@async_test
async def test_bots_play_the_same_moves_after_a_restart(workers: Workers, tmp_path: Path) -> None:
    async def moves(rooms: Rooms, created: CreatedMatch) -> list[tuple[int, str]]:
        return (await rooms.history(created.id)).moves

    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, BOT, seed=11))
        await (await join(rooms, created.id)).wait_until(lambda frame: frame["outcome"] is not None)
        whole = await moves(rooms, created)
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec(BOT, BOT, seed=11))
        await (await join(rooms, created.id)).wait_until(lambda frame: frame["n"] >= 5)
    async with open_rooms(workers, file) as rooms:
        moves_before = await moves(rooms, created)
        await (await join(rooms, created.id)).wait_until(lambda frame: frame["outcome"] is not None)
        assert await moves(rooms, created) == whole
        assert 5 <= len(moves_before) < len(whole)
        assert moves_before == whole[: len(moves_before)]


@async_test
async def test_a_match_continues_when_a_bot_fails(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> str:
        raise ValueError("no idea")

    monkeypatch.setattr(workers, "choose_action", fail)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, seed=2))
        (white,) = await join_all(rooms, created)
        await white.wait_for_turn()
        assert {entry.text for entry in await entries(rooms, created)} == {"roll"}
        assert "bot failed" in caplog.text


@async_test
async def test_an_illegal_decision_of_a_bot_is_replaced_by_the_first_proposal(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def swim(*_: object) -> BotDecision:
        return BotDecision("swim", [], "swim")

    monkeypatch.setattr(workers, "choose_action", swim)
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, seed=2, hints=True))
        (white,) = await join_all(rooms, created)
        await white.wait_for_turn()
        assert {entry.text for entry in await entries(rooms, created)} == {"roll"}
        white.send(wire.Explain(7, 1))
        assert (await white.wait_for("rejected"))["text"] == REASONS_ARE_UNKNOWN


# -------------------------------------------------------------------- failures and reloads


@async_test
async def test_an_action_that_cannot_be_saved_is_refused_and_rolled_back(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        await red.play("roll")
        first = await red.wait_until(lambda frame: frame["n"] == 1)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = await red.play("hold")
        assert refused["n"] == 1
        assert "could not be saved and was not played" in refused["text"]
        assert (await white.wait_until(lambda frame: frame["undone"]))["n"] == 1
        assert red.frame["description"] == first["description"]
        assert red.frame["scene"]["complete"]
        other.execute("ROLLBACK")
        other.close()
        assert (await red.play("hold"))["n"] == 2
        assert (await white.wait_until(lambda frame: frame["n"] == 2))["ask"]["mine"] == 1
        assert [entry.text for entry in await entries(rooms, created)] == ["roll", "hold"]


async def fail_writes(rooms: Rooms, created: CreatedMatch) -> FailingStore:
    """Let every later write of a match fail."""
    failing = FailingStore()
    failing.__dict__.update(store_of(rooms).__dict__)
    (await rooms.get(created.id))._store = failing
    return failing


@async_test
async def test_nothing_of_a_change_that_cannot_be_saved_is_sent(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        await play_until_forced(red)
        watcher = await join(rooms, created.id)
        saved, viewer, session = await entries(rooms, created), red.frame["viewer"], red.room.session
        digest, players = session.match.digest(), session.players
        await red.drain()
        await fail_writes(rooms, created)
        refused = await red.play(red.frame["ask"]["choices"][0]["action"])
        assert refused["text"] == MOVE_NOT_SAVED
        assert (await red.undo(viewer))["text"] == CHANGE_NOT_SAVED
        red.send(wire.Rename(viewer, "Messala"))
        assert (await red.wait_for("rejected"))["text"] == CHANGE_NOT_SAVED
        sent = [*red.received[-3:], *await watcher.drain()]
        frames = [message for message in sent if message["type"] == "frame"]
        assert {(frame["n"], frame["undone"], frame["scene"]["complete"]) for frame in frames} == {
            (len(saved), True, True)
        }
        assert not [message for message in sent if message["type"] in ("done", "info_changed")]
        assert viewer in (red.frame["viewer"], red.frame["curtain"]), "the screen is back at the same player"
        restored = red.room.session
        assert restored is not session
        assert (restored.n, restored.match.digest(), restored.players) == (len(saved), digest, players)
        assert await entries(rooms, created) == saved


@async_test
async def test_a_change_that_was_saved_although_the_store_reported_a_failure_is_acknowledged(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, white = await join_all(rooms, created)
        (await fail_writes(rooms, created)).saves_first = True
        assert await red.play("roll") == {"type": "done", "id": 1, "n": 1, "stopped": "", "rule": ""}
        assert (await white.wait_until(lambda frame: frame["n"] == 1))["scene"]["complete"]
        assert [message["type"] for message in await white.drain() if message["type"] == "frame"] == []


@async_test
async def test_the_name_of_a_player_is_public_only_after_it_is_saved(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        slow = rooms._store = SlowStore()
        created = await rooms.create(match_spec(SeatSpec(True, name="Ann"), PERSON))
        red, _ = await join_all(rooms, created)
        red.send(wire.Rename(0, "Zoë"))
        await slow.append_called.wait()
        assert red.room.info().seats[0].name == "Ann"
        slow.may_write.set()
        while (await red.wait_for("info_changed"))["info"]["seats"][0]["name"] != "Zoë":
            pass


@async_test
async def test_a_bot_move_that_could_not_be_saved_is_retried(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippodrome.server.live.room.RETRY_DELAY_S", 0.01)
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec(BOT, PERSON, seed=2))
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        (white,) = await join_all(rooms, created)
        await white.wait_until(lambda frame: frame["undone"])
        other.execute("ROLLBACK")
        other.close()
        await white.wait_for_turn()
        assert [entry.n for entry in await entries(rooms, created)] == list(range(1, white.frame["n"] + 1))


@async_test
async def test_a_room_that_crashes_does_not_affect_other_rooms(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_rooms(workers) as rooms:
        broken, fine = await rooms.create(match_spec()), await rooms.create(match_spec())
        red, white = await join_all(rooms, broken)
        other, _ = await join_all(rooms, fine)
        with monkeypatch.context() as patch:
            patch.setattr(MatchSession, "play", lambda *_: 1 // 0)
            red.send(wire.Play(1, 0, 0, "roll"))
            for client in (red, white):
                problem = await client.wait_for("socket_error")
                assert (problem["code"], problem["final"]) == ("internal", True)
                assert "division" not in problem["text"]
                assert client.connection.outgoing.get_nowait() is None
        assert "ZeroDivisionError" in caplog.text
        assert any(getattr(record, "facts", {}).get("match") == broken.id for record in caplog.records)
        assert (await other.play("roll"))["type"] == "done"
        again, _ = await join_all(rooms, broken)
        assert again.room is not red.room
        assert (await again.play("roll"))["type"] == "done"


async def replayed_match(rooms: Rooms, created: CreatedMatch) -> Match:
    history = await rooms.history(created.id)
    return (
        replay.Replay(history).match if not history.moves else replay.replay_to_move(history, len(history.moves)).match
    )


@async_test
async def test_a_long_match_is_loaded_from_its_snapshot(workers: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with open_rooms(workers, file) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=5))
        red = await join_with_all_keys(rooms, created)
        while red.frame["n"] < 100:
            await play_first_choice(red)
        during = await store_of(rooms).load(created.id)
        assert during is not None
        assert during.snapshot is not None, "a snapshot is saved during play"
        digest, n = red.room.session.match.digest(), red.frame["n"]
    async with open_rooms(workers, file) as rooms:
        loaded = await store_of(rooms).load(created.id)
        assert loaded is not None
        assert loaded.snapshot is not None
        assert len(loaded.entries) < n
        red = await join(rooms, created.id, list(created.seat_keys.values()))
        assert red.room.session.match.digest() == digest == (await replayed_match(rooms, created)).digest()
        assert red.frame["n"] == n


@async_test
async def test_an_unreadable_snapshot_is_ignored(workers: Workers, caplog: pytest.LogCaptureFixture) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec())
        red, _ = await join_all(rooms, created)
        await red.play("roll")
        digest = red.room.session.match.digest()
        await store_of(rooms).save_snapshot(created.id, Snapshot(1, {"state": "nonsense"}))
        rooms._on_room_failed(red.room)
        again, _ = await join_all(rooms, created)
        assert again.frame["n"] == 1
        assert again.room.session.match.digest() == digest
        assert "snapshot ignored, replaying the match" in caplog.text


def test_table_notes_belong_to_their_moves() -> None:
    moves = [JournalEntry(1, "move", 0, "roll", CHOSEN), JournalEntry(2, "move", 1, "hold", LATE)]
    assert table_notes(moves) == [(2, "White ran out of time.")]
