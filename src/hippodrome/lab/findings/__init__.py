"""The findings of an experiment: the sections of its report, computed from its results alone."""

from __future__ import annotations

import hippodrome
from hippodrome.kit.custom_files import value_label
from hippodrome.kit.state import Json
from hippodrome.kit.templates import join_words, plural
from hippodrome.lab.answers import answer_sentences
from hippodrome.lab.experiment import Experiment, StopRule
from hippodrome.lab.findings import length_and_swings, strength, usage, winning
from hippodrome.lab.findings.base import Matches, Section
from hippodrome.lab.report_names import VERDICT_TEXTS
from hippodrome.lab.results import Results, ResultsError
from hippodrome.lab.simulation_report import ReportTable
from hippodrome.lab.wording import range_text, whole_percent

__all__ = ["Findings", "collect_findings"]


class Findings:
    """The contents of a report, before it is written as HTML or Markdown."""

    def __init__(self, title: str, answer: list[str], sections: list[Section], digest: str) -> None:
        self.title = title
        self.answer = answer
        self.sections = sections
        self.digest = digest

    def headlines(self) -> list[str]:
        """Return the title, the answer, and what was played."""
        return [self.title, *self.sections[0].text]

    def json(self) -> Json:
        """Return the report as plain data, without the pictures."""
        sections = [section.json() for section in self.sections]
        return {"title": self.title, "answer": self.answer, "table": self.digest, "sections": sections}


def collect_findings(results: Results) -> Findings:
    """Return the findings of the results so far; raise ResultsError if there are none yet."""
    matches = Matches(results)
    if not matches.rows:
        raise ResultsError(f"no match has been played yet in {results.folder}; hippodrome lab run continues it")
    answer = answer_sentences(results.experiment, matches.cell_scores)
    sections = [
        answer_section(matches, answer),
        winning.arms_section(matches),
        strength.fair_values_section(matches),
        winning.matrix_section(matches),
        winning.seats_section(matches),
        pairings_section(matches),
        length_and_swings.length_section(matches),
        length_and_swings.luck_section(matches),
        usage.uses_section(matches),
        strength.ratings_section(matches),
        reproduction_section(matches),
    ]
    return Findings(
        results.experiment.title, answer, [section for section in sections if section is not None], results.digest()
    )


def answer_section(matches: Matches, answer: list[str]) -> Section:
    """Return the section that answers the question: in sentences, and with a chart of the main scores."""
    section = Section("answer", "Answer", is_detail=False)
    section.text += answer
    section.text.append(" ".join([played_sentence(matches), *draw_sentence(matches)]))
    unfinished = sum(not run.is_done for run in matches.runs)
    if unfinished:
        missing = sum(run.max_matches for run in matches.runs) - len(matches.rows)
        section.text.append(f"Not finished: up to {matches.names.matches(missing)} are left to play.")
    section.pictures += winning.answer_chart(matches)
    return section


def played_sentence(matches: Matches) -> str:
    """Return what was played where."""
    experiment, game = matches.experiment, matches.experiment.rules()
    where = join_words([game.scenario(slug).title for slug in experiment.scenarios])
    varied = ""
    arms = experiment.arms()
    if len(arms) == 1 and arms[0]:
        varied = f", {matches.names.arm(matches.rows[0]['arm'])}"
    return f"{matches.names.matches(len(matches.rows))} of {game.title}: {where}{varied}."


def draw_sentence(matches: Matches) -> list[str]:
    """Return how many matches had no single winner; none if all had one."""
    shared = sum(row["places"].count(1) != 1 for row in matches.rows)
    if not shared or matches.experiment.seats != 2:
        return []
    verb = "was" if shared == 1 else "were"
    return [f"{shared:,} {verb} drawn; a draw counts as half a win."]


def pairings_section(matches: Matches) -> Section | None:
    """Return the section on every cell, with its interval and its verdict; None if there is only one cell."""
    played = [run for run in matches.runs if run.matches_played]
    if len(matches.runs) < 2:
        return None
    section = Section("pairings", "All pairings")
    has_arms, stop = len(matches.experiment.arms()) > 1, matches.experiment.stop
    section.text.append("The share of wins of the first of the two, in each scenario.")
    if stop is not None:
        section.text.append(
            f"The range stays valid however often you look, for all pairings together with {100 * (1 - stop.alpha):g} "
            f"%. A pairing is called even if its range lies within {whole_percent(stop.margin)} of 50 %."
        )
    rows = []
    for run in played:
        score = run.score()
        one, other = matches.names.opponents(run.cell.entrants, run.cell.scenario)
        scenario = matches.names.game.scenario(run.cell.scenario).title
        row = [f"{one} against {other}", scenario, *([matches.names.arm(run.cell.arm)] if has_arms else [])]
        row += [f"{score.matches:,}", whole_percent(score.share.share), range_text(score.share.low, score.share.high)]
        rows.append([*row, *([VERDICT_TEXTS[run.verdict]] if stop is not None else [])])
    head = ["pairing", "scenario", *(["value"] if has_arms else []), plural(matches.names.game.words.match)]
    head += ["won", "range" if stop is not None else "95 %"]
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
        f"when a pairing is known to be not even, or even within {whole_percent(stop.margin)}; betting confidence "
        f"sequence, at most {whole_percent(stop.alpha)} of experiments with a wrong verdict (shared by all pairings: "
        f"{cells})"
    )


def variant_argument(experiment: Experiment) -> str:
    """Return the argument that loads the variant on the command line; empty if there is none."""
    return " --variant variant.toml" if experiment.variant is not None else ""
