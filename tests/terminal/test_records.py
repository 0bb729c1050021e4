"""Records at the terminal: replay, verify, render and odds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hippodrome as hd
from hippodrome.terminal.board import board
from tests.terminal.conftest import Run
from tests.terminal.help import finished, played


@pytest.fixture
def race(home: Path) -> Path:
    """A finished race."""
    return finished(home / "race.record")


@pytest.fixture
def match(race: Path) -> hd.Match:
    """The same as a match."""
    return hd.replay(race.read_text(encoding="utf-8"))


# -------------------------------------------------------------------- replay


def test_replay_shows_the_end(run: Run, race: Path, match: hd.Match) -> None:
    result = run("replay", race)
    assert result.exit_code == 0
    assert (
        f"Ben-Hur: The Arena, 3 seats, laps 1, order leader, tricks 1; after {len(match.moves)} moves" in result.output
    )
    assert " wins: first over the line after the last lap." in result.output
    for row in board(match.scene(), {}):
        assert row.plain in result.output


def test_replay_shows_a_moment(run: Run, race: Path, match: hd.Match) -> None:
    text = run("replay", race, "--at", 3).output
    earlier = hd.new("benhur", "arena", seats=3, seed=4, options={"laps": 1})
    for move in match.moves[:3]:
        earlier.play(move.action)
    assert "after 3 moves" in text
    for row in board(earlier.scene(), {}):
        assert row.plain in text


def test_replay_tells_the_log(run: Run, race: Path, match: hd.Match) -> None:
    lines = run("replay", race, "--log").output.splitlines()[1:]
    assert len(lines) == len(match.events)
    assert re.fullmatch(r"Red rolls \[\d\] for a starting lane\. \[BH-Q5\]", lines[0])
    assert re.fullmatch(r".* \[BH-[A-Z]\d+\]", lines[-1])
    assert len(run("replay", race, "--log", "--at", 2).output.splitlines()) < len(lines)


def test_replay_goes_step_by_step(run: Run, race: Path, match: hd.Match) -> None:
    text = run("replay", race, "--step", typed="\n\nb\n7\nq\n").output
    size = len(match.moves)
    shown = re.findall(rf"Move (\d+) of {size}: ", text)
    assert shown == ["0", "1", "2", "1", "7"]
    assert f"Move 0 of {size}: the start" in text
    assert re.search(rf"Move 1 of {size}: \w+ plays lane \d", text)
    end = run("replay", race, "--step", "--at", size, typed="\n")
    assert end.exit_code == 0
    assert f"Move {size} of {size}" in end.output


def test_replay_for_programs(run: Run, race: Path, match: hd.Match) -> None:
    found = json.loads(run("replay", race, "--json").stdout)
    assert (found["game"], found["scenario"], found["seats"]) == ("benhur", "arena", 3)
    assert found["options"] == {"laps": 1, "order": "leader", "tricks": 1}
    assert [move["action"] for move in found["moves"]] == [move.action.text for move in match.moves]
    assert found["moves"][-1]["digest"] == match.digest()
    assert found["result"] == {"places": list(match.result.places), "reason": "finished"}  # type: ignore[union-attr]
    assert found["decision"] is None
    events = found["start"] + [event for move in found["moves"] for event in move["events"]]
    assert len(events) == len(match.events)
    assert events[0]["dice"], "the first thing is a throw"
    moment = json.loads(run("replay", race, "--json", "--at", 3).stdout)
    assert len(moment["moves"]) == 3
    assert moment["result"] is None
    assert moment["decision"]["name"]


# -------------------------------------------------------------------- verify


def test_a_record_that_holds(run: Run, race: Path, match: hd.Match) -> None:
    result = run("verify", race)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    dice = match.state.dice.rolled
    assert lines[0] == f"{race}: holds. {len(match.moves)} moves and {dice} dice checked."
    assert lines[1] == f"  commitment {match.commitment}"
    assert lines[2] == f"  seed       {match.first_dice.pack()[1]}"
    found = json.loads(run("verify", race, "--json").stdout)
    assert found == [
        {
            "file": str(race),
            "ok": True,
            "game": "benhur",
            "commitment": match.commitment,
            "seed": match.first_dice.pack()[1],
            "moves": len(match.moves),
            "dice": dice,
            "over": True,
        }
    ]


def changed(line: str) -> str:
    """The line with one character changed: the last digit of a digest, or of whatever it has."""
    place = max(number for number, letter in enumerate(line) if letter.isalnum())
    return line[:place] + ("0" if line[place] != "0" else "1") + line[place + 1 :]


def test_a_change_in_any_line_is_found_and_named(run: Run, race: Path, home: Path) -> None:
    lines = race.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("start "))
    spoilt = home / "spoilt.record"
    for number, line in enumerate(lines):
        if number > first and number % 4 and number < len(lines) - 4:
            continue  # one move is like another
        spoilt.write_text("\n".join([*lines[:number], changed(line), *lines[number + 1 :]]) + "\n", encoding="utf-8")
        result = run("verify", spoilt, "--json")
        (found,) = json.loads(result.stdout)
        assert result.exit_code == 1
        assert not found["ok"]
        assert found["error"].startswith(f"line {found['line']}: ")
        if number >= first:
            assert found["line"] == number + 1, line
        else:
            assert found["line"] <= first + 1, "set-up and seed are proved by the first digest at the latest"


def test_a_loaded_die_is_named(run: Run, race: Path) -> None:
    lines = race.read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if " play whips " in line)
    lines[number] = re.sub(r" dice (\d)", lambda found: f" dice {7 - int(found.group(1))}", lines[number])
    race.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("verify", race)
    assert result.exit_code == 1
    assert re.search(
        rf"does not hold\. line {number + 1}: the dice do not hold: the line says [\d ]+, thrown were", result.stdout
    )


def test_one_bad_record_among_good_ones_fails_them_all(run: Run, race: Path, home: Path) -> None:
    (home / "bad.record").write_text("nonsense\n", encoding="utf-8")
    result = run("verify", race, home / "bad.record")
    assert result.exit_code == 1
    assert f"{race}: holds." in result.stdout
    assert f"{home / 'bad.record'}: does not hold. line 1: not a record" in result.stdout


def test_a_record_without_its_seed_says_what_cannot_be_checked(run: Run, home: Path) -> None:
    match = played(hd.new("benhur", seed=3), 20)
    (home / "open.record").write_text(match.record(), encoding="utf-8")
    result = run("verify", home / "open.record")
    assert result.exit_code == 0
    assert f"  commitment {match.commitment}" in result.stdout
    assert "The seed is not shown yet" in result.stdout
    scripted = hd.new("benhur", seats=2, dice=[6, 1])
    (home / "script.record").write_text(scripted.record(), encoding="utf-8")
    assert "The dice were scripted" in run("verify", home / "script.record").stdout


# -------------------------------------------------------------------- render


def test_a_record_is_drawn_as_svg(run: Run, race: Path, home: Path) -> None:
    result = run("render", race)
    assert result.stdout.startswith("<svg ")
    assert result.stdout.endswith("</svg>\n")
    assert run("render", race, "-o", home / "race.svg").stdout == ""
    assert (home / "race.svg").read_text(encoding="utf-8") == result.stdout
    dark = run("render", race, "--theme", "dark").stdout
    assert dark != result.stdout
    assert run("render", race, "--at", 5).stdout != result.stdout


def test_a_game_is_drawn_at_its_start(run: Run) -> None:
    text = run("render", "benhur", "--scenario", "villa", "--text").stdout
    empty = hd.new("benhur", "villa", seed=0)
    for row in board(empty.scene(), {}):
        assert row.plain.rstrip() in text
    assert "The chariots are lining up for the start." in text


def test_a_seat_sees_its_own_cards_only(run: Run, home: Path) -> None:
    match = played(hd.new("benhur", "circus", seats=2, seed=3), 3)
    (home / "race.record").write_text(match.record(with_seed=True), encoding="utf-8")
    words = ("render", home / "race.record", "--text")
    assert "You hold " not in run(*words).stdout
    held = [re.findall(r"You hold ([^,]+),", run(*words, "--seat", seat).stdout) for seat in (1, 2)]
    assert len(held[0]) == len(held[1]) == 1
    assert held[0] != held[1]


# -------------------------------------------------------------------- odds


def test_odds_of_every_option_at_a_moment(run: Run, race: Path, match: hd.Match) -> None:
    place = next(n for n, move in enumerate(match.moves) if move.action.text == "left")
    found = json.loads(run("odds", "benhur", "--record", race, "--at", place, "--json").stdout)
    assert "left" in [row["action"] for row in found]
    for row in found:
        assert sum(outcome["share"] for outcome in row["outcomes"]) == pytest.approx(1)
    (left,) = json.loads(run("odds", "benhur", "--record", race, "--at", place, "left", "--json").stdout)
    assert left in found
    assert {outcome["outcome"] for outcome in left["outcomes"]} <= {"across", "straight on"}
    text = run("odds", "benhur", "--record", race, "--at", place, "left").stdout
    assert re.search(r"^ +\d+ %  across$", text, re.MULTILINE)


def test_odds_at_the_start(run: Run) -> None:
    found = json.loads(run("odds", "benhur", "--scenario", "river", "--json").stdout)
    assert [row["action"] for row in found] == ["lane 1", "lane 2", "lane 3", "lane 4"]
