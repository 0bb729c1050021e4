"""The journal of a match: what is kept of it on disk, as plain data, and what follows from that alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from hippodrome.bots.advice import adviser_level
from hippodrome.bots.review import can_review
from hippodrome.kit.campaign import Campaign, CampaignKind, read_campaign
from hippodrome.kit.game import Game, Value
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.server import wire
from hippodrome.server.workers.replay import MatchHistory

# Kinds of entries.
MOVE, UNDO, SEAT = "move", "undo", "seat"

# How a move came about: a person chose it, it was the only one there was, time ran out, a program chose it.
CHOSEN, ONLY, LATE, PROGRAM = "chosen", "only", "late", "program"

MAX_NAME_CHARS = 24
"""The letters of the longest name."""

# Who plays a seat, as the campaign's file says it: beside the levels of programs.
HERE, FRIEND = "me", "friend"

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


class Player(msgspec.Struct):
    """Who sits on a seat: a person, or a program of a level. A person's level is that of the program that stands in.

    `nonce` stands in the key of the seat too; a key with another one is no longer good.
    """

    name: str = ""
    person: bool = False
    level: str = ""
    nonce: str = ""

    @property
    def is_controlled_by_person(self) -> bool:
        """Whether a person decides for this seat now."""
        return self.person and not self.level


class MatchStatus(msgspec.Struct):
    """Where a match stands after its latest entry: for lists, so that a match need not be loaded to be shown there."""

    n: int
    move: int
    asked: list[int]
    turn: str
    is_over: bool
    touched: int
    players: list[Player]


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
    status: MatchStatus
    rematch: str = ""
    hints: bool = False

    @property
    def seat_count(self) -> int:
        """How many play."""
        return len(self.status.players)

    @property
    def players(self) -> list[Player]:
        """Who sits where."""
        return self.status.players

    @property
    def is_open(self) -> bool:
        """Whether nothing is secret: the match is over, or was imported."""
        return self.status.is_over or self.kind == IMPORTED

    def setup(self) -> Json:
        """What the match was set up with, as the kit writes it."""
        return {
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "seats": self.seat_count,
            "options": self.options,
        }


class CampaignRow(msgspec.Struct):
    """A campaign as the database knows it. `file` is its truth; `match` is the game that is being played, if one is.

    `people` has who sits where in every game; their nonces stand in the keys of the campaign's seats.
    """

    id: str
    game: str
    kind: str
    file: str
    match: str
    host: str
    players: list[Player]
    odds: bool
    clock: wire.Limits | None
    created: int
    touched: int

    @property
    def seat_count(self) -> int:
        """How many play."""
        return len(self.players)

    def campaign(self, kinds: list[CampaignKind]) -> Campaign:
        """Return the campaign itself."""
        return read_campaign(self.file, f"campaign {self.id}", kinds)


class Snapshot(msgspec.Struct, frozen=True):
    """A match as it stood after `n` entries, at a moment before which nothing can be taken back."""

    n: int
    body: Json


class LoadedMatch(msgspec.Struct):
    """All that is needed to go on with a match: its row, the newest snapshot, and the entries after it.

    `used` is what each seat has used of its reserve.
    """

    row: MatchRow
    snapshot: Snapshot | None
    entries: list[Entry]
    used_ms: dict[int, int]
    chat: list[wire.Speech]
    notes: dict[int, str]


def moves_not_undone(entries: Iterable[Entry]) -> list[Entry]:
    """Return the moves that stand: those that were not taken back."""
    found: list[Entry] = []
    for entry in entries:
        if entry.kind == MOVE:
            found.append(entry)
        elif entry.kind == UNDO:
            del found[len(found) - int(entry.text) :]
    return found


def match_history(row: MatchRow, entries: Iterable[Entry]) -> MatchHistory:
    """What hippodrome.server.workers.replay replays, from all entries of a match."""
    moves = moves_not_undone(entries)
    played = [(entry.seat, entry.text) for entry in moves]
    return MatchHistory(row.id, row.setup(), row.dice, row.base, played, table_notes(moves), row.odds)


def table_notes(moves: Sequence[Entry]) -> list[tuple[int, str]]:
    """What the table itself has to say in the log, each with the number of its move."""
    return [(number, out_of_time_note(entry.seat)) for number, entry in enumerate(moves, 1) if entry.how == LATE]


def clean_name(text: str) -> str | None:
    """Return a name as it is shown; None if it is too long, or has letters that cannot be seen."""
    name = " ".join(text.split())
    return name if 1 <= len(name) <= MAX_NAME_CHARS and name.isprintable() else None


def out_of_time_note(seat: int) -> str:
    """What the log says when a seat's time is up."""
    return f"{FACTIONS[seat]} ran out of time."


def table_info(row: MatchRow, game: Game, here: Collection[int] = ()) -> wire.Info:
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
        hints=row.hints and bool(adviser_level(game)),
        reviews=can_review(game),
        listed=row.listed,
        clock=row.clock,
        seats=[
            wire.SeatInfo(FACTIONS[seat], person.name, person.person, person.level, seat in here)
            for seat, person in enumerate(row.players)
        ],
        created=row.created,
        over=row.status.is_over,
        rematch=row.rematch,
    )
