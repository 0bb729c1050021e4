"""The paced web socket protocol: data that arrives at once is parsed in parts, and nothing of it is lost."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import Mock

import uvicorn
from uvicorn.server import ServerState

from hippodrome.server.http.connection_limits import LimitedConfig, LimitedSocketProtocol, OpenConnections
from hippodrome.server.http.paced_socket_protocol import MAX_LAST_BYTES, PART_BYTES, PacedSocketProtocol
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.settings import ConnectionLimits
from tests.server.room_client import async_test

HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
COUNT = 2_000


def text_frame(text: str) -> bytes:
    """Return a masked frame of a client; the mask is zero."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


class Socket:
    """A protocol with a transport that goes nowhere, and an application that takes messages when the test says so."""

    def __init__(self, scheduler: FairScheduler | None = None, address: str = "192.0.2.1") -> None:
        self.calls: asyncio.Queue[Any] = asyncio.Queue()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await self.calls.put((receive, send))
            await asyncio.Event().wait()

        config = uvicorn.Config(app, ws=PacedSocketProtocol, lifespan="off", log_config=None)
        if scheduler is not None:
            config = LimitedConfig(app, OpenConnections(ConnectionLimits()), scheduler, lifespan="off", log_config=None)
        config.load()
        self.is_reading = True
        self.transport = Mock()
        self.transport.is_closing.return_value = False
        self.transport.get_extra_info.side_effect = {"peername": (address, 5000)}.get
        self.transport.pause_reading.side_effect = lambda: setattr(self, "is_reading", False)
        self.transport.resume_reading.side_effect = lambda: setattr(self, "is_reading", True)
        protocol = PacedSocketProtocol if scheduler is None else LimitedSocketProtocol
        self.protocol = protocol(config, ServerState(), {})
        self.protocol.connection_made(self.transport)
        self.protocol.data_received(HANDSHAKE)

    @property
    def waiting(self) -> int:
        """The number of parsed messages that the application has not taken."""
        return self.protocol.queue.qsize()

    async def open(self) -> tuple[Any, Any]:
        """Return the functions `receive` and `send` of the application, once the socket is open."""
        calls: tuple[Any, Any] = await self.calls.get()
        return calls


async def let_loop_run() -> None:
    """Let the event loop run for some iterations."""
    for _ in range(10):
        await asyncio.sleep(0)


@async_test
async def test_messages_that_arrive_at_once_are_parsed_in_parts_and_in_order() -> None:
    socket = Socket()
    receive, _ = await socket.open()
    socket.protocol.data_received(b"".join(text_frame(str(number)) for number in range(COUNT)))
    received: list[str] = []
    most = 0
    while len(received) < COUNT:
        await let_loop_run()
        most = max(most, socket.waiting)
        received.append((await receive())["text"])
        assert not (socket.is_reading and socket.protocol._unparsed), "nothing more is read before all is parsed"
    assert received == [str(number) for number in range(COUNT)]
    assert socket.is_reading
    assert 1 < most <= PART_BYTES // len(text_frame("0"))


@async_test
async def test_the_last_messages_of_a_client_are_not_lost() -> None:
    socket = Socket()
    receive, _ = await socket.open()
    socket.protocol.data_received(b"".join(text_frame(str(number)) for number in range(500)))
    socket.protocol.connection_lost(None)
    messages = [await receive() for _ in range(501)]
    assert [message["text"] for message in messages[:-1]] == [str(number) for number in range(500)]
    assert messages[-1]["type"] == "websocket.disconnect"


@async_test
async def test_what_a_flooding_client_sends_after_the_socket_is_closed_is_not_parsed() -> None:
    socket = Socket()
    _, send = await socket.open()
    await send({"type": "websocket.close", "code": 1008})
    for _ in range(MAX_LAST_BYTES // PART_BYTES + 1):
        assert not socket.transport.abort.called
        socket.protocol.data_received(text_frame("x") * (PART_BYTES // 7))
        await let_loop_run()
    socket.protocol.data_received(text_frame("x") * PART_BYTES)
    await let_loop_run()
    assert socket.transport.abort.called
    assert not socket.protocol._unparsed


@async_test
async def test_a_socket_is_read_in_the_turns_of_its_address() -> None:
    scheduler = FairScheduler()
    greedy, honest = [Socket(scheduler, address) for address in ("192.0.2.1", "192.0.2.2")]
    for socket in (greedy, honest):
        await socket.open()
    scheduler.charge("192.0.2.2", 0.0)
    scheduler.charge("192.0.2.1", 0.5)
    for socket in (greedy, honest):
        socket.protocol.data_received(text_frame("x") * 300)
    await let_loop_run()
    assert (greedy.waiting, honest.waiting) == (0, PART_BYTES // len(text_frame("x")))
    scheduler._usage.clear()
    scheduler.wake()
    await let_loop_run()
    assert greedy.waiting == honest.waiting


@async_test
async def test_pings_are_counted_as_time_of_their_address() -> None:
    scheduler, counted = FairScheduler(), list[str]()
    scheduler.charge = lambda address, seconds: counted.append(address)  # type: ignore[method-assign]
    socket = Socket(scheduler)
    await socket.open()
    socket.protocol.data_received(bytes([0x89, 0x80, 0, 0, 0, 0]) * 1000)
    for _ in range(10):
        await let_loop_run()
    assert not socket.protocol._unparsed
    assert counted == ["192.0.2.1"] * -(-6000 // PART_BYTES)
