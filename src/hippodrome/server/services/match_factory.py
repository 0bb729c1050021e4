"""Creates matches: new ones, rematches, branches of other matches, and imports of records."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence

import msgspec

from hippodrome import bots
from hippodrome.catalogue import all_games
from hippodrome.kit.custom_files import OptionError
from hippodrome.kit.dice import TapeDice, commitment, seed_from
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Match, Setup, with_absent_options
from hippodrome.kit.record import RecordError
from hippodrome.kit.state import Json
from hippodrome.server import wire
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.services.seat_keys import new_id, new_nonce
from hippodrome.server.storage.progress_rows import PresentState, Progress, RulesChange
from hippodrome.server.storage.rows import (
    BRANCH,
    CHOSEN,
    IMPORTED,
    INVALID_NAME,
    MOVE,
    PLAYED,
    RULES,
    TAKEN_NAME,
    JournalEntry,
    MatchRow,
    MatchStatus,
    Player,
    clean_name,
    is_name_taken,
)
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers import replay
from hippodrome.server.workers.move_results import present_body, replayed_results


class SeatSpec(msgspec.Struct):
    """The requested player of a seat: a person by name, or a bot by level."""

    person: bool
    level: str = ""
    name: str = ""
    here: bool = True  # False for a friend, who gets the seat's key by invitation


class MatchSpec(msgspec.Struct):
    """A match to set up."""

    game: str
    scenario: str
    options: dict[str, Value]
    seats: list[SeatSpec]
    odds: bool = True
    hints: bool | None = None  # None: only if a single person plays
    listed: bool = False
    clock: wire.Limits | None = None
    seed: int | None = None


class CreatedMatch(msgspec.Struct):
    """A new match: its id, the host's key (empty if the caller may not have it), and the caller's seat keys by seat.

    The host also gets the open invitations by seat.
    """

    id: str
    host_key: str
    seat_keys: dict[int, str]
    invitations: dict[int, str] = {}


class ImportedRecord(msgspec.Struct):
    """Result of reading a record: a match with its entries and results, or the first wrong line and the problem."""

    row: MatchRow | None = None
    entries: list[JournalEntry] = []
    progress: Progress | None = None
    changes: list[RulesChange] = []
    line: int = 0
    problem: str = ""


def new_seed() -> bytes:
    """Return a random, secret seed for the dice."""
    return secrets.token_bytes(32)


# -------------------------------------------------------------------- a new match


def new_match(spec: MatchSpec, games: Mapping[str, Game]) -> MatchRow:
    """Return the row of a new match; raise HttpError if the specification is not valid."""
    game = games.get(spec.game)
    if game is None:
        raise not_found(f"There is no game {spec.game!r}. Choose one of: {', '.join(games)}.", "game")
    try:
        scenario = game.scenario(spec.scenario)
    except ValueError as error:
        raise not_found(f"{error}.", "scenario") from None
    try:
        setup = Setup(game, scenario.slug, len(spec.seats), spec.options)
    except OptionError as error:
        raise invalid(f"{error}.", f"options.{error.option}") from None
    except ValueError as error:
        raise invalid(f"{error}.", "seats") from None
    if spec.clock is not None and spec.clock.seconds + spec.clock.reserve < 1:
        raise invalid("A clock needs at least one second per decision or as a reserve.", "clock")
    players = [_player(game, number, seat) for number, seat in enumerate(spec.seats)]
    reject_taken_names(players)
    seed = new_seed() if spec.seed is None else seed_from(spec.seed)
    match = Match(setup, TapeDice(seed))
    row = _new_row(match, seed, players, PLAYED)
    row.odds, row.listed, row.clock = spec.odds, spec.listed, spec.clock
    row.hints = is_single_player(players) if spec.hints is None else spec.hints
    return row


def new_custom_match(spec: MatchSpec) -> MatchRow:
    """Return the row of a new match with custom files. Runs in a worker process, because reading them takes a while."""
    return new_match(spec, all_games())


def is_single_player(players: Sequence[Player]) -> bool:
    """Return whether a single person plays against bots only, so that hints are unfair to no other player."""
    return sum(player.person for player in players) == 1


def reject_taken_names(players: Sequence[Player]) -> None:
    """Raise HttpError 422 if the name of a person looks like that of another seat."""
    for seat, player in enumerate(players):
        if player.person and player.name and is_name_taken(player.name, seat, players):
            raise invalid(TAKEN_NAME, f"seats.{seat}.name")


def _player(game: Game, number: int, seat: SeatSpec) -> Player:
    """Return the player of a seat; raise HttpError 422 if the level is unknown or the name is not valid."""
    where = f"seats.{number}"
    if not seat.person:
        if seat.level not in bots.all_levels(game):
            known = ", ".join(bots.all_levels(game))
            raise invalid(f"There is no bot {seat.level!r} for this game. Choose one of: {known}.", f"{where}.level")
        return Player(level=seat.level)
    name = clean_name(seat.name) if seat.name else ""
    if name is None:
        raise invalid(INVALID_NAME, f"{where}.name")
    return Player(name, True, "", new_nonce(), "" if seat.here else new_nonce())


def _new_row(match: Match, seed: bytes, players: Sequence[Player], kind: str) -> MatchRow:
    """Return the row of a match that has just started."""
    now = int(time.time())
    pending = list(match.decision.seats) if match.decision is not None else []
    status = MatchStatus(0, 0, pending, ", ".join(match.breadcrumbs()), not pending, now, list(players))
    setup = match.setup
    return MatchRow(
        id=new_id(),
        game=setup.game.slug,
        version=setup.game.version,
        scenario=setup.scenario.slug,
        options=setup.options,
        dice=TapeDice(seed).pack(),
        commitment=commitment(seed),
        base=None,
        kind=kind,
        branch=None,
        host_nonce=new_nonce(),
        odds=True,
        listed=False,
        clock=None,
        created=now,
        status=status,
    )


# -------------------------------------------------------------------- from another match


def rematch(row: MatchRow, games: Mapping[str, Game]) -> MatchRow:
    """Return a new match with the same players and settings and new dice. Players who left are back in their seats."""
    players = [
        Player(player.name, True, "", new_nonce(), new_nonce() if player.invitation else "")
        if player.person
        else Player(level=player.level)
        for player in row.players
    ]
    seed = new_seed()
    match = Match(_setup(row, games), TapeDice(seed))
    new_row = _new_row(match, seed, players, PLAYED)
    new_row.odds, new_row.hints, new_row.listed, new_row.clock = row.odds, row.hints, row.listed, row.clock
    return new_row


def branch_refusal(row: MatchRow) -> str:
    """Return why no branch may start from a match now, or an empty string if one may.

    A branch has hints, and its position can be tried out at leisure: help that players of a match in progress may not
    have. An unfinished record may be that of a match in progress.
    """
    if row.status.is_over or (row.kind != IMPORTED and is_single_player(row.players)):
        return ""
    if row.kind == IMPORTED:
        return "This record is unfinished and may be of a match in progress, so you cannot continue from its moves."
    return (
        "Several people are playing this match, and a branch would give one of them hints. "
        "You can continue from its moves when it is over."
    )


def branch(row: MatchRow, at: int, viewer: int, seed: bytes, base: Json, known: bool) -> MatchRow:
    """Return a match that continues from the position `base`: the caller plays the viewer's seat, bots play the others.

    A spectator plays the seat that is to move. If `known`, the caller played this seat before and keeps their name.
    Raise HttpError 409 if the match was over at this position.
    """
    match = replay.start_match(row.setup(), TapeDice(seed).pack(), base)
    if match.decision is None:
        raise conflict("The match was over at this point. Choose an earlier move to continue from.")
    default_level = bots.default_level(match.game)
    own_seat = viewer if viewer != NO_SEAT else match.seat
    players = [
        Player(player.name if known else "", True, "", new_nonce())
        if seat == own_seat
        else Player(level=default_level if player.person or not player.level else player.level)
        for seat, player in enumerate(row.players)
    ]
    new_row = _new_row(match, seed, players, BRANCH)
    new_row.base, new_row.branch, new_row.odds = base, wire.Branch(row.id, at), row.odds
    new_row.hints = True  # all other seats are bots
    return new_row


def _setup(row: MatchRow, games: Mapping[str, Game]) -> Setup:
    if row.game not in games:
        raise conflict("The game of this match is not installed on this server.")
    game = games[row.game]
    return Setup(game, row.scenario, row.seat_count, with_absent_options(game, row.scenario, row.options))


# -------------------------------------------------------------------- from a record


def read_record(text: str, id: str) -> ImportedRecord:
    """Return the match of a record, verified line by line. Runs in a worker process, because it takes a while."""
    try:
        history = replay.history_from_record(text, id)
    except RecordError as error:
        line, _, problem = str(error).removeprefix("line ").partition(": ")
        return ImportedRecord(line=int(line), problem=f"{problem[:1].upper()}{problem[1:]}.")
    replayed = replay.replay_to_move(history, replay.LAST_MOVE)
    match = replayed.match
    row = _new_row(match, new_seed(), [Player() for _ in range(match.setup.seats)], IMPORTED)
    row.id, row.dice, row.commitment = id, history.dice, _commitment_of(text)
    row.signed_header, row.signed_footer = "\n".join(history.signed_header), "\n".join(history.signed_footer)
    row.version, row.options = history.setup["version"], history.setup["options"]
    row.status.n, row.status.move = len(history.moves), replayed.move
    if match.result is not None:
        row.status.turn = match.game.presentation.verdict(match.result)
    moves = [JournalEntry(n, MOVE, seat, action, CHOSEN) for n, (seat, action) in enumerate(history.moves, 1)]
    if history.earlier is not None:
        return _with_change(row, moves, history, history.earlier)
    present = PresentState(row.status.n, match.game.version, present_body(match, [], replayed.silent_moves()))
    return ImportedRecord(row, moves, Progress(replayed_results(history), present))


def _with_change(
    row: MatchRow, moves: list[JournalEntry], history: replay.MatchHistory, part: replay.EarlierPart
) -> ImportedRecord:
    """Return the match of a record in which the rules change."""
    number = part.number
    change = RulesChange(
        n=number + 1,
        old=row.version,
        new=part.version,
        number=number,
        move=history.start.move if history.start is not None else number,
        notes=[text for _, _, text in history.rules_notes],
        record=part.lines,
        state=part.state,
        start=history.start,
    )
    entry = JournalEntry(change.n, RULES, NO_SEAT, "0", str(part.version))
    later = [msgspec.structs.replace(move, n=move.n + 1) for move in moves[number:]]
    row.rules = part.version
    row.status.n += 1
    return ImportedRecord(row, [*moves[:number], entry, *later], changes=[change])


def _commitment_of(text: str) -> str:
    """Return the commitment stated in a record; empty if its dice were scripted."""
    lines = [line for line in text.splitlines() if line.startswith("commitment ")]
    return lines[0].partition(" ")[2] if lines else ""
