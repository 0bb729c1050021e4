"""The commands of hippodrome custom, and files of one's own as options of a match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hippodrome as hd
from tests.terminal.conftest import Run


@pytest.fixture
def army(run: Run, home: Path) -> Path:
    """A new army file."""
    path = home / "falcons.toml"
    result = run("custom", "new", "army", path)
    assert result.exit_code == 0, result.output
    assert "As defender: 212 of 230 points" in result.output
    return path


def spoilt(path: Path, old: str, new: str) -> Path:
    """The file with something else in it."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_what_can_be_written_is_listed(run: Run) -> None:
    shown = run("custom", "list").output
    assert "hippodrome play magic -o army_red=FILE -o army_white=FILE" in shown
    assert "River Kingdom" in shown
    told = json.loads(run("custom", "list", "--json").output)
    assert [(one["game"], one["kind"]) for one in told] == [("magic", "army"), ("magic", "layout")]


def test_a_file_is_begun_like_a_ready_one_and_never_over_another(run: Run, home: Path, army: Path) -> None:
    before = army.read_bytes()
    again = run("custom", "new", "army", army)
    assert (again.exit_code, army.read_bytes()) == (2, before)
    assert "is there already" in again.stderr
    result = run("custom", "new", "layout", home / "ford.toml", "--like", "ford of reeds")
    assert result.exit_code == 0
    assert "a2~~  b2~~" in result.output
    assert "there is no ready layout 'moon'" in run("custom", "new", "layout", home / "m.toml", "--like", "moon").stderr
    assert "there are no files of the kind 'navy'" in run("custom", "new", "navy", home / "n.toml").stderr


def test_check_names_file_line_and_key_and_what_would_be_right(run: Run, army: Path) -> None:
    fine = run("custom", "check", "army", army)
    assert (fine.exit_code, "is as it should be" in fine.output) == (0, True)
    spoilt(army, 'kind = "close order"', 'kind = "closed"')
    wrong = run("custom", "check", "army", army)
    assert wrong.exit_code == 1
    assert f"{army}, line 8, troops[0].kind: must be one of close order, support" in wrong.output.replace("\n", "")
    told = json.loads(run("custom", "check", "army", army, "--json").output)
    assert (told["ok"], told["faults"][0]["line"], told["faults"][0]["key"]) == (False, 8, "troops[0].kind")


def test_show_counts_points_and_lists_all_faults(run: Run, army: Path) -> None:
    spoilt(army, "number = 4", "number = 9")
    shown = run("custom", "show", "army", army).output
    assert "9 x 16 = 144 points" in shown
    assert "costs 292 points, but the defender may spend 230" in shown
    assert "the attacker may spend 253: remove troops worth 39" in shown
    told = json.loads(run("custom", "show", "army", army, "--json").output)
    assert [fault["key"] for fault in told["faults"]] == ["", ""]


def test_a_file_that_is_not_there_or_not_text_is_said_so(run: Run, home: Path) -> None:
    assert "there is no file" in run("custom", "check", "army", home / "none.toml").stderr
    (home / "bytes.toml").write_bytes(b"\xff\xfe")
    assert "is not text" in run("custom", "show", "army", home / "bytes.toml").stderr


def test_matches_are_played_with_files_and_resumed(run: Run, home: Path, army: Path) -> None:
    ground = home / "ford.toml"
    run("custom", "new", "layout", ground)
    options = ("-o", f"army_red={army}", "-o", f"layout={ground}", "-o", "attacker=Red", "-o", "deployment=ready")
    save = home / "battle.record"
    result = run("play", "magic", *options, "--seats", "me,random", "--seed", 1, "--save", save, "--plain", typed="q\n")
    assert result.exit_code == 0, result.output
    army.unlink()
    ground.unlink()
    match = hd.replay(save.read_text(encoding="utf-8"))
    assert "Clan wall 1" in {unit["name"] for unit in match.view(0).table["units"]}
    assert "custom: Iron Hill" in run("replay", save).output.replace("\n", " ")
    assert run("play", "--resume", save, "--plain", typed="q\n").exit_code == 0


def test_many_matches_are_simulated_with_a_file(run: Run, army: Path) -> None:
    options = ("-o", f"army_white={army}", "-o", "attacker=Red", "--seats", "random,random", "--games", 1)
    assert "custom: Iron Hill" in run("simulate", "magic", *options).output.replace("\n", " ")


def test_a_broken_file_begins_no_match(run: Run, home: Path, army: Path) -> None:
    spoilt(army, "number = 4", "number = 9")
    dear = run("play", "magic", "-o", f"army_red={army}", "--plain", typed="q\n")
    assert (dear.exit_code, "the defender may spend 230" in dear.stderr) == (2, True)
    spoilt(army, 'motive = "grudge"', 'motive = "gold"')
    wrong = run("watch", "magic", "-o", f"army_red={army}")
    assert (wrong.exit_code, f"{army}, line 4, motive: must be one of none" in wrong.stderr) == (2, True)
    lost = run("play", "magic", "-o", f"army_red={home / 'none.toml'}")
    assert (lost.exit_code, "it can be a file (army), or: river" in lost.stderr) == (2, True)
