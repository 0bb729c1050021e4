"""Analysis of Ben-Hur: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.benhur import learning
from hippodrome.games.benhur.evaluation import features, value
from hippodrome.games.benhur.invariants import violations
from hippodrome.games.benhur.outcomes import BenHurOutcomes
from hippodrome.games.benhur.state import Race
from hippodrome.kit.learning import LearningTables

if TYPE_CHECKING:
    from hippodrome.games.benhur import BenHur


class BenHurAnalysis(BenHurOutcomes):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: BenHur) -> None:
        super().__init__(game)
        self.game: BenHur = game

    def value(self, race: Race, seat: int) -> int:
        """Return a seat's chance to win, in thousandths."""
        return value(race, seat)

    def round_number(self, race: Race) -> int:
        """Return the number of the round."""
        return int(race.round)

    def features(self, race: Race, seat: int) -> list[int]:
        """Return the features that speak for a seat's chariot; more is better."""
        return features(race, seat)

    def match_statistics(self, race: Race) -> dict[str, int]:
        """Return the rounds played and the chariots destroyed."""
        return {"rounds": int(race.round), "destroyed": len(race.chariots) - len(race.survivors())}

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, race: Race) -> list[str]:
        """Return everything in a race that is impossible."""
        return violations(race, len(self.game.deck(race.track)))

    def fuzz_actions(self) -> list[str]:
        """Return the beginnings of actions that play each trick."""
        return [f"trick {number}" for number, card in self.game.cards.items() if not card.is_out]
