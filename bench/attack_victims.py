"""The victims of an attack: people who play at a steady pace from another address, in a process of their own."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import httpx
from live_clients import Table

VICTIM = "127.0.0.2"
"""The source address of the victims. It is this machine, and the server counts it separately."""

ACTIONS_PER_S = 10.0


class Victim:
    """Two people at one table, who play at a steady pace from an address of their own."""

    def __init__(self, port: int) -> None:
        self.opponent: dict[str, Any] = {"person": True}
        self._port = port
        self._table: Table | None = None

    async def play(self, stop: asyncio.Event) -> list[float]:
        """Play until the event is set; return the latency of each action in milliseconds.

        The last action is waited for, so a server that answers nothing shows as one long latency.
        """
        latencies = []
        while not stop.is_set():
            table = await self._get_table()
            start = time.perf_counter()
            latency_s = await self._act(table)
            if latency_s:
                latencies.append(latency_s * 1000)
            with suppress(TimeoutError):
                pause = start + 1 / ACTIONS_PER_S - time.perf_counter()
                await asyncio.wait_for(stop.wait(), max(0.0, pause))
        return latencies

    async def _act(self, table: Table) -> float:
        """Play one action; return the seconds until it was on all screens, or 0 if it does not count."""
        start = time.perf_counter()
        return time.perf_counter() - start if await table.act() else 0.0

    async def _get_table(self) -> Table:
        """Return the table; start a new match if there is none or it is over."""
        if self._table is None or self._table.is_over:
            await self.leave()
            self._table = await asyncio.to_thread(self._create_table)
            await self._table.connect(self._port)
        return self._table

    def _create_table(self) -> Table:
        transport = httpx.HTTPTransport(local_address=VICTIM)
        with httpx.Client(base_url=f"http://127.0.0.1:{self._port}", transport=transport, timeout=60.0) as client:
            card = client.get("/api/games").raise_for_status().json()[0]
            seats = [{"person": True}, self.opponent]
            match = {"game": card["slug"], "scenario": card["scenarios"][0]["slug"], "seats": seats}
            created = client.post("/api/matches", json=match).raise_for_status().json()
        return Table(created, source=VICTIM)

    async def leave(self) -> None:
        """Disconnect."""
        if self._table is not None:
            await self._table.disconnect()
            self._table = None


class BotVictim(Victim):
    """A person who plays against a bot. The latency is the time that the bot takes to answer an action."""

    def __init__(self, port: int, level: str) -> None:
        super().__init__(port)
        self.opponent = {"person": False, "level": level}

    async def _act(self, table: Table) -> float:
        """Play one action; return the seconds until the bot has answered, or 0 if it is not the bot's turn."""
        return await table.wait_for_turn() if await table.act() else 0.0


class Victims:
    """A process with two people at a table, and a person against a bot for each level given.

    They play between `start` and `stop`, and keep their tables in between.
    """

    def __init__(self, port: int, levels: Sequence[str] = ()) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other_end = context.Pipe()
        self._process = context.Process(target=run_victims, args=(other_end, port, levels), daemon=True)
        self._process.start()
        other_end.close()  # so that waiting for the process fails if it dies

    def start(self) -> None:
        """Let all of them play."""
        self._pipe.send(True)

    async def stop(self) -> list[list[float]]:
        """Stop them; return the latencies of each in milliseconds."""
        self._pipe.send(False)
        latencies: list[list[float]] = await asyncio.to_thread(self._pipe.recv)
        return latencies

    async def close(self) -> None:
        """End the process."""
        self._pipe.close()
        await asyncio.to_thread(self._process.join)


def run_victims(pipe: Connection, port: int, levels: Sequence[str]) -> None:
    """Play when the other end of the pipe says so, until it is closed. Runs in the process of the victims."""
    with suppress(EOFError, KeyboardInterrupt):
        asyncio.run(serve_victims(pipe, [Victim(port), *[BotVictim(port, level) for level in levels]]))


async def serve_victims(pipe: Connection, victims: Sequence[Victim]) -> None:
    """Receive in turn the start and the end of play, and send back the latencies of each victim."""
    try:
        while True:
            await asyncio.to_thread(pipe.recv)
            stop = asyncio.Event()
            playing = [asyncio.create_task(victim.play(stop)) for victim in victims]
            try:
                await asyncio.to_thread(pipe.recv)
            finally:
                stop.set()
                latencies = await asyncio.gather(*playing)
            pipe.send(latencies)
    finally:
        await asyncio.gather(*[victim.leave() for victim in victims])
