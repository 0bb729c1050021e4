"""The section on choices and events that go with winning."""

from __future__ import annotations

from dataclasses import dataclass

from hippodrome.lab.batches import CHOICE, EVENT
from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import Figure, Matches, Section
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Mean, share_difference
from hippodrome.lab.wording import whole_percent

MIN_SEATS = 12  # that used a thing, and that did not, for it to be listed
ROWS_AT_EACH_END = 12  # the uses that go most, and least, with winning
KIND_TITLES = {CHOICE: "Choices", EVENT: "Events"}


@dataclass(frozen=True)
class Use:
    """Something that seats can use: the number of seats that used it and of those that did not, and their wins."""

    what: str
    used: int
    used_won: int
    unused: int
    unused_won: int

    def difference(self) -> Mean:
        """Return how much more often seats won that used it."""
        return share_difference(self.used_won, self.used, self.unused_won, self.unused)


def uses_section(matches: Matches) -> Section | None:
    """Return the section on what goes with winning, by kind.

    None if nothing was used often enough, or if each seat has a side of its own: then a use would show which side wins.
    """
    if any(matches.names.has_sides(slug) for slug in matches.experiment.scenarios):
        return None
    section = Section("uses", "What goes with winning")
    section.text.append(
        "How often seats won that used something, and how often seats that did not. This shows what goes together, not "
        "cause and effect: a leader may act differently because it leads. To find out what a card or a value is worth, "
        "vary it."
    )
    for kind, title in KIND_TITLES.items():
        counted = [use for use in _count_uses(matches, kind) if use.used >= MIN_SEATS and use.unused >= MIN_SEATS]
        if not counted:
            continue
        counted.sort(key=lambda use: -use.difference().mean)
        is_short = len(counted) <= 2 * ROWS_AT_EACH_END
        shown = counted if is_short else [*counted[:ROWS_AT_EACH_END], *counted[-ROWS_AT_EACH_END:]]
        head = ["what", "used by", "won with it", "won without it", "difference, in points (95 %)"]
        section.tables.append(ReportTable(title, head, _rows(shown)))
        subtitle = "How much more often those win that use it, in percentage points."
        marks = [_dot(use) for use in shown]
        section.pictures.append(
            Figure(f"uses-{kind}", dot_chart(marks, title, subtitle, 0.0, lambda value: f"{100 * value:+.0f}"))
        )
    return section if section.tables else None


def _dot(use: Use) -> Dot:
    difference = use.difference()
    return Dot(use.what, difference.mean, difference.low or 0.0, difference.high or 0.0)


def _rows(uses: list[Use]) -> list[list[str]]:
    rows = []
    for use in uses:
        difference = use.difference()
        shares = [whole_percent(use.used / (use.used + use.unused)), whole_percent(use.used_won / use.used)]
        spread = (
            f"{100 * difference.mean:+.0f} ({100 * (difference.low or 0):+.0f} to {100 * (difference.high or 0):+.0f})"
        )
        rows.append([use.what, *shares, whole_percent(use.unused_won / use.unused), spread])
    return rows


def _count_uses(matches: Matches, kind: str) -> list[Use]:
    """Return every use of a kind with its counts, per seat of a match."""
    library = __import__("polars")
    seats = sum(len(row["places"]) for row in matches.rows)
    won = sum(place == 1 for row in matches.rows for place in row["places"])
    used = matches.frame.select("places", "uses").explode("uses").unnest("uses").filter(library.col("kind") == kind)
    winner = library.col("places").list.get(library.col("seat")) == 1
    table = (
        used.with_columns(winner.alias("won")).group_by("what").agg(library.len().alias("n"), library.col("won").sum())
    )
    uses = []
    for row in table.sort("what").iter_rows(named=True):
        count, wins = row["n"], row["won"]
        uses.append(Use(row["what"], count, wins, seats - count, won - wins))
    return uses
