"""The results of an experiment on disk: a folder with the experiment and one Parquet file per batch.

A file appears complete or not at all, so that a run that was killed can continue where it stopped.

    experiment.toml                the experiment
    plan.json                      what the results depend on: digests, versions, the variant
    games/00003-00001.parquet      cell 3, batch 1: one row per match
    decisions/00003-00001.parquet  optional: one row per decision
    summary.json                   the state of the run
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
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.state import Json
from hippodrome.lab.batches import BatchResult, Row
from hippodrome.lab.experiment import Experiment, parse
from hippodrome.variants import Variant, pack_variant

if TYPE_CHECKING:
    import polars

GAMES = "games"
DECISIONS = "decisions"
EXPERIMENT_FILE = "experiment.toml"
VARIANT_FILE = "variant.toml"
PLAN_FILE = "plan.json"
SUMMARY_FILE = "summary.json"


class ResultsError(ValueError):
    """Results that are missing or cannot be used."""


def import_polars() -> Any:
    """Return the module polars; raise ResultsError if it is not installed."""
    try:
        import polars
    except ImportError:
        raise ResultsError("the lab needs additional libraries: pip install 'hippodrome[lab]'") from None
    return polars


class Results:
    """The results folder of an experiment."""

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder = folder
        self.experiment = experiment
        self._polars = import_polars()

    @classmethod
    def create(cls, parent: Path, experiment: Experiment) -> Results:
        """Create the folder of an experiment, or find it again: its name contains the digest of the experiment."""
        folder = parent / f"{experiment.game}-{experiment.digest[:12]}"
        results = cls(folder, experiment)
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        if experiment.decisions:
            (folder / DECISIONS).mkdir(exist_ok=True)
        if not (folder / PLAN_FILE).exists():
            write_atomically(folder / EXPERIMENT_FILE, experiment.text)
            if experiment.variant is not None:
                write_atomically(folder / VARIANT_FILE, pack_variant(experiment.variant))
            write_atomically(folder / PLAN_FILE, json.dumps(plan_json(experiment), indent=2, ensure_ascii=False) + "\n")
        return results

    @classmethod
    def open(cls, folder: Path) -> Results:
        """Open the results in a folder; raise ResultsError if there are none or the rules have changed."""
        try:
            saved = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
            text = (folder / EXPERIMENT_FILE).read_text(encoding="utf-8")
        except (OSError, ValueError):
            raise ResultsError(
                f"there are no results in {folder}; hippodrome lab run prints the folder it writes to"
            ) from None
        variant = Variant(**_tuples(saved["variant"])) if saved["variant"] else None
        experiment = parse(text, str(folder / EXPERIMENT_FILE), variant)
        if experiment.digest != saved["digest"]:
            raise ResultsError(f"the results in {folder} belong to other rules or data; run the experiment again")
        return cls(folder, experiment)

    # ---------------------------------------------------------------- batches

    def _path(self, kind: str, cell: int, batch: int) -> Path:
        return self.folder / kind / f"{cell:05}-{batch:05}.parquet"

    def has(self, cell: int, batch: int) -> bool:
        """Return whether a batch is saved."""
        return self._path(GAMES, cell, batch).exists()

    def save_batch(self, cell: int, batch: int, result: BatchResult) -> None:
        """Write a batch; its matches come last, because a batch counts as saved once they are there."""
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
        scores: list[float] = self._polars.read_parquet(self._path(GAMES, cell, batch), columns=["score"])[
            "score"
        ].to_list()
        return scores

    def delete_batch(self, cell: int, batch: int) -> None:
        """Delete a batch, if it is saved."""
        for kind in (GAMES, DECISIONS):
            self._path(kind, cell, batch).unlink(missing_ok=True)

    def saved_batches(self) -> Iterator[tuple[int, int]]:
        """Yield the cell and number of each saved batch."""
        for path in sorted((self.folder / GAMES).glob("*.parquet")):
            cell, _, batch = path.stem.partition("-")
            yield int(cell), int(batch)

    # ---------------------------------------------------------------- all batches

    def games(self) -> polars.DataFrame:
        """Return all matches in order, one row each."""
        return self._all(GAMES, ["cell", "number"])

    def decisions(self) -> polars.DataFrame:
        """Return all decisions in order, one row each; empty if they were not saved."""
        return self._all(DECISIONS, ["cell", "number", "decision"])

    def _all(self, kind: str, order: list[str]) -> polars.DataFrame:
        paths = sorted((self.folder / kind).glob("*.parquet"))
        frames = [self._polars.read_parquet(path) for path in paths]
        table: polars.DataFrame = (
            self._polars.concat(frames) if frames else self._polars.DataFrame(schema=schema(self._polars, kind))
        )
        return table.sort(order)

    def digest(self) -> str:
        """Return a digest of all matches; the same results have the same digest, however they were played."""
        digest = hashlib.blake2b(digest_size=16)
        for row in self.games().iter_rows(named=True):
            digest.update(json.dumps(row, sort_keys=True, ensure_ascii=False).encode() + b"\n")
        return digest.hexdigest()

    def write_summary(self, summary: Json) -> None:
        """Write the state of the run."""
        write_atomically(self.folder / SUMMARY_FILE, json.dumps(summary, indent=2, ensure_ascii=False) + "\n")


def schema(polars: Any, kind: str) -> dict[str, Any]:
    """Return the columns and types of a table; they are stored and must not change."""
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
    """Return what the results of an experiment depend on, as stored in plan.json."""
    return {
        "digest": experiment.digest,
        "hippodrome": hippodrome.__version__,
        "game": experiment.game,
        "version": experiment.rules().version,
        "variant": asdict(experiment.variant) if experiment.variant is not None else None,
    }


def _tuples(saved: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a variant from JSON, with lists turned into tuples."""
    pairs = {name: tuple((path, text) for path, text in saved[name]) for name in ("files", "changes")}
    return {**saved, **pairs, "without": tuple(saved["without"])}
