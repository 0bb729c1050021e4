"""A client's connection to a table: the seats it holds, the seat it views from, and its queue of messages."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from weakref import WeakSet

from hippodrome.server import wire
from hippodrome.server.clients import Client
from hippodrome.server.live.frames import KnownLayers
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.storage.rows import Player
from hippodrome.server.wire import NO_SEAT

log = logging.getLogger("hippodrome.server.live.room")

MAX_QUEUED_CHARS = 8_000_000
"""A client with more unsent text than this is too slow and is disconnected; it may reconnect."""

MAX_QUEUED_CHARS_PER_ADDRESS = 20_000_000
"""Limit for the unsent text of all clients of an address. Beyond it, those with a long queue are disconnected."""

LONG_QUEUE_CHARS = 200_000
"""A client with more unsent text than this has a long queue."""

MAX_REMEMBERED_ANSWERS = 32
"""The last answers are kept, to be sent again if a request comes twice."""

CLOSE_TRY_AGAIN_LATER = 1013
"""WebSocket close code for a client that was too slow."""


_numbers = itertools.count(1)
_connections: WeakSet[Connection] = WeakSet()


class Connection:
    """A client's connection to a table, or to the lobby."""

    def __init__(self, access: SeatAccess, requested_viewer: int = NO_SEAT, address: str = "") -> None:
        self.client = Client(address, f"socket {next(_numbers)}")
        self.seats = access.seats
        self.nonces: dict[int, str] = {}  # the nonces of its seats when access was granted, to notice when a key ends
        self.host = access.host
        self.requested_viewer = requested_viewer
        self.viewer = access.seats[0] if len(access.seats) == 1 else NO_SEAT
        self.curtain = NO_SEAT  # the seat whose player must confirm before their secrets are shown
        self.known_layers: KnownLayers | None = None  # the layers of the scene that the client has
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self.queued_chars = 0  # text in the queue
        self.close_code = 1000  # WebSocket close code
        self.abort: Callable[[], object] = lambda: None  # stops sending at once
        self.is_closed = False
        self._answers: OrderedDict[int, str] = OrderedDict()
        _connections.add(self)

    def send_text(self, text: str | None) -> None:
        """Queue an encoded message, or None to close the socket. Disconnect a client that is too far behind."""
        if self.is_closed:
            return
        self.queued_chars += len(text or "")
        if not self._is_too_slow():
            self.outgoing.put_nowait(text)
            return
        facts = {"seats": self.seats, "queued": self.queued_chars}
        log.info("client too slow, disconnecting", extra={"facts": facts})
        self.is_closed = True
        self.close_code = CLOSE_TRY_AGAIN_LATER
        self.abort()

    def _is_too_slow(self) -> bool:
        """Return whether too much text waits to be sent to this client, or to all of its address."""
        if self.queued_chars <= LONG_QUEUE_CHARS:
            return False
        siblings = [each for each in _connections if each.client.address == self.client.address and not each.is_closed]
        in_address = sum(each.queued_chars for each in siblings)
        return self.queued_chars > MAX_QUEUED_CHARS or in_address > MAX_QUEUED_CHARS_PER_ADDRESS

    async def next_text(self) -> str | None:
        """Wait for the next message to send; None means that the socket is to be closed."""
        text = await self.outgoing.get()
        self.queued_chars -= len(text or "")
        return text

    def send(self, message: wire.Message) -> None:
        """Queue a message."""
        self.send_text(wire.encode(message).decode())

    def answer(self, id: int, message: wire.Message) -> None:
        """Answer the request with this id, and remember the answer."""
        text = wire.encode(message).decode()
        self._answers[id] = text
        if len(self._answers) > MAX_REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)
        self.send_text(text)

    def resend_answer(self, id: int) -> bool:
        """Send the remembered answer to a request again; return False if there is none."""
        if id not in self._answers:
            return False
        self.send_text(self._answers[id])
        return True

    def close(self, code: int, error: wire.SocketError | None = None) -> None:
        """Close the socket after everything queued, and a last error message, has been sent."""
        self.close_code = code
        if error is not None:
            self.send(error)
        self.send_text(None)

    def has_ended_key(self, players: Sequence[Player]) -> bool:
        """Return whether one of its seats has another nonce by now, so that its key is no longer valid."""
        return any(players[seat].nonce != nonce for seat, nonce in self.nonces.items())

    def set_viewer(self, viewer: int, curtain: int = NO_SEAT) -> bool:
        """Set the seat the client views the match from, or the curtain; return whether either has changed."""
        before = self.viewer, self.curtain
        self.viewer, self.curtain = viewer, curtain
        return before != (viewer, curtain)
