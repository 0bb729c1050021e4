"""Round robins that a game offers: contenders that meet each other in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippodrome.kit.actions import Action


class Contender:
    """Something to compare, such as a machine or an army: its name, and the opening actions of its seat."""

    __slots__ = ("key", "name", "opening")

    def __init__(self, key: str, name: str, opening: tuple[Action, ...]) -> None:
        self.key = key
        self.name = name
        self.opening = opening


class RoundRobinSpec:
    """The contenders of a round robin, with the scenarios and options of its matches of two."""

    __slots__ = ("contenders", "options", "scenarios")

    def __init__(
        self, scenarios: Sequence[str], options: Mapping[str, int | str], contenders: Sequence[Contender]
    ) -> None:
        self.scenarios = scenarios
        self.options = options
        self.contenders = contenders
