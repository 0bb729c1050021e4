"""The benchmark of page 1: it counts all matches, and notices a missed goal. Nothing here depends on timing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import ModuleType

import pytest

from tests.server.bench_scripts import load_script


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    return load_script("many_matches")


def test_the_page_one_is_measured_over_rest_and_in_the_lobby(bench: ModuleType, tmp_path: Path) -> None:
    times = asyncio.run(bench.measure(tmp_path, 45, 1))
    assert (len(times.rest), len(times.socket), times.counted) == (1, 1, 45)
    assert "Page 1 of 45 matches" in times.report()


def test_a_slow_page_misses_the_goal(bench: ModuleType) -> None:
    assert bench.PageTimes([0.1, 0.2], [0.3], 9).is_goal_reached
    slow = bench.PageTimes([0.1, 1.2], [0.3], 9)
    assert not slow.is_goal_reached
    assert "missed" in slow.report()
