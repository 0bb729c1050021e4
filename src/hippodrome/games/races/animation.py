"""How chariots travelled, from what was told of it."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.drawing import piece_ids
from hippodrome.games.races.events import FreelyTurned, OfPose, Turned
from hippodrome.games.races.state import WRECK, Chariot, Race
from hippodrome.kit.events import Event

Waypoint = tuple[int, int, int]
ARC_STEP: Final = 150  # a rotation is shown by a place every 15 degrees


def paths(s: Race, events: list[Event]) -> dict[str, list[Waypoint]]:
    """Return the waypoints of every node of every chariot that has moved and is still there."""
    stops: dict[int, list[Waypoint]] = {}
    for event in events:
        if isinstance(event, OfPose):
            stops.setdefault(int(event.who), []).extend(stations(event))
    found: dict[str, list[Waypoint]] = {}
    for who, way in stops.items():
        if s.chariots[who].is_solid():
            for node in drawn_of(s, s.chariots[who]):
                found[node] = way
    return found


def drawn_of(s: Race, chariot: Chariot) -> list[str]:
    """Return the nodes that are drawn of a chariot as it is now."""
    plate, car, team, crew = piece_ids(int(chariot.id))
    if chariot.status == WRECK or s.machine(chariot).is_random():
        return [plate, car]
    return [plate, car, team, crew] if chariot.crew else [plate, car, team]


def stations(event: OfPose) -> list[Waypoint]:
    """Where an event led; a turn goes round in small steps."""
    x, y, turn = int(event.x), int(event.y), int(event.turn)
    if not isinstance(event, (Turned, FreelyTurned)):
        return [(x, y, turn)]
    angle = int(event.amount)
    sign = 1 if angle > 0 else -1
    backs = range(abs(angle) // ARC_STEP * ARC_STEP, 0, -ARC_STEP)
    return [*[(x, y, (turn - sign * back) % 3600) for back in backs if back < abs(angle)], (x, y, turn)]
