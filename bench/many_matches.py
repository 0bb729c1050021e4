"""Measure how soon the home page of a browser with very many matches shows page 1 of them.

    ./play bench many-matches [--matches N] [--rounds N]

A database is filled directly through the store: all matches are held by one personal key, a third of them is over, and
a third waits for the key's holder. Then a server starts on it, and a client asks for page 1 over REST and in
the socket of the lobby. The exit code is 1 if the goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import shutil
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec
from live_clients import Server, make_scratch_folder
from websockets.asyncio.client import connect

from hippodrome.catalogue import games
from hippodrome.server.services.match_factory import MatchSpec, SeatSpec, new_match
from hippodrome.server.services.seat_keys import holder_of, new_id
from hippodrome.server.storage.rows import HeldSeat, MatchRow
from hippodrome.server.storage.store import Store

MAX_PAGE_ONE_S = 1.0
BATCH_SIZE = 500
TIMEOUT_S = 60.0


@dataclass
class PageTimes:
    """Seconds until page 1 was there, in each round, the number of matches, and the server's seconds per page.

    The last is processor time, which says more on a busy machine.
    """

    rest: list[float]
    socket: list[float]
    counted: int
    cpu_seconds: float = 0.0

    @property
    def is_goal_reached(self) -> bool:
        """True if page 1 was always there in time."""
        return max(*self.rest, *self.socket) < MAX_PAGE_ONE_S

    def report(self) -> str:
        """Return the times as text."""
        lines = [
            f"{name}: median {statistics.median(times) * 1000:.0f} ms, longest {max(times) * 1000:.0f} ms"
            for name, times in (("REST", self.rest), ("lobby socket", self.socket))
        ]
        met = "reached" if self.is_goal_reached else "missed"
        return "\n".join(
            [
                f"Page 1 of {self.counted} matches",
                *lines,
                f"processor time of the server: {self.cpu_seconds * 1000:.0f} ms per page",
                f"  {met:<8} page 1 is there within {MAX_PAGE_ONE_S:.0f} s",
            ]
        )


async def fill_database(file: Path, key: str, count: int) -> None:
    """Save matches that are held by a personal key."""
    file.parent.mkdir(parents=True, exist_ok=True)
    store = await Store.open(file)
    slug, game = next(iter(games().items()))
    spec = MatchSpec(slug, game.scenarios()[0].slug, {}, [SeatSpec(True), SeatSpec(True)])
    template = msgspec.json.encode(new_match(spec, games()))
    try:
        for start in range(0, count, BATCH_SIZE):
            rows = [make_row(template, number) for number in range(start, min(start + BATCH_SIZE, count))]
            await asyncio.gather(*[store.create(row) for row in rows])
            await store.hold([seat for row in rows for seat in held_seats(row, holder_of([key]))])
    finally:
        await store.close()


def make_row(template: bytes, number: int) -> MatchRow:
    """Return a copy of a match with another id and time; every third is over, and every third waits for seat 0."""
    row = msgspec.json.decode(template, type=MatchRow)
    row.id, row.status.updated = new_id(), row.created - number
    row.status.is_over = number % 3 == 0
    row.status.pending = [] if row.status.is_over else [number % 3 - 1]
    return row


def held_seats(row: MatchRow, holder: str) -> list[HeldSeat]:
    """Return the host's rights and the first seat of a match, for a holder."""
    return [HeldSeat(holder, row.id, -1, row.host_nonce), HeldSeat(holder, row.id, 0, row.players[0].nonce)]


async def page_one_over_rest(server: Server, key: str) -> int:
    """Ask for page 1; return the number of all matches."""
    async with httpx.AsyncClient(base_url=server.address, timeout=TIMEOUT_S) as client:
        page = (await client.get("/api/held", headers={"X-Seat-Key": key})).raise_for_status().json()
    return count_matches(page)


async def page_one_in_lobby(server: Server, key: str) -> int:
    """Join the lobby; return the number of all matches in its first list."""
    async with connect(f"ws://127.0.0.1:{server.port}/socket/lobby", max_size=None, open_timeout=TIMEOUT_S) as socket:
        await socket.send(json.dumps({"type": "hello", "keys": [key]}))
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), TIMEOUT_S))
            if message["type"] == "lobby_list":
                return count_matches(message)


def count_matches(page: dict[str, object]) -> int:
    """Return the number of matches that a page reports; it must list some of them."""
    assert page["mine"], page
    return int(str(page["running"])) + int(str(page["finished"]))


async def measure(folder: Path, count: int, rounds: int) -> PageTimes:
    """Fill a database, start a server on it, and measure page 1 in some rounds."""
    key = f"me.{secrets.token_urlsafe(32)}"
    await fill_database(folder / "matches.sqlite", key, count)
    server = Server(folder, "--host", "127.0.0.1")
    await asyncio.to_thread(server.start)
    times = PageTimes([], [], 0)
    try:
        while not server.request("/health")["worker_build"]:  # its workers still start
            await asyncio.sleep(0.1)
        cpu_before = server.cpu_seconds()
        for _ in range(rounds):
            times.rest.append(await measure_time(page_one_over_rest, server, key, count))
            times.socket.append(await measure_time(page_one_in_lobby, server, key, count))
        times.cpu_seconds = (server.cpu_seconds() - cpu_before) / (2 * rounds)
    finally:
        await asyncio.to_thread(server.stop)
    times.counted = count
    return times


async def measure_time(read: Callable[[Server, str], Awaitable[int]], server: Server, key: str, count: int) -> float:
    """Return the seconds until page 1 was there; stop if it does not count all matches."""
    start = time.perf_counter()
    counted = await read(server, key)
    if counted != count:
        raise SystemExit(f"the server counts {counted} matches, not {count}")
    return time.perf_counter() - start


def parse_arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="./play bench many-matches", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--matches", type=int, default=10_000, metavar="N", help="matches of the browser (10000)")
    parser.add_argument("--rounds", type=int, default=10, metavar="N", help="requests of each kind (10)")
    return parser.parse_args()


def main() -> None:
    """Measure and print the report."""
    args = parse_arguments()
    folder = make_scratch_folder()
    try:
        times = asyncio.run(measure(folder, args.matches, args.rounds))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(times.report())
    sys.exit(0 if times.is_goal_reached else 1)


if __name__ == "__main__":
    main()
