"""Measure the speed of the lab with one process, two processes, and a Dask cluster of two workers.

    python bench/lab.py [GAMES] [ROUNDS]

All three play the same experiment in turn, for several rounds. It prints the best speed of each, the median and range
of the speed ratios within a round, and whether all results are the same. Run it on an idle machine.
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
from hippodrome.lab.batches import play_batch
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_run import ExperimentRun

EXPERIMENT = """\
game = "benhur"
scenarios = ["circus"]
players = ["driver"]
seats = 4
games = {games}
batch = 50
"""


def measure(games: int, make_pool: Callable[[], pool.TaskPool]) -> tuple[float, str]:
    """Run the experiment; return the seconds it took once the workers had started, and the digest of the results."""
    with tempfile.TemporaryDirectory() as folder:
        run = ExperimentRun(parse(EXPERIMENT.format(games=games), "bench"), Path(folder))
        workers = make_pool()
        warm_up = [workers.executor.submit(play_batch, run.cells[0].batch(0, False)) for _ in range(2 * workers.size)]
        for future in warm_up:
            future.result()
        start = time.perf_counter()
        run.play(workers)
        return time.perf_counter() - start, run.results.digest()


def run_cluster(connection: Connection) -> None:
    """Run a Dask cluster, send its address, and stop at the next message."""
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        connection.send(cluster.scheduler_address)
        connection.recv()


def ratio(slow: list[tuple[float, str]], fast: list[tuple[float, str]]) -> str:
    """Return the median and range of the speed ratios by round, because the speed of a machine varies over time."""
    ratios = sorted(one[0] / other[0] for one, other in zip(slow, fast, strict=True))
    return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"


def main(games: int, rounds: int) -> None:
    """Run all measurements and print the results."""
    context = multiprocessing.get_context("spawn")
    connection, other_end = context.Pipe()
    context.Process(target=run_cluster, args=(other_end,)).start()
    address = connection.recv()
    pools: dict[str, Callable[[], pool.TaskPool]] = {
        "one process": lambda: pool.local_pool(1),
        "two processes": lambda: pool.local_pool(2, "spawn"),
        "Dask, two workers": lambda: pool.dask_pool(address),
    }
    results: dict[str, list[tuple[float, str]]] = {name: [] for name in pools}
    for _ in range(rounds):
        for name, make_pool in pools.items():
            results[name].append(measure(games, make_pool))
    connection.send("stop")
    digests = {digest for rows in results.values() for _, digest in rows}
    best = {name: min(seconds for seconds, _ in rows) for name, rows in results.items()}
    for name in results:
        print(f"{name:18} {games / best[name]:8.1f} matches per second")
    print(f"two processes / one     {ratio(results['one process'], results['two processes'])}")
    print(f"Dask / two processes    {ratio(results['two processes'], results['Dask, two workers'])}")
    verdict = "identical" if len(digests) == 1 else "DIFFERENT"
    print(f"results                 {verdict}: {', '.join(sorted(digests))}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 7)
