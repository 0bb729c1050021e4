"""What came of many matches: exact sums, and the report made of them, as JSON and as tables for people."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from hippodrome.kit.custom_files import value_label
from hippodrome.kit.game import Game, Value
from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.lab.stats import mean_interval, wilson

FORMAT = 1
DIGITS = 4
"""Every share, mean and bound in a report is rounded to so many digits after the point."""

EVENT = "event"
FIGURE = "figure"
PLACE = "place"


@dataclass(frozen=True)
class SimulationPlan:
    """What is simulated. It is sent to other processes, so it holds names and numbers only."""

    slug: str
    scenario: str
    levels: tuple[str, ...]
    options: tuple[tuple[str, Value], ...]
    games: int
    seed: int


@dataclass
class Tally:
    """Exact sums over some matches: the tallies of parts, added up, are the tally of the whole."""

    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    level_wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    sums: Counter[tuple[str, str]] = field(default_factory=Counter)
    squares: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, kind: str, name: str, number: int) -> None:
        """A number that one match gave: how often an event was told, a figure, a place."""
        self.sums[kind, name] += number
        self.squares[kind, name] += number * number

    def add(self, other: Tally) -> None:
        """Take in the sums of other matches."""
        self.games += other.games
        self.wins.update(other.wins)
        self.level_wins.update(other.level_wins)
        self.reasons.update(other.reasons)
        self.sums.update(other.sums)
        self.squares.update(other.squares)

    def names(self, kind: str) -> list[str]:
        """Return the names of all numbers of a kind, in the order in which they first came up."""
        return [name for of, name in self.sums if of == kind]


@dataclass(frozen=True)
class ReportTable:
    """A table for people: a title, the heads of its columns, and rows of text."""

    title: str
    head: list[str]
    rows: list[list[str]]


class SimulationReport:
    """The outcome of a simulation. The same plan gives the same text, however it was run."""

    def __init__(self, game: Game, plan: SimulationPlan, tally: Tally) -> None:
        self.game = game
        self.plan = plan
        self.tally = tally

    # ---------------------------------------------------------------- as JSON

    def json(self) -> Json:
        """Everything, in a fixed order of keys."""
        tally = self.tally
        return {
            "report": FORMAT,
            "game": self.plan.slug,
            "version": self.game.version,
            "scenario": self.plan.scenario,
            "options": dict(self.plan.options),
            "seed": self.plan.seed,
            "games": tally.games,
            "seats": [self._seat(seat) for seat in range(len(self.plan.levels))],
            "levels": {level: self._level(level) for level in sorted(set(self.plan.levels))},
            "reasons": {name: self._share(tally.reasons[name]) for name in sorted(tally.reasons)},
            "figures": {name: self._mean(FIGURE, name) for name in tally.names(FIGURE)},
            "measures": {words: self._mean(EVENT, name) for name, words in self.game.counted_events().items()},
            "events": {name: self._mean(EVENT, name) for name in sorted(tally.names(EVENT))},
        }

    def text(self) -> str:
        """Return the JSON as text, for files and pipes."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def _seat(self, seat: int) -> Json:
        won = self._share(self.tally.wins[seat])
        return {"level": self.plan.levels[seat], **won, "place": self._mean(PLACE, str(seat))}

    def _level(self, level: str) -> Json:
        return {"seats": self.plan.levels.count(level), **self._share(self.tally.level_wins[level])}

    def _share(self, number: int) -> Json:
        found = wilson(number, self.tally.games)
        return {
            "count": number,
            "share": round(found.share, DIGITS),
            "low": round(found.low, DIGITS),
            "high": round(found.high, DIGITS),
        }

    def _mean(self, kind: str, name: str) -> Json:
        total, squares = self.tally.sums[kind, name], self.tally.squares[kind, name]
        found = mean_interval(total, squares, self.tally.games)
        return {
            "sum": total,
            "mean": round(found.mean, DIGITS),
            "low": None if found.low is None else round(found.low, DIGITS),
            "high": None if found.high is None else round(found.high, DIGITS),
        }

    # ---------------------------------------------------------------- as tables

    def title(self) -> str:
        """What was played, in a line."""
        scenario = self.game.scenario(self.plan.scenario)
        options = ", ".join([f"{name} {value_label(value)}" for name, value in self.plan.options])
        what = f"{self.game.title}, {scenario.title} ({options})"
        return f"{what}: {self.tally.games} matches, seed {self.plan.seed}"

    def tables(self) -> list[ReportTable]:
        """Return the report for people: who won, how matches ended, and what happened in them."""
        found = self.json()
        head = ["seat", "program", "wins", "share", "95 %", "mean place"]
        tables = [ReportTable("Seats", head, _seat_rows(found))]
        if len(found["levels"]) > 1:
            rows = [[level, *_share_cells(row)] for level, row in found["levels"].items()]
            tables.append(ReportTable("Programs", ["program", "wins", "share", "95 %"], rows))
        rows = [[reason, *_share_cells(row)] for reason, row in found["reasons"].items()]
        tables.append(ReportTable("Endings", ["ending", "matches", "share", "95 %"], rows))
        rows = [[name, *_mean_cells(row)] for name, row in {**found["figures"], **found["measures"]}.items()]
        tables.append(ReportTable("In a match", ["what", "mean", "95 %"], rows))
        return tables


def _seat_rows(found: Json) -> list[list[str]]:
    rows = []
    for seat, row in enumerate(found["seats"]):
        rows.append([FACTIONS[seat], row["level"], *_share_cells(row), f"{row['place']['mean']:.2f}"])
    return rows


def _share_cells(row: Json) -> list[str]:
    return [str(row["count"]), f"{row['share']:.1%}", f"{row['low']:.1%} – {row['high']:.1%}"]


def _mean_cells(row: Json) -> list[str]:
    spread = "" if row["low"] is None else f"{row['low']:.2f} – {row['high']:.2f}"
    return [f"{row['mean']:.2f}", spread]
