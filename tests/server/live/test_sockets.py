"""Sockets: handshake, invalid messages, reconnecting, the lobby and closing."""

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
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.services.seat_keys import SeatAccess
from tests.server.socket_client import SocketClient


@pytest.fixture
def new_match(client: httpx.Client) -> dict[str, Any]:
    """A new match of Pig for two people."""
    request = {"game": "pig", "scenario": "plain", "seats": [{"person": True}, {"person": True}], "seed": 1}
    match: dict[str, Any] = client.post("/api/matches", json=request).json()
    return match


def socket_path(new_match: dict[str, Any]) -> str:
    return f"/socket/match/{new_match['id']}"


@pytest.fixture
def connection(server: str, new_match: dict[str, Any]) -> Iterator[ClientConnection]:
    """An open socket that has sent nothing yet."""
    with connect(server.replace("http", "ws") + socket_path(new_match), compression=None) as connection:
        yield connection


def read_message(connection: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(connection.recv(timeout=30))
    return message


def close_code(connection: ClientConnection) -> int:
    """Read all remaining messages and return the code the socket was closed with."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            connection.recv(timeout=30)
    return connection.protocol.close_code or 0


def test_two_players_and_a_spectator_follow_a_match(server: str, new_match: dict[str, Any]) -> None:
    with (
        SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red,
        SocketClient(server, socket_path(new_match), [new_match["keys"]["1"]]) as white,
        SocketClient(server, socket_path(new_match)) as watcher,
    ):
        assert [client.receive()["type"] for client in (red, white, watcher)] == ["welcome"] * 3
        for client in (red, white, watcher):
            client.wait_for("log")
        assert red.play("roll")["n"] == 1
        for client in (red, white, watcher):
            while client.frame["n"] < 1:
                client.receive()
            assert client.frame["lines"][0]["text"]


def test_the_socket_of_an_unknown_match_is_closed(server: str) -> None:
    with connect(f"{server.replace('http', 'ws')}/socket/match/nothing", compression=None) as connection:
        connection.send(json.dumps({"type": "hello"}))
        problem = read_message(connection)
        assert (problem["type"], problem["final"]) == ("socket_error", True)
        assert "no such match" in problem["text"]
        assert close_code(connection) == 4404


@pytest.mark.parametrize(
    "first", ['{"type":"view_as","seat":0}', "what?", "[]", '{"type":"hello","keys":[1]}', "", "\x00"]
)
def test_a_client_that_does_not_begin_with_hello_is_disconnected(connection: ClientConnection, first: str) -> None:
    connection.send(first)
    problem = read_message(connection)
    assert (problem["type"], problem["final"]) == ("socket_error", True)
    assert close_code(connection) == 1008


@pytest.mark.parametrize(
    "text",
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
def test_an_invalid_message_is_answered_and_the_connection_stays_open(
    server: str, new_match: dict[str, Any], text: str | bytes
) -> None:
    with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.socket.send(text)
        problem = red.wait_for("socket_error")
        assert (problem["code"], problem["final"]) == ("message", False)
        assert "Traceback" not in problem["text"]
        assert red.play("roll")["type"] == "done"


def test_a_second_hello_is_ignored(server: str, new_match: dict[str, Any]) -> None:
    with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.send(type="hello", keys=[new_match["keys"]["1"]])
        assert red.play("hold")["type"] == "done"
        red.send(type="play", id=77, n=1, seat=1, action="roll")
        assert "not your seat" in red.wait_for("rejected")["text"]


def test_a_message_that_is_too_long_closes_the_connection(server: str, new_match: dict[str, Any]) -> None:
    with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.send(type="chat", seat=0, text="x" * 20_000)
        assert close_code(red.socket) == 1009


def test_a_client_with_an_invalid_key_is_told_and_can_watch(server: str, new_match: dict[str, Any]) -> None:
    with SocketClient(server, socket_path(new_match), ["nonsense"]) as stranger:
        assert stranger.receive()["code"] == "key"
        assert stranger.wait_for("welcome")["mine"] == []
        assert stranger.wait_for("frame")["viewer"] == -1


def test_a_client_that_reconnects_sees_the_same_position(server: str, new_match: dict[str, Any]) -> None:
    with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
        red.wait_for("frame")
        red.play("roll")
        while red.frame["n"] < 1:
            red.receive()
        words = red.frame["description"]
    with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
        frame = red.wait_for("frame")
        assert (frame["n"], frame["description"], frame["scene"]["complete"]) == (1, words, True)
        assert [connection["text"] for connection in red.wait_for("log")["lines"]]


def test_the_lobby_shows_own_matches_and_their_changes(server: str, new_match: dict[str, Any]) -> None:
    with SocketClient(server, "/socket/lobby", [new_match["keys"]["1"]]) as lobby:
        (row,) = lobby.wait_for("lobby_list")["mine"]
        assert (row["info"]["id"], row["pending"]) == (new_match["id"], [])
        with SocketClient(server, socket_path(new_match), [new_match["keys"]["0"]]) as red:
            red.wait_for("frame")
            assert red.play("hold")["type"] == "done"
            while not lobby.wait_for("lobby_list")["mine"][0]["pending"]:
                pass
        lobby.socket.send("what?")
        assert lobby.wait_for("socket_error")["final"] is False


class SilentSocket:
    """A WebSocket that never receives a message. If `blocked`, sending to it never completes either."""

    def __init__(self, blocked: bool = False) -> None:
        self.blocked = blocked
        self.received: list[str] = []
        self.closed: list[int] = []
        self.client_state = self.application_state = WebSocketState.CONNECTED

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        return {}

    async def send_text(self, text: str) -> None:
        if self.blocked:
            await asyncio.Event().wait()
        self.received.append(text)

    async def close(self, code: int) -> None:
        self.closed.append(code)


def test_a_client_that_sends_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HANDSHAKE_TIMEOUT_S", 0.01)
    silent = SilentSocket()
    assert asyncio.run(sockets._receive_hello(silent)) is None  # type: ignore[arg-type]
    assert json.loads(silent.received[0])["final"] is True
    assert silent.closed == [1008]


def test_a_client_that_reads_nothing_is_disconnected() -> None:
    async def overflow() -> list[int]:
        socket, connection = SilentSocket(blocked=True), Connection(SeatAccess())
        pump = asyncio.create_task(sockets._pump(socket, connection, FairScheduler(), lambda _: None))  # type: ignore[arg-type]
        while not connection.is_closed:
            await asyncio.sleep(0)
            connection.send_text("news" * 10_000)
        await asyncio.wait_for(pump, 30)
        return socket.closed

    assert asyncio.run(overflow()) == [CLOSE_TRY_AGAIN_LATER]
