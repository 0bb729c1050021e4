"""Security middleware: hosts, origins, body sizes, rate limits, headers and internal errors."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx
import limits
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from hippodrome.server.http import rate_limits, security_middleware
from hippodrome.server.http.connection_limits import IS_DISCONNECTED
from hippodrome.server.http.rate_limits import MessageThrottle, RateLimiter, SlidingWindow, rate_limit_key
from hippodrome.server.http.security_middleware import SecurityMiddleware, host_and_port, is_address
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.logs import TextFormatter
from hippodrome.server.settings import RateLimits, Settings

PUBLIC = "https://play.example.org"
BASE = "http://localhost:8000"


async def echo_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept every request and answer with the length of its body; echo the messages of a socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    request = Request(scope, receive)
    await PlainTextResponse(str(len(await request.body())))(scope, receive, send)


async def failing_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Raise an error for every request."""
    raise RuntimeError("a secret of the server")


def secure(app: ASGIApp = echo_app, **settings: Any) -> SecurityMiddleware:
    rates = settings.pop("rates", RateLimits.without_limits())
    return SecurityMiddleware(app, Settings(data_dir=Path("nowhere"), rate_limits=rates, **settings), FairScheduler())


def send_request(app: ASGIApp, path: str = "/", method: str = "GET", **rest: Any) -> httpx.Response:
    """Send one request, as a browser at http://localhost:8000 does, and return the response."""
    base = rest.pop("base", "http://localhost:8000")
    client = rest.pop("client", ("127.0.0.1", 5000))

    async def request() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=client)
        async with httpx.AsyncClient(transport=transport, base_url=base) as session:
            return await session.request(method, path, **rest)

    return asyncio.run(request())


def error_of(answer: httpx.Response) -> dict[str, str]:
    """Return the error of an answer, and check that it has the form common to all errors."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "text", "where"}
    error: dict[str, str] = body["error"]
    assert error["text"].endswith(".")
    return error


class FakeSocket:
    """A WebSocket connection that sends prepared messages and records the answers."""

    def __init__(self, texts: Sequence[str] = (), **headers: str) -> None:
        sent = {"host": "localhost:8000", **{name.replace("_", "-"): value for name, value in headers.items()}}
        self.scope: Scope = {
            "type": "websocket",
            "path": "/socket/lobby",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
            "client": ("127.0.0.1", 5000),
            "extensions": {"websocket.http.response": {}},
        }
        self.incoming: list[Message] = [
            {"type": "websocket.connect"},
            *[{"type": "websocket.receive", "text": text} for text in texts],
            {"type": "websocket.disconnect", "code": 1000},
        ]
        self.received: list[Message] = []

    async def receive(self) -> Message:
        return self.incoming.pop(0)

    async def send(self, message: Message) -> None:
        self.received.append(message)

    def run(self, app: ASGIApp) -> list[Message]:
        asyncio.run(app(self.scope, self.receive, self.send))  # type: ignore[arg-type]
        return self.received

    def status(self, app: ASGIApp) -> int:
        """Return 101 if the connection was accepted, else the status it was rejected with."""
        first = self.run(app)[0]
        return 101 if first["type"] == "websocket.accept" else int(first["status"])


# -------------------------------------------------------------------- hosts


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.20", "a.localhost", "LOCALHOST."],
)
def test_a_local_server_accepts_localhost_and_ip_addresses(host: str) -> None:
    assert send_request(secure(), headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a@localhost"])
def test_an_unknown_host_name_is_rejected(host: str) -> None:
    answer = send_request(secure(), headers={"host": host})
    assert answer.status_code == 400
    assert error_of(answer)["code"] == "host"


def test_a_configured_host_or_origin_is_accepted() -> None:
    assert send_request(secure(host="attic"), headers={"host": "attic:8000"}).status_code == 200
    assert send_request(secure(origins=("http://den.lan:8000",)), headers={"host": "den.lan:8000"}).status_code == 200
    assert send_request(secure(), headers={"host": "attic:8000"}).status_code == 400


def test_a_public_server_accepts_the_host_of_its_origin_but_no_ip_address() -> None:
    app = secure(public=True, origins=(PUBLIC,))
    assert send_request(app, headers={"host": "play.example.org"}).status_code == 200
    assert send_request(app, headers={"host": "localhost"}).status_code == 200
    assert send_request(app, headers={"host": "203.0.113.7"}).status_code == 400


def test_hosts_are_compared_including_ports() -> None:
    assert host_and_port("Localhost", "http") == ("localhost", 80)
    assert host_and_port("localhost:443", "https") == host_and_port("localhost", "https")
    assert host_and_port("[::1]:9", "http") == ("::1", 9)
    assert is_address("::1")
    assert not is_address("localhost")


# -------------------------------------------------------------------- origins


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:8000", 200),
        ("http://localhost:9000", 403),
        ("http://evil.example", 403),
        ("null", 403),
        ("", 403),
        ("file://", 403),
        ("gopher://localhost:8000", 403),
    ],
)
def test_only_pages_of_the_same_origin_may_post(origin: str, status: int) -> None:
    assert send_request(secure(), method="POST", headers={"origin": origin}).status_code == status


def test_a_client_without_an_origin_may_post() -> None:
    assert send_request(secure(), method="POST").status_code == 200


def test_every_origin_may_get() -> None:
    assert send_request(secure(), headers={"origin": "http://evil.example"}).status_code == 200


def test_a_public_server_accepts_posts_only_from_its_own_origins() -> None:
    app = secure(public=True, origins=(PUBLIC,))
    host = {"host": "play.example.org"}
    assert send_request(app, method="POST", headers={**host, "origin": PUBLIC}).status_code == 200
    assert send_request(app, method="POST", headers={**host, "origin": "http://play.example.org"}).status_code == 403


def test_sockets_follow_the_same_rules_for_host_and_origin() -> None:
    assert FakeSocket(origin="http://localhost:8000").status(secure()) == 101
    assert FakeSocket().status(secure()) == 101
    assert FakeSocket(origin="http://evil.example").status(secure()) == 403
    assert FakeSocket(host="evil.example", origin="http://evil.example").status(secure()) == 400


def test_a_public_server_requires_an_origin_for_sockets() -> None:
    app = secure(public=True, origins=(PUBLIC,))
    assert FakeSocket(host="play.example.org", origin=PUBLIC).status(app) == 101
    assert FakeSocket(host="play.example.org").status(app) == 403


# -------------------------------------------------------------------- sizes


def test_a_body_that_is_too_large_is_rejected_by_its_length_header_or_while_it_is_read() -> None:
    app = secure(max_body_bytes=1000, max_record_bytes=5000)

    async def chunks() -> Any:
        for _ in range(11):
            yield b"x" * 100

    assert send_request(app, "/api/matches", "POST", content=b"x" * 1000).text == "1000"
    assert error_of(send_request(app, "/api/matches", "POST", content=b"x" * 1001))["code"] == "size"
    assert send_request(app, "/api/matches", "POST", content=chunks()).status_code == 413
    assert send_request(app, "/api/records", "POST", content=chunks()).text == "1100"
    assert send_request(app, "/api/records", "POST", content=b"x" * 5001).status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "9" * 4000])
def test_an_invalid_content_length_is_rejected(length: str) -> None:
    assert send_request(secure(), "/api/matches", "POST", headers={"content-length": length}).status_code == 413


# -------------------------------------------------------------------- rate limits


def test_a_client_over_the_rate_limit_is_told_when_to_retry() -> None:
    app = secure(rates=RateLimits(requests="3/hour"))
    assert [send_request(app).status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = send_request(app)
    assert error_of(answer)["code"] == "rate_limit"
    assert 1 <= int(answer.headers["retry-after"]) <= 7200
    assert send_request(app, client=("127.0.0.9", 1)).status_code == 200, "another address has its own limit"


def test_matches_and_records_have_separate_rate_limits() -> None:
    app = secure(rates=RateLimits(matches="2/hour", records="1/hour"))
    paths = ["/api/matches", "/api/matches/abc/rematch", "/api/matches/abc/branch", "/api/verify", "/api/records"]
    assert [send_request(app, path, "POST").status_code for path in paths] == [200, 200, 429, 200, 429]
    assert send_request(app, "/api/matches").status_code == 200


def test_the_rate_of_new_sockets_per_address_is_limited() -> None:
    app = secure(rates=RateLimits(sockets="2/hour"))
    assert [FakeSocket().status(app) for _ in range(3)] == [101, 101, 429]


def test_the_number_of_open_sockets_per_address_is_limited() -> None:
    async def wait(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await release.wait()

    async def open_three() -> list[str]:
        sockets = [FakeSocket(), FakeSocket(), FakeSocket()]
        tasks = [asyncio.create_task(app(socket.scope, socket.receive, socket.send)) for socket in sockets]
        while not all(socket.received for socket in sockets):
            await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*tasks)
        late = FakeSocket()
        await app(late.scope, late.receive, late.send)
        return [socket.received[0]["type"] for socket in (*sockets, late)]

    release = asyncio.Event()
    app = secure(wait, rates=RateLimits(open_sockets=2))
    refused = "websocket.http.response.start"
    assert asyncio.run(open_three()) == ["websocket.accept", "websocket.accept", refused, "websocket.accept"]


def test_a_socket_that_sends_too_many_messages_is_closed_with_a_reason() -> None:
    messages = FakeSocket(["one", "two", "three", "four"]).run(secure(rates=RateLimits(messages="2/hour")))
    assert [message.get("text") for message in messages[1:3]] == ["one", "two"]
    problem = json.loads(messages[3]["text"])
    assert (problem["type"], problem["code"], problem["final"]) == ("socket_error", "rate_limit", True)
    assert messages[4] == {"type": "websocket.close", "code": 1008, "reason": "too often"}
    assert len(messages) == 5


def test_a_client_that_disconnects_while_it_is_told_about_its_rate_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class LostSocket(FakeSocket):
        async def send(self, message: Message) -> None:
            if "rate_limit" in message.get("text", ""):
                raise ClientDisconnected
            await super().send(message)

    LostSocket(["one", "two", "three"]).run(secure(rates=RateLimits(messages="2/hour")))
    assert "socket failed" not in caplog.text


def test_a_message_throttle_resets_after_its_period() -> None:
    throttle = MessageThrottle("2/10 seconds")
    assert [throttle.allow(now) for now in (100.0, 101.0, 102.0, 109.9, 110.0)] == [True, True, False, False, True]


def test_addresses_of_one_ipv6_network_share_a_rate_limit() -> None:
    assert rate_limit_key("2001:db8::1") == rate_limit_key("2001:db8::ffff")
    assert rate_limit_key("2001:db8::1") != rate_limit_key("2001:db8:0:1::1")
    assert rate_limit_key("::ffff:192.0.2.1") == rate_limit_key("192.0.2.1")
    assert rate_limit_key("a unix socket") == "a unix socket"


# -------------------------------------------------------------------- headers, errors and logs


def test_every_response_has_security_headers() -> None:
    for answer in (
        send_request(secure()),
        send_request(secure(), headers={"host": "evil.example"}),
        send_request(secure(failing_app)),
    ):
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "upgrade-insecure-requests" not in headers["content-security-policy"], "it would break plain HTTP"
        assert "strict-transport-security" not in headers


def test_a_public_server_requires_tls() -> None:
    headers = send_request(secure(public=True, origins=(PUBLIC,)), headers={"host": "play.example.org"}).headers
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "upgrade-insecure-requests" in headers["content-security-policy"]


def test_api_responses_are_not_cached_and_run_no_scripts() -> None:
    headers = send_request(secure(), "/api/matches/abc").headers
    assert headers["cache-control"] == "no-store"
    assert "script-src" not in headers["content-security-policy"]
    assert "sandbox" in headers["content-security-policy"]


def test_an_internal_error_is_logged_but_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    answer = send_request(secure(failing_app))
    assert answer.status_code == 500
    error = error_of(answer)
    assert "secret of the server" not in answer.text
    assert "Traceback" not in answer.text
    entry = next(record for record in caplog.records if record.exc_info)
    assert entry.facts["id"] == error["where"]  # type: ignore[attr-defined]
    assert error["where"] in error["text"]


def test_an_internal_error_in_a_socket_is_logged_but_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    messages = FakeSocket().run(secure(failing_app))
    assert "secret of the server" not in str(messages)
    assert json.loads(messages[0]["text"])["code"] == "internal"
    assert any(record.exc_info for record in caplog.records)


def test_a_client_that_disconnects_during_a_request_causes_no_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "hippodrome.server")
    sent: list[Message] = []

    async def disconnect() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"5")]
    scope: Scope = {"type": "http", "method": "POST", "path": "/api/verify", "headers": headers}
    asyncio.run(secure()(scope, disconnect, send))
    assert sent == []
    assert [(record.facts["status"], record.exc_info) for record in caplog.records] == [(499, None)]  # type: ignore[attr-defined]


def test_control_characters_in_a_path_are_removed_from_the_log() -> None:
    record = logging.LogRecord("hippodrome", logging.INFO, "", 0, "request", None, None)
    record.facts = {"path": "/api/\x1b[2J\nforged line\u202e"}
    socket = TextFormatter().format(record)
    assert socket.endswith("request path=/api/?[2J?forged line?")


def test_the_log_omits_query_strings(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "hippodrome.server")
    send_request(secure(), "/api/matches/abc?key=very-secret")
    facts = [record.facts for record in caplog.records]  # type: ignore[attr-defined]
    assert [fact["path"] for fact in facts] == ["/api/matches/abc"]
    assert "very-secret" not in str(facts)


# -------------------------------------------------------------------- turns


def test_a_request_waits_while_its_address_has_used_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    async def request(client: httpx.AsyncClient) -> None:
        await client.post("/api/verify", content=b"x")
        served.append(str(client.headers["x-name"]))

    async def send_requests() -> None:
        app.scheduler.charge("192.0.2.2", 0.0)
        app.scheduler.charge("192.0.2.1", 0.5)
        monkeypatch.setattr(app.scheduler, "charge", lambda address, seconds: charged.add(address))
        clients = [
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app, client=(address, 1)), base_url=BASE, headers={"x-name": name}
            )
            for name, address in (("attacker", "192.0.2.1"), ("victim", "192.0.2.2"))
        ]
        waiting = asyncio.gather(*[request(client) for client in clients])
        while not served:
            await asyncio.sleep(0)
        assert served == ["victim"]
        assert charged == {"192.0.2.2"}, "the time of a request is counted"
        app.scheduler._usage.clear()
        app.scheduler.wake()
        await waiting

    app, served, charged = secure(), list[str](), set[str]()
    asyncio.run(send_requests())
    assert served == ["victim", "attacker"]


def test_an_address_has_a_limited_number_of_waiting_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security_middleware, "MAX_WAITING", 3)

    async def send_requests() -> list[int]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE) as client:
            responses = await asyncio.gather(*[client.get("/") for _ in range(5)])
            socket = FakeSocket()
            waiting = [asyncio.create_task(client.get("/")) for _ in range(3)]
            while app.scheduler.waiting_of("127.0.0.1") < 3:
                await asyncio.sleep(0)
            await app(socket.scope, socket.receive, socket.send)
            assert socket.received[0]["status"] == 429
            await asyncio.gather(*waiting)
        return [response.status_code for response in responses]

    app = secure()
    assert sorted(asyncio.run(send_requests())) == [200, 200, 200, 429, 429]


def test_a_request_of_a_client_that_has_disconnected_is_not_handled() -> None:
    async def handle(is_disconnected: bool) -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope: Scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            IS_DISCONNECTED: lambda: is_disconnected,
        }
        await secure()(scope, receive, send)
        return sent

    assert asyncio.run(handle(False))
    assert not asyncio.run(handle(True))


def test_a_socket_opens_in_the_turn_of_its_address() -> None:
    async def open_socket() -> None:
        app.scheduler.charge("192.0.2.2", 0.0)
        app.scheduler.charge("127.0.0.1", 0.5)
        socket = FakeSocket()
        task = asyncio.create_task(app(socket.scope, socket.receive, socket.send))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not socket.received
        app.scheduler._usage.clear()
        app.scheduler.wake()
        await task
        assert socket.received[0]["type"] == "websocket.accept"

    app = secure()
    asyncio.run(open_socket())


# -------------------------------------------------------------------- counting


def test_a_sliding_window_counts_the_previous_one_by_its_remaining_part() -> None:
    window = SlidingWindow(limits.parse("10/minute"))
    assert [window.hit("a", 600.0) for _ in range(11)] == [True] * 10 + [False]
    assert window.hit("b", 600.0), "each address is counted separately"
    assert not window.hit("a", 660.0), "all of them are less than a minute ago"
    assert window.hit("a", 666.0)
    assert not window.hit("a", 666.0)
    assert [window.hit("a", 690.0) for _ in range(5)] == [True] * 4 + [False]
    assert window.hit("a", 800.0)


@pytest.mark.parametrize("rate", ["1/second", "3/minute", "7/hour"])
def test_a_client_that_waits_as_long_as_it_is_told_is_served(rate: str) -> None:
    window, now, random = SlidingWindow(limits.parse(rate)), 1000.0, Random(1)
    for _ in range(300):
        if not window.hit("a", now):
            wait_s = window.wait_s("a", now)
            assert wait_s > 0
            assert not window.hit("a", now + 0.9 * wait_s)
            now += wait_s + 0.001
            assert window.hit("a", now)
        now += random.random() * window.item.get_expiry() / 4


def test_counting_starts_no_thread_and_forgets_old_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_COUNTED", 100)
    threads = threading.active_count()
    window = SlidingWindow(limits.parse("5/minute"))
    for number in range(1000):
        assert window.hit(f"address {number}", 60.0 * number)
    assert len(window._counts) <= 100
    limiter = RateLimiter(Settings(data_dir=Path("nowhere")))
    for number in range(200):
        limiter.hit("requests", f"address {number}")
    assert threading.active_count() == threads
