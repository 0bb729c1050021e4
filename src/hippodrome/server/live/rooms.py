"""All matches of the server: creates, branches and imports them, and loads them into rooms when needed."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

import msgspec

from hippodrome.kit.custom_files import is_file
from hippodrome.kit.game import VARIANT, Game
from hippodrome.server import wire
from hippodrome.server.clients import current_client
from hippodrome.server.http.http_errors import HttpError, conflict, invalid, not_found
from hippodrome.server.live.access_change import PrepareAccess
from hippodrome.server.live.fair_scheduler import FairScheduler
from hippodrome.server.live.match_session import MatchSession, RequestRejected
from hippodrome.server.live.packed_histories import PackedHistories
from hippodrome.server.live.room import (
    CLOSE_DELETED,
    CLOSE_SERVICE_RESTART,
    Room,
    RoomClosed,
    deleted_notice,
    shutdown_notice,
)
from hippodrome.server.services import match_factory
from hippodrome.server.services.lobby import Lobby
from hippodrome.server.services.match_factory import CreatedMatch, MatchSpec, SeatSpec
from hippodrome.server.services.quotas import StorageQuotas
from hippodrome.server.services.record_signatures import RecordSigner
from hippodrome.server.services.rules_changes import UNREADABLE, RulesChanges, require_shown
from hippodrome.server.services.seat_keys import HOST, SeatAccess, SeatKeys, holder_of, is_personal_key, new_id
from hippodrome.server.storage.rows import (
    BRANCH,
    IMPORTED,
    PLAYED,
    CampaignRow,
    HeldSeat,
    LoadedMatch,
    MatchRow,
    RetentionTimes,
    match_history,
    table_info,
)
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Workers
from hippodrome.server.workers.replay import MatchHistory, PackedHistory, first_shown, pack_history

log = logging.getLogger("hippodrome.server.live.rooms")

MAX_HOLDERS_PER_MATCH = 64
"""At most this many personal keys can hold seats of one match."""

COPIED_MATCHES = 500
"""The seats of this many matches are copied at a time from one personal key to another."""

NO_SUCH_MATCH = "There is no such match. It may have been deleted."

__all__ = ["CreatedMatch", "MatchSpec", "Rooms", "SeatSpec", "reporting_store_errors"]


class Rooms:
    """The rooms of all matches. Methods raise HttpError with a message for people if they fail.

    A match is loaded when it is first needed and leaves memory after `idle_timeout_s` seconds without a client.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        keys: SeatKeys,
        games: Mapping[str, Game],
        idle_timeout_s: float = 60.0,
        quotas: StorageQuotas | None = None,
        signer: RecordSigner | None = None,
        scheduler: FairScheduler | None = None,
    ) -> None:
        self.scheduler = scheduler or FairScheduler()
        self.lobby = Lobby(
            store, keys, games, self.scheduler, connected_seats=self._connected_seats, load_match=self.get
        )
        self.rules_changes = RulesChanges(store, workers)
        self._store = store
        self._workers = workers
        self._keys = keys
        self._games = games
        self._quotas = quotas or StorageQuotas(store)
        self._idle_timeout_s = idle_timeout_s
        self._signer = signer
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._loading_for: dict[str, set[str]] = {}  # the addresses that wait for a match to be loaded
        self._packed_histories = PackedHistories(self.history)
        self._deleting: set[str] = set()
        self._unloader: asyncio.Task[None] | None = None
        self._rematch_lock = asyncio.Lock()
        self.on_match_over: Callable[[str], None] = lambda id: None  # called with the id of each match that ends

    # ---------------------------------------------------------------- creating matches

    async def create(self, spec: MatchSpec, keys: Sequence[str] = ()) -> CreatedMatch:
        """Create a match; 404 for an unknown game or scenario, 422 for any other error in the spec.

        If there is a personal key among the caller's `keys`, it holds the caller's seats. Friends get theirs by
        invitation.
        """
        owner = await self.claim(PLAYED, keys)
        return await self._save_new(await self._new_match(spec), owner, keys)

    async def _new_match(self, spec: MatchSpec) -> MatchRow:
        """Return the row of a new match with a signed commitment. A chosen seed is no secret, so it is not signed.

        Custom files among its options are read in a worker.
        """
        if spec.game in self._games and any(is_file(value) for value in spec.options.values()):
            row = await self._workers.run(match_factory.new_custom_match, spec)
        else:
            row = match_factory.new_match(spec, self._games)
        if self._signer is not None and spec.seed is None:
            self._signer.sign_commitment(row)
        return row

    async def claim(self, kind: str, keys: Sequence[str] = ()) -> str:
        """Return the owner of a match that the current client wants to save; 409 or 503 if it may not."""
        with reporting_store_errors():
            return await self._quotas.claim(kind, keys)

    async def check_disk(self) -> None:
        """Raise HttpError 503 if the disk is almost full."""
        with reporting_store_errors():
            await self._quotas.check_disk()

    async def create_campaign_game(self, campaign: CampaignRow, spec: MatchSpec) -> MatchRow:
        """Create the next game of a campaign and make it the campaign's current match, in one transaction."""
        owner = await self.claim(PLAYED)
        row = await self._new_match(spec)
        row.owner = owner
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
            access = await self.access(row, keys)
            if not access.is_participant:
                raise HttpError(403, "key", "Only players of this match can ask for a rematch.")
            if row.kind != PLAYED:
                raise conflict("A branch has no rematch. Branch off again from the same move instead.")
            if not row.status.is_over:
                raise conflict("This match is not over yet.")
            if row.rematch:
                return await self.issue_keys(await self.row(row.rematch), access, keys)
            owner = await self.claim(PLAYED, keys)
            new_row = match_factory.rematch(row, self._games)
            new_row.owner = owner
            if self._signer is not None:
                self._signer.sign_commitment(new_row)
            with reporting_store_errors():
                await self._store.create(new_row, rematch_of=id)
            if id in self._rooms:
                self._rooms[id].announce_rematch(new_row.id)
            return await self.issue_keys(new_row, access, keys)

    async def branch(self, id: str, at: int, seat: int | None, keys: Sequence[str]) -> CreatedMatch:
        """Create a match against bots that starts after move `at` of another one.

        403 for a seat that the caller may not view; 409 if the branch would help a player of a match in progress; 422
        for a move that has not been played.
        """
        viewer = NO_SEAT if seat is None else seat
        row = await self.require_view(id, keys, viewer)
        refusal = match_factory.branch_refusal(row)
        if refusal:
            raise conflict(refusal)
        owner = await self.claim(BRANCH, keys)
        history = await self.history(id, at)
        seed = match_factory.new_seed()
        base = await self._workers.run(replay.branch_position, history, at, viewer, seed)
        if isinstance(base, int):
            raise invalid(f"This match has {base} moves so far; choose a move from 0 to {base}.", "at")
        is_own_seat = viewer in (await self.access(row, keys)).seats
        return await self._save_new(match_factory.branch(row, at, viewer, seed, base, is_own_seat), owner, keys)

    async def import_record(self, record: str, keys: Sequence[str] = ()) -> str:
        """Save a record as a match to view and return its id; 422 with `where` such as "line 12" if it is invalid.

        If there is a personal key among the caller's `keys`, it gets the host's rights, and can delete it.
        """
        await self.claim(IMPORTED, keys)
        id = new_id()
        imported = await self._workers.run(match_factory.read_record, record, id)
        if imported.problem or imported.row is None:
            raise invalid(imported.problem, f"line {imported.line}")
        if imported.row.game not in self._games:
            raise invalid("This server does not have the game of this record.", "line 2")
        imported.row.owner = await self.claim(IMPORTED, keys)  # others may have been saved meanwhile
        with reporting_store_errors():
            await self._store.create(
                imported.row, imported.entries, progress=imported.progress, changes=imported.changes
            )
        await self.issue_keys(imported.row, SeatAccess((), True), keys)
        return id

    async def _save_new(self, row: MatchRow, owner: str, keys: Sequence[str]) -> CreatedMatch:
        row.owner = owner
        with reporting_store_errors():
            await self._store.create(row)
        self.lobby.match_changed(row)
        log.info("match created", extra={"facts": {"match": row.id, "game": row.game, "kind": row.kind}})
        seats = [seat for seat, player in enumerate(row.players) if player.person and not player.invitation]
        return await self.issue_keys(row, SeatAccess(tuple(seats), True), keys)

    async def issue_keys(self, row: MatchRow, access: SeatAccess, keys: Sequence[str]) -> CreatedMatch:
        """Return the keys to a match for a caller with access to some of its seats, and to the host the invitations.

        If there is a personal key among the caller's `keys`, it holds them from now on.
        """
        host_key = self._keys.issue(row.id, HOST, row.host_nonce) if access.host else ""
        seats = [seat for seat in access.seats if row.players[seat].person]
        seat_keys = {seat: self._keys.issue(row.id, seat, row.players[seat].nonce) for seat in seats}
        holder = holder_of(keys)
        held = [HeldSeat(holder, row.id, seat, row.players[seat].nonce) for seat in seats]
        if access.host:
            held.append(HeldSeat(holder, row.id, HOST, row.host_nonce))
        if holder:
            with reporting_store_errors():
                await self._store.hold(held)
        invitations = self._keys.issue_invitations(row) if access.host else {}
        return CreatedMatch(row.id, host_key, seat_keys, invitations)

    # ---------------------------------------------------------------- deleting matches

    async def delete(self, id: str, keys: Sequence[str]) -> None:
        """Delete a match with everything that belongs to it; everyone at the table is told.

        403 without the host's key; 409 for the current game of a campaign.
        """
        row = await self.row(id)
        if not (await self.access(row, keys)).host:
            raise HttpError(403, "key", "Only the host, who set up this match, can delete it.")
        with reporting_store_errors():
            campaign = await self._store.campaign_playing(id)
        if campaign is not None:
            raise conflict("This match is the current game of a campaign. Finish it first; then you can delete it.")
        await self._delete(row)

    @property
    def open_matches(self) -> set[str]:
        """The ids of the matches that are loaded, being loaded or being deleted."""
        return {*self._rooms, *self._loading, *self._deleting}

    async def delete_expired(self, id: str, times: RetentionTimes) -> bool:
        """Delete a match that has expired; return False if it is open, has been changed or is gone."""
        with reporting_store_errors():
            row = await self._store.row(id)
        if row is None or row.status.updated >= times.limit(row) or id in self.open_matches:
            return False
        await self._delete(row)
        return True

    async def _delete(self, row: MatchRow) -> None:
        """Close the room of a match, delete the match, and tell the clients. If that fails, they reconnect."""
        if row.id in self._deleting:
            raise not_found(NO_SUCH_MATCH, "id")
        self._deleting.add(row.id)
        try:
            if row.id in self._loading:
                await asyncio.wait([self._loading[row.id]])
            room = self._rooms.pop(row.id, None)
            if room is not None:
                await room.stop()
            code, notice = CLOSE_SERVICE_RESTART, shutdown_notice()
            try:
                with reporting_store_errors():
                    await self._store.delete(row.id)
                code, notice = CLOSE_DELETED, deleted_notice()
            finally:
                if room is not None:
                    room.disconnect_all(code, notice)
        finally:
            self._deleting.discard(row.id)
        self.lobby.match_changed(row)
        log.info("match deleted", extra={"facts": {"match": row.id, "game": row.game, "kind": row.kind}})

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
        return table_info(row, self._game(row), self._connected_seats(id))

    async def access(self, row: MatchRow, keys: Sequence[str]) -> SeatAccess:
        """Return the seats of a match that some keys open: seat keys, or a personal key that holds them."""
        holder = holder_of(keys)
        with reporting_store_errors():
            held = await self._store.held_seats(holder, [row.id]) if holder else []
        return self._keys.access(row, keys, held)

    async def hold(self, keys: Sequence[str], seat_keys: Sequence[str]) -> list[str]:
        """Save seat keys under the personal key among `keys`; return those that are not valid and were not saved.

        If another personal key is among the seat keys, everything that it holds is copied. 403 without a personal key
        among `keys`.
        """
        holder = holder_of(keys)
        if not holder:
            raise HttpError(403, "key", "Send a personal key with this request.", "X-Seat-Key")
        for other in {holder_of([text]) for text in seat_keys if is_personal_key(text)}:
            await self._copy_held_seats(other, holder)
        read = {text: key for text in seat_keys if (key := self._keys.read(text)) is not None}
        ids = {key.match for key in read.values()}
        with reporting_store_errors():
            rows = {row.id: row for row in await self._store.rows(list(ids))}
            for id, holders in (await self._store.holders(ids)).items():
                if holder not in holders and len(holders) >= MAX_HOLDERS_PER_MATCH:
                    rows.pop(id, None)
            valid = {
                text: HeldSeat(holder, key.match, key.seat, key.nonce)
                for text, key in read.items()
                if key.match in rows and rows[key.match].is_current(key.seat, key.nonce)
            }
            await self._store.hold(list(valid.values()))
        return [text for text in seat_keys if text not in valid and not is_personal_key(text)]

    async def _copy_held_seats(self, source: str, holder: str) -> None:
        """Let a holder hold everything that another one holds, a part at a time."""
        with reporting_store_errors():
            for over in (False, True):
                offset = 0
                while rows := await self._store.held_page(source, list(self._games), over, offset, COPIED_MATCHES):
                    seats = await self._store.held_seats(source, [row.id for row in rows])
                    await self._store.hold([msgspec.structs.replace(seat, holder=holder) for seat in seats])
                    offset += COPIED_MATCHES

    async def release(self, keys: Sequence[str], id: str) -> None:
        """Remove a match from those of the personal key among `keys`; nothing happens without one."""
        with reporting_store_errors():
            await self._store.release(holder_of(keys), id)

    async def list_own(self, keys: Sequence[str], over: bool, page: int) -> wire.LobbyList:
        """Return a page of the matches of these keys, in progress or `over`."""
        with reporting_store_errors():
            return await self.lobby.page(keys, over, page)

    async def require_view(self, id: str, keys: Sequence[str], seat: int) -> MatchRow:
        """Return the match if these keys allow viewing it from this seat (-1: as a spectator), else raise 403."""
        row = await self.row(id)
        if not NO_SEAT <= seat < row.seat_count:
            raise invalid(f"This match has seats 0 to {row.seat_count - 1}; use -1 for a spectator.", "seat")
        if seat == NO_SEAT or row.has_no_secrets or seat in (await self.access(row, keys)).seats:
            return row
        raise HttpError(403, "key", "Until the match is over you can view it only from your own seat.", "seat")

    async def history(self, id: str, move: int | None = None) -> MatchHistory:
        """Return everything needed to replay a match, when it is the turn of the current client's address.

        409 if the position after `move` moves is wanted, but was reached under earlier rules.
        """
        history = await self.scheduler.run(current_client().address, self._read_history(id))
        if move is not None:
            require_shown(first_shown(history), move, self._game(await self.row(id)))
        return history

    async def _read_history(self, id: str) -> MatchHistory:
        row = await self.row(id)
        if row.rules_version < self._game(row).version:
            await self.get(id)
            row = await self.row(id)
        with reporting_store_errors():
            changes = await self._store.rules_changes(id) if row.rules else []
            return match_history(row, await self._store.entries(id), changes)

    def finding(self, id: str, seat: int, index: int) -> wire.CostlyDecision | None:
        """Return what a review has found about a move, if its match is still in memory."""
        return self._rooms[id].finding(seat, index) if id in self._rooms else None

    async def packed_history(self, id: str, move: int) -> PackedHistory:
        """Return the history of a match for showing it after a number of moves, like `history`.

        Those of some matches that are over are kept.
        """
        row = await self.row(id)
        if not row.has_no_secrets:
            return pack_history(await self.history(id, move))
        packed = await self._packed_histories.get(id)
        require_shown(packed.first, move, self._game(row))
        return packed

    async def full_log(self, id: str, viewer: int) -> wire.Log:
        """Return the whole log of a match as a viewer may read it."""
        history = await self.history(id)
        with reporting_store_errors():
            return await self.rules_changes.full_log(await self.row(id), history, viewer)

    async def saved_record(self, id: str, keys: Sequence[str]) -> str:
        """Return the record of a match that cannot be opened under the rules of this server.

        403 for others than its players; 409 if the match can be opened.
        """
        row = await self.row(id)
        if not (await self.access(row, keys)).is_participant and not row.has_no_secrets:
            raise HttpError(403, "key", "Only players of this match can download its record.")
        try:
            await self.get(id)
        except HttpError as error:
            if error.code != UNREADABLE:
                raise
        else:
            raise conflict("This match can be opened. You can get its record when it is over.")
        with reporting_store_errors():
            loaded = await self._store.load(id)
            if loaded is None:
                raise not_found(NO_SUCH_MATCH, "id")
            return await self.rules_changes.saved_record(loaded)

    @property
    def loaded_count(self) -> int:
        """The number of matches in memory."""
        return len(self._rooms)

    @property
    def socket_count(self) -> int:
        """The number of open sockets."""
        return len(self.lobby) + sum(len(room.viewers) for room in self._rooms.values())

    def _connected_seats(self, id: str) -> Mapping[int, int] | None:
        return self._rooms[id].viewers.device_counts() if id in self._rooms else None

    def _game(self, row: MatchRow) -> Game:
        game = self._games.get(row.game)
        if game is None:
            hint = " It is a variant: start the server with --variant and its file." if VARIANT in row.game else ""
            raise conflict(f"This server does not have the game of this match.{hint}")
        if game.version < row.rules_version:
            raise conflict(
                f"This match was played with version {row.rules_version} of the rules; this server has {game.version}."
            )
        return game

    # ---------------------------------------------------------------- access to seats

    async def change_access(self, id: str, seat: int, prepare: PrepareAccess) -> None:
        """Change the invitation or the keys of a seat between two requests at its table; see `Room.change_access`."""
        while True:
            room = await self.get(id)
            try:
                with reporting_store_errors():
                    await room.change_access(seat, prepare)
            except RoomClosed:
                await asyncio.sleep(0)
            except RequestRejected as rejection:
                raise HttpError(503, "store", rejection.text) from rejection
            else:
                return

    # ---------------------------------------------------------------- rooms in memory

    async def get(self, id: str) -> Room:
        """Return the room of a match, loading it if needed. Concurrent callers share one load."""
        if self._unloader is None:
            self._unloader = asyncio.create_task(self._unload_idle_rooms())
        if id in self._deleting:
            raise not_found(NO_SUCH_MATCH, "id")
        if id in self._rooms:
            return self._rooms[id]
        self._loading_for.setdefault(id, set()).add(current_client().address)
        if id not in self._loading:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._forget_loading(id))
        return await asyncio.shield(self._loading[id])

    def _forget_loading(self, id: str) -> None:
        self._loading.pop(id, None)
        self._loading_for.pop(id, None)

    async def _load(self, id: str) -> Room:
        with reporting_store_errors():
            loaded = await self._store.load(id)
        if loaded is None:
            raise not_found(NO_SUCH_MATCH, "id")
        game = self._game(loaded.row)
        if loaded.row.rules_version < game.version:
            with reporting_store_errors():
                loaded = await self.rules_changes.upgrade(loaded, game)
        if loaded.snapshot_problem:
            await self._drop_snapshot(id, loaded.snapshot_problem)
        try:
            room = await self._open_room(loaded, game)
        except Exception as error:
            if loaded.snapshot is not None:
                await self._drop_snapshot(id, repr(error))
            room = await self._load_without_snapshot(loaded, game)
        self._rooms[id] = room
        return room

    async def _load_without_snapshot(self, loaded: LoadedMatch, game: Game) -> Room:
        """Return a room that replays all entries, in case the snapshot is damaged; 409 if that fails too."""
        with reporting_store_errors():
            loaded.entries = await self._store.entries(loaded.row.id)
        loaded.snapshot = None
        try:
            return await self._open_room(loaded, game)
        except Exception:
            log.exception("failed to replay match", extra={"facts": {"match": loaded.row.id}})
            raise conflict("This match cannot be opened: its moves do not fit the rules of this server.") from None

    async def _drop_snapshot(self, id: str, problem: str) -> None:
        """Delete a damaged snapshot; if that fails, it is ignored again the next time."""
        log.warning("snapshot ignored, replaying the match", extra={"facts": {"match": id, "problem": problem}})
        with suppress(StoreError):
            await self._store.drop_snapshot(id)

    async def _open_room(self, loaded: LoadedMatch, game: Game) -> Room:
        return Room(
            loaded,
            await self._load_session(loaded),
            game,
            self._store,
            self._workers,
            self.scheduler,
            on_change=self._on_match_changed,
            on_secret_question=self.lobby.seats_asked,
            on_failure=self._on_room_failed,
        )

    async def _load_session(self, loaded: LoadedMatch) -> MatchSession:
        """Return the session of a match. Its entries are replayed in turn with other work, a few at a time."""
        session = MatchSession(loaded, asyncio.get_running_loop().time, replay=False)

        async def replay_next() -> bool:
            return session.replay_next()

        addresses = self._loading_for[loaded.row.id]
        while await self.scheduler.measure(await self.scheduler.wait_for_turn(lambda: addresses), replay_next()):
            pass
        return session

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
