"""Sweeps: how far a box can move among shapes, and the shape that stops it.

A move consists of steps (see `shapes`): the returned distance or angle d is the last position without overlap, at d + 1
there is one, and every position before is free. The result is -1 for a box that overlaps something at its start.
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

_COARSE_TENTHS: Final = 16  # between the angles at which a turn is checked first

# obstacles ----------------------------------------------------------------------------------------


def slide(box: Box, turn: i64, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """Return how far a box can slide in a direction, up to a limit, and the index of the shape that stops it.

    Of shapes met at the same position the first in the list counts; -1 if nothing is met within the limit.
    """
    _check_limit(limit)
    path = SlidePath(box, turn, limit)
    obstacle: i64 = -1
    for number, shape in enumerate(shapes):
        hit = shape.slide_hit(box, path)
        if hit >= 0:
            path.end_at(hit - 1)
            obstacle = number
    return path.last, obstacle


def forward(box: Box, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """Return how far a box can move straight ahead, up to a limit, and the index of the shape that stops it, or -1."""
    return slide(box, box.turn, limit, shapes)


def pivot(box: Box, spot: i64, angle: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """Return how many tenths of an angle a box can turn about a spot, and the index of the shape that stops it, or -1.

    The angle is clockwise if it is positive; the result counts from 0 either way.
    """
    free = absolute(angle)
    obstacle: i64 = -1
    x, y, reach = box.spot_x(spot), box.spot_y(spot), box.reach_from(spot)
    turn_bounds: PivotBounds | None = None
    for number, shape in enumerate(shapes):
        if shape.is_out_of_reach(x, y, reach):
            continue
        if turn_bounds is None:
            turn_bounds = pivot_bounds(box, spot, angle)
        if shape.is_clear_of_bounds(
            x + turn_bounds.left, y + turn_bounds.top, x + turn_bounds.right, y + turn_bounds.bottom
        ):
            continue
        hit = shape.pivot_hit(box, spot, angle > 0, free)
        if hit >= 0:
            free, obstacle = hit - 1, number
    return free, obstacle


def overlapping_shapes(box: Box, shapes: list[Shape]) -> list[int]:
    """Return the indices of all shapes that a box overlaps."""
    return [number for number, shape in enumerate(shapes) if shape.overlaps(box)]


def overlapping_mask(box: Box, bases: list[Box]) -> i64:
    """Return the bases that a base overlaps as a bit mask; faster than `overlapping_shapes`.

    Raise ValueError for more than 62 bases.
    """
    if len(bases) > 62:
        raise ValueError("a bit mask can hold at most 62 bases")
    mask: i64 = 0
    bit: i64 = 1
    for base in bases:
        if base.overlaps(box):
            mask |= bit
        bit <<= 1
    return mask


def first_overlap(box: Box, shapes: list[Shape]) -> i64:
    """Return the index of the first shape that a box overlaps; -1 if none."""
    for number, shape in enumerate(shapes):
        if shape.overlaps(box):
            return number
    return -1


# clearance ----------------------------------------------------------------------------------------


def distance_until_clear(box: Box, turn: i64, limit: i64, shapes: list[Shape]) -> i64:
    """Return the smallest distance in a direction, up to a limit, at which a box overlaps nothing; -1 if none."""
    _check_limit(limit)
    return _first_clear(box, SlidePath(box, turn, limit), 0, limit, shapes)[0]


def _first_clear(box: Box, path: SlidePath, start: i64, limit: i64, shapes: list[Shape]) -> tuple[i64, i64]:
    """Return `distance_until_clear`, but at least `start`, and the room at that distance; (-1, -1) if none.

    Each overlap says how far the box must move at least to leave it.
    """
    done = start
    while done <= limit:
        place = box.translate(path.x(done), path.y(done))
        least: i64 = NEVER
        for shape in shapes:
            least = min(least, shape.separation(place)[0])
        if least >= 0:
            return done, least
        # To be clear it must move at least -least - 1, and rounding can help by less than 1.5.
        done += max(1, -least - 2)
    return -1, -1


def back_distance_for_pivot(box: Box, spot: i64, angle: i64, limit: i64, shapes: list[Shape]) -> i64:
    """Return the smallest distance straight back, up to a limit, that makes room for a whole turn; -1 if none.

    The bounds of the whole turn must lie on the table. At every angle the turned box must be clear of all other shapes,
    which gives a lower bound of the distance. A few angles bring the box near it; then the turn is tried, and where it
    is stopped that angle is added.
    """
    _check_limit(limit)
    path = SlidePath(box, add_angle(box.turn, 1800), limit)
    turn_bounds = pivot_bounds(box, spot, angle)
    x, y = box.spot_x(spot), box.spot_y(spot)
    left, top, right, bottom = x + turn_bounds.left, y + turn_bounds.top, x + turn_bounds.right, y + turn_bounds.bottom
    far_x, far_y = path.dx, path.dy
    solids: list[Shape] = []
    done: i64 = 0
    for shape in shapes:
        if isinstance(shape, TableEdge):
            onto = shape.distance_until_inside(left, top, right, bottom, path)
            done = max(done, onto) if onto >= 0 and done >= 0 else -1
        elif not shape.is_clear_of_bounds(
            left + min(far_x, 0), top + min(far_y, 0), right + max(far_x, 0), bottom + max(far_y, 0)
        ):
            solids.append(shape)
    if done < 0 or not solids:
        return done
    done = _back_clear_of_shapes(box, spot, angle, path, done, solids)
    x, y = path.x(done), path.y(done)
    for shape in shapes:
        if isinstance(shape, TableEdge) and not shape.is_clear_of_bounds(left + x, top + y, right + x, bottom + y):
            return -1  # now it sticks out behind
    return done


def _back_clear_of_shapes(box: Box, spot: i64, angle: i64, path: SlidePath, start: i64, shapes: list[Shape]) -> i64:
    """Return `back_distance_for_pivot` for all shapes but the table edge, and at least `start`."""
    limit = path.last
    reach = box.reach_from(spot)
    tenths = absolute(angle)
    done = start
    tried: i64 = 0
    while tried < tenths and done >= 0:
        place = box.pivot(spot, tried if angle > 0 else -tried)
        done, room = _first_clear(place, path, done, limit, shapes)
        tried += max(_COARSE_TENTHS, tenths_until_contact(min(room, reach), reach))
    if done >= 0:
        done = _first_clear(box.pivot(spot, angle), path, done, limit, shapes)[0]
    while done >= 0:
        free, obstacle = pivot(box.translate(path.x(done), path.y(done)), spot, angle, shapes)
        if obstacle < 0:
            return done
        stopped = box.pivot(spot, free + 1 if angle > 0 else -free - 1)
        done = _first_clear(stopped, path, done + 1, limit, shapes)[0]
    return -1


# gaps ---------------------------------------------------------------------------------------------


def last_slide_with_gap(box: Box, turn: i64, distance: i64, gap: i64, shapes: list[MeasurableShape]) -> i64:
    """Return the largest distance of a slide, up to a maximum, with at least this gap to every shape; -1 if none."""
    _check_limit(distance)
    path = SlidePath(box, turn, distance)
    done = distance
    while done >= 0:
        short = gap - _least_gap(box.translate(path.x(done), path.y(done)), shapes)
        if short <= 0:
            return done
        done -= max(1, short - 2)  # one step changes the gap by at most 1, and rounding by less than 1.5
    return -1


def last_pivot_with_gap(box: Box, spot: i64, angle: i64, gap: i64, shapes: list[MeasurableShape]) -> i64:
    """Return the largest angle of a turn, up to a maximum, with at least this gap to every shape; -1 if none."""
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


def _check_limit(limit: i64) -> None:
    if not 0 <= limit <= COORDINATE_LIMIT_MI:
        raise ValueError(f"a path must be 0 to {COORDINATE_LIMIT_MI} long, not {limit}")
