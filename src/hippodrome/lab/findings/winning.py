"""Sections on wins: by pairing, by arm, and by seat, starting place and first decision."""

from __future__ import annotations

from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.lab.batches import Row, match_spec
from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import (
    Figure,
    Matches,
    Section,
    group_by,
    score_share,
    share_cells,
)
from hippodrome.lab.heatmap import heatmap
from hippodrome.lab.round_robin import share_json
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Mean, percent, sample_mean, wilson

MAX_HEATMAP_ENTRANTS = 16
MAX_ARM_DOTS = 40  # rows in the chart of arms
MIN_OPENING_USES = 10  # for a first choice to be listed
MAX_OPENINGS = 12
FIRST_TO_DECIDE = "first to decide"


def matrix_section(matches: Matches) -> Section | None:
    """Return the section on wins of each entrant, against all others and each; None if there is only one entrant."""
    if len(matches.entrants) < 2:
        return None
    section = Section("matrix", "Who beats whom")
    section.text.append(
        "A draw counts as half a win. The 95 % interval contains the true share in 95 of 100 experiments."
    )
    if len(matches.experiment.arms()) > 1:
        section.text.append("These tables combine all arms; the next section shows them separately.")
    names = sorted(matches.entrants, key=lambda name: -sum(matches.against_all(name)) / len(matches.against_all(name)))
    rows = []
    about = [name for name in names if matches.experiment.is_about(name)]
    for name in about or names:
        scores = matches.against_all(name)
        cells = [*share_cells(score_share(scores)), *share_cells(matches.survival(name))]
        rows.append([name, str(len(scores)), *cells])
    head = ["", "matches", "won", "95 %", "still in at the end", "95 %"]
    section.tables.append(ReportTable("Against all others", head, rows))
    grid = []
    for one in names:
        grid.append([one, *[_cell(matches.scores(one, other) if one != other else []) for other in names]])
    title = "Wins of the row against the column, in per cent, with 95 % interval"
    section.tables.append(ReportTable(title, ["", *names], grid))
    if len(names) <= MAX_HEATMAP_ENTRANTS and not about:
        title = matches.experiment.title
        lines = (f"How often the row beats the column, in {len(matches.non_mirror_matches)} matches.",)
        section.pictures.append(Figure("matrix", heatmap(_as_round_robin(matches), title, lines, "match")))
    return section


def _cell(scores: list[float]) -> str:
    if not scores:
        return ""
    share = score_share(scores)
    return f"{100 * share.share:.0f} ({100 * share.low:.0f}–{100 * share.high:.0f})"


def _as_round_robin(matches: Matches) -> Json:
    """Return the wins in the format of a round robin, for the heat map."""
    contenders = []
    for name in matches.entrants:
        scores = matches.against_all(name)
        survival = matches.survival(name)
        home = {"share": survival.share, "low": survival.low, "high": survival.high}
        contenders.append({"key": name, "name": name, "won": share_json(sum(scores), len(scores)), "home": home})
    pairs = []
    for place, one in enumerate(matches.entrants):
        for other in matches.entrants[place + 1 :]:
            scores = matches.scores(one, other)
            if scores:
                won, lost = sum(scores), len(scores) - sum(scores)
                pairs.append(
                    {"pair": [one, other], "won": [share_json(won, len(scores)), share_json(lost, len(scores))]}
                )
    return {"contenders": contenders, "pairs": pairs}


# -------------------------------------------------------------------- what was varied


def arms_section(matches: Matches) -> Section | None:
    """Return the section on scores by arm, with differences from the first arm; None if there is only one arm."""
    if len(matches.experiment.arms()) < 2:
        return None
    section = Section("arms", "What was varied")
    section.text.append(
        "All arms use the same dice, so the difference from the first arm is computed match by match. If its interval "
        "does not contain 0, the difference is unlikely to be chance."
    )
    rows, marks = [], []
    for pairing, group in matches.groups().items():
        first: list[Row] | None = None
        for (arm,), inside in group_by(group, "arm").items():
            share = score_share([row["score"] for row in inside])
            difference = _paired_difference(first, inside) if first is not None else None
            first = inside if first is None else first
            change = "" if difference is None else _signed_percent(difference)
            rows.append([pairing, arm, str(len(inside)), *share_cells(share), change])
            marks.append(Dot(f"{pairing}, {_short_arm(arm)}", share.share, share.low, share.high))
    head = ["pairing", "arm", "matches", "score of the first entrant", "95 %", "difference from the first arm"]
    section.tables.append(ReportTable("By arm", head, rows))
    if len(marks) <= MAX_ARM_DOTS:
        chart = dot_chart(marks, "Score by arm", "Score of the first entrant of each pairing.", 0.5)
        section.pictures.append(Figure("arms", chart))
    return section


def _short_arm(arm: str) -> str:
    """Return the text of an arm without the paths before the last key."""
    return ", ".join(part.rpartition(".")[2] for part in arm.split(", "))


def _paired_difference(first: list[Row], other: list[Row]) -> Mean:
    """Return the mean difference of the first entrant's score between two arms, over matches with the same dice."""
    scores = {_match_key(row): row["score"] for row in first}
    both = [row for row in other if _match_key(row) in scores]
    return sample_mean([row["score"] - scores[_match_key(row)] for row in both] or [0.0])


def _match_key(row: Row) -> tuple[str, str, int]:
    """Return the key that a match shares with those of other arms with the same dice."""
    return row["pairing"], row["scenario"], row["number"]


def _signed_percent(difference: Mean) -> str:
    if difference.low is None or difference.high is None:
        return f"{100 * difference.mean:+.1f}"
    return f"{100 * difference.mean:+.1f} ({100 * difference.low:+.1f} to {100 * difference.high:+.1f})"


# -------------------------------------------------------------------- seats


def seats_section(matches: Matches) -> Section | None:
    """Return the section on wins by seat, starting place and first decision; None if matches have one seat."""
    count = matches.experiment.seats
    if count < 2:
        return None
    section = Section("seats", "Seats, starting places and the first decision")
    even = 1 / count
    rows, marks = [], []
    for seat in range(count):
        scores = [_seat_score(row, seat) for row in matches.rows]
        share = score_share(scores)
        rows.append([FACTIONS[seat], str(len(scores)), *share_cells(share)])
        marks.append(Dot(FACTIONS[seat], share.share, share.low, share.high))
    firsts = [_seat_score(row, row["first"]) for row in matches.rows if row["first"] >= 0]
    if firsts:
        share = score_share(firsts)
        rows.append([FIRST_TO_DECIDE, str(len(firsts)), *share_cells(share)])
        marks.append(Dot(FIRST_TO_DECIDE, share.share, share.low, share.high))
    rows += _by_starting_place(matches, marks)
    title = "Wins by seat, starting place and first decision"
    section.tables.append(ReportTable(title, ["who", "matches", "won", "95 %"], rows))
    section.text += _balance_sentences(marks, even)
    if firsts and matches.non_mirror_matches:
        section.text.append(
            "Which seat decides first may depend on its side, so this does not prove that going first helps."
        )
    section.pictures.append(Figure("seats", dot_chart(marks, title, f"{percent(even)} would be even.", even)))
    openings = _openings(matches)
    if openings:
        section.tables.append(openings)
    return section


def _balance_sentences(marks: list[Dot], even: float) -> list[str]:
    """Return which seats and starting places win clearly more or less often than their share."""
    unbalanced = [mark for mark in marks if mark.low > even or mark.high < even]
    seats = [mark for mark in unbalanced if mark.name in FACTIONS]
    others = [mark for mark in unbalanced if mark.name not in FACTIONS]
    sentences = []
    if seats:
        shares = [f"{mark.name} {percent(mark.value, 0)}" for mark in seats[1:]]
        first = f"{seats[0].name} wins {percent(seats[0].value, 0)}"
        sentences.append(f"{', '.join([first, *shares])}: not balanced.")
    else:
        sentences.append(f"No seat wins clearly more or less than its share of {percent(even, 0)}.")
    if others:
        shares = [f"{mark.name}: {percent(mark.value, 0)}" for mark in others]
        sentences.append(f"Clearly different from {percent(even, 0)}: {'; '.join(shares)}.")
    return sentences


def _by_starting_place(matches: Matches, marks: list[Dot]) -> list[list[str]]:
    """Return wins by the starting place that the dice gave, such as on the grid; empty if the game has none."""
    scores: dict[str, list[float]] = {}
    for row in matches.rows:
        positions = _start_positions(matches, row)
        if not positions:
            break
        for seat, place in positions.items():
            scores.setdefault(place, []).append(_seat_score(row, seat))
    rows = []
    for place in sorted(scores):
        share = score_share(scores[place])
        rows.append([place, str(len(scores[place])), *share_cells(share)])
        marks.append(Dot(place, share.share, share.low, share.high))
    return rows


def _start_positions(matches: Matches, row: Row) -> dict[int, str]:
    """Return the starting place of each seat; the match is set up again with the same dice to find out."""
    cell = matches.cells[row["cell"]]
    return cell.rules().analysis.start_positions(match_spec(cell, row["number"]).start().events)


def _seat_score(row: Row, seat: int) -> float:
    winners = [place for place, rank in enumerate(row["places"]) if rank == 1]
    return (seat in winners) / len(winners) if winners else 1 / len(row["places"])


def _openings(matches: Matches) -> ReportTable | None:
    """Return the first choices of seats and how often they won; None if fewer than two are frequent enough."""
    library = __import__("polars")
    used = (
        matches.frame.select("places", "uses").explode("uses").unnest("uses").filter(library.col("kind") == "opening")
    )
    wins_by_choice: dict[str, list[int]] = {}
    for row in used.iter_rows(named=True):
        wins_by_choice.setdefault(row["what"], []).append(int(row["places"][row["seat"]] == 1))
    frequent = [item for item in wins_by_choice.items() if len(item[1]) >= MIN_OPENING_USES]
    if len(frequent) < 2:
        return None
    frequent = sorted(frequent, key=lambda item: -len(item[1]))[:MAX_OPENINGS]
    rows = [[what, str(len(wins)), *share_cells(wilson(sum(wins), len(wins)))] for what, wins in frequent]
    return ReportTable("First choices", ["first choice", "times", "won", "95 %"], rows)
