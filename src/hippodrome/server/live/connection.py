"""A browser at a table: the seats it holds, whom its screen shows, and what is on its way to it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable

from hippodrome.server import wire
from hippodrome.server.live.frames import KnownLayers
from hippodrome.server.services.seat_keys import SeatAccess
from hippodrome.server.wire import NO_SEAT

log = logging.getLogger("hippodrome.server.live.room")

MAX_QUEUED_CHARS = 8_000_000
"""Letters that may wait for a browser; one that is so far behind has lost touch, and may come back."""

MAX_REMEMBERED_ANSWERS = 32
"""Answers that are given again if a request comes twice."""

MAX_CHAT_MESSAGES, CHAT_WINDOW_S = 6, 10.0
"""How many words somebody may say in how many seconds."""

CLOSE_TRY_AGAIN_LATER = 1013
"""The code a socket is closed with when its browser did not read: it may try again."""


class Connection:
    """One browser at a table."""

    def __init__(self, held: SeatAccess, look: int = NO_SEAT) -> None:
        self.seats = held.seats
        self.host = held.host
        self.requested_viewer = look
        self.viewer = held.seats[0] if len(held.seats) == 1 else NO_SEAT
        self.curtain = NO_SEAT
        self.known_layers: KnownLayers | None = None  # the layers of the picture that the browser has
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self.queued_chars = 0  # letters on their way
        self.close_code = 1000  # what the socket is closed with
        self.abort: Callable[[], object] = lambda: None  # cuts the line at once
        self.is_closed = False
        self._answers: OrderedDict[int, str] = OrderedDict()
        self._chat_times: deque[float] = deque(maxlen=MAX_CHAT_MESSAGES)

    def send_text(self, text: str | None) -> None:
        """Put a message on its way; None is the end."""
        if self.is_closed:
            return
        self.queued_chars += len(text or "")
        if self.queued_chars <= MAX_QUEUED_CHARS:
            self.outgoing.put_nowait(text)
            return
        log.info("a browser reads no more", extra={"facts": {"seats": self.seats}})
        self.is_closed = True
        self.close_code = CLOSE_TRY_AGAIN_LATER
        self.abort()

    async def next_text(self) -> str | None:
        """Return the next message to be sent; None is the end."""
        text = await self.outgoing.get()
        self.queued_chars -= len(text or "")
        return text

    def send(self, message: wire.Message) -> None:
        """Put a message on its way."""
        self.send_text(wire.encode(message).decode())

    def answer(self, id: int, message: wire.Message) -> None:
        """Answer a request, and remember the answer."""
        text = wire.encode(message).decode()
        self._answers[id] = text
        if len(self._answers) > MAX_REMEMBERED_ANSWERS:
            self._answers.popitem(last=False)
        self.send_text(text)

    def resend_answer(self, id: int) -> bool:
        """Return whether a request was answered already; if so the same answer is given again."""
        if id not in self._answers:
            return False
        self.send_text(self._answers[id])
        return True

    def close(self, code: int, problem: wire.Problem | None = None) -> None:
        """Close the socket when all that is on its way has arrived."""
        self.close_code = code
        if problem is not None:
            self.send(problem)
        self.send_text(None)

    def can_chat(self, now: float) -> bool:
        """Return whether somebody who speaks now does not speak too often."""
        if len(self._chat_times) == MAX_CHAT_MESSAGES and now - self._chat_times[0] < CHAT_WINDOW_S:
            return False
        self._chat_times.append(now)
        return True

    def set_viewer(self, viewer: int, curtain: int = NO_SEAT) -> bool:
        """Whom the screen shows from now on; whether that is new."""
        changed = viewer != self.viewer
        self.viewer, self.curtain = viewer, curtain
        return changed
