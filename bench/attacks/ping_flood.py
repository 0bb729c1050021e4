"""A hundred sockets that send pings as fast as they can; a ping is no message, so no limit on messages counts it."""

from __future__ import annotations

import asyncio

from attack_tables import AttackSocket, create_table, open_socket

from attacks.runner import Context

SOCKETS = 90
SECONDS = 15.0
PING = b"\x89\x80\x00\x00\x00\x00"
"""A masked web socket frame: a ping without content."""

PINGS_PER_WRITE = 10_000


async def attack(context: Context) -> None:
    """Open all sockets, flood them for a while, and leave."""
    table = await create_table(context, "benhur", "circus")
    sockets = [await open_socket(context, table.id) for _ in range(context.count(SOCKETS))]
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def flood(context: Context, socket: AttackSocket) -> None:
    """Write pings whenever the server has read the ones before."""
    end = asyncio.get_running_loop().time() + context.seconds(SECONDS)
    while asyncio.get_running_loop().time() < end and not socket.is_closed:
        if socket.write_buffer_size() < len(PING) * PINGS_PER_WRITE:
            socket.write_raw(PING * PINGS_PER_WRITE)
            context.note("pings written", PINGS_PER_WRITE)
        await asyncio.sleep(0.02)
