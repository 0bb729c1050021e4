"""Tables without a network: rooms in memory, and guests who sit at them."""

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
from hippodrome.server.live.connection import Connection
from hippodrome.server.live.room import Joined, Left, Room
from hippodrome.server.live.rooms import CreatedMatch, MatchSpec, Rooms, SeatSpec
from hippodrome.server.services.seat_keys import SeatKeys
from hippodrome.server.storage.store import Store
from hippodrome.server.workers.pool import Workers

PATIENCE = 20
SECRET = "a secret of the tests"

ME = SeatSpec(True)
PROGRAM = SeatSpec(False, "random")

P = ParamSpec("P")
Message = dict[str, Any]


def waiting(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """A test that waits for things."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(PATIENCE * 2):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


@asynccontextmanager
async def house(programs: Workers, file: Path | None = None, idle: float = 60.0) -> AsyncIterator[Rooms]:
    """Rooms, with their matches in a file or in memory."""
    store = await Store.open(file, lock_timeout_s=0.05)
    rooms = Rooms(store, programs, SeatKeys(SECRET), all_games(), idle)
    try:
        yield rooms
    finally:
        await rooms.close()
        await store.close()


def plan(*places: SeatSpec, game: str = "pig", scenario: str = "plain", seed: int = 1, **rest: Any) -> MatchSpec:
    """A table to be set up; two people who play Pig if nothing else is said."""
    return MatchSpec(game, scenario, rest.pop("options", {}), list(places or (ME, ME)), seed=seed, **rest)


class Guest:
    """A browser at a table, one message at a time."""

    def __init__(self, room: Room, connection: Connection) -> None:
        self.room = room
        self.connection = connection
        self.frame: Message = {}
        self.heard: list[Message] = []
        self.numbers = 0

    def say(self, request: wire.Request) -> None:
        """Ask for something."""
        self.room.put(self.connection, request)

    async def hear(self) -> Message:
        """The next message; the latest frame is remembered."""
        text = await asyncio.wait_for(self.connection.next_text(), PATIENCE)
        assert text is not None, "the connection has ended"
        message: Message = json.loads(text)
        self.heard.append(message)
        if message["type"] == "frame":
            self.frame = message
        return message

    async def wait_for(self, *kinds: str) -> Message:
        """Read on until a message of one of these kinds comes."""
        while (message := await self.hear())["type"] not in kinds:
            pass
        return message

    async def wait_until(self, true: Callable[[Message], bool]) -> Message:
        """Read on until a frame is as it should be."""
        while not self.frame or not true(self.frame):
            await self.hear()
        return self.frame

    async def wait_to_be_asked(self) -> Message:
        """Read on until this screen must decide."""
        return await self.wait_until(lambda frame: frame["ask"] is not None and frame["ask"]["mine"] >= 0)

    async def read_all(self) -> list[Message]:
        """What has come by now; nothing that was asked for before is still under way."""
        self.say(wire.Preview(-1, -1, -1, ""))
        before = len(self.heard)
        while (await self.hear()).get("id") != -1:
            pass
        return self.heard[before:-1]

    async def play(self, action: str, seat: int | None = None, n: int | None = None) -> Message:
        """Play an action, and give the answer to it."""
        self.numbers += 1
        mine = self.frame["ask"]["mine"] if seat is None else seat
        self.say(wire.Play(self.numbers, self.frame["n"] if n is None else n, mine, action))
        return await self.answer()

    async def undo(self, seat: int) -> Message:
        """Take back a move, and give the answer to that."""
        self.numbers += 1
        self.say(wire.Undo(self.numbers, self.frame["n"], seat))
        return await self.answer()

    async def answer(self, *kinds: str) -> Message:
        """The answer to the last request."""
        while (found := await self.wait_for(*(kinds or ("done", "refused")))).get("id") != self.numbers:
            pass
        return found

    def go(self) -> None:
        """Leave."""
        self.room.put(self.connection, Left())


async def sit(rooms: Rooms, id: str, keys: Sequence[str] = (), look: int = -1) -> Guest:
    """Sit down at a table with some keys, and read until the first frame has come."""
    room = await rooms.get(id)
    connection = Connection(rooms.access(room.session.row, keys), look)
    room.put(connection, Joined())
    guest = Guest(room, connection)
    await guest.wait_for("frame")
    return guest


async def sit_all(rooms: Rooms, made: CreatedMatch) -> list[Guest]:
    """Everybody sits down, each at a screen of his own."""
    return [await sit(rooms, made.id, [key]) for key in made.seat_keys.values()]
