"""A change of access to a seat: its invitation or its keys. It runs in the task of the room, between two requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import msgspec

from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.seat_rates import ACCESS
from hippodrome.server.storage.rows import Player

PrepareAccess = Callable[[Player], Awaitable[tuple[dict[str, str], str]]]
"""Checks a change of access to a seat; returns the player's changed fields and a notice for the table, or raises."""

_KEY_ENDED = "The host has given your seat to another player, so your key to it has ended. You can still watch."


class AccessChange(msgspec.Struct):
    """Command: change the invitation or the keys of a seat, and tell the table; `done` gets the result."""

    seat: int
    prepare: PrepareAccess
    done: asyncio.Future[None]

    def finish(self, error: Exception | None = None) -> None:
        """Report the result to the caller, unless the caller no longer waits for it."""
        if self.done.done():
            return
        if error is not None:
            self.done.set_exception(error)
        else:
            self.done.set_result(None)


@contextmanager
def refusing_often() -> Iterator[None]:
    """Raise HttpError 429 instead of a RequestRejected raised inside the block."""
    try:
        yield
    except RequestRejected as rejection:
        raise HttpError(429, "rate_limit", rejection.text, retry=round(ACCESS.window_s)) from rejection


def key_ended_notice() -> wire.SocketError:
    """Return the message to a client whose key has ended."""
    return wire.SocketError("key_ended", _KEY_ENDED, True)
