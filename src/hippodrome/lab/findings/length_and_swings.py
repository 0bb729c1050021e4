"""Sections on the length of matches, changes of the lead, and luck."""

from __future__ import annotations

from hippodrome.kit.templates import plural
from hippodrome.lab.batches import Row
from hippodrome.lab.charts import column_chart
from hippodrome.lab.findings.base import Figure, Matches, Section, group_by, share_cells
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import quantile, sample_mean, wilson
from hippodrome.lab.wording import whole_percent

HISTOGRAM_BINS = 10


def length_section(matches: Matches) -> Section:
    """Return the section on length, endings, lead changes, and when matches were decided."""
    section = Section("drama", "Length and lead changes")
    rows = [
        _statistics_row("Decisions", [row["decisions"] for row in matches.rows]),
        _statistics_row("Lead changes", [row["lead_changes"] for row in matches.rows]),
    ]
    library = __import__("polars")
    figures = matches.frame.select("figures").explode("figures").unnest("figures").drop_nulls("name")
    for name in figures["name"].unique(maintain_order=True):
        values = figures.filter(library.col("name") == name)["value"].to_list()
        if min(values) < max(values):  # one that is always the same says nothing
            rows.append(_statistics_row(matches.names.figure(name), values))
    head = ["what", "mean", "95 %", "10th percentile", "median", "90th percentile"]
    section.tables.append(ReportTable(f"Per {matches.names.game.words.match}", head, rows))
    ends, reasons_of_game = group_by(matches.rows, "reason"), matches.names.game.words.reasons
    reasons = [
        [reasons_of_game.get(name, name), f"{len(group):,}", *share_cells(wilson(len(group), len(matches.rows)))]
        for (name,), group in ends.items()
    ]
    section.tables.append(
        ReportTable("Endings", ["ending", plural(matches.names.game.words.match), "share", "95 %"], reasons)
    )
    _add_decision_times(matches, section)
    return section


def _statistics_row(name: str, values: list[float]) -> list[str]:
    mean = sample_mean(values)
    spread = "" if mean.low is None else f"{mean.low:.1f} to {mean.high:.1f}"
    return [name, f"{mean.mean:.1f}", spread, *[f"{quantile(values, share):g}" for share in (0.1, 0.5, 0.9)]]


def _add_decision_times(matches: Matches, section: Section) -> None:
    """Add the distribution of the moment at which the winner took the lead for good."""
    word = matches.names.game.words.match
    title, when = f"When {plural(word)} were decided", [row["decided"] for row in matches.rows]
    late = sum(value >= 0.75 for value in when) / len(when)
    early = sum(value < 0.25 for value in when) / len(when)
    median = whole_percent(quantile(when, 0.5))
    section.text.append(
        "Half of the winners led from the start."
        if quantile(when, 0.5) == 0
        else f"Half of the winners took the lead for good in the first {median} of the {word}."
    )
    section.text.append(
        f"{whole_percent(early)} of the {plural(word)} were decided in the first quarter, {whole_percent(late)} in the "
        "last. The leader is the seat whose position the game evaluates highest."
    )
    counts = [0] * HISTOGRAM_BINS
    for value in when:
        counts[min(HISTOGRAM_BINS - 1, int(value * HISTOGRAM_BINS))] += 1
    named = [(f"up to {100 * (place + 1) // HISTOGRAM_BINS} %", count) for place, count in enumerate(counts)]
    subtitle = f"Share of the {word} played when the winner took the lead for good."
    picture = column_chart(named, title, subtitle)
    section.pictures.append(Figure("decided", picture))
    rows = [[name, str(count), whole_percent(count / len(when))] for name, count in named]
    section.tables.append(ReportTable(title, [f"of the {word}", plural(word), "share"], rows))


# -------------------------------------------------------------------- luck


def luck_section(matches: Matches) -> Section | None:
    """Return the section on how much of the results the entrants and the seat explain; the rest is luck."""
    if not matches.non_mirror_matches:
        return None
    section = Section("luck", "Luck and skill")
    total = sum((row["score"] - 0.5) ** 2 for row in matches.non_mirror_matches) / len(matches.non_mirror_matches)
    skill = _variance_between(list(group_by(matches.non_mirror_matches, "cell").values()))
    seat = _seat_variance(matches.non_mirror_matches)
    if total == 0:
        section.text.append("Every match was a draw.")
        return section
    shares = [max(0.0, skill / total), max(0.0, seat / total)]
    rest = max(0.0, 1 - sum(shares))
    section.text.append(
        f"Players and sides explain {whole_percent(shares[0])} of the variance of the scores, the seat "
        f"{whole_percent(shares[1])}. The other {whole_percent(rest)} is luck: the dice and the course of the match. "
        "(The shares are corrected for the variance that chance alone would show in this number of matches.)"
    )
    names = ["players and sides", "seat", "luck: dice and the course of the match"]
    rows = [[name, whole_percent(value)] for name, value in zip(names, [*shares, rest], strict=True)]
    section.tables.append(ReportTable("Shares of the variance", ["what", "share"], rows))
    _add_same_dice_table(matches, section)
    return section


def _variance_between(groups: list[list[Row]]) -> float:
    """Return the mean squared distance of group means from 0.5, less what chance alone would give."""
    distances: list[tuple[int, float]] = []
    for group in groups:
        scores: list[float] = [row["score"] for row in group]
        mean = sum(scores) / len(scores)
        chance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores)
        distances.append((len(scores), (mean - 0.5) ** 2 - chance))
    return sum(count * value for count, value in distances) / sum(count for count, _ in distances)


def _seat_variance(rows: list[Row]) -> float:
    """Return the variance due to the seat, less what chance alone would give.

    It is the square of half the difference between the first entrant's mean scores from its two seats.
    """
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
    """Add how often the same side, and how often the same seat, won both matches with the same dice."""
    pairs = [group for group in group_by(matches.non_mirror_matches, "cell", "seed").values() if len(group) == 2]
    whole = [[row["score"] for row in group] for group in pairs if all(row["score"] in (0, 1) for row in group)]
    if not whole:
        return
    side = sum(one == other for one, other in whole)
    rows = [
        ["same side won both", str(side), *share_cells(wilson(side, len(whole)))],
        ["same seat won both", str(len(whole) - side), *share_cells(wilson(len(whole) - side, len(whole)))],
    ]
    title = "Pairs of matches with the same dice and swapped seats"
    section.tables.append(ReportTable(title, ["what", "pairs", "share", "95 %"], rows))
