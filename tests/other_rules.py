"""Other versions of the rules in this process, for tests of matches that change rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from hippodrome import catalogue
from hippodrome.kit.game import Game


@contextmanager
def replaced_game(game: Game) -> Iterator[Game]:
    """Let the catalogue of this process offer another game of this name in the block."""
    games = catalogue.packaged_games()
    original = games[game.slug]
    games[game.slug] = game
    try:
        yield game
    finally:
        games[game.slug] = original


@contextmanager
def same_rules_as_version(slug: str, version: int) -> Iterator[Game]:
    """Let the rules of a game have another version in the block, although they are the same."""
    game = catalogue.packaged_games()[slug]
    original = game.version
    game.version = version
    try:
        yield game
    finally:
        game.version = original
