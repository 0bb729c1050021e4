"""All tables of the server: those in memory, and how a match is found, made, branched off or taken in."""

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
from hippodrome.server.storage.rows import PLAYED, CampaignRow, Entry, LoadedMatch, MatchRow, match_history, table_info
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from hippodrome.server.workers.replay import MatchHistory

log = logging.getLogger("hippodrome.server.live.rooms")

__all__ = ["CreatedMatch", "MatchSpec", "Rooms", "SeatSpec"]


class Rooms:
    """All tables of the server. Everything here raises Fault with a sentence for people if it cannot be done.

    A match is loaded when somebody asks for it, and leaves memory when nobody has been there for `idle` seconds.
    """

    def __init__(
        self, store: Store, programs: Workers, keys: SeatKeys, games: Mapping[str, Game], idle_timeout_s: float = 60.0
    ) -> None:
        self.lobby = Lobby(store, keys, games, connected_seats=self._connected_seats, load_match=self.get)
        self._store = store
        self._workers = programs
        self._keys = keys
        self._games = games
        self._idle_timeout_s = idle_timeout_s
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._unloader: asyncio.Task[None] | None = None
        self._rematch_lock = asyncio.Lock()
        self.on_match_over: Callable[[str], None] = lambda id: None  # told of every match that is over

    # ---------------------------------------------------------------- making

    async def create(self, plan: MatchSpec) -> CreatedMatch:
        """Set up a table: 404 for an unknown game or scenario, 422 for anything else that does not fit."""
        return await self._save_new(match_factory.new_match(plan, self._games))

    async def create_campaign_game(self, campaign: CampaignRow, plan: MatchSpec) -> MatchRow:
        """Set up the next game of a campaign; that it is played now is kept together with it."""
        row = match_factory.new_match(plan, self._games)
        campaign.current_match = row.id
        with reporting_store_errors():
            await self._store.create(row, campaign=campaign)
        self.lobby.match_changed(row)
        return row

    async def rematch(self, id: str, keys: Sequence[str]) -> CreatedMatch:
        """Return the same people and settings with new dice, with the caller's own keys; 403 without a key of the
        match.
        """
        async with self._rematch_lock:
            row = await self.row(id)
            held = self.access(row, keys)
            if not held.is_participant:
                raise HttpError(403, "key", "Only those who played this match can play it again.")
            if row.kind != PLAYED:
                raise conflict("A branch has no rematch. Play on from the same moment once more.")
            if not row.status.is_over:
                raise conflict("This match is not over yet.")
            if row.rematch:
                return self.issue_keys(await self.row(row.rematch), held)
            made = match_factory.rematch(row, self._games)
            with reporting_store_errors():
                await self._store.create(made, rematch_of=id)
            if id in self._rooms:
                self._rooms[id].announce_rematch(made.id)
            return self.issue_keys(made, held)

    async def branch(self, id: str, at: int, seat: int | None, keys: Sequence[str]) -> CreatedMatch:
        """Play on from a moment against programs; 403 for a seat that the caller may not look from."""
        viewer = NO_SEAT if seat is None else seat
        row = await self.require_view(id, keys, viewer)
        story = await self.history(id)
        seed = match_factory.new_seed()
        base = await self._workers.run(replay.branch_position, story, at, viewer, seed)
        if isinstance(base, int):
            raise invalid(f"This match has {base} moves so far; choose one of them, or 0.", "at")
        known = viewer in self.access(row, keys).seats
        return await self._save_new(match_factory.branch(row, at, viewer, seed, base, known))

    async def import_record(self, record: str) -> str:
        """Keep a record as a match to look at; 422 with `where` "line 12" if it does not hold."""
        id = new_id()
        taken = await self._workers.run(match_factory.read_record, record, id)
        if taken.problem or taken.row is None:
            raise invalid(taken.problem, f"line {taken.line}")
        if taken.row.game not in self._games:
            raise invalid("This server does not have the game of this record.", "line 2")
        with reporting_store_errors():
            await self._store.create(taken.row, taken.entries)
        return id

    async def _save_new(self, row: MatchRow, entries: Sequence[Entry] = ()) -> CreatedMatch:
        with reporting_store_errors():
            await self._store.create(row, entries)
        self.lobby.match_changed(row)
        log.info("match made", extra={"facts": {"match": row.id, "game": row.game, "kind": row.kind}})
        people = [seat for seat, person in enumerate(row.players) if person.person]
        return self.issue_keys(row, SeatAccess(tuple(people), True))

    def issue_keys(self, row: MatchRow, held: SeatAccess) -> CreatedMatch:
        """Return the keys to a match for somebody who holds some seats."""
        host = self._keys.issue(row.id, HOST, row.host_nonce) if held.host else ""
        seats = [seat for seat in held.seats if row.players[seat].person]
        return CreatedMatch(
            row.id, host, {seat: self._keys.issue(row.id, seat, row.players[seat].nonce) for seat in seats}
        )

    # ---------------------------------------------------------------- looking

    async def row(self, id: str) -> MatchRow:
        """Return a match as it is on disk; 404 if there is none of this name."""
        with reporting_store_errors():
            row = await self._store.row(id)
        if row is None:
            raise not_found("There is no such table.", "id")
        return row

    async def info(self, id: str) -> wire.Info:
        """What everybody may know of a table."""
        row = await self.row(id)
        return table_info(row, self._game(row), self._connected_seats(id) or ())

    def access(self, row: MatchRow, keys: Sequence[str]) -> SeatAccess:
        """What keys are good for at a table: `.seats`, `.host`, `.any`."""
        return self._keys.access(row, keys)

    async def require_view(self, id: str, keys: Sequence[str], seat: int) -> MatchRow:
        """Return the match, if somebody with these keys may look from this seat (-1: a spectator); else 403."""
        row = await self.row(id)
        if not NO_SEAT <= seat < row.seat_count:
            raise invalid(f"This table has the seats 0 to {row.seat_count - 1}; -1 is a spectator.", "seat")
        if seat == NO_SEAT or row.has_no_secrets or seat in self.access(row, keys).seats:
            return row
        raise HttpError(403, "key", "While the match goes on you can look from your own seat only.", "seat")

    async def history(self, id: str) -> MatchHistory:
        """Return all that hippodrome.server.workers.replay needs to replay a match."""
        row = await self.row(id)
        self._game(row)
        with reporting_store_errors():
            return match_history(row, await self._store.entries(id))

    @property
    def loaded_count(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    @property
    def socket_count(self) -> int:
        """How many sockets are open."""
        return len(self.lobby) + sum(len(room.viewers) for room in self._rooms.values())

    def _connected_seats(self, id: str) -> set[int] | None:
        return self._rooms[id].viewers.connected_seats() if id in self._rooms else None

    def _game(self, row: MatchRow) -> Game:
        game = self._games.get(row.game)
        if game is None:
            variant = " It is a variant: start the server --variant it." if VARIANT in row.game else ""
            raise conflict(f"This server does not have the game of this table.{variant}")
        if game.version != row.version:
            raise conflict(f"This table was played by version {row.version} of the rules; here is {game.version}.")
        return game

    # ---------------------------------------------------------------- in memory

    async def get(self, id: str) -> Room:
        """Return the room of a match, which is loaded if it is not in memory; many who ask at once wait for the
        same.
        """
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
            raise not_found("There is no such table.", "id")
        game = self._game(loaded.row)
        try:
            room = self._open_room(loaded, game)
        except Exception:
            log.exception("a match could not be taken up", extra={"facts": {"match": id}})
            room = await self._load_without_snapshot(loaded, game)
        self._rooms[id] = room
        return room

    async def _load_without_snapshot(self, loaded: LoadedMatch, game: Game) -> Room:
        """Return a room without the snapshot: if that is what was wrong, the moves still tell how the match stands."""
        with reporting_store_errors():
            loaded.entries = await self._store.entries(loaded.row.id)
        loaded.snapshot = None
        try:
            return self._open_room(loaded, game)
        except Exception:
            log.exception("a match cannot be replayed", extra={"facts": {"match": loaded.row.id}})
            raise conflict("This table cannot be opened: its moves do not fit the rules of this server.") from None

    def _open_room(self, loaded: LoadedMatch, game: Game) -> Room:
        return Room(
            loaded, game, self._store, self._workers, on_change=self._on_room_changed, on_failure=self._on_room_failed
        )

    def _on_room_changed(self, room: Room) -> None:
        self.lobby.match_changed(room.session.row)
        if room.session.row.status.is_over:
            self.on_match_over(room.id)

    def _on_room_failed(self, room: Room) -> None:
        """A room is given up; who comes next loads it again."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    async def _unload_idle_rooms(self) -> None:
        """Let rooms leave memory in which nobody has been for a while."""
        while True:
            await asyncio.sleep(self._idle_timeout_s / 4)
            before = len(self._rooms)
            for room in list(self._rooms.values()):
                if room.is_idle and time.monotonic() - room.last_used > self._idle_timeout_s:
                    del self._rooms[room.id]
                    await room.close()
            if len(self._rooms) < before:
                gc.collect()  # rooms are large and refer to themselves; see serve.collect_rarely

    async def close(self) -> None:
        """Tell everybody that the server ends, and write down what is to be written."""
        if self._unloader is not None:
            self._unloader.cancel()
        await self.lobby.close(CLOSE_SERVICE_RESTART, shutdown_notice())
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*[room.close() for room in self._rooms.values()])
        self._rooms.clear()


@contextmanager
def reporting_store_errors() -> Iterator[None]:
    """Something that the store must do; if it cannot, people are told."""
    try:
        yield
    except StoreError as error:
        log.error("the store failed", extra={"facts": {"why": str(error)}})
        raise HttpError(
            503, "store", "This could not be kept or read just now. Please try again in a moment."
        ) from error
