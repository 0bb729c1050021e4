"""A view as a vector of fixed size, all numbers from 0 to 1.

A layout is a list of parts, each of which reads some numbers from the view's JSON. The view is the only input, so a
vector reveals no more than the seat may know. Missing values (an absent row, a die not yet rolled) are 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from operator import itemgetter
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hippodrome.kit.game import View
from hippodrome.kit.state import Json

Vector = NDArray[np.float32]
Bounds = tuple[float, float]


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


class ObservationLayout:
    """All parts of a game's observation vector, one after another."""

    def __init__(self, parts: Sequence[LayoutPart]) -> None:
        self.parts = tuple(parts)
        bounds = [bound for part in parts for bound in part.bounds()]
        self.size = len(bounds)
        self._low = np.array([low for low, _ in bounds], np.float32)
        self._scale = np.array([1 / (high - low) for low, high in bounds], np.float32)
        self._struct = Struct(f"{self.size}f")  # three times as fast as an array made from a list

    def names(self) -> list[str]:
        """Return the name of each number of the vector."""
        return [name for part in self.parts for name in part.names()]

    def vector(self, view: View) -> Vector:
        """Return the vector of a view."""
        out: list[float] = []
        for part in self.parts:
            part.write(view, out)
        vector: Vector = np.frombuffer(self._struct.pack(*out), np.float32) - self._low
        vector *= self._scale
        np.maximum(vector, 0, out=vector)
        np.minimum(vector, 1, out=vector)
        return vector
