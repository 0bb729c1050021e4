"""Who wins: each against each, what was varied, and what the seat and the first move are worth."""

from __future__ import annotations

from hippodrome.kit.scene import FACTIONS
from hippodrome.kit.state import Json
from hippodrome.lab.batches import Row, start_match
from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import Matches, Picture, Section, group_by, percent, score_share, share_cells
from hippodrome.lab.heatmap import heatmap
from hippodrome.lab.round_robin import share_json
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Mean, sample_mean, wilson

MAX_IN_GRID = 16


def matrix(matches: Matches) -> Section | None:
    """Return each against each, and everybody against all others."""
    if len(matches.entrants) < 2:
        return None
    section = Section("matrix", "Who beats whom")
    section.text.append("A draw counts half. The interval holds the true share in 95 of 100 experiments.")
    if len(matches.experiment.arms()) > 1:
        section.text.append("Here all values of what was varied are taken together; apart they stand below.")
    names = sorted(matches.entrants, key=lambda name: -sum(matches.against_all(name)) / len(matches.against_all(name)))
    rows = []
    about = [name for name in names if matches.experiment.is_about(name)]
    for name in about or names:
        found = score_share(matches.against_all(name))
        rows.append([name, str(len(matches.against_all(name))), *share_cells(found), *share_cells(matches.survival(name))])
    head = ["", "matches", "won", "95 %", "still in at the end", "95 %"]
    section.tables.append(ReportTable("Against all others", head, rows))
    grid = []
    for one in names:
        cells = [matches.scores(one, other) if one != other else [] for other in names]
        grid.append([one, *[_cell(scores) for scores in cells]])
    section.tables.append(ReportTable("The row beats the column, in per cent, and its interval", ["", *names], grid))
    if len(names) <= MAX_IN_GRID and not about:
        title = matches.experiment.title
        lines = (f"How often the row beats the column; {len(matches.unlike_matches)} matches.",)
        section.pictures.append(Picture("matrix", heatmap(_as_round_robin(matches), title, lines, "match")))
    return section


def _cell(scores: list[float]) -> str:
    if not scores:
        return ""
    found = score_share(scores)
    return f"{100 * found.share:.0f} ({100 * found.low:.0f}–{100 * found.high:.0f})"


def _as_round_robin(matches: Matches) -> Json:
    """Return the counts as a round robin tells them, for its picture."""
    contenders = []
    for name in matches.entrants:
        scores = matches.against_all(name)
        home = matches.survival(name)
        kept = {"share": home.share, "low": home.low, "high": home.high}
        contenders.append({"key": name, "name": name, "won": share_json(sum(scores), len(scores)), "home": kept})
    pairs = []
    for place, one in enumerate(matches.entrants):
        for other in matches.entrants[place + 1 :]:
            scores = matches.scores(one, other)
            if scores:
                won, lost = sum(scores), len(scores) - sum(scores)
                pairs.append({"pair": [one, other], "won": [share_json(won, len(scores)), share_json(lost, len(scores))]})
    return {"contenders": contenders, "pairs": pairs}


# -------------------------------------------------------------------- what was varied


def arms(matches: Matches) -> Section | None:
    """Return the score of every pairing in every arm, and how far it is from the first arm's with the same dice."""
    if len(matches.experiment.arms()) < 2:
        return None
    section = Section("arms", "What was varied")
    section.text.append(
        "All arms were played with the same dice, so the difference to the first arm is taken match by match. "
        "A difference whose interval does not hold 0 is hardly chance."
    )
    rows, marks = [], []
    for pairing, group in matches.groups().items():
        first: list[Row] | None = None
        for (arm,), inside in group_by(group, "arm").items():
            found = score_share([row["score"] for row in inside])
            difference = _paired_difference(first, inside) if first is not None else None
            first = inside if first is None else first
            words = "" if difference is None else _signed_percent(difference)
            rows.append([pairing, arm, str(len(inside)), *share_cells(found), words])
            marks.append(Dot(f"{pairing}, {_short_arm(arm)}", found.share, found.low, found.high))
    head = ["pairing", "arm", "matches", "score of the first", "95 %", "against the first arm"]
    section.tables.append(ReportTable("By arm", head, rows))
    if len(marks) <= 40:
        section.pictures.append(
            Picture("arms", dot_chart(marks, "Score by arm", "Of the first of each pairing.", 0.5, "{:.0%}"))
        )
    return section


def _short_arm(arm: str) -> str:
    """Return an arm by the last words of what is varied."""
    return ", ".join(part.rpartition(".")[2] for part in arm.split(", "))


def _paired_difference(first: list[Row], other: list[Row]) -> Mean:
    """How much more the first entrant scored in one arm than in another, with the same dice."""
    scores = {_match_key(row): row["score"] for row in first}
    both = [row for row in other if _match_key(row) in scores]
    return sample_mean([row["score"] - scores[_match_key(row)] for row in both] or [0.0])


def _match_key(row: Row) -> tuple[str, str, int]:
    """What a match has in common with its likes in other arms."""
    return row["pairing"], row["scenario"], row["number"]


def _signed_percent(difference: Mean) -> str:
    if difference.low is None or difference.high is None:
        return f"{100 * difference.mean:+.1f}"
    return f"{100 * difference.mean:+.1f} ({100 * difference.low:+.1f} to {100 * difference.high:+.1f})"


# -------------------------------------------------------------------- seats


def seats(matches: Matches) -> Section | None:
    """What the seat and the first decision are worth."""
    count = matches.experiment.seats
    if count < 2:
        return None
    section = Section("seats", "Seats, lanes and the first move")
    even = 1 / count
    rows, marks = [], []
    for seat in range(count):
        scores = [_seat_score(row, seat) for row in matches.rows]
        found = score_share(scores)
        rows.append([FACTIONS[seat], str(len(scores)), *share_cells(found)])
        marks.append(Dot(FACTIONS[seat], found.share, found.low, found.high))
    began = [_seat_score(row, row["first"]) for row in matches.rows if row["first"] >= 0]
    if began:
        found = score_share(began)
        rows.append(["whoever decided first", str(len(began)), *share_cells(found)])
        marks.append(Dot("whoever decided first", found.share, found.low, found.high))
    rows += _by_lane(matches, marks)
    section.tables.append(ReportTable("Wins by seat, lane and move", ["who", "matches", "won", "95 %"], rows))
    off = [mark.name for mark in marks if mark.low > even or mark.high < even]
    fair = f"No seat is clearly better than its share of {percent(even)}."
    section.text.append(f"Not at its share of {percent(even)}: {', '.join(off)}." if off else fair)
    if began and matches.unlike_matches:
        section.text.append("Who decides first may follow from what he plays: that is no proof that moving first pays.")
    title = "Wins by seat, lane and move"
    section.pictures.append(Picture("seats", dot_chart(marks, title, f"{percent(even)} would be even.", even, "{:.0%}")))
    openings = _openings(matches)
    if openings:
        section.tables.append(openings)
    return section


def _by_lane(matches: Matches, marks: list[Dot]) -> list[list[str]]:
    """Where seats began by the dice, such as on the grid, and how often they won; nothing where all are alike."""
    found: dict[str, list[float]] = {}
    for row in matches.rows:
        lanes = _start_positions(matches, row)
        if not lanes:
            break
        for seat, lane in lanes.items():
            found.setdefault(lane, []).append(_seat_score(row, seat))
    rows = []
    for lane in sorted(found):
        share = score_share(found[lane])
        rows.append([lane, str(len(found[lane])), *share_cells(share)])
        marks.append(Dot(lane, share.share, share.low, share.high))
    return rows


def _start_positions(matches: Matches, row: Row) -> dict[int, str]:
    """Where the seats of a match began: it is set up again for that, with the same dice."""
    cell = matches.cells[row["cell"]]
    return cell.rules().start_positions(start_match(cell, row["number"]).events)


def _seat_score(row: Row, seat: int) -> float:
    winners = [place for place, rank in enumerate(row["places"]) if rank == 1]
    return (seat in winners) / len(winners) if winners else 1 / len(row["places"])


def _openings(matches: Matches) -> ReportTable | None:
    """Return the first choices of seats, such as a lane, and how often they won."""
    library = __import__("polars")
    used = (
        matches.frame.select("places", "uses").explode("uses").unnest("uses").filter(library.col("kind") == "opening")
    )
    found: dict[str, list[int]] = {}
    for row in used.iter_rows(named=True):
        found.setdefault(row["what"], []).append(int(row["places"][row["seat"]] == 1))
    often = sorted([item for item in found.items() if len(item[1]) >= 10], key=lambda item: -len(item[1]))[:12]
    if len(often) < 2:
        return None
    rows = [[what, str(len(wins)), *share_cells(wilson(sum(wins), len(wins)))] for what, wins in often]
    return ReportTable("First choices, such as a lane", ["first choice", "times", "won", "95 %"], rows)
