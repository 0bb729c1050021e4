"""Geometry of moving bases: free distances, contacts, turns, and where Runners dodge to.

Nothing here rolls a die or asks for a decision. A chariot that would touch another chariot's base collides (WW-Q24):
the other base gets a rim of a thousandth of an inch, so that bases which do not collide are truly apart. Runners may
touch (WW-Q50), so they meet a base only where they would overlap it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import absolute
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import REAR_LEFT, REAR_RIGHT, Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import Shape

MAX_SLIDE_MI: Final = 1500  # WW-Q54
SWERVE_STEP: Final = 50  # WW-Q23
NOWHERE: Final = -1
_TURN_REACH_MI: Final = 10_000  # nothing further away matters to a base that turns
_MAX_DODGE_MI: Final = 12_000
_DODGE_STEP_MI: Final = 250
_DODGE_ANGLE_STEP: Final = 150


def base_with_rim(s: Skirmish, unit: Unit) -> Box:
    """Return the base of a unit with a rim of a thousandth of an inch; what touches the base overlaps this."""
    kind = s.kind(unit)
    return box_at(unit.pose(), kind.length + 2, kind.width + 2)


def obstacle_base(s: Skirmish, mover: Unit, other: Unit) -> Box:
    """Return the base of another unit as an obstacle for the mover."""
    return s.box(other) if s.is_runners(mover) else base_with_rim(s, other)


def blocking_units(s: Skirmish, mover: Unit) -> list[Unit]:
    """Return the units whose bases the mover cannot pass: other chariots for a chariot, all others for Runners."""
    if s.is_runners(mover):
        return s.others(mover)
    return [other for other in s.others(mover) if not s.is_runners(other)]


def solid_shapes(s: Skirmish) -> list[Shape]:
    """Return what stops a base without a collision (WW-Q19, WW-Q25): the edge and impassable ground."""
    shapes: list[Shape] = [s.rules.table]
    shapes.extend(s.ground.impassable)
    return shapes


def pivot_spot(angle: i64) -> i64:
    """WW-Q55: return the rear corner on the side towards which a base turns."""
    return REAR_RIGHT if angle > 0 else REAR_LEFT


def with_sign(size: i64, sign: i64) -> i64:
    """Return an angle of this size with the sign of another."""
    return size if sign > 0 else -size


# -------------------------------------------------------------------- driving straight ahead


def free_ahead(s: Skirmish, mover: Unit, limit: i64) -> i64:
    """Return the free distance ahead to the edge or impassable ground; for Runners also to other bases."""
    shapes = solid_shapes(s)
    if s.is_runners(mover):
        shapes.extend([s.box(other) for other in s.others(mover)])
    return max(sweeps.forward(s.box(mover), limit, shapes)[0], 0)


def first_contact(s: Skirmish, mover: Unit, distance: i64) -> tuple[i64, list[int]]:
    """Return the distance at which a straight drive first touches other units, and which; -1 for none."""
    box = s.box(mover)
    others = blocking_units(s, mover)
    bases = obstacle_bases(s, mover, others)
    free, obstacle = sweeps.forward(box, distance, bases)
    if obstacle < 0:
        met = touched_units(s, mover, box.forward(distance))
        return (distance if met else NOWHERE), met
    return free + 1, units_at(box.forward(free + 1), others, bases)


def obstacle_bases(s: Skirmish, mover: Unit, others: list[Unit]) -> list[Shape]:
    """Return the bases of other units as obstacles for the mover."""
    return [obstacle_base(s, mover, other) for other in others]


def touched_units(s: Skirmish, mover: Unit, box: Box) -> list[int]:
    """Return the chariots that a chariot would touch in a position; rounding may let a rim come that close."""
    if s.is_runners(mover):
        return []
    return [int(other.id) for other in blocking_units(s, mover) if is_touching(box, s.box(other))]


def is_touching(box: Box, other: Box) -> bool:
    """Return whether there is no gap at all between two bases."""
    if box.left > other.right or box.right < other.left or box.top > other.bottom or box.bottom < other.top:
        return False
    return box.gap_ceil(other) == 0


def units_at(box: Box, others: list[Unit], bases: list[Shape]) -> list[int]:
    """Return the units whose bases a base overlaps."""
    return [int(others[number].id) for number in sweeps.overlapping_shapes(box, bases)]


def distance_to_bad_going(s: Skirmish, mover: Unit, distance: i64) -> i64:
    """WW-Q20: return the distance straight ahead at which the centre of a base enters bad going; -1 for none."""
    shapes: list[Shape] = []
    shapes.extend(s.ground.bad)
    free, obstacle = sweeps.forward(box_at(mover.pose(), 0, 0), distance, shapes)
    return max(free, 0) if obstacle >= 0 else NOWHERE


# -------------------------------------------------------------------- turning about a corner


@mypyc_attr(acyclic=True)
class Pivot:
    """The course of a turn: the slide back (WW-Q54), the angle, and the chariots it runs into."""

    __slots__ = ("angle", "met", "slide")

    def __init__(self, slide: i64, angle: i64, met: list[int]) -> None:
        self.slide = slide
        self.angle = angle
        self.met = met


def pivot(s: Skirmish, mover: Unit, angle: i64) -> Pivot:
    """WW-Q54, WW-Q55: return the course of a Wheel or Turn by this angle."""
    if angle == 0:
        return Pivot(0, 0, [])
    slide, size = room_to_turn(s, mover, angle)
    first, met = first_contact_turning(s, mover, s.box(mover).forward(-slide), with_sign(size, angle))
    if first < 0:
        return Pivot(slide if size else 0, with_sign(size, angle), [])
    if s.is_runners(mover):
        return Pivot(slide if first > 1 else 0, with_sign(max(first - 1, 0), angle), [])
    return Pivot(slide, with_sign(first, angle), met)


def can_pivot(s: Skirmish, mover: Unit, angle: i64) -> bool:
    """Return whether a Wheel or Turn by this angle turns the base at all; faster than `pivot`."""
    box, spot = s.box(mover), pivot_spot(angle)
    shapes = ground_near(s, box)
    if not s.is_runners(mover) and sweeps.pivot(box, spot, with_sign(1, angle), shapes)[1] < 0:
        if not sweeps.overlapping_shapes(box, obstacle_bases(s, mover, blocking_units(s, mover))):
            return True
    elif is_isolated(s, mover):
        back = box.forward(-MAX_SLIDE_MI)
        if can_slide_back(s, mover, MAX_SLIDE_MI) and sweeps.pivot(back, spot, angle, shapes)[1] < 0:
            return True
    return pivot(s, mover, angle).angle != 0


def is_isolated(s: Skirmish, mover: Unit) -> bool:
    """Return whether no other base is near."""
    for other in s.others(mover):
        if absolute(other.x - mover.x) < _TURN_REACH_MI and absolute(other.y - mover.y) < _TURN_REACH_MI:
            return False
    return True


def ground_near(s: Skirmish, box: Box) -> list[Shape]:
    """Return the solid shapes that a base can reach by turning, even after it has slid back."""
    return [shape for shape in solid_shapes(s) if not shape.is_out_of_reach(box.x, box.y, _TURN_REACH_MI)]


def room_to_turn(s: Skirmish, mover: Unit, angle: i64) -> tuple[i64, i64]:
    """WW-Q54: return how far a base must slide back to turn, and the angle that the ground then allows."""
    box = s.box(mover)
    shapes = ground_near(s, box)
    spot = pivot_spot(angle)
    slide = sweeps.back_distance_for_pivot(box, spot, angle, MAX_SLIDE_MI, shapes)
    if slide == 0 or (slide > 0 and can_slide_back(s, mover, slide)):
        return slide, absolute(angle)
    return 0, max(sweeps.pivot(box, spot, angle, shapes)[0], 0)


def can_slide_back(s: Skirmish, mover: Unit, distance: i64) -> bool:
    """WW-Q54: return whether nothing is behind a base for this distance, besides Runners it stands over."""
    shapes = solid_shapes(s)
    under = [int(runners.id) for runners in runners_under(s, mover, s.box(mover))]
    shapes.extend(obstacle_bases(s, mover, [other for other in s.others(mover) if int(other.id) not in under]))
    return sweeps.slide(s.box(mover), (mover.turn + 1800) % 3600, distance, shapes)[1] < 0


def first_contact_turning(s: Skirmish, mover: Unit, box: Box, angle: i64) -> tuple[i64, list[int]]:
    """Return the angle at which a turn meets bases that the mover cannot pass, and the units; -1 for none."""
    others = blocking_units(s, mover)
    bases = obstacle_bases(s, mover, others)
    spot = pivot_spot(angle)
    free, obstacle = sweeps.pivot(box, spot, angle, bases)
    if obstacle < 0:
        met = touched_units(s, mover, box.pivot(spot, angle))
        return (absolute(angle) if met else NOWHERE), met
    return free + 1, units_at(box.pivot(spot, with_sign(free + 1, angle)), others, bases)


def swerve_angle(s: Skirmish, unit: Unit, angle: i64) -> i64:
    """WW-Q23: return the angle, cut in steps of 5 degrees until the swerve stays clear of everything."""
    box = s.box(unit)
    spot = pivot_spot(angle)
    shapes = solid_shapes(s)
    shapes.extend(obstacle_bases(s, unit, blocking_units(s, unit)))
    size = sweeps.pivot(box, spot, angle, shapes)[0]
    size -= size % SWERVE_STEP
    while size > 0 and not can_swerve_to(s, unit, box.pivot(spot, with_sign(size, angle))):
        size -= SWERVE_STEP
    return with_sign(max(size, 0), angle)


def can_swerve_to(s: Skirmish, unit: Unit, box: Box) -> bool:
    """WW-Q23: return whether a base would touch no chariot here, and Runners can get out of its way."""
    return not touched_units(s, unit, box) and can_make_room(s, unit, box)


# -------------------------------------------------------------------- dodging Runners


def runners_under(s: Skirmish, mover: Unit, box: Box) -> list[Unit]:
    """Return the Runners whose bases a chariot's base would overlap."""
    if s.is_runners(mover):
        return []
    return [other for other in s.others(mover) if s.is_runners(other) and box.overlaps(s.box(other))]


def can_make_room(s: Skirmish, mover: Unit, box: Box) -> bool:
    """WW-Q51: return whether all Runners that a chariot's base would overlap can be moved clear of it."""
    return all(dodge_place(s, mover, box, runners) is not None for runners in runners_under(s, mover, box))


def dodge_place(s: Skirmish, mover: Unit, box: Box, runners: Unit) -> Pose | None:
    """WW-Q51: return the nearest place where Runners are clear of all bases, on passable ground; None for none."""
    base = s.box(runners)
    best: i64 = _MAX_DODGE_MI + 1
    place: Pose | None = None
    for turn in dodge_directions(box, base):
        distance = sweeps.distance_until_clear(base, turn, _MAX_DODGE_MI, [box])
        if 0 <= distance < best and can_stand(s, mover, box, runners, base.slide(turn, distance)):
            best = distance
            place = runners.pose().slide(turn, distance)
    return place if place is not None else wider_dodge_place(s, mover, box, runners)


def dodge_directions(box: Box, base: Box) -> list[int]:
    """Return the directions of the shortest ways out: those of the sides of both bases."""
    turns = [int(box.turn), int(base.turn)]
    return [(turn + quarter) % 3600 for turn in turns for quarter in (0, 900, 1800, 2700)]


def wider_dodge_place(s: Skirmish, mover: Unit, box: Box, runners: Unit) -> Pose | None:
    """Return a place further away, if the nearest ones are taken; None if there is none."""
    base = s.box(runners)
    for distance in range(_DODGE_STEP_MI, _MAX_DODGE_MI + 1, _DODGE_STEP_MI):
        for turn in range(0, 3600, _DODGE_ANGLE_STEP):
            moved = base.slide(turn, distance)
            if not box.overlaps(moved) and can_stand(s, mover, box, runners, moved):
                return runners.pose().slide(turn, distance)
    return None


def room_for_pivot(s: Skirmish, mover: Unit, angle: i64) -> i64:
    """WW-Q51: return the angle, cut to where Runners with nowhere to go would be touched."""
    spot = pivot_spot(angle)
    box = s.box(mover)
    size = absolute(angle)
    while size > 0:
        place = box.pivot(spot, with_sign(size, angle))
        stuck = [one for one in runners_under(s, mover, place) if dodge_place(s, mover, place, one) is None]
        if not stuck:
            break
        size = max(sweeps.pivot(box, spot, with_sign(size, angle), [s.box(stuck[0])])[0], 0)
    return with_sign(size, angle)


def can_stand(s: Skirmish, mover: Unit, box: Box, runners: Unit, base: Box) -> bool:
    """Return whether Runners could stand here: on the table, on passable ground, clear of other bases."""
    if s.rules.table.overlaps(base) or s.ground.stops(base):
        return False
    for other in s.others(runners):
        place = box if other.id == mover.id else s.box(other)
        if place.overlaps(base):
            return False
    return True
