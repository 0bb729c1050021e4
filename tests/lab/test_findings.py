"""Reports: their sections, tables and pictures follow from the results."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.lab import pool
from hippodrome.lab.charts import shorten
from hippodrome.lab.experiment_run import ExperimentRun
from hippodrome.lab.findings import Findings, collect_findings
from hippodrome.lab.fitted_models import PairingScore, fair_points, fair_value
from hippodrome.lab.report_writer import html_page, markdown, write_report_files
from hippodrome.lab.results import ResultsError
from hippodrome.lab.stats import quantile, sample_mean, share_difference
from tests.lab.test_experiments import PIG, RACE, parse_text, run_experiment
from tests.support import long

SECTIONS = ["answer", "arms", "fair", "matrix", "seats", "pairings", "drama", "luck", "uses", "origin"]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """The report of a small experiment with two bots and two numbers of tricks."""
    text = RACE.replace('"cards.5.out" = [true, false]', '"option.tricks" = [1, 2]').replace("games = 12", "games = 20")
    run = run_experiment(text + "[stop]\nmargin = 0.01\nleast = 20\n", tmp_path_factory.mktemp("report"))
    return collect_findings(run.results)


def table(report: Findings, key: str, title: str) -> list[list[str]]:
    section = next(section for section in report.sections if section.key == key)
    return next(table.rows for table in section.tables if table.title == title)


def test_every_section_is_there(report: Findings) -> None:
    assert [section.key for section in report.sections] == SECTIONS
    assert report.headlines()[0] == "An experiment with Ben-Hur"


def test_the_better_bot_ranks_first(report: Findings) -> None:
    rows = table(report, "matrix", "Against all others")
    assert [row[0] for row in rows] == ["driver bot", "random bot"]
    assert float(rows[0][2].rstrip("%")) + float(rows[1][2].rstrip("%")) == pytest.approx(100, abs=1)


def test_the_answer_stands_first_and_names_the_bots_and_the_varied_values(report: Findings) -> None:
    assert report.sections[0].text[: len(report.answer)] == report.answer
    share = r"\d+ % \(\d+ to \d+ %\) with Sneaky tricks"
    pattern = rf"The driver bot wins against the random bot: {share} 1; {share} 2, in \d+ races\."
    assert re.fullmatch(pattern, report.answer[0]), report.answer
    assert report.json()["answer"] == report.answer
    assert html_page(report).index(report.answer[0]) < html_page(report).index("<details>")


def test_the_answer_names_the_sides_and_has_one_interval_per_number(tmp_path: Path) -> None:
    text = 'title = "Rome: who wins?"\ngame = "chariot"\nscenarios = ["rome"]\ngames = 8\nbatch = 4\n'
    text += "[options]\nturns = 3\n"
    run = run_experiment(text, tmp_path)
    report = collect_findings(run.results)
    assert re.fullmatch(r"The (Sabines|Romans) win \d+ % \(\d+ to \d+ %\) of 8 battles\.", report.answer[0])
    assert run.summary()["answer"] == report.answer, "the terminal and the browser show the same sentences"
    assert run.summary()["cells"][0]["opponents"] == ["Romans", "Sabines"]
    [share] = re.findall(r"\d+ % \((.*?)\)", report.answer[0])
    intervals = re.findall(r"\d+ to \d+ %", " ".join(str(section.json()) for section in report.sections[:1]))
    assert set(intervals) == {share}
    assert "seats" not in [section.key for section in report.sections], "the answer says it already"
    assert "uses" not in [section.key for section in report.sections], "it would show what each side does"


def test_the_report_says_how_to_reproduce_it(report: Findings) -> None:
    rows = {row[0]: row[1] for row in table(report, "origin", "Settings")}
    assert rows["game"] == f"Ben-Hur, version {hd.game('benhur').version} of the rules"
    assert rows["players"] == "driver, random"
    assert rows["varied"] == "option.tricks: 1, 2"
    assert rows["seeds"].startswith("1; ")
    assert rows["run it again"] == "hippodrome lab run experiment.toml"
    assert "betting confidence sequence, at most 5 % of experiments with a wrong verdict" in rows["early stopping"]
    assert re.fullmatch("[0-9a-f]{32}", rows["results digest"])
    assert parse_text(report.sections[-1].listing).digest == rows["experiment digest"], "the report prints the file"


def test_a_page_is_one_self_contained_file(report: Findings) -> None:
    text = html_page(report)
    assert "prefers-color-scheme:dark" in text
    assert not re.search(r'(?:src|href)="(?!#)', text), "nothing is fetched from elsewhere"
    for section in report.sections:
        assert f'id="{section.key}"' in text
        for picture in section.pictures:
            assert picture.svg in text
            ET.fromstring(picture.svg)
    assert "nan" not in text.lower().replace("finance", "")


def test_markdown_has_its_pictures_beside_it(report: Findings, tmp_path: Path) -> None:
    files = write_report_files(report, [tmp_path / "report.md"])
    text = (tmp_path / "report.md").read_text()
    assert text == markdown(report, "report")
    named = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert named
    assert {tmp_path / name for name in named} | {tmp_path / "report.md"} == set(files)
    assert all((tmp_path / name).exists() for name in named)
    with pytest.raises(ValueError, match=r"ends in \.html or \.md"):
        write_report_files(report, [tmp_path / "report.pdf"])


def test_a_mirror_match_has_a_report_too(tmp_path: Path) -> None:
    keys = [section.key for section in collect_findings(run_experiment(PIG, tmp_path).results).sections]
    assert keys == ["answer", "drama", "origin"]


def test_an_unfinished_run_has_a_report_of_the_matches_so_far(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "pump", "wolf"]\ngames = 4\nbatch = 2\n'
    run = ExperimentRun(parse_text(text), tmp_path)
    run.play(pool.local_pool(1), lambda now: run.stop() if now.played >= 2 else None)
    report = collect_findings(run.results)
    assert "Not finished: up to 10 races are left to play." in report.sections[0].text
    assert [row[0] for row in table(report, "pairings", "Scores")] == ["boar chariot against pump wagon"]


@long
def test_wins_are_counted_by_starting_place(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "wolf"]\ngames = 6\nbatch = 2\n'
    rows = table(
        collect_findings(run_experiment(text, tmp_path).results),
        "seats",
        "Wins by seat",
    )
    lanes = {row[0]: row for row in rows if row[0].startswith("place")}
    assert list(lanes) == ["place 1, the inside lane", "place 2"]
    assert sum(float(row[2].rstrip("%")) for row in lanes.values()) == pytest.approx(100, abs=1)
    assert all(row[1] == "6" for row in lanes.values())


@long
def test_the_summary_gives_the_score_of_one_against_the_field_in_each_arm(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["pump", "wolf", "wagon"]\nonly = ["wolf"]\n'
    report = collect_findings(
        run_experiment(text + 'games = 2\nbatch = 2\n[vary]\n"machines.wolf.move" = [1, 12]\n', tmp_path).results
    )
    share = r"\d+ % \(\d+ to \d+ %\) with wolf chariot move"
    pattern = rf"The wolf chariot wins against all others: {share} 1; {share} 12, in 8 races\."
    assert re.fullmatch(pattern, report.answer[0]), report.answer
    assert [row[0] for row in table(report, "matrix", "Against all others")] == ["wolf chariot"]
    assert [len(row) for row in table(report, "ratings", "All entrants")] == [5, 5, 5]
    rows = {(row[0], row[1].rpartition(" ")[2]): row for row in table(report, "arms", "Wins with each value")}
    shares = {key: float(row[3].rstrip("%")) for key, row in rows.items()}
    for move in ("1", "12"):
        turned = 100 - shares["pump wagon against wolf chariot", move]
        both = (turned + shares["wolf chariot against war wagon", move]) / 2
        assert shares["wolf chariot against all others", move] == pytest.approx(both, abs=1)


def test_results_without_a_match_have_no_report(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="no match has been played yet"):
        collect_findings(ExperimentRun(parse_text(PIG), tmp_path).results)


# -------------------------------------------------------------------- the models


def test_fair_points_recover_the_true_strengths() -> None:
    truth = {"a": 200.0, "b": 100.0, "c": 50.0}
    meetings = [
        PairingScore(one, other, seat, truth[one] / (truth[one] + truth[other]), 500)
        for one, other in combinations(truth, 2)
        for seat in (1, -1)
    ]
    points, seat = fair_points(meetings)
    for name, value in truth.items():
        assert points[name].value == pytest.approx(value, rel=0.01)
        assert points[name].low < value < points[name].high
    assert seat.value == pytest.approx(0.5, abs=0.001)


def test_an_entrant_that_never_lost_has_finite_points() -> None:
    points, _ = fair_points([PairingScore("a", "b", 1, 1.0, 20), PairingScore("a", "b", -1, 1.0, 20)])
    assert 100 < points["a"].value < 100_000
    assert points["b"].value < 100


def test_the_fair_value_lies_where_the_score_crosses_a_half() -> None:
    fair = fair_value([(4.0, 0.75, 200), (5.0, 0.5, 200), (6.0, 0.25, 200)])
    assert fair is not None
    assert fair.value == pytest.approx(5.0, abs=0.01)
    assert 4.5 < fair.low < 5 < fair.high < 5.5
    assert fair_value([(4.0, 0.5, 20), (5.0, 0.52, 20)]) is None, "there is no clear effect"


def test_means_quantiles_and_differences_are_correct() -> None:
    assert sample_mean([1.0, 2.0, 3.0]).mean == 2
    assert quantile([5, 1, 3], 0.5) == 3
    gap = share_difference(15, 20, 5, 20)
    assert gap.mean == 0.5
    assert (gap.low, gap.high) == pytest.approx((0.1907, 0.6954), abs=0.0001), "Newcombe, calculated by hand"


def test_a_long_name_beside_a_chart_is_shortened() -> None:
    assert shorten("Crack of Thunder: go up 2 whips, or more") == "Crack of Thunder"
    assert shorten("Pass: wait") == "Pass: wait"
    assert shorten("The leader after the third of all bends") == "The leader after the third…"
