"""Measure the latency of the server under load, and the cost of storage.

    ./play bench server [--matches N] [--rate N] [--seconds N] [--rounds N] [--json FILE]

The first part plays at tables of four, at a steady rate over all of them. It measures the time from sending an action
until the last of the four players has its frame. In the second part a server with storage and one without take turns,
at the steady rate and at full speed. It measures actions per second of processor time. The exit code is 1 if a goal is
missed.
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

from live_clients import Server, Table, make_scratch_folder, new_table

PLAYERS_PER_TABLE = 4

MAX_P95_MS = 50.0
"""Goal: 95 % of the actions are on all screens within this time."""

MIN_DURABLE_RATIO = 0.45
"""Goal: actions per CPU second with storage, relative to without."""

THROUGHPUT_TABLES = 64
"""Tables that play at once in the second part."""


@dataclass
class Latency:
    """Results at a steady rate of actions: percentiles in milliseconds, share of one core, memory in megabytes."""

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
class Throughput:
    """Actions per second of processor time and of wall time, with storage and without, one value per round."""

    rate: str
    durable: list[float] = field(default_factory=list)
    volatile: list[float] = field(default_factory=list)
    durable_wall: list[float] = field(default_factory=list)
    volatile_wall: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        return median([durable / volatile for durable, volatile in zip(self.durable, self.volatile, strict=True)])


# -------------------------------------------------------------------- measuring


async def open_tables(server: Server, matches: int) -> list[Table]:
    """Return tables at which all players are connected."""
    tables = [new_table(server, PLAYERS_PER_TABLE) for _ in range(matches)]
    for first in range(0, matches, 25):
        await asyncio.gather(*[table.connect(server.port) for table in tables[first : first + 25]])
    return tables


async def play_at_rate(tables: Sequence[Table], rate: float, seconds: float) -> list[float]:
    """Play actions at a steady rate over all tables; return the seconds until all players had seen each."""
    latencies: list[float] = []
    running: set[asyncio.Task[None]] = set()
    order = random.Random(1).sample(list(tables), len(tables))

    async def act(table: Table) -> None:
        latency = await table.act()
        if latency:
            latencies.append(latency)

    start = time.perf_counter()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        task = asyncio.create_task(act(order[number % len(order)]))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    return latencies


async def play_at_full_speed(tables: Sequence[Table], seconds: float) -> int:
    """Play as many actions as the server can process; return their number."""
    end = time.perf_counter() + seconds
    count = 0

    async def play(table: Table) -> None:
        nonlocal count
        while time.perf_counter() < end and not table.is_over:
            if await table.act():
                count += 1

    await asyncio.gather(*[play(table) for table in tables])
    return count


async def measure_latency(matches: int, rate: float, seconds: float) -> Latency:
    """Run the first part."""
    folder = make_scratch_folder()
    server = Server(folder).start()
    try:
        tables = await open_tables(server, matches)
        await play_at_rate(tables, rate, min(3.0, seconds))
        cpu, start = server.cpu_seconds(), time.perf_counter()
        latencies = sorted(await play_at_rate(tables, rate, seconds))
        wall = time.perf_counter() - start
        shares = (0.5, 0.95, 0.99, 1.0)
        percentiles = [1000 * latencies[min(len(latencies) - 1, int(len(latencies) * share))] for share in shares]
        used = (server.cpu_seconds() - cpu) / wall
        memory = server.memory_mb()
        sockets = server.request("/health")["sockets"]
        await asyncio.gather(*[table.disconnect() for table in tables])
        return Latency(sockets, matches, len(latencies) / wall, *percentiles, cpu=used, memory=memory)
    finally:
        server.stop()
        shutil.rmtree(folder)


async def measure_throughput(rounds: int, seconds: float, rate: float) -> list[Throughput]:
    """Run the second part: at the steady rate, and at full speed."""
    folders = [make_scratch_folder(), make_scratch_folder()]
    servers = [Server(folders[0]).start(), Server(folders[1], "--db", "off").start()]
    results = [Throughput(f"{rate:.0f} actions/s"), Throughput("full speed")]
    try:
        tables = [await open_tables(server, THROUGHPUT_TABLES) for server in servers]
        for number in range(rounds):
            for kind, result in enumerate(results):
                for which in (0, 1) if number % 2 else (1, 0):
                    per_cpu, per_wall = await _run_round(servers[which], tables[which], kind, seconds, rate)
                    (result.volatile if which else result.durable).append(per_cpu)
                    (result.volatile_wall if which else result.durable_wall).append(per_wall)
        for group in tables:
            await asyncio.gather(*[table.disconnect() for table in group])
    finally:
        for server, folder in zip(servers, folders, strict=True):
            server.stop()
            shutil.rmtree(folder)
    return results


async def _run_round(
    server: Server, tables: list[Table], kind: int, seconds: float, rate: float
) -> tuple[float, float]:
    """Return the actions per second of processor time and of wall time; finished matches are replaced first."""
    for index, table in enumerate(tables):
        if table.is_over:
            await table.disconnect()
            tables[index] = new_table(server, PLAYERS_PER_TABLE)
            await tables[index].connect(server.port)
    cpu, start = server.cpu_seconds(), time.perf_counter()
    count = len(await play_at_rate(tables, rate, seconds)) if kind == 0 else await play_at_full_speed(tables, seconds)
    return count / (server.cpu_seconds() - cpu), count / (time.perf_counter() - start)


# -------------------------------------------------------------------- reporting


def report(latency: Latency, throughputs: Sequence[Throughput]) -> str:
    """Return the results as text, with the goals that are reached and missed."""
    lines = [
        f"{latency.sockets} sockets at {latency.matches} tables, {latency.rate:.0f} actions/s in total:",
        f"  action to all frames   p50 {latency.p50:.1f} ms   p95 {latency.p95:.1f} ms   p99 {latency.p99:.1f} ms   "
        f"worst {latency.worst:.1f} ms",
        f"  processor              {100 * latency.cpu:.0f} % of one core",
        f"  memory                 {latency.memory:.0f} MB",
        "",
        f"{'actions/CPU second':<24}{'durable':>10}{'no storage':>12}{'ratio':>8}{'durable/s':>12}{'no storage/s':>14}",
    ]
    for row in throughputs:
        lines.append(
            f"{row.rate:<24}{median(row.durable):>10.0f}{median(row.volatile):>12.0f}{row.ratio:>8.2f}"
            f"{median(row.durable_wall):>12.0f}{median(row.volatile_wall):>14.0f}"
        )
    results = [f"  {'reached' if is_met else 'missed':<8} {text}" for text, is_met in goals(latency, throughputs)]
    return "\n".join([*lines, "", *results])


def goals(latency: Latency, throughputs: Sequence[Throughput]) -> list[tuple[str, bool]]:
    """Return the text of each goal, and whether it is reached."""
    ratio = throughputs[-1].ratio
    return [
        (f"p95 from action to all frames under {MAX_P95_MS:.0f} ms: {latency.p95:.1f} ms", latency.p95 < MAX_P95_MS),
        (
            f"durable actions per CPU second at least {MIN_DURABLE_RATIO} of those without storage: {ratio:.2f}",
            ratio >= MIN_DURABLE_RATIO,
        ),
    ]


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="./play bench server", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--matches", type=int, default=250, metavar="N", help="tables of four players (250)")
    parser.add_argument("--rate", type=float, default=100.0, metavar="N", help="actions per second in total (100)")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="N", help="duration of the first part (20)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of the second part (3)")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file as JSON")
    return parser.parse_args()


async def measure(args: argparse.Namespace) -> tuple[Latency, list[Throughput]]:
    """Run both parts."""
    latency = await measure_latency(args.matches, args.rate, args.seconds)
    return latency, await measure_throughput(args.rounds, 5.0, args.rate)


def main() -> None:
    """Measure and print the report."""
    args = parse_arguments()
    if not Path("/proc/self/stat").exists():
        raise SystemExit("This benchmark reads processor times from /proc, which this system does not have.")
    latency, throughputs = asyncio.run(measure(args))
    if args.json:
        rows = [{**asdict(row), "ratio": row.ratio} for row in throughputs]
        results = {"latency": asdict(latency), "throughput": rows, "load": os.getloadavg()}
        Path(args.json).write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    print(report(latency, throughputs))
    sys.exit(0 if all(is_met for _, is_met in goals(latency, throughputs)) else 1)


if __name__ == "__main__":
    main()
