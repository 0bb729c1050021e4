"""Long records imported and opened one after another, so that the server has to load each of them."""

from __future__ import annotations

from collections.abc import Sequence

from attack_tables import import_record, open_socket

from attacks.runner import Context

BOT_LEVEL = "driver"
RECORDS = 30
OPENED_AT_ONCE = 5


MAX_ATTACK_S = 120.0


async def attack(context: Context) -> None:
    """Import a long record again and again, then open all of these matches, a few at a time."""
    name = context.record("chariot-armageddon", shorter="races-circus")
    ids = [await import_record(context, name) for _ in range(context.count(RECORDS))]
    await context.gather(open_all(context, ids[number::OPENED_AT_ONCE]) for number in range(OPENED_AT_ONCE))


async def open_all(context: Context, ids: Sequence[str]) -> None:
    """Open some matches, one after another."""
    for id in ids:
        socket = await open_socket(context, id)
        await socket.close()
