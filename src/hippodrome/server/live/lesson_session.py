"""The session of a lesson: what its learner has done, and the frames that show what came of it.

A lesson is played at a table like a match, by one client and without anything that is saved: the client remembers the
inputs that were accepted, and a lost connection is resumed by playing them again. Nothing here waits or sends.

Inputs are the actions of the learner, `READ` to read on, and `SHOW` to let the lesson play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hippodrome.kit.actions import IllegalAction
from hippodrome.kit.dice import OutOfDice
from hippodrome.kit.lessons import CONTINUES, DONE, MAX_STARS, NOT_NOW, WRONG, Answer, Lesson, LessonRun
from hippodrome.kit.match import Match
from hippodrome.kit.scene import FACTIONS
from hippodrome.server import wire
from hippodrome.server.live.frames import log_lines
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.solo_session import SoloSession

READ, SHOW = ">", "?"

# What a table shows at a step.
READING: Final = "read"
PLAYING: Final = "play"
MISTAKE: Final = "mistake"
OVER: Final = "over"

LESSON = "lesson"
"""The kind of the match of a lesson, in its public information."""

ASIDE = "That is allowed, but not what this step is about. Try something else, or let the lesson show you."
LEADS_AWAY = "That is allowed, but it leads away from this lesson. Try something else, or let the lesson show you."
TOO_LONG = "This lesson has taken very many moves. Start it again."
READ_FIRST = "Read on first."


class LessonSession(SoloSession):
    """A lesson in progress."""

    def __init__(self, lesson: Lesson, following: str = "") -> None:
        """Begin a lesson; `following` is the name of the one after it."""
        super().__init__(lesson.seat)
        self.lesson = lesson
        self.following = following
        self.inputs: list[str] = []
        self.comment = ""
        self._trial: Match | None = None  # in which a mistake was played that is shown now
        self._mistake = ""  # what the lesson says about it
        self._step_start = 0  # the number of inputs before this step
        self._is_drawn = True  # whether frames are drawn
        self._run: LessonRun
        self._rebuild([])

    # ---------------------------------------------------------------- the position

    @property
    def match(self) -> Match:
        """The match of the lesson, or the one in which a mistake is shown."""
        return self._run.match if self._trial is None else self._trial

    @property
    def phase(self) -> str:
        """The kind of moment: a text to read, a step to play, a mistake, or the end."""
        if self._trial is not None:
            return MISTAKE
        step = self._run.step
        if step is None:
            return OVER
        return READING if step.is_text else PLAYING

    @property
    def is_playing(self) -> bool:
        """True if the step is to be played now."""
        return self.phase == PLAYING

    def info(self) -> wire.MatchInfo:
        """Return the public information about the table."""
        setup, game = self._run.match.setup, self.lesson.game
        return wire.MatchInfo(
            id="",
            game=game.slug,
            title=game.title,
            scenario=setup.scenario.slug,
            scenario_title=setup.scenario.title,
            options=setup.options,
            kind=LESSON,
            branch=None,
            commitment="",
            odds=True,
            hints=False,
            reviews=False,
            listed=False,
            clock=None,
            seats=[
                wire.SeatInfo(FACTIONS[seat], "", seat == self.seat, "", True, False, 1) for seat in range(setup.seats)
            ],
            created=0,
            over=False,
            rematch="",
            committed="",
        )

    def log(self) -> wire.Log:
        """Return the whole log as the learner may read it."""
        match = self.match
        starts = [(0, 0), *[(move.start, number) for number, move in enumerate(match.moves, 1)]]
        return wire.Log(self.seat, self.move, log_lines(match, self.seat, 0, self.move, starts), None)

    def step(self) -> wire.LessonStep:
        """Return what the lesson says now, for the last frame."""
        run, lesson, phase = self._run, self.lesson, self.phase
        step = run.step
        shown = step.show if step is not None and phase != MISTAKE else []
        clauses = [name for name in shown if name in lesson.game.rulebook.clauses]
        return wire.LessonStep(
            n=self.n,
            title=lesson.title,
            idea=lesson.idea,
            phase=phase,
            number=min(run.number + 1, len(lesson.steps)),
            steps=len(lesson.steps),
            text=self._mistake if phase == MISTAKE else run.say,
            nodes=[name for name in shown if name not in clauses],
            clauses=clauses,
            allowed=step.allow if step is not None and phase == PLAYING else [],
            next=run.next_action if phase == PLAYING else "",
            comment=self.comment,
            stars=max(1, MAX_STARS - run.mistakes - run.hints),
            inputs=list(self.inputs),
            following=self.following,
        )

    # ---------------------------------------------------------------- inputs

    def play(self, actions: Sequence[str]) -> None:
        """Play an action, or the actions of a compound as far as the step goes; reject the first if it is not played.

        A mistake is shown until the learner reads on.
        """
        if self.phase != PLAYING:
            raise RequestRejected(READ_FIRST)
        self.comment = ""
        number = self._run.number
        for index, text in enumerate(actions):
            if self._run.number != number or self._trial is not None:
                break
            try:
                self._play(text)
            except RequestRejected as rejection:
                if index == 0:
                    raise
                self.comment = rejection.text
                break
        self._draw()

    def _play(self, text: str) -> None:
        """Play one action, which may be a mistake."""
        if text in (READ, SHOW):
            raise RequestRejected(ASIDE)
        answer = self._enter(text)
        if answer.trial is not None:
            self._trial, self._mistake = answer.trial, answer.say

    def read_on(self) -> None:
        """Continue after a text, or undo the mistake that is shown."""
        self.comment = ""
        if self._trial is not None:
            self._trial = None
            self._shown_events = len(self.match.events)
            self._draw(undone=True)
        elif self.phase == READING:
            self._enter(READ)
            self._draw()

    def show_me(self) -> None:
        """Let the lesson play the next action: from the start of the step if what was played before leads elsewhere."""
        if self.phase != PLAYING:
            self.read_on()
            return
        self.comment = ""
        try:
            self._enter(SHOW)
        except RequestRejected:
            self._rebuild(self.inputs[: self._step_start])
            self._shown_events = len(self.match.events)
            self._draw(undone=True)
            self._enter(SHOW)
        self._draw()

    def start_again(self) -> None:
        """Start the lesson again."""
        self.comment = ""
        self._trial = None
        self._rebuild([])
        self.draw_present()

    def resume(self, inputs: Sequence[str]) -> bool:
        """Play the inputs of an earlier connection. If that is not possible, stay at the start and return False."""
        try:
            self._rebuild(inputs)
        except RequestRejected:
            self._rebuild([])
            return False
        return True

    def _enter(self, text: str) -> Answer:
        """Carry out an input and remember it; reject it if nothing comes of it or if it leads away from the lesson."""
        if len(self.inputs) >= wire.MAX_LESSON_INPUTS:
            raise RequestRejected(TOO_LONG)
        drawn = len(self.frames), self.n, self._known, self._shown_events
        number = self._run.number
        try:
            answer = self._carry_out(text)
            is_away = answer.kind in (DONE, CONTINUES) and self._is_stuck
        except (OutOfDice, IllegalAction):
            is_away = True
        if is_away:
            del self.frames[drawn[0] :]
            self._rebuild(self.inputs)
            _, self.n, self._known, self._shown_events = drawn
            raise RequestRejected(LEADS_AWAY)
        refusal = answer.refusal
        if refusal is not None:
            raise RequestRejected(refusal.text, refusal.rule)
        if answer.kind == NOT_NOW or (text == SHOW and answer.kind == WRONG):
            raise RequestRejected(ASIDE)
        if answer.kind != WRONG or self._run.mistakes + self._run.hints < MAX_STARS:  # further ones cost no star
            self.inputs.append(text)
        if self._run.number != number:
            self._step_start = len(self.inputs)
        return answer

    def _carry_out(self, text: str) -> Answer:
        if text == READ:
            kind = DONE if self.phase == READING else NOT_NOW
            self._run.read_on()
            return Answer(kind)
        return self._run.show_me() if text == SHOW else self._run.play(text)

    @property
    def _is_stuck(self) -> bool:
        """True if there is something to play, but it is not the learner who decides."""
        return self.phase == PLAYING and self.decision is None

    def _rebuild(self, inputs: Sequence[str]) -> None:
        """Play some inputs from the start, without drawing; reject the first that is not possible."""
        self._is_drawn = False
        self._run, self.inputs, self._step_start = LessonRun(self.lesson, self._before_move), [], 0
        try:
            for text in inputs:
                self._enter(text)
        finally:
            self._is_drawn = True
            self._shown_events = len(self._run.match.events)

    # ---------------------------------------------------------------- frames

    def _before_move(self) -> None:
        """Draw what was played until now, because a move of another seat or a forced move comes next."""
        if self._is_drawn and len(self._run.match.events) > self._shown_events:
            self._draw(with_decision=False)
