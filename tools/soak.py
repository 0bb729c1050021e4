"""Kill the server repeatedly under load, and look for actions that it acknowledged but lost.

    ./play soak [--kills N] [--matches N] [--seconds N] [--players N]

Clients play at many tables over sockets. After some seconds the server is killed, as in a power cut, and started again,
and all clients reconnect. Every acknowledged action must still be there with its number, and no player may see an
earlier position than before. At the end every match must replay from its journal, and the records of finished matches
must verify. The exit code is 1 if anything is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from live_clients import Server, Table, make_scratch_folder, new_table

import hippodrome as hd
from hippodrome.kit.agenda import is_silent
from hippodrome.server.storage.rows import CHOSEN, MOVE, JournalEntry, MatchRow, match_history
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.replay import LAST_MOVE, replay_to_move, start_match


class DataLost(Exception):
    """Something the server had acknowledged is missing."""


class SoakTest:
    """A soak test: a server, its tables, and the actions it has acknowledged."""

    def __init__(self, folder: Path, matches: int, players: int, report: Callable[[str], None]) -> None:
        self.server = Server(folder)
        self.matches = matches
        self.players = players
        self.report = report
        self.tables: list[Table] = []
        self.finished: list[Table] = []
        self.is_playing = False

    async def run(self, kills: int, seconds: float) -> None:
        """Kill the server a number of times, shut it down once, and check everything again."""
        self.server.start()
        try:
            self.tables = [new_table(self.server, self.players) for _ in range(self.matches)]
            for number in range(1, kills + 1):
                await self._play(seconds * random.uniform(0.5, 1.5), kill=True)
                start = time.perf_counter()
                self.server.start()
                restart_s = time.perf_counter() - start
                await self.check_acknowledged()
                count = self._acknowledged_count()
                self.report(f"kill {number}: {count} actions acknowledged, none lost; restarted in {restart_s:.1f} s")
            await self._play(seconds, kill=False)
            await self._finish(self.tables[:2])
            await self.check_acknowledged()
            records = self._check_records()
        finally:
            self.server.stop()
        await self._check_database()
        self.report(
            f"{kills} kills, {len(self._all_tables())} matches, {self._acknowledged_count()} actions: nothing was "
            f"lost, every journal replays, {records} records verified"
        )

    # ---------------------------------------------------------------- playing

    async def _play(self, seconds: float, kill: bool) -> None:
        """Connect all players and play for about `seconds`; then finish the pending actions, or kill the server."""
        for index, table in enumerate(self.tables):
            if table.is_over:
                self.finished.append(table)
                self.tables[index] = new_table(self.server, self.players)
        await asyncio.gather(*[table.connect(self.server.port) for table in self.tables])
        for table in self.tables:
            self.check_shown(table)
        self.is_playing = True
        tasks = [asyncio.create_task(self._play_on(table)) for table in self.tables]
        await asyncio.sleep(seconds)
        self.is_playing = False
        if kill:
            self.server.stop(kill=True)
            await asyncio.gather(*[player.read_to_end() for table in self.tables for player in table.players])
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*[table.disconnect() for table in self.tables])

    async def _finish(self, tables: Sequence[Table]) -> None:
        """Play some matches to their end, so that there are records to check."""
        self.is_playing = True
        await asyncio.gather(*[table.connect(self.server.port) for table in tables])
        await asyncio.gather(*[self._play_on(table) for table in tables])
        await asyncio.gather(*[table.disconnect() for table in tables])

    async def _play_on(self, table: Table) -> None:
        with suppress(WebSocketException, OSError):
            while self.is_playing and not table.is_over:
                await table.act()

    # ---------------------------------------------------------------- checks

    def check_shown(self, table: Table) -> None:
        """Check that no player is shown an earlier position than one acknowledged or shown before."""
        for player in table.players:
            acknowledged = max([n for n, seat, _ in table.acknowledged if seat == player.seat], default=0)
            if player.n < acknowledged:
                raise DataLost(
                    f"match {table.id}: entry {acknowledged} was acknowledged, seat {player.seat} is shown {player.n}"
                )
            if player.move < table.last_seen:
                raise DataLost(
                    f"match {table.id}: move {table.last_seen} was shown, seat {player.seat} sees {player.move}"
                )

    def _all_tables(self) -> list[Table]:
        return [*self.finished, *self.tables]

    def _acknowledged_count(self) -> int:
        return sum(len(table.acknowledged) for table in self._all_tables())

    async def check_acknowledged(self) -> None:
        """Check that every acknowledged action is in the journal on disk, with its number."""
        store = await Store.open(self.server.folder / "matches.sqlite")
        try:
            for table in self._all_tables():
                row = await store.row(table.id)
                if row is None:
                    raise DataLost(f"match {table.id} is gone")
                saved = chosen_actions(row, await store.entries(table.id))
                for n, seat, action in table.acknowledged:
                    if saved.get((n, seat)) != action:
                        raise DataLost(f"match {table.id}: entry {n} was {action}, it is {saved.get((n, seat))}")
        finally:
            await store.close()

    def _check_records(self) -> int:
        """Check the records of finished matches, and the length of all logs; return the number of records."""
        count = 0
        for table in self._all_tables():
            if table.is_over:
                hd.replay(self.server.request(f"/api/matches/{table.id}/record"))
                count += 1
            moves = max([player.move for player in table.players], default=0)
            if self.server.request(f"/api/matches/{table.id}/log")["move"] < moves:
                raise DataLost(f"match {table.id}: {moves} moves were shown, its log has fewer")
        return count

    async def _check_database(self) -> None:
        """Check the integrity of the database, and that every match replays from its journal."""
        path = self.server.folder / "matches.sqlite"
        database = sqlite3.connect(path)
        (result,) = database.execute("pragma integrity_check").fetchone()
        database.close()
        if result != "ok":
            raise DataLost(f"the database is damaged: {result}")
        store = await Store.open(path)
        try:
            for table in self._all_tables():
                await self._check_journal(store, table.id)
        finally:
            await store.close()

    async def _check_journal(self, store: Store, id: str) -> None:
        row = await store.row(id)
        if row is None:
            raise DataLost(f"match {id} is gone")
        history = match_history(row, await store.entries(id))
        match = start_match(history.setup, history.dice, history.base)
        for seat, action in history.moves:
            match.play(action, seat)
        move = replay_to_move(history, LAST_MOVE).move
        if move != row.status.move or (match.result is not None) != row.status.is_over:
            raise DataLost(f"match {id}: its status does not agree with its journal")


def chosen_actions(row: MatchRow, entries: Sequence[JournalEntry]) -> dict[tuple[int, int], str]:
    """Return the actions that people chose, by seat and by number as that seat counts entries.

    A seat does not count the silent passes of others.
    """
    if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
        raise DataLost(f"match {row.id}: its entries have gaps")
    match = start_match(row.setup(), row.dice, row.base)
    silent: Counter[int] = Counter()
    actions: dict[tuple[int, int], str] = {}
    for entry in entries:
        if entry.kind != MOVE:
            continue
        silent[entry.seat] += is_silent(match.state, entry.text)
        match.play(entry.text, entry.seat)
        if entry.how == CHOSEN:
            hidden = silent.total() - silent[entry.seat]
            actions[entry.n - hidden, entry.seat] = entry.text
    return actions


def parse_arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="./play soak", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="how often to kill the server (20)")
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="tables that play at once (50)")
    parser.add_argument("--seconds", type=float, default=4.0, metavar="N", help="average time between kills (4)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="players at a table (4)")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the test and print its report; return the exit code."""
    args = parse_arguments(argv)
    folder = make_scratch_folder()
    try:
        asyncio.run(SoakTest(folder, args.matches, args.players, print).run(args.kills, args.seconds))
    except (DataLost, ValueError) as error:
        print(f"LOST: {error}; the data is in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
