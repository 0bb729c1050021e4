"""The catalogue of games: reads the data files of each game and constructs it. No other module reads packaged files.

It also holds the registered variants: a variant is the same game made from altered texts, with a slug of its own.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from hippodrome.kit.data_tables import check_files
from hippodrome.kit.game import QUICK_START_FILE, Game
from hippodrome.kit.lessons import Lesson, read_lessons
from hippodrome.kit.quick_start import QuickStart, read_for_variant, read_quick_start
from hippodrome.kit.toml_reader import DataError
from hippodrome.variants import MANIFEST, AlteredTexts, Variant, VariantError
from hippodrome.variants.rulebook import follow_data

SAMPLES = "hippodrome.variants.samples"
PACKAGE = "hippodrome.games"  # by name, because `hippodrome.games` is a function
_FOLDER = importlib.import_module(PACKAGE).__path__  # read before `hippodrome` defines the function `games`


def _read_texts(folder: Traversable, path: str = "") -> dict[str, str]:
    """Return the TOML and SVG files below a folder, by their paths."""
    texts: dict[str, str] = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            texts.update(_read_texts(entry, f"{path}{entry.name}/"))
        elif entry.name.endswith((".toml", ".svg")):
            texts[path + entry.name] = entry.read_text(encoding="utf-8")
    return texts


@cache
def packaged_games() -> dict[str, Game]:
    """Return every game of the package by slug, without variants."""
    games: dict[str, Game] = {}
    for package in pkgutil.iter_modules(_FOLDER):
        if package.ispkg:
            game = _make_game(f"{PACKAGE}.{package.name}", game_texts(package.name))
            games[game.slug] = game
    return games


@cache
def game_texts(package: str) -> dict[str, str]:
    """Return the data files of a packaged game by path; its folder is named by its slug."""
    return _read_texts(files(f"{PACKAGE}.{package}"))


def _make_game(module: str, texts: Mapping[str, str]) -> Game:
    """Return the game of a module, which defines one subclass of Game."""
    classes = [kind for kind in vars(importlib.import_module(module)).values() if isinstance(kind, type)]
    [game_class] = [kind for kind in classes if issubclass(kind, Game) and kind.__module__ == module]
    return game_class(texts)


def all_games() -> dict[str, Game]:
    """Return every game by slug, including development games and registered variants."""
    return {**packaged_games(), **_registered_games}


def games() -> dict[str, Game]:
    """Return the games for players by slug, including registered variants."""
    return {slug: game for slug, game in all_games().items() if not game.is_dev_game}


def lessons(game: Game) -> list[Lesson]:
    """Return the lessons of a game in their order. A variant has none: its numbers may differ from what they say."""
    return list(_lessons_of(game.slug)) if game.slug in packaged_games() else []


def count_lessons(game: Game) -> int:
    """Return the number of lessons of a game, without reading them."""
    return len(game.lesson_texts) if game.slug in packaged_games() else 0


@cache
def _lessons_of(slug: str) -> list[Lesson]:
    return read_lessons(packaged_games()[slug])


def quick_start(game: Game) -> QuickStart | None:
    """Return the quick start of a game; None if it has none. That of a variant has the figures of the variant."""
    if not game.quick_start_text:
        return None
    original = _quick_start_of(game.base)
    if game.slug in packaged_games():
        return original
    return read_for_variant(game, QUICK_START_FILE, game.quick_start_text, original)


@cache
def _quick_start_of(slug: str) -> QuickStart:
    game = packaged_games()[slug]
    return read_quick_start(game, QUICK_START_FILE, game.quick_start_text)


# -------------------------------------------------------------------- variants


@cache
def sample_variants() -> dict[str, str]:
    """Return the packed files of the sample variants by name."""
    return {path.removesuffix(".toml"): text for path, text in _read_texts(files(SAMPLES)).items()}


MAX_CACHED_VARIANTS = 64
"""Games of unregistered variants that stay in memory."""

_registered_games: dict[str, Game] = {}
_registered: dict[str, Variant] = {}


def registered_variants() -> list[Variant]:
    """Return the registered variants, for example to register them in worker processes."""
    return list(_registered.values())


def register_variant(variant: Variant) -> Game:
    """Make a variant available to players and return its game; raise VariantError if it is invalid."""
    if variant.slug not in _registered_games:
        _registered_games[variant.slug] = build_variant(variant)
        _registered[variant.slug] = variant
    return _registered_games[variant.slug]


def register_variants(variants: Iterable[Variant]) -> None:
    """Register variants, as a worker process does when it starts."""
    for variant in variants:
        register_variant(variant)


def unregister_variant(variant: Variant) -> None:
    """Remove a variant from the games for players."""
    _registered_games.pop(variant.slug, None)
    _registered.pop(variant.slug, None)


def variant_game(variant: Variant) -> Game:
    """Return the game of a variant, registered or not; an unregistered one is not available to players."""
    return _registered_games.get(variant.slug) or _cached_game(variant)


@lru_cache(maxsize=MAX_CACHED_VARIANTS)
def _cached_game(variant: Variant) -> Game:
    return build_variant(variant)


def _check_derived_data(game: Game) -> None:
    """Raise an error if data that the game reads lazily is invalid."""
    if not game.scenarios():
        raise VariantError(f"this variant leaves {game.title} without a scenario")
    game.analysis.round_robin()
    game.campaigns()
    game.custom_file_kinds()


def build_variant(variant: Variant) -> Game:
    """Return the game of a variant; raise VariantError if it is invalid."""
    if variant.game not in packaged_games():
        known = ", ".join(slug for slug, game in packaged_games().items() if not game.is_dev_game)
        raise VariantError(
            f"{variant.file_path(MANIFEST)}, game: there is no game {variant.game!r}; there are: {known}"
        )
    base = packaged_games()[variant.game]
    altered = AlteredTexts(variant, game_texts(variant.game), base.DATA_FILES)
    errors = check_files(base.DATA_FILES, altered.texts)
    if errors:
        raise altered.explain(errors)
    try:
        game = _make_game(f"{PACKAGE}.{variant.game}", altered.texts)
        _check_derived_data(game)
    except DataError as error:
        raise altered.explain([error]) from None
    except VariantError:
        raise
    except (ValueError, KeyError, IndexError, TypeError, ArithmeticError) as error:
        raise VariantError(f"{variant.file_path(MANIFEST)}: these files do not make a valid game: {error}") from None
    game.slug = variant.slug
    game.balances = {}  # measured with the unchanged game
    game.lineups = tuple([lineup for lineup in game.lineups if lineup.scenario in [s.slug for s in game.scenarios()]])
    follow_data(base, game, altered)
    game.title = f"{variant.title or variant.name} ({game.title})"
    game.tagline = variant.text or game.tagline
    return game
