"""A short soak test: the server is killed under load, and no acknowledged action is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import ModuleType

import pytest

from tests.server.bench_scripts import load_script


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    return load_script("soak", "tools")


def test_no_acknowledged_action_is_lost_when_the_server_is_killed(soak: ModuleType, tmp_path: Path) -> None:
    output: list[str] = []
    running = soak.SoakTest(tmp_path, 8, 2, output.append)
    asyncio.run(running.run(kills=2, seconds=1.0))
    assert [line.split(":")[0] for line in output[:2]] == ["kill 1", "kill 2"]
    assert "nothing was lost" in output[-1]
    assert sum(len(table.acknowledged) for table in running.tables) > 20

    table = running.tables[0]
    n, seat, action = table.acknowledged.pop()
    table.acknowledged.append((n, seat, f"not {action}"))
    with pytest.raises(soak.DataLost, match=f"entry {n} was"):
        asyncio.run(running.check_acknowledged())
    table.acknowledged = [(10_000, seat, action)]
    with pytest.raises(soak.DataLost, match="10000 was acknowledged"):
        running.check_shown(table)
