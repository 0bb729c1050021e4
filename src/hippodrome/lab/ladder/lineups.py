"""The kinds of matches in which programs are measured: of each game a few set-ups that stand for all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hippodrome.kit.game import Game, Value


@dataclass(frozen=True)
class Kind:
    """A set-up with an even number of seats, so that two levels can share them and swap."""

    title: str
    scenario: str
    seats: int
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def key(self) -> str:
        """As results name it: everything that decides what is played."""
        return ",".join([self.scenario, str(self.seats), *[f"{name}={value}" for name, value in self.options]])


def _armies(army: str) -> tuple[tuple[str, Value], ...]:
    """Return the same army on both sides."""
    return ("army_red", army), ("army_white", army)


_EVEN: Final[tuple[tuple[str, Value], ...]] = (("chariots", "even"),)

KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "benhur": (Kind("two in the Circus", "circus", 2), Kind("four on the River", "river", 4)),
    "wheelie": (
        Kind("duel", "duel", 2),
        Kind("two by two, the same chariots on either side", "sides", 4, _EVEN),
        Kind("three by three, the same chariots on either side", "sides", 6, _EVEN),
        Kind("funeral games of four", "funeral", 4),
    ),
    "races": (
        Kind("two wolf chariots on the Old Oval", "oval", 2, (("field", "wolves"),)),
        Kind("two marauder chariots on the Broken Pass", "pass", 2, (("field", "marauders"),)),
        Kind("four wolf chariots, a lap of the Old Oval", "oval", 4, (("field", "wolves"), ("laps", 1))),
    ),
    "chariot": (Kind("the Delta", "delta", 2), Kind("Tabal", "tabal", 2), Kind("the Aequi", "aequi", 2)),
    "magic": (
        Kind("River against River, pitched battle", "battle", 2, _armies("river")),
        Kind("Ironhill against Ironhill, Ford of Reeds", "ford", 2, _armies("ironhill")),
        Kind("Sunthrone against Sunthrone, Village Cross", "cross", 2, _armies("sunthrone")),
    ),
}
"""Races are run with machines of one kind: a faster one wins four races in five, whoever drives it. For the same reason
both sides of a skirmish have the same chariots: Runners win nine battles of ten for theirs. The battles of Chariot are
those that are open between equals; see docs/chariot-battles.md."""


def kinds_of(game: Game) -> tuple[Kind, ...]:
    """Return the kinds of a game; of one that has none here, two on each side of its first scenario, or one."""
    if game.base in KINDS:
        return KINDS[game.base]
    first = game.scenarios()[0]
    even = [seats for seats in first.seats if seats % 2 == 0]
    return (Kind(first.title, first.slug, even[0]),)
