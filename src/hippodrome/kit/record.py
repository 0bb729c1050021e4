"""Records: a match as readable text that anyone can check, line by line.

    Hippodrome record 1
    game benhur 1
    scenario circus
    seats 2
    option laps 1
    option army own                  a file of somebody's own: its lines follow, each behind a bar
    | title = "Falcons"
    commitment 5f...                 sha256 of the seed, shown before the first throw
    seed 8a...                       only when the match is over, or in one's own save file
    start dice 3 5 digest 77...      dice thrown before the first decision
    1 seat 1 play lane 2 dice - digest c0...
    ...
    end finished places 2 1

Dice of a match that was scripted, or whose seed is still secret, are taken from the lines themselves.
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
OWN: Final = "own"  # stands for a file of somebody's own
_NUMBER: Final = "[0-9]{1,9}"  # longer ones are no dice, seats or moves
_DICE: Final = f"(?:{_NUMBER} )*{_NUMBER}"
_START: Final = re.compile(f"start dice ({_DICE}|-) digest ([0-9a-f]{{32}})")
_MOVE: Final = re.compile(f"({_NUMBER}) seat ({_NUMBER}) play (.+) dice ({_DICE}|-) digest ([0-9a-f]{{32}})")


class RecordError(ValueError):
    """A record that is broken or does not hold; the message names the line."""


class Watch(Dice):
    """Dice that note what another source throws."""

    __slots__ = ("noted", "source")

    def __init__(self, source: Dice) -> None:
        self.rolled = source.rolled
        self.source = source
        self.noted: list[int] = []

    def roll_d6(self, n: i64) -> bytes:
        """Throw and note."""
        dice = self.source.roll_d6(n)
        self.rolled = self.source.rolled
        self.noted.extend(dice)
        return dice

    def roll_die(self, sides: i64) -> i64:
        """Throw and note."""
        value = self.source.roll_die(sides)
        self.rolled = self.source.rolled
        self.noted.append(value)
        return value

    def clone(self) -> Dice:
        """Return the same throws to come, noted apart."""
        return Watch(self.source.clone())

    def pack(self) -> list[str | int]:
        """What the source saves."""
        return self.source.pack()

    def take(self) -> list[int]:
        """What was thrown since it was last asked."""
        noted, self.noted = self.noted, []
        return noted


def write(match: Match, with_seed: bool | None = None) -> str:
    """Return the record of a match.

    The seed is given when the match is over, or when asked for (one's own save file).
    """
    setup, dice = match.setup, match.first_dice
    lines = [HEAD, f"game {setup.game.slug} {setup.game.version}", f"scenario {setup.scenario.slug}"]
    lines.append(f"seats {setup.seats}")
    for name, value in setup.options.items():
        lines += _option(name, value)
    lines.append(f"commitment {match.commitment}" if match.commitment else "scripted")
    if isinstance(dice, TapeDice) and (match.state.over if with_seed is None else with_seed):
        lines.append(f"seed {dice.seed.hex()}")
    watch = Watch(dice.clone())
    state = setup.start(watch)
    agenda.advance(state)
    lines.append(f"start dice {_dice(watch.take())} digest {digest(state)}")
    for number, move in enumerate(match.moves):
        agenda.act(state, move.action, move.seat)
        thrown = _dice(watch.take())
        lines.append(f"{number + 1} seat {move.seat} play {move.action.text} dice {thrown} digest {digest(state)}")
    result = setup.game.result(state)
    if result is not None:
        lines.append(f"end {result.reason} places {' '.join([str(place) for place in result.places])}")
    return "\n".join(lines) + "\n"


def _option(name: str, value: Value) -> list[str]:
    """Return the lines of an option; a file has all of its own."""
    if not isinstance(value, str) or not is_file(value):
        return [f"option {name} {value}"]
    return [f"option {name} {OWN}", *[f"| {line}".rstrip() for line in value.splitlines()]]


def _dice(values: list[int]) -> str:
    return " ".join([str(value) for value in values]) or "-"


class Reader:
    """Reads a record line by line; every complaint names the line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.place = 0
        self.promised = ""
        if not self.lines or self.lines[0] != HEAD:
            raise RecordError(f"line 1: not a record; it must begin with {HEAD!r}")

    def wrong(self, message: str) -> RecordError:
        """Return an error at the present line."""
        return RecordError(f"line {self.place + 1}: {message}")

    def next(self) -> str:
        """Return the next line; RecordError if the record ends here."""
        self.place += 1
        if self.place >= len(self.lines):
            raise self.wrong("the record ends too early")
        return self.lines[self.place]

    def value(self, key: str) -> str:
        """What follows the key on the next line."""
        line = self.next()
        if not line.startswith(key + " "):
            raise self.wrong(f"expected {key!r}, found {line!r}")
        return line[len(key) + 1 :]

    def peek(self, key: str) -> bool:
        """Return whether the next line begins with the key."""
        return self.place + 1 < len(self.lines) and self.lines[self.place + 1].split(" ")[0] == key


def read(text: str, games: Mapping[str, Game]) -> Match:
    """Return the match a record tells of, every die, move and digest checked on the way. RecordError names the line."""
    reader = Reader(text)
    setup = _read_setup(reader, games)
    dice = _read_dice(reader)
    watch = Watch(dice.clone())
    match = _checked(reader, lambda: Match(setup, watch))
    _compare(reader, match.state, watch, _matched(reader, _START))
    number = 0
    while reader.place + 1 < len(reader.lines) and not reader.peek("end"):
        number += 1
        groups = _matched(reader, _MOVE)
        if int(groups[0]) != number:
            raise reader.wrong(f"expected move {number}, found {groups[0]}")
        _play(reader, match, int(groups[1]), groups[2])
        _compare(reader, match.state, watch, groups[3:])
    _read_end(reader, match)
    match.first_dice = dice
    match.published_commitment = reader.promised
    match.replace_dice(watch.source)
    return match


def _read_setup(reader: Reader, games: Mapping[str, Game]) -> Setup:
    slug, _, version = reader.value("game").partition(" ")
    if slug not in games:
        raise reader.wrong(
            unknown_game_message(slug, games)
            if VARIANT in slug
            else f"unknown game {slug!r}; known: {', '.join(games)}"
        )
    game = games[slug]
    if version != str(game.version):
        raise reader.wrong(f"the record is of version {version or '?'} of the rules; here is version {game.version}")
    scenario = _checked(reader, lambda: game.scenario(reader.value("scenario")))
    seats = reader.value("seats")
    if not re.fullmatch(_NUMBER, seats):
        raise reader.wrong(f"{seats!r} is no number of seats")
    options: dict[str, Value] = {}
    while reader.peek("option"):
        name, _, value = reader.value("option").partition(" ")
        options[name] = int(value) if re.fullmatch(_NUMBER, value) else value
        if reader.peek("|"):
            options[name] = _read_file(reader)
    return _checked(reader, lambda: Setup(game, scenario.slug, int(seats), options))


def _read_file(reader: Reader) -> str:
    """Return the file of an option."""
    lines: list[str] = []
    while reader.peek("|"):
        lines.append(reader.next()[2:])
    return "\n".join([*lines, ""])


def _checked(reader: Reader, make: Callable[[], T]) -> T:
    try:
        return make()
    except RecordError:
        raise
    except ValueError as error:
        raise reader.wrong(str(error)) from None


def _read_dice(reader: Reader) -> Dice:
    if reader.peek("scripted"):
        reader.next()
        return ScriptDice(_all_dice(reader))
    reader.promised = reader.value("commitment")
    if not reader.peek("seed"):
        return ScriptDice(_all_dice(reader))
    text = reader.value("seed")
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise reader.wrong("the seed must be 64 hexadecimal digits")
    seed = bytes.fromhex(text)
    if commitment(seed) != reader.promised:
        raise reader.wrong("the seed is not the one that was committed to")
    return TapeDice(seed)


def _all_dice(reader: Reader) -> tuple[int, ...]:
    """Return the dice that the lines themselves name."""
    found: list[int] = []
    for line in reader.lines[reader.place :]:
        groups = re.search(f" dice ({_DICE}) digest ", line)
        if groups:
            found += [int(value) for value in groups.group(1).split(" ")]
    return tuple(found)


def _matched(reader: Reader, pattern: re.Pattern[str]) -> tuple[str, ...]:
    line = reader.next()
    found = pattern.fullmatch(line)
    if found is None:
        raise reader.wrong(f"cannot be read: {line!r}")
    return found.groups()


def _play(reader: Reader, match: Match, seat: int, text: str) -> None:
    try:
        match.play(text, seat)
    except OutOfDice as empty:  # another name than below: the compiled build gives a name one type
        raise reader.wrong(str(empty)) from None
    except ValueError as error:
        raise reader.wrong(f"illegal move: {error}") from None


def _compare(reader: Reader, state: State, watch: Watch, groups: tuple[str, ...]) -> None:
    """See that dice and digest of a line are those of the replay."""
    thrown = _dice(watch.take())
    if thrown != groups[0]:
        raise reader.wrong(f"the dice do not hold: the line says {groups[0]}, thrown were {thrown}")
    if digest(state) != groups[1]:
        raise reader.wrong(f"the digest does not hold: the replay has {digest(state)}")


def _read_end(reader: Reader, match: Match) -> None:
    result = match.result
    if not reader.peek("end"):
        if result is not None:
            raise reader.wrong("the match is over, but the record does not say so")
        return
    line = reader.next()
    if result is None:
        raise reader.wrong("the record says the match is over, but it is not")
    places = " ".join([str(place) for place in result.places])
    if line != f"end {result.reason} places {places}":
        raise reader.wrong(f"the result does not hold: it is {result.reason}, places {places}")
    if reader.place + 1 != len(reader.lines):
        reader.next()
        raise reader.wrong("there is something after the end")
