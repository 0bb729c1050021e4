"""Tables and sockets of an attacker, for the attacks that play."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

if TYPE_CHECKING:
    from attacks.runner import Context

RECORDS = Path(__file__).parents[1] / "tests" / "records"
FRAME_PREFIX = '{"type":"frame"'
ANSWER_TIMEOUT_S = 30.0

PERSON = {"person": True}


class AttackTable:
    """A match of the attacker: its id and the keys of its seats."""

    def __init__(self, created: dict[str, Any]) -> None:
        self.id: str = created["id"]
        self.keys: dict[str, str] = created["keys"]


async def create_table(context: Context, game: str, scenario: str, *bots: str, **options: Any) -> AttackTable:
    """Create a match of one person against bots of these levels; of two people without one."""
    others = [{"person": False, "level": level} for level in bots] or [PERSON]
    match = {"game": game, "scenario": scenario, "seats": [PERSON, *others], **options}
    response = await context.post("/api/matches", match)
    assert response is not None
    return AttackTable(response.raise_for_status().json())


async def import_record(context: Context, name: str) -> str:
    """Import a golden record, which bots have played, and return the id of its match."""
    response = await context.post("/api/records", read_record(name))
    assert response is not None
    id: str = response.raise_for_status().json()["id"]
    return id


def read_record(name: str) -> str:
    """Return a golden record."""
    return (RECORDS / f"{name}.record").read_text(encoding="utf-8")


class AttackSocket:
    """A socket of the attacker. It reads everything, and counts the types of the messages in the tally.

    seat        the seat that it plays
    n, action   from the first frame: its number, and the first choice with the smallest numbers
    is_closed   whether the server has closed it
    """

    def __init__(self, context: Context, socket: ClientConnection, seat: int = -1) -> None:
        self.seat = seat
        self._context = context
        self._socket = socket
        self._has_frame = asyncio.Event()
        self.n = 0
        self.action = ""
        self.is_closed = False
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                text = await self._socket.recv()
                assert isinstance(text, str)
                self._context.note(text[9 : text.index('"', 9)])
                if text.startswith(FRAME_PREFIX) and not self._has_frame.is_set():
                    self._read_frame(text)
        self.is_closed = True
        self._context.note("closed by the server")
        self._has_frame.set()

    def _read_frame(self, text: str) -> None:
        frame = msgspec.json.decode(text)
        self.n = frame["n"]
        choices = (frame["ask"] or {}).get("choices", [])
        if choices:
            numbers = [str(span["lo"]) for span in choices[0]["spans"]]
            self.action = " ".join([choices[0]["action"], *numbers])
        self._has_frame.set()

    async def wait_for_frame(self) -> None:
        """Wait for the first frame, or until the socket is closed."""
        await asyncio.wait_for(self._has_frame.wait(), ANSWER_TIMEOUT_S)

    async def send(self, **message: Any) -> bool:
        """Send a message; return False if the socket is closed."""
        return await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> bool:
        """Send a text; return False if the socket is closed."""
        try:
            await self._socket.send(text)
        except ConnectionClosed:
            return False
        return True

    def write_raw(self, data: bytes) -> None:
        """Write bytes to the connection, for frames that no client would send."""
        self._socket.transport.write(data)

    def write_buffer_size(self) -> int:
        """Return the number of bytes that the server has not taken yet."""
        return self._socket.transport.get_write_buffer_size()

    async def wait_until_read(self) -> None:
        """Wait until the server has read everything, or has closed the socket."""
        with suppress(ConnectionClosed):
            await (await self._socket.ping())

    async def wait_until_closed(self) -> None:
        """Wait until the server has closed the socket."""
        await asyncio.wait([self._reader], timeout=ANSWER_TIMEOUT_S)

    async def close(self) -> None:
        """Disconnect at once."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        self._socket.transport.abort()
        await self._socket.wait_closed()


async def open_socket(context: Context, id: str, *keys: str, seat: int = -1) -> AttackSocket:
    """Open a socket to a match and wait for its first frame."""
    hello = {"keys": list(keys), "view_as": seat}
    socket = AttackSocket(context, await context.socket(f"/socket/match/{id}", hello), seat)
    await socket.wait_for_frame()
    return socket


async def open_mover(context: Context, table: AttackTable) -> AttackSocket:
    """Open a socket for the seat of a table that must decide; for the last seat if no person must."""
    sockets = [await open_socket(context, table.id, key, seat=int(seat)) for seat, key in table.keys.items()]
    mover = next((socket for socket in sockets if socket.action), sockets[-1])
    await context.gather(socket.close() for socket in sockets if socket is not mover)
    return mover


async def open_lobby(context: Context, *keys: str) -> AttackSocket:
    """Open a socket to the lobby."""
    return AttackSocket(context, await context.socket("/socket/lobby", {"keys": list(keys)}))


class Pace:
    """A steady pace: `wait` returns as often per second as it is set to, until the time is over."""

    def __init__(self, per_second: float, seconds: float) -> None:
        self._interval_s = 1 / per_second
        self._next = time.perf_counter()
        self._end = self._next + seconds

    async def wait(self) -> bool:
        """Wait for the next moment; return False when the time is over."""
        self._next += self._interval_s
        await asyncio.sleep(max(0.0, self._next - time.perf_counter()))
        return time.perf_counter() < self._end
