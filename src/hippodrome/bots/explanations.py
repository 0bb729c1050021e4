"""Reasons: what a program weighed, in plain sentences, one for each option.

Only what the program was shown goes into them: its seat's imagined state, and what it found out by looking ahead.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.odds import QUICK_BRANCHES, odds
from hippodrome.kit.odds_text import in_short
from hippodrome.kit.state import State
from hippodrome.kit.templates import filled, listed

LINES: Final = 6  # options that get a line of their own
WITH_ODDS: Final = 3  # and how many of these are told with their odds
NAMED: Final = 3  # differences named in a line
SAMPLES: Final = 300  # trials for odds that cannot be counted quickly
SURE: Final = 2.0  # standard errors that a difference must have to be named
LEAST: Final = 10  # hundredths below which a difference is not worth a word


class Reason:
    """One option that was weighed, and what is said of it."""

    __slots__ = ("action", "label", "said")

    def __init__(self, action: Action, label: str, said: str) -> None:
        self.action = action
        self.label = label
        self.said = said


class Advice:
    """A choice and why: the options that were weighed, the chosen one first, and what else there is to say."""

    __slots__ = ("action", "label", "notes", "reasons")

    def __init__(self, action: Action, label: str, reasons: list[Reason], notes: list[str]) -> None:
        self.action = action
        self.label = label
        self.reasons = reasons
        self.notes = notes

    def lines(self) -> list[str]:
        """Return all of it in plain sentences."""
        marks = [" (chosen)", *[""] * len(self.reasons)]
        found = [f"{one.label}{mark}: {one.said}" for one, mark in zip(self.reasons, marks, strict=False)]
        return [*found, *self.notes]


def explained(game: Game, state: State, seat: int, thoughts: Analysis, with_odds: bool = True) -> Advice:
    """What a program thought of a decision, in words; `state` is the one it was shown."""
    weighed = [option for option in thoughts.options if option.visits]
    label = game.label(state, thoughts.chosen)
    if len(weighed) < 2:
        return Advice(thoughts.chosen, label, [], [_unweighed(game, state, thoughts)])
    shown = weighed[:LINES]
    reasons = []
    for place, option in enumerate(shown):
        other = weighed[1] if place == 0 else weighed[0]
        chances = _chances(game, state, seat, option.action) if with_odds and place < WITH_ODDS else ""
        found = "" if place == 1 else differences(game, option, other)  # the first line has said it of the second
        than = f"{found} than with “{game.label(state, other.action)}”" if found else ""
        said = "; ".join([part for part in (to_win(option), chances, than) if part])
        reasons.append(Reason(option.action, game.label(state, option.action), f"{said}."))
    return Advice(thoughts.chosen, label, reasons, _notes(game, state, thoughts, len(weighed) - len(shown)))


def _unweighed(game: Game, state: State, thoughts: Analysis) -> str:
    """Why there is nothing to compare."""
    if thoughts.planned:
        return "It follows the plan it has made, of which this is a part."
    if thoughts.options[0].visits or len(game.proposals(state)) == 1:
        return "There was nothing to weigh: only this could be done."
    return "It weighed nothing: it follows its rules of thumb."


def _notes(game: Game, state: State, thoughts: Analysis, left: int) -> list[str]:
    """What is said after the options."""
    notes = []
    if left:
        notes.append(f"{left} more {'was' if left == 1 else 'were'} weighed, and looked worse.")
    if any(option.visits and option.value > thoughts.options[0].value for option in thoughts.options):
        notes.append("It keeps to its rule of thumb: so few tries do not tell for sure what is better.")
    if thoughts.baseline.text != thoughts.chosen.text:
        notes.append(f"By rule of thumb the choice would have been “{game.label(state, thoughts.baseline)}”.")
    return notes


def to_win(option: ScoredOption) -> str:
    """How likely it is to win, as far as was looked: "61 % to win, in 64 tries"."""
    tries = "1 try" if option.visits == 1 else f"{option.visits} tries"
    return f"{percent(option.value)} to win, in {tries}"


def percent(thousandths: int) -> str:
    """Return a chance as people say it, never 0 % or 100 % of what is neither impossible nor certain."""
    if 0 < thousandths < 5:
        return "<1 %"
    if 995 <= thousandths < 1000:
        return ">99 %"
    return f"{(thousandths + 5) // 10} %"


def _chances(game: Game, state: State, seat: int, action: Action) -> str:
    """What the dice may bring at once, in short; nothing if the action is not legal as the seat imagines things."""
    if game.check(state, seat, action) is not None:
        return ""
    return in_short(odds(game, state, seat, action, QUICK_BRANCHES, SAMPLES)).removesuffix(", ...")


# -------------------------------------------------------------------- what differs


def differences(game: Game, one: ScoredOption, other: ScoredOption) -> str:
    """What speaks more for one option than for another, and what less: those that differ most for how much they vary.

    Only what is surely different is named: "1.8 more squares ahead, but 0.3 fewer wounds left".
    """
    names = list(game.words.aspects.values())
    found: list[tuple[float, int, str]] = []
    for place in range(min(len(names), len(one.features), len(other.features))):
        gap = one.features[place] - other.features[place]
        spread = max(_spread(one, place), _spread(other, place), 1)
        error = spread * (2 / min(one.visits, other.visits)) ** 0.5
        if abs(gap) >= LEAST and abs(gap) > SURE * error:
            found.append((-abs(gap) / spread, gap, difference(names[place], gap)))
    found.sort(key=lambda row: row[0])
    more = [text for _, gap, text in found[:NAMED] if gap > 0]
    less = [text for _, gap, text in found[:NAMED] if gap < 0]
    return ", but ".join([listed(texts) for texts in (more, less) if texts])


def difference(words: str, gap: int) -> str:
    """Return a difference, in hundredths, in the words of an aspect.

    They are what is counted, "wounds left"; or, where "more" and "fewer" do not do, what is said of more and of less,
    "{0} inches nearer|{0} inches farther off".
    """
    amount = f"{abs(gap) / 100:.1f}"
    more, bar, less = words.partition("|")
    if bar:
        return filled(more if gap > 0 else less, lambda name: amount)
    return f"{amount} {'more' if gap > 0 else 'fewer'} {words}"


def _spread(option: ScoredOption, place: int) -> int:
    return option.deviations[place] if place < len(option.deviations) else 0
