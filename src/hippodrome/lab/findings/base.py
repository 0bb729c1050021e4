"""The parts of a report: sections with sentences, tables and pictures, and the matches they are computed from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hippodrome.kit.state import Json
from hippodrome.lab.batches import Row
from hippodrome.lab.experiment import Cell
from hippodrome.lab.fitted_models import PairingScore
from hippodrome.lab.results import Results
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share, percent, percent_range, wilson

LIST_COLUMNS = ("uses", "figures")


@dataclass(frozen=True)
class Figure:
    """A picture, with the name of its file without the suffix."""

    name: str
    svg: str


@dataclass
class Section:
    """A section of a report. Its key is its anchor in the HTML page."""

    key: str
    title: str
    text: list[str] = field(default_factory=list)
    tables: list[ReportTable] = field(default_factory=list)
    pictures: list[Figure] = field(default_factory=list)
    listing: str = ""  # a file, printed verbatim

    def json(self) -> Json:
        """Return the section as plain data, without the pictures."""
        tables = [{"title": table.title, "head": table.head, "rows": table.rows} for table in self.tables]
        section = {"key": self.key, "title": self.title, "text": self.text, "tables": tables}
        return section | ({"listing": self.listing} if self.listing else {})


class Matches:
    """The matches of an experiment, one row each, and the counts that several sections need."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.experiment = results.experiment
        self.frame = results.games()
        self.rows: list[Row] = self.frame.drop(*LIST_COLUMNS).to_dicts()
        self.cells: dict[int, Cell] = {cell.number: cell for cell in self.experiment.cells()}

    @cached_property
    def non_mirror_matches(self) -> list[Row]:
        """Matches between two different entrants, that is, all but mirror matches."""
        return [row for row in self.rows if len(set(self.cells[row["cell"]].entrants)) > 1]

    @cached_property
    def entrants(self) -> list[str]:
        """The names of all entrants that have played, in the order of the experiment."""
        played = {name for row in self.rows for name in row["seats"]}
        return [entrant.name for entrant in self.experiment.entrants() if entrant.name in played]

    def pair(self, row: Row) -> tuple[str, str]:
        """Return the names of both entrants of a match; the score is that of the first."""
        one, other = self.cells[row["cell"]].entrants
        return one.name, other.name

    def groups(self) -> dict[str, list[Row]]:
        """Return the matches of each entrant that the experiment is about, then all matches by pairing."""
        return self.against_field() | {pairing: rows for (pairing,), rows in group_by(self.rows, "pairing").items()}

    def against_field(self) -> dict[str, list[Row]]:
        """Return the matches of each entrant that the experiment is about against all others, with its scores."""
        groups: dict[str, list[Row]] = {}
        for name in [entrant for entrant in self.entrants if self.experiment.is_about(entrant)]:
            inside = [row for row in self.non_mirror_matches if name in self.pair(row)]
            groups[f"{name} v all others"] = [self._scored_for(row, name) for row in inside]
        return groups

    def _scored_for(self, row: Row, name: str) -> Row:
        """Return the row of a match with the score of this entrant."""
        return row if self.pair(row)[0] == name else {**row, "score": 1 - row["score"]}

    @cached_property
    def _scores(self) -> dict[tuple[str, str], list[float]]:
        scores: dict[tuple[str, str], list[float]] = {}
        for row in self.non_mirror_matches:
            one, other = self.pair(row)
            scores.setdefault((one, other), []).append(row["score"])
            scores.setdefault((other, one), []).append(1 - row["score"])
        return scores

    def scores(self, one: str, other: str) -> list[float]:
        """Return the scores of one entrant against another, match by match."""
        return self._scores.get((one, other), [])

    def against_all(self, name: str) -> list[float]:
        """Return the scores of an entrant against all others."""
        return [score for other in self.entrants if other != name for score in self.scores(name, other)]

    def survival(self, name: str) -> Share:
        """Return how often an entrant was still in the match when it ended."""
        survived = [
            home
            for row in self.non_mirror_matches
            for seat, home in zip(row["seats"], row["home"], strict=True)
            if seat == name
        ]
        return wilson(sum(survived), len(survived))

    def pairing_scores(self) -> list[PairingScore]:
        """Return the mean score of each pairing, by seat of the first entrant."""
        by_seat: dict[tuple[str, str, int], list[float]] = {}
        for row in self.non_mirror_matches:
            one, other = self.pair(row)
            seat = 1 if row["seats"][0] == one else -1
            by_seat.setdefault((one, other, seat), []).append(row["score"])
        return [
            PairingScore(one, other, seat, sum(scores) / len(scores), len(scores))
            for (one, other, seat), scores in by_seat.items()
        ]


def score_share(scores: Sequence[float]) -> Share:
    """Return the share of wins with its interval; a draw counts as half a win."""
    return wilson(sum(scores), len(scores))


def share_cells(share: Share) -> list[str]:
    """Return two table cells: a share and its interval."""
    return [percent(share.share), percent_range(share.low, share.high)]


def group_by(rows: Iterable[Row], *keys: str) -> dict[tuple[str, ...], list[Row]]:
    """Return the rows grouped by the values of some columns, in order of first appearance."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return groups
