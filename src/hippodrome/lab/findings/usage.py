"""What units, cards, actions and rows of tables go with winning."""

from __future__ import annotations

from dataclasses import dataclass

from hippodrome.lab.batches import ACTION, DETAIL, EVENT
from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import Matches, Picture, Section, percent
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Mean, share_difference

MIN_SEATS = 12  # seats that used something, and that did not, for it to be told
ROWS_AT_EACH_END = 12  # at each end
KIND_TITLES = {ACTION: "Actions and cards", DETAIL: "Units, weapons and rows of tables", EVENT: "What happened to whom"}


@dataclass(frozen=True)
class Use:
    """Something that some seats used: how many did and won, and how many did not and won."""

    what: str
    used: int
    used_won: int
    unused: int
    unused_won: int

    def difference(self) -> Mean:
        """How much more often those won who used it."""
        return share_difference(self.used_won, self.used, self.unused_won, self.unused)


def uses(matches: Matches) -> Section | None:
    """What goes with winning, kind by kind."""
    section = Section("uses", "What goes with winning")
    section.text.append(
        "How often those won who used something, and those who did not. It shows what goes together, not what brings "
        "it about: whoever leads may do other things because he leads. To know what a card or a value is worth, vary "
        "it."
    )
    for kind, title in KIND_TITLES.items():
        found = [use for use in _count_uses(matches, kind) if use.used >= MIN_SEATS and use.unused >= MIN_SEATS]
        if not found:
            continue
        found.sort(key=lambda use: -use.difference().mean)
        ends = found if len(found) <= 2 * ROWS_AT_EACH_END else [*found[:ROWS_AT_EACH_END], *found[-ROWS_AT_EACH_END:]]
        section.tables.append(
            ReportTable(title, ["what", "used by", "won with it", "without", "difference, 95 %"], _rows(ends))
        )
        marks = [Dot(use.what, use.difference().mean, use.difference().low or 0.0, use.difference().high or 0.0) for use in ends]
        line = "How much more often those win who use it."
        section.pictures.append(Picture(f"uses-{kind}", dot_chart(marks, title, line, 0.0, "{:+.0%}")))
    return section if section.tables else None


def _rows(found: list[Use]) -> list[list[str]]:
    rows = []
    for use in found:
        difference = use.difference()
        shares = [percent(use.used / (use.used + use.unused)), percent(use.used_won / use.used)]
        spread = f"{100 * difference.mean:+.1f} ({100 * (difference.low or 0):+.1f} to {100 * (difference.high or 0):+.1f})"
        rows.append([use.what, *shares, percent(use.unused_won / use.unused), spread])
    return rows


def _count_uses(matches: Matches, kind: str) -> list[Use]:
    """Return every use of a kind with its counts; a seat of a match is a case."""
    library = __import__("polars")
    seats = sum(len(row["places"]) for row in matches.rows)
    won = sum(place == 1 for row in matches.rows for place in row["places"])
    used = matches.frame.select("places", "uses").explode("uses").unnest("uses").filter(library.col("kind") == kind)
    winner = library.col("places").list.get(library.col("seat")) == 1
    table = (
        used.with_columns(winner.alias("won")).group_by("what").agg(library.len().alias("n"), library.col("won").sum())
    )
    found = []
    for row in table.sort("what").iter_rows(named=True):
        count, wins = row["n"], row["won"]
        found.append(Use(row["what"], count, wins, seats - count, won - wins))
    return found
