"""Thousands of connections that send half a request, and one that sends headers without end."""

from __future__ import annotations

import asyncio
from collections import Counter

from attacks.runner import Context

HEADER_LINE = b"x-filler: " + b"a" * 8_000 + b"\r\n"
HALF_REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\nx-half: "
WAIT_S = 40.0
"""Longest wait for the server to close the connections."""


async def attack(context: Context) -> None:
    """Open all connections, send the headers, then count the connections that the server has not closed."""
    streams = await context.gather(open_half_request(context) for _ in range(context.count(1_100)))
    await send_headers(context, context.count(40_000))
    opened = [stream for stream in streams if stream is not None]
    closed = await context.gather(wait_until_closed(reader) for reader, _ in opened)
    context.note("half-sent requests closed", sum(closed) + len(streams) - len(opened))
    context.note("half-sent requests still open", len(closed) - sum(closed))
    for _, writer in opened:
        writer.close()


def goals(outcomes: Counter[str]) -> list[tuple[str, bool]]:
    """Return the goals of this attack."""
    still_open = outcomes["half-sent requests still open"]
    return [
        (f"half-sent requests are closed: {still_open} still open", not still_open),
        ("endless headers are refused", outcomes["endless headers refused"] > 0),
    ]


async def open_half_request(context: Context) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
    """Open a connection and send half a request; return None if the server refuses."""
    try:
        reader, writer = await context.stream()
        writer.write(HALF_REQUEST)
        await writer.drain()
    except OSError:
        return None
    return reader, writer


async def send_headers(context: Context, lines: int) -> None:
    """Send header lines on one connection until the server closes it; note the megabytes sent."""
    sent = 0
    try:
        _, writer = await context.stream()
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        for _ in range(lines):
            writer.write(HEADER_LINE)
            await writer.drain()
            sent += len(HEADER_LINE)
        writer.close()
    except OSError:
        context.note("endless headers refused")
    context.note("megabytes of headers sent", round(sent / 1_000_000))


async def wait_until_closed(reader: asyncio.StreamReader) -> bool:
    """Return whether the server closes a connection within the time limit."""
    try:
        await asyncio.wait_for(reader.read(), WAIT_S)
    except TimeoutError:
        return False
    except OSError:
        return True
    return True
