"""Animation paths of moving units: straight lines, turns about a corner, and dodges, taken from events."""

from __future__ import annotations

from typing import Final

from hippodrome.games.wheelie.drawing import pose_off_table, unit_node_ids
from hippodrome.games.wheelie.event_bases import PoseEvent
from hippodrome.games.wheelie.events import Broke, Swerved, Wheeled, Withdrew
from hippodrome.games.wheelie.state import BROKEN, WITHDRAWN, Skirmish, Unit
from hippodrome.kit.events import Event
from hippodrome.kit.geometry.fixed_point import add_angle
from hippodrome.kit.geometry.plane.boxes import REAR_LEFT, REAR_RIGHT, box_at
from hippodrome.kit.geometry.plane.poses import Pose

Waypoint = tuple[int, int, int]
ARC_STEP: Final = 150  # a turn has a waypoint every 15 degrees


def animation_paths(s: Skirmish, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints of every node of every unit that has moved and is shown; a broken unit drives off."""
    waypoints_by_unit: dict[int, list[Waypoint]] = {}
    for event in events:
        if isinstance(event, PoseEvent):
            waypoints_by_unit.setdefault(int(event.unit), []).extend(waypoints(s, event))
        elif isinstance(event, (Broke, Withdrew)) and is_leaving(s, s.units[event.unit]):
            unit, rules = s.units[event.unit], s.rules
            end = pose_off_table(int(rules.width), int(rules.depth), int(unit.edge), int(unit.x), int(unit.y))
            waypoints_by_unit.setdefault(int(event.unit), []).extend([(int(unit.x), int(unit.y), end[2]), end])
    paths: dict[str, list[Waypoint]] = {}
    for unit_id, unit_waypoints in waypoints_by_unit.items():
        if s.units[unit_id].is_on_table() or is_leaving(s, s.units[unit_id]):
            for name in unit_node_ids(unit_id):
                paths[name] = unit_waypoints
    return paths


def is_leaving(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit drives off the table now: broken at the end of the battle, or withdrawn (WW-L2)."""
    return unit.status == WITHDRAWN or (unit.status == BROKEN and s.over)


def waypoints(s: Skirmish, event: PoseEvent) -> list[Waypoint]:
    """Return the waypoints of one event; a turn goes round its corner."""
    end = (int(event.x), int(event.y), int(event.turn))
    if not isinstance(event, (Wheeled, Swerved)):
        return [end]
    angle = int(event.amount)
    kind = s.kind(s.units[event.unit])
    box = box_at(Pose(*end), kind.length, kind.width)
    spot = REAR_RIGHT if angle > 0 else REAR_LEFT
    angles_back = range(abs(angle) // ARC_STEP * ARC_STEP, 0, -ARC_STEP)
    places = [
        box.pivot(spot, -angle_back if angle > 0 else angle_back)
        for angle_back in angles_back
        if angle_back < abs(angle)
    ]
    return [*[(int(place.x), int(place.y), int(add_angle(place.turn, 0))) for place in places], end]
