"""Eighty sockets on the home page while a listed table is renamed, left and taken back all the time."""

from __future__ import annotations

import secrets

from attack_tables import AttackSocket, Pace, create_table, open_lobby, open_socket

from attacks.runner import Context

SECONDS = 15.0
MESSAGES_PER_S = 20.0


async def attack(context: Context) -> None:
    """Open the home page many times, half of the times with a personal key; then flood four tables."""
    tables = [await create_table(context, "benhur", "circus", listed=True) for _ in range(4)]
    lobby = [await open_lobby(context, *personal_key(number)) for number in range(context.count(80))]
    sockets = [await open_socket(context, table.id, table.keys["0"], seat=0) for table in tables]
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in (*lobby, *sockets))


def personal_key(number: int) -> list[str]:
    """Return a new personal key in a list for every second number, else an empty list."""
    return [f"me.{secrets.token_urlsafe(32)}"] if number % 2 else []


async def flood(context: Context, socket: AttackSocket) -> None:
    """Change the name at a steady pace, and now and then give the seat to a bot and take it back."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    while await pace.wait():
        number += 1
        if number % 4:
            await socket.send(type="rename", seat=0, name=f"Name {number}")
        else:
            await socket.send(type="leave" if number % 8 else "return", id=number, seat=0)
    context.note("sent", number)
