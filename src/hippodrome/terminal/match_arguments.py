"""The setup of a match as typed on the command line: game, scenario, options, seats and seed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from pathlib import Path

import hippodrome as hd
from hippodrome import bots, catalogue
from hippodrome.kit.custom_files import CustomFileKind, clean, is_file
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Scenario, Setting, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import DataError
from hippodrome.terminal.console import UsageError

ME = "me"


class Seat:
    """A seat with its player: a person at this terminal (`me`), with an optional name, or the level of a bot."""

    def __init__(self, number: int, level: str, name: str = "") -> None:
        self.number = number
        self.level = level
        self.name = name

    @property
    def is_person(self) -> bool:
        """True if a person at this terminal plays the seat."""
        return self.level == ME

    @property
    def faction(self) -> str:
        """The colour of the seat: Red, White, Blue ..."""
        return FACTIONS[self.number]

    @property
    def title(self) -> str:
        """The colour, with the player's name if there is one."""
        return f"{self.faction} ({self.name})" if self.name else self.faction

    def text(self) -> str:
        """Return the seat as typed after --seats."""
        return f"{self.level}:{self.name}" if self.name else self.level


def find_game(slug: str | None) -> Game:
    """Return the game with this name, or the first game. A loaded variant takes precedence over its base game."""
    games = hd.games()
    for variant in catalogue.registered_variants():
        if slug in (None, variant.game, variant.name):
            return games[variant.slug]
    if slug is None:
        return next(iter(games.values()))
    if slug not in games:
        raise UsageError(f"there is no game {slug!r}; choose one of: {', '.join(games)}")
    return games[slug]


def is_game(word: str) -> bool:
    """Return whether a word names a game or a loaded variant."""
    return word in hd.games() or word in [variant.name for variant in catalogue.registered_variants()]


def find_scenario(game: Game, slug: str | None) -> Scenario:
    """Return the scenario with this name, or the first one."""
    try:
        return game.scenario(slug) if slug is not None else game.scenarios()[0]
    except ValueError as error:
        raise UsageError(str(error)) from None


def read_options(game: Game, scenario: Scenario, texts: Sequence[str]) -> dict[str, Value]:
    """Return options typed as NAME=VALUE. For an option that accepts custom files, the value may be a path."""
    options: dict[str, Value] = {}
    settings = {setting.name: setting for setting in scenario.options}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            known = ", ".join(f"{setting.name}={setting.default}" for setting in scenario.options)
            raise UsageError(f"options are written NAME=VALUE, not {text!r}; for example: {known}")
        options[name] = int(value) if re.fullmatch(r"-?\d+", value) else value
        setting = settings.get(name)
        if setting is not None and setting.custom_kind and options[name] not in setting.values and not is_file(value):
            options[name] = read_custom_file(game.custom_file_kind(setting.custom_kind), setting, Path(value))
    return options


def read_custom_file(kind: CustomFileKind, setting: Setting, path: Path) -> str:
    """Return the text of a custom file that can be parsed. Errors name the file, line and key."""
    try:
        text = path.read_text(encoding="utf-8")
        kind.report(clean(text), str(path))
        return clean(text)
    except DataError as error:
        raise UsageError(str(error)) from None
    except (OSError, UnicodeDecodeError):
        values = ", ".join(str(value) for value in setting.values)
        raise UsageError(
            f"option {setting.name} cannot be {str(path)!r}: there is no readable file of that name; "
            f"use the path of a custom {kind.slug}, or one of: {values}"
        ) from None


def read_seats(game: Game, text: str | None, default_seats: int, allow_people: bool = True) -> list[Seat]:
    """Return seats typed as me,driver,recruit.

    Without a text, the first seat is a person (if people are allowed) and bots of the default level fill the others.
    """
    if text is None:
        first = ME if allow_people else bots.default_level(game)
        return [Seat(n, first if n == 0 else bots.default_level(game)) for n in range(default_seats)]
    seats = []
    for number, word in enumerate(text.split(",")):
        level, _, name = word.strip().partition(":")
        allowed = [*([ME] if allow_people else []), *bots.all_levels(game)]
        if level not in allowed:
            raise UsageError(f"a seat cannot be {level!r}; choose one of: {', '.join(allowed)}")
        if name and level != ME:
            raise UsageError(f"only people have names, not bots ({word.strip()!r}); for example: me:{name}")
        seats.append(Seat(number, level, name))
    return seats


def read_seed(text: str | None) -> bytes:
    """Return the seed for a number or the 64 hexadecimal digits of a record; without a text, a random secret one."""
    if text is None:
        return secrets.token_bytes(32)
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"\d{1,18}", text):
        return seed_from(int(text))
    raise UsageError(f"a seed is a whole number or 64 hexadecimal digits, not {text!r}")


def new_match(game: Game, scenario: Scenario, seats: int, options: Sequence[str], seed: str | None) -> Match:
    """Return a new match at its first decision."""
    dice = TapeDice(read_seed(seed))
    try:
        return Match(Setup(game, scenario.slug, seats, read_options(game, scenario, options)), dice)
    except ValueError as error:
        raise UsageError(str(error)) from None
