"""A drill at this terminal: a costly decision of a finished match to make again."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.bots import drills
from hippodrome.bots.explanations import percent
from hippodrome.bots.registry import CHAMPION, THINKING_TIME_S
from hippodrome.bots.review import CostlyDecision
from hippodrome.bots.search.rollouts import OptionTally
from hippodrome.kit.actions import Action, IllegalAction
from hippodrome.kit.match import Match
from hippodrome.terminal.match_arguments import ME, Seat
from hippodrome.terminal.match_loop import MatchLoop
from hippodrome.terminal.screen_layout import ListedOption, ScreenContent
from hippodrome.terminal.screens import Screen

SHOW_ME = "show"
HELP = f'Try something, or type "{SHOW_ME}" to see the best that was found.'
OTHERS = "others"  # the player of the other seats
ANSWERS = {
    drills.BEST: "Yes! That is the best that was found.",
    drills.EQUAL: "Yes! Nothing clearly better was found.",
    drills.BETTER: "Better than what was played, but there is something better still.",
    drills.NO_BETTER: "Not clearly better than what was played.",
    drills.PLAYED: "That is what was played.",
}


class DrillLoop(MatchLoop):
    """A drill with its screen. Nothing is played on: each try is rated, until one solves the drill.

    answer   what came of the drill: empty until it is solved, or its solution was shown
    """

    def __init__(self, match: Match, decision: CostlyDecision, seed: int, screen: Screen, odds: bool) -> None:
        seats = [Seat(seat, ME if seat == decision.seat else OTHERS) for seat in range(match.setup.seats)]
        super().__init__(drills.position_before(match, decision.move, seed), seats, screen, odds=odds)
        self.viewer = self.only_person = decision.seat
        self.decision = decision
        self.seed = seed
        self.answer = ""
        self.tries = 0
        self._ratings: dict[str, OptionTally] = {}

    def play(self) -> None:
        """Ask until there is an answer. Raise QuitMatch, EOFError or KeyboardInterrupt if the player stops."""
        while not self.answer:
            self.screen.end_moves()
            content = self.content(self.options(self.shows_odds))
            self.message = ""
            actions = self.handle_input(self.screen.ask(content))
            if actions:
                self.apply_choice(actions)

    def content(self, options: Sequence[ListedOption] = ()) -> ScreenContent:
        """Return what the player sees, with the task above the prompt."""
        content = super().content(options)
        content.recap = None
        content.lead = f"Find something better than “{self.decision.played_label}”."
        content.default = ""
        return content

    def apply_choice(self, actions: Sequence[Action]) -> None:
        """Rate an action or a compound, and say what came of it."""
        seat = self.decision.seat
        try:
            run = self.match.clone().play_all(actions, seat)
        except IllegalAction as illegal:
            self.message = f"{illegal.refusal.text} [{illegal.refusal.rule}]"
            return
        line = [move.action for move in run.moves if move.seat == seat]
        tried = self.rating(line)
        best, played = self.rating([self.decision.better]), self.rating([self.decision.played])
        if len(line) == 1 and line[0].text == self.decision.better.text:
            verdict = drills.BEST
        elif len(line) == 1 and line[0].text == self.decision.played.text:
            verdict = drills.PLAYED
        else:
            verdict = drills.judge(tried, best, played)
        self.tries += 1
        chances = ", ".join([
            f"your choice {percent(round(tried.mean()))}",
            f"what was played {percent(round(played.mean()))}",
            f"the best {percent(round(best.mean()))}",
        ])  # fmt: skip
        game = self.match.game
        is_solved = verdict in (drills.BEST, drills.EQUAL)
        template, pair = (drills.THAN_PLAYED, (tried, played)) if is_solved else (drills.THAN_IT, (best, tried))
        why = drills.reason(game, template, pair[0].to_option(), pair[1].to_option())
        text = " ".join([part for part in (ANSWERS[verdict], f"Chances to win: {chances}.", why) if part])
        if is_solved:
            self.answer = text
        else:
            self.message = f"{text} {HELP}"

    def rating(self, line: list[Action]) -> OptionTally:
        """Return the rating of a line; the player waits for it."""
        text = "; ".join([action.text for action in line])
        if text not in self._ratings:
            seat, seconds = self.decision.seat, THINKING_TIME_S[CHAMPION]
            state = self.match.state
            self._ratings[text] = drills.rate(self.match.game, state, seat, line, self.seed, seconds)
        return self._ratings[text]

    def handle_input(self, typed: str) -> Sequence[Action]:
        """Return what was typed as actions, or carry out the command; `show` ends the drill with its solution."""
        if typed.lower() == SHOW_ME:
            self.answer = self.decision.text
            return ()
        if not typed:
            self.message = f"Type a number. {HELP}"
            return ()
        return super().handle_input(typed)

    def undo(self) -> None:
        """Say that there is nothing to undo."""
        self.message = f"Nothing was played here. {HELP}"

    def show_hint(self) -> None:
        """Say how to see the solution."""
        self.message = HELP
