"""Tables for learning agents: the ranges of a game's actions, and which parts of a view become numbers.

A layout is a list of parts, each of which reads some numbers from the view's JSON. The view is the only input, so an
observation reveals no more than the seat may know. Missing values (an absent row, a die not yet rolled) are 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from math import copysign, cos, log2, pi, sin
from operator import itemgetter
from typing import Any, Final

from hippodrome.kit.dice import TapeDice, seed_from
from hippodrome.kit.events import SPECTATOR
from hippodrome.kit.game import Game, View
from hippodrome.kit.state import Json

Bounds = tuple[float, float]
ArgumentRanges = tuple[range, ...]
ActionRanges = Mapping[str, ArgumentRanges | int]
"""For each verb the range of each argument, or how many combinations can be proposed at once."""

NO_ARGUMENTS: Final[ArgumentRanges] = ()


class LearningTables:
    """The tables of a game: `action_ranges` by verb, and the parts of the observation vector."""

    def __init__(self, action_ranges: ActionRanges, observation: Sequence[LayoutPart]) -> None:
        self.action_ranges = action_ranges
        self.observation = tuple(observation)


class Field:
    """A number from `low` to `high`; values outside are clipped."""

    def __init__(self, name: str, low: float, high: float) -> None:
        self.name = name
        self.low = low
        self.high = high


class DerivedField:
    """Several numbers computed from one value, for example column and row of a square."""

    def __init__(
        self, name: str, parts: Sequence[str], low: float, high: float, derive: Callable[[Any], Sequence[float]]
    ) -> None:
        self.name = name
        self.parts = tuple(parts)
        self.low = low
        self.high = high
        self.derive = derive


class LayoutPart(ABC):
    """Some numbers of a layout: their names, their bounds, and how to read them from a view."""

    @abstractmethod
    def names(self) -> list[str]:
        """Return the name of each number."""

    @abstractmethod
    def bounds(self) -> list[Bounds]:
        """Return the bounds of each number: they become 0 and 1. A missing number has the lower bound."""

    @abstractmethod
    def write(self, view: View, out: list[float]) -> None:
        """Append the unscaled numbers of a view to a list."""


def value_at_path(table: Json, path: Sequence[str]) -> Json:
    """Return the value at a path of a view, or None if it is missing."""
    for name in path:
        if table is None:
            return None
        table = table.get(name)
    return table


def one_hot(place: int, size: int) -> list[float]:
    """Return a list of zeros with a one at a place."""
    return [float(place == other) for other in range(size)]


class SeatOneHot(LayoutPart):
    """The viewing seat, one-hot; all 0 for a spectator."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._rows = [*[one_hot(seat, seats) for seat in range(seats)], [0.0] * seats]  # the last is a spectator's

    def names(self) -> list[str]:
        return [f"seat is {seat}" for seat in range(self.seats)]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * self.seats

    def write(self, view: View, out: list[float]) -> None:
        out.extend(self._rows[view.seat])


class WordOneHot(LayoutPart):
    """The word at a path, one-hot among known words; all 0 for any other word."""

    def __init__(self, path: str, words: Sequence[str]) -> None:
        self.path = path
        self.words = tuple(words)
        self._steps = path.split(".")
        self._known = {word: one_hot(place, len(words)) for place, word in enumerate(words)}
        self._unknown = [0.0] * len(words)

    def names(self) -> list[str]:
        return [f"{self.path} is {word}" for word in self.words]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * len(self.words)

    def write(self, view: View, out: list[float]) -> None:
        out.extend(self._known.get(value_at_path(view.table, self._steps), self._unknown))


class MultiHot(LayoutPart):
    """The numbers from 0 to size - 1 that are in the list at a path, with 1 for each member.

    With `own_row_of`, the path begins in the viewing seat's row of that table.
    """

    def __init__(self, path: str, size: int, own_row_of: str = "") -> None:
        self.path = path
        self.size = size
        self.own_row_of = own_row_of
        self._steps = path.split(".")
        self._zeros = [0.0] * size

    def names(self) -> list[str]:
        return [f"{'own ' if self.own_row_of else ''}{self.path} has {number}" for number in range(self.size)]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * self.size

    def write(self, view: View, out: list[float]) -> None:
        table = view.table
        if self.own_row_of:
            rows = table[self.own_row_of]
            table = rows[view.seat] if 0 <= view.seat < len(rows) else None
        first = len(out)
        out.extend(self._zeros)
        for number in value_at_path(table, self._steps) or ():
            if 0 <= number < self.size:
                out[first + number] = 1.0


class Fields(LayoutPart):
    """Some fields of the object at a path; an empty path is the whole view."""

    def __init__(self, path: str, *fields: Field) -> None:
        self.path = path
        self.fields = fields
        self._steps = path.split(".") if path else []
        self._defaults = [(field.name, field.low) for field in fields]

    def names(self) -> list[str]:
        return [f"{self.path}.{field.name}" if self.path else field.name for field in self.fields]

    def bounds(self) -> list[Bounds]:
        return [(field.low, field.high) for field in self.fields]

    def write(self, view: View, out: list[float]) -> None:
        values = value_at_path(view.table, self._steps) or {}
        out.extend([values.get(name, low) for name, low in self._defaults])


class NumberList(LayoutPart):
    """The numbers of the list at a path, in order, up to `size` of them."""

    def __init__(self, path: str, size: int, low: float, high: float) -> None:
        self.path = path
        self.size = size
        self.low = low
        self.high = high
        self._steps = path.split(".")

    def names(self) -> list[str]:
        return [f"{self.path}[{number}]" for number in range(self.size)]

    def bounds(self) -> list[Bounds]:
        return [(self.low, self.high)] * self.size

    def write(self, view: View, out: list[float]) -> None:
        numbers = value_at_path(view.table, self._steps) or []
        out.extend(numbers[: self.size])
        out.extend([self.low] * (self.size - len(numbers)))


class RowList(LayoutPart):
    """The objects of the list at a path, in order, up to `size` of them: 1 if the row exists, then its fields.

    At least two of the fields must be plain ones.
    """

    def __init__(self, path: str, size: int, *fields: Field | DerivedField) -> None:
        self.path = path
        self.size = size
        self.plain = [field for field in fields if isinstance(field, Field)]
        self.derived = [field for field in fields if isinstance(field, DerivedField)]
        self._plain_values = itemgetter(*[field.name for field in self.plain])
        self._derive = [(field.name, field.derive) for field in self.derived]
        self._missing = [low for low, _ in self._row_bounds()]

    def _row_bounds(self) -> list[Bounds]:
        plain: list[Bounds] = [(field.low, field.high) for field in self.plain]
        return [(0, 1), *plain, *[(field.low, field.high) for field in self.derived for _ in field.parts]]

    def names(self) -> list[str]:
        fields = [field.name for field in self.plain]
        fields += [f"{field.name} ({part})" for field in self.derived for part in field.parts]
        return [f"{self.path}[{number}].{name}" for number in range(self.size) for name in ("there", *fields)]

    def bounds(self) -> list[Bounds]:
        return self._row_bounds() * self.size

    def write(self, view: View, out: list[float]) -> None:
        rows = view.table[self.path][: self.size]
        for row in rows:
            out.append(1.0)
            out.extend(self._plain_values(row))
            for name, derive in self._derive:
                out.extend(derive(row[name]))
        out.extend(self._missing * (self.size - len(rows)))


# -------------------------------------------------------------------- parts that several games use


_COSINES_AND_SINES: Final = [(cos(pi * tenth / 1800), sin(pi * tenth / 1800)) for tenth in range(3600)]


def _cosine_and_sine(turn: int) -> tuple[float, float]:
    """Return cosine and sine of a direction in tenths of a degree."""
    return _COSINES_AND_SINES[turn % 3600]


DIRECTION: Final = DerivedField("turn", ("cosine", "sine"), -1, 1, _cosine_and_sine)


def flags(*names: str) -> list[Field]:
    """Return fields that are 0 or 1."""
    return [Field(name, 0, 1) for name in names]


def decision_parts(game: Game) -> list[LayoutPart]:
    """Return the parts common to all games: the viewing seat, the decision, and the seats that decide."""
    seats = game.seats.stop - 1
    return [SeatOneHot(seats), WordOneHot("asked.name", list(game.words.prompts)), MultiHot("asked.seats", seats)]


def scenario_slugs(game: Game) -> list[str]:
    """Return the slugs of all scenarios."""
    return [scenario.slug for scenario in game.scenarios()]


# -------------------------------------------------------------------- defaults for small games

MAX_PROPOSED_AT_ONCE: Final = 64  # actions of a verb whose arguments no step lists
LARGEST_NUMBER_BITS: Final = 20


class ViewNumbers(LayoutPart):
    """Every number and flag of a view like `template`, on a logarithmic scale, because their bounds are unknown."""

    def __init__(self, template: Json) -> None:
        self.paths = number_paths(template, ())

    def names(self) -> list[str]:
        return [".".join([str(key) for key in path]) for path in self.paths]

    def bounds(self) -> list[Bounds]:
        return [(-1, 1)] * len(self.paths)

    def write(self, view: View, out: list[float]) -> None:
        for path in self.paths:
            number = float(_number_at(view.table, path))
            out.append(copysign(log2(1 + abs(number)) / LARGEST_NUMBER_BITS, number))


def number_paths(value: Json, path: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    """Return the paths to all numbers and flags below a value of a view, which is at `path`."""
    if isinstance(value, int):
        return [path]
    children: list[tuple[str | int, Json]] = []
    if isinstance(value, dict):
        children = [(str(name), child) for name, child in value.items()]
    elif isinstance(value, list):
        children = list(enumerate(value))
    return [found for key, child in children for found in number_paths(child, (*path, key))]


def _number_at(value: Json, path: tuple[str | int, ...]) -> int:
    """Return the number at a path; 0 if it is missing."""
    for key in path:
        if isinstance(key, int) and key >= len(value):
            return 0
        value = value[key]
    return int(value)


def default_tables(game: Game) -> LearningTables:
    """Return tables that follow from the steps and words of a game, and from the view of a new match."""
    scenario = max(game.scenarios(), key=lambda scenario: scenario.seats.stop)
    options = {setting.name: setting.default for setting in scenario.options}
    state = game.setup(scenario, scenario.seats[-1], options, TapeDice(seed_from(0)))
    template = game.view(state, SPECTATOR).table
    table = {name: value for name, value in template.items() if name != "asked"}  # decision_parts has it
    ranges = {verb: _argument_ranges(game, verb) for verb in game.words.labels}
    return LearningTables(ranges, [*decision_parts(game), ViewNumbers(table)])


def _argument_ranges(game: Game, verb: str) -> ArgumentRanges | int:
    """Return the ranges of a verb's arguments in the ACTIONS of all steps, or MAX_PROPOSED_AT_ONCE if none has it."""
    rows = [action.args for step in game.steps().values() for action in step.ACTIONS if action.verb == verb]
    if not rows:
        return MAX_PROPOSED_AT_ONCE if "{" in game.words.labels[verb] else NO_ARGUMENTS
    return tuple([range(min(column), max(column) + 1) for column in zip(*rows, strict=True)])
