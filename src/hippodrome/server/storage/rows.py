"""Rows of the database as plain data: matches, their journal entries and snapshots, and campaigns.

A match is saved as a journal: every move, every undo and every change of a seat is one entry. Field names are those
of the columns and of the JSON in them (see `schema`) unless the schema maps them.
"""

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

# How a move was made: chosen by a person, forced, played by default because time ran out, chosen by a bot.
CHOSEN, FORCED, LATE, BY_BOT = "chosen", "only", "late", "program"

MAX_NAME_CHARS = 24
INVALID_NAME = f"Names must be 1 to {MAX_NAME_CHARS} printable characters."

# The player of a seat in a campaign file: a person on this screen, or one who plays by link. Otherwise it is the
# level of a bot.
THIS_SCREEN, BY_LINK = "me", "friend"

# Kinds of matches.
PLAYED, BRANCH, IMPORTED = "played", "branch", "imported"


class JournalEntry(msgspec.Struct, frozen=True):
    """An entry of the journal. Entries are never changed.

    n         its number, counted from 1
    kind      MOVE, UNDO or SEAT
    text      the action of a move, the number of moves undone, or the changes of a seat as JSON
    how       how a move was made: CHOSEN, FORCED, LATE or BY_BOT
    spent     thinking time, in milliseconds
    reserve   what the seat's reserve paid of it, in milliseconds; negative when an undo gives it back
    """

    n: int
    kind: str
    seat: int
    text: str
    how: str = ""
    spent: int = 0
    reserve: int = 0


class Player(msgspec.Struct):
    """The player of a seat: a person, or a bot of a level.

    A person has a level while a bot plays for them. `nonce` is also part of the seat's key; a key with a different
    nonce is no longer valid.
    """

    name: str = ""
    person: bool = False
    level: str = ""
    nonce: str = ""

    @property
    def is_controlled_by_person(self) -> bool:
        """True if a person decides for this seat now."""
        return self.person and not self.level


class MatchStatus(msgspec.Struct):
    """The status of a match after its latest entry. Lists show it without loading the match.

    n         the number of entries
    move      the number of moves, without silent passes
    pending   the seats that must decide
    turn      the phase of the match as text, or its verdict
    updated   when the latest entry was made, in seconds since 1970
    """

    n: int
    move: int
    pending: list[int]
    turn: str
    is_over: bool
    updated: int
    players: list[Player]


class MatchRow(msgspec.Struct):
    """A saved match without its entries.

    dice         the dice at the start, as the kit packs them
    base         the position a branch starts from, else None
    host_nonce   part of the host's key, like the nonces of the players
    rematch      the id of the rematch, or empty
    """

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
    host_nonce: str
    odds: bool
    listed: bool
    clock: wire.Limits | None
    created: int
    status: MatchStatus
    rematch: str = ""
    hints: bool = False

    @property
    def seat_count(self) -> int:
        """The number of seats."""
        return len(self.status.players)

    @property
    def players(self) -> list[Player]:
        """The player of each seat."""
        return self.status.players

    @property
    def has_no_secrets(self) -> bool:
        """True if everyone may see everything: the match is over, or was imported."""
        return self.status.is_over or self.kind == IMPORTED

    def setup(self) -> Json:
        """Return the setup of the match in the format of `Setup.json`."""
        return {
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "seats": self.seat_count,
            "options": self.options,
        }


class CampaignRow(msgspec.Struct):
    """A saved campaign. `file` holds the campaign itself; `current_match` is the game in progress, or empty.

    `players` are the players of all games; their nonces are part of the keys of the campaign's seats.
    """

    id: str
    game: str
    kind: str
    file: str
    current_match: str
    host_nonce: str
    players: list[Player]
    odds: bool
    clock: wire.Limits | None
    created: int
    updated: int

    @property
    def seat_count(self) -> int:
        """The number of seats."""
        return len(self.players)

    def campaign(self, kinds: list[CampaignKind]) -> Campaign:
        """Return the campaign, read from its file; raise DataError if the file is not valid."""
        return read_campaign(self.file, f"campaign {self.id}", kinds)


class Snapshot(msgspec.Struct, frozen=True):
    """A match after `n` entries, at a point past which nothing can be undone."""

    n: int
    body: Json


class LoadedMatch(msgspec.Struct):
    """A match as loaded from the store: its row, the newest snapshot and the entries after it.

    `used_ms` is the reserve that each seat has used, `notes` the private notes by seat.
    """

    row: MatchRow
    snapshot: Snapshot | None
    entries: list[JournalEntry]
    used_ms: dict[int, int]
    chat: list[wire.ChatMessage]
    notes: dict[int, str]


def moves_not_undone(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries of all moves that were not undone."""
    moves: list[JournalEntry] = []
    for entry in entries:
        if entry.kind == MOVE:
            moves.append(entry)
        elif entry.kind == UNDO:
            del moves[len(moves) - int(entry.text) :]
    return moves


def match_history(row: MatchRow, entries: Iterable[JournalEntry]) -> MatchHistory:
    """Return everything needed to replay a match, from all of its entries."""
    moves = moves_not_undone(entries)
    actions = [(entry.seat, entry.text) for entry in moves]
    return MatchHistory(row.id, row.setup(), row.dice, row.base, actions, table_notes(moves), row.odds)


def table_notes(moves: Sequence[JournalEntry]) -> list[tuple[int, str]]:
    """Return the log lines that the table adds itself, each with the number of its move."""
    return [(number, out_of_time_note(entry.seat)) for number, entry in enumerate(moves, 1) if entry.how == LATE]


def clean_name(text: str) -> str | None:
    """Return a name with its white space tidied, or None if it is empty, too long or not printable."""
    name = " ".join(text.split())
    return name if 1 <= len(name) <= MAX_NAME_CHARS and name.isprintable() else None


def out_of_time_note(seat: int) -> str:
    """Return the log line for a seat that has run out of time."""
    return f"{FACTIONS[seat]} ran out of time."


def table_info(row: MatchRow, game: Game, connected_seats: Collection[int] = ()) -> wire.MatchInfo:
    """Return the public information about a table."""
    return wire.MatchInfo(
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
            wire.SeatInfo(FACTIONS[seat], player.name, player.person, player.level, seat in connected_seats)
            for seat, player in enumerate(row.players)
        ],
        created=row.created,
        over=row.status.is_over,
        rematch=row.rematch,
    )
