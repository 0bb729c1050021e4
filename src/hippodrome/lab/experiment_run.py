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
from hippodrome.lab.batches import Batch, Played
from hippodrome.lab.experiment import Cell, Experiment, Stop
from hippodrome.lab.pool import Workers, played
from hippodrome.lab.results import Results
from hippodrome.lab.stopping import OPEN, Sequence

DIGITS = 4
RUNNING = "running"
DONE = "done"
STOPPED = "stopped"


@dataclass(frozen=True)
class Progress:
    """How far a run is: matches that count, how many there are at most, cells that are done, matches not kept yet."""

    played: int
    most: int
    cells: int
    cells_done: int
    at_hand: int = 0


class CellRun:
    """How far a cell is: batches in their order, the interval they give, and whether it is done."""

    def __init__(self, cell: Cell, experiment: Experiment, cells: int) -> None:
        self.cell = cell
        self.games = experiment.games
        self.size = experiment.batch
        self.stop: Stop | None = experiment.stop
        alpha = experiment.stop.alpha if experiment.stop is not None else Stop().alpha
        self.sequence = Sequence(alpha / cells)
        self.handed = 0  # batches that were handed out
        self.counted = 0  # batches that were counted, all before them too
        self.waiting: dict[int, list[float]] = {}  # scores of batches that came too early
        self.verdict = OPEN

    @property
    def batches(self) -> int:
        """How many batches there are at most."""
        return -(-self.games // self.size)

    @property
    def played(self) -> int:
        """How many matches count."""
        return min(self.counted * self.size, self.games)

    @property
    def is_done(self) -> bool:
        """Whether nothing more has to be played."""
        return self.counted == self.batches or (self.stop is not None and self.verdict != OPEN)

    @property
    def most(self) -> int:
        """How many matches it may still come to."""
        return self.played if self.is_done else self.games

    def batch(self, number: int, decisions: bool) -> Batch:
        """Return a batch of the cell."""
        first = number * self.size
        return Batch(self.cell, number, first, min(self.size, self.games - first), decisions)

    def take(self, number: int, scores: list[float]) -> None:
        """Scores of a batch; they count when all before them are there."""
        self.waiting[number] = scores
        while not self.is_done and self.counted in self.waiting:
            self._count(self.waiting.pop(self.counted))

    def _count(self, scores: list[float]) -> None:
        turns = self.cell.rotations
        self.sequence.add(sum(scores[place : place + turns]) / turns for place in range(0, len(scores), turns))
        self.counted += 1
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


class Run:
    """An experiment that is being played, or has been."""

    def __init__(self, experiment: Experiment, parent: Path) -> None:
        self.experiment = experiment
        self.results = Results.begin(parent, experiment)
        cells = experiment.cells()
        self.cells = [CellRun(cell, experiment, len(cells)) for cell in cells]
        self._stopped = False
        self._table = ""
        self._workers: Workers | None = None
        self._returned = 0  # matches that this run has got back
        self._recall()

    def _recall(self) -> None:
        """Take up what an earlier run has left."""
        for cell, batch in list(self.results.batches()):
            self.cells[cell].take(batch, self.results.scores(cell, batch))
        self._tidy()

    def _tidy(self) -> None:
        """Take away batches beyond the end of their cells."""
        for cell, batch in list(self.results.batches()):
            if self.cells[cell].is_done and batch >= self.cells[cell].counted:
                self.results.drop(cell, batch)

    @property
    def is_done(self) -> bool:
        """Whether everything has been played."""
        return all(cell.is_done for cell in self.cells)

    def play(self, workers: Workers, progress: Callable[[Progress], object] | None = None) -> None:
        """Play what is left. `stop` may be called from another thread; a later run goes on from there."""
        self._stopped = False
        self._workers, self._returned = workers, 0
        for cell in self.cells:
            cell.waiting.clear()  # what came after a gap is played again
            cell.handed = cell.counted
        self._tell(progress)
        try:
            for batch, found in played(workers, self._next):
                self._keep(batch, found)
                self._tell(progress)
        finally:
            workers.close()
        self._tidy()
        self.results.summarise(self.summary())

    def stop(self) -> None:
        """Hand out no more batches; those at hand are finished and kept."""
        self._stopped = True

    def _next(self) -> Batch | None:
        """Return the next batch: of the cells that are behind, the first."""
        waiting = [cell for cell in self.cells if not cell.is_done and cell.handed < cell.batches]
        if self._stopped or not waiting:
            return None
        cell = min(waiting, key=lambda each: each.handed)
        cell.handed += 1
        return cell.batch(cell.handed - 1, self.experiment.decisions)

    def _keep(self, batch: Batch, found: Played) -> None:
        cell = self.cells[batch.cell.number]
        self._returned += batch.count
        if cell.is_done:
            return  # it was settled while this one was being played
        self.results.keep(batch.cell.number, batch.number, found)
        cell.take(batch.number, [row["score"] for row in found.games])

    def progress(self) -> Progress:
        """How far it is; it may be asked from another thread."""
        done = sum(cell.is_done for cell in self.cells)
        most = sum(cell.most for cell in self.cells)
        played = sum(cell.played for cell in self.cells)
        out = self._workers.matches - self._returned if self._workers is not None else 0
        return Progress(played, most, len(self.cells), done, max(0, min(out, most - played)))

    def _tell(self, progress: Callable[[Progress], object] | None) -> None:
        if progress is not None:
            progress(self.progress())

    def _digest(self) -> str:
        """Return the digest of the table once everything has been played; before that, nothing."""
        if self.is_done and not self._table:
            self._table = self.results.digest()
        return self._table

    def summary(self) -> Json:
        """How it stands, as plain data."""
        now = self.progress()
        return {
            "title": self.experiment.title,
            "digest": self.experiment.digest,
            "folder": str(self.results.folder),
            "state": DONE if self.is_done else STOPPED if self._stopped else RUNNING,
            "games": now.played,
            "most": now.most,
            "cells": [cell.json() for cell in self.cells],
            "table": self._digest(),
        }
