"""Sections on the strength of entrants: ratings, fair points, and fair values of a varied number."""

from __future__ import annotations

import json

from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import Figure, Matches, Section, group_by, share_cells
from hippodrome.lab.fitted_models import fair_points, fair_value, rate_players
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share

MIN_RATED_ENTRANTS = 3


def ratings_section(matches: Matches) -> Section | None:
    """Return the section with ratings and fair points; None if fewer than three entrants have met others."""
    if len(matches.entrants) < MIN_RATED_ENTRANTS or not matches.non_mirror_matches:
        return None
    section = Section("ratings", "Ratings and fair points")
    section.text.append(
        "Fair points come from a regression (Bradley and Terry): an entrant with N points beats one with M points in "
        "N / (N + M) of their matches, so entrants with equal points are even. 100 is the average. Ratings are "
        "openskill's (Plackett and Luce): 25 is the average, and the true rating lies within twice the uncertainty in "
        "95 of 100 cases."
    )
    points, seat = fair_points(matches.pairing_scores())
    rated = rate_players(matches.entrants, [(row["seats"], row["places"]) for row in matches.non_mirror_matches])
    rows, marks = [], []
    for name in sorted(points, key=lambda name: -points[name].value):
        estimate = points[name]
        rating, uncertainty = rated[name]
        interval = f"{estimate.low:.0f} to {estimate.high:.0f}"
        title = matches.names.entrant(name)
        rows.append([title, f"{estimate.value:.0f}", interval, f"{rating:.1f}", f"{uncertainty:.1f}"])
        marks.append(Dot(title, estimate.value, estimate.low, estimate.high))
    section.tables.append(ReportTable("All entrants", ["", "fair points", "95 %", "rating", "uncertainty"], rows))
    picture = dot_chart(
        marks, "Fair points", "With twice the points, an entrant wins two of three.", 100.0, "{:.0f}".format
    )
    section.pictures.append(Figure("points", picture))
    if matches.experiment.swap:
        first = Share(seat.value, seat.low, seat.high)
        rows = [["first seat", *share_cells(first)]]
        section.tables.append(ReportTable("Between equal entrants", ["", "wins", "95 %"], rows))
    return section


def fair_values_section(matches: Matches) -> Section | None:
    """Return the section on values at which pairings would be even; None unless exactly one number was varied."""
    vary = matches.experiment.vary
    if len(vary) != 1 or not all(isinstance(json.loads(value), (int, float)) for value in vary[0][1]):
        return None
    path, values = vary[0]
    if len(values) < 2 or any(isinstance(json.loads(value), bool) for value in values):
        return None
    section = Section("fair", f"Fair value of {matches.names.path(path)}")
    rows = []
    for pairing, group in matches.groups().items():
        estimate = fair_value([_point(arm, inside) for (arm,), inside in group_by(group, "arm").items()])
        cells = (
            ["no clear effect", ""]
            if estimate is None
            else [f"{estimate.value:.2f}", f"{estimate.low:.2f} to {estimate.high:.2f}"]
        )
        rows.append([pairing, *cells])
    section.text.append(
        "The value at which the score would be 50 %, by logistic regression over the values tried. A value far outside "
        "their range is only a guess: run an experiment with it."
    )
    section.tables.append(ReportTable("Fair values", ["who", "fair value", "95 %"], rows))
    return section


def _point(arm: str, rows: list[dict[str, float]]) -> tuple[float, float, int]:
    """Return the value of an arm, its mean score, and the number of its matches."""
    scores = [row["score"] for row in rows]
    return float(json.loads(arm.rpartition(" = ")[2])), sum(scores) / len(scores), len(scores)
