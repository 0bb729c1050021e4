"""Experiments as forms: a form is written as an experiment file, and a valid file fills in the form.

Values to vary are typed with commas, such as `4, 5, 6`. Numbers, words, true and false need no quotation marks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tomlkit

from hippodrome import catalogue
from hippodrome.kit.game import Game, Value
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_parser import parse_toml
from hippodrome.lab.experiment import OPTION_PREFIX, SEAT_PLACEHOLDER, Experiment, StopRule
from hippodrome.variants import AlteredTexts, Variant, VariantError, paths

PLAYERS = "players"
SIDES = "sides"


@dataclass(frozen=True)
class ExperimentForm:
    """Every setting of an experiment. `compare` is "players", "sides", or an option name with a star for the seat."""

    game: str
    title: str = ""
    scenarios: Sequence[str] = ()
    compare: str = PLAYERS
    sides: Sequence[str] = ()
    only: Sequence[str] = ()
    players: Sequence[str] = ()
    games: int = 100
    seats: int = 0  # the default of the scenario
    batch: int = 20
    seed: int = 1
    swap: bool = True
    mirror: bool = False
    decisions: bool = False
    options: Mapping[str, Value] = field(default_factory=dict)
    vary: Sequence[tuple[str, str]] = ()  # path and values, separated by commas
    stop: StopRule | None = None


# -------------------------------------------------------------------- what can be compared


@dataclass(frozen=True)
class Comparable:
    """Something that an experiment can compare; each side has a key and a name."""

    compare: str
    title: str
    sides: list[tuple[str, str]]


def comparisons(game: Game) -> list[Comparable]:
    """Return what can be compared besides bots: the sides of the game, and options that each seat has separately."""
    comparables: list[Comparable] = []
    spec = game.analysis.round_robin()
    if spec is not None:
        comparables.append(Comparable(SIDES, "", [(one.key, one.name) for one in spec.contenders]))
    first, second = (f"_{faction.lower()}" for faction in FACTIONS[:2])
    settings = game.scenarios()[0].options
    names = [setting.name for setting in settings]
    for setting in settings:
        stem = setting.name.removesuffix(first)
        if stem != setting.name and f"{stem}{second}" in names:
            values = [(str(value), label) for value, label in zip(setting.values, setting.labels, strict=True)]
            comparables.append(Comparable(f"{stem}_{SEAT_PLACEHOLDER}", stem.replace("_", " "), values))
    return comparables


# -------------------------------------------------------------------- from a form to the file


def write_experiment(form: ExperimentForm, variant: Variant | None) -> str:
    """Return the experiment file of a form; settings at their defaults are left out."""
    keys: dict[str, Any] = {"title": form.title.strip()} if form.title.strip() else {}
    keys["game"] = variant.game if variant is not None else form.game
    if variant is not None:
        keys["with"] = f"{variant.name}.toml"
    keys["scenarios"] = list(form.scenarios)
    if form.compare != PLAYERS:
        keys["sides"] = list(form.sides)
    if form.compare not in (PLAYERS, SIDES):
        keys["side_option"] = form.compare
    if form.only:
        keys["only"] = list(form.only)
    keys |= {"players": list(form.players), "games": form.games}
    default = ExperimentForm(form.game)
    for name in ("seats", "batch", "seed", "swap", "mirror", "decisions"):
        if getattr(form, name) != getattr(default, name):
            keys[name] = getattr(form, name)
    if form.options:
        keys["options"] = dict(form.options)
    if form.vary:
        texts = _data_texts(keys["game"], variant)
        keys["vary"] = {
            path: parse_values(values, _present_value(path, texts, form, variant)) for path, values in form.vary
        }
    if form.stop is not None:
        keys["stop"] = {"margin": form.stop.margin, "alpha": form.stop.alpha, "least": form.stop.least}
    return tomlkit.dumps(keys)


def _data_texts(game: str, variant: Variant | None) -> Mapping[str, str]:
    try:
        texts = catalogue.game_texts(game) if game in catalogue.packaged_games() else {}
        return AlteredTexts(variant, texts).texts if variant is not None else texts
    except VariantError:
        return {}


def _present_value(path: str, texts: Mapping[str, str], form: ExperimentForm, variant: Variant | None) -> Any:
    """Return the present value at a path, which determines the type of what is typed; None if it is unknown."""
    if not path.startswith(OPTION_PREFIX):
        try:
            return paths.value_at(texts, path)
        except (paths.PathError, KeyError):
            return None
    game = catalogue.all_games().get(variant.slug if variant is not None else form.game)
    scenarios = game.scenarios() if game is not None else []
    settings = [each for scenario in scenarios for each in scenario.options if each.name == path[len(OPTION_PREFIX) :]]
    return settings[0].default if settings else None


def parse_values(text: str, present: Any) -> list[Any]:
    """Return the values of a text with commas; they become texts if the present value is a text."""
    try:
        values: list[Any] = parse_toml(f"x = [{text}]")["x"]
    except ValueError:
        values = [_parse_word(word.strip()) for word in text.split(",") if word.strip()]
    return [
        str(value) if isinstance(present, str) and not isinstance(value, (list, dict)) else value for value in values
    ]


def _parse_word(word: str) -> Any:
    try:
        return parse_toml(f"x = {word}")["x"]
    except ValueError:
        return word


# -------------------------------------------------------------------- from the file to the form


def fill_form(experiment: Experiment) -> ExperimentForm:
    """Return the form of an experiment."""
    spec_options = set()
    if experiment.sides and not experiment.side_option:
        spec = experiment.rules().analysis.round_robin()
        spec_options = set(spec.options.items()) if spec is not None else set()
    default_seats = (
        2
        if experiment.sides or len(experiment.players) > 1
        else experiment.rules().scenario(experiment.scenarios[0]).default_seats
    )
    return ExperimentForm(
        game=experiment.variant.slug if experiment.variant is not None else experiment.game,
        title=experiment.title,
        scenarios=experiment.scenarios,
        compare=experiment.side_option or (SIDES if experiment.sides else PLAYERS),
        sides=experiment.sides,
        only=experiment.only,
        players=experiment.players,
        games=experiment.games,
        seats=0 if experiment.seats == default_seats else experiment.seats,
        batch=experiment.batch,
        seed=experiment.seed,
        swap=experiment.swap,
        mirror=experiment.mirror,
        decisions=experiment.decisions,
        options={name: value for name, value in experiment.options if (name, value) not in spec_options},
        vary=[
            (path, ", ".join(format_value(json.loads(value)) for value in values)) for path, values in experiment.vary
        ],
        stop=experiment.stop,
    )


def format_value(value: Any) -> str:
    """Return a value as it would be typed."""
    plain = isinstance(value, str) and value and not set(value) & set(",\"'[]{}\n") and _parse_word(value) == value
    if plain:
        return str(value)
    array = tomlkit.array()
    array.append(value)  # inside an array, a table is written in braces
    return array.as_string()[1:-1]
