"""The client for which the server is working: an address, and one browser or connection at that address.

The middleware and the rooms set it, and a task inherits it from the task that started it. Queues use it to serve
clients in turn.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

WaitUntilGone = Callable[[], Awaitable[None]]
"""Returns when the client has disconnected."""


class Client(NamedTuple):
    """A client. All browsers of an address share what the address gets.

    address   the key under which the address is counted; empty for the server's own work
    browser   distinguishes connections of one address; empty for requests
    """

    address: str = ""
    browser: str = ""


SERVER = Client()
"""The server itself."""

_client: ContextVar[Client] = ContextVar("client", default=SERVER)
_wait_until_gone: ContextVar[WaitUntilGone | None] = ContextVar("wait_until_gone", default=None)


def current_client() -> Client:
    """Return the client for which the current task is working."""
    return _client.get()


def disconnect_waiter() -> WaitUntilGone | None:
    """Return a function that waits until the current client has disconnected; None if that cannot be known."""
    return _wait_until_gone.get()


@contextmanager
def working_for(client: Client, wait_until_gone: WaitUntilGone | None = None) -> Iterator[None]:
    """Do the work inside the block, and the tasks started in it, for a client."""
    client_token, gone_token = _client.set(client), _wait_until_gone.set(wait_until_gone)
    try:
        yield
    finally:
        _client.reset(client_token)
        _wait_until_gone.reset(gone_token)
