"""Every forgery of the tests, made from a record that the server has signed, posted for verification."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from live_clients import Server

from attacks.runner import Context

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.server.socket_client import SocketClient
from tests.verification.forgeries import FORGERIES
from tests.verification.signed_forgeries import SIGNED_FORGERIES

SERVER_OPTIONS = ("--dev-games", "--no-limits")
BOT = {"person": False, "level": "random"}
MATCH = {"game": "pig", "scenario": "plain", "options": {"goal": 20}, "seats": [BOT, BOT]}

RECORDS_AT_ONCE = 8
"""Few enough that the server does not answer "busy": this attack looks at the verdicts."""


async def attack(context: Context) -> None:
    """Verify the genuine record once and every forgery, and note the headlines and what the server vouched for."""
    genuine = await asyncio.to_thread(play_match, context.server)
    context.note("genuine vouched for", await verify(context, "genuine", genuine))
    forged = await asyncio.to_thread(forge_records, genuine)
    for start in range(0, len(forged), RECORDS_AT_ONCE):
        batch = forged[start : start + RECORDS_AT_ONCE]
        context.note("forged vouched for", sum(await context.gather(verify(context, "forged", text) for text in batch)))


def play_match(server: Server) -> str:
    """Return the record of a match that bots play on the server."""
    id = server.request("/api/matches", MATCH)["id"]
    with SocketClient(server.address, f"/socket/match/{id}") as spectator:
        spectator.wait_for_end()
    return str(server.request(f"/api/matches/{id}/record"))


def forge_records(genuine: str) -> list[str]:
    """Return all forgeries. This takes a while, so it runs in a thread: the victim's clock must not stop."""
    return [forge() for forge in FORGERIES.values()] + [forge(genuine) for forge in SIGNED_FORGERIES.values()]


async def verify(context: Context, kind: str, text: str) -> bool:
    """Verify a record and note the headline; return whether the server vouches for the record."""
    response = await context.post("/api/verify", text)
    if response is None or response.status_code != 200:
        return False
    check = response.json()
    context.note(f"{kind}: {check['headline']}")
    return bool(check["proved"])
