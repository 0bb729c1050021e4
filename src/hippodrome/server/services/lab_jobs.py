"""The laboratory of the server: experiments in a process of their own, one at a time, others wait their turn.

Each has a folder in the data folder (`lab/results.py`), and in it `status.json`: how it stands. What is finished is on
disk, batch by batch, so an experiment can be stopped at any time, by whatever means, and goes on from there. After a
restart those that were not finished are there, and wait to be told to go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hippodrome import catalogue
from hippodrome.files import write_whole
from hippodrome.kit.game import Game
from hippodrome.kit.state import Json
from hippodrome.lab.experiment import ExperimentError
from hippodrome.lab.experiment_preview import ExperimentPreview, StartedExperiment, preview_experiment, start_experiment
from hippodrome.lab.forms import ExperimentForm
from hippodrome.lab.results import EXPERIMENT_FILE, GAMES, ResultsError
from hippodrome.lab.tunable_values import TunableRow, tunable_rows
from hippodrome.server.http.http_errors import conflict, invalid, not_found
from hippodrome.server.workers.pool import Workers

log = logging.getLogger("hippodrome.server.services.lab_jobs")

WAITING = "waiting"
RUNNING = "running"
WRITING = "writing"
STOPPED = "stopped"
DONE = "done"
FAILED = "failed"

STATUS_FILE = "status.json"
REPORT_FILE = "report.html"
PROCESS_MODULE = "hippodrome.lab.experiment_process"
MAX_QUEUED_EXPERIMENTS = 20
STATUS_SAVE_INTERVAL_S = 5.0  # seconds
EXPERIMENT_ID = re.compile(r"[a-z0-9]+-[0-9a-f]{12}")
PROCESS_DIED = "It ended by itself. What was finished is kept: go on from there."


@dataclass
class ExperimentStatus:
    """How an experiment stands. Rows are its first pairings, each with its score and interval."""

    id: str
    title: str
    game: str
    state: str
    cells: int
    most: int
    created: int
    touched: int
    played: int = 0
    kept: int = 0  # those of them that are on disk
    cells_done: int = 0
    seconds: float = 0.0
    rate: float = 0.0
    rows: list[Json] = field(default_factory=list)
    problem: str = ""
    table: str = ""

    @property
    def is_active(self) -> bool:
        """Whether it waits for its turn or has it."""
        return self.state in (WAITING, RUNNING, WRITING)


class Laboratory:
    """All experiments of the server, and the one that is being played.

    They are looked over in a worker of their own, so that nobody who plays has to wait for them.
    """

    def __init__(self, folder: Path, processes: int) -> None:
        self.folder = folder
        self.processes = processes
        self._preview_worker = Workers(1)
        self._values: dict[str, list[TunableRow]] = {}
        self._warming: asyncio.Task[None] | None = None
        self._statuses = load_statuses(folder)
        self._queue: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._running = ""
        self._task: asyncio.Task[None] | None = None

    # ---------------------------------------------------------------- looking

    def all(self) -> list[ExperimentStatus]:
        """Return every experiment: the one that is played, those that wait in their order, and the others, the
        last first.
        """
        order = [self._running, *self._queue]
        first = [self._statuses[id] for id in order if id in self._statuses]
        rest = [standing for id, standing in self._statuses.items() if id not in order]
        return [*first, *sorted(rest, key=lambda standing: (-standing.created, standing.id))]

    def find(self, id: str) -> ExperimentStatus:
        """Return an experiment by its name."""
        if id not in self._statuses:
            raise not_found("There is no such experiment here. It may have been deleted.", "id")
        return self._statuses[id]

    def queue_position(self, id: str) -> int:
        """How many are before it in the queue, itself included; 0 if it does not wait."""
        return self._queue.index(id) + 1 if id in self._queue else 0

    def text(self, id: str) -> str:
        """Return the file of an experiment."""
        return self.file(id, EXPERIMENT_FILE).read_text(encoding="utf-8")

    def file(self, id: str, name: str) -> Path:
        """Return a file of an experiment, if it is there."""
        path = self.folder / self.find(id).id / name
        if not path.is_file():
            raise not_found("There is no such file yet. The report writes it.", name)
        return path

    def start_worker(self) -> None:
        """Start the worker before anybody has to wait for it."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._preview_worker.start())

    async def preview(self, asked: str | ExperimentForm) -> ExperimentPreview:
        """What an experiment comes to, or what is wrong with it."""
        return await self._preview_worker.run(preview_experiment, asked, catalogue.registered_variants())

    async def values(self, game: Game) -> list[TunableRow]:
        """What can be varied in a game; its data never changes while it is there, so it is asked for once."""
        if game.slug not in self._values:
            variant = next((one for one in catalogue.registered_variants() if one.slug == game.slug), None)
            self._values[game.slug] = await self._preview_worker.run(tunable_rows, game.base, variant)
        return self._values[game.slug]

    # ---------------------------------------------------------------- doing

    async def start(self, text: str) -> ExperimentStatus:
        """Begin an experiment, or go on with it if it was begun before; one that is done stays as it is."""
        try:
            found: StartedExperiment = await self._preview_worker.run(start_experiment, text, catalogue.registered_variants(), str(self.folder))
        except ExperimentError as error:
            named = f"{error.key}: " if error.key else ""
            raise invalid(f"{named}{error.reason}.", error.key) from None
        except ResultsError as error:
            raise conflict(f"{error}.") from None
        if found.id not in self._statuses:
            now = int(time.time())
            self._statuses[found.id] = ExperimentStatus(
                found.id, found.title, found.game, STOPPED, found.cells, found.matches, now, now
            )
        return self.resume(found.id) if self._statuses[found.id].state != DONE else self._statuses[found.id]

    def resume(self, id: str) -> ExperimentStatus:
        """Play what is left of an experiment, when its turn comes."""
        standing = self.find(id)
        if standing.state == DONE:
            raise conflict("This experiment is finished: there is nothing left to play.")
        if standing.is_active:
            return standing
        if len(self._queue) >= MAX_QUEUED_EXPERIMENTS:
            raise conflict(
                f"{MAX_QUEUED_EXPERIMENTS} experiments wait already. Stop one of them, or wait until one is done."
            )
        standing.state, standing.problem = WAITING, ""
        self._save(standing)
        self._queue.append(id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_queue())
        return standing

    def stop(self, id: str) -> ExperimentStatus:
        """Stop an experiment at once; what is finished is kept."""
        standing = self.find(id)
        if id in self._queue:
            self._queue.remove(id)
        if standing.is_active:
            standing.state, standing.played = STOPPED, standing.kept
            self._save(standing)
        if id == self._running and self._process is not None:
            self._process.kill()
        return standing

    async def delete(self, id: str) -> None:
        """Stop an experiment and take it away with all its results."""
        self.stop(id)
        while self._running == id:
            await asyncio.sleep(0.02)  # its process ends at once, and is seen to
        del self._statuses[id]
        await asyncio.to_thread(shutil.rmtree, self.folder / id, ignore_errors=True)

    async def ensure_report(self, id: str) -> None:
        """See that the report is there, and of all that has been played so far."""
        standing = self.find(id)
        folder = self.folder / id
        if standing.state == WRITING:
            raise conflict("The report is being written. Ask again in a moment.")
        if not standing.played:
            raise conflict("No match has been played yet, so there is nothing to report.")
        if not await asyncio.to_thread(is_report_current, folder):
            told = await asyncio.to_thread(write_report, folder)
            if "failed" in told:
                raise conflict(f"{told['failed']}.")

    async def close(self) -> None:
        """End what is being played; it goes on after the next start, when somebody says so."""
        for id in [*self._queue, *([self._running] if self._running else [])]:
            self.stop(id)
        if self._task is not None:
            await self._task
        if self._warming is not None:
            await asyncio.wait([self._warming])
        await self._preview_worker.close()

    # ---------------------------------------------------------------- the one that is being played

    async def _run_queue(self) -> None:
        """Play those that wait, one after another."""
        while self._queue:
            self._running = self._queue.pop(0)
            try:
                await self._run_experiment(self._statuses[self._running])
            except OSError as error:
                standing = self._statuses[self._running]
                standing.state, standing.problem = FAILED, f"It cannot be played here: {error.strerror}."
            finally:
                self._running = ""

    async def _run_experiment(self, standing: ExperimentStatus) -> None:
        standing.state, before = RUNNING, standing.seconds
        self._process = start_lab_process("run", str(self.folder / standing.id), str(self.processes))
        with self._process as process:
            await asyncio.to_thread(self._read_progress, process, standing, before)
            await asyncio.to_thread(process.wait)
        self._process = None
        if standing.state in (RUNNING, WRITING):
            standing.state, standing.problem, standing.played = FAILED, PROCESS_DIED, standing.kept
        standing.rate, standing.touched = 0.0, int(time.time())
        self._save(standing)
        log.info("experiment ended", extra={"facts": {"id": standing.id, "state": standing.state}})

    def _read_progress(self, process: subprocess.Popen[str], standing: ExperimentStatus, before: float) -> None:
        """Listen to the process until it has no more to say; runs in a thread."""
        saved = time.monotonic()
        for line in process.stdout or ():
            told = json.loads(line)
            if standing.state == STOPPED:
                continue
            apply_progress(standing, told, before)
            if time.monotonic() - saved >= STATUS_SAVE_INTERVAL_S:
                saved = time.monotonic()
                self._save(standing)

    def _save(self, standing: ExperimentStatus) -> None:
        with contextlib.suppress(OSError):  # a courtesy: what was played is kept in any case
            write_whole(
                self.folder / standing.id / STATUS_FILE, json.dumps(asdict(standing), ensure_ascii=False) + "\n"
            )


def apply_progress(standing: ExperimentStatus, told: Json, before: float) -> None:
    """Take in what the process says."""
    for name in ("played", "kept", "most", "cells", "cells_done", "rate", "rows", "table"):
        if name in told:
            setattr(standing, name, told[name])
    if "seconds" in told:
        standing.seconds = round(before + told["seconds"], 3)
    if told.get("writing"):
        standing.state = WRITING
    if told.get("done"):
        standing.state = DONE
    if "failed" in told:
        said = str(told["failed"])
        standing.state, standing.problem = FAILED, f"{said[:1].upper()}{said[1:]}."


def load_statuses(folder: Path) -> dict[str, ExperimentStatus]:
    """Return the experiments that are there; those that were being played when the server ended have stopped."""
    found: dict[str, ExperimentStatus] = {}
    for path in sorted(folder.glob(f"*/{STATUS_FILE}")):
        if not EXPERIMENT_ID.fullmatch(path.parent.name):
            continue
        try:
            standing = ExperimentStatus(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            log.warning("an experiment cannot be read", extra={"facts": {"file": str(path), "why": repr(error)}})
            continue
        if standing.is_active:
            standing.state, standing.rate, standing.played = STOPPED, 0.0, standing.kept
        found[path.parent.name] = standing
    return found


def start_lab_process(*arguments: str) -> subprocess.Popen[str]:
    """Return a process of the laboratory. It ends when this one does, however that ends."""
    command = [sys.executable, "-m", PROCESS_MODULE, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def is_report_current(folder: Path) -> bool:
    """Return whether the report was written after the last batch."""
    report = folder / REPORT_FILE
    batches = [path.stat().st_mtime for path in (folder / GAMES).glob("*.parquet")]
    return report.is_file() and report.stat().st_mtime >= max(batches, default=0.0)


def write_report(folder: Path) -> dict[str, Any]:
    """Write the report in a process of its own; what it says last."""
    with start_lab_process("report", str(folder)) as process:
        said, _ = process.communicate()
    lines = said.splitlines()
    return json.loads(lines[-1]) if lines else {"failed": "the report could not be written"}
