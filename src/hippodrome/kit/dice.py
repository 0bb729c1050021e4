"""Dice: committed dice that anyone can verify, scripted dice for tests, counting dice for exact odds.

A roll of six-sided dice is a `bytes` of values 1 to 6, which is cheap to slice, pass and compare.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

BLOCK_BYTES: Final = 512
_REJECTED: Final = bytes([252, 253, 254, 255])
_TO_SIX: Final = bytes([byte % 6 + 1 for byte in range(256)])

T = TypeVar("T")


class OutOfDice(ValueError):
    """Raised when a script of dice has run out, or contains a value that the die does not have."""


@mypyc_attr(acyclic=True)
class Dice:
    """A source of chance. `rolled` counts all dice of all kinds."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        self.rolled: i64 = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {self.rolled} rolled>"

    def roll_d6(self, n: i64) -> bytes:
        """Roll n six-sided dice."""
        raise NotImplementedError

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Roll n six-sided dice for a purpose. Most dice ignore the purpose and who rolls."""
        return self.roll_d6(n)

    def roll_die(self, sides: i64) -> i64:
        """Roll one die of any number of sides."""
        raise NotImplementedError

    def clone(self) -> Dice:
        """Return an independent copy with the same future rolls."""
        raise NotImplementedError

    def pack(self) -> list[str | int]:
        """Return what must be saved to continue with the same rolls."""
        raise NotImplementedError

    def count_left(self) -> int:
        """Return the number of dice left in a script; 0 for dice that never run out."""
        return 0


@mypyc_attr(acyclic=True)
class TapeDice(Dice):
    """A hash tape: block k is SHAKE-128 of seed and k, without bytes of 252 and more.

    A die with another number of sides combines as many six-sided dice as it needs, and is rerolled if the number is
    beyond the last whole multiple of its sides.
    """

    __slots__ = ("block", "place", "seed", "size", "tape")

    def __init__(self, seed: bytes) -> None:
        self.rolled = 0
        self.seed = seed
        self.block: i64 = 0
        self.place: i64 = 0
        self.size: i64 = 0
        self.tape = b""

    def roll_d6(self, n: i64) -> bytes:
        """Roll n six-sided dice."""
        start = self.place
        end = start + n
        self.rolled += n
        if end <= self.size:
            self.place = end
            return self.tape[start:end]
        return self._across(n)

    def _across(self, n: i64) -> bytes:
        """Roll dice across the end of a block."""
        dice = self.tape[self.place :]
        while len(dice) < n:
            self.tape = d6_block(self.seed, int(self.block))
            self.size = len(self.tape)
            self.block += 1
            self.place = n - len(dice)
            dice += self.tape[: self.place]
        return dice

    def roll_die(self, sides: i64) -> i64:
        """Roll one die of any number of sides."""
        rolled = self.rolled + 1
        count: i64 = 1
        size: i64 = 6
        while size < sides:
            count += 1
            size *= 6
        bound = size // sides * sides
        value = size
        while value >= bound:
            value = 0
            for six in self.roll_d6(count):
                value = value * 6 + six - 1
        self.rolled = rolled
        return value % sides + 1

    def clone(self) -> Dice:
        """Return a copy with the same future rolls."""
        other = TapeDice(self.seed)
        other.rolled = self.rolled
        other.block = self.block
        other.place = self.place
        other.size = self.size
        other.tape = self.tape
        return other

    def pack(self) -> list[str | int]:
        """Return the seed and the position on the tape."""
        return ["tape", self.seed.hex(), int(self.block), int(self.place), int(self.rolled)]


def d6_block(seed: bytes, block: int) -> bytes:
    """Return one block of the tape of six-sided dice."""
    raw = hashlib.shake_128(seed + block.to_bytes(8, "little")).digest(BLOCK_BYTES)
    return raw.translate(_TO_SIX, _REJECTED)


class SplitDice(TapeDice):
    """Dice for rollouts, with a separate tape for each purpose and roller.

    The dice for one purpose do not depend on what was done before, so options that are compared in the same imagined
    state have the same luck. A purpose in `fixed` always shows the values given there, repeated as often as needed.
    """

    __slots__ = ("fixed", "tapes")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.fixed: dict[str, bytes] = {}
        self.tapes: dict[str, TapeDice] = {}

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Roll the next n dice of the tape of this purpose and roller, or return its fixed values."""
        fixed = self.fixed.get(purpose)
        if fixed is not None:
            self.rolled += n
            return (fixed * n)[:n]
        key = f"{purpose}/{who}"
        tape = self.tapes.get(key)
        if tape is None:
            tape = TapeDice(self.seed + key.encode())
            self.tapes[key] = tape
        self.rolled += n
        return tape.roll_d6(n)

    def clone(self) -> Dice:
        """Return a copy with the same future rolls."""
        other = SplitDice(self.seed)
        other.rolled = self.rolled
        other.block = self.block
        other.place = self.place
        other.size = self.size
        other.tape = self.tape
        other.fixed = self.fixed.copy()
        for key, tape in self.tapes.items():
            copied = tape.clone()
            assert isinstance(copied, TapeDice)
            other.tapes[key] = copied
        return other


@mypyc_attr(acyclic=True)
class ScriptDice(Dice):
    """Dice with given results, for tests and for records of dice rolled at a real table."""

    __slots__ = ("place", "values")

    def __init__(self, values: tuple[int, ...]) -> None:
        self.rolled = 0
        self.values = values
        self.place: i64 = 0

    def _next(self, sides: i64) -> int:
        if self.place >= len(self.values):
            raise OutOfDice(f"the script of {len(self.values)} dice has run out")
        value = self.values[self.place]
        self.place += 1
        if not 1 <= value <= sides:
            raise OutOfDice(f"die {self.place} of the script is {value}: a die of {sides} sides has no such value")
        return value

    def roll_d6(self, n: i64) -> bytes:
        """Return the next n values."""
        self.rolled += n
        return bytes([self._next(6) for _ in range(n)])

    def roll_die(self, sides: i64) -> i64:
        """Return the next value."""
        self.rolled += 1
        return self._next(sides)

    def clone(self) -> Dice:
        """Return an independent copy with the same rest of the script."""
        other = ScriptDice(self.values)
        other.rolled = self.rolled
        other.place = self.place
        return other

    def pack(self) -> list[str | int]:
        """Return the script and the position in it."""
        return ["script", ",".join([str(v) for v in self.values]), int(self.place), int(self.rolled)]

    def count_left(self) -> int:
        """Return the number of values not yet rolled."""
        return len(self.values) - int(self.place)


@mypyc_attr(acyclic=True)
class CountingDice(Dice):
    """Dice that follow a given path of values, show 1 beyond it, and record the sides of every die.

    `cut`, if it is not -1, is the number of dice that decided the outcome; later ones do not matter. `drawn` has the
    positions of dice that were used to draw something and not rolled openly. Without `ordered`, only rolls in ascending
    order are counted; `ways` has for each of them its end and the number of orders that it stands for.
    """

    __slots__ = ("cut", "drawn", "ordered", "path", "sides", "ways")

    def __init__(self, path: list[int], ordered: bool = True) -> None:
        self.rolled = 0
        self.path = path
        self.ordered = ordered
        self.sides: list[int] = []
        self.drawn: list[int] = []
        self.ways: list[tuple[int, int]] = []
        self.cut: i64 = -1

    def roll_die(self, sides: i64) -> i64:
        """Return the next value of the path, or 1 beyond its end, for a draw."""
        self.drawn.append(len(self.sides))
        return self._next(sides, 1)

    def _next(self, sides: i64, lowest: int) -> i64:
        place = len(self.sides)
        self.rolled += 1
        self.sides.append(sides)
        if place == len(self.path):
            self.path.append(lowest)
        return self.path[place]

    def roll_d6(self, n: i64) -> bytes:
        """Return the next n values of the path."""
        if self.ordered or n < 2:
            return bytes([int(self._next(6, 1)) for _ in range(n)])
        values: list[int] = []
        for _ in range(n):
            values.append(int(self._next(6, values[-1] if values else 1)))
        ways = factorial(len(values))
        for value in range(1, 7):
            ways //= factorial(values.count(value))
        self.ways.append((len(self.sides), ways))
        return bytes(values)

    def count_decisive(self) -> int:
        """Return the number of dice that decided the outcome."""
        return len(self.sides) if self.cut < 0 else min(int(self.cut), len(self.sides))

    def chance(self) -> Fraction:
        """Return the probability of this path."""
        size = ways = 1
        decisive = self.count_decisive()
        for sides in self.sides[:decisive]:
            size *= sides
        for end, orders in self.ways:
            if end <= decisive:
                ways *= orders
        return Fraction(ways, size)

    def clone(self) -> Dice:
        """Return an independent copy at the same position."""
        other = CountingDice(list(self.path), self.ordered)
        other.ways = list(self.ways)
        other.sides = list(self.sides)
        other.drawn = list(self.drawn)
        other.rolled = self.rolled
        return other

    def pack(self) -> list[str | int]:
        """Return the path."""
        return ["counting", ",".join([str(v) for v in self.path]), int(self.rolled)]


def highest(dice: bytes) -> i64:
    """Return the highest of some dice."""
    best: i64 = 0
    for die in dice:
        if die > best:
            best = die
    return best


def lowest(dice: bytes) -> i64:
    """Return the lowest of some dice."""
    best: i64 = 255
    for die in dice:
        if die < best:
            best = die
    return best


def dice_used(dice: CountingDice, rolled: int) -> int:
    """Return how many dice were used when `rolled` of them had been rolled openly.

    Dice for draws before and right after them count too.
    """
    count = rolled
    for place in dice.drawn:
        if place <= count:
            count += 1
    return count


def unpack_dice(saved: Sequence[str | int]) -> Dice:
    """Return the dice that `pack` saved."""
    kind, text = str(saved[0]), str(saved[1])
    if kind == "tape":
        return _unpack_tape(text, [int(v) for v in saved[2:]])
    values = [int(v) for v in text.split(",") if v]
    if kind == "script":
        script = ScriptDice(tuple(values))
        script.place, script.rolled = int(saved[2]), int(saved[3])
        return script
    raise ValueError(f"unknown dice {kind!r}; known: tape, script")


def _unpack_tape(seed: str, places: list[int]) -> TapeDice:
    dice = TapeDice(bytes.fromhex(seed))
    block, place, rolled = places
    if block:
        dice.tape = d6_block(dice.seed, block - 1)
        dice.size = len(dice.tape)
    dice.block, dice.place, dice.rolled = block, place, rolled
    return dice


def seed_from(number: int) -> bytes:
    """Return the 32-byte seed for a short seed such as 7."""
    return hashlib.sha256(f"hippodrome seed {number}".encode()).digest()


def derive_seed(dice: Dice, purpose: str) -> bytes:
    """Return 32 bytes for a purpose, such as a bot's choice, that the published commitment does not reveal.

    They are the HMAC of the purpose with the dice's seed as the key. Dice without a seed give what they pack.
    """
    key = dice.seed if isinstance(dice, TapeDice) else repr(dice.pack()).encode()
    return hmac.digest(key, purpose.encode(), "sha256")


def commitment(seed: bytes) -> str:
    """Return the hash that is published before the first roll, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def branches(resolve: Callable[[Dice], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every outcome of a resolution with its exact probability, by running it along each path of dice."""
    path: list[int] | None = []
    while path is not None:
        dice = CountingDice(path)
        outcome = resolve(dice)
        yield dice.chance(), outcome
        path = next_path(dice)


def next_path(dice: CountingDice) -> list[int] | None:
    """Return the path to follow after the one these dice took, or None after the last."""
    path = dice.path[: dice.count_decisive()]
    while path and path[-1] == dice.sides[len(path) - 1]:
        path.pop()
    if not path:
        return None
    path[-1] += 1
    return path
