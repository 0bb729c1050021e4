"""How chariots travelled, from what was told of it; and where a plan would lead."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.bodies import A_CHARIOT, NOTHING_MET, ahead, ground_for, turned
from hippodrome.games.races.drawing import piece_ids
from hippodrome.games.races.events import FreelyTurned, OfPose, Turned
from hippodrome.games.races.machines import LENGTH
from hippodrome.games.races.planning import MakePlan
from hippodrome.games.races.state import FORWARD, PIVOT, TURN, WRECK, Chariot, Race
from hippodrome.kit.events import Event
from hippodrome.kit.ground.plane.boxes import Box
from hippodrome.kit.scene import Node

Waypoint = tuple[int, int, int]
ARC_STEP: Final = 150  # a rotation is shown by a place every 15 degrees


def paths(s: Race, events: list[Event]) -> dict[str, list[Waypoint]]:
    """The waypoints of every node of every chariot that has moved and is still there."""
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
    """The nodes that are drawn of a chariot as it is now."""
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


# -------------------------------------------------------------------- where a plan would lead


class Meeting:
    """What a plan meets first: what it is, and where the chariot would stand then."""

    def __init__(self, code: int, box: Box) -> None:
        self.code = code
        self.box = box


def first_meeting(s: Race) -> Meeting:
    """Follow the plan, and what it does not mention, to its first contact, as if nobody drifted or swiped."""
    chariot = s.mover()
    ground = ground_for(s, chariot)
    box = s.box(chariot)
    plan = s.move.plan
    done = sum([plan[place + 1] for place in range(0, len(plan), 2) if plan[place] == FORWARD])
    for place in range(0, len(plan) + 2, 2):
        if place == len(plan):
            what, amount = FORWARD, int(s.move.owed) - done
        else:
            what, amount = plan[place], plan[place + 1]
        if what == FORWARD and amount > 0:
            met = ahead(ground, box, amount)
            box = box.forward(met.free)
            if met.code != NOTHING_MET:
                return Meeting(met.code, box)
        elif what in (TURN, PIVOT):
            found = turned(ground, box, amount)
            box = found.box
            if found.code != NOTHING_MET and found.code < A_CHARIOT:
                return Meeting(found.code, box)
    return Meeting(NOTHING_MET, box)


def traces(before: Race, after: Race) -> list[Node]:
    """The ground that the plan would cover, and a mark where it would first touch something."""
    step = after.agenda[-1] if after.agenda else None
    planning = isinstance(step, MakePlan)
    race = after if planning else before
    if not race.agenda or not isinstance(race.agenda[-1], MakePlan):
        return []
    met = first_meeting(race)
    size = f"{LENGTH} {race.width(race.mover())} 160"
    nodes = [Node("trace-end", "rect", int(met.box.x), int(met.box.y), size, int(met.box.turn), "trace")]
    if met.code != NOTHING_MET:
        x, y = met.box.pose().point_nearest(LENGTH // 2, 0)
        label = "Meets a chariot here" if met.code >= A_CHARIOT else "Hits an obstacle here"
        nodes.append(Node("trace-hit", "circle", x, y, "420", 0, "harm", label))
    return nodes
