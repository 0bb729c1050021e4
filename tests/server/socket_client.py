"""A client that talks to a server over a WebSocket, one message at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.api_helpers import accept_invitations

TIMEOUT_S = 30

Message = dict[str, Any]


class SocketClient:
    """A WebSocket to a match or to the lobby."""

    def __init__(self, address: str, path: str, keys: Sequence[str] = (), view_as: int = -1) -> None:
        url = address.replace("http://", "ws://").rstrip("/") + path
        self.connecting = connect(url, max_size=None, open_timeout=TIMEOUT_S, compression=None)
        self.hello = {"type": "hello", "keys": list(keys), "view_as": view_as}
        self.socket: ClientConnection
        self.frame: Message = {}
        self.last_id = 0

    def __enter__(self) -> SocketClient:
        self.socket = self.connecting.__enter__()
        self.send(**self.hello)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.connecting.__exit__(kind, error, trace)

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        """Return the next message; a frame is also kept in `frame`."""
        message: Message = json.loads(self.socket.recv(timeout=TIMEOUT_S))
        if message["type"] == "frame":
            self.frame = message
        return message

    def wait_for(self, *kinds: str) -> Message:
        """Read until a message of one of these kinds arrives, and return it."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def play(self, action: str | None = None) -> Message:
        """Play an action (the first choice by default) and return the answer once its frame has arrived too."""
        ask = self.frame["ask"]
        self.last_id += 1
        chosen = action or ask["choices"][0]["action"]
        self.send(type="play", id=self.last_id, n=self.frame["n"], seat=ask["mine"], action=chosen)
        while (message := self.wait_for("done", "rejected"))["id"] != self.last_id:
            pass
        while self.frame["n"] < message["n"]:
            self.receive()
        return message

    def wait_for_end(self) -> Message:
        """Read until a frame shows the outcome of the match, and return it."""
        while not self.frame or self.frame["outcome"] is None:
            self.receive()
        return self.frame


def play_to_the_end(server: str, created: dict[str, Any]) -> None:
    """Play a match of two people to its end with the first choice each time."""
    path = f"/socket/match/{created['id']}"
    with httpx.Client(base_url=server, timeout=TIMEOUT_S) as client:
        keys = accept_invitations(client, created)
    with SocketClient(server, path, [keys["0"]]) as red, SocketClient(server, path, [keys["1"]]) as white:
        for player, seat in ((red, 0), (white, 1)):
            player.wait_for("frame")
            player.send(type="return", id=0, seat=seat)
        while red.frame["outcome"] is None:
            mover = red if 0 in red.frame["ask"]["seats"] else white
            while mover.frame["n"] < red.frame["n"]:
                mover.receive()
            mover.play()  # if it is refused, something else came first, and the frame now shows it
            while red.frame["n"] < white.frame["n"]:
                red.receive()
        assert sorted(red.frame["outcome"]["places"]) == [1, 2]
