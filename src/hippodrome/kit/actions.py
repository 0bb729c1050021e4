"""Actions, the options that offer them, and refusals of illegal ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

_TEXT: Final = re.compile(r"[a-z][a-z-]*(?: (?:0|-?[1-9][0-9]{0,8}))*")  # no game uses longer numbers


@mypyc_attr(acyclic=True)
class Action:
    """A verb and its whole-number arguments, with a canonical text for records, logs and messages."""

    __slots__ = ("args", "text", "verb")

    def __init__(self, verb: str, args: tuple[int, ...] = ()) -> None:
        self.verb = verb
        self.args = args
        self.text = " ".join([verb, *[str(a) for a in args]])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"


def parse(text: str) -> Action | None:
    """Return the action with this canonical text, or None if the text is not canonical."""
    if not _TEXT.fullmatch(text):
        return None
    verb, *args = text.split(" ")
    return Action(verb, tuple([int(a) for a in args]))


@mypyc_attr(acyclic=True)
class Refusal:
    """The reason why an action is illegal: the clause that forbids it, and a sentence that says what would be legal."""

    __slots__ = ("rule", "text")

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and (self.rule, self.text) == (other.rule, other.text)

    def __hash__(self) -> int:
        return hash((self.rule, self.text))

    def __repr__(self) -> str:
        return f"Refusal(rule={self.rule!r}, text={self.text!r})"


class IllegalAction(ValueError):
    """Raised when a refused action is played; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} [{refusal.rule}]")
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_error, (self.refusal.rule, self.refusal.text)


def _rebuild_error(rule: str, text: str) -> IllegalAction:
    """Return an error that was raised in another process."""
    return IllegalAction(Refusal(rule, text))


class OneOf:
    """A parameter that takes one of a few values."""

    __slots__ = ("name", "values")

    def __init__(self, name: str, values: tuple[int, ...]) -> None:
        self.name = name
        self.values = values

    def __repr__(self) -> str:
        return f"<OneOf {self.name}: {', '.join([str(value) for value in self.values])}>"

    def suggestions(self) -> tuple[int, ...]:
        """Return every value."""
        return self.values


class Span:
    """A parameter that takes any value from lo to hi in steps of `step`; `hints` are the values that matter.

    `unit` is the number of values in a player's unit: 1000 for thousandths of an inch.
    """

    __slots__ = ("hi", "hints", "lo", "name", "step", "unit")

    def __init__(self, name: str, lo: int, hi: int, step: int, hints: tuple[int, ...], unit: int = 1) -> None:
        self.name = name
        self.lo = lo
        self.hi = hi
        self.step = step
        self.hints = hints
        self.unit = unit

    def __repr__(self) -> str:
        return f"<Span {self.name}: {self.lo} to {self.hi}, step {self.step}>"

    def suggestions(self) -> tuple[int, ...]:
        """Return the hints, or the two ends if there are none."""
        if self.hints:
            return self.hints
        return (self.lo,) if self.lo == self.hi else (self.lo, self.hi)


class Option:
    """A verb that may be used now, the clause that allows it, and its parameters."""

    __slots__ = ("params", "rule", "verb")

    def __init__(self, verb: str, rule: str, params: tuple[OneOf | Span, ...] = ()) -> None:
        self.verb = verb
        self.rule = rule
        self.params = params

    def __repr__(self) -> str:
        return f"<Option {' '.join([self.verb, *[param.name for param in self.params]])}>"


class Clock:
    """A time limit in seconds, and the action that is played when it runs out.

    Consecutive decisions with the same `period` share one time limit.
    """

    __slots__ = ("action", "period", "seconds")

    def __init__(self, seconds: int, action: Action, period: str = "") -> None:
        self.seconds = seconds
        self.action = action
        self.period = period

    def __repr__(self) -> str:
        return f"<Clock {self.seconds} s, then {self.action.text}>"


class Decision:
    """A pending decision: the seats that decide, its name and clause, and the options.

    A `secret` decision would reveal something by its existence, such as a hidden card that could be played: only the
    deciding seats may be told about it.
    """

    __slots__ = ("clock", "name", "options", "rule", "seats", "secret")

    def __init__(
        self,
        seats: tuple[int, ...],
        name: str,
        rule: str,
        options: list[Option],
        clock: Clock | None,
        secret: bool,
    ) -> None:
        self.seats = seats
        self.name = name
        self.rule = rule
        self.options = options
        self.clock = clock
        self.secret = secret

    def __repr__(self) -> str:
        verbs = ", ".join([option.verb for option in self.options])
        return f"Decision({self.name}, seats={self.seats}, {verbs})"


def expand(options: Sequence[Option]) -> list[Action]:
    """Return the actions that options suggest: every combination of their parameters' suggestions."""
    actions: list[Action] = []
    for option in options:
        rows: list[tuple[int, ...]] = [()]
        for param in option.params:
            rows = [(*row, value) for row in rows for value in param.suggestions()]
        actions.extend([Action(option.verb, row) for row in rows])
    return actions


def group_by_verb(actions: Sequence[Action], rule: str) -> list[Option]:
    """Return options that offer these actions: one option for each verb and number of arguments."""
    rows: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for action in actions:
        rows.setdefault((action.verb, len(action.args)), []).append(action.args)
    options: list[Option] = []
    for (verb, size), args in rows.items():
        params = [OneOf(f"{verb}{k}", tuple(dict.fromkeys([row[k] for row in args]))) for k in range(size)]
        options.append(Option(verb, rule, tuple(params)))
    return options


def action_digits(actions: Sequence[Action]) -> list[int]:
    """Return the digit of each action, by which a player may choose it, as in "whips 2".

    Empty unless all actions have the same verb and one argument each, the digits from 1 to their number, at most 9.
    """
    digits = [action.args[0] for action in actions if len(action.args) == 1]
    is_numbered = sorted(digits) == list(range(1, min(len(actions), 9) + 1))
    return digits if is_numbered and len({action.verb for action in actions}) == 1 else []
