"""Events of a battle. `seat` is the side; units, hexes and chariots are numbers."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event, SeatEvent


@mypyc_attr(acyclic=True)
class UnitsEvent(SeatEvent):
    """An event of several units of one side."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class UnitEvent(SeatEvent):
    """An event of one unit."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class HexesEvent(SeatEvent):
    """An event of one side in several hexes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = ("hexes",)

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Placed(SeatEvent):
    """A unit was deployed in a hex (CH-R45)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("hex", "unit")

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class Faced(SeatEvent):
    """A unit's facing was set at set-up."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "direction")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("direction", "unit")

    def __init__(self, unit: i64, seat: i64, direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.direction = direction


@mypyc_attr(acyclic=True)
class Arrayed(UnitsEvent):
    """The rest of a side's units were deployed automatically."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SetUp(SeatEvent):
    """A side has completed its set-up."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TurnBegan(SeatEvent):
    """A Player-Turn has begun (CH-S4.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "seat")
    HEADING: ClassVar[bool] = True
    __slots__ = ("turn",)

    def __init__(self, turn: i64, seat: i64) -> None:
        self.turn = turn
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseBegan(SeatEvent):
    """A phase has begun (CH-S4.2)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    HEADING: ClassVar[bool] = True
    __slots__ = ("phase",)

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseEnded(SeatEvent):
    """A side has ended a phase, or its Defensive Fire."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("phase",)

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class EmbarkingEnded(SeatEvent):
    """A side embarks no more units in this phase."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DebarkingEnded(SeatEvent):
    """A side debarks no more units in this phase."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Boarded(SeatEvent):
    """A unit has embarked (CH-1.03)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "chariot")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("chariot", "unit")

    def __init__(self, unit: i64, seat: i64, chariot: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.chariot = chariot


@mypyc_attr(acyclic=True)
class GotOff(SeatEvent):
    """A unit has debarked (CH-1.05)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("hex", "unit")

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class MoveBegan(UnitEvent):
    """A unit was chosen to move."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Moved(SeatEvent):
    """A unit and its riders have moved along a path."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("path", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Entered(SeatEvent):
    """A unit and its riders have entered the map."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("path", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Turned(SeatEvent):
    """A unit and its riders have turned (CH-S16.11)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "direction")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("direction", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.direction = direction


@mypyc_attr(acyclic=True)
class MoveEnded(UnitEvent):
    """A unit has finished its move."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Took(SeatEvent):
    """A side has gained control of an objective (CH-S11.3)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    DECISIVE: ClassVar[bool] = True
    __slots__ = ("hex",)

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class Left(SeatEvent):
    """Units have left the map for good (CH-S11.41)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    KEY_MOMENT: ClassVar[bool] = True
    DECISIVE: ClassVar[bool] = True
    __slots__ = ("unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Late(UnitsEvent):
    """Units did not enter in time and are lost (CH-R36)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class CrowdedOut(UnitEvent):
    """A unit in an overcrowded hex is lost (CH-R48)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Shot(SeatEvent):
    """Units fire at a hex, in a column of the combat table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat", "units", "column")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("column", "hex", "units")

    def __init__(self, hex: i64, seat: i64, units: tuple[int, ...], column: i64) -> None:
        self.hex = hex
        self.seat = seat
        self.units = units
        self.column = column


@mypyc_attr(acyclic=True)
class Charged(SeatEvent):
    """Units attack hexes in melee, in a column of the combat table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat", "units", "column")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("column", "hexes", "units")

    def __init__(self, hexes: tuple[int, ...], seat: i64, units: tuple[int, ...], column: i64) -> None:
        self.hexes = hexes
        self.seat = seat
        self.units = units
        self.column = column


@mypyc_attr(acyclic=True)
class Flanked(HexesEvent):
    """The attack is a flank attack (CH-S7.51)."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class NoEffect(HexesEvent):
    """Combat had no effect on these hexes."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Disrupted(UnitsEvent):
    """Units are disrupted (CH-S8.2b)."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Steadied(SeatEvent):
    """The leaders in a hex absorb a disrupted result (CH-S10.31, CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    ROUTINE: ClassVar[bool] = True
    __slots__ = ("hex",)

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class HeldSlope(UnitsEvent):
    """Infantry on a slope ignored a disrupted result (CH-S14.31)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Halved(SeatEvent):
    """Half of the units in these hexes must be eliminated (CH-S8.1d)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat", "number")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hexes", "number")

    def __init__(self, hexes: tuple[int, ...], seat: i64, number: i64) -> None:
        self.hexes = hexes
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class WipedOut(HexesEvent):
    """All units in these hexes are eliminated (CH-S8.1e)."""

    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Lost(UnitsEvent):
    """Units are eliminated."""

    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class OnFoot(UnitsEvent):
    """Riders that have lost their chariot continue on foot (CH-R20)."""

    HARM: ClassVar[str] = "seat"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Reduced(SeatEvent):
    """A leader drops a level (CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "level")
    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    __slots__ = ("level", "unit")

    def __init__(self, unit: i64, seat: i64, level: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.level = level


@mypyc_attr(acyclic=True)
class Removed(UnitEvent):
    """A leader is removed."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Advanced(SeatEvent):
    """Units have advanced after melee (CH-S8.4)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "hex")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hex", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.hex = hex


@mypyc_attr(acyclic=True)
class StayedBack(SeatEvent):
    """A side advances no further after melee."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Withdrew(SeatEvent):
    """A unit has retreated before combat (CH-S17.0)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "hex")
    __slots__ = ("hex", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.hex = hex


@mypyc_attr(acyclic=True)
class StoodFirm(SeatEvent):
    """A side retreats no further before combat."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class ArmyPanicked(UnitsEvent):
    """An army has panicked (CH-S13.0a)."""

    KEY_MOMENT: ClassVar[bool] = True
    HARM: ClassVar[str] = "seat"
    LOSS: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Rallied(UnitsEvent):
    """Units have rallied for good (CH-S13.22)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Fled(SeatEvent):
    """A panicked unit and its riders have fled (CH-S13.0c)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    __slots__ = ("path", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Cornered(UnitEvent):
    """A panicked unit has nowhere to flee."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Recovered(Event):
    """Units have recovered (CH-S8.23)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("units",)
    ROUTINE: ClassVar[bool] = True
    __slots__ = FIELDS

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units


@mypyc_attr(acyclic=True)
class Won(SeatEvent):
    """A side has won."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The battle is a draw."""

    __slots__ = ()
