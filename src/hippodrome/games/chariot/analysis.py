"""Analysis of Chariot: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hippodrome.games.chariot import learning
from hippodrome.games.chariot.evaluation import features, score
from hippodrome.games.chariot.events import (
    Advanced,
    ArmyPanicked,
    Boarded,
    Charged,
    Disrupted,
    Flanked,
    Halved,
    Left,
    NoEffect,
    Reduced,
    Removed,
    Shot,
    Took,
    WipedOut,
)
from hippodrome.games.chariot.invariants import violations
from hippodrome.games.chariot.outcomes import assumed_answer, classify_outcome
from hippodrome.games.chariot.state import DRAW, ELIMINATED, EXITED, Battle
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.games.chariot.victory import victory_level
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.evaluation import logistic
from hippodrome.kit.events import Event
from hippodrome.kit.learning import LearningTables

if TYPE_CHECKING:
    from hippodrome.games.chariot import Chariot

_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (Shot, "volleys"),
    (Charged, "melees"),
    (Flanked, "flank attacks"),
    (NoEffect, "attacks without effect"),
    (Disrupted, "disruptions"),
    (Halved, "half eliminations"),
    (WipedOut, "eliminations"),
    (Reduced, "leaders reduced"),
    (Removed, "leaders lost"),
    (Advanced, "advances"),
    (Boarded, "embarkations"),
    (Took, "objectives taken"),
    (Left, "exits"),
    (ArmyPanicked, "panics"),
]


class ChariotAnalysis(GameAnalysis):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: Chariot) -> None:
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

    def assumed_answer(self, battle: Battle) -> Action | None:
        """Return the answer assumed in odds: units that may step back before combat stand."""
        return assumed_answer(battle)

    def classify_outcome(self, battle: Battle, action: Action, seat: int, events: Sequence[Event]) -> tuple[str, int]:
        """Return the outcome of an attack, and the number of events it covers."""
        return classify_outcome(events)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """Return turns, the level of victory, and losses and exits by army."""
        statistics = {"turns": int(battle.turn), "level": victory_level(battle)}
        for side, army in enumerate(battle.rules.armies):
            statistics[f"VP lost {army.name}"] = battle.losses(side)
            statistics[f"units lost {army.name}"] = battle.count_units(side, ELIMINATED)
            statistics[f"units off {army.name}"] = battle.count_units(side, EXITED)
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the events that statistics count, with their labels."""
        return {kind.__name__: label for kind, label in _COUNTED_EVENTS}

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, battle: Battle) -> list[str]:
        """Return the invariants that the battle violates."""
        return violations(battle)

    def fuzz_actions(self) -> list[str]:
        """Return the actions that fuzzing must reach: deploying every kind of unit and turning in every direction."""
        return [*[f"take {kind}" for kind in range(UNIT_TYPES + 6)], *[f"turn {direction}" for direction in range(6)]]
