"""What units, cards, actions and rows of tables go with winning."""

from __future__ import annotations

from dataclasses import dataclass

from hippodrome.lab.batches import ACTION, DETAIL, EVENT
from hippodrome.lab.charts import Dot, dots
from hippodrome.lab.findings.base import Matches, Picture, Section, percent
from hippodrome.lab.simulation_report import Table
from hippodrome.lab.stats import Mean, apart

FEWEST = 12  # seats that used something, and that did not, for it to be told
SHOWN = 12  # at each end
KINDS = {ACTION: "Actions and cards", DETAIL: "Units, weapons and rows of tables", EVENT: "What happened to whom"}


@dataclass(frozen=True)
class Use:
    """Something that some seats used: how many did and won, and how many did not and won."""

    what: str
    used: int
    used_won: int
    unused: int
    unused_won: int

    def gap(self) -> Mean:
        """How much more often those won who used it."""
        return apart(self.used_won, self.used, self.unused_won, self.unused)


def uses(matches: Matches) -> Section | None:
    """What goes with winning, kind by kind."""
    section = Section("uses", "What goes with winning")
    section.text.append(
        "How often those won who used something, and those who did not. It shows what goes together, not what brings "
        "it about: whoever leads may do other things because he leads. To know what a card or a value is worth, vary "
        "it."
    )
    for kind, title in KINDS.items():
        found = [use for use in _counted(matches, kind) if use.used >= FEWEST and use.unused >= FEWEST]
        if not found:
            continue
        found.sort(key=lambda use: -use.gap().mean)
        ends = found if len(found) <= 2 * SHOWN else [*found[:SHOWN], *found[-SHOWN:]]
        section.tables.append(
            Table(title, ["what", "used by", "won with it", "without", "difference, 95 %"], _rows(ends))
        )
        marks = [Dot(use.what, use.gap().mean, use.gap().low or 0.0, use.gap().high or 0.0) for use in ends]
        line = "How much more often those win who use it."
        section.pictures.append(Picture(f"uses-{kind}", dots(marks, title, line, 0.0, "{:+.0%}")))
    return section if section.tables else None


def _rows(found: list[Use]) -> list[list[str]]:
    rows = []
    for use in found:
        gap = use.gap()
        shares = [percent(use.used / (use.used + use.unused)), percent(use.used_won / use.used)]
        spread = f"{100 * gap.mean:+.1f} ({100 * (gap.low or 0):+.1f} to {100 * (gap.high or 0):+.1f})"
        rows.append([use.what, *shares, percent(use.unused_won / use.unused), spread])
    return rows


def _counted(matches: Matches, kind: str) -> list[Use]:
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
