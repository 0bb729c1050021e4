"""How the laboratory scales: one process, two, and a Dask cluster of two workers, on the same experiment.

    python bench/lab.py [games] [rounds]

Prints the best of some rounds of each, in turn, and their ratios; and that all of them made the same table. It wants a
machine with nothing else to do.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hippodrome.lab import pool
from hippodrome.lab.experiment import parse
from hippodrome.lab.run import Run

QUESTION = """\
game = "benhur"
scenarios = ["circus"]
players = ["driver"]
seats = 4
games = {games}
batch = 50
"""


def measured(games: int, workers: Callable[[], pool.Workers]) -> tuple[float, str]:
    """Seconds from the first batch that is handed out, when all workers are awake, and the digest of the table."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(parse(QUESTION.format(games=games), "bench"), Path(folder))
        hands = workers()
        warm = [hands.executor.submit(pool.play_batch, run.cells[0].batch(0, False)) for _ in range(2 * hands.size)]
        for future in warm:
            future.result()
        start = time.perf_counter()
        run.play(hands)
        return time.perf_counter() - start, run.results.digest()


def main(games: int, rounds: int) -> None:
    """Measure and print."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        ways: dict[str, Callable[[], pool.Workers]] = {
            "one process": lambda: pool.local(1),
            "two processes": lambda: pool.local(2, "spawn"),
            "Dask, two workers": lambda: pool.dask(cluster.scheduler_address),
        }
        found: dict[str, list[tuple[float, str]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, way in ways.items():
                found[name].append(measured(games, way))
    digests = {digest for rows in found.values() for _, digest in rows}
    best = {name: min(seconds for seconds, _ in rows) for name, rows in found.items()}
    for name in found:
        print(f"{name:18} {games / best[name]:8.1f} matches a second")
    print(f"two processes / one     {best['one process'] / best['two processes']:.2f}")
    print(f"Dask / two processes    {best['two processes'] / best['Dask, two workers']:.2f}")
    verdict = "all the same" if len(digests) == 1 else "NOT THE SAME"
    print(f"tables                  {verdict}: {', '.join(sorted(digests))}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
