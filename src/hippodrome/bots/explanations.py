"""Explanations of a bot's analysis, one sentence per option.

They use only what the bot saw: the imagined state of its seat and the results of its search.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.analysis import Analysis, ScoredOption
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.odds import QUICK_BRANCHES, odds
from hippodrome.kit.odds_text import in_short
from hippodrome.kit.state import State
from hippodrome.kit.templates import fill_template, join_words

MAX_OPTIONS: Final = 6
MAX_OPTIONS_WITH_ODDS: Final = 3
MAX_DIFFERENCES: Final = 3  # per option
ODDS_SAMPLES: Final = 300  # for odds that cannot be counted quickly
FEW_SIMULATIONS: Final = 8  # fewer than this are called a guess
MIN_Z: Final = 2.0  # standard errors of a difference that is mentioned
MIN_DIFFERENCE: Final = 10  # hundredths
SMALL_NUMBERS: Final = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five"}


class Reason:
    """One option and the sentence about it."""

    __slots__ = ("action", "label", "text")

    def __init__(self, action: Action, label: str, text: str) -> None:
        self.action = action
        self.label = label
        self.text = text


class Advice:
    """A choice with its reasons: the options considered, the chosen one first, and further notes."""

    __slots__ = ("action", "label", "notes", "reasons")

    def __init__(self, action: Action, label: str, reasons: list[Reason], notes: list[str]) -> None:
        self.action = action
        self.label = label
        self.reasons = reasons
        self.notes = notes

    def lines(self) -> list[str]:
        """Return the advice as sentences."""
        marks = [" (chosen)", *[""] * len(self.reasons)]
        lines = [f"{one.label}{mark}: {one.text}" for one, mark in zip(self.reasons, marks, strict=False)]
        return [*lines, *self.notes]


def explain(game: Game, state: State, seat: int, analysis: Analysis, with_odds: bool = True) -> Advice:
    """Return the advice for an analysis; `state` is the imagined state that was analysed."""
    searched = [option for option in analysis.options if option.visits]
    label = game.presentation.label(state, analysis.chosen)
    if len(searched) < 2:
        return Advice(analysis.chosen, label, [], [_note_without_search(game, state, analysis)])
    shown = searched[:MAX_OPTIONS]
    reasons = []
    for place, option in enumerate(shown):
        other = searched[1] if place == 0 else searched[0]
        chances = short_odds(game, state, seat, option.action) if with_odds and place < MAX_OPTIONS_WITH_ODDS else ""
        # The first sentence has compared the first option with the second.
        compared = "" if place == 1 else _comparison(game, state, option, other, place == 0)
        text = "; ".join([part for part in (win_chance(option), chances, compared) if part])
        risk = game.presentation.concern(state, seat, option.action) if place == 0 else ""
        text += f". Risk: {risk}" if risk else "."
        reasons.append(Reason(option.action, game.presentation.label(state, option.action), text))
    return Advice(analysis.chosen, label, reasons, _notes(game, state, analysis, len(searched) - len(shown)))


def _comparison(game: Game, state: State, option: ScoredOption, other: ScoredOption, is_chosen: bool) -> str:
    """Return in what an option differs from another one; what speaks against the chosen one is marked as such."""
    more, less = feature_differences(game, option, other)
    if not more and not less:
        return ""
    than = f" than “{game.presentation.label(state, other.action)}”"
    if is_chosen and not more:
        return f"in spite of {less}{than}"
    return ", but ".join([text for text in (more, less) if text]) + than


def _note_without_search(game: Game, state: State, analysis: Analysis) -> str:
    """Return why there is nothing to compare."""
    count = len(game.proposals(state))
    if analysis.planned:
        return "This move is part of a plan that was made earlier."
    if count == 1:
        return "This was the only move."
    if len(analysis.options) > 1:
        return f"There was no time to compare the {count} options: this is what the bot's rules of thumb choose."
    if analysis.options[0].visits:
        return f"The bot's rules of thumb saw no other move worth a closer look among the {count} options."
    return "This level plays by simple rules and does not look ahead."


def _notes(game: Game, state: State, analysis: Analysis, hidden: int) -> list[str]:
    """Return the notes after the options; `hidden` is the number of options without a sentence."""
    notes = []
    if hidden:
        notes.append("1 other option looked worse." if hidden == 1 else f"{hidden} other options looked worse.")
    chosen = analysis.options[0]
    if any(option.visits and option.value > chosen.value for option in analysis.options):
        why = "few simulations" if chosen.visits < FEW_SIMULATIONS else "the lead is within what chance explains"
        notes.append(f"Another option did better, but not clearly ({why}), so the bot keeps its default move.")
    if analysis.baseline.text != analysis.chosen.text:
        notes.append(
            f"Without looking ahead, the bot would have chosen “{game.presentation.label(state, analysis.baseline)}”."
        )
    return notes


def win_chance(option: ScoredOption) -> str:
    """Return the estimated chance to win: "wins about 61 % (64 simulations)"; few simulations are called a guess."""
    simulations = "1 simulation" if option.visits == 1 else f"{option.visits} simulations"
    if option.visits < FEW_SIMULATIONS:
        return f"wins perhaps {percent(option.value)} (a guess from {simulations})"
    return f"wins about {percent(option.value)} ({simulations})"


def percent(thousandths: int) -> str:
    """Return a chance in per cent; 0 % and 100 % only if it is impossible or certain."""
    if 0 < thousandths < 5:
        return "<1 %"
    if 995 <= thousandths < 1000:
        return ">99 %"
    return f"{(thousandths + 5) // 10} %"


def short_odds(game: Game, state: State, seat: int, action: Action) -> str:
    """Return the immediate odds of an action in short; empty if it is not legal in the imagined state."""
    if game.check(state, seat, action) is not None:
        return ""
    return in_short(odds(game, state, seat, action, QUICK_BRANCHES, ODDS_SAMPLES)).removesuffix(", ...")


# -------------------------------------------------------------------- differences


def differences(game: Game, one: ScoredOption, other: ScoredOption) -> str:
    """Return in what two options clearly differ: "1.8 squares further ahead, but one fewer wound left"."""
    return ", but ".join([text for text in feature_differences(game, one, other) if text])


def feature_differences(game: Game, one: ScoredOption, other: ScoredOption) -> tuple[str, str]:
    """Return what one option clearly has more of than another, and less of, the most significant first."""
    names = list(game.words.features.values())
    rows: list[tuple[float, int, str]] = []
    for place in range(min(len(names), len(one.features), len(other.features))):
        gap = one.features[place] - other.features[place]
        deviation = max(_deviation(one, place), _deviation(other, place), 1)
        error = deviation * (2 / min(one.visits, other.visits)) ** 0.5
        if abs(gap) >= MIN_DIFFERENCE and abs(gap) > MIN_Z * error:
            rows.append((-abs(gap) / deviation, gap, difference(names[place], gap)))
    rows.sort(key=lambda row: row[0])
    more = [text for _, gap, text in rows[:MAX_DIFFERENCES] if gap > 0]
    less = [text for _, gap, text in rows[:MAX_DIFFERENCES] if gap < 0]
    return join_words(more) if more else "", join_words(less) if less else ""


def difference(words: str, gap: int) -> str:
    """Return a difference, in hundredths, with the template of a feature.

    The template is what is counted, "wounds left", or a text for more and one for less, "{0:lane} in|{0:lane} out".
    """
    amount = f"{abs(gap) / 100:.1f}".removesuffix(".0")
    if "{0} %" not in words:
        amount = SMALL_NUMBERS.get(amount, amount)
    more, bar, less = words.partition("|")
    if bar:
        return fill_template(more if gap > 0 else less, lambda name: amount)
    return f"{amount} {'more' if gap > 0 else 'fewer'} {words}"


def _deviation(option: ScoredOption, place: int) -> int:
    return option.deviations[place] if place < len(option.deviations) else 0
