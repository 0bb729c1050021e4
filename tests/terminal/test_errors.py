"""What is typed wrongly is answered in one line that names what would be right, with exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Run
from tests.terminal.help import finished


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("play chess", "there is no game 'chess'; there are: benhur"),
        ("play -s moon", "Ben-Hur has no scenario 'moon'; there are: circus, arena, river, villa, serpent"),
        ("play --seats me", "The Circus is for 2 to 6 players, not 1"),
        (
            "play --seats me,genius",
            "no seat can be 'genius'; it can be: me, random, recruit, driver, veteran, champion",
        ),
        ("play --seats me,driver:Bob", "only a person has a name, not 'driver:Bob'; for example: me:Bob"),
        ("play -o laps=9", "option laps cannot be 9; it can be: 1, 2, 3, 4, 5, 6, 7"),
        ("play -o speed=9", "The Circus has no option 'speed'; there are: laps, order, tricks"),
        ("play -o laps", "an option is typed as name=value, not 'laps'; for example: laps=2, order=leader, tricks=1"),
        ("play --seed lucky", "a seed is a whole number or 64 hexadecimal digits, not 'lucky'"),
        ("play --speed warp", "there is no speed 'warp'; there are: slow, normal, fast, instant"),
        (
            "play benhur --resume x",
            "a saved match knows its game, scenario, options and seed; "
            "beside --resume only --seats and --save can be given",
        ),
        ("play --resume nothing", "there is no file 'nothing'; name a record that play or replay has written"),
        ("watch --seats me,driver", "no seat can be 'me'; it can be: random, recruit, driver, veteran, champion"),
        ("replay nothing", "there is no file 'nothing'; name a record that play or replay has written"),
        ("verify nothing", "there is no file 'nothing'; name a record that play or replay has written"),
        ("render nothing", "there is neither a record 'nothing' nor a game of that name; the games are: benhur"),
        ("render benhur --theme pink", "there is no theme 'pink'; there are: light, dark, contrast"),
        ("render benhur --text --svg", "a picture is --text or --svg, not both"),
        ("render benhur --seat 9", "there is no seat 9; there are: 1 Red, 2 White, 3 Blue, 4 Green"),
        ("render benhur --at 3", "the record has 0 moves; --at can be 0 to 0, not 3"),
        ("rules chess", "there is no game 'chess'; there are: benhur"),
        ("rules benhur zzz", "no clause of Ben-Hur has 'zzz'; try another, or an id such as BH-Q1"),
        ("odds benhur fly", "'fly' is not possible here. Legal now: lane 1, lane 2, lane 3, lane 4. [BH-Q5]"),
        ("simulate --games 0", "games must be at least 1, not 0"),
        ("simulate --processes 0", "processes must be at least 1, not 0"),
        ("simulate --seats driver", "The Circus is for 2 to 6 players, not 1"),
        ("fuzz chess", "there is no game 'chess'; there are: benhur"),
        ("fuzz --games 0", "at least 1 game, 1 match and 1 process are needed"),
        ("fly", "No such command 'fly'. (hippodrome --help lists everything)"),
        ("rules", "Missing argument 'GAME'. (hippodrome --help lists everything)"),
        ("replay x --at soon", "Invalid value for '--at': "),
    ],
)
def test_one_line_says_what_would_be_right(run: Run, words: str, answer: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"hippodrome: {answer}")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_a_record_of_another_kind_is_refused(run: Run, home: Path) -> None:
    (home / "picture").write_bytes(b"\x89PNG\xff\xfe")
    result = run("replay", home / "picture")
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: {home / 'picture'} is no record: it is not text\n"
    assert run("replay", home).stderr.startswith(f"hippodrome: cannot read {home}: ")


def test_a_scenario_is_not_given_with_a_record(run: Run, home: Path) -> None:
    race = finished(home / "race.record")
    result = run("render", race, "--scenario", "arena")
    assert result.stderr == "hippodrome: --scenario belongs to a game; a record knows its own scenario\n"
    result = run("odds", "benhur", "--record", race)
    assert result.stderr == "hippodrome: the match is over at this moment; --at names an earlier one\n"


def test_a_file_that_cannot_be_written_is_named(run: Run, home: Path) -> None:
    result = run("render", "benhur", "-o", home / "no" / "where.svg")
    assert result.exit_code == 2
    assert result.stderr == f"hippodrome: cannot write {home / 'no' / 'where.svg'}: No such file or directory\n"
