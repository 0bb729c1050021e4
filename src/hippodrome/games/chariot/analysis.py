"""Analysis of Chariot: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.chariot import learning
from hippodrome.games.chariot.evaluation import features, score
from hippodrome.games.chariot.invariants import violations
from hippodrome.games.chariot.outcomes import ChariotOutcomes
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, Battle
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.games.chariot.victory import victory_level
from hippodrome.kit.evaluation import logistic
from hippodrome.kit.learning import LearningTables

if TYPE_CHECKING:
    from hippodrome.games.chariot import Chariot


class ChariotAnalysis(ChariotOutcomes):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: Chariot) -> None:
        super().__init__(game)
        self.game: Chariot = game

    def value(self, battle: Battle, seat: int) -> int:
        """Return the winning chance of a seat in thousandths, estimated from similar positions."""
        if battle.over:
            return 500 if battle.winner == DRAW else 1000 if battle.winner == seat else 0
        chance = logistic(score(battle))
        return chance if seat == 0 else 1000 - chance

    def features(self, battle: Battle, seat: int) -> list[int]:
        """Return VP, objectives and exits as seen by a seat."""
        return features(battle, seat)

    def round_number(self, battle: Battle) -> int:
        """Return how many Player-Turns have begun."""
        return int(battle.number)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """Return turns, the level of victory, and losses and exits by army."""
        statistics = {"turns": int(battle.turn), "level": victory_level(battle)}
        for side, army in enumerate(battle.rules.armies):
            statistics[f"VP lost {army.name}"] = battle.losses(side)
            statistics[f"units lost {army.name}"] = battle.count_units(side, ELIMINATED)
            statistics[f"units off {army.name}"] = battle.count_units(side, EXITED)
        return statistics

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, battle: Battle) -> list[str]:
        """Return the invariants that the battle violates."""
        return violations(battle)

    def fuzz_actions(self) -> list[str]:
        """Return the actions that fuzzing must reach: deploying every kind of unit and turning in every direction."""
        return [*[f"take {kind}" for kind in range(UNIT_TYPES + 6)], *[f"turn {direction}" for direction in range(6)]]
