"""Reviews of an imported match with thousands of moves, asked for by many sockets and never cancelled."""

from __future__ import annotations

from attack_tables import AttackSocket, Pace, import_record, open_socket

from attacks.runner import Context

BOT_LEVEL = "champion"
SECONDS = 20.0
MESSAGES_PER_S = 0.5


async def attack(context: Context) -> None:
    """Ask for a review of both seats in turn."""
    match = await import_record(context, "wheelie-sides")
    sockets = [await open_socket(context, match) for _ in range(context.count(30))]
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def flood(context: Context, socket: AttackSocket) -> None:
    """Ask for reviews at a steady pace; each replaces the one before."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    is_open = True
    while is_open:
        number += 1
        await socket.send(type="review", id=number, seat=number % 2)
        is_open = await pace.wait()
    context.note("sent", number)
