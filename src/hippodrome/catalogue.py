"""The catalogue: reads the texts that lie beside each game and hands them to it. The only reader of packaged files.

Variants come in here too: a variant is the same game, made from altered texts, under a slug of its own.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import cast

from hippodrome.kit.game import Game
from hippodrome.kit.toml_reader import DataError
from hippodrome.variants import HEAD, Altered, Variant, VariantError
from hippodrome.variants.validation import judge

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
def packaged() -> dict[str, Game]:
    """Return every game that comes with the package, by slug."""
    found: dict[str, Game] = {}
    for package in pkgutil.iter_modules(_FOLDER):
        if package.ispkg:
            game = _make(f"{PACKAGE}.{package.name}", texts(package.name))
            found[game.slug] = game
    return found


@cache
def texts(package: str) -> dict[str, str]:
    """Return the texts of a game by the name of its folder, which is its slug."""
    return _texts(files(f"{PACKAGE}.{package}"))


def _make(module: str, texts: Mapping[str, str]) -> Game:
    return cast(Game, importlib.import_module(module).make(texts))


def all_games() -> dict[str, Game]:
    """Return every game by slug: the toy games of the tests, and the variants in use, included."""
    return {**packaged(), **_in_use}


def games() -> dict[str, Game]:
    """Return the games people play, by slug; variants in use are among them."""
    return {slug: game for slug, game in all_games().items() if not game.is_dev_game}


# -------------------------------------------------------------------- variants

LENT = 64
"""Games that are remembered for those who make them for themselves."""

_in_use: dict[str, Game] = {}
_variants: dict[str, Variant] = {}


def variants() -> list[Variant]:
    """Return the variants in use, to be handed to worker processes."""
    return list(_variants.values())


def use(variant: Variant) -> Game:
    """Return the game of a variant, which can be played from now on; VariantError says what is wrong with it."""
    if variant.slug not in _in_use:
        _in_use[variant.slug] = made(variant)
        _variants[variant.slug] = variant
    return _in_use[variant.slug]


def use_all(variants: Iterable[Variant]) -> None:
    """Take variants into use, as a worker process does when it starts."""
    for variant in variants:
        use(variant)


def forget(variant: Variant) -> None:
    """Let a variant go."""
    _in_use.pop(variant.slug, None)
    _variants.pop(variant.slug, None)


def lend(variant: Variant) -> Game:
    """Return the game of a variant for whoever holds the variant, such as an experiment; it is not offered to
    anybody else.
    """
    return _in_use.get(variant.slug) or _lent(variant)


@lru_cache(maxsize=LENT)
def _lent(variant: Variant) -> Game:
    return made(variant)


def _ask_all(game: Game) -> None:
    """Whatever is worked out from the data when somebody asks for it, is asked for."""
    if not game.scenarios():
        raise VariantError(f"with this variant, {game.title} has no scenario left")
    game.round_robin()
    game.campaigns()
    game.custom_file_kinds()


def made(variant: Variant) -> Game:
    """Return the game of a variant."""
    if variant.game not in packaged():
        known = ", ".join(slug for slug, game in packaged().items() if not game.is_dev_game)
        raise VariantError(f"{variant.where(HEAD)}, game: there is no game {variant.game!r}; there are: {known}")
    altered = Altered(variant, texts(variant.game))
    try:
        game = _make(f"{PACKAGE}.{variant.game}", altered.texts)
        _ask_all(game)
        for name in altered.touched():
            judge(altered.texts[name], name.rpartition("/")[2], game.rulebook.clauses)
    except DataError as error:
        raise altered.explained(error) from None
    except VariantError:
        raise
    except (ValueError, KeyError, IndexError, TypeError, ArithmeticError) as error:
        raise VariantError(f"{variant.where(HEAD)}: the game cannot be made of these files: {error}") from None
    game.slug = variant.slug
    game.title = f"{variant.title or variant.name} ({game.title})"
    game.tagline = variant.text or game.tagline
    return game
