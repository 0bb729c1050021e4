"""Valid records of 150 KB to verify, many at once."""

from __future__ import annotations

from attack_tables import read_record

from attacks.runner import Context

BOT_LEVEL = "driver"


async def attack(context: Context) -> None:
    """Send the same record in two rounds."""
    record = read_record(context.record("chariot-armageddon", shorter="races-circus"))
    for _ in range(context.count(2)):
        await context.gather(context.post("/api/verify", record) for _ in range(context.count(21)))
