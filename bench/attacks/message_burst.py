"""One socket that sends 950 messages at once, again and again."""

from __future__ import annotations

from attack_tables import AttackSocket, create_table, open_mover

from attacks.runner import Context

BURSTS = 8


async def attack(context: Context) -> None:
    """Send a burst, wait until the server closes the socket, and come back."""
    table = await create_table(context, "chariot", "kadesh")
    for _ in range(context.count(BURSTS)):
        socket = await open_mover(context, table)
        await send_burst(context, socket)
        await socket.wait_until_closed()
        await socket.close()


async def send_burst(context: Context, socket: AttackSocket) -> None:
    """Send previews, questions about odds, undos, views and changes of the seat."""
    for number in range(1, context.count(950) + 1):
        based = {"id": number, "n": socket.n, "seat": socket.seat}
        request = [
            {"type": "preview", "action": socket.action, **based},
            {"type": "undo", **based},
            {"type": "odds", **based},
            {"type": "view_as", "seat": socket.seat},
            {"type": "note", "seat": socket.seat, "text": "x" * 3_000},
            {"type": "leave" if number % 2 else "return", "id": number, "seat": socket.seat},
        ][number % 6]
        if not await socket.send(**request):
            return
        context.note("sent")
