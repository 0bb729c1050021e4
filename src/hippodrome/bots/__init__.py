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
from hippodrome.bots.search import CHAMPION, GUIDES, VETERAN, searcher
from hippodrome.bots.wheelie import WheelieDriver
from hippodrome.kit.game import Game

__all__ = ["Bot", "Chance", "RandomBot", "levels", "make", "play_out"]

DRIVERS: Final[dict[str, Callable[[int], Bot]]] = {
    "benhur": lambda seed: BenHurDriver(),
    "chariot": lambda seed: ChariotGeneral(),
    "magic": lambda seed: MagicGeneral(),
    "races": lambda seed: RacesDriver(),
    "wheelie": WheelieDriver,
}
"""Who makes the plain program, by game, from the seed of its own chance."""


def levels(game: Game) -> list[str]:
    """The programs that can play a game, the weakest first."""
    plain = ["random", "driver"] if game.base in DRIVERS else ["random"]
    return [*plain, VETERAN, CHAMPION] if game.base in GUIDES else plain


def make(level: str, game: Game, seed: int, timed: bool = False) -> Bot:
    """A program by name; ValueError names those there are. `timed` ones keep to the time their level has for a move."""
    if level == "random":
        return RandomBot(seed)
    if level == "driver" and game.base in DRIVERS:
        return DRIVERS[game.base](seed)
    if level in (VETERAN, CHAMPION) and game.base in GUIDES:
        return searcher(level, game.base, seed, timed)
    raise ValueError(f"no program {level!r} plays {game.title}; there are: {', '.join(levels(game))}")
