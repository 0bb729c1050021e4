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
from hippodrome.server.http.http_errors import Fault
from hippodrome.server.http.rate_limits import Pace, Rates, neighbourhood
from hippodrome.server.settings import Settings

log = logging.getLogger("hippodrome.server")

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
POLICY_VIOLATED = 1008
GONE = 499
"""What the log says of a request whose sender went away in the middle of it."""

RATED = {
    "/api/matches": "matches",
    "/api/campaigns": "matches",
    "/api/laboratory/experiments": "records",
    "/api/records": "records",
    "/api/variants/file": "records",
    "/api/verify": "records",
}
"""What may be posted less often than the rest is asked for; a rematch and a branch are matches too."""

LOOKS = "/api/laboratory/looks"
"""Where experiments are looked over while they are written: as large as a record, and as often as one types."""

MADE = ("/api/matches/", "/api/campaigns/")
"""Where else something that lasts can be made."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'; manifest-src 'self'; font-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""A picture opened by itself carries its own style sheet, and nothing else may happen in it."""

_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
_SECURE = "; upgrade-insecure-requests"
_STRICT = "max-age=31536000"


# -------------------------------------------------------------------- names


def host_and_port(netloc: str, scheme: str) -> tuple[str, int]:
    """Return a host in small letters and its port; ValueError if it is neither."""
    split = urlsplit(f"//{netloc}")
    if not split.hostname or split.username is not None or split.path or split.query or split.fragment:
        raise ValueError(f"{netloc!r} is no host")
    return split.hostname.rstrip("."), split.port or PORTS[scheme]


def is_address(host: str) -> bool:
    """Return whether a host is a number and not a name: nobody can make a number point elsewhere."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def own_names(settings: Settings) -> frozenset[str]:
    """Return the names this server goes by."""
    given = {urlsplit(origin).hostname or "" for origin in settings.origins}
    if settings.public:
        return frozenset({"localhost", *given})
    machine = socket.gethostname().lower()
    return frozenset({"localhost", settings.host.lower(), machine, f"{machine}.local", *given})


# -------------------------------------------------------------------- the guard


class Guard:
    """Lets through what may pass, and gives every answer its headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.names = own_names(settings)
        self.origins = frozenset(settings.origins)
        self.rates = Rates(settings)
        self.policy = _POLICY + (_SECURE if settings.public else "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Look at a request or a socket, and let it pass or not."""
        if scope["type"] == "http":
            await self.request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request: whatever becomes of it, there is one answer and one line in the log."""
        answer = Answer(scope, send, self.headers_for(scope["path"]))
        try:
            self.look_at(scope)
            await self.app(scope, limited(receive, self.limit_of(scope)), answer.send)
        except Fault as fault:
            await answer.refuse(fault)
        except ClientDisconnect:
            answer.status = GONE
        except Exception:
            await answer.broken()
        finally:
            answer.note()

    def look_at(self, scope: Scope) -> None:
        """Host, origin, rate and size of a request; a fault if one of them is not as it should be."""
        headers = Headers(scope=scope)
        self.check_host(headers, "http")
        address = address_of(scope)
        self.rates.count("requests", address)
        if scope["method"] in SAFE:
            return
        self.check_origin(headers, "http")
        place = scope["path"]
        self.rates.count("matches" if place.startswith(MADE) else RATED.get(place, ""), address)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.limit_of(scope):
            raise too_much(self.limit_of(scope))

    def limit_of(self, scope: Scope) -> int:
        """How many bytes a request may carry."""
        is_large = RATED.get(scope["path"]) == "records" or scope["path"] == LOOKS
        return self.settings.record_limit if is_large else self.settings.body_limit

    def headers_for(self, path: str) -> dict[str, str]:
        """Return the headers of an answer."""
        policy = _PICTURE if path.startswith("/api/") else self.policy
        found = {**_HEADERS, "content-security-policy": policy}
        return {**found, "strict-transport-security": _STRICT} if self.settings.public else found

    # ---------------------------------------------------------------- names

    def check_host(self, headers: Headers, scheme: str) -> None:
        """See that this server is the one that was asked for."""
        try:
            host, _ = host_and_port(headers.get("host", ""), scheme)
        except ValueError:
            raise Fault(400, "host", "The request does not say which server it is for.", "Host") from None
        if host in self.names or host.endswith(".localhost") or (is_address(host) and not self.settings.public):
            return
        raise Fault(
            400,
            "host",
            f"This server does not go by the name {host}. Ask for {self.known_names()}, or start it with --origin.",
            "Host",
        )

    def known_names(self) -> str:
        """Return the names to ask for, as a sentence has them."""
        return " or ".join(sorted(self.origins)) if self.settings.public else "localhost or its address"

    def check_origin(self, headers: Headers, scheme: str) -> None:
        """See that a page of this server sends this, or no page at all."""
        origin = headers.get("origin")
        if origin is None:
            if self.settings.public and scheme == "ws":
                raise Fault(403, "origin", "A connection must say which page it comes from.", "Origin")
            return
        if not self.is_own(origin, headers.get("host", "")):
            raise Fault(403, "origin", "This request comes from a page of another site.", "Origin")

    def is_own(self, origin: str, host: str) -> bool:
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

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket: as a request when it opens, then message by message."""
        address = address_of(scope)
        headers = Headers(scope=scope)
        try:
            self.check_host(headers, "ws")
            self.check_origin(headers, "ws")
            self.rates.count("sockets", address)
            most = self.settings.rates.open_sockets
            if most and self.rates.open[address] >= most:
                raise Fault(429, "often", f"There are already {most} connections from this address.", "sockets", 10)
        except Fault as fault:
            await refuse_socket(scope, receive, send, fault)
            return
        self.rates.open[address] += 1
        try:
            await self.app(scope, paced(receive, send, Pace(self.settings.rates.messages)), send)
        except Exception:
            mark = secrets.token_hex(4)
            log.exception("socket broke", extra={"facts": {"id": mark, "path": scope["path"]}})
            await last_word(send, mark)
        finally:
            self.rates.open[address] -= 1
            if not self.rates.open[address]:
                del self.rates.open[address]


class Answer:
    """The answer to a request on its way out."""

    def __init__(self, scope: Scope, send: Send, headers: dict[str, str]) -> None:
        self.scope = scope
        self.out = send
        self.headers = headers
        self.status = 0
        self.began = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send a part of it, the first with the headers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self.headers.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api/") or self.scope["path"] == "/health":
                headers.setdefault("cache-control", "no-store")
        await self.out(message)

    async def refuse(self, fault: Fault) -> None:
        """Say what is wrong, if nothing has been said yet."""
        if self.status:
            return
        body = json.dumps(fault.json()).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if fault.retry:
            headers.append((b"retry-after", str(fault.retry).encode()))
        await self.send({"type": "http.response.start", "status": fault.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})

    async def broken(self) -> None:
        """Something broke in here: the log gets all of it, the client the number of its entry."""
        mark = secrets.token_hex(4)
        log.exception("request broke", extra={"facts": {"id": mark, "path": self.scope["path"]}})
        await self.refuse(broken(mark))

    def note(self) -> None:
        """A line in the log, without what stands after the question mark."""
        facts = {
            "method": self.scope["method"],
            "path": self.scope["path"],
            "status": self.status,
            "ms": round((time.perf_counter() - self.began) * 1000, 1),
            "from": address_of(self.scope),
        }
        is_quiet = self.status < 400 and not self.scope["path"].startswith("/api/")
        log.log(logging.DEBUG if is_quiet else logging.INFO, "request", extra={"facts": facts})


# -------------------------------------------------------------------- small things


def address_of(scope: Scope) -> str:
    """Return the address a connection comes from."""
    client = scope.get("client")
    return neighbourhood(client[0]) if client else "nowhere"


def too_much(limit: int) -> Fault:
    """More was sent than is taken."""
    return Fault(413, "size", f"That is too much at once: at most {limit // 1024} KB are taken here.", "body")


def broken(mark: str) -> Fault:
    """Something broke in here."""
    text = f"Something went wrong in the server, and it is in its log under {mark}. Please try again."
    return Fault(500, "broken", text, mark)


def limited(receive: Receive, limit: int) -> Receive:
    """Return the body of a request, but not more of it than this."""
    taken = 0

    async def next_part() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > limit:
            raise too_much(limit)
        return message

    return next_part


def paced(receive: Receive, send: Send, pace: Pace) -> Receive:
    """Return the messages of a socket, until there are too many at once."""

    async def next_message() -> Message:
        message = await receive()
        if message["type"] != "websocket.receive" or pace.allows(time.monotonic()):
            return message
        text = "That was too much at once, so this connection ends here."
        await say(send, wire.Problem("often", text, True))
        await send({"type": "websocket.close", "code": POLICY_VIOLATED, "reason": "too often"})
        return {"type": "websocket.disconnect", "code": POLICY_VIOLATED}

    return next_message


async def say(send: Send, problem: wire.Problem) -> None:
    """Tell a socket of a problem."""
    await send({"type": "websocket.send", "text": wire.written(problem).decode()})


async def last_word(send: Send, mark: str) -> None:
    """Tell a socket that something broke, if it still listens."""
    try:
        await say(send, wire.Problem("broken", broken(mark).text, True))
        await send({"type": "websocket.close", "code": 1011})
    except Exception as error:  # it had not been opened, or is closed already: there is nobody to tell
        log.debug("nobody to tell", extra={"facts": {"why": repr(error)}})


async def refuse_socket(scope: Scope, receive: Receive, send: Send, fault: Fault) -> None:
    """Turn a socket away before it opens."""
    log.info("socket refused", extra={"facts": {"path": scope["path"], "code": fault.code, "from": address_of(scope)}})
    await receive()
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATED, "reason": fault.code})
        return
    headers: Iterable[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if fault.retry:
        headers = [*headers, (b"retry-after", str(fault.retry).encode())]
    await send({"type": "websocket.http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": json.dumps(fault.json()).encode()})
