"""Nonsense of every kind, over REST and over sockets: the server answers it calmly and goes on."""

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

FRAMES = 10_000
LINES = 5
BATCH = 40
MARK = 1_000_000
EXAMPLES = 12


def new_match(client: httpx.Client, goal: int = 100) -> dict[str, Any]:
    """A table for two people."""
    request = {"game": "pig", "scenario": "plain", "options": {"goal": goal}, "seats": [{"person": True}] * 2}
    created: dict[str, Any] = client.post("/api/matches", json=request).json()
    return created


# -------------------------------------------------------------------- REST


@pytest.fixture(scope="module")
def tables(server: str, client: httpx.Client) -> list[dict[str, Any]]:
    """A match that goes on, and one that is over."""
    found = [new_match(client), new_match(client, goal=20)]
    play_to_the_end(server, found[1])
    return found


REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""What refuses something bad; schemathesis knows all of them but 413, for what is too long."""
STRICT = schemathesis.Config.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}})

api = schemathesis.openapi.from_dict(json.loads(openapi.document_text()), config=STRICT)
# A schema cannot say all that must go together, so what fits it may be refused: positive_data_acceptance is left out.
FEW = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@api.parametrize()
@FEW
def test_every_address_answers_everything_as_it_says(case: Case[Any], server: str) -> None:
    case.call_and_validate(base_url=server, excluded_checks=[positive_data_acceptance], timeout=60)


@api.include(path_regex="/api/matches").parametrize()
@FEW
def test_real_tables_are_asked_the_same(case: Case[Any], server: str, tables: list[dict[str, Any]]) -> None:
    """The same with the names of real matches and good keys, so that what lies behind them is reached."""
    if isinstance(case.body, dict) and "game" in case.body:
        case.body |= {"game": "pig", "scenario": "plain"}
    unsure: list[Any] = [positive_data_acceptance, negative_data_rejection]  # what is sent is no longer what was drawn
    for table in tables if "id" in case.path_parameters else tables[:1]:
        if "id" in case.path_parameters:
            case.path_parameters["id"] = table["id"]
        headers = {"X-Seat-Key": f"{table['host']},{table['keys']['0']}"}
        case.call_and_validate(base_url=server, headers=headers, excluded_checks=unsure, timeout=60)


# -------------------------------------------------------------------- sockets


def good(rng: random.Random, n: int) -> dict[str, Any]:
    """A message that could have been sent."""
    number, seat = rng.randrange(1000), rng.choice([0, 0, 0, 1, -1])
    kinds: list[dict[str, Any]] = [
        {"type": "hello", "keys": ["a.b"], "look": seat},
        {"type": "look", "seat": seat},
        {"type": "play", "id": number, "n": n, "seat": seat, "action": rng.choice(["roll", "hold", "roll 1", ""])},
        {"type": "undo", "id": number, "n": n, "seat": seat},
        {"type": "preview", "id": number, "n": n, "seat": seat, "action": "hold"},
        {"type": "odds", "id": number, "n": n, "seat": seat},
        {"type": "say", "seat": seat, "text": "Ave \u0000 \u202e 🐎"},
        {"type": "note", "seat": seat, "text": "mind the bend"},
        {"type": "name", "seat": seat, "name": "Judah"},
        {"type": "leave", "id": number, "seat": seat},
        {"type": "return", "id": number, "seat": seat},
        {"type": "welcome", "mine": []},
        {"type": rng.choice(["", "PLAY", "frame", "__class__", "hello\n"])},
    ]
    return rng.choice(kinds)


ODD: list[Any] = [
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
    "x" * 9000,
    "\ud83d\ude00" * 50,
    [],
    {},
    [[]],
    {"type": "play"},
]


def bent(rng: random.Random, message: dict[str, Any]) -> str:
    """A message with something wrong in it."""
    fields = list(message)
    for _ in range(rng.randint(1, 2)):
        field = rng.choice(fields)
        choice = rng.random()
        if choice < 0.6:
            message[field] = rng.choice(ODD)
        elif choice < 0.8:
            message.pop(field, None)
        else:
            message[rng.choice(["id", "n", "seat", "keys", "extra"])] = rng.choice(ODD)
    return json.dumps(message)


def nonsense(rng: random.Random, n: int) -> str | bytes:
    """Anything."""
    choice = rng.random()
    text = json.dumps(good(rng, n))
    if choice < 0.15:
        return text
    if choice < 0.5:
        return bent(rng, good(rng, n))
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


CUTTING: list[tuple[str | bytes, bool]] = [("x" * 17_000, True), (b"\xff\xfe", True), (b"x" * 17_000, False)]
"""What is too long or no text at all: the line is cut."""


class Fuzzer:
    """Somebody who talks nonsense over one line after another, and notes what he hears."""

    def __init__(self, address: str, match: str, keys: list[str], seed: int) -> None:
        self.place = f"{address.replace('http://', 'ws://')}/socket/match/{match}"
        self.keys = keys
        self.rng = random.Random(seed)
        self.n = 0
        self.sent = 0
        self.received: set[str] = set()
        self.wrong: list[str] = []

    async def talk(self, frames: int) -> None:
        """Send so many frames; every few hundred the line is cut, and another one is taken."""
        while self.sent < frames:
            async with connect(self.place, max_size=None, compression=None) as line:
                await line.send(json.dumps({"type": "hello", "keys": self.keys, "look": -1}))
                for _ in range(10):
                    await self.batch(line, min(BATCH, frames - self.sent))
                await self.be_cut(line)
            await self.be_rude()

    async def batch(self, line: ClientConnection, frames: int) -> None:
        """Some frames, and then a request whose answer shows that they have been dealt with."""
        for _ in range(frames):
            await line.send(nonsense(self.rng, self.n))
        self.sent += frames
        mark = MARK + self.sent
        await line.send(json.dumps({"type": "leave", "id": mark, "seat": -1}))
        while True:
            message = await self.listen(line)
            if message["type"] == "refused" and message["id"] == mark:
                return

    async def be_cut(self, line: ClientConnection) -> None:
        """Say something for which the line is cut."""
        text, is_text = self.rng.choice(CUTTING)
        await line.send(text, text=is_text)
        with pytest.raises(ConnectionClosed):
            await self.listen_on(line)

    async def be_rude(self) -> None:
        """Begin with something else than a hello."""
        async with connect(self.place, max_size=None, compression=None) as line:
            await line.send(json.dumps({"type": "look", "seat": 0}))
            assert (await self.listen(line))["final"] is True
            with pytest.raises(ConnectionClosed):
                await self.listen_on(line)

    async def listen_on(self, line: ClientConnection) -> None:
        """Look at every answer."""
        while True:
            await self.listen(line)

    async def listen(self, line: ClientConnection) -> dict[str, Any]:
        """Look at the next answer."""
        text = str(await asyncio.wait_for(line.recv(), 30))
        message: dict[str, Any] = json.loads(text)
        self.received.add(message["type"])
        self.n = message.get("n", self.n)
        if "Traceback" in text or ".py" in text:
            self.wrong.append(text)
        return message


@pytest.fixture
def calm(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing may break while this test runs."""
    yield
    broken = [record for record in caplog.get_records("call") if record.exc_info and "hippodrome" in record.name]
    assert [record.getMessage() for record in broken] == []


@pytest.mark.usefixtures("calm")
def test_a_match_survives_ten_thousand_frames_of_nonsense(server: str, client: httpx.Client) -> None:
    created = new_match(client, goal=20)
    keys = created["keys"]

    async def all_talk() -> list[Fuzzer]:
        fuzzers = [Fuzzer(server, created["id"], [keys["0"]] if seed % 2 else [], seed) for seed in range(LINES)]
        await asyncio.gather(*[fuzzer.talk(FRAMES // LINES) for fuzzer in fuzzers])
        return fuzzers

    fuzzers = asyncio.run(all_talk())
    assert sum(fuzzer.sent for fuzzer in fuzzers) == FRAMES
    assert [text for fuzzer in fuzzers for text in fuzzer.wrong] == []
    heard = set().union(*[fuzzer.received for fuzzer in fuzzers])
    assert {"welcome", "frame", "problem", "refused"} <= heard
    assert heard <= {kind.__struct_config__.tag for kind in wire.Answer.__args__}
    play_to_the_end(server, created)
