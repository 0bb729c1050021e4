"""Lessons: what the strict reader rejects, with file, line and key, and what becomes of each action."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.lessons import CONTINUES, DONE, ILLEGAL, NOT_NOW, WRONG, Lesson, LessonRun, fits, read_lesson
from hippodrome.kit.recap import find_window
from hippodrome.kit.toml_reader import DataError

TEXT = """\
number = 1
title = "Two squares"
idea = "One idea."
minutes = 1
clauses = ["BH-M3"]
scenario = "circus"
seats = 2
seat = 0
options = { laps = 1, tricks = 0, first_turn = "free" }
start = ["lane 2", "lane 4"]
dice = "6 3"
end = "Done."

[[step]]
say = "Look."
show = ["chariot-0", "BH-M3"]

[[step]]
say = "Take 2 whips."
play = ["whips 2"]
dice = "2 1"

[[step.wrong]]
play = "whips 1"
say = "Too slow."
dice = "1"

[[step]]
say = "Drive on; White follows."
allow = ["straight", "left"]
play = ["straight", "straight"]
dice = "4"
reply = ["whips 1", "straight", "straight", "straight", "straight"]
"""


def read(text: str = TEXT) -> Lesson:
    return read_lesson(hd.game("benhur"), "lessons/two.toml", text)


def start_run() -> LessonRun:
    run = LessonRun(read())
    run.read_on()
    return run


def test_a_lesson_is_played_with_the_answers_of_the_others() -> None:
    run = start_run()
    assert run.play("whips 2").kind == DONE
    assert run.play("straight").kind == CONTINUES
    assert run.play("straight").kind == DONE
    assert (run.step, run.say, run.stars) == (None, "Done.", 3)
    assert run.match.moves[-1].seat == 1, "White has moved"
    assert run.play("whips 1").kind == NOT_NOW


def test_a_mistake_is_played_commented_and_undone() -> None:
    run = start_run()
    before = run.match.digest()
    answer = run.play("whips 1")
    assert (answer.kind, answer.say) == (WRONG, "Too slow.")
    assert [type(event).__name__ for event in answer.events][:2] == ["WhipsSet", "DiceRolled"]
    assert (run.match.digest(), run.mistakes) == (before, 1)
    assert run.play("whips 2").kind == DONE


def test_what_a_lesson_does_not_allow_and_what_is_illegal_change_nothing() -> None:
    run = start_run()
    run.play("whips 2")
    before = run.match.digest()
    assert run.play("right").kind == NOT_NOW
    answer = run.play("whips 9")
    assert answer.kind == ILLEGAL
    assert answer.refusal is not None
    assert answer.refusal.rule.startswith("BH-")
    assert run.match.digest() == before


def test_help_costs_a_star_each_time() -> None:
    run = start_run()
    while run.step is not None:
        run.show_me()
    assert run.hints == 3
    assert run.stars == 1


def test_a_placed_value_changes_the_first_position() -> None:
    run = LessonRun(read(TEXT.replace("[[step]]", '[place]\n"chariots.0.wounds" = 1\n\n[[step]]', 1)))
    assert run.match.state.chariots[0].wounds == 1  # type: ignore[attr-defined]
    assert (run.match.moves, run.match.events) == ([], []), "the log begins with the lesson"
    run.read_on()
    run.play("whips 2")
    assert find_window(run.match, 0) is None, "a recap finds no moves from before"


def test_a_star_at_the_end_of_a_path_changes_every_value_of_a_list_and_later_paths_single_ones() -> None:
    run = LessonRun(read(TEXT.replace("[[step]]", '[place]\n"deck.*" = 7\n"deck.1" = 8\n\n[[step]]', 1)))
    deck = run.match.state.deck  # type: ignore[attr-defined]
    assert len(deck) > 2
    assert set(deck) == {7, 8}
    assert deck[1] == 8


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "reason"),
    [
        ('title = "Two squares"\n', "", 1, "title", "missing"),
        ("minutes = 1", "minutes = 9", 4, "minutes", "from 1 to 5"),
        ('["BH-M3"]\nscenario', '["BH-M99"]\nscenario', 5, "clauses", "no clause 'BH-M99'"),
        ('"circus"', '"cirque"', 6, "scenario", "must be one of"),
        ("laps = 1", "laps = 99", 9, "options", "laps"),
        ('"lane 4"', '"lane 2"', 10, "start", "cannot be played"),
        ('dice = "6 3"', 'dice = "6"', 11, "dice", "rolls more dice"),
        ('dice = "6 3"', 'dice = "6 3 1"', 11, "dice", "never rolled"),
        ('dice = "6 3"', 'dice = "six"', 11, "dice", "spaces between them"),
        ('"chariot-0", "BH-M3"', '"chariot-9"', 16, "step[0].show", "no clause or node 'chariot-9'"),
        ('"Look."\n', '"Look."\ndice = "1"\n', 16, "step[0].dice", "no effect without play"),
        ('"Look."\n', '"Look."\nsee = "1"\n', 16, "step[0].see", "unknown key"),
        ('["whips 2"]', '["whips 3"]', 20, "step[1].play", "illegal"),
        ('["whips 2"]', '["whips 1"]', 20, "step[1].play", "also in [[step.wrong]]"),
        ('["whips 2"]', '["whips 2"]\nallow = ["left"]', 21, "step[1].allow", "does not allow 'whips 2'"),
        ('["whips 2"]', '["whips 2"]\nuntil = "Won"', 21, "step[1].until", "does not occur"),
        ('dice = "2 1"', 'dice = "2"', 21, "step[1].dice", "rolls more dice"),
        ('dice = "2 1"', 'dice = "2 1 1"', 21, "step[1].dice", "more than this step uses"),
        ('play = "whips 1"', 'play = "whips 3"', 24, "step[1].wrong[0].play", "illegal"),
        ('dice = "1"', 'dice = "1 1"', 26, "step[1].wrong[0].dice", "more than this mistake rolls"),
        ('\ndice = "1"\n', "\n", 24, "step[1].wrong[0].play", "rolls more dice"),
        ('"whips 1", "straight"', '"whips 3", "straight"', 33, "step[2].reply", "cannot be played"),
        ('["straight", "straight"]\n', '["straight", "straight", "right"]\n', 33, "step[2].reply", "White has to"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_file_line_and_key(
    old: str, new: str, line: int, key: str, reason: str
) -> None:
    assert TEXT.count(old) == 1 or old == "[[step]]"
    with pytest.raises(DataError) as error:
        read(TEXT.replace(old, new))
    assert str(error.value).startswith(f"lessons/two.toml, line {line}, {key}: ")
    assert reason in str(error.value)


def test_a_star_in_a_pattern_stands_for_any_number() -> None:
    assert fits("drive *", "drive 17")
    assert fits("drive *", "drive -3")
    assert not fits("drive *", "drive")
    assert not fits("drive *", "turn 3")
