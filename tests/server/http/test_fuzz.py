"""Fuzzing over REST and over sockets: the server answers invalid input with errors and keeps running."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from hippodrome.server import wire
from hippodrome.server.http import openapi
from tests.server.socket_client import play_to_the_end

MESSAGE_COUNT = 10_000
CLIENT_COUNT = 5
BATCH_SIZE = 40
FIRST_MARKER_ID = 1_000_000
EXAMPLES_PER_ENDPOINT = 12


def new_match(client: httpx.Client, goal: int = 100) -> dict[str, Any]:
    """Create a match of Pig for two people."""
    request = {"game": "pig", "scenario": "plain", "options": {"goal": goal}, "seats": [{"person": True}] * 2}
    created: dict[str, Any] = client.post("/api/matches", json=request).json()
    return created


# -------------------------------------------------------------------- REST


@pytest.fixture(scope="module")
def matches(server: str, client: httpx.Client) -> list[dict[str, Any]]:
    """A match in progress, and a finished one."""
    matches = [new_match(client), new_match(client, goal=20)]
    play_to_the_end(server, matches[1])
    return matches


REJECTION_STATUSES = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""Statuses that reject bad input: the defaults of schemathesis and 413, for a body that is too long."""
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": REJECTION_STATUSES}}}
)

api = schemathesis.openapi.from_dict(json.loads(openapi.document_text()), config=CONFIG)
# A schema cannot express every constraint, so input that fits it may be rejected: positive_data_acceptance is left out.
FUZZ_SETTINGS = settings(
    max_examples=EXAMPLES_PER_ENDPOINT, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@api.parametrize()
@FUZZ_SETTINGS
def test_every_endpoint_follows_its_schema_for_any_input(case: Case[Any], server: str) -> None:
    case.call_and_validate(base_url=server, excluded_checks=[positive_data_acceptance], timeout=60)


@api.include(path_regex="/api/matches").parametrize()
@FUZZ_SETTINGS
def test_endpoints_of_existing_matches_follow_their_schema_for_any_input(
    case: Case[Any], server: str, matches: list[dict[str, Any]]
) -> None:
    """Use the ids and keys of existing matches, so that the code behind the checks for them is reached."""
    if isinstance(case.body, dict) and "game" in case.body:
        case.body |= {"game": "pig", "scenario": "plain"}
    excluded: list[Any] = [positive_data_acceptance, negative_data_rejection]  # the generated input has been changed
    for match in matches if "id" in case.path_parameters else matches[:1]:
        if "id" in case.path_parameters:
            case.path_parameters["id"] = match["id"]
        headers = {"X-Seat-Key": f"{match['host']},{match['keys']['0']}"}
        case.call_and_validate(base_url=server, headers=headers, excluded_checks=excluded, timeout=60)


# -------------------------------------------------------------------- sockets


def valid_message(rng: random.Random, n: int) -> dict[str, Any]:
    """Return a message of a valid form."""
    number, seat = rng.randrange(1000), rng.choice([0, 0, 0, 1, -1])
    kinds: list[dict[str, Any]] = [
        {"type": "hello", "keys": ["a.b"], "view_as": seat},
        {"type": "view_as", "seat": seat},
        {"type": "play", "id": number, "n": n, "seat": seat, "action": rng.choice(["roll", "hold", "roll 1", ""])},
        {"type": "undo", "id": number, "n": n, "seat": seat},
        {"type": "preview", "id": number, "n": n, "seat": seat, "action": "hold"},
        {"type": "odds", "id": number, "n": n, "seat": seat},
        {"type": "chat", "seat": seat, "text": "Ave \u0000 \u202e 🐎"},
        {"type": "note", "seat": seat, "text": "mind the bend"},
        {"type": "rename", "seat": seat, "name": "Judah"},
        {"type": "leave", "id": number, "seat": seat},
        {"type": "return", "id": number, "seat": seat},
        {"type": "welcome", "mine": []},
        {"type": rng.choice(["", "PLAY", "frame", "__class__", "hello\n"])},
    ]
    return rng.choice(kinds)


ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    7,
    2**31,
    2**63,
    -(2**63),
    2**64,
    10**400,
    0.5,
    1e308,
    "",
    "0",
    "roll " + "9" * 5000,
    "x" * 8000,  # twice in one message is still within the limit of 16 KiB
    "\ud83d\ude00" * 50,
    [],
    {},
    [[]],
    {"type": "play"},
]


def faulty_message(rng: random.Random, message: dict[str, Any]) -> str:
    """Return a message with one or two faults, as JSON."""
    fields = list(message)
    for _ in range(rng.randint(1, 2)):
        field = rng.choice(fields)
        choice = rng.random()
        if choice < 0.6:
            message[field] = rng.choice(ODD_VALUES)
        elif choice < 0.8:
            message.pop(field, None)
        else:
            message[rng.choice(["id", "n", "seat", "keys", "extra"])] = rng.choice(ODD_VALUES)
    return json.dumps(message)


def any_message(rng: random.Random, n: int) -> str | bytes:
    """Return any text or bytes: a valid message, a faulty one, a truncated one, garbage."""
    choice = rng.random()
    text = json.dumps(valid_message(rng, n))
    if choice < 0.15:
        return text
    if choice < 0.5:
        return faulty_message(rng, valid_message(rng, n))
    if choice < 0.65:
        return text[: rng.randrange(len(text))]
    if choice < 0.8:
        letters = list(text)
        for _ in range(rng.randint(1, 5)):
            letters[rng.randrange(len(letters))] = chr(rng.choice([rng.randrange(128), rng.randrange(0xD7FF)]))
        return "".join(letters)
    if choice < 0.9:
        return rng.randbytes(rng.randrange(200))
    if choice < 0.95:
        return rng.choice(
            ["[" * 4000, '{"a":' * 2000, "{" * 100, "9" * 6000, '"' + "\\u0000" * 1000 + '"', "null", " "]
        )
    return text.encode()


FATAL_MESSAGES: list[tuple[str | bytes, bool]] = [("x" * 17_000, True), (b"\xff\xfe", True), (b"x" * 17_000, False)]
"""Messages that are too long or not text: the server closes the connection."""


class Fuzzer:
    """A client that sends invalid messages over one connection after another and records the answers."""

    def __init__(self, address: str, match: str, keys: list[str], seed: int) -> None:
        self.url = f"{address.replace('http://', 'ws://')}/socket/match/{match}"
        self.keys = keys
        self.rng = random.Random(seed)
        self.n = 0
        self.sent = 0
        self.received: set[str] = set()
        self.leaks: list[str] = []

    async def run(self, count: int) -> None:
        """Send this many messages; reconnect after every few hundred."""
        while self.sent < count:
            async with connect(self.url, max_size=None, compression=None) as socket:
                await socket.send(json.dumps({"type": "hello", "keys": self.keys, "view_as": -1}))
                for _ in range(10):
                    await self.send_batch(socket, min(BATCH_SIZE, count - self.sent))
                await self.send_fatal_message(socket)
            await self.send_no_hello()

    async def send_batch(self, socket: ClientConnection, count: int) -> None:
        """Send some messages, and then a request whose answer shows that they have been processed."""
        for _ in range(count):
            await socket.send(any_message(self.rng, self.n))
        self.sent += count
        marker = FIRST_MARKER_ID + self.sent
        await socket.send(json.dumps({"type": "leave", "id": marker, "seat": -1}))
        while True:
            message = await self.receive(socket)
            if message["type"] == "rejected" and message["id"] == marker:
                return

    async def send_fatal_message(self, socket: ClientConnection) -> None:
        """Send a message for which the server closes the connection."""
        text, is_text = self.rng.choice(FATAL_MESSAGES)
        await socket.send(text, text=is_text)
        with pytest.raises(ConnectionClosed):
            await self.receive_until_closed(socket)

    async def send_no_hello(self) -> None:
        """Begin with a message other than hello."""
        async with connect(self.url, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "view_as", "seat": 0}))
            assert (await self.receive(socket))["final"] is True
            with pytest.raises(ConnectionClosed):
                await self.receive_until_closed(socket)

    async def receive_until_closed(self, socket: ClientConnection) -> None:
        """Receive messages until the server closes the connection."""
        while True:
            await self.receive(socket)

    async def receive(self, socket: ClientConnection) -> dict[str, Any]:
        """Receive and check the next message."""
        text = str(await asyncio.wait_for(socket.recv(), 30))
        message: dict[str, Any] = json.loads(text)
        self.received.add(message["type"])
        self.n = message.get("n", self.n)
        if "Traceback" in text or ".py" in text:
            self.leaks.append(text)
        return message


@pytest.fixture
def no_logged_exceptions(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail if an exception was logged during the test."""
    yield
    errors = [record for record in caplog.get_records("call") if record.exc_info and "hippodrome" in record.name]
    assert [record.getMessage() for record in errors] == []


@pytest.mark.usefixtures("no_logged_exceptions")
def test_a_match_survives_ten_thousand_invalid_messages(server: str, client: httpx.Client) -> None:
    created = new_match(client, goal=20)
    keys = created["keys"]

    async def run_fuzzers() -> list[Fuzzer]:
        fuzzers = [Fuzzer(server, created["id"], [keys["0"]] if seed % 2 else [], seed) for seed in range(CLIENT_COUNT)]
        await asyncio.gather(*[fuzzer.run(MESSAGE_COUNT // CLIENT_COUNT) for fuzzer in fuzzers])
        return fuzzers

    fuzzers = asyncio.run(run_fuzzers())
    assert sum(fuzzer.sent for fuzzer in fuzzers) == MESSAGE_COUNT
    assert [text for fuzzer in fuzzers for text in fuzzer.leaks] == []
    kinds = set().union(*[fuzzer.received for fuzzer in fuzzers])
    assert {"welcome", "frame", "socket_error", "rejected"} <= kinds
    assert kinds <= {kind.__struct_config__.tag for kind in wire.Answer.__args__}
    play_to_the_end(server, created)
