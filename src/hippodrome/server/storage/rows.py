"""Rows of the database as plain data: matches, their journal entries and snapshots, and campaigns.

A match is saved as a journal: every move, every undo and every change of a seat is one entry. Field names are those
of the columns and of the JSON in them (see `schema`) unless the schema maps them.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from hippodrome.bots import looks_ahead
from hippodrome.bots.advice import adviser_level
from hippodrome.bots.review import can_review
from hippodrome.kit.campaign import Campaign, CampaignKind, read_campaign
from hippodrome.kit.game import Game, Value
from hippodrome.kit.record import header_lines
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.server import wire
from hippodrome.server.storage.progress_rows import PresentState, Progress, RulesChange
from hippodrome.server.workers.replay import EarlierPart, MatchHistory
from hippodrome.verification import committed_sentence

# Kinds of entries.
MOVE, UNDO, SEAT, RULES = "move", "undo", "seat", "rules"

# How a move was made: chosen by a person, forced, played by default because time ran out, chosen by a bot, or chosen
# by a person together with the move before it, as part of a compound.
CHOSEN, FORCED, LATE, BY_BOT, CONTINUED = "chosen", "only", "late", "program", "with"
BY_PERSON = (CHOSEN, CONTINUED)

MAX_NAME_CHARS = 24
INVALID_NAME = f"Names must be 1 to {MAX_NAME_CHARS} visible characters."
TAKEN_NAME = "Another player at this table has this name, or one that looks the same. Choose another name."
_VARIATION_SELECTORS = dict.fromkeys(range(0xFE00, 0xFE10))  # in emoji; without them, emoji are still the same
_INVISIBLE = re.compile(
    # Characters that count as printable, but show nothing: fillers, joiners, ignorable marks, the empty Braille cell.
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

# The player of a seat in a campaign file: a person on this screen, or one who plays by link. Otherwise it is the
# level of a bot.
THIS_SCREEN, BY_LINK = "me", "friend"

# Kinds of matches.
PLAYED, BRANCH, IMPORTED = "played", "branch", "imported"


class JournalEntry(msgspec.Struct, frozen=True):
    """An entry of the journal. Entries are never changed.

    n         its number, counted from 1
    kind      MOVE, UNDO, SEAT or RULES
    text      the action of a move, the number of moves undone or dropped, or the changes of a seat as JSON
    how       how a move was made: CHOSEN, FORCED, LATE, BY_BOT or CONTINUED; for a change of rules, their new version
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
    nonce is no longer valid. `invitation` is the nonce of the seat's invitation while that is open, else empty.
    """

    name: str = ""
    person: bool = False
    level: str = ""
    nonce: str = ""
    invitation: str = ""

    @property
    def is_controlled_by_person(self) -> bool:
        """True if a person decides for this seat now."""
        return self.person and not self.level


class HeldSeat(msgspec.Struct, frozen=True):
    """A seat of a match (or -1, the host's rights) that the holder of a personal key has, with the nonce of its key.

    It is valid as long as the nonce is the current one of the seat.
    """

    holder: str
    match: str
    seat: int
    nonce: str


class HeldCounts(msgspec.Struct, frozen=True):
    """The numbers of a holder's matches: in progress, finished, and those that wait for the holder's decision."""

    running: int = 0
    finished: int = 0
    pending: int = 0


class MatchStatus(msgspec.Struct):
    """The status of a match after its latest entry. Lists show it without loading the match.

    n            the number of entries
    move         the number of moves, without silent passes
    pending      the seats that must decide
    turn         the phase of the match as text, or its verdict
    updated      when the latest entry was made, in seconds since 1970
    first_move   when the first move was made, in seconds since 1970; 0 before that
    """

    n: int
    move: int
    pending: list[int]
    turn: str
    is_over: bool
    updated: int
    players: list[Player]
    first_move: int = 0


class MatchRow(msgspec.Struct):
    """A saved match without its entries.

    dice         the dice at the start, as the kit packs them
    base         the position a branch starts from, else None
    host_nonce   part of the host's key, like the nonces of the players
    rematch      the id of the rematch, or empty
    owner        the address that set it up, as a keyed hash: what it stores counts towards that address's quota
    version      the version of the rules under which it was begun
    rules        the version under which it is played since the rules changed; 0 if they have not

    The lines of the record that a server has signed, each empty if there are none:
    signed_header   its first lines, with the signature of the commitment
    signed_footer   its last lines, with the signature of the finished record
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
    owner: str = ""
    signed_header: str = ""
    signed_footer: str = ""
    rules: int = 0

    @property
    def rules_version(self) -> int:
        """The version of the rules under which the match is played now."""
        return self.rules or self.version

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

    def is_current(self, seat: int, nonce: str) -> bool:
        """Return whether a key with this nonce opens a seat, or has the host's rights if the seat is -1."""
        return is_current_nonce(self.host_nonce, self.players, seat, nonce)

    def is_waiting_for(self, seat: int) -> bool:
        """Return whether the person in a seat must decide now."""
        status = self.status
        return not status.is_over and seat in status.pending and self.players[seat].is_controlled_by_person

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

    `players` are the players of all games; their nonces are part of the keys of the campaign's seats. `owner` is the
    same as that of a match.
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
    owner: str = ""

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


class RulesUpgrade(msgspec.Struct, frozen=True):
    """A match that continues under newer rules, as it is to be saved in one transaction."""

    entry: JournalEntry
    status: MatchStatus
    snapshot: Snapshot
    progress: Progress
    change: RulesChange


class StorageUse(msgspec.Struct):
    """Storage used by an address or a personal key: matches and campaigns, imported records, and bytes."""

    matches: int = 0
    imports: int = 0
    bytes: int = 0


class RetentionTimes(msgspec.Struct, frozen=True):
    """Times since 1970, in seconds: what was last changed before them has expired. 0 if nothing expires."""

    unfinished: int = 0
    finished: int = 0
    imported: int = 0

    def limit(self, row: MatchRow) -> int:
        """Return the time that applies to a match."""
        if row.kind == IMPORTED:
            return self.imported
        return self.finished if row.status.is_over else self.unfinished


class LoadedMatch(msgspec.Struct):
    """A match as loaded from the store: its row, the newest snapshot and the entries after it.

    `snapshot_moves` is the number of moves up to the snapshot according to the journal, without those undone;
    `snapshot_problem` says why a saved snapshot cannot be used, or is empty. `used_ms` is the reserve that each seat
    has used, `notes` the private notes by seat. `present` is the state after the last entry; matches saved by earlier
    versions of the server have none. `changes` are the changes of rules.
    """

    row: MatchRow
    snapshot: Snapshot | None
    snapshot_moves: int
    entries: list[JournalEntry]
    used_ms: dict[int, int]
    chat: list[wire.ChatMessage]
    notes: dict[int, str]
    snapshot_problem: str = ""
    present: PresentState | None = None
    changes: list[RulesChange] = []


def moves_not_undone(entries: Iterable[JournalEntry]) -> list[JournalEntry]:
    """Return the entries of all moves that were not undone, nor dropped at a change of rules."""
    moves: list[JournalEntry] = []
    for entry in entries:
        if entry.kind == MOVE:
            moves.append(entry)
        elif entry.kind in (UNDO, RULES):
            del moves[len(moves) - int(entry.text) :]
    return moves


def match_history(row: MatchRow, entries: Iterable[JournalEntry], changes: Sequence[RulesChange] = ()) -> MatchHistory:
    """Return everything needed to replay a match, from all of its entries and changes of rules."""
    moves = moves_not_undone(entries)
    actions = [(entry.seat, entry.text) for entry in moves]
    history = MatchHistory(
        row.id,
        row.setup(),
        row.dice,
        row.base,
        actions,
        table_notes(moves),
        row.odds,
        row.signed_header.splitlines(),
        row.signed_footer.splitlines(),
    )
    return with_changes(history, row, changes)


def with_changes(
    history: MatchHistory, row: MatchRow, changes: Sequence[RulesChange], with_record: bool = True
) -> MatchHistory:
    """Return a history that takes the changes of rules into account; `with_record`, with the record up to the last."""
    if not changes:
        return history
    last = changes[-1]
    earlier = None
    if with_record:
        earlier = EarlierPart(header_lines(row.setup(), row.commitment), last.record, last.state, last.number, last.new)
    notes = [(change.number, change.move, text) for change in changes for text in change.notes]
    return msgspec.structs.replace(history, start=last.start, earlier=earlier, rules_notes=notes)


def table_notes(moves: Sequence[JournalEntry]) -> list[tuple[int, str]]:
    """Return the log lines that the table adds itself, each with the number of its move."""
    return [(number, out_of_time_note(entry.seat)) for number, entry in enumerate(moves, 1) if entry.how == LATE]


def is_current_nonce(host_nonce: str, players: Sequence[Player], seat: int, nonce: str) -> bool:
    """Return whether a nonce is the current one of a seat, or of the host if the seat is -1."""
    if seat == wire.NO_SEAT:
        return secrets.compare_digest(nonce, host_nonce)
    return 0 <= seat < len(players) and secrets.compare_digest(nonce, players[seat].nonce)


def clean_name(text: str) -> str | None:
    """Return a name with its white space tidied, or None if it is empty, too long or has invisible characters."""
    name = " ".join(text.translate(_VARIATION_SELECTORS).split())
    is_visible = name.isprintable() and not _INVISIBLE.search(name)
    has_letters = any(unicodedata.category(character)[0] not in "MZ" for character in name)
    return name if len(name) <= MAX_NAME_CHARS and is_visible and has_letters else None


def is_name_taken(name: str, seat: int, players: Sequence[Player]) -> bool:
    """Return whether a name looks like that of another seat: like its player's name, or its colour without one."""
    others = [player.name or FACTIONS[other] for other, player in enumerate(players) if other != seat]
    return _name_shape(name) in [_name_shape(other) for other in others]


def _name_shape(name: str) -> str:
    """Return a text that is the same for names that look the same: without case, width and spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(folded.split())


def out_of_time_note(seat: int) -> str:
    """Return the log line for a seat that has run out of time."""
    return f"{FACTIONS[seat]} ran out of time."


def table_info(row: MatchRow, game: Game, devices: Mapping[int, int] | None = None) -> wire.MatchInfo:
    """Return the public information about a table; `devices` are the numbers of connections by seat."""
    counts = devices or {}
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
            wire.SeatInfo(
                faction=FACTIONS[seat],
                name=player.name,
                person=player.person,
                level=player.level,
                online=counts.get(seat, 0) > 0,
                invited=bool(player.invitation),
                devices=counts.get(seat, 0),
                explains=looks_ahead(player.level),
            )
            for seat, player in enumerate(row.players)
        ],
        created=row.created,
        over=row.status.is_over,
        rematch=row.rematch,
        committed=_committed_sentence(row),
    )


def _committed_sentence(row: MatchRow) -> str:
    """Return a sentence about the signature of a match's commitment; empty if this server has not signed it."""
    if not row.signed_header or row.kind == IMPORTED:
        return ""
    _, time, _, key, *_ = row.signed_header.splitlines()[-1].split(" ")
    return committed_sentence(time, key)
