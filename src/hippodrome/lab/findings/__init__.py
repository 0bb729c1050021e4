"""The findings of an experiment: sections of a report, made of its results alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import hippodrome
from hippodrome.kit.custom_files import value_label
from hippodrome.kit.state import Json
from hippodrome.lab.experiment import Experiment, StopRule, describe_arm
from hippodrome.lab.experiment_run import CellRun
from hippodrome.lab.findings import length_and_swings, strength, usage, winning
from hippodrome.lab.findings.base import Matches, Section, group_by, percent, score_share
from hippodrome.lab.results import Results, ResultsError
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.stats import Share
from hippodrome.lab.stopping import FAIR, OPEN, UNFAIR

__all__ = ["Findings", "collect_findings"]


class Findings:
    """A report before it is written."""

    def __init__(self, title: str, sections: list[Section], digest: str) -> None:
        self.title = title
        self.sections = sections
        self.digest = digest

    def headlines(self) -> list[str]:
        """What it comes to, in a few lines."""
        return [self.title, *self.sections[0].text]

    def json(self) -> Json:
        """As plain data, without the pictures."""
        return {"title": self.title, "table": self.digest, "sections": [section.json() for section in self.sections]}


def collect_findings(results: Results) -> Findings:
    """What the results show; ResultsError if there are none yet."""
    matches = Matches(results)
    if not matches.rows:
        raise ResultsError(f"no match has been played yet in {results.folder}; hippodrome lab run goes on with it")
    sections = [
        summary(matches),
        winning.matrix(matches),
        winning.arms(matches),
        strength.fair_values(matches),
        winning.seats(matches),
        length_and_swings.length(matches),
        length_and_swings.luck(matches),
        usage.uses(matches),
        strength.ratings(matches),
        pairings(matches),
        origin(matches),
    ]
    return Findings(
        results.experiment.title, [section for section in sections if section is not None], results.digest()
    )


def summary(matches: Matches) -> Section:
    """What it comes to."""
    section = Section("summary", "In short")
    experiment, game = matches.experiment, matches.experiment.rules()
    where = ", ".join(game.scenario(slug).title for slug in experiment.scenarios)
    section.text.append(
        f"{game.title}: {len(matches.rows)} matches on {where}, played by {', '.join(experiment.players)}."
    )
    arms = experiment.arms()
    if len(arms) == 1 and arms[0]:
        section.text.append(f"What is not as usual: {describe_arm(arms[0])}.")
    runs = cell_runs(matches)
    open_cells = sum(not run.is_done for run in runs)
    if open_cells:
        section.text.append(f"It is not finished: {open_cells} of {len(runs)} pairings are still being played.")
    section.text += [*(focus_sentences(matches) or extremes_sentence(matches)), *verdict_sentences(runs)]
    return section


def focus_sentences(matches: Matches) -> list[str]:
    """What those scored whom the experiment is about, a sentence for each and for every arm."""
    found = []
    several = len(matches.experiment.arms()) > 1
    for group, rows in matches.against_field().items():
        for (arm,), inside in group_by(rows, "arm").items():
            share = score_share([row["score"] for row in inside])
            said = f"{_with_share(group, share)} in {len(inside)} matches"
            found.append(f"{said}, with {arm}." if several else f"{said}.")
    return found


def extremes_sentence(matches: Matches) -> list[str]:
    """Who won most and who least, in a sentence."""
    shares = {name: score_share(matches.against_all(name)) for name in matches.entrants if matches.against_all(name)}
    if len(shares) < 2:
        return []
    order = sorted(shares, key=lambda name: -shares[name].share)
    best, worst = (_with_share(name, shares[name]) for name in (order[0], order[-1]))
    return [f"Strongest is {best}, weakest {worst}."]


def _with_share(name: str, found: Share) -> str:
    return f"{name} with {percent(found.share)} ({percent(found.low)} – {percent(found.high)})"


def verdict_sentences(runs: Sequence[CellRun]) -> list[str]:
    """How many pairings are settled, and how, in a sentence; nothing where nothing was to be settled."""
    if not runs or runs[0].stop is None:
        return []
    margin = percent(runs[0].stop.margin)
    counts = Counter(run.verdict for run in runs)
    told = [f"{counts[FAIR]} even within {margin}", f"{counts[UNFAIR]} not even", f"{counts[OPEN]} still open"]
    return [f"Of {len(runs)} pairings, counted by scenario and arm, {', '.join(told)}."]


def cell_runs(matches: Matches) -> list[CellRun]:
    """Return every cell, with all its batches taken in."""
    experiment = matches.experiment
    cells = experiment.cells()
    runs = [CellRun(cell, experiment, len(cells)) for cell in cells]
    for (cell,), inside in group_by(matches.rows, "cell").items():
        for first in range(0, len(inside), experiment.batch):
            batch = inside[first : first + experiment.batch]
            runs[int(cell)].add_scores(first // experiment.batch, [row["score"] for row in batch])
    return runs


def pairings(matches: Matches) -> Section:
    """Return every cell with its interval, which holds at any look, and what is settled."""
    section = Section("pairings", "Every pairing")
    section.text.append(
        "The score of the first of each pairing, scenario by scenario. The interval holds at every look, however often "
        "one looks and stops, and for all pairings together; it is wider than the others for that."
    )
    several, stop = len(matches.experiment.arms()) > 1, matches.experiment.stop
    rows = []
    for found in [run.json() for run in cell_runs(matches) if run.played]:
        spread = f"{percent(found['low'])} – {percent(found['high'])}"
        told = [found["pairing"], found["scenario"], *([found["arm"]] if several else [])]
        told += [str(found["games"]), percent(found["score"]), spread]
        rows.append([*told, *([found["verdict"]] if stop is not None else [])])
    head = ["pairing", "scenario", *(["arm"] if several else []), "matches", "score", "holds at every look"]
    section.tables.append(ReportTable("Scores", [*head, *(["verdict"] if stop is not None else [])], rows))
    return section


def origin(matches: Matches) -> Section:
    """What the report rests on, and the command that makes it again."""
    experiment, results = matches.experiment, matches.results
    game = experiment.rules()
    stop = experiment.stop
    rows = [
        ["game", f"{game.title}, version {game.version} of the rules"],
        ["program", f"hippodrome {hippodrome.__version__}"],
        ["players", ", ".join(experiment.players)],
        ["options", ", ".join(f"{name} {value_label(value)}" for name, value in experiment.options) or "as usual"],
        ["varied", "; ".join(f"{path}: {', '.join(values)}" for path, values in experiment.vary) or "nothing"],
        ["seeds", seeds_text(matches)],
        ["seats", "swapped, every match with the same dice from all of them" if experiment.swap else "not swapped"],
        ["stopping", stopping_text(stop, len(matches.cells))],
        ["variant", variant_text(experiment)],
        ["experiment", experiment.digest],
        ["results", results.digest()],
        ["again", f"hippodrome lab run experiment.toml{variant_argument(experiment)}"],
        ["report", f"hippodrome lab show {results.folder.name}"],
    ]
    section = Section("origin", "What this rests on")
    section.text.append(
        "The same experiment gives the same results on any machine; the digests say whether it did. The file of the "
        "experiment stands below."
    )
    section.tables.append(ReportTable("Origin", ["what", ""], rows))
    section.listing = experiment.text
    return section


def variant_text(experiment: Experiment) -> str:
    """Return the variant that was played."""
    found = experiment.variant
    return "none" if found is None else f"{found.name}, {found.digest}"


def seeds_text(matches: Matches) -> str:
    """Which dice were thrown."""
    found = {row["seed"] for row in matches.rows}
    return f"{matches.experiment.seed}; {len(found)} of its own for the matches, from {min(found)} to {max(found)}"


def stopping_text(stop: StopRule | None, cells: int) -> str:
    """When a pairing was stopped, and how often that is wrong."""
    if stop is None:
        return "never early"
    return (
        f"when a pairing was settled: not even, or even within {percent(stop.margin)}; by a betting confidence "
        f"sequence, wrong anywhere in at most {percent(stop.alpha)} of experiments ({cells} pairings share that)"
    )


def variant_argument(experiment: Experiment) -> str:
    """What else the command needs."""
    return " --variant variant.toml" if experiment.variant is not None else ""
