"""The parts of a report: sections with sentences, tables and pictures, and the matches they are computed from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hippodrome.kit.state import Json
from hippodrome.lab.answers import CellScore, scores_for, total_share
from hippodrome.lab.batches import Row
from hippodrome.lab.experiment import Cell
from hippodrome.lab.experiment_run import CellRun
from hippodrome.lab.fitted_models import PairingScore
from hippodrome.lab.report_names import ReportNames
from hippodrome.lab.results import Results
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share, wilson
from hippodrome.lab.wording import range_text, share_of_other, whole_percent

LIST_COLUMNS = ("uses", "figures")


@dataclass(frozen=True)
class Figure:
    """A picture, with the name of its file without the suffix."""

    name: str
    svg: str


@dataclass
class Section:
    """A section of a report. Its key is its anchor in the HTML page, where details are folded."""

    key: str
    title: str
    text: list[str] = field(default_factory=list)
    tables: list[ReportTable] = field(default_factory=list)
    pictures: list[Figure] = field(default_factory=list)
    listing: str = ""  # a file, printed verbatim
    is_detail: bool = True

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
        self.names = ReportNames(self.experiment)

    @cached_property
    def runs(self) -> list[CellRun]:
        """Every cell with the scores of all its batches."""
        experiment = self.experiment
        runs = [CellRun(cell, experiment, len(self.cells)) for cell in self.cells.values()]
        for (cell,), inside in group_by(self.rows, "cell").items():
            for first in range(0, len(inside), experiment.batch):
                batch = inside[first : first + experiment.batch]
                runs[int(cell)].add_scores(first // experiment.batch, [row["score"] for row in batch])
        return runs

    @cached_property
    def cell_scores(self) -> list[CellScore]:
        """The score of each cell that has been played."""
        return [score for run in self.runs if (score := run.score()).matches]

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
        return self.against_field() | {
            self.pairing_title(rows[0]): rows for _, rows in group_by(self.rows, "pairing").items()
        }

    def pairing_title(self, row: Row) -> str:
        """Return the two opponents of a match, that of the score first."""
        one, other = self.names.opponents(self.cells[row["cell"]].entrants, row["scenario"])
        return f"{one} against {other}"

    def against_field(self) -> dict[str, list[Row]]:
        """Return the matches of each entrant that the experiment is about against all others, with its scores."""
        names = [entrant for entrant in self.entrants if self.experiment.is_about(entrant)]
        return {f"{self.names.entrant(name)} against all others": self.field_rows(name) for name in names}

    def field_rows(self, name: str) -> list[Row]:
        """Return the matches of an entrant against all others, with its scores."""
        return [self._scored_for(row, name) for row in self.non_mirror_matches if name in self.pair(row)]

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

    def won_against_all(self, name: str) -> Share:
        """Return the share of wins of an entrant against all others."""
        return total_share(scores_for(name, self.cell_scores))

    def won_by_seat(self, rows: Sequence[Row], seat: int) -> Share:
        """Return the share of wins of a seat in these matches.

        In the matches of a single cell between equal entrants it is the score of the cell.
        """
        cells = {row["cell"] for row in rows}
        mine = [score for score in self.cell_scores if score.cell.number in cells]
        if len(mine) == 1 and mine[0].is_mirror and mine[0].cell.seats == 2:
            return share_of_other(mine[0].share) if seat else mine[0].share
        return score_share([seat_score(row, seat) for row in rows])

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
    return [whole_percent(share.share), range_text(share.low, share.high)]


def seat_score(row: Row, seat: int) -> float:
    """Return the score of a seat in a match: 1 for a win, shared equally if several seats won or none did."""
    winners = [place for place, rank in enumerate(row["places"]) if rank == 1]
    return (seat in winners) / len(winners) if winners else 1 / len(row["places"])


def group_by(rows: Iterable[Row], *keys: str) -> dict[tuple[str, ...], list[Row]]:
    """Return the rows grouped by the values of some columns, in order of first appearance."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return groups
