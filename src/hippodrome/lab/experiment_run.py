"""Running an experiment: send batches to workers, save their results, and stop cells that are decided.

    run = ExperimentRun(load(Path("wolf.toml")), Path("results"))
    run.play(local_pool(2), progress=print)
    print(run.summary())

Batches count in the order of their numbers, not in the order in which workers finish them. So the results are the same
with one process or ten, and after a run that was killed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hippodrome.kit.state import Json
from hippodrome.lab.answers import CellScore, answer_sentences
from hippodrome.lab.batches import Batch, BatchResult, play_batch
from hippodrome.lab.experiment import Cell, Experiment, StopRule
from hippodrome.lab.pool import TaskPool, play_tasks
from hippodrome.lab.report_names import ReportNames
from hippodrome.lab.results import Results
from hippodrome.lab.stats import Share, wilson
from hippodrome.lab.stopping import OPEN, ConfidenceSequence

DECIMALS = 4  # of scores and bounds in summaries
RUNNING = "running"
DONE = "done"
STOPPED = "stopped"


@dataclass(frozen=True)
class RunProgress:
    """Progress of a run. `played` counts saved matches, `unsaved` those of unfinished batches.

    `max_matches` is the most matches the run can still reach; it falls when a cell stops early.
    """

    played: int
    max_matches: int
    cells: int
    cells_done: int
    unsaved: int = 0


class CellRun:
    """Progress of one cell: its batches in order, the confidence sequence of its score, and its verdict."""

    def __init__(self, cell: Cell, experiment: Experiment, cells: int) -> None:
        self.cell = cell
        self.games = experiment.games
        self.size = experiment.batch
        self.stop: StopRule | None = experiment.stop
        alpha = experiment.stop.alpha if experiment.stop is not None else StopRule().alpha
        self.sequence = ConfidenceSequence(alpha / cells)
        self.batches_sent = 0
        self.batches_counted = 0  # without a gap from the first
        self.early_scores: dict[int, list[float]] = {}  # of batches that came before an earlier one
        self.verdict = OPEN

    @property
    def batches(self) -> int:
        """The number of batches if the cell does not stop early."""
        return -(-self.games // self.size)

    @property
    def matches_played(self) -> int:
        """The number of matches that count so far."""
        return min(self.batches_counted * self.size, self.games)

    @property
    def is_done(self) -> bool:
        """True if all matches were played or the cell was stopped early."""
        return self.batches_counted == self.batches or (self.stop is not None and self.verdict != OPEN)

    @property
    def max_matches(self) -> int:
        """The largest number of matches the cell can still reach."""
        return self.matches_played if self.is_done else self.games

    def batch(self, number: int, decisions: bool) -> Batch:
        """Return a batch of the cell by its number."""
        first = number * self.size
        return Batch(self.cell, number, first, min(self.size, self.games - first), decisions)

    def add_scores(self, number: int, scores: list[float]) -> None:
        """Add the scores of a batch; they count once all earlier batches are there."""
        self.early_scores[number] = scores
        while not self.is_done and self.batches_counted in self.early_scores:
            self._count(self.early_scores.pop(self.batches_counted))

    def _count(self, scores: list[float]) -> None:
        turns = self.cell.rotations
        self.sequence.add(sum(scores[place : place + turns]) / turns for place in range(0, len(scores), turns))
        self.batches_counted += 1
        if self.stop is not None and self.matches_played >= self.stop.least:
            self.verdict = self.sequence.verdict(self.stop.margin)

    def score(self) -> CellScore:
        """Return the score of the first opponent so far.

        Its interval is the confidence sequence if that decides when to stop, which stays valid however often it is
        looked at, and otherwise Wilson's for the number of matches.
        """
        mean, count = self.sequence.mean, self.matches_played
        if not count or self.stop is not None:
            share = Share(mean, self.sequence.low, self.sequence.high)
        else:
            share = wilson(min(max(mean * count, 0.0), count), count)
        return CellScore(self.cell, count, share)

    def json(self, names: ReportNames) -> Json:
        """Return the state of the cell; the keys are stored in summaries."""
        share = self.score().share
        return {
            "cell": self.cell.number,
            "pairing": self.cell.pairing,
            "opponents": list(names.opponents(self.cell.entrants, self.cell.scenario)),
            "arm_title": names.arm(self.cell.arm),
            "scenario": self.cell.scenario,
            "arm": self.cell.arm,
            "games": self.matches_played,
            "score": round(share.share, DECIMALS),
            "low": round(share.low, DECIMALS),
            "high": round(share.high, DECIMALS),
            "verdict": self.verdict,
            "done": self.is_done,
        }


class ExperimentRun:
    """A run of an experiment, with the results of earlier runs."""

    def __init__(self, experiment: Experiment, parent: Path) -> None:
        self.experiment = experiment
        self.results = Results.create(parent, experiment)
        cells = experiment.cells()
        self.cells = [CellRun(cell, experiment, len(cells)) for cell in cells]
        self.names = ReportNames(experiment)
        self._stopped = False
        self._digest = ""
        self._pool: TaskPool | None = None
        self._returned = 0  # matches of the batches that workers have returned
        self._load_saved_batches()

    def _load_saved_batches(self) -> None:
        """Count the batches that an earlier run has saved."""
        for cell, batch in list(self.results.saved_batches()):
            self.cells[cell].add_scores(batch, self.results.scores(cell, batch))
        self._delete_surplus_batches()

    def _delete_surplus_batches(self) -> None:
        """Delete batches that were played after their cell was decided."""
        for cell, batch in list(self.results.saved_batches()):
            if self.cells[cell].is_done and batch >= self.cells[cell].batches_counted:
                self.results.delete_batch(cell, batch)

    @property
    def is_done(self) -> bool:
        """True if all cells are done."""
        return all(cell.is_done for cell in self.cells)

    def play(self, workers: TaskPool, progress: Callable[[RunProgress], object] | None = None) -> None:
        """Play the remaining batches. `stop` may be called from another thread; a later run continues from there."""
        self._stopped = False
        self._pool, self._returned = workers, 0
        for cell in self.cells:
            cell.early_scores.clear()  # batches after a gap are played again
            cell.batches_sent = cell.batches_counted
        self._report(progress)
        try:
            for done in play_tasks(workers, play_batch, iter(self._next_batch, None)):
                self._save(done.task, done.result)
                self._report(progress)
        finally:
            workers.close()
        self._delete_surplus_batches()
        self.results.write_summary(self.summary())

    def stop(self) -> None:
        """Start no more batches; running ones are finished and saved."""
        self._stopped = True

    def _next_batch(self) -> Batch | None:
        """Return a batch of the cell with the fewest batches sent; None if nothing is left or the run was stopped."""
        unfinished = [cell for cell in self.cells if not cell.is_done and cell.batches_sent < cell.batches]
        if self._stopped or not unfinished:
            return None
        cell = min(unfinished, key=lambda each: each.batches_sent)
        cell.batches_sent += 1
        return cell.batch(cell.batches_sent - 1, self.experiment.decisions)

    def _save(self, batch: Batch, result: BatchResult) -> None:
        cell = self.cells[batch.cell.number]
        self._returned += batch.count
        if cell.is_done:
            return  # the cell was decided while this batch was played
        self.results.save_batch(batch.cell.number, batch.number, result)
        cell.add_scores(batch.number, [row["score"] for row in result.games])

    def progress(self) -> RunProgress:
        """Return the progress; may be called from another thread."""
        done = sum(cell.is_done for cell in self.cells)
        max_matches = sum(cell.max_matches for cell in self.cells)
        played = sum(cell.matches_played for cell in self.cells)
        unsaved = self._pool.matches - self._returned if self._pool is not None else 0
        return RunProgress(played, max_matches, len(self.cells), done, max(0, min(unsaved, max_matches - played)))

    def _report(self, progress: Callable[[RunProgress], object] | None) -> None:
        if progress is not None:
            progress(self.progress())

    def _results_digest(self) -> str:
        """Return the digest of the results once the run is done; before that, an empty string."""
        if self.is_done and not self._digest:
            self._digest = self.results.digest()
        return self._digest

    def answer(self) -> list[str]:
        """Return the answer so far, in sentences; empty before the first match."""
        return answer_sentences(self.experiment, [cell.score() for cell in self.cells])

    def summary(self) -> Json:
        """Return the state of the run as plain data; the keys are stored in summary.json."""
        now = self.progress()
        return {
            "title": self.experiment.title,
            "answer": self.answer(),
            "digest": self.experiment.digest,
            "folder": str(self.results.folder),
            "state": DONE if self.is_done else STOPPED if self._stopped else RUNNING,
            "games": now.played,
            "most": now.max_matches,
            "cells": [cell.json(self.names) for cell in self.cells],
            "table": self._results_digest(),
        }
