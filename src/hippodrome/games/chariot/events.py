"""Events of a battle. `seat` is the side; units, hexes and chariots are numbers."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event, SeatEvent


@mypyc_attr(acyclic=True)
class Placed(SeatEvent):
    """A unit was deployed in a hex (CH-R45)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    __slots__ = ("hex", "unit")

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class Faced(SeatEvent):
    """A unit's facing was set at set-up."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "direction")
    __slots__ = ("direction", "unit")

    def __init__(self, unit: i64, seat: i64, direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.direction = direction


@mypyc_attr(acyclic=True)
class Arrayed(SeatEvent):
    """The rest of a side's units were deployed automatically."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class SetUp(SeatEvent):
    """A side has completed its set-up."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class TurnBegan(SeatEvent):
    """A Player-Turn has begun (CH-S4.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "seat")
    __slots__ = ("turn",)

    def __init__(self, turn: i64, seat: i64) -> None:
        self.turn = turn
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseBegan(SeatEvent):
    """A phase has begun (CH-S4.2)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    __slots__ = ("phase",)

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseEnded(SeatEvent):
    """A side has ended a phase, or its Defensive Fire."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    __slots__ = ("phase",)

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class EmbarkingEnded(SeatEvent):
    """A side embarks no more units in this phase."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class DebarkingEnded(SeatEvent):
    """A side debarks no more units in this phase."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Boarded(SeatEvent):
    """A unit has embarked (CH-1.03)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "chariot")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("chariot", "unit")

    def __init__(self, unit: i64, seat: i64, chariot: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.chariot = chariot


@mypyc_attr(acyclic=True)
class GotOff(SeatEvent):
    """A unit has debarked (CH-1.05)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    __slots__ = ("hex", "unit")

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class MoveBegan(SeatEvent):
    """A unit was chosen to move."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Moved(SeatEvent):
    """A unit and its riders have moved along a path."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
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
    __slots__ = ("direction", "unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.direction = direction


@mypyc_attr(acyclic=True)
class MoveEnded(SeatEvent):
    """A unit has finished its move."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Took(SeatEvent):
    """A side has gained control of an objective (CH-S11.3)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hex",)

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class Left(SeatEvent):
    """Units have left the map for good (CH-S11.41)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Late(SeatEvent):
    """Units did not enter in time and are lost (CH-R36)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class CrowdedOut(SeatEvent):
    """A unit in an overcrowded hex is lost (CH-R48)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


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
class Flanked(SeatEvent):
    """The attack is a flank attack (CH-S7.51)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hexes",)

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class NoEffect(SeatEvent):
    """Combat had no effect on these hexes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hexes",)

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Disrupted(SeatEvent):
    """Units are disrupted (CH-S8.2b)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Steadied(SeatEvent):
    """The leaders in a hex absorb a disrupted result (CH-S10.31, CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    __slots__ = ("hex",)

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class HeldSlope(SeatEvent):
    """Infantry on a slope ignored a disrupted result (CH-S14.31)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


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
class WipedOut(SeatEvent):
    """All units in these hexes are eliminated (CH-S8.1e)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("hexes",)

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Lost(SeatEvent):
    """Units are eliminated."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class OnFoot(SeatEvent):
    """Riders that have lost their chariot continue on foot (CH-R20)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Reduced(SeatEvent):
    """A leader drops a level (CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "level")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("level", "unit")

    def __init__(self, unit: i64, seat: i64, level: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.level = level


@mypyc_attr(acyclic=True)
class Removed(SeatEvent):
    """A leader is removed."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


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

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Evaded(SeatEvent):
    """The attack is off because defenders have retreated (CH-R55)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = ("hexes",)

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Locked(SeatEvent):
    """Units are in contact (CH-S18.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Parted(Event):
    """Units are no longer in contact (CH-S18.5)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("units",)
    __slots__ = FIELDS

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units


@mypyc_attr(acyclic=True)
class ArmyPanicked(SeatEvent):
    """An army has panicked (CH-S13.0a)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    KEY_MOMENT: ClassVar[bool] = True
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Rallied(SeatEvent):
    """Units have rallied for good (CH-S13.22)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = ("units",)

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


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
class Cornered(SeatEvent):
    """A panicked unit has nowhere to flee."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = ("unit",)

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Deserted(SeatEvent):
    """Panicked units have fled off the map and are lost."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    __slots__ = ("unit", "units")

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Recovered(Event):
    """Units have recovered (CH-S8.23)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("units",)
    __slots__ = FIELDS

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units


@mypyc_attr(acyclic=True)
class Conceded(SeatEvent):
    """A side has conceded (CH-S15.1)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Won(SeatEvent):
    """A side has won."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """The battle is a draw."""

    __slots__ = ()
