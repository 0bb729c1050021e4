"""An experiment in a separate process, which reports its progress as lines of JSON.

    python -m hippodrome.lab.experiment_process run FOLDER PROCESSES
    python -m hippodrome.lab.experiment_process report FOLDER

`Results.create` makes the folder. The process exits at once when its standard input closes, also because the parent
process died. Finished batches are saved, and the next run continues from there.
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
from hippodrome.lab.experiment import ExperimentError
from hippodrome.lab.experiment_run import ExperimentRun
from hippodrome.lab.findings import collect_findings
from hippodrome.lab.match_runner import MatchFailed
from hippodrome.lab.pool import local_pool
from hippodrome.lab.report_writer import write_report_files
from hippodrome.lab.results import DECISIONS, GAMES, Results, ResultsError

NICENESS = 10
"""Added to the niceness of the process, so that live games never wait for an experiment."""

PROGRESS_INTERVAL_S = 0.5
MIN_ROWS_INTERVAL_S = 0.25  # between two lines that list the pairings
MAX_ROWS = 300  # pairings listed while it runs; the report has all of them
REPORT_FILES = ("report.html", "report.md")


class ProgressReporter:
    """Plays a run and writes its progress, after each batch and at regular intervals from a second thread."""

    def __init__(self, run: ExperimentRun, processes: int) -> None:
        self.run = run
        self.workers = local_pool(processes)
        self.started_at = self.first_match_at = self.rows_written_at = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()

    def play(self) -> None:
        """Play the remaining matches and report progress."""
        thread = threading.Thread(target=self._report_periodically, daemon=True)
        thread.start()
        try:
            self.run.play(self.workers, lambda now: self.report_rows())
        finally:
            self._over.set()
            thread.join()

    def _report_periodically(self) -> None:
        while not self._over.wait(PROGRESS_INTERVAL_S):
            self.report()

    def report_rows(self) -> None:
        """Write a line that lists the pairings, unless the previous one was very recent."""
        if time.monotonic() - self.rows_written_at >= MIN_ROWS_INTERVAL_S:
            self.report(rows=self.rows(), answer=self.run.answer())
            self.rows_written_at = time.monotonic()

    def rows(self) -> list[Json]:
        """Return the state of the first pairings."""
        return [cell.json(self.run.names) for cell in self.run.cells[:MAX_ROWS]]

    def report(self, **more: object) -> None:
        """Write a line with the progress, and anything else given."""
        with self._lock:
            now, matches, progress = time.monotonic(), self.workers.matches, self.run.progress()
            if not matches:
                self.first_match_at = now  # workers need a moment to start
            write_line(
                played=progress.played + progress.unsaved,
                kept=progress.played,
                most=progress.max_matches,
                cells=progress.cells,
                cells_done=progress.cells_done,
                seconds=round(now - self.started_at, 3),
                rate=round(matches / (now - self.first_match_at), 4) if matches else 0.0,
                **more,
            )


def write_line(**facts: object) -> None:
    """Write a line of JSON to standard output."""
    sys.stdout.write(json.dumps(facts, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def run(folder: Path, processes: int) -> None:
    """Play an experiment to its end and write its report."""
    experiment_run = ExperimentRun(Results.open(folder).experiment, folder.parent)
    reporter = ProgressReporter(experiment_run, processes)
    reporter.report(rows=reporter.rows(), answer=experiment_run.answer())
    reporter.play()
    reporter.report(rows=reporter.rows(), answer=experiment_run.answer(), writing=True)
    write_report(folder)
    write_line(done=experiment_run.is_done, table=experiment_run.summary()["table"])


def write_report(folder: Path) -> None:
    """Write the report on the results so far, and the Parquet files with all matches and decisions."""
    results = Results.open(folder)
    tables = {GAMES: results.games(), **({DECISIONS: results.decisions()} if results.experiment.decisions else {})}
    for kind, table in tables.items():
        part = folder / f"{kind}.part"
        table.write_parquet(part)
        os.replace(part, folder / f"{kind}.parquet")
    write_report_files(collect_findings(results), [folder / name for name in REPORT_FILES])


def exit_when_input_closes() -> None:
    """Exit when standard input closes."""
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Run the command of the arguments and return the exit code; an error is written as a line of JSON."""
    with contextlib.suppress(AttributeError, OSError):  # not available on every system
        os.nice(NICENESS)
    command, folder = arguments[0], Path(arguments[1])
    try:
        if command == "run":
            threading.Thread(target=exit_when_input_closes, daemon=True).start()
            run(folder, int(arguments[2]))
        else:
            write_report(folder)
            write_line(done=True)
    except (MatchFailed, ExperimentError, ResultsError) as error:
        write_line(failed=str(error).replace(f" in {folder}", ""))
        return 1
    except OSError as error:
        write_line(failed=f"cannot write to {folder}: {error.strerror}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
