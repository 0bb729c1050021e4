"""Analysis of Pig: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.games.pig import sequence
from hippodrome.games.pig.events import Added, Held, LostPoints, Passed, Started, Won
from hippodrome.games.pig.state import NO_SEAT, PigState
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import Event
from hippodrome.kit.odds import first_outcome
from hippodrome.kit.scene import FACTIONS

_OUTCOMES: list[tuple[type[Event], str]] = [
    (Won, "wins"),
    (LostPoints, "loses the points"),
    (Held, "holds"),
    (Passed, "passes"),
]


class PigAnalysis(GameAnalysis):
    """Numbers about positions and matches of the game."""

    def value(self, pig: PigState, seat: int) -> int:
        """Return how likely a seat is to win, in thousandths, by its lead with the turn total included."""
        if pig.over:
            return 500 if pig.winner == NO_SEAT else 1000 if pig.winner == seat else 0
        ahead = int(pig.players[seat].score) - int(pig.players[1 - seat].score)
        ahead += int(pig.points) if pig.seat == seat else -int(pig.points)
        return max(1, min(999, 500 + 490 * ahead // int(pig.goal)))

    def invariants(self, pig: PigState) -> list[str]:
        """Return everything in a game that is impossible."""
        problems: list[str] = []
        for player in pig.players:
            if not 0 <= player.score < pig.goal + 6:
                problems.append(f"{FACTIONS[player.id]} has {player.score} points of {pig.goal}")
            if player.score >= pig.goal and pig.winner != player.id:
                problems.append(f"{FACTIONS[player.id]} has reached the goal, but has not won")
        if pig.points < 0 or (pig.players[pig.seat].score + pig.points >= pig.goal and not pig.over):
            problems.append(f"a turn total of {pig.points} is impossible")
        if not 1 <= pig.turn <= sequence.MAX_TURNS:
            problems.append(f"turn {pig.turn} of {sequence.MAX_TURNS}")
        return problems

    def classify_outcome(self, pig: PigState, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of a roll, of holding, or of the calls."""
        return first_outcome(events, outcome_of)

    def match_statistics(self, pig: PigState) -> dict[str, int]:
        """Return the number of turns."""
        return {"turns": int(pig.turn)}


def outcome_of(event: Event) -> str:
    """Return the outcome that this event determines, or an empty string."""
    if isinstance(event, Added):
        return f"adds {event.number}"
    if isinstance(event, Started):
        return f"{FACTIONS[event.seat]} starts"
    for kind, name in _OUTCOMES:
        if isinstance(event, kind):
            return name
    return ""
