"""The command drill: the costliest decisions of a match, to make again at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.bots import review as bot_review
from hippodrome.bots.registry import THINKING_TIME_S
from hippodrome.bots.review import CostlyDecision
from hippodrome.kit.actions import Action
from hippodrome.terminal.commands import review as review_command
from tests.terminal.conftest import Run
from tests.terminal.matches import write_finished_race


@pytest.fixture(autouse=True)
def brief_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short thinking times, so that the tests are quick."""
    monkeypatch.setitem(THINKING_TIME_S, "champion", 0.2)
    monkeypatch.setattr(bot_review, "COMPARISON_ROLLOUTS", 8)


@pytest.fixture
def decision(home: Path, monkeypatch: pytest.MonkeyPatch) -> CostlyDecision:
    """A decision of a finished race, as its review finds it."""
    match = hd.replay(write_finished_race(home / "race.record").read_text(encoding="utf-8"))
    for number in bot_review.decisions(match, 0):
        before = bot_review.match_before(match, number)
        played = match.moves[number].action
        others = [action for action in before.proposals() if action.verb == "whips" and action.text != played.text]
        if played.verb == "whips" and others:
            return fake_review(monkeypatch, make_decision(number, played, others[0]))
    raise AssertionError("the test needs a choice of whips")


def fake_review(monkeypatch: pytest.MonkeyPatch, found: CostlyDecision) -> CostlyDecision:
    """Let the review of any seat find this decision."""
    monkeypatch.setattr(review_command, "review_seat", lambda match, seat, seed: [found])
    return found


def make_decision(number: int, played: Action, better: Action) -> CostlyDecision:
    return CostlyDecision(number, 0, played, better, (played.text, better.text), 120, 20, "This would have won.")


def test_a_drill_is_tried_and_solved(run: Run, home: Path, decision: CostlyDecision) -> None:
    typed = f"\nnonsense\nu\nhint\n{decision.played.text}\n{decision.better.text}\n"
    result = run("drill", home / "race.record", "--seat", "red", "--plain", typed=typed)
    assert result.exit_code == 0, result.output
    text = " ".join(result.output.split())
    assert f"Drill 1 of 1: Red, move {decision.move + 1}" in text
    assert f"Find something better than “{decision.played_label}”." in text
    assert "Nothing was played here." in text
    assert "That is what was played. Chances to win: your choice" in text
    assert "Yes! That is the best that was found. Chances to win: your choice" in text
    assert "Solved: 1 of 1." in text
    assert "This would have won." not in text


def test_the_solution_is_shown_on_request(run: Run, home: Path, decision: CostlyDecision) -> None:
    text = run("drill", home / "race.record", "--seat", "red", "--plain", typed="show\n").output
    assert "This would have won." in text
    assert "Solved: 0 of 1." in text


def test_a_drill_can_be_left(run: Run, home: Path, decision: CostlyDecision) -> None:
    text = run("drill", home / "race.record", "--seat", "red", "--plain", typed="q\n").output
    assert "Stopped." in text
    assert "Solved: 0 of 1." in text


def test_without_costly_decisions_there_is_nothing_to_practise(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_command, "review_seat", lambda match, seat, seed: [])
    text = run("drill", write_finished_race(home / "race.record"), "--seat", "red").output
    assert "No decision of Red was clearly a costly mistake." in text
