"""Advice during a match: hints for the player, and the reasons for a bot's last move."""

from __future__ import annotations

from rich.text import Text

from hippodrome.bots.advice import Advice, advise, adviser_level, has_no_secret
from hippodrome.bots.analysis import Analysis
from hippodrome.bots.explanations import explain
from hippodrome.kit.match import Match
from hippodrome.kit.state import State
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.theme import STRONG, highlight


def hint_lines(match: Match) -> list[Text]:
    """Return what the strongest bot would play for the deciding seat, and why."""
    if not adviser_level(match.game):
        return [Text(f"Hints are not available for {match.game.title}.")]
    return advice_lines(f"The {adviser_level(match.game)} would choose: ", advise(match, timed=True))


def advice_lines(head: str, advice: Advice) -> list[Text]:
    """Return a choice after a heading, and its reasons."""
    first = Text.assemble(head, (advice.label, STRONG), ".")
    return [first, *[highlight(line) for line in advice.lines()]]


class LastBotMove:
    """The analysis behind the last bot move. It is shown only if the bot knew nothing that is hidden from others."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.is_public = False
        self.decided: tuple[Seat, State, Analysis] | None = None

    def before_move(self, seat: Seat, imagined: State, analysis: Analysis) -> None:
        """Store an analysis before its move is played."""
        self.decided = (seat, imagined, analysis)
        self.is_public = has_no_secret(self.match, seat.number)

    def after_move(self) -> None:
        """Check again after the move, which may have given the bot a secret."""
        if self.decided is not None:
            self.is_public = self.is_public and has_no_secret(self.match, self.decided[0].number)

    def lines(self) -> list[Text]:
        """Return the reasons for the last bot move, or why they cannot be shown."""
        if self.decided is None:
            return [Text("No bot has moved yet.")]
        seat, imagined, analysis = self.decided
        if not self.is_public:
            return [highlight(f"{seat.faction} has hidden information that its reasons would reveal.")]
        advice = explain(self.match.game, imagined, seat.number, analysis, self.match.shows_odds)
        return advice_lines(f"{seat.faction} ({seat.level}) chose: ", advice)
