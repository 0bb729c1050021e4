"""Pig under rules 2, for tests of matches that change rules. Plain build only: compiled classes have no subclasses.

The rules differ from version 1: a roll of 2 loses the turn total too, and holding without points is illegal. The state
has a new value and a new option, and a player has a new field; each has a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar

from hippodrome import catalogue
from hippodrome.games.pig import Pig
from hippodrome.games.pig.sequence import Added, FirstTurn, LostPoints, PigState
from hippodrome.games.pig.sequence import Call as EarlierCall
from hippodrome.games.pig.sequence import Turn as EarlierTurn
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import Step
from hippodrome.kit.dice import Dice
from hippodrome.kit.game import Game, Scenario, Setting, Value
from hippodrome.kit.state import Row
from hippodrome.kit.turn_game import Player
from tests.other_rules import replaced_game

BONUS = Setting("bonus", "Bonus", "Points for the first to hold.", (0, 5), 0)


class PlayerTwo(Player):
    """A player with a count of rolls, which rules 1 did not have."""

    FIELDS: ClassVar[tuple[str, ...]] = ("id", "score", "rolls")
    __slots__ = ("rolls",)

    def __init__(self, id: int, score: int, rolls: int = 0) -> None:
        super().__init__(id, score)
        self.rolls = rolls

    def clone(self) -> PlayerTwo:
        """Return a copy."""
        return PlayerTwo(self.id, self.score, self.rolls)


class PigStateTwo(PigState):
    """A game of Pig with a bonus, which rules 1 did not have."""

    FIELDS: ClassVar[tuple[str, ...]] = (*PigState.FIELDS, "bonus")
    ROWS: ClassVar[dict[str, type[Row]]] = {"players": PlayerTwo}
    __slots__ = ("bonus",)

    def __init__(self, goal: int, players: list[Player], dice: Dice, bonus: int = 0) -> None:
        super().__init__(goal, players, dice)
        self.bonus = bonus

    def clone(self) -> PigStateTwo:
        """Return an independent copy without the log."""
        other = PigStateTwo(self.goal, [row.clone() for row in self.players], self.dice.clone(), self.bonus)
        self.copy_to(other)
        other.points = self.points
        return other


class Turn(EarlierTurn):
    """The player rolls the die or, with points, holds."""

    ACTIONS: ClassVar[list[Action]] = []

    def proposals(self, pig: PigStateTwo) -> list[Action]:
        """Return the legal actions."""
        return [Action("roll"), Action("hold")] if pig.points else [Action("roll")]

    def confirm_even_if_forced(self, pig: PigStateTwo) -> bool:
        """Ask also if only a roll is legal, so that a server plays nothing by itself."""
        return True

    def roll(self, pig: PigState, player: Player) -> list[Step]:
        """Lose the turn total with a 1 or a 2."""
        assert isinstance(player, PlayerTwo)
        player.rolls += 1
        die = pig.roll("turn", 1, player.id)[0]
        if die <= 2:
            pig.emit(LostPoints(player.id, pig.points), "PIG-4")
            return self.end(pig)
        pig.points += die
        if player.score + pig.points >= pig.goal:
            player.score += pig.points
            pig.points = 0
            return pig.end(player.id, "reached the goal", "PIG-6")
        pig.emit(Added(player.id, die), "PIG-3")
        return [self]


class Call(EarlierCall):
    """Both players call a number in secret; turns follow under rules 2."""

    def reveal(self, pig: PigState, answers: list[Action]) -> list[Step]:
        """Let a die decide."""
        return [FirstTurn(tuple([action.args[0] for action in answers])), Turn()]


class PigTwo(Pig):
    """The game of Pig under rules 2."""

    def __init__(self, texts: Mapping[str, str], version: int = 2) -> None:
        super().__init__(texts)
        self.slug = "pig"
        self.version = version
        self._scenarios = [
            Scenario(each.slug, each.title, each.text, each.seats, each.default_seats, (*each.options, BONUS))
            for each in self._scenarios
        ]

    def steps(self) -> dict[str, type[Step]]:
        """Return the step classes."""
        return {"Turn": Turn, "Call": Call, "FirstTurn": FirstTurn}

    def setup(self, scenario: Scenario, seats: int, options: Mapping[str, Value], dice: Dice) -> PigStateTwo:
        """Return a new game."""
        players: list[Player] = [PlayerTwo(seat, 0) for seat in range(seats)]
        pig = PigStateTwo(int(options["goal"]), players, dice, int(options["bonus"]))
        pig.agenda = [Turn()] if scenario.slug == "plain" else [Call(("", ""))]
        return pig


@contextmanager
def pig_under_rules_2() -> Iterator[Game]:
    """Let this process play Pig under rules 2 in the block."""
    with replaced_game(PigTwo(catalogue.game_texts("pig"))) as game:
        yield game
