"""Lessons at a table: what their learner is sent, mistakes, show me, resuming, and requests that are not possible."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

import hippodrome as hd
from hippodrome.kit.lessons import MAX_STARS, Lesson, LessonRun, read_lesson
from hippodrome.kit.state import snapshot
from hippodrome.server import wire
from hippodrome.server.live.lesson_session import MISTAKE, OVER, PLAYING, READING, LessonSession
from hippodrome.server.live.match_session import RequestRejected

LESSONS = [lesson for game in hd.games() for lesson in hd.lessons(game)]


def name_of(lesson: Lesson) -> str:
    return f"{lesson.game.slug}-{lesson.name}"


def lesson_named(game: str, name: str) -> Lesson:
    [lesson] = [lesson for lesson in hd.lessons(game) if lesson.name == name]
    return lesson


def begin(lesson: Lesson) -> LessonSession:
    session = LessonSession(lesson)
    session.draw_present()
    session.take_frames()
    return session


def assert_followed(frames: Sequence[wire.Frame], n: int) -> int:
    """Assert that frames are numbered without a gap, and return the last number."""
    assert [frame.n for frame in frames] == list(range(n + 1, n + 1 + len(frames)))
    return n + len(frames)


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_lesson_is_played_at_a_table_with_every_mistake(lesson: Lesson) -> None:
    session, run = begin(lesson), LessonRun(lesson)
    n, mistakes = session.n, 0
    while (step := run.step) is not None:
        shown = session.step()
        assert (shown.text, shown.number, shown.steps) == (step.say, run.number + 1, len(lesson.steps))
        assert {*shown.nodes, *shown.clauses} == set(step.show)
        if step.is_text:
            assert shown.phase == READING
            session.read_on()
            n = assert_followed(session.take_frames(), n)
            run.read_on()
            continue
        untried = list(step.mistakes)
        for text in step.play:
            for mistake in [one for one in untried if run.match.check(one.action, lesson.seat) is None]:
                before = snapshot(session.match.state)
                session.play([mistake.action])
                mistakes += 1
                frames = session.take_frames()
                n = assert_followed(frames, n)
                assert frames[-1].ask is None
                assert (session.phase, session.step().text) == (MISTAKE, mistake.say)
                with pytest.raises(RequestRejected, match="Read on"):
                    session.play([step.play[0]])
                session.read_on()
                [frame] = session.take_frames()
                n = assert_followed([frame], n)
                assert frame.undone
                assert frame.ask is not None
                assert frame.ask.mine == lesson.seat
                assert snapshot(session.match.state) == before
                untried.remove(mistake)
            assert session.phase == PLAYING
            assert session.step().next == text
            session.play([text])
            run.play(text)
            n = assert_followed(session.take_frames(), n)
            assert snapshot(session.match.state) == snapshot(run.match.state)
        assert untried == []
    shown = session.step()
    assert (shown.phase, shown.text, shown.stars) == (OVER, lesson.end, max(1, MAX_STARS - mistakes))


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_a_lesson_can_be_resumed_at_every_point(lesson: Lesson) -> None:
    session = begin(lesson)
    while session.phase != OVER:
        session.show_me()
        resumed = LessonSession(lesson)
        assert resumed.resume(session.step().inputs)
        assert not resumed.frames
        resumed.draw_present()
        [frame] = resumed.take_frames()
        assert frame.scene.complete
        assert snapshot(resumed.match.state) == snapshot(session.match.state)
        assert (resumed.phase, resumed.step().text) == (session.phase, session.step().text)
        assert resumed.step().stars == session.step().stars
    session.show_me()
    assert len(session.inputs) < wire.MAX_LESSON_INPUTS / 2


def test_each_move_of_the_others_has_its_own_frame() -> None:
    session = begin(lesson_named("benhur", "bends"))
    while session.step().next != "left":
        session.show_me()
    session.take_frames()
    before = session.move
    session.play(["left"])
    frames = session.take_frames()
    moves = [frame.move for frame in frames]
    assert moves == sorted(moves)
    assert len(moves) > 2
    assert moves[-1] > before + 1
    assert all(frame.ask is None for frame in frames[:-1])


def test_a_mistake_is_forgotten_neither_by_resuming_nor_by_show_me() -> None:
    lesson = lesson_named("benhur", "first-turn")
    session = begin(lesson)
    session.read_on()
    for _ in range(5):
        session.play(["whips 1"])
        assert session.phase == MISTAKE
        session.read_on()
    assert session.step().stars == 1
    assert session.inputs == [">", "whips 1", "whips 1"], "more of them would change nothing"
    resumed = LessonSession(lesson)
    assert resumed.resume(session.inputs)
    assert resumed.step().stars == 1


def test_what_the_lesson_is_not_about_is_rejected_and_changes_nothing() -> None:
    session = begin(lesson_named("benhur", "bends"))
    session.read_on()
    session.read_on()
    before, n = snapshot(session.match.state), session.n
    session.take_frames()
    for actions, text in ((["whips 4"], ""), (["nonsense"], "is not possible here"), ([">"], "not what this step")):
        with pytest.raises(RequestRejected) as rejection:
            session.play(actions)
        assert text in rejection.value.text
    with pytest.raises(RequestRejected):
        session.require_turn([0], 1, session.n)
    with pytest.raises(RequestRejected):
        session.require_turn([0], 0, session.n - 1)
    assert snapshot(session.match.state) == before
    assert session.n == n
    assert not session.take_frames()


def test_a_compound_is_played_as_far_as_the_step_goes() -> None:
    session = begin(lesson_named("benhur", "first-turn"))
    session.read_on()
    session.play(["whips 2", "straight", "straight", "straight"])
    assert session.inputs == [">", "whips 2"]
    session.play(["straight", "straight", "straight"])
    assert session.inputs == [">", "whips 2", "straight"]
    assert session.step().number == 4


ASIDE = """
number = 1
title = "Aside"
idea = "Everything is allowed, but only one way leads on."
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
say = "Drive."
allow = ["whips *", "straight", "left", "right"]
play = ["whips 1", "straight", "straight"]
dice = "2"
"""


def test_an_allowed_action_that_needs_other_dice_is_undone_and_show_me_finds_the_way() -> None:
    session = begin(read_lesson(hd.game("benhur"), "lessons/aside.toml", ASIDE))
    before = snapshot(session.match.state)
    with pytest.raises(RequestRejected, match="leads away"):
        session.play(["whips 2"])
    assert snapshot(session.match.state) == before
    assert not session.take_frames()
    session.play(["whips 1"])
    session.show_me()
    session.show_me()
    assert session.phase == OVER


def test_show_me_restarts_a_step_that_cannot_be_finished() -> None:
    lesson = read_lesson(hd.game("benhur"), "lessons/aside.toml", ASIDE)
    session = begin(lesson)
    session.play(["whips 1"])
    session.play(["straight"])
    lesson.steps[0].play = ["whips 1", "straight", "whips 1"]  # what comes next is illegal now
    session.take_frames()
    session.show_me()
    undone, *_, last = session.take_frames()
    assert undone.undone
    assert session.inputs == ["?"]
    assert last.ask is not None


def test_inputs_that_do_not_fit_start_the_lesson_again() -> None:
    lesson = lesson_named("benhur", "first-turn")
    for inputs in (["nonsense"], [">", ">"], [">", "whips 2", "whips 2"], ["?", "?", "left"]):
        session = LessonSession(lesson)
        assert not session.resume(inputs)
        assert session.inputs == []
        assert session.step().number == 1


def strings_in(value: Any) -> list[str]:
    """Return all strings in a message."""
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings_in(part)]
    if isinstance(value, list):
        return [text for part in value for text in strings_in(part)]
    return [value] if isinstance(value, str) else []


def everything_sent(session: LessonSession) -> str:
    """Return all that a client receives that plays a lesson by asking to be shown."""
    session.draw_present()
    messages: list[wire.Message] = [wire.Welcome(session.info(), [session.seat], False, [], {}), session.log()]
    while session.phase != OVER:
        messages += [*session.take_frames(), session.step()]
        session.show_me()
    messages += [*session.take_frames(), session.step(), session.log()]
    return "\n".join([wire.encode(message).decode() for message in messages])


def test_the_hand_of_another_seat_and_the_dice_to_come_are_not_sent() -> None:
    def sent_with(**places: int) -> str:
        text = (
            ASIDE.replace(', "straight", "straight"', "")
            .replace("tricks = 0", "tricks = 1")
            .replace('dice = "6 3"', 'dice = "6 3 1 2"', 1)
        )
        rows = "".join(f'"{path.replace("__", ".")}" = {value}\n' for path, value in places.items())
        lesson = read_lesson(
            hd.game("benhur"), "lessons/aside.toml", text.replace("[[step]]", f"[place]\n{rows}\n[[step]]")
        )
        return everything_sent(LessonSession(lesson))

    dealt = sent_with(chariots__0__hand=1 << 6, chariots__1__hand=1 << 3, deck__1=4, deck__3=1)
    assert sent_with(chariots__0__hand=1 << 6, chariots__1__hand=1 << 4, deck__1=3, deck__3=1) == dealt
    assert sent_with(chariots__0__hand=1 << 8, chariots__1__hand=1 << 3, deck__1=4, deck__4=1) != dealt


def test_dice_that_are_not_rolled_yet_do_not_change_what_is_sent() -> None:
    lesson = lesson_named("benhur", "first-turn")
    first = begin(lesson)
    before = json.loads(wire.encode(first.step()))
    other = lesson.steps[1].dice
    lesson.steps[1].dice = (6, 1)
    try:
        second = begin(lesson)
        assert json.loads(wire.encode(second.step())) == before
        assert "dice" not in strings_in(before)
    finally:
        lesson.steps[1].dice = other
