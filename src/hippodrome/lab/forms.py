"""Experiments as forms to fill in: a form is written as the file, and a file that can be read fills in the form.

What is varied is typed with commas, `4, 5, 6`; numbers, words, true and false need no quotation marks.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hippodrome import catalogue
from hippodrome.kit.game import Game, Value
from hippodrome.kit.scene import FACTIONS
from hippodrome.lab.experiment import OPTION_PREFIX, SEAT_PLACEHOLDER, Experiment, StopRule
from hippodrome.variants import Altered, Variant, VariantError, paths, toml_writer

PLAYERS = "players"
SIDES = "sides"


@dataclass(frozen=True)
class ExperimentForm:
    """Everything that can be asked. `compare` is players, sides, or an option with a star for each seat."""

    game: str
    title: str = ""
    scenarios: Sequence[str] = ()
    compare: str = PLAYERS
    sides: Sequence[str] = ()
    only: Sequence[str] = ()
    players: Sequence[str] = ()
    games: int = 100
    seats: int = 0  # as usual
    batch: int = 20
    seed: int = 1
    swap: bool = True
    mirror: bool = False
    decisions: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    vary: Sequence[tuple[str, str]] = ()  # path, and the values with commas
    stop: StopRule | None = None


# -------------------------------------------------------------------- what can be compared


@dataclass(frozen=True)
class Comparison:
    """Something that can be compared, each side by its key and its name."""

    compare: str
    title: str
    sides: list[tuple[str, str]]


def comparisons(game: Game) -> list[Comparison]:
    """What can be compared beside the programs: what the game compares, and options that each seat has for itself."""
    found = []
    contest = game.round_robin()
    if contest is not None:
        found.append(Comparison(SIDES, "", [(one.key, one.name) for one in contest.contenders]))
    first, second = (f"_{faction.lower()}" for faction in FACTIONS[:2])
    settings = game.scenarios()[0].options
    names = [setting.name for setting in settings]
    for setting in settings:
        stem = setting.name.removesuffix(first)
        if stem != setting.name and f"{stem}{second}" in names:
            values = [(str(value), str(value)) for value in setting.values]
            found.append(Comparison(f"{stem}_{SEAT_PLACEHOLDER}", stem.replace("_", " "), values))
    return found


# -------------------------------------------------------------------- from a form to the file


def write_experiment(form: ExperimentForm, variant: Variant | None) -> str:
    """Return the file of a form; what is as usual is left out."""
    found: dict[str, Any] = {"title": form.title.strip()} if form.title.strip() else {}
    found["game"] = variant.game if variant is not None else form.game
    if variant is not None:
        found["with"] = f"{variant.name}.toml"
    found["scenarios"] = list(form.scenarios)
    if form.compare != PLAYERS:
        found["sides"] = list(form.sides)
    if form.compare not in (PLAYERS, SIDES):
        found["side_option"] = form.compare
    if form.only:
        found["only"] = list(form.only)
    found |= {"players": list(form.players), "games": form.games}
    usual = ExperimentForm(form.game)
    for name in ("seats", "batch", "seed", "swap", "mirror", "decisions"):
        if getattr(form, name) != getattr(usual, name):
            found[name] = getattr(form, name)
    if form.options:
        found["options"] = dict(form.options)
    if form.vary:
        texts = _data_texts(found["game"], variant)
        found["vary"] = {path: parse_values(values, _present_value(path, texts, form, variant)) for path, values in form.vary}
    if form.stop is not None:
        found["stop"] = {"margin": form.stop.margin, "alpha": form.stop.alpha, "least": form.stop.least}
    return toml_writer.written(found)


def _data_texts(game: str, variant: Variant | None) -> Mapping[str, str]:
    try:
        texts = catalogue.texts(game) if game in catalogue.packaged() else {}
        return Altered(variant, texts).texts if variant is not None else texts
    except VariantError:
        return {}


def _present_value(path: str, texts: Mapping[str, str], form: ExperimentForm, variant: Variant | None) -> Any:
    """What a value is at present, so that what is typed is read as of its kind; None if nobody knows."""
    if not path.startswith(OPTION_PREFIX):
        try:
            return paths.value_at(texts, path)
        except (paths.PathError, KeyError):
            return None
    game = catalogue.all_games().get(variant.slug if variant is not None else form.game)
    scenarios = game.scenarios() if game is not None else []
    settings = [each for scenario in scenarios for each in scenario.options if each.name == path[len(OPTION_PREFIX) :]]
    return settings[0].default if settings else None


def parse_values(text: str, now: Any) -> list[Any]:
    """Return the values that somebody has typed, with commas between them."""
    try:
        found: list[Any] = tomllib.loads(f"x = [{text}]")["x"]
    except ValueError:
        found = [_parse_word(word.strip()) for word in text.split(",") if word.strip()]
    return [str(value) if isinstance(now, str) and not isinstance(value, (list, dict)) else value for value in found]


def _parse_word(word: str) -> Any:
    try:
        return tomllib.loads(f"x = {word}")["x"]
    except ValueError:
        return word


# -------------------------------------------------------------------- from the file to the form


def fill_form(found: Experiment) -> ExperimentForm:
    """Return the form of an experiment."""
    contest_options = set()
    if found.sides and not found.side_option:
        contest = found.rules().round_robin()
        contest_options = set(contest.options.items()) if contest is not None else set()
    usual = 2 if found.sides or len(found.players) > 1 else found.rules().scenario(found.scenarios[0]).default_seats
    return ExperimentForm(
        game=found.variant.slug if found.variant is not None else found.game,
        title=found.title,
        scenarios=found.scenarios,
        compare=found.side_option or (SIDES if found.sides else PLAYERS),
        sides=found.sides,
        only=found.only,
        players=found.players,
        games=found.games,
        seats=0 if found.seats == usual else found.seats,
        batch=found.batch,
        seed=found.seed,
        swap=found.swap,
        mirror=found.mirror,
        decisions=found.decisions,
        options={name: value for name, value in found.options if (name, value) not in contest_options},
        vary=[(path, ", ".join(format_value(json.loads(value)) for value in values)) for path, values in found.vary],
        stop=found.stop,
    )


def format_value(value: Any) -> str:
    """Return a value as somebody would type it."""
    plain = isinstance(value, str) and value and not set(value) & set(",\"'[]{}\n") and _parse_word(value) == value
    return value if plain else toml_writer.value(value)
