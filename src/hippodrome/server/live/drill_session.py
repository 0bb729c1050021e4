"""The session of a drill: a decision of a finished match that a player makes again, and the answer to each try.

The position is the one that the seat imagined, with the dice and the hidden things of no real match. Nothing here waits
or sends; the table has the tries rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from hippodrome.bots import drills
from hippodrome.kit.actions import IllegalAction
from hippodrome.kit.compounds import SEPARATOR
from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.match import Match
from hippodrome.server import wire
from hippodrome.server.live.match_session import RequestRejected
from hippodrome.server.live.solo_session import SoloSession
from hippodrome.server.workers.drills import DrillAnswer, DrillPosition, Known, RatedLine
from hippodrome.server.workers.replay import start_match

# What a table shows.
PLAYING: Final = "play"
RATING: Final = "rating"
ANSWER: Final = "answer"

DRILL = "drill"
"""The kind of the match of a drill, in its public information."""

MAX_REMEMBERED_TRIES = 50
"""The ratings of this many tries are kept."""

ANSWERED = "Try again first."
STILL_RATING = "Your last try is still being rated."

TASK = "Find something better than “{}”."
SHOWN = "This is the best that was found."
NOTHING_BETTER = "Nothing better was found here than what was played."
VERDICTS: Final = {
    drills.BEST: "Yes! That is the best that was found.",
    drills.EQUAL: "Yes! Nothing clearly better was found.",
    drills.BETTER: "Better than what was played, but there is something better still.",
    drills.NO_BETTER: "Not clearly better than what was played.",
    drills.PLAYED: "That is what was played.",
}


class DrillSession(SoloSession):
    """A drill in progress.

    best      the action that is the best, as far as it is known yet; what the client says is used only if it is legal
    known     what the review has found, if the server still knows it
    ratings   the ratings of tries, by the text of their line
    line      the text of the try that is being rated or answered; empty if the solution was asked for
    """

    def __init__(
        self, position: DrillPosition, info: wire.MatchInfo, best: str = "", known: Known | None = None
    ) -> None:
        super().__init__(position.seat)
        self.position = position
        self.best = best
        self.known = known
        self.ratings: dict[str, RatedLine] = {}
        self.line = ""
        self.phase = PLAYING
        self.progress = (0, 0)
        self.tries = 0
        self.answer: DrillAnswer | None = None
        self._info = info
        self._trial: Match | None = None  # in which a try was played that is shown now
        dice = TapeDice(seed_from(0)).pack()  # the position has its own
        self._match = start_match(position.setup, dice, position.state)
        self._match.shows_odds = position.odds
        if best == position.played or (best and self._match.check(best, self.seat) is not None):
            self.best = ""

    @property
    def match(self) -> Match:
        """The match at the decision, or the one in which a try is shown."""
        return self._match if self._trial is None else self._trial

    @property
    def is_playing(self) -> bool:
        """True if the player may try something now."""
        return self.phase == PLAYING

    @property
    def move(self) -> int:
        """The number of moves, as the replay of the match counts them."""
        return self.position.move + len(self.match.moves)

    def info(self) -> wire.MatchInfo:
        """Return the public information about the table: that of the match, without what belongs to a live one."""
        return msgspec.structs.replace(
            self._info, id="", kind=DRILL, branch=None, hints=False, listed=False, clock=None, over=False, rematch=""
        )

    def log(self) -> wire.Log:
        """Return the log up to the decision, as its seat could read it."""
        return wire.Log(self.seat, self.position.move, self.position.lines, None)

    def step(self) -> wire.DrillStep:
        """Return the state of the drill, for the last frame."""
        position, answer = self.position, self.answer
        best = next((one for one in answer.options if one.by == "best" and one.label), None) if answer else None
        return wire.DrillStep(
            n=self.n,
            phase=self.phase,
            index=position.index,
            move=position.move,
            seat=self.seat,
            played=position.label,
            text=self._text(),
            solved=answer is not None and answer.is_solved and bool(self.line),
            shown=answer is not None and not self.line,
            options=answer.options if answer is not None else [],
            reason=answer.reason if answer is not None else "",
            better=self.best if best is not None else "",
            better_label=best.label if best is not None else "",
            done=self.progress[0],
            total=self.progress[1],
            tries=self.tries,
        )

    def _text(self) -> str:
        """Return what to do, or what came of it."""
        answer = self.answer
        if answer is None:
            return TASK.format(self.position.label)
        if self.best == self.position.played:
            return NOTHING_BETTER
        return VERDICTS[answer.verdict] if self.line else SHOWN

    # ---------------------------------------------------------------- requests

    def play(self, actions: Sequence[str]) -> None:
        """Try an action, or the actions of a compound as far as nothing stops them; reject it if it is illegal.

        It is shown on the board if no dice are rolled and nothing is revealed: what comes then is not decided.
        """
        self._require_playing()
        trial = self._match.clone()
        try:
            run = trial.play_all(actions, self.seat)
        except IllegalAction as illegal:
            raise RequestRejected(illegal.refusal.text, illegal.refusal.rule) from None
        line: list[str] = []
        for move in run.moves:
            if move.seat != self.seat:
                break
            line.append(move.action.text)
        self._begin_rating(SEPARATOR.join(line), trial)

    def ask_solution(self) -> None:
        """Ask for the solution."""
        if self.phase == RATING:
            raise RequestRejected(STILL_RATING)
        if self.answer is not None and (self.answer.is_solved or not self.line):
            raise RequestRejected(ANSWERED)
        self._begin_rating("", None)

    def _require_playing(self) -> None:
        if self.phase != PLAYING:
            raise RequestRejected(STILL_RATING if self.phase == RATING else ANSWERED)

    def _begin_rating(self, line: str, trial: Match | None) -> None:
        """Wait for the rating of a line, or of the solution; show a trial."""
        self.line, self.phase, self.answer, self.progress = line, RATING, None, (0, 0)
        self._show(trial)

    def _show(self, trial: Match | None) -> None:
        """Show a trial, or again the position of the decision."""
        before = self._match.state
        if trial is not None:
            now = trial.state
            is_open = now.dice.rolled == before.dice.rolled and now.undo_barrier == before.undo_barrier
            trial = trial if is_open and not now.pauses else None
        was_trial = self._trial is not None
        self._trial = None
        if was_trial:
            self._shown_events = len(self._match.events)
        if trial is not None:
            self._trial = trial
        self._draw(undone=was_trial)

    def try_again(self) -> None:
        """Return to the decision; a rating is given up."""
        if self.phase == PLAYING:
            raise RequestRejected("Play something.")
        self.phase, self.answer, self.line = PLAYING, None, ""
        self._show(None)

    # ---------------------------------------------------------------- ratings

    @property
    def missing_ratings(self) -> list[RatedLine]:
        """The lines that are still to be rated for the present answer, once the best is known."""
        if self.best == self.position.played:
            return []
        pair = [self.best, self.position.played]
        wanted = [] if self.known is not None and self.line in ("", *pair) else pair
        if self.line and self.line not in pair:
            wanted = [self.line, *wanted]
        return [rated for rated in map(self.rating, wanted) if not rated.is_complete]

    def rating(self, line: str) -> RatedLine:
        """Return the rating of a line so far."""
        return self.ratings.get(line) or RatedLine(line)

    def add_rating(self, rated: RatedLine) -> None:
        """Remember a rating."""
        self.ratings[rated.line] = rated
        pair = (self.best, self.position.played)
        if len(self.ratings) > MAX_REMEMBERED_TRIES:
            oldest = next(line for line in self.ratings if line not in (*pair, rated.line))
            del self.ratings[oldest]

    def set_answer(self, answer: DrillAnswer) -> None:
        """Show the answer to a try, or the solution on the board."""
        self.answer, self.phase = answer, ANSWER
        self.tries += bool(self.line)
        if not self.line and self.best != self.position.played:
            trial = self._match.clone()
            trial.play_all([self.best], self.seat)
            self._show(trial)
