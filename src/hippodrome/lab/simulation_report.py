"""The report of a simulation: exact sums over its matches, presented as JSON and as tables."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

from hippodrome.kit.custom_files import value_label
from hippodrome.kit.game import Game, Value
from hippodrome.kit.state import Json
from hippodrome.lab.stats import mean_interval, wilson
from hippodrome.lab.wording import count_text, range_text, seat_title, seat_wins, share_text, whole_percent

FORMAT_VERSION = 1
DECIMALS = 4
"""Decimals of shares, means and bounds in reports."""

EVENT = "event"
FIGURE = "figure"
PLACE = "place"


@dataclass(frozen=True)
class SimulationPlan:
    """The arguments of a simulation, as plain data that can be sent to another process."""

    slug: str
    scenario: str
    levels: tuple[str, ...]
    options: tuple[tuple[str, Value], ...]
    games: int
    seed: int


@dataclass
class SimulationTally:
    """Exact sums over some matches, so that the tallies of chunks can be added."""

    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    level_wins: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    sums: Counter[tuple[str, str]] = field(default_factory=Counter)
    squares: Counter[tuple[str, str]] = field(default_factory=Counter)

    def count(self, kind: str, name: str, number: int) -> None:
        """Add a number from one match: the count of an event, a statistic, or a place."""
        self.sums[kind, name] += number
        self.squares[kind, name] += number * number

    def add(self, other: SimulationTally) -> None:
        """Add the sums of other matches."""
        self.games += other.games
        self.wins.update(other.wins)
        self.level_wins.update(other.level_wins)
        self.reasons.update(other.reasons)
        self.sums.update(other.sums)
        self.squares.update(other.squares)

    def names(self, kind: str) -> list[str]:
        """Return the names of all numbers of a kind, in order of first appearance."""
        return [name for name_kind, name in self.sums if name_kind == kind]


@dataclass(frozen=True)
class ReportTable:
    """A table of texts, with a title and column heads."""

    title: str
    head: list[str]
    rows: list[list[str]]


class SimulationReport:
    """The report of a simulation. The same plan gives the same text."""

    def __init__(self, game: Game, plan: SimulationPlan, tally: SimulationTally) -> None:
        self.game = game
        self.plan = plan
        self.tally = tally

    # ---------------------------------------------------------------- as JSON

    def json(self) -> Json:
        """Return all figures, with keys in a fixed order."""
        tally = self.tally
        return {
            "report": FORMAT_VERSION,
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
            "measures": {words: self._mean(EVENT, name) for name, words in self.game.words.counted.items()},
            "events": {name: self._mean(EVENT, name) for name in sorted(tally.names(EVENT))},
        }

    def text(self) -> str:
        """Return the JSON as text."""
        return json.dumps(self.json(), indent=2, ensure_ascii=False) + "\n"

    def _seat(self, seat: int) -> Json:
        won = self._share(self.tally.wins[seat])
        return {"level": self.plan.levels[seat], **won, "place": self._mean(PLACE, str(seat))}

    def _level(self, level: str) -> Json:
        return {"seats": self.plan.levels.count(level), **self._share(self.tally.level_wins[level])}

    def _share(self, number: int) -> Json:
        share = wilson(number, self.tally.games)
        return {
            "count": number,
            "share": round(share.share, DECIMALS),
            "low": round(share.low, DECIMALS),
            "high": round(share.high, DECIMALS),
        }

    def _mean(self, kind: str, name: str) -> Json:
        total, squares = self.tally.sums[kind, name], self.tally.squares[kind, name]
        mean = mean_interval(total, squares, self.tally.games)
        return {
            "sum": total,
            "mean": round(mean.mean, DECIMALS),
            "low": None if mean.low is None else round(mean.low, DECIMALS),
            "high": None if mean.high is None else round(mean.high, DECIMALS),
        }

    # ---------------------------------------------------------------- as tables

    def title(self) -> str:
        """Return one line that says what was played."""
        scenario = self.game.scenario(self.plan.scenario)
        options = ", ".join([f"{name} {value_label(value)}" for name, value in self.plan.options])
        what = f"{self.game.title}, {scenario.title} ({options})"
        return f"{what}: {self.tally.games} matches, seed {self.plan.seed}"

    def answer(self) -> str:
        """Return one sentence: which side or seat wins most often."""
        wins, games = self.tally.wins, self.tally.games
        best = max(range(len(self.plan.levels)), key=lambda seat: wins[seat])
        who = seat_wins(self.game.scenario(self.plan.scenario), best)
        return f"{who} {share_text(wilson(wins[best], games))} of {count_text(games, self.game.words.match)}."

    def tables(self) -> list[ReportTable]:
        """Return tables of wins by seat and by bot, endings, and statistics per match."""
        figures = self.json()
        head = ["seat", "bot", "wins", "share", "95 %", "mean place"]
        tables = [ReportTable("Seats", head, self._seat_rows(figures))]
        if len(figures["levels"]) > 1:
            rows = [[level, *_share_cells(row)] for level, row in figures["levels"].items()]
            tables.append(ReportTable("Bots", ["bot", "wins", "share", "95 %"], rows))
        reasons = self.game.words.reasons
        rows = [[reasons.get(reason, reason), *_share_cells(row)] for reason, row in figures["reasons"].items()]
        tables.append(ReportTable("Endings", ["ending", "matches", "share", "95 %"], rows))
        rows = [[name, *_mean_cells(row)] for name, row in {**figures["figures"], **figures["measures"]}.items()]
        tables.append(ReportTable("Per match", ["what", "mean", "95 %"], rows))
        return tables

    def _seat_rows(self, figures: Json) -> list[list[str]]:
        scenario = self.game.scenario(self.plan.scenario)
        rows = []
        for seat, row in enumerate(figures["seats"]):
            cells = [*_share_cells(row), f"{row['place']['mean']:.2f}"]
            rows.append([seat_title(scenario, seat), row["level"], *cells])
        return rows


def _share_cells(row: Json) -> list[str]:
    return [str(row["count"]), whole_percent(row["share"]), range_text(row["low"], row["high"])]


def _mean_cells(row: Json) -> list[str]:
    spread = "" if row["low"] is None else f"{row['low']:.2f} to {row['high']:.2f}"
    return [f"{row['mean']:.2f}", spread]
