"""Limits for what the player of a seat may save in a short time. They count per seat, whatever its connections."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from hippodrome.server.live.match_session import RequestRejected


class SeatRate(NamedTuple):
    """A rate: at most `maximum` in `window_s` seconds; more are rejected with `text`."""

    maximum: int
    window_s: float
    text: str


CHAT = SeatRate(6, 10.0, "You are sending messages too fast. Wait a few seconds.")
NOTES = SeatRate(10, 10.0, "You are saving your notes too often. Wait a few seconds and save again.")
NAME = SeatRate(5, 30.0, "You are changing your name too often. Wait half a minute.")
LEAVING = SeatRate(4, 30.0, "This seat was given to a bot too often. Wait half a minute.")
ACCESS = SeatRate(20, 60.0, "The invitation or the keys of this seat were changed too often. Wait a minute.")
"""Returning has no rate: a player can return only as often as the seat is left, and then always."""


class SeatRates:
    """Counts per seat of a table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: dict[tuple[SeatRate, int], deque[float]] = {}

    def count(self, rate: SeatRate, seat: int) -> None:
        """Count one use of a rate by a seat; raise RequestRejected if there were too many in a short time."""
        now = self._clock()
        times = self._times.setdefault((rate, seat), deque(maxlen=rate.maximum))
        if len(times) == rate.maximum and now - times[0] < rate.window_s:
            raise RequestRejected(rate.text)
        times.append(now)
