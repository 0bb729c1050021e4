"""Rooms without a network, and clients that talk to them directly."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec

from hippodrome.catalogue import all_games
from hippodrome.server import wire
from hippodrome.server.live.commands import ClientJoined, ClientLeft
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.room import Room
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec
from hippodrome.server.services.seat_keys import SeatKeys
from hippodrome.server.storage.memory_store import MemoryStore
from hippodrome.server.storage.progress_rows import Progress
from hippodrome.server.storage.rows import JournalEntry, MatchStatus, Snapshot
from hippodrome.server.storage.store import Store, StoreError
from hippodrome.server.workers.pool import Workers

TIMEOUT_S = 20
SECRET = "a secret of the tests"

PERSON = SeatSpec(True)
BOT = SeatSpec(False, "random")

P = ParamSpec("P")
Message = dict[str, Any]


def async_test(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Turn a coroutine into a test with a time limit."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def run_with_timeout() -> None:
            async with asyncio.timeout(TIMEOUT_S * 2):
                await test(*args, **kwargs)

        asyncio.run(run_with_timeout())

    return run


@asynccontextmanager
async def open_rooms(workers: Workers, file: Path | None = None, idle: float = 60.0) -> AsyncIterator[Rooms]:
    """Open rooms whose matches are saved in a file, or only in memory without one; close them at the end."""
    store = await Store.open(file, lock_timeout_s=0.05)
    rooms = Rooms(store, workers, SeatKeys(SECRET), all_games(), idle)
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


def match_spec(*seats: SeatSpec, game: str = "pig", scenario: str = "plain", seed: int = 1, **rest: Any) -> MatchSpec:
    """Return the specification of a match; by default two people play Pig."""
    return MatchSpec(game, scenario, rest.pop("options", {}), list(seats or (PERSON, PERSON)), seed=seed, **rest)


class FailingStore(MemoryStore):
    """A store that reports a failure of each append, before or after saving the entries."""

    saves_first = False

    async def append(
        self,
        id: str,
        entries: Sequence[JournalEntry],
        status: MatchStatus,
        snapshot: Snapshot | None = None,
        progress: Progress | None = None,
    ) -> None:
        if self.saves_first:
            await super().append(id, entries, status, snapshot, progress)
        raise StoreError("disk full")


class RoomClient:
    """A client of a room that sends and receives one message at a time."""

    def __init__(self, room: Room, connection: Connection) -> None:
        self.room = room
        self.connection = connection
        self.frame: Message = {}
        self.received: list[Message] = []
        self.last_id = 0

    def send(self, request: wire.Request) -> None:
        """Send a request to the room."""
        self.room.put(self.connection, request)

    async def receive(self) -> Message:
        """Return the next message; a frame is also kept in `frame`."""
        text = await asyncio.wait_for(self.connection.next_text(), TIMEOUT_S)
        assert text is not None, "the connection was closed"
        message: Message = json.loads(text)
        self.received.append(message)
        if message["type"] == "frame":
            self.frame = message
        return message

    async def wait_for(self, *kinds: str) -> Message:
        """Read until a message of one of these kinds arrives, and return it."""
        while (message := await self.receive())["type"] not in kinds:
            pass
        return message

    async def wait_until(self, condition: Callable[[Message], bool]) -> Message:
        """Read until the latest frame meets a condition, and return it."""
        while not self.frame or not condition(self.frame):
            await self.receive()
        return self.frame

    async def wait_for_turn(self) -> Message:
        """Read until a seat of this client must decide, and return the frame."""
        return await self.wait_until(lambda frame: frame["ask"] is not None and frame["ask"]["mine"] >= 0)

    async def drain(self) -> list[Message]:
        """Return the messages received until every earlier request has been answered."""
        self.send(wire.Preview(-1, -1, -1, ""))
        before = len(self.received)
        while (await self.receive()).get("id") != -1:
            pass
        return self.received[before:-1]

    async def play(self, action: str, seat: int | None = None, n: int | None = None) -> Message:
        """Play an action and return the answer."""
        self.last_id += 1
        mine = self.frame["ask"]["mine"] if seat is None else seat
        self.send(wire.Play(self.last_id, self.frame["n"] if n is None else n, mine, action))
        return await self.wait_for_answer()

    async def play_all(self, *actions: str, seat: int | None = None, n: int | None = None) -> Message:
        """Play a compound and return the answer."""
        self.last_id += 1
        mine = self.frame["ask"]["mine"] if seat is None else seat
        self.send(wire.PlayAll(self.last_id, self.frame["n"] if n is None else n, mine, list(actions)))
        return await self.wait_for_answer()

    async def destinations(self, seat: int, n: int | None = None, nodes: Sequence[str] = ()) -> Message:
        """Ask for the places beyond the next step, or those for selected pieces, and return the answer."""
        self.last_id += 1
        self.send(wire.Destinations(self.last_id, self.frame["n"] if n is None else n, seat, list(nodes)))
        return await self.wait_for_answer("destinations_found", "rejected")

    async def steer(self, seat: int, x: int, y: int) -> Message:
        """Ask for the course of the steered piece to a point and return the answer."""
        self.last_id += 1
        self.send(wire.Steer(self.last_id, self.frame["n"], seat, x, y))
        return await self.wait_for_answer("previewed", "rejected")

    async def preview(self, seat: int, action: str) -> Message:
        """Ask for the preview of an action or a compound and return the answer."""
        self.last_id += 1
        self.send(wire.Preview(self.last_id, self.frame["n"], seat, action))
        return await self.wait_for_answer("previewed", "rejected")

    async def plan(self, seat: int, plan: str) -> Message:
        """Have a plan worked out and return the answer."""
        self.last_id += 1
        self.send(wire.Plan(self.last_id, self.frame["n"], seat, plan))
        return await self.wait_for_answer("planned", "rejected")

    async def undo(self, seat: int) -> Message:
        """Undo a move and return the answer."""
        self.last_id += 1
        self.send(wire.Undo(self.last_id, self.frame["n"], seat))
        return await self.wait_for_answer()

    async def wait_for_answer(self, *kinds: str) -> Message:
        """Return the answer to the last request."""
        while (answer := await self.wait_for(*(kinds or ("done", "rejected")))).get("id") != self.last_id:
            pass
        return answer

    def disconnect(self) -> None:
        """Disconnect from the room."""
        self.room.put(self.connection, ClientLeft())


async def join(rooms: Rooms, id: str, keys: Sequence[str] = (), view_as: int = -1) -> RoomClient:
    """Connect to a match with some keys and read until the first frame has arrived."""
    room = await rooms.get(id)
    row = room.session.row
    connection = Connection(await rooms.access(row, keys), view_as)
    connection.nonces = {seat: row.players[seat].nonce for seat in connection.seats}
    room.put(connection, ClientJoined())
    client = RoomClient(room, connection)
    await client.wait_for("frame")
    return client


async def join_all(rooms: Rooms, created: CreatedMatch) -> list[RoomClient]:
    """Connect one client for each seat that a person plays."""
    return [await join(rooms, created.id, [key]) for key in created.seat_keys.values()]
