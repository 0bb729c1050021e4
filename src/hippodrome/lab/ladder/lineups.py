"""Line-ups of the ladder: a few representative set-ups of each game, in which bots are measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hippodrome.kit.game import Game, Value


@dataclass(frozen=True)
class Lineup:
    """A set-up with an even number of seats, so that two levels can share and swap them."""

    title: str
    scenario: str
    seats: int
    options: tuple[tuple[str, Value], ...] = ()

    @property
    def key(self) -> str:
        """The name in stored results: everything that determines what is played."""
        return ",".join([self.scenario, str(self.seats), *[f"{name}={value}" for name, value in self.options]])


def _armies(army: str) -> tuple[tuple[str, Value], ...]:
    """Return options that give both sides the same army."""
    return ("army_red", army), ("army_white", army)


_EVEN: Final[tuple[tuple[str, Value], ...]] = (("chariots", "even"),)

LINEUPS: Final[dict[str, tuple[Lineup, ...]]] = {
    "benhur": (Lineup("two in the Circus", "circus", 2), Lineup("four on the River", "river", 4)),
    "wheelie": (
        Lineup("duel", "duel", 2),
        Lineup("two against two, same chariots on both sides", "sides", 4, _EVEN),
        Lineup("three against three, same chariots on both sides", "sides", 6, _EVEN),
        Lineup("funeral games of four", "funeral", 4),
    ),
    "races": (
        Lineup("two wolf chariots on the Old Oval", "oval", 2, (("field", "wolves"),)),
        Lineup("two marauder chariots on the Broken Pass", "pass", 2, (("field", "marauders"),)),
        Lineup("four wolf chariots, one lap of the Old Oval", "oval", 4, (("field", "wolves"), ("laps", 1))),
    ),
    "chariot": (Lineup("the Delta", "delta", 2), Lineup("Tabal", "tabal", 2), Lineup("the Aequi", "aequi", 2)),
    "magic": (
        Lineup("River against River, pitched battle", "battle", 2, _armies("river")),
        Lineup("Ironhill against Ironhill, Ford of Reeds", "ford", 2, _armies("ironhill")),
        Lineup("Sunthrone against Sunthrone, Village Cross", "cross", 2, _armies("sunthrone")),
    ),
}
"""All machines of a race are of the same kind, because a faster one wins four races of five with any driver. For the
same reason both sides of a skirmish have the same chariots: a side with Runners wins nine battles of ten. The battles
of Chariot are those that are about even between equal players; see docs/chariot-battles.md."""


def lineups_of(game: Game) -> tuple[Lineup, ...]:
    """Return the line-ups of a game; by default its first scenario with the lowest even number of seats."""
    if game.base in LINEUPS:
        return LINEUPS[game.base]
    first = game.scenarios()[0]
    even = [seats for seats in first.seats if seats % 2 == 0]
    return (Lineup(first.title, first.slug, even[0]),)
