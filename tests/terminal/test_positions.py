"""The commands render, sheet and odds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.terminal.board import draw_board
from tests.terminal.conftest import Run
from tests.terminal.matches import play_with_bots, write_finished_race

DUEL = Path(__file__).parents[1] / "records" / "wheelie-duel.record"


@pytest.fixture
def race(home: Path) -> Path:
    """The record of a finished race."""
    return write_finished_race(home / "race.record")


# -------------------------------------------------------------------- render


def test_a_record_is_drawn_as_svg(run: Run, race: Path, home: Path) -> None:
    result = run("render", race)
    assert result.stdout.startswith("<svg ")
    assert result.stdout.endswith("</svg>\n")
    assert run("render", race, "-o", home / "race.svg").stdout == ""
    assert (home / "race.svg").read_text(encoding="utf-8") == result.stdout
    dark = run("render", race, "--theme", "dark").stdout
    assert dark != result.stdout
    assert run("render", race, "--at", 5).stdout != result.stdout


def test_a_game_is_drawn_at_its_start(run: Run) -> None:
    text = run("render", "benhur", "--scenario", "villa", "--text").stdout
    empty = hd.new("benhur", "villa", seed=0)
    for row in draw_board(empty.scene(), {}):
        assert row.plain.rstrip() in text
    assert "The chariots are lining up for the start." in text


def test_a_seat_sees_only_its_own_cards(run: Run, home: Path) -> None:
    match = play_with_bots(hd.new("benhur", "circus", seats=2, seed=3), 3)
    (home / "race.record").write_text(match.record(with_seed=True), encoding="utf-8")
    words = ("render", home / "race.record", "--text")
    assert "You hold " not in run(*words).stdout
    held = [re.findall(r"You hold ([^,]+),", run(*words, "--seat", seat).stdout) for seat in (1, 2)]
    assert len(held[0]) == len(held[1]) == 1
    assert held[0] != held[1]


# -------------------------------------------------------------------- sheet


def test_record_sheets_are_printed_as_text(run: Run) -> None:
    result = run("sheet", DUEL)
    assert result.exit_code == 0
    match = hd.replay(DUEL.read_text(encoding="utf-8"))
    for sheet in match.game.presentation.sheets(match.view()):
        assert sheet.text() in result.output
    assert f"after {len(match.moves)} moves" in result.output


def test_record_sheets_of_an_earlier_position_and_of_a_seat(run: Run) -> None:
    assert "not deployed yet" in run("sheet", DUEL, "--at", 0).output
    assert "not deployed yet" not in run("sheet", DUEL, "--seat", 1).output
    assert "there is no seat 7" in run("sheet", DUEL, "--seat", 7).stderr


def test_blank_sheets_of_a_scenario_are_written_to_a_file(run: Run, home: Path) -> None:
    assert run("sheet", "wheelie", "-s", "sides", "-o", home / "sheets.txt").exit_code == 0
    assert (home / "sheets.txt").read_text(encoding="utf-8").count("[ ][ ][ ][ ][ ][ ]  6 left") == 4


def test_record_sheets_as_json(run: Run) -> None:
    sheets = json.loads(run("sheet", DUEL, "--json").stdout)
    assert [sheet["seat"] for sheet in sheets] == [0, 1]


def test_a_game_without_record_sheets_is_refused(run: Run) -> None:
    result = run("sheet", "benhur")
    assert result.exit_code == 2
    assert "Ben-Hur has no record sheets" in result.stderr


# -------------------------------------------------------------------- odds


def test_odds_of_every_option_in_a_position(run: Run, race: Path) -> None:
    match = hd.replay(race.read_text(encoding="utf-8"))
    place = next(n for n, move in enumerate(match.moves) if move.action.text == "left")
    rows = json.loads(run("odds", "benhur", "--record", race, "--at", place, "--json").stdout)
    assert "left" in [row["action"] for row in rows]
    for row in rows:
        assert sum(outcome["share"] for outcome in row["outcomes"]) == pytest.approx(1)
    (left,) = json.loads(run("odds", "benhur", "--record", race, "--at", place, "left", "--json").stdout)
    assert left in rows
    assert {outcome["outcome"] for outcome in left["outcomes"]} <= {"across", "straight on"}
    text = run("odds", "benhur", "--record", race, "--at", place, "left").stdout
    assert re.search(r"^ +\d+ %  across$", text, re.MULTILINE)


def test_odds_at_the_start(run: Run) -> None:
    rows = json.loads(run("odds", "benhur", "--scenario", "river", "--json").stdout)
    assert [row["action"] for row in rows] == ["lane 1", "lane 2", "lane 3", "lane 4"]
