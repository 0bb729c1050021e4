"""Forgeries of a record that a server has signed, for the tests of the library, the terminal, the server and the page.

Each forgery is a function of a genuine record: a match of Pig to 20 points.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import hippodrome as hd
from hippodrome.kit.record import header_lines
from hippodrome.signatures import COMMITMENT, FINISHED_RECORD, SigningKey
from tests.verification.forgeries import chosen_dice, finished_match, other_digit, record, remove, with_line

COMMITTED_AT, FIRST_MOVE_AT, SIGNED_AT = "2026-05-03T14:02:11Z", "2026-05-03T14:02:40Z", "2026-05-03T14:31:07Z"
SERVER_KEY, FORGERS_KEY = SigningKey(bytes(range(32))), SigningKey(bytes(range(1, 33)))

PROVED_HEADLINE = "Moves legal; dice verified; committed before the first roll"


def signed_record(
    match: hd.Match, key: SigningKey = SERVER_KEY, committed: str = COMMITTED_AT, first_move: str = FIRST_MOVE_AT
) -> str:
    """Return the record of a finished match as a server with this key signs it."""
    header = [*header_lines(match.setup.json(), match.commitment), "match k7m2p9x4ab"]
    copy = match.clone()
    copy.signed_header = [*header, key.signed_line(COMMITMENT, header, "committed", committed)]
    lines = [*copy.record().splitlines(), f"first-move {first_move}"]
    return "\n".join([*lines, key.signed_line(FINISHED_RECORD, lines, "signed", SIGNED_AT), ""])


def genuine_record() -> str:
    """Return a record that the server of these tests has signed."""
    return signed_record(finished_match())


def other_match() -> hd.Match:
    """Return another finished match, whose dice the forger likes better."""
    match = hd.new("pig", "plain", seed=8, options={"goal": 20})
    while match.decision:
        match.play(match.proposals()[0])
    return match


def line_of(text: str, start: str) -> str:
    """Return the line of a record that starts like this."""
    return next(line for line in text.splitlines() if line.startswith(start))


def until(text: str, start: str) -> str:
    """Return the lines before the one that starts like this."""
    return text[: text.index(f"\n{start}") + 1]


def footer(text: str) -> str:
    """Return the last lines of a signed record."""
    return f"{line_of(text, 'first-move ')}\n{line_of(text, 'signed ')}\n"


def move_signatures(text: str, unsigned: str) -> str:
    """Return an unsigned record with the signatures of a signed one."""
    signatures = f"{line_of(text, 'match ')}\n{line_of(text, 'committed ')}\n"
    return with_line(unsigned, "commitment ", lambda line: line + signatures) + footer(text)


def chosen_dice_for(text: str) -> str:
    """Return chosen dice under the header of a signed record, and without the seed."""
    return until(text, "seed ") + chosen_dice()[chosen_dice().index("start ") :]


def later(line: str) -> str:
    """Return a line with the year of its time changed."""
    return re.sub(r" (\d{4})-", lambda year: f" {int(year[1]) - 1}-", line)


def with_key_id(text: str, key: str) -> str:
    """Return a signed record whose signatures claim to be made with another key."""
    return re.sub(r" key [0-9a-f]{16} ", f" key {key} ", text)


def genuine_key_id(text: str) -> str:
    """Return the id of the key of a signed record."""
    return line_of(text, "signed ").split(" ")[3]


def swap_signatures(text: str) -> str:
    """Return a record whose commitment has the signature of the finished record."""
    signature = line_of(text, "signed ").rpartition(" ")[2]
    return with_line(text, "committed ", lambda line: f"{line.rpartition(' ')[0]} {signature}\n")


Forge = Callable[[str], str]

SIGNED_NOT_VERIFIED: dict[str, Forge] = {
    "no seed": lambda text: with_line(text, "seed ", remove),
    "chosen dice": chosen_dice_for,
    "chosen dice with the signature of the finished record": lambda text: chosen_dice_for(text) + footer(text),
    "another seed": lambda text: with_line(text, "seed ", other_digit),
    "another commitment": lambda text: with_line(text, "commitment ", other_digit),
    "a commitment that is too short": lambda text: with_line(text, "commitment ", lambda _: "commitment 12\n"),
    "a commitment in capital letters": lambda text: with_line(
        text, "commitment ", lambda line: f"commitment {line.split()[1].upper()}\n"
    ),
}
"""Signed records of legal moves whose dice cannot be vouched for."""

SIGNATURE_NOT_VALID: dict[str, Forge] = {
    "signatures moved to another record": lambda text: move_signatures(text, other_match().record()),
    "signed by the forger in the name of the server": lambda text: with_key_id(
        signed_record(other_match(), FORGERS_KEY), genuine_key_id(text)
    ),
    "no signature of the finished record": lambda text: until(text, "first-move "),
    "no signature of the commitment": lambda text: with_line(with_line(text, "committed ", remove), "match ", remove),
    "the signature of the record as that of the commitment": swap_signatures,
    "another time of the commitment": lambda text: with_line(text, "committed ", later),
    "another time of the first move": lambda text: with_line(text, "first-move ", later),
    "another time of the signature": lambda text: with_line(text, "signed ", later),
    "another match": lambda text: with_line(text, "match ", lambda _: "match zzzzzzzzzz\n"),
    "another signature": lambda text: with_line(text, "signed ", other_digit),
    "another signature of the commitment": lambda text: with_line(text, "committed ", other_digit),
    "cut short, with the seed": lambda text: until(text, "3 seat"),
}
"""Records with legal moves and dice of their seed, whose signatures were tampered with."""

NOT_PROVED: dict[str, Forge] = {
    "signed with another key": lambda _: signed_record(other_match(), FORGERS_KEY),
    "signed with the key id of no server": lambda text: with_key_id(text, "0" * 16),
    "all signatures removed": lambda text: until(
        with_line(with_line(text, "committed ", remove), "match ", remove), "first-move "
    ),
    "cut short, without the seed": lambda text: until(with_line(text, "seed ", remove), "3 seat"),
    "chosen dice, not to the end": lambda text: until(chosen_dice_for(text), "3 seat"),
    "an unsigned record": lambda _: record(),
}
"""Records that claim nothing that is wrong; nothing shows when the commitment was published."""

SIGNED_NOT_VALID: dict[str, Forge] = {
    "no end": lambda text: until(text, "end ") + footer(text),
    "a commitment signature without a match": lambda text: with_line(text, "match ", remove),
    "a malformed signature": lambda text: with_line(text, "signed ", lambda line: line[:-3] + "\n"),
    "a signature twice": lambda text: text + line_of(text, "signed ") + "\n",
    "a time that is no time": lambda text: with_line(text, "first-move ", lambda _: "first-move soon\n"),
    "another position": lambda text: with_line(text, "2 seat", other_digit),
}
"""Signed records that contradict themselves."""

SIGNED_FORGERIES = {**SIGNED_NOT_VERIFIED, **SIGNATURE_NOT_VALID, **NOT_PROVED, **SIGNED_NOT_VALID}
