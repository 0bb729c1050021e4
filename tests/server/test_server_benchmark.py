"""The server benchmark counts what it reports and notices missed goals. Nothing here depends on timing."""

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


def throughput(bench: ModuleType, durable: list[float], volatile: list[float]) -> Any:
    return bench.Throughput("full speed", durable, volatile, durable, volatile)


def latency(bench: ModuleType, p95: float) -> Any:
    return bench.Latency(1000, 250, 100.0, 5.0, p95, 60.0, 80.0, 0.3, 150.0)


def test_the_ratio_is_computed_round_by_round(bench: ModuleType) -> None:
    assert throughput(bench, [50, 400, 90], [100, 500, 100]).ratio == 0.8


@pytest.mark.parametrize(
    ("p95", "durable", "met"),
    [(49.9, 45.0, [True, True]), (50.0, 45.0, [False, True]), (10.0, 44.9, [True, False])],
)
def test_the_report_names_goals_that_are_missed(bench: ModuleType, p95: float, durable: float, met: list[bool]) -> None:
    first, second = latency(bench, p95), [throughput(bench, [durable], [100.0])]
    assert [is_met for _, is_met in bench.goals(first, second)] == met
    assert bench.report(first, second).count("missed") == met.count(False)


@pytest.mark.skipif(sys.platform != "linux", reason="processor time is read from /proc")
def test_players_at_several_tables_see_each_others_actions(bench: ModuleType, tmp_path: Path) -> None:
    async def measure() -> tuple[list[float], int, float]:
        server = bench.Server(tmp_path, "--db", "off").start()
        try:
            tables = await bench.open_tables(server, 3)
            latencies = await bench.play_at_rate(tables, 50.0, 0.6)
            unpaced = await bench.play_at_full_speed(tables, 0.2)
            assert server.request("/health")["sockets"] == 12
            acknowledged = sum(len(table.acknowledged) for table in tables)
            await asyncio.gather(*[table.disconnect() for table in tables])
            assert acknowledged == len(latencies) + unpaced
            return latencies, unpaced, server.cpu_seconds()
        finally:
            server.stop()

    latencies, unpaced, cpu = asyncio.run(measure())
    assert len(latencies) == 30
    assert min(latencies) > 0
    assert unpaced > 0
    assert cpu > 0
