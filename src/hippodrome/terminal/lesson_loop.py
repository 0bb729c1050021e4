"""A lesson at this terminal: an ordinary match with what the lesson says above the options."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.actions import Action
from hippodrome.kit.lessons import CONTINUES, DONE, WRONG, Answer, LessonRun
from hippodrome.terminal.match_arguments import ME, Seat
from hippodrome.terminal.match_loop import QUIT_WORDS, MatchLoop, QuitMatch
from hippodrome.terminal.screen_layout import ListedOption, ScreenContent
from hippodrome.terminal.screens import Screen

SHOW_ME = "show"
HELP = f'Type "{SHOW_ME}" and the lesson plays this for you.'
CONTINUE_PROMPT = "Enter: continue > "
SCRIPTED = "lesson"  # the player of the other seats


class LessonLoop(MatchLoop):
    """A lesson with its screen. It cannot be undone or saved: it is short, and mistakes are undone."""

    def __init__(self, run: LessonRun, screen: Screen) -> None:
        self.run = run
        seats = [Seat(seat, ME if seat == run.lesson.seat else SCRIPTED) for seat in range(run.lesson.seats)]
        super().__init__(run.match, seats, screen)
        self.viewer = self.only_person = run.lesson.seat

    def play(self) -> None:
        """Play the lesson to its end. Raise QuitMatch, EOFError or KeyboardInterrupt if the learner stops earlier."""
        while self.run.step is not None:
            self.screen.end_moves()
            if self.run.step.is_text:
                self.wait()
                self.run.read_on()
            else:
                self.ask_person(self.seats[self.run.lesson.seat])
        self.screen.end_moves()
        self.wait()

    def wait(self) -> None:
        """Show what the lesson says until Enter is pressed."""
        content = self.content()
        typed = self.screen.ask_step(content, "", CONTINUE_PROMPT).strip()
        if typed.lower() in QUIT_WORDS:
            raise QuitMatch
        self.events_before_move = self.seen_events[self.viewer] = len(self.match.events)

    def heading(self) -> str:
        """Return what the lesson says, with the number of the step."""
        if self.run.step is None:
            return self.run.say
        return f"{self.run.number + 1}/{len(self.run.lesson.steps)}  {self.run.say}"

    def content(self, options: Sequence[ListedOption] = ()) -> ScreenContent:
        """Return what the learner sees: the title of the lesson, and what it says above the prompt."""
        content = super().content(options)
        content.title = f"{self.match.game.title}: {self.run.lesson.title}"
        content.recap = None
        content.lead = self.heading()
        content.default = ""
        return content

    def apply_choice(self, actions: Sequence[Action]) -> None:
        """Play the actions as far as the lesson goes along."""
        self.events_before_move = len(self.match.events)
        number = self.run.number
        for action in actions:
            answer = self.run.play(action.text)
            self.report(answer)
            if answer.kind != CONTINUES or self.run.number != number:
                return

    def report(self, answer: Answer) -> None:
        """Say what came of an action."""
        if answer.kind == WRONG:
            seat = self.run.lesson.seat
            seen = [event.seen_by(seat) for event in answer.events]
            words = self.match.game.presentation
            told = [words.sentence(self.match.state, event) for event in seen if event is not None]
            self.message = " ".join([*told, answer.say, "Undone."])
        elif answer.kind == DONE:
            self.message = ""
        elif answer.refusal is not None:
            self.message = f"{answer.say} [{answer.refusal.rule}]"
        else:
            self.message = f"{answer.say} {HELP}".strip() if answer.say else ""

    def handle_input(self, typed: str) -> Sequence[Action]:
        """Return what was typed as actions, or carry out the command; `show` plays the next action."""
        if typed.lower() == SHOW_ME:
            self.report(self.run.show_me())
            return ()
        if not typed:
            self.message = f"Type a number. {HELP}"
            return ()
        return super().handle_input(typed)

    def undo(self) -> None:
        """Say that a lesson undoes mistakes by itself."""
        self.message = "A lesson undoes mistakes by itself. Start it again to see it once more."

    def show_hint(self) -> None:
        """Say how the lesson helps."""
        self.message = HELP
