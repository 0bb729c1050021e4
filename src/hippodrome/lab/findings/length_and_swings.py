"""How long matches are, how exciting, and how much in them is luck."""

from __future__ import annotations

from hippodrome.lab.batches import Row
from hippodrome.lab.charts import column_chart
from hippodrome.lab.findings.base import Matches, Picture, Section, group_by, percent, share_cells
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import quantile, sample_mean, wilson

HISTOGRAM_BINS = 10


def length(matches: Matches) -> Section:
    """Length and drama."""
    section = Section("drama", "Length and drama")
    rows = [
        _statistics_row("decisions", [row["decisions"] for row in matches.rows]),
        _statistics_row("changes of the lead", [row["lead_changes"] for row in matches.rows]),
    ]
    library = __import__("polars")
    figures = matches.frame.select("figures").explode("figures").unnest("figures").drop_nulls("name")
    for name in figures["name"].unique(maintain_order=True):
        values = figures.filter(library.col("name") == name)["value"].to_list()
        rows.append(_statistics_row(name, values))
    section.tables.append(ReportTable("In a match", ["what", "mean", "95 %", "tenth", "median", "nine tenths"], rows))
    ends = group_by(matches.rows, "reason")
    reasons = [
        [name, str(len(group)), *share_cells(wilson(len(group), len(matches.rows)))] for (name,), group in ends.items()
    ]
    section.tables.append(ReportTable("Endings", ["ending", "matches", "share", "95 %"], reasons))
    _add_decision_times(matches, section)
    return section


def _statistics_row(name: str, values: list[float]) -> list[str]:
    found = sample_mean(values)
    spread = "" if found.low is None else f"{found.low:.2f} – {found.high:.2f}"
    return [name, f"{found.mean:.2f}", spread, *[f"{quantile(values, share):g}" for share in (0.1, 0.5, 0.9)]]


def _add_decision_times(matches: Matches, section: Section) -> None:
    """When the winner took the lead for good."""
    when = [row["decided"] for row in matches.rows]
    late = sum(value >= 0.75 for value in when) / len(when)
    early = sum(value < 0.25 for value in when) / len(when)
    section.text.append(
        f"Whoever won led for good, by the game's own reckoning, after {quantile(when, 0.5):.0%} of the match in the "
        f"median; {percent(early)} of the matches were decided in their first quarter, {percent(late)} in their last."
    )
    counts = [0] * HISTOGRAM_BINS
    for value in when:
        counts[min(HISTOGRAM_BINS - 1, int(value * HISTOGRAM_BINS))] += 1
    named = [(f"to {100 * (place + 1) // HISTOGRAM_BINS} %", count) for place, count in enumerate(counts)]
    picture = column_chart(named, "When it was decided", "How far the match was when the winner took the lead for good.")
    section.pictures.append(Picture("decided", picture))
    rows = [[name, str(count), percent(count / len(when))] for name, count in named]
    section.tables.append(ReportTable("Decided after", ["of the match", "matches", "share"], rows))


# -------------------------------------------------------------------- luck


def luck(matches: Matches) -> Section | None:
    """How much of the outcome who plays, and from which seat, explains; the rest is luck."""
    if not matches.unlike_matches:
        return None
    section = Section("luck", "Luck and skill")
    total = sum((row["score"] - 0.5) ** 2 for row in matches.unlike_matches) / len(matches.unlike_matches)
    skill = _variance_between(list(group_by(matches.unlike_matches, "cell").values()))
    seat = _seat_variance(matches.unlike_matches)
    if total == 0:
        section.text.append("Every match was a draw.")
        return section
    shares = [max(0.0, skill / total), max(0.0, seat / total)]
    rest = max(0.0, 1 - sum(shares))
    section.text.append(
        f"Who plays, and with what, explains {percent(shares[0])} of how matches come out, the seat "
        f"{percent(shares[1])}; the other {percent(rest)} are dice and what happens in the match. (Shares of the "
        "variance of the score, with what few matches would show by mere chance taken off.)"
    )
    names = ["who plays, and with what", "the seat", "luck: dice and the course of the match"]
    rows = [[name, percent(value)] for name, value in zip(names, [*shares, rest], strict=True)]
    section.tables.append(ReportTable("What decides", ["what", "share"], rows))
    _add_same_dice_table(matches, section)
    return section


def _variance_between(groups: list[list[Row]]) -> float:
    """How far the means of groups lie from a half, squared, less what chance alone would give."""
    found: list[tuple[int, float]] = []
    for group in groups:
        scores: list[float] = [row["score"] for row in group]
        mean = sum(scores) / len(scores)
        chance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores)
        found.append((len(scores), (mean - 0.5) ** 2 - chance))
    return sum(count * value for count, value in found) / sum(count for count, _ in found)


def _seat_variance(rows: list[Row]) -> float:
    """Half of what the first entrant scores more from its first seat than from its second, squared."""
    halves = group_by(rows, "rotation")
    if len(halves) != 2:
        return 0.0
    means: list[float] = []
    chances: list[float] = []
    for group in halves.values():
        scores: list[float] = [row["score"] for row in group]
        mean = sum(scores) / len(scores)
        means.append(mean)
        chances.append(sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores))
    return ((means[0] - means[1]) / 2) ** 2 - sum(chances) / 4


def _add_same_dice_table(matches: Matches, section: Section) -> None:
    """Whether it is the side or the seat that wins twice with the same dice."""
    pairs = [group for group in group_by(matches.unlike_matches, "cell", "seed").values() if len(group) == 2]
    whole = [[row["score"] for row in group] for group in pairs if all(row["score"] in (0, 1) for row in group)]
    if not whole:
        return
    side = sum(one == other for one, other in whole)
    rows = [
        ["the same side won both", str(side), *share_cells(wilson(side, len(whole)))],
        ["the same seat won both", str(len(whole) - side), *share_cells(wilson(len(whole) - side, len(whole)))],
    ]
    section.tables.append(
        ReportTable("The same dice twice, with the seats swapped", ["what", "pairs", "share", "95 %"], rows)
    )
