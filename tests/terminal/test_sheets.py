"""The command sheet."""

from __future__ import annotations

import json
from pathlib import Path

import hippodrome as hd
from tests.terminal.conftest import Run

RECORD = Path(__file__).parents[1] / "records" / "wheelie-duel.record"


def test_sheets_of_a_record_are_written_as_text(run: Run) -> None:
    result = run("sheet", RECORD)
    assert result.exit_code == 0
    match = hd.replay(RECORD.read_text(encoding="utf-8"))
    for sheet in match.game.sheets(match.view()):
        assert sheet.text() in result.output
    assert f"after {len(match.moves)} moves" in result.output


def test_sheets_of_an_earlier_moment_and_of_a_seat(run: Run) -> None:
    assert "not deployed yet" in run("sheet", RECORD, "--at", 0).output
    assert "not deployed yet" not in run("sheet", RECORD, "--seat", 1).output
    assert "there is no seat 7" in run("sheet", RECORD, "--seat", 7).stderr


def test_blank_sheets_of_a_scenario_go_to_a_file(run: Run, home: Path) -> None:
    assert run("sheet", "wheelie", "-s", "sides", "-o", home / "sheets.txt").exit_code == 0
    assert (home / "sheets.txt").read_text(encoding="utf-8").count("[ ][ ][ ][ ][ ][ ]  6 left") == 5


def test_sheets_for_programs(run: Run) -> None:
    found = json.loads(run("sheet", RECORD, "--json").stdout)
    assert [sheet["seat"] for sheet in found] == [0, 1]


def test_a_game_without_sheets_says_so(run: Run) -> None:
    result = run("sheet", "benhur")
    assert result.exit_code == 2
    assert "Ben-Hur has no sheets" in result.stderr
