"""The command learn: the list of lessons, a lesson by keyboard, stars."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Run

FIRST = "benhur", "first-turn"
PLAYED = "\nwhips 2\nstraight\nleft\nstraight\nstraight\nstraight\n\n"


def test_a_lesson_is_played_by_keyboard_and_its_stars_are_kept(run: Run) -> None:
    assert "1  ---  first-turn" in run("learn", "benhur").output
    result = run("learn", *FIRST, "--plain", typed=PLAYED)
    assert result.exit_code == 0
    assert "***  Your first turn" in result.output
    assert result.output.count("Red lines up in lane 2") == 1, "the log before a text is not repeated after it"
    assert "1  ***  first-turn" in run("learn").output
    assert "*--  Your first turn" in run("learn", *FIRST, "--plain", typed="\n" + "show\n" * 6 + "\n").output
    assert "1  ***  first-turn" in run("learn", "benhur").output, "the best result counts"


def test_mistakes_and_refusals_are_explained(run: Run) -> None:
    output = run("learn", "benhur", "1", "--plain", typed="\n\nwhips 1\nwhips 7\nwhips 2\nright\nu\nhint\nq\n").output
    assert "Type a number." in output
    assert "Undone." in output
    assert "[BH-" in output
    assert "not what this lesson is about" in output
    assert "undoes mistakes by itself" in output
    assert 'Type "show"' in output
    assert "Stopped." in output


def test_an_unknown_lesson_is_refused_with_the_known_ones(run: Run) -> None:
    result = run("learn", "benhur", "tricks-of-the-trade")
    assert result.exit_code == 2


def test_a_damaged_file_of_stars_counts_as_empty(run: Run, home: Path) -> None:
    run("learn", *FIRST, "--plain", typed=PLAYED)
    (path,) = home.rglob("lessons.json")
    for text in ("{", "[1]", '{"benhur/first-turn": "many"}'):
        path.write_text(text, encoding="utf-8")
        assert "1  ---  first-turn" in run("learn", "benhur").output
