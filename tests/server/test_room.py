"""A room: the life of an action, what is refused, what is taken back, and what survives."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.live.rooms import CreatedMatch, Rooms
from hippodrome.server.storage.rows import BY_BOT, CHOSEN, FORCED, LATE, Entry, MatchStatus, Snapshot, table_notes
from hippodrome.server.storage.store import MemoryStore, Store
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from tests.server.guests import ME, Guest, house, plan, sit, sit_all, waiting
from tests.server.guests import PROGRAM as BOT


def stored(rooms: Rooms) -> Store:
    return rooms._store


async def entries(rooms: Rooms, made: CreatedMatch) -> list[Entry]:
    return await stored(rooms).entries(made.id)


# -------------------------------------------------------------------- an action


@waiting
async def test_an_action_is_acknowledged_and_everybody_sees_it(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        watcher = await sit(rooms, made.id)
        assert (await red.play("roll"))["n"] == 1
        for guest, viewer in ((red, 0), (white, 1), (watcher, -1)):
            frame = await guest.wait_until(lambda frame: frame["n"] == 1)
            assert (frame["viewer"], frame["move"]) == (viewer, 1)
            assert "Red" in frame["lines"][0]["text"]
            assert frame["ask"]["mine"] == (0 if viewer == 0 else -1)
        (entry,) = await entries(rooms, made)
        assert (entry.n, entry.kind, entry.seat, entry.text, entry.how) == (1, "move", 0, "roll", CHOSEN)


class SlowStore(MemoryStore):
    """A store that takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_go = asyncio.Event()

    async def append(
        self, id: str, entries: Sequence[Entry], standing: MatchStatus, snapshot: Snapshot | None = None
    ) -> None:
        self.asked.set()
        await self.may_go.wait()
        await super().append(id, entries, standing, snapshot)


@waiting
async def test_nobody_is_told_before_it_is_on_disk(programs: Workers) -> None:
    async with house(programs) as rooms:
        slow = rooms._store = SlowStore()
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        await white.wait_for("table", "log")
        while not red.connection.outgoing.empty() or not white.connection.outgoing.empty():
            await asyncio.gather(*[guest.hear() for guest in (red, white) if not guest.connection.outgoing.empty()])
        red.say(wire.Play(1, 0, 0, "roll"))
        await slow.asked.wait()
        waiting_now = [red.connection.outgoing.qsize(), white.connection.outgoing.qsize()]
        slow.may_go.set()
        assert (await red.wait_for("done"))["n"] == 1
        assert (await white.wait_for("frame"))["n"] == 1
        assert "frame" not in [message["type"] for message in red.heard[-1:]]
        assert waiting_now[0] <= 1, "only the log, which has nothing to do with it, may have come"


@waiting
async def test_the_answer_comes_before_the_frames(programs: Workers) -> None:
    async with house(programs) as rooms:
        red, _ = await sit_all(rooms, await rooms.create(plan()))
        red.say(wire.Play(5, 0, 0, "roll"))
        kinds = [(await red.wait_for("done", "frame"))["type"], (await red.wait_for("done", "frame"))["type"]]
        assert kinds == ["done", "frame"]


@waiting
async def test_the_whole_log_follows_the_first_frame(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        for guest in (red, white):
            assert (await guest.wait_for("log"))["lines"] == []
        for _ in range(3):
            await red.play("roll")
            await red.wait_until(lambda frame: frame["n"] >= len(red.heard) or frame["n"] > 0)
            if red.frame["ask"]["mine"] != 0:
                break
        late = await sit(rooms, made.id)
        told = await late.wait_for("log")
        assert told["viewer"] == -1
        assert told["lines"]
        assert told["move"] == late.frame["move"]


# -------------------------------------------------------------------- what is refused


@waiting
async def test_what_may_not_be_played_is_refused_and_changes_nothing(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        watcher = await sit(rooms, made.id)
        refused = await red.play("swim", 0)
        assert refused["type"] == "refused"
        assert refused["rule"] == "PIG-2"
        assert "Legal now: roll, hold." in refused["text"]
        assert "not this seat's decision" in (await white.play("roll", 1, 0))["text"]
        assert "not your seat" in (await white.play("roll", 0, 0))["text"]
        assert "not your seat" in (await watcher.play("roll", 0, 0))["text"]
        assert "not your seat" in (await watcher.play("roll", 77, 0))["text"]
        assert await entries(rooms, made) == []


@waiting
async def test_a_late_action_is_refused_with_the_present_number(programs: Workers) -> None:
    async with house(programs) as rooms:
        red, _ = await sit_all(rooms, await rooms.create(plan()))
        await red.play("roll")
        assert (await red.wait_until(lambda frame: frame["n"] == 1))["ask"]["mine"] == 0
        for n in (0, 2, -5):
            refused = await red.play("hold", 0, n)
            assert (refused["type"], refused["n"]) == ("refused", 1)
            assert "moved on" in refused["text"]


@waiting
async def test_the_same_request_twice_is_done_once_and_answered_twice(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, _ = await sit_all(rooms, made)
        for _ in range(3):
            red.say(wire.Play(9, 0, 0, "roll"))
        answers = [await red.wait_for("done", "refused") for _ in range(3)]
        assert answers == [{"type": "done", "id": 9, "n": 1}] * 3
        assert len(await entries(rooms, made)) == 1
        red.say(wire.Play(10, 0, 0, "swim"))
        red.say(wire.Play(10, 0, 0, "swim"))
        assert (await red.wait_for("refused")) == (await red.wait_for("refused"))


@waiting
async def test_a_match_that_is_over_takes_no_more_and_hides_nothing(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(ME, BOT, options={"goal": 20}))
        (red,) = await sit_all(rooms, made)
        watcher = await sit(rooms, made.id)
        while red.frame["outcome"] is None:
            if red.frame["ask"] and red.frame["ask"]["mine"] == 0:
                await red.play("roll")
            await red.wait_for("frame")
        assert "over" in (await red.play("roll", 0))["text"]
        red.say(wire.Leave(50, 0))
        assert "over" in (await red.wait_for("refused"))["text"]
        assert (await watcher.wait_for("table"))["info"]["over"] or watcher.frame["outcome"]
        watcher.say(wire.Look(1))
        assert (await watcher.wait_until(lambda frame: frame["viewer"] == 1))["outcome"] is not None


# -------------------------------------------------------------------- only one way, and back again


async def next_choice(red: Guest) -> int:
    """Play the first choice for whoever sits at the screen, and read on to the next; the entry of what was chosen."""
    answer = await red.play(red.frame["ask"]["choices"][0]["action"])
    assert answer["type"] == "done"
    await red.wait_for("frame")
    while red.frame["ask"] is None and red.frame["curtain"] < 0:
        await red.wait_for("frame")
    if red.frame["curtain"] >= 0:
        red.say(wire.Look(red.frame["curtain"]))
        await red.wait_to_be_asked()
    return int(answer["n"])


async def until_forced(red: Guest) -> int:
    """Play on until something followed of itself that can be taken back; the entry of what was chosen before it."""
    while True:
        chosen = await next_choice(red)
        if red.frame["n"] > chosen and red.frame["undo"] == "":
            return chosen


async def alone(rooms: Rooms, made: CreatedMatch) -> Guest:
    """One screen for everybody, with the first who is asked before it."""
    red = await sit(rooms, made.id, list(made.seat_keys.values()))
    if red.frame["curtain"] >= 0:
        red.say(wire.Look(red.frame["curtain"]))
        await red.wait_to_be_asked()
    return red


@waiting
async def test_where_there_is_only_one_way_the_room_goes_it(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(ME, ME, game="benhur", scenario="circus", seed=5))
        red = await alone(rooms, made)
        chosen = await until_forced(red)
        kept = await entries(rooms, made)
        assert kept[chosen - 1].how == CHOSEN
        assert {entry.how for entry in kept[chosen:]} == {FORCED}
        numbers = [message["n"] for message in red.heard if message["type"] == "frame"]
        assert sorted(set(numbers)) == list(range(red.frame["n"] + 1)), "a frame for each entry"
        frames = {message["n"]: message for message in red.heard if message["type"] == "frame"}
        assert all(frames[n]["ask"] is None for n in range(chosen, red.frame["n"]))


@waiting
async def test_undo_goes_back_to_before_the_last_choice(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(ME, ME, game="benhur", scenario="circus", seed=5))
        red = await alone(rooms, made)
        chosen = await until_forced(red)
        moves, seat = red.frame["move"], red.frame["viewer"]
        steps = red.frame["n"] - chosen + 1
        before = {m["n"]: m for m in red.heard if m["type"] == "frame"}[chosen - 1]
        assert (await red.undo(seat))["type"] == "done"
        frame = await red.wait_until(lambda frame: frame["undone"])
        assert frame["move"] == moves - steps
        assert frame["words"] == before["words"]
        assert frame["ask"]["choices"] == before["ask"]["choices"]
        last = (await entries(rooms, made))[-1]
        assert (last.kind, last.text) == ("undo", str(steps))


@waiting
async def test_undo_is_refused_with_the_reason(programs: Workers) -> None:
    async with house(programs) as rooms:
        red, white = await sit_all(rooms, await rooms.create(plan()))
        assert red.frame["undo"] is None
        assert "Nothing has been played yet" in (await red.undo(0))["text"]
        await red.play("roll")
        await red.wait_until(lambda frame: frame["n"] == 1)
        assert "dice have been rolled" in str(red.frame["undo"])
        assert "dice have been rolled" in (await red.undo(0))["text"]
        assert "must decide now" in (await white.undo(1))["text"]
        assert "not your seat" in (await white.undo(0))["text"]


@waiting
async def test_undo_is_exact_after_the_match_has_left_memory(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan(ME, ME, game="benhur", scenario="circus", seed=5))
        red = await alone(rooms, made)
        chosen = await until_forced(red)
        before = {m["n"]: m for m in red.heard if m["type"] == "frame"}[chosen - 1]
        seat = red.frame["viewer"]
    async with house(programs, file) as rooms:
        red = await sit(rooms, made.id, list(made.seat_keys.values()), look=seat)
        assert red.frame["undo"] == ""
        assert (await red.undo(seat))["type"] == "done"
        assert (await red.wait_until(lambda frame: frame["undone"]))["words"] == before["words"]


# -------------------------------------------------------------------- programs


@waiting
async def test_programs_play_until_a_person_must_decide(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(BOT, ME, seed=2))
        (white,) = await sit_all(rooms, made)
        await white.wait_to_be_asked()
        kept = await entries(rooms, made)
        assert kept
        assert {(entry.seat, entry.how) for entry in kept} == {(0, BY_BOT)}


@waiting
async def test_programs_among_themselves_play_while_somebody_watches(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(BOT, BOT))
        room = await rooms.get(made.id)
        while not room.is_idle:
            await asyncio.sleep(0)
        assert await entries(rooms, made) == []
        watcher = await sit(rooms, made.id)
        assert (await watcher.wait_until(lambda frame: frame["outcome"] is not None))["outcome"]["reason"]


@waiting
async def test_a_restarted_match_goes_on_as_it_would_have(programs: Workers, tmp_path: Path) -> None:
    async def moves(rooms: Rooms, made: CreatedMatch) -> list[tuple[int, str]]:
        return (await rooms.history(made.id)).moves

    async with house(programs) as rooms:
        made = await rooms.create(plan(BOT, BOT, seed=11))
        await (await sit(rooms, made.id)).wait_until(lambda frame: frame["outcome"] is not None)
        whole = await moves(rooms, made)
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan(BOT, BOT, seed=11))
        await (await sit(rooms, made.id)).wait_until(lambda frame: frame["n"] >= 5)
    async with house(programs, file) as rooms:
        begun = await moves(rooms, made)
        await (await sit(rooms, made.id)).wait_until(lambda frame: frame["outcome"] is not None)
        assert await moves(rooms, made) == whole
        assert 5 <= len(begun) < len(whole)
        assert begun == whole[: len(begun)]


@waiting
async def test_a_match_never_hangs_on_a_program_that_fails(
    programs: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> str:
        raise ValueError("no idea")

    monkeypatch.setattr(programs, "choose_action", fail)
    async with house(programs) as rooms:
        made = await rooms.create(plan(BOT, ME, seed=2))
        (white,) = await sit_all(rooms, made)
        await white.wait_to_be_asked()
        assert {entry.text for entry in await entries(rooms, made)} == {"roll"}
        assert "a program failed" in caplog.text


# -------------------------------------------------------------------- what survives


@waiting
async def test_an_action_that_cannot_be_kept_is_refused_and_undone(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        await red.play("roll")
        first = await red.wait_until(lambda frame: frame["n"] == 1)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = await red.play("hold")
        assert refused["n"] == 1
        assert "could not be kept" in refused["text"]
        assert (await white.wait_until(lambda frame: frame["undone"]))["n"] == 1
        assert red.frame["words"] == first["words"]
        assert red.frame["scene"]["whole"]
        other.execute("ROLLBACK")
        other.close()
        assert (await red.play("hold"))["n"] == 2
        assert (await white.wait_until(lambda frame: frame["n"] == 2))["ask"]["mine"] == 1
        assert [entry.text for entry in await entries(rooms, made)] == ["roll", "hold"]


@waiting
async def test_a_program_tries_again_what_could_not_be_kept(
    programs: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hippodrome.server.live.room.RETRY_DELAY_S", 0.01)
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan(BOT, ME, seed=2))
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        (white,) = await sit_all(rooms, made)
        await white.wait_until(lambda frame: frame["undone"])
        other.execute("ROLLBACK")
        other.close()
        await white.wait_to_be_asked()
        assert [entry.n for entry in await entries(rooms, made)] == list(range(1, white.frame["n"] + 1))


@waiting
async def test_a_room_that_breaks_harms_no_other(
    programs: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(programs) as rooms:
        broken, fine = await rooms.create(plan()), await rooms.create(plan())
        red, white = await sit_all(rooms, broken)
        other, _ = await sit_all(rooms, fine)
        with monkeypatch.context() as patch:
            patch.setattr(MatchSession, "play", lambda *_: 1 // 0)
            red.say(wire.Play(1, 0, 0, "roll"))
            for guest in (red, white):
                problem = await guest.wait_for("problem")
                assert (problem["code"], problem["final"]) == ("broken", True)
                assert "division" not in problem["text"]
                assert guest.connection.outgoing.get_nowait() is None
        assert "ZeroDivisionError" in caplog.text
        assert any(getattr(record, "facts", {}).get("match") == broken.id for record in caplog.records)
        assert (await other.play("roll"))["type"] == "done"
        again, _ = await sit_all(rooms, broken)
        assert again.room is not red.room
        assert (await again.play("roll"))["type"] == "done"


async def replayed_match(rooms: Rooms, made: CreatedMatch) -> Match:
    story = await rooms.history(made.id)
    return replay.Replay(story).match if not story.moves else replay.replay_to_move(story, len(story.moves)).match


@waiting
async def test_a_long_match_is_taken_up_from_its_snapshot(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan(ME, ME, game="benhur", scenario="circus", seed=5))
        red = await alone(rooms, made)
        while red.frame["n"] < 100:
            await next_choice(red)
        during = await stored(rooms).load(made.id)
        assert during is not None
        assert during.snapshot is not None, "one is kept now and then"
        digest, n = red.room.session.match.digest(), red.frame["n"]
    async with house(programs, file) as rooms:
        loaded = await stored(rooms).load(made.id)
        assert loaded is not None
        assert loaded.snapshot is not None
        assert len(loaded.entries) < n
        red = await sit(rooms, made.id, list(made.seat_keys.values()))
        assert red.room.session.match.digest() == digest == (await replayed_match(rooms, made)).digest()
        assert red.frame["n"] == n


@waiting
async def test_a_snapshot_that_cannot_be_read_is_done_without(
    programs: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, _ = await sit_all(rooms, made)
        await red.play("roll")
        digest = red.room.session.match.digest()
        await stored(rooms).save_snapshot(made.id, Snapshot(1, {"state": "nonsense"}))
        rooms._on_room_failed(red.room)
        again, _ = await sit_all(rooms, made)
        assert again.frame["n"] == 1
        assert again.room.session.match.digest() == digest
        assert "could not be taken up" in caplog.text


def test_notes_of_the_table_stand_with_their_moves() -> None:
    moves = [Entry(1, "move", 0, "roll", CHOSEN), Entry(2, "move", 1, "hold", LATE)]
    assert table_notes(moves) == [(2, "White ran out of time.")]
