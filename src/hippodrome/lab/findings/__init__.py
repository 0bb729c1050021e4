"""The findings of an experiment: the sections of its report, computed from its results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import hippodrome
from hippodrome.kit.custom_files import value_label
from hippodrome.kit.state import Json
from hippodrome.lab.experiment import Experiment, StopRule, describe_arm
from hippodrome.lab.experiment_run import CellRun
from hippodrome.lab.findings import length_and_swings, strength, usage, winning
from hippodrome.lab.findings.base import Matches, Section, group_by, score_share
from hippodrome.lab.results import Results, ResultsError
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share, percent, percent_range
from hippodrome.lab.stopping import FAIR, OPEN, UNFAIR

__all__ = ["Findings", "collect_findings"]


class Findings:
    """The contents of a report, before it is written as HTML or Markdown."""

    def __init__(self, title: str, sections: list[Section], digest: str) -> None:
        self.title = title
        self.sections = sections
        self.digest = digest

    def headlines(self) -> list[str]:
        """Return the title and the sentences of the summary."""
        return [self.title, *self.sections[0].text]

    def json(self) -> Json:
        """Return the report as plain data, without the pictures."""
        return {"title": self.title, "table": self.digest, "sections": [section.json() for section in self.sections]}


def collect_findings(results: Results) -> Findings:
    """Return the findings of the results so far; raise ResultsError if there are none yet."""
    matches = Matches(results)
    if not matches.rows:
        raise ResultsError(f"no match has been played yet in {results.folder}; hippodrome lab run continues it")
    sections = [
        summary_section(matches),
        winning.matrix_section(matches),
        winning.arms_section(matches),
        strength.fair_values_section(matches),
        winning.seats_section(matches),
        length_and_swings.length_section(matches),
        length_and_swings.luck_section(matches),
        usage.uses_section(matches),
        strength.ratings_section(matches),
        pairings_section(matches),
        reproduction_section(matches),
    ]
    return Findings(
        results.experiment.title, [section for section in sections if section is not None], results.digest()
    )


def summary_section(matches: Matches) -> Section:
    """Return the section that sums up what was played, whether it is finished, and the main scores."""
    section = Section("summary", "Summary")
    experiment, game = matches.experiment, matches.experiment.rules()
    where = ", ".join(game.scenario(slug).title for slug in experiment.scenarios)
    section.text.append(
        f"{game.title}: {len(matches.rows)} matches on {where}, played by {', '.join(experiment.players)}."
    )
    arms = experiment.arms()
    if len(arms) == 1 and arms[0]:
        section.text.append(f"Changed values: {describe_arm(arms[0])}.")
    runs = cell_runs(matches)
    unfinished = sum(not run.is_done for run in runs)
    if unfinished:
        section.text.append(f"Not finished: {unfinished} of {len(runs)} pairings have matches left to play.")
    section.text += [*(focus_sentences(matches) or extremes_sentence(matches)), *verdict_sentences(runs)]
    return section


def focus_sentences(matches: Matches) -> list[str]:
    """Return a sentence per arm with the score of each entrant that the experiment is about."""
    sentences = []
    has_arms = len(matches.experiment.arms()) > 1
    for group, rows in matches.against_field().items():
        for (arm,), inside in group_by(rows, "arm").items():
            score = f"{group}: {_share_text(score_share([row['score'] for row in inside]))} in {len(inside)} matches"
            sentences.append(f"{score}, with {arm}." if has_arms else f"{score}.")
    return sentences


def extremes_sentence(matches: Matches) -> list[str]:
    """Return one sentence with the strongest and the weakest entrant; none if there are fewer than two."""
    shares = {name: score_share(matches.against_all(name)) for name in matches.entrants if matches.against_all(name)}
    if len(shares) < 2:
        return []
    order = sorted(shares, key=lambda name: -shares[name].share)
    best, worst = (f"{name}, {_share_text(shares[name])}" for name in (order[0], order[-1]))
    return [f"Strongest: {best}. Weakest: {worst}."]


def _share_text(share: Share) -> str:
    return f"{percent(share.share)} ({percent_range(share.low, share.high)})"


_VERDICTS = {FAIR: "even", UNFAIR: "not even", OPEN: "undecided"}


def verdict_sentences(runs: Sequence[CellRun]) -> list[str]:
    """Return one sentence that counts the verdicts; none if the experiment has no stopping rule."""
    if not runs or runs[0].stop is None:
        return []
    margin = percent(runs[0].stop.margin)
    counts = Counter(run.verdict for run in runs)
    verdicts = [f"{counts[FAIR]} even within {margin}", f"{counts[UNFAIR]} not even", f"{counts[OPEN]} undecided"]
    return [f"Pairings in each scenario, with each varied value: {len(runs)}; {', '.join(verdicts)}."]


def cell_runs(matches: Matches) -> list[CellRun]:
    """Return every cell with the scores of all its batches."""
    experiment = matches.experiment
    cells = experiment.cells()
    runs = [CellRun(cell, experiment, len(cells)) for cell in cells]
    for (cell,), inside in group_by(matches.rows, "cell").items():
        for first in range(0, len(inside), experiment.batch):
            batch = inside[first : first + experiment.batch]
            runs[int(cell)].add_scores(first // experiment.batch, [row["score"] for row in batch])
    return runs


def pairings_section(matches: Matches) -> Section:
    """Return the section on every cell, with its always-valid interval and its verdict."""
    section = Section("pairings", "All pairings")
    has_arms, stop = len(matches.experiment.arms()) > 1, matches.experiment.stop
    confidence = f"{100 * (1 - (stop or StopRule()).alpha):g} %"
    section.text.append(
        "The score of the first entrant of each pairing, by scenario. The always-valid interval is a confidence range "
        f"of {confidence} for all pairings together that stays valid however often you look. That makes it wider than "
        "the other intervals."
    )
    rows = []
    for cell in [run.json() for run in cell_runs(matches) if run.matches_played]:
        interval = percent_range(cell["low"], cell["high"])
        row = [cell["pairing"], cell["scenario"], *([cell["arm"]] if has_arms else [])]
        row += [str(cell["games"]), percent(cell["score"]), interval]
        rows.append([*row, *([_VERDICTS[cell["verdict"]]] if stop is not None else [])])
    head = ["pairing", "scenario", *(["arm"] if has_arms else []), "matches", "score", "always-valid interval"]
    section.tables.append(ReportTable("Scores", [*head, *(["verdict"] if stop is not None else [])], rows))
    return section


def reproduction_section(matches: Matches) -> Section:
    """Return the section with the settings and digests of the experiment, and the commands that repeat it."""
    experiment, results = matches.experiment, matches.results
    game = experiment.rules()
    stop = experiment.stop
    rows = [
        ["game", f"{game.title}, version {game.version} of the rules"],
        ["software", f"hippodrome {hippodrome.__version__}"],
        ["players", ", ".join(experiment.players)],
        ["options", ", ".join(f"{name} {value_label(value)}" for name, value in experiment.options) or "defaults"],
        ["varied", "; ".join(f"{path}: {', '.join(values)}" for path, values in experiment.vary) or "nothing"],
        ["seeds", seeds_text(matches)],
        ["seats", "swapped: every match is played from all seats with the same dice" if experiment.swap else "fixed"],
        ["early stopping", stopping_text(stop, len(matches.cells))],
        ["variant", variant_text(experiment)],
        ["experiment digest", experiment.digest],
        ["results digest", results.digest()],
        ["run it again", f"hippodrome lab run experiment.toml{variant_argument(experiment)}"],
        ["write the report", f"hippodrome lab show {results.folder.name}"],
    ]
    section = Section("origin", "How to reproduce this")
    section.text.append(
        "The same experiment gives the same results on any machine; compare the digests to check. The experiment file "
        "is printed below."
    )
    section.tables.append(ReportTable("Settings", ["what", ""], rows))
    section.listing = experiment.text
    return section


def variant_text(experiment: Experiment) -> str:
    """Return the name and digest of the variant, or "none"."""
    variant = experiment.variant
    return "none" if variant is None else f"{variant.name}, {variant.digest}"


def seeds_text(matches: Matches) -> str:
    """Return the seed of the experiment, and the number and range of the match seeds derived from it."""
    seeds = {row["seed"] for row in matches.rows}
    return f"{matches.experiment.seed}; {len(seeds)} match seeds derived from it, from {min(seeds)} to {max(seeds)}"


def stopping_text(stop: StopRule | None, cells: int) -> str:
    """Return the stopping rule as text."""
    if stop is None:
        return "off"
    return (
        f"when a pairing is known to be not even, or even within {percent(stop.margin)}; betting confidence sequence, "
        f"at most {percent(stop.alpha)} of experiments with a wrong verdict (shared by all pairings: {cells})"
    )


def variant_argument(experiment: Experiment) -> str:
    """Return the argument that loads the variant on the command line; empty if there is none."""
    return " --variant variant.toml" if experiment.variant is not None else ""
