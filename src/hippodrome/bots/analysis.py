"""Analyses: the options that a bot considered at a decision, with their results."""

from __future__ import annotations

from hippodrome.kit.actions import Action


class ScoredOption:
    """One option with the averages of its rollouts.

    `visits` is the number of rollouts, `value` the evaluation in thousandths (`GameAnalysis.value`). `features` are the
    averages of `GameAnalysis.features`, `deviations` their standard deviations between rollouts, both in hundredths.
    """

    __slots__ = ("action", "deviations", "features", "value", "visits")

    def __init__(
        self, action: Action, visits: int, value: int, features: list[int], deviations: list[int] | None = None
    ) -> None:
        self.action = action
        self.visits = visits
        self.value = value
        self.features = features
        self.deviations: list[int] = [] if deviations is None else deviations

    def __repr__(self) -> str:
        return f"ScoredOption({self.action.text!r}, {self.visits} visits, {self.value})"


class Analysis:
    """The options of a decision, the chosen one first, then the others from best to worst.

    A bot that does not search returns its choice with 0 visits. `planned` marks a move of a plan that was searched
    earlier. `baseline` is the choice of the policy's baseline bot.
    """

    __slots__ = ("baseline", "options", "planned")

    def __init__(self, options: list[ScoredOption], baseline: Action, planned: bool = False) -> None:
        self.options = options
        self.planned = planned
        self.baseline = baseline

    def __repr__(self) -> str:
        return f"<Analysis, {len(self.options)} options, chosen {self.chosen.text}>"

    @property
    def chosen(self) -> Action:
        """The chosen action."""
        return self.options[0].action
