"""Programs that play. They are shown only what their seat may know: an imagined copy of the state."""

from __future__ import annotations

from hippodrome.bots.base import Bot, Chance, play_out
from hippodrome.bots.benhur import BenHurDriver
from hippodrome.bots.races import RacesDriver
from hippodrome.bots.random import RandomBot
from hippodrome.kit.game import Game

__all__ = ["Bot", "Chance", "RandomBot", "levels", "make", "play_out"]


def levels(game: Game) -> list[str]:
    """The programs that can play a game, the weakest first."""
    return ["random", "driver"] if game.slug in ("benhur", "races") else ["random"]


def make(level: str, game: Game, seed: int) -> Bot:
    """A program by name; ValueError names those there are."""
    if level == "random":
        return RandomBot(seed)
    if level == "driver" and game.slug == "benhur":
        return BenHurDriver()
    if level == "driver" and game.slug == "races":
        return RacesDriver()
    raise ValueError(f"no program {level!r} plays {game.title}; there are: {', '.join(levels(game))}")
