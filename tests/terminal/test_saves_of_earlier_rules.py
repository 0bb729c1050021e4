"""Saves of earlier rules: resumed from their state, shown as far as they can be executed, and kept as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import COMPILED

if COMPILED:
    pytest.skip("the rules of this test are subclasses of compiled classes", allow_module_level=True)

import hippodrome as hd
from hippodrome.terminal.match_arguments import Seat
from hippodrome.terminal.saves import SaveFile, read_save, state_path
from tests.other_rules import same_rules_as_version
from tests.pig_two import pig_under_rules_2
from tests.terminal.conftest import Run

MOVES = ("roll", "hold", "roll", "hold", "roll")


def save_pig(path: Path) -> str:
    """Save a game of Pig after a few moves of both seats, and return its record."""
    match = hd.new("pig", seed=3)
    save = SaveFile(path, [Seat(0, "me"), Seat(1, "me")]).create(match)
    for action in MOVES:
        match.play(action)
        save.write(match)
    return path.read_text(encoding="utf-8")


def test_a_save_continues_from_its_state_under_changed_rules(run: Run, home: Path) -> None:
    path = home / "pig.record"
    old = save_pig(path)
    before = hd.replay(old)
    with pig_under_rules_2():
        match = read_save(path)
        assert (match.begun_version, match.rules_version) == (1, 2)
        assert [move.action.text for move in match.moves] == [move.action.text for move in before.moves]
        assert match.view().table["players"][0]["score"] == before.view().table["players"][0]["score"]
        result = run("play", "--resume", path, typed="l\n\nroll\nq\n")
        assert result.exit_code == 0, result.stderr
        assert "From here on: rules 2 of Pig." in result.stdout
        assert "Red: roll" in result.stdout
        text = path.read_text(encoding="utf-8")
        assert sum(line.startswith("rules 2 ") for line in text.splitlines()) == 1
        assert len(read_save(path).moves) > len(before.moves)
        shown = run("replay", path, "--log")
        assert "Red: roll" in shown.stdout
        assert "From here on: rules 2 of Pig." in shown.stdout
        refused = run("replay", path, "--at", 1)
        assert "were played under earlier rules" in refused.stderr
        assert run("verify", path).exit_code == 0
        assert json.loads(run("replay", path, "--json").stdout)["moves"][0]["action"] == "roll"
    assert (home / "pig.record.before-rules-2").read_text(encoding="utf-8") == old


def test_a_save_that_still_replays_continues_without_its_state(run: Run, home: Path) -> None:
    path = home / "pig.record"
    save_pig(path)
    state_path(path).unlink()
    with same_rules_as_version("pig", 2):
        match = read_save(path)
        assert match.earlier is not None
        assert match.earlier.is_replayable
        assert run("play", "--resume", path, typed="roll\nq\n").exit_code == 0
        assert hd.replay(path.read_text(encoding="utf-8")).rules_version == 2


@pytest.mark.parametrize("damage", ["missing", "not JSON", "another move"])
def test_a_save_without_its_state_says_why_it_cannot_continue(run: Run, home: Path, damage: str) -> None:
    path = home / "pig.record"
    old = save_pig(path)
    if damage == "missing":
        state_path(path).unlink()
    elif damage == "not JSON":
        state_path(path).write_text("{", encoding="utf-8")
    else:
        path.write_text("\n".join(old.splitlines()[:-1]) + "\n", encoding="utf-8")
        old = path.read_text(encoding="utf-8")
    with pig_under_rules_2():
        result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert "moves not re-executed: written under rules 1 of Pig" in result.stderr
    assert "it cannot be continued" in result.stderr
    assert path.read_text(encoding="utf-8") == old
