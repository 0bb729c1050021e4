"""All tables: found, made, branched off, taken in, left, and shown in the lobby."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live import room
from hippodrome.server.live.connection import CLOSE_TRY_AGAIN_LATER, MAX_QUEUED_CHARS, Connection
from hippodrome.server.live.room import Joined, RoomClosed
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec
from hippodrome.server.services import match_factory
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.storage.rows import LoadedMatch
from hippodrome.server.storage.store import StoreError
from hippodrome.server.workers.pool import Workers
from tests.server.guests import ME, Message, house, plan, sit, sit_all, waiting
from tests.server.guests import PROGRAM as BOT


@pytest.fixture(autouse=True)
def in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that stand in for everybody do not wait for anybody to come back."""
    monkeypatch.setattr(room, "ABANDONED_MOVE_DELAY_S", 0.0)


async def finished(rooms: Rooms, *places: SeatSpec, **rest: object) -> CreatedMatch:
    """A match that has been played to its end by programs that stand in for everybody."""
    made = await rooms.create(plan(*places, options={"goal": 20}, **rest))  # type: ignore[arg-type]
    guests = await sit_all(rooms, made)
    for seat, guest in zip(made.seat_keys, guests, strict=True):
        guest.say(wire.Leave(1, seat))
    watcher = guests[0] if guests else await sit(rooms, made.id)
    await watcher.wait_until(lambda frame: frame["outcome"] is not None)
    return made


# -------------------------------------------------------------------- setting up


@waiting
async def test_a_table_gives_keys_to_its_people_and_to_the_host(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(ME, BOT, seed=3))
        row = await rooms.row(made.id)
        assert list(made.seat_keys) == [0]
        assert rooms.access(row, [made.seat_keys[0]]) == SeatAccess((0,), False, False)
        assert rooms.access(row, [made.host_key, "nonsense"]) == SeatAccess((), True, True)
        info = await rooms.info(made.id)
        assert (info.kind, info.commitment) == ("played", hd.new("pig", seed=3).commitment)
        assert [(seat.faction, seat.person, seat.level) for seat in info.seats] == [
            ("Red", True, ""),
            ("White", False, "random"),
        ]


@pytest.mark.parametrize(
    ("wrong", "status", "where"),
    [
        (MatchSpec("chess", "plain", {}, [ME, ME]), 404, "game"),
        (MatchSpec("pig", "spotted", {}, [ME, ME]), 404, "scenario"),
        (MatchSpec("pig", "plain", {"goal": 7}, [ME, ME]), 422, "options.goal"),
        (MatchSpec("pig", "plain", {"luck": 7}, [ME, ME]), 422, "options.luck"),
        (MatchSpec("pig", "plain", {}, [ME]), 422, "seats"),
        (MatchSpec("pig", "plain", {}, [ME, SeatSpec(False, "genius")]), 422, "seats.1.level"),
        (MatchSpec("pig", "plain", {}, [SeatSpec(True, name="x" * 25), ME]), 422, "seats.0.name"),
        (MatchSpec("pig", "plain", {}, [ME, ME], clock=wire.Limits(0, 0)), 422, "clock"),
    ],
)
@waiting
async def test_a_table_that_cannot_be_is_refused(programs: Workers, wrong: MatchSpec, status: int, where: str) -> None:
    async with house(programs) as rooms:
        with pytest.raises(HttpError) as found:
            await rooms.create(wrong)
        assert (found.value.status, found.value.where) == (status, where)


@waiting
async def test_there_is_no_table_of_an_unknown_name(programs: Workers) -> None:
    async with house(programs) as rooms:
        for asked in (rooms.row, rooms.get, rooms.info, rooms.history):
            with pytest.raises(HttpError, match="no such table") as found:
                await asked("nothing")
            assert found.value.status == 404


@waiting
async def test_a_table_of_other_rules_is_not_opened(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        rooms._store._rows[made.id].version = 99  # type: ignore[attr-defined]
        with pytest.raises(HttpError, match="version 99"):
            await rooms.get(made.id)


# -------------------------------------------------------------------- who may look


@waiting
async def test_while_a_match_goes_on_everybody_looks_from_his_own_seat(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        assert (await rooms.require_view(made.id, [], -1)).id == made.id
        assert (await rooms.require_view(made.id, [made.seat_keys[1]], 1)).id == made.id
        for keys, seat, status in (
            ([made.seat_keys[1]], 0, 403),
            ([made.host_key], 0, 403),
            ([], 0, 403),
            ([], 2, 422),
        ):
            with pytest.raises(HttpError) as found:
                await rooms.require_view(made.id, keys, seat)
            assert found.value.status == status


@waiting
async def test_when_a_match_is_over_everybody_may_look_from_everywhere(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await finished(rooms)
        assert (await rooms.require_view(made.id, [], 1)).id == made.id


# -------------------------------------------------------------------- rematches


@waiting
async def test_a_rematch_leads_everybody_to_the_same_table(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await finished(rooms, SeatSpec(True, name="Ann"), SeatSpec(True, name="Bob"))
        first = await rooms.rematch(made.id, [made.seat_keys[1]])
        second = await rooms.rematch(made.id, [made.host_key, made.seat_keys[0]])
        assert first.id == second.id != made.id
        assert (list(first.seat_keys), first.host_key) == ([1], "")
        assert list(second.seat_keys) == [0]
        row = await rooms.row(first.id)
        assert rooms.access(
            row, [*first.seat_keys.values(), *second.seat_keys.values(), second.host_key]
        ) == SeatAccess((0, 1), True, False)
        assert [(person.name, person.level) for person in row.players] == [("Ann", ""), ("Bob", "")]
        assert row.commitment != (await rooms.row(made.id)).commitment
        assert row.options == {"goal": 20}


@waiting
async def test_a_rematch_needs_a_key_and_an_end(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await finished(rooms)
        with pytest.raises(HttpError, match="Only those who played"):
            await rooms.rematch(made.id, [])
        running = await rooms.create(plan())
        with pytest.raises(HttpError, match="not over yet"):
            await rooms.rematch(running.id, [running.host_key])


# -------------------------------------------------------------------- branches


@waiting
async def test_a_branch_of_a_running_match_is_played_from_ones_own_seat(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan(ME, ME, game="benhur", scenario="circus", options={"tricks": 2}))
        screen = await sit(rooms, made.id, list(made.seat_keys.values()), look=0)
        for _ in range(12):
            if screen.frame["curtain"] >= 0:
                screen.say(wire.Look(screen.frame["curtain"]))
            await screen.wait_to_be_asked()
            await screen.play(screen.frame["ask"]["choices"][0]["action"])
            await screen.wait_until(lambda frame: frame["ask"] is not None or frame["curtain"] >= 0)
        at = screen.frame["move"]
        branch = await rooms.branch(made.id, at, 1, [made.seat_keys[1]])
        assert list(branch.seat_keys) == [1]
        info = await rooms.info(branch.id)
        assert (info.kind, info.branch) == ("branch", wire.Branch(made.id, at))
        assert [seat.level for seat in info.seats] == ["driver", ""]
        white = await sit(rooms, branch.id, list(branch.seat_keys.values()))
        real = screen.room.session.match
        imagined = white.room.session.match
        assert imagined.state.dice.pack()[1] != real.state.dice.pack()[1]
        await white.wait_to_be_asked()
        assert white.frame["move"] == white.room.session.move_count
        assert (await white.play(white.frame["ask"]["choices"][0]["action"]))["type"] == "done"
        with pytest.raises(HttpError, match="own seat only"):
            await rooms.branch(made.id, at, 0, [made.seat_keys[1]])
        with pytest.raises(HttpError, match=f"has {at} moves"):
            await rooms.branch(made.id, at + 1, 1, [made.seat_keys[1]])


@waiting
async def test_a_branch_survives_leaving_memory(
    programs: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_factory, "new_seed", lambda: bytes(32))
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await finished(rooms, seed=3)
        branch = await rooms.branch(made.id, 2, None, [])
        guest = await sit(rooms, branch.id, list(branch.seat_keys.values()))
        await guest.wait_to_be_asked()
        await guest.play("hold")
        guest.frame = {}
        await guest.wait_to_be_asked()
        digest = guest.room.session.match.digest()
    async with house(programs, file) as rooms:
        guest = await sit(rooms, branch.id, list(branch.seat_keys.values()))
        assert guest.room.session.match.digest() == digest
        assert guest.frame["ask"]["mine"] == next(iter(branch.seat_keys))
        story = await rooms.history(branch.id)
        assert story.base is not None
        with pytest.raises(HttpError, match="branch has no rematch"):
            await rooms.rematch(branch.id, [branch.host_key])


@waiting
async def test_nobody_plays_on_from_the_end(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await finished(rooms)
        end = (await rooms.row(made.id)).status.move
        with pytest.raises(HttpError, match="was over at this moment"):
            await rooms.branch(made.id, end, 0, [])
        assert (await rooms.branch(made.id, end - 1, 0, [])).seat_keys


# -------------------------------------------------------------------- records


def record(moves: int = 10_000) -> str:
    match = hd.new("pig", "plain", seed=5, options={"goal": 20})
    while match.decision is not None and len(match.moves) < moves:
        match.play("roll")
    return match.record()


@waiting
async def test_a_record_is_taken_in_to_be_looked_at_from_everywhere(programs: Workers, tmp_path: Path) -> None:
    async with house(programs, tmp_path / "matches.sqlite") as rooms:
        for text, over in ((record(), True), (record(3), False)):
            id = await rooms.import_record(text)
            info = await rooms.info(id)
            assert (info.kind, info.over) == ("imported", over)
            assert info.commitment == hd.new("pig", seed=5).commitment
            await rooms.require_view(id, [], 1)
            watcher = await sit(rooms, id)
            assert watcher.frame["ask"] is None
            assert watcher.frame["scene"]["handles"] == []
            assert (watcher.frame["outcome"] is not None) == over
            watcher.say(wire.Look(1))
            assert (await watcher.wait_until(lambda frame: frame["viewer"] == 1))["ask"] is None
            assert "not your seat" in (await watcher.play("roll", 1))["text"]


@waiting
async def test_a_record_that_does_not_hold_is_refused_with_its_line(programs: Workers) -> None:
    async with house(programs) as rooms:
        lines = record().splitlines()
        place = next(number for number, line in enumerate(lines, 1) if line.startswith("2 seat"))
        lines[place - 1] = lines[place - 1].replace("roll", "hold")
        with pytest.raises(HttpError) as found:
            await rooms.import_record("\n".join(lines))
        assert (found.value.status, found.value.where) == (422, f"line {place}")
        with pytest.raises(HttpError) as found:
            await rooms.import_record("a letter to my aunt")
        assert found.value.where == "line 1"


# -------------------------------------------------------------------- memory


@waiting
async def test_a_match_is_loaded_once_however_many_ask(programs: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        loads = 0
        load = rooms._store.load

        async def counted(id: str) -> LoadedMatch | None:
            nonlocal loads
            loads += 1
            await asyncio.sleep(0)
            return await load(id)

        monkeypatch.setattr(rooms._store, "load", counted)
        found = await asyncio.gather(*[rooms.get(made.id) for _ in range(20)])
        assert loads == 1
        assert len(set(map(id, found))) == 1


@waiting
async def test_a_match_leaves_memory_when_nobody_is_there_and_comes_back(programs: Workers, tmp_path: Path) -> None:
    async with house(programs, tmp_path / "matches.sqlite", idle=0.02) as rooms:
        made = await rooms.create(plan())
        red, white = await sit_all(rooms, made)
        await red.play("roll")
        words = (await red.wait_until(lambda frame: frame["n"] == 1))["words"]
        assert (rooms.loaded_count, rooms.socket_count) == (1, 2)
        red.go()
        white.go()
        while rooms.loaded_count:
            await asyncio.sleep(0.005)
        with pytest.raises(RoomClosed):
            red.room.put(None, Joined())
        again = await sit(rooms, made.id)
        assert again.room is not red.room
        assert again.frame["words"] == words


@waiting
async def test_the_end_of_the_server_is_told_and_nothing_is_lost(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan())
        red, _ = await sit_all(rooms, made)
        for number in range(1, 4):
            red.say(wire.Play(number, number - 1, 0, "hold" if number == 3 else "roll"))
    told = [message async for message in left(red.connection)]
    assert told[-1]["code"] == "going"
    done = [message["n"] for message in told if message["type"] == "done"]
    async with house(programs, file) as rooms:
        assert len(await rooms._store.entries(made.id)) == len(done) >= 1


async def left(connection: Connection):  # type: ignore[no-untyped-def]
    """What is still on its way to a browser."""
    while (text := await connection.outgoing.get()) is not None:
        yield json.loads(text)


@waiting
async def test_a_browser_that_does_not_read_is_dropped_and_the_others_go_on(programs: Workers) -> None:
    async with house(programs) as rooms:
        made = await rooms.create(plan())
        red, _ = await sit_all(rooms, made)
        dropped = asyncio.Event()
        sleeper = Connection(SeatAccess())
        sleeper.abort = dropped.set
        red.room.put(sleeper, Joined())
        for _ in range(MAX_QUEUED_CHARS // 4000 + 1):
            sleeper.send_text("news" * 1000)
        await dropped.wait()
        assert (sleeper.is_closed, sleeper.close_code) == (True, CLOSE_TRY_AGAIN_LATER)
        assert (await red.play("roll"))["type"] == "done"


@waiting
async def test_if_the_store_fails_people_are_told(programs: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("disk full")

    async with house(programs) as rooms:
        for name, asked in (("create", lambda: rooms.create(plan())), ("rows", lambda: rooms.row("x"))):
            monkeypatch.setattr(rooms._store, name, fail)
            with pytest.raises(HttpError, match="try again in a moment") as found:
                await asked()
            assert found.value.status == 503


# -------------------------------------------------------------------- the lobby


async def waits(rooms: Rooms, *keys: str) -> Callable[[], Message]:
    """Somebody waits in the lobby; gives what he has been told last, when asked."""
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


@waiting
async def test_the_lobby_shows_ones_own_matches_and_those_to_watch(programs: Workers) -> None:
    async with house(programs) as rooms:
        mine = await rooms.create(plan())
        shown = await rooms.create(plan(listed=True))
        await rooms.create(plan())
        rows = (await waits(rooms, mine.seat_keys[1], mine.host_key, "nonsense"))()
        assert rows["type"] == "rows"
        (own,) = rows["mine"]
        assert (own["info"]["id"], own["mine"], own["asked"], own["turn"]) == (mine.id, [1], [], "Turn 1")
        assert [row["info"]["id"] for row in rows["watch"]] == [shown.id]
        both = (await waits(rooms, mine.seat_keys[0], shown.host_key))()
        assert {row["info"]["id"]: row["asked"] for row in both["mine"]} == {mine.id: [0], shown.id: []}
        assert both["watch"] == []


@waiting
async def test_the_lobby_is_told_of_changes_many_at_once(programs: Workers) -> None:
    async with house(programs) as rooms:
        mine, shown = await rooms.create(plan()), await rooms.create(plan(listed=True))
        latest = await waits(rooms, mine.seat_keys[1])
        assert latest()["mine"][0]["asked"] == []
        red, _ = await sit_all(rooms, mine)
        await red.play("hold")
        while latest()["mine"][0]["asked"] != [1]:
            await asyncio.sleep(0.01)
        assert latest()["mine"][0]["info"]["seats"][0]["here"]
        red, white = await sit_all(rooms, shown)
        for guest in (red, white, red, white):
            await guest.wait_to_be_asked()
            await guest.play("hold")
            guest.frame = {}
        while latest()["watch"][0]["move"] != 4:
            await asyncio.sleep(0.01)


@waiting
async def test_a_turn_that_a_program_still_owes_is_not_shown_for_long(programs: Workers, tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    async with house(programs, file) as rooms:
        made = await rooms.create(plan(BOT, ME, seed=2))
        assert rooms.loaded_count == 0
    async with house(programs, file) as rooms:
        latest = await waits(rooms, made.seat_keys[1])
        assert latest()["mine"][0]["asked"] == []
        while latest()["mine"][0]["asked"] != [1]:
            await asyncio.sleep(0.01)
        assert rooms.loaded_count == 1
