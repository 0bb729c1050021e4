"""Events of a battle, named in the past tense. Their sentences are in words.toml.

An event names the seat that acts, and the id of every unit that it changes.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.event_bases import (
    FightEvent,
    SceneryEvent,
    ScoreEvent,
    SeatNumberEvent,
    ShotsEvent,
    UnitEvent,
    UnitPairEvent,
    UnitsEvent,
    UnitSquareEvent,
    UnitsSquareEvent,
)
from hippodrome.kit.events import Event, SeatEvent

# -------------------------------------------------------------------- the turn


@mypyc_attr(acyclic=True)
class TurnBegan(UnitsEvent):
    """WAM-T1: a turn began; `number` is the turn, `seat` the first player."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class PriorityRolled(SeatEvent):
    """A side has won the roll for priority in movement."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MovementBegan(UnitsEvent):
    """WAM-T3, WAM-T4: the movement of a player began."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class PhaseEnded(SeatEvent):
    """A player ended a phase."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CountedDown(Event):
    """WAM-T8: the countdown dropped to `number`."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)
    __slots__ = FIELDS

    def __init__(self, number: i64) -> None:
        self.number = number


# -------------------------------------------------------------------- characters


@mypyc_attr(acyclic=True)
class SceneryMoved(SceneryEvent):
    """WAM-Q37: a piece of special scenery moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryStuck(SceneryEvent):
    """WAM-Q37: a piece of special scenery failed to move."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellTried(SeatEvent):
    """WAM-Q38: a magician tried to cast a spell."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "spell")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("spell", "unit")

    def __init__(self, unit: i64, seat: i64, spell: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.spell = spell


@mypyc_attr(acyclic=True)
class SpellFailed(UnitEvent):
    """WAM-Q38: a spell failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellMastered(UnitEvent):
    """WAM-Q38: a magician survived the backlash of a spell."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellCast(UnitSquareEvent):
    """WAM-Q38: a spell succeeded; the enemy may still unbind it."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Unbound(UnitEvent):
    """WAM-Q52: a spell was unbound."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class UnbindFailed(UnitEvent):
    """WAM-Q52: an attempt to unbind a spell failed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SpellLet(SeatEvent):
    """WAM-Q52: a player did not try to unbind a spell."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Warded(UnitSquareEvent):
    """WAM-Q52: a Ward was placed on a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Misted(UnitSquareEvent):
    """WAM-Q52: Mist covered a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Dreaded(UnitsSquareEvent):
    """WAM-Q52: Dread seized the units in a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Hasted(UnitPairEvent):
    """WAM-Q52: a unit gained Haste."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Bolted(UnitSquareEvent):
    """WAM-Q52: a Bolt struck a square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Struck(UnitPairEvent):
    """WAM-Q38: a character or monster hit another."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class StrikeMissed(UnitPairEvent):
    """WAM-Q38: a strike missed."""

    __slots__ = ()


# -------------------------------------------------------------------- movement and attacks


@mypyc_attr(acyclic=True)
class Picked(UnitEvent):
    """A unit or character was picked to move."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Moved(UnitSquareEvent):
    """WAM-M2: a unit or character moved."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Balked(ScoreEvent):
    """WAM-Q10: a unit failed its movement roll; it needed `score`."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SecondDie(UnitEvent):
    """WAM-M4: a unit rolled again with its general's help."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Held(UnitEvent):
    """A unit or character held for the rest of the turn."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackDeclared(UnitSquareEvent):
    """WAM-Q16: a unit declared an attack."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Overrun(UnitSquareEvent):
    """WAM-Q15: a lone character fled from units that entered its square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Burned(UnitSquareEvent):
    """WAM-Q37: a unit ended its move in a Fire Pit."""

    __slots__ = ()


# -------------------------------------------------------------------- shooting


@mypyc_attr(acyclic=True)
class Aimed(UnitSquareEvent):
    """WAM-Q32: a unit picked the square it shoots at."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldFire(UnitEvent):
    """WAM-Q32: a unit held its fire."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class VolleyShot(ShotsEvent):
    """WAM-S3: a volley of hand-held weapons was shot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ArtilleryShot(ShotsEvent):
    """WAM-Q33: artillery was fired."""

    __slots__ = ()


# -------------------------------------------------------------------- fights


@mypyc_attr(acyclic=True)
class FightBegan(FightEvent):
    """WAM-T6: a fight began."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackLapsed(FightEvent):
    """WAM-Q18: an attack found no enemy units."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackJoined(UnitEvent):
    """A general, leader or unit takes part in this attack rather than in another one from its square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackAwaited(UnitEvent):
    """A general, leader or unit waits for another attack from its square."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralLed(UnitEvent):
    """WAM-F3: a general led the attack."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class GeneralFollowed(UnitEvent):
    """WAM-F12: a general was present and did not lead the attack."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class FightCounted(SeatEvent):
    """WAM-R1: the points and dice of both sides were counted; row numbers are clause numbers, row 0 the shock dice."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "mine", "dice", "theirs", "answer", "rows", "other_rows")
    __slots__ = ("answer", "dice", "mine", "other_rows", "rows", "theirs")

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
class HitsRolled(SeatEvent):
    """WAM-Q9: both sides rolled their hits."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "mine", "theirs")
    __slots__ = ("mine", "theirs")

    def __init__(self, seat: i64, mine: i64, theirs: i64) -> None:
        self.seat = seat
        self.mine = mine
        self.theirs = theirs


@mypyc_attr(acyclic=True)
class HitTaken(UnitEvent):
    """WAM-Q27: a piece was allotted a hit."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Saved(ScoreEvent):
    """WAM-Q29: a piece saved a hit; it needed `score`."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class BaseLost(SeatEvent):
    """WAM-Q4: a unit lost a base; `left` remain."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "left")
    HARM: ClassVar[str] = "seat"
    __slots__ = ("left", "unit")

    def __init__(self, unit: i64, seat: i64, left: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.left = left


@mypyc_attr(acyclic=True)
class Destroyed(UnitEvent):
    """WAM-Q4: a unit was destroyed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Killed(UnitEvent):
    """WAM-Q4: a character was killed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MonsterFell(UnitSquareEvent):
    """WAM-R8: a dying monster harmed its own side."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AttackerWon(FightEvent):
    """WAM-R3: the attacker won a fight."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DefenderWon(FightEvent):
    """WAM-R5: the defender won a fight."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class FightDrawn(FightEvent):
    """WAM-R4: a fight was a draw."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Withdrew(UnitsSquareEvent):
    """WAM-Q31: a beaten group withdrew."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Trapped(UnitsSquareEvent):
    """WAM-Q31: a beaten group could not retire."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Pursued(SeatNumberEvent):
    """WAM-R3, WAM-R5: a side must lose `number` bases in pursuit or repulse."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Advanced(UnitSquareEvent):
    """WAM-Q49: a unit or character advanced into the square that was won."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class AdvanceEnded(SeatEvent):
    """WAM-Q49: the attacker stopped advancing."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


# -------------------------------------------------------------------- morale and the end


@mypyc_attr(acyclic=True)
class Rallied(UnitSquareEvent):
    """WAM-Q39: a general moved before the morale tests."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class StayedPut(UnitEvent):
    """WAM-Q39: a general did not move before the morale tests."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleHeld(ScoreEvent):
    """WAM-Q39: a unit passed its morale test; it needed `score`."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleFailed(ScoreEvent):
    """WAM-Q39: a unit failed its morale test; it needed `score`."""

    KEY_MOMENT: ClassVar[bool] = True
    DECISIVE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SideBroke(SeatEvent):
    """WAM-Q41: a side broke."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class BattleEnded(Event):
    """WAM-Q41: the battle ended; the points of both seats, and the winner or -1."""

    FIELDS: ClassVar[tuple[str, ...]] = ("winner", "red", "white")
    __slots__ = FIELDS

    def __init__(self, winner: i64, red: i64, white: i64) -> None:
        self.winner = winner
        self.red = red
        self.white = white
