"""Looking things up: games, rules, the coverage of a rulebook, completion, help."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome import bots
from hippodrome.catalogue import all_games
from hippodrome.coverage import Coverage, checkout_tests, cited_in_code, coverage, named_in_tests
from hippodrome.terminal.commands import rulebooks
from tests.terminal.conftest import Run

ROOT = Path(__file__).parents[2]
COMMANDS = (
    "games",
    "play",
    "watch",
    "replay",
    "verify",
    "render",
    "sheet",
    "campaign",
    "rules",
    "odds",
    "simulate",
    "fuzz",
)


# -------------------------------------------------------------------- games and help


def test_every_game_is_listed(run: Run) -> None:
    text = " ".join(run("games").output.split())
    for game in hd.games().values():
        assert f"{game.slug} {game.title}, {game.length}" in text
        for scenario in game.scenarios():
            low, high = scenario.seats[0], scenario.seats[-1]
            assert f"{scenario.slug} {scenario.title}, {low} to {high} seats, usually {scenario.default_seats}" in text
    assert "--option laps=... How often the chariots go round. One of 1, 2, 3, 4, 5, 6, 7; usually 2." in text
    assert "pig" not in text, "toy games are for tests"


def test_games_for_programs(run: Run) -> None:
    result = run("games", "--json")
    found = {row["game"]: row for row in json.loads(result.stdout)}
    assert list(found) == list(hd.games())
    benhur = found["benhur"]
    game = hd.game("benhur")
    assert result.stderr == ""
    assert benhur["levels"] == bots.levels(game)
    assert [row["scenario"] for row in benhur["scenarios"]] == [scenario.slug for scenario in game.scenarios()]
    assert benhur["scenarios"][0]["seats"] == [2, 6]
    assert benhur["scenarios"][0]["options"][0]["name"] == "laps"


def test_every_command_has_help_with_an_example(run: Run) -> None:
    listed = run("--help").output
    for command in COMMANDS:
        assert f"│ {command} " in listed
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Examples:" in result.output
        assert f"hippodrome {command}" in result.output.split("Examples:")[1]


def test_without_a_word_the_help_is_shown(run: Run) -> None:
    assert "Usage: hippodrome" in run().output


def test_the_version(run: Run) -> None:
    assert run("--version").output == f"hippodrome {hd.__version__}\n"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("play b", ["benhur"]),
        ("play benhur --scenario ", ["circus", "arena", "river", "villa", "serpent"]),
        ("play benhur --seats ", ["me", "recruit", "driver", "veteran", "champion"]),
        ("play benhur --seats me,dr", ["me,driver"]),
        ("simulate benhur --seats ", ["recruit", "driver", "veteran", "champion"]),
        ("play benhur --option tr", ["tricks=0", "tricks=1", "tricks=2"]),
        ("play --speed ", ["slow", "normal", "fast", "instant"]),
        ("rules benhur BH-W", ["BH-W1"]),
        ("render benhur --theme ", ["light", "dark", "contrast"]),
        ("ver", ["verify"]),
    ],
)
def test_shells_complete_what_is_typed(run: Run, monkeypatch: pytest.MonkeyPatch, words: str, found: list[str]) -> None:
    monkeypatch.setenv("_HIPPODROME_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"hippodrome {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert run().output.split() == found


# -------------------------------------------------------------------- rules


def test_a_clause_is_shown_with_its_reading(run: Run) -> None:
    text = run("rules", "benhur", "bh-q9").output
    clause = hd.game("benhur").rulebook.clauses["BH-Q9"]
    assert f"BH-Q9  {clause.title}  ({clause.chapter})" in text
    for name in ("Question: ", "Reading: ", "Why: ", "See: "):
        assert name in text


def test_clauses_are_found_by_words(run: Run) -> None:
    found = json.loads(run("rules", "benhur", "stone", "wall", "--json").stdout)
    assert found
    for clause in found:
        assert "stone wall" in f"{clause['title']} {clause['text']} {clause['reading']}".lower()


def test_the_whole_rulebook_by_chapter(run: Run) -> None:
    text = run("rules", "benhur").output
    book = hd.game("benhur").rulebook.clauses.values()
    places = [text.index(f"{clause.id}  {clause.title}") for clause in book]
    assert places == sorted(places), "in the order of the book"
    for chapter in dict.fromkeys(clause.chapter for clause in book):
        assert f"─ {chapter} ─" in text
    assert len(json.loads(run("rules", "benhur", "--json").stdout)) == len(book)


# -------------------------------------------------------------------- coverage


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which some clauses of Ben-Hur are cited and tested."""
    package = tmp_path / "src" / "hippodrome"
    (package / "games" / "benhur").mkdir(parents=True)
    (package / "bots").mkdir()
    (package / "games" / "benhur" / "a.py").write_text('RULE = "BH-M1"\n\n# BH-M2, BH-M3\n')
    (package / "bots" / "benhur.py").write_text('"""BH-M4, and BH-M99, which is not there."""\n')
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "conftest.py").touch()
    (tmp_path / "tests" / "deep" / "test_a.py").write_text(
        '@clause("BH-M1", "BH-M2")\ndef test_one(): ...\n\n\n'
        '@pytest.mark.clause("BH-M3")\nclass TestTwo: ...\n\n\n'
        'CASES = [pytest.param(1, marks=clause("BH-M4"))]\n"BH-L1"\nother("BH-L2")\n'
    )
    return package


def test_citations_are_found_with_their_places(checkout: Path) -> None:
    assert cited_in_code("benhur", checkout) == {
        "BH-M1": ["games/benhur/a.py:1"],
        "BH-M2": ["games/benhur/a.py:3"],
        "BH-M3": ["games/benhur/a.py:3"],
        "BH-M4": ["bots/benhur.py:1"],
        "BH-M99": ["bots/benhur.py:1"],
    }
    folder = checkout_tests(checkout)
    assert folder is not None
    assert named_in_tests(folder) == {
        "BH-M1": ["deep/test_a.py:1"],
        "BH-M2": ["deep/test_a.py:1"],
        "BH-M3": ["deep/test_a.py:5"],
        "BH-M4": ["deep/test_a.py:9"],
    }, "only marks count"


def test_what_is_missing_is_listed_with_percentages(run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "coverage", partial(coverage, package=checkout))
    result = run("rules", "benhur", "--coverage")
    size = len(hd.game("benhur").rulebook.clauses)
    share = f"{int(4000 / size) / 10:.1f} %"
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert lines[0] == f"Ben-Hur: {size} clauses"
    assert f"cited by code      4 of {size}  {share}" in lines
    assert f"named by tests     4 of {size}  {share}" in lines
    assert any(line.startswith("  not: ") and "BH-Q1" in line and "BH-M1," not in line for line in lines)
    assert "unknown clause BH-M99: bots/benhur.py:1" in lines
    found = json.loads(run("rules", "benhur", "--coverage", "--json").stdout)
    assert found["code"]["cited"] == found["tests"]["named"] == 4
    assert "BH-M1" not in found["code"]["missing"]
    assert "BH-L1" in found["tests"]["missing"]
    assert found["unknown"] == {"BH-M99": ["bots/benhur.py:1"]}
    assert found["places"]["BH-M3"] == {"code": ["games/benhur/a.py:3"], "tests": ["deep/test_a.py:5"]}
    assert not found["complete"]


def test_an_installation_without_tests_says_so(run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout.parents[1] / "tests" / "conftest.py").unlink()
    monkeypatch.setattr(rulebooks, "coverage", partial(coverage, package=checkout))
    text = " ".join(run("rules", "benhur", "--coverage").output.split())
    assert "named by tests" not in text
    assert "There is no tests folder beside this installation, so only the code was looked at." in text


@pytest.fixture(scope="module")
def named() -> dict[str, list[str]]:
    """Every clause that a test of this checkout names."""
    return named_in_tests(ROOT / "tests")


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_clause_of_every_game_is_cited_and_tested(slug: str, named: dict[str, list[str]]) -> None:
    game = all_games()[slug]
    found = Coverage(game, cited_in_code(game.base, ROOT / "src" / "hippodrome"), named)
    assert found.missing_in_code() == []
    assert found.missing_in_tests() == []
    assert found.unknown() == {}
    assert found.is_complete()


def test_full_coverage_succeeds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = hd.game("benhur")
    everything = {id: ["somewhere:1"] for id in game.rulebook.clauses}
    monkeypatch.setattr(rulebooks, "coverage", lambda found: Coverage(found, everything, everything))
    result = run("rules", "benhur", "--coverage")
    size = len(everything)
    assert result.exit_code == 0
    assert result.output.count(f"{size} of {size}  100.0 %") == 2
    assert "not: " not in result.output
