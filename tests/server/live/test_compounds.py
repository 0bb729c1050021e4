"""Compounds at a live table: one commit, one frame, one undo; where they stop; limits and restarts."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hippodrome.kit.compounds import MAX_ACTIONS
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.server import wire
from hippodrome.server.http.rate_limits import MessageThrottle
from hippodrome.server.live import thinking_bots
from hippodrome.server.live.match_session import MatchSession
from hippodrome.server.live.questions import NO_COURSE, NOTHING_TO_PLAN
from hippodrome.server.live.room import MOVE_NOT_SAVED
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec
from hippodrome.server.storage.rows import CHOSEN, CONTINUED, UNDO, JournalEntry
from hippodrome.server.workers.pool import Workers
from tests.games.benhur.world import race_of
from tests.server.room_client import (
    PERSON,
    FailingStore,
    RoomClient,
    async_test,
    join,
    join_all,
    match_spec,
    open_rooms,
)

STRAIGHT = "straight"
RECRUIT = SeatSpec(False, "recruit")


def race_spec(tricks: int = 0, seed: int = 4) -> MatchSpec:
    """Return a race between two people."""
    options = {"tricks": tricks, "laps": 1}
    return match_spec(PERSON, PERSON, game="benhur", scenario="circus", seed=seed, options=options)


async def start_race(rooms: Rooms, points: int = 4) -> tuple[CreatedMatch, list[RoomClient], int]:
    """Start a race whose mover has at least this many points; return it with its clients and the mover."""
    for seed in range(1, 40):
        created = await rooms.create(race_spec(seed=seed))
        clients = await join_all(rooms, created)
        session = clients[0].room.session
        while session.decision is not None and session.decision.name != "NextStep":
            seat = session.decision.seats[0]
            await clients[seat].wait_for_turn()
            await clients[seat].play(session.match.proposals()[0].text)
        assert session.decision is not None
        mover = session.decision.seats[0]
        if race_of(session.match).turn.points >= points:
            for client in clients:
                await client.drain()
            return created, clients, mover
    raise AssertionError("no seed gives enough points")


async def entries(rooms: Rooms, created: CreatedMatch) -> list[JournalEntry]:
    return await rooms._store.entries(created.id)


@async_test
async def test_a_compound_is_one_frame_one_answer_and_one_undo(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created, clients, mover = await start_race(rooms)
        me, other = clients[mover], clients[1 - mover]
        before, n = me.room.session.match.digest(), me.frame["n"]
        answer = await me.play_all(STRAIGHT, STRAIGHT, STRAIGHT)
        assert (answer["type"], answer["n"], answer["stopped"]) == ("done", n + 3, "")
        for client in clients:
            frames = [message for message in await client.drain() if message["type"] == "frame"]
            assert [frame["n"] for frame in frames] == [n + 3]
            lines = [(line["move"], line["text"]) for line in frames[0]["lines"]]
            assert len({move for move, _ in lines}) == 3
        assert len(me.frame["paths"][f"chariot-{mover}"]) == 3
        assert other.frame["undo"] != ""
        journal = await entries(rooms, created)
        assert [(entry.how, entry.text) for entry in journal[-3:]] == [
            (CHOSEN, STRAIGHT),
            (CONTINUED, STRAIGHT),
            (CONTINUED, STRAIGHT),
        ]
        assert me.frame["undo"] == ""
        assert (await me.undo(mover))["type"] == "done"
        await me.wait_until(lambda frame: frame["n"] == n + 4)
        assert me.room.session.match.digest() == before
        last = (await entries(rooms, created))[-1]
        assert (last.kind, last.text) == (UNDO, "3")


@async_test
async def test_a_compound_is_undone_together_after_a_restart(workers: Workers, tmp_path: Path) -> None:
    async with open_rooms(workers, tmp_path / "db") as rooms:
        created, clients, mover = await start_race(rooms)
        before = clients[0].room.session.match.digest()
        await clients[mover].play_all(STRAIGHT, STRAIGHT, STRAIGHT)
    async with open_rooms(workers, tmp_path / "db") as rooms:
        me = await join(rooms, created.id, [created.seat_keys[mover]])
        assert me.frame["undo"] == ""
        assert (await me.undo(mover))["type"] == "done"
        assert me.room.session.match.digest() == before


@async_test
async def test_a_compound_stops_and_says_why(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        _, clients, mover = await start_race(rooms)
        answer = await clients[mover].play_all(STRAIGHT, "whips 3", STRAIGHT)
        assert answer["type"] == "done"
        assert answer["stopped"].startswith("Stopped after 1 of 3: the next action is no longer possible. ")
        assert answer["rule"] == "BH-Q36"


@async_test
async def test_a_compound_that_begins_with_an_illegal_action_is_rejected(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created, clients, mover = await start_race(rooms)
        before = await entries(rooms, created)
        answer = await clients[mover].play_all("whips 3", STRAIGHT)
        assert (answer["type"], answer["rule"]) == ("rejected", "BH-Q36")
        answer = await clients[1 - mover].play_all(STRAIGHT, STRAIGHT, seat=1 - mover)
        assert answer["type"] == "rejected"
        answer = await clients[mover].play_all(STRAIGHT, STRAIGHT, n=0)
        assert answer["type"] == "rejected"
        assert await entries(rooms, created) == before


@async_test
async def test_a_compound_that_cannot_be_saved_is_not_played_at_all(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_rooms(workers) as rooms:
        created, clients, mover = await start_race(rooms)
        me, before = clients[mover], len(await entries(rooms, created))
        room = me.room
        monkeypatch.setattr(room._store, "append", FailingStore().append)
        answer = await me.play_all(STRAIGHT, STRAIGHT)
        assert (answer["type"], answer["text"]) == ("rejected", MOVE_NOT_SAVED)
        assert len(room.session.match.moves) == before
        monkeypatch.undo()
        await me.wait_for_turn()
        assert (await me.play_all(STRAIGHT, STRAIGHT))["type"] == "done"


@async_test
async def test_other_clients_get_their_turn_between_the_actions(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_rooms(workers) as rooms:
        _, clients, mover = await start_race(rooms)
        happened: list[str] = []
        pause, play = rooms.scheduler.pause, MatchSession.play

        async def noted_pause(address: str) -> None:
            happened.append("pause")
            await pause(address)

        def noted_play(session: MatchSession, seat: int, action: object, how: str) -> object:
            happened.append("play")
            return play(session, seat, action, how)  # type: ignore[arg-type]

        monkeypatch.setattr(rooms.scheduler, "pause", noted_pause)
        monkeypatch.setattr(MatchSession, "play", noted_play)
        await clients[mover].play_all(STRAIGHT, STRAIGHT, STRAIGHT)
        assert happened == ["play", "pause", "play", "pause", "play"]


@async_test
async def test_destinations_are_sent_to_the_seat_that_decides(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        _, clients, mover = await start_race(rooms)
        me, other = clients[mover], clients[1 - mover]
        assert me.frame["ask"]["destinations"] is True
        assert other.frame["ask"]["destinations"] is False
        answer = await me.destinations(mover)
        places = answer["destinations"]
        assert {tuple(place["choice"]["compound"]) for place in places} >= {(STRAIGHT,) * 2, (STRAIGHT,) * 3}
        for place in places:
            assert place["choice"]["action"] == "; ".join(place["choice"]["compound"])
            assert "far" in place["node"]["css"].split(" ")
        assert (await other.destinations(1 - mover))["type"] == "rejected"
        assert (await other.destinations(mover))["type"] == "rejected"
        named = [choice for choice in me.frame["ask"]["choices"] if choice["compound"]]
        assert [choice["label"][:11] for choice in named] == ["Straight on"]
        assert named[0]["key"] not in [choice["key"] for choice in me.frame["ask"]["choices"] if not choice["compound"]]
        assert not [choice for choice in (other.frame["ask"] or {"choices": []})["choices"] if choice["compound"]]


async def start_advance(rooms: Rooms) -> list[RoomClient]:
    """Start a battle between two people, up to the movement dice of an Advance; the one who moves comes first."""
    created = await rooms.create(match_spec(PERSON, PERSON, game="wheelie", scenario="duel", seed=1))
    clients = await join_all(rooms, created)
    session = clients[0].room.session
    while session.decision is not None and session.decision.name != "NextLeg":
        seat = session.decision.seats[0]
        await clients[seat].wait_for_turn()
        proposals = session.match.proposals()
        await clients[seat].play(next((one for one in proposals if one.verb == "advance"), proposals[0]).text)
    for client in clients:
        await client.drain()
    assert session.decision is not None
    mover = session.decision.seats[0]
    return [clients[mover], clients[1 - mover]]


def point_ahead(client: RoomClient, seat: int, distance: int) -> tuple[int, int]:
    """Return the point straight ahead of the acting unit."""
    steered = client.room.session.match.steered_node(seat)
    layers = client.room.session.match.scene(seat).layers
    (piece,) = [node for layer in layers for node in layer.nodes if node.id == steered]
    return Pose(piece.x, piece.y, piece.turn).point_nearest(distance, 0)


@async_test
async def test_a_steered_piece_gets_its_course_with_a_preview(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        me, other = await start_advance(rooms)
        seat = me.frame["viewer"]
        assert me.frame["ask"]["steered"].startswith("unit-")
        assert other.frame["ask"]["steered"] == ""
        answer = await me.steer(seat, *point_ahead(me, seat, 1500))
        assert answer["choice"]["compound"][-1] == "drive 1500"
        assert answer["choice"]["action"] == "; ".join(answer["choice"]["compound"])
        assert answer["end"] is not None
        assert {"way", me.frame["ask"]["steered"]} <= {node["id"] for node in answer["nodes"]}
        answer = await me.steer(seat, *point_ahead(me, seat, -3000))
        assert (answer["refusal"], answer["choice"]) == (NO_COURSE, None)


@async_test
async def test_only_the_seat_that_decides_can_steer(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        me, other = await start_advance(rooms)
        seat = me.frame["viewer"]
        point = point_ahead(me, seat, 1500)
        assert (await other.steer(seat, *point))["type"] == "rejected"
        assert (await other.steer(1 - seat, *point))["type"] == "rejected"


@async_test
async def test_a_compound_is_previewed_to_its_end(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        me, _ = await start_advance(rooms)
        seat = me.frame["viewer"]
        (straight,) = [choice for choice in me.frame["ask"]["choices"] if choice["compound"]]
        answer = await me.preview(seat, straight["action"])
        assert me.frame["ask"]["steered"] in {node["id"] for node in answer["nodes"]}
        assert (await me.preview(seat, "drive 1; drive 2"))["rule"] == "WW-Q15"


@pytest.mark.parametrize("x", ["1000001", "-1000001", "1.5", '"1"'])
def test_a_target_beyond_every_board_is_malformed(x: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.decode_request(f'{{"type":"steer","id":1,"n":1,"seat":0,"x":{x},"y":0}}')


async def deploy(clients: list[RoomClient]) -> RoomClient:
    """Deploy both armies automatically; return the client whose units move first."""
    for client in clients:
        await client.wait_for_turn()
        await client.play("auto")
    for client in clients:
        await client.drain()
    return next(client for client in clients if client.frame["ask"]["mine"] >= 0)


@async_test
async def test_selected_pieces_are_sent_by_a_plan(workers: Workers) -> None:
    async with open_rooms(workers) as rooms:
        created = await rooms.create(match_spec(PERSON, PERSON, game="chariot", scenario="rome", seed=4))
        clients = await join_all(rooms, created)
        me = await deploy(clients)
        seat = me.frame["ask"]["mine"]
        pieces = me.frame["ask"]["pieces"]
        assert me.frame["ask"]["pending"] == f"{len(pieces)} units can still move"
        keys = {choice["action"]: choice["key"] for choice in me.frame["ask"]["choices"]}
        assert (keys["advance"], keys[pieces[0]["action"]]) == ("1", ""), "pieces are chosen on the board"
        nodes = [piece["node"] for piece in pieces[:3]]
        places = (await me.destinations(seat, nodes=nodes))["destinations"]
        choice = places[-1]["choice"]
        assert (choice["compound"], choice["action"]) == ([], choice["plan"])
        planned = await me.plan(seat, choice["plan"])
        actions = planned["choice"]["compound"]
        assert {action for action in actions if action.startswith("move ")} <= {one["action"] for one in pieces[:3]}
        assert (await me.play_all(*actions))["stopped"] == ""
        await me.drain()
        other = clients[1 - seat]
        assert (await other.plan(1 - seat, choice["plan"]))["type"] == "rejected"
        for plan in ("no such plan", "march 1 999", "embark"):
            assert (await me.plan(seat, plan))["text"] == NOTHING_TO_PLAN


@async_test
async def test_a_bot_plays_the_same_moves_in_fewer_frames(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play_first_turn() -> tuple[list[str], int]:
        """Return the moves of a bot that deploys and moves first, and the number of frames that show them."""
        async with open_rooms(workers) as rooms:
            created = await rooms.create(match_spec(RECRUIT, PERSON, game="chariot", scenario="rome", seed=4))
            (me,) = await join_all(rooms, created)
            await me.wait_for_turn()
            await me.play("auto")
            await me.wait_until(lambda frame: frame["ask"]["name"] != "Deploy" and frame["ask"]["mine"] == 1)
            frames = [message["n"] for message in me.received if message["type"] == "frame"]
            return [entry.text for entry in await entries(rooms, created)], len(frames)

    moves, frames = await play_first_turn()
    monkeypatch.setattr(thinking_bots, "MAX_FOLLOWING", 0)
    single_moves, single_frames = await play_first_turn()
    assert moves == single_moves
    assert frames < single_frames / 2


@pytest.mark.parametrize(
    "actions", ["[]", "[" + ",".join(['"a"'] * (MAX_ACTIONS + 1)) + "]", f'["{"a" * 101}"]', "[1]", '"straight"']
)
def test_a_list_of_actions_that_is_empty_or_too_long_is_malformed(actions: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.decode_request(f'{{"type":"play_all","id":1,"n":1,"seat":0,"actions":{actions}}}')


def test_a_compound_counts_as_many_messages_as_it_has_actions() -> None:
    throttle = MessageThrottle("10/minute")
    assert throttle.allow(100.0)
    throttle.count_more(9)
    assert not throttle.allow(100.0)
    assert throttle.allow(200.0)
