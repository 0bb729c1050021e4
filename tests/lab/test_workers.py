"""A Dask cluster plays the same experiments through the same executor interface."""

from __future__ import annotations

from pathlib import Path

import pytest

from hippodrome.lab import pool
from tests.lab.test_experiments import PIG, done


def test_a_cluster_gives_the_same_table(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster:
        there = done(PIG, tmp_path / "cluster", pool.dask(cluster.scheduler_address))
    assert there.results.digest() == done(PIG, tmp_path / "here").results.digest()


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(pool.NoCluster, match=r"there is no Dask scheduler at nowhere"):
        pool.dask("nowhere://1")
