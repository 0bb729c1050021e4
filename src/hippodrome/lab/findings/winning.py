"""Sections on wins: by pairing, by arm, and by side or seat, starting place and first decision."""

from __future__ import annotations

from hippodrome.kit.state import Json
from hippodrome.kit.templates import plural, sentence_case
from hippodrome.lab.batches import Row, match_spec
from hippodrome.lab.charts import Dot, dot_chart
from hippodrome.lab.findings.base import (
    Figure,
    Matches,
    Section,
    group_by,
    score_share,
    seat_score,
    share_cells,
)
from hippodrome.lab.heatmap import heatmap
from hippodrome.lab.round_robin import share_json
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Mean, Share, sample_mean
from hippodrome.lab.wording import range_text, whole_percent

MIN_HEATMAP_ENTRANTS = 3
MAX_HEATMAP_ENTRANTS = 16
MAX_ARM_DOTS = 40  # rows in the chart of arms
FIRST_TO_DECIDE = "first to decide"
MAX_FIXED_FIRST_SHARE = 0.95
"""If one seat decides first in more of the matches than this, the rules say so, and the row would repeat its seat."""


def answer_chart(matches: Matches) -> list[Figure]:
    """Return the chart that belongs to the answer: what was varied, or all of several entrants; may be empty."""
    names = _ranked_entrants(matches)
    if len(matches.experiment.arms()) > 1:
        return _arm_chart(matches)
    if len(names) < MIN_HEATMAP_ENTRANTS:
        return []
    shares = {matches.names.entrant(name): matches.won_against_all(name) for name in names}
    marks = [Dot(title, share.share, share.low, share.high) for title, share in shares.items()]
    subtitle = f"Share of {plural(matches.names.game.words.match)} won, with its 95 % range."
    return [Figure("strength", dot_chart(marks, "Wins against all others", subtitle, 0.5))]


def _arm_chart(matches: Matches) -> list[Figure]:
    """Return the chart of wins with each value; none if it would have too many rows."""
    shares = _arm_shares(matches)
    if len(shares) > MAX_ARM_DOTS:
        return []
    alone = len({title for title, _, _ in shares}) == 1
    marks = [Dot(arm if alone else f"{title}, {arm}", one.share, one.low, one.high) for title, arm, one in shares]
    subtitle = sentence_case(shares[0][0]) if alone else "Of the first of the two named."
    return [Figure("arms", dot_chart(marks, "Wins with each value", subtitle, 0.5))]


def _ranked_entrants(matches: Matches) -> list[str]:
    """Return the entrants that have met others, the strongest first; only those that the experiment is about."""
    names = [name for name in matches.entrants if matches.against_all(name)]
    about = [name for name in names if matches.experiment.is_about(name)]
    return sorted(about or names, key=lambda name: -matches.won_against_all(name).share)


def matrix_section(matches: Matches) -> Section | None:
    """Return the section on wins of each entrant, against all others and each; None if there is only one entrant."""
    ranked = _ranked_entrants(matches)
    if len(matches.entrants) < 2 or not ranked:
        return None
    section = Section("matrix", "Who beats whom")
    section.text.append("A draw counts as half a win. The 95 % range contains the true share in 95 of 100 experiments.")
    if len(matches.experiment.arms()) > 1:
        section.text.append(f"These tables combine all {plural(matches.names.game.words.match)}, with every value.")
    survival = {name: matches.survival(name) for name in ranked}
    has_survival = any(share.share < 1 for share in survival.values())
    rows = []
    for name in ranked:
        played = f"{len(matches.against_all(name)):,}"
        cells = [*share_cells(matches.won_against_all(name)), *(share_cells(survival[name]) if has_survival else [])]
        rows.append([matches.names.entrant(name), played, *cells])
    head = ["", plural(matches.names.game.words.match), "won", "95 %"]
    head += ["still in at the end", "95 %"] if has_survival else []
    section.tables.append(ReportTable("Against all others", head, rows))
    if len(matches.entrants) >= MIN_HEATMAP_ENTRANTS:
        _add_grid(matches, section)
    return section


def _add_grid(matches: Matches, section: Section) -> None:
    """Add the table of every entrant against each other one, and its picture if it fits."""
    about = any(matches.experiment.is_about(name) for name in matches.entrants)
    order = sorted(matches.entrants, key=lambda name: -sum(matches.against_all(name)) / len(matches.against_all(name)))
    grid = []
    for one in order:
        row = [_cell(matches.scores(one, other) if one != other else []) for other in order]
        grid.append([matches.names.entrant(one), *row])
    title = "Wins of the row against the column, in per cent, with 95 % range"
    section.tables.append(ReportTable(title, ["", *[matches.names.entrant(name) for name in order]], grid))
    if len(order) <= MAX_HEATMAP_ENTRANTS and not about:
        word = matches.names.game.words.match
        lines = (f"How often the row beats the column, in {matches.names.matches(len(matches.non_mirror_matches))}.",)
        picture = heatmap(_as_round_robin(matches), matches.experiment.title, lines, word)
        section.pictures.append(Figure("matrix", picture))


def _cell(scores: list[float]) -> str:
    if not scores:
        return ""
    share = score_share(scores)
    return f"{100 * share.share:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _as_round_robin(matches: Matches) -> Json:
    """Return the wins in the format of a round robin, for the heat map."""
    contenders = []
    for name in matches.entrants:
        scores = matches.against_all(name)
        survival = matches.survival(name)
        home = {"share": survival.share, "low": survival.low, "high": survival.high}
        title, won = matches.names.entrant(name), share_json(sum(scores), len(scores))
        contenders.append({"key": name, "name": title, "won": won, "home": home})
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


def _arm_shares(matches: Matches) -> list[tuple[str, str, Share]]:
    """Return the opponents, the varied value and the share of wins of each group of matches with the same value."""
    return [
        (title, matches.names.arm(arm), score_share([row["score"] for row in inside]))
        for title, group in matches.groups().items()
        for (arm,), inside in group_by(group, "arm").items()
    ]


def arms_section(matches: Matches) -> Section | None:
    """Return the section on scores by arm, with differences from the first arm; None if there is only one arm."""
    if len(matches.experiment.arms()) < 2:
        return None
    section = Section("arms", "What was varied")
    section.text.append(
        "The dice are the same with each value, so the difference from the first one is computed match by match. If "
        "its range does not contain 0, the difference is unlikely to be chance."
    )
    rows = []
    for title, group in matches.groups().items():
        first: list[Row] | None = None
        for (arm,), inside in group_by(group, "arm").items():
            share = score_share([row["score"] for row in inside])
            difference = _paired_difference(first, inside) if first is not None else None
            first = inside if first is None else first
            change = "" if difference is None else _signed_points(difference)
            rows.append([title, matches.names.arm(arm), f"{len(inside):,}", *share_cells(share), change])
    head = ["who", "value", plural(matches.names.game.words.match), "won", "95 %", "difference, in points"]
    section.tables.append(ReportTable("Wins with each value", head, rows))
    return section


def _paired_difference(first: list[Row], other: list[Row]) -> Mean:
    """Return the mean difference of the first entrant's score between two arms, over matches with the same dice."""
    scores = {_match_key(row): row["score"] for row in first}
    both = [row for row in other if _match_key(row) in scores]
    return sample_mean([row["score"] - scores[_match_key(row)] for row in both] or [0.0])


def _match_key(row: Row) -> tuple[str, str, int]:
    """Return the key that a match shares with those of other arms with the same dice."""
    return row["pairing"], row["scenario"], row["number"]


def _signed_points(difference: Mean) -> str:
    """Return a difference of shares in percentage points, with its range."""
    if difference.low is None or difference.high is None:
        return f"{100 * difference.mean:+.0f}"
    return f"{100 * difference.mean:+.0f} ({100 * difference.low:+.0f} to {100 * difference.high:+.0f})"


# -------------------------------------------------------------------- sides and seats


def seats_section(matches: Matches) -> Section | None:
    """Return the section on wins by side or seat, starting place and first decision.

    None if matches have one seat, or if the answer says the same already.
    """
    count = matches.experiment.seats
    if count < 2:
        return None
    marks = _seat_marks(matches)
    places = _by_starting_place(matches)
    extra = [*_first_to_decide(matches), *places]
    if len(matches.runs) == 1 and count == 2 and not matches.non_mirror_matches and not extra:
        return None
    has_sides = all(matches.names.has_sides(slug) for slug in matches.experiment.scenarios)
    section = Section("seats", "Sides" if has_sides else "Seats and starting places" if places else "Seats")
    even = 1 / count
    section.text += _balance_sentences(marks, even)
    if any(mark.name == FIRST_TO_DECIDE for _, mark in extra) and matches.non_mirror_matches:
        section.text.append("Which one decides first may depend on its side, so this does not prove that it helps.")
    both = [*marks, *extra]
    rows = [
        [mark.name, f"{number:,}", whole_percent(mark.value), range_text(mark.low, mark.high)] for number, mark in both
    ]
    title = "Wins by side" if has_sides else "Wins by seat"
    head = ["who", plural(matches.names.game.words.match), "won", "95 %"]
    section.tables.append(ReportTable(title, head, rows))
    chart = dot_chart([mark for _, mark in both], title, f"{whole_percent(even)} would be even.", even)
    section.pictures.append(Figure("seats", chart))
    return section


Mark = tuple[int, Dot]
"""A number of matches, and the share of wins in them."""


def _seat_marks(matches: Matches) -> list[Mark]:
    """Return the wins of each seat; where seats have sides, of each side in each scenario."""
    marks: list[Mark] = []
    slugs = list(matches.experiment.scenarios)
    groups = [[slug] for slug in slugs] if any(matches.names.has_sides(slug) for slug in slugs) else [slugs]
    for group in groups:
        rows = [row for row in matches.rows if row["scenario"] in group]
        where = f", {matches.names.game.scenario(group[0]).title}" if len(groups) > 1 else ""
        for seat in range(matches.experiment.seats) if rows else ():
            share = matches.won_by_seat(rows, seat)
            name = f"{matches.names.seat(group[0], seat)}{where}"
            marks.append((len(rows), Dot(name, share.share, share.low, share.high)))
    return marks


def _first_to_decide(matches: Matches) -> list[Mark]:
    """Return the wins of the seat that decides first; empty if the rules always let the same one do so."""
    firsts = [row["first"] for row in matches.rows if row["first"] >= 0]
    if not firsts or max(firsts.count(seat) for seat in set(firsts)) > MAX_FIXED_FIRST_SHARE * len(firsts):
        return []
    share = score_share([seat_score(row, row["first"]) for row in matches.rows if row["first"] >= 0])
    return [(len(firsts), Dot(FIRST_TO_DECIDE, share.share, share.low, share.high))]


def _balance_sentences(marks: list[Mark], even: float) -> list[str]:
    """Return which seats or sides win clearly more or less often than their share."""
    off = [f"{mark.name} {whole_percent(mark.value)}" for _, mark in marks if not mark.low <= even <= mark.high]
    if off:
        return [f"Clearly different from {whole_percent(even)}: {'; '.join(off)}."]
    return [f"None wins clearly more or less than its share of {whole_percent(even)}."]


def _by_starting_place(matches: Matches) -> list[Mark]:
    """Return wins by the starting place that the dice gave, such as on the grid; empty if the game has none."""
    scores: dict[str, list[float]] = {}
    for row in matches.rows:
        positions = _start_positions(matches, row)
        if not positions:
            break
        for seat, place in positions.items():
            scores.setdefault(place, []).append(seat_score(row, seat))
    shares = {place: score_share(scores[place]) for place in sorted(scores)}
    return [(len(scores[place]), Dot(place, one.share, one.low, one.high)) for place, one in shares.items()]


def _start_positions(matches: Matches, row: Row) -> dict[int, str]:
    """Return the starting place of each seat; the match is set up again with the same dice to find out."""
    cell = matches.cells[row["cell"]]
    return cell.rules().analysis.start_positions(match_spec(cell, row["number"]).start().events)
