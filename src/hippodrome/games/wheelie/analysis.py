"""Analysis of What a Wheelie: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hippodrome.games.wheelie import events as battle_events
from hippodrome.games.wheelie import learning
from hippodrome.games.wheelie.crews import crew_survived, kills_of
from hippodrome.games.wheelie.evaluation import features, win_chance
from hippodrome.games.wheelie.fuzz_goals import all_goals, goals_of_action
from hippodrome.games.wheelie.invariants import violations
from hippodrome.games.wheelie.outcomes import classify_outcome, exact_odds, prepared_odds
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.actions import Action
from hippodrome.kit.analysis import GameAnalysis
from hippodrome.kit.events import Event
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.scene import FACTIONS

if TYPE_CHECKING:
    from hippodrome.games.wheelie import Wheelie

# Events for statistics: each settles something and is not itself a roll.
_COUNTED_EVENTS: list[tuple[type[Event], str]] = [
    (battle_events.Attacked, "attacks"),
    (battle_events.Struck, "attacks that did damage"),
    (battle_events.Swerved, "swerves"),
    (battle_events.TookTemporary, "temporary damage taken"),
    (battle_events.TeamHit, "team hits"),
    (battle_events.DriverHit, "driver hits"),
    (battle_events.WarriorHit, "warrior hits"),
    (battle_events.Collided, "collisions"),
    (battle_events.Destroyed, "chariots destroyed"),
    (battle_events.Lost, "chariots lost"),
    (battle_events.Broke, "failed morale tests"),
    (battle_events.Returned, "returns"),
    (battle_events.Dispersed, "Runners dispersed"),
]


class WheelieAnalysis(GameAnalysis):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: Wheelie) -> None:
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

    def exact_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of a shot (WW-Q35, WW-Q36) or a collision (WW-CC1)."""
        return exact_odds(skirmish, action)

    def prepared_odds(self, skirmish: Skirmish, action: Action) -> dict[str, Fraction] | None:
        """Return the odds of the shot that an aim makes possible."""
        return prepared_odds(skirmish, action)

    def classify_outcome(
        self, skirmish: Skirmish, action: Action, seat: int, events: Sequence[Event]
    ) -> tuple[str, int]:
        """Return the distance of a move, the effect of a shot, or the result of a collision."""
        return classify_outcome(skirmish, action, events)

    def match_statistics(self, skirmish: Skirmish) -> dict[str, int]:
        """Return the number of turns and, for campaigns, the kills and the survival of each seat's crew."""
        statistics = {"turns": int(skirmish.turn)}
        for seat in range(len(skirmish.places)):
            statistics[f"kills {FACTIONS[seat]}"] = kills_of(skirmish, seat)
            statistics[f"alive {FACTIONS[seat]}"] = int(crew_survived(skirmish, seat))
        return statistics

    def counted_events(self) -> dict[str, str]:
        """Return the events to count."""
        return {event.__name__: text for event, text in _COUNTED_EVENTS}

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
        return [*dice, *wild, *picks, *pieces, *[f"choose {seven}" for seven in (1, 2, 3)]]
