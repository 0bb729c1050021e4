"""Thousands of tiny messages in one piece, over many sockets."""

from __future__ import annotations

import asyncio

from attack_tables import create_table, open_socket

from attacks.runner import Context

SOCKETS = 60
MESSAGES = 30_000
TINY_MESSAGE = b"\x81\x82\x00\x00\x00\x00{}"
"""A masked web socket frame with the text {}."""

PAUSE_S = 0.25


async def attack(context: Context) -> None:
    """Open a socket, send all messages with one write, and leave when the server has closed it."""
    table = await create_table(context, "benhur", "circus")
    await context.gather(send_tiny(context, table.id, number * PAUSE_S) for number in range(context.count(SOCKETS)))


async def send_tiny(context: Context, id: str, delay_s: float) -> None:
    """Send the messages of one socket after a delay."""
    await asyncio.sleep(delay_s)
    socket = await open_socket(context, id)
    socket.write_raw(TINY_MESSAGE * MESSAGES)
    await socket.wait_until_closed()
    await socket.close()
