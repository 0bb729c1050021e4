"""Limits on connections: their number, the size of headers, and the time for a request."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import struct
import time
import weakref
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from hippodrome.server.http import connection_limits
from hippodrome.server.http.connection_limits import LimitedHttpProtocol, OpenConnections, max_open_connections
from hippodrome.server.settings import ConnectionLimits
from tests.server.socket_client import SocketClient
from tests.serving import TIMEOUT_S, make_settings, run_in_thread

LIMITS = ConnectionLimits(
    per_address=8, max_headers=20, max_header_bytes=4096, max_request_bytes=100_000, head_timeout_s=0.3, keep_alive_s=1
)
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Host and port of a server with strict limits."""
    settings = make_settings(tmp_path_factory.mktemp("limits"), connection_limits=LIMITS)
    with run_in_thread(settings) as url:
        yield "127.0.0.1", int(url.rpartition(":")[2])


@pytest.fixture(scope="module")
def slow_body_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Host and port of a server that waits only a moment for bodies, and for its responses to be read."""
    limits = ConnectionLimits(body_timeout_s=0.3, head_timeout_s=TIMEOUT_S)
    with run_in_thread(make_settings(tmp_path_factory.mktemp("bodies"), connection_limits=limits)) as url:
        yield "127.0.0.1", int(url.rpartition(":")[2])


def connect(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=TIMEOUT_S)


def read_to_end(client: socket.socket) -> bytes:
    """Return everything until the server closes the connection; a reset ends it too."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionError:
        pass
    return received


def send_and_read(address: tuple[str, int], *parts: bytes) -> bytes:
    """Send some bytes and return everything until the server closes the connection."""
    with connect(address) as client:
        try:
            for part in parts:
                client.sendall(part)
        except ConnectionError:  # the server closed it meanwhile
            pass
        return read_to_end(client)


def send_until_closed(client: socket.socket, part: bytes) -> None:
    """Send a part again and again until the server closes the connection; it may stop to read before."""
    for _ in range(1_000_000):
        try:
            client.sendall(part)
        except ConnectionError:
            return
    raise AssertionError("the server did not close the connection")


# -------------------------------------------------------------------- times


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD, HEAD + b"x-half: ", b"\r\n", b"\r\n\r\n\r\n"])
def test_a_request_whose_headers_do_not_end_is_closed(address: tuple[str, int], sent: bytes) -> None:
    assert send_and_read(address, sent).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("more", [b"GET /", b"\r\n"])
def test_the_second_request_of_a_connection_must_end_too(address: tuple[str, int], more: bytes) -> None:
    received = send_and_read(address, HEAD + b"\r\n", more)
    assert received.startswith(b"HTTP/1.1 200 ")
    assert received.count(b"HTTP/1.1 ") <= 2


def test_an_idle_connection_is_closed(address: tuple[str, int]) -> None:
    received = send_and_read(address, HEAD + b"\r\n")
    assert received.startswith(b"HTTP/1.1 200 ")
    assert received.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "size", [b"content-length: 10\r\n\r\n12345", b"transfer-encoding: chunked\r\n\r\n5\r\n12345\r\n"]
)
def test_a_body_that_does_not_end_is_closed(slow_body_address: tuple[str, int], size: bytes) -> None:
    head = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\n"
    assert send_and_read(slow_body_address, head + size).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_does_not_read_its_responses_is_disconnected(slow_body_address: tuple[str, int]) -> None:
    request = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(TIMEOUT_S)
        client.connect(slow_body_address)
        send_until_closed(client, request)


# -------------------------------------------------------------------- sizes


def test_headers_of_a_common_size_are_accepted(address: tuple[str, int]) -> None:
    received = send_and_read(address, HEAD + b"x-seat-key: " + b"a" * 3000 + b"\r\nconnection: close\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "parts",
    [
        [HEAD, *[b"x-filler: " + b"a" * 1000 + b"\r\n"] * 500],
        [HEAD, b"x-filler: ", *[b"a" * 1000] * 500],
        [b"GET /", *[b"a" * 1000] * 500],
        [HEAD + b"x: 1\r\n" * 40 + b"\r\n"],
        [HEAD + b"x: " + b"a" * 5000 + b"\r\n\r\n"],
        [b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ],
    ids=["endless headers", "endless header", "endless address", "many headers", "long header", "long address"],
)
def test_large_headers_are_refused(address: tuple[str, int], parts: list[bytes]) -> None:
    received = send_and_read(address, *parts)
    assert received == b"" or received.startswith(b"HTTP/1.1 431 ")  # empty if the rest of the request was cut off
    assert httpx.get(f"http://127.0.0.1:{address[1]}/health", timeout=TIMEOUT_S).status_code == 200


@pytest.mark.parametrize("part", [b"x: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["trailers", "trailer"])
def test_endless_trailers_are_refused(address: tuple[str, int], part: bytes) -> None:
    head = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx: "
    with connect(address) as client:
        client.sendall(head)
        send_until_closed(client, part)


def test_a_request_that_continues_after_its_response_is_cut_off(address: tuple[str, int]) -> None:
    head = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\ncontent-length: 9000000000\r\n\r\n"
    with connect(address) as client:
        client.sendall(head)
        send_until_closed(client, b"a" * 1000)


def test_few_requests_may_wait_on_one_connection(address: tuple[str, int]) -> None:
    assert send_and_read(address, (HEAD + b"\r\n") * 10).count(b"HTTP/1.1 200 ") == 10
    assert send_and_read(address, (HEAD + b"\r\n") * 1000).count(b"HTTP/1.1 200 ") < 100


def test_a_connection_that_is_reset_after_its_response_is_forgotten_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    protocols: weakref.WeakSet[LimitedHttpProtocol] = weakref.WeakSet()
    connection_made = LimitedHttpProtocol.connection_made

    def remember(protocol: LimitedHttpProtocol, transport: asyncio.Transport) -> None:
        protocols.add(protocol)
        connection_made(protocol, transport)

    monkeypatch.setattr(LimitedHttpProtocol, "connection_made", remember)
    limits = ConnectionLimits(keep_alive_s=1000)
    with run_in_thread(make_settings(tmp_path, connection_limits=limits)) as url:
        address = "127.0.0.1", int(url.rpartition(":")[2])
        for _ in range(20):
            with connect(address) as client:
                client.sendall(HEAD + b"\r\n")
                assert client.recv(4096).startswith(b"HTTP/1.1 200 ")
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        end = time.monotonic() + TIMEOUT_S
        while len(protocols) > 2:
            assert time.monotonic() < end, "a timer keeps connections that are closed"
            gc.collect()
            time.sleep(0.01)


def test_what_is_not_http_gets_a_short_answer(address: tuple[str, int]) -> None:
    assert send_and_read(address, b"\x16\x03\x01\x02\x00\x01\x00").startswith(b"HTTP/1.1 400 ")


# -------------------------------------------------------------------- numbers


def test_an_address_has_few_connections_and_gets_them_back(address: tuple[str, int]) -> None:
    url = f"http://127.0.0.1:{address[1]}"
    with contextlib.ExitStack() as sockets:
        for _ in range(LIMITS.per_address):
            sockets.enter_context(SocketClient(url, "/socket/lobby")).wait_for("lobby_list")
        received = send_and_read(address, HEAD + b"\r\n")
        assert received == b"" or received.startswith(b"HTTP/1.1 429 ")
    request = HEAD + b"connection: close\r\n\r\n"
    end = time.monotonic() + TIMEOUT_S
    while not send_and_read(address, request).startswith(b"HTTP/1.1 200 "):
        assert time.monotonic() < end, "closed sockets are still counted"


def test_a_trusted_proxy_has_no_limit_of_its_own() -> None:
    limits = ConnectionLimits(total=5, per_address=2)
    connections = OpenConnections(limits, ["10.0.0.1"])
    for number, client in enumerate(["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"]):
        assert connections.refusal(client) == ""
        connections.add(transport(number), client)
    connections.add(transport(4), "10.0.0.2")
    assert connections.refusal("10.0.0.2") == connection_limits.TOO_MANY_FROM_ADDRESS
    assert connections.refusal("10.0.0.1") == connection_limits.TOO_MANY
    connections.remove(transport(4))
    connections.remove(transport(4))
    assert len(connections) == 4
    assert connections.refusal("10.0.0.1") == ""


_transports = [asyncio.Transport() for _ in range(5)]


def transport(number: int) -> asyncio.Transport:
    return _transports[number]


def test_the_total_fits_into_the_open_files_of_the_process() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (600, before[1]))
        assert max_open_connections(500) == 500
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 756
        assert max_open_connections(0) == 0
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
