"""What a game can be asked to compare: contenders that meet each other in pairs, in a round robin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.kit.actions import Action


class Contender:
    """Something that can be matched against others: its name, and how whoever plays it opens a match."""

    __slots__ = ("key", "name", "opening")

    def __init__(self, key: str, name: str, opening: tuple[Action, ...]) -> None:
        self.key = key
        self.name = name
        self.opening = opening


class RoundRobinSpec:
    """Who meets whom, where, and with which options; a match is between two."""

    __slots__ = ("contenders", "options", "scenarios")

    def __init__(
        self, scenarios: Sequence[str], options: Mapping[str, int | str], contenders: Sequence[Contender]
    ) -> None:
        self.scenarios = scenarios
        self.options = options
        self.contenders = contenders
