"""Sockets: how they begin, how they end, and that nothing sent through them does harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocketState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hippodrome.server.live import sockets
from hippodrome.server.live.connection import CLOSE_TRY_AGAIN_LATER, Connection
from hippodrome.server.services.seat_keys import SeatAccess
from tests.server.socket_client import SocketClient


@pytest.fixture
def created(client: httpx.Client) -> dict[str, Any]:
    """A table for two people."""
    request = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}], "seed": 1}
    found: dict[str, Any] = client.post("/api/matches", json=request).json()
    return found


def place(created: dict[str, Any]) -> str:
    return f"/socket/match/{created['id']}"


@pytest.fixture
def socket(server: str, created: dict[str, Any]) -> Iterator[ClientConnection]:
    """A socket on which nothing has been said yet."""
    with connect(server.replace("http", "ws") + place(created), compression=None) as found:
        yield found


def told(line: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(line.recv(timeout=30))
    return message


def ends(line: ClientConnection) -> int:
    """The code a socket is closed with, when everything before has been read."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            line.recv(timeout=30)
    return line.protocol.close_code or 0


def test_two_people_and_a_spectator_follow_a_match(server: str, created: dict[str, Any]) -> None:
    with (
        SocketClient(server, place(created), [created["keys"]["0"]]) as red,
        SocketClient(server, place(created), [created["keys"]["1"]]) as white,
        SocketClient(server, place(created)) as watcher,
    ):
        assert [client.receive()["type"] for client in (red, white, watcher)] == ["welcome"] * 3
        for client in (red, white, watcher):
            client.wait_for("log")
        assert red.play("roll")["n"] == 1
        for client in (red, white, watcher):
            while client.frame["n"] < 1:
                client.receive()
            assert client.frame["lines"][0]["text"]


def test_an_unknown_table_ends_the_socket(server: str) -> None:
    with connect(f"{server.replace('http', 'ws')}/socket/match/nothing", compression=None) as line:
        line.send(json.dumps({"type": "hello"}))
        problem = told(line)
        assert (problem["type"], problem["final"]) == ("problem", True)
        assert "no such table" in problem["text"]
        assert ends(line) == 4404


@pytest.mark.parametrize(
    "first", ['{"type":"look","seat":0}', "what?", "[]", '{"type":"hello","keys":[1]}', "", "\x00"]
)
def test_whoever_does_not_say_hello_first_is_shown_out(line: ClientConnection, first: str) -> None:
    line.send(first)
    problem = told(line)
    assert (problem["type"], problem["final"]) == ("problem", True)
    assert ends(line) == 1008


@pytest.mark.parametrize(
    "nonsense",
    [
        "what?",
        "[]",
        "null",
        '{"type":"fly"}',
        '{"type":"play","id":"x","n":0,"seat":0,"action":"roll"}',
        '{"type":"play"}',
        "[" * 5000,
        b"\xff\xfe",
        b"",
    ],
)
def test_nonsense_is_answered_and_the_connection_stays(
    server: str, created: dict[str, Any], nonsense: str | bytes
) -> None:
    with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.socket.send(nonsense)
        problem = red.wait_for("problem")
        assert (problem["code"], problem["final"]) == ("message", False)
        assert "Traceback" not in problem["text"]
        assert red.play("roll")["type"] == "done"


def test_a_hello_in_the_middle_changes_nothing(server: str, created: dict[str, Any]) -> None:
    with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.send(type="hello", keys=[created["keys"]["1"]])
        assert red.play("hold")["type"] == "done"
        red.send(type="play", id=77, n=1, seat=1, action="roll")
        assert "not your seat" in red.wait_for("refused")["text"]


def test_a_message_that_is_too_long_ends_the_connection(server: str, created: dict[str, Any]) -> None:
    with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.send(type="say", seat=0, text="x" * 20_000)
        assert ends(red.socket) == 1009


def test_a_key_that_is_no_good_is_told_and_one_may_watch(server: str, created: dict[str, Any]) -> None:
    with SocketClient(server, place(created), ["nonsense"]) as stranger:
        assert stranger.receive()["code"] == "key"
        assert stranger.wait_for("welcome")["mine"] == []
        assert stranger.wait_for("frame")["viewer"] == -1


def test_whoever_comes_back_sees_the_same_table(server: str, created: dict[str, Any]) -> None:
    with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.play("roll")
        while red.frame["n"] < 1:
            red.receive()
        words = red.frame["words"]
    with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
        frame = red.wait_for("frame")
        assert (frame["n"], frame["words"], frame["scene"]["whole"]) == (1, words, True)
        assert [line["text"] for line in red.wait_for("log")["lines"]]


def test_the_lobby_shows_ones_matches_and_their_changes(server: str, created: dict[str, Any]) -> None:
    with SocketClient(server, "/socket/lobby", [created["keys"]["1"]]) as waits:
        (row,) = waits.wait_for("rows")["mine"]
        assert (row["info"]["id"], row["asked"]) == (created["id"], [])
        with SocketClient(server, place(created), [created["keys"]["0"]]) as red:
            red.wait_for("frame")
            assert red.play("hold")["type"] == "done"
            while not waits.wait_for("rows")["mine"][0]["asked"]:
                pass
        waits.socket.send("what?")
        assert waits.wait_for("problem")["final"] is False


class Silent:
    """A websocket through which nothing comes. If it is deaf too, what is sent to it is never through."""

    def __init__(self, deaf: bool = False) -> None:
        self.deaf = deaf
        self.received: list[str] = []
        self.closed: list[int] = []
        self.client_state = self.application_state = WebSocketState.CONNECTED

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send_text(self, text: str) -> None:
        if self.deaf:
            await asyncio.Event().wait()
        self.received.append(text)

    async def close(self, code: int) -> None:
        self.closed.append(code)


def test_whoever_says_nothing_is_shown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HANDSHAKE_TIMEOUT_S", 0.01)
    silent = Silent()
    assert asyncio.run(sockets._receive_hello(silent)) is None  # type: ignore[arg-type]
    assert json.loads(silent.received[0])["final"] is True
    assert silent.closed == [1008]


def test_a_browser_that_reads_nothing_is_cut_off() -> None:
    async def scene() -> list[int]:
        deaf, connection = Silent(deaf=True), Connection(SeatAccess())
        talking = asyncio.create_task(sockets._pump(deaf, connection, lambda _: None))  # type: ignore[arg-type]
        while not connection.is_closed:
            await asyncio.sleep(0)
            connection.send_text("news" * 10_000)
        await asyncio.wait_for(talking, 30)
        return deaf.closed

    assert asyncio.run(scene()) == [CLOSE_TRY_AGAIN_LATER]
