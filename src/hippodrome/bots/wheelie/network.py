"""A small network: what speaks for a unit among its enemies, learnt from battles that were fought.

Each enemy is looked at by itself, in a first layer that lets only what is positive through; what is seen of all of
them is added up, and a second such layer makes one number of it, with a few facts about the whole battle. The inputs
of the first layer come in parts (the unit's sheet, the enemy's, how often he acts, where the two stand), so that only
what changes has to be reckoned anew.
"""

from __future__ import annotations

from typing import Final

WEIGHT_SCALE: Final = 1000.0  # weights are written down in thousandths


class Network:
    """The weights, from a text: how many inputs each part has, the sizes of both layers, then part after part."""

    def __init__(self, text: str) -> None:
        words = [int(word) for word in text.split()]
        sheet, ground, facts, self.first_size, self.second_size = words[:5]
        numbers = [word / WEIGHT_SCALE for word in words[5:]]
        sizes = [self.first_size] * (2 * sheet + 1) + [ground] * self.first_size + [self.first_size]
        sizes += [self.first_size] * self.second_size + [facts] * self.second_size + [self.second_size, self.second_size, 1]
        if sum(sizes) != len(numbers):
            raise ValueError(f"a network of these sizes has {sum(sizes)} weights, not {len(numbers)}")
        rows: list[list[float]] = []
        at = 0
        for size in sizes:
            rows.append(numbers[at : at + size])
            at += size
        self.own_weights = rows[:sheet]  # by input
        self.enemy_weights = rows[sheet : 2 * sheet]
        self.activation_weights = rows[2 * sheet]
        rest = rows[2 * sheet + 1 :]
        self.geometry_weights = rest[: self.first_size]  # by unit of the layer, as those that follow
        self.first_bias = rest[self.first_size]
        rest = rest[self.first_size + 1 :]
        self.second_weights = rest[: self.second_size]
        self.fact_weights = rest[self.second_size : 2 * self.second_size]
        self.second_bias, self.output_weights, last_bias = rest[2 * self.second_size :]
        self.output_bias = last_bias[0]

    # ---------------------------------------------------------------- the first layer, part by part

    def own_part(self, sheet: list[float]) -> list[float]:
        """What a unit's own sheet brings."""
        return weighted_sum(self.own_weights, sheet, self.first_bias)

    def enemy_part(self, sheet: list[float]) -> list[float]:
        """What the sheet of an enemy brings."""
        return weighted_sum(self.enemy_weights, sheet, [0.0] * self.first_size)

    def geometry_part(self, inputs: list[float]) -> list[float]:
        """What it brings where the two stand."""
        found: list[float] = []
        size = len(inputs)
        for row in self.geometry_weights:
            total = 0.0
            for place in range(size):
                total += row[place] * inputs[place]
            found.append(total)
        return found

    def add_enemy(self, seen: list[float], own: list[float], other: list[float], coming: float, ground: list[float]) -> None:
        """Add to what is seen what one enemy shows."""
        often = self.activation_weights
        for unit in range(self.first_size):
            lit = own[unit] + other[unit] + coming * often[unit] + ground[unit]
            if lit > 0.0:
                seen[unit] += lit

    # ---------------------------------------------------------------- the second layer

    def output(self, seen: list[float], facts: list[float]) -> float:
        """What speaks for a unit that sees so much."""
        total = self.output_bias
        for unit in range(self.second_size):
            found = self.second_bias[unit]
            row = self.second_weights[unit]
            for place in range(self.first_size):
                found += row[place] * seen[place]
            row = self.fact_weights[unit]
            for place in range(len(facts)):
                found += row[place] * facts[place]
            if found > 0.0:
                total += found * self.output_weights[unit]
        return total


def weighted_sum(rows: list[list[float]], inputs: list[float], start: list[float]) -> list[float]:
    """Return the rows, each as often as its input says, and added up."""
    found = list(start)
    for place, number in enumerate(inputs):
        if number != 0.0:
            row = rows[place]
            for unit in range(len(found)):
                found[unit] += number * row[unit]
    return found
