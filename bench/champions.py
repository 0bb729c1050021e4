"""Measures whether people wait for programs: how soon an action is acknowledged and shown while champions think.

    ./play bench champions [--tables N] [--rate N] [--seconds N] [--json FILE]

At some tables champions play each other, so that all of them always think or wait for a worker. At one more table
two people play at a steady rate. Measured is the time from sending an action until it is acknowledged, and until both
have its frame: first while no champion thinks, then while all do. A goal that is missed makes the exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from live_clients import PATIENCE, Server, Table, new_table, scratch
from websockets.asyncio.client import connect

CHAMPION = "champion"
PEOPLE = 2
SOON = 50.0
"""Milliseconds in which 95 of 100 actions of people must be acknowledged."""


@dataclass
class Waited:
    """What people waited, in milliseconds."""

    while_what: str
    actions: int
    acknowledged: list[float]
    shown: list[float]
    thinking: float
    """How many programs were thinking or waiting for a worker, on average."""

    decisions: int
    """How many decisions champions took meanwhile."""


class Arena:
    """Tables at which champions play each other, watched so that they go on."""

    def __init__(self, server: Server, tables: int) -> None:
        self.server = server
        self.tables = tables
        self.decisions = 0
        self._watching: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Set the tables up, and watch."""
        self._watching = [asyncio.create_task(self._watch()) for _ in range(self.tables)]

    async def _watch(self) -> None:
        """Watch one table after another."""
        while True:
            place = f"ws://127.0.0.1:{self.server.port}/socket/match/{self._new()}"
            async with connect(place, max_size=None, compression=None, open_timeout=PATIENCE) as line:
                await line.send(json.dumps({"type": "hello", "keys": [], "view_as": -1}))
                async for text in line:
                    message = json.loads(text)
                    if message["type"] == "frame":
                        self.decisions += 1
                        if message.get("outcome") is not None:
                            break

    def _new(self) -> str:
        cards = self.server.ask("/api/games")
        card = next(card for card in cards if CHAMPION in [level["slug"] for level in card["levels"]])
        seats = [{"person": False, "level": CHAMPION}] * 2
        plan = {"game": card["slug"], "scenario": card["scenarios"][0]["slug"], "seats": seats}
        made: dict[str, Any] = self.server.ask("/api/matches", plan)
        return str(made["id"])

    async def close(self) -> None:
        """Watch no longer."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)


class People:
    """Two people at a table, who play at a steady rate; when a match is over they begin another one."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table: Table | None = None

    async def act(self) -> tuple[float, float] | None:
        """One action: the seconds until it was acknowledged, and until both had seen it."""
        if self.table is None or self.table.over:
            if self.table is not None:
                await self.table.go()
            self.table = new_table(self.server, PEOPLE)
            await self.table.sit_down(self.server.port)
        shown = await self.table.act()
        return (self.table.told, shown) if shown else None


async def measured(people: People, arena: Arena, while_what: str, rate: float, seconds: float) -> Waited:
    """Play for a while."""
    acknowledged, shown, busy = [], [], []
    before = arena.decisions
    began = time.perf_counter()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        if number % max(1, round(rate)) == 0:
            busy.append(people.server.ask("/health")["busy_workers"])
        found = await people.act()
        if found is not None:
            acknowledged.append(1000 * found[0])
            shown.append(1000 * found[1])
    thinking = sum(busy) / len(busy)
    parts = [[part(times, share) for share in (0.5, 0.95, 0.99)] for times in (acknowledged, shown)]
    return Waited(while_what, len(shown), parts[0], parts[1], thinking, arena.decisions - before)


def part(times: Sequence[float], share: float) -> float:
    """The time in which a share of the actions was done."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def both(tables: int, rate: float, seconds: float) -> list[Waited]:
    """Without champions, and with them."""
    folder = scratch()
    server = Server(folder).start()
    arena, people = Arena(server, tables), People(server)
    try:
        await measured(people, arena, "warming up", rate, min(3.0, seconds))
        found = [await measured(people, arena, "nobody thinks", rate, seconds)]
        arena.open()
        while server.ask("/health")["busy_workers"] < tables // 2:
            await asyncio.sleep(0.2)
        found.append(await measured(people, arena, f"{tables} tables of champions play", rate, seconds))
        return found
    finally:
        await arena.close()
        if people.table is not None:
            await people.table.go()
        server.end()
        shutil.rmtree(folder)


def report(found: Sequence[Waited]) -> str:
    """What was measured, and whether the goal was reached."""
    lines = [f"{'':<34}{'actions':>8}  {'acknowledged p50/p95/p99':>26}  {'shown p50/p95/p99':>24}  {'thinking':>8}"]
    for row in found:
        acknowledged, shown = (
            " / ".join(f"{time:.1f}" for time in times) + " ms" for times in (row.acknowledged, row.shown)
        )
        lines.append(f"{row.while_what:<34}{row.actions:>8}  {acknowledged:>26}  {shown:>24}  {row.thinking:>8.1f}")
    last = found[-1]
    lines.append(f"champions took {last.decisions} decisions meanwhile")
    text = f"p95 of a person's action under {SOON:.0f} ms; it is {last.acknowledged[1]:.1f} ms"
    return "\n".join([*lines, "", f"  {'reached' if reached(last) else 'missed':<8} {text}"])


def reached(last: Waited) -> bool:
    """Whether people did not wait."""
    return last.acknowledged[1] < SOON


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="./play bench champions", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--tables", type=int, default=8, metavar="N", help="tables of champions (8)")
    parser.add_argument("--rate", type=float, default=5.0, metavar="N", help="actions of people each second (5)")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="N", help="how long each part takes (30)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON")
    return parser.parse_args()


def main() -> None:
    """Measure and tell."""
    args = arguments()
    found = asyncio.run(both(args.tables, args.rate, args.seconds))
    if args.json:
        figures = {"waited": [asdict(row) for row in found], "load": os.getloadavg()}
        Path(args.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(report(found))
    sys.exit(0 if reached(found[-1]) else 1)


if __name__ == "__main__":
    main()
