"""The lobby: everybody who looks at the list of matches, and is told when something in it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any

from hippodrome.kit.game import Game
from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.services.seat_keys import Held, Keys
from hippodrome.server.storage import journal
from hippodrome.server.storage.journal import MatchRow
from hippodrome.server.storage.store import Store, StoreError

log = logging.getLogger("hippodrome.server.services.lobby")

WATCHED = 30
"""How many matches are offered to watch."""

Here = Callable[[str], Collection[int] | None]
"""The seats of a match whose people are connected; None if the match is not in memory."""


class Lobby:
    """Tells those who wait in it of their own matches, and of those they may watch. Many changes are told at once."""

    def __init__(
        self,
        store: Store,
        keys: Keys,
        games: Mapping[str, Game],
        *,
        here: Here,
        wake: Callable[[str], Awaitable[object]],
        pause: float = 0.3,
    ) -> None:
        self._store = store
        self._keys = keys
        self._games = games
        self._here = here
        self._wake = wake
        self._pause = pause
        self._there: dict[Connection, dict[str, list[str]]] = {}  # each with its keys, by match
        self._touched: set[str] = set()
        self._listed = False
        self._timer: asyncio.TimerHandle | None = None
        self._at_work: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._there)

    async def join(self, connection: Connection, keys: Sequence[str]) -> None:
        """Somebody has come: he is told at once."""
        self._there[connection] = self._keys.matches(keys)
        await self._tell([connection])

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._there.pop(connection, None)

    def touch(self, row: MatchRow) -> None:
        """A match has changed: whoever it concerns is told in a moment."""
        if self._there:
            self._touched.add(row.id)
            self._listed = self._listed or row.listed
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(self._pause, self._tell_now)

    async def close(self, code: int, problem: wire.Problem) -> None:
        """The server ends: nothing more is begun, and what is being read is read to its end."""
        there, self._there = self._there, {}
        for connection in there:
            connection.end(code, problem)
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    # ---------------------------------------------------------------- telling

    def _tell_now(self) -> None:
        self._timer = None
        touched, self._touched = self._touched, set()
        listed, self._listed = self._listed, False
        self._work(self._tell([c for c, own in self._there.items() if listed or not touched.isdisjoint(own)]))

    def _work(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)

    async def _tell(self, connections: Sequence[Connection]) -> None:
        """Tell some of those who wait how things are now."""
        try:
            watched = await self._store.listed(WATCHED)
            for connection in connections:
                own = self._there.get(connection)
                if own is not None:
                    connection.tell(await self._rows(own, watched))
        except StoreError as error:
            log.error("the lobby could not be read", extra={"facts": {"why": str(error)}})

    async def _rows(self, own: Mapping[str, list[str]], watched: Sequence[MatchRow]) -> wire.Rows:
        rows = await self._store.rows(list(own)) if own else []
        held = {row.id: self._keys.held(row, own[row.id]) for row in rows}
        mine = [row for row in rows if held[row.id].any and row.game in self._games]
        for row in mine:
            self._see_to(row)
        others = [row for row in watched if row.id not in held and row.game in self._games]
        return wire.Rows([self._row(row, held[row.id]) for row in mine], [self._row(row, Held()) for row in others])

    def _row(self, row: MatchRow, held: Held) -> wire.Row:
        standing = row.standing
        info = journal.info(row, self._games[row.game], self._here(row.id) or ())
        asked = [seat for seat in standing.asked if seat in held.seats and row.people[seat].decides]
        return wire.Row(info, standing.move, list(held.seats), asked, standing.turn, standing.touched)

    def _see_to(self, row: MatchRow) -> None:
        """Wake a match up in which a program has not moved yet, so that the list does not show a turn that is past."""
        waits = any(row.people[seat].level for seat in row.standing.asked)
        if waits and self._here(row.id) is None and any(person.decides for person in row.people):
            self._work(self._wake_up(row.id))

    async def _wake_up(self, id: str) -> None:
        try:
            await self._wake(id)
        except Exception as error:  # it is shown as it is on disk
            log.warning("a match could not be woken", extra={"facts": {"match": id, "why": str(error)}})
