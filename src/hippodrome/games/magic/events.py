"""What can happen in a battle, in the past tense. Words for it are in words.toml.

An event names the seat whose doing it was, and by number every unit that it changed.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.event_bases import (
    OfFight,
    OfGroup,
    OfMany,
    OfNumber,
    OfPlace,
    OfScenery,
    OfSeat,
    OfShots,
    OfTwo,
    OfUnit,
)
from hippodrome.kit.events import Event

# -------------------------------------------------------------------- set-up


@mypyc_attr(acyclic=True)
class RolesSet(OfSeat):
    """WAM-Q42: who attacks."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LayoutPicked(Event):
    """WAM-Q42: the ground of the battle."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "layout")
    __slots__ = FIELDS

    def __init__(self, seat: i64, layout: i64) -> None:
        self.seat = seat
        self.layout = layout


@mypyc_attr(acyclic=True)
class SceneryPicked(Event):
    """WAM-Q37: a special piece was picked."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ground")
    __slots__ = FIELDS

    def __init__(self, seat: i64, ground: i64) -> None:
        self.seat = seat
        self.ground = ground


@mypyc_attr(acyclic=True)
class SceneryPlaced(OfScenery):
    """WAM-Q37: a special piece was placed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryDeclined(OfSeat):
    """A seat has no special piece."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Deployed(OfPlace):
    """A unit or character was placed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanFollowed(OfMany):
    """The rest of an army was placed by its ready plan."""

    __slots__ = ()


# -------------------------------------------------------------------- the turn


@mypyc_attr(acyclic=True)
class TurnBegan(OfMany):
    """A turn begins; the units are ready again. The number is the turn, the seat the first player."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MovementBegan(OfMany):
    """A player's units may move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PhaseEnded(OfSeat):
    """A player is done with a phase."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CountedDown(Event):
    """WAM-T8: the clock runs down."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)
    __slots__ = FIELDS

    def __init__(self, number: i64) -> None:
        self.number = number


# -------------------------------------------------------------------- characters


@mypyc_attr(acyclic=True)
class SceneryMoved(OfScenery):
    """A special piece moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryStuck(OfScenery):
    """A special piece did not move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellTried(Event):
    """A magician casts a spell."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "spell")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, spell: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.spell = spell


@mypyc_attr(acyclic=True)
class SpellFailed(OfUnit):
    """Nothing comes of it."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellMastered(OfUnit):
    """A magician survived his own spell."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellCast(OfPlace):
    """A spell succeeded, unless it is unbound."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unbound(OfUnit):
    """A spell was cancelled."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class UnbindFailed(OfUnit):
    """A spell was not cancelled."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellLet(OfSeat):
    """Nobody tried to unbind."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Warded(OfPlace):
    """A Ward lies over a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Misted(OfPlace):
    """A Mist lies over a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Dreaded(OfGroup):
    """Units are afraid."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Hasted(OfTwo):
    """A unit is quicker this turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Bolted(OfPlace):
    """A Bolt strikes a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Struck(OfTwo):
    """A character or monster strikes another."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StrikeMissed(OfTwo):
    """It strikes nobody."""

    __slots__ = ()


# -------------------------------------------------------------------- movement and attacks


@mypyc_attr(acyclic=True)
class Picked(OfUnit):
    """A unit is about to move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Moved(OfPlace):
    """A unit or character moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Balked(OfUnit):
    """A unit failed its roll and stays."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SecondDie(OfUnit):
    """WAM-M4: a general lets a unit roll again."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Held(OfUnit):
    """A unit stays where it is."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackDeclared(OfPlace):
    """A unit declared an attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Overrun(OfPlace):
    """A lone character got away from units that came into his square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Burned(OfPlace):
    """A unit ended its move in a Fire Pit."""

    __slots__ = ()


# -------------------------------------------------------------------- shooting


@mypyc_attr(acyclic=True)
class Aimed(OfPlace):
    """A unit picked the square it shoots at."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldFire(OfUnit):
    """A unit does not shoot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class VolleyShot(OfShots):
    """Hand-held weapons."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ArtilleryShot(OfShots):
    """Artillery."""

    __slots__ = ()


# -------------------------------------------------------------------- fights


@mypyc_attr(acyclic=True)
class FightBegan(OfFight):
    """A fight begins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackLapsed(OfFight):
    """An attack came to nothing."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralLed(OfUnit):
    """A general leads the attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralFollowed(OfUnit):
    """A general does not lead the attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FightCounted(Event):
    """WAM-R1: points and dice of both sides; the rows by number, 0 for the shock dice."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "mine", "dice", "theirs", "answer", "rows", "other_rows")
    __slots__ = FIELDS

    def __init__(
        self, seat: i64, mine: i64, dice: i64, theirs: i64, answer: i64, rows: tuple[int, ...],
        other_rows: tuple[int, ...],
    ) -> None:  # fmt: skip
        self.seat = seat
        self.mine = mine
        self.dice = dice
        self.theirs = theirs
        self.answer = answer
        self.rows = rows
        self.other_rows = other_rows


@mypyc_attr(acyclic=True)
class HitsRolled(Event):
    """WAM-Q9: hits of both sides."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "mine", "theirs")
    __slots__ = FIELDS

    def __init__(self, seat: i64, mine: i64, theirs: i64) -> None:
        self.seat = seat
        self.mine = mine
        self.theirs = theirs


@mypyc_attr(acyclic=True)
class HitTaken(OfUnit):
    """A hit was allotted."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Saved(OfUnit):
    """A hit was saved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class BaseLost(Event):
    """A unit lost a base; so many are left."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "left")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, left: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.left = left


@mypyc_attr(acyclic=True)
class Destroyed(OfUnit):
    """A unit is no more."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Killed(OfUnit):
    """A character is dead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MonsterFell(OfPlace):
    """WAM-R8: a dead monster falls on its own side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackerWon(OfFight):
    """The attacker won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class DefenderWon(OfFight):
    """The defender won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FightDrawn(OfFight):
    """Nobody won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Withdrew(OfGroup):
    """A beaten group withdrew."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Trapped(OfGroup):
    """A beaten group could not retire."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pursued(OfNumber):
    """So many losses in pursuit or repulse."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Advanced(OfPlace):
    """A unit or character moved into the square that was won."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AdvanceEnded(OfSeat):
    """Nobody else advances."""

    __slots__ = ()


# -------------------------------------------------------------------- morale and the end


@mypyc_attr(acyclic=True)
class Rallied(OfPlace):
    """A general moved before the tests."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StayedPut(OfUnit):
    """A general did not."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleHeld(OfUnit):
    """A unit passed its test."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleFailed(OfUnit):
    """A unit failed its test."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SideBroke(OfSeat):
    """WAM-Q41: a side has lost too much."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class BattleEnded(Event):
    """How it ended: points of both seats, the winner or -1."""

    FIELDS: ClassVar[tuple[str, ...]] = ("winner", "red", "white")
    __slots__ = FIELDS

    def __init__(self, winner: i64, red: i64, white: i64) -> None:
        self.winner = winner
        self.red = red
        self.white = white
