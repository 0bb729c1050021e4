"""Dice that record what they roll, for the lines of a record."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.kit.dice import Dice


class RecordingDice(Dice):
    """Dice that record the rolls of another source."""

    __slots__ = ("recorded", "source")

    def __init__(self, source: Dice) -> None:
        self.rolled = source.rolled
        self.source = source
        self.recorded: list[int] = []

    def roll_d6(self, n: i64) -> bytes:
        """Roll and record."""
        dice = self.source.roll_d6(n)
        self.rolled = self.source.rolled
        self.recorded.extend(dice)
        return dice

    def roll_die(self, sides: i64) -> i64:
        """Roll and record."""
        value = self.source.roll_die(sides)
        self.rolled = self.source.rolled
        self.recorded.append(value)
        return value

    def clone(self) -> Dice:
        """Return a copy with the same future rolls and an empty recording."""
        return RecordingDice(self.source.clone())

    def pack(self) -> list[str | int]:
        """Return what the source saves."""
        return self.source.pack()

    def count_left(self) -> int:
        """Return how many dice the source has left."""
        return self.source.count_left()

    def take(self) -> list[int]:
        """Return the rolls since the last call."""
        recorded, self.recorded = self.recorded, []
        return recorded


class ComparingDice(RecordingDice):
    """Dice from the lines of a record. The dice of its seed, if there is one, are rolled along for comparison."""

    __slots__ = ("expected", "tape")

    def __init__(self, source: Dice, tape: Dice | None) -> None:
        super().__init__(source)
        self.tape = tape
        self.expected: list[int] = []

    def roll_d6(self, n: i64) -> bytes:
        """Roll and record, from the lines and from the seed."""
        dice = super().roll_d6(n)
        if self.tape is not None:
            self.expected.extend(self.tape.roll_d6(n))
        return dice

    def roll_die(self, sides: i64) -> i64:
        """Roll and record, from the lines and from the seed."""
        value = super().roll_die(sides)
        if self.tape is not None:
            self.expected.append(self.tape.roll_die(sides))
        return value

    def take_expected(self) -> list[int]:
        """Return the rolls that the seed gives since the last call; none without a seed."""
        expected, self.expected = self.expected, []
        return expected
