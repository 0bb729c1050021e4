"""The commands of hippodrome custom, and custom files as options of a match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hippodrome as hd
from tests.terminal.conftest import Run

SPEARS = 'places = ["0 front", "0 front", "-1 front"]'


@pytest.fixture
def army(run: Run, home: Path) -> Path:
    """A new army file."""
    path = home / "falcons.toml"
    result = run("custom", "new", "army", path)
    assert result.exit_code == 0, result.output
    assert "As defender: 212 of 230 points" in result.output
    return path


def replace_in_file(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence of a text in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_kinds_of_custom_files_are_listed(run: Run) -> None:
    shown = run("custom", "list").output
    assert "hippodrome play magic -o army_red=FILE -o army_white=FILE" in shown
    assert "River Kingdom" in shown
    kinds = json.loads(run("custom", "list", "--json").output)
    assert [(kind["game"], kind["kind"]) for kind in kinds] == [("magic", "army"), ("magic", "layout")]


def test_an_existing_file_is_not_overwritten(run: Run, army: Path) -> None:
    before = army.read_bytes()
    again = run("custom", "new", "army", army)
    assert (again.exit_code, army.read_bytes()) == (2, before)
    assert "already exists" in again.stderr


def test_a_new_file_can_copy_any_example(run: Run, home: Path) -> None:
    result = run("custom", "new", "layout", home / "ford.toml", "--like", "ford of reeds")
    assert result.exit_code == 0
    assert "a2~~  b2~~" in result.output
    unknown = run("custom", "new", "layout", home / "m.toml", "--like", "moon")
    assert "there is no example layout 'moon'; choose one of: " in unknown.stderr
    assert "there is no kind of custom file 'navy'" in run("custom", "new", "navy", home / "n.toml").stderr


def test_check_reports_file_line_key_and_legal_values(run: Run, army: Path) -> None:
    valid = run("custom", "check", "army", army)
    assert (valid.exit_code, f"{army} is valid." in valid.output.replace("\n", "")) == (0, True)
    replace_in_file(army, 'kind = "close order"', 'kind = "closed"')
    invalid = run("custom", "check", "army", army)
    assert invalid.exit_code == 1
    assert f"{army}, line 22, troops[2].kind: must be one of close order, support" in invalid.output.replace("\n", "")
    report = json.loads(run("custom", "check", "army", army, "--json").output)
    assert (report["ok"], report["faults"][0]["line"], report["faults"][0]["key"]) == (False, 22, "troops[2].kind")


def test_show_adds_up_points_and_lists_all_errors(run: Run, army: Path) -> None:
    replace_in_file(army, f"number = 3\n{SPEARS}", f"number = 9\n{SPEARS}")
    shown = run("custom", "show", "army", army).output
    assert "9 x 16 = 144 points" in shown
    assert "costs 308 points, but the defender may spend 230" in shown
    assert "the attacker may spend 253: remove troops worth 55" in shown
    report = json.loads(run("custom", "show", "army", army, "--json").output)
    assert [fault["key"] for fault in report["faults"]] == ["", ""]


def test_a_missing_or_binary_file_is_reported(run: Run, home: Path) -> None:
    assert "there is no file" in run("custom", "check", "army", home / "none.toml").stderr
    (home / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "is not a text file" in run("custom", "show", "army", home / "bytes.toml").stderr


def test_a_match_with_custom_files_is_played_and_resumed_without_them(run: Run, home: Path, army: Path) -> None:
    ground = home / "ford.toml"
    run("custom", "new", "layout", ground)
    options = ("-o", f"army_red={army}", "-o", f"layout={ground}", "-o", "attacker=Red", "-o", "deployment=ready")
    save = home / "battle.record"
    result = run("play", "magic", *options, "--seats", "me,random", "--seed", 1, "--save", save, "--plain", typed="q\n")
    assert result.exit_code == 0, result.output
    army.unlink()
    ground.unlink()
    match = hd.replay(save.read_text(encoding="utf-8"))
    assert "Spear guard 1" in {unit["name"] for unit in match.view(0).table["units"]}
    assert "custom: River Kingdom" in run("replay", save).output.replace("\n", " ")
    assert run("play", "--resume", save, "--plain", typed="q\n").exit_code == 0


def test_matches_with_a_custom_file_are_simulated(run: Run, army: Path) -> None:
    options = ("-o", f"army_white={army}", "-o", "attacker=Red", "--seats", "random,random", "--games", 1)
    assert "custom: River Kingdom" in run("simulate", "magic", *options).output.replace("\n", " ")


def test_an_invalid_file_starts_no_match(run: Run, home: Path, army: Path) -> None:
    replace_in_file(army, f"number = 3\n{SPEARS}", f"number = 9\n{SPEARS}")
    too_expensive = run("play", "magic", "-o", f"army_red={army}", "--plain", typed="q\n")
    assert (too_expensive.exit_code, "the defender may spend 230" in too_expensive.stderr) == (2, True)
    replace_in_file(army, 'motive = "honour"', 'motive = "gold"')
    unreadable = run("watch", "magic", "-o", f"army_red={army}")
    assert (unreadable.exit_code, f"{army}, line 4, motive: must be one of none" in unreadable.stderr) == (2, True)
    missing = run("play", "magic", "-o", f"army_red={home / 'none.toml'}")
    assert (missing.exit_code, "use the path of a custom army, or one of: river" in missing.stderr) == (2, True)
