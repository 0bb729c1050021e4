"""Records: whatever is tampered with is found, on its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

import pytest

import hippodrome as hd
from hippodrome.bots.base import Chance


@cache
def played(slug: str, scenario: str, script: tuple[int, ...] = (), decisions: int = 10_000) -> hd.Match:
    """A match played at random. Not to be changed."""
    options: dict[str, int | str] = {"laps": 1, "tricks": 2} if slug == "benhur" else {"goal": 20}
    match = hd.new(slug, scenario, seats=2, options=options, dice=script or None, seed=None if script else 11)
    chance = Chance(11)
    while match.decision and len(match.moves) < decisions:
        actions = match.proposals()
        match.play(actions[chance.below(len(actions))])
    return match


@cache
def thrown(slug: str, scenario: str) -> tuple[int, ...]:
    """All dice of a match, as its record tells them."""
    found = re.findall(r" dice ([0-9 ]+) digest ", played(slug, scenario).record())
    return tuple(int(die) for row in found for die in row.split())


MATCHES = {
    "pig": lambda: played("pig", "plain"),
    "sealed": lambda: played("pig", "blind"),
    "race": lambda: played("benhur", "arena"),
    "scripted race": lambda: played("benhur", "arena", thrown("benhur", "arena")),
    "unfinished race": lambda: played("benhur", "arena", decisions=60),
    "unfinished scripted race": lambda: played("benhur", "arena", thrown("benhur", "arena"), 60),
    "not begun": lambda: played("pig", "plain", decisions=0),
}
every_match = pytest.mark.parametrize("name", MATCHES)
finished = pytest.mark.parametrize("name", ["pig", "sealed", "race"])


def lines_of(name: str) -> list[str]:
    """The lines of a record."""
    return MATCHES[name]().record().splitlines()


def line_of(lines: list[str], start: str) -> int:
    """The place of the first line that begins so."""
    return next(place for place, line in enumerate(lines) if line.startswith(start))


def refused(lines: list[str]) -> str:
    """The complaint about a record."""
    with pytest.raises(hd.RecordError) as caught:
        hd.replay("\n".join(lines) + "\n")
    return str(caught.value)


def tampered(name: str, place: int, change: Callable[[str], str]) -> str:
    """The complaint about a record in which one line was changed; it must name that line."""
    lines = lines_of(name)
    changed = change(lines[place])
    assert changed != lines[place], lines[place]
    lines[place] = changed
    return named(refused(lines), place + 1)


def named(complaint: str, line: int) -> str:
    """The complaint without its line, which must be this one."""
    start, _, rest = complaint.partition(": ")
    assert start == f"line {line}", complaint
    return rest


# -------------------------------------------------------------------- what holds


@every_match
def test_a_record_replays_to_the_same_match(name: str) -> None:
    match = MATCHES[name]()
    other = hd.replay(match.record())
    assert other.digest() == match.digest()
    assert other.result == match.result
    assert other.log() == match.log()
    if "\nseed " in match.record() or not match.commitment:
        assert other.record() == match.record()
    assert [move.action.text for move in other.moves] == [move.action.text for move in match.moves]


def test_a_record_is_a_few_readable_lines() -> None:
    lines = lines_of("pig")
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
def test_an_unfinished_match_can_be_played_on(with_seed: bool) -> None:
    match = MATCHES["unfinished race"]().clone()
    other = hd.replay(match.record(with_seed))
    assert other.decision is not None
    if with_seed:
        match.play(match.proposals()[0])
        other.play(other.proposals()[0])
        assert other.digest() == match.digest()


def test_a_finished_match_without_its_seed_still_replays() -> None:
    match = MATCHES["race"]()
    assert hd.replay(match.record(with_seed=False)).digest() == match.digest()


def test_a_replayed_match_knows_its_commitment() -> None:
    match = MATCHES["race"]()
    assert hd.replay(match.record()).commitment == match.commitment


# -------------------------------------------------------------------- what was tampered with


def moves_with_dice(name: str) -> list[int]:
    """The lines of moves that threw dice."""
    return [place for place, line in enumerate(lines_of(name)) if re.match(r"\d.* dice \d", line)]


def other_die(line: str) -> str:
    """The line with its last die changed."""
    head, die, rest = re.fullmatch(r"(.* dice (?:\d+ )*)(\d+)( digest .*)", line).groups()  # type: ignore[union-attr]
    return f"{head}{int(die) % 6 + 1}{rest}"


@finished
def test_a_changed_die_is_found(name: str) -> None:
    for place in moves_with_dice(name)[::7]:
        assert "the dice do not hold" in tampered(name, place, other_die)


@finished
def test_a_die_too_many_or_too_few_is_found(name: str) -> None:
    place = moves_with_dice(name)[3]
    assert "dice do not hold" in tampered(name, place, lambda line: line.replace(" digest", " 4 digest"))
    assert "dice do not hold" in tampered(
        name, place, lambda line: re.sub(r"dice [\d ]+ digest", "dice - digest", line)
    )


@pytest.mark.parametrize("name", ["scripted race", "unfinished race", "unfinished scripted race"])
def test_a_changed_die_of_a_record_without_seed_is_found_by_the_digest(name: str) -> None:
    lines = lines_of(name)
    place = next(p for p in moves_with_dice(name) if " play whips " in lines[p])
    lines[place] = other_die(lines[place])
    complaint = refused(lines)
    assert named(complaint, place + 1).startswith(
        ("the digest does not hold", "the dice do not hold", "die ", "the script")
    )


def test_dice_that_the_match_does_not_throw_are_found() -> None:
    lines = lines_of("unfinished scripted race")
    place = next(p for p, line in enumerate(lines) if " play straight dice -" in line)
    lines[place] = lines[place].replace("dice -", "dice 4")
    assert "the dice do not hold" in named(refused(lines), place + 1)


def test_a_script_that_ends_too_early_is_found() -> None:
    lines = lines_of("unfinished scripted race")
    place = moves_with_dice("unfinished scripted race")[-1]
    lines[place] = re.sub(r"dice [\d ]+ digest", "dice - digest", lines[place])
    assert "run out" in named(refused(lines), place + 1)


@finished
def test_a_changed_move_is_found(name: str) -> None:
    lines = lines_of(name)
    for place in range(line_of(lines, "start") + 1, len(lines) - 1, 9):
        complaint = tampered(name, place, lambda line: re.sub(r"play (\S+)", r"play \1x", line))
        assert complaint.startswith("illegal move")


def other_move(text: str, other: str, line: str) -> str:
    """The line with another move."""
    return line.replace(f"play {text} ", f"play {other} ")


@finished
def test_another_legal_move_is_found(name: str) -> None:
    lines = lines_of(name)
    seen = 0
    match = hd.replay("\n".join([*lines[: line_of(lines, "commitment") + 2], lines[line_of(lines, "start")]]) + "\n")
    first = line_of(lines, "start") + 1
    for place in range(first, len(lines) - 1):
        seat, text = re.match(r"\d+ seat (\d+) play (.+) dice", lines[place]).groups()  # type: ignore[union-attr]
        others = [action.text for action in match.proposals() if action.text != text]
        if others and (place - first) % 5 == 0:
            complaint = tampered(name, place, partial(other_move, text, others[-1]))
            assert complaint.startswith(("the dice do not hold", "the digest does not hold"))
            seen += 1
        match.play(text, int(seat))
    assert seen > 1


@finished
def test_a_move_by_another_seat_is_found(name: str) -> None:
    place = line_of(lines_of(name), "3 seat")
    complaint = tampered(
        name, place, lambda line: re.sub(r"seat (\d)", lambda found: f"seat {1 - int(found[1])}", line)
    )
    assert "not this seat's decision" in complaint


@every_match
def test_a_changed_digest_is_found(name: str) -> None:
    lines = lines_of(name)
    for place in range(line_of(lines, "start"), len(lines), 11):
        if "digest" in lines[place]:
            complaint = tampered(name, place, lambda line: line[:-1] + ("0" if line[-1] != "0" else "1"))
            assert complaint.startswith("the digest does not hold: the replay has ")


def test_a_changed_option_is_found() -> None:
    lines = lines_of("pig")
    start = line_of(lines, "start")
    lines[line_of(lines, "option goal")] = "option goal 50"
    assert "the digest does not hold" in named(refused(lines), start + 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("option goal 20", "option goal 21", 5, "option goal cannot be 21"),
        ("option goal 20", "option speed 20", 5, "no option 'speed'"),
        ("game pig 1", "game chess 1", 2, "unknown game 'chess'; known: benhur, chariot, drill"),
        ("game pig 1", "game pig 2", 2, "the record is of version 2 of the rules; here is version 1"),
        ("game pig 1", "game pig", 2, "version ? of the rules"),
        ("scenario plain", "scenario muddy", 3, "no scenario 'muddy'"),
        ("seats 2", "seats two", 4, "'two' is no number of seats"),
        ("seats 2", "seat 2", 4, "expected 'seats', found 'seat 2'"),
    ],
)
def test_a_changed_set_up_is_found(old: str, new: str, line: int, complaint: str) -> None:
    lines = lines_of("pig")
    lines[line_of(lines, old)] = new
    assert complaint in named(refused(lines), line)


def test_wrong_seats_are_found() -> None:
    lines = lines_of("pig")
    lines[3] = "seats 3"
    assert "is for 2 to 2 players, not 3" in refused(lines)


@finished
def test_a_changed_seed_is_found(name: str) -> None:
    place = line_of(lines_of(name), "seed ")
    complaint = tampered(name, place, lambda line: line[:-1] + ("0" if line[-1] != "0" else "1"))
    assert complaint == "the seed is not the one that was committed to"
    assert "64 hexadecimal digits" in tampered(name, place, lambda line: line[:-2])


@finished
def test_a_changed_commitment_is_found(name: str) -> None:
    lines = lines_of(name)
    place = line_of(lines, "commitment ")
    lines[place] = lines[place][:-1] + ("0" if lines[place][-1] != "0" else "1")
    assert named(refused(lines), place + 2) == "the seed is not the one that was committed to"


@finished
def test_a_changed_result_is_found(name: str) -> None:
    place = len(lines_of(name)) - 1
    swapped = tampered(name, place, lambda line: line[:-3] + line[-3:][::-1])
    assert swapped.startswith("the result does not hold: it is ")
    tampered(name, place, lambda line: line.replace("end ", "end almost "))


@every_match
def test_a_missing_line_is_found(name: str) -> None:
    lines = lines_of(name)
    optional = [line_of(lines, "seed")] if "seed" in "\n".join(lines) else []
    last = len(lines) - 1
    for place in range(0, len(lines), 1 if len(lines) < 40 else 13):
        if (
            place not in optional
            and not (place == last and "unfinished" in name)
            and not lines[place].startswith("option")
        ):
            assert refused([*lines[:place], *lines[place + 1 :]]).startswith("line "), lines[place]


@finished
def test_a_missing_move_is_named_by_its_number(name: str) -> None:
    lines = lines_of(name)
    place = line_of(lines, "4 seat")
    del lines[place]
    assert named(refused(lines), place + 1) == "expected move 4, found 5"


@finished
def test_a_missing_end_is_found(name: str) -> None:
    lines = lines_of(name)
    assert "the match is over, but the record does not say so" in refused(lines[:-1])
    assert "ends too early" in refused(lines[: line_of(lines, "start")])


@finished
def test_an_extra_line_is_found(name: str) -> None:
    lines = lines_of(name)
    assert named(refused([*lines, "and they lived happily"]), len(lines) + 1) == "there is something after the end"
    place = line_of(lines, "5 seat")
    assert "expected move 5, found 4" in named(refused([*lines[:place], lines[place - 1], *lines[place:]]), place + 1)
    assert "cannot be read" in named(refused([*lines[:place], "a note", *lines[place:]]), place + 1)


def test_an_end_that_has_not_come_is_found() -> None:
    lines = [*lines_of("unfinished race"), "end finished places 1 2"]
    assert named(refused(lines), len(lines)) == "the record says the match is over, but it is not"


def test_moves_after_the_end_of_the_match_are_found() -> None:
    lines = lines_of("pig")
    count = int(lines[-2].split()[0])
    extra = re.sub(r"^\d+", str(count + 1), lines[-2])
    complaint = named(refused([*lines[:-1], extra, lines[-1]]), len(lines))
    assert "The match is over" in complaint


@pytest.mark.parametrize("text", ["", "\n", "Hippodrome record 2\n", "hello", "Hippodrome record 1"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(hd.RecordError, match=r"^line [12]: "):
        hd.replay(text)


def test_a_record_whose_seed_is_still_secret_keeps_its_commitment() -> None:
    match = hd.new("benhur", "circus", seats=2, seed=4)
    for _ in range(12):
        match.play(match.proposals()[0])
    record = match.record()
    again = hd.replay(record)
    assert "seed " not in record
    assert again.commitment == match.commitment
    assert again.record() == record
