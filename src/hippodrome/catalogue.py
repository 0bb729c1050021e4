"""The catalogue: reads the texts that lie beside each game and hands them to it. The only reader of packaged files."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import cast

from hippodrome.kit.game import Game

PACKAGE = "hippodrome.games"  # the front door's `games` is a function, so the package goes by its name
_FOLDER = importlib.import_module(PACKAGE).__path__  # before the front door takes the name `games`


def _texts(folder: Traversable, path: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            found.update(_texts(entry, f"{path}{entry.name}/"))
        elif entry.name.endswith((".toml", ".svg")):
            found[path + entry.name] = entry.read_text(encoding="utf-8")
    return found


@cache
def all_games() -> dict[str, Game]:
    """Every game by slug, the toy games of the tests included."""
    found: dict[str, Game] = {}
    for package in pkgutil.iter_modules(_FOLDER):
        if not package.ispkg:
            continue
        name = f"{PACKAGE}.{package.name}"
        module = importlib.import_module(name)
        game = cast(Game, module.make(_texts(files(name))))
        found[game.slug] = game
    return found


def games() -> dict[str, Game]:
    """The games people play, by slug."""
    return {slug: game for slug, game in all_games().items() if not game.toy}
