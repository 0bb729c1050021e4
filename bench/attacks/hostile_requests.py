"""Ten thousand requests with malformed JSON, odd characters, wrong types, long paths and wrong methods."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

from attacks.runner import Context

SERVER_OPTIONS = ("--no-limits",)
"""Without limits on the rate, so that every request reaches its route."""

REQUESTS = 10_000
CONNECTIONS = 6
MAX_ATTACK_S = 400.0
MAX_GROWTH_MB = 20
SEED = 1

PATHS = [
    "/api/matches",
    "/api/matches/{}",
    "/api/matches/{}/rematch",
    "/api/matches/{}/branch",
    "/api/matches/{}/delete",
    "/api/matches/{}/frames/{}",
    "/api/matches/{}/log",
    "/api/matches/{}/record",
    "/api/matches/{}/result",
    "/api/matches/{}/sheets",
    "/api/campaigns",
    "/api/campaigns/file",
    "/api/campaigns/{}",
    "/api/campaigns/{}/play",
    "/api/campaigns/{}/answers",
    "/api/games",
    "/api/games/{}/rules",
    "/api/games/{}/custom-files/{}",
    "/api/games/{}/{}/board.svg",
    "/api/held",
    "/api/held/{}",
    "/api/laboratory/previews",
    "/api/laboratory/estimates",
    "/api/laboratory/experiments",
    "/api/laboratory/experiments/{}",
    "/api/laboratory/experiments/{}/files/{}",
    "/api/records",
    "/api/variants/file",
    "/api/variants/{}/file",
    "/api/verify",
    "/api/themes/{}",
    "/.well-known/hippodrome-keys.json",
    "/api/campaigns/{}/device-codes",
    "/api/campaigns/{}/file",
    "/api/campaigns/{}/invitations",
    "/api/campaigns/{}/invitations/accept",
    "/api/campaigns/{}/invitations/cancel",
    "/api/device-codes/join",
    "/api/games/{}/custom-files",
    "/api/games/{}/lessons",
    "/api/games/{}/quick-start",
    "/api/games/{}/quick-start/{}.svg",
    "/api/games/{}/symbols.svg",
    "/api/games/{}/{}/sheets",
    "/api/laboratory",
    "/api/laboratory/experiments/{}/delete",
    "/api/laboratory/experiments/{}/report",
    "/api/laboratory/experiments/{}/resume",
    "/api/laboratory/experiments/{}/stop",
    "/api/laboratory/games/{}",
    "/api/matches/{}/commitment",
    "/api/matches/{}/device-codes",
    "/api/matches/{}/invitations",
    "/api/matches/{}/invitations/accept",
    "/api/matches/{}/invitations/cancel",
    "/api/matches/{}/invitations/read",
    "/api/matches/{}/saved-record",
    "/api/matches/{}/verification",
    "/api/themes/{}.css",
    "/api/themes/{}.svg",
    "/api/variants",
    "/api/variants/{}/remove",
    "/api/variants/samples/{}",
    "/api/variants/templates/{}",
    "/api/addresses",
    "/health",
    "/{}",
    "/socket/match/{}",
]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "PROPFIND"]
WORDS = ["benhur", "magic", "pig", "arena", "army", "..", "%00", "%2e%2e%2f", "a" * 3000, "\u202e", "\u3164", "-1"]
WORDS += ["9" * 400, "1e999", "%ff%fe", "null", "'; DROP TABLE match; --", "<script>", "\U0001f40e", "a/b", "%0d%0a"]
FIELDS = ["game", "scenario", "options", "seats", "keys", "text", "form", "at", "seat", "clock", "seed", "name", "x"]


async def attack(context: Context) -> None:
    """Send the requests in two parts, and note how much the memory grew in the second."""
    generator = random.Random(SEED)
    total = context.count(REQUESTS)
    await send_all(context, generator, total // 5)
    before = context.server.memory_mb()
    await send_all(context, generator, total - total // 5)
    await asyncio.sleep(1)
    context.note("megabytes of growth", max(0, round(context.server.memory_mb() - before)))


def goals(outcomes: Counter[str]) -> list[tuple[str, bool]]:
    """Return the goals of this attack."""
    growth = outcomes["megabytes of growth"]
    return [(f"memory grows by at most {MAX_GROWTH_MB} MB: {growth} MB", growth <= MAX_GROWTH_MB)]


async def send_all(context: Context, generator: random.Random, count: int) -> None:
    """Send some requests, a few at a time."""
    requests = iter([hostile_request(generator) for _ in range(count)])

    async def send_next() -> None:
        for method, path, arguments in requests:
            await context.request(method, path, **arguments)

    await context.gather(send_next() for _ in range(CONNECTIONS))


def hostile_request(generator: random.Random) -> tuple[str, str, dict[str, Any]]:
    """Return a method, a path and the arguments of a request."""
    path = generator.choice(PATHS)
    while "{}" in path:
        path = path.replace("{}", generator.choice(WORDS).replace("{}", ""), 1)
    if generator.random() < 0.2:
        path += f"?as={generator.choice(WORDS)}&page={generator.choice(WORDS)}&theme={generator.choice(WORDS)}"
    method = generator.choice(["POST", "POST", "GET", *METHODS])
    headers = {"content-type": generator.choice(["application/json", "text/plain", "text/html", "x", ""])}
    if generator.random() < 0.3:
        headers["x-seat-key"] = generator.choice(["me." + "a" * 43, "a,b,,c", "," * 4000, "eyJ.x.y", "\u00e9"])
    return method, path, {"content": hostile_body(generator), "headers": headers_of(headers)}


def headers_of(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as bytes, so that odd characters are sent as they are."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def hostile_body(generator: random.Random) -> bytes:
    """Return a body: JSON of odd values, cut off JSON, deep JSON, or bytes that are no text."""
    kind = generator.randrange(6)
    if kind == 0:
        return generator.randbytes(generator.randrange(300))
    if kind == 1:
        return b"[" * 30_000
    if kind == 2:
        return b'{"text": "' + b"\xed\xa0\x80\xff" * 50 + b'"}'
    text = json.dumps({name: odd_value(generator, 0) for name in generator.sample(FIELDS, 5)})
    return text[: generator.randrange(len(text))].encode() if kind == 3 else text.encode()


def odd_value(generator: random.Random, depth: int) -> Any:
    """Return a value of any type."""
    plain: list[Any] = [None, True, -1, 10**30, 1.5, float("inf"), "", *WORDS, "\ud800"]
    if depth > 3 or generator.random() < 0.6:
        return generator.choice(plain)
    values = [odd_value(generator, depth + 1) for _ in range(generator.randrange(4))]
    return values if generator.random() < 0.5 else dict(zip(FIELDS, values, strict=False))
