"""Moments of two long matches, in turn and without a key, so that no replay can be used twice."""

from __future__ import annotations

from attack_tables import import_record

from attacks.runner import Context

BOT_LEVEL = "driver"
ROUNDS = 6


async def attack(context: Context) -> None:
    """Ask for moments all over both matches, forty at a time."""
    names = context.record("chariot-armageddon", "races-circus"), context.record("chariot-regillus", "races-pass")
    matches = [await import_record(context, name) for name in names]
    for part in range(context.count(ROUNDS)):
        paths = [
            f"/api/matches/{matches[number % 2]}/frames/{40 * number + part}" for number in range(context.count(40))
        ]
        await context.gather(context.get(path) for path in paths)
