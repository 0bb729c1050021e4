"""Twenty sockets that ask for previews and views all the time, just below the limit for messages."""

from __future__ import annotations

from attack_tables import AttackSocket, Pace, create_table, open_mover

from attacks.runner import Context

SECONDS = 15.0
MESSAGES_PER_S = 29.0


async def attack(context: Context) -> None:
    """Open half of the sockets at one table and the others at a table each; send from all of them, then leave."""
    count = context.count(20)
    tables = [await create_table(context, "chariot", "kadesh") for _ in range(1 + count // 2)]
    crowded = [tables[0]] * (count - count // 2)
    sockets = [await open_mover(context, table) for table in (*crowded, *tables[1:])]
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def flood(context: Context, socket: AttackSocket) -> None:
    """Send previews at a steady pace, and now and then a change of the view."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    while await pace.wait():
        number += 1
        if number % 4:
            await socket.send(type="preview", id=number, n=socket.n, seat=socket.seat, action=socket.action)
        else:
            await socket.send(type="view_as", seat=socket.seat)
    context.note("sent", number)
