"""Advice at the terminal: hints, why a program moved so, and the review of a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.bots import review as reviewing
from hippodrome.bots.advice import has_no_secret
from hippodrome.bots.registry import THINKING_TIME_S
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.saves import side_file
from tests.terminal.conftest import Run
from tests.terminal.help import Silent, finished, first_seed

ARENA = ("play", "benhur", "--scenario", "arena", "--option", "laps=1", "--seed", first_seed(), "--no-odds")


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody thinks for long."""
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.2)
    for name, value in (("GLANCE", 2), ("WORLDS", 8), ("SUSPECTS", 2)):
        monkeypatch.setattr(reviewing, name, value)


def test_a_hint_names_an_option_with_its_reasons(run: Run) -> None:
    text = run(*ARENA, typed="hint\nq\n").output
    chosen = re.search(r"^The champion would choose: (Lane \d)\.$", text, re.MULTILINE)
    assert chosen is not None
    assert re.search(rf"^{chosen.group(1)} \(chosen\): <?\d+ % to win, in \d+ tries", text, re.MULTILINE)
    assert text.count("Red: choose your starting lane.") == 2, "the question is asked again"


def test_why_says_what_the_program_that_moved_last_had_weighed(run: Run) -> None:
    text = run(*ARENA, "-o", "tricks=0", "--seats", "me,driver", typed="why\n\nwhy\nq\n").output
    assert "No program has moved yet." in text
    assert re.search(r"^White \(driver\) chose: Lane \d\.$", text, re.MULTILINE)
    assert "It weighed nothing: it follows its rules of thumb." in text


def test_a_program_that_holds_a_trick_does_not_say_why() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=3, options={"tricks": 2})
    table = MatchLoop(match, [Seat(0, "me"), Seat(1, "driver")], Silent())
    while match.decision is not None and (match.seat != 1 or has_no_secret(match, 1)):
        match.play(match.proposals()[0])
    table.program(table.seats[1])
    (line,) = table.whys.lines()
    assert line.plain == "White knows something that others may not, and its reasons would betray it."


def test_help_names_hint_and_why(run: Run) -> None:
    text = run(*ARENA, typed="h\nq\n").output
    assert "  hint   what the strongest program would do" in text
    assert "  why    what the program that moved last had weighed" in text


# -------------------------------------------------------------------- the review


def test_a_review_names_decisions_moments_and_costs(run: Run, home: Path) -> None:
    race = finished(home / "race.record")
    result = run("review", race, "--seat", "red")
    assert result.exit_code == 0, result.output
    if "Nothing Red did was surely a costly mistake." not in result.output:
        assert "What cost Red most:" in result.output
        assert re.search(r"Move \d+, \d+ points of the chance to win", result.output)
        assert re.search(r"See the first: hippodrome replay .* --at \d+", result.output)


def test_a_review_for_programs(run: Run, home: Path) -> None:
    race = finished(home / "race.record")
    match = hd.replay(race.read_text(encoding="utf-8"))
    found = json.loads(run("review", race, "--seat", 2, "--json").output)
    assert len(found) <= 3
    for one in found:
        assert match.moves[one["move"] - 1].action.text == one["played"] != one["better"]
        assert match.moves[one["move"] - 1].seat == one["seat"] == 1


def test_the_person_of_a_saved_match_is_meant(run: Run, home: Path) -> None:
    race = finished(home / "race.record")
    seats = [{"level": level, "name": ""} for level in ("driver", "me", "driver")]
    side_file(race).write_text(json.dumps({"seats": seats}), encoding="utf-8")
    assert re.search(r"Nothing White did|What cost White most", run("review", race).output)


@pytest.mark.parametrize(
    ("seat", "said"), [(None, "say whose decisions"), ("pink", "no seat 'pink'"), ("9", "no seat '9'")]
)
def test_a_seat_must_be_named_that_is_there(run: Run, home: Path, seat: str | None, said: str) -> None:
    result = run("review", finished(home / "race.record"), *(["--seat", seat] if seat else []))
    assert result.exit_code == 2
    assert said in result.output
    assert "there are: red, white, blue" in result.output


def test_a_finished_match_offers_its_review(run: Run) -> None:
    text = run(*ARENA, typed="\n" * 400).output
    assert re.search(r"What cost you most: hippodrome review ~/hippodrome/\S+\.record --seat red", text)
