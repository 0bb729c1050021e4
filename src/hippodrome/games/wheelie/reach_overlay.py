"""Overlay of arcs and ranges: where a unit can shoot, and with how many dice (WW-C1 to WW-C4, WW-Q27, WW-Q31).

A range is measured from base to base, so a band is the base enlarged on all sides, and an arc cuts its part out of it.
The dice are those against a target wholly in one arc and one band.
"""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.arcs import arc_of, bow_bands, dice_of, javelin_reach
from hippodrome.games.wheelie.chariots import ChariotKind
from hippodrome.games.wheelie.state import Unit
from hippodrome.kit.geometry.fixed_point import cosine, scale_nearest
from hippodrome.kit.geometry.plane.arcs import (
    FRONT_ARC,
    LEFT_AFT_ARC,
    LEFT_FORE_ARC,
    REAR_ARC,
    RIGHT_AFT_ARC,
    RIGHT_FORE_ARC,
)
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

QUARTERS: Final = (FRONT_ARC, REAR_ARC, RIGHT_FORE_ARC, LEFT_FORE_ARC, RIGHT_AFT_ARC, LEFT_AFT_ARC)
TEXT_SIZE: Final = 900
DIAGONAL: Final = 450


class Zone:
    """One arc within one range band: the quarter around the base, its limits, its dice, and its drawing."""

    __slots__ = ("data", "dice", "far", "figure", "near", "quarter")

    def __init__(self, unit: Json, quarter: int, near: int, far: int, dice: int) -> None:
        self.quarter = quarter
        self.near = near
        self.far = far
        self.dice = dice
        self.data = zone_path(unit, quarter, far)
        self.figure = label_point(unit, quarter, (near + far) // 2)


ZoneKey = tuple[tuple[tuple[int, ...], ...], int, int, int, int, int, bool]

_ZONE_CACHE: Final[dict[ZoneKey, list[Zone]]] = {}


def zones(kind: ChariotKind, unit: Json) -> list[Zone]:
    """Return the zones of a unit of a view, from a cache for all units that shoot alike."""
    key = (
        tuple(kind.dice), int(kind.length), int(kind.width),  # a variant may change them
        int(unit["trait"]), int(unit["expert"]), int(unit["warrior"]), bool(unit["mirrored"]),
    )  # fmt: skip
    cached = _ZONE_CACHE.get(key)
    if cached is None:
        cached = build_zones(kind, unit)
        _ZONE_CACHE[key] = cached
    return cached


def build_zones(kind: ChariotKind, row: Json) -> list[Zone]:
    """Return the zones of a unit, the farthest first."""
    unit = Unit(*[row[name] for name in Unit.FIELDS])
    zone_list: list[Zone] = []
    limits = sorted({*bow_bands(unit), javelin_reach(unit)})
    for quarter in QUARTERS:
        near = 0
        for far in limits:
            dice = int(dice_of(kind, unit, arc_of(unit, quarter), far)) - int(unit.warrior)
            if dice > 0:
                zone_list.append(Zone(row, quarter, near, far, dice))
            near = far
    return sorted(zone_list, key=lambda zone: -zone.far)


def outline_nodes(unit: Json, zones: list[Zone]) -> list[Node]:
    """Return only the borders of all zones, for the acting unit."""
    data = "".join([zone.data for zone in zones])
    return [Node("reach", "path", unit["x"], unit["y"], data, unit["turn"], "zone faint")] if data else []


def zone_nodes(unit: Json, zones: list[Zone], name: str, table: Json) -> list[Node]:
    """Return the zones of a unit about its base, each with its dice if that point is on the table."""
    x, y, turn = unit["x"], unit["y"], unit["turn"]
    pose = Pose(x, y, turn)
    shapes: list[Node] = []
    figures: list[Node] = []
    for zone in zones:
        id = f"{name}-{zone.quarter}-{zone.far}"
        shapes.append(Node(id, "path", x, y, zone.data, turn, "zone"))
        at = pose.point_nearest(*zone.figure)
        if 0 < at[0] < table["width"] and 0 < at[1] < table["depth"]:
            figures.append(Node(f"{id}-dice", "text", *at, str(zone.dice), 0, "tag", size=TEXT_SIZE))
    return [*shapes, *figures]


def zone_path(unit: Json, quarter: int, far: int) -> str:
    """Return the part of a quarter within a distance of the base, relative to its centre (WW-Q27)."""
    front, side, waist = unit["length"] // 2, unit["width"] // 2, unit["stand"]
    slant = scale_nearest(far, cosine(DIAGONAL))
    if quarter in (FRONT_ARC, REAR_ARC):
        way = 1 if quarter == FRONT_ARC else -1
        return _end_path(way, front, side, far, slant)
    hand = 1 if quarter in (RIGHT_FORE_ARC, RIGHT_AFT_ARC) else -1
    way = 1 if quarter in (RIGHT_FORE_ARC, LEFT_FORE_ARC) else -1
    return _flank_path(way, hand, front, side, waist, far, slant)


def _end_path(way: int, front: int, side: int, far: int, slant: int) -> str:
    """Return a zone ahead or behind: from corner to corner, with a rounded end."""
    sweep = 1 if way > 0 else 0
    start = f"M{way * front} {-side}L{way * (front + slant)} {-side - slant}"
    first = f"A{far} {far} 0 0 {sweep} {way * (front + far)} {-side}"
    second = f"L{way * (front + far)} {side}A{far} {far} 0 0 {sweep} {way * (front + slant)} {side + slant}"
    return f"{start}{first}{second}L{way * front} {side}z"


def _flank_path(way: int, hand: int, front: int, side: int, waist: int, far: int, slant: int) -> str:
    """Return a zone beside the base: from its corner to the line across the warrior."""
    sweep = 1 if way * hand > 0 else 0
    corner = f"M{way * front} {hand * side}L{way * (front + slant)} {hand * (side + slant)}"
    bow = f"A{far} {far} 0 0 {sweep} {way * front} {hand * (side + far)}"
    return f"{corner}{bow}L{waist} {hand * (side + far)}L{waist} {hand * side}z"


def label_point(unit: Json, quarter: int, away: int) -> tuple[int, int]:
    """Return the point for a zone's label: the distance ahead of and to the right of the centre."""
    front, side, waist = unit["length"] // 2, unit["width"] // 2, unit["stand"]
    if quarter == FRONT_ARC:
        return front + away, 0
    if quarter == REAR_ARC:
        return -front - away, 0
    hand = 1 if quarter in (RIGHT_FORE_ARC, RIGHT_AFT_ARC) else -1
    if quarter in (RIGHT_FORE_ARC, LEFT_FORE_ARC):
        return (front + waist) // 2 + away // 4, hand * (side + away * 9 // 10)
    return (waist - front) // 2 - away // 4, hand * (side + away * 9 // 10)
