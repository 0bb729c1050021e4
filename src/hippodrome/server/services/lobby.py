"""The lobby: clients on the home page, which receive their list of matches whenever it changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple

from hippodrome.kit.game import Game
from hippodrome.server import wire
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.services.seat_keys import SeatAccess, SeatKeys, holder_of
from hippodrome.server.storage.rows import HeldCounts, HeldSeat, MatchRow, table_info
from hippodrome.server.storage.store import Store, StoreError

log = logging.getLogger("hippodrome.server.services.lobby")

MAX_LISTED_MATCHES = 30
"""Limit for the list of public matches to watch."""

PAGE_MATCHES = 20
"""A client's own matches are listed in pages of this many."""

ConnectedSeats = Callable[[str], Mapping[int, int] | None]
"""Returns the numbers of connections of a match by seat; None if the match is not loaded."""


class LobbyKeys(NamedTuple):
    """The keys of a client: the holder of its personal key, or without one its seat keys by match."""

    holder: str
    by_match: dict[str, list[str]]


class PublicMatches:
    """The public matches as spectators see them, valid until a time of the event loop."""

    def __init__(self) -> None:
        self.until = 0.0
        self.matches: dict[str, wire.LobbyMatch] = {}


class Lobby:
    """Sends each client its own matches and those it may watch.

    Changes are collected for `batch_delay_s` seconds. A client whose address has used more than its share of the
    server's time waits longer. It then gets the newest list, so it misses only what has changed again since.
    """

    def __init__(
        self,
        store: Store,
        keys: SeatKeys,
        games: Mapping[str, Game],
        scheduler: FairScheduler,
        *,
        connected_seats: ConnectedSeats,
        load_match: Callable[[str], Awaitable[object]],
        batch_delay_s: float = 0.3,
    ) -> None:
        self._store = store
        self._keys = keys
        self._games = games
        self._scheduler = scheduler
        self._connected_seats = connected_seats
        self._load_match = load_match
        self._batch_delay_s = batch_delay_s
        self._clients: dict[Connection, LobbyKeys] = {}
        self._due: set[Connection] = set()  # clients that need a new list
        self._senders: set[Connection] = set()  # clients for which a task is sending lists
        self._public = PublicMatches()
        self._changed: set[str] = set()
        self._listed_changed = False
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._clients)

    async def join(self, connection: Connection, keys: Sequence[str]) -> None:
        """Add a client and send it the current list."""
        self._clients[connection] = self._read_keys(keys)
        self._due.add(connection)
        self._senders.add(connection)
        await self._send_due_lists(connection)

    async def page(self, keys: Sequence[str], over: bool, page: int) -> wire.LobbyList:
        """Return a page of the matches of these keys, in progress or `over`, counted from 0. Raise StoreError."""
        own, counts = await self._own_matches(self._read_keys(keys), (over,), page)
        return wire.LobbyList(own, [], counts.running, counts.finished, counts.pending)

    def _read_keys(self, keys: Sequence[str]) -> LobbyKeys:
        holder = holder_of(keys)
        return LobbyKeys(holder, {} if holder else self._keys.by_match(keys))

    def leave(self, connection: Connection) -> None:
        """Remove a client."""
        self._clients.pop(connection, None)

    def match_changed(self, row: MatchRow) -> None:
        """Schedule an update for the clients that this changed match concerns."""
        if row.listed:
            self._public = PublicMatches()
        if self._clients:
            self._changed.add(row.id)
            self._listed_changed = self._listed_changed or row.listed
            if self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(self._batch_delay_s, self._send_updates)

    def seats_asked(self, row: MatchRow, seats: Collection[int]) -> None:
        """Update the clients that hold one of these seats, which are asked in secret, and no others."""
        if self._clients:
            self._start_task(self._send_to_asked(row, set(seats)))

    async def _send_to_asked(self, row: MatchRow, seats: set[int]) -> None:
        """Send their lists to the clients that hold one of these seats."""
        try:
            holders = (await self._store.holders({row.id})).get(row.id, ())
            asked = []
            for connection, keys in list(self._clients.items()):
                if keys.holder in holders or row.id in keys.by_match:
                    held = await self._store.held_seats(keys.holder, [row.id]) if keys.holder else ()
                    access = self._keys.access(row, keys.by_match.get(row.id, ()), held)
                    asked += [] if seats.isdisjoint(access.seats) else [connection]
        except StoreError as error:
            log.error("failed to read the holders of a match", extra={"facts": {"error": str(error)}})
            return
        self._send_lists(asked)

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
        self._start_task(self._send_changes(changed, listed))

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_changes(self, changed: set[str], listed: bool) -> None:
        """Send new lists to the clients that some changed matches concern; to all if one of them is listed."""
        try:
            by_match = {} if listed else await self._store.holders(changed)
        except StoreError as error:
            log.error("failed to read the holders of matches", extra={"facts": {"error": str(error)}})
            return
        holders: set[str] = set().union(*by_match.values())
        concerned = [
            connection
            for connection, keys in self._clients.items()
            if listed or keys.holder in holders or not changed.isdisjoint(keys.by_match)
        ]
        self._send_lists(concerned)

    def _send_lists(self, connections: Sequence[Connection]) -> None:
        """Send some clients their current lists, each when it is its turn."""
        self._due.update(connections)
        for connection in self._due - self._senders:
            self._senders.add(connection)
            self._start_task(self._send_due_lists(connection))

    async def _send_due_lists(self, connection: Connection) -> None:
        """Send a client its list, and again if it has become outdated meanwhile."""
        try:
            while connection in self._due:
                await self._scheduler.run(connection.client.address, self._send_list(connection))
        except StoreError as error:
            log.error("failed to read the lobby's matches", extra={"facts": {"error": str(error)}})
        finally:
            self._due.discard(connection)
            self._senders.discard(connection)

    async def _send_list(self, connection: Connection) -> None:
        self._due.discard(connection)
        keys = self._clients.get(connection)
        if keys is not None:
            connection.send(await self._list(keys))

    async def _list(self, keys: LobbyKeys) -> wire.LobbyList:
        own, counts = await self._own_matches(keys, (False, True), 0)
        watched = await self._public_matches()
        held = await self._store.held_seats(keys.holder, list(watched)) if keys.holder else []
        known = {*keys.by_match, *[seat.match for seat in held]}
        others = [match for id, match in watched.items() if id not in known]
        return wire.LobbyList(own, others, counts.running, counts.finished, counts.pending)

    async def _public_matches(self) -> Mapping[str, wire.LobbyMatch]:
        """Return the public matches by id. Clients share the list until one of its matches changes, or for a moment."""
        public, now = self._public, asyncio.get_running_loop().time()
        if public.until <= now:
            rows = await self._store.list_public(MAX_LISTED_MATCHES)
            matches = {row.id: self._row(row, SeatAccess()) for row in rows if row.game in self._games}
            public.until, public.matches = now + self._batch_delay_s, matches
        return public.matches

    async def _own_matches(
        self, keys: LobbyKeys, kinds: Sequence[bool], page: int
    ) -> tuple[list[wire.LobbyMatch], HeldCounts]:
        """Return a page of the matches in progress (False), of finished ones (True) or of both, and the counts."""
        games = list(self._games)
        if not keys.holder:
            return await self._matches_by_seat_keys(keys.by_match, kinds, page)
        rows: list[MatchRow] = []
        for over in kinds:
            rows += await self._store.held_page(keys.holder, games, over, page * PAGE_MATCHES, PAGE_MATCHES)
        held: dict[str, list[HeldSeat]] = {}
        for seat in await self._store.held_seats(keys.holder, [row.id for row in rows]):
            held.setdefault(seat.match, []).append(seat)
        own = [self._own_row(row, self._keys.access(row, (), held.get(row.id, ()))) for row in rows]
        return own, await self._store.held_counts(keys.holder, games)

    async def _matches_by_seat_keys(
        self, by_match: Mapping[str, list[str]], kinds: Sequence[bool], page: int
    ) -> tuple[list[wire.LobbyMatch], HeldCounts]:
        """Return a page and the counts for a client that sent its seat keys one by one."""
        rows = await self._store.rows(list(by_match)) if by_match else []
        access = {row.id: self._keys.access(row, by_match[row.id]) for row in rows}
        own = [row for row in rows if access[row.id].is_participant and row.game in self._games]
        pending = {row.id: any(row.is_waiting_for(seat) for seat in access[row.id].seats) for row in own}
        own.sort(key=lambda row: not pending[row.id])
        start, finished = page * PAGE_MATCHES, sum(row.status.is_over for row in own)
        shown: list[MatchRow] = []
        for over in kinds:
            shown += [row for row in own if row.status.is_over == over][start : start + PAGE_MATCHES]
        counts = HeldCounts(len(own) - finished, finished, sum(pending.values()))
        return [self._own_row(row, access[row.id]) for row in shown], counts

    def _own_row(self, row: MatchRow, access: SeatAccess) -> wire.LobbyMatch:
        self._load_if_bot_to_move(row)
        return self._row(row, access)

    def _row(self, row: MatchRow, access: SeatAccess) -> wire.LobbyMatch:
        status = row.status
        info = table_info(row, self._games[row.game], self._connected_seats(row.id))
        pending = [seat for seat in access.seats if row.is_waiting_for(seat)]
        return wire.LobbyMatch(info, status.move, list(access.seats), pending, status.turn, status.updated, access.host)

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
