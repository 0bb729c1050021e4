"""The switch to the compiled build: a fake one appears while matches are played and experiments run."""

from __future__ import annotations

import asyncio
import os
import py_compile
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import hippodrome
from hippodrome import builds
from hippodrome.lab.experiment import parse
from hippodrome.lab.experiment_run import ExperimentRun, RunProgress
from hippodrome.lab.pool import local_pool
from hippodrome.server.services.build_switch import move_to_compiled_build
from hippodrome.server.services.lab_jobs import Laboratory
from hippodrome.server.workers.pool import Workers
from tests.server.room_client import async_test
from tests.server.socket_client import SocketClient
from tests.serving import run_in_process

PACKAGE = Path(hippodrome.__file__).parent
TIMEOUT_S = 60.0
SLEEP_THEN_GET_PID = "__import__('time').sleep(0.5) or __import__('os').getpid()"
"""A job that needs no module of the tests, which a new worker would have to import."""

EXPERIMENT = 'game = "pig"\nplayers = ["random"]\nseats = 2\ngames = 32\nbatch = 4\n'


def add_fake_build(folder: Path) -> None:
    """Let a package appear that is the same as this one, but takes itself for compiled: one module has no source."""
    package = folder.with_name("package")
    shutil.copytree(PACKAGE, package / "hippodrome", ignore=shutil.ignore_patterns("static"))
    source = package / "hippodrome" / "kit" / "agenda.py"
    py_compile.compile(str(source), cfile=str(source.with_suffix(".pyc")), doraise=True)
    source.unlink()
    package.rename(folder)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the compiled package will appear, as ./play announces it."""
    folder = tmp_path / "compiled"
    monkeypatch.setenv(builds.FOLDER_VARIABLE, str(folder))
    monkeypatch.syspath_prepend(folder)
    return folder


# -------------------------------------------------------------------- the server


def health(address: str) -> dict[str, Any]:
    answer: dict[str, Any] = httpx.get(f"{address}/health", timeout=TIMEOUT_S).json()
    return answer


def play_until(player: SocketClient, condition: Callable[[], bool]) -> None:
    """Play the first choice whenever it is the player's turn, until the condition holds."""
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, "the match does not continue"
        ask = player.frame["ask"]
        if ask is not None and ask["mine"] >= 0:
            player.play()  # if it is refused, something else came first, and the frame now shows it
        else:
            player.receive()


def test_a_match_continues_through_the_switch(tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    env = {builds.FOLDER_VARIABLE: str(folder), "PYTHONPATH": os.pathsep.join([str(folder), str(PACKAGE.parent)])}
    seats = [{"person": True}, *[{"person": False, "level": level} for level in ("veteran", "driver", "driver")]]
    request = {"game": "benhur", "scenario": "circus", "seats": seats}
    with run_in_process(tmp_path / "server", env=env) as server:
        created = httpx.post(f"{server.address}/api/matches", json=request, timeout=TIMEOUT_S).json()
        with SocketClient(server.address, f"/socket/match/{created['id']}", [created["keys"]["0"]]) as player:
            player.wait_for("frame")
            play_until(player, lambda: bool(health(server.address)["worker_build"]))
            assert health(server.address)["worker_build"] == builds.PLAIN
            add_fake_build(folder)
            play_until(player, lambda: health(server.address)["worker_build"] == builds.COMPILED)
            switched_at: int = player.frame["n"]
            play_until(player, lambda: bool(player.frame["n"] > switched_at + 20))
        assert health(server.address)["build"] == builds.PLAIN, "the server process stays on its build"
        assert server.stop() == 0
        assert "bots and lab use the compiled build" in server.log()
        assert "Traceback" not in server.log()
    with run_in_process(tmp_path / "server", env=env) as server:
        assert health(server.address)["build"] == builds.COMPILED, "the next start uses it throughout"


@async_test
async def test_no_job_is_lost_in_the_switch(folder: Path) -> None:
    workers = Workers(1)
    try:
        await workers.start()
        assert workers.build == builds.PLAIN
        old = await workers.run(os.getpid)
        running = asyncio.create_task(workers.run(eval, SLEEP_THEN_GET_PID))
        queued = asyncio.create_task(workers.run(os.getpid))
        await asyncio.sleep(0.1)
        add_fake_build(folder)
        await workers.replace()
        assert await running == old, "what the old worker has begun, it finishes"
        assert await queued > 0
        assert await workers.run(os.getpid) != old
        assert workers.build == builds.COMPILED
    finally:
        await workers.close()


@async_test
async def test_workers_that_have_not_started_are_not_started_by_the_switch() -> None:
    workers = Workers(1)
    await workers.replace()
    assert workers.build == ""
    await workers.close()


@async_test
async def test_workers_stay_on_the_plain_build_if_compiling_fails(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    workers, laboratory = Workers(1), Laboratory(tmp_path / "experiments", 1)
    folder.with_name("compiled.failed").write_text("no space left")
    await move_to_compiled_build(workers, laboratory)
    (record,) = caplog.records
    assert "stay on the plain build" in record.getMessage()
    assert record.__dict__["facts"] == {"error": "no space left"}
    await laboratory.close()


# -------------------------------------------------------------------- the lab


@pytest.mark.parametrize("processes", [1, 2])
def test_an_experiment_moves_its_workers_and_gives_the_same_table(
    folder: Path, tmp_path: Path, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = local_pool(processes)
    first = workers.executor
    worker_builds: list[str] = []
    reports: list[RunProgress] = []

    def add_build(progress: RunProgress) -> None:
        reports.append(progress)
        if len(reports) == 1:
            return  # before the first batch
        if not folder.exists():
            add_fake_build(folder)
        elif workers.executor is not first and not worker_builds:
            worker_builds.append(workers.executor.submit(builds.current_build).result())

    moved = ExperimentRun(parse(EXPERIMENT, "pig.toml"), tmp_path / "moved")
    moved.play(workers, add_build)
    assert worker_builds == [builds.COMPILED]
    monkeypatch.delenv(builds.FOLDER_VARIABLE)
    plain = ExperimentRun(parse(EXPERIMENT, "pig.toml"), tmp_path / "plain")
    plain.play(local_pool(1))
    assert moved.summary()["table"] == plain.summary()["table"] != ""
