"""Bases on the ground: what is around one, how far it gets, how it turns, where it is put (CR-Q9 to CR-Q12, CR-Q51).

A base that slides along another comes into it by a thousandth now and then, for every place is rounded. So every base
is a hair smaller than it looks (GRAZE), whether it moves or is in the way: touching along a side is no contact
(CR-Q58). Driving, turning and stepping aside all ask whether the same two smaller bases overlap; where one of them
has come to, any other may begin, whoever it is that moves. Who drives stops earlier by as much, at the true edges.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.state import WRECK, Chariot, Race
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.fixed import cosine, direction_nearest, sine, turn_after
from hippodrome.kit.geometry.plane.boxes import MIDDLE, Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import Measured, Shape
from hippodrome.kit.geometry.plane.sweeps import (
    back_for_pivot,
    first_overlapping,
    forward,
    pivot,
    slide,
    slide_back_to,
    slide_clear,
)

GRAZE: Final = 10
SNUG: Final = 6  # the same for who turns: a drive along what he then nearly touches must not be rounded into it
NOTHING_MET: Final = -1

# What can be met, as one number: a side wall, an outcrop, a wreck, a chariot.
OUTCROP: Final = 2
A_WRECK: Final = 20
A_CHARIOT: Final = 40

CLEAR: Final = 125  # CR-Q10: how near a drift comes
SCRAPE: Final = 250  # CR-Q12
SHORT: Final = 250  # CR-Q17, CR-Q18
STOP: Final = 500  # CR-Q12, CR-Q19
TAIL: Final = 1250  # CR-Q51
SLIDE: Final = 500  # CR-Q58
WIDEST_TURN: Final = 4500
FAR: Final = 1 << 40
NUDGE: Final = 1000  # how far back a stop may be from the contact


@mypyc_attr(acyclic=True)
class Around:
    """Shapes near a base, and what each of them is: as they are met, and in their true size."""

    __slots__ = ("codes", "shapes", "true")

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.true: list[Measured] = []
        self.codes: list[int] = []

    def add(self, shape: Shape, true: Measured, code: int) -> None:
        """One more."""
        self.shapes.append(shape)
        self.true.append(true)
        self.codes.append(code)

    def measured(self, code: int) -> list[Measured]:
        """Return all shapes of one obstacle in their true size: a side wall has many."""
        return [shape for number, shape in enumerate(self.true) if self.codes[number] == code]

    def besides(self, code: int) -> list[Shape]:
        """Return all shapes but one chariot or wreck; a wall is never left out."""
        return [shape for number, shape in enumerate(self.shapes) if code < A_WRECK or self.codes[number] != code]


@mypyc_attr(acyclic=True)
class Ground:
    """The track and whatever else stands on it, for somebody who moves."""

    __slots__ = ("bodies", "bottom", "boxes", "codes", "left", "right", "top", "track", "walls")

    def __init__(self, track: Track, boxes: list[Box], codes: list[int], bodies: list[Box] | None = None) -> None:
        self.track = track
        self.boxes = boxes
        self.codes = codes
        self.bodies = [body_of(box) for box in boxes] if bodies is None else bodies
        self.walls = track.walls  # those within the bounds that follow
        self.left: i64 = -FAR
        self.top: i64 = -FAR
        self.right: i64 = FAR
        self.bottom: i64 = FAR

    def narrowed(self, box: Box, reach: i64) -> Ground:
        """Return the same ground for whoever asks only about places within a reach of a base: elsewhere he asks in
        vain fast,
        everything is told all the same."""
        found = Ground(self.track, self.boxes, self.codes, self.bodies)
        found.left, found.top = box.left - reach, box.top - reach
        found.right, found.bottom = box.right + reach, box.bottom + reach
        found.walls = self.track.near(found.left, found.top, found.right, found.bottom)
        return found

    def around(self, box: Box, reach: i64) -> Around:
        """Return all that lies within a reach of a base, or nearly."""
        return self.within(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach)

    def within(self, left: i64, top: i64, right: i64, bottom: i64) -> Around:
        """Return all that reaches into a rectangle, or nearly."""
        found = Around()
        inside = left >= self.left and top >= self.top and right <= self.right and bottom <= self.bottom
        for wall in self.walls if inside else self.track.walls:
            if wall.left <= right and wall.right >= left and wall.top <= bottom and wall.bottom >= top:
                found.add(wall, wall, int(wall.side))
        for number, circle in enumerate(self.track.outcrops):
            if circle.left <= right and circle.right >= left and circle.top <= bottom and circle.bottom >= top:
                found.add(circle, circle, OUTCROP + number)
        for number, other in enumerate(self.boxes):
            if other.left <= right and other.right >= left and other.top <= bottom and other.bottom >= top:
                found.add(self.bodies[number], other, self.codes[number])
        return found


def ground_for(s: Race, mover: Chariot, passed: i64 = 0) -> Ground:
    """Return the ground as a chariot meets it; those it may pass through (CR-Q19) are left out."""
    boxes: list[Box] = []
    codes: list[int] = []
    for other in s.chariots:
        if other.id == mover.id or not other.is_solid() or (passed >> other.id) & 1:
            continue
        boxes.append(s.box(other))
        codes.append((A_WRECK if other.status == WRECK else A_CHARIOT) + int(other.id))
    return Ground(s.rules.track, boxes, codes)


# -------------------------------------------------------------------- slimmer than they look


def body_of(box: Box, hair: i64 = GRAZE) -> Box:
    """Return the base, a hair smaller all round."""
    return box_at(Pose(box.x, box.y, box.turn), box.length - 2 * hair, box.width - 2 * hair)


# -------------------------------------------------------------------- driving


@mypyc_attr(acyclic=True)
class Met:
    """How far a base gets, what stops it (NOTHING_MET if nothing does), and the way out of it."""

    __slots__ = ("code", "free", "nx", "ny")

    def __init__(self, free: i64, code: int, nx: i64, ny: i64) -> None:
        self.free = free
        self.code = code
        self.nx = nx
        self.ny = ny


def ahead(ground: Ground, box: Box, distance: i64) -> Met:
    """How far a base gets straight ahead, and what it meets first."""
    body = body_of(box)
    around = ground.around(box, distance + 100)
    free, found = forward(body, distance + 2 * GRAZE, around.shapes)
    hair = GRAZE if found < 0 or around.codes[found] < A_WRECK else 2 * GRAZE
    if found < 0 or free - hair >= distance:
        return Met(distance, NOTHING_MET, 0, 0)
    _, nx, ny = around.shapes[found].parting(body.forward(max(free, 0)))
    return Met(max(free - hair, 0), around.codes[found], nx, ny)


def is_glancing(turn: i64, nx: i64, ny: i64) -> bool:
    """CR-Q12: whether a heading meets an edge, whose way out is (nx, ny), at less than 45 degrees."""
    dot = int(cosine(turn)) * int(nx) + int(sine(turn)) * int(ny)
    return 2 * dot * dot < (int(nx) * int(nx) + int(ny) * int(ny)) << 60


def along_edge(turn: i64, nx: i64, ny: i64) -> i64:
    """Return the direction along an edge that is nearest to a heading."""
    if cosine(turn) * ny - sine(turn) * nx <= 0:
        return direction_nearest(-ny, nx)
    return direction_nearest(ny, -nx)


# -------------------------------------------------------------------- turning


@mypyc_attr(acyclic=True)
class Turned:
    """A base after a turn, and what its front ran into on the way (NOTHING_MET if nothing)."""

    __slots__ = ("box", "code")

    def __init__(self, box: Box, code: int) -> None:
        self.box = box
        self.code = code


def turned(ground: Ground, box: Box, angle: i64) -> Turned:
    """CR-Q9, CR-Q51: a turn about the centre, cut where the front meets something; the tail gives way."""
    body = body_of(box, SNUG)
    swung = box.length  # more than a turn about the centre needs
    near = ground.within(box.x - swung, box.y - swung, box.x + swung, box.y + swung)
    if pivot(body, MIDDLE, angle, near.shapes)[1] < 0:
        return Turned(box.pivoted(MIDDLE, angle), NOTHING_MET)
    around = ground.around(box, WIDEST_TURN)
    free, found = pivot(body, MIDDLE, angle, around.shapes)
    if free < 0:  # it brushes something where it stands
        body = body_of(box)
        free, found = pivot(body, MIDDLE, angle, around.shapes)
        if found < 0:
            return Turned(box.pivoted(MIDDLE, angle), NOTHING_MET)
    free = max(free, 0)
    sign = 1 if angle > 0 else -1
    shape = around.shapes[found]
    if shape.overlaps(body.pivoted(MIDDLE, sign * (free + 1)).front_half()):
        return Turned(box.pivoted(MIDDLE, sign * free), around.codes[found])
    _, nx, ny = shape.parting(body.pivoted(MIDDLE, sign * free))
    out = direction_nearest(nx, ny)
    away = slide_clear(body.pivoted(MIDDLE, angle), out, TAIL, around.shapes)
    if away < 0:
        return Turned(box.pivoted(MIDDLE, sign * free), NOTHING_MET)
    return Turned(box.pivoted(MIDDLE, angle).slid(out, away), NOTHING_MET)


def slide_for_turn(ground: Ground, box: Box, angle: i64) -> i64:
    """CR-Q58: how far a base must slide back for a free turn, at most half an inch; 0 if that would not help."""
    return max(0, back_for_pivot(body_of(box, SNUG), MIDDLE, angle, SLIDE, ground.around(box, WIDEST_TURN).shapes))


# -------------------------------------------------------------------- stepping aside


def step_aside(ground: Ground, box: Box, hand: i64, limit: i64) -> i64:
    """CR-Q10: how far a drift goes: all of it, or until it is just clear of what is nearer."""
    turn = turn_after(box.turn, 900 * hand)
    body = body_of(box)
    around = ground.around(box, limit + 200)
    free, found = slide(body, turn, limit, around.shapes)
    if found < 0:
        return limit
    near = around.measured(around.codes[found])
    return max(0, slide_back_to(body, turn, max(free, 0), CLEAR + GRAZE, near))


# -------------------------------------------------------------------- being put somewhere


def backed_off(ground: Ground, box: Box, code: int, gap: i64, most: i64 = NUDGE) -> Box:
    """Return a base moved straight back until it has a gap to what it met, but no farther than a limit or what is
    behind.
    """
    around = ground.around(box, most + 500)
    near = around.measured(code)
    back: i64 = 0
    while back < most:
        short = gap - least_gap(box.forward(-back), near, gap)
        if short <= 0:
            break
        back += max(1, short - 2)
    back = min(back, most)
    body = body_of(box)
    inside = first_overlapping(body, around.shapes) >= 0  # who was carried on through something must get out of it
    shapes = around.besides(code) if inside else around.shapes
    free, _ = slide(body, turn_after(box.turn, 1800), back + 2 * GRAZE, shapes)
    return box.forward(-min(back, max(free - 2 * GRAZE, 0)))


def least_gap(box: Box, shapes: list[Measured], most: i64) -> i64:
    """Return the gap to the nearest of some shapes, if it is less than a limit; else the limit."""
    least = most
    for shape in shapes:
        across = max(shape.left - box.right, box.left - shape.right)
        along = max(shape.top - box.bottom, box.top - shape.bottom)
        if across < least and along < least:
            least = min(least, shape.gap_floor(box))
    return least


def scraped(ground: Ground, box: Box, met: Met) -> Box | None:
    """CR-Q12: the base turned along what it scraped and set 1/4 inch clear; None if there is no room for that."""
    turn = along_edge(box.turn, met.nx, met.ny)
    level = box_at(Pose(box.x, box.y, turn), box.length, box.width)
    out = direction_nearest(met.nx, met.ny)
    around = ground.around(box, 5000)
    near = around.measured(met.code)
    shapes: list[Shape] = [*near]
    away = slide_clear(level, out, 3500, shapes)
    if away < 0:
        return None
    level = level.slid(out, away)
    for _ in range(4):
        gap = least_gap(level, near, WIDEST_TURN)
        if gap == SCRAPE:
            break
        level = level.slid(out, SCRAPE - gap)
    return None if first_overlapping(body_of(level), around.shapes) >= 0 else level
