"""Pig: roll or hold. The smallest complete game, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.games.pig import scene, sequence
from hippodrome.games.pig.events import Added, Held, LostPoints, Passed, Started, Won
from hippodrome.games.pig.state import NO_SEAT, PigState, Player
from hippodrome.games.pig.view import imagine, view
from hippodrome.kit.actions import Action, Decision
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.events import Event
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View
from hippodrome.kit.odds import first_outcome
from hippodrome.kit.scene import FACTIONS, Scene

_STEPS: list[type[Step]] = [sequence.Turn, sequence.Call, sequence.FirstTurn]
_GOAL: Final = Setting("goal", "Goal", "The score that wins the game.", (20, 50, 100), 100)
_OUTCOMES: list[tuple[type[Event], str]] = [
    (Won, "wins"),
    (LostPoints, "loses the points"),
    (Held, "holds"),
    (Passed, "passes"),
]
_MAX_ROLLS_PER_TURN: Final = 50  # every roll but the last adds at least 2, and 100 points are enough


class Pig(Game):
    """The game of Pig."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.slug = "pig"
        self.title = "Pig"
        self.tagline = "Roll for points, and hold before the 1 comes."
        self.length = "5 minutes"
        self.is_dev_game = True
        self._scenarios = [
            Scenario("plain", "Plain", "Red starts.", range(2, 3), 2, (_GOAL,)),
            Scenario("blind", "Blind start", "Secret calls decide who starts.", range(2, 3), 2, (_GOAL,)),
        ]

    def scenarios(self) -> Sequence[Scenario]:
        """Return the plain game and the one with a blind start (PIG-9)."""
        return self._scenarios

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> PigState:
        """PIG-1: return a game of two players without points."""
        pig = PigState(int(options["goal"]), [Player(seat, 0) for seat in range(seats)], dice)
        pig.agenda = [sequence.CALL if scenario.slug == "blind" else sequence.TURN]
        return pig

    def steps(self) -> dict[str, type[Step]]:
        """Return every kind of step by name."""
        return {step.__name__: step for step in _STEPS}

    def max_decisions(self, pig: PigState) -> int:
        """PIG-8: return a bound: the turns are limited, and so are the useful rolls in a turn."""
        return len(pig.players) + sequence.MAX_TURNS * (_MAX_ROLLS_PER_TURN + 1)

    def result(self, pig: PigState) -> Result | None:
        """Return place 1 for the winner; in a draw both seats have it. None while the game is in progress."""
        if not pig.over:
            return None
        places = [1 if pig.winner in (NO_SEAT, player.id) else 2 for player in pig.players]
        return Result(tuple(places), pig.reason)

    def value(self, pig: PigState, seat: int) -> int:
        """Return how likely a seat is to win, in thousandths, by its lead with the turn total included."""
        if pig.over:
            return 500 if pig.winner == NO_SEAT else 1000 if pig.winner == seat else 0
        ahead = int(pig.players[seat].score) - int(pig.players[1 - seat].score)
        ahead += int(pig.points) if pig.seat == seat else -int(pig.points)
        return max(1, min(999, 500 + 490 * ahead // int(pig.goal)))

    def view(self, pig: PigState, seat: int) -> View:
        """Return what a seat may know."""
        return view(pig, seat)

    def imagine(self, pig: PigState, seat: int, seed: bytes) -> PigState:
        """Return a state that is possible as far as the seat knows."""
        return imagine(pig, seat, seed)

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

    def scene(self, view: View, decision: Decision | None) -> Scene:
        """Return the picture of a view."""
        return scene.draw(self.words, view, decision)

    def describe(self, view: View) -> str:
        """Return the game as text."""
        return scene.describe(view)

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


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Pig(texts)
