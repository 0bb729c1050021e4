"""Every lesson of every game: it can be played as it says, and its mistakes are commented and undone."""

from __future__ import annotations

import pytest

import hippodrome as hd
from hippodrome.kit.lessons import CONTINUES, DONE, ILLEGAL, MAX_STARS, WRONG, Lesson, LessonRun
from hippodrome.kit.state import snapshot

LESSONS = [lesson for game in hd.games() for lesson in hd.lessons(game)]


def name_of(lesson: Lesson) -> str:
    return f"{lesson.game.slug}-{lesson.name}"


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_lesson_is_played_through_as_it_says_and_through_every_mistake(lesson: Lesson) -> None:
    run = LessonRun(lesson)
    mistakes = 0
    while (step := run.step) is not None:
        if step.is_text:
            run.read_on()
            continue
        untried, answers = list(step.mistakes), []
        for text in step.play:
            for mistake in [one for one in untried if run.match.check(one.action, lesson.seat) is None]:
                before = snapshot(run.match.state)
                answer = run.play(mistake.action)
                assert (answer.kind, answer.say) == (WRONG, mistake.say)
                assert snapshot(run.match.state) == before, "a mistake is undone"
                untried.remove(mistake)
                mistakes += 1
            answers.append(run.play(text).kind)
        assert untried == []
        assert answers == [*[CONTINUES] * (len(step.play) - 1), DONE]
    assert run.mistakes == mistakes
    assert run.stars == max(1, MAX_STARS - mistakes)


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_show_me_plays_a_lesson_to_its_end_and_other_actions_change_nothing(lesson: Lesson) -> None:
    run = LessonRun(lesson)
    while (step := run.step) is not None:
        before = snapshot(run.match.state)
        assert run.play("nonsense").kind == ILLEGAL
        for action in run.match.proposals()[:5]:
            if not step.is_text and not step.allows(action.text) and step.mistake(action.text) is None:
                assert run.play(action.text).kind not in (DONE, CONTINUES)
        assert snapshot(run.match.state) == before
        run.show_me()
    assert run.say == lesson.end
    assert 1 <= run.stars <= MAX_STARS


@pytest.mark.parametrize("game", list(hd.games()))
def test_the_lessons_of_a_game_are_numbered_from_one(game: str) -> None:
    assert [lesson.number for lesson in hd.lessons(game)] == list(range(1, len(hd.lessons(game)) + 1))
