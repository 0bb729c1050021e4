"""Dice: committed dice anyone can check, scripted dice for tests, counting dice for exact odds.

A throw of six-sided dice is a `bytes` of values 1 to 6: cheap to cut off the tape, to hand on and to compare.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from mypy_extensions import i64, mypyc_attr

BLOCK: Final = 512
_REJECTED: Final = bytes([252, 253, 254, 255])
_TO_SIX: Final = bytes([byte % 6 + 1 for byte in range(256)])

T = TypeVar("T")


class OutOfDice(ValueError):
    """A script of dice has run out, or holds a value that the die does not have."""


@mypyc_attr(acyclic=True)
class Dice:
    """A source of chance. `thrown` counts every die of every kind."""

    __slots__ = ("rolled",)

    def __init__(self) -> None:
        self.rolled: i64 = 0

    def roll_d6(self, n: i64) -> bytes:
        """Throw n six-sided dice."""
        raise NotImplementedError

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Throw n six-sided dice for somebody; for most dice it makes no difference for whom, and what for."""
        return self.roll_d6(n)

    def roll_die(self, sides: i64) -> i64:
        """Throw one die of any number of sides."""
        raise NotImplementedError

    def clone(self) -> Dice:
        """Dice that will give the same throws from here on, independently."""
        raise NotImplementedError

    def pack(self) -> list[str | int]:
        """What must be saved to go on with the same throws."""
        raise NotImplementedError

    def left(self) -> int:
        """How many dice a script still holds; 0 for dice that never run out."""
        return 0


@mypyc_attr(acyclic=True)
class TapeDice(Dice):
    """A hash tape: block k of it is SHAKE-128 of seed and k, with bytes of 252 and more dropped.

    A die of other sides is read from as many six-sided ones as it needs, and thrown again if their number is
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
        """Throw n six-sided dice."""
        start = self.place
        end = start + n
        self.rolled += n
        if end <= self.size:
            self.place = end
            return self.tape[start:end]
        return self._across(n)

    def _across(self, n: i64) -> bytes:
        """Return a throw that runs over the end of the block."""
        found = self.tape[self.place :]
        while len(found) < n:
            self.tape = six_block(self.seed, int(self.block))
            self.size = len(self.tape)
            self.block += 1
            self.place = n - len(found)
            found += self.tape[: self.place]
        return found

    def roll_die(self, sides: i64) -> i64:
        """Throw one die of any number of sides."""
        thrown = self.rolled + 1
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
        self.rolled = thrown
        return value % sides + 1

    def clone(self) -> Dice:
        """Dice that will give the same throws from here on."""
        other = TapeDice(self.seed)
        other.rolled = self.rolled
        other.block = self.block
        other.place = self.place
        other.size = self.size
        other.tape = self.tape
        return other

    def pack(self) -> list[str | int]:
        """Seed and places."""
        return ["tape", self.seed.hex(), int(self.block), int(self.place), int(self.rolled)]


def six_block(seed: bytes, block: int) -> bytes:
    """One block of the tape of six-sided dice."""
    raw = hashlib.shake_128(seed + block.to_bytes(8, "little")).digest(BLOCK)
    return raw.translate(_TO_SIX, _REJECTED)


class SplitDice(TapeDice):
    """Dice for imagined worlds: what is thrown for one purpose and one seat has a tape of its own.

    So the dice that fall for one thing do not depend on what else was done before it, and options that are tried in
    the same world have the same luck.
    """

    __slots__ = ("tapes",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.tapes: dict[str, TapeDice] = {}

    def roll(self, purpose: str, who: i64, n: i64) -> bytes:
        """Return the next n dice of a tape."""
        key = f"{purpose}/{who}"
        tape = self.tapes.get(key)
        if tape is None:
            tape = TapeDice(self.seed + key.encode())
            self.tapes[key] = tape
        self.rolled += n
        return tape.roll_d6(n)

    def clone(self) -> Dice:
        """Dice that will give the same throws from here on."""
        other = SplitDice(self.seed)
        other.rolled = self.rolled
        other.block = self.block
        other.place = self.place
        other.size = self.size
        other.tape = self.tape
        for key, tape in self.tapes.items():
            copied = tape.clone()
            assert isinstance(copied, TapeDice)
            other.tapes[key] = copied
        return other


@mypyc_attr(acyclic=True)
class ScriptDice(Dice):
    """Dice with given results, for tests and for records of dice thrown at a real table."""

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
        """Return the same rest of the script."""
        other = ScriptDice(self.values)
        other.rolled = self.rolled
        other.place = self.place
        return other

    def pack(self) -> list[str | int]:
        """Return the script and its place."""
        return ["script", ",".join([str(v) for v in self.values]), int(self.place), int(self.rolled)]

    def left(self) -> int:
        """Values not yet thrown."""
        return len(self.values) - int(self.place)


@mypyc_attr(acyclic=True)
class CountingDice(Dice):
    """Dice that follow a given path of values and show 1 beyond it, noting the sides of every die.

    `cut`, if it is not -1, is the number of dice that decided the outcome: what fell after them does not matter.
    `drawn` has the places of the dice that were not thrown openly but to draw something.
    """

    __slots__ = ("cut", "drawn", "path", "sides")

    def __init__(self, path: list[int]) -> None:
        self.rolled = 0
        self.path = path
        self.sides: list[int] = []
        self.drawn: list[int] = []
        self.cut: i64 = -1

    def roll_die(self, sides: i64) -> i64:
        """Return the next value of the path, or a first 1, for a draw."""
        self.drawn.append(len(self.sides))
        return self._next(sides)

    def _next(self, sides: i64) -> i64:
        place = len(self.sides)
        self.rolled += 1
        self.sides.append(sides)
        if place == len(self.path):
            self.path.append(1)
        return self.path[place]

    def roll_d6(self, n: i64) -> bytes:
        """Return the next n values of the path."""
        return bytes([int(self._next(6)) for _ in range(n)])

    def decided(self) -> int:
        """How many dice decided the outcome."""
        return len(self.sides) if self.cut < 0 else min(int(self.cut), len(self.sides))

    def chance(self) -> Fraction:
        """Return the chance that the dice go this way."""
        size = 1
        for sides in self.sides[: self.decided()]:
            size *= sides
        return Fraction(1, size)

    def clone(self) -> Dice:
        """Return the same path, walked as far."""
        other = CountingDice(list(self.path))
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


def first_thrown(dice: CountingDice, thrown: int) -> int:
    """How many dice had fallen when this many had been thrown openly: those drawn before and right after count too."""
    count = thrown
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
    block, place, thrown = places
    if block:
        dice.tape = six_block(dice.seed, block - 1)
        dice.size = len(dice.tape)
    dice.block, dice.place, dice.rolled = block, place, thrown
    return dice


def seed_from(number: int) -> bytes:
    """Return the 32 bytes behind a short seed such as 7."""
    return hashlib.sha256(f"hippodrome seed {number}".encode()).digest()


def commitment(seed: bytes) -> str:
    """What is shown before the first throw, so that nobody can change the seed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def branches(resolve: Callable[[Dice], T]) -> Iterator[tuple[Fraction, T]]:
    """Yield every outcome of a resolution with its exact chance: it is run again along each path of dice."""
    path: list[int] | None = []
    while path is not None:
        dice = CountingDice(path)
        outcome = resolve(dice)
        yield dice.chance(), outcome
        path = next_path(dice)


def next_path(dice: CountingDice) -> list[int] | None:
    """Return the path that is to be followed after the one these dice went; None after the last."""
    path = dice.path[: dice.decided()]
    while path and path[-1] == dice.sides[len(path) - 1]:
        path.pop()
    if not path:
        return None
    path[-1] += 1
    return path
