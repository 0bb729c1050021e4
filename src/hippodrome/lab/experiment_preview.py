"""Previews of experiments before they run: the number of matches, or the first error.

A file received over the network cannot name a folder of this machine. Its variant is looked up by name among those in
use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath

from hippodrome.kit.toml_parser import parse_toml
from hippodrome.kit.toml_reader import DataError, TomlTable
from hippodrome.lab.experiment import Experiment, ExperimentError, parse
from hippodrome.lab.experiment_form import ExperimentForm, fill_form, write_experiment
from hippodrome.lab.results import Results
from hippodrome.variants import Variant

FILE_NAME = "experiment.toml"
EXAMPLES_FOLDER = "examples"


@dataclass(frozen=True)
class ExperimentPreview:
    """An experiment file with its form and size; without a form, and with an error, if it cannot be run."""

    text: str
    form: ExperimentForm | None = None
    cells: int = 0
    matches: int = 0
    line: int = 0
    key: str = ""
    error: str = ""


@dataclass(frozen=True)
class ExperimentFlags:
    """Parts of an experiment: a rule to stop early, a table of decisions, a variant."""

    stops: bool
    decisions: bool
    variant: bool


@dataclass(frozen=True)
class StartedExperiment:
    """An experiment whose results folder exists. `id` is the name of the folder."""

    id: str
    title: str
    game: str
    cells: int
    matches: int


def preview_experiment(source: str | ExperimentForm, variants: Sequence[Variant]) -> ExperimentPreview:
    """Return the preview of an experiment, given as its file or as a form."""
    text = source if isinstance(source, str) else write_experiment(source, _variant_by_slug(source.game, variants))
    try:
        experiment = parse_with_variants(text, variants)
    except ExperimentError as error:
        return ExperimentPreview(text, line=error.line, key=error.key, error=error.reason)
    return ExperimentPreview(text, fill_form(experiment), experiment.size, experiment.size * experiment.games)


def start_experiment(text: str, variants: Sequence[Variant], parent: str) -> StartedExperiment:
    """Create the results folder of an experiment, or find it again; raise ExperimentError or ResultsError."""
    experiment = parse_with_variants(text, variants)
    folder = Results.create(Path(parent), experiment).folder
    game = experiment.variant.slug if experiment.variant is not None else experiment.game
    matches = experiment.size * experiment.games
    return StartedExperiment(folder.name, experiment.title, game, experiment.size, matches)


def experiment_flags(text: str) -> ExperimentFlags:
    """Return which parts a valid experiment has."""
    table = parse_toml(text)
    return ExperimentFlags("stop" in table, bool(table.get("decisions")), "with" in table)


def parse_with_variants(text: str, variants: Sequence[Variant]) -> Experiment:
    """Return an experiment from its text, with one of these variants if it names one."""
    return parse(text, FILE_NAME, _named_variant(text, variants))


def _named_variant(text: str, variants: Sequence[Variant]) -> Variant | None:
    """Return the variant that an experiment file names, found by the name of its file or folder; None if none."""
    try:
        table = TomlTable(text, FILE_NAME)
        name = PurePosixPath(table.text_or("with", "").replace("\\", "/")).stem
        if not name:
            return None
        matching = [one for one in variants if (one.game, one.name) == (table.text_or("game", ""), name)]
        if matching:
            return matching[-1]
        known = ", ".join(one.name for one in variants) or "none"
        raise table.error("with", f"no variant {name!r} of this game is in use here; there are: {known}")
    except DataError as error:
        raise ExperimentError(str(error), error.line, error.key, error.reason) from None


def _variant_by_slug(slug: str, variants: Sequence[Variant]) -> Variant | None:
    return next((one for one in variants if one.slug == slug), None)


# -------------------------------------------------------------------- examples


@dataclass(frozen=True)
class Example:
    """An example experiment. `about` is the comment at the top of its file."""

    name: str
    title: str
    game: str
    about: str
    text: str


def examples() -> list[Example]:
    """Return the experiments that come with the package."""
    experiments = []
    for entry in sorted(files("hippodrome.lab").joinpath(EXAMPLES_FOLDER).iterdir(), key=lambda item: item.name):
        text = entry.read_text(encoding="utf-8")
        about = " ".join(line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#"))
        values = parse_toml(text)
        experiments.append(Example(entry.name.removesuffix(".toml"), values["title"], values["game"], about, text))
    return experiments
