"""Analysis of Chariot Races: evaluation, odds, statistics and goals of the fuzzer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hippodrome.games.races import evaluation, fuzz_goals, grid, learning, planning
from hippodrome.games.races.invariants import broken_invariants
from hippodrome.games.races.odds import exact_odds
from hippodrome.games.races.outcomes import RacesOutcomes
from hippodrome.games.races.state import RACING, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.events import Event
from hippodrome.kit.learning import LearningTables
from hippodrome.kit.round_robin import Contender, RoundRobinSpec
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.units import INCH

if TYPE_CHECKING:
    from hippodrome.games.races import Races


class RacesAnalysis(RacesOutcomes):
    """Numbers about positions and matches of the game."""

    def __init__(self, game: Races) -> None:
        super().__init__(game)
        self.game: Races = game

    def value(self, race: Race, seat: int) -> int:
        """Return the win chance of a seat in thousandths: exact once the race is over, estimated before."""
        if race.over:
            if race.places[seat] > 1:
                return 0
            return 1000 if race.places.count(1) == 1 else 500
        if race.chariots[seat].status == RACING:
            return evaluation.win_chance(race, seat)
        return 1 if race.turn else 1000 // len(race.chariots)

    def features(self, race: Race, seat: int) -> list[int]:
        """Return the features of a seat's position, in the order of words.toml."""
        return evaluation.features(race, seat)

    def round_number(self, race: Race) -> int:
        """Return the number of the turn."""
        return int(race.turn)

    def exact_odds(self, race: Race, action: Action) -> dict[str, Fraction] | None:
        """Return the exact odds of a plan, a swipe or an attempt to avoid; None for any other action."""
        return exact_odds(race, action)

    def match_statistics(self, race: Race) -> dict[str, int]:
        """Return the turns, the chariots still racing, and the progress of each chariot in inches."""
        statistics = {"turns": int(race.turn), "racing": len(race.racing())}
        for chariot in race.chariots:
            statistics[f"inches {FACTIONS[chariot.id]}"] = int(chariot.progress) // INCH
        return statistics

    def round_robin(self) -> RoundRobinSpec:
        """CR-O14: the missing playtest, of all machines of the article, on a simple and on a winding track."""
        machines = [machine for machine in self.game.machines if machine.rule != "CR-G2"]
        contenders = [
            Contender(machine.key, machine.name, (grid.PICK_ACTIONS[machine.number],)) for machine in machines
        ]
        keys = list(self.game.tracks)
        tracks = tuple([key for key in keys if key in ("oval", "pass")] or keys[:1])
        return RoundRobinSpec(tracks, {"field": "chosen"}, contenders)

    def has_survived(self, race: Race, seat: int) -> bool:
        """CR-Q54: return whether the chariot was still racing at the end."""
        return race.chariots[seat].status == RACING

    def learning_tables(self) -> LearningTables:
        """Return the tables for learning agents."""
        return learning.tables(self.game)

    def invariants(self, race: Race) -> list[str]:
        """Return a sentence for each broken invariant."""
        return broken_invariants(race)

    def fuzz_actions(self) -> list[str]:
        """Return the actions a fuzz must reach: odd machines, declarations and the kinds of steps in a plan."""
        picks = [
            f"pick {machine.number}" for machine in self.game.machines if machine.whip_penalty or machine.is_random()
        ]
        steps = [f"turn {angle}" for angle in planning.TURN_HINTS]
        return [*picks, *steps, "drift -1", "drift 1", "whip", "reins", "straight", "fire"]

    def fuzz_features(self) -> list[str]:
        """Return the machines, weapons and rows of the damage table that a fuzz must reach."""
        return fuzz_goals.all_goals(self.game.machines, self.game.weapons, self.game.table)

    def fuzz_features_of_action(self, race: Race, action: Action) -> list[str]:
        """Return the fuzz features that an action shows."""
        return fuzz_goals.goals_of_action(race, action)

    def fuzz_features_of_event(self, event: Event) -> list[str]:
        """Return the fuzz features that an event shows."""
        return fuzz_goals.goals_of_event(self.game.table, event)

    def start_positions(self, events: Sequence[Event]) -> dict[int, str]:
        """Return each seat's place on the grid."""
        return grid.grid_positions(events)
