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
from hippodrome.lab.experiment_run import Run
from hippodrome.lab.findings import findings
from hippodrome.lab.pool import local
from hippodrome.lab.report_writer import written
from hippodrome.lab.results import DECISIONS, GAMES, Results, ResultsError

POLITE = 10
"""How much lower the priority is: people who play must never wait for an experiment."""

TICK = 0.5  # seconds between two looks at the count
OFTEN = 0.25  # seconds between two lines with all pairings
MOST_ROWS = 300  # pairings that are told of; the report has all of them
REPORT = ("report.html", "report.md")


class Teller:
    """Tells how a run stands, from the thread that plays and from one that looks now and then."""

    def __init__(self, run: Run, processes: int) -> None:
        self.run = run
        self.workers = local(processes)
        self.began = self.first = self.told = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()

    def play(self) -> None:
        """Play what is left, and tell of it."""
        looking = threading.Thread(target=self._look, daemon=True)
        looking.start()
        try:
            self.run.play(self.workers, lambda now: self.tell_all())
        finally:
            self._over.set()
            looking.join()

    def _look(self) -> None:
        while not self._over.wait(TICK):
            self.tell()

    def tell_all(self) -> None:
        """A line with all pairings, if the last one was not just now."""
        if time.monotonic() - self.told >= OFTEN:
            self.tell(rows=self.rows())
            self.told = time.monotonic()

    def rows(self) -> list[Json]:
        """How the first pairings stand."""
        return [cell.json() for cell in self.run.cells[:MOST_ROWS]]

    def tell(self, **more: object) -> None:
        """A line about how far it is."""
        with self._lock:
            moment, matches, now = time.monotonic(), self.workers.matches, self.run.progress()
            if not matches:
                self.first = moment  # workers take a moment to begin
            say(
                played=now.played + now.at_hand,
                kept=now.played,
                most=now.most,
                cells=now.cells,
                cells_done=now.cells_done,
                seconds=round(moment - self.began, 3),
                rate=round(matches / (moment - self.first), 4) if matches else 0.0,
                **more,
            )


def say(**told: object) -> None:
    """A line of JSON."""
    sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def run(folder: Path, processes: int) -> None:
    """Play an experiment to its end, and write its report."""
    running = Run(Results.open(folder).experiment, folder.parent)
    teller = Teller(running, processes)
    teller.tell(rows=teller.rows())
    teller.play()
    teller.tell(rows=teller.rows(), writing=True)
    report(folder)
    say(done=running.is_done, table=running.summary()["table"])


def report(folder: Path) -> None:
    """Write what the results show so far: the report, and the matches in one file."""
    results = Results.open(folder)
    tables = {GAMES: results.games(), **({DECISIONS: results.decisions()} if results.experiment.decisions else {})}
    for kind, table in tables.items():
        part = folder / f"{kind}.part"
        table.write_parquet(part)
        os.replace(part, folder / f"{kind}.parquet")
    written(findings(results), [folder / name for name in REPORT])


def end_with_input() -> None:
    """End when nobody listens any more."""
    with contextlib.suppress(OSError, ValueError):
        while os.read(sys.stdin.fileno(), 1024):
            pass
    os._exit(0)


def main(arguments: list[str]) -> int:
    """Do what was asked for; what goes wrong is a line too."""
    with contextlib.suppress(AttributeError, OSError):  # some systems know no such politeness
        os.nice(POLITE)
    what, folder = arguments[0], Path(arguments[1])
    try:
        if what == "run":
            threading.Thread(target=end_with_input, daemon=True).start()
            run(folder, int(arguments[2]))
        else:
            report(folder)
            say(done=True)
    except (BatchFailed, ExperimentError, ResultsError) as error:
        say(failed=str(error).replace(f" in {folder}", ""))
        return 1
    except OSError as error:
        say(failed=f"cannot write to {folder}: {error.strerror}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
