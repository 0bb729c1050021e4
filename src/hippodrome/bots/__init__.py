"""Programs that play. They are shown only what their seat may know: an imagined copy of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hippodrome.bots.base import Bot, Chance, play_out
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.chariot import ChariotGeneral
from hippodrome.bots.magic import MagicGeneral
from hippodrome.bots.races import RacesDriver
from hippodrome.bots.random import RandomBot
from hippodrome.bots.recruit import Recruit
from hippodrome.bots.search import CHAMPION, GUIDES, SECONDS, VETERAN, searcher
from hippodrome.bots.wheelie import WheelieDriver
from hippodrome.kit.game import Game

__all__ = [
    "Bot",
    "Chance",
    "RandomBot",
    "about",
    "known",
    "levels",
    "looks_ahead",
    "make",
    "play_out",
    "seconds",
    "usual",
]

RANDOM: Final = "random"
RECRUIT: Final = "recruit"
DRIVER: Final = "driver"

TOLD: Final = {
    RANDOM: "Any legal move, whatever it is; for tests and measurements.",
    RECRUIT: "Plays by chance, but with manners: for a first match. Answers at once.",
    DRIVER: "Knows the game and plays by rules of thumb. Answers at once.",
    VETERAN: f"Looks ahead a little before it moves. Thinks {SECONDS[VETERAN]:g} seconds about a decision, at most.",
    CHAMPION: f"Looks ahead as far as it can. Thinks {SECONDS[CHAMPION]:g} seconds about a decision, at most.",
}
"""What each program is, and how long it thinks."""

DRIVERS: Final[dict[str, Callable[[int], Bot]]] = {
    "benhur": lambda seed: BenHurDriver(),
    "chariot": lambda seed: ChariotGeneral(),
    "magic": lambda seed: MagicGeneral(),
    "races": lambda seed: RacesDriver(),
    "wheelie": WheelieDriver,
}
"""Who makes the plain program, by game, from the seed of its own chance."""


def levels(game: Game) -> list[str]:
    """The programs that are offered as opponents in a game, the weakest first."""
    found = [RECRUIT]
    if game.base in DRIVERS:
        found.append(DRIVER)
    if game.base in GUIDES:
        found.extend([VETERAN, CHAMPION])
    return found


def known(game: Game) -> list[str]:
    """All programs that can play a game: those that are offered, and `random` for tests and measurements."""
    return [RANDOM, *levels(game)]


def looks_ahead(level: str) -> bool:
    """Whether a program takes its time: it looks ahead."""
    return level.partition("/")[0] in SECONDS


def seconds(level: str) -> float:
    """How long a program that looks ahead thinks about a decision at most, where somebody waits."""
    return SECONDS[level]


def usual(game: Game) -> str:
    """The program that plays when nobody says which: the plain one. It answers at once."""
    return DRIVER if game.base in DRIVERS else RECRUIT


def about(level: str) -> str:
    """What a program is, in a line."""
    return TOLD[level]


def make(level: str, game: Game, seed: int, timed: bool = False) -> Bot:
    """A program by name; ValueError names those there are. `timed` ones keep to the time their level has for a move.

    "champion/25" is a program that looks ahead with 25 per cent of its effort.
    """
    name, part, percent = level.partition("/")
    if name in (VETERAN, CHAMPION) and game.base in GUIDES:
        return searcher(name, game.base, seed, timed, percent_of(percent) if part else 100)
    if level == RANDOM:
        return RandomBot(seed)
    if level == RECRUIT:
        return Recruit(seed)
    if level == DRIVER and game.base in DRIVERS:
        return DRIVERS[game.base](seed)
    raise ValueError(f"no program {level!r} plays {game.title}; there are: {', '.join(known(game))}")


def percent_of(text: str) -> int:
    """The part of its effort with which a program looks ahead."""
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise ValueError(f"a program thinks with 1 to 1000 per cent of its effort, not {text!r}")
    return int(text)
