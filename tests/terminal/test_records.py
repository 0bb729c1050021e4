"""The commands replay and verify."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

import hippodrome as hd
from hippodrome.terminal.board import draw_board
from hippodrome.terminal.commands.records import show_verification
from tests.terminal.conftest import Run
from tests.terminal.matches import play_with_bots, write_finished_race
from tests.verification.forgeries import FORGERIES


@pytest.fixture
def race(home: Path) -> Path:
    """The record of a finished race."""
    return write_finished_race(home / "race.record")


@pytest.fixture
def match(race: Path) -> hd.Match:
    """The match of the record."""
    return hd.replay(race.read_text(encoding="utf-8"))


# -------------------------------------------------------------------- replay


def test_replay_shows_the_end(run: Run, race: Path, match: hd.Match) -> None:
    result = run("replay", race)
    assert result.exit_code == 0
    options = "laps 1, order leader, tricks 1, wounds 5, repeat_contact push, first_turn slow"
    title = f"Ben-Hur: The Arena, 3 seats, {options}; after {len(match.moves)} moves"
    assert title in " ".join(result.output.split())
    assert " wins: first over the line after the last lap." in result.output
    for row in draw_board(match.scene(), {}):
        assert row.plain in result.output


def test_replay_shows_a_position(run: Run, race: Path, match: hd.Match) -> None:
    text = run("replay", race, "--at", 3).output
    earlier = hd.new("benhur", "arena", seats=3, seed=4, options={"laps": 1})
    for move in match.moves[:3]:
        earlier.play(move.action)
    assert "after 3 moves" in text
    for row in draw_board(earlier.scene(), {}):
        assert row.plain in text


def test_replay_prints_the_log(run: Run, race: Path, match: hd.Match) -> None:
    title, log = run("replay", race, "--log").output.split(" moves\n", 1)
    lines = log.splitlines()
    assert title.startswith("Ben-Hur: The Arena")
    assert len(lines) == len(match.events)
    assert re.fullmatch(r"Red rolls \[\d\] for a starting lane\. \[BH-Q5\]", lines[0])
    assert re.fullmatch(r".* \[BH-[A-Z]\d+\]", lines[-1])
    assert len(run("replay", race, "--log", "--at", 2).output.splitlines()) < len(lines)


def test_replay_steps_through_the_moves(run: Run, race: Path, match: hd.Match) -> None:
    text = run("replay", race, "--step", typed="\n\nb\n7\nq\n").output
    size = len(match.moves)
    shown = re.findall(rf"Move (\d+) of {size}: ", text)
    assert shown == ["0", "1", "2", "1", "7"]
    assert f"Move 0 of {size}: the start" in text
    assert re.search(rf"Move 1 of {size}: \w+ plays lane \d", text)
    end = run("replay", race, "--step", "--at", size, typed="\n")
    assert end.exit_code == 0
    assert f"Move {size} of {size}" in end.output


def test_replay_as_json(run: Run, race: Path, match: hd.Match) -> None:
    report = json.loads(run("replay", race, "--json").stdout)
    assert (report["game"], report["scenario"], report["seats"]) == ("benhur", "arena", 3)
    assert report["options"] == dict(match.setup.options)
    assert report["options"].items() >= {"laps": 1, "order": "leader", "tricks": 1}.items()
    assert [move["action"] for move in report["moves"]] == [move.action.text for move in match.moves]
    assert report["moves"][-1]["digest"] == match.digest()
    assert report["result"] == {"places": list(match.result.places), "reason": "finished"}  # type: ignore[union-attr]
    assert report["decision"] is None
    events = report["start"] + [event for move in report["moves"] for event in move["events"]]
    assert len(events) == len(match.events)
    assert events[0]["dice"], "the first event is a roll"
    position = json.loads(run("replay", race, "--json", "--at", 3).stdout)
    assert len(position["moves"]) == 3
    assert position["result"] is None
    assert position["decision"]["name"]


# -------------------------------------------------------------------- verify


def test_a_valid_record_is_verified(run: Run, race: Path, match: hd.Match) -> None:
    result = run("verify", race)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    dice = match.state.dice.rolled
    assert lines[0] == f"{race}: Moves legal; dice match the seed; time of the commitment not proved"
    assert lines[1].startswith(f"  Moves       proved      {match.move_count} moves")
    assert lines[2].startswith(f"  Dice        proved      {dice} dice, ")
    assert lines[3].startswith("  Commitment  not proved  No server signed this record")
    assert lines[4] == f"  commitment  {match.commitment}"
    assert lines[5] == f"  seed        {match.first_dice.pack()[1]}"
    verdicts = json.loads(run("verify", race, "--json").stdout)
    assert verdicts == [{"file": str(race), **hd.verify(match.record()).json()}]


def change_one_character(line: str) -> str:
    """Return a line with its last letter or digit changed."""
    place = max(number for number, character in enumerate(line) if character.isalnum())
    return line[:place] + ("0" if line[place] != "0" else "1") + line[place + 1 :]


def test_a_change_in_any_line_is_located(run: Run, race: Path, home: Path) -> None:
    lines = race.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("start "))
    tampered = home / "tampered.record"
    for number, line in enumerate(lines):
        if number > first and number % 4 and number < len(lines) - 4:
            continue  # a sample of the moves is enough
        tampered.write_text(
            "\n".join([*lines[:number], change_one_character(line), *lines[number + 1 :]]) + "\n", encoding="utf-8"
        )
        result = run("verify", tampered, "--json")
        (verdict,) = json.loads(result.stdout)
        assert result.exit_code == 1
        assert verdict["alarm"]
        assert any(row["sentence"].startswith(f"Line {verdict['line']}: ") for row in verdict["verdicts"])
        if number >= first:
            assert verdict["line"] == number + 1, line
        else:
            assert verdict["line"] <= first + 1, "an error in the setup or seed shows at the first digest at the latest"


def test_a_changed_die_is_located(run: Run, race: Path) -> None:
    lines = race.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if " play whips " in line)
    lines[number] = re.sub(r" dice (\d)", lambda die: f" dice {7 - int(die.group(1))}", lines[number])
    race.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("verify", race)
    assert result.exit_code == 1
    assert re.search(
        rf"not proved  Line {number + 1}: the dice are wrong: the line says [\d ]+, but the seed gives", result.stdout
    )


def test_verify_fails_if_one_of_several_records_is_wrong(run: Run, race: Path, home: Path) -> None:
    (home / "bad.record").write_text("nonsense\n", encoding="utf-8")
    result = run("verify", race, home / "bad.record")
    assert result.exit_code == 1
    assert f"{race}: Moves legal; dice match the seed" in result.stdout
    assert f"{home / 'bad.record'}: Record NOT valid; nothing is verified" in result.stdout
    assert "Line 1: not a record" in result.stdout


def test_verify_says_if_the_dice_have_no_seed(run: Run, home: Path) -> None:
    match = play_with_bots(hd.new("benhur", seed=3), 20)
    (home / "open.record").write_text(match.record(), encoding="utf-8")
    result = run("verify", home / "open.record")
    assert result.exit_code == 0
    assert f"  commitment  {match.commitment}" in result.stdout
    assert "Moves legal so far; dice not verifiable yet" in result.stdout
    assert "the seed stays secret until the match is over." in result.stdout
    scripted = hd.new("benhur", seats=2, dice=[6, 1])
    (home / "script.record").write_text(scripted.record(), encoding="utf-8")
    result = run("verify", home / "script.record")
    assert result.exit_code == 1
    assert "Moves legal so far; dice NOT verified" in result.stdout
    assert "the dice were scripted" in result.stdout


@pytest.mark.parametrize("name", FORGERIES)
def test_no_forgery_is_vouched_for(run: Run, home: Path, name: str) -> None:
    (home / "forged.record").write_text(FORGERIES[name](), encoding="utf-8")
    result = run("verify", home / "forged.record")
    check = hd.verify(FORGERIES[name]())
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == f"{home / 'forged.record'}: {check.headline}"
    for line, verdict in zip(result.stdout.splitlines()[1:4], check.verdicts, strict=True):
        assert line.split(maxsplit=1)[0] == verdict.name
        assert f"{verdict.status:<10}  {verdict.sentence}" in line


def test_a_warning_about_forged_dice_is_red() -> None:
    console = Console(force_terminal=True, color_system="standard", file=io.StringIO(), width=200)
    show_verification(console, Path("forged.record"), hd.verify(FORGERIES["no seed"]()))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[1;31mMoves legal; dice NOT verified\x1b[0m" in text
    assert re.search(r"Dice +\x1b\[1;31mnot proved\x1b\[0m", text)
    assert re.search(r"Moves +\x1b\[1;32mproved +\x1b\[0m", text)
