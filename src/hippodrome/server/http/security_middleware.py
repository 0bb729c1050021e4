"""Security middleware, the outermost layer: checks host, origin, size and rate, and adds security headers.

A page of another site must not act on a player's matches. Its requests carry its own Origin, and a foreign name that
resolves to this server (DNS rebinding) shows in the Host header. Both are compared with this server's names.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import re
import secrets
import socket
import time
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hippodrome.server import wire
from hippodrome.server.clients import Client, working_for
from hippodrome.server.http.connection_limits import IS_DISCONNECTED
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.http.rate_limits import THROTTLE, UNKNOWN_ADDRESS, MessageThrottle, RateLimiter, rate_limit_key
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.settings import Settings

log = logging.getLogger("hippodrome.server")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
CLOSE_POLICY_VIOLATION = 1008
CLIENT_CLOSED_REQUEST = 499
"""Status logged for a request whose client disconnected before the response."""

MAX_WAITING = 400
"""Limit for the requests and new sockets of an address that wait for their turn. Clients that disconnect at once can
leave many; others have no more than one for each of their open connections."""

WAITING_RETRY_S = 5
"""Time after which a client with too many waiting requests may try again."""

RATE_BY_PATH = {
    "/api/matches": "matches",
    "/api/campaigns": "matches",
    "/api/laboratory/experiments": "records",
    "/api/records": "records",
    "/api/variants/file": "records",
    "/api/verify": "records",
}
"""Paths whose POST requests have a stricter limit than other requests."""

PREVIEW_PATH = "/api/laboratory/previews"
"""Path of experiment previews. A body may be as large as a record."""

CHECK_PATHS = re.compile(r"/api/games/[^/]*/custom-files/[^/]*|" + PREVIEW_PATH)
"""Paths of texts that are checked while they are being written, so that there are more requests than uploads."""

CREATING_PREFIXES = ("/api/matches/", "/api/campaigns/")
"""POST requests below these paths create saved objects too, such as a rematch or a branch, so they count as matches."""

ACCESS_PARTS = ("invitations", "device-codes")
"""Parts of paths below those that change only who has access to a seat, so they count as any other request."""

_PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; font-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_API_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""An SVG picture opened on its own may use its inline style sheet, but nothing else."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
_UPGRADE_INSECURE = "; upgrade-insecure-requests"
_HSTS = "max-age=31536000"


# -------------------------------------------------------------------- names


def host_and_port(netloc: str, scheme: str) -> tuple[str, int]:
    """Return the host in lower case and the port; raise ValueError if this is no network location."""
    split = urlsplit(f"//{netloc}")
    if not split.hostname or split.username is not None or split.path or split.query or split.fragment:
        raise ValueError(f"{netloc!r} is not a host")
    return split.hostname.rstrip("."), split.port or DEFAULT_PORTS[scheme]


def is_address(host: str) -> bool:
    """Return whether a host is an IP address. Unlike a name, an address cannot be made to resolve elsewhere."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """Return the host names under which this server may be requested."""
    given = {urlsplit(origin).hostname or "" for origin in settings.origins}
    if settings.public:
        return frozenset({"localhost", *given})
    machine = socket.gethostname().lower()
    return frozenset({"localhost", settings.host.lower(), machine, f"{machine}.local", *given})


# -------------------------------------------------------------------- the middleware


class SecurityMiddleware:
    """Rejects requests that fail a check, and adds security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings, scheduler: FairScheduler) -> None:
        self.app = app
        self.settings = settings
        self.scheduler = scheduler
        self.hosts = allowed_hosts(settings)
        self.origins = frozenset(settings.origins)
        self.limiter = RateLimiter(settings)
        self.policy = _PAGE_CSP + (_UPGRADE_INSECURE if settings.public else "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request or a socket in its address's turn, then pass it on or reject it."""
        if scope["type"] == "http":
            await self.wait_to_handle_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.wait_to_handle_socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def wait_to_handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request when it is its address's turn, unless too many wait or the client has disconnected."""
        address = client_key(scope)
        if self.scheduler.waiting_of(address) >= MAX_WAITING:
            await ResponseSender(scope, send, self.headers_for(scope["path"])).send_error(too_many_waiting())
            return
        await self.scheduler.wait_for_turn_of(address)
        if not scope.get(IS_DISCONNECTED, bool)():
            await self.scheduler.measure(address, self.handle_request(scope, receive, send))

    async def wait_to_handle_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a socket from its address's turn on, unless too many wait."""
        address = client_key(scope)
        if self.scheduler.waiting_of(address) >= MAX_WAITING:
            await reject_socket(scope, receive, send, too_many_waiting())
            return
        await self.scheduler.wait_for_turn_of(address)
        await self.handle_socket(scope, receive, send)

    async def handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request: whatever happens, send one response and write one line to the log."""
        response = ResponseSender(scope, send, self.headers_for(scope["path"]))
        try:
            self.check_request(scope)
            with working_for(Client(client_key(scope)), lambda: wait_for_disconnect(receive)):
                await self.app(scope, limit_body(receive, self.body_limit(scope)), response.send)
        except HttpError as error:
            await response.send_error(error)
        except ClientDisconnect:
            response.status = CLIENT_CLOSED_REQUEST
        except Exception:
            await response.send_internal_error()
        finally:
            response.log_request()

    def check_request(self, scope: Scope) -> None:
        """Check host, origin, rate and size of a request; raise HttpError if one of them is not allowed."""
        headers = Headers(scope=scope)
        self.check_host(headers, "http")
        address = client_key(scope)
        self.limiter.hit("requests", address)
        if scope["method"] in SAFE_METHODS:
            return
        self.check_origin(headers, "http")
        path = scope["path"]
        self.limiter.hit(rate_name(path), address)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.body_limit(scope):
            raise body_too_large(self.body_limit(scope))

    def body_limit(self, scope: Scope) -> int:
        """Return the maximum size of the request's body in bytes."""
        is_large = RATE_BY_PATH.get(scope["path"]) == "records" or scope["path"] == PREVIEW_PATH
        return self.settings.max_record_bytes if is_large else self.settings.max_body_bytes

    def headers_for(self, path: str) -> dict[str, str]:
        """Return the security headers of a response."""
        csp = _API_CSP if path.startswith("/api/") else self.policy
        headers = {**_HEADERS, "content-security-policy": csp}
        return {**headers, "strict-transport-security": _HSTS} if self.settings.public else headers

    # ---------------------------------------------------------------- host and origin

    def check_host(self, headers: Headers, scheme: str) -> None:
        """Reject requests with a missing or unknown Host header."""
        try:
            host, _ = host_and_port(headers.get("host", ""), scheme)
        except ValueError:
            raise HttpError(400, "host", "The request has no valid Host header.", "Host") from None
        if host in self.hosts or host.endswith(".localhost") or (is_address(host) and not self.settings.public):
            return
        raise HttpError(
            400,
            "host",
            f"This server does not answer to the name {host}. Use {self.describe_hosts()}, "
            "or start the server with --origin.",
            "Host",
        )

    def describe_hosts(self) -> str:
        """Return the names under which the server can be reached, for an error text."""
        return " or ".join(sorted(self.origins)) if self.settings.public else "localhost or its address"

    def check_origin(self, headers: Headers, scheme: str) -> None:
        """Reject requests from pages of other sites. Requests without an Origin do not come from a page.

        A socket of a public server must have an Origin.
        """
        origin = headers.get("origin")
        if origin is None:
            if self.settings.public and scheme == "ws":
                raise HttpError(403, "origin", "The connection has no Origin header.", "Origin")
            return
        if not self.is_own_origin(origin, headers.get("host", "")):
            raise HttpError(
                403, "origin", "This request comes from a page of another site. Open this server's own page.", "Origin"
            )

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Return whether an Origin is one of this server's, given the Host header of the request."""
        if origin in self.origins:
            return True
        if self.settings.public:
            return False
        scheme, _, netloc = origin.partition("://")
        try:
            return scheme in ("http", "https") and host_and_port(netloc, scheme) == host_and_port(host, scheme)
        except ValueError:
            return False

    # ---------------------------------------------------------------- sockets

    async def handle_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a socket: check it like a request when it opens, then limit the rate of its messages."""
        address = client_key(scope)
        headers = Headers(scope=scope)
        try:
            self.check_host(headers, "ws")
            self.check_origin(headers, "ws")
            self.limiter.hit("sockets", address)
            limit = self.settings.rate_limits.open_sockets
            if limit and self.limiter.open_sockets[address] >= limit:
                text = f"There are already {limit} connections from your address. Close some of your tabs."
                raise HttpError(429, "rate_limit", text, "sockets", 10)
        except HttpError as error:
            await reject_socket(scope, receive, send, error)
            return
        self.limiter.open_sockets[address] += 1
        try:
            throttle = MessageThrottle(self.settings.rate_limits.messages)
            await self.app({**scope, THROTTLE: throttle}, limit_messages(receive, send, throttle), send)
        except Exception:
            error_id = secrets.token_hex(4)
            log.exception("socket failed", extra={"facts": {"id": error_id, "path": scope["path"]}})
            await close_broken_socket(send, error_id)
        finally:
            self.limiter.open_sockets[address] -= 1
            if not self.limiter.open_sockets[address]:
                del self.limiter.open_sockets[address]


class ResponseSender:
    """Sends the response to a request, adding headers and remembering its status and start time."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self.scope = scope
        self.send_to_client = send
        self.headers = headers
        self.status = 0
        self.started = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a part of the response, with headers added to the first part."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self.headers.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api/") or self.scope["path"] == "/health":
                headers.setdefault("cache-control", "no-store")
        await self.send_to_client(message)

    async def send_error(self, error: HttpError) -> None:
        """Send an error, unless a response has already started."""
        if self.status:
            return
        body = json.dumps(error.json()).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if error.retry_after_s:
            headers.append((b"retry-after", str(error.retry_after_s).encode()))
        await self.send({"type": "http.response.start", "status": error.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    async def send_internal_error(self) -> None:
        """Log the current exception in full and send the client only the id of the log entry."""
        error_id = secrets.token_hex(4)
        log.exception("request failed", extra={"facts": {"id": error_id, "path": self.scope["path"]}})
        await self.send_error(internal_error(error_id))

    def log_request(self) -> None:
        """Write a line to the log, without the query string, which may hold secrets."""
        facts = {
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": round((time.perf_counter() - self.started) * 1000, 1),
            "from": client_key(self.scope),
        }
        is_quiet = self.status < 400 and not self.scope["path"].startswith("/api/")
        log.log(logging.DEBUG if is_quiet else logging.INFO, "request", extra={"facts": facts})


# -------------------------------------------------------------------- helpers


def client_key(scope: Scope) -> str:
    """Return the key under which a client's address is counted; "nowhere" if the address is unknown."""
    client = scope.get("client")
    return rate_limit_key(client[0]) if client else UNKNOWN_ADDRESS


def rate_name(path: str) -> str:
    """Return the name of the stricter rate limit of a POST request, or an empty text."""
    if path.startswith(CREATING_PREFIXES) and not any(part in ACCESS_PARTS for part in path.split("/")):
        return "matches"
    return "texts" if CHECK_PATHS.fullmatch(path) else RATE_BY_PATH.get(path, "")


def too_many_waiting() -> HttpError:
    """Return a 429 error."""
    text = "Too many requests from your address are waiting. Try again in a few seconds."
    return HttpError(429, "rate_limit", text, "waiting", WAITING_RETRY_S)


def body_too_large(limit: int) -> HttpError:
    """Return a 413 error."""
    return HttpError(413, "size", f"The request is too large: at most {limit // 1024} KB are allowed.", "body")


def internal_error(error_id: str) -> HttpError:
    """Return a 500 error that names its entry in the log."""
    text = f"The server had an internal error (log entry {error_id}). Please try again."
    return HttpError(500, "internal", text, error_id)


def limit_body(receive: Receive, limit: int) -> Receive:
    """Return `receive`, wrapped to raise HttpError 413 once a body exceeds the limit in bytes."""
    received = 0

    async def next_part() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise body_too_large(limit)
        return message

    return next_part


async def wait_for_disconnect(receive: Receive) -> None:
    """Return when the client of a request has disconnected. The body must have been read before."""
    while (await receive())["type"] != "http.disconnect":
        pass


def limit_messages(receive: Receive, send: Send, throttle: MessageThrottle) -> Receive:
    """Return `receive`, wrapped to close the socket when the client sends messages too fast."""

    async def next_message() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive" or throttle.allow(time.monotonic()):
            return message
        text = "Too many messages in a short time, so the connection was closed. Reload the page to reconnect."
        with suppress(OSError):  # the client has just disconnected
            await send_socket_error(send, wire.SocketError("rate_limit", text, True))
            await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": "too often"})
        return {"type": "websocket.disconnect", "code": CLOSE_POLICY_VIOLATION}

    return next_message


async def send_socket_error(send: Send, problem: wire.SocketError) -> None:
    """Send an error message through a socket."""
    await send({"type": "websocket.send", "text": wire.encode(problem).decode()})


async def close_broken_socket(send: Send, error_id: str) -> None:
    """Report an internal error to a socket and close it, if it is still open."""
    try:
        await send_socket_error(send, wire.SocketError("internal", internal_error(error_id).text, True))
        await send({"type": "websocket.close", "code": 1011})
    except Exception as error:  # it was never opened, or is closed already
        log.debug("socket already closed", extra={"facts": {"error": repr(error)}})


async def reject_socket(scope: Scope, receive: Receive, send: Send, error: HttpError) -> None:
    """Reject a socket before it opens, with an HTTP response if the server supports that."""
    log.info("socket rejected", extra={"facts": {"path": scope["path"], "code": error.code, "from": client_key(scope)}})
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": error.code})
        return
    headers: Iterable[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if error.retry_after_s:
        headers = [*headers, (b"retry-after", str(error.retry_after_s).encode())]
    await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": json.dumps(error.json()).encode()})
