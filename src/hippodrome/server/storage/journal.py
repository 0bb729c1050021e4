"""The journal of a match: what is kept of it on disk, as plain data, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from hippodrome.bots.advice import adviser
from hippodrome.bots.review import can_review
from hippodrome.kit.game import Game, Value
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.server import wire
from hippodrome.server.workers.replay import Story

# Kinds of entries.
MOVE, UNDO, SEAT = "move", "undo", "seat"

# How a move came about: a person chose it, it was the only one there was, time ran out, a program chose it.
CHOSEN, ONLY, LATE, PROGRAM = "chosen", "only", "late", "program"

NAME = 24
"""The letters of the longest name."""

# Kinds of matches.
PLAYED, BRANCH, IMPORTED = "played", "branch", "imported"


class Entry(msgspec.Struct, frozen=True):
    """One line of the journal; it is never changed. Times are in milliseconds.

    `text` is the action of a move, the number of moves an undo took back, what changed of a seat. An undo gives the
    reserve back that those moves had used, so `reserve` may be negative.
    """

    n: int
    kind: str
    seat: int
    text: str
    how: str = ""
    spent: int = 0
    reserve: int = 0


class Person(msgspec.Struct):
    """Who sits on a seat: a person, or a program of a level. A person's level is that of the program that stands in.

    `nonce` stands in the key of the seat too; a key with another one is no longer good.
    """

    name: str = ""
    person: bool = False
    level: str = ""
    nonce: str = ""

    @property
    def decides(self) -> bool:
        """Whether a person decides for this seat now."""
        return self.person and not self.level


class Standing(msgspec.Struct):
    """Where a match stands after its latest entry: for lists, so that a match need not be loaded to be shown there."""

    n: int
    move: int
    asked: list[int]
    turn: str
    over: bool
    touched: int
    people: list[Person]


class MatchRow(msgspec.Struct):
    """A match as the database knows it, without its entries."""

    id: str
    game: str
    version: int
    scenario: str
    options: dict[str, Value]
    dice: list[str | int]
    commitment: str
    base: Json
    kind: str
    branch: wire.Branch | None
    host: str
    odds: bool
    listed: bool
    clock: wire.Limits | None
    created: int
    standing: Standing
    rematch: str = ""
    hints: bool = False

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.standing.people)

    @property
    def people(self) -> list[Person]:
        """Who sits where."""
        return self.standing.people

    @property
    def open(self) -> bool:
        """Whether nothing is secret: the match is over, or was imported."""
        return self.standing.over or self.kind == IMPORTED

    def setup(self) -> Json:
        """What the match was set up with, as the kit writes it."""
        return {
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "seats": self.seats,
            "options": self.options,
        }


class Snapshot(msgspec.Struct, frozen=True):
    """A match as it stood after `n` entries, at a moment before which nothing can be taken back."""

    n: int
    body: Json


class Loaded(msgspec.Struct):
    """All that is needed to go on with a match: its row, the newest snapshot, and the entries after it.

    `used` is what each seat has used of its reserve.
    """

    row: MatchRow
    snapshot: Snapshot | None
    entries: list[Entry]
    used: dict[int, int]
    said: list[wire.Speech]
    notes: dict[int, str]


def standing_moves(entries: Iterable[Entry]) -> list[Entry]:
    """Return the moves that stand: those that were not taken back."""
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == MOVE:
            found.append(entry)
        elif entry.kind == UNDO:
            del found[len(found) - int(entry.text) :]
    return found


def story(row: MatchRow, entries: Iterable[Entry]) -> Story:
    """What hippodrome.server.workers.replay replays, from all entries of a match."""
    moves = standing_moves(entries)
    played = [(entry.seat, entry.text) for entry in moves]
    return Story(row.id, row.setup(), row.dice, row.base, played, notes(moves), row.odds)


def notes(moves: Sequence[Entry]) -> list[tuple[int, str]]:
    """What the table itself has to say in the log, each with the number of its move."""
    return [(number, late(entry.seat)) for number, entry in enumerate(moves, 1) if entry.how == LATE]


def proper_name(text: str) -> str | None:
    """Return a name as it is shown; None if it is too long, or has letters that cannot be seen."""
    name = " ".join(text.split())
    return name if 1 <= len(name) <= NAME and name.isprintable() else None


def late(seat: int) -> str:
    """What the log says when a seat's time is up."""
    return f"{FACTIONS[seat]} ran out of time."


def info(row: MatchRow, game: Game, here: Collection[int] = ()) -> wire.Info:
    """What everybody may know of a table; `here` are the seats whose people are connected."""
    return wire.Info(
        id=row.id,
        game=row.game,
        title=game.title,
        scenario=row.scenario,
        scenario_title=game.scenario(row.scenario).title,
        options=row.options,
        kind=row.kind,
        branch=row.branch,
        commitment=row.commitment,
        odds=row.odds,
        hints=row.hints and bool(adviser(game)),
        reviews=can_review(game),
        listed=row.listed,
        clock=row.clock,
        seats=[
            wire.SeatInfo(FACTIONS[seat], person.name, person.person, person.level, seat in here)
            for seat, person in enumerate(row.people)
        ],
        created=row.created,
        over=row.standing.over,
        rematch=row.rematch,
    )
