"""The lobby: everybody who looks at the list of matches, and is told when something in it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any

from hippodrome.kit.game import Game
from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.services.seat_keys import SeatAccess, SeatKeys
from hippodrome.server.storage.rows import MatchRow, table_info
from hippodrome.server.storage.store import Store, StoreError

log = logging.getLogger("hippodrome.server.services.lobby")

MAX_LISTED_MATCHES = 30
"""How many matches are offered to watch."""

ConnectedSeats = Callable[[str], Collection[int] | None]
"""The seats of a match whose people are connected; None if the match is not in memory."""


class Lobby:
    """Tells those who wait in it of their own matches, and of those they may watch. Many changes are told at once."""

    def __init__(
        self,
        store: Store,
        keys: SeatKeys,
        games: Mapping[str, Game],
        *,
        connected_seats: ConnectedSeats,
        load_match: Callable[[str], Awaitable[object]],
        batch_delay_s: float = 0.3,
    ) -> None:
        self._store = store
        self._keys = keys
        self._games = games
        self._connected_seats = connected_seats
        self._load_match = load_match
        self._batch_delay_s = batch_delay_s
        self._clients: dict[Connection, dict[str, list[str]]] = {}  # each with its keys, by match
        self._changed: set[str] = set()
        self._listed_changed = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._clients)

    async def join(self, connection: Connection, keys: Sequence[str]) -> None:
        """Somebody has come: he is told at once."""
        self._clients[connection] = self._keys.by_match(keys)
        await self._send_lists([connection])

    def leave(self, connection: Connection) -> None:
        """Somebody has gone."""
        self._clients.pop(connection, None)

    def match_changed(self, row: MatchRow) -> None:
        """A match has changed: whoever it concerns is told in a moment."""
        if self._clients:
            self._changed.add(row.id)
            self._listed_changed = self._listed_changed or row.listed
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(self._batch_delay_s, self._send_updates)

    async def close(self, code: int, problem: wire.Problem) -> None:
        """The server ends: nothing more is begun, and what is being read is read to its end."""
        there, self._clients = self._clients, {}
        for connection in there:
            connection.close(code, problem)
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---------------------------------------------------------------- telling

    def _send_updates(self) -> None:
        self._timer = None
        touched, self._changed = self._changed, set()
        listed, self._listed_changed = self._listed_changed, False
        self._start_task(
            self._send_lists([c for c, own in self._clients.items() if listed or not touched.isdisjoint(own)])
        )

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_lists(self, connections: Sequence[Connection]) -> None:
        """Tell some of those who wait how things are now."""
        try:
            watched = await self._store.listed(MAX_LISTED_MATCHES)
            for connection in connections:
                own = self._clients.get(connection)
                if own is not None:
                    connection.send(await self._rows(own, watched))
        except StoreError as error:
            log.error("the lobby could not be read", extra={"facts": {"why": str(error)}})

    async def _rows(self, own: Mapping[str, list[str]], watched: Sequence[MatchRow]) -> wire.Rows:
        rows = await self._store.rows(list(own)) if own else []
        held = {row.id: self._keys.access(row, own[row.id]) for row in rows}
        mine = [row for row in rows if held[row.id].is_participant and row.game in self._games]
        for row in mine:
            self._load_if_bot_to_move(row)
        others = [row for row in watched if row.id not in held and row.game in self._games]
        return wire.Rows(
            [self._row(row, held[row.id]) for row in mine], [self._row(row, SeatAccess()) for row in others]
        )

    def _row(self, row: MatchRow, held: SeatAccess) -> wire.Row:
        standing = row.status
        info = table_info(row, self._games[row.game], self._connected_seats(row.id) or ())
        asked = [seat for seat in standing.asked if seat in held.seats and row.players[seat].is_controlled_by_person]
        return wire.Row(info, standing.move, list(held.seats), asked, standing.turn, standing.touched)

    def _load_if_bot_to_move(self, row: MatchRow) -> None:
        """Wake a match up in which a program has not moved yet, so that the list does not show a turn that is past."""
        waits = any(row.players[seat].level for seat in row.status.asked)
        if (
            waits
            and self._connected_seats(row.id) is None
            and any(person.is_controlled_by_person for person in row.players)
        ):
            self._start_task(self._load_quietly(row.id))

    async def _load_quietly(self, id: str) -> None:
        try:
            await self._load_match(id)
        except Exception as error:  # it is shown as it is on disk
            log.warning("a match could not be woken", extra={"facts": {"match": id, "why": str(error)}})
