"""All tables of the server: those in memory, and how a match is found, made, branched off or taken in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hippodrome.kit.game import Game, Value
from hippodrome.server import wire
from hippodrome.server.history import Story
from hippodrome.server.journal import MatchRow
from hippodrome.server.programs import Programs
from hippodrome.server.seats import Held, Keys
from hippodrome.server.store import Store


class Place(msgspec.Struct):
    """Who shall sit on a seat: a person by name, or a program by level."""

    person: bool
    level: str = ""
    name: str = ""


class Plan(msgspec.Struct):
    """A table to be set up."""

    game: str
    scenario: str
    options: dict[str, Value]
    places: list[Place]
    odds: bool = True
    listed: bool = False
    clock: wire.Limits | None = None
    seed: int | None = None


class Made(msgspec.Struct):
    """A table that was set up: its name, the host's key (empty if it is not for the caller), and the keys by seat."""

    id: str
    host: str
    keys: dict[int, str]


class Rooms:
    """All tables of the server. Everything here raises Fault with a sentence for people if it cannot be done."""

    def __init__(self, store: Store, programs: Programs, keys: Keys, games: Mapping[str, Game]) -> None: ...

    async def create(self, plan: Plan) -> Made:
        """Set up a table: 404 for an unknown game or scenario, 422 for options, seats, levels or names that do not fit."""
        raise NotImplementedError

    async def row(self, id: str) -> MatchRow:
        """A match as it is on disk; 404 if there is none of this name."""
        raise NotImplementedError

    async def info(self, id: str) -> wire.Info:
        """What everybody may know of a table."""
        raise NotImplementedError

    def held(self, row: MatchRow, keys: Sequence[str]) -> Held:
        """What keys are good for at a table: `.seats`, `.host`, `.any`."""
        raise NotImplementedError

    async def looker(self, id: str, keys: Sequence[str], seat: int) -> MatchRow:
        """The match, if somebody with these keys may look from this seat (-1: a spectator); else 403."""
        raise NotImplementedError

    async def story(self, id: str) -> Story:
        """All that hippodrome.server.history needs to replay a match."""
        raise NotImplementedError

    async def rematch(self, id: str, keys: Sequence[str]) -> Made:
        """The same people and settings with new dice, with the caller's own keys; 403 without a key of the match."""
        raise NotImplementedError

    async def branch(self, id: str, at: int, seat: int | None, keys: Sequence[str]) -> Made:
        """Play on from a moment against programs; 403 for a seat that the caller may not look from."""
        raise NotImplementedError

    async def take_in(self, record: str) -> str:
        """Keep a record as a match to look at; 422 with `where` "line 12" if it does not hold."""
        raise NotImplementedError

    @property
    def loaded(self) -> int:
        """How many matches are in memory."""
        raise NotImplementedError

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        raise NotImplementedError

    async def close(self) -> None:
        """Tell everybody that the server ends, and write down what is to be written."""
