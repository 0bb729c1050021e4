"""What can happen in a battle, in the past tense. Words for it are in words.toml.

An event names the seat whose doing it was, and by number every unit that it changed.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.event_bases import (
    FightEvent,
    SceneryEvent,
    SeatEvent,
    SeatNumberEvent,
    ShotsEvent,
    UnitEvent,
    UnitPairEvent,
    UnitsEvent,
    UnitSquareEvent,
    UnitsSquareEvent,
)
from hippodrome.kit.events import Event

# -------------------------------------------------------------------- set-up


@mypyc_attr(acyclic=True)
class RolesSet(SeatEvent):
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
class SceneryPlaced(SceneryEvent):
    """WAM-Q37: a special piece was placed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryDeclined(SeatEvent):
    """A seat has no special piece."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Deployed(UnitSquareEvent):
    """A unit or character was placed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanFollowed(UnitsEvent):
    """The rest of an army was placed by its ready plan."""

    __slots__ = ()


# -------------------------------------------------------------------- the turn


@mypyc_attr(acyclic=True)
class TurnBegan(UnitsEvent):
    """A turn begins; the units are ready again. The number is the turn, the seat the first player."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MovementBegan(UnitsEvent):
    """A player's units may move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class PhaseEnded(SeatEvent):
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
class SceneryMoved(SceneryEvent):
    """A special piece moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryStuck(SceneryEvent):
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
class SpellFailed(UnitEvent):
    """Nothing comes of it."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellMastered(UnitEvent):
    """A magician survived his own spell."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellCast(UnitSquareEvent):
    """A spell succeeded, unless it is unbound."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unbound(UnitEvent):
    """A spell was cancelled."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class UnbindFailed(UnitEvent):
    """A spell was not cancelled."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellLet(SeatEvent):
    """Nobody tried to unbind."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Warded(UnitSquareEvent):
    """A Ward lies over a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Misted(UnitSquareEvent):
    """A Mist lies over a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Dreaded(UnitsSquareEvent):
    """Units are afraid."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Hasted(UnitPairEvent):
    """A unit is quicker this turn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Bolted(UnitSquareEvent):
    """A Bolt strikes a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Struck(UnitPairEvent):
    """A character or monster strikes another."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StrikeMissed(UnitPairEvent):
    """It strikes nobody."""

    __slots__ = ()


# -------------------------------------------------------------------- movement and attacks


@mypyc_attr(acyclic=True)
class Picked(UnitEvent):
    """A unit is about to move."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Moved(UnitSquareEvent):
    """A unit or character moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Balked(UnitEvent):
    """A unit failed its roll and stays."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SecondDie(UnitEvent):
    """WAM-M4: a general lets a unit roll again."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Held(UnitEvent):
    """A unit stays where it is."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackDeclared(UnitSquareEvent):
    """A unit declared an attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Overrun(UnitSquareEvent):
    """A lone character got away from units that came into his square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Burned(UnitSquareEvent):
    """A unit ended its move in a Fire Pit."""

    __slots__ = ()


# -------------------------------------------------------------------- shooting


@mypyc_attr(acyclic=True)
class Aimed(UnitSquareEvent):
    """A unit picked the square it shoots at."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldFire(UnitEvent):
    """A unit does not shoot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class VolleyShot(ShotsEvent):
    """Hand-held weapons."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ArtilleryShot(ShotsEvent):
    """Artillery."""

    __slots__ = ()


# -------------------------------------------------------------------- fights


@mypyc_attr(acyclic=True)
class FightBegan(FightEvent):
    """A fight begins."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackLapsed(FightEvent):
    """An attack came to nothing."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralLed(UnitEvent):
    """A general leads the attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralFollowed(UnitEvent):
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
class HitTaken(UnitEvent):
    """A hit was allotted."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Saved(UnitEvent):
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
class Destroyed(UnitEvent):
    """A unit is no more."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Killed(UnitEvent):
    """A character is dead."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MonsterFell(UnitSquareEvent):
    """WAM-R8: a dead monster falls on its own side."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackerWon(FightEvent):
    """The attacker won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class DefenderWon(FightEvent):
    """The defender won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class FightDrawn(FightEvent):
    """Nobody won a fight."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Withdrew(UnitsSquareEvent):
    """A beaten group withdrew."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Trapped(UnitsSquareEvent):
    """A beaten group could not retire."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pursued(SeatNumberEvent):
    """So many losses in pursuit or repulse."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Advanced(UnitSquareEvent):
    """A unit or character moved into the square that was won."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AdvanceEnded(SeatEvent):
    """Nobody else advances."""

    __slots__ = ()


# -------------------------------------------------------------------- morale and the end


@mypyc_attr(acyclic=True)
class Rallied(UnitSquareEvent):
    """A general moved before the tests."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StayedPut(UnitEvent):
    """A general did not."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleHeld(UnitEvent):
    """A unit passed its test."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleFailed(UnitEvent):
    """A unit failed its test."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SideBroke(SeatEvent):
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
