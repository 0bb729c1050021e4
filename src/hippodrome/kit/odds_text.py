"""Odds as text: a short form for one line and a full form for a page."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil, floor
from typing import Final

from hippodrome.kit.odds import NO_OUTCOME, Odds, wilson

_NUMBERED: Final = re.compile(r"(.*) (-?\d+)")
OUTCOMES_IN_SHORT: Final = 2
MAX_LINES: Final = 12


def percent(chance: Fraction) -> str:
    """Return a chance in per cent, such as "83 %"; 0 % and 100 % only if it is impossible or certain."""
    whole = round(chance * 100)
    if chance > 0 and whole == 0:
        return "<1 %"
    if chance < 1 and whole == 100:
        return ">99 %"
    return f"{whole} %"


def average(odds: Odds) -> tuple[str, Fraction] | None:
    """Return the unit and the mean, if every outcome is the same word with a number, as in "move 4"; else None."""
    total = Fraction(0)
    words = set()
    for name, chance in odds.rows:
        match = _NUMBERED.fullmatch(name)
        if match is None:
            return None
        words.add(match.group(1))
        total += int(match.group(2)) * chance
    return (words.pop(), total) if len(words) == 1 and len(odds.rows) > 1 else None


def in_short(odds: Odds) -> str:
    """Return the odds in a few words, what matters most first; an empty string if nothing notable is certain."""
    about = "" if odds.exact else "about "
    if len(odds.rows) == 1:
        return "" if odds.rows[0][0] == NO_OUTCOME else odds.rows[0][0]
    counted = average(odds)
    parts = [f"{percent(chance)} {name}" for name, chance in odds.key]
    if counted is not None:
        word, mean = counted
        return ", ".join([f"{word} {about}{float(mean):.1f} on average", *parts])
    if parts:
        return about + ", ".join(parts)
    shown = ", ".join(f"{percent(chance)} {name}" for name, chance in odds.rows[:OUTCOMES_IN_SHORT])
    return f"{about}{shown}" + (", ..." if len(odds.rows) > OUTCOMES_IN_SHORT else "")


def outcome_rows(odds: Odds) -> list[tuple[str, str, str]]:
    """Return a row for each outcome: its chance, its name, and for sampled odds the bounds, as in "38 to 44 %".

    The likeliest come first; outcomes with a number are in numerical order. If there are many, the rarest share a row.
    """
    lines = len(odds.rows) if len(odds.rows) <= MAX_LINES else MAX_LINES - 1
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


def method_text(odds: Odds) -> str:
    """Return a sentence that says how the odds were computed."""
    if odds.exact:
        return "Exact odds, before any reaction by another player."
    return f"From {odds.samples} simulations, before any reaction by another player; the bounds are 95 % intervals."


def in_full(odds: Odds) -> list[str]:
    """Return lines with every outcome and its chance, and how the odds were computed."""
    rows = outcome_rows(odds)
    wide = max([len(name) for _, name, _ in rows])
    lines = [f"{chance:>5}  {name.ljust(wide)}  {bounds}".rstrip() for chance, name, bounds in rows]
    counted = average(odds)
    if counted is not None:
        lines.append(f"{float(counted[1]):5.2f}  on average")
    return [*lines, *[f"       {text}" for text in [*odds.notes, method_text(odds)]]]
