"""The commands games and rules, and the coverage of the rulebooks."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.catalogue import all_games, registered_variants, unregister_variant
from hippodrome.rule_coverage import Coverage, checkout_tests, coverage, find_code_citations, find_test_citations
from hippodrome.terminal.commands import rulebooks
from hippodrome.terminal.console import UsageError
from tests.terminal.conftest import Run

ROOT = Path(__file__).parents[2]


# -------------------------------------------------------------------- games


def test_every_game_is_listed(run: Run) -> None:
    text = " ".join(run("games").output.split())
    for game in hd.games().values():
        assert f"{game.slug} {game.title}, {game.length}" in text
        for scenario in game.scenarios():
            low, high = scenario.seats[0], scenario.seats[-1]
            players = f"{low} to {high} players (default {scenario.default_seats})" if low < high else f"{low} players"
            assert f"{scenario.slug} {scenario.title}, {players}" in text
            for title, fact in game.scenario_facts(scenario):
                assert f"{title}: {fact}." in text
    assert "Between equal bots: Sabines" in text
    assert "--option laps=... The number of laps to race. Values: 1, 2, 3, 4, 5, 6, 7. Default: 2." in text
    assert "pig" not in text, "development games are for tests"


def test_games_as_json(run: Run) -> None:
    result = run("games", "--json")
    rows = {row["game"]: row for row in json.loads(result.stdout)}
    assert list(rows) == list(hd.games())
    benhur = rows["benhur"]
    game = hd.game("benhur")
    assert result.stderr == ""
    assert benhur["levels"] == bots.levels(game)
    assert [row["scenario"] for row in benhur["scenarios"]] == [scenario.slug for scenario in game.scenarios()]
    assert benhur["scenarios"][0]["seats"] == [2, 6]
    assert benhur["scenarios"][0]["options"][0]["name"] == "laps"
    facts = {row["scenario"]: row["facts"] for row in rows["chariot"]["scenarios"]}["rome"]
    assert facts[:2] == [{"title": "Romans", "text": "16 units"}, {"title": "Sabines", "text": "15 units"}]
    assert facts[-1]["title"] == "Between equal bots"


# -------------------------------------------------------------------- rules


def test_a_clause_is_shown_with_its_reading(run: Run) -> None:
    text = run("rules", "benhur", "bh-q9").output
    clause = hd.game("benhur").rulebook.clauses["BH-Q9"]
    assert f"BH-Q9  {clause.title}  ({clause.chapter})" in text
    for name in ("Question: ", "Reading: ", "Why: ", "See: "):
        assert name in text


def test_clauses_are_found_by_words(run: Run) -> None:
    clauses = json.loads(run("rules", "benhur", "stone", "wall", "--json").stdout)
    assert clauses
    for clause in clauses:
        assert "stone wall" in f"{clause['title']} {clause['text']} {clause['reading']}".lower()


def test_the_whole_rulebook_is_shown_by_chapter(run: Run) -> None:
    text = run("rules", "benhur").output
    clauses = hd.game("benhur").rulebook.clauses.values()
    places = [text.index(f"{clause.id}  {clause.title}") for clause in clauses]
    assert places == sorted(places), "in the order of the book"
    for chapter in dict.fromkeys(clause.chapter for clause in clauses):
        assert f"─ {chapter} ─" in text
    assert len(json.loads(run("rules", "benhur", "--json").stdout)) == len(clauses)


@pytest.mark.parametrize("slug", list(hd.games()))
def test_the_quick_start_is_one_page_with_drawings(run: Run, slug: str) -> None:
    page = hd.quick_start(slug)
    assert page is not None
    result = run("rules", slug, "--quick")
    text = " ".join(result.stdout.split())
    places = [text.index(f"{line.name}: {line.text} {line.clauses[0]}") for line in page.lines()[1:]]
    assert places == sorted(places)
    assert f"Goal: {page.goal.text}" in text
    for diagram in page.diagrams:
        assert f"{diagram.title} " in text
        assert diagram.text in text
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    assert json.loads(run("rules", slug, "--quick", "--json").stdout) == page.json()


def test_a_drawing_shows_the_pieces_and_what_is_marked(run: Run) -> None:
    text = run("rules", "benhur", "--quick").stdout
    assert "Re. Wh." in text, "the ram"
    assert all(square in text for square in ("%4", "%3")), "the skid values of a bend"
    assert "R  You (Red. Lane 1 in the first bend" in text
    fight = run("rules", "magic", "--quick").stdout
    assert all(row in fight for row in ("Points", "Dice", "Wins")), "the sum of a fight"


def test_the_quick_start_of_a_variant_has_its_figures(run: Run, tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text('game = "races"\nname = "slow"\n\n[changes]\n"machines.marauder.move" = 5\n')
    games = json.loads(run("games", "--json", "--variant", tmp_path).stdout)
    slug = next(row["game"] for row in games if "~" in row["game"])
    text = " ".join(run("rules", slug, "--quick", "--variant", tmp_path).stdout.split())
    for variant in registered_variants():
        unregister_variant(variant)
    assert "(5 inches for a marauder chariot)" in text


def test_a_game_without_a_quick_start_and_too_many_wishes_are_refused(run: Run) -> None:
    with pytest.raises(UsageError, match="has no quick start; read its rules with: hippodrome rules pig"):
        rulebooks.find_quick_start(all_games()["pig"])
    assert "--quick shows the whole page" in run("rules", "benhur", "caltrops", "--quick").stderr
    assert "--quick shows the whole page" in run("rules", "benhur", "--quick", "--coverage").stderr


# -------------------------------------------------------------------- coverage


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which some clauses of Ben-Hur are cited and tested."""
    package = tmp_path / "src" / "hippodrome"
    (package / "games" / "benhur").mkdir(parents=True)
    (package / "bots" / "benhur").mkdir(parents=True)
    (package / "games" / "benhur" / "a.py").write_text('RULE = "BH-M1"\n\n# BH-M2, BH-M3\n')
    (package / "bots" / "benhur" / "b.py").write_text('"""BH-M4, and BH-M99, which is not there."""\n')
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "conftest.py").touch()
    (tmp_path / "tests" / "deep" / "test_a.py").write_text(
        '@clause("BH-M1", "BH-M2")\ndef test_one(): ...\n\n\n'
        '@pytest.mark.clause("BH-M3")\nclass TestTwo: ...\n\n\n'
        'CASES = [pytest.param(1, marks=clause("BH-M4"))]\n"BH-L1"\nother("BH-L2")\n'
    )
    return package


def test_citations_are_found_with_their_places(checkout: Path) -> None:
    assert find_code_citations("benhur", checkout) == {
        "BH-M1": ["games/benhur/a.py:1"],
        "BH-M2": ["games/benhur/a.py:3"],
        "BH-M3": ["games/benhur/a.py:3"],
        "BH-M4": ["bots/benhur/b.py:1"],
        "BH-M99": ["bots/benhur/b.py:1"],
    }
    folder = checkout_tests(checkout)
    assert folder is not None
    assert find_test_citations(folder) == {
        "BH-M1": ["deep/test_a.py:1"],
        "BH-M2": ["deep/test_a.py:1"],
        "BH-M3": ["deep/test_a.py:5"],
        "BH-M4": ["deep/test_a.py:9"],
    }, "only marks count"


def test_missing_citations_are_listed_with_percentages(
    run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebooks, "coverage", partial(coverage, package=checkout))
    result = run("rules", "benhur", "--coverage")
    size = len(hd.game("benhur").rulebook.clauses)
    share = f"{int(4000 / size) / 10:.1f} %"
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[0] == f"Ben-Hur: {size} clauses"
    assert f"cited by code      4 of {size}  {share}" in lines
    assert f"named by tests     4 of {size}  {share}" in lines
    assert any(line.startswith("  missing: ") and "BH-Q1" in line and "BH-M1," not in line for line in lines)
    assert "unknown clause BH-M99: bots/benhur/b.py:1" in lines
    report = json.loads(run("rules", "benhur", "--coverage", "--json").stdout)
    assert report["code"]["cited"] == report["tests"]["named"] == 4
    assert "BH-M1" not in report["code"]["missing"]
    assert "BH-L1" in report["tests"]["missing"]
    assert report["unknown"] == {"BH-M99": ["bots/benhur/b.py:1"]}
    assert report["places"]["BH-M3"] == {"code": ["games/benhur/a.py:3"], "tests": ["deep/test_a.py:5"]}
    assert not report["complete"]


def test_coverage_says_if_there_are_no_tests(run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout.parents[1] / "tests" / "conftest.py").unlink()
    monkeypatch.setattr(rulebooks, "coverage", partial(coverage, package=checkout))
    text = " ".join(run("rules", "benhur", "--coverage").output.split())
    assert "named by tests" not in text
    assert "Only the code was checked: this installation has no tests folder." in text


@pytest.fixture(scope="module")
def clauses_in_tests() -> dict[str, list[str]]:
    """Every clause that a test of this checkout names, with the places."""
    return find_test_citations(ROOT / "tests")


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_clause_of_every_game_is_cited_and_tested(slug: str, clauses_in_tests: dict[str, list[str]]) -> None:
    game = all_games()[slug]
    report = Coverage(game, find_code_citations(game.base, ROOT / "src" / "hippodrome"), clauses_in_tests)
    assert report.missing_in_code() == []
    assert report.missing_in_tests() == []
    assert report.unknown() == {}
    assert report.is_complete()


def test_full_coverage_succeeds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hd.game("benhur")
    citations = {id: ["somewhere:1"] for id in game.rulebook.clauses}
    monkeypatch.setattr(rulebooks, "coverage", lambda game: Coverage(game, citations, citations))
    result = run("rules", "benhur", "--coverage")
    size = len(citations)
    assert result.exit_code == 0
    assert result.output.count(f"{size} of {size}  100.0 %") == 2
    assert "missing: " not in result.output
