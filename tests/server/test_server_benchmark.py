"""The bench of the server measures what it says, and knows when a goal is missed. Nothing here is timed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.server.bench_scripts import load_script


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    return load_script("server")


def worth(bench: ModuleType, durable: list[float], volatile: list[float]) -> Any:
    return bench.Worth("as fast as can be", durable, volatile, durable, volatile)


def steady(bench: ModuleType, p95: float) -> Any:
    return bench.Steady(1000, 250, 100.0, 5.0, p95, 60.0, 80.0, 0.3, 150.0)


def test_the_ratio_is_taken_round_by_round(bench: ModuleType) -> None:
    assert worth(bench, [50, 400, 90], [100, 500, 100]).ratio == 0.8


@pytest.mark.parametrize(
    ("p95", "durable", "met"),
    [(49.9, 45.0, [True, True]), (50.0, 45.0, [False, True]), (10.0, 44.9, [True, False])],
)
def test_a_goal_that_is_missed_is_told(bench: ModuleType, p95: float, durable: float, met: list[bool]) -> None:
    first, second = steady(bench, p95), [worth(bench, [durable], [100.0])]
    assert [reached for _, reached in bench.goals(first, second)] == met
    assert bench.report(first, second).count("missed") == met.count(False)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")
def test_people_at_tables_see_each_others_actions(bench: ModuleType, tmp_path: Path) -> None:
    async def measured() -> tuple[list[float], int, float]:
        server = bench.Server(tmp_path, "--db", "off").start()
        try:
            tables = await bench.opened(server, 3)
            taken = await bench.at_a_rate(tables, 50.0, 0.6)
            more = await bench.as_fast_as_can_be(tables, 0.2)
            assert server.ask("/health")["sockets"] == 12
            told = sum(len(table.acknowledged) for table in tables)
            await asyncio.gather(*[table.go() for table in tables])
            assert told == len(taken) + more
            return taken, more, server.cpu()
        finally:
            server.end()

    taken, more, cpu = asyncio.run(measured())
    assert len(taken) == 30
    assert min(taken) > 0
    assert more > 0
    assert cpu > 0
