"""Kills the server again and again under load, and looks for what it had promised to keep.

    ./play soak [--kills N] [--matches N] [--seconds N] [--people N]

People play at many tables over sockets. After some seconds the server is killed as by a power cut, started again, and
everybody sits down again: every action that was acknowledged must still be there, at its number and in its place, and
nobody may see an earlier moment than before. At the end every match must replay from its journal, move by move, and
the matches that are over must give records that hold. Anything else makes the exit code 1.
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

from live_clients import Server, Table, new_table, scratch
from websockets.exceptions import WebSocketException

import hippodrome as hd
from hippodrome.server.storage.rows import CHOSEN, MOVE, Entry, MatchRow, match_history
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.replay import LAST_MOVE, is_silent_pass, replay_to_move, start_match


class Lost(Exception):
    """Something that was promised is not there."""


class Soak:
    """A server, its tables, and what their people have been told."""

    def __init__(self, folder: Path, matches: int, people: int, say: Callable[[str], None]) -> None:
        self.server = Server(folder)
        self.matches = matches
        self.people = people
        self.say = say
        self.tables: list[Table] = []
        self.ended: list[Table] = []
        self.playing = False

    async def run(self, kills: int, seconds: float) -> None:
        """Kill the server so many times, then let it end politely and look at everything once more."""
        self.server.start()
        try:
            self.tables = [new_table(self.server, self.people) for _ in range(self.matches)]
            for number in range(1, kills + 1):
                await self._play(seconds * random.uniform(0.5, 1.5), kill=True)
                began = time.perf_counter()
                self.server.start()
                back = time.perf_counter() - began
                await self._compare()
                self.say(f"kill {number}: {self._promised()} actions acknowledged, all there; back after {back:.1f} s")
            await self._play(seconds, kill=False)
            await self._finish(self.tables[:2])
            await self._compare()
            records = self._look_at_records()
        finally:
            self.server.end()
        await self._look_at_file()
        self.say(
            f"{kills} kills, {len(self._all())} matches, {self._promised()} actions: nothing was lost, "
            f"every journal replays, {records} records hold"
        )

    # ---------------------------------------------------------------- playing

    async def _play(self, seconds: float, kill: bool) -> None:
        """Everybody sits down and plays for a while; then the server dies on them in the middle of it."""
        for place, table in enumerate(self.tables):
            if table.over:
                self.ended.append(table)
                self.tables[place] = new_table(self.server, self.people)
        await asyncio.gather(*[table.sit_down(self.server.port) for table in self.tables])
        for table in self.tables:
            self._see_no_past(table)
        self.playing = True
        playing = [asyncio.create_task(self._play_on(table)) for table in self.tables]
        await asyncio.sleep(seconds)
        self.playing = False
        if kill:
            self.server.end(kill=True)
            await asyncio.gather(*[player.hear_all() for table in self.tables for player in table.players])
            for task in playing:
                task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*[table.go() for table in self.tables])

    async def _finish(self, tables: Sequence[Table]) -> None:
        """Some matches are played to their end, so that there are records to look at."""
        self.playing = True
        await asyncio.gather(*[table.sit_down(self.server.port) for table in tables])
        await asyncio.gather(*[self._play_on(table) for table in tables])
        await asyncio.gather(*[table.go() for table in tables])

    async def _play_on(self, table: Table) -> None:
        with suppress(WebSocketException, OSError):
            while self.playing and not table.over:
                await table.act()

    def _see_no_past(self, table: Table) -> None:
        """Nobody may be shown an earlier moment than one that was acknowledged."""
        for player in table.players:
            promised = max([n for n, seat, _ in table.acknowledged if seat == player.seat], default=0)
            if player.n < promised:
                raise Lost(
                    f"match {table.id}: entry {promised} was acknowledged, seat {player.seat} is shown {player.n}"
                )
            if player.move < table.seen:
                raise Lost(f"match {table.id}: move {table.seen} was shown, seat {player.seat} sees {player.move}")

    # ---------------------------------------------------------------- comparing

    def _all(self) -> list[Table]:
        return [*self.ended, *self.tables]

    def _promised(self) -> int:
        return sum(len(table.acknowledged) for table in self._all())

    async def _compare(self) -> None:
        """See that every acknowledged action stands in the journal on disk, at its number."""
        store = await Store.open(self.server.folder / "matches.sqlite")
        try:
            for table in self._all():
                row = await store.row(table.id)
                if row is None:
                    raise Lost(f"match {table.id} is gone")
                kept = numbered(row, await store.entries(table.id))
                for n, seat, action in table.acknowledged:
                    if kept.get((n, seat)) != action:
                        raise Lost(f"match {table.id}: entry {n} was {action}, it is {kept.get((n, seat))}")
        finally:
            await store.close()

    def _look_at_records(self) -> int:
        """See that the records of matches that are over hold; how many there are."""
        count = 0
        for table in self._all():
            if table.over:
                hd.replay(self.server.ask(f"/api/matches/{table.id}/record"))
                count += 1
            moves = max([player.move for player in table.players], default=0)
            if self.server.ask(f"/api/matches/{table.id}/log")["move"] < moves:
                raise Lost(f"match {table.id}: {moves} moves were seen, its log has fewer")
        return count

    async def _look_at_file(self) -> None:
        """See that the file is sound, and that every match replays from its journal."""
        file = self.server.folder / "matches.sqlite"
        database = sqlite3.connect(file)
        (sound,) = database.execute("pragma integrity_check").fetchone()
        database.close()
        if sound != "ok":
            raise Lost(f"the file is broken: {sound}")
        store = await Store.open(file)
        try:
            for table in self._all():
                await self._look_at_journal(store, table.id)
        finally:
            await store.close()

    async def _look_at_journal(self, store: Store, id: str) -> None:
        row = await store.row(id)
        if row is None:
            raise Lost(f"match {id} is gone")
        told = match_history(row, await store.entries(id))
        match = start_match(told.setup, told.dice, told.base)
        for seat, action in told.moves:
            match.play(action, seat)
        if replay_to_move(told, LAST_MOVE).move != row.status.move or (match.result is not None) != row.status.is_over:
            raise Lost(f"match {id} stands elsewhere than its journal says")


def numbered(row: MatchRow, entries: Sequence[Entry]) -> dict[tuple[int, int], str]:
    """The chosen actions of a journal by their numbers as the seats know them: others' silent passes do not count."""
    if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
        raise Lost(f"match {row.id}: its entries have gaps")
    match = start_match(row.setup(), row.dice, row.base)
    silent: Counter[int] = Counter()
    found: dict[tuple[int, int], str] = {}
    for entry in entries:
        if entry.kind != MOVE:
            continue
        silent[entry.seat] += is_silent_pass(match, entry.text)
        match.play(entry.text, entry.seat)
        if entry.how == CHOSEN:
            hidden = silent.total() - silent[entry.seat]
            found[entry.n - hidden, entry.seat] = entry.text
    return found


def arguments(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="./play soak", description=(__doc__ or "").split("\n\n")[2])
    parser.add_argument("--kills", type=int, default=20, metavar="N", help="how often to kill the server (20)")
    parser.add_argument("--matches", type=int, default=50, metavar="N", help="tables that play at once (50)")
    parser.add_argument("--seconds", type=float, default=4.0, metavar="N", help="time between two kills, about (4)")
    parser.add_argument("--people", type=int, default=4, metavar="N", help="people at a table (4)")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Soak and tell."""
    args = arguments(argv)
    folder = scratch()
    try:
        asyncio.run(Soak(folder, args.matches, args.people, print).run(args.kills, args.seconds))
    except (Lost, ValueError) as error:
        print(f"LOST: {error}; the data is in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
