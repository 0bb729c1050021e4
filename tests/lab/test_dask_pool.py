"""A Dask cluster gives the same results as local processes."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from hippodrome.lab import pool
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from tests.lab.test_experiments import PIG, RACE, parse_text, run_experiment
from tests.support import once

pytestmark = once


def test_a_cluster_gives_the_same_table(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        on_cluster = run_experiment(PIG, tmp_path / "cluster", pool.dask_pool(cluster.scheduler_address))
    assert on_cluster.results.digest() == run_experiment(PIG, tmp_path / "here").results.digest()


def test_a_killed_worker_of_a_cluster_does_not_change_the_results(tmp_path: Path) -> None:
    from distributed import LocalCluster

    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:

        def kill(now: RunProgress) -> None:
            if now.played and not killed:
                killed.append(next(iter(cluster.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

        run = ExperimentRun(parse_text(RACE), tmp_path / "cluster")
        run.play(pool.dask_pool(cluster.scheduler_address), kill)
    assert killed
    assert run.results.digest() == run_experiment(RACE, tmp_path / "here").results.digest()


def test_a_cluster_that_cannot_be_reached_is_named_in_the_error() -> None:
    with pytest.raises(pool.ClusterUnavailable, match=r"there is no Dask scheduler at nowhere"):
        pool.dask_pool("nowhere://1")
