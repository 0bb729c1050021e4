"""Actions as whole numbers from 0 to a fixed size, with the same meaning at every decision of every match.

A game's table gives each verb a block of numbers. If its arguments have ranges, the number encodes their values:
`lane 2` always has the same number. A range may have steps (a drive in half inches); then the number encodes the step
that contains the value. If there are too many combinations, the table says how many of them can be proposed at once,
and they are numbered in the order of the proposals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.kit.actions import Action

ArgumentRanges = tuple[range, ...]

SPARE_NUMBERS: Final = 32
"""Numbers at the end for actions that do not fit into their block: a second drive in one half inch, a unit beyond the
last."""

NO_NUMBER: Final = -1


class VerbBlock:
    """The numbers of one verb, beginning with `first`.

    They encode the values of the arguments, or count the proposals if the verb has no ranges.
    """

    __slots__ = ("first", "ranges", "size", "verb")

    def __init__(self, verb: str, first: int, entry: ArgumentRanges | int) -> None:
        self.verb = verb
        self.first = first
        self.ranges: ArgumentRanges | None = None if isinstance(entry, int) else entry
        self.size = entry if isinstance(entry, int) else _count_combinations(entry)

    def number(self, args: tuple[int, ...]) -> int:
        """Return the number for these arguments, or NO_NUMBER if they are out of range.

        A missing last argument counts as the first value of its range.
        """
        if self.ranges is None or len(args) > len(self.ranges):
            return NO_NUMBER
        number = 0
        for place, values in enumerate(self.ranges):
            value = args[place] if place < len(args) else values.start
            if not values.start <= value < values.stop:
                return NO_NUMBER
            number = number * len(values) + (value - values.start) // values.step
        return self.first + number

    def meaning(self, number: int) -> str:
        """Return the action, or the step of values, that a number of this block stands for."""
        rest = number - self.first
        if self.ranges is None:
            return f"{self.verb} #{rest + 1}"
        words: list[str] = []
        for values in reversed(self.ranges):
            rest, place = divmod(rest, len(values))
            low = values[place]
            words.append(str(low) if values.step == 1 else f"{low}..{low + values.step - 1}")
        return " ".join([self.verb, *reversed(words)])


def _count_combinations(ranges: ArgumentRanges) -> int:
    size = 1
    for values in ranges:
        size *= len(values)
    return size


class ActionEncoding:
    """The numbers of all actions of a game."""

    def __init__(self, verbs: Mapping[str, ArgumentRanges | int]) -> None:
        self.blocks: dict[str, VerbBlock] = {}
        first = 0
        for verb, entry in verbs.items():
            self.blocks[verb] = VerbBlock(verb, first, entry)
            first += self.blocks[verb].size
        self.first_spare = first
        self.size = first + SPARE_NUMBERS

    def encode(self, actions: Sequence[Action]) -> dict[int, Action]:
        """Return the proposals of a decision by number. An action for which no number is left is not offered."""
        numbers: dict[int, Action] = {}
        for action in actions:
            number = self._number_for(action, numbers)
            if number < self.size:
                numbers[number] = action
        return numbers

    def _number_for(self, action: Action, used: dict[int, Action]) -> int:
        """Return the number of an action, or the next spare number if its own is missing or used.

        Return `size` if no spare number is left.
        """
        block = self.blocks.get(action.verb)
        number = NO_NUMBER
        if block is not None and block.ranges is not None:
            number = block.number(action.args)
        elif block is not None:
            number = _first_unused(block.first, block.first + block.size, used)
        if number == NO_NUMBER or number in used:
            number = _first_unused(self.first_spare, self.size, used)
        return self.size if number == NO_NUMBER else number

    def meaning(self, number: int) -> str:
        """Return the meaning of a number, which is the same at every decision; raise ValueError if there is none."""
        for block in self.blocks.values():
            if block.first <= number < block.first + block.size:
                return block.meaning(number)
        if self.first_spare <= number < self.size:
            return f"spare #{number - self.first_spare + 1}"
        raise ValueError(f"there is no action {number}; actions are 0 to {self.size - 1}")


def _first_unused(first: int, end: int, used: dict[int, Action]) -> int:
    for number in range(first, end):
        if number not in used:
            return number
    return NO_NUMBER
