"""A small network: what speaks for one unit against another, learnt from duels that were fought.

It has two hidden layers that let only what is positive through. The inputs come in two parts: what stays as it is while
places are looked at is added up once (`begin`), what depends on the place for each of them (`end`).
"""

from __future__ import annotations

from typing import Final

PARTS: Final = 1000.0  # weights are written down in thousandths


class Network:
    """The weights, from a text: the sizes of all layers, then layer after layer."""

    def __init__(self, text: str) -> None:
        words = [int(word) for word in text.split()]
        fixed, moving, self.wide, self.narrow = words[:4]
        numbers = [word / PARTS for word in words[4:]]
        rows: list[list[float]] = []
        sizes = [self.wide] * fixed + [moving] * self.wide + [self.wide] + [self.wide] * self.narrow
        sizes += [self.narrow, self.narrow, 1]
        at = 0
        for size in sizes:
            rows.append(numbers[at : at + size])
            at += size
        if at != len(numbers):
            raise ValueError(f"a network of these sizes has {at} weights, not {len(numbers)}")
        self.fixed = rows[:fixed]  # by input
        self.moving = rows[fixed : fixed + self.wide]  # by unit of the first layer, as those that follow
        rest = rows[fixed + self.wide :]
        self.wide_bias = rest[0]
        self.second = rest[1 : 1 + self.narrow]
        self.narrow_bias, self.last, last_bias = rest[1 + self.narrow :]
        self.last_bias = last_bias[0]

    def begin(self, inputs: list[float]) -> list[float]:
        """The sums of the first layer, of what does not depend on the place."""
        found = list(self.wide_bias)
        for place, number in enumerate(inputs):
            if number != 0.0:
                row = self.fixed[place]
                for unit in range(self.wide):
                    found[unit] += number * row[unit]
        return found

    def end(self, begun: list[float], inputs: list[float]) -> float:
        """What speaks for the unit, as the logarithm of its odds."""
        lit: list[float] = []
        for unit in range(self.wide):
            row = self.moving[unit]
            found = begun[unit]
            for place in range(len(inputs)):
                found += row[place] * inputs[place]
            lit.append(found if found > 0.0 else 0.0)
        total = self.last_bias
        for unit in range(self.narrow):
            row = self.second[unit]
            found = self.narrow_bias[unit]
            for place in range(self.wide):
                found += row[place] * lit[place]
            if found > 0.0:
                total += found * self.last[unit]
        return total
