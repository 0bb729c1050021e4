"""Pig: roll or hold. The smallest complete game, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hippodrome.games.pig.sequence import CALL, MAX_TURNS, TURN, PigState
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Scenario, Setting, Value
from hippodrome.kit.turn_game import Player, TurnAnalysis, TurnGame

_GOAL: Final = Setting("goal", "Goal", "The score that wins the game.", (20, 50, 100), 100)
_MAX_ROLLS_PER_TURN: Final = 50  # every roll but the last adds at least 2, and 100 points are enough


class PigAnalysis(TurnAnalysis):
    """Numbers about positions and matches of the game."""

    def estimate(self, pig: PigState, seat: int) -> int:
        """Return how likely a seat is to win, in thousandths, by its lead with the turn total included."""
        ahead = int(pig.players[seat].score) - int(pig.players[1 - seat].score)
        ahead += int(pig.points) if pig.seat == seat else -int(pig.points)
        return 500 + 490 * ahead // int(pig.goal)

    def invariants(self, pig: PigState) -> list[str]:
        """Return everything in a game that is impossible."""
        scores = [int(player.score) for player in pig.players]
        problems = [f"a score of {score} is impossible" for score in scores if not 0 <= score < pig.goal + 6]
        if pig.points < 0 or (max(scores[pig.seat] + pig.points, *scores) >= pig.goal and not pig.over):
            problems.append(f"{scores} with {pig.points} more at stake is impossible in a game to {pig.goal}")
        return problems if 1 <= pig.turn <= MAX_TURNS else [*problems, f"turn {pig.turn} of {MAX_TURNS}"]


class Pig(TurnGame):
    """The game of Pig."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "Pig"
        self.tagline = "Roll for points, and hold before the 1 comes."
        self.length = "5 minutes"
        self.quick_options = ("goal",)
        self.is_dev_game = True
        self.analysis = PigAnalysis(self)
        self._scenarios = [
            Scenario("plain", "Plain", "Red starts.", range(2, 3), 2, (_GOAL,)),
            Scenario("blind", "Blind start", "Secret calls decide who starts.", range(2, 3), 2, (_GOAL,)),
        ]

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> PigState:
        """PIG-1: return a game of two players without points."""
        pig = PigState(int(options["goal"]), [Player(seat, 0) for seat in range(seats)], dice)
        pig.agenda = [CALL if scenario.slug == "blind" else TURN]
        return pig

    def max_decisions(self, pig: PigState) -> int:
        """PIG-8: return a bound: the turns are limited, and so are the useful rolls in a turn."""
        return len(pig.players) + MAX_TURNS * (_MAX_ROLLS_PER_TURN + 1)
