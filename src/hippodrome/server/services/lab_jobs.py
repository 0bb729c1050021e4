"""The server's laboratory: runs one experiment at a time in a separate process and queues the others.

Each experiment has a results folder (`lab/results.py`) with its state in `status.json`. Finished batches are on disk,
so an experiment can be stopped at any time, even by a crash, and resumed from there. After a restart, unfinished
experiments are listed as stopped and can be resumed.
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
from hippodrome.atomic_files import write_atomically
from hippodrome.kit.game import Game
from hippodrome.kit.state import Json
from hippodrome.lab.experiment import ExperimentError
from hippodrome.lab.experiment_form import ExperimentForm
from hippodrome.lab.experiment_preview import (
    ExperimentFlags,
    ExperimentPreview,
    StartedExperiment,
    experiment_flags,
    preview_experiment,
    start_experiment,
)
from hippodrome.lab.results import EXPERIMENT_FILE, GAMES, ResultsError
from hippodrome.lab.time_estimate import TimeEstimate, estimate_time
from hippodrome.lab.tunable_values import TunableRow, tunable_rows
from hippodrome.server.http.http_errors import HttpError, conflict, invalid, not_found
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
STATUS_SAVE_INTERVAL_S = 5.0
EXPERIMENT_ID = re.compile(r"[a-z0-9]+-[0-9a-f]{12}")
NOT_OWNER = "Only the browser that started this experiment may stop or delete it."
PROCESS_DIED = "The experiment stopped unexpectedly. Finished matches are saved; resume to continue from there."


@dataclass
class ExperimentStatus:
    """State of an experiment, saved as JSON with these names.

    most      number of matches at most
    touched   when it last ran, in seconds since 1970
    kept      how many of the played matches are on disk
    rows      its first pairings, each with score and confidence interval
    table     the digest of its results
    owner     the holder of the personal key that started it; empty if it was started without one
    answer    its answer so far, in sentences
    """

    id: str
    title: str
    game: str
    state: str
    cells: int
    most: int
    created: int
    touched: int
    played: int = 0
    kept: int = 0
    cells_done: int = 0
    seconds: float = 0.0
    rate: float = 0.0
    rows: list[Json] = field(default_factory=list)
    problem: str = ""
    table: str = ""
    owner: str = ""
    answer: list[str] = field(default_factory=list)

    @property
    def is_active(self) -> bool:
        """True while the experiment is queued, running or writing its report."""
        return self.state in (WAITING, RUNNING, WRITING)


class Laboratory:
    """All experiments of the server and the queue of those to run.

    Experiments are previewed in a separate worker, so that they do not delay live matches.
    """

    def __init__(self, folder: Path, processes: int) -> None:
        self.folder = folder
        self.processes = processes
        self._preview_worker = Workers(1)
        self._values: dict[str, list[TunableRow]] = {}
        self._flags: dict[str, ExperimentFlags] = {}
        self._warming: asyncio.Task[None] | None = None
        self._statuses = load_statuses(folder)
        self._queue: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._running = ""
        self._task: asyncio.Task[None] | None = None

    # ---------------------------------------------------------------- viewing

    def all(self) -> list[ExperimentStatus]:
        """Return every experiment: the running one, the queued ones in order, then the others, newest first."""
        order = [self._running, *self._queue]
        first = [self._statuses[id] for id in order if id in self._statuses]
        rest = [status for id, status in self._statuses.items() if id not in order]
        return [*first, *sorted(rest, key=lambda status: (-status.created, status.id))]

    def find(self, id: str) -> ExperimentStatus:
        """Return an experiment by its id; raise HttpError 404 if there is none."""
        if id not in self._statuses:
            raise not_found("This experiment does not exist. It may have been deleted.", "id")
        return self._statuses[id]

    def require_owner(self, id: str, holder: str) -> None:
        """Raise HttpError 403 unless the experiment was started by this holder, or by a client without a key."""
        owner = self.find(id).owner
        if owner and owner != holder:
            raise HttpError(403, "forbidden", NOT_OWNER)

    def queue_position(self, id: str) -> int:
        """Return the position in the queue, starting at 1; 0 if the experiment is not queued."""
        return self._queue.index(id) + 1 if id in self._queue else 0

    def text(self, id: str) -> str:
        """Return the text of an experiment's file."""
        return self.file(id, EXPERIMENT_FILE).read_text(encoding="utf-8")

    def file(self, id: str, name: str) -> Path:
        """Return the path of one of an experiment's files; raise HttpError 404 if it does not exist."""
        path = self.folder / self.find(id).id / name
        if not path.is_file():
            raise not_found("This file does not exist yet. It is written with the report.", name)
        return path

    def start_worker(self) -> None:
        """Start the preview worker in advance, so that the first preview is quick."""
        if self._warming is None:
            self._warming = asyncio.create_task(self._preview_worker.start())

    async def replace_worker(self) -> None:
        """Replace the preview worker, so that it has the current build. Experiments replace theirs themselves."""
        if self._warming is not None:
            await self._warming
        await self._preview_worker.replace()

    async def preview(self, asked: str | ExperimentForm) -> ExperimentPreview:
        """Return the size of an experiment, or what is wrong with it."""
        return await self._preview_worker.run(preview_experiment, asked, catalogue.registered_variants())

    async def values(self, game: Game) -> list[TunableRow]:
        """Return the values of a game that can be varied. They are cached, because a game's data never changes."""
        if game.slug not in self._values:
            variant = next((one for one in catalogue.registered_variants() if one.slug == game.slug), None)
            self._values[game.slug] = await self._preview_worker.run(tunable_rows, game.base, variant)
        return self._values[game.slug]

    async def estimate(self, text: str) -> TimeEstimate:
        """Return how long an experiment may take here, from a few of its matches."""
        variants = catalogue.registered_variants()
        return await self._preview_worker.run(estimate_time, text, variants, self.processes)

    async def flags(self, id: str) -> ExperimentFlags:
        """Return which parts an experiment has. They are cached, because the file of an experiment never changes."""
        if id not in self._flags:
            self._flags[id] = await self._preview_worker.run(experiment_flags, self.text(id))
        return self._flags[id]

    # ---------------------------------------------------------------- starting and stopping

    async def start(self, text: str, owner: str = "") -> ExperimentStatus:
        """Start an experiment. If the same one was started before, resume it, or return it if it is done.

        It belongs to the holder of a personal key who started it first.
        """
        try:
            started: StartedExperiment = await self._preview_worker.run(
                start_experiment, text, catalogue.registered_variants(), str(self.folder)
            )
        except ExperimentError as error:
            prefix = f"{error.key}: " if error.key else ""
            raise invalid(f"{prefix}{error.reason}.", error.key) from None
        except ResultsError as error:
            raise conflict(f"{error}.") from None
        if started.id not in self._statuses:
            now = int(time.time())
            self._statuses[started.id] = ExperimentStatus(
                started.id, started.title, started.game, STOPPED, started.cells, started.matches, now, now, owner=owner
            )
        return self.resume(started.id) if self._statuses[started.id].state != DONE else self._statuses[started.id]

    def resume(self, id: str) -> ExperimentStatus:
        """Add an experiment to the queue; raise HttpError 409 if it is done or the queue is full."""
        status = self.find(id)
        if status.state == DONE:
            raise conflict("This experiment is finished; there is nothing left to play.")
        if status.is_active:
            return status
        if len(self._queue) >= MAX_QUEUED_EXPERIMENTS:
            raise conflict(
                f"The queue is full ({MAX_QUEUED_EXPERIMENTS} experiments). Stop one, or wait until one is done."
            )
        status.state, status.problem = WAITING, ""
        self._save(status)
        self._queue.append(id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run_queue())
        return status

    def stop(self, id: str) -> ExperimentStatus:
        """Stop an experiment at once. Finished batches are kept."""
        status = self.find(id)
        if id in self._queue:
            self._queue.remove(id)
        if status.is_active:
            status.state, status.played = STOPPED, status.kept
            self._save(status)
        if id == self._running and self._process is not None:
            self._process.kill()
        return status

    async def delete(self, id: str) -> None:
        """Stop an experiment and delete it with all its results."""
        self.stop(id)
        while self._running == id:
            await asyncio.sleep(0.02)  # until its killed process has been cleaned up
        del self._statuses[id]
        await asyncio.to_thread(shutil.rmtree, self.folder / id, ignore_errors=True)

    async def ensure_report(self, id: str) -> None:
        """Write the report unless it is up to date; raise HttpError 409 if that is not possible now."""
        status = self.find(id)
        folder = self.folder / id
        if status.state == WRITING:
            raise conflict("The report is being written. Try again in a moment.")
        if not status.played:
            raise conflict("No match has been played yet, so there is nothing to report.")
        if not await asyncio.to_thread(is_report_current, folder):
            outcome = await asyncio.to_thread(write_report, folder)
            if "failed" in outcome:
                raise conflict(f"{outcome['failed']}.")

    async def close(self) -> None:
        """Stop all experiments and the preview worker. The experiments can be resumed after the next start."""
        for id in [*self._queue, *([self._running] if self._running else [])]:
            self.stop(id)
        if self._task is not None:
            await self._task
        if self._warming is not None:
            await asyncio.wait([self._warming])
        await self._preview_worker.close()

    # ---------------------------------------------------------------- running

    async def _run_queue(self) -> None:
        """Run the queued experiments one after another."""
        while self._queue:
            self._running = self._queue.pop(0)
            try:
                await self._run_experiment(self._statuses[self._running])
            except OSError as error:
                status = self._statuses[self._running]
                status.state, status.problem = FAILED, f"The experiment could not be run: {error.strerror}."
            finally:
                self._running = ""

    async def _run_experiment(self, status: ExperimentStatus) -> None:
        status.state, before = RUNNING, status.seconds
        self._process = start_lab_process("run", str(self.folder / status.id), str(self.processes))
        with self._process as process:
            await asyncio.to_thread(self._read_progress, process, status, before)
            await asyncio.to_thread(process.wait)
        self._process = None
        if status.state in (RUNNING, WRITING):
            status.state, status.problem, status.played = FAILED, PROCESS_DIED, status.kept
        status.rate, status.touched = 0.0, int(time.time())
        self._save(status)
        log.info("experiment process ended", extra={"facts": {"id": status.id, "state": status.state}})

    def _read_progress(self, process: subprocess.Popen[str], status: ExperimentStatus, before: float) -> None:
        """Apply the progress messages of the process until it closes its output. Runs in a thread."""
        saved = time.monotonic()
        for line in process.stdout or ():
            message = json.loads(line)
            if status.state == STOPPED:
                continue
            apply_progress(status, message, before)
            if time.monotonic() - saved >= STATUS_SAVE_INTERVAL_S:
                saved = time.monotonic()
                self._save(status)

    def _save(self, status: ExperimentStatus) -> None:
        with contextlib.suppress(OSError):  # not essential: the results themselves are on disk
            write_atomically(
                self.folder / status.id / STATUS_FILE, json.dumps(asdict(status), ensure_ascii=False) + "\n"
            )


def apply_progress(status: ExperimentStatus, message: Json, before: float) -> None:
    """Update the status from a progress message; `before` are the seconds spent in earlier runs."""
    for name in ("played", "kept", "most", "cells", "cells_done", "rate", "rows", "table", "answer"):
        if name in message:
            setattr(status, name, message[name])
    if "seconds" in message:
        status.seconds = round(before + message["seconds"], 3)
    if message.get("writing"):
        status.state = WRITING
    if message.get("done"):
        status.state = DONE
    if "failed" in message:
        reason = str(message["failed"])
        status.state, status.problem = FAILED, f"{reason[:1].upper()}{reason[1:]}."


def load_statuses(folder: Path) -> dict[str, ExperimentStatus]:
    """Return the saved experiments by id; those that were running when the server stopped are marked as stopped."""
    statuses: dict[str, ExperimentStatus] = {}
    for path in sorted(folder.glob(f"*/{STATUS_FILE}")):
        if not EXPERIMENT_ID.fullmatch(path.parent.name):
            continue
        try:
            status = ExperimentStatus(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            log.warning(
                "experiment status unreadable, skipped", extra={"facts": {"file": str(path), "error": repr(error)}}
            )
            continue
        if status.is_active:
            status.state, status.rate, status.played = STOPPED, 0.0, status.kept
        statuses[path.parent.name] = status
    return statuses


def start_lab_process(*arguments: str) -> subprocess.Popen[str]:
    """Start a laboratory process. It exits when this process does, even after a crash: its standard input closes."""
    command = [sys.executable, "-m", PROCESS_MODULE, *arguments]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def is_report_current(folder: Path) -> bool:
    """Return whether the report is newer than the last batch."""
    report = folder / REPORT_FILE
    batches = [path.stat().st_mtime for path in (folder / GAMES).glob("*.parquet")]
    return report.is_file() and report.stat().st_mtime >= max(batches, default=0.0)


def write_report(folder: Path) -> dict[str, Any]:
    """Write the report in a separate process and return its last message, with "failed" if it could not be written."""
    with start_lab_process("report", str(folder)) as process:
        output, _ = process.communicate()
    lines = output.splitlines()
    return json.loads(lines[-1]) if lines else {"failed": "the report could not be written"}
