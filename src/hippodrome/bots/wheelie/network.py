"""A small network: what speaks for a unit among its enemies, learnt from battles that were fought.

Each enemy is looked at by itself, in a first layer that lets only what is positive through; what is seen of all of
them is added up, and a second such layer makes one number of it, with a few facts about the whole battle. The inputs
of the first layer come in parts (the unit's sheet, the enemy's, how often he acts, where the two stand), so that only
what changes has to be reckoned anew.
"""

from __future__ import annotations

from typing import Final

PARTS: Final = 1000.0  # weights are written down in thousandths


class Network:
    """The weights, from a text: how many inputs each part has, the sizes of both layers, then part after part."""

    def __init__(self, text: str) -> None:
        words = [int(word) for word in text.split()]
        sheet, ground, facts, self.wide, self.narrow = words[:5]
        numbers = [word / PARTS for word in words[5:]]
        sizes = [self.wide] * (2 * sheet + 1) + [ground] * self.wide + [self.wide]
        sizes += [self.wide] * self.narrow + [facts] * self.narrow + [self.narrow, self.narrow, 1]
        if sum(sizes) != len(numbers):
            raise ValueError(f"a network of these sizes has {sum(sizes)} weights, not {len(numbers)}")
        rows: list[list[float]] = []
        at = 0
        for size in sizes:
            rows.append(numbers[at : at + size])
            at += size
        self.own = rows[:sheet]  # by input
        self.other = rows[sheet : 2 * sheet]
        self.coming = rows[2 * sheet]
        rest = rows[2 * sheet + 1 :]
        self.ground = rest[: self.wide]  # by unit of the layer, as those that follow
        self.wide_bias = rest[self.wide]
        rest = rest[self.wide + 1 :]
        self.second = rest[: self.narrow]
        self.facts = rest[self.narrow : 2 * self.narrow]
        self.narrow_bias, self.last, last_bias = rest[2 * self.narrow :]
        self.last_bias = last_bias[0]

    # ---------------------------------------------------------------- the first layer, part by part

    def of_own(self, sheet: list[float]) -> list[float]:
        """What a unit's own sheet brings."""
        return mixed(self.own, sheet, self.wide_bias)

    def of_other(self, sheet: list[float]) -> list[float]:
        """What the sheet of an enemy brings."""
        return mixed(self.other, sheet, [0.0] * self.wide)

    def of_ground(self, inputs: list[float]) -> list[float]:
        """What it brings where the two stand."""
        found: list[float] = []
        size = len(inputs)
        for row in self.ground:
            total = 0.0
            for place in range(size):
                total += row[place] * inputs[place]
            found.append(total)
        return found

    def see(self, seen: list[float], own: list[float], other: list[float], coming: float, ground: list[float]) -> None:
        """Add to what is seen what one enemy shows."""
        often = self.coming
        for unit in range(self.wide):
            lit = own[unit] + other[unit] + coming * often[unit] + ground[unit]
            if lit > 0.0:
                seen[unit] += lit

    # ---------------------------------------------------------------- the second layer

    def worth(self, seen: list[float], facts: list[float]) -> float:
        """What speaks for a unit that sees so much."""
        total = self.last_bias
        for unit in range(self.narrow):
            found = self.narrow_bias[unit]
            row = self.second[unit]
            for place in range(self.wide):
                found += row[place] * seen[place]
            row = self.facts[unit]
            for place in range(len(facts)):
                found += row[place] * facts[place]
            if found > 0.0:
                total += found * self.last[unit]
        return total


def mixed(rows: list[list[float]], inputs: list[float], start: list[float]) -> list[float]:
    """Return the rows, each as often as its input says, and added up."""
    found = list(start)
    for place, number in enumerate(inputs):
        if number != 0.0:
            row = rows[place]
            for unit in range(len(found)):
                found[unit] += number * row[unit]
    return found
