"""The ladder at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hippodrome.lab.ladder.lineups import LINEUPS, Lineup
from tests.terminal.conftest import Run


def test_levels_meet_and_are_rated(run: Run, tmp_path: Path) -> None:
    words = ("ladder", "--game", "benhur", "--levels", "recruit,driver", "--games", 8, "--processes", 1)
    result = run(*words, "--results-dir", tmp_path)
    assert result.exit_code == 0
    assert "8 matches, 8 a pair, seed 1" in result.stdout
    for word in ("driver over recruit", "two in the Circus", "four on the River", "rating", "a decision"):
        assert word in result.stdout
    assert len((tmp_path / "ladder.jsonl").read_text(encoding="utf-8").splitlines()) == 8
    found = json.loads(run(*words, "--results-dir", tmp_path, "--json").stdout)
    assert (found["games"], found["effort"], found["ladders"][0]["pairs"][0]["games"]) == (8, 100, 8)


def test_less_effort_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LINEUPS, "benhur", (Lineup("short", "arena", 2, (("laps", 1),)),))
    words = ("ladder", "--game", "benhur", "--levels", "driver,veteran", "--games", 2, "--processes", 1, "--effort", 13)
    assert "looking ahead with 13 % of the effort" in run(*words).stdout


def test_what_cannot_be_is_said(run: Run) -> None:
    result = run("ladder", "--game", "benhur", "--levels", "genius,driver")
    assert result.exit_code == 2
    assert "no program 'genius' plays here" in result.stderr
