"""Forty sockets that ask the champion for hints all the time."""

from __future__ import annotations

from attack_tables import AttackSocket, Pace, create_table, open_socket

from attacks.runner import Context

BOT_LEVEL = "champion"
SECONDS = 20.0
MESSAGES_PER_S = 2.0


async def attack(context: Context) -> None:
    """Open four sockets at each of ten tables."""
    tables = [await create_table(context, "benhur", "circus", "driver") for _ in range(max(1, context.count(40) // 4))]
    sockets = []
    for number in range(context.count(40)):
        table = tables[number % len(tables)]
        sockets.append(await open_socket(context, table.id, table.keys["0"], seat=0))
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def flood(context: Context, socket: AttackSocket) -> None:
    """Ask for hints and odds at a steady pace."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    while await pace.wait():
        number += 1
        kind = "hint" if number % 3 else "odds"
        await socket.send(type=kind, id=number, n=socket.n, seat=0)
    context.note("sent", number)
