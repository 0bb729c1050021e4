"""Walls and wounds: BH-W1, BH-D1, BH-D2, caltrops, and trick 10, which answers a wound."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import (
    CaughtByCaltrops,
    Destroyed,
    FellIn,
    Healed,
    HitWall,
    Wounded,
)
from hippodrome.games.benhur.state import ALL_DESTROYED, LAST_LEFT, NOWHERE, Chariot, Race
from hippodrome.games.benhur.steps import OfOne
from hippodrome.games.benhur.tricks import IRON_RIMS, TrickWindow, bit, played
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step

STONE: Final = 5  # BH-W1
HEDGE: Final = 6


def wound(race: Race, chariot: Chariot, rule: str) -> i64:
    """Return a chariot loses a wound; returns its bit, for `settle`."""
    chariot.wounds -= 1
    if race.logging:
        race.emit(Wounded(chariot.id, chariot.wounds), rule)
    return 1 << chariot.id


def wound_on(race: Race, purpose: str, chariot: Chariot, least: i64, rule: str) -> i64:
    """Throw a die: the chariot is wounded on `least` or more. Returns its bit, or 0."""
    die: i64 = race.roll(purpose, 1, chariot.id, rule)[0]
    return wound(race, chariot, rule) if die >= least else 0


def settle(race: Race, hurt: i64) -> list[Step]:
    """What follows wounds: trick 10, then the removal of the destroyed."""
    if hurt == 0:
        return NOTHING
    if race.held & bit(IRON_RIMS):
        return [IronRims(0, hurt), FALLEN]
    for chariot in race.chariots:
        if chariot.wounds <= 0 and chariot.fell == 0:
            return [FALLEN]
    return NOTHING


@mypyc_attr(acyclic=True)
class IronRims(TrickWindow):
    """Trick 10: one wound just taken, whatever its cause, is ignored. `hurt` has a bit for each wounded chariot."""

    RULE: ClassVar[str] = "BH-T10"
    FIELDS: ClassVar[tuple[str, ...]] = ("asked", "hurt")
    __slots__ = ("hurt",)

    def __init__(self, asked: i64, hurt: i64) -> None:
        self.asked = asked
        self.mask = bit(IRON_RIMS)
        self.hurt = hurt

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Only the wounded may play it."""
        return self.mask if self.hurt & (1 << chariot.id) else 0

    def proposals(self, race: Race) -> list[Action]:
        """Playing it comes first when the wound would be the last."""
        found = super().proposals(race)
        chariot = race.chariots[self.seats(race)[0]]
        return found[::-1] if chariot.wounds <= 0 else found

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Return the wound is undone."""
        played(race, seat, action)
        chariot = race.chariots[seat]
        chariot.wounds += 1
        if race.logging:
            race.emit(Healed(seat, chariot.wounds))
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the same wounded."""
        return IronRims(asked, self.hurt)


@mypyc_attr(acyclic=True)
class Fallen(Step):
    """BH-D2: chariots without wounds left are removed, their tricks shown; the last one left wins (BH-Q4)."""

    RULE: ClassVar[str] = "BH-D2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return all that fall now fall at the same moment (BH-Q42)."""
        fallen = [chariot for chariot in race.chariots if chariot.wounds <= 0 and chariot.fell == 0]
        if not fallen:
            return NOTHING
        race.moments += 1
        for chariot in fallen:
            self.remove(race, chariot)
        race.recount_hands()
        left = race.in_race()
        if len(left) == 1:
            race.win(left[0].id, LAST_LEFT)
        elif not left:
            race.win(race.standings()[0], ALL_DESTROYED)
        return NOTHING

    def remove(self, race: Race, chariot: Chariot) -> None:
        """Take a chariot off the track; it leaves no wreck (BH-Q34)."""
        chariot.fell = race.moments
        if race.logging:
            race.emit(Destroyed(chariot.id))
        if chariot.id == race.turn.mover:
            race.turn.points = 0
            race.turn.ended = True
        race.show_hand(chariot, "BH-Q34")


FALLEN: Final = Fallen()


@mypyc_attr(acyclic=True)
class WallTest(Step):
    """BH-W1: a chariot forced into the wall at its left (-1) or right (1) hand may be wounded."""

    RULE: ClassVar[str] = "BH-W1"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "side")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, side: i64) -> None:
        self.chariot = chariot
        self.side = side

    def run(self, race: Race) -> list[Step]:
        """Stone wounds on 5+, a hedge on 6."""
        chariot = race.chariots[self.chariot]
        least = STONE if race.track.wall(int(self.side)) == "stone" else HEDGE
        if race.logging:
            race.emit(HitWall(chariot.id, least))
        return settle(race, wound_on(race, "wall", chariot, least, "BH-W1"))


@mypyc_attr(acyclic=True)
class Soak(OfOne):
    """BH-J5, BH-Q38: a chariot that comes to stand in the water loses a wound for certain and is wet."""

    RULE: ClassVar[str] = "BH-J5"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return a mover's move ends there (BH-Q29)."""
        chariot = race.chariots[self.chariot]
        chariot.wet = True
        if chariot.id == race.turn.mover:
            race.turn.points = 0
        if race.logging:
            race.emit(FellIn(chariot.id, self.came, chariot.square))
        return settle(race, wound(race, chariot, "BH-J5"))


@mypyc_attr(acyclic=True)
class Caltrops(OfOne):
    """BH-Q47: a chariot that has entered the square of trick 15 is wounded on 4+, and stops if it is driving."""

    RULE: ClassVar[str] = "BH-T15"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return the mark is gone once it has caught somebody."""
        chariot = race.chariots[self.chariot]
        if chariot.fell or chariot.square != race.caltrops or chariot.square == self.came:
            return NOTHING
        race.caltrops = NOWHERE
        if race.logging:
            race.emit(CaughtByCaltrops(chariot.id))
        if chariot.id == race.turn.mover:
            race.turn.points = 0
        return settle(race, wound_on(race, "caltrops", chariot, 4, "BH-T15"))
