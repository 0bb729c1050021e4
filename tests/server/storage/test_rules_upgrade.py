"""Matches saved under rules 1 and opened by a server with rules 2: none is lost, and each continues."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support import COMPILED

if COMPILED:
    pytest.skip("the rules of this test are subclasses of compiled classes", allow_module_level=True)

import hippodrome as hd
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.live.room import Room
from hippodrome.server.live.rooms import CreatedMatch, Rooms
from hippodrome.server.storage.rows import RULES, Snapshot
from hippodrome.server.workers import replay
from tests.pig_two import PlayerTwo, pig_under_rules_2
from tests.server.inline_workers import InlineWorkers
from tests.server.room_client import RoomClient, async_test, join, match_spec, open_rooms

NOTE = "From here on: rules 2 of Pig."
OPTIONS = {"goal": 50}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of a database that does not exist yet."""
    return tmp_path / "matches.sqlite"


async def play_moves(client: RoomClient, count: int) -> None:
    """Play for both seats: two rolls, then hold, and so on, at most this many moves."""
    session = client.room.session
    for number in range(count):
        if session.is_over:
            return
        actions = [action.text for action in session.match.proposals()]
        wanted = "hold" if number % 3 == 2 else "roll"
        action = wanted if wanted in actions else actions[0]
        answer = await client.play(action, session.match.seat, session.visible_n([0, 1]))
        assert answer["type"] == "done", answer


async def play_to_the_end(client: RoomClient) -> None:
    """Play for both seats until the match is over."""
    session = client.room.session
    while not session.is_over:
        pig: Any = session.match.state
        hold = pig.points >= 10
        answer = await client.play("hold" if hold else "roll", session.match.seat, session.visible_n([0, 1]))
        assert answer["type"] == "done", answer


async def begin(rooms: Rooms, moves: int, scenario: str = "plain") -> tuple[CreatedMatch, RoomClient]:
    """Create a match for two people on one screen and play some moves."""
    created = await rooms.create(match_spec(scenario=scenario, options=OPTIONS))
    client = await join(rooms, created.id, list(created.seat_keys.values()))
    await play_moves(client, moves)
    return created, client


async def log_texts(rooms: Rooms, id: str, viewer: int = -1) -> list[str]:
    """Return the log as a viewer may read it."""
    return [line.text for line in (await rooms.full_log(id, viewer)).lines]


async def record_of(rooms: Rooms, id: str) -> str:
    """Return the record of a match."""
    return replay.match_record(await rooms.history(id))


async def assert_continues(rooms: Rooms, created: CreatedMatch, digest_fields: dict[str, object]) -> RoomClient:
    """Open a match under rules 2, check its position, play it to the end and verify its record."""
    client = await join(rooms, created.id, list(created.seat_keys.values()))
    session = client.room.session
    assert position(session) == digest_fields
    assert (session.row.version, session.row.rules_version) == (1, 2)
    pig: Any = session.match.state
    assert isinstance(pig.players[0], PlayerTwo)
    assert NOTE in await log_texts(rooms, created.id)
    await play_to_the_end(client)
    record = await record_of(rooms, created.id)
    assert sum(line.startswith("rules 2 digest") for line in record.splitlines()) == 1
    check = hd.verify(record)
    assert (check.alarm, check.over, check.moves) == (False, True, len(session.match.moves)), check
    return client


def position(session: MatchSession) -> dict[str, object]:
    """Return what players see of a game of Pig."""
    pig: Any = session.match.state
    scores = [int(player.score) for player in pig.players]
    return {"turn": int(pig.turn), "seat": int(pig.seat), "points": int(pig.points), "scores": scores}


@async_test
async def test_a_match_that_was_never_opened_starts_under_the_new_rules(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created = await rooms.create(match_spec(options=OPTIONS))
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            await assert_continues(rooms, created, {"turn": 1, "seat": 0, "points": 0, "scores": [0, 0]})


@pytest.mark.parametrize("moves", [0, 1, 2, 3, 11, 70])
@pytest.mark.parametrize("killed", [False, True])
@async_test
async def test_a_match_in_progress_continues_from_its_present_state(file: Path, moves: int, killed: bool) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created = await rooms.create(match_spec(options={"goal": 100}))
        client = await join(rooms, created.id, list(created.seat_keys.values()))
        await play_moves(client, moves)
        session = client.room.session
        if session.is_over:
            pytest.fail("the match must still be in progress")
        left = position(session)
        log = await log_texts(rooms, created.id)
        if killed:  # what is on disk now is all that is left
            copy = file.with_name("killed.sqlite")
            for suffix in ("", "-wal"):
                shutil.copy(f"{file}{suffix}", f"{copy}{suffix}")
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), copy if killed else file) as rooms:
            row = await rooms.row(created.id)
            assert row.version == row.rules_version == 1
            client = await assert_continues(rooms, created, left)
            now = await log_texts(rooms, created.id)
            assert now[: len(log)] == log
            assert now[len(log)] == NOTE
    with pig_under_rules_2():  # the change happens once
        async with open_rooms(InlineWorkers(1), copy if killed else file) as rooms:
            room = await rooms.get(created.id)
            assert [change.new for change in room.session.changes] == [2]
            assert await log_texts(rooms, created.id) == now


@async_test
async def test_a_finished_match_is_shown_and_its_record_is_the_same(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, client = await begin(rooms, 0)
        await play_to_the_end(client)
        left, log, record = position(client.room.session), await log_texts(rooms, created.id), None
        record = await record_of(rooms, created.id)
        verdict = (await rooms.row(created.id)).status.turn
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            room = await rooms.get(created.id)
            assert position(room.session) == left
            assert (await rooms.row(created.id)).status.turn == verdict
            assert await log_texts(rooms, created.id) == log
            assert await record_of(rooms, created.id) == record
            check = hd.verify(record)
            assert (check.alarm, check.is_proved) == (False, False)
            summary = replay.match_summary(await rooms.history(created.id))
            assert "counted from move" in summary.note


@async_test
async def test_a_branch_continues(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, client = await begin(rooms, 0)
        await play_to_the_end(client)
        branch = await rooms.branch(created.id, 4, 0, list(created.seat_keys.values()))
        untouched = await rooms.branch(created.id, 4, 0, list(created.seat_keys.values()))
        player = await join(rooms, branch.id, list(branch.seat_keys.values()))
        left = position(player.room.session)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            for each in (branch, untouched):
                room = await rooms.get(each.id)
                assert {key: position(room.session)[key] for key in ("turn", "scores")} == {
                    key: left[key] for key in ("turn", "scores")
                }
                assert NOTE in await log_texts(rooms, each.id)
            with pytest.raises(HttpError, match="played under earlier rules of Pig"):
                await rooms.branch(created.id, 4, 0, list(created.seat_keys.values()))


@async_test
async def test_an_imported_record_is_still_shown(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, client = await begin(rooms, 0)
        await play_to_the_end(client)
        record = await record_of(rooms, created.id)
        imported = await rooms.import_record(record)
        never_opened = await rooms.import_record(record)
        await rooms.get(imported)
        log = await log_texts(rooms, imported)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            await rooms.get(imported)
            assert await log_texts(rooms, imported) == log
            assert await record_of(rooms, imported) == record
            assert await log_texts(rooms, never_opened) == log
            with pytest.raises(HttpError, match="written under rules 1 of Pig"):
                await rooms.import_record(record)


@async_test
async def test_a_record_with_two_rules_can_be_imported(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, _ = await begin(rooms, 5)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            client = await join(rooms, created.id, list(created.seat_keys.values()))
            await play_to_the_end(client)
            record = await record_of(rooms, created.id)
            imported = await rooms.import_record(record)
            assert await record_of(rooms, imported) == record
            room = await rooms.get(imported)
            assert position(room.session) == position(client.room.session)
            log = await log_texts(rooms, imported)
            assert log[0] == "Red: roll"
            assert NOTE in log


@async_test
async def test_positions_before_the_change_are_refused_in_a_plain_sentence(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, _ = await begin(rooms, 7)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            client = await join(rooms, created.id, list(created.seat_keys.values()))
            start = (await rooms.history(created.id)).start
            assert start is not None
            assert start.move == 7
            with pytest.raises(HttpError, match="Moves before move 7 were played under earlier rules of Pig"):
                await rooms.packed_history(created.id, 6)
            frame = replay.frame_of_packed(await rooms.packed_history(created.id, 7), 7, -1)
            assert not isinstance(frame, int)
            assert NOTE in [line.text for line in frame.lines]
            refused = await client.undo(client.room.session.match.seat)
            assert refused["text"] in (
                "Can't undo: the rules have changed since the last move.",
                "Can't undo: the last",
            )
            await play_to_the_end(client)
            last = replay.frame_at(await rooms.history(created.id), client.room.session.move, -1)
            assert not isinstance(last, int)
            assert last.outcome is not None


@async_test
async def test_a_sealed_answer_counts_under_the_new_rules(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created = await rooms.create(match_spec(scenario="blind", options=OPTIONS))
        red = await join(rooms, created.id, [created.seat_keys[0]])
        assert (await red.play("call 2", 0, 0))["type"] == "done"
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            white = await join(rooms, created.id, [created.seat_keys[1]])
            assert await log_texts(rooms, created.id) == ["Red makes a secret call.", NOTE]
            assert (await white.play("call 5", 1))["type"] == "done"
            assert "Red called 2." in await log_texts(rooms, created.id)


# -------------------------------------------------------------------- saved by earlier versions of the server


def forget_results(file: Path, with_snapshot: bool) -> None:
    """Remove from a database what earlier versions of the server did not save."""
    with sqlite3.connect(file) as database:
        database.execute("DELETE FROM present")
        database.execute("DELETE FROM move_log")
        if not with_snapshot:
            database.execute("DELETE FROM snapshot")
    database.close()


@async_test
async def test_without_a_saved_state_the_snapshot_is_used_and_moves_are_named(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, client = await begin(rooms, 7)
        left = position(client.room.session)
    forget_results(file, with_snapshot=True)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            await assert_continues(rooms, created, left)
            log = await log_texts(rooms, created.id)
            assert log[:8] == ["Red: roll", "Red: roll", "Red: hold", "White: roll", *log[4:7], NOTE]
            assert "1 seat 0 play roll dice ? digest ?" in await record_of(rooms, created.id)


@async_test
async def test_without_a_snapshot_the_moves_are_executed_as_far_as_they_are_legal(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, client = await begin(rooms, 0)
        session = client.room.session
        for action in ("roll", "hold", "hold", "roll"):  # the second hold, without points, is illegal under rules 2
            answer = await client.play(action, session.match.seat, session.visible_n([0, 1]))
            assert answer["type"] == "done"
        copy = file.with_name("killed.sqlite")
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", f"{copy}{suffix}")
    forget_results(copy, with_snapshot=False)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), copy) as rooms:
            client = await join(rooms, created.id, list(created.seat_keys.values()))
            log = await log_texts(rooms, created.id)
            assert "Moves 3 to 4 were undone, not being legal under the new rules: White: hold, Red: roll." in log
            assert "Moves 1 to 2 were executed under rules 2" in " ".join(log)
            assert len(client.room.session.match.moves) >= 2
            await play_to_the_end(client)
            check = hd.verify(await record_of(rooms, created.id))
            assert not check.alarm, check


# -------------------------------------------------------------------- positions that cannot be read


def break_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a player need a field that rules 1 did not save."""

    def construct(self: PlayerTwo, id: int, score: int, *, hat: int) -> None:
        self.id, self.score, self.rolls = id, score, hat

    monkeypatch.setattr(PlayerTwo, "FIELDS", ("id", "score", "hat"))
    monkeypatch.setattr(PlayerTwo, "__init__", construct)


@async_test
async def run_unreadable(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, _ = await begin(rooms, 7)
        other = await rooms.create(match_spec(game="drill", scenario="yard"))
        await rooms.get(other.id)
    with pig_under_rules_2() as game:
        start = game.setup
        monkeypatch.setattr(game, "setup", lambda *args: _setup_with_hats(start, *args), raising=False)
        break_players(monkeypatch)
        async with open_rooms(InlineWorkers(1), file) as rooms:
            with pytest.raises(HttpError) as refused:
                await rooms.get(created.id)
            assert refused.value.code == "rules"
            assert "a saved PlayerTwo has no value for hat" in refused.value.text
            with pytest.raises(HttpError, match="Only players"):
                await rooms.saved_record(created.id, [])
            record = await rooms.saved_record(created.id, [created.seat_keys[0]])
            assert record.count(" play ") == 7
            assert "seed" not in record.split()
            assert isinstance(await rooms.get(other.id), Room)
            with pytest.raises(HttpError, match="can be opened"):
                await rooms.saved_record(other.id, [other.seat_keys[0]])
    monkeypatch.undo()
    with pig_under_rules_2():  # a later version can read it
        async with open_rooms(InlineWorkers(1), file) as rooms:
            assert (await rooms.get(created.id)).session.row.rules_version == 2


def _setup_with_hats(start: Callable[..., object], *args: object) -> object:
    raise ValueError("a saved PlayerTwo has no value for hat")


def test_a_position_that_cannot_be_read_is_kept_and_its_record_can_be_downloaded(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_unreadable(file, monkeypatch)


@async_test
async def test_a_damaged_snapshot_after_the_change_is_rebuilt_from_the_change(file: Path) -> None:
    async with open_rooms(InlineWorkers(1), file) as rooms:
        created, _ = await begin(rooms, 7)
    with pig_under_rules_2():
        async with open_rooms(InlineWorkers(1), file) as rooms:
            client = await join(rooms, created.id, list(created.seat_keys.values()))
            await play_moves(client, 4)
            session = client.room.session
            left, moves = position(session), len(session.match.moves)
            entries = [entry.kind for entry in await rooms._store.entries(created.id)]
            assert entries.count(RULES) == 1
        with sqlite3.connect(file) as database:
            database.execute("UPDATE snapshot SET body = 'not JSON'")
        database.close()
        async with open_rooms(InlineWorkers(1), file) as rooms:
            room = await rooms.get(created.id)
            assert (position(room.session), len(room.session.match.moves)) == (left, moves)
            assert isinstance(room.session.snapshot() or Snapshot(0, {}), Snapshot)
