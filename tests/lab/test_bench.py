"""The benchmarks evaluate their measurements correctly. Nothing is timed here."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support import once

pytestmark = once

BENCH = Path(__file__).parents[2] / "bench"


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"hippodrome_bench_{name}", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def run() -> Any:
    return load_script("run")


class ScriptedWorker:
    """A worker with prepared answers, the same for every pass of a round."""

    def __init__(self, answers: dict[str, dict[str, Any]], compiled: bool) -> None:
        self.answers = answers
        self.requests: list[str] = []
        self.about = {"compiled": compiled, "fingerprint": "same"}

    def measure(self, name: str) -> dict[str, Any]:
        self.requests.append(name)
        return self.answers.get(name, {"error": "ModuleNotFoundError: it is not installed"})

    def close(self) -> None:
        self.requests.append("closed")


def playout(decisions: int) -> dict[str, Any]:
    return {"games": 10, "decisions": decisions, "seconds": 0.5}


@pytest.fixture
def bench(run: Any) -> Any:
    """A benchmark of two rounds whose anchor, OpenSpiel's pig, makes 2,000 decisions per second."""
    plain = ScriptedWorker({"OpenSpiel pig": playout(1000), "benhur driven": playout(400)}, compiled=False)
    compiled = ScriptedWorker({"benhur driven": playout(1900), "pig driven": playout(9000)}, compiled=True)
    bench = run.Bench([run.PLAYOUTS], 2)
    bench.workers = {run.PLAIN: plain, run.ANCHOR: plain, run.COMPILED: compiled}
    bench.run()
    return bench


def test_rates_are_counted_over_all_passes_of_a_round(run: Any, bench: Any) -> None:
    requests = bench.workers[run.PLAIN].requests
    assert requests.count("OpenSpiel pig") == 2 * run.SLICES_PER_ROUND
    assert len(bench.results["OpenSpiel pig", run.ANCHOR]) == 2
    assert bench.median(("OpenSpiel pig", run.ANCHOR), "decisions/s") == 2000
    assert bench.median(("OpenSpiel pig", run.ANCHOR), "games/s") == 20
    assert bench.median(("OpenSpiel pig", run.ANCHOR), "decisions/game") == 100


def test_goals_are_reached_missed_or_not_measured(run: Any, bench: Any) -> None:
    goals = {goal.case: bench.json_goal(goal) for goal in run.GOALS if bench.is_in_scope(goal)}
    reached = {case: goal["reached"] for case, goal in goals.items()}
    assert reached["benhur driven", run.PLAIN] is True, "0.4, and the goal is 0.3"
    assert reached["benhur driven", run.COMPILED] is False, "1.9, and the goal is 2"
    assert reached["pig driven", run.COMPILED] is True
    assert reached["benhur inside", run.COMPILED] is None
    assert goals["benhur driven", run.COMPILED]["value"] == pytest.approx(1.9)
    assert all("clone" not in case[0] for case in reached), "copies were not measured"


def test_a_time_is_good_when_it_is_short(run: Any) -> None:
    bench = run.Bench([run.COPIES], 1)
    goal = next(goal for goal in run.GOALS if goal.at_most)
    for microseconds, reached in ((0.5, True), (0.6, False)):
        bench.results = {goal.case: [{"us/call": microseconds}], goal.base: [{"us/call": 1.0}]}
        assert bench.json_goal(goal)["reached"] is reached


def test_a_missing_anchor_is_reported_and_not_fatal(run: Any, bench: Any) -> None:
    assert "not installed" in bench.missing["python-chess (anchor)"]
    assert bench.workers[run.PLAIN].requests.count("python-chess") == 1, "it is not tried again"
    text = bench.text()
    assert "python-chess (anchor): ModuleNotFoundError" in text
    assert "not measured" in text
    assert "benhur driven" in text


def test_the_json_holds_every_round(run: Any, bench: Any) -> None:
    results = json.loads(json.dumps(bench.json()))
    rows = {(row["case"], row["build"]): row for row in results["cases"]}
    driven = rows["benhur driven", run.COMPILED]
    assert len(driven["rounds"]) == 2
    assert driven["ratios"]["OpenSpiel pig"] == pytest.approx(1.9)
    measured = [goal["goal"] for goal in results["goals"] if goal["reached"] is not None]
    assert measured == [goal.text() for goal in run.GOALS if goal.case in bench.results and goal.base in bench.results]
    assert len(measured) == 3


def test_workers_know_every_case_and_goals_refer_to_cases(run: Any) -> None:
    worker = load_script("worker")
    names = {case.name for case in run.CASES}
    assert names == set(worker.CASES)
    measured = {(case.name, build) for case in run.CASES for build in case.builds}
    assert all({goal.case, goal.base} <= measured for goal in run.GOALS)
    assert {name for group in run.YARDSTICKS.values() for name in group} <= names


@pytest.mark.parametrize("name", ["benhur driven, log", "benhur Match.play", "pig inside", "benhur digest"])
def test_a_worker_counts_what_it_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = load_script("worker")
    monkeypatch.setattr(worker, "SLICE_S", 0.001)
    answer = worker.CASES[name]()()
    assert answer["seconds"] > 0
    if "games" in answer:
        assert answer["decisions"] > 10 * answer["games"]
    else:
        assert answer["calls"] >= 10


def test_a_worker_reports_its_build() -> None:
    from hippodrome.kit import agenda

    about = load_script("worker").build_info()
    assert about["compiled"] is not str(agenda.__file__).endswith(".py")
    assert len(about["fingerprint"]) == 32
