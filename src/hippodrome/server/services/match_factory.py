"""How a match begins: as a new table, as a rematch, as a branch of another, or taken in from a record."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence

import msgspec

from hippodrome import bots
from hippodrome.kit.custom_files import OptionError
from hippodrome.kit.dice import TapeDice, commitment, seed_from
from hippodrome.kit.game import Game, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.record import RecordError
from hippodrome.kit.state import Json
from hippodrome.server import wire
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.services.seat_keys import new_id, new_nonce
from hippodrome.server.storage.rows import (
    BRANCH,
    CHOSEN,
    IMPORTED,
    MOVE,
    PLAYED,
    Entry,
    MatchRow,
    MatchStatus,
    Player,
    clean_name,
)
from hippodrome.server.wire import NO_SEAT
from hippodrome.server.workers import replay


class SeatSpec(msgspec.Struct):
    """Who shall sit on a seat: a person by name, or a program by level."""

    person: bool
    level: str = ""
    name: str = ""


class MatchSpec(msgspec.Struct):
    """A table to be set up."""

    game: str
    scenario: str
    options: dict[str, Value]
    seats: list[SeatSpec]
    odds: bool = True
    hints: bool | None = None  # None: where one person plays
    listed: bool = False
    clock: wire.Limits | None = None
    seed: int | None = None


class CreatedMatch(msgspec.Struct):
    """A table that was set up: its name, the host's key (empty if it is not for the caller), and the keys by seat."""

    id: str
    host_key: str
    seat_keys: dict[int, str]


class ImportedRecord(msgspec.Struct):
    """What became of a record: a match with its entries, or the line that does not hold and why."""

    row: MatchRow | None = None
    entries: list[Entry] = []
    line: int = 0
    problem: str = ""


def new_seed() -> bytes:
    """Fresh dice that nobody knows."""
    return secrets.token_bytes(32)


# -------------------------------------------------------------------- a new table


def new_match(plan: MatchSpec, games: Mapping[str, Game]) -> MatchRow:
    """Return the match of a plan; a fault says what does not fit."""
    game = games.get(plan.game)
    if game is None:
        raise not_found(f"There is no game {plan.game!r}. There are: {', '.join(games)}.", "game")
    try:
        scenario = game.scenario(plan.scenario)
    except ValueError as error:
        raise not_found(f"{error}.", "scenario") from None
    try:
        setup = Setup(game, scenario.slug, len(plan.seats), plan.options)
    except OptionError as error:
        raise invalid(f"{error}.", f"options.{error.option}") from None
    except ValueError as error:
        raise invalid(f"{error}.", "seats") from None
    if plan.clock is not None and plan.clock.seconds + plan.clock.reserve < 1:
        raise invalid("A clock needs at least one second, for each decision or as a reserve.", "clock")
    people = [_player(game, number, place) for number, place in enumerate(plan.seats)]
    seed = new_seed() if plan.seed is None else seed_from(plan.seed)
    match = Match(setup, TapeDice(seed))
    row = _new_row(match, seed, people, PLAYED)
    row.odds, row.listed, row.clock = plan.odds, plan.listed, plan.clock
    row.hints = is_single_player(people) if plan.hints is None else plan.hints
    return row


def is_single_player(people: Sequence[Player]) -> bool:
    """Return whether one person plays with programs alone: nobody else is wronged by a hint."""
    return sum(person.person for person in people) == 1


def _player(game: Game, number: int, place: SeatSpec) -> Player:
    """Who sits on a seat, if that can be."""
    where = f"seats.{number}"
    if not place.person:
        if place.level not in bots.all_levels(game):
            known = ", ".join(bots.all_levels(game))
            raise invalid(f"No program {place.level!r} plays this game. There are: {known}.", f"{where}.level")
        return Player(level=place.level)
    name = clean_name(place.name) if place.name else ""
    if name is None:
        raise invalid("A name has 1 to 24 letters, and only such that can be seen.", f"{where}.name")
    return Player(name, True, "", new_nonce())


def _new_row(match: Match, seed: bytes, people: Sequence[Player], kind: str) -> MatchRow:
    """Return the row of a match at its first moment."""
    now = int(time.time())
    asked = list(match.decision.seats) if match.decision is not None else []
    standing = MatchStatus(0, 0, asked, ", ".join(match.breadcrumbs()), not asked, now, list(people))
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
        host=new_nonce(),
        odds=True,
        listed=False,
        clock=None,
        created=now,
        status=standing,
    )


# -------------------------------------------------------------------- from another match


def rematch(row: MatchRow, games: Mapping[str, Game]) -> MatchRow:
    """Return the same once more with new dice. Who had left sits down again."""
    people = [
        Player(person.name, True, "", new_nonce()) if person.person else Player(level=person.level)
        for person in row.players
    ]
    seed = new_seed()
    match = Match(_setup(row, games), TapeDice(seed))
    made = _new_row(match, seed, people, PLAYED)
    made.odds, made.hints, made.listed, made.clock = row.odds, row.hints, row.listed, row.clock
    return made


def branch(row: MatchRow, at: int, viewer: int, seed: bytes, base: Json, known: bool) -> MatchRow:
    """Return a match that goes on from a position: whoever asked plays the seat he looked from, programs play the
    others.

    He has the name he had there, if he is `known` as the one who played it.
    """
    match = replay.start_match(row.setup(), TapeDice(seed).pack(), base)
    if match.decision is None:
        raise conflict("The match was over at this moment. Choose an earlier one to play on from.")
    usual = bots.default_level(match.game)
    mine = viewer if viewer != NO_SEAT else match.seat
    people = [
        Player(person.name if known else "", True, "", new_nonce())
        if seat == mine
        else Player(level=usual if person.person or not person.level else person.level)
        for seat, person in enumerate(row.players)
    ]
    made = _new_row(match, seed, people, BRANCH)
    made.base, made.branch, made.odds = base, wire.Branch(row.id, at), row.odds
    made.hints = True  # it is played against programs
    return made


def _setup(row: MatchRow, games: Mapping[str, Game]) -> Setup:
    if row.game not in games:
        raise conflict("This server does not have the game of this table.")
    return Setup(games[row.game], row.scenario, row.seat_count, row.options)


# -------------------------------------------------------------------- from a record


def read_record(text: str, id: str) -> ImportedRecord:
    """Return the match that a record tells of, checked line by line. Runs in a worker: that takes a while."""
    try:
        story = replay.history_from_record(text, id)
    except RecordError as error:
        place, _, problem = str(error).removeprefix("line ").partition(": ")
        return ImportedRecord(line=int(place), problem=f"{problem[:1].upper()}{problem[1:]}.")
    replayed = replay.replay_to_move(story, replay.LAST_MOVE)
    match = replayed.match
    row = _new_row(match, new_seed(), [Player() for _ in range(match.setup.seats)], IMPORTED)
    row.id, row.dice, row.commitment = id, story.dice, _commitment_of(text)
    row.status.n, row.status.move = len(story.moves), replayed.move
    if match.result is not None:
        row.status.turn = match.game.verdict(match.result)
    moves = [Entry(n, MOVE, seat, action, CHOSEN) for n, (seat, action) in enumerate(story.moves, 1)]
    return ImportedRecord(row, moves)


def _commitment_of(text: str) -> str:
    """Return the commitment that a record names; none if its dice were scripted."""
    lines = [line for line in text.splitlines() if line.startswith("commitment ")]
    return lines[0].partition(" ")[2] if lines else ""
