"""Connections that are opened and closed at once, as fast as possible, with and without a request."""

from __future__ import annotations

import asyncio

from attacks.runner import Context

SECONDS = 15.0
WORKERS = 40


async def attack(context: Context) -> None:
    """Open and close connections, some at a time."""
    await context.gather(open_and_close(context, number) for number in range(context.count(WORKERS)))


async def open_and_close(context: Context, number: int) -> None:
    """Open one connection after another; every second attacker also sends a request and leaves without its answer."""
    end = asyncio.get_running_loop().time() + context.seconds(SECONDS)
    while asyncio.get_running_loop().time() < end:
        try:
            _, writer = await context.stream()
            if number % 2:
                writer.write(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n")
            writer.transport.abort()
            context.note("connections opened")
        except OSError:
            context.note("refused")
            await asyncio.sleep(0.01)
