"""Connections that are opened and closed at once, as fast as possible, with and without a request."""

from __future__ import annotations

import asyncio
import socket
import struct

from attacks.runner import Context

SECONDS = 15.0
WORKERS = 40
RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""Option of a connection that is reset when it is closed; otherwise this machine would soon have no free ports left."""


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
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
            writer.transport.abort()
            context.note("connections opened")
        except OSError:
            context.note("refused")
            await asyncio.sleep(0.01)
