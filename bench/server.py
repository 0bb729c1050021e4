"""Measures the server: how soon everybody sees an action, and what it costs to keep it on disk.

    ./play bench server [--matches N] [--rate N] [--seconds N] [--rounds N] [--json FILE]

First part: sockets at live tables of four people each, actions at a steady rate over all of them; measured is the
time from sending an action until the last of the four has its frame. Second part: the same server with storage
and with storage switched off, in turns and in one run, each with as many actions as it can do; measured are
actions for each second of processor time. A goal that is missed makes the exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from live_clients import Server, Table, new_table, scratch

PEOPLE = 4
SOON = 50.0
"""Milliseconds in which 95 of 100 actions must be on everybody's screen."""

WORTH = 0.45
"""Durable actions for each second of processor time, as a part of those without storage."""

BUSY = 64
"""Tables that play at once in the second part."""


@dataclass
class Steady:
    """What a steady rate of actions showed."""

    sockets: int
    matches: int
    rate: float
    p50: float
    p95: float
    p99: float
    worst: float
    cpu: float
    memory: float


@dataclass
class Worth:
    """Actions for each second of processor time, with storage and without, round by round."""

    rate: str
    durable: list[float] = field(default_factory=list)
    volatile: list[float] = field(default_factory=list)
    durable_wall: list[float] = field(default_factory=list)
    volatile_wall: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        return median([kept / lost for kept, lost in zip(self.durable, self.volatile, strict=True)])


# -------------------------------------------------------------------- measuring


async def opened(server: Server, matches: int) -> list[Table]:
    """Tables at which everybody is connected."""
    tables = [new_table(server, PEOPLE) for _ in range(matches)]
    for first in range(0, matches, 25):
        await asyncio.gather(*[table.sit_down(server.port) for table in tables[first : first + 25]])
    return tables


async def at_a_rate(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """Actions at a steady rate, each at another table; the seconds until everybody had seen each."""
    found: list[float] = []
    running: set[asyncio.Task[None]] = set()
    order = random.Random(1).sample(list(tables), len(tables))

    async def act(table: Table) -> None:
        taken = await table.act()
        if taken:
            found.append(taken)

    began = time.perf_counter()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        task = asyncio.create_task(act(order[number % len(order)]))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return found


async def as_fast_as_can_be(tables: Sequence[Table], seconds: float) -> int:
    """As many actions as the server can do at some tables; how many that were."""
    end = time.perf_counter() + seconds
    count = 0

    async def play(table: Table) -> None:
        nonlocal count
        while time.perf_counter() < end and not table.over:
            if await table.act():
                count += 1

    await asyncio.gather(*[play(table) for table in tables])
    return count


async def steady(matches: int, rate: float, seconds: float) -> Steady:
    """The first part."""
    folder = scratch()
    server = Server(folder).start()
    try:
        tables = await opened(server, matches)
        await at_a_rate(tables, rate, min(3.0, seconds))
        cpu, began = server.cpu(), time.perf_counter()
        taken = sorted(await at_a_rate(tables, rate, seconds))
        wall = time.perf_counter() - began
        figures = [1000 * taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.95, 0.99, 1.0)]
        used = (server.cpu() - cpu) / wall
        memory = server.memory()
        sockets = server.ask("/health")["sockets"]
        await asyncio.gather(*[table.go() for table in tables])
        return Steady(sockets, matches, len(taken) / wall, *figures, cpu=used, memory=memory)
    finally:
        server.end()
        shutil.rmtree(folder)


async def worth(rounds: int, seconds: float, rate: float) -> list[Worth]:
    """The second part: at the steady rate, and as fast as can be."""
    folders = [scratch(), scratch()]
    servers = [Server(folders[0]).start(), Server(folders[1], "--db", "off").start()]
    found = [Worth(f"{rate:.0f} actions/s"), Worth("as fast as can be")]
    try:
        tables = [await opened(server, BUSY) for server in servers]
        for number in range(rounds):
            for kind, result in enumerate(found):
                for place in (0, 1) if number % 2 else (1, 0):
                    per_cpu, per_wall = await _round(servers[place], tables[place], kind, seconds, rate)
                    (result.volatile if place else result.durable).append(per_cpu)
                    (result.volatile_wall if place else result.durable_wall).append(per_wall)
        for both in tables:
            await asyncio.gather(*[table.go() for table in both])
    finally:
        for server, folder in zip(servers, folders, strict=True):
            server.end()
            shutil.rmtree(folder)
    return found


async def _round(server: Server, tables: list[Table], kind: int, seconds: float, rate: float) -> tuple[float, float]:
    """One measurement; tables whose match is over are set up anew before it."""
    for place, table in enumerate(tables):
        if table.over:
            await table.go()
            tables[place] = new_table(server, PEOPLE)
            await tables[place].sit_down(server.port)
    cpu, began = server.cpu(), time.perf_counter()
    count = len(await at_a_rate(tables, rate, seconds)) if kind == 0 else await as_fast_as_can_be(tables, seconds)
    return count / (server.cpu() - cpu), count / (time.perf_counter() - began)


# -------------------------------------------------------------------- telling


def report(first: Steady, second: Sequence[Worth]) -> str:
    """What was measured, and which goals were reached."""
    lines = [
        f"{first.sockets} sockets at {first.matches} tables, {first.rate:.0f} actions/s in all:",
        f"  action to everyone's frame   p50 {first.p50:.1f} ms   p95 {first.p95:.1f} ms   p99 {first.p99:.1f} ms   "
        f"worst {first.worst:.1f} ms",
        f"  the server's processor       {100 * first.cpu:.0f} % of one core",
        f"  the server's memory          {first.memory:.0f} MB",
        "",
        f"{'actions/CPU second':<24}{'durable':>10}{'no storage':>12}{'ratio':>8}{'durable/s':>12}{'no storage/s':>14}",
    ]
    for row in second:
        lines.append(
            f"{row.rate:<24}{median(row.durable):>10.0f}{median(row.volatile):>12.0f}{row.ratio:>8.2f}"
            f"{median(row.durable_wall):>12.0f}{median(row.volatile_wall):>14.0f}"
        )
    return "\n".join(
        [*lines, "", *[f"  {'reached' if met else 'missed':<8} {text}" for text, met in goals(first, second)]]
    )


def goals(first: Steady, second: Sequence[Worth]) -> list[tuple[str, bool]]:
    """The goals, and whether they were reached."""
    ratio = second[-1].ratio
    return [
        (f"p95 of action to everyone's frame under {SOON:.0f} ms; it is {first.p95:.1f} ms", first.p95 < SOON),
        (
            f"durable actions per CPU second at least {WORTH} of those without storage; it is {ratio:.2f}",
            ratio >= WORTH,
        ),
    ]


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="./play bench server", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--matches", type=int, default=250, metavar="N", help="live tables of four (250)")
    parser.add_argument("--rate", type=float, default=100.0, metavar="N", help="actions each second in all (100)")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N", help="how long the first part takes (20)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of the second part (3)")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as JSON")
    return parser.parse_args()


async def measured(args: argparse.Namespace) -> tuple[Steady, list[Worth]]:
    """Both parts."""
    return await steady(args.matches, args.rate, args.seconds), await worth(args.rounds, 5.0, args.rate)


def main() -> None:
    """Measure and tell."""
    args = arguments()
    if not Path("/proc/self/stat").exists():
        raise SystemExit("The processor time of another process is read from /proc, which this system does not have.")
    first, second = asyncio.run(measured(args))
    if args.json:
        figures = {"steady": asdict(first), "worth": [{**asdict(row), "ratio": row.ratio} for row in second]}
        Path(args.json).write_text(json.dumps({**figures, "load": os.getloadavg()}, indent=2) + "\n", encoding="utf-8")
    print(report(first, second))
    sys.exit(0 if all(met for _, met in goals(first, second)) else 1)


if __name__ == "__main__":
    main()
