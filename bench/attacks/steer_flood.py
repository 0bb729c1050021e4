"""Twenty sockets that drag a piece to distant points all the time, the slowest question that a table answers."""

from __future__ import annotations

from attack_tables import AttackSocket, AttackTable, Pace, import_record, open_socket

from attacks.runner import Context

SECONDS = 15.0
MESSAGES_PER_S = 29.0
TABLES = 5
SOCKETS_PER_TABLE = 4
RECORD, MOVE, SEAT = "wheelie-sides", 33, 1
"""A position in which a unit may be dragged, and finding its way takes long."""

FAR = 200_000


async def attack(context: Context) -> None:
    """Continue from a position of a record at some tables; drag the unit from several sockets at each, then leave."""
    record = await import_record(context, RECORD)
    sockets = []
    for _ in range(context.count(TABLES)):
        response = await context.post(f"/api/matches/{record}/branch", {"at": MOVE, "seat": SEAT})
        assert response is not None
        table = AttackTable(response.raise_for_status().json())
        for _ in range(SOCKETS_PER_TABLE):
            sockets.append(await open_socket(context, table.id, table.keys[str(SEAT)], seat=SEAT))
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def flood(context: Context, socket: AttackSocket) -> None:
    """Drag the unit to one point after another at a steady pace."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    while await pace.wait():
        number += 1
        point = {"x": FAR * (number % 7) // 7, "y": FAR * (number % 11) // 11}
        await socket.send(type="steer", id=number, n=socket.n, seat=socket.seat, **point)
    context.note("sent", number)
