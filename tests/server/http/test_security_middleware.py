"""The guard at the door, before an application that answers everything."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hippodrome.server.http.rate_limits import MessageThrottle, rate_limit_key
from hippodrome.server.http.security_middleware import SecurityMiddleware, host_and_port, is_address
from hippodrome.server.logs import TextFormatter
from hippodrome.server.settings import RateLimits, Settings

PUBLIC = "https://play.example.org"


async def yes(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that reads everything and is content with it; it echoes what a socket says."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    request = Request(scope, receive)
    await PlainTextResponse(str(len(await request.body())))(scope, receive, send)


async def no(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that breaks."""
    raise RuntimeError("the secret of the house")


def guard(app: ASGIApp = yes, **settings: Any) -> SecurityMiddleware:
    rates = settings.pop("rates", RateLimits.unlimited())
    return SecurityMiddleware(app, Settings(data_dir=Path("nowhere"), rate_limits=rates, **settings))


def ask(app: ASGIApp, path: str = "/", method: str = "GET", **rest: Any) -> httpx.Response:
    """One request, as it comes from a browser at http://localhost:8000."""
    base = rest.pop("base", "http://localhost:8000")
    client = rest.pop("client", ("127.0.0.1", 5000))

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=client)
        async with httpx.AsyncClient(transport=transport, base_url=base) as session:
            return await session.request(method, path, **rest)

    return asyncio.run(asked())


def error_of(answer: httpx.Response) -> dict[str, str]:
    """What an answer says is wrong; it must say so in the one form there is."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "text", "where"}
    found: dict[str, str] = body["error"]
    assert found["text"].endswith(".")
    return found


class FakeSocket:
    """A socket: what was said into it, and what came back."""

    def __init__(self, said: Sequence[str] = (), **headers: str) -> None:
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
            *[{"type": "websocket.receive", "text": text} for text in said],
            {"type": "websocket.disconnect", "code": 1000},
        ]
        self.received: list[Message] = []

    async def receive(self) -> Message:
        return self.incoming.pop(0)

    async def send(self, message: Message) -> None:
        self.received.append(message)

    def through(self, app: ASGIApp) -> list[Message]:
        asyncio.run(app(self.scope, self.receive, self.send))  # type: ignore[arg-type]
        return self.received

    def status(self, app: ASGIApp) -> int:
        """101 if it was opened, else the status it was turned away with."""
        first = self.through(app)[0]
        return 101 if first["type"] == "websocket.accept" else int(first["status"])


# -------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.20", "a.localhost", "LOCALHOST."],
)
def test_a_server_at_home_goes_by_localhost_and_by_numbers(host: str) -> None:
    assert ask(guard(), headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a@localhost"])
def test_a_name_that_was_made_to_point_here_is_turned_away(host: str) -> None:
    answer = ask(guard(), headers={"host": host})
    assert answer.status_code == 400
    assert error_of(answer)["code"] == "host"


def test_a_host_or_an_origin_that_was_given_is_a_name_too() -> None:
    assert ask(guard(host="attic"), headers={"host": "attic:8000"}).status_code == 200
    assert ask(guard(origins=("http://den.lan:8000",)), headers={"host": "den.lan:8000"}).status_code == 200
    assert ask(guard(), headers={"host": "attic:8000"}).status_code == 400


def test_a_public_server_goes_by_its_origin_and_not_by_numbers() -> None:
    app_under_test = guard(public=True, origins=(PUBLIC,))
    assert ask(app_under_test, headers={"host": "play.example.org"}).status_code == 200
    assert ask(app_under_test, headers={"host": "localhost"}).status_code == 200
    assert ask(app_under_test, headers={"host": "203.0.113.7"}).status_code == 400


def test_hosts_are_compared_with_their_ports() -> None:
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
def test_only_a_page_of_the_same_host_may_post(origin: str, status: int) -> None:
    assert ask(guard(), method="POST", headers={"origin": origin}).status_code == status


def test_a_program_that_is_no_page_may_post() -> None:
    assert ask(guard(), method="POST").status_code == 200


def test_looking_is_free_from_everywhere() -> None:
    assert ask(guard(), headers={"origin": "http://evil.example"}).status_code == 200


def test_a_public_server_takes_only_its_own_origins() -> None:
    app_under_test = guard(public=True, origins=(PUBLIC,))
    host = {"host": "play.example.org"}
    assert ask(app_under_test, method="POST", headers={**host, "origin": PUBLIC}).status_code == 200
    assert ask(app_under_test, method="POST", headers={**host, "origin": "http://play.example.org"}).status_code == 403


def test_sockets_are_looked_at_in_the_same_way() -> None:
    assert FakeSocket(origin="http://localhost:8000").status(guard()) == 101
    assert FakeSocket().status(guard()) == 101
    assert FakeSocket(origin="http://evil.example").status(guard()) == 403
    assert FakeSocket(host="evil.example", origin="http://evil.example").status(guard()) == 400


def test_a_public_server_wants_every_socket_to_say_where_it_comes_from() -> None:
    app_under_test = guard(public=True, origins=(PUBLIC,))
    assert FakeSocket(host="play.example.org", origin=PUBLIC).status(app_under_test) == 101
    assert FakeSocket(host="play.example.org").status(app_under_test) == 403


# -------------------------------------------------------------------- sizes


def test_a_body_that_is_too_large_is_refused_by_its_length_or_by_counting() -> None:
    app_under_test = guard(max_body_bytes=1000, max_record_bytes=5000)

    async def parts() -> Any:
        for _ in range(11):
            yield b"x" * 100

    assert ask(app_under_test, "/api/matches", "POST", content=b"x" * 1000).text == "1000"
    assert error_of(ask(app_under_test, "/api/matches", "POST", content=b"x" * 1001))["code"] == "size"
    assert ask(app_under_test, "/api/matches", "POST", content=parts()).status_code == 413
    assert ask(app_under_test, "/api/records", "POST", content=parts()).text == "1100"
    assert ask(app_under_test, "/api/records", "POST", content=b"x" * 5001).status_code == 413


@pytest.mark.parametrize("length", ["-1", "many", "9" * 4000])
def test_a_length_that_is_no_length_is_refused(length: str) -> None:
    assert ask(guard(), "/api/matches", "POST", headers={"content-length": length}).status_code == 413


# -------------------------------------------------------------------- rates


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    app_under_test = guard(rates=RateLimits(requests="3/hour"))
    assert [ask(app_under_test).status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = ask(app_under_test)
    assert error_of(answer)["code"] == "often"
    assert 1 <= int(answer.headers["retry-after"]) <= 7200
    assert ask(app_under_test, client=("127.0.0.9", 1)).status_code == 200, "another address is another count"


def test_tables_and_records_are_counted_apart() -> None:
    app_under_test = guard(rates=RateLimits(matches="2/hour", records="1/hour"))
    posted = ["/api/matches", "/api/matches/abc/rematch", "/api/matches/abc/branch", "/api/verify", "/api/records"]
    assert [ask(app_under_test, path, "POST").status_code for path in posted] == [200, 200, 429, 200, 429]
    assert ask(app_under_test, "/api/matches").status_code == 200


def test_an_address_has_only_so_many_sockets() -> None:
    app_under_test = guard(rates=RateLimits(sockets="2/hour"))
    assert [FakeSocket().status(app_under_test) for _ in range(3)] == [101, 101, 429]


def test_an_address_has_only_so_many_sockets_at_once() -> None:
    async def wait(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await release.wait()

    async def three() -> list[str]:
        sockets = [FakeSocket(), FakeSocket(), FakeSocket()]
        tasks = [asyncio.create_task(app_under_test(socket.scope, socket.receive, socket.send)) for socket in sockets]
        while not all(socket.received for socket in sockets):
            await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*tasks)
        late = FakeSocket()
        await app_under_test(late.scope, late.receive, late.send)
        return [socket.received[0]["type"] for socket in (*sockets, late)]

    release = asyncio.Event()
    app_under_test = guard(wait, rates=RateLimits(open_sockets=2))
    refused = "websocket.http.response.start"
    assert asyncio.run(three()) == ["websocket.accept", "websocket.accept", refused, "websocket.accept"]


def test_a_socket_that_floods_is_told_and_closed() -> None:
    heard = FakeSocket(["one", "two", "three", "four"]).through(guard(rates=RateLimits(messages="2/hour")))
    assert [message.get("text") for message in heard[1:3]] == ["one", "two"]
    problem = json.loads(heard[3]["text"])
    assert (problem["type"], problem["code"], problem["final"]) == ("problem", "often", True)
    assert heard[4] == {"type": "websocket.close", "code": 1008, "reason": "too often"}
    assert len(heard) == 5


def test_a_pace_begins_anew_after_a_while() -> None:
    pace = MessageThrottle("2/10 seconds")
    assert [pace.allow(now) for now in (100.0, 101.0, 102.0, 109.9, 110.0)] == [True, True, False, False, True]


def test_a_whole_block_of_addresses_counts_as_one() -> None:
    assert rate_limit_key("2001:db8::1") == rate_limit_key("2001:db8::ffff")
    assert rate_limit_key("2001:db8::1") != rate_limit_key("2001:db8:0:1::1")
    assert rate_limit_key("::ffff:192.0.2.1") == rate_limit_key("192.0.2.1")
    assert rate_limit_key("a socket of this machine") == "a socket of this machine"


# -------------------------------------------------------------------- headers and mishaps


def test_every_answer_has_its_headers() -> None:
    for answer in (ask(guard()), ask(guard(), headers={"host": "evil.example"}), ask(guard(no))):
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "upgrade-insecure-requests" not in headers["content-security-policy"], "it would break plain HTTP"
        assert "strict-transport-security" not in headers


def test_a_public_server_insists_on_tls() -> None:
    headers = ask(guard(public=True, origins=(PUBLIC,)), headers={"host": "play.example.org"}).headers
    assert headers["strict-transport-security"].startswith("max-age=")
    assert "upgrade-insecure-requests" in headers["content-security-policy"]


def test_what_the_api_gives_is_not_kept_and_runs_nothing() -> None:
    headers = ask(guard(), "/api/matches/abc").headers
    assert headers["cache-control"] == "no-store"
    assert "script-src" not in headers["content-security-policy"]
    assert "sandbox" in headers["content-security-policy"]


def test_what_breaks_in_here_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    answer = ask(guard(no))
    assert answer.status_code == 500
    found = error_of(answer)
    assert "secret of the house" not in answer.text
    assert "Traceback" not in answer.text
    entry = next(record for record in caplog.records if record.exc_info)
    assert entry.facts["id"] == found["where"]  # type: ignore[attr-defined]
    assert found["where"] in found["text"]


def test_a_socket_that_breaks_in_here_is_told_no_more(caplog: pytest.LogCaptureFixture) -> None:
    heard = FakeSocket().through(guard(no))
    assert "secret of the house" not in str(heard)
    assert json.loads(heard[0]["text"])["code"] == "broken"
    assert any(record.exc_info for record in caplog.records)


def test_who_goes_away_in_the_middle_is_no_mishap(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "hippodrome.server")
    sent: list[Message] = []

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"5")]
    scope: Scope = {"type": "http", "method": "POST", "path": "/api/verify", "headers": headers}
    asyncio.run(guard()(scope, gone, send))
    assert sent == []
    assert [(record.facts["status"], record.exc_info) for record in caplog.records] == [(499, None)]  # type: ignore[attr-defined]


def test_nothing_in_an_address_can_write_to_the_terminal() -> None:
    record = logging.LogRecord("hippodrome", logging.INFO, "", 0, "request", None, None)
    record.facts = {"path": "/api/\x1b[2J\nforged line\u202e"}
    socket = TextFormatter().format(record)
    assert socket.endswith("request path=/api/?[2J?forged line?")


def test_the_log_leaves_out_what_follows_the_question_mark(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "hippodrome.server")
    ask(guard(), "/api/matches/abc?key=very-secret")
    facts = [record.facts for record in caplog.records]  # type: ignore[attr-defined]
    assert [fact["path"] for fact in facts] == ["/api/matches/abc"]
    assert "very-secret" not in str(facts)
