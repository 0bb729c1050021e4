"""Events of a battle, in the past tense. Their sentences are in words.toml.

An event names the unit and its seat, so that the log can show whose event it is.
"""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.event_bases import DieEvent, NumberEvent, PairEvent, PoseEvent, UnitEvent
from hippodrome.kit.events import Event, SeatEvent


@mypyc_attr(acyclic=True)
class PieceLaid(SeatEvent):
    """A player placed a piece of terrain, or a wreck stayed on the table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("piece", "seat", "stuff", "x", "y", "turn")
    __slots__ = ("piece", "stuff", "turn", "x", "y")

    def __init__(self, piece: i64, seat: i64, stuff: i64, x: i64, y: i64, turn: i64) -> None:
        self.piece = piece
        self.seat = seat
        self.stuff = stuff
        self.x = x
        self.y = y
        self.turn = turn


@mypyc_attr(acyclic=True)
class PieceChosen(SeatEvent):
    """A player picked a piece of terrain."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "stuff")
    __slots__ = ("stuff",)

    def __init__(self, seat: i64, stuff: i64) -> None:
        self.seat = seat
        self.stuff = stuff


@mypyc_attr(acyclic=True)
class PieceTurned(SeatEvent):
    """A player turned the piece to be placed."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "angle")
    __slots__ = ("angle",)

    def __init__(self, seat: i64, angle: i64) -> None:
        self.seat = seat
        self.angle = angle


@mypyc_attr(acyclic=True)
class PieceDeclined(SeatEvent):
    """A player placed no terrain."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TerrainOrdered(Event):
    """The order of the players who place terrain was decided."""

    FIELDS: ClassVar[tuple[str, ...]] = ("order",)
    __slots__ = FIELDS

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order


@mypyc_attr(acyclic=True)
class DeploymentOrdered(Event):
    """The order of deployment was decided."""

    FIELDS: ClassVar[tuple[str, ...]] = ("order",)
    __slots__ = FIELDS

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order


@mypyc_attr(acyclic=True)
class TurnBegan(Event):
    """A game turn began; the units act in this order."""

    FIELDS: ClassVar[tuple[str, ...]] = ("number", "order")
    HEADING: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, number: i64, order: tuple[int, ...]) -> None:
        self.number = number
        self.order = order


@mypyc_attr(acyclic=True)
class BonusAdded(SeatEvent):
    """A unit added its banked dice to its initiative roll."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "number", "total")
    __slots__ = ("number", "total", "unit")

    def __init__(self, unit: i64, seat: i64, number: i64, total: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.number = number
        self.total = total


@mypyc_attr(acyclic=True)
class Struck(SeatEvent):
    """An attack did damage."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "target", "temporary", "permanent")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("permanent", "target", "temporary", "unit")

    def __init__(self, unit: i64, seat: i64, target: i64, temporary: i64, permanent: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.target = target
        self.temporary = temporary
        self.permanent = permanent


@mypyc_attr(acyclic=True)
class AimsLost(Event):
    """Units lost their aim."""

    FIELDS: ClassVar[tuple[str, ...]] = ("units",)
    __slots__ = FIELDS

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units


@mypyc_attr(acyclic=True)
class Won(Event):
    """The battle was won."""

    FIELDS: ClassVar[tuple[str, ...]] = ("winners",)
    __slots__ = FIELDS

    def __init__(self, winners: tuple[int, ...]) -> None:
        self.winners = winners


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The battle was drawn."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ChariotPicked(NumberEvent):
    """A player picked a kind of chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Characterised(NumberEvent):
    """A chariot rolled its characteristic."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ExpertChosen(NumberEvent):
    """A player chose the Expert of a chariot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SevenChosen(NumberEvent):
    """A player chose the benefit of a 7."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShieldTaken(UnitEvent):
    """An Assyrian took a Shield Bearer."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShieldLeft(UnitEvent):
    """An Assyrian took no Shield Bearer."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class EdgeTaken(NumberEvent):
    """The first to deploy took an edge."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Deployed(PoseEvent):
    """A unit was deployed; the amount is its edge."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Returned(PoseEvent):
    """A unit returned to the table; the amount is its edge."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Activated(UnitEvent):
    """A unit began its activation."""

    HEADING: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class AdvanceBegun(DieEvent):
    """A die was spent on an Advance."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TurnBegun(DieEvent):
    """A die was spent on a Turn Manoeuvre."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Reloaded(DieEvent):
    """A die was spent on a Reload."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Healed(DieEvent):
    """A wild die removed a Temporary Damage."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Banked(DieEvent):
    """A wild die was banked for the next initiative roll."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShotBegun(DieEvent):
    """A die was spent on a shot."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Aimed(PairEvent):
    """A unit aimed at another."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LegBegun(NumberEvent):
    """A leg began with a movement die."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DieKept(NumberEvent):
    """A movement die was kept for a Turn."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoveEnded(UnitEvent):
    """A movement action ended."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ActEnded(UnitEvent):
    """A unit ended its activation."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drove(PoseEvent):
    """A unit drove straight ahead."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Wheeled(PoseEvent):
    """A unit wheeled or turned about a rear corner."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SlidBack(PoseEvent):
    """A unit slid back to make room for a turn."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Swerved(PoseEvent):
    """A unit swerved away."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class BackedOff(PoseEvent):
    """A unit that survived a collision backed off."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Dodged(PoseEvent):
    """Runners dodged."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class HeldCourse(UnitEvent):
    """A unit had no room to swerve."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class StoodFirm(UnitEvent):
    """An even exchange had no effect."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class WarriorPlaced(NumberEvent):
    """The warrior's side was chosen: 0 right, 1 left."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Collided(PairEvent):
    """Two chariots collided."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class SavedItself(UnitEvent):
    """A chariot survived a collision unharmed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Destroyed(UnitEvent):
    """A chariot was destroyed with its crew."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Lost(UnitEvent):
    """A chariot had no action dice left."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Dispersed(UnitEvent):
    """Runners were dispersed for good."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class KillScored(NumberEvent):
    """A unit was credited with a kill."""

    DECISIVE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class KitFailed(NumberEvent):
    """Bad kit lost some critical hits."""

    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Attacked(PairEvent):
    """A unit attacked another."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShotMissed(PairEvent):
    """An attack had no effect."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class ShotParried(PairEvent):
    """Hits and saves were even."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TookTemporary(NumberEvent):
    """A unit took Temporary Damage."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class CabHeld(UnitEvent):
    """A Sturdy Cab took away a Temporary Damage."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TeamHit(UnitEvent):
    """A Permanent Damage hit the team."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DriverHit(UnitEvent):
    """A Permanent Damage hit the driver."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class WarriorHit(UnitEvent):
    """A Permanent Damage hit the warrior."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class HitIgnored(UnitEvent):
    """Armour or a shield took away a Permanent Damage."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class MoraleHeld(UnitEvent):
    """A unit passed its morale test."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Broke(UnitEvent):
    """A unit failed its morale test."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Withdrew(UnitEvent):
    """A broken unit left the table."""

    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rallied(UnitEvent):
    """A withdrawn unit rolled a 6 and is going to return."""

    __slots__ = ()
