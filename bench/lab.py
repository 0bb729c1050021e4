"""How the laboratory scales: one process, two, and a Dask cluster of two workers, on the same experiment.

    python bench/lab.py [games] [rounds]

Plays them in turn, for some rounds, and prints the best speed of each, the median of the ratios within a round with the
least and the greatest of them, and that all of them made the same table. It wants a machine with nothing else to do.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from distributed import LocalCluster

from hippodrome.lab import pool
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_run import ExperimentRun

QUESTION = """\
game = "benhur"
scenarios = ["circus"]
players = ["driver"]
seats = 4
games = {games}
batch = 50
"""


def measured(games: int, workers: Callable[[], pool.WorkerPool]) -> tuple[float, str]:
    """Seconds from the first batch that is handed out, when all workers are awake, and the digest of the table."""
    with tempfile.TemporaryDirectory() as folder:
        run = ExperimentRun(parse(QUESTION.format(games=games), "bench"), Path(folder))
        hands = workers()
        warm = [hands.executor.submit(pool.play_batch, run.cells[0].batch(0, False)) for _ in range(2 * hands.size)]
        for future in warm:
            future.result()
        start = time.perf_counter()
        run.play(hands)
        return time.perf_counter() - start, run.results.digest()


def cluster(line: Connection) -> None:
    """A Dask cluster with everything in processes of its own, until somebody says that it was enough."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        line.send(made.scheduler_address)
        line.recv()


def ratio(slow: list[tuple[float, str]], quick: list[tuple[float, str]]) -> str:
    """How many times as fast, round by round: a machine is not equally fast all the time."""
    found = sorted(one[0] / other[0] for one, other in zip(slow, quick, strict=True))
    return f"{statistics.median(found):.2f} ({found[0]:.2f} to {found[-1]:.2f})"


def main(games: int, rounds: int) -> None:
    """Measure and print."""
    context = multiprocessing.get_context("spawn")
    line, other = context.Pipe()
    context.Process(target=cluster, args=(other,)).start()
    address = line.recv()
    ways: dict[str, Callable[[], pool.WorkerPool]] = {
        "one process": lambda: pool.local_pool(1),
        "two processes": lambda: pool.local_pool(2, "spawn"),
        "Dask, two workers": lambda: pool.dask_pool(address),
    }
    found: dict[str, list[tuple[float, str]]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            found[name].append(measured(games, way))
    line.send("enough")
    digests = {digest for rows in found.values() for _, digest in rows}
    best = {name: min(seconds for seconds, _ in rows) for name, rows in found.items()}
    for name in found:
        print(f"{name:18} {games / best[name]:8.1f} matches a second")
    print(f"two processes / one     {ratio(found['one process'], found['two processes'])}")
    print(f"Dask / two processes    {ratio(found['two processes'], found['Dask, two workers'])}")
    verdict = "all the same" if len(digests) == 1 else "NOT THE SAME"
    print(f"tables                  {verdict}: {', '.join(sorted(digests))}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 7)
