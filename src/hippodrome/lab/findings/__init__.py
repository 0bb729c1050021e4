"""The findings of an experiment: sections of a report, made of its results alone."""

from __future__ import annotations

import hippodrome
from hippodrome.kit.own import shown
from hippodrome.kit.state import Json
from hippodrome.lab.experiment import Experiment, Stop
from hippodrome.lab.findings import drama, rating, using, winning
from hippodrome.lab.findings.base import Matches, Section, by, percent, scored
from hippodrome.lab.report import Table
from hippodrome.lab.results import Results, ResultsError
from hippodrome.lab.run import CellRun

__all__ = ["Findings", "findings"]


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


def findings(results: Results) -> Findings:
    """What the results show; ResultsError if there are none yet."""
    matches = Matches(results)
    if not matches.rows:
        raise ResultsError(f"no match has been played yet in {results.folder}; hippodrome lab run goes on with it")
    sections = [
        summary(matches),
        winning.matrix(matches),
        winning.arms(matches),
        rating.fair_values(matches),
        winning.seats(matches),
        drama.length(matches),
        drama.luck(matches),
        using.uses(matches),
        rating.ratings(matches),
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
    if len(matches.entrants) > 1:
        order = sorted(matches.entrants, key=lambda name: -scored(matches.against_all(name)).share)
        best, worst = (scored(matches.against_all(name)) for name in (order[0], order[-1]))
        section.text.append(
            f"Strongest is {order[0]} with {percent(best.share)} ({percent(best.low)} – {percent(best.high)}), "
            f"weakest {order[-1]} with {percent(worst.share)} ({percent(worst.low)} – {percent(worst.high)})."
        )
    section.tables.append(verdicts(matches))
    return section


def verdicts(matches: Matches) -> Table:
    """Every cell with its interval, which holds at any look, and what is settled."""
    experiment = matches.experiment
    cells = experiment.cells()
    runs = [CellRun(cell, experiment, len(cells)) for cell in cells]
    for (cell,), inside in by(matches.rows, "cell").items():
        for first in range(0, len(inside), experiment.batch):
            batch = inside[first : first + experiment.batch]
            runs[int(cell)].take(first // experiment.batch, [row["score"] for row in batch])
    rows = []
    for run in runs:
        found = run.json()
        spread = f"{percent(found['low'])} – {percent(found['high'])}"
        told = [found["pairing"], found["scenario"], found["arm"], str(found["games"]), percent(found["score"]), spread]
        rows.append([*told, found["verdict"] if experiment.stop is not None else ""])
    head = ["pairing", "scenario", "arm", "matches", "score of the first", "holds at every look", "verdict"]
    return Table("Every pairing", head, rows)


def origin(matches: Matches) -> Section:
    """What the report rests on, and the command that makes it again."""
    experiment, results = matches.experiment, matches.results
    game = experiment.rules()
    stop = experiment.stop
    rows = [
        ["game", f"{game.title}, version {game.version} of the rules"],
        ["program", f"hippodrome {hippodrome.__version__}"],
        ["players", ", ".join(experiment.players)],
        ["options", ", ".join(f"{name} {shown(value)}" for name, value in experiment.options) or "as usual"],
        ["varied", "; ".join(f"{path}: {', '.join(values)}" for path, values in experiment.vary) or "nothing"],
        ["seeds", seeds(matches)],
        ["seats", "swapped, every match with the same dice from all of them" if experiment.swap else "not swapped"],
        ["stopping", stopping(stop, len(matches.cells))],
        [
            "variant",
            f"{experiment.variant.name}, {experiment.variant.digest}" if experiment.variant is not None else "none",
        ],
        ["experiment", experiment.digest],
        ["results", results.digest()],
        ["again", f"hippodrome lab run experiment.toml{again(experiment)}"],
        ["report", f"hippodrome lab show {results.folder.name}"],
    ]
    section = Section("origin", "What this rests on")
    section.text.append("The same experiment gives the same results on any machine; the digests say whether it did.")
    section.tables.append(Table("Origin", ["what", ""], rows))
    return section


def variant_of(experiment: Experiment) -> str:
    """The variant that was played."""
    found = experiment.variant
    return "none" if found is None else f"{found.name}, {found.digest}"


def seeds(matches: Matches) -> str:
    """Which dice were thrown."""
    found = {row["seed"] for row in matches.rows}
    return f"{matches.experiment.seed}; {len(found)} of its own for the matches, from {min(found)} to {max(found)}"


def stopping(stop: Stop | None, cells: int) -> str:
    """When a pairing was stopped, and how often that is wrong."""
    if stop is None:
        return "never early"
    return (
        f"when a pairing was settled: not even, or even within {percent(stop.margin)}; by a betting confidence "
        f"sequence, wrong anywhere in at most {percent(stop.alpha)} of experiments ({cells} pairings share that)"
    )


def again(experiment: Experiment) -> str:
    """What else the command needs."""
    return " --with variant.toml" if experiment.variant is not None else ""
