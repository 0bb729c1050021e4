"""Actions as whole numbers from 0 to a fixed size, the same meaning at every decision of every match.

A game's table gives each verb a block of numbers. If its arguments have ranges, the number says which values
they have: `lane 2` is always the same number. A range may have steps (a drive in half inches); then the number
says which step the value falls into. If there are too many combinations, the table says how many of them can be
proposed at once, and they are numbered in the order of the proposals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from hippodrome.kit.actions import Action

Ranges = tuple[range, ...]

SPARE: Final = 32
"""Numbers at the end for what has no place in its block: two drives in one half inch, a unit beyond the last."""

NONE: Final = -1


class Block:
    """The numbers of one verb, from `first` on: by the values of its arguments, or in order if it has no ranges."""

    __slots__ = ("first", "ranges", "size", "verb")

    def __init__(self, verb: str, first: int, entry: Ranges | int) -> None:
        self.verb = verb
        self.first = first
        self.ranges: Ranges | None = None if isinstance(entry, int) else entry
        self.size = entry if isinstance(entry, int) else _combinations(entry)

    def number(self, args: tuple[int, ...]) -> int:
        """Return the number of these arguments, or NONE if it has none.

        A missing last argument is its range's first value.
        """
        if self.ranges is None or len(args) > len(self.ranges):
            return NONE
        number = 0
        for place, values in enumerate(self.ranges):
            value = args[place] if place < len(args) else values.start
            if not values.start <= value < values.stop:
                return NONE
            number = number * len(values) + (value - values.start) // values.step
        return self.first + number

    def meaning(self, number: int) -> str:
        """What a number of this block stands for."""
        left = number - self.first
        if self.ranges is None:
            return f"{self.verb} #{left + 1}"
        words: list[str] = []
        for values in reversed(self.ranges):
            left, place = divmod(left, len(values))
            low = values[place]
            words.append(str(low) if values.step == 1 else f"{low}..{low + values.step - 1}")
        return " ".join([self.verb, *reversed(words)])


def _combinations(ranges: Ranges) -> int:
    size = 1
    for values in ranges:
        size *= len(values)
    return size


class Numbering:
    """The numbers of all actions of a game."""

    def __init__(self, verbs: Mapping[str, Ranges | int]) -> None:
        self.blocks: dict[str, Block] = {}
        first = 0
        for verb, entry in verbs.items():
            self.blocks[verb] = Block(verb, first, entry)
            first += self.blocks[verb].size
        self.spare = first
        self.size = first + SPARE

    def numbered(self, actions: Sequence[Action]) -> dict[int, Action]:
        """Return the proposals of a decision by number. What finds no number, not even a spare one, is not offered."""
        found: dict[int, Action] = {}
        for action in actions:
            number = self._free(action, found)
            if number < self.size:
                found[number] = action
        return found

    def _free(self, action: Action, taken: dict[int, Action]) -> int:
        """Return the number of an action; if it has none, or another has it, the next spare one."""
        block = self.blocks.get(action.verb)
        number = NONE
        if block is not None and block.ranges is not None:
            number = block.number(action.args)
        elif block is not None:
            number = _first_free(block.first, block.first + block.size, taken)
        if number == NONE or number in taken:
            number = _first_free(self.spare, self.size, taken)
        return self.size if number == NONE else number

    def meaning(self, number: int) -> str:
        """What a number stands for, whatever is being decided."""
        for block in self.blocks.values():
            if block.first <= number < block.first + block.size:
                return block.meaning(number)
        if self.spare <= number < self.size:
            return f"spare #{number - self.spare + 1}"
        raise ValueError(f"there is no action {number}; they are 0 to {self.size - 1}")


def _first_free(first: int, end: int, taken: dict[int, Action]) -> int:
    for number in range(first, end):
        if number not in taken:
            return number
    return NONE
