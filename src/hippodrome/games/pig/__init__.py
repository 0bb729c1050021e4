"""Pig: roll or hold. The smallest complete game, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.games.pig import sequence
from hippodrome.games.pig.analysis import PigAnalysis
from hippodrome.games.pig.presentation import PigPresentation
from hippodrome.games.pig.state import NO_SEAT, PigState, Player
from hippodrome.games.pig.view import imagine, view
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View

_STEPS: list[type[Step]] = [sequence.Turn, sequence.Call, sequence.FirstTurn]
_GOAL: Final = Setting("goal", "Goal", "The score that wins the game.", (20, 50, 100), 100)
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
        self.presentation = PigPresentation(self)
        self.analysis = PigAnalysis()

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

    def view(self, pig: PigState, seat: int) -> View:
        """Return what a seat may know."""
        return view(pig, seat)

    def imagine(self, pig: PigState, seat: int, seed: bytes) -> PigState:
        """Return a state that is possible as far as the seat knows."""
        return imagine(pig, seat, seed)


def make(texts: Mapping[str, str]) -> Game:
    """Return the game, from its texts."""
    return Pig(texts)
