"""Odds in words: what may come of each option, in short for a line and in full for a page."""

from __future__ import annotations

import re
from fractions import Fraction

from hippodrome.kit.actions import Action
from hippodrome.kit.match import Match
from hippodrome.kit.odds import OTHERWISE, Odds
from hippodrome.terminal.looks import percent

_NUMBERED = re.compile(r"(.*) (-?\d+)")
SHORT = 2  # outcomes named in a line


class Chances:
    """The odds of the options of one decision after another; each is worked out once."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._known: dict[tuple[int, str], Odds] = {}

    def of(self, action: Action) -> Odds:
        """The odds of an action now."""
        key = (len(self.match.moves), action.text)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.match.odds(action)
        return found

    def is_known(self, action: Action) -> bool:
        """Whether the odds of an action have been worked out already."""
        return (len(self.match.moves), action.text) in self._known

    def forget(self) -> None:
        """A move was taken back: the same number of moves may now mean another moment."""
        self._known.clear()


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
    """The odds in a few words; nothing if nothing special is certain."""
    if len(odds.rows) == 1:
        return "" if odds.rows[0][0] == OTHERWISE else odds.rows[0][0]
    about = "" if odds.exact else "about "
    counted = average(odds)
    if counted is not None:
        word, mean = counted
        return f"{word} {about}{float(mean):.1f} on average"
    shown = ", ".join(f"{percent(chance)} {name}" for name, chance in odds.rows[:SHORT])
    return f"{about}{shown}" + (", ..." if len(odds.rows) > SHORT else "")


def in_full(odds: Odds) -> list[str]:
    """Every outcome with its chance, and how it was worked out."""
    lines = [f"{percent(chance):>5}  {name}" for name, chance in odds.rows]
    counted = average(odds)
    if counted is not None:
        lines.append(f"{float(counted[1]):5.2f}  on average")
    how = "counted exactly" if odds.exact else f"from {odds.samples} trials"
    return [*lines, f"       ({how}, if nobody answers with a trick)"]
