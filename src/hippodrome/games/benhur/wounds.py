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
    Unhurt,
    Wounded,
)
from hippodrome.games.benhur.state import ALL_DESTROYED, LAST_LEFT, NO_SQUARE, Chariot, Race
from hippodrome.games.benhur.steps import ChariotStep
from hippodrome.games.benhur.tricks import CALTROPS, IRON_RIMS, TrickWindow, play_trick, trick_bit
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Step

STONE_WOUNDS_ON: Final = 5  # BH-W1
HEDGE_WOUNDS_ON: Final = 6


def wound(race: Race, chariot: Chariot, rule: str) -> i64:
    """Take one wound from a chariot and return its bit, for `after_wounds`."""
    chariot.wounds -= 1
    if race.logging:
        race.emit(Wounded(chariot.id, chariot.wounds), rule)
    return 1 << chariot.id


def roll_for_wound(race: Race, purpose: str, chariot: Chariot, wounds_on: i64, rule: str) -> i64:
    """Roll a die that wounds the chariot on `wounds_on` or more. Return its bit if wounded, else 0."""
    die: i64 = race.roll(purpose, 1, chariot.id, rule, wounds_on)[0]
    if die >= wounds_on:
        return wound(race, chariot, rule)
    if race.logging:
        race.emit(Unhurt(chariot.id, wounds_on), rule)
    return 0


def after_wounds(race: Race, hurt: i64) -> list[Step]:
    """Return the steps after wounds: trick 10, then removal of the destroyed. `hurt` has the bits of the wounded."""
    if hurt == 0:
        return NOTHING
    if race.logging or race.held_tricks & trick_bit(IRON_RIMS):
        return [IronRims(0, hurt), FALLEN]
    for chariot in race.chariots:
        if chariot.wounds <= 0 and chariot.fell == 0:
            return [FALLEN]
    return NOTHING


@mypyc_attr(acyclic=True)
class IronRims(TrickWindow):
    """BH-T10: ignore one wound just taken, whatever its cause. `hurt` has a bit for each wounded chariot."""

    RULE: ClassVar[str] = "BH-T10"
    FIELDS: ClassVar[tuple[str, ...]] = ("asked", "hurt")
    __slots__ = ("hurt",)

    def __init__(self, asked: i64, hurt: i64) -> None:
        self.asked = asked
        self.hurt = hurt

    def tricks(self) -> i64:
        """Return trick 10."""
        return trick_bit(IRON_RIMS)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the trick for a wounded chariot only."""
        return self.tricks() if self.hurt & (1 << chariot.id) else 0

    def proposals(self, race: Race) -> list[Action]:
        """Propose to pass first, unless the wound was the last one."""
        actions = super().proposals(race)
        chariot = race.chariots[self.seats(race)[0]]
        return actions[::-1] if chariot.wounds <= 0 else actions

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Give the wound back."""
        play_trick(race, seat, action)
        chariot = race.chariots[seat]
        chariot.wounds += 1
        if race.logging:
            race.emit(Healed(seat, chariot.wounds))
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats, about the same wounds."""
        return IronRims(asked, self.hurt)


@mypyc_attr(acyclic=True)
class Fallen(Step):
    """BH-D2: remove chariots without wounds and reveal their tricks; the last chariot left wins (BH-Q4)."""

    RULE: ClassVar[str] = "BH-D2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q42: all chariots removed now fall at the same moment."""
        fallen = [chariot for chariot in race.chariots if chariot.wounds <= 0 and chariot.fell == 0]
        if not fallen:
            return NOTHING
        race.moments += 1
        for chariot in fallen:
            self.remove(race, chariot)
        race.recount_hands()
        left = race.survivors()
        if len(left) == 1:
            race.win(left[0].id, LAST_LEFT)
        elif not left:
            race.win(race.standings()[0], ALL_DESTROYED)
        return NOTHING

    def remove(self, race: Race, chariot: Chariot) -> None:
        """BH-Q34: take a chariot off the track; it leaves no wreck."""
        chariot.fell = race.moments
        if race.logging:
            race.emit(Destroyed(chariot.id))
        if chariot.id == race.turn.mover:
            race.turn.points = 0
            race.turn.ended = True
        race.reveal_hand(chariot, "BH-Q34")


FALLEN: Final = Fallen()


@mypyc_attr(acyclic=True)
class WallTest(Step):
    """BH-W1: a chariot forced into the wall on its left (-1) or right (1) may be wounded."""

    RULE: ClassVar[str] = "BH-W1"
    FIELDS: ClassVar[tuple[str, ...]] = ("chariot", "side")
    __slots__ = FIELDS

    def __init__(self, chariot: i64, side: i64) -> None:
        self.chariot = chariot
        self.side = side

    def run(self, race: Race) -> list[Step]:
        """Roll for a wound: stone wounds on 5+, a hedge on 6."""
        chariot = race.chariots[self.chariot]
        wounds_on = STONE_WOUNDS_ON if race.track.wall(int(self.side)) == "stone" else HEDGE_WOUNDS_ON
        if race.logging:
            race.emit(HitWall(chariot.id, wounds_on))
        return after_wounds(race, roll_for_wound(race, "wall", chariot, wounds_on, "BH-W1"))


@mypyc_attr(acyclic=True)
class Soak(ChariotStep):
    """BH-J5, BH-Q38: a chariot in the water loses a wound without a roll and is wet."""

    RULE: ClassVar[str] = "BH-J5"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q29: the mover's move ends here."""
        chariot = race.chariots[self.chariot]
        chariot.wet = True
        if chariot.id == race.turn.mover:
            race.turn.points = 0
        if race.logging:
            race.emit(FellIn(chariot.id, self.came, chariot.square))
        return after_wounds(race, wound(race, chariot, "BH-J5"))


@mypyc_attr(acyclic=True)
class Caltrops(ChariotStep):
    """BH-Q47: a chariot that has entered the square of trick 15 is wounded on 4+, and stops if it is driving."""

    RULE: ClassVar[str] = "BH-T15"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Remove the caltrops once they have caught a chariot."""
        chariot = race.chariots[self.chariot]
        if chariot.fell or chariot.square != race.caltrops or chariot.square == self.came:
            return NOTHING
        race.caltrops = NO_SQUARE
        if race.logging:
            race.emit(CaughtByCaltrops(chariot.id))
        if chariot.id == race.turn.mover:
            race.turn.points = 0
        wounds_on = race.cards.lasting_number(CALTROPS, "wounds_on")
        return after_wounds(race, roll_for_wound(race, "caltrops", chariot, wounds_on, "BH-T15"))
