"""Forged records without a signature, for the tests of the library, the terminal and the server."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import hippodrome as hd

PROVED, NOT_PROVED = "proved", "not proved"


@cache
def finished_match() -> hd.Match:
    """Return a finished match with a seed. It is cached: do not change it."""
    match = hd.new("pig", "plain", seed=5, options={"goal": 20})
    while match.decision:
        match.play(match.proposals()[0])
    return match


def record() -> str:
    """Return the record of the finished match."""
    return finished_match().record()


def with_line(text: str, start: str, change: Callable[[str], str]) -> str:
    """Return a record with its first line that starts like this changed; a changed line may be empty or several."""
    lines = text.splitlines(keepends=True)
    index = next(index for index, line in enumerate(lines) if line.startswith(start))
    changed = change(lines[index])
    assert changed != lines[index]
    return "".join([*lines[:index], changed, *lines[index + 1 :]])


def other_digit(line: str) -> str:
    """Return a line with its last character changed."""
    return line[:-2] + ("0" if line[-2] != "0" else "1") + "\n"


def double(line: str) -> str:
    """Return a line twice."""
    return line + line


def remove(_: str) -> str:
    """Return nothing."""
    return ""


def chosen_dice() -> str:
    """Return a record with chosen dice under the commitment of another match."""
    match = hd.new("pig", "plain", dice=[6] * 40, options={"goal": 20})
    while match.decision:
        match.play("hold" if "hold" in [a.text for a in match.proposals()] and len(match.moves) % 3 == 2 else "roll")
    return match.record().replace("scripted\n", f"commitment {finished_match().commitment}\n")


def chosen_dice_with_seed() -> str:
    """Return a record with chosen dice, and the commitment and the seed of another match."""
    seed = next(line for line in record().splitlines(keepends=True) if line.startswith("seed "))
    return with_line(chosen_dice(), "commitment ", lambda line: line + seed)


def other_seed(text: str) -> str:
    """Return a record with the commitment and the seed of another match."""
    match = hd.new("pig", "plain", seed=6, options={"goal": 20})
    first = with_line(text, "commitment ", lambda _: f"commitment {match.commitment}\n")
    return with_line(first, "seed ", lambda _: f"seed {match.first_dice.pack()[1]}\n")


def other_die(line: str) -> str:
    """Return a line with its die changed."""
    return re.sub(r" dice (\d)", lambda die: f" dice {int(die[1]) % 6 + 1}", line)


def without_commitment() -> str:
    """Return the record with its commitment and seed replaced by the word for scripted dice."""
    return with_line(with_line(record(), "seed ", remove), "commitment ", lambda _: "scripted\n")


NOT_VERIFIED: dict[str, Callable[[], str]] = {
    "chosen dice and the commitment of another match": chosen_dice,
    "chosen dice and the commitment and seed of another match": chosen_dice_with_seed,
    "the commitment and seed of another match": lambda: other_seed(record()),
    "no seed": lambda: with_line(record(), "seed ", remove),
    "another seed": lambda: with_line(record(), "seed ", other_digit),
    "a malformed seed": lambda: with_line(record(), "seed ", lambda _: "seed 12\n"),
    "another commitment": lambda: with_line(record(), "commitment ", other_digit),
    "a malformed commitment": lambda: with_line(record(), "commitment ", lambda _: "commitment 12\n"),
    "a malformed commitment without a seed": lambda: with_line(
        chosen_dice(), "commitment ", lambda _: "commitment x\n"
    ),
    "scripted dice": without_commitment,
}
"""Records of legal moves whose dice cannot be vouched for."""

NOT_VALID: dict[str, Callable[[], str]] = {
    "another die": lambda: with_line(record(), "1 seat", other_die),
    "another digest": lambda: with_line(record(), "2 seat", other_digit),
    "another move": lambda: with_line(record(), "2 seat", lambda line: line.replace("play roll", "play hold")),
    "another seat": lambda: with_line(record(), "1 seat", lambda line: line.replace("seat 0", "seat 1")),
    "another result": lambda: with_line(record(), "end ", lambda line: line[:-4] + line[-4:-1][::-1] + "\n"),
    "another option": lambda: with_line(record(), "option ", lambda _: "option goal 50\n"),
    "no end": lambda: with_line(record(), "end ", remove),
    "an end too early": lambda: "".join(
        line for line in record().splitlines(keepends=True) if not re.match(r"\d", line) or int(line.split()[0]) < 4
    ),
    "a move twice": lambda: with_line(record(), "2 seat", double),
    "the commitment twice": lambda: with_line(record(), "commitment ", double),
    "the seed twice": lambda: with_line(record(), "seed ", double),
    "an option twice": lambda: with_line(record(), "option ", double),
    "the start twice": lambda: with_line(record(), "start ", double),
    "the end twice": lambda: with_line(record(), "end ", double),
    "text after the end": lambda: record() + "verified\n",
}
"""Records that contradict themselves."""

FORGERIES = {**NOT_VERIFIED, **NOT_VALID}
