"""The lobby: clients on the home page, which receive their list of matches whenever it changes."""

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
"""Limit for the list of public matches to watch."""

ConnectedSeats = Callable[[str], Collection[int] | None]
"""Returns the seats of a match whose players are connected; None if the match is not loaded."""


class Lobby:
    """Sends each client its own matches and those it may watch. Changes are collected for `batch_delay_s` seconds."""

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
        self._clients: dict[Connection, dict[str, list[str]]] = {}  # the keys of each client by match
        self._changed: set[str] = set()
        self._listed_changed = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._clients)

    async def join(self, connection: Connection, keys: Sequence[str]) -> None:
        """Add a client and send it the current list."""
        self._clients[connection] = self._keys.by_match(keys)
        await self._send_lists([connection])

    def leave(self, connection: Connection) -> None:
        """Remove a client."""
        self._clients.pop(connection, None)

    def match_changed(self, row: MatchRow) -> None:
        """Schedule an update for the clients that this changed match concerns."""
        if self._clients:
            self._changed.add(row.id)
            self._listed_changed = self._listed_changed or row.listed
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(self._batch_delay_s, self._send_updates)

    async def close(self, code: int, problem: wire.SocketError) -> None:
        """Disconnect all clients, and wait for the tasks in progress."""
        clients, self._clients = self._clients, {}
        for connection in clients:
            connection.close(code, problem)
        if self._timer is not None:
            self._timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ---------------------------------------------------------------- sending

    def _send_updates(self) -> None:
        self._timer = None
        changed, self._changed = self._changed, set()
        listed, self._listed_changed = self._listed_changed, False
        self._start_task(
            self._send_lists([c for c, own in self._clients.items() if listed or not changed.isdisjoint(own)])
        )

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_lists(self, connections: Sequence[Connection]) -> None:
        """Send some clients their current lists."""
        try:
            watched = await self._store.list_public(MAX_LISTED_MATCHES)
            for connection in connections:
                own = self._clients.get(connection)
                if own is not None:
                    connection.send(await self._rows(own, watched))
        except StoreError as error:
            log.error("failed to read the lobby's matches", extra={"facts": {"error": str(error)}})

    async def _rows(self, own: Mapping[str, list[str]], watched: Sequence[MatchRow]) -> wire.LobbyList:
        rows = await self._store.rows(list(own)) if own else []
        access = {row.id: self._keys.access(row, own[row.id]) for row in rows}
        mine = [row for row in rows if access[row.id].is_participant and row.game in self._games]
        for row in mine:
            self._load_if_bot_to_move(row)
        others = [row for row in watched if row.id not in access and row.game in self._games]
        return wire.LobbyList(
            [self._row(row, access[row.id]) for row in mine], [self._row(row, SeatAccess()) for row in others]
        )

    def _row(self, row: MatchRow, access: SeatAccess) -> wire.LobbyMatch:
        status = row.status
        info = table_info(row, self._games[row.game], self._connected_seats(row.id) or ())
        pending = [
            seat for seat in status.pending if seat in access.seats and row.players[seat].is_controlled_by_person
        ]
        return wire.LobbyMatch(info, status.move, list(access.seats), pending, status.turn, status.updated)

    def _load_if_bot_to_move(self, row: MatchRow) -> None:
        """Load a match in which a bot is to move, so that the bot moves and the list shows whose turn it then is."""
        bot_to_move = any(row.players[seat].level for seat in row.status.pending)
        if (
            bot_to_move
            and self._connected_seats(row.id) is None
            and any(player.is_controlled_by_person for player in row.players)
        ):
            self._start_task(self._load_quietly(row.id))

    async def _load_quietly(self, id: str) -> None:
        try:
            await self._load_match(id)
        except Exception as error:  # the list shows it as stored
            log.warning("failed to load match for the lobby", extra={"facts": {"match": id, "error": str(error)}})
