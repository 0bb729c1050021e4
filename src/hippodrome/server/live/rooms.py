"""All matches of the server: creates, branches and imports them, and loads them into rooms when needed."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from hippodrome.kit.game import VARIANT, Game
from hippodrome.server import wire
from hippodrome.server.http.http_errors import HttpError, conflict, invalid, not_found
from hippodrome.server.live.room import CLOSE_SERVICE_RESTART, Room, shutdown_notice
from hippodrome.server.services import match_factory
from hippodrome.server.services.lobby import Lobby
from hippodrome.server.services.match_factory import CreatedMatch, MatchSpec, SeatSpec
from hippodrome.server.services.seat_keys import HOST, SeatAccess, SeatKeys, new_id
from hippodrome.server.storage.rows import (
    PLAYED,
    CampaignRow,
    JournalEntry,
    LoadedMatch,
    MatchRow,
    match_history,
    table_info,
)
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from hippodrome.server.workers.replay import MatchHistory

log = logging.getLogger("hippodrome.server.live.rooms")

NO_SUCH_MATCH = "There is no such match."

__all__ = ["CreatedMatch", "MatchSpec", "Rooms", "SeatSpec", "reporting_store_errors"]


class Rooms:
    """The rooms of all matches. Methods raise HttpError with a message for people if they fail.

    A match is loaded when it is first needed and leaves memory after `idle_timeout_s` seconds without a client.
    """

    def __init__(
        self, store: Store, workers: Workers, keys: SeatKeys, games: Mapping[str, Game], idle_timeout_s: float = 60.0
    ) -> None:
        self.lobby = Lobby(store, keys, games, connected_seats=self._connected_seats, load_match=self.get)
        self._store = store
        self._workers = workers
        self._keys = keys
        self._games = games
        self._idle_timeout_s = idle_timeout_s
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._unloader: asyncio.Task[None] | None = None
        self._rematch_lock = asyncio.Lock()
        self.on_match_over: Callable[[str], None] = lambda id: None  # called with the id of each match that ends

    # ---------------------------------------------------------------- creating matches

    async def create(self, spec: MatchSpec) -> CreatedMatch:
        """Create a match; 404 for an unknown game or scenario, 422 for any other error in the spec."""
        return await self._save_new(match_factory.new_match(spec, self._games))

    async def create_campaign_game(self, campaign: CampaignRow, spec: MatchSpec) -> MatchRow:
        """Create the next game of a campaign and make it the campaign's current match, in one transaction."""
        row = match_factory.new_match(spec, self._games)
        campaign.current_match = row.id
        with reporting_store_errors():
            await self._store.create(row, campaign=campaign)
        self.lobby.match_changed(row)
        return row

    async def rematch(self, id: str, keys: Sequence[str]) -> CreatedMatch:
        """Return a rematch: the same players and settings with new dice, and the caller's own keys to it.

        The first caller creates it. 403 without a key to the match; 409 if it has no rematch or is not over.
        """
        async with self._rematch_lock:
            row = await self.row(id)
            access = self.access(row, keys)
            if not access.is_participant:
                raise HttpError(403, "key", "Only players of this match can ask for a rematch.")
            if row.kind != PLAYED:
                raise conflict("A branch has no rematch. Branch off again from the same move instead.")
            if not row.status.is_over:
                raise conflict("This match is not over yet.")
            if row.rematch:
                return self.issue_keys(await self.row(row.rematch), access)
            new_row = match_factory.rematch(row, self._games)
            with reporting_store_errors():
                await self._store.create(new_row, rematch_of=id)
            if id in self._rooms:
                self._rooms[id].announce_rematch(new_row.id)
            return self.issue_keys(new_row, access)

    async def branch(self, id: str, at: int, seat: int | None, keys: Sequence[str]) -> CreatedMatch:
        """Create a match against bots that starts after move `at` of another one.

        403 for a seat that the caller may not view; 422 for a move that has not been played.
        """
        viewer = NO_SEAT if seat is None else seat
        row = await self.require_view(id, keys, viewer)
        history = await self.history(id)
        seed = match_factory.new_seed()
        base = await self._workers.run(replay.branch_position, history, at, viewer, seed)
        if isinstance(base, int):
            raise invalid(f"This match has {base} moves so far; choose a move from 0 to {base}.", "at")
        is_own_seat = viewer in self.access(row, keys).seats
        return await self._save_new(match_factory.branch(row, at, viewer, seed, base, is_own_seat))

    async def import_record(self, record: str) -> str:
        """Save a record as a match to view and return its id; 422 with `where` such as "line 12" if it is invalid."""
        id = new_id()
        imported = await self._workers.run(match_factory.read_record, record, id)
        if imported.problem or imported.row is None:
            raise invalid(imported.problem, f"line {imported.line}")
        if imported.row.game not in self._games:
            raise invalid("This server does not have the game of this record.", "line 2")
        with reporting_store_errors():
            await self._store.create(imported.row, imported.entries)
        return id

    async def _save_new(self, row: MatchRow, entries: Sequence[JournalEntry] = ()) -> CreatedMatch:
        with reporting_store_errors():
            await self._store.create(row, entries)
        self.lobby.match_changed(row)
        log.info("match created", extra={"facts": {"match": row.id, "game": row.game, "kind": row.kind}})
        seats = [seat for seat, player in enumerate(row.players) if player.person]
        return self.issue_keys(row, SeatAccess(tuple(seats), True))

    def issue_keys(self, row: MatchRow, access: SeatAccess) -> CreatedMatch:
        """Return the keys to a match for a caller with access to some of its seats."""
        host_key = self._keys.issue(row.id, HOST, row.host_nonce) if access.host else ""
        seats = [seat for seat in access.seats if row.players[seat].person]
        seat_keys = {seat: self._keys.issue(row.id, seat, row.players[seat].nonce) for seat in seats}
        return CreatedMatch(row.id, host_key, seat_keys)

    # ---------------------------------------------------------------- reading

    async def row(self, id: str) -> MatchRow:
        """Return a match as saved on disk; 404 if there is no such match."""
        with reporting_store_errors():
            row = await self._store.row(id)
        if row is None:
            raise not_found(NO_SUCH_MATCH, "id")
        return row

    async def info(self, id: str) -> wire.MatchInfo:
        """Return the public information about a match."""
        row = await self.row(id)
        return table_info(row, self._game(row), self._connected_seats(id) or ())

    def access(self, row: MatchRow, keys: Sequence[str]) -> SeatAccess:
        """Return the seats of a match that some keys open."""
        return self._keys.access(row, keys)

    async def require_view(self, id: str, keys: Sequence[str], seat: int) -> MatchRow:
        """Return the match if these keys allow viewing it from this seat (-1: as a spectator), else raise 403."""
        row = await self.row(id)
        if not NO_SEAT <= seat < row.seat_count:
            raise invalid(f"This match has seats 0 to {row.seat_count - 1}; use -1 for a spectator.", "seat")
        if seat == NO_SEAT or row.has_no_secrets or seat in self.access(row, keys).seats:
            return row
        raise HttpError(403, "key", "Until the match is over you can view it only from your own seat.", "seat")

    async def history(self, id: str) -> MatchHistory:
        """Return everything needed to replay a match."""
        row = await self.row(id)
        self._game(row)
        with reporting_store_errors():
            return match_history(row, await self._store.entries(id))

    @property
    def loaded_count(self) -> int:
        """The number of matches in memory."""
        return len(self._rooms)

    @property
    def socket_count(self) -> int:
        """The number of open sockets."""
        return len(self.lobby) + sum(len(room.viewers) for room in self._rooms.values())

    def _connected_seats(self, id: str) -> set[int] | None:
        return self._rooms[id].viewers.connected_seats() if id in self._rooms else None

    def _game(self, row: MatchRow) -> Game:
        game = self._games.get(row.game)
        if game is None:
            hint = " It is a variant: start the server with --variant and its file." if VARIANT in row.game else ""
            raise conflict(f"This server does not have the game of this match.{hint}")
        if game.version != row.version:
            raise conflict(
                f"This match was played with version {row.version} of the rules; this server has {game.version}."
            )
        return game

    # ---------------------------------------------------------------- rooms in memory

    async def get(self, id: str) -> Room:
        """Return the room of a match, loading it if needed. Concurrent callers share one load."""
        if self._unloader is None:
            self._unloader = asyncio.create_task(self._unload_idle_rooms())
        if id in self._rooms:
            return self._rooms[id]
        if id not in self._loading:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        with reporting_store_errors():
            loaded = await self._store.load(id)
        if loaded is None:
            raise not_found(NO_SUCH_MATCH, "id")
        game = self._game(loaded.row)
        try:
            room = self._open_room(loaded, game)
        except Exception:
            log.exception("failed to load match, replaying it from its first entry", extra={"facts": {"match": id}})
            room = await self._load_without_snapshot(loaded, game)
        self._rooms[id] = room
        return room

    async def _load_without_snapshot(self, loaded: LoadedMatch, game: Game) -> Room:
        """Return a room that replays all entries, in case the snapshot is damaged; 409 if that fails too."""
        with reporting_store_errors():
            loaded.entries = await self._store.entries(loaded.row.id)
        loaded.snapshot = None
        try:
            return self._open_room(loaded, game)
        except Exception:
            log.exception("failed to replay match", extra={"facts": {"match": loaded.row.id}})
            raise conflict("This match cannot be opened: its moves do not fit the rules of this server.") from None

    def _open_room(self, loaded: LoadedMatch, game: Game) -> Room:
        return Room(
            loaded, game, self._store, self._workers, on_change=self._on_match_changed, on_failure=self._on_room_failed
        )

    def _on_match_changed(self, row: MatchRow) -> None:
        self.lobby.match_changed(row)
        if row.status.is_over:
            self.on_match_over(row.id)

    def _on_room_failed(self, room: Room) -> None:
        """Drop a room that has failed; the next client loads the match again."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    async def _unload_idle_rooms(self) -> None:
        """Close rooms that have been idle for longer than the timeout; runs until cancelled."""
        while True:
            await asyncio.sleep(self._idle_timeout_s / 4)
            before = len(self._rooms)
            for room in list(self._rooms.values()):
                if room.is_idle and time.monotonic() - room.last_used > self._idle_timeout_s:
                    del self._rooms[room.id]
                    await room.close()
            if len(self._rooms) < before:
                gc.collect()  # rooms are large and have reference cycles; see run.tune_garbage_collection

    async def close(self) -> None:
        """Disconnect all clients and save what is still unsaved."""
        if self._unloader is not None:
            self._unloader.cancel()
        await self.lobby.close(CLOSE_SERVICE_RESTART, shutdown_notice())
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*[room.close() for room in self._rooms.values()])
        self._rooms.clear()


@contextmanager
def reporting_store_errors() -> Iterator[None]:
    """Log a StoreError raised inside the block and raise HttpError 503 instead."""
    try:
        yield
    except StoreError as error:
        log.error("database error", extra={"facts": {"error": str(error)}})
        raise HttpError(503, "store", "The database is not available. Try again in a moment.") from error
