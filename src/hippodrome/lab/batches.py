"""Batches: numbered matches of a cell. The result depends only on the cell and the numbers, not on the process.

Each match gives one row: seats, result, length, lead changes, and what each seat used; optionally also one row per
decision.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hippodrome.bots.base import BotMatch
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game, Result
from hippodrome.kit.match import Setup
from hippodrome.kit.round_robin import Contender
from hippodrome.lab.experiment import Cell, Entrant
from hippodrome.lab.match_runner import MatchObserver, MatchSpec, derive_seed, name_failure, play
from hippodrome.lab.round_robin import round_robin_spec

Row = dict[str, Any]

CHOICE = "choice"
EVENT = "event"


@dataclass(frozen=True)
class Batch:
    """Consecutive matches of one cell."""

    cell: Cell
    number: int
    first: int
    count: int
    decisions: bool = False

    def __str__(self) -> str:
        return f"batch {self.number} of cell {self.cell.number}"


@dataclass(frozen=True)
class BatchResult:
    """The rows of a batch: one per match and, if wanted, one per decision."""

    games: list[Row]
    decisions: list[Row]


def play_batch(batch: Batch) -> BatchResult:
    """Play the matches of a batch; raise MatchFailed with the number of the match that failed."""
    games, decisions = [], []
    where = f"{batch.cell.pairing}, {batch.cell.scenario}, {batch.cell.arm or 'nothing varied'}"
    for number in range(batch.first, batch.first + batch.count):
        with name_failure(f"match {number} of cell {batch.cell.number} ({where})"):
            match = ObservedMatch(batch.cell, number, batch.decisions)
            games.append(match.row())
        decisions += match.decisions
    return BatchResult(games, decisions)


class ObservedMatch(MatchObserver):
    """A match, played to its end when it is created, with everything its row needs."""

    def __init__(self, cell: Cell, number: int, every_decision: bool) -> None:
        self.cell = cell
        self.number = number
        self.rotation = number % cell.rotations
        self.game = cell.rules()
        self.entrants_by_seat = cell.entrants_by_seat(self.rotation)
        self.every_decision = every_decision
        self.decisions: list[Row] = []
        self.uses: Counter[tuple[int, str, str]] = Counter()
        self.leaders: list[int] = []
        self.first = -1  # the seat that made the first real choice
        self.spec = match_spec(cell, number)
        self.played = play(self.spec, self)

    # ---------------------------------------------------------------- what is noted

    def before_action(self, match: BotMatch) -> None:
        """Count what a seat uses with an action."""
        seat, action, state = match.seat, match.action, match.state
        assert action is not None
        if len(match.actions) > 1:
            self.first = seat if self.first < 0 else self.first
            choice = self.game.words.choices.get(action.verb)
            if choice is not None:
                label = self.game.presentation.partial_label(state, action.verb, action.args[:1])
                self.uses[seat, CHOICE, choice.replace("{label}", label)] += 1

    def after_action(self, match: BotMatch) -> None:
        """Note the seat with the highest value after an action; on a tie the previous leader stays."""
        values = [self.game.analysis.value(match.state, each) for each in range(self.cell.seats)]
        best = max(values)
        ahead = [each for each, value in enumerate(values) if value == best]
        self.leaders.append(ahead[0] if len(ahead) == 1 else self.leaders[-1] if self.leaders else -1)
        if self.every_decision:
            assert match.action is not None
            self.decisions.append(
                {
                    "cell": self.cell.number,
                    "number": self.number,
                    "decision": match.count,
                    "seat": match.seat,
                    "entrant": self.entrants_by_seat[match.seat].name,
                    "options": len(match.actions),
                    "action": match.action.text,
                    "values": values,
                }
            )

    def row(self) -> Row:
        """Return the row of the match; the names of its columns are stored with the results."""
        state, result = self.played.state, self.played.result
        self._count_events()
        seats = range(self.cell.seats)
        return {
            "cell": self.cell.number,
            "number": self.number,
            "arm": self.cell.arm,
            "scenario": self.cell.scenario,
            "pairing": self.cell.pairing,
            "rotation": self.rotation,
            "seed": self.spec.seed,
            "seats": [entrant.name for entrant in self.entrants_by_seat],
            "places": list(result.places),
            "score": self._score(result),
            "reason": result.reason,
            "first": self.first,
            "home": [bool(self.game.analysis.has_survived(state, seat)) for seat in seats],
            "decisions": self.played.decisions,
            "lead_changes": self._lead_changes(),
            "decided": self._decided_after(result),
            "figures": [
                {"name": name, "value": value} for name, value in self.game.analysis.match_statistics(state).items()
            ],
            "uses": [
                {"seat": seat, "kind": kind, "what": what, "count": count}
                for (seat, kind, what), count in sorted(self.uses.items())
            ],
        }

    def _count_events(self) -> None:
        for event in self.played.state.events:
            name = self.game.words.counted.get(type(event).__name__)
            if name is not None and 0 <= (seat := event.actor()) < self.cell.seats:
                self.uses[seat, EVENT, name] += 1

    def _score(self, result: Result) -> float:
        """Return the score of the first entrant: 1 for a win, shared equally if several seats won, 0.5 if none did.

        In a mirror match it is the score of the first seat.
        """
        winners = result.winners
        if not winners:
            return 0.5
        if len(set(self.cell.entrants)) == 1:
            return (0 in winners) / len(winners) if self.cell.seats > 1 else 1.0
        mine = [seat for seat in winners if self.entrants_by_seat[seat] == self.cell.entrants[0]]
        return len(mine) / len(winners)

    def _lead_changes(self) -> int:
        led = [leader for leader in self.leaders if leader >= 0]
        return sum(1 for before, after in pairwise(led) if before != after)

    def _decided_after(self, result: Result) -> float:
        """Return the share of the decisions after which the winner led to the end; 1 if several seats won."""
        if len(result.winners) != 1 or not self.leaders:
            return 1.0
        others = [place for place, leader in enumerate(self.leaders) if leader != result.winners[0]]
        return (others[-1] + 1) / len(self.leaders) if others else 0.0


def match_spec(cell: Cell, number: int) -> MatchSpec:
    """Return the specification of a numbered match of a cell."""
    game, rotation = cell.rules(), number % cell.rotations
    entrants = cell.entrants_by_seat(rotation)
    return MatchSpec(
        setup=Setup(game, cell.scenario, cell.seats, cell.options_for(rotation)),
        levels=tuple(entrant.level for entrant in entrants),
        seed=derive_seed(cell.seed, number // cell.rotations),
        openings=tuple(opening_actions(game, entrant) for entrant in entrants) if cell.uses_openings else (),
        logging=True,
    )


def opening_actions(game: Game, entrant: Entrant) -> tuple[Action, ...]:
    """Return the actions with which the entrant's side opens a match."""
    return find_contender(game, entrant.side).opening


def find_contender(game: Game, key: str) -> Contender:
    """Return the contender with this key from the game's round robin."""
    return next(one for one in round_robin_spec(game).contenders if one.key == key)
