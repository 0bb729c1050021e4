"""An experiment in a process of its own, for somebody who only wants to be told: a line of JSON for every step.

    python -m hippodrome.lab.experiment_process run FOLDER PROCESSES
    python -m hippodrome.lab.experiment_process report FOLDER

The folder is one that `Results.begin` has made. When whoever began it closes the other end of its input, or
dies, it ends at once: what is finished is kept, and the next run goes on from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path

from hippodrome.kit.state import Json
from hippodrome.lab.batches import BatchFailed
from hippodrome.lab.experiment import ExperimentError
from hippodrome.lab.experiment_run import ExperimentRun
from hippodrome.lab.findings import collect_findings
from hippodrome.lab.pool import local_pool
from hippodrome.lab.report_writer import write_report_files
from hippodrome.lab.results import DECISIONS, GAMES, Results, ResultsError

NICENESS = 10
"""How much lower the priority is: people who play must never wait for an experiment."""

PROGRESS_INTERVAL_S = 0.5  # seconds between two looks at the count
MIN_ROWS_INTERVAL_S = 0.25  # seconds between two lines with all pairings
MAX_ROWS = 300  # pairings that are told of; the report has all of them
REPORT_FILES = ("report.html", "report.md")


class ProgressReporter:
    """Tells how a run stands, from the thread that plays and from one that looks now and then."""

    def __init__(self, run: ExperimentRun, processes: int) -> None:
        self.run = run
        self.workers = local_pool(processes)
        self.began = self.first = self.told = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()

    def play(self) -> None:
        """Play what is left, and tell of it."""
        looking = threading.Thread(target=self._report_periodically, daemon=True)
        looking.start()
        try:
            self.run.play(self.workers, lambda now: self.report_rows())
        finally:
            self._over.set()
            looking.join()

    def _report_periodically(self) -> None:
        while not self._over.wait(PROGRESS_INTERVAL_S):
            self.report()

    def report_rows(self) -> None:
        """A line with all pairings, if the last one was not just now."""
        if time.monotonic() - self.told >= MIN_ROWS_INTERVAL_S:
            self.report(rows=self.rows())
            self.told = time.monotonic()

    def rows(self) -> list[Json]:
        """How the first pairings stand."""
        return [cell.json() for cell in self.run.cells[:MAX_ROWS]]

    def report(self, **more: object) -> None:
        """A line about how far it is."""
        with self._lock:
            moment, matches, now = time.monotonic(), self.workers.matches, self.run.progress()
            if not matches:
                self.first = moment  # workers take a moment to begin
            write_line(
                played=now.played + now.unsaved,
                kept=now.played,
                most=now.max_matches,
                cells=now.cells,
                cells_done=now.cells_done,
                seconds=round(moment - self.began, 3),
                rate=round(matches / (moment - self.first), 4) if matches else 0.0,
                **more,
            )


def write_line(**told: object) -> None:
    """A line of JSON."""
    sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def run(folder: Path, processes: int) -> None:
    """Play an experiment to its end, and write its report."""
    running = ExperimentRun(Results.open(folder).experiment, folder.parent)
    teller = ProgressReporter(running, processes)
    teller.report(rows=teller.rows())
    teller.play()
    teller.report(rows=teller.rows(), writing=True)
    write_report(folder)
    write_line(done=running.is_done, table=running.summary()["table"])


def write_report(folder: Path) -> None:
    """Write what the results show so far: the report, and the matches in one file."""
    results = Results.open(folder)
    tables = {GAMES: results.games(), **({DECISIONS: results.decisions()} if results.experiment.decisions else {})}
    for kind, table in tables.items():
        part = folder / f"{kind}.part"
        table.write_parquet(part)
        os.replace(part, folder / f"{kind}.parquet")
    write_report_files(collect_findings(results), [folder / name for name in REPORT_FILES])


def exit_when_input_closes() -> None:
    """End when nobody listens any more."""
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Do what was asked for; what goes wrong is a line too."""
    with contextlib.suppress(AttributeError, OSError):  # some systems know no such politeness
        os.nice(NICENESS)
    what, folder = arguments[0], Path(arguments[1])
    try:
        if what == "run":
            threading.Thread(target=exit_when_input_closes, daemon=True).start()
            run(folder, int(arguments[2]))
        else:
            write_report(folder)
            write_line(done=True)
    except (BatchFailed, ExperimentError, ResultsError) as error:
        write_line(failed=str(error).replace(f" in {folder}", ""))
        return 1
    except OSError as error:
        write_line(failed=f"cannot write to {folder}: {error.strerror}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
