"""Odds in words: what may come of an option, in short for a line and in full for a page."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from typing import Final

from hippodrome.kit.odds import NO_OUTCOME, Odds, wilson

_NUMBERED: Final = re.compile(r"(.*) (-?\d+)")
SHORT: Final = 2  # outcomes named in a line
MOST: Final = 12  # lines of all outcomes


def percent(chance: Fraction) -> str:
    """Return a chance as people say it: 83 %; and never 0 % or 100 % of what is neither impossible nor certain."""
    whole = round(chance * 100)
    if chance > 0 and whole == 0:
        return "<1 %"
    if chance < 1 and whole == 100:
        return ">99 %"
    return f"{whole} %"


def average(odds: Odds) -> tuple[str, Fraction] | None:
    """What is counted and its mean, if every outcome is the same word with a number, as in "move 4"."""
    total = Fraction(0)
    words = set()
    for name, chance in odds.rows:
        found = _NUMBERED.fullmatch(name)
        if found is None:
            return None
        words.add(found.group(1))
        total += int(found.group(2)) * chance
    return (words.pop(), total) if len(words) == 1 and len(odds.rows) > 1 else None


def in_short(odds: Odds) -> str:
    """Return the odds in a few words; nothing if nothing special is certain."""
    if len(odds.rows) == 1:
        return "" if odds.rows[0][0] == NO_OUTCOME else odds.rows[0][0]
    about = "" if odds.exact else "about "
    counted = average(odds)
    if counted is not None:
        word, mean = counted
        return f"{word} {about}{float(mean):.1f} on average"
    shown = ", ".join(f"{percent(chance)} {name}" for name, chance in odds.rows[:SHORT])
    return f"{about}{shown}" + (", ..." if len(odds.rows) > SHORT else "")


def told(odds: Odds) -> list[tuple[str, str, str]]:
    """Return every outcome worth a line: its chance, its name, and the bounds if it was tried, as in "38 to 44 %".

    The likeliest come first, but what is counted comes in its order. Where there are many, the rare ones are told
    together.
    """
    lines = len(odds.rows) if len(odds.rows) <= MOST else MOST - 1
    rows, rest = odds.rows[:lines], odds.rows[lines:]
    if average(odds) is not None:
        rows.sort(key=lambda row: int(row[0].rpartition(" ")[2]))
    if rest:
        rows.append((f"{len(rest)} others", sum([chance for _, chance in rest], Fraction(0))))
    return [(percent(chance), name, _bounds(odds, chance)) for name, chance in rows]


def _bounds(odds: Odds, chance: Fraction) -> str:
    if odds.exact:
        return ""
    low, high = wilson(float(chance), odds.samples)
    return f"{floor(low * 100)} to {ceil(high * 100)} %"


def how(odds: Odds) -> str:
    """How the odds were worked out, in a sentence."""
    if odds.exact:
        return "Counted exactly, if nobody answers."
    return f"From {odds.samples} trials, if nobody answers; the true chance lies within the bounds 95 times in 100."


def in_full(odds: Odds) -> list[str]:
    """Return every outcome with its chance, and how it was worked out."""
    rows = told(odds)
    wide = max([len(name) for _, name, _ in rows])
    lines = [f"{chance:>5}  {name.ljust(wide)}  {bounds}".rstrip() for chance, name, bounds in rows]
    counted = average(odds)
    if counted is not None:
        lines.append(f"{float(counted[1]):5.2f}  on average")
    return [*lines, f"       {how(odds)}"]
