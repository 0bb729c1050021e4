"""A browser at a table: the seats it holds, whom its screen shows, and what is on its way to it."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable

from hippodrome.server import wire
from hippodrome.server.live.frames import Sent
from hippodrome.server.services.seat_keys import Held
from hippodrome.server.wire import NOBODY

log = logging.getLogger("hippodrome.server.live.room")

BOUND = 8_000_000
"""Letters that may wait for a browser; one that is so far behind has lost touch, and may come back."""

REMEMBERED = 32
"""Answers that are given again if a request comes twice."""

TALK, TALK_SECONDS = 6, 10.0
"""How many words somebody may say in how many seconds."""

FELL_BEHIND = 1013
"""The code a socket is closed with when its browser did not read: it may try again."""


class Connection:
    """One browser at a table."""

    def __init__(self, held: Held, look: int = NOBODY) -> None:
        self.seats = held.seats
        self.host = held.host
        self.look = look
        self.viewer = held.seats[0] if len(held.seats) == 1 else NOBODY
        self.curtain = NOBODY
        self.sent: Sent | None = None  # the layers of the picture that the browser has
        self.outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        self.waiting = 0  # letters on their way
        self.code = 1000  # what the socket is closed with
        self.drop: Callable[[], object] = lambda: None  # cuts the line at once
        self.is_lost = False
        self._answers: OrderedDict[int, str] = OrderedDict()
        self._talk: deque[float] = deque(maxlen=TALK)

    def send(self, text: str | None) -> None:
        """Put a message on its way; None is the end."""
        if self.is_lost:
            return
        self.waiting += len(text or "")
        if self.waiting <= BOUND:
            self.outgoing.put_nowait(text)
            return
        log.info("a browser reads no more", extra={"facts": {"seats": self.seats}})
        self.is_lost = True
        self.code = FELL_BEHIND
        self.drop()

    async def next(self) -> str | None:
        """Return the next message to be sent; None is the end."""
        text = await self.outgoing.get()
        self.waiting -= len(text or "")
        return text

    def tell(self, message: wire.Message) -> None:
        """Put a message on its way."""
        self.send(wire.written(message).decode())

    def answer(self, id: int, message: wire.Message) -> None:
        """Answer a request, and remember the answer."""
        text = wire.written(message).decode()
        self._answers[id] = text
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        self.send(text)

    def answered(self, id: int) -> bool:
        """Return whether a request was answered already; if so the same answer is given again."""
        if id not in self._answers:
            return False
        self.send(self._answers[id])
        return True

    def end(self, code: int, problem: wire.Problem | None = None) -> None:
        """Close the socket when all that is on its way has arrived."""
        self.code = code
        if problem is not None:
            self.tell(problem)
        self.send(None)

    def may_talk(self, now: float) -> bool:
        """Return whether somebody who speaks now does not speak too often."""
        if len(self._talk) == TALK and now - self._talk[0] < TALK_SECONDS:
            return False
        self._talk.append(now)
        return True

    def show(self, viewer: int, curtain: int = NOBODY) -> bool:
        """Whom the screen shows from now on; whether that is new."""
        changed = viewer != self.viewer
        self.viewer, self.curtain = viewer, curtain
        return changed
