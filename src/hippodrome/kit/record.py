"""Records: a match as readable text that anyone can verify, line by line.

    Hippodrome record 1
    game benhur 1
    scenario circus
    seats 2
    option laps 1
    option army own                  a custom file: its lines follow, each after a bar
    | title = "Falcons"
    commitment 5f...                 sha256 of the seed, published before the first roll
    match k7m2p9x4ab                 only from a server: its id of the match,
    committed 2026-05-03T14:02:11Z key ab12... signature 90...    and its signature of all lines above
    seed 8a...                       only when the match is over, or in a local save file
    start dice 3 5 digest 77...      dice rolled before the first decision
    1 seat 1 play lane 2 dice - digest c0...
    rules 2 digest 51... state {...}    from here on under other rules, from this state (see `earlier_rules`)
    2 seat 0 play whips 2 dice 4 1 digest 8e...
    ...
    end finished places 2 1
    first-move 2026-05-03T14:02:40Z  only from a server: when the first move was made,
    signed 2026-05-03T14:31:07Z key ab12... signature 3c...       and its signature of the whole record

If the dice were scripted, or the seed is still secret, the dice come from the lines themselves. Signatures are only
read and carried here; `hippodrome.verification` checks them.

A record of earlier rules is executed under the present ones if all its digests agree. Otherwise it is executed from the
last line `rules`, and the moves before it are only read. Their dice and digests may be unknown ("?").
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from hippodrome.kit.actions import parse
from hippodrome.kit.dice import Dice, OutOfDice, ScriptDice, TapeDice, commitment, unpack_dice
from hippodrome.kit.earlier_rules import EarlierRules, rules_line, usable_options
from hippodrome.kit.game import VARIANT, Game, Value, unknown_game_message
from hippodrome.kit.match import Match, Move, Setup, with_absent_options
from hippodrome.kit.record_writer import HEAD, change_rules, dice_text, header_lines, move_line, result_line, write
from hippodrome.kit.recording_dice import ComparingDice, RecordingDice
from hippodrome.kit.state import Json, State, digest, snapshot

__all__ = [
    "HEAD",
    "OtherRulesError",
    "Reader",
    "Reading",
    "RecordError",
    "Signature",
    "UnexecutedReading",
    "change_rules",
    "continue_record",
    "examine",
    "header_lines",
    "move_line",
    "other_rules_message",
    "read",
    "result_line",
    "write",
]

T = TypeVar("T")
_NUMBER: Final = "[0-9]{1,9}"  # dice, seats and moves have at most nine digits
_DICE: Final = f"(?:{_NUMBER} )*{_NUMBER}"
_START: Final = re.compile(f"start dice ({_DICE}|-) digest ([0-9a-f]{{32}})")
_SHA256: Final = re.compile("[0-9a-f]{64}")
_TIME: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_SIGNATURE: Final = f"({_TIME}) key ([0-9a-f]{{16}}) signature ([0-9a-f]{{128}})"
_MATCH_ID: Final = re.compile("match ([0-9a-z]{1,32})")
_COMMITTED: Final = re.compile(f"committed {_SIGNATURE}")
_FIRST_MOVE: Final = re.compile(f"first-move ({_TIME})")
_SIGNED: Final = re.compile(f"signed {_SIGNATURE}")
_MOVE: Final = re.compile(f"({_NUMBER}) seat ({_NUMBER}) play (.+) dice ({_DICE}|-) digest ([0-9a-f]{{32}})")
_READ_ONLY: Final = re.compile(
    f"({_NUMBER}) seat ({_NUMBER}) play (.+) dice (?:{_DICE}|-|[?]) digest (?:[0-9a-f]{{32}}|[?])"
)
_RULES: Final = re.compile(f"rules ({_NUMBER}) digest ([0-9a-f]{{32}}) state ([{{].*)")


class RecordError(ValueError):
    """Raised for a record that is malformed or fails verification; the message names the line."""


class OtherRulesError(RecordError):
    """Raised for a record of other rules whose moves cannot be executed under those of this program.

    `reading` is what could be read without executing the moves.
    """

    def __init__(self, message: str, reading: UnexecutedReading) -> None:
        super().__init__(message)
        self.reading = reading


class Signature:
    """A signature in a record: the signed lines, the time, the id of the key and the signature, in hexadecimal."""

    __slots__ = ("key", "lines", "signature", "time")

    def __init__(self, lines: list[str], time: str, key: str, signature: str) -> None:
        self.lines = lines
        self.time = time
        self.key = key
        self.signature = signature


class Reading:
    """A record that has been read to its end.

    dice_problem   why its dice are not those of a committed seed; empty if they are
    dice_line      the line of this problem, or 0
    committed      the server's signature of the set-up and the commitment, or None
    signed         the server's signature of the finished record, or None
    first_move     the time of the first move, as the server states it; empty without `signed`
    is_over        whether the match is over
    unexecuted     the number of moves of earlier rules that were only read, and not executed
    """

    __slots__ = (
        "committed", "dice_line", "dice_problem", "first_move", "has_seed", "is_over", "match", "signed", "unexecuted"
    )  # fmt: skip

    def __init__(self, match: Match, reader: Reader) -> None:
        self.match = match
        self.has_seed = reader.has_seed
        self.dice_problem = reader.dice_problem
        self.dice_line = reader.dice_line
        self.committed = reader.committed
        self.signed = reader.signed
        self.first_move = reader.first_move
        self.is_over = match.result is not None
        earlier = match.earlier
        self.unexecuted = 0 if earlier is None or earlier.is_replayable else earlier.moves


class UnexecutedReading:
    """A record of other rules that was read line by line without executing its moves.

    game, scenario   the game, and the title of the scenario, or its slug if there is none of this name any more
    version          the version of the rules of the last moves
    moves            the number of moves
    is_over          whether the record says that the match is over
    """

    __slots__ = ("committed", "first_move", "game", "has_seed", "is_over", "moves", "scenario", "signed", "version")

    def __init__(self, reader: Reader, game: Game, scenario: str, version: int, moves: int, is_over: bool) -> None:
        self.game = game
        self.scenario = scenario
        self.version = version
        self.moves = moves
        self.is_over = is_over
        self.has_seed = reader.has_seed
        self.committed = reader.committed
        self.signed = reader.signed
        self.first_move = reader.first_move


class Reader:
    """Reads a record line by line; every error names the line.

    If it is not strict, a problem with the origin of the dice is noted, and reading continues with the dice on the
    lines.
    """

    def __init__(self, text: str, strict: bool) -> None:
        self.lines = text.splitlines()
        self.strict = strict
        self.place = 0
        self.commitment = ""
        self.has_seed = False
        self.dice_problem = ""
        self.dice_line = 0
        self.committed: Signature | None = None
        self.signed: Signature | None = None
        self.first_move = ""
        self.begun_version = 1
        if not self.lines or self.lines[0] != HEAD:
            raise RecordError(f"line 1: not a record; it must start with {HEAD!r}")

    def error(self, message: str) -> RecordError:
        """Return an error at the current line."""
        return RecordError(f"line {self.place + 1}: {message}")

    def note_dice_problem(self, message: str) -> None:
        """Note the first reason why the dice are not those of a committed seed; raise RecordError if strict."""
        if self.strict:
            raise self.error(message)
        if not self.dice_problem:
            self.dice_problem, self.dice_line = message, self.place + 1

    def next(self) -> str:
        """Return the next line; raise RecordError if the record ends here."""
        self.place += 1
        if self.place >= len(self.lines):
            raise self.error("the record ends too early")
        return self.lines[self.place]

    def value(self, key: str) -> str:
        """Return the text after the key on the next line; raise RecordError if it has another key."""
        line = self.next()
        if not line.startswith(key + " "):
            raise self.error(f"expected {key!r}, found {line!r}")
        return line[len(key) + 1 :]

    def next_is(self, key: str) -> bool:
        """Return whether the next line starts with the key."""
        return self.place + 1 < len(self.lines) and self.lines[self.place + 1].split(" ")[0] == key


def read(text: str, games: Mapping[str, Game]) -> Match:
    """Return the match of a record; raise RecordError with the line if a die, move or digest is wrong.

    The record of a finished match must have the seed of its commitment, unless its dice were scripted.
    """
    return _read(text, True, games).match


def examine(text: str, games: Mapping[str, Game]) -> Reading:
    """Return the reading of a record whose moves are legal; raise RecordError with the line if one is not.

    A problem with the origin of the dice raises nothing: the reading names it, and the dice are those on the lines.
    """
    return _read(text, False, games)


def _read(text: str, strict: bool, games: Mapping[str, Game]) -> Reading:
    """Read a record; if it is of earlier rules, as much of it as can be executed.

    First all moves are executed. If that fails, those since the last change of rules are, and the others only read.
    """
    reader = Reader(text, strict)
    setup = _read_setup(reader, games)
    changes = [line for line in reader.lines if line.startswith("rules ")]
    if reader.begun_version == setup.game.version and not changes:
        return _read_part(reader, setup, _read_dice(reader), None)
    unexecuted = _read_unexecuted(text, games)
    try:
        return _read_part(reader, setup, _read_dice(reader), None)
    except RecordError as error:
        problem = error
    try:
        if changes and unexecuted.version <= setup.game.version:
            return _read_since_change(text, strict, games)
    except RecordError:
        if unexecuted.version == setup.game.version:
            raise
    message = other_rules_message(unexecuted.version, setup.game)
    raise OtherRulesError(f"{str(problem).partition(':')[0]}: {message}", unexecuted)


def other_rules_message(version: int, game: Game) -> str:
    """Return why the moves of a record cannot be executed by this program."""
    return f"moves not re-executed: written under rules {version} of {game.title}, and this program has {game.version}"


def _read_part(
    reader: Reader, setup: Setup, tape: Dice | None, earlier: EarlierRules | None, moves: Sequence[Move] = ()
) -> Reading:
    """Execute a record from the current line to its end.

    If that is not the whole record, `earlier` is the part before it, and `moves` are those of that part.
    """
    written = ScriptDice(_all_dice(reader))
    if earlier is not None:
        written.rolled = earlier.state["thrown"]
        tape = _continued_tape(tape, earlier.state)
        earlier.state["dice"] = (written if tape is None else tape).pack()
    first_dice = written if tape is None else tape
    recorder = RecordingDice(first_dice.clone()) if reader.strict else ComparingDice(written.clone(), _copy(tape))
    match = _with_line(reader, lambda: _first_position(setup, recorder, earlier, moves))
    match.begun_version = reader.begun_version
    if earlier is None:
        _verify_line(reader, match.state, recorder, _match_line(reader, _START))
    elif f" digest {digest(match.state)} " not in reader.lines[reader.place].partition(" state ")[0] + " ":
        raise reader.error("the digest does not fit the state")
    number = 0 if earlier is None else earlier.moves
    while reader.place + 1 < len(reader.lines) and not reader.next_is("end"):
        if reader.next_is("rules"):
            _read_change(reader, match)
            continue
        number += 1
        groups = _match_line(reader, _MOVE)
        if int(groups[0]) != number:
            raise reader.error(f"expected move {number}, found {groups[0]}")
        _play(reader, match, int(groups[1]), groups[2])
        _verify_line(reader, match.state, recorder, groups[3:])
    _read_end(reader, match)
    if earlier is None:
        match.first_dice = written if reader.dice_problem else first_dice
    elif isinstance(tape, TapeDice):
        match.first_dice = TapeDice(tape.seed)
    match.published_commitment = reader.commitment
    match.replace_dice(recorder.source)
    _carry_signatures(reader, match)
    return Reading(match, reader)


def _first_position(setup: Setup, dice: RecordingDice, earlier: EarlierRules | None, moves: Sequence[Move]) -> Match:
    """Return a new match, or one at the end of the part that was played under earlier rules."""
    if earlier is None:
        return Match(setup, dice)
    match = Match(setup, TapeDice(bytes(32)))
    match.earlier = earlier
    match.moves = list(moves)
    match.restore_state(earlier.state)
    match.first_dice = dice.source.clone()
    match.replace_dice(dice)
    return match


def _continued_tape(tape: Dice | None, state: Json) -> Dice | None:
    """Return the dice of a seed at the place where the part under other rules begins."""
    if not isinstance(tape, TapeDice) or "tape" not in state:
        return None
    block, place = state["tape"]
    return unpack_dice(["tape", tape.seed.hex(), block, place, state["thrown"]])


def _read_change(reader: Reader, match: Match) -> None:
    """Read a change of rules in a record that is executed as a whole: the state must be that of the line."""
    version, expected, _ = _match_line(reader, _RULES)
    if digest(match.state) != expected:
        raise reader.error(f"the digest is wrong: the replay has {digest(match.state)}")
    seed_line = 1 if reader.has_seed else 0
    header = reader.lines[: _start_line(reader) - seed_line]
    lines = reader.lines[_start_line(reader) : reader.place + 1]
    match.earlier = EarlierRules(header, lines, snapshot(match.state), len(match.moves), int(version), True)


def _start_line(reader: Reader) -> int:
    """Return the index of the line `start`, which follows the header; raise RecordError if there is none."""
    for index, line in enumerate(reader.lines):
        if line.startswith("start "):
            return index
    raise reader.error("the line 'start' is missing")


def _read_since_change(text: str, strict: bool, games: Mapping[str, Game]) -> Reading:
    """Execute the part of a record after its last change of rules."""
    reader = Reader(text, strict)
    setup = _read_setup(reader, games)
    tape = _read_dice(reader)
    header = reader.lines[: reader.place + (0 if reader.has_seed else 1)]
    first = reader.place + 1
    moves = _skip_moves(reader, max([i for i, line in enumerate(reader.lines) if line.startswith("rules ")]))
    version, _, saved = _match_line(reader, _RULES)
    state = _with_line(reader, lambda: json.loads(saved))
    lines = reader.lines[first : reader.place + 1]
    earlier = EarlierRules(header, lines, state, len(moves), int(version), is_replayable=False)
    return _read_part(reader, setup, tape, earlier, moves)


def continue_record(text: str, state: Json, games: Mapping[str, Game]) -> Match:
    """Return the match of a record of earlier rules, ready to continue from a snapshot of its last position.

    The moves are only read. Raise ValueError if record or snapshot do not fit.
    """
    reader = Reader(text, strict=True)
    setup = _read_setup(reader, games)
    tape = _read_dice(reader)
    header = reader.lines[: reader.place + (0 if reader.has_seed else 1)]
    lines = reader.lines[reader.place + 1 :]
    match = Match(setup, ScriptDice(()) if tape is None else tape.clone())
    match.begun_version = reader.begun_version
    match.published_commitment = reader.commitment
    match.moves = _skip_moves(reader, len(reader.lines))
    match.restore_state(state)
    _carry_signatures(reader, match)
    lines.append(rules_line(setup.game.version, match.state))
    match.earlier = EarlierRules(header, lines, state, len(match.moves), setup.game.version, is_replayable=False)
    return match


def _skip_moves(reader: Reader, stop: int) -> list[Move]:
    """Read lines without executing them, up to the line before `stop`, and return the moves."""
    moves: list[Move] = []
    while reader.place + 1 < stop and not reader.next_is("end"):
        if reader.next_is("start") or reader.next_is("rules"):
            reader.next()
            continue
        number, seat, text = _match_line(reader, _READ_ONLY)
        action = parse(text)
        if int(number) != len(moves) + 1 or action is None:
            raise reader.error(f"expected move {len(moves) + 1}, found {reader.lines[reader.place]!r}")
        moves.append(Move(int(seat), action))
    return moves


def _read_unexecuted(text: str, games: Mapping[str, Game]) -> UnexecutedReading:
    """Read a record of other rules without executing its moves; raise RecordError for a line that is malformed."""
    reader = Reader(text, strict=False)
    setup = _read_setup(reader, games)
    _read_dice(reader)
    moves = _skip_moves(reader, len(reader.lines))
    is_over = reader.next_is("end")
    if is_over:
        reader.next()
        _read_footer(reader)
    changes = [_RULES.fullmatch(line) for line in reader.lines if line.startswith("rules ")]
    versions = [int(change.group(1)) for change in changes if change is not None]
    version = versions[-1] if versions else reader.begun_version
    return UnexecutedReading(reader, setup.game, setup.scenario.title, version, len(moves), is_over)


def _copy(dice: Dice | None) -> Dice | None:
    return None if dice is None else dice.clone()


def _carry_signatures(reader: Reader, match: Match) -> None:
    """Give the match the signed lines of its record, so that `write` repeats them."""
    if reader.committed is not None:
        match.signed_header = reader.lines[: len(reader.committed.lines)]
    if reader.signed is not None:
        match.signed_footer = reader.lines[len(reader.signed.lines) - 2 :]


def _read_setup(reader: Reader, games: Mapping[str, Game]) -> Setup:
    slug, _, version = reader.value("game").partition(" ")
    version = version or "1"  # no version noted
    if slug not in games:
        raise reader.error(
            unknown_game_message(slug, games)
            if VARIANT in slug
            else f"unknown game {slug!r}; known: {', '.join(games)}"
        )
    game = games[slug]
    if not re.fullmatch(_NUMBER, version) or int(version) < 1:
        raise reader.error(f"{version!r} is not a version of the rules")
    reader.begun_version = int(version)
    if reader.begun_version > game.version:
        raise reader.error(f"the record uses version {version} of the rules, but this is version {game.version}")
    scenario = _with_line(reader, lambda: game.scenario(reader.value("scenario")))
    seats = reader.value("seats")
    if not re.fullmatch(_NUMBER, seats):
        raise reader.error(f"{seats!r} is not a number of seats")
    options: dict[str, Value] = {}
    while reader.next_is("option"):
        name, _, value = reader.value("option").partition(" ")
        if name in options:
            raise reader.error(f"the option {name} appears twice")
        options[name] = int(value) if re.fullmatch(_NUMBER, value) else value
        if reader.next_is("|"):
            options[name] = _read_file(reader)
    if reader.begun_version < game.version:
        options = usable_options(game, scenario.slug, options)
    options = with_absent_options(game, scenario.slug, options)
    return _with_line(reader, lambda: Setup(game, scenario.slug, int(seats), options))


def _read_file(reader: Reader) -> str:
    """Return the custom file of an option."""
    lines: list[str] = []
    while reader.next_is("|"):
        lines.append(reader.next()[2:])
    return "\n".join([*lines, ""])


def _with_line(reader: Reader, make: Callable[[], T]) -> T:
    try:
        return make()
    except RecordError:
        raise
    except ValueError as error:
        raise reader.error(str(error)) from None


def _read_dice(reader: Reader) -> Dice | None:
    """Return the dice of the committed seed; None if the record has no such seed."""
    if reader.next_is("scripted"):
        reader.next()
        if not reader.strict:
            reader.note_dice_problem("the dice were scripted")
        return None
    reader.commitment = reader.value("commitment")
    if not _SHA256.fullmatch(reader.commitment):
        reader.note_dice_problem("the commitment must be 64 hexadecimal digits")
    _read_committed(reader)
    if not reader.next_is("seed"):
        return None
    reader.has_seed = True
    text = reader.value("seed")
    if not _SHA256.fullmatch(text):
        reader.note_dice_problem("the seed must be 64 hexadecimal digits")
        return None
    seed = bytes.fromhex(text)
    if commitment(seed) != reader.commitment:
        reader.note_dice_problem("the seed does not match the commitment")
        return None
    return TapeDice(seed)


def _read_committed(reader: Reader) -> None:
    """Read the server's signature of the set-up and the commitment, if there is one."""
    if reader.next_is("match"):
        _match_line(reader, _MATCH_ID)
        reader.committed = _read_signature(reader, _COMMITTED)


def _read_signature(reader: Reader, pattern: re.Pattern[str]) -> Signature:
    """Read a line that signs all lines above it and its own beginning."""
    time, key, signature = _match_line(reader, pattern)
    line = reader.lines[reader.place]
    return Signature([*reader.lines[: reader.place], line.partition(" signature ")[0]], time, key, signature)


def _all_dice(reader: Reader) -> tuple[int, ...]:
    """Return the dice written on the lines."""
    dice: list[int] = []
    for line in reader.lines[reader.place :]:
        groups = re.search(f" dice ({_DICE}) digest ", line)
        if groups:
            dice += [int(value) for value in groups.group(1).split(" ")]
    return tuple(dice)


def _match_line(reader: Reader, pattern: re.Pattern[str]) -> tuple[str, ...]:
    line = reader.next()
    match = pattern.fullmatch(line)
    if match is None:
        raise reader.error(f"cannot be read: {line!r}")
    return match.groups()


def _play(reader: Reader, match: Match, seat: int, text: str) -> None:
    try:
        match.play(text, seat)
    except OutOfDice as empty:  # another name than below: the compiled build gives a name one type
        raise reader.error(str(empty)) from None
    except ValueError as error:
        raise reader.error(f"illegal move: {error}") from None


def _verify_line(reader: Reader, state: State, dice: RecordingDice, groups: tuple[str, ...]) -> None:
    """Raise RecordError if dice or digest of a line differ from the replay."""
    rolled = dice_text(dice.take())
    if rolled != groups[0]:
        raise reader.error(f"the dice are wrong: the line says {groups[0]}, the replay rolled {rolled}")
    if isinstance(dice, ComparingDice) and dice.tape is not None:
        expected = dice_text(dice.take_expected())
        if expected != rolled:
            reader.note_dice_problem(f"the line says {rolled}, but the seed gives {expected}")
    if digest(state) != groups[1]:
        if reader.dice_line == reader.place + 1:
            raise reader.error(f"the dice are wrong: {reader.dice_problem}")
        raise reader.error(f"the digest is wrong: the replay has {digest(state)}")


def _read_end(reader: Reader, match: Match) -> None:
    result = match.result
    if not reader.next_is("end"):
        if result is not None:
            raise reader.error("the match is over, but the record does not say so")
        return
    line = reader.next()
    if result is None:
        raise reader.error("the record says the match is over, but it is not")
    places = " ".join([str(place) for place in result.places])
    if line != f"end {result.reason} places {places}":
        raise reader.error(f"the result is wrong: it is {result.reason}, places {places}")
    if reader.commitment and not reader.has_seed:
        reader.note_dice_problem("the match is over, so the record must have its seed")
    _read_footer(reader)
    if reader.place + 1 != len(reader.lines):
        reader.next()
        raise reader.error("there is text after the end")


def _read_footer(reader: Reader) -> None:
    """Read the server's signature of the finished record, if there is one."""
    if reader.next_is("first-move"):
        reader.first_move = _match_line(reader, _FIRST_MOVE)[0]
        reader.signed = _read_signature(reader, _SIGNED)
