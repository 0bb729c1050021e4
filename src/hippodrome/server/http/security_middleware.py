"""The guard at the door: hosts, origins, sizes, rates and headers. It stands before everything else.

A page of another site must not play with somebody's tables: its requests carry its own Origin, and a name that was
made to point here (DNS rebinding) shows in the Host. Both are compared with what this server goes by.
"""

from __future__ import annotations

import ipaddress
import json
import logging
import secrets
import socket
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError
from hippodrome.server.http.rate_limits import MessageThrottle, RateLimiter, rate_limit_key
from hippodrome.server.settings import Settings

log = logging.getLogger("hippodrome.server")

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
CLOSE_POLICY_VIOLATION = 1008
CLIENT_CLOSED_REQUEST = 499
"""What the log says of a request whose sender went away in the middle of it."""

RATE_BY_PATH = {
    "/api/matches": "matches",
    "/api/campaigns": "matches",
    "/api/laboratory/experiments": "records",
    "/api/records": "records",
    "/api/variants/file": "records",
    "/api/verify": "records",
}
"""What may be posted less often than the rest is asked for; a rematch and a branch are matches too."""

PREVIEW_PATH = "/api/laboratory/looks"
"""Where experiments are looked over while they are written: as large as a record, and as often as one types."""

CREATING_PREFIXES = ("/api/matches/", "/api/campaigns/")
"""Where else something that lasts can be made."""

_PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; font-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_API_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""A picture opened by itself carries its own style sheet, and nothing else may happen in it."""

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
    """Return a host in small letters and its port; ValueError if it is neither."""
    split = urlsplit(f"//{netloc}")
    if not split.hostname or split.username is not None or split.path or split.query or split.fragment:
        raise ValueError(f"{netloc!r} is no host")
    return split.hostname.rstrip("."), split.port or DEFAULT_PORTS[scheme]


def is_address(host: str) -> bool:
    """Return whether a host is a number and not a name: nobody can make a number point elsewhere."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """Return the names this server goes by."""
    given = {urlsplit(origin).hostname or "" for origin in settings.origins}
    if settings.public:
        return frozenset({"localhost", *given})
    machine = socket.gethostname().lower()
    return frozenset({"localhost", settings.host.lower(), machine, f"{machine}.local", *given})


# -------------------------------------------------------------------- the guard


class SecurityMiddleware:
    """Lets through what may pass, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.hosts = allowed_hosts(settings)
        self.origins = frozenset(settings.origins)
        self.limiter = RateLimiter(settings)
        self.policy = _PAGE_CSP + (_UPGRADE_INSECURE if settings.public else "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at a request or a socket, and let it pass or not."""
        if scope["type"] == "http":
            await self.handle_request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.handle_socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def handle_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request: whatever becomes of it, there is one answer and one line in the log."""
        answer = ResponseSender(scope, send, self.headers_for(scope["path"]))
        try:
            self.check_request(scope)
            await self.app(scope, limit_body(receive, self.body_limit(scope)), answer.send)
        except HttpError as fault:
            await answer.send_error(fault)
        except ClientDisconnect:
            answer.status = CLIENT_CLOSED_REQUEST
        except Exception:
            await answer.send_internal_error()
        finally:
            answer.log_request()

    def check_request(self, scope: Scope) -> None:
        """Host, origin, rate and size of a request; a fault if one of them is not as it should be."""
        headers = Headers(scope=scope)
        self.check_host(headers, "http")
        address = client_key(scope)
        self.limiter.hit("requests", address)
        if scope["method"] in SAFE_METHODS:
            return
        self.check_origin(headers, "http")
        place = scope["path"]
        self.limiter.hit("matches" if place.startswith(CREATING_PREFIXES) else RATE_BY_PATH.get(place, ""), address)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.body_limit(scope):
            raise body_too_large(self.body_limit(scope))

    def body_limit(self, scope: Scope) -> int:
        """How many bytes a request may carry."""
        is_large = RATE_BY_PATH.get(scope["path"]) == "records" or scope["path"] == PREVIEW_PATH
        return self.settings.max_record_bytes if is_large else self.settings.max_body_bytes

    def headers_for(self, path: str) -> dict[str, str]:
        """Return the headers of an answer."""
        page_csp = _API_CSP if path.startswith("/api/") else self.policy
        found = {**_HEADERS, "content-security-policy": page_csp}
        return {**found, "strict-transport-security": _HSTS} if self.settings.public else found

    # ---------------------------------------------------------------- names

    def check_host(self, headers: Headers, scheme: str) -> None:
        """See that this server is the one that was asked for."""
        try:
            host, _ = host_and_port(headers.get("host", ""), scheme)
        except ValueError:
            raise HttpError(400, "host", "The request does not say which server it is for.", "Host") from None
        if host in self.hosts or host.endswith(".localhost") or (is_address(host) and not self.settings.public):
            return
        raise HttpError(
            400,
            "host",
            f"This server does not go by the name {host}. Ask for {self.describe_hosts()}, or start it with --origin.",
            "Host",
        )

    def describe_hosts(self) -> str:
        """Return the names to ask for, as a sentence has them."""
        return " or ".join(sorted(self.origins)) if self.settings.public else "localhost or its address"

    def check_origin(self, headers: Headers, scheme: str) -> None:
        """See that a page of this server sends this, or no page at all."""
        origin = headers.get("origin")
        if origin is None:
            if self.settings.public and scheme == "ws":
                raise HttpError(403, "origin", "A connection must say which page it comes from.", "Origin")
            return
        if not self.is_own_origin(origin, headers.get("host", "")):
            raise HttpError(403, "origin", "This request comes from a page of another site.", "Origin")

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Return whether a page of this origin is one of this server's."""
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
        """A socket: as a request when it opens, then message by message."""
        address = client_key(scope)
        headers = Headers(scope=scope)
        try:
            self.check_host(headers, "ws")
            self.check_origin(headers, "ws")
            self.limiter.hit("sockets", address)
            most = self.settings.rate_limits.open_sockets
            if most and self.limiter.open_sockets[address] >= most:
                raise HttpError(429, "often", f"There are already {most} connections from this address.", "sockets", 10)
        except HttpError as fault:
            await reject_socket(scope, receive, send, fault)
            return
        self.limiter.open_sockets[address] += 1
        try:
            await self.app(
                scope, limit_messages(receive, send, MessageThrottle(self.settings.rate_limits.messages)), send
            )
        except Exception:
            mark = secrets.token_hex(4)
            log.exception("socket broke", extra={"facts": {"id": mark, "path": scope["path"]}})
            await close_broken_socket(send, mark)
        finally:
            self.limiter.open_sockets[address] -= 1
            if not self.limiter.open_sockets[address]:
                del self.limiter.open_sockets[address]


class ResponseSender:
    """The answer to a request on its way out."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self.scope = scope
        self.send_to_client = send
        self.headers = headers
        self.status = 0
        self.started = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a part of it, the first with the headers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self.headers.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api/") or self.scope["path"] == "/health":
                headers.setdefault("cache-control", "no-store")
        await self.send_to_client(message)

    async def send_error(self, fault: HttpError) -> None:
        """Say what is wrong, if nothing has been said yet."""
        if self.status:
            return
        body = json.dumps(fault.json()).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if fault.retry_after_s:
            headers.append((b"retry-after", str(fault.retry_after_s).encode()))
        await self.send({"type": "http.response.start", "status": fault.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    async def send_internal_error(self) -> None:
        """Something broke in here: the log gets all of it, the client the number of its entry."""
        mark = secrets.token_hex(4)
        log.exception("request broke", extra={"facts": {"id": mark, "path": self.scope["path"]}})
        await self.send_error(internal_error(mark))

    def log_request(self) -> None:
        """A line in the log, without what stands after the question mark."""
        facts = {
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": round((time.perf_counter() - self.started) * 1000, 1),
            "from": client_key(self.scope),
        }
        is_quiet = self.status < 400 and not self.scope["path"].startswith("/api/")
        log.log(logging.DEBUG if is_quiet else logging.INFO, "request", extra={"facts": facts})


# -------------------------------------------------------------------- small things


def client_key(scope: Scope) -> str:
    """Return the address a connection comes from."""
    client = scope.get("client")
    return rate_limit_key(client[0]) if client else "nowhere"


def body_too_large(limit: int) -> HttpError:
    """More was sent than is taken."""
    return HttpError(413, "size", f"That is too much at once: at most {limit // 1024} KB are taken here.", "body")


def internal_error(mark: str) -> HttpError:
    """Something broke in here."""
    text = f"Something went wrong in the server, and it is in its log under {mark}. Please try again."
    return HttpError(500, "broken", text, mark)


def limit_body(receive: Receive, limit: int) -> Receive:
    """Return the body of a request, but not more of it than this."""
    taken = 0

    async def next_part() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise body_too_large(limit)
        return message

    return next_part


def limit_messages(receive: Receive, send: Send, pace: MessageThrottle) -> Receive:
    """Return the messages of a socket, until there are too many at once."""

    async def next_message() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive" or pace.allow(time.monotonic()):
            return message
        text = "That was too much at once, so this connection ends here."
        await send_socket_error(send, wire.Problem("often", text, True))
        await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": "too often"})
        return {"type": "websocket.disconnect", "code": CLOSE_POLICY_VIOLATION}

    return next_message


async def send_socket_error(send: Send, problem: wire.Problem) -> None:
    """Tell a socket of a problem."""
    await send({"type": "websocket.send", "text": wire.encode(problem).decode()})


async def close_broken_socket(send: Send, mark: str) -> None:
    """Tell a socket that something broke, if it still listens."""
    try:
        await send_socket_error(send, wire.Problem("broken", internal_error(mark).text, True))
        await send({"type": "websocket.close", "code": 1011})
    except Exception as error:  # it had not been opened, or is closed already: there is nobody to tell
        log.debug("nobody to tell", extra={"facts": {"why": repr(error)}})


async def reject_socket(scope: Scope, receive: Receive, send: Send, fault: HttpError) -> None:
    """Turn a socket away before it opens."""
    log.info("socket refused", extra={"facts": {"path": scope["path"], "code": fault.code, "from": client_key(scope)}})
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": fault.code})
        return
    headers: Iterable[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if fault.retry_after_s:
        headers = [*headers, (b"retry-after", str(fault.retry_after_s).encode())]
    await send({"type": "websocket.http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": json.dumps(fault.json()).encode()})
