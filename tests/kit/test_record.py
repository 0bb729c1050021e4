"""Records: they replay to the same match, and every change is detected and reported with its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance


@cache
def random_match(slug: str, scenario: str, script: tuple[int, ...] = (), decisions: int = 10_000) -> hd.Match:
    """Return a match played at random. It is cached and shared by the tests: clone it before playing on."""
    options: dict[str, int | str] = {"laps": 1, "tricks": 2} if slug == "benhur" else {"goal": 20}
    match = hd.new(slug, scenario, seats=2, options=options, dice=script or None, seed=None if script else 11)
    chance = Chance(11)
    while match.decision and len(match.moves) < decisions:
        actions = match.proposals()
        match.play(actions[chance.below(len(actions))])
    return match


@cache
def recorded_dice(slug: str, scenario: str) -> tuple[int, ...]:
    """Return all dice of a match, as its record lists them."""
    rows = re.findall(r" dice ([0-9 ]+) digest ", random_match(slug, scenario).record())
    return tuple(int(die) for row in rows for die in row.split())


MATCHES = {
    "pig": lambda: random_match("pig", "plain"),
    "sealed": lambda: random_match("pig", "blind"),
    "race": lambda: random_match("benhur", "arena"),
    "scripted race": lambda: random_match("benhur", "arena", recorded_dice("benhur", "arena")),
    "unfinished race": lambda: random_match("benhur", "arena", decisions=60),
    "unfinished scripted race": lambda: random_match("benhur", "arena", recorded_dice("benhur", "arena"), 60),
    "not begun": lambda: random_match("pig", "plain", decisions=0),
}
every_match = pytest.mark.parametrize("name", MATCHES)
every_finished_match = pytest.mark.parametrize("name", ["pig", "sealed", "race"])


def record_lines(name: str) -> list[str]:
    """Return the lines of a record."""
    return MATCHES[name]().record().splitlines()


def line_index(lines: list[str], start: str) -> int:
    """Return the index of the first line that starts with this text."""
    return next(index for index, line in enumerate(lines) if line.startswith(start))


def replay_error(lines: list[str]) -> str:
    """Replay a broken record and return the error message."""
    with pytest.raises(hd.RecordError) as caught:
        hd.replay("\n".join(lines) + "\n")
    return str(caught.value)


def error_after_change(name: str, index: int, change: Callable[[str], str]) -> str:
    """Change one line of a record, assert that the error names that line, and return the rest of the message."""
    lines = record_lines(name)
    changed = change(lines[index])
    assert changed != lines[index], lines[index]
    lines[index] = changed
    return error_at_line(lines, index + 1)


def error_at_line(lines: list[str], line: int) -> str:
    """Replay a broken record, assert that the error names this line, and return the rest of the message."""
    error = replay_error(lines)
    start, _, rest = error.partition(": ")
    assert start == f"line {line}", error
    return rest


# -------------------------------------------------------------------- valid records


@every_match
def test_a_record_replays_to_the_same_match(name: str) -> None:
    match = MATCHES[name]()
    other = hd.replay(match.record())
    assert other.digest() == match.digest()
    assert other.result == match.result
    assert other.commitment == match.commitment
    assert other.log() == match.log()
    if "\nseed " in match.record() or not match.commitment:
        assert other.record() == match.record()
    assert [move.action.text for move in other.moves] == [move.action.text for move in match.moves]


def test_a_record_is_a_few_readable_lines() -> None:
    lines = record_lines("pig")
    assert lines[:5] == ["Hippodrome record 1", "game pig 1", "scenario plain", "seats 2", "option goal 20"]
    assert re.fullmatch(r"commitment [0-9a-f]{64}", lines[5])
    assert re.fullmatch(r"seed [0-9a-f]{64}", lines[6])
    assert re.fullmatch(r"start dice - digest [0-9a-f]{32}", lines[7])
    assert re.fullmatch(r"1 seat 0 play (roll dice [1-6]|hold dice -) digest [0-9a-f]{32}", lines[8])
    assert re.fullmatch(r"end reached the goal places (1 2|2 1)", lines[-1])


def test_the_seed_is_secret_until_the_match_is_over() -> None:
    match = MATCHES["unfinished race"]()
    assert "\nseed " not in match.record()
    assert "\nseed " in match.record(with_seed=True)
    assert "\nseed " in MATCHES["race"]().record()
    assert "\nseed " not in MATCHES["race"]().record(with_seed=False)


@pytest.mark.parametrize("with_seed", [True, False])
def test_an_unfinished_match_can_be_continued(with_seed: bool) -> None:
    match = MATCHES["unfinished race"]().clone()
    other = hd.replay(match.record(with_seed))
    assert other.decision is not None
    if with_seed:
        match.play(match.proposals()[0])
        other.play(other.proposals()[0])
        assert other.digest() == match.digest()


def test_a_finished_match_without_its_seed_is_rejected() -> None:
    lines = MATCHES["race"]().record(with_seed=False).splitlines()
    assert error_at_line(lines, len(lines)) == "the match is over, so the record must have its seed"


@pytest.mark.parametrize("commitment", ["", "5f", "G" * 64, "0" * 63, "0" * 65, "A" * 64])
@pytest.mark.parametrize("name", ["race", "unfinished race"])
def test_a_commitment_that_is_not_a_hash_is_rejected(name: str, commitment: str) -> None:
    lines = record_lines(name)
    index = line_index(lines, "commitment ")
    lines[index] = f"commitment {commitment}"
    assert error_at_line(lines, index + 1) == "the commitment must be 64 hexadecimal digits"


def test_an_option_that_appears_twice_is_rejected() -> None:
    lines = record_lines("pig")
    index = line_index(lines, "option goal")
    assert "appears twice" in error_at_line([*lines[:index], lines[index], *lines[index:]], index + 2)


# -------------------------------------------------------------------- changed records


def moves_with_dice(name: str) -> list[int]:
    """Return the indices of the moves that rolled dice."""
    return [index for index, line in enumerate(record_lines(name)) if re.match(r"\d.* dice \d", line)]


def with_other_die(line: str) -> str:
    """Return the line with its last die changed."""
    head, die, rest = re.fullmatch(r"(.* dice (?:\d+ )*)(\d+)( digest .*)", line).groups()  # type: ignore[union-attr]
    return f"{head}{int(die) % 6 + 1}{rest}"


@every_finished_match
def test_a_changed_die_is_detected(name: str) -> None:
    for index in moves_with_dice(name)[::7]:
        assert "the dice are wrong" in error_after_change(name, index, with_other_die)


@every_finished_match
def test_an_extra_or_missing_die_is_detected(name: str) -> None:
    index = moves_with_dice(name)[3]
    assert "dice are wrong" in error_after_change(name, index, lambda line: line.replace(" digest", " 4 digest"))
    assert "dice are wrong" in error_after_change(
        name, index, lambda line: re.sub(r"dice [\d ]+ digest", "dice - digest", line)
    )


@pytest.mark.parametrize("name", ["scripted race", "unfinished race", "unfinished scripted race"])
def test_a_changed_die_is_detected_without_the_seed(name: str) -> None:
    lines = record_lines(name)
    index = next(index for index in moves_with_dice(name) if " play whips " in lines[index])
    lines[index] = with_other_die(lines[index])
    assert error_at_line(lines, index + 1).startswith(
        ("the digest is wrong", "the dice are wrong", "die ", "the script")
    )


def test_dice_that_the_match_does_not_roll_are_detected() -> None:
    lines = record_lines("unfinished scripted race")
    index = next(index for index, line in enumerate(lines) if " play straight dice -" in line)
    lines[index] = lines[index].replace("dice -", "dice 4")
    assert "the dice are wrong" in error_at_line(lines, index + 1)


def test_a_script_that_ends_too_early_is_detected() -> None:
    lines = record_lines("unfinished scripted race")
    index = moves_with_dice("unfinished scripted race")[-1]
    lines[index] = re.sub(r"dice [\d ]+ digest", "dice - digest", lines[index])
    assert "run out" in error_at_line(lines, index + 1)


@every_finished_match
def test_a_changed_move_is_detected(name: str) -> None:
    lines = record_lines(name)
    for index in range(line_index(lines, "start") + 1, len(lines) - 1, 9):
        message = error_after_change(name, index, lambda line: re.sub(r"play (\S+)", r"play \1x", line))
        assert message.startswith("illegal move")


def with_other_move(text: str, other: str, line: str) -> str:
    """Return the line with another move."""
    return line.replace(f"play {text} ", f"play {other} ")


@every_finished_match
def test_another_legal_move_is_detected(name: str) -> None:
    lines = record_lines(name)
    changes = 0
    start = line_index(lines, "start")
    match = hd.replay("\n".join([*lines[: line_index(lines, "commitment") + 2], lines[start]]) + "\n")
    first = start + 1
    for index in range(first, len(lines) - 1):
        seat, text = re.match(r"\d+ seat (\d+) play (.+) dice", lines[index]).groups()  # type: ignore[union-attr]
        others = [action.text for action in match.proposals() if action.text != text]
        if others and (index - first) % 5 == 0:
            message = error_after_change(name, index, partial(with_other_move, text, others[-1]))
            assert message.startswith(("the dice are wrong", "the digest is wrong"))
            changes += 1
        match.play(text, int(seat))
    assert changes > 1


@every_finished_match
def test_a_move_by_another_seat_is_detected(name: str) -> None:
    index = line_index(record_lines(name), "3 seat")
    message = error_after_change(
        name, index, lambda line: re.sub(r"seat (\d)", lambda match: f"seat {1 - int(match[1])}", line)
    )
    assert "not this seat's decision" in message


@every_match
def test_a_changed_digest_is_detected(name: str) -> None:
    lines = record_lines(name)
    for index in range(line_index(lines, "start"), len(lines), 11):
        if "digest" in lines[index]:
            message = error_after_change(name, index, lambda line: line[:-1] + ("0" if line[-1] != "0" else "1"))
            assert message.startswith("the digest is wrong: the replay has ")


def test_a_changed_option_is_detected() -> None:
    lines = record_lines("pig")
    start = line_index(lines, "start")
    lines[line_index(lines, "option goal")] = "option goal 50"
    assert "the digest is wrong" in error_at_line(lines, start + 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("option goal 20", "option goal 21", 5, "option goal cannot be 21"),
        ("option goal 20", "option speed 20", 5, "no option 'speed'"),
        ("game pig 1", "game chess 1", 2, "unknown game 'chess'; known: benhur, chariot, drill"),
        ("game pig 1", "game pig 2", 2, "the record uses version 2 of the rules, but this is version 1"),
        ("game pig 1", "game pig one", 2, "'one' is not a version of the rules"),
        ("scenario plain", "scenario muddy", 3, "no scenario 'muddy'"),
        ("seats 2", "seats two", 4, "'two' is not a number of seats"),
        ("seats 2", "seat 2", 4, "expected 'seats', found 'seat 2'"),
    ],
)
def test_a_changed_set_up_is_detected(old: str, new: str, line: int, message: str) -> None:
    lines = record_lines("pig")
    lines[line_index(lines, old)] = new
    assert message in error_at_line(lines, line)


def test_a_wrong_number_of_seats_is_detected() -> None:
    lines = record_lines("pig")
    lines[3] = "seats 3"
    assert "is for 2 to 2 players, not 3" in replay_error(lines)


@every_finished_match
def test_a_changed_seed_is_detected(name: str) -> None:
    index = line_index(record_lines(name), "seed ")
    message = error_after_change(name, index, lambda line: line[:-1] + ("0" if line[-1] != "0" else "1"))
    assert message == "the seed does not match the commitment"
    assert "64 hexadecimal digits" in error_after_change(name, index, lambda line: line[:-2])


@every_finished_match
def test_a_changed_commitment_is_detected(name: str) -> None:
    lines = record_lines(name)
    index = line_index(lines, "commitment ")
    lines[index] = lines[index][:-1] + ("0" if lines[index][-1] != "0" else "1")
    assert error_at_line(lines, index + 2) == "the seed does not match the commitment"


@every_finished_match
def test_a_changed_result_is_detected(name: str) -> None:
    index = len(record_lines(name)) - 1
    swapped = error_after_change(name, index, lambda line: line[:-3] + line[-3:][::-1])
    assert swapped.startswith("the result is wrong: it is ")
    error_after_change(name, index, lambda line: line.replace("end ", "end almost "))


@every_match
def test_a_missing_line_is_detected(name: str) -> None:
    lines = record_lines(name)
    optional = [line_index(lines, "seed")] if "seed" in "\n".join(lines) else []
    last = len(lines) - 1
    for index in range(0, len(lines), 1 if len(lines) < 40 else 13):
        if (
            index not in optional
            and not (index == last and "unfinished" in name)
            and not lines[index].startswith("option")
        ):
            assert replay_error([*lines[:index], *lines[index + 1 :]]).startswith("line "), lines[index]


@every_finished_match
def test_a_missing_move_is_reported_with_its_number(name: str) -> None:
    lines = record_lines(name)
    index = line_index(lines, "4 seat")
    del lines[index]
    assert error_at_line(lines, index + 1) == "expected move 4, found 5"


@every_finished_match
def test_a_missing_end_is_detected(name: str) -> None:
    lines = record_lines(name)
    assert "the match is over, but the record does not say so" in replay_error(lines[:-1])
    assert "ends too early" in replay_error(lines[: line_index(lines, "start")])


@every_finished_match
def test_an_extra_line_is_detected(name: str) -> None:
    lines = record_lines(name)
    assert error_at_line([*lines, "and they lived happily"], len(lines) + 1) == "there is text after the end"
    index = line_index(lines, "5 seat")
    assert "expected move 5, found 4" in error_at_line([*lines[:index], lines[index - 1], *lines[index:]], index + 1)
    assert "cannot be read" in error_at_line([*lines[:index], "a note", *lines[index:]], index + 1)


def test_an_end_before_the_match_is_over_is_detected() -> None:
    lines = [*record_lines("unfinished race"), "end finished places 1 2"]
    assert error_at_line(lines, len(lines)) == "the record says the match is over, but it is not"


def test_moves_after_the_end_of_the_match_are_detected() -> None:
    lines = record_lines("pig")
    count = int(lines[-2].split()[0])
    extra = re.sub(r"^\d+", str(count + 1), lines[-2])
    message = error_at_line([*lines[:-1], extra, lines[-1]], len(lines))
    assert "The match is over" in message


@pytest.mark.parametrize("text", ["", "\n", "Hippodrome record 2\n", "hello", "Hippodrome record 1"])
def test_a_text_that_is_not_a_record_is_rejected(text: str) -> None:
    with pytest.raises(hd.RecordError, match=r"^line [12]: "):
        hd.replay(text)


def test_a_record_whose_seed_is_still_secret_keeps_its_commitment() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4)
    for _ in range(12):
        match.play(match.proposals()[0])
    record = match.record()
    replayed = hd.replay(record)
    assert "seed " not in record
    assert replayed.commitment == match.commitment
    assert replayed.record() == record
