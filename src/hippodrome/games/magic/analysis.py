"""Analysis of War in the Age of Magic: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hippodrome.games.magic import learning
from hippodrome.games.magic.evaluation import feature_differences, win_chance
from hippodrome.games.magic.invariants import find_violations
from hippodrome.games.magic.layouts import SCENERY
from hippodrome.games.magic.outcomes import MagicOutcomes
from hippodrome.games.magic.state import BY_MORALE, BY_PURSUIT, BY_REPULSE, BY_SHOOTING, FIGHT_COUNT, Battle
from hippodrome.games.magic.victory import points_of
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.scene import FACTIONS

if TYPE_CHECKING:
    from hippodrome.games.magic import Magic


class MagicAnalysis(MagicOutcomes):
    """Numbers about positions and matches of the game."""

    EXPECTED_OUTCOMES: ClassVar[frozenset[str]] = frozenset({"moves"})

    def __init__(self, game: Magic) -> None:
        super().__init__(game)
        self.game: Magic = game

    def value(self, battle: Battle, seat: int) -> int:
        """Return the chance that a seat wins, in thousandths, from points, bases and the distance from breaking."""
        return win_chance(battle, seat)

    def features(self, battle: Battle, seat: int) -> list[int]:
        """Return the features of a seat minus those of its enemy."""
        return feature_differences(battle, seat)

    def round_number(self, battle: Battle) -> int:
        """Return the turn."""
        return int(battle.turn)

    def match_statistics(self, battle: Battle) -> dict[str, int]:
        """Return turns, fights, bases lost by cause, and points."""
        tally = battle.tally
        statistics = {"turns": int(battle.turn), "fights": tally[FIGHT_COUNT], "shooting": tally[BY_SHOOTING]}
        statistics |= {"in fights": tally[1], "in pursuit": tally[BY_PURSUIT], "in repulse": tally[BY_REPULSE]}
        statistics |= {
            "to morale": tally[BY_MORALE],
            "attacker won": int(battle.places[battle.attacker] < battle.places[1 - battle.attacker]),
        }
        for seat in range(2):
            statistics[f"points {FACTIONS[seat]}"] = int(points_of(battle, seat))
        return statistics

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, battle: Battle) -> list[str]:
        """Return a sentence for every violated invariant."""
        return find_violations(battle)

    def fuzz_actions(self) -> list[str]:
        """Return every piece of scenery, and every action without arguments."""
        bare = [verb for verb, label in self.game.words.labels.items() if "{0}" not in label]
        return [*[f"scenery {kind}" for kind in range(len(SCENERY))], *bare]
