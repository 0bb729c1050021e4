"""The commands of variants and of the laboratory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hippodrome import catalogue
from hippodrome.lab import experiment_preview
from hippodrome.lab.experiment_preview import Example
from tests.terminal.conftest import Run


@pytest.fixture(autouse=True)
def no_variants() -> Iterator[None]:
    """Nothing is left in use."""
    yield
    for variant in catalogue.variants():
        catalogue.forget(variant)


@pytest.fixture
def fast(run: Run, tmp_path: Path) -> Path:
    """A variant of Ben-Hur with short races."""
    assert run("variant", "new", "benhur", tmp_path / "fast").exit_code == 0
    head = tmp_path / "fast" / "variant.toml"
    head.write_text(head.read_text() + '"tracks.arena.laps" = 1\n')
    return tmp_path / "fast"


def test_a_variant_is_begun_checked_shown_and_packed(run: Run, fast: Path, tmp_path: Path) -> None:
    checked = run("variant", "check", fast)
    assert checked.exit_code == 0
    assert "Fast (Ben-Hur) is as it should be: 5 scenarios, benhur~fast-" in checked.output
    assert "tracks.arena.laps: 2, now 1" in run("variant", "show", fast).output
    assert run("variant", "pack", fast, tmp_path / "fast.toml").exit_code == 0
    shown = json.loads(run("variant", "show", tmp_path / "fast.toml", "--json").output)
    assert shown["changes"] == [{"path": "tracks.arena.laps", "was": 2, "is": 1}]
    again = run("variant", "new", "benhur", fast)
    assert again.exit_code == 2
    assert "is there already" in again.output


def test_a_broken_variant_is_refused_in_one_line(run: Run, fast: Path) -> None:
    (fast / "data" / "cards.toml").write_text('[[card]]\nnumber = 3\nwhen = "never"\n')
    result = run("play", "--variant", fast)
    assert result.exit_code == 2
    said = f"hippodrome: {fast}/data/cards.toml, line 3, card[0].when: must be one of start, roll, move"
    assert " ".join(result.output.split()).startswith(said)


def test_a_variant_is_watched_and_its_record_needs_it(run: Run, fast: Path, tmp_path: Path) -> None:
    record = tmp_path / "race.record"
    watched = run("watch", "benhur", "-s", "arena", "--seats", "driver,driver", "--variant", fast, "--save", record)
    assert watched.exit_code == 0, watched.output
    assert "game benhur~fast-" in record.read_text()
    assert "option laps 1" in record.read_text()
    assert run("verify", record, "--variant", fast).exit_code == 0
    for variant in catalogue.variants():
        catalogue.forget(variant)
    missing = run("verify", record)
    assert missing.exit_code == 1
    assert "it is of the variant 'fast-" in missing.output


def test_the_other_commands_know_a_variant_by_its_name(run: Run, fast: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ARENA" in run("render", "fast", "-s", "arena", "--text", "--variant", fast).output.upper()
    monkeypatch.chdir(fast.parent)  # where a folder is called as the game is
    assert "ARENA" in run("render", "fast", "-s", "arena", "--text", "--variant", "fast").output.upper()
    assert (
        "laps 1"
        in run("simulate", "fast", "-s", "arena", "--seats", "random,random", "--games", 1, "--variant", fast).output
    )
    assert "Fast (Ben-Hur)" in run("games", "--variant", fast).output


def test_a_game_is_saved_with_the_command_that_goes_on(run: Run, fast: Path, tmp_path: Path) -> None:
    left = run("play", "fast", "-s", "arena", "--variant", fast, "--save", tmp_path / "mine.record", typed="quit\n")
    assert left.exit_code == 0, left.output
    assert "--variant ~/fast" in " ".join(left.output.split())


def test_an_experiment_is_begun_run_and_run_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "question.toml"
    assert run("lab", "new", "benhur", file).exit_code == 0
    text = file.read_text().replace("games = 100", "games = 4\nbatch = 2").replace("[options]", "[options]\nlaps = 1")
    file.write_text(text)
    first = run("lab", "run", file, "--out", tmp_path / "out", "--processes", "1")
    assert first.exit_code == 0, first.output
    assert "recruit v driver, circus: " in first.output
    again = json.loads(run("lab", "run", file, "--out", tmp_path / "out", "--processes", "1", "--json").output)
    assert again["state"] == "done"
    assert again["games"] == 4
    assert again["table"] in " ".join(first.output.split())
    shown = run("lab", "show", again["folder"])
    assert shown.exit_code == 0, shown.output
    assert "What is it that you would like to know?" in shown.output
    assert "<h1>What is it that you would like to know?</h1>" in (Path(again["folder"]) / "report.html").read_text()
    assert (Path(again["folder"]) / "report.md").exists()
    assert "there are no results in" in run("lab", "show", tmp_path).output


def test_a_ready_experiment_is_run_by_its_name_and_its_report_written_at_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = Example(
        "brief", "Brief", "pig", "", 'game = "pig"\nplayers = ["random"]\nseats = 2\ngames = 4\nbatch = 2\n'
    )
    monkeypatch.setattr(experiment_preview, "examples", lambda: [ready])
    assert "brief" in run("lab", "examples").output
    assert run("lab", "examples", "brief").output == ready.text
    assert "there is no ready experiment 'long'; there are: brief" in run("lab", "examples", "long").output
    report = tmp_path / "brief.md"
    done = run("lab", "run", "brief", "--out", tmp_path, "--processes", "1", "--report", report)
    assert done.exit_code == 0, done.output
    assert "# An experiment with" in report.read_text()
    wrong = run("lab", "run", "brief", "--out", tmp_path, "--processes", "1", "--report", tmp_path / "x.pdf")
    assert "ends in .html or .md" in " ".join(wrong.output.split())


def test_an_experiment_takes_a_variant(run: Run, fast: Path, tmp_path: Path) -> None:
    file = tmp_path / "question.toml"
    file.write_text('game = "benhur"\nscenarios = ["arena"]\nseats = 2\nplayers = ["random"]\ngames = 2\nbatch = 2\n')
    found = json.loads(run("lab", "run", file, "--variant", fast, "--out", tmp_path, "--processes", "1", "--json").output)
    plan = json.loads((Path(found["folder"]) / "plan.json").read_text())
    assert plan["variant"]["name"] == "fast"
    other = json.loads(run("lab", "run", file, "--out", tmp_path, "--processes", "1", "--json").output)
    assert other["folder"] != found["folder"]


def test_what_cannot_be_run_is_said_in_one_line(run: Run, tmp_path: Path) -> None:
    missing = run("lab", "run", tmp_path / "no.toml")
    assert missing.exit_code == 2
    assert "hippodrome lab new GAME FILE begins an experiment" in " ".join(missing.output.split())
    (tmp_path / "bad.toml").write_text('game = "benhur"\ngamez = 3\n')
    bad = run("lab", "run", tmp_path / "bad.toml")
    assert bad.exit_code == 2
    assert "line 2, gamez: unknown key" in " ".join(bad.output.split())


@pytest.fixture
def tough(tmp_path: Path) -> Path:
    """A variant of a skirmish in one file."""
    file = tmp_path / "tough.toml"
    file.write_text('game = "wheelie"\nname = "tough"\n[changes]\n"chariots.celtic.defence" = 5\n')
    return file


def test_a_campaign_is_played_in_a_variant(run: Run, tough: Path, tmp_path: Path) -> None:
    ladder = tmp_path / "ladder.json"
    assert run("campaign", "new", ladder, "--names", "A,B", "--variant", tough).exit_code == 0
    assert json.loads(ladder.read_text())["game"].startswith("wheelie~tough-")
    left = run("campaign", "play", ladder, "--seats", "me,random", "--variant", tough, typed="quit\n")
    assert left.exit_code == 0, left.output
    assert "campaign play ~/ladder.json --variant ~/tough.toml" in " ".join(left.output.split())
    for variant in catalogue.variants():
        catalogue.forget(variant)
    missing = run("campaign", "show", ladder)
    assert missing.exit_code == 2
    assert "--variant names the variant it is of" in missing.output


def test_files_of_ones_own_are_judged_by_a_variant(run: Run, tmp_path: Path) -> None:
    few = tmp_path / "few.toml"
    few.write_text('game = "magic"\nname = "few"\n[changes]\n"armies.3_ironhill.title" = "Blue Hill"\n')
    army = tmp_path / "army.toml"
    begun = run("custom", "new", "army", army, "--like", "Blue Hill", "--variant", few)
    assert "custom check army ~/army.toml --variant ~/few.toml" in " ".join(begun.output.split())
    assert 'title = "Blue Hill"' in army.read_text()
    assert run("custom", "check", "army", army, "--game", "few", "--variant", few).exit_code == 0
    shown = json.loads(run("custom", "list", "--json", "--variant", few).output)
    assert {kind["game"].partition("-")[0] for kind in shown} == {"magic", "magic~few"}


def test_a_fuzz_plays_the_variant(run: Run, fast: Path) -> None:
    found = json.loads(run("fuzz", "--games", 2, "--json", "--variant", fast).output)
    assert (found["matches"], found["ok"]) == (2, True)
    assert [slug.partition("-")[0] for slug in found["seen"]] == ["benhur~fast"]
