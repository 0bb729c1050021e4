"""The commands simulate, ladder and fuzz."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.kit.game import Lineup
from hippodrome.lab import round_robin
from hippodrome.lab.fuzz import Failure, FuzzReport, Trial
from hippodrome.lab.simulation import ProgressCallback
from hippodrome.terminal.commands import batch
from tests.terminal.conftest import Run
from tests.terminal.matches import play_with_bots

# -------------------------------------------------------------------- simulate


def test_simulated_matches_are_counted(run: Run) -> None:
    words = ("simulate", "benhur", "-s", "arena", "-o", "laps=1", "--seats", "driver,random", "--games", 12)
    result = run(*words)
    assert result.exit_code == 0
    options = "laps 1, order leader, tricks 1, wounds 5, repeat_contact push, first_turn slow"
    assert f"Ben-Hur, The Arena ({options}): 12 matches, seed 1" in " ".join(result.stdout.split())
    for word in ("Seats", "Bots", "Endings", "Per match", "shunts"):
        assert word in result.stdout
    report = json.loads(run(*words, "--json").stdout)
    assert report["games"] == 12
    assert sum(seat["count"] for seat in report["seats"]) == 12
    assert [seat["level"] for seat in report["seats"]] == ["driver", "random"]
    assert json.loads(run(*words, "--json", "--processes", 2).stdout) == report
    assert json.loads(run(*words, "--json", "--seed", 2).stdout) != report


def test_a_round_robin_is_played(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []

    def run_small_round_robin(
        slug: str, games: int, seed: int, processes: int, progress: ProgressCallback
    ) -> round_robin.RoundRobinReport:
        calls.append((slug, games, seed, processes))
        return round_robin.run_round_robin(slug, 4, seed, 1, progress, "random", ("boar", "pump"))

    monkeypatch.setattr(batch, "run_round_robin", run_small_round_robin)
    report = json.loads(run("simulate", "races", "--round-robin", "--json").stdout)
    assert calls == [("races", 200, 1, os.cpu_count())]
    assert report["pairs"][0]["pair"] == ["boar", "pump"]
    result = run("simulate", "races", "--round-robin", "--games", 8, "--seed", 5, "--processes", 3)
    assert calls[1] == ("races", 8, 5, 3)
    assert "Chariot Races, Old Oval and Broken Pass: 4 matches, 4 per pair, seed 5" in result.stdout
    assert "beats the column" in result.stdout


def test_a_round_robin_refuses_a_setup(run: Run) -> None:
    result = run("simulate", "races", "--round-robin", "-s", "oval")
    assert "--round-robin cannot be combined with --scenario, --seats or --option" in result.stderr
    assert "nothing to compare" in run("simulate", "benhur", "--round-robin").stderr
    assert "must be a multiple of 4" in run("simulate", "races", "--round-robin", "--games", 7).stderr


# -------------------------------------------------------------------- ladder


def test_levels_play_each_other_and_are_rated(run: Run, tmp_path: Path) -> None:
    words = ("ladder", "--game", "benhur", "--levels", "recruit,driver", "--games", 8, "--processes", 1)
    result = run(*words, "--results-dir", tmp_path)
    assert result.exit_code == 0
    assert "8 matches, 8 per pair, seed 1" in result.stdout
    for word in ("driver over recruit", "two in the Circus", "four on the River", "rating", "per decision"):
        assert word in result.stdout
    assert len((tmp_path / "ladder.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    report = json.loads(run(*words, "--results-dir", tmp_path, "--json").stdout)
    assert (report["games"], report["effort"], report["ladders"][0]["pairs"][0]["games"]) == (8, 100, 8)


def test_reduced_effort_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hd.game("benhur"), "lineups", (Lineup("short", "arena", 2, (("laps", 1),)),))
    words = ("ladder", "--game", "benhur", "--levels", "driver,veteran", "--games", 2, "--processes", 1, "--effort", 13)
    assert "search effort 13 %" in run(*words).stdout


def test_an_unknown_level_is_refused(run: Run) -> None:
    result = run("ladder", "--game", "benhur", "--levels", "genius,driver")
    assert result.exit_code == 2
    assert "no bot 'genius' plays here" in result.stderr


# -------------------------------------------------------------------- fuzz


def test_random_matches_are_checked(run: Run) -> None:
    result = run("fuzz", "benhur", "--games", 3)
    assert result.exit_code == 0
    assert result.stdout.startswith("3 matches with ")
    assert ": 0 broken." in result.stdout
    report = json.loads(run("fuzz", "--games", 3, "--json").stdout)
    assert report["ok"]
    assert report["matches"] == 3 * len(hd.games())
    assert report["failures"] == []
    assert report["never"]["benhur"], "three matches do not show everything"


def test_something_that_never_occurred_fails_only_an_exhaustive_run(run: Run) -> None:
    assert run("fuzz", "benhur", "--games", 3, "--exhaustive").exit_code == 1
    assert run("fuzz", "benhur", "--games", 3).exit_code == 0


def test_a_failed_match_is_reported_and_saved(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_with_bots(hd.new("benhur", "arena", seats=2, seed=9), 5)
    trial = Trial("benhur", "arena", 2, (("laps", 2), ("order", "leader"), ("tricks", 1)), 9)
    failure = Failure(trial, 5, "straight", "a wheel came off", match.record(with_seed=True))
    report = FuzzReport(1, 1, 5, 1, [failure])
    monkeypatch.setattr(batch, "run_fuzz", lambda *settings: report)
    result = run("fuzz", "--results-dir", home / "broken")
    assert result.exit_code == 1
    assert "a wheel came off" in result.stdout
    record = home / "broken" / "benhur-arena-1.record"
    assert f"Saved: {record}" in result.stdout
    assert hd.replay(record.read_text(encoding="utf-8")).digest() == match.digest()
    shown = json.loads(run("fuzz", "--json").stdout)
    assert shown["failures"][0]["trial"]["scenario"] == "arena"
    assert shown["failures"][0]["error"] == "a wheel came off"
