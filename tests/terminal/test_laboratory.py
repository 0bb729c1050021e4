"""The laboratory at the terminal: simulate and fuzz."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.lab import round_robin
from hippodrome.lab.fuzz import Failure, FuzzReport, Trial
from hippodrome.terminal import batch_runs
from tests.terminal.conftest import Run
from tests.terminal.help import played


def test_matches_are_counted(run: Run) -> None:
    words = ("simulate", "benhur", "-s", "arena", "-o", "laps=1", "--seats", "driver,random", "--games", 12)
    result = run(*words)
    assert result.exit_code == 0
    assert "Ben-Hur, The Arena (laps 1, order leader, tricks 1): 12 matches, seed 1" in result.stdout
    for word in ("Seats", "Programs", "Endings", "In a match", "shunts"):
        assert word in result.stdout
    found = json.loads(run(*words, "--json").stdout)
    assert found["games"] == 12
    assert sum(seat["count"] for seat in found["seats"]) == 12
    assert [seat["level"] for seat in found["seats"]] == ["driver", "random"]
    assert json.loads(run(*words, "--json", "--processes", 2).stdout) == found
    assert json.loads(run(*words, "--json", "--seed", 2).stdout) != found


def test_a_round_robin_is_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def small(
        slug: str, games: int, seed: int, processes: int, progress: round_robin.ProgressCallback
    ) -> round_robin.RoundRobinReport:
        asked.append((slug, games, seed, processes))
        return round_robin.run_round_robin(slug, 4, seed, 1, progress, "random", ("boar", "pump"))

    monkeypatch.setattr(batch_runs, "run_round_robin", small)
    found = json.loads(run("simulate", "races", "--round-robin", "--json").stdout)
    assert asked == [("races", 200, 1, os.cpu_count())]
    assert found["pairs"][0]["pair"] == ["boar", "pump"]
    result = run("simulate", "races", "--round-robin", "--games", 8, "--seed", 5, "--processes", 3)
    assert asked[1] == ("races", 8, 5, 3)
    assert "Chariot Races, Old Oval and Broken Pass: 4 matches, 4 a pair, seed 5" in result.stdout
    assert "beats the column" in result.stdout


def test_a_round_robin_sets_its_own_table(run: Run) -> None:
    assert "a round robin sets its own scenarios" in run("simulate", "races", "--round-robin", "-s", "oval").stderr
    assert "nothing to compare" in run("simulate", "benhur", "--round-robin").stderr
    assert "4, 8 or so times" in run("simulate", "races", "--round-robin", "--games", 7).stderr


def test_random_matches_are_searched(run: Run) -> None:
    result = run("fuzz", "benhur", "--games", 3)
    assert result.exit_code == 0
    assert result.stdout.startswith("3 matches with ")
    assert ": 0 broken." in result.stdout
    found = json.loads(run("fuzz", "--games", 3, "--json").stdout)
    assert found["ok"]
    assert found["matches"] == 3 * len(hd.games())
    assert found["failures"] == []
    assert found["never"]["benhur"], "three matches do not show everything"


def test_what_never_occurred_fails_an_exhaustive_search_only(run: Run) -> None:
    assert run("fuzz", "benhur", "--games", 3, "--exhaustive").exit_code == 1
    assert run("fuzz", "benhur", "--games", 3).exit_code == 0


def test_a_broken_match_fails_and_is_kept(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(hd.new("benhur", "arena", seats=2, seed=9), 5)
    trial = Trial("benhur", "arena", 2, (("laps", 2), ("order", "leader"), ("tricks", 1)), 9)
    failure = Failure(trial, 5, "straight", "a wheel came off", match.record(with_seed=True))
    report = FuzzReport(1, 1, 5, 1, [failure])
    monkeypatch.setattr(batch_runs, "fuzz", lambda *settings: report)
    result = run("fuzz", "--results-dir", home / "broken")
    assert result.exit_code == 1
    assert "a wheel came off" in result.stdout
    kept = home / "broken" / "benhur-arena-1.record"
    assert f"Kept: {kept}" in result.stdout
    assert hd.replay(kept.read_text(encoding="utf-8")).digest() == match.digest()
    found = json.loads(run("fuzz", "--json").stdout)
    assert found["failures"][0]["trial"]["scenario"] == "arena"
    assert found["failures"][0]["error"] == "a wheel came off"
