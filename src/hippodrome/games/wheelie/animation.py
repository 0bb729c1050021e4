"""How units travelled: straight, about a corner, out of the way, from what was told of it."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.drawing import unit_node_ids
from hippodrome.games.wheelie.events import PoseEvent, Swerved, Wheeled
from hippodrome.games.wheelie.state import Skirmish
from hippodrome.kit.events import Event
from hippodrome.kit.geometry.fixed_point import add_angle
from hippodrome.kit.geometry.plane.boxes import REAR_LEFT, REAR_RIGHT, box_at
from hippodrome.kit.geometry.plane.poses import Pose

Waypoint = tuple[int, int, int]
ARC_STEP: Final = 150  # a rotation is shown by a place every 15 degrees


def animation_paths(s: Skirmish, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints of every node of every unit that has moved and is still there."""
    stops: dict[int, list[Waypoint]] = {}
    for event in events:
        if isinstance(event, PoseEvent):
            stops.setdefault(int(event.unit), []).extend(waypoints(s, event))
    found: dict[str, list[Waypoint]] = {}
    for number, way in stops.items():
        if s.units[number].is_on_table():
            for name in unit_node_ids(number):
                found[name] = way
    return found


def waypoints(s: Skirmish, event: PoseEvent) -> list[Waypoint]:
    """Where an event led; a rotation goes round its corner."""
    end = (int(event.x), int(event.y), int(event.turn))
    if not isinstance(event, (Wheeled, Swerved)):
        return [end]
    angle = int(event.amount)
    kind = s.kind(s.units[event.unit])
    box = box_at(Pose(*end), kind.length, kind.width)
    spot = REAR_RIGHT if angle > 0 else REAR_LEFT
    backs = range(abs(angle) // ARC_STEP * ARC_STEP, 0, -ARC_STEP)
    places = [box.pivot(spot, -back if angle > 0 else back) for back in backs if back < abs(angle)]
    return [*[(int(place.x), int(place.y), int(add_angle(place.turn, 0))) for place in places], end]
