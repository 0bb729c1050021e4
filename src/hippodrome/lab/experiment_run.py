"""Running an experiment: hand out batches, keep what comes back, stop where the question is settled.

    run = Run(load(Path("wolf.toml")), Path("results"))
    run.play(local(2), progress=print)
    print(run.summary())

A cell is settled by its batches in their order, whoever finished first, so the results are the same with one process or
ten, and after a run that was killed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hippodrome.kit.state import Json
from hippodrome.lab.batches import Batch, BatchResult
from hippodrome.lab.experiment import Cell, Experiment, StopRule
from hippodrome.lab.pool import WorkerPool, play_batches
from hippodrome.lab.results import Results
from hippodrome.lab.stopping import OPEN, ConfidenceSequence

DIGITS = 4
RUNNING = "running"
DONE = "done"
STOPPED = "stopped"


@dataclass(frozen=True)
class RunProgress:
    """How far a run is: matches that count, how many there are at most, cells that are done, matches not kept yet."""

    played: int
    max_matches: int
    cells: int
    cells_done: int
    unsaved: int = 0


class CellRun:
    """How far a cell is: batches in their order, the interval they give, and whether it is done."""

    def __init__(self, cell: Cell, experiment: Experiment, cells: int) -> None:
        self.cell = cell
        self.games = experiment.games
        self.size = experiment.batch
        self.stop: StopRule | None = experiment.stop
        alpha = experiment.stop.alpha if experiment.stop is not None else StopRule().alpha
        self.sequence = ConfidenceSequence(alpha / cells)
        self.batches_sent = 0  # batches that were handed out
        self.batches_counted = 0  # batches that were counted, all before them too
        self.early_scores: dict[int, list[float]] = {}  # scores of batches that came too early
        self.verdict = OPEN

    @property
    def batches(self) -> int:
        """How many batches there are at most."""
        return -(-self.games // self.size)

    @property
    def played(self) -> int:
        """How many matches count."""
        return min(self.batches_counted * self.size, self.games)

    @property
    def is_done(self) -> bool:
        """Whether nothing more has to be played."""
        return self.batches_counted == self.batches or (self.stop is not None and self.verdict != OPEN)

    @property
    def max_matches(self) -> int:
        """How many matches it may still come to."""
        return self.played if self.is_done else self.games

    def batch(self, number: int, decisions: bool) -> Batch:
        """Return a batch of the cell."""
        first = number * self.size
        return Batch(self.cell, number, first, min(self.size, self.games - first), decisions)

    def add_scores(self, number: int, scores: list[float]) -> None:
        """Scores of a batch; they count when all before them are there."""
        self.early_scores[number] = scores
        while not self.is_done and self.batches_counted in self.early_scores:
            self._count(self.early_scores.pop(self.batches_counted))

    def _count(self, scores: list[float]) -> None:
        turns = self.cell.rotations
        self.sequence.add(sum(scores[place : place + turns]) / turns for place in range(0, len(scores), turns))
        self.batches_counted += 1
        if self.stop is not None and self.played >= self.stop.least:
            self.verdict = self.sequence.verdict(self.stop.margin)

    def json(self) -> Json:
        """How it stands."""
        found = self.sequence
        return {
            "cell": self.cell.number,
            "pairing": self.cell.pairing,
            "scenario": self.cell.scenario,
            "arm": self.cell.arm,
            "games": self.played,
            "score": round(found.mean, DIGITS),
            "low": round(found.low, DIGITS),
            "high": round(found.high, DIGITS),
            "verdict": self.verdict,
            "done": self.is_done,
        }


class ExperimentRun:
    """An experiment that is being played, or has been."""

    def __init__(self, experiment: Experiment, parent: Path) -> None:
        self.experiment = experiment
        self.results = Results.create(parent, experiment)
        cells = experiment.cells()
        self.cells = [CellRun(cell, experiment, len(cells)) for cell in cells]
        self._stopped = False
        self._digest = ""
        self._pool: WorkerPool | None = None
        self._returned = 0  # matches that this run has got back
        self._load_saved_batches()

    def _load_saved_batches(self) -> None:
        """Take up what an earlier run has left."""
        for cell, batch in list(self.results.saved_batches()):
            self.cells[cell].add_scores(batch, self.results.scores(cell, batch))
        self._delete_surplus_batches()

    def _delete_surplus_batches(self) -> None:
        """Take away batches beyond the end of their cells."""
        for cell, batch in list(self.results.saved_batches()):
            if self.cells[cell].is_done and batch >= self.cells[cell].batches_counted:
                self.results.delete_batch(cell, batch)

    @property
    def is_done(self) -> bool:
        """Whether everything has been played."""
        return all(cell.is_done for cell in self.cells)

    def play(self, workers: WorkerPool, progress: Callable[[RunProgress], object] | None = None) -> None:
        """Play what is left. `stop` may be called from another thread; a later run goes on from there."""
        self._stopped = False
        self._pool, self._returned = workers, 0
        for cell in self.cells:
            cell.early_scores.clear()  # what came after a gap is played again
            cell.batches_sent = cell.batches_counted
        self._report(progress)
        try:
            for batch, found in play_batches(workers, self._next_batch):
                self._save(batch, found)
                self._report(progress)
        finally:
            workers.close()
        self._delete_surplus_batches()
        self.results.write_summary(self.summary())

    def stop(self) -> None:
        """Hand out no more batches; those at hand are finished and kept."""
        self._stopped = True

    def _next_batch(self) -> Batch | None:
        """Return the next batch: of the cells that are behind, the first."""
        waiting = [cell for cell in self.cells if not cell.is_done and cell.batches_sent < cell.batches]
        if self._stopped or not waiting:
            return None
        cell = min(waiting, key=lambda each: each.batches_sent)
        cell.batches_sent += 1
        return cell.batch(cell.batches_sent - 1, self.experiment.decisions)

    def _save(self, batch: Batch, found: BatchResult) -> None:
        cell = self.cells[batch.cell.number]
        self._returned += batch.count
        if cell.is_done:
            return  # it was settled while this one was being played
        self.results.save_batch(batch.cell.number, batch.number, found)
        cell.add_scores(batch.number, [row["score"] for row in found.games])

    def progress(self) -> RunProgress:
        """How far it is; it may be asked from another thread."""
        done = sum(cell.is_done for cell in self.cells)
        max_matches = sum(cell.max_matches for cell in self.cells)
        played = sum(cell.played for cell in self.cells)
        out = self._pool.matches - self._returned if self._pool is not None else 0
        return RunProgress(played, max_matches, len(self.cells), done, max(0, min(out, max_matches - played)))

    def _report(self, progress: Callable[[RunProgress], object] | None) -> None:
        if progress is not None:
            progress(self.progress())

    def _results_digest(self) -> str:
        """Return the digest of the table once everything has been played; before that, nothing."""
        if self.is_done and not self._digest:
            self._digest = self.results.digest()
        return self._digest

    def summary(self) -> Json:
        """How it stands, as plain data."""
        now = self.progress()
        return {
            "title": self.experiment.title,
            "digest": self.experiment.digest,
            "folder": str(self.results.folder),
            "state": DONE if self.is_done else STOPPED if self._stopped else RUNNING,
            "games": now.played,
            "most": now.max_matches,
            "cells": [cell.json() for cell in self.cells],
            "table": self._results_digest(),
        }
