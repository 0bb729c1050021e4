"""What a program thinks of a decision: the options it weighed, and what it expects of each."""

from __future__ import annotations

from hippodrome.kit.actions import Action


class ScoredOption:
    """One option: in how many imagined worlds it was tried, and what came of it on average.

    `value` is how good it looked, in thousandths (`Game.value`); `aspects` are the averages of what speaks for it
    and against it (`Game.aspects`), in hundredths, and `spreads` are their standard deviations from world to world.
    """

    __slots__ = ("action", "deviations", "features", "value", "visits")

    def __init__(
        self, action: Action, visits: int, value: int, aspects: list[int], spreads: list[int] | None = None
    ) -> None:
        self.action = action
        self.visits = visits
        self.value = value
        self.features = aspects
        self.deviations: list[int] = [] if spreads is None else spreads

    def __repr__(self) -> str:
        return f"Weighed({self.action.text!r}, {self.visits} visits, {self.value})"


class Analysis:
    """A decision and what led to it: the options, the chosen one first, then the others, the best before the worse.

    A program that does not weigh anything gives its choice without a visit; `planned` is what was weighed earlier, when
    a plan of several moves was made.
    """

    __slots__ = ("baseline", "options", "planned")

    def __init__(self, options: list[ScoredOption], usual: Action, planned: bool = False) -> None:
        self.options = options
        self.planned = planned
        self.baseline = usual  # what the plain program would have done

    @property
    def chosen(self) -> Action:
        """The option that is played."""
        return self.options[0].action
