"""Records: a match as readable text that anyone can verify, line by line.

    Hippodrome record 1
    game benhur 1
    scenario circus
    seats 2
    option laps 1
    option army own                  a custom file: its lines follow, each after a bar
    | title = "Falcons"
    commitment 5f...                 sha256 of the seed, published before the first roll
    seed 8a...                       only when the match is over, or in a local save file
    start dice 3 5 digest 77...      dice rolled before the first decision
    1 seat 1 play lane 2 dice - digest c0...
    ...
    end finished places 2 1

If the dice were scripted, or the seed is still secret, the dice come from the lines themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from mypy_extensions import i64

from hippodrome.kit import agenda
from hippodrome.kit.custom_files import is_file
from hippodrome.kit.dice import Dice, OutOfDice, ScriptDice, TapeDice, commitment
from hippodrome.kit.game import VARIANT, Game, Value, unknown_game_message
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.state import State, digest

T = TypeVar("T")
HEAD: Final = "Hippodrome record 1"
CUSTOM_FILE: Final = "own"  # the value of an option whose custom file follows; stored, so it keeps its old name
_NUMBER: Final = "[0-9]{1,9}"  # dice, seats and moves have at most nine digits
_DICE: Final = f"(?:{_NUMBER} )*{_NUMBER}"
_START: Final = re.compile(f"start dice ({_DICE}|-) digest ([0-9a-f]{{32}})")
_MOVE: Final = re.compile(f"({_NUMBER}) seat ({_NUMBER}) play (.+) dice ({_DICE}|-) digest ([0-9a-f]{{32}})")


class RecordError(ValueError):
    """Raised for a record that is malformed or fails verification; the message names the line."""


class RecordingDice(Dice):
    """Dice that record the rolls of another source."""

    __slots__ = ("recorded", "source")

    def __init__(self, source: Dice) -> None:
        self.rolled = source.rolled
        self.source = source
        self.recorded: list[int] = []

    def roll_d6(self, n: i64) -> bytes:
        """Roll and record."""
        dice = self.source.roll_d6(n)
        self.rolled = self.source.rolled
        self.recorded.extend(dice)
        return dice

    def roll_die(self, sides: i64) -> i64:
        """Roll and record."""
        value = self.source.roll_die(sides)
        self.rolled = self.source.rolled
        self.recorded.append(value)
        return value

    def clone(self) -> Dice:
        """Return a copy with the same future rolls and an empty recording."""
        return RecordingDice(self.source.clone())

    def pack(self) -> list[str | int]:
        """Return what the source saves."""
        return self.source.pack()

    def take(self) -> list[int]:
        """Return the rolls since the last call."""
        recorded, self.recorded = self.recorded, []
        return recorded


def write(match: Match, with_seed: bool | None = None) -> str:
    """Return the record of a match. It includes the seed if `with_seed`, or by default once the match is over."""
    setup, dice = match.setup, match.first_dice
    lines = [HEAD, f"game {setup.game.slug} {setup.game.version}", f"scenario {setup.scenario.slug}"]
    lines.append(f"seats {setup.seats}")
    for name, value in setup.options.items():
        lines += _option(name, value)
    lines.append(f"commitment {match.commitment}" if match.commitment else "scripted")
    if isinstance(dice, TapeDice) and (match.state.over if with_seed is None else with_seed):
        lines.append(f"seed {dice.seed.hex()}")
    recorder = RecordingDice(dice.clone())
    state = setup.start(recorder)
    agenda.advance(state)
    lines.append(f"start dice {_dice(recorder.take())} digest {digest(state)}")
    for number, move in enumerate(match.moves):
        agenda.act(state, move.action, move.seat)
        rolled = _dice(recorder.take())
        lines.append(f"{number + 1} seat {move.seat} play {move.action.text} dice {rolled} digest {digest(state)}")
    result = setup.game.result(state)
    if result is not None:
        lines.append(f"end {result.reason} places {' '.join([str(place) for place in result.places])}")
    return "\n".join(lines) + "\n"


def _option(name: str, value: Value) -> list[str]:
    """Return the lines of an option, including those of a custom file."""
    if not isinstance(value, str) or not is_file(value):
        return [f"option {name} {value}"]
    return [f"option {name} {CUSTOM_FILE}", *[f"| {line}".rstrip() for line in value.splitlines()]]


def _dice(values: list[int]) -> str:
    return " ".join([str(value) for value in values]) or "-"


class Reader:
    """Reads a record line by line; every error names the line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.place = 0
        self.commitment = ""
        if not self.lines or self.lines[0] != HEAD:
            raise RecordError(f"line 1: not a record; it must start with {HEAD!r}")

    def error(self, message: str) -> RecordError:
        """Return an error at the current line."""
        return RecordError(f"line {self.place + 1}: {message}")

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
    """Return the match of a record; raise RecordError with the line if a die, move or digest is wrong."""
    reader = Reader(text)
    setup = _read_setup(reader, games)
    dice = _read_dice(reader)
    recorder = RecordingDice(dice.clone())
    match = _with_line(reader, lambda: Match(setup, recorder))
    _verify_line(reader, match.state, recorder, _match_line(reader, _START))
    number = 0
    while reader.place + 1 < len(reader.lines) and not reader.next_is("end"):
        number += 1
        groups = _match_line(reader, _MOVE)
        if int(groups[0]) != number:
            raise reader.error(f"expected move {number}, found {groups[0]}")
        _play(reader, match, int(groups[1]), groups[2])
        _verify_line(reader, match.state, recorder, groups[3:])
    _read_end(reader, match)
    match.first_dice = dice
    match.published_commitment = reader.commitment
    match.replace_dice(recorder.source)
    return match


def _read_setup(reader: Reader, games: Mapping[str, Game]) -> Setup:
    slug, _, version = reader.value("game").partition(" ")
    if slug not in games:
        raise reader.error(
            unknown_game_message(slug, games)
            if VARIANT in slug
            else f"unknown game {slug!r}; known: {', '.join(games)}"
        )
    game = games[slug]
    if version != str(game.version):
        raise reader.error(f"the record uses version {version or '?'} of the rules, but this is version {game.version}")
    scenario = _with_line(reader, lambda: game.scenario(reader.value("scenario")))
    seats = reader.value("seats")
    if not re.fullmatch(_NUMBER, seats):
        raise reader.error(f"{seats!r} is not a number of seats")
    options: dict[str, Value] = {}
    while reader.next_is("option"):
        name, _, value = reader.value("option").partition(" ")
        options[name] = int(value) if re.fullmatch(_NUMBER, value) else value
        if reader.next_is("|"):
            options[name] = _read_file(reader)
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


def _read_dice(reader: Reader) -> Dice:
    if reader.next_is("scripted"):
        reader.next()
        return ScriptDice(_all_dice(reader))
    reader.commitment = reader.value("commitment")
    if not reader.next_is("seed"):
        return ScriptDice(_all_dice(reader))
    text = reader.value("seed")
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise reader.error("the seed must be 64 hexadecimal digits")
    seed = bytes.fromhex(text)
    if commitment(seed) != reader.commitment:
        raise reader.error("the seed does not match the commitment")
    return TapeDice(seed)


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
    rolled = _dice(dice.take())
    if rolled != groups[0]:
        raise reader.error(f"the dice are wrong: the line says {groups[0]}, the replay rolled {rolled}")
    if digest(state) != groups[1]:
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
    if reader.place + 1 != len(reader.lines):
        reader.next()
        raise reader.error("there is text after the end")
