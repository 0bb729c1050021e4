"""The task runner: tasks give their results in order or as they are finished, and outlive their workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hippodrome.lab.match_runner import MatchFailed, name_failure
from hippodrome.lab.pool import MAX_RETRIES, run_tasks
from tests.support import once

pytestmark = once

DEADLINE_S = 30.0


def square(number: int) -> int:
    """Return the square of a number."""
    return number * number


def wait_for(file: Path) -> None:
    """Wait until a file exists."""
    deadline = time.monotonic() + DEADLINE_S
    while not file.exists():
        assert time.monotonic() < deadline, f"{file} was not written"
        time.sleep(0.01)


def finish_after_other(task: tuple[Path, int]) -> int:
    """Write a file when the second task is done; the first one waits for it."""
    folder, number = task
    if number == 0:
        wait_for(folder / "1")
    (folder / str(number)).touch()
    return number


def wait_for_first_result(task: tuple[Path, int]) -> int:
    """Let the first task wait until the test has received a result."""
    folder, number = task
    if number == 0:
        wait_for(folder / "first result")
    return number


def die_once(task: tuple[Path, int]) -> int:
    """Kill the worker the first time that task 2 is played."""
    folder, number = task
    if number == 2 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail_on_three(number: int) -> int:
    """Fail on the number 3."""
    with name_failure(f"match {number}"):
        return 60 // (number - 3)


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_tasks(processes: int) -> None:
    assert list(run_tasks(square, range(20), processes)) == [(number, number * number) for number in range(20)]
    assert list(run_tasks(square, iter(range(5)), processes)) == [(number, number * number) for number in range(5)]
    assert list(run_tasks(square, [], processes)) == []


def test_a_result_waits_for_those_of_earlier_tasks(tmp_path: Path) -> None:
    tasks = [(tmp_path, 0), (tmp_path, 1)]
    assert [result for _, result in run_tasks(finish_after_other, tasks, 2, "spawn")] == [0, 1]


def test_results_may_come_as_tasks_are_finished(tmp_path: Path) -> None:
    results = run_tasks(wait_for_first_result, [(tmp_path, 0), (tmp_path, 1)], 2, "spawn", in_order=False)
    assert next(results)[1] == 1
    (tmp_path / "first result").touch()
    assert [result for _, result in results] == [0]


def test_tasks_are_started_only_while_results_are_consumed() -> None:
    started: list[int] = []

    def watch(number: int) -> int:
        started.append(number)
        return number

    results = run_tasks(watch, range(100), 1)
    assert [next(results) for _ in range(3)] == [(0, 0), (1, 1), (2, 2)]
    results.close()
    assert started == [0, 1, 2]


def test_a_task_whose_worker_died_is_played_again(tmp_path: Path) -> None:
    results = run_tasks(die_once, [(tmp_path, number) for number in range(6)], 2)
    assert [result for _, result in results] == list(range(6))
    assert (tmp_path / "died").exists()


def test_a_task_that_kills_every_worker_fails_in_the_end() -> None:
    with pytest.raises(MatchFailed, match=f"workers died {MAX_RETRIES + 1} times on 7"):
        list(run_tasks(die, [7, 7], 2))


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_names_its_match(processes: int) -> None:
    with pytest.raises(MatchFailed, match="match 3 failed: ZeroDivisionError: "):
        list(run_tasks(fail_on_three, range(6), processes))


SCRIPT = """
import os, sys, time
from hippodrome.lab.pool import run_tasks

def sleep(number):
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece: both workers write to the same pipe
    time.sleep(600)

if __name__ == "__main__":
    list(run_tasks(sleep, range(2), 2, "fork"))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="uses fork and /proc")
def test_workers_end_with_their_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        try:
            workers = [int(parent.stdout.readline()) for _ in range(2)]
        finally:
            parent.kill()
        assert parent.stdout.read() == "", "the pipe closes when the last worker has ended"
    assert len(set(workers)) == 2
