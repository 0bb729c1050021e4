"""The menu of a decision: its proposals in the order and with the keys in which players see them.

Passes come last, apart from the rest. A step may put first what players usually choose (`player_order`). Bots and the
library see the proposals in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from hippodrome.kit.actions import Action, action_digits
from hippodrome.kit.agenda import Step

PASS_KEY = "e"
"""The key of the pass; also of the first of several."""


class Menu:
    """The proposals of a decision as players see them.

    choices   the proposals that do something: by their number if they are numbered from 1, as in "whips 2"
    passes    those that end, stop or decline something
    default   the action that Enter plays; None if Enter plays nothing. It passes only if there is nothing else.
    """

    __slots__ = ("choices", "default", "passes")

    def __init__(self, step: Step, proposals: Sequence[Action]) -> None:
        choices = [action for action in proposals if not step.is_pass(action)]
        self.passes = [action for action in proposals if step.is_pass(action)]
        self.default: Action | None = (choices or self.passes)[0]
        if choices and self.passes and not step.has_default():
            self.default = None
        digits = action_digits(choices)
        self.choices = (
            [action for _, action in sorted(zip(digits, choices, strict=True), key=lambda pair: pair[0])]
            if digits
            else choices
        )

    @property
    def actions(self) -> list[Action]:
        """All proposals, the passes last."""
        return [*self.choices, *self.passes]
