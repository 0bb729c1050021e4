"""How strong everybody is: ratings, fair points, and the value of what was varied that would be fair."""

from __future__ import annotations

import json

from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import Matches, Picture, Section, group_by, share_cells
from hippodrome.lab.models import fair_points, fair_value
from hippodrome.lab.ratings import rate_players
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share


def ratings(matches: Matches) -> Section | None:
    """Ratings and points of everybody who met others."""
    if not matches.unlike_matches:
        return None
    section = Section("ratings", "Ratings and fair points")
    section.text.append(
        "Points are worked out by regression (Bradley and Terry): whoever has N points beats whoever has M in "
        "N / (N + M) of their matches, so an even match is one of equal points. 100 is the middle. The rating is "
        "openskill's "
        "(Plackett and Luce): 25 is the middle, and the truth lies within twice the doubt in 95 of 100 cases."
    )
    points, seat = fair_points(matches.pairing_scores())
    ranked = rate_players(matches.entrants, [(row["seats"], row["places"]) for row in matches.unlike_matches])
    rows, marks = [], []
    for name in sorted(points, key=lambda name: -points[name].value):
        found = points[name]
        mean, doubt = ranked[name]
        spread = f"{found.low:.0f} – {found.high:.0f}"
        rows.append([name, f"{found.value:.0f}", spread, f"{mean:.1f}", f"{doubt:.1f}"])
        marks.append(Dot(name, found.value, found.low, found.high))
    section.tables.append(ReportTable("Everybody", ["", "fair points", "95 %", "rating", "doubt"], rows))
    picture = dot_chart(marks, "Fair points", "Whoever has twice the points wins two matches of three.", 100.0, "{:.0f}")
    section.pictures.append(Picture("points", picture))
    if matches.experiment.swap:
        first = Share(seat.value, seat.low, seat.high)
        section.tables.append(ReportTable("Between equals", ["", "wins", "95 %"], [["the first seat", *share_cells(first)]]))
    return section


def fair_values(matches: Matches) -> Section | None:
    """Where one number was varied: the value at which a pairing would be even."""
    vary = matches.experiment.vary
    if len(vary) != 1 or not all(isinstance(json.loads(value), (int, float)) for value in vary[0][1]):
        return None
    path, values = vary[0]
    if len(values) < 2 or any(isinstance(json.loads(value), bool) for value in values):
        return None
    section = Section("fair", f"A fair value of {path}")
    rows = []
    for pairing, group in matches.groups().items():
        found = fair_value([_point(arm, inside) for (arm,), inside in group_by(group, "arm").items()])
        words = (
            ["it hardly matters", ""]
            if found is None
            else [f"{found.value:.2f}", f"{found.low:.2f} – {found.high:.2f}"]
        )
        rows.append([pairing, *words])
    section.text.append(
        "Where the score would be a half, by logistic regression over the values that were tried. A value far outside "
        "them is a guess: try it."
    )
    section.tables.append(ReportTable("Fair values", ["pairing", "fair value", "95 %"], rows))
    return section


def _point(arm: str, rows: list[dict[str, float]]) -> tuple[float, float, int]:
    scores = [row["score"] for row in rows]
    return float(json.loads(arm.rpartition(" = ")[2])), sum(scores) / len(scores), len(scores)
