"""Deployment: edges (WW-P6, WW-Q48), places on them, the warrior's side (WW-Q28), and returns (WW-L4)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR
from hippodrome.games.wheelie.events import Deployed, EdgeTaken, Returned, WarriorPlaced
from hippodrome.games.wheelie.state import FIGHTING, NO_ID, WAITING, Skirmish, Unit
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Choice, Step, legal_now
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.units import INCH, inches

TENTH_MI: Final = 100  # places on an edge are given in tenths of an inch
HINT_STEP: Final = 5  # tenths of an inch between the places that are tried
# Edges clockwise from the bottom of the table, and where a chariot faces that comes from there.
BOTTOM: Final = 0
LEFT: Final = 1
TOP: Final = 2
RIGHT: Final = 3
FACING: Final = (2700, 0, 900, 1800)
EDGE_ACTIONS: Final = [Action("edge", (edge,)) for edge in range(4)]
PLAIN: Final = Action("plain")
MIRROR: Final = Action("mirror")


# -------------------------------------------------------------------- edges


def party_edge(s: Skirmish, side: i64) -> int:
    """WW-Q48: return the edge of a party: opposite the first, then the other two, then the emptiest."""
    taken = [edge for edge in s.edges if edge != NO_ID]
    if s.edges[side] != NO_ID:
        return s.edges[side]
    first = first_edge(s)
    if len(taken) < 4:
        return (first + (0, 2, 1, 3)[len(taken)]) % 4
    counts = [len([unit for unit in s.units if unit.status == FIGHTING and unit.edge == edge]) for edge in range(4)]
    clockwise = [(first + offset) % 4 for offset in range(4)]
    return min(clockwise, key=lambda edge: counts[edge])


def first_edge(s: Skirmish) -> int:
    """Return the edge of the first party to deploy, which heads the order."""
    return s.edges[s.units[s.order[0]].side]


def edge_length(s: Skirmish, edge: i64) -> i64:
    """Return the length of an edge."""
    return s.rules.width if edge in (BOTTOM, TOP) else s.rules.depth


def pose_on_edge(s: Skirmish, unit: Unit, edge: i64, place: i64) -> Pose:
    """WW-Q48: return the pose with the rear on the edge, facing in; the place is counted from the left or top."""
    inward = s.kind(unit).length // 2
    if edge == BOTTOM:
        return Pose(place, s.rules.depth - inward, FACING[edge])
    if edge == TOP:
        return Pose(place, inward, FACING[edge])
    return Pose(inward if edge == LEFT else s.rules.width - inward, place, FACING[edge])


# -------------------------------------------------------------------- places


def base_on_edge(s: Skirmish, unit: Unit, edge: i64, tenths: i64) -> Box:
    """Return the base of a unit at a place on an edge, in tenths of an inch."""
    kind = s.kind(unit)
    return box_at(pose_on_edge(s, unit, edge, tenths * TENTH_MI), kind.length, kind.width)


def are_apart(box: Box, other: Box, spacing: i64) -> bool:
    """Return whether the gap between two bases is at least the spacing."""
    if box.left - other.right >= spacing or other.left - box.right >= spacing:
        return True
    if box.top - other.bottom >= spacing or other.top - box.bottom >= spacing:
        return True
    return box.gap_floor(other) >= spacing


def is_clear(s: Skirmish, box: Box, others: list[Box], spacing: i64) -> bool:
    """Return whether a base can stand here: on the table, on passable ground, with the spacing to other bases."""
    if s.rules.table.overlaps(box) or s.ground.stops(box):
        return False
    return all(are_apart(box, other, spacing) for other in others)


def other_bases(s: Skirmish, unit: Unit) -> list[Box]:
    """Return the bases of all other units on the table."""
    return [s.box(other) for other in s.others(unit)]


def clear_places(s: Skirmish, unit: Unit, edge: i64, spacing: i64) -> list[int]:
    """Return the clear places on an edge, tried every half inch."""
    last = int(edge_length(s, edge)) // TENTH_MI
    others = other_bases(s, unit)
    places = range(0, last + 1, HINT_STEP)
    return [place for place in places if is_clear(s, base_on_edge(s, unit, edge, place), others, spacing)]


def has_place(s: Skirmish, unit: Unit, edge: i64, spacing: i64) -> bool:
    """Return whether there is any clear place on an edge."""
    last = int(edge_length(s, edge)) // TENTH_MI
    others = other_bases(s, unit)
    return any(
        is_clear(s, base_on_edge(s, unit, edge, place), others, spacing) for place in range(0, last + 1, HINT_STEP)
    )


def suggested_places(places: list[int]) -> tuple[int, ...]:
    """Return the middle of the widest gap, then both ends and places in between."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + HINT_STEP:
            runs[-1].append(place)
        else:
            runs.append([place])
    widest = max(runs, key=len)
    middle = widest[len(widest) // 2]
    other_places = [places[0], places[len(places) // 4], places[3 * len(places) // 4], places[-1]]
    return tuple(dict.fromkeys([middle, *other_places]))


@mypyc_attr(acyclic=True)
class OwnerChoice(Choice):
    """A choice about a unit, made by its owner."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the unit."""
        return (int(s.units[self.unit].seat),)


@mypyc_attr(acyclic=True)
class PickEdge(OwnerChoice):
    """WW-P6: the first to deploy takes any edge."""

    RULE: ClassVar[str] = "WW-P6"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Return the edges that have room."""
        unit = s.units[self.unit]
        return [EDGE_ACTIONS[edge] for edge in range(4) if has_place(s, unit, edge, 1)]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Take the edge for the whole party."""
        unit = s.units[self.unit]
        take_edge(s, unit, action.args[0])
        if s.logging:
            s.emit(EdgeTaken(unit.id, unit.seat, action.args[0]))
        return NOTHING


def take_edge(s: Skirmish, unit: Unit, edge: i64) -> None:
    """Give the unit's party an edge; its units return there, too (WW-L4)."""
    edges = list(s.edges)
    edges[unit.side] = int(edge)
    s.edges = tuple(edges)


@mypyc_attr(acyclic=True)
class Deploy(Ask):
    """WW-P6, WW-L4: place a unit on an edge, at the start or when it returns; without room it waits (WW-Q46)."""

    RULE: ClassVar[str] = "WW-P6"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def waits(self, s: Skirmish) -> bool:
        """Return whether to ask: always at the start; for a return, only if the unit's own edge has room."""
        unit = s.units[self.unit]
        return unit.status == WAITING or has_place(s, unit, unit.edge, 1)

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the unit."""
        return (int(s.units[self.unit].seat),)

    def edge(self, s: Skirmish) -> int:
        """Return the unit's own edge or, at the start, its party's edge or the next one clockwise with room."""
        unit = s.units[self.unit]
        if unit.status != WAITING:
            return int(unit.edge)
        edge = party_edge(s, unit.side)
        for offset in range(4):
            if has_place(s, unit, (edge + offset) % 4, 1):
                return (edge + offset) % 4
        return edge

    def spacing(self, s: Skirmish, edge: i64) -> int:
        """Return the scenario's spacing at the start if the edge has such a place, else the least gap."""
        unit, spacing = s.units[self.unit], s.rules.scenario.spacing
        return spacing if spacing and unit.status == WAITING and has_place(s, unit, edge, spacing) else 1

    def options(self, s: Skirmish) -> list[Option]:
        """Offer any place on the edge, in tenths of an inch."""
        edge = self.edge(s)
        places = clear_places(s, s.units[self.unit], edge, self.spacing(s, edge))
        last = int(edge_length(s, edge)) // TENTH_MI
        return [Option("deploy", "WW-Q48", (Span("place", 0, last, 1, suggested_places(places), INCH // TENTH_MI),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Reject a place that is not clear of bases and impassable ground."""
        unit, edge = s.units[self.unit], self.edge(s)
        spacing = self.spacing(s, edge)
        last = edge_length(s, edge) // TENTH_MI
        if action.verb == "deploy" and len(action.args) == 1 and 0 <= action.args[0] <= last:
            box = base_on_edge(s, unit, edge, action.args[0])
            if is_clear(s, box, other_bases(s, unit), spacing):
                return None
        apart = f"at least {inches(spacing)} from other units and " if spacing > 1 else ""
        text = f"Place your base on your edge, {apart}clear of impassable ground."
        return Refusal("WW-Q48", f"{text} {legal_now(self.proposals(s))}")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Place the unit; one that returns is loaded, has no aim, and rolls for initiative next turn."""
        unit, edge = s.units[self.unit], self.edge(s)
        pose = pose_on_edge(s, unit, edge, action.args[0] * TENTH_MI)
        unit.put(pose.x, pose.y, pose.turn)
        if unit.status == WAITING:
            unit.edge = edge
            take_edge(s, unit, edge)
            if s.logging:
                s.emit(Deployed(unit.id, unit.seat, edge, unit.x, unit.y, unit.turn))
        else:
            unit.loaded = True
            unit.aim = NO_ID
            if s.logging:
                s.emit(Returned(unit.id, unit.seat, edge, unit.x, unit.y, unit.turn), "WW-L4")
        unit.status = FIGHTING
        return NOTHING


def is_symmetric(s: Skirmish, unit: Unit) -> bool:
    """Return whether the warrior's side makes no difference."""
    dice = s.kind(unit).dice
    return dice[OWN_FORWARD] == dice[OTHER_FORWARD] and dice[OWN_REAR] == dice[OTHER_REAR]


@mypyc_attr(acyclic=True)
class Mirror(OwnerChoice):
    """WW-Q28: the warrior stands on the right, or on the left if the chariot is mirrored."""

    RULE: ClassVar[str] = "WW-Q28"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether the side makes a difference."""
        return not is_symmetric(s, s.units[self.unit])

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer both sides, the right first."""
        return [PLAIN, MIRROR]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Fix the warrior's side for the battle."""
        unit = s.units[self.unit]
        unit.mirrored = action.verb == "mirror"
        if s.logging:
            s.emit(WarriorPlaced(unit.id, unit.seat, 1 if unit.mirrored else 0))
        return NOTHING
