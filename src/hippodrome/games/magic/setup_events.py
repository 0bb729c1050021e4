"""Events of the set-up of a battle. Their sentences are in words.toml."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.event_bases import SceneryEvent, UnitsEvent, UnitSquareEvent
from hippodrome.kit.events import SeatEvent


@mypyc_attr(acyclic=True)
class RolesSet(SeatEvent):
    """WAM-Q42: one side was set as the attacker."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class LayoutPicked(SeatEvent):
    """WAM-Q42: the ground was picked."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "layout")
    __slots__ = ("layout",)

    def __init__(self, seat: i64, layout: i64) -> None:
        self.seat = seat
        self.layout = layout


@mypyc_attr(acyclic=True)
class SceneryPicked(SeatEvent):
    """WAM-Q37: a piece of special scenery was picked."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "ground")
    __slots__ = ("ground",)

    def __init__(self, seat: i64, ground: i64) -> None:
        self.seat = seat
        self.ground = ground


@mypyc_attr(acyclic=True)
class SceneryPlaced(SceneryEvent):
    """WAM-Q37: a piece of special scenery was placed."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class SceneryDeclined(SeatEvent):
    """WAM-Q37: a side chose to have no special scenery."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Deployed(UnitSquareEvent):
    """WAM-Q42: a unit or character was deployed."""

    ROUTINE: ClassVar[bool] = True
    __slots__ = ()


@mypyc_attr(acyclic=True)
class PlanFollowed(UnitsEvent):
    """WAM-Q42: the rest of an army was deployed by its plan."""

    __slots__ = ()
