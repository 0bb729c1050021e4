"""What a match is set up with, as people type it: game, scenario, options, seed and seats."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

import hippodrome as hd
from hippodrome import bots
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.game import Game, Scenario, Value
from hippodrome.kit.match import Match, Setup
from hippodrome.kit.scene import FACTIONS
from hippodrome.terminal.speak import Complaint

ME = "me"
USUAL = "driver"


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
    """The game of this name, or the first."""
    games = hd.games()
    if slug is None:
        return next(iter(games.values()))
    if slug not in games:
        raise Complaint(f"there is no game {slug!r}; there are: {', '.join(games)}")
    return games[slug]


def find_scenario(game: Game, slug: str | None) -> Scenario:
    """The scenario of this name, or the first."""
    try:
        return game.scenario(slug) if slug is not None else game.scenarios()[0]
    except ValueError as error:
        raise Complaint(str(error)) from None


def read_options(scenario: Scenario, texts: Sequence[str]) -> dict[str, Value]:
    """Options typed as name=value."""
    found: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            known = ", ".join(f"{setting.name}={setting.default}" for setting in scenario.options)
            raise Complaint(f"an option is typed as name=value, not {text!r}; for example: {known}")
        found[name] = int(value) if re.fullmatch(r"-?\d+", value) else value
    return found


def usual_level(game: Game) -> str:
    """The program that plays when nobody says which."""
    levels = bots.levels(game)
    return USUAL if USUAL in levels else levels[-1]


def read_seats(game: Game, text: str | None, usual: int, person: bool = True) -> list[Seat]:
    """Seats typed as me,driver,random; without a text one person (or none) and programs."""
    if text is None:
        first = ME if person else usual_level(game)
        return [Seat(n, first if n == 0 else usual_level(game)) for n in range(usual)]
    seats = []
    for number, word in enumerate(text.split(",")):
        level, _, name = word.strip().partition(":")
        allowed = [*([ME] if person else []), *bots.levels(game)]
        if level not in allowed:
            raise Complaint(f"no seat can be {level!r}; it can be: {', '.join(allowed)}")
        if name and level != ME:
            raise Complaint(f"only a person has a name, not {word.strip()!r}; for example: me:{name}")
        seats.append(Seat(number, level, name))
    return seats


def read_seed(text: str | None) -> bytes:
    """The seed: a fresh secret one, a number, or the 64 digits that a record shows."""
    if text is None:
        return secrets.token_bytes(32)
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"\d{1,18}", text):
        return seed_from(int(text))
    raise Complaint(f"a seed is a whole number or 64 hexadecimal digits, not {text!r}")


def new_match(game: Game, scenario: Scenario, seats: int, options: Sequence[str], seed: str | None) -> Match:
    """A match at its first decision."""
    dice = TapeDice(read_seed(seed))
    try:
        return Match(Setup(game, scenario.slug, seats, read_options(scenario, options)), dice)
    except ValueError as error:
        raise Complaint(str(error)) from None
