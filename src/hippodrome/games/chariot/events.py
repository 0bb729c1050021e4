"""What happens in a battle, as events. `seat` is the side; units, hexes and chariots go by number."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.kit.events import Event


@mypyc_attr(acyclic=True)
class Placed(Event):
    """A unit was set up in a hex (CH-R45)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class Faced(Event):
    """A unit was turned when it was set up."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "direction")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.direction = direction


@mypyc_attr(acyclic=True)
class Arrayed(Event):
    """A side had the rest of its units set up for it."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class SetUp(Event):
    """A side has finished its set-up."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class TurnBegan(Event):
    """A Player-Turn has begun (CH-S4.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("turn", "seat")
    __slots__ = FIELDS

    def __init__(self, turn: i64, seat: i64) -> None:
        self.turn = turn
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseBegan(Event):
    """A phase has begun (CH-S4.2)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    __slots__ = FIELDS

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class PhaseEnded(Event):
    """A side has finished what it wanted to do in a phase or step."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase", "seat")
    __slots__ = FIELDS

    def __init__(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.seat = seat


@mypyc_attr(acyclic=True)
class Boarded(Event):
    """A unit has embarked (CH-1.03)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "chariot")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, chariot: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.chariot = chariot


@mypyc_attr(acyclic=True)
class GotOff(Event):
    """A unit has debarked (CH-1.05)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "hex")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.hex = hex


@mypyc_attr(acyclic=True)
class MoveBegan(Event):
    """A unit is about to move."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Moved(Event):
    """A unit, and whoever it carries, has gone a way."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Entered(Event):
    """A unit, and whoever it carries, has come onto the map."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Turned(Event):
    """A unit, and whoever it carries, has turned (CH-S16.11)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "direction")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], direction: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.direction = direction


@mypyc_attr(acyclic=True)
class MoveEnded(Event):
    """A unit has finished its move."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Took(Event):
    """A side has come to control an objective (CH-S11.3)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    __slots__ = FIELDS

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class Left(Event):
    """Units have left the map for good (CH-S11.41)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Late(Event):
    """Units did not enter in time and are lost (CH-R36)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class CrowdedOut(Event):
    """A unit had no room to stay and is lost (CH-R48)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Shot(Event):
    """Units fire at a hex, in a column of the table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat", "units", "column")
    __slots__ = FIELDS

    def __init__(self, hex: i64, seat: i64, units: tuple[int, ...], column: i64) -> None:
        self.hex = hex
        self.seat = seat
        self.units = units
        self.column = column


@mypyc_attr(acyclic=True)
class Charged(Event):
    """Units attack hexes in melee, in a column of the table."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat", "units", "column")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64, units: tuple[int, ...], column: i64) -> None:
        self.hexes = hexes
        self.seat = seat
        self.units = units
        self.column = column


@mypyc_attr(acyclic=True)
class Flanked(Event):
    """The defenders are flanked (CH-S7.51)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class NoEffect(Event):
    """Combat had no effect on hexes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Disrupted(Event):
    """Units are disrupted (CH-S8.2b)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Steadied(Event):
    """A result is taken by the leaders of a hex, or has no effect on it (CH-S10.31, CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hex", "seat")
    __slots__ = FIELDS

    def __init__(self, hex: i64, seat: i64) -> None:
        self.hex = hex
        self.seat = seat


@mypyc_attr(acyclic=True)
class HeldSlope(Event):
    """Infantry on a slope took no notice (CH-S14.31)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Halved(Event):
    """Half of the units in hexes must go (CH-S8.1d)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat", "number")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64, number: i64) -> None:
        self.hexes = hexes
        self.seat = seat
        self.number = number


@mypyc_attr(acyclic=True)
class WipedOut(Event):
    """All units in hexes are eliminated (CH-S8.1e)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Lost(Event):
    """Units are eliminated."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class OnFoot(Event):
    """Riders who have lost their chariot stand on foot (CH-R20)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Reduced(Event):
    """A leader drops a level (CH-S10.32)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "level")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, level: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.level = level


@mypyc_attr(acyclic=True)
class Removed(Event):
    """A leader is removed."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Advanced(Event):
    """Units have advanced after melee (CH-S8.4)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "hex")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.hex = hex


@mypyc_attr(acyclic=True)
class StayedBack(Event):
    """Nobody advances any further."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class Withdrew(Event):
    """A unit has retreated before combat (CH-S17.0)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "hex")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], hex: i64) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.hex = hex


@mypyc_attr(acyclic=True)
class StoodFirm(Event):
    """Nobody retreats any further before combat."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class Evaded(Event):
    """There is nobody left to attack."""

    FIELDS: ClassVar[tuple[str, ...]] = ("hexes", "seat")
    __slots__ = FIELDS

    def __init__(self, hexes: tuple[int, ...], seat: i64) -> None:
        self.hexes = hexes
        self.seat = seat


@mypyc_attr(acyclic=True)
class Locked(Event):
    """Units are in contact (CH-S18.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

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
class ArmyPanicked(Event):
    """An army has panicked (CH-S13.0a)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Rallied(Event):
    """Units have rallied for good (CH-S13.22)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "units")
    __slots__ = FIELDS

    def __init__(self, seat: i64, units: tuple[int, ...]) -> None:
        self.seat = seat
        self.units = units


@mypyc_attr(acyclic=True)
class Fled(Event):
    """A panicked unit has run (CH-S13.0c)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units", "path")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64, units: tuple[int, ...], path: tuple[int, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.units = units
        self.path = path


@mypyc_attr(acyclic=True)
class Cornered(Event):
    """A panicked unit cannot run."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat")
    __slots__ = FIELDS

    def __init__(self, unit: i64, seat: i64) -> None:
        self.unit = unit
        self.seat = seat


@mypyc_attr(acyclic=True)
class Deserted(Event):
    """Panicked units have left the map and are lost."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "seat", "units")
    __slots__ = FIELDS

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
class Conceded(Event):
    """A side has given up (CH-S15.1)."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class Won(Event):
    """A side has won."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    __slots__ = FIELDS

    def __init__(self, seat: i64) -> None:
        self.seat = seat


@mypyc_attr(acyclic=True)
class Drawn(Event):
    """Nobody has won."""

    __slots__ = ()
