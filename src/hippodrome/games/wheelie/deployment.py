"""Coming to the table: edges (WW-P6, WW-Q48), places on them, the warrior's side (WW-Q28), and returns (WW-L4)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.chariots import OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR
from hippodrome.games.wheelie.events import Deployed, EdgeTaken, Returned, WarriorPlaced
from hippodrome.games.wheelie.state import NO_ID, FIGHTING, WAITING, Skirmish, Unit
from hippodrome.kit.actions import Action, Option, Refusal, Span
from hippodrome.kit.agenda import NOTHING, Ask, Choice, Step, legal_now
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose

INCH: Final = 1000
TENTH_MI: Final = 100  # places on an edge are given in tenths of an inch
SPACING_MI: Final = 6000  # WW-Q48
HINT_STEP: Final = 5  # every so many tenths a place is looked at for hints
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
    """WW-Q48: opposite the first party, then the two other edges, then the emptiest."""
    taken = [edge for edge in s.edges if edge != NO_ID]
    if s.edges[side] != NO_ID:
        return s.edges[side]
    first = first_edge(s)
    if len(taken) < 4:
        return (first + (0, 2, 1, 3)[len(taken)]) % 4
    counts = [len([unit for unit in s.units if unit.status == FIGHTING and unit.edge == edge]) for edge in range(4)]
    clockwise = [(first + step) % 4 for step in range(4)]
    return min(clockwise, key=lambda edge: counts[edge])


def first_edge(s: Skirmish) -> int:
    """Return the edge of whoever deployed first; it heads the order."""
    return s.edges[s.units[s.order[0]].side]


def edge_length(s: Skirmish, edge: i64) -> i64:
    """How long an edge is."""
    return s.rules.width if edge in (BOTTOM, TOP) else s.rules.depth


def pose_on_edge(s: Skirmish, unit: Unit, edge: i64, place: i64) -> Pose:
    """WW-Q48: the rear of the base on the edge, facing in; the place is that of its middle, from left or top."""
    inward = s.kind(unit).length // 2
    if edge == BOTTOM:
        return Pose(place, s.rules.depth - inward, FACING[edge])
    if edge == TOP:
        return Pose(place, inward, FACING[edge])
    return Pose(inward if edge == LEFT else s.rules.width - inward, place, FACING[edge])


# -------------------------------------------------------------------- places


def base_on_edge(s: Skirmish, unit: Unit, edge: i64, tenths: i64) -> Box:
    """Return the base of a unit at a place of an edge."""
    kind = s.kind(unit)
    return box_at(pose_on_edge(s, unit, edge, tenths * TENTH_MI), kind.length, kind.width)


def are_apart(box: Box, other: Box, spacing: i64) -> bool:
    """Return whether two bases are at least so far apart."""
    if box.left - other.right >= spacing or other.left - box.right >= spacing:
        return True
    if box.top - other.bottom >= spacing or other.top - box.bottom >= spacing:
        return True
    return box.gap_floor(other) >= spacing


def is_clear(s: Skirmish, box: Box, others: list[Box], spacing: i64) -> bool:
    """Return whether a base can stand so: on the table, on passable ground, so far from others."""
    if s.rules.table.overlaps(box) or s.ground.stops(box):
        return False
    return all(are_apart(box, other, spacing) for other in others)


def other_bases(s: Skirmish, unit: Unit) -> list[Box]:
    """Return the bases of all others."""
    return [s.box(other) for other in s.others(unit)]


def clear_places(s: Skirmish, unit: Unit, edge: i64, spacing: i64) -> list[int]:
    """Places on an edge that are clear, one in every half inch."""
    last = int(edge_length(s, edge)) // TENTH_MI
    others = other_bases(s, unit)
    places = range(0, last + 1, HINT_STEP)
    return [place for place in places if is_clear(s, base_on_edge(s, unit, edge, place), others, spacing)]


def has_place(s: Skirmish, unit: Unit, edge: i64, spacing: i64) -> bool:
    """Return whether there is any such place."""
    last = int(edge_length(s, edge)) // TENTH_MI
    others = other_bases(s, unit)
    return any(is_clear(s, base_on_edge(s, unit, edge, place), others, spacing) for place in range(0, last + 1, HINT_STEP))


def suggested_places(places: list[int]) -> tuple[int, ...]:
    """Return the middle of the widest gap first, then both ends, and places between."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + HINT_STEP:
            runs[-1].append(place)
        else:
            runs.append([place])
    widest = max(runs, key=len)
    middle = widest[len(widest) // 2]
    others = [places[0], places[len(places) // 4], places[3 * len(places) // 4], places[-1]]
    return tuple(dict.fromkeys([middle, *others]))


@mypyc_attr(acyclic=True)
class OwnerChoice(Choice):
    """A question about a unit to its owner."""

    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner."""
        return (int(s.units[self.unit].seat),)


@mypyc_attr(acyclic=True)
class PickEdge(OwnerChoice):
    """WW-P6: the first to deploy takes any edge."""

    RULE: ClassVar[str] = "WW-P6"
    __slots__ = ()

    def proposals(self, s: Skirmish) -> list[Action]:
        """Those on which there is room."""
        unit = s.units[self.unit]
        return [EDGE_ACTIONS[edge] for edge in range(4) if has_place(s, unit, edge, 1)]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """It is the edge of the whole party."""
        unit = s.units[self.unit]
        take_edge(s, unit, action.args[0])
        if s.logging:
            s.emit(EdgeTaken(unit.id, unit.seat, action.args[0]))
        return NOTHING


def take_edge(s: Skirmish, unit: Unit, edge: i64) -> None:
    """A party takes an edge, and the unit belongs there for good (WW-L4)."""
    edges = list(s.edges)
    edges[unit.side] = int(edge)
    s.edges = tuple(edges)


@mypyc_attr(acyclic=True)
class Deploy(Ask):
    """WW-P6, WW-L4: a place on an edge, at the start and when a unit comes back; without room it waits (WW-Q46)."""

    RULE: ClassVar[str] = "WW-P6"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def waits(self, s: Skirmish) -> bool:
        """At the start always; a unit that comes back needs room on its own edge."""
        unit = s.units[self.unit]
        return unit.status == WAITING or has_place(s, unit, unit.edge, 1)

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner."""
        return (int(s.units[self.unit].seat),)

    def edge(self, s: Skirmish) -> int:
        """Return the edge it started from; at the start its party's, or the next one round on which there is room."""
        unit = s.units[self.unit]
        if unit.status != WAITING:
            return int(unit.edge)
        edge = party_edge(s, unit.side)
        for step in range(4):
            if has_place(s, unit, (edge + step) % 4, 1):
                return (edge + step) % 4
        return edge

    def spacing(self, s: Skirmish, edge: i64) -> int:
        """6 inches at the start, if there is such a place; otherwise apart is enough."""
        unit = s.units[self.unit]
        return SPACING_MI if unit.status == WAITING and has_place(s, unit, edge, SPACING_MI) else 1

    def options(self, s: Skirmish) -> list[Option]:
        """Any place on the edge, in tenths of an inch."""
        edge = self.edge(s)
        places = clear_places(s, s.units[self.unit], edge, self.spacing(s, edge))
        last = int(edge_length(s, edge)) // TENTH_MI
        return [Option("deploy", "WW-Q48", (Span("place", 0, last, 1, suggested_places(places), INCH // TENTH_MI),))]

    def check(self, s: Skirmish, seat: i64, action: Action) -> Refusal | None:
        """Clear of bases and impassable ground."""
        unit, edge = s.units[self.unit], self.edge(s)
        spacing = self.spacing(s, edge)
        last = edge_length(s, edge) // TENTH_MI
        if action.verb == "deploy" and len(action.args) == 1 and 0 <= action.args[0] <= last:
            box = base_on_edge(s, unit, edge, action.args[0])
            if is_clear(s, box, other_bases(s, unit), spacing):
                return None
        apart = f", {spacing // 1000} inches from others" if spacing >= 1000 else ""
        text = f"Place the middle of your base on your edge{apart}, clear of impassable ground."
        return Refusal("WW-Q48", f"{text} {legal_now(self.proposals(s))}")

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """There it stands; one that comes back is loaded, aims at nobody, and rolls for initiative next turn."""
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
    """Return whether it makes no difference on which side the warrior stands."""
    dice = s.kind(unit).dice
    return dice[OWN_FORWARD] == dice[OTHER_FORWARD] and dice[OWN_REAR] == dice[OTHER_REAR]


@mypyc_attr(acyclic=True)
class Mirror(OwnerChoice):
    """WW-Q28: the warrior on the right, or the chariot mirrored."""

    RULE: ClassVar[str] = "WW-Q28"
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Only if it makes a difference."""
        return not is_symmetric(s, s.units[self.unit])

    def proposals(self, s: Skirmish) -> list[Action]:
        """As it is, or mirrored."""
        return [PLAIN, MIRROR]

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Once and for all."""
        unit = s.units[self.unit]
        unit.mirrored = action.verb == "mirror"
        if s.logging:
            s.emit(WarriorPlaced(unit.id, unit.seat, 1 if unit.mirrored else 0))
        return NOTHING
