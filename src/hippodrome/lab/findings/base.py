"""What a report is made of: sections with sentences, tables and pictures; and the matches they are made from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hippodrome.kit.state import Json
from hippodrome.lab.batches import Row
from hippodrome.lab.experiment import Cell
from hippodrome.lab.models import PairingScore
from hippodrome.lab.results import Results
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share, wilson

LIST_COLUMNS = ("uses", "figures")


@dataclass(frozen=True)
class Picture:
    """A picture and its name, which is that of its file."""

    name: str
    svg: str


@dataclass
class Section:
    """A chapter of a report."""

    key: str
    title: str
    text: list[str] = field(default_factory=list)
    tables: list[ReportTable] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    listing: str = ""  # a file, as it is

    def json(self) -> Json:
        """As plain data, without the pictures."""
        tables = [{"title": table.title, "head": table.head, "rows": table.rows} for table in self.tables]
        found = {"key": self.key, "title": self.title, "text": self.text, "tables": tables}
        return found | ({"listing": self.listing} if self.listing else {})


class Matches:
    """The matches of an experiment, and the counts that several sections need."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.experiment = results.experiment
        self.frame = results.games()
        self.rows: list[Row] = self.frame.drop(*LIST_COLUMNS).to_dicts()
        self.cells: dict[int, Cell] = {cell.number: cell for cell in self.experiment.cells()}

    @cached_property
    def unlike_matches(self) -> list[Row]:
        """Matches between two that are not the same."""
        return [row for row in self.rows if len(set(self.cells[row["cell"]].entrants)) > 1]

    @cached_property
    def entrants(self) -> list[str]:
        """The names of all who have met somebody, or themselves, in the order of the experiment."""
        there = {name for row in self.rows for name in row["seats"]}
        return [entrant.name for entrant in self.experiment.entrants() if entrant.name in there]

    def pair(self, row: Row) -> tuple[str, str]:
        """Who met in a match; the score is the first one's."""
        one, other = self.cells[row["cell"]].entrants
        return one.name, other.name

    def groups(self) -> dict[str, list[Row]]:
        """Matches by pairing; before them, those whom the experiment is about against all others together."""
        return self.against_field() | {pairing: rows for (pairing,), rows in group_by(self.rows, "pairing").items()}

    def against_field(self) -> dict[str, list[Row]]:
        """Return the matches of those whom the experiment is about, each against all others, with his score."""
        found: dict[str, list[Row]] = {}
        for name in [entrant for entrant in self.entrants if self.experiment.is_about(entrant)]:
            inside = [row for row in self.unlike_matches if name in self.pair(row)]
            found[f"{name} v all others"] = [self._from_view_of(row, name) for row in inside]
        return found

    def _from_view_of(self, row: Row, name: str) -> Row:
        """Return a match with the score of this one of the two."""
        return row if self.pair(row)[0] == name else {**row, "score": 1 - row["score"]}

    @cached_property
    def _scores(self) -> dict[tuple[str, str], list[float]]:
        found: dict[tuple[str, str], list[float]] = {}
        for row in self.unlike_matches:
            one, other = self.pair(row)
            found.setdefault((one, other), []).append(row["score"])
            found.setdefault((other, one), []).append(1 - row["score"])
        return found

    def scores(self, one: str, other: str) -> list[float]:
        """What the first scored against the second, match by match."""
        return self._scores.get((one, other), [])

    def against_all(self, name: str) -> list[float]:
        """What somebody scored against everybody else."""
        return [score for other in self.entrants if other != name for score in self.scores(name, other)]

    def survival(self, name: str) -> Share:
        """How often somebody was still in the match when it ended."""
        found = [home for row in self.unlike_matches for seat, home in zip(row["seats"], row["home"], strict=True) if seat == name]
        return wilson(sum(found), len(found))

    def pairing_scores(self) -> list[PairingScore]:
        """Who met whom from which seat, with mean scores."""
        found: dict[tuple[str, str, int], list[float]] = {}
        for row in self.unlike_matches:
            one, other = self.pair(row)
            seat = 1 if row["seats"][0] == one else -1
            found.setdefault((one, other, seat), []).append(row["score"])
        return [
            PairingScore(one, other, seat, sum(scores) / len(scores), len(scores))
            for (one, other, seat), scores in found.items()
        ]


def score_share(scores: Sequence[float]) -> Share:
    """Return the share of wins, draws counted half."""
    return wilson(sum(scores), len(scores))


def percent(value: float) -> str:
    """Return a share."""
    return f"{value:.1%}"


def share_cells(found: Share) -> list[str]:
    """Return a share and its interval, for a table."""
    return [percent(found.share), f"{percent(found.low)} – {percent(found.high)}"]


def group_by(rows: Iterable[Row], *keys: str) -> dict[tuple[str, ...], list[Row]]:
    """Rows in groups, in the order in which they first came."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(row[key] for key in keys), []).append(row)
    return found
