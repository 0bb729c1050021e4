"""Actions, the options they are chosen from, and the refusal of one that is not legal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

_TEXT: Final = re.compile(r"[a-z][a-z-]*(?: (?:0|-?[1-9][0-9]{0,8}))*")  # longer numbers mean nothing to any game


@mypyc_attr(acyclic=True)
class Action:
    """A verb and its whole-number arguments. Its text is canonical: records, logs and sockets use it."""

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
    """Return the action with this canonical text, or None if no action is written so."""
    if not _TEXT.fullmatch(text):
        return None
    verb, *args = text.split(" ")
    return Action(verb, tuple([int(a) for a in args]))


@mypyc_attr(acyclic=True)
class Refusal:
    """Why an action is not legal: the clause that forbids it, and a sentence that says what would be legal."""

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
        return _illegal, (self.refusal.rule, self.refusal.text)


def _illegal(rule: str, text: str) -> IllegalAction:
    """What was raised in another process."""
    return IllegalAction(Refusal(rule, text))


class OneOf:
    """A parameter that takes one of a few values."""

    __slots__ = ("name", "values")

    def __init__(self, name: str, values: tuple[int, ...]) -> None:
        self.name = name
        self.values = values

    def suggestions(self) -> tuple[int, ...]:
        """Return every value."""
        return self.values


class Span:
    """A parameter that takes any value from lo to hi in steps; hints are the values that matter.

    People count in larger units: `unit` of its values make one (1000 thousandths of an inch).
    """

    __slots__ = ("hi", "hints", "lo", "name", "step", "unit")

    def __init__(self, name: str, lo: int, hi: int, step: int, hints: tuple[int, ...], unit: int = 1) -> None:
        self.name = name
        self.lo = lo
        self.hi = hi
        self.step = step
        self.hints = hints
        self.unit = unit

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


class Clock:
    """A time limit in seconds, and the action that is taken when it runs out.

    Questions in a row with the same `spell` share one clock: it runs on from one to the next.
    """

    __slots__ = ("action", "seconds", "spell")

    def __init__(self, seconds: int, action: Action, spell: str = "") -> None:
        self.seconds = seconds
        self.action = action
        self.spell = spell


class Decision:
    """What is being decided: by whom, which question, with which options.

    A `secret` decision is one whose very existence would betray something (a hidden card that fits):
    nobody but the seats asked may be shown who is asked.
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
    """Actions that the options suggest: every combination of their parameters' suggestions."""
    found: list[Action] = []
    for option in options:
        rows: list[tuple[int, ...]] = [()]
        for param in option.params:
            rows = [(*row, value) for row in rows for value in param.suggestions()]
        found.extend([Action(option.verb, row) for row in rows])
    return found


def grouped(actions: Sequence[Action], rule: str) -> list[Option]:
    """Return the options behind a list of actions: actions of one verb and length become one option."""
    rows: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for action in actions:
        rows.setdefault((action.verb, len(action.args)), []).append(action.args)
    found: list[Option] = []
    for (verb, size), args in rows.items():
        params = [OneOf(f"{verb}{k}", tuple(dict.fromkeys([row[k] for row in args]))) for k in range(size)]
        found.append(Option(verb, rule, tuple(params)))
    return found
