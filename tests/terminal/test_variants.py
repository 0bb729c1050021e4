"""The commands of hippodrome variant, and the option --variant of other commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hippodrome import catalogue
from tests.terminal.conftest import Run


@pytest.fixture(autouse=True)
def no_variants() -> Iterator[None]:
    """Unload all variants after a test."""
    yield
    unload_variants()


def unload_variants() -> None:
    for variant in catalogue.registered_variants():
        catalogue.unregister_variant(variant)


@pytest.fixture
def fast(run: Run, tmp_path: Path) -> Path:
    """A variant of Ben-Hur with short races."""
    assert run("variant", "new", "benhur", tmp_path / "fast").exit_code == 0
    manifest = tmp_path / "fast" / "variant.toml"
    manifest.write_text(manifest.read_text() + '"tracks.arena.laps" = 1\n')
    return tmp_path / "fast"


def test_a_variant_is_created_checked_shown_and_packed(run: Run, fast: Path, tmp_path: Path) -> None:
    checked = run("variant", "check", fast)
    assert checked.exit_code == 0
    assert "Fast (Ben-Hur) is valid: 5 scenarios, benhur~fast-" in checked.output
    assert "tracks.arena.laps: 2, now 1" in run("variant", "show", fast).output
    assert run("variant", "pack", fast, tmp_path / "fast.toml").exit_code == 0
    shown = json.loads(run("variant", "show", tmp_path / "fast.toml", "--json").output)
    assert shown["changes"] == [{"path": "tracks.arena.laps", "was": 2, "is": 1}]
    again = run("variant", "new", "benhur", fast)
    assert again.exit_code == 2
    assert "already exists" in again.output


def test_a_broken_variant_is_refused_in_one_line(run: Run, fast: Path) -> None:
    (fast / "data" / "cards.toml").write_text('[[card]]\nnumber = 3\nwhen = "never"\n')
    result = run("play", "--variant", fast)
    assert result.exit_code == 2
    message = f"hippodrome: {fast}/data/cards.toml, line 3, card[0].when: must be one of start, roll, move"
    assert " ".join(result.output.split()).startswith(message)


def test_a_variant_is_watched_and_its_record_needs_it(run: Run, fast: Path, tmp_path: Path) -> None:
    record = tmp_path / "race.record"
    watched = run("watch", "benhur", "-s", "arena", "--seats", "driver,driver", "--variant", fast, "--save", record)
    assert watched.exit_code == 0, watched.output
    assert "game benhur~fast-" in record.read_text()
    assert "option laps 1" in record.read_text()
    shown = " ".join(watched.output.split())
    assert "hippodrome verify ~/race.record --variant ~/fast" in shown
    assert "--seats driver,driver --variant ~/fast" in shown, "the rematch loads the variant"
    assert run("verify", record, "--variant", fast).exit_code == 0
    unload_variants()
    missing = run("verify", record)
    assert missing.exit_code == 1
    assert "it belongs to the variant 'fast-" in missing.output


def test_other_commands_accept_the_name_of_a_loaded_variant(
    run: Run, fast: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "ARENA" in run("render", "fast", "-s", "arena", "--text", "--variant", fast).output.upper()
    monkeypatch.chdir(fast.parent)  # where a folder has the same name
    assert "ARENA" in run("render", "fast", "-s", "arena", "--text", "--variant", "fast").output.upper()
    assert (
        "laps 1"
        in run("simulate", "fast", "-s", "arena", "--seats", "random,random", "--games", 1, "--variant", fast).output
    )
    assert "Fast (Ben-Hur)" in run("games", "--variant", fast).output


def test_the_command_that_resumes_a_match_loads_its_variant(run: Run, fast: Path, tmp_path: Path) -> None:
    stopped = run("play", "fast", "-s", "arena", "--variant", fast, "--save", tmp_path / "mine.record", typed="quit\n")
    assert stopped.exit_code == 0, stopped.output
    assert "--variant ~/fast" in " ".join(stopped.output.split())


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
    stopped = run("campaign", "play", ladder, "--seats", "me,random", "--variant", tough, typed="quit\n")
    assert stopped.exit_code == 0, stopped.output
    assert "campaign play ~/ladder.json --variant ~/tough.toml" in " ".join(stopped.output.split())
    unload_variants()
    missing = run("campaign", "show", ladder)
    assert missing.exit_code == 2
    assert "load its variant with --variant" in missing.output


def test_custom_files_are_checked_by_the_rules_of_a_variant(run: Run, tmp_path: Path) -> None:
    few = tmp_path / "few.toml"
    few.write_text('game = "magic"\nname = "few"\n[changes]\n"armies.3_ironhill.title" = "Blue Hill"\n')
    army = tmp_path / "army.toml"
    created = run("custom", "new", "army", army, "--like", "Blue Hill", "--variant", few)
    assert "custom check army ~/army.toml --variant ~/few.toml" in " ".join(created.output.split())
    assert 'title = "Blue Hill"' in army.read_text()
    assert run("custom", "check", "army", army, "--game", "few", "--variant", few).exit_code == 0
    shown = json.loads(run("custom", "list", "--json", "--variant", few).output)
    assert {kind["game"].partition("-")[0] for kind in shown} == {"magic", "magic~few"}


def test_fuzz_plays_the_loaded_variant(run: Run, fast: Path) -> None:
    report = json.loads(run("fuzz", "--games", 2, "--json", "--variant", fast).output)
    assert (report["matches"], report["ok"]) == (2, True)
    assert [slug.partition("-")[0] for slug in report["seen"]] == ["benhur~fast"]
