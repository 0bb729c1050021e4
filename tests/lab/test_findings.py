"""Reports: what they say follows from the results, and they are whole."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest

from hippodrome.lab import pool
from hippodrome.lab.charts import shorten
from hippodrome.lab.experiment_run import ExperimentRun
from hippodrome.lab.findings import Findings, collect_findings
from hippodrome.lab.models import PairingScore, fair_points, fair_value, solve
from hippodrome.lab.report_writer import html_page, markdown, write_report_files
from hippodrome.lab.results import ResultsError
from hippodrome.lab.stats import quantile, sample_mean, share_difference
from tests.lab.test_experiments import PIG, RACE, asked, done
from tests.support import long

SECTIONS = ["summary", "matrix", "arms", "fair", "seats", "drama", "luck", "uses", "ratings", "pairings", "origin"]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """The report of a small experiment with two programs and two numbers of tricks."""
    text = RACE.replace('"cards.5.out" = [true, false]', '"option.tricks" = [1, 2]').replace("games = 12", "games = 20")
    run = done(text + "[stop]\nmargin = 0.01\nleast = 20\n", tmp_path_factory.mktemp("report"))
    return collect_findings(run.results)


def table(found: Findings, key: str, title: str) -> list[list[str]]:
    section = next(section for section in found.sections if section.key == key)
    return next(table.rows for table in section.tables if table.title == title)


def test_every_section_is_there(found: Findings) -> None:
    assert [section.key for section in found.sections] == SECTIONS
    assert found.headlines()[0] == "An experiment with Ben-Hur"


def test_the_better_program_is_found(found: Findings) -> None:
    rows = table(found, "matrix", "Against all others")
    assert [row[0] for row in rows] == ["driver", "random"]
    assert float(rows[0][2].rstrip("%")) + float(rows[1][2].rstrip("%")) == pytest.approx(100, abs=0.11)
    points = table(found, "ratings", "Everybody")
    assert points[0][0] == "driver"
    assert float(points[0][1]) > 100 > float(points[1][1])
    assert float(points[0][3]) > float(points[1][3])


def test_the_origin_names_rules_players_seeds_and_command(found: Findings) -> None:
    rows = {row[0]: row[1] for row in table(found, "origin", "Origin")}
    assert rows["game"] == "Ben-Hur, version 1 of the rules"
    assert rows["players"] == "driver, random"
    assert rows["varied"] == "option.tricks: 1, 2"
    assert rows["seeds"].startswith("1; ")
    assert rows["again"] == "hippodrome lab run experiment.toml"
    assert "betting confidence sequence, wrong anywhere in at most 5.0%" in rows["stopping"]
    assert re.fullmatch("[0-9a-f]{32}", rows["results"])
    assert asked(found.sections[-1].listing).digest == rows["experiment"], "the file stands in the report"


def test_a_page_is_one_file_with_everything_in_it(found: Findings) -> None:
    text = html_page(found)
    assert "prefers-color-scheme:dark" in text
    assert not re.search(r'(?:src|href)="(?!#)', text), "nothing is fetched from elsewhere"
    for section in found.sections:
        assert f'id="{section.key}"' in text
        for picture in section.pictures:
            assert picture.svg in text
            ET.fromstring(picture.svg)
    assert "nan" not in text.lower().replace("finance", "")


def test_markdown_has_its_pictures_beside_it(found: Findings, tmp_path: Path) -> None:
    files = write_report_files(found, [tmp_path / "report.md"])
    text = (tmp_path / "report.md").read_text()
    assert text == markdown(found, "report")
    named = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert named
    assert {tmp_path / name for name in named} | {tmp_path / "report.md"} == set(files)
    assert all((tmp_path / name).exists() for name in named)
    with pytest.raises(ValueError, match=r"ends in \.html or \.md"):
        write_report_files(found, [tmp_path / "report.pdf"])


def test_a_mirror_match_has_a_report_too(tmp_path: Path) -> None:
    keys = [section.key for section in collect_findings(done(PIG, tmp_path).results).sections]
    assert keys == ["summary", "seats", "drama", "pairings", "origin"]


def test_a_run_that_is_not_over_has_a_report_of_what_is_there(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "pump", "wolf"]\ngames = 4\nbatch = 2\n'
    run = ExperimentRun(asked(text), tmp_path)
    run.play(pool.local_pool(1), lambda now: run.stop() if now.played >= 2 else None)
    there = collect_findings(run.results)
    assert "It is not finished: 3 of 3 pairings are still being played." in there.sections[0].text
    assert [row[0] for row in table(there, "pairings", "Scores")] == ["boar v pump"]
    assert {row[0] for row in table(there, "ratings", "Everybody")} == {"boar", "pump"}


@long
def test_lanes_are_told_where_dice_give_them_out(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["boar", "wolf"]\ngames = 6\nbatch = 2\n'
    rows = table(collect_findings(done(text, tmp_path).results), "seats", "Wins by seat, lane and move")
    lanes = {row[0]: row for row in rows if row[0].startswith("place")}
    assert list(lanes) == ["place 1, the inside lane", "place 2"]
    assert sum(float(row[2].rstrip("%")) for row in lanes.values()) == pytest.approx(100, abs=0.11)
    assert all(row[1] == "6" for row in lanes.values())


@long
def test_one_against_the_field_is_told_arm_by_arm(tmp_path: Path) -> None:
    text = 'game = "races"\nscenarios = ["oval"]\nsides = ["pump", "wolf", "wagon"]\nonly = ["wolf"]\n'
    there = collect_findings(done(text + 'games = 2\nbatch = 2\n[vary]\n"machines.wolf.move" = [1, 12]\n', tmp_path).results)
    told = [line for line in there.sections[0].text if line.startswith("wolf v all others with ")]
    assert [line.rpartition(" in ")[2] for line in told] == [
        f"4 matches, with machines.wolf.move = {move}." for move in (1, 12)
    ]
    assert [row[0] for row in table(there, "matrix", "Against all others")] == ["wolf"]
    rows = {(row[0], row[1].rpartition(" ")[2]): row for row in table(there, "arms", "By arm")}
    shares = {key: float(row[3].rstrip("%")) for key, row in rows.items()}
    for move in ("1", "12"):
        turned = 100 - shares["pump v wolf", move]
        assert shares["wolf v all others", move] == pytest.approx((turned + shares["wolf v wagon", move]) / 2, abs=0.1)


def test_results_without_a_match_have_none(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="no match has been played yet"):
        collect_findings(ExperimentRun(asked(PIG), tmp_path).results)


# -------------------------------------------------------------------- the models


def test_points_are_found_again_that_made_the_scores() -> None:
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


def test_somebody_who_never_lost_has_points_all_the_same() -> None:
    points, _ = fair_points([PairingScore("a", "b", 1, 1.0, 20), PairingScore("a", "b", -1, 1.0, 20)])
    assert 100 < points["a"].value < 100_000
    assert points["b"].value < 100


def test_the_fair_value_lies_where_the_score_crosses_a_half() -> None:
    found = fair_value([(4.0, 0.75, 200), (5.0, 0.5, 200), (6.0, 0.25, 200)])
    assert found is not None
    assert found.value == pytest.approx(5.0, abs=0.01)
    assert 4.5 < found.low < 5 < found.high < 5.5
    assert fair_value([(4.0, 0.5, 20), (5.0, 0.52, 20)]) is None, "it hardly matters"


def test_small_sums_are_right() -> None:
    assert solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])
    assert sample_mean([1.0, 2.0, 3.0]).mean == 2
    assert quantile([5, 1, 3], 0.5) == 3
    gap = share_difference(15, 20, 5, 20)
    assert gap.mean == 0.5
    assert (gap.low, gap.high) == pytest.approx((0.1907, 0.6954), abs=0.0001), "Newcombe, worked out by hand"


def test_a_long_name_beside_a_picture_is_cut_to_fit() -> None:
    assert shorten("Crack of Thunder: go up 2 whips, or more") == "Crack of Thunder"
    assert shorten("Pass: wait") == "Pass: wait"
    assert shorten("Whoever leads after the third of all bends") == "Whoever leads after the th…"
