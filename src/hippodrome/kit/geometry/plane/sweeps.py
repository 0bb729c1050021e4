"""Moving boxes among shapes: how far one gets, and what stops it.

Every answer is about places (see `shapes`): the distance or angle d that is returned is the last place without
overlap, at d + 1 there is one, and every place on the way is free. A box that overlaps something where it stands
gets -1.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.kit.geometry.fixed_point import absolute, add_angle
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.geometry.plane.pivot_bounds import PivotBounds, pivot_bounds
from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI
from hippodrome.kit.geometry.plane.shapes import NEVER, MeasurableShape, Shape, SlidePath, tenths_until_contact
from hippodrome.kit.geometry.plane.terrain import TableEdge

_GLANCE: Final = 16  # tenths between the angles at which a turn is looked at first

# what is in the way -------------------------------------------------------------------------------


def slide(box: Box, turn: i64, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """How far, up to a limit, a box can slide in a direction, and the number of the shape that stops it.

    Of shapes met at the same place the first in the list counts; -1 if nothing is met within the limit.
    """
    _check(limit)
    way = SlidePath(box, turn, limit)
    found: i64 = -1
    for number, shape in enumerate(shapes):
        hit = shape.slide_hit(box, way)
        if hit >= 0:
            way.end_at(hit - 1)
            found = number
    return way.last, found


def forward(box: Box, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """How far, up to a limit, a box can go straight ahead, and the number of the shape that stops it, or -1."""
    return slide(box, box.turn, limit, shapes)


def pivot(box: Box, spot: i64, angle: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """How many tenths towards an angle a box can turn about one of its spots, and the number of what stops it, or -1.

    The angle is clockwise if it is positive; the answer counts from 0 either way.
    """
    free = absolute(angle)
    found: i64 = -1
    x, y, reach = box.spot_x(spot), box.spot_y(spot), box.reach_from(spot)
    swing: PivotBounds | None = None
    for number, shape in enumerate(shapes):
        if shape.is_out_of_reach(x, y, reach):
            continue
        if swing is None:
            swing = pivot_bounds(box, spot, angle)
        if shape.is_clear_of_bounds(x + swing.left, y + swing.top, x + swing.right, y + swing.bottom):
            continue
        hit = shape.pivot_hit(box, spot, angle > 0, free)
        if hit >= 0:
            free, found = hit - 1, number
    return free, found


def overlapping_shapes(box: Box, shapes: list[Shape]) -> list[int]:
    """Return the numbers of all shapes that a box overlaps."""
    return [number for number, shape in enumerate(shapes) if shape.overlaps(box)]


def overlapping_mask(box: Box, bases: list[Box]) -> i64:
    """Return the bases that a base overlaps, at most 62, as a sum of 1 << number: `overlapping` for those in a
    hurry.
    """
    if len(bases) > 62:
        raise ValueError("at most 62 bases can be told in one number")
    found: i64 = 0
    bit: i64 = 1
    for base in bases:
        if base.overlaps(box):
            found |= bit
        bit <<= 1
    return found


def first_overlap(box: Box, shapes: list[Shape]) -> i64:
    """Return the number of the first shape that a box overlaps; -1 if none."""
    for number, shape in enumerate(shapes):
        if shape.overlaps(box):
            return number
    return -1


# making room --------------------------------------------------------------------------------------


def distance_until_clear(box: Box, turn: i64, limit: i64, shapes: list[Shape]) -> i64:
    """Return the least distance, up to a limit, in a direction at which a box overlaps nothing; -1 if there is none."""
    _check(limit)
    return _clear_from(box, SlidePath(box, turn, limit), 0, limit, shapes)[0]


def _clear_from(box: Box, way: SlidePath, start: i64, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """`distance_until_clear`, but not before a distance, and the room there is then.

    What it overlaps holds it for as long as that takes to get out of.
    """
    done = start
    while done <= limit:
        place = box.translate(way.x(done), way.y(done))
        least: i64 = NEVER
        for shape in shapes:
            least = min(least, shape.separation(place)[0])
        if least >= 0:
            return done, least
        # To be clear it must go at least -least - 1, and rounding can help by less than 1.5.
        done += max(1, -least - 2)
    return -1, -1


def back_distance_for_pivot(box: Box, spot: i64, angle: i64, limit: i64, shapes: list[Shape]) -> i64:
    """Return the least distance, up to a limit, to go straight back so that the whole turn about a spot is free; -1 if
    none.

    The bounds of the whole turn must lie on the table. At every angle the turned box must be clear of all else: no way
    back can be shorter than that takes. A few angles bring it near; then the turn is tried, and where it is stopped
    there is one more angle to be clear at.
    """
    _check(limit)
    way = SlidePath(box, add_angle(box.turn, 1800), limit)
    swing = pivot_bounds(box, spot, angle)
    x, y = box.spot_x(spot), box.spot_y(spot)
    left, top, right, bottom = x + swing.left, y + swing.top, x + swing.right, y + swing.bottom
    far_x, far_y = way.dx, way.dy
    solids: list[Shape] = []
    done: i64 = 0
    for shape in shapes:
        if isinstance(shape, TableEdge):
            onto = shape.distance_until_inside(left, top, right, bottom, way)
            done = max(done, onto) if onto >= 0 and done >= 0 else -1
        elif not shape.is_clear_of_bounds(
            left + min(far_x, 0), top + min(far_y, 0), right + max(far_x, 0), bottom + max(far_y, 0)
        ):
            solids.append(shape)
    if done < 0 or not solids:
        return done
    done = _back_clear(box, spot, angle, way, done, solids)
    x, y = way.x(done), way.y(done)
    for shape in shapes:
        if isinstance(shape, TableEdge) and not shape.is_clear_of_bounds(left + x, top + y, right + x, bottom + y):
            return -1  # by then it sticks out behind
    return done


def _back_clear(box: Box, spot: i64, angle: i64, way: SlidePath, start: i64, shapes: list[Shape]) -> i64:
    """`back_distance_for_pivot` for anything but the table, and not before a distance."""
    limit = way.last
    reach = box.reach_from(spot)
    tenths = absolute(angle)
    done = start
    tried: i64 = 0
    while tried < tenths and done >= 0:
        place = box.pivot(spot, tried if angle > 0 else -tried)
        done, room = _clear_from(place, way, done, limit, shapes)
        tried += max(_GLANCE, tenths_until_contact(min(room, reach), reach))
    if done >= 0:
        done = _clear_from(box.pivot(spot, angle), way, done, limit, shapes)[0]
    while done >= 0:
        free, found = pivot(box.translate(way.x(done), way.y(done)), spot, angle, shapes)
        if found < 0:
            return done
        stopped = box.pivot(spot, free + 1 if angle > 0 else -free - 1)
        done = _clear_from(stopped, way, done + 1, limit, shapes)[0]
    return -1


# keeping a distance -------------------------------------------------------------------------------


def last_slide_with_gap(box: Box, turn: i64, distance: i64, gap: i64, shapes: list[MeasurableShape]) -> i64:
    """Return the last place of a slide, at most at a distance, with at least this gap to every shape; -1 if there
    is none.
    """
    _check(distance)
    way = SlidePath(box, turn, distance)
    done = distance
    while done >= 0:
        short = gap - _least_gap(box.translate(way.x(done), way.y(done)), shapes)
        if short <= 0:
            return done
        done -= max(1, short - 2)  # one place changes the gap by at most 1, and rounding by less than 1.5
    return -1


def last_pivot_with_gap(box: Box, spot: i64, angle: i64, gap: i64, shapes: list[MeasurableShape]) -> i64:
    """Return the last tenth of a turn, at most at an angle, with at least this gap to every shape; -1 if there is
    none.
    """
    reach = box.reach_from(spot)
    done = absolute(angle)
    while done >= 0:
        short = gap - _least_gap(box.pivot(spot, done if angle > 0 else -done), shapes)
        if short <= 0:
            return done
        done -= 1 if short < 7 else (short - 7) * 572 // reach + 1
    return -1


def _least_gap(box: Box, shapes: list[MeasurableShape]) -> i64:
    least: i64 = NEVER
    for shape in shapes:
        least = min(least, shape.gap_floor(box))
    return least


def _check(limit: i64) -> None:
    if not 0 <= limit <= COORDINATE_LIMIT_MI:
        raise ValueError(f"a way is from 0 to {COORDINATE_LIMIT_MI} long, not {limit}")
