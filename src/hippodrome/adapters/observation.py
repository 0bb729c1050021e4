"""A view as a vector of fixed size, all numbers from 0 to 1.

A layout is a list of parts, each of which takes something out of the view's JSON. Nothing but the view goes in, so
a vector tells no more than the seat may know. What is missing (a row that is not there, a die not thrown) is 0.
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
    """A number from `low` to `high`; beyond them it counts as the nearest."""

    def __init__(self, name: str, low: float, high: float) -> None:
        self.name = name
        self.low = low
        self.high = high


class Worked:
    """Several numbers worked out of one value, such as column and row of a square."""

    def __init__(
        self, name: str, words: Sequence[str], low: float, high: float, work: Callable[[Any], Sequence[float]]
    ) -> None:
        self.name = name
        self.words = tuple(words)
        self.low = low
        self.high = high
        self.work = work


class Part(ABC):
    """Some numbers of a layout: their names, their bounds, and how they are taken out of a view."""

    @abstractmethod
    def names(self) -> list[str]:
        """What each number is."""

    @abstractmethod
    def bounds(self) -> list[Bounds]:
        """Return the value that becomes 0, which is also that of whatever is missing, and the one that becomes 1."""

    @abstractmethod
    def write(self, view: View, out: list[float]) -> None:
        """Append the numbers, not yet scaled."""


def at(table: Json, path: Sequence[str]) -> Json:
    """What lies at a path of a view; None if it is not there."""
    for name in path:
        if table is None:
            return None
        table = table.get(name)
    return table


def one_of(place: int, size: int) -> list[float]:
    """Zeros, and a one at a place."""
    return [float(place == other) for other in range(size)]


class Seat(Part):
    """Whose view it is."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._seats = [*[one_of(seat, most) for seat in range(most)], [0.0] * most]  # the last is a spectator's

    def names(self) -> list[str]:
        return [f"seat is {seat}" for seat in range(self.most)]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * self.most

    def write(self, view: View, out: list[float]) -> None:
        out.extend(self._seats[view.seat])


class Word(Part):
    """Which of a few words stands at a path: one number for each."""

    def __init__(self, path: str, words: Sequence[str]) -> None:
        self.path = path
        self.words = tuple(words)
        self._steps = path.split(".")
        self._known = {word: one_of(place, len(words)) for place, word in enumerate(words)}
        self._unknown = [0.0] * len(words)

    def names(self) -> list[str]:
        return [f"{self.path} is {word}" for word in self.words]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * len(self.words)

    def write(self, view: View, out: list[float]) -> None:
        out.extend(self._known.get(at(view.table, self._steps), self._unknown))


class Members(Part):
    """Which of the numbers 0 to size - 1 are in the list at a path; with `mine`, in the viewer's own row of `mine`."""

    def __init__(self, path: str, size: int, mine: str = "") -> None:
        self.path = path
        self.size = size
        self.mine = mine
        self._steps = path.split(".")
        self._nothing = [0.0] * size

    def names(self) -> list[str]:
        return [f"{'own ' if self.mine else ''}{self.path} has {number}" for number in range(self.size)]

    def bounds(self) -> list[Bounds]:
        return [(0, 1)] * self.size

    def write(self, view: View, out: list[float]) -> None:
        table = view.table
        if self.mine:
            rows = table[self.mine]
            table = rows[view.seat] if 0 <= view.seat < len(rows) else None
        first = len(out)
        out.extend(self._nothing)
        for number in at(table, self._steps) or ():
            if 0 <= number < self.size:
                out[first + number] = 1.0


class Numbers(Part):
    """Some fields of the object at a path; an empty path is the whole view."""

    def __init__(self, path: str, *fields: Field) -> None:
        self.path = path
        self.fields = fields
        self._steps = path.split(".") if path else []
        self._take = [(field.name, field.low) for field in fields]

    def names(self) -> list[str]:
        return [f"{self.path}.{field.name}" if self.path else field.name for field in self.fields]

    def bounds(self) -> list[Bounds]:
        return [(field.low, field.high) for field in self.fields]

    def write(self, view: View, out: list[float]) -> None:
        found = at(view.table, self._steps) or {}
        out.extend([found.get(name, low) for name, low in self._take])


class Each(Part):
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
        found = at(view.table, self._steps) or []
        out.extend(found[: self.size])
        out.extend([self.low] * (self.size - len(found)))


class Rows(Part):
    """The objects of the list at a path, in order, up to `size` of them: first whether there is one, then its fields.

    At least two of the fields must be plain ones.
    """

    def __init__(self, path: str, size: int, *fields: Field | Worked) -> None:
        self.path = path
        self.size = size
        self.plain = [field for field in fields if isinstance(field, Field)]
        self.worked = [field for field in fields if isinstance(field, Worked)]
        self._take = itemgetter(*[field.name for field in self.plain])
        self._work = [(field.name, field.work) for field in self.worked]
        self._missing = [low for low, _ in self._row()]

    def _row(self) -> list[Bounds]:
        plain: list[Bounds] = [(field.low, field.high) for field in self.plain]
        return [(0, 1), *plain, *[(field.low, field.high) for field in self.worked for _ in field.words]]

    def names(self) -> list[str]:
        fields = [field.name for field in self.plain]
        fields += [f"{field.name} ({word})" for field in self.worked for word in field.words]
        return [f"{self.path}[{number}].{name}" for number in range(self.size) for name in ("there", *fields)]

    def bounds(self) -> list[Bounds]:
        return self._row() * self.size

    def write(self, view: View, out: list[float]) -> None:
        rows = view.table[self.path][: self.size]
        for row in rows:
            out.append(1.0)
            out.extend(self._take(row))
            for name, work in self._work:
                out.extend(work(row[name]))
        out.extend(self._missing * (self.size - len(rows)))


class Layout:
    """All parts of a game's vector, one after another."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        bounds = [bound for part in parts for bound in part.bounds()]
        self.size = len(bounds)
        self._low = np.array([low for low, _ in bounds], np.float32)
        self._scale = np.array([1 / (high - low) for low, high in bounds], np.float32)
        self._packed = Struct(f"{self.size}f")  # three times as quick as an array made of a list

    def names(self) -> list[str]:
        """What each number of the vector is."""
        return [name for part in self.parts for name in part.names()]

    def vector(self, view: View) -> Vector:
        """Return the vector of a view."""
        out: list[float] = []
        for part in self.parts:
            part.write(view, out)
        found: Vector = np.frombuffer(self._packed.pack(*out), np.float32) - self._low
        found *= self._scale
        np.maximum(found, 0, out=found)
        np.minimum(found, 1, out=found)
        return found
