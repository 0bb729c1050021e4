"""Animation: the waypoints of chariots, from the events that moved them."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.drawing import chariot_node_ids
from hippodrome.games.races.event_bases import PoseEvent
from hippodrome.games.races.events import FreelyTurned, Turned
from hippodrome.games.races.state import WRECK, Chariot, Race
from hippodrome.kit.events import Event

Waypoint = tuple[int, int, int]
ARC_STEP: Final = 150  # a turn has a waypoint every 15 degrees


def paths(s: Race, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints, by node, of every chariot that moved and is still on the track."""
    stops: dict[int, list[Waypoint]] = {}
    for event in events:
        if isinstance(event, PoseEvent):
            stops.setdefault(int(event.who), []).extend(waypoints_of(event))
    waypoints: dict[str, list[Waypoint]] = {}
    for seat, way in stops.items():
        if s.chariots[seat].is_solid():
            for node in drawn_nodes(s, s.chariots[seat]):
                waypoints[node] = way
    return waypoints


def drawn_nodes(s: Race, chariot: Chariot) -> list[str]:
    """Return the names of the nodes that a chariot is drawn with now."""
    plate, car, team, crew = chariot_node_ids(int(chariot.id))
    if chariot.status == WRECK or s.machine(chariot).is_random():
        return [plate, car]
    return [plate, car, team, crew] if chariot.crew else [plate, car, team]


def waypoints_of(event: PoseEvent) -> list[Waypoint]:
    """Return the waypoints of an event; a turn has several."""
    x, y, turn = int(event.x), int(event.y), int(event.turn)
    if not isinstance(event, (Turned, FreelyTurned)):
        return [(x, y, turn)]
    angle = int(event.amount)
    sign = 1 if angle > 0 else -1
    backs = range(abs(angle) // ARC_STEP * ARC_STEP, 0, -ARC_STEP)
    return [*[(x, y, (turn - sign * back) % 3600) for back in backs if back < abs(angle)], (x, y, turn)]
