"""The web socket protocol of uvicorn, with incoming data parsed in small parts.

uvicorn parses everything that arrives at once, up to 256 KB. As tiny messages these take most of a second, and the
event loop can do nothing else meanwhile. Here one part is parsed at a time, when it is the client's turn, and the next
one only when the application has taken the messages of the last. Nothing more is read from the client until all is
parsed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

PART_BYTES = 1_024
"""Bytes parsed at a time: at most 170 messages."""

MAX_LAST_BYTES = 16 * 1_024
"""Bytes still parsed when the client has disconnected, and after the server has closed the socket."""


class PacedSocketProtocol(WebSocketsSansIOProtocol):
    """A web socket whose incoming data cannot hold up the event loop."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unparsed = bytearray()
        self._is_scheduled = False
        self._bytes_after_close = 0

    def data_received(self, data: bytes) -> None:
        """Parse the handshake at once, and everything after it in parts."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unparsed += data
        self._schedule()

    async def receive(self) -> Any:
        """Return the next message for the application."""
        message = await super().receive()
        self._schedule()
        return message

    def eof_received(self) -> None:
        """Parse the client's last messages; it sends no more."""
        self._parse_rest()
        super().eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Parse the client's last messages; it has disconnected."""
        self._parse_rest()
        super().connection_lost(exc)

    def call_in_turn(self, work: Callable[[], None]) -> None:
        """Do some work when it is the client's turn; here, in the next iteration of the loop."""
        self.loop.call_soon(work)

    def _schedule(self) -> None:
        """Parse the next part in the client's next turn, unless the application has messages to take."""
        if not self._unparsed or self.transport.is_closing():
            return
        self.transport.pause_reading()
        if not self._is_scheduled and not self.read_paused:
            self._is_scheduled = True
            self.call_in_turn(self._parse_next)

    def _parse_next(self) -> None:
        self._is_scheduled = False
        if self._unparsed and not self.read_paused:
            self._parse(PART_BYTES)
            self._schedule()
        if not self._unparsed and not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _parse(self, size: int) -> None:
        part = bytes(self._unparsed[:size])
        del self._unparsed[:size]
        if self.close_sent:
            self._bytes_after_close += len(part)
        if self._bytes_after_close > MAX_LAST_BYTES:
            self._unparsed.clear()
            self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(part)

    def _parse_rest(self) -> None:
        """Parse what the client sent before it disconnected, as far as an honest client would."""
        del self._unparsed[MAX_LAST_BYTES:]
        if self._unparsed and not self.close_sent:
            super().data_received(bytes(self._unparsed))
        self._unparsed.clear()
