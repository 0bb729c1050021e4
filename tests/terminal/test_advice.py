"""Advice at the terminal: hints, the reasons for a bot's move, and reviews."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.bots import review as bot_review
from hippodrome.bots.advice import has_no_secret
from hippodrome.bots.registry import THINKING_TIME_S
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.saves import sidecar_path
from tests.terminal.conftest import Run
from tests.terminal.matches import SilentScreen, seed_with_red_first, write_finished_race

ARENA = ("play", "benhur", "--scenario", "arena", "--option", "laps=1", "--seed", seed_with_red_first(), "--no-odds")


@pytest.fixture(autouse=True)
def brief_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short thinking times, so that the tests are quick."""
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.2)
    for name, value in (("BRIEF_ROLLOUTS", 2), ("COMPARISON_ROLLOUTS", 8), ("MAX_SUSPECTS", 2)):
        monkeypatch.setattr(bot_review, name, value)


# -------------------------------------------------------------------- during a match


def test_a_hint_names_an_option_with_its_reasons(run: Run) -> None:
    text = run(*ARENA, typed="hint\nq\n").output
    chosen = re.search(r"^The champion would choose: (Lane \d)\.$", text, re.MULTILINE)
    assert chosen is not None
    reason = rf"^{chosen.group(1)} \(chosen\): wins about <?\d+ % \(\d+ simulations?\)"
    assert re.search(reason, text, re.MULTILINE)
    assert text.count("Red: Choose your starting lane.") == 2, "the question is asked again"


def test_why_explains_the_last_bot_move(run: Run) -> None:
    text = run(*ARENA, "-o", "tricks=0", "--seats", "me,driver", typed="why\n\nwhy\nq\n").output
    assert "No bot has moved yet." in text
    assert re.search(r"^White \(driver\) chose: Lane \d\.$", text, re.MULTILINE)
    assert "This level plays by simple rules and does not look ahead." in text


def test_a_bot_that_holds_a_trick_does_not_give_its_reasons() -> None:
    match = hd.new("benhur", "arena", seats=2, seed=3, options={"tricks": 2})
    loop = MatchLoop(match, [Seat(0, "me"), Seat(1, "driver")], SilentScreen())
    while match.decision is not None and (match.seat != 1 or has_no_secret(match, 1)):
        match.play(match.proposals()[0])
    loop.play_bot(loop.seats[1])
    (line,) = loop.last_bot_move.lines()
    assert line.plain == "White has hidden information that its reasons would reveal."


def test_help_lists_hint_and_why(run: Run) -> None:
    text = run(*ARENA, typed="h\nq\n").output
    assert "  hint   ask the strongest bot what it would do" in text
    assert "  why    explain the last move of a bot" in text


# -------------------------------------------------------------------- reviews


def test_a_review_names_decisions_moves_and_costs(run: Run, home: Path) -> None:
    race = write_finished_race(home / "race.record")
    result = run("review", race, "--seat", "red")
    assert result.exit_code == 0, result.output
    if "No decision of Red was clearly a costly mistake." not in result.output:
        assert "Costliest decisions of Red, judged by what Red knew:" in result.output
        assert re.search(r"Move \d+ cost \d+ % winning chance \(±\d+\): ", result.output)
        assert re.search(r"Show the first one: hippodrome replay .* --at \d+", result.output)


def test_a_review_as_json(run: Run, home: Path) -> None:
    race = write_finished_race(home / "race.record")
    match = hd.replay(race.read_text(encoding="utf-8"))
    decisions = json.loads(run("review", race, "--seat", 2, "--json").output)
    assert len(decisions) <= 3
    for decision in decisions:
        assert match.moves[decision["move"] - 1].action.text == decision["played"] != decision["better"]
        assert match.moves[decision["move"] - 1].seat == decision["seat"] == 1


def test_a_review_of_a_saved_match_is_about_its_only_person(run: Run, home: Path) -> None:
    race = write_finished_race(home / "race.record")
    seats = [{"level": level, "name": ""} for level in ("driver", "me", "driver")]
    sidecar_path(race).write_text(json.dumps({"seats": seats}), encoding="utf-8")
    assert re.search(r"No decision of White|Costliest decisions of White", run("review", race).output)


@pytest.mark.parametrize(
    ("seat", "message"), [(None, "name the seat to review"), ("pink", "no seat 'pink'"), ("9", "no seat '9'")]
)
def test_a_review_needs_an_existing_seat(run: Run, home: Path, seat: str | None, message: str) -> None:
    result = run("review", write_finished_race(home / "race.record"), *(["--seat", seat] if seat else []))
    assert result.exit_code == 2
    assert message in result.output
    assert "choose one of: red, white, blue" in result.output


def test_the_summary_of_a_match_suggests_a_review(run: Run) -> None:
    text = run(*ARENA, typed="\ne\n" * 400).output
    command = r"hippodrome review ~/hippodrome/\S+\.record --seat red"
    assert re.search(rf"Review your costliest decisions: {command}", text)
