"""Measure whether players wait longer for the server while champion bots think.

    ./play bench bot-load [--tables N] [--rate N] [--seconds N] [--json FILE]

At some tables champions play each other, so that they always think or wait for a worker. At one more table two clients
play at a steady rate. The benchmark measures the time from sending an action until it is acknowledged, and until both
clients have its frame: first without champions, then with them. The exit code is 1 if the goal is missed.
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

from live_clients import TIMEOUT_S, Server, Table, make_scratch_folder, new_table
from websockets.asyncio.client import connect

CHAMPION = "champion"
PLAYERS = 2

MAX_P95_MS = 50.0
"""Goal: 95 % of the players' actions are acknowledged within this time."""


@dataclass
class WaitingTimes:
    """Waiting times of the players in milliseconds: the 50th, 95th and 99th percentile.

    busy_workers   bots that were thinking or waiting for a worker, on average
    decisions      decisions that champions made meanwhile
    """

    situation: str
    actions: int
    acknowledged: list[float]
    shown: list[float]
    busy_workers: float
    decisions: int


class ChampionTables:
    """Tables at which champions play each other. A spectator at each counts their decisions."""

    def __init__(self, server: Server, count: int) -> None:
        self.server = server
        self.count = count
        self.decisions = 0
        self._spectators: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start the matches."""
        self._spectators = [asyncio.create_task(self._watch()) for _ in range(self.count)]

    async def _watch(self) -> None:
        """Watch one match after another, and count frames as decisions."""
        while True:
            url = f"ws://127.0.0.1:{self.server.port}/socket/match/{self._new_match()}"
            async with connect(url, max_size=None, compression=None, open_timeout=TIMEOUT_S) as socket:
                await socket.send(json.dumps({"type": "hello", "keys": [], "view_as": -1}))
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "frame":
                        self.decisions += 1
                        if message.get("outcome") is not None:
                            break

    def _new_match(self) -> str:
        cards = self.server.request("/api/games")
        card = next(card for card in cards if CHAMPION in [level["slug"] for level in card["levels"]])
        seats = [{"person": False, "level": CHAMPION}] * 2
        match = {"game": card["slug"], "scenario": card["scenarios"][0]["slug"], "seats": seats}
        return str(self.server.request("/api/matches", match)["id"])

    async def close(self) -> None:
        """Stop watching."""
        for task in self._spectators:
            task.cancel()
        await asyncio.gather(*self._spectators, return_exceptions=True)


class PlayerTable:
    """A table with two clients, which start another match when one is over."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table: Table | None = None

    async def act(self) -> tuple[float, float] | None:
        """Play one action; return the seconds until it was acknowledged, and until both players had seen it."""
        if self.table is None or self.table.is_over:
            if self.table is not None:
                await self.table.disconnect()
            self.table = new_table(self.server, PLAYERS)
            await self.table.connect(self.server.port)
        shown = await self.table.act()
        return (self.table.ack_seconds, shown) if shown else None


async def measure(
    players: PlayerTable, champions: ChampionTables, situation: str, rate: float, seconds: float
) -> WaitingTimes:
    """Play at a steady rate for some seconds and return the waiting times."""
    acknowledged, shown, busy = [], [], []
    before = champions.decisions
    start = time.perf_counter()
    for number in range(round(rate * seconds)):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        if number % max(1, round(rate)) == 0:
            busy.append(players.server.request("/health")["busy_workers"])
        times = await players.act()
        if times is not None:
            acknowledged.append(1000 * times[0])
            shown.append(1000 * times[1])
    percentiles = [[percentile(times, share) for share in (0.5, 0.95, 0.99)] for times in (acknowledged, shown)]
    busy_workers = sum(busy) / len(busy)
    return WaitingTimes(situation, len(shown), *percentiles, busy_workers, champions.decisions - before)


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time within which a share of the actions was done."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


async def measure_both(tables: int, rate: float, seconds: float) -> list[WaitingTimes]:
    """Return the waiting times without champions, then with them."""
    folder = make_scratch_folder()
    server = Server(folder).start()
    champions, players = ChampionTables(server, tables), PlayerTable(server)
    try:
        await measure(players, champions, "warming up", rate, min(3.0, seconds))
        results = [await measure(players, champions, "no bots", rate, seconds)]
        champions.open()
        while server.request("/health")["busy_workers"] < tables // 2:
            await asyncio.sleep(0.2)
        results.append(await measure(players, champions, f"{tables} tables of champions", rate, seconds))
        return results
    finally:
        await champions.close()
        if players.table is not None:
            await players.table.disconnect()
        server.stop()
        shutil.rmtree(folder)


def report(results: Sequence[WaitingTimes]) -> str:
    """Return the results as text, and whether the goal is reached."""
    lines = [f"{'':<34}{'actions':>8}  {'acknowledged p50/p95/p99':>26}  {'shown p50/p95/p99':>24}  {'busy':>8}"]
    for row in results:
        acknowledged, shown = (
            " / ".join(f"{time:.1f}" for time in times) + " ms" for times in (row.acknowledged, row.shown)
        )
        lines.append(f"{row.situation:<34}{row.actions:>8}  {acknowledged:>26}  {shown:>24}  {row.busy_workers:>8.1f}")
    last = results[-1]
    lines.append(f"champions made {last.decisions} decisions meanwhile")
    text = f"p95 until an action is acknowledged under {MAX_P95_MS:.0f} ms: {last.acknowledged[1]:.1f} ms"
    return "\n".join([*lines, "", f"  {'reached' if is_goal_reached(last) else 'missed':<8} {text}"])


def is_goal_reached(times: WaitingTimes) -> bool:
    """Return whether the players' actions are acknowledged in time."""
    return times.acknowledged[1] < MAX_P95_MS


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="./play bench bot-load", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--tables", type=int, default=8, metavar="N", help="tables of champions (8)")
    parser.add_argument("--rate", type=float, default=5.0, metavar="N", help="actions of the clients per second (5)")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="N", help="duration of each part (30)")
    parser.add_argument("--json", metavar="FILE", help="write the results to this file as JSON")
    return parser.parse_args()


def main() -> None:
    """Measure and print the report."""
    args = parse_arguments()
    results = asyncio.run(measure_both(args.tables, args.rate, args.seconds))
    if args.json:
        figures = {"waiting_times": [asdict(row) for row in results], "load": os.getloadavg()}
        Path(args.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(report(results))
    sys.exit(0 if is_goal_reached(results[-1]) else 1)


if __name__ == "__main__":
    main()
