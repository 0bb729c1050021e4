"""The results of an experiment on disk: a folder with the experiment and one Parquet file for every batch.

A file appears whole or not at all, so a run that was killed finds what it had finished and goes on from there.

    experiment.toml        the question
    plan.json              what results depend on: digests, versions, the variant
    games/00003-00001.parquet      cell 3, batch 1: one row a match
    decisions/00003-00001.parquet  the same, one row a decision, if wanted
    summary.json           how it stands
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hippodrome
from hippodrome.files import write_whole
from hippodrome.kit.state import Json
from hippodrome.lab.batches import BatchResult, Row
from hippodrome.lab.experiment import Experiment, parse
from hippodrome.variants import Variant, pack

if TYPE_CHECKING:
    import polars

GAMES = "games"
DECISIONS = "decisions"
EXPERIMENT_FILE = "experiment.toml"
VARIANT_FILE = "variant.toml"
PLAN_FILE = "plan.json"
SUMMARY_FILE = "summary.json"


class ResultsError(ValueError):
    """A folder of results that cannot be used."""


def import_polars() -> Any:
    """Polars, which reads and writes the results; ResultsError says how to get it."""
    try:
        import polars
    except ImportError:
        raise ResultsError("the laboratory needs a few libraries more: pip install 'hippodrome[lab]'") from None
    return polars


class Results:
    """The folder of an experiment."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder = folder
        self.experiment = experiment
        self._polars = import_polars()

    @classmethod
    def create(cls, parent: Path, experiment: Experiment) -> Results:
        """Return the folder for an experiment, named by its digest: the same experiment finds the same folder again."""
        folder = parent / f"{experiment.game}-{experiment.digest[:12]}"
        found = cls(folder, experiment)
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        if experiment.decisions:
            (folder / DECISIONS).mkdir(exist_ok=True)
        if not (folder / PLAN_FILE).exists():
            write_whole(folder / EXPERIMENT_FILE, experiment.text)
            if experiment.variant is not None:
                write_whole(folder / VARIANT_FILE, pack(experiment.variant))
            write_whole(folder / PLAN_FILE, json.dumps(plan_json(experiment), indent=2, ensure_ascii=False) + "\n")
        return found

    @classmethod
    def open(cls, folder: Path) -> Results:
        """Return the results in a folder; ResultsError if there are none or they are of other rules."""
        try:
            saved = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
            text = (folder / EXPERIMENT_FILE).read_text(encoding="utf-8")
        except (OSError, ValueError):
            raise ResultsError(
                f"there are no results in {folder}; hippodrome lab run names the folder it writes"
            ) from None
        variant = Variant(**_tuples(saved["variant"])) if saved["variant"] else None
        experiment = parse(text, str(folder / EXPERIMENT_FILE), variant)
        if experiment.digest != saved["digest"]:
            raise ResultsError(f"the results in {folder} were made with other rules or data; run the experiment again")
        return cls(folder, experiment)

    # ---------------------------------------------------------------- batches

    def _path(self, kind: str, cell: int, batch: int) -> Path:
        return self.folder / kind / f"{cell:05}-{batch:05}.parquet"

    def has(self, cell: int, batch: int) -> bool:
        """Return whether a batch is there."""
        return self._path(GAMES, cell, batch).exists()

    def save_batch(self, cell: int, batch: int, result: BatchResult) -> None:
        """Write a batch; the games come last, since it is there when they are."""
        if self.experiment.decisions:
            self._write(self._path(DECISIONS, cell, batch), result.decisions)
        self._write(self._path(GAMES, cell, batch), result.games)

    def _write(self, path: Path, rows: list[Row]) -> None:
        part = path.with_suffix(".part")
        self._polars.DataFrame(rows, schema=schema(self._polars, path.parent.name)).write_parquet(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(part, path)

    def scores(self, cell: int, batch: int) -> list[float]:
        """Return the scores of a batch, in the order of the matches."""
        found: list[float] = self._polars.read_parquet(self._path(GAMES, cell, batch), columns=["score"])[
            "score"
        ].to_list()
        return found

    def delete_batch(self, cell: int, batch: int) -> None:
        """Take a batch away that was played after its cell had been settled."""
        for kind in (GAMES, DECISIONS):
            self._path(kind, cell, batch).unlink(missing_ok=True)

    def saved_batches(self) -> Iterator[tuple[int, int]]:
        """Yield the batches that are there."""
        for path in sorted((self.folder / GAMES).glob("*.parquet")):
            cell, _, batch = path.stem.partition("-")
            yield int(cell), int(batch)

    # ---------------------------------------------------------------- everything

    def games(self) -> polars.DataFrame:
        """Return all matches, one row each, in order."""
        return self._all(GAMES, ["cell", "number"])

    def decisions(self) -> polars.DataFrame:
        """Return all decisions, one row each, in order; empty if they were not kept."""
        return self._all(DECISIONS, ["cell", "number", "decision"])

    def _all(self, kind: str, order: list[str]) -> polars.DataFrame:
        paths = sorted((self.folder / kind).glob("*.parquet"))
        frames = [self._polars.read_parquet(path) for path in paths]
        found: polars.DataFrame = (
            self._polars.concat(frames) if frames else self._polars.DataFrame(schema=schema(self._polars, kind))
        )
        return found.sort(order)

    def digest(self) -> str:
        """Return a fingerprint of the table of results: the same for the same results, however they were made."""
        found = hashlib.blake2b(digest_size=16)
        for row in self.games().iter_rows(named=True):
            found.update(json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n")
        return found.hexdigest()

    def write_summary(self, summary: Json) -> None:
        """Write how it stands."""
        write_whole(self.folder / SUMMARY_FILE, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")


def schema(polars: Any, kind: str) -> dict[str, Any]:
    """Return the columns of a table, the same in every batch."""
    whole, text, number = polars.Int64, polars.String, polars.Float64
    if kind == DECISIONS:
        names = ("cell", "number", "decision", "seat")
        rest = {"entrant": text, "options": whole, "action": text, "values": polars.List(whole)}
        return {**dict.fromkeys(names, whole), **rest}
    figure = polars.Struct({"name": text, "value": whole})
    use = polars.Struct({"seat": whole, "kind": text, "what": text, "count": whole})
    return {
        "cell": whole, "number": whole, "arm": text, "scenario": text, "pairing": text, "rotation": whole,
        "seed": whole, "seats": polars.List(text), "places": polars.List(whole), "score": number, "reason": text,
        "first": whole, "home": polars.List(polars.Boolean), "decisions": whole, "lead_changes": whole,
        "decided": number, "figures": polars.List(figure), "uses": polars.List(use),
    }  # fmt: skip


def plan_json(experiment: Experiment) -> Json:
    """What the results of an experiment depend on."""
    return {
        "digest": experiment.digest,
        "hippodrome": hippodrome.__version__,
        "game": experiment.game,
        "version": experiment.rules().version,
        "variant": asdict(experiment.variant) if experiment.variant is not None else None,
    }


def _tuples(saved: dict[str, Any]) -> dict[str, Any]:
    """What JSON made of a variant, with its lists as tuples again."""
    pairs = {name: tuple((path, text) for path, text in saved[name]) for name in ("files", "changes")}
    return {**saved, **pairs, "without": tuple(saved["without"])}
