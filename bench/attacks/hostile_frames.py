"""A hundred thousand hostile messages: broken JSON, wrong types, huge numbers, and requests for other seats."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from attack_tables import create_table, open_socket

from attacks.runner import Context

SERVER_OPTIONS = ("--no-limits",)
"""With the limits, most of the messages would never be read."""

MAX_MEMORY_GROWTH_MB = 30.0
"""After the attack the server may use this much more memory than before."""

SOCKETS = 50
SECONDS = 40.0
"""Longest time for the messages. The server reads them no faster than the attacker's share of its time allows."""

SETTLING_S = 3.0

HOSTILE: list[str] = [
    "",
    "null",
    "[]",
    "{",
    '{"type":',
    '{"type":"play"}',
    '{"type":"nothing"}',
    '{"type":["play"]}',
    "[" * 8_000,
    '{"a":' * 2_000,
    '"' + "\\u0000" * 2_000 + '"',
    "x" * 15_000,
    *[
        json.dumps(message)
        for message in (
            {"type": "play", "id": 10**30, "n": 0, "seat": 0, "action": "hold"},
            {"type": "play", "id": 1, "n": -(2**63), "seat": 0, "action": "hold"},
            {"type": "play", "id": 1, "n": 0, "seat": 2**62, "action": "hold"},
            {"type": "play", "id": 1.5, "n": "0", "seat": None, "action": {}},
            {"type": "play", "id": 1, "n": 0, "seat": 1, "action": "x" * 12_000},
            {"type": "play", "id": 1, "n": 0, "seat": 1, "action": "whips " + "9" * 5_000},
            {"type": "undo", "id": 2**53, "n": 0, "seat": 1},
            {"type": "preview", "id": 2, "n": 0, "seat": 1, "action": "whips 2"},
            {"type": "odds", "id": 3, "n": 0, "seat": 1},
            {"type": "hint", "id": 4, "n": 0, "seat": 1},
            {"type": "explain", "id": 5, "move": -(2**53)},
            {"type": "review", "id": 6, "seat": 2**53},
            {"type": "cancel_review"},
            {"type": "chat", "seat": 1, "text": "not my seat"},
            {"type": "note", "seat": 1, "text": "not my seat" * 1_000},
            {"type": "rename", "seat": 1, "name": "\u3164" * 2_000},
            {"type": "leave", "id": 7, "seat": 1},
            {"type": "return", "id": 8, "seat": -5},
            {"type": "view_as", "seat": 1},
            {"type": "view_as", "seat": 2**40},
            {"type": "hello", "keys": ["x" * 100] * 100},
        )
    ],
]


async def attack(context: Context) -> None:
    """Send the messages over many sockets, half of them with the key of one seat; then leave and wait."""
    table = await create_table(context, "benhur", "circus")
    count = context.count(SOCKETS)
    keys = [[table.keys["0"]] * (number % 2) for number in range(count)]
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            await context.gather(send_hostile(context, table.id, each) for each in keys)
    await asyncio.sleep(context.seconds(SETTLING_S))


async def send_hostile(context: Context, id: str, keys: list[str]) -> None:
    """Send one socket's part of the messages, from a new socket whenever the server has closed one."""
    remaining = context.count(100_000) // context.count(SOCKETS)
    while remaining > 0:
        socket = await open_socket(context, id, *keys)
        try:
            while remaining > 0 and await socket.send_text(HOSTILE[remaining % len(HOSTILE)]):
                remaining -= 1
                context.note("sent")
            await socket.wait_until_read()
        finally:
            await socket.close()
