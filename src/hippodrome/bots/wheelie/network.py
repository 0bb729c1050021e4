"""A small neural network that scores a unit against its enemies, trained on finished battles.

The first layer (ReLU) looks at one enemy at a time; its outputs are summed over all enemies. The second layer (ReLU)
turns these sums and a few inputs about the whole battle into one score. The inputs of the first layer come in parts
(own unit, enemy, activations, geometry), so that only the parts that change are computed again.
"""

from __future__ import annotations

from typing import Final

WEIGHT_SCALE: Final = 1000.0  # the text holds weights in thousandths


class Network:
    """The weights, read from a text: the number of inputs of each part, the sizes of both layers, then all weights.

    Raise ValueError if the number of weights does not fit the sizes.
    """

    def __init__(self, text: str) -> None:
        numbers = [int(word) for word in text.split()]
        unit_inputs, geometry_inputs, battle_inputs, self.first_size, self.second_size = numbers[:5]
        weights = [number / WEIGHT_SCALE for number in numbers[5:]]
        sizes = [self.first_size] * (2 * unit_inputs + 1) + [geometry_inputs] * self.first_size + [self.first_size]
        sizes += (
            [self.first_size] * self.second_size
            + [battle_inputs] * self.second_size
            + [self.second_size, self.second_size, 1]
        )
        if sum(sizes) != len(weights):
            raise ValueError(f"a network of these sizes has {sum(sizes)} weights, not {len(weights)}")
        rows: list[list[float]] = []
        start = 0
        for size in sizes:
            rows.append(weights[start : start + size])
            start += size
        self.own_weights = rows[:unit_inputs]  # a row for each input
        self.enemy_weights = rows[unit_inputs : 2 * unit_inputs]
        self.activation_weights = rows[2 * unit_inputs]
        remaining = rows[2 * unit_inputs + 1 :]
        self.geometry_weights = remaining[: self.first_size]  # from here on a row for each output
        self.first_bias = remaining[self.first_size]
        remaining = remaining[self.first_size + 1 :]
        self.second_weights = remaining[: self.second_size]
        self.battle_weights = remaining[self.second_size : 2 * self.second_size]
        self.second_bias, self.output_weights, output_bias = remaining[2 * self.second_size :]
        self.output_bias = output_bias[0]

    # ---------------------------------------------------------------- first layer, part by part

    def own_part(self, inputs: list[float]) -> list[float]:
        """Return the contribution of the unit's own inputs to the first layer, with the bias."""
        return weighted_sum(self.own_weights, inputs, self.first_bias)

    def enemy_part(self, inputs: list[float]) -> list[float]:
        """Return the contribution of an enemy's inputs to the first layer."""
        return weighted_sum(self.enemy_weights, inputs, [0.0] * self.first_size)

    def geometry_part(self, inputs: list[float]) -> list[float]:
        """Return the contribution of the relative positions to the first layer."""
        sums: list[float] = []
        size = len(inputs)
        for row in self.geometry_weights:
            total = 0.0
            for index in range(size):
                total += row[index] * inputs[index]
            sums.append(total)
        return sums

    def add_enemy(
        self,
        sums: list[float],
        own_part: list[float],
        enemy_part: list[float],
        activations: float,
        geometry: list[float],
    ) -> None:
        """Add the first layer's outputs for one enemy to the sums."""
        weights = self.activation_weights
        for index in range(self.first_size):
            activation = own_part[index] + enemy_part[index] + activations * weights[index] + geometry[index]
            if activation > 0.0:
                sums[index] += activation

    # ---------------------------------------------------------------- second layer

    def output(self, sums: list[float], battle_inputs: list[float]) -> float:
        """Return the score of a unit from the first layer's sums and the inputs about the battle."""
        total = self.output_bias
        for index in range(self.second_size):
            activation = self.second_bias[index]
            row = self.second_weights[index]
            for input_index in range(self.first_size):
                activation += row[input_index] * sums[input_index]
            row = self.battle_weights[index]
            for input_index in range(len(battle_inputs)):
                activation += row[input_index] * battle_inputs[input_index]
            if activation > 0.0:
                total += activation * self.output_weights[index]
        return total


def weighted_sum(rows: list[list[float]], inputs: list[float], start: list[float]) -> list[float]:
    """Return `start` plus each row times its input."""
    sums = list(start)
    for index, value in enumerate(inputs):
        if value != 0.0:
            row = rows[index]
            for column in range(len(sums)):
                sums[column] += value * row[column]
    return sums
