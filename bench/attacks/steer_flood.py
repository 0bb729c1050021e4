"""Twenty sockets that drag a piece to distant points all the time: the slowest question that is answered at once."""

from __future__ import annotations

from attack_tables import AttackSocket, Pace, create_table, open_socket
from live_clients import Player, Table

from attacks.runner import ATTACKER, Context

SECONDS = 15.0
MESSAGES_PER_S = 29.0
TABLES = 5
SOCKETS_PER_TABLE = 4
MAX_ACTIONS = 60
"""A duel reaches the first movement of a unit within this many actions."""

FAR = 200_000


async def attack(context: Context) -> None:
    """Play some duels until a unit may be dragged; then drag it from several sockets at each table, and leave."""
    sockets = []
    for _ in range(context.count(TABLES)):
        mover = await play_to_steering(context)
        for _ in range(SOCKETS_PER_TABLE):
            sockets.append(await open_socket(context, mover.table.id, mover.key, seat=mover.seat))
        await mover.table.disconnect()
    await context.gather(flood(context, socket) for socket in sockets)
    await context.gather(socket.close() for socket in sockets)


async def play_to_steering(context: Context) -> Player:
    """Return a player whose unit may be dragged to any point, at a new table."""
    created = await create_table(context, "wheelie", "duel")
    table = Table({"id": created.id, "keys": created.keys}, source=ATTACKER)
    await table.connect(context.server.port)
    for _ in range(MAX_ACTIONS):
        for player in table.players:
            if player.ask is not None and player.ask.mine >= 0 and player.ask.steered:
                return player
        await table.act()
    raise AssertionError("no unit could be dragged")


async def flood(context: Context, socket: AttackSocket) -> None:
    """Drag the unit to one point after another at a steady pace."""
    pace = Pace(MESSAGES_PER_S, context.seconds(SECONDS))
    number = 0
    while await pace.wait():
        number += 1
        point = {"x": FAR * (number % 7) // 7, "y": FAR * (number % 11) // 11}
        await socket.send(type="steer", id=number, n=socket.n, seat=socket.seat, **point)
    context.note("sent", number)
