"""The answer of an experiment: a few sentences in the words of its question, from the scores so far.

    The Sabines win 93 % (81 to 98 %) of 30 battles.

They need only the score of each cell, so that they are there while the experiment runs. The same sentences open the
report, end `hippodrome lab run`, and stand above the results in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hippodrome.lab.experiment import Cell, Experiment
from hippodrome.lab.report_names import ReportNames
from hippodrome.lab.stats import Share, wilson
from hippodrome.lab.wording import share_of_other, share_text, whole_percent

MAX_LISTED = 4  # scenarios, varied values or groups that are named one by one


@dataclass(frozen=True)
class CellScore:
    """The score of the first opponent of a cell so far, with its interval."""

    cell: Cell
    matches: int
    share: Share

    @property
    def is_mirror(self) -> bool:
        """True if an entrant plays itself, so that the score is that of the first seat."""
        return len(set(self.cell.entrants)) == 1


def answer_sentences(experiment: Experiment, scores: Sequence[CellScore]) -> list[str]:
    """Return the answer so far; empty if no match has been played."""
    played = [score for score in scores if score.matches]
    names = ReportNames(experiment)
    return [*_answers(names, played), *_bot_sentence(names)] if played else []


def _bot_sentence(names: ReportNames) -> list[str]:
    """Return which bot played everything; none if bots are compared."""
    experiment = names.experiment
    if len(experiment.players) > 1:
        return []
    return [f"The {experiment.players[0]} bot played {'both sides' if experiment.seats == 2 else 'all seats'}."]


def _answers(names: ReportNames, played: list[CellScore]) -> list[str]:
    experiment = names.experiment
    between_entrants = [score for score in played if not score.is_mirror]
    if not between_entrants:
        return _seat_answers(names, played)
    if len(experiment.arms()) > 1:
        return _arm_answers(names, between_entrants)
    groups = _focus_groups(experiment, between_entrants)
    if groups:
        return [_against_all(names, name, scores) for name, scores in list(groups.items())[:MAX_LISTED]]
    return _entrant_answers(names, between_entrants)


def total_share(scores: Sequence[CellScore]) -> Share:
    """Return the share over several cells. That of a single cell keeps its interval."""
    if len(scores) == 1:
        return scores[0].share
    matches = sum(score.matches for score in scores)
    wins = sum(score.share.share * score.matches for score in scores)
    return wilson(min(max(wins, 0.0), matches), matches)


def scores_for(name: str, scores: Sequence[CellScore]) -> list[CellScore]:
    """Return the scores of an entrant in all cells in which it meets another one."""
    mine = []
    for score in scores:
        one, other = (entrant.name for entrant in score.cell.entrants)
        if name in (one, other) and one != other:
            share = score.share if name == one else share_of_other(score.share)
            mine.append(CellScore(score.cell, score.matches, share))
    return mine


def _focus_groups(experiment: Experiment, scores: Sequence[CellScore]) -> dict[str, list[CellScore]]:
    """Return the scores of each entrant that the experiment is about."""
    names = [entrant.name for entrant in experiment.entrants() if experiment.is_about(entrant.name)]
    groups = {name: scores_for(name, scores) for name in names}
    return {name: group for name, group in groups.items() if group}


def _count(names: ReportNames, scores: Sequence[CellScore]) -> str:
    return names.matches(sum(score.matches for score in scores))


def contains_half(share: Share) -> bool:
    """Return whether an interval leaves open which of two sides is better."""
    return share.low <= 0.5 <= share.high


def _verdict(share: Share) -> list[str]:
    """Return a sentence if an interval leaves open which of two sides is better."""
    return ["The range contains 50 %, so neither is clearly better."] if contains_half(share) else []


# -------------------------------------------------------------------- entrants


def _against_all(names: ReportNames, name: str, scores: Sequence[CellScore]) -> str:
    won = share_text(total_share(scores))
    return f"{names.entrant_wins(name)} {won} of {_count(names, scores)} against all others."


def _entrant_answers(names: ReportNames, scores: Sequence[CellScore]) -> list[str]:
    """Return who beats whom: both of two entrants in one sentence, or the strongest and the weakest."""
    everyone = [entrant.name for entrant in names.experiment.entrants()]
    by_name = {name: scores_for(name, scores) for name in everyone}
    order = sorted([name for name in everyone if by_name[name]], key=lambda name: -total_share(by_name[name]).share)
    best, worst = order[0], order[-1]
    share = total_share(by_name[best])
    if len(order) == 2:
        against = names.entrant(worst)
        sentence = f"{names.entrant_wins(best)} {share_text(share)} of {_count(names, by_name[best])} against"
        return [f"{sentence} the {against.removeprefix('the ').removeprefix('The ')}.", *_verdict(share)]
    first = (
        f"{names.entrant_wins(best)} most: {share_text(share)} of {_count(names, by_name[best])} against the others."
    )
    lowest = total_share(by_name[worst])
    last = f"{names.entrant_wins(worst)} least: {share_text(lowest)}."
    is_open = contains_half(share) and contains_half(lowest)
    return [first, last, *(["Both ranges contain 50 %: none is clearly better."] if is_open else [])]


# -------------------------------------------------------------------- varied values


def _arm_answers(names: ReportNames, scores: Sequence[CellScore]) -> list[str]:
    """Return the score with each varied value: of each entrant that the experiment is about, or of each pairing."""
    groups = _focus_groups(names.experiment, scores)
    if groups:
        named = {f"{names.entrant_wins(name)} against all others": group for name, group in groups.items()}
    else:
        named = {}
        for score in scores:
            one, other = score.cell.entrants
            title = f"{names.entrant_wins(one.name)} against the {names.entrant(other.name)}"
            named.setdefault(title, []).append(score)
    return [_arm_sentence(names, title, group) for title, group in list(named.items())[:MAX_LISTED]]


def _arm_sentence(names: ReportNames, title: str, scores: Sequence[CellScore]) -> str:
    by_arm: dict[str, list[CellScore]] = {}
    for score in scores:
        by_arm.setdefault(score.cell.arm, []).append(score)
    shares = {names.arm(arm): total_share(group) for arm, group in by_arm.items()}
    if len(shares) > MAX_LISTED:
        order = sorted(shares, key=lambda arm: shares[arm].share)
        low, high = (f"{share_text(shares[arm])} {arm}" for arm in (order[0], order[-1]))
        return f"{title}: from {low} to {high}, in {_count(names, scores)}."
    parts = [f"{share_text(share)} {arm}" for arm, share in shares.items()]
    return f"{title}: {'; '.join(parts)}, in {_count(names, scores)}."


# -------------------------------------------------------------------- seats


def _seat_answers(names: ReportNames, scores: Sequence[CellScore]) -> list[str]:
    """Return how often each side or seat wins where every match is between equal bots."""
    several_scenarios = len({score.cell.scenario for score in scores}) > 1
    sentences = []
    for score in scores[:MAX_LISTED]:
        title = names.game.scenario(score.cell.scenario).title
        where = f" in {title}" if several_scenarios else ""
        who = f", {names.entrant(score.cell.entrants[0].name)}" if len(names.experiment.entrants()) > 1 else ""
        arm = f" {names.arm(score.cell.arm)}" if len(names.experiment.arms()) > 1 else ""
        sentences.append(f"{_seat_sentence(names, score)}{where}{arm}{who}.")
    if len(scores) == 1 and scores[0].cell.seats == 2:
        sentences += _verdict(scores[0].share)
    return sentences


def _seat_sentence(names: ReportNames, score: CellScore) -> str:
    """Return how often the better of two seats wins, or the first of several, without a full stop."""
    seats, scenario = score.cell.seats, score.cell.scenario
    played = names.matches(score.matches)
    if seats == 1:
        return f"{played} were played alone"
    leads = seats > 2 or score.share.share >= 0.5
    share = score.share if leads else share_of_other(score.share)
    sentence = f"{names.seat_wins(scenario, 0 if leads else 1)} {share_text(share)} of {played}"
    return sentence if seats == 2 else f"{sentence}, where {whole_percent(1 / seats)} would be even"
