"""The socket of lessons: playing one, bad requests, limits, and resuming after the connection is lost."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import hippodrome as hd
from hippodrome.server import wire
from hippodrome.server.clients import working_for
from hippodrome.server.live import solo_table
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.lesson_session import LessonSession
from hippodrome.server.live.lesson_table import LessonTable
from hippodrome.server.live.solo_table import CLOSE_IDLE
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.workers.pool import Workers
from tests.server.live.test_sockets import close_code, read_message
from tests.server.room_client import async_test
from tests.server.socket_client import Message, SocketClient

PATH = "/socket/lesson/benhur/first-turn"


class Learner(SocketClient):
    """A client in a lesson."""

    def __enter__(self) -> Learner:
        super().__enter__()
        return self

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request and return its answer; all frames that belong to it and the step have arrived then."""
        self.last_id += 1
        self.send(type=kind, id=self.last_id, **fields)
        while (answer := self.receive()).get("id") != self.last_id:
            pass
        return answer

    def do(self, kind: str, **fields: Any) -> Message:
        """Send a request that changes the lesson, and return the step after it."""
        assert self.ask(kind, **fields)["type"] == "done"
        return self.wait_for("lesson_step")

    def act(self, action: str) -> Message:
        """Play an action and return the step after it."""
        return self.do("play", n=self.frame["n"], seat=self.frame["viewer"], action=action)


def begin(server: str, path: str = PATH, inputs: list[str] | None = None) -> Learner:
    learner = Learner(server, path)
    learner.hello["inputs"] = inputs or []
    return learner


def test_a_lesson_is_played_over_its_socket(server: str) -> None:
    with begin(server) as learner:
        welcome = learner.receive()
        assert (welcome["type"], welcome["info"]["kind"], welcome["mine"]) == ("welcome", "lesson", [0])
        step = learner.wait_for("lesson_step")
        assert (step["phase"], step["number"], step["stars"], step["following"]) == ("read", 1, 3, "bends")
        assert not learner.frame["ask"]
        assert learner.receive()["type"] == "log"
        step = learner.do("read_on")
        assert (step["phase"], step["next"], step["clauses"]) == ("play", "whips 2", ["BH-M3"])
        assert learner.frame["ask"]["mine"] == 0
        step = learner.act("whips 1")
        assert (step["phase"], step["stars"]) == ("mistake", 2)
        assert not learner.frame["ask"]
        step = learner.do("read_on")
        assert step["phase"] == "play"
        assert learner.frame["undone"]
        while step["phase"] != "over":
            step = learner.act(step["next"])
        assert (step["stars"], step["number"]) == (2, 5)
        assert learner.frame["outcome"] is None
        assert learner.do("start_again")["inputs"] == []
        assert learner.frame["scene"]["complete"]


def test_the_table_answers_questions_about_the_position(server: str) -> None:
    with begin(server, inputs=[">"]) as learner:
        learner.wait_for("log")
        at = {"n": learner.frame["n"], "seat": 0}
        odds = learner.ask("odds", **at)
        assert odds["type"] == "odds_result"
        assert learner.ask("preview", **at, action="whips 2")["type"] == "previewed"
        assert learner.ask("inspect", node="chariot-0")["title"]
        assert learner.ask("destinations", **at)["type"] == "destinations_found"
        assert learner.ask("steer", **at, x=1, y=1)["type"] == "previewed"
        assert learner.ask("plan", **at, plan="march 1")["type"] == "rejected"
        assert learner.ask("preview", n=at["n"] - 1, seat=0, action="whips 2")["text"].startswith("The position")
        assert "seat" in learner.ask("preview", n=at["n"], seat=1, action="whips 2")["text"]


def test_a_lost_connection_is_resumed_where_it_was(server: str) -> None:
    with begin(server) as learner:
        learner.wait_for("log")
        learner.do("read_on")
        learner.act("whips 1")
        learner.do("read_on")
        learner.act("whips 2")
        step = learner.do("show_me")
    with begin(server, inputs=step["inputs"]) as learner:
        again = learner.wait_for("lesson_step")
        assert {**again, "n": 0} == {**step, "n": 0}
        assert learner.wait_for("log")["lines"]
        assert learner.act(again["next"])["number"] == step["number"] + 1


def test_inputs_that_do_not_fit_are_told_and_the_lesson_starts_again(server: str) -> None:
    with begin(server, inputs=[">", "straight"]) as learner:
        notice = learner.receive()
        assert (notice["type"], notice["final"]) == ("socket_error", False)
        assert learner.wait_for("lesson_step")["number"] == 1


@pytest.mark.parametrize(
    "hello",
    [
        {"type": "hello", "inputs": [">"] * (wire.MAX_LESSON_INPUTS + 1)},
        {"type": "hello", "inputs": ["x" * 101]},
        {"type": "hello", "inputs": [1]},
        {"type": "read_on", "id": 1},
    ],
)
def test_a_bad_hello_closes_the_socket(server: str, hello: dict[str, Any]) -> None:
    with connect(server.replace("http", "ws") + PATH, compression=None) as connection:
        connection.send(json.dumps(hello))
        assert read_message(connection)["final"]
        assert close_code(connection) == 1008


@pytest.mark.parametrize("path", ["benhur/nothing", "nothing/first-turn", "pig/first-turn"])
def test_the_socket_of_an_unknown_lesson_is_closed(server: str, path: str) -> None:
    with connect(f"{server.replace('http', 'ws')}/socket/lesson/{path}", compression=None) as connection:
        connection.send(json.dumps({"type": "hello"}))
        assert read_message(connection)["code"] == "not_found"
        assert close_code(connection) == 4404


def test_requests_that_a_lesson_does_not_know_are_rejected(server: str) -> None:
    with begin(server, inputs=[">", "whips 2"]) as learner:
        learner.wait_for("log")
        at = {"n": learner.frame["n"], "seat": 0}
        for kind, fields in (
            ("undo", at), ("hint", at), ("explain", {"move": 1}), ("review", {"seat": 0}), ("leave", {"seat": 0}),
        ):  # fmt: skip
            assert learner.ask(kind, **fields)["type"] == "rejected", kind
        for kind, fields in (
            ("chat", {"seat": 0, "text": "x"}), ("note", {"seat": 0, "text": "x"}),
            ("rename", {"seat": 0, "name": "x"}), ("view_as", {"seat": 1}),
        ):  # fmt: skip
            learner.send(type=kind, **fields)
            assert learner.receive()["type"] == "rejected", kind
        learner.socket.send("not JSON")
        assert learner.receive()["type"] == "socket_error"
        assert "what this step is about" in learner.ask("play", **at, action="left")["text"]
        assert learner.ask("play", **at, action="whips 9")["rule"].startswith("BH-")
        assert learner.act("straight")["number"] == 4, "nothing of this has changed the lesson"


def test_a_live_table_rejects_the_requests_of_lessons(server: str, client: httpx.Client) -> None:
    body = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}], "seed": 1}
    match = client.post("/api/matches", json=body).json()
    with Learner(server, f"/socket/match/{match['id']}", [match["keys"]["0"]]) as player:
        player.wait_for("log")
        for kind in ("read_on", "show_me", "start_again"):
            assert player.ask(kind)["type"] == "rejected"


def test_the_lessons_of_a_game_are_listed(client: httpx.Client) -> None:
    for slug in hd.games():
        listed = client.get(f"/api/games/{slug}/lessons").json()
        assert [lesson["name"] for lesson in listed] == [lesson.name for lesson in hd.lessons(slug)]
        assert all(lesson["title"] and lesson["idea"] and lesson["minutes"] and lesson["clauses"] for lesson in listed)
    cards = {card["slug"]: card["lessons"] for card in client.get("/api/games").json()}
    assert cards["benhur"] == len(hd.lessons("benhur"))
    assert cards["pig"] == 0
    assert client.get("/api/games/pig/lessons").json() == []
    assert client.get("/api/games/nothing/lessons").status_code == 404


def open_table(
    scheduler: FairScheduler, workers: Workers, inputs: list[str] | None = None
) -> tuple[LessonTable, Connection]:
    connection = Connection(SeatAccess((0,)), address="1.2.3.4")
    return LessonTable(hd.lessons("benhur")[0], connection, workers, scheduler, inputs=inputs or []), connection


async def read_until(connection: Connection, kind: str) -> Message:
    while (message := json.loads(await connection.next_text() or "{}"))["type"] != kind:
        pass
    result: Message = message
    return result


@async_test
async def test_an_idle_lesson_is_closed(workers: Workers) -> None:
    table, connection = open_table(FairScheduler(), workers)
    await table.run(idle_timeout_s=0.05)
    problem = await read_until(connection, "socket_error")
    assert (problem["code"], problem["final"]) == ("idle", True)
    assert await connection.next_text() is None
    assert connection.close_code == CLOSE_IDLE


@async_test
async def test_a_flood_of_requests_is_rejected_and_older_questions_are_replaced(workers: Workers) -> None:
    table, connection = open_table(FairScheduler(), workers, [">"])
    running = asyncio.create_task(table.run())
    await read_until(connection, "log")
    for id in range(1, 100):
        table.put(wire.ShowMe(id))
    rejected = await read_until(connection, "rejected")
    assert rejected["text"] == solo_table.TOO_MANY_REQUESTS
    table.put(wire.Inspect(200, "chariot-0"))
    while (message := await read_until(connection, "rejected"))["id"] != 99:
        pass
    assert message["text"] == solo_table.TOO_MANY_REQUESTS
    running.cancel()
    await asyncio.wait([running])


@async_test
async def test_the_time_of_a_lesson_is_counted_for_its_address(workers: Workers) -> None:
    scheduler = FairScheduler()
    table, connection = open_table(scheduler, workers)
    with working_for(connection.client):
        running = asyncio.create_task(table.run())
    await read_until(connection, "log")
    assert scheduler.used_s("1.2.3.4") > 0
    running.cancel()
    await asyncio.wait([running])


@async_test
async def test_a_failure_closes_only_this_lesson(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, connection = open_table(FairScheduler(), workers)
    running = asyncio.create_task(table.run())
    await read_until(connection, "log")
    monkeypatch.setattr(LessonSession, "read_on", lambda session: 1 / 0)
    table.put(wire.ReadOn(1))
    problem = await read_until(connection, "socket_error")
    assert (problem["code"], problem["final"]) == ("internal", True)
    await running
    assert "table failed" in caplog.text
