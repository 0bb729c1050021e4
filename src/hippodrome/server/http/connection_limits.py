"""Limits on connections, before the application sees a request: their number, the size of headers, and times.

uvicorn has a time limit only for idle connections. These protocols add the others. The security middleware checks
rates and the sizes of bodies later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import get_remote_addr

from hippodrome.server.http.paced_socket_protocol import PacedSocketProtocol
from hippodrome.server.http.rate_limits import UNKNOWN_ADDRESS, rate_limit_key
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.settings import ConnectionLimits

log = logging.getLogger("hippodrome.server.http.connection_limits")

RESERVED_FILES = 256
"""Open files that are not connections: the database, worker processes, the static site."""

MAX_WAITING_REQUESTS = 16
"""Requests that a client may send on one connection before the first of them is answered."""

IS_DISCONNECTED = "hippodrome.is_disconnected"
"""The key in the ASGI scope of a function that returns whether the client of a request has disconnected."""

TOO_MANY_FROM_ADDRESS = "There are too many connections from your address. Close some of your tabs and try again.\n"
TOO_MANY = "The server has too many connections. Try again in a minute.\n"
HEADERS_TOO_LARGE = "The headers of this request are too large.\n"
REQUEST_TOO_LARGE = "This request is too large.\n"
TOO_MANY_WAITING = "Too many requests are waiting on this connection.\n"
NOT_HTTP = "This is not a valid HTTP request.\n"
TOO_SLOW = "The request did not arrive in time.\n"


class OpenConnections:
    """The open connections, counted by address. Addresses of trusted proxies have no limit of their own."""

    def __init__(self, limits: ConnectionLimits, trusted_proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self._max_total = max_open_connections(limits.total)
        self._trusted = {rate_limit_key(proxy) for proxy in trusted_proxies}
        self._address_of: dict[asyncio.BaseTransport, str] = {}
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._address_of)

    def refusal(self, address: str) -> str:
        """Return why no more connection from an address is accepted, or an empty text."""
        limit = self.limits.per_address
        if limit and address not in self._trusted and self._by_address[address] >= limit:
            return TOO_MANY_FROM_ADDRESS
        return TOO_MANY if self._max_total and len(self) >= self._max_total else ""

    def add(self, transport: asyncio.BaseTransport, address: str) -> None:
        """Count a connection until `remove` is called."""
        self._address_of[transport] = address
        self._by_address[address] += 1

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection. Connections that are not counted are ignored."""
        address = self._address_of.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


class LimitedConfig(uvicorn.Config):
    """A uvicorn configuration whose connections are limited, and whose clients are served in turn."""

    def __init__(self, app: Any, open_connections: OpenConnections, scheduler: FairScheduler, **options: Any) -> None:
        self.open_connections = open_connections
        self.scheduler = scheduler
        keep_alive_s = open_connections.limits.keep_alive_s
        super().__init__(
            app, http=LimitedHttpProtocol, ws=LimitedSocketProtocol, timeout_keep_alive=keep_alive_s, **options
        )


class LimitedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection with limits on the size of headers and on the time for a request and its response."""

    def __init__(self, config: uvicorn.Config, *args: Any, **rest: Any) -> None:
        super().__init__(config, *args, **rest)
        assert isinstance(config, LimitedConfig)
        self._open = config.open_connections
        self._limits = config.open_connections.limits
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._in_head = False
        self._is_lost = False
        self._received_bytes = 0  # of the current request, without the packet in which it began
        self._header_bytes = 0
        self._parser_refusal: tuple[int, str] | None = None  # set before the parser reports an error

    # ---------------------------------------------------------------- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or refuse it if there are too many."""
        super().connection_made(transport)
        client = get_remote_addr(transport)
        address = rate_limit_key(client[0]) if client else UNKNOWN_ADDRESS
        refusal = self._open.refusal(address)
        if refusal:
            self._refuse(429 if refusal == TOO_MANY_FROM_ADDRESS else 503, refusal)
            return
        self._open.add(transport, address)
        self._limit_time(self._limits.head_timeout_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._is_lost = True
        self._open.remove(self.transport)
        self._cancel_timers()
        self._unset_keepalive_if_required()  # uvicorn keeps the timer, and all else, if the client has reset it
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the protocol for web sockets, which counts it from then on."""
        self._cancel_timers()
        super().handle_websocket_upgrade()

    # ---------------------------------------------------------------- a request

    def data_received(self, data: bytes) -> None:
        """Parse a packet; refuse the request if it has become too large."""
        if self.transport.is_closing():
            return
        if self._request_timer is None and is_answered(self.cycle):
            self._limit_time(self._limits.head_timeout_s)
        self._received_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._in_head and self._received_bytes > self._limits.max_header_bytes:
            self._refuse(431, HEADERS_TOO_LARGE)
        elif self._received_bytes > self._limits.max_request_bytes:
            self._refuse(413, REQUEST_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin to count a request."""
        super().on_message_begin()
        self.scope[IS_DISCONNECTED] = lambda: self._is_lost  # type: ignore[literal-required]
        self._in_head = True
        self._received_bytes = self._header_bytes = 0
        self._limit_time(self._limits.head_timeout_s)

    def on_url(self, url: bytes) -> None:
        """Add a part of the request's address, which counts as a header."""
        self._count_header(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header. Trailers, which follow a body in chunks, count too."""
        self._count_header(len(name) + len(value))
        super().on_header(name, value)

    def _count_header(self, size: int) -> None:
        """Stop the parser if the headers exceed their limits."""
        self._header_bytes += size
        if self._header_bytes > self._limits.max_header_bytes or len(self.headers) >= self._limits.max_headers:
            self._stop_parser(431, HEADERS_TOO_LARGE)

    def _stop_parser(self, status: int, text: str) -> None:
        """Let the parser report an error, which is sent with this status and text."""
        self._parser_refusal = (status, text)
        raise ValueError(text)

    def on_headers_complete(self) -> None:
        """Start the time for the body. Refuse the request if too many others wait on the same connection."""
        if len(self.pipeline) >= MAX_WAITING_REQUESTS:
            self._stop_parser(429, TOO_MANY_WAITING)
        self._in_head = False
        self._limit_time(self._limits.body_timeout_s)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """End the time for the request, which is complete."""
        self._cancel_request_timer()
        self._received_bytes = 0
        super().on_message_complete()

    # ---------------------------------------------------------------- a response

    def pause_writing(self) -> None:
        """Limit the time in which the client must read more of its response."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(self._limits.body_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue: the client has read."""
        self._cancel_write_timer()
        super().resume_writing()

    # ---------------------------------------------------------------- refusing

    def send_400_response(self, msg: str) -> None:
        """Send an error for a request that the parser rejects."""
        self._refuse(*(self._parser_refusal or (400, NOT_HTTP)))

    def _on_timeout(self) -> None:
        """Close a connection whose request has not arrived in time."""
        self._request_timer = None
        self._refuse(408, TOO_SLOW)

    def _refuse(self, status: int, text: str) -> None:
        """Send an error, unless a response has already begun, and close the connection."""
        if not self.pipeline and (is_answered(self.cycle) or not self.cycle.response_started):
            body = text.encode("ascii")
            head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain\r\n"
            head += f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
            self.transport.write(head.encode("ascii") + body)
        log.debug("connection refused", extra={"facts": {"status": status, "from": self.client}})
        self._cancel_request_timer()
        self.transport.close()

    # ---------------------------------------------------------------- timers

    def _limit_time(self, seconds: float) -> None:
        """Close the connection after some seconds, unless the timer is set again or cancelled before."""
        self._cancel_request_timer()
        if seconds:
            self._request_timer = self.loop.call_later(seconds, self._on_timeout)

    def _cancel_timers(self) -> None:
        self._cancel_request_timer()
        self._cancel_write_timer()

    def _cancel_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


class LimitedSocketProtocol(PacedSocketProtocol):
    """A web socket that is counted among the open connections until it closes. It is read in turn with all others."""

    def call_in_turn(self, work: Callable[[], None]) -> None:
        """Do some work in the turn of the client's address."""
        assert isinstance(self.config, LimitedConfig)
        address = rate_limit_key(self.client[0]) if self.client else UNKNOWN_ADDRESS
        self.config.scheduler.call_in_turn(address, work)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        assert isinstance(self.config, LimitedConfig)
        self.config.open_connections.remove(self.transport)
        super().connection_lost(exc)


def is_answered(cycle: RequestResponseCycle | None) -> bool:
    """Return whether a request has its complete response; True if there is no request yet."""
    return cycle is None or cycle.response_complete


def max_open_connections(wanted: int) -> int:
    """Return how many connections fit into the files that this process may open, at most those wanted; 0: no limit.

    The limit of the process is raised as far as the system allows and as needed.
    """
    try:
        import resource  # not available on Windows
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + RESERVED_FILES
    if soft == resource.RLIM_INFINITY or not wanted:
        return wanted
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, max(1, soft - RESERVED_FILES))
