"""What a match is set up with, as people type it: game, scenario, options, seed and seats."""

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
    """Who drives for a faction: a person (`me`) or a program by its level; and a person's name."""

    def __init__(self, number: int, level: str, name: str = "") -> None:
        self.number = number
        self.level = level
        self.name = name

    @property
    def is_person(self) -> bool:
        """Whether somebody at this terminal decides."""
        return self.level == ME

    @property
    def faction(self) -> str:
        """Red, White, Blue ..."""
        return FACTIONS[self.number]

    @property
    def title(self) -> str:
        """The faction, with the name of the person."""
        return f"{self.faction} ({self.name})" if self.name else self.faction

    def text(self) -> str:
        """As it is typed after --seats."""
        return f"{self.level}:{self.name}" if self.name else self.level


def find_game(slug: str | None) -> Game:
    """Return the game of this name, or the first. With a variant in use, it is the variant that is meant."""
    games = hd.games()
    for variant in catalogue.variants():
        if slug in (None, variant.game, variant.name):
            return games[variant.slug]
    if slug is None:
        return next(iter(games.values()))
    if slug not in games:
        raise UsageError(f"there is no game {slug!r}; there are: {', '.join(games)}")
    return games[slug]


def is_game(word: str) -> bool:
    """Return whether a word names a game, or a variant in use."""
    return word in hd.games() or word in [variant.name for variant in catalogue.variants()]


def find_scenario(game: Game, slug: str | None) -> Scenario:
    """Return the scenario of this name, or the first."""
    try:
        return game.scenario(slug) if slug is not None else game.scenarios()[0]
    except ValueError as error:
        raise UsageError(str(error)) from None


def read_options(game: Game, scenario: Scenario, texts: Sequence[str]) -> dict[str, Value]:
    """Options typed as name=value; where a file of one's own is taken, the value may be its name."""
    found: dict[str, Value] = {}
    known_settings = {setting.name: setting for setting in scenario.options}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            known = ", ".join(f"{setting.name}={setting.default}" for setting in scenario.options)
            raise UsageError(f"an option is typed as name=value, not {text!r}; for example: {known}")
        found[name] = int(value) if re.fullmatch(r"-?\d+", value) else value
        setting = known_settings.get(name)
        if setting is not None and setting.custom_kind and found[name] not in setting.values and not is_file(value):
            found[name] = own_text(game.custom_file_kind(setting.custom_kind), setting, Path(value))
    return found


def own_text(kind: CustomFileKind, setting: Setting, path: Path) -> str:
    """Return the text of a file of one's own that can be read; what is wrong is named with file, line and key."""
    try:
        text = path.read_text(encoding="utf-8")
        kind.report(clean(text), str(path))
        return clean(text)
    except DataError as error:
        raise UsageError(str(error)) from None
    except (OSError, UnicodeDecodeError):
        ready = ", ".join(str(value) for value in setting.values)
        raise UsageError(
            f"option {setting.name} cannot be {str(path)!r}: there is no such file that can be read; "
            f"it can be a file ({kind.slug}), or: {ready}"
        ) from None


def read_seats(game: Game, text: str | None, usual: int, person: bool = True) -> list[Seat]:
    """Seats typed as me,driver,recruit; without a text one person (or none) and programs."""
    if text is None:
        first = ME if person else bots.default_level(game)
        return [Seat(n, first if n == 0 else bots.default_level(game)) for n in range(usual)]
    seats = []
    for number, word in enumerate(text.split(",")):
        level, _, name = word.strip().partition(":")
        allowed = [*([ME] if person else []), *bots.all_levels(game)]
        if level not in allowed:
            raise UsageError(f"no seat can be {level!r}; it can be: {', '.join(allowed)}")
        if name and level != ME:
            raise UsageError(f"only a person has a name, not {word.strip()!r}; for example: me:{name}")
        seats.append(Seat(number, level, name))
    return seats


def read_seed(text: str | None) -> bytes:
    """Return the seed: a fresh secret one, a number, or the 64 digits that a record shows."""
    if text is None:
        return secrets.token_bytes(32)
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"\d{1,18}", text):
        return seed_from(int(text))
    raise UsageError(f"a seed is a whole number or 64 hexadecimal digits, not {text!r}")


def new_match(game: Game, scenario: Scenario, seats: int, options: Sequence[str], seed: str | None) -> Match:
    """Return a match at its first decision."""
    dice = TapeDice(read_seed(seed))
    try:
        return Match(Setup(game, scenario.slug, seats, read_options(game, scenario, options)), dice)
    except ValueError as error:
        raise UsageError(str(error)) from None
