"""What is said of an experiment before it is run: what it comes to, or what is wrong with it.

A file that came over the network names no folder of this machine: a variant is meant by its name, and must be in use.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path, PurePosixPath

from hippodrome.kit.toml_reader import DataError, Table
from hippodrome.lab.experiment import Experiment, ExperimentError, parse
from hippodrome.lab.forms import ExperimentForm, fill_form, write_experiment
from hippodrome.lab.results import Results
from hippodrome.variants import Variant

FILE_NAME = "experiment.toml"
EXAMPLES_FOLDER = "examples"


@dataclass(frozen=True)
class ExperimentPreview:
    """An experiment that was looked over; without a form if it cannot be run, and then with a fault."""

    text: str
    form: ExperimentForm | None = None
    cells: int = 0
    matches: int = 0
    line: int = 0
    key: str = ""
    error: str = ""


@dataclass(frozen=True)
class StartedExperiment:
    """An experiment that has its folder: its name, and what everybody may know of it."""

    id: str
    title: str
    game: str
    cells: int
    matches: int


def preview_experiment(asked: str | ExperimentForm, variants: Sequence[Variant]) -> ExperimentPreview:
    """What an experiment comes to, or what is wrong with it: a file, or a form that is written as one first."""
    text = asked if isinstance(asked, str) else write_experiment(asked, _variant_by_slug(asked.game, variants))
    try:
        found = parse_with_variants(text, variants)
    except ExperimentError as error:
        return ExperimentPreview(text, line=error.line, key=error.key, error=error.reason)
    return ExperimentPreview(text, fill_form(found), found.size, found.size * found.games)


def start_experiment(text: str, variants: Sequence[Variant], parent: str) -> StartedExperiment:
    """Make the folder of an experiment, or find it again; ExperimentError and ResultsError say what is wrong."""
    found = parse_with_variants(text, variants)
    folder = Results.create(Path(parent), found).folder
    game = found.variant.slug if found.variant is not None else found.game
    return StartedExperiment(folder.name, found.title, game, found.size, found.size * found.games)


def parse_with_variants(text: str, variants: Sequence[Variant]) -> Experiment:
    """Return an experiment from its text alone, with one of these variants if it names one."""
    return parse(text, FILE_NAME, _named_variant(text, variants))


def _named_variant(text: str, variants: Sequence[Variant]) -> Variant | None:
    """Return the variant that a file names: the one in use that is called like the folder or file."""
    try:
        table = Table(text, FILE_NAME)
        name = PurePosixPath(table.text_or("with", "").replace("\\", "/")).stem
        if not name:
            return None
        fitting = [one for one in variants if (one.game, one.name) == (table.text_or("game", ""), name)]
        if fitting:
            return fitting[-1]
        known = ", ".join(one.name for one in variants) or "none"
        raise table.error("with", f"no variant {name!r} of this game is in use here; there are: {known}")
    except DataError as error:
        raise ExperimentError(str(error), error.line, error.key, error.reason) from None


def _variant_by_slug(slug: str, variants: Sequence[Variant]) -> Variant | None:
    return next((one for one in variants if one.slug == slug), None)


# -------------------------------------------------------------------- ready ones


@dataclass(frozen=True)
class Example:
    """A ready experiment: its name, its title, the game, and what it is about."""

    name: str
    title: str
    game: str
    about: str
    text: str


def examples() -> list[Example]:
    """Return the experiments that come with the package."""
    found = []
    for entry in sorted(files("hippodrome.lab").joinpath(EXAMPLES_FOLDER).iterdir(), key=lambda item: item.name):
        text = entry.read_text(encoding="utf-8")
        about = " ".join(line.removeprefix("#").strip() for line in text.splitlines() if line.startswith("#"))
        values = tomllib.loads(text)
        found.append(Example(entry.name.removesuffix(".toml"), values["title"], values["game"], about, text))
    return found
