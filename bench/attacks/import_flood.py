"""A valid record imported again and again, to fill the disk."""

from __future__ import annotations

from collections import Counter

from attack_tables import read_record

from attacks.runner import Context

MAX_IMPORTS = 20
MAX_MATCHES = 100
SERVER_OPTIONS = ("--no-limits", "--max-imports", str(MAX_IMPORTS), "--max-matches", str(MAX_MATCHES))
"""Without a limit on the rate, so that the quota is all that stops the attack."""

TOLERANCE = 8
"""Records that are being saved at the same moment may exceed the quota."""

RECORD = "benhur-villa"
"""A short record, so that the attack fills the disk as fast as it can."""


async def attack(context: Context) -> None:
    """Import a record and set up a match many times, in waves."""
    text = read_record(RECORD)
    match = {"game": "benhur", "scenario": "arena", "seats": [{"person": True}] * 2}
    before = database_bytes(context)
    for _ in range(context.count(20)):
        created = await context.gather(context.post("/api/records", text) for _ in range(20))
        context.note("imported", sum(one is not None and one.status_code == 201 for one in created))
        created = await context.gather(context.post("/api/matches", match) for _ in range(20))
        context.note("set up", sum(one is not None and one.status_code == 201 for one in created))
    context.note("kilobytes added to the database", (database_bytes(context) - before) // 1000)


def database_bytes(context: Context) -> int:
    """Return the size of the server's database."""
    return sum(path.stat().st_size for path in context.server.folder.glob("matches.sqlite*"))


def goals(outcomes: Counter[str]) -> list[tuple[str, bool]]:
    """Return the goals of this attack."""
    imported, created = outcomes["imported"], outcomes["set up"]
    return [
        (f"at most {MAX_IMPORTS} records are imported: {imported}", imported <= MAX_IMPORTS + TOLERANCE),
        (f"at most {MAX_MATCHES} matches are set up: {created}", created <= MAX_MATCHES + TOLERANCE),
    ]
