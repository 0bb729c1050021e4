"""Save files: written atomically, never overwritten by mistake, with precise errors."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.atomic_files import write_atomically
from hippodrome.terminal import saves
from hippodrome.terminal.saves import data_folder, is_unfinished, newest_unfinished, shell_path, sidecar_path
from tests.terminal.conftest import Run
from tests.terminal.matches import write_finished_race


def save_unfinished_race(run: Run, path: Path) -> str:
    """Save a race after its first moves, and return the text of the record."""
    run("play", "-s", "arena", "--seats", "me,driver", "--seed", 1, "--save", path, typed="\n\n")
    return path.read_text(encoding="utf-8")


def test_a_save_is_a_record_with_its_seed_and_a_sidecar_file(run: Run, home: Path) -> None:
    path = home / "race.record"
    text = save_unfinished_race(run, path)
    assert "\nseed " in text
    assert hd.replay(text).decision is not None
    sidecar = json.loads(sidecar_path(path).read_text(encoding="utf-8"))
    assert sidecar == {"seats": [{"level": "me", "name": ""}, {"level": "driver", "name": ""}], "odds": True}


def test_an_interrupted_write_keeps_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = home / "race.record"
    write_atomically(path, "old\n")

    def interrupt(source: object, target: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new\n")
    assert path.read_text() == "old\n"


def test_an_existing_save_is_not_overwritten(run: Run, home: Path) -> None:
    path = home / "race.record"
    text = save_unfinished_race(run, path)
    result = run("play", "-s", "arena", "--save", path)
    assert result.exit_code == 2
    assert result.stderr == (
        f"hippodrome: {path} already exists; resume it with --resume ~/race.record, or name another file\n"
    )
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (lambda lines: [*lines[:3], "seats many", *lines[4:]], 4, "'many' is not a number of seats"),
        (lambda lines: [*lines[:-1], lines[-1].replace(" play ", " plays ")], -1, "cannot be read"),
        (lambda lines: [*lines[:-1], lines[-1][:-1] + "x"], -1, "cannot be read"),
        (lambda lines: ["Hippodrome rekord 1", *lines[1:]], 1, "not a record"),
        (lambda lines: [lines[0], "game chess 1", *lines[2:]], 2, "unknown game 'chess'"),
    ],
)
def test_an_error_in_a_save_is_located_and_the_file_is_not_changed(
    run: Run, home: Path, change: Callable[[list[str]], list[str]], line: int, message: str
) -> None:
    path = home / "race.record"
    lines = save_unfinished_race(run, path).splitlines()
    broken = "\n".join(change(lines)) + "\n"
    path.write_text(broken, encoding="utf-8")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hippodrome: {path}: line {line if line > 0 else len(lines)}: ")
    assert message in result.stderr
    assert result.stderr.endswith("; the file was not changed\n")
    assert result.stderr.count("\n") == 1
    assert path.read_text(encoding="utf-8") == broken


def test_a_broken_sidecar_file_asks_for_the_seats(run: Run, home: Path) -> None:
    path = home / "race.record"
    save_unfinished_race(run, path)
    sidecar_path(path).write_text("{", encoding="utf-8")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: cannot read {sidecar_path(path)}; name the players with --seats\n"
    assert run("play", "--resume", path, "--seats", "me,driver", typed="\n").exit_code == 0


def test_without_a_sidecar_file_the_first_seat_is_a_person(run: Run, home: Path) -> None:
    path = home / "race.record"
    save_unfinished_race(run, path)
    sidecar_path(path).unlink()
    assert "Red: " in run("play", "--resume", path, typed="").output


def test_a_finished_race_is_not_resumed(run: Run, home: Path) -> None:
    path = write_finished_race(home / "race.record")
    result = run("play", "--resume", path)
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: the match in {path} is over; replay it with hippodrome replay ~/race.record\n"


def test_the_number_of_seats_cannot_change(run: Run, home: Path) -> None:
    path = home / "race.record"
    save_unfinished_race(run, path)
    result = run("play", "--resume", path, "--seats", "me,driver,driver")
    assert result.exit_code == 2
    assert "has 2 seats, not 3" in result.stderr


def test_resuming_without_an_unfinished_match_is_refused(run: Run, home: Path) -> None:
    result = run("play", "--resume")
    assert result.exit_code == 2
    assert result.stderr == (
        f"hippodrome: there is no unfinished match in {home / 'hippodrome'}; start one with: hippodrome play\n"
    )


def test_the_newest_unfinished_save_is_found(home: Path) -> None:
    folder = home / "hippodrome"
    folder.mkdir()
    for age, (name, text) in enumerate({"new": "end finished", "middle": "1 seat 0", "old": "1 seat 0"}.items()):
        path = folder / f"{name}.record"
        path.write_text(f"Hippodrome record 1\n{text}\n", encoding="utf-8")
        os.utime(path, (1000 - age, 1000 - age))
    assert newest_unfinished() == folder / "middle.record"
    assert not is_unfinished(folder / "new.record")
    (folder / "middle.record").write_text("", encoding="utf-8")
    assert newest_unfinished() == folder / "middle.record", "an empty file is not skipped, so that resuming reports it"


def test_two_races_started_in_the_same_second_have_two_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda form: "2026-01-02-030405")
    match = hd.new("benhur", "circus", seed=1)
    first = saves.new_save_path(match, None)
    first.parent.mkdir()
    first.touch()
    assert first.name == "benhur-circus-2026-01-02-030405.record"
    assert saves.new_save_path(match, None).name == "benhur-circus-2026-01-02-030405-2.record"


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", "data/hippodrome"),
        ("darwin", "home/Library/Application Support/hippodrome"),
        ("win32", "local/hippodrome"),
    ],
)
def test_the_data_folder_follows_the_conventions_of_the_system(
    platform: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == tmp_path / folder


def test_paths_are_shown_as_typed_in_a_shell(home: Path) -> None:
    assert shell_path(home / "a.record") == "~/a.record"
    assert shell_path(home / "a b.record") == f'"{home}/a b.record"'
    assert shell_path(Path("/elsewhere/a.record")) == "/elsewhere/a.record"


def test_a_folder_that_cannot_be_written_is_named(run: Run, home: Path) -> None:
    (home / "file").touch()
    result = run("play", "--save", home / "file" / "race.record")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hippodrome: cannot save to {home / 'file' / 'race.record'}: ")
