"""The Drill Yard: drive, wheel and shout your way across. A small game in inches that uses every kind of handle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hippodrome.games.drill import sequence
from hippodrome.games.drill.analysis import DrillAnalysis
from hippodrome.games.drill.presentation import DrillPresentation
from hippodrome.games.drill.state import NO_SEAT, Chariot, Yard
from hippodrome.games.drill.view import view
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Result, Scenario, Setting, Value, View

_ROUNDS: Final = Setting("rounds", "Rounds", "The maximum number of rounds.", (10, 20, 30), 20)


class Drill(Game):
    """The game of the Drill Yard."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__(texts)
        self.title = "Drill Yard"
        self.tagline = "Drive, wheel and shout your way past the post, and be across first."
        self.length = "5 minutes"
        self.quick_options = ("rounds",)
        self.is_dev_game = True
        self._scenarios = [Scenario("yard", "The yard", "Sand, a post, and two chariots.", range(2, 3), 2, (_ROUNDS,))]
        self.presentation = DrillPresentation(self)
        self.analysis = DrillAnalysis(self)

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> Yard:
        """DRL-1, DRL-2: return the only yard, with two chariots to be placed in the order of the seats."""
        chariots = [Chariot(seat, False, 0, 0, 0) for seat in range(seats)]
        yard = Yard(int(options["rounds"]), chariots, dice)
        yard.agenda = [sequence.NEXT_TURN, sequence.Place(1), sequence.Place(0)]
        return yard

    def max_decisions(self, yard: Yard) -> int:
        """DRL-11: return a bound: rounds and commands are limited."""
        return 2 + 2 * int(yard.rounds) * sequence.COMMANDS_PER_TURN

    def result(self, yard: Yard) -> Result | None:
        """Return place 1 for the winner; in a draw both seats have it. None while the game is in progress."""
        if not yard.over:
            return None
        places = [1 if yard.winner in (NO_SEAT, chariot.id) else 2 for chariot in yard.chariots]
        return Result(tuple(places), yard.reason)

    def view(self, yard: Yard, seat: int) -> View:
        """Return what a seat may know."""
        return view(yard, seat)
