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
from hippodrome.server.http.http_errors import Fault, conflict, invalid, missing
from hippodrome.server.live.room import GOING, Room, going
from hippodrome.server.services import match_factory
from hippodrome.server.services.lobby import Lobby
from hippodrome.server.services.match_factory import Made, Place, Plan
from hippodrome.server.services.seat_keys import HOST, Held, Keys, new_id
from hippodrome.server.storage import journal
from hippodrome.server.storage.campaign_row import CampaignRow
from hippodrome.server.storage.journal import PLAYED, Entry, Loaded, MatchRow
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.wire import NOBODY
from hippodrome.server.workers import replay
from hippodrome.server.workers.pool import Programs
from hippodrome.server.workers.replay import Story

log = logging.getLogger("hippodrome.server.live.rooms")

__all__ = ["Made", "Place", "Plan", "Rooms"]


class Rooms:
    """All tables of the server. Everything here raises Fault with a sentence for people if it cannot be done.

    A match is loaded when somebody asks for it, and leaves memory when nobody has been there for `idle` seconds.
    """

    def __init__(
        self, store: Store, programs: Programs, keys: Keys, games: Mapping[str, Game], idle: float = 60.0
    ) -> None:
        self.lobby = Lobby(store, keys, games, here=self._here, wake=self.get)
        self._store = store
        self._programs = programs
        self._keys = keys
        self._games = games
        self._idle = idle
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._again = asyncio.Lock()
        self.ended: Callable[[str], None] = lambda id: None  # told of every match that is over

    # ---------------------------------------------------------------- making

    async def create(self, plan: Plan) -> Made:
        """Set up a table: 404 for an unknown game or scenario, 422 for anything else that does not fit."""
        return await self._make(match_factory.new_match(plan, self._games))

    async def create_for(self, campaign: CampaignRow, plan: Plan) -> MatchRow:
        """Set up the next game of a campaign; that it is played now is kept together with it."""
        row = match_factory.new_match(plan, self._games)
        campaign.match = row.id
        with kept():
            await self._store.create(row, campaign=campaign)
        self.lobby.touch(row)
        return row

    async def rematch(self, id: str, keys: Sequence[str]) -> Made:
        """Return the same people and settings with new dice, with the caller's own keys; 403 without a key of the
        match.
        """
        async with self._again:
            row = await self.row(id)
            held = self.held(row, keys)
            if not held.any:
                raise Fault(403, "key", "Only those who played this match can play it again.")
            if row.kind != PLAYED:
                raise conflict("A branch has no rematch. Play on from the same moment once more.")
            if not row.standing.over:
                raise conflict("This match is not over yet.")
            if row.rematch:
                return self.keys_of(await self.row(row.rematch), held)
            made = match_factory.rematch(row, self._games)
            with kept():
                await self._store.create(made, after=id)
            if id in self._rooms:
                self._rooms[id].tell_of_rematch(made.id)
            return self.keys_of(made, held)

    async def branch(self, id: str, at: int, seat: int | None, keys: Sequence[str]) -> Made:
        """Play on from a moment against programs; 403 for a seat that the caller may not look from."""
        viewer = NOBODY if seat is None else seat
        row = await self.looker(id, keys, viewer)
        story = await self.story(id)
        seed = match_factory.new_seed()
        base = await self._programs.run(replay.branched, story, at, viewer, seed)
        if isinstance(base, int):
            raise invalid(f"This match has {base} moves so far; choose one of them, or 0.", "at")
        known = viewer in self.held(row, keys).seats
        return await self._make(match_factory.branch(row, at, viewer, seed, base, known))

    async def take_in(self, record: str) -> str:
        """Keep a record as a match to look at; 422 with `where` "line 12" if it does not hold."""
        id = new_id()
        taken = await self._programs.run(match_factory.read_record, record, id)
        if taken.problem or taken.row is None:
            raise invalid(taken.problem, f"line {taken.line}")
        if taken.row.game not in self._games:
            raise invalid("This server does not have the game of this record.", "line 2")
        with kept():
            await self._store.create(taken.row, taken.entries)
        return id

    async def _make(self, row: MatchRow, entries: Sequence[Entry] = ()) -> Made:
        with kept():
            await self._store.create(row, entries)
        self.lobby.touch(row)
        log.info("match made", extra={"facts": {"match": row.id, "game": row.game, "kind": row.kind}})
        people = [seat for seat, person in enumerate(row.people) if person.person]
        return self.keys_of(row, Held(tuple(people), True))

    def keys_of(self, row: MatchRow, held: Held) -> Made:
        """Return the keys to a match for somebody who holds some seats."""
        host = self._keys.make(row.id, HOST, row.host) if held.host else ""
        seats = [seat for seat in held.seats if row.people[seat].person]
        return Made(row.id, host, {seat: self._keys.make(row.id, seat, row.people[seat].nonce) for seat in seats})

    # ---------------------------------------------------------------- looking

    async def row(self, id: str) -> MatchRow:
        """Return a match as it is on disk; 404 if there is none of this name."""
        with kept():
            row = await self._store.row(id)
        if row is None:
            raise missing("There is no such table.", "id")
        return row

    async def info(self, id: str) -> wire.Info:
        """What everybody may know of a table."""
        row = await self.row(id)
        return journal.info(row, self._game(row), self._here(id) or ())

    def held(self, row: MatchRow, keys: Sequence[str]) -> Held:
        """What keys are good for at a table: `.seats`, `.host`, `.any`."""
        return self._keys.held(row, keys)

    async def looker(self, id: str, keys: Sequence[str], seat: int) -> MatchRow:
        """Return the match, if somebody with these keys may look from this seat (-1: a spectator); else 403."""
        row = await self.row(id)
        if not NOBODY <= seat < row.seats:
            raise invalid(f"This table has the seats 0 to {row.seats - 1}; -1 is a spectator.", "seat")
        if seat == NOBODY or row.open or seat in self.held(row, keys).seats:
            return row
        raise Fault(403, "key", "While the match goes on you can look from your own seat only.", "seat")

    async def story(self, id: str) -> Story:
        """Return all that hippodrome.server.workers.replay needs to replay a match."""
        row = await self.row(id)
        self._game(row)
        with kept():
            return journal.story(row, await self._store.entries(id))

    @property
    def loaded(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return len(self.lobby) + sum(len(room.audience) for room in self._rooms.values())

    def _here(self, id: str) -> set[int] | None:
        return self._rooms[id].audience.here() if id in self._rooms else None

    def _game(self, row: MatchRow) -> Game:
        game = self._games.get(row.game)
        if game is None:
            variant = " It is a variant: start the server --with it." if VARIANT in row.game else ""
            raise conflict(f"This server does not have the game of this table.{variant}")
        if game.version != row.version:
            raise conflict(f"This table was played by version {row.version} of the rules; here is {game.version}.")
        return game

    # ---------------------------------------------------------------- in memory

    async def get(self, id: str) -> Room:
        """Return the room of a match, which is loaded if it is not in memory; many who ask at once wait for the
        same.
        """
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._sweep())
        if id in self._rooms:
            return self._rooms[id]
        if id not in self._loading:
            task = self._loading[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        with kept():
            loaded = await self._store.load(id)
        if loaded is None:
            raise missing("There is no such table.", "id")
        game = self._game(loaded.row)
        try:
            room = self._room(loaded, game)
        except Exception:
            log.exception("a match could not be taken up", extra={"facts": {"match": id}})
            room = await self._replayed(loaded, game)
        self._rooms[id] = room
        return room

    async def _replayed(self, loaded: Loaded, game: Game) -> Room:
        """Return a room without the snapshot: if that is what was wrong, the moves still tell how the match stands."""
        with kept():
            loaded.entries = await self._store.entries(loaded.row.id)
        loaded.snapshot = None
        try:
            return self._room(loaded, game)
        except Exception:
            log.exception("a match cannot be replayed", extra={"facts": {"match": loaded.row.id}})
            raise conflict("This table cannot be opened: its moves do not fit the rules of this server.") from None

    def _room(self, loaded: Loaded, game: Game) -> Room:
        return Room(loaded, game, self._store, self._programs, changed=self._changed, broke=self._broke)

    def _changed(self, room: Room) -> None:
        self.lobby.touch(room.course.row)
        if room.course.row.standing.over:
            self.ended(room.id)

    def _broke(self, room: Room) -> None:
        """A room is given up; who comes next loads it again."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    async def _sweep(self) -> None:
        """Let rooms leave memory in which nobody has been for a while."""
        while True:
            await asyncio.sleep(self._idle / 4)
            before = len(self._rooms)
            for room in list(self._rooms.values()):
                if room.is_idle and time.monotonic() - room.used > self._idle:
                    del self._rooms[room.id]
                    await room.close()
            if len(self._rooms) < before:
                gc.collect()  # rooms are large and refer to themselves; see serve.collect_rarely

    async def close(self) -> None:
        """Tell everybody that the server ends, and write down what is to be written."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        await self.lobby.close(GOING, going())
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        await asyncio.gather(*[room.close() for room in self._rooms.values()])
        self._rooms.clear()


@contextmanager
def kept() -> Iterator[None]:
    """Something that the store must do; if it cannot, people are told."""
    try:
        yield
    except StoreError as error:
        log.error("the store failed", extra={"facts": {"why": str(error)}})
        raise Fault(503, "store", "This could not be kept or read just now. Please try again in a moment.") from error
