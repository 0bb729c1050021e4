"""Somebody who sits at a table over a socket, one message at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 30

Message = dict[str, Any]


class Sitter:
    """A socket to a table, or to the lobby."""

    def __init__(self, address: str, path: str, keys: Sequence[str] = (), look: int = -1) -> None:
        place = address.replace("http://", "ws://").rstrip("/") + path
        self.opening = connect(place, max_size=None, open_timeout=PATIENCE, compression=None)
        self.hello = {"type": "hello", "keys": list(keys), "look": look}
        self.line: ClientConnection
        self.frame: Message = {}
        self.numbers = 0

    def __enter__(self) -> Sitter:
        self.line = self.opening.__enter__()
        self.say(**self.hello)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.opening.__exit__(kind, error, trace)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.line.send(json.dumps(message))

    def hear(self) -> Message:
        """The next message; the latest frame is remembered."""
        message: Message = json.loads(self.line.recv(timeout=PATIENCE))
        if message["type"] == "frame":
            self.frame = message
        return message

    def wait_for(self, *kinds: str) -> Message:
        """Read on until a message of one of these kinds comes."""
        while (message := self.hear())["type"] not in kinds:
            pass
        return message

    def play(self, action: str | None = None) -> Message:
        """Play an action, the first choice if none is named; gives the answer, when its frame has come too."""
        ask = self.frame["ask"]
        self.numbers += 1
        chosen = action or ask["choices"][0]["action"]
        self.say(type="play", id=self.numbers, n=self.frame["n"], seat=ask["mine"], action=chosen)
        while (message := self.wait_for("done", "refused"))["id"] != self.numbers:
            pass
        while self.frame["n"] < message["n"]:
            self.hear()
        return message

    def wait_for_end(self) -> Message:
        """Read on until a frame shows how the match ended."""
        while not self.frame or self.frame["outcome"] is None:
            self.hear()
        return self.frame


def play_to_the_end(server: str, made: dict[str, Any]) -> None:
    """Two people sit down at the table and play on, with the first choice each time."""
    place = f"/socket/match/{made['id']}"
    keys = {**made["keys"], **made["links"]}
    with Sitter(server, place, [keys["0"]]) as red, Sitter(server, place, [keys["1"]]) as white:
        for sitter, seat in ((red, 0), (white, 1)):
            sitter.wait_for("frame")
            sitter.say(type="return", id=0, seat=seat)
        while red.frame["outcome"] is None:
            asked = red if 0 in red.frame["ask"]["seats"] else white
            while asked.frame["n"] < red.frame["n"]:
                asked.hear()
            asked.play()  # a refusal means that something else came first; the frame now shows what
            while red.frame["n"] < white.frame["n"]:
                red.hear()
        assert sorted(red.frame["outcome"]["places"]) == [1, 2]
