"""Usage errors: one line that says what is wrong and what to do instead, with exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run
from tests.terminal.matches import write_finished_race


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("play chess", "there is no game 'chess'; choose one of: benhur"),
        ("play -s moon", "Ben-Hur has no scenario 'moon'; there are: river, circus, arena, villa, serpent"),
        ("play --seats me", "The River is for 2 to 6 players, not 1"),
        (
            "play --seats me,genius",
            "a seat cannot be 'genius'; choose one of: me, random, recruit, driver, veteran, champion",
        ),
        ("play --seats me,driver:Bob", "only people have names, not bots ('driver:Bob'); for example: me:Bob"),
        ("play -o laps=9", "option laps cannot be 9; it can be: 1, 2, 3, 4, 5, 6, 7"),
        ("play -o speed=9", "The River has no option 'speed'; there are: laps, order, tricks, wounds"),
        ("play -o laps", "options are written NAME=VALUE, not 'laps'; for example: laps=2, order=leader, tricks=1"),
        ("play --seed lucky", "a seed is a whole number or 64 hexadecimal digits, not 'lucky'"),
        ("play --speed warp", "there is no speed 'warp'; choose one of: slow, normal, fast, instant"),
        (
            "play benhur --resume x",
            "a saved match has its own game, scenario, options and seed; "
            "with --resume you can only set --seats and --save",
        ),
        ("play --resume nothing", "there is no file 'nothing'; name a record, such as a saved match"),
        ("watch --seats me,driver", "a seat cannot be 'me'; choose one of: random, recruit, driver, veteran, champion"),
        ("replay nothing", "there is no file 'nothing'; name a record, such as a saved match"),
        ("verify nothing", "there is no file 'nothing'; name a record, such as a saved match"),
        (
            "verify nothing --key https://play.example.org/keys",
            "--key https://play.example.org/keys: save what is at this address in a file, and name the file",
        ),
        ("verify nothing --key ab12", "--key ab12: this is neither 64 hexadecimal digits nor a file"),
        ("render nothing", "'nothing' is neither a record nor a game; name a record file, or one of: benhur"),
        ("render benhur --theme pink", "there is no theme 'pink'; choose one of: light, dark, contrast"),
        ("render benhur --text --svg", "--text and --svg cannot be combined; choose one of them"),
        ("render benhur --seat 9", "there is no seat 9; choose one of: 1 Red, 2 White, 3 Blue, 4 Green"),
        ("render benhur --at 3", "--at must be between 0 and 0, the number of moves played, not 3"),
        ("rules chess", "there is no game 'chess'; choose one of: benhur"),
        ("rules benhur zzz", "no clause of Ben-Hur contains 'zzz'; try another word, or an id such as BH-Q1"),
        ("odds benhur fly", "'fly' is not possible here. Legal now: lane 1, lane 2, lane 3, lane 4. [BH-Q5]"),
        ("simulate --games 0", "games must be at least 1, not 0"),
        ("simulate --processes 0", "processes must be at least 1, not 0"),
        ("simulate --seats driver", "The River is for 2 to 6 players, not 1"),
        ("fuzz chess", "there is no game 'chess'; choose one of: benhur"),
        ("fuzz --games 0", "at least 1 game, 1 match and 1 process are needed"),
        ("fly", "No such command 'fly'. See hippodrome --help."),
        ("rules", "Missing argument 'GAME'. See hippodrome --help."),
        ("replay x --at soon", "Invalid value for '--at': "),
    ],
)
def test_a_usage_error_is_one_line_with_a_remedy(run: Run, words: str, message: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"hippodrome: {message}")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_a_record_is_refused(run: Run, home: Path) -> None:
    (home / "picture").write_bytes(b"\x89PNG\xff\xfe")
    result = run("replay", home / "picture")
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: {home / 'picture'} is not a record: it is not a text file\n"
    assert run("replay", home).stderr.startswith(f"hippodrome: cannot read {home}: ")


def test_a_record_takes_no_scenario(run: Run, home: Path) -> None:
    race = write_finished_race(home / "race.record")
    result = run("render", race, "--scenario", "arena")
    assert result.stderr == "hippodrome: --scenario cannot be used with a record, which has its own scenario\n"


def test_a_finished_match_has_no_odds(run: Run, home: Path) -> None:
    race = write_finished_race(home / "race.record")
    result = run("odds", "benhur", "--record", race)
    assert result.stderr == "hippodrome: the match is over in this position; choose an earlier one with --at\n"


def test_a_file_that_cannot_be_written_is_named(run: Run, home: Path) -> None:
    result = run("render", "benhur", "-o", home / "no" / "where.svg")
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: cannot write {home / 'no' / 'where.svg'}: No such file or directory\n"
