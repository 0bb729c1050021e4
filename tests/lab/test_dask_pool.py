"""A Dask cluster plays the same experiments through the same executor interface."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from hippodrome.lab import pool
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from tests.lab.test_experiments import PIG, RACE, asked, done
from tests.support import once

pytestmark = once


def test_a_cluster_gives_the_same_table(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        there = done(PIG, tmp_path / "cluster", pool.dask_pool(cluster.scheduler_address))
    assert there.results.digest() == done(PIG, tmp_path / "here").results.digest()


def test_a_worker_of_a_cluster_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    from distributed import LocalCluster

    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:

        def kill(now: RunProgress) -> None:
            if now.played and not killed:
                killed.append(next(iter(cluster.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

        run = ExperimentRun(asked(RACE), tmp_path / "cluster")
        run.play(pool.dask_pool(cluster.scheduler_address), kill)
    assert killed
    assert run.results.digest() == done(RACE, tmp_path / "here").results.digest()


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(pool.ClusterUnavailable, match=r"there is no Dask scheduler at nowhere"):
        pool.dask_pool("nowhere://1")
