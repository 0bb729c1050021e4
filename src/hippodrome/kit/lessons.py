"""Lessons: short matches with scripted dice that teach a game, one idea each.

A lesson is a file of its game, `lessons/<name>.toml`:

    number = 2                            its place among the lessons of the game
    title = "More whips"
    idea = "More whips carry you further, but a bend punishes a high roll."
    minutes = 2
    clauses = ["BH-M3", "BH-S3"]          what it teaches
    scenario = "circus"
    seats = 2
    seat = 0                              the learner's
    start = ["lane 1", "lane 4"]          moves to the first position, of the seats that decide
    dice = "3 5"                          rolled in the set-up and by those moves
    end = "..."                           said after the last step
    options = { laps = 1 }
    place = { "chariots.0.square" = 14 }  values of the saved state that are changed before the first step, in this
                                          order; a path that ends in * changes every value of a list: "hexes.*" = -1

    [[step]]
    say = "..."                           without `play`, a step is only read
    show = ["chariot-0", "BH-M3"]         nodes of the scene and clauses to point out
    allow = ["whips *"]                   what may be played; by default what `play` says
    play = ["whips 2"]                    one way through the step, which "show me" plays
    until = "Skidded"                     done when this event occurs; by default when all of `play` has been played
    dice = "4 2"                          rolled in this step
    reply = ["whips 1"]                   what the other seats play in this step, one after another

    [[step.wrong]]
    play = "whips 3"                      a tempting mistake, at the start of the step or after some of `play`: it is
                                          played, commented and undone
    say = "..."
    dice = "6 6 5"

`read_lesson` plays the whole lesson, each mistake included, and so rejects what cannot work. `LessonRun` is the
lesson of a learner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hippodrome.kit import agenda
from hippodrome.kit.actions import IllegalAction, Refusal
from hippodrome.kit.dice import OutOfDice, ScriptDice
from hippodrome.kit.events import Event
from hippodrome.kit.game import LESSON_FOLDER, Game
from hippodrome.kit.match import Match
from hippodrome.kit.position import Position, count_unrolled, read_dice
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.toml_reader import TomlTable

ANY: Final = "*"  # in a pattern, any number in this place
MAX_MINUTES: Final = 5
MAX_REPLIES: Final = 200  # moves of other seats in one step
MAX_STARS: Final = 3

# What came of an action.
DONE: Final = "done"  # the step is done
CONTINUES: Final = "continues"  # played; the step is not done yet
WRONG: Final = "wrong"  # a mistake that was played, commented and undone
NOT_NOW: Final = "not now"  # legal, but not what this lesson is about
ILLEGAL: Final = "illegal"


class Mistake:
    """A tempting mistake: its action, what to say about it, and the dice that it rolls."""

    __slots__ = ("action", "dice", "say", "table")

    def __init__(self, table: TomlTable) -> None:
        self.table = table
        self.action = table.text("play")
        self.say = table.text("say")
        self.dice = read_dice(table, "dice")
        table.reject_unread()


class LessonStep:
    """One step: what is said and shown, what may be played, and when it is done."""

    __slots__ = ("allow", "dice", "mistakes", "play", "replies", "say", "show", "table", "until")

    def __init__(self, table: TomlTable) -> None:
        self.table = table
        self.say = table.text("say")
        self.show = table.texts_or_empty("show")
        self.play = table.texts_or_empty("play")
        self.allow = table.texts_or_empty("allow") or self.play
        self.until = table.text_or("until", "")
        self.dice = read_dice(table, "dice")
        self.replies = table.texts_or_empty("reply")
        self.mistakes = [Mistake(row) for row in table.tables("wrong")]
        table.reject_unread()
        if not self.play:
            for key in ("allow", "until", "dice", "reply", "wrong"):
                if key in table:
                    raise table.error(key, "has no effect without play")

    @property
    def is_text(self) -> bool:
        """True if the step is only read."""
        return not self.play

    def allows(self, action: str) -> bool:
        """Return whether an action may be played in this step."""
        return any(fits(pattern, action) for pattern in self.allow)

    def mistake(self, action: str) -> Mistake | None:
        """Return the mistake that an action is, or None."""
        for mistake in self.mistakes:
            if fits(mistake.action, action):
                return mistake
        return None


class Lesson(Position):
    """A lesson of a game, which begins in its position."""

    __slots__ = ("clauses", "end", "idea", "minutes", "name", "number", "steps", "title")

    def __init__(self, game: Game, name: str, table: TomlTable) -> None:
        self.name = name
        self.number = table.integer("number", 1, 20)
        self.title = table.text("title")
        self.idea = table.text("idea")
        self.minutes = table.integer("minutes", 1, MAX_MINUTES)
        self.clauses = table.texts("clauses")
        super().__init__(game, table)
        self.end = table.text("end")
        self.steps = [LessonStep(row) for row in table.tables("step")]
        table.reject_unread()

    def __repr__(self) -> str:
        return f"<Lesson {self.game.slug}/{self.name}: {self.title}, {len(self.steps)} steps>"


class Answer:
    """The result of a learner's action: its kind, what to say, and the events.

    refusal   why it was illegal
    trial     a copy of the match in which a mistake was played
    """

    __slots__ = ("events", "kind", "refusal", "say", "trial")

    def __init__(self, kind: str, say: str = "", events: Sequence[Event] = (), refusal: Refusal | None = None) -> None:
        self.kind = kind
        self.say = say
        self.events = list(events)
        self.refusal = refusal
        self.trial: Match | None = None

    def __repr__(self) -> str:
        return f"<Answer {self.kind}: {self.say}>"


class LessonRun:
    """A lesson in progress: the match, the number of the step, and how many mistakes and hints there have been.

    `before_move` is called before each move of the others and each forced move, so that screens can show one move after
    another.
    """

    def __init__(self, lesson: Lesson, before_move: Callable[[], None] | None = None) -> None:
        self.lesson = lesson
        self._before_move = before_move
        self.match = lesson.new_match()
        self.number = 0
        self.mistakes = 0
        self.hints = 0
        self.unused_key = ""  # the key of what the last step did not use
        self._played = 0  # actions of the learner in this step
        self._replies: list[str] = []
        self._begin_step()

    def __repr__(self) -> str:
        return f"<LessonRun {self.lesson.name}, step {self.number + 1} of {len(self.lesson.steps)}>"

    @property
    def step(self) -> LessonStep | None:
        """The present step; None when the lesson is over."""
        return self.lesson.steps[self.number] if self.number < len(self.lesson.steps) else None

    @property
    def say(self) -> str:
        """The text that the lesson shows now."""
        return self.lesson.end if self.step is None else self.step.say

    @property
    def next_action(self) -> str:
        """The action that `show_me` plays; empty if there is nothing to play."""
        step = self.step
        return "" if step is None or step.is_text else step.play[min(self._played, len(step.play) - 1)]

    @property
    def stars(self) -> int:
        """Three stars without a mistake or hint, one less for each, and at least one when the lesson is over."""
        return max(1, MAX_STARS - self.mistakes - self.hints) if self.step is None else 0

    def read_on(self) -> None:
        """Continue after a step that is only read."""
        if self.step is not None and self.step.is_text:
            self._end_step()

    def play(self, text: str) -> Answer:
        """Play an action of the learner, and what the others answer. What the lesson does not allow changes nothing."""
        step, lesson = self.step, self.lesson
        if step is None:
            return Answer(NOT_NOW, "This lesson is over.")
        refusal = self.match.check(text, lesson.seat)
        if refusal is not None:
            return Answer(ILLEGAL, refusal.text, refusal=refusal)
        mistake = step.mistake(text)
        if mistake is not None:
            self.mistakes += 1
            before, trial = len(self.match.events), self.try_mistake(mistake, text)
            answer = Answer(WRONG, mistake.say, trial.events[before:])
            answer.trial = trial
            return answer
        if not step.allows(text):
            return Answer(NOT_NOW, "That is allowed, but not what this lesson is about.")
        before = len(self.match.events)
        self.match.play(text, lesson.seat)
        self._played += 1
        self._let_others_play()
        events = self.match.events[before:]
        if not self._is_done(step, events):
            return Answer(CONTINUES, "", events)
        self._end_step()
        return Answer(DONE, "", events)

    def show_me(self) -> Answer:
        """Play the next action of the way through the step."""
        step = self.step
        if step is None or step.is_text:
            self.read_on()
            return Answer(DONE)
        self.hints += 1
        return self.play(self.next_action)

    def _is_done(self, step: LessonStep, events: Sequence[Event]) -> bool:
        if step.until:
            return any(type(event).__name__ == step.until for event in events)
        return self._played >= len(step.play)

    def try_mistake(self, mistake: Mistake, text: str) -> Match:
        """Play a mistake in a copy of the match, and return the copy."""
        trial = self.match.clone()
        trial.replace_dice(ScriptDice(mistake.dice))
        trial.play(text, self.lesson.seat)
        return trial

    def _begin_step(self) -> None:
        step = self.step
        if step is None or step.is_text:
            return
        self._played = 0
        self._replies = list(step.replies)
        self.match.replace_dice(ScriptDice(step.dice))
        self._let_others_play()

    def _end_step(self) -> None:
        self.unused_key = self._find_unused()
        self.number += 1
        self._begin_step()

    def _let_others_play(self) -> None:
        """Play forced moves and the replies of the other seats until the learner decides or no reply is left."""
        match, seat = self.match, self.lesson.seat
        for _ in range(MAX_REPLIES):
            if match.decision is None:
                return
            forced = match.only_action()
            if forced is None and (seat in agenda.seats(match.state) or not self._replies):
                return
            if self._before_move is not None:
                self._before_move()
            if forced is not None:
                match.play(forced)
            else:
                match.play(self._replies.pop(0))

    @property
    def is_waiting_for_others(self) -> bool:
        """True if another seat would have to decide, and the lesson has no reply for it."""
        return self.match.decision is not None and self.lesson.seat not in agenda.seats(self.match.state)

    def _find_unused(self) -> str:
        """Return the key of what the present step has not used: dice or reply; empty if there is nothing."""
        if count_unrolled(self.match):
            return "dice"
        return "reply" if self._replies else ""


def fits(pattern: str, action: str) -> bool:
    """Return whether an action has the form of a pattern, in which * stands for any number."""
    wanted, words = pattern.split(" "), action.split(" ")
    return len(wanted) == len(words) and all(part in (ANY, word) for part, word in zip(wanted, words, strict=True))


# -------------------------------------------------------------------- reading


def read_lessons(game: Game) -> list[Lesson]:
    """Return the lessons of a game in their order; raise DataError for the first that cannot be played."""
    lessons = [read_lesson(game, path, text) for path, text in game.lesson_texts.items()]
    return sorted(lessons, key=lambda lesson: lesson.number)


def read_lesson(game: Game, path: str, text: str) -> Lesson:
    """Return the lesson of a file. Raise DataError with file, line and key if it cannot be played as it says."""
    table = TomlTable(text, path)
    lesson = Lesson(game, path.removeprefix(LESSON_FOLDER).removesuffix(".toml"), table)
    if not lesson.steps:
        raise table.error("step", "a lesson has at least one [[step]]")
    _check_clauses(lesson)
    run = _start(lesson)
    while run.step is not None:
        _check_step(run, run.step)
    return lesson


def _check_clauses(lesson: Lesson) -> None:
    for clause in lesson.clauses:
        if clause not in lesson.game.rulebook.clauses:
            raise lesson.table.error("clauses", f"the rulebook has no clause {clause!r}")


def _start(lesson: Lesson) -> LessonRun:
    """Return a run in the first position; raise DataError if there is none."""
    lesson.check()
    try:
        return LessonRun(lesson)
    except (IllegalAction, OutOfDice) as error:
        raise lesson.steps[0].table.error("reply", f"the first step cannot begin: {error}") from None


def _check_step(run: LessonRun, step: LessonStep) -> None:
    """Check a step, and play it as `play` says."""
    _check_shown(run, step)
    if step.is_text:
        run.read_on()
        return
    number = run.number
    refusals = [run.match.check(mistake.action, run.lesson.seat) for mistake in step.mistakes]
    open_mistakes = list(zip(step.mistakes, refusals, strict=True))
    for text in step.play:
        _check_decision(run, step)
        open_mistakes = [(one, refusal) for one, refusal in open_mistakes if not _is_checked(run, one)]
        if run.number != number:
            raise step.table.error("play", f"{text!r} comes after the step is done")
        if not step.allows(text):
            raise step.table.error("allow", f"does not allow {text!r}, which is in play")
        _play(run, step, text)
    for mistake, refusal in open_mistakes:
        raise mistake.table.error("play", f"{mistake.action!r} is illegal: {refusal.text if refusal else ''}")
    if run.number == number:
        raise step.table.error("until", f"{step.until!r} does not occur")
    if run.unused_key:
        raise step.table.error(run.unused_key, "says more than this step uses")


def _play(run: LessonRun, step: LessonStep, text: str) -> None:
    try:
        answer = run.play(text)
    except OutOfDice as shortage:
        key = "dice" if "dice" in step.table else "play"
        raise step.table.error(key, f"{text!r} or an answer to it rolls more dice: {shortage}") from None
    except IllegalAction as illegal:
        raise step.table.error("reply", f"cannot be played after {text!r}: {illegal}") from None
    if answer.kind == ILLEGAL:
        raise step.table.error("play", f"{text!r} is illegal: {answer.say}")
    if answer.kind == WRONG:
        raise step.table.error("play", f"{text!r} is also in [[step.wrong]]")


def _check_decision(run: LessonRun, step: LessonStep) -> None:
    if run.match.decision is None:
        raise step.table.error("play", "the match is over before")
    if run.is_waiting_for_others:
        seat = FACTIONS[run.match.seat]
        raise step.table.error("reply", f"{seat} has to decide first: {run.match.decision.name}")


def _check_shown(run: LessonRun, step: LessonStep) -> None:
    """Check that everything to point out is in the scene or in the rulebook."""
    layers = run.match.scene(run.lesson.seat).layers
    nodes = {node.id for layer in layers for node in layer.nodes}
    for shown in step.show:
        if shown not in nodes and shown not in run.lesson.game.rulebook.clauses:
            pieces = [node.id for layer in layers if not layer.static for node in layer.nodes if node.id]
            raise step.table.error("show", f"there is no clause or node {shown!r}; pieces: {', '.join(pieces[:40])}")


def _is_checked(run: LessonRun, mistake: Mistake) -> bool:
    """Try a mistake if it is legal now; return whether it is."""
    if run.match.check(mistake.action, run.lesson.seat) is not None:
        return False
    try:
        trial = run.try_mistake(mistake, mistake.action)
    except OutOfDice as shortage:
        raise mistake.table.error(
            "dice" if "dice" in mistake.table else "play", f"rolls more dice: {shortage}"
        ) from None
    if count_unrolled(trial):
        raise mistake.table.error("dice", "says more than this mistake rolls")
    return True
