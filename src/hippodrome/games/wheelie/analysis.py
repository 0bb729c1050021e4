"""Analysis of What a Wheelie: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.wheelie import learning, teams
from hippodrome.games.wheelie.crews import crew_figures, crew_survived, kills_of
from hippodrome.games.wheelie.evaluation import features, win_chance
from hippodrome.games.wheelie.fuzz_goals import all_goals, goals_of_action
from hippodrome.games.wheelie.invariants import violations
from hippodrome.games.wheelie.outcomes import WheelieOutcomes
from hippodrome.games.wheelie.setup import PICK_ACTIONS
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.actions import Action
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.round_robin import Contender, RoundRobinSpec
from hippodrome.kit.scene import FACTIONS

if TYPE_CHECKING:
    from hippodrome.games.wheelie import Wheelie


class WheelieAnalysis(WheelieOutcomes):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: Wheelie) -> None:
        super().__init__(game)
        self.game: Wheelie = game

    def value(self, skirmish: Skirmish, seat: int) -> int:
        """Return the chance of a seat to win, in thousandths; after the end, the share of the victory."""
        if skirmish.over:
            if skirmish.places[seat] > 1:
                return 0
            return 500 if max(skirmish.places) == 1 else 1000
        return win_chance(skirmish, seat)

    def features(self, skirmish: Skirmish, seat: int) -> list[int]:
        """Return chariots, action dice, shots and points of a seat."""
        return features(skirmish, seat)

    def round_number(self, skirmish: Skirmish) -> int:
        """Return the number of activations so far."""
        return int(skirmish.undo_barrier - skirmish.turn)

    def match_statistics(self, skirmish: Skirmish) -> dict[str, int]:
        """Return the number of turns and, for campaigns, the kills and the survival of each seat's crew."""
        statistics = {"turns": int(skirmish.turn)}
        for seat in range(len(skirmish.places)):
            statistics[f"kills {FACTIONS[seat]}"] = kills_of(skirmish, seat)
            statistics[f"alive {FACTIONS[seat]}"] = int(crew_survived(skirmish, seat))
        if skirmish.rules.scenario.key == teams.SCENARIO:
            for side, index in teams.all_crews():
                kills, alive = crew_figures(skirmish, side, index)
                statistics[teams.figure("kills", side, index)] = kills
                statistics[teams.figure("alive", side, index)] = alive
        return statistics

    def round_robin(self) -> RoundRobinSpec:
        """WW-Q65: compare the chariots in duels to which each player brings one of any kind."""
        contenders = [
            Contender(kind.key, f"{kind.name} chariot", (PICK_ACTIONS[kind.number],))
            for kind in self.game.kinds
            if not kind.is_runners
        ]
        return RoundRobinSpec(("duel",), {"chariots": "chosen"}, contenders)

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, skirmish: Skirmish) -> list[str]:
        """Return the violated invariants."""
        return violations(skirmish)

    def fuzz_features(self) -> list[str]:
        """Return every arc, conversion and characteristic."""
        return all_goals(self.game.kinds)

    def fuzz_features_of_action(self, skirmish: Skirmish, action: Action) -> list[str]:
        """Return the features that an action shows."""
        return goals_of_action(skirmish, action)

    def fuzz_actions(self) -> list[str]:
        """Return every score for every use, and every choice of chariot, terrain and 7."""
        dice = [f"{verb} {die}" for verb in ("advance", "turn", "shoot", "reload") for die in range(1, 7)]
        wild = ["aim 3", "aim 6", "heal 6", "bank 6"]
        picks = [f"pick {kind.number}" for kind in self.game.kinds if not kind.is_runners]
        pieces = [f"terrain {kind.number}" for kind in self.game.terrain_kinds if not kind.is_wreck]
        choices = [*[f"choose {seven}" for seven in (1, 2, 3)], *[f"expert {kind}" for kind in range(3)]]
        return [*dice, *wild, *picks, *pieces, *choices]
