"""Save files: whole at any moment, never overwritten by mistake, and clear about what is wrong with them."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.files import write_whole
from hippodrome.terminal import saves
from hippodrome.terminal.saves import data_folder, is_unfinished, newest, side_file, typed
from tests.terminal.conftest import Run
from tests.terminal.help import finished


def begun(run: Run, path: Path) -> str:
    """A race that was left after its first moves."""
    run("play", "-s", "arena", "--seats", "me,driver", "--seed", 1, "--save", path, typed="\n\n")
    return path.read_text(encoding="utf-8")


def test_a_save_is_a_record_with_its_seed_and_a_file_beside_it(run: Run, home: Path) -> None:
    path = home / "race.record"
    text = begun(run, path)
    assert "\nseed " in text
    assert hd.replay(text).decision is not None
    side = json.loads(side_file(path).read_text(encoding="utf-8"))
    assert side == {"seats": [{"level": "me", "name": ""}, {"level": "driver", "name": ""}], "odds": True}


def test_a_half_written_file_never_takes_the_place_of_a_whole_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "race.record"
    write_whole(path, "old\n")

    def killed(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new\n")
    assert path.read_text() == "old\n"


def test_a_save_that_is_there_already_is_not_written_over(run: Run, home: Path) -> None:
    path = home / "race.record"
    text = begun(run, path)
    result = run("play", "-s", "arena", "--save", path)
    assert result.exit_code == 2
    assert result.stderr == (
        f"hippodrome: {path} is there already; go on with it by --resume ~/race.record, or name another file\n"
    )
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("change", "line", "complaint"),
    [
        (lambda lines: [*lines[:3], "seats many", *lines[4:]], 4, "'many' is no number of seats"),
        (lambda lines: [*lines[:-1], lines[-1].replace(" play ", " plays ")], -1, "cannot be read"),
        (lambda lines: [*lines[:-1], lines[-1][:-1] + "x"], -1, "cannot be read"),
        (lambda lines: ["Hippodrome rekord 1", *lines[1:]], 1, "not a record"),
        (lambda lines: [lines[0], "game chess 1", *lines[2:]], 2, "unknown game 'chess'"),
    ],
)
def test_a_broken_save_is_named_with_its_line_and_left_alone(
    run: Run, home: Path, change: Callable[[list[str]], list[str]], line: int, complaint: str
) -> None:
    path = home / "race.record"
    lines = begun(run, path).splitlines()
    broken = "\n".join(change(lines)) + "\n"
    path.write_text(broken, encoding="utf-8")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hippodrome: {path}: line {line if line > 0 else len(lines)}: ")
    assert complaint in result.stderr
    assert result.stderr.endswith("; the file was left as it is\n")
    assert result.stderr.count("\n") == 1
    assert path.read_text(encoding="utf-8") == broken


def test_a_broken_side_file_asks_for_the_seats(run: Run, home: Path) -> None:
    path = home / "race.record"
    begun(run, path)
    side_file(path).write_text("{", encoding="utf-8")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: {side_file(path)} cannot be read; say who sits where with --seats\n"
    assert run("play", "--resume", path, "--seats", "me,driver", typed="\n").exit_code == 0


def test_without_a_side_file_the_first_seat_is_yours(run: Run, home: Path) -> None:
    path = home / "race.record"
    begun(run, path)
    side_file(path).unlink()
    assert "Red: " in run("play", "--resume", path, typed="").output


def test_a_finished_race_is_not_resumed(run: Run, home: Path) -> None:
    path = finished(home / "race.record")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: the match in {path} is over; hippodrome replay ~/race.record shows it\n"


def test_seats_must_be_as_many_as_the_race_has(run: Run, home: Path) -> None:
    path = home / "race.record"
    begun(run, path)
    result = run("play", "--resume", path, "--seats", "me,driver,driver")
    assert result.exit_code == 2
    assert "has 2 seats, not 3" in result.stderr


def test_there_may_be_nothing_to_resume(run: Run, home: Path) -> None:
    result = run("play", "--resume")
    assert result.exit_code == 2
    assert result.stderr == (
        f"hippodrome: there is no unfinished match in {home / 'hippodrome'}; hippodrome play begins one\n"
    )


def test_the_newest_unfinished_save_is_found(home: Path) -> None:
    folder = home / "hippodrome"
    folder.mkdir()
    for age, (name, text) in enumerate({"new": "end finished", "middle": "1 seat 0", "old": "1 seat 0"}.items()):
        path = folder / f"{name}.record"
        path.write_text(f"Hippodrome record 1\n{text}\n", encoding="utf-8")
        os.utime(path, (1000 - age, 1000 - age))
    assert newest() == folder / "middle.record"
    assert not is_unfinished(folder / "new.record")
    (folder / "middle.record").write_text("", encoding="utf-8")
    assert newest() == folder / "middle.record", "an empty file is broken, and is said to be"


def test_two_races_begun_in_the_same_second_have_two_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "2026-01-02-030405")
    match = hd.new("benhur", seed=1)
    first = saves.new_path(match, None)
    first.parent.mkdir()
    first.touch()
    assert first.name == "benhur-circus-2026-01-02-030405.record"
    assert saves.new_path(match, None).name == "benhur-circus-2026-01-02-030405-2.record"


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", "data/hippodrome"),
        ("darwin", "home/Library/Application Support/hippodrome"),
        ("win32", "local/hippodrome"),
    ],
)
def test_saves_lie_where_the_system_wants_them(
    platform: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == tmp_path / folder


def test_paths_are_shown_as_they_can_be_typed(home: Path) -> None:
    assert typed(home / "a.record") == "~/a.record"
    assert typed(home / "a b.record") == f'"{home}/a b.record"'
    assert typed(Path("/elsewhere/a.record")) == "/elsewhere/a.record"


def test_a_folder_that_cannot_be_written_is_named(run: Run, home: Path) -> None:
    (home / "file").touch()
    result = run("play", "--save", home / "file" / "race.record")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hippodrome: cannot save to {home / 'file' / 'race.record'}: ")
