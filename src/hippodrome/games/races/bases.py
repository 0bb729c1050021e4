"""Movement of bases on the track: driving, turning, drifting and backing off (CR-Q9 to CR-Q12, CR-Q51).

Positions are rounded to 1/1000 inch, so a base that slides along another can end up overlapping it by a thousandth.
All overlap tests therefore use bases shrunk by SHRINK_MI, for the mover and for what is in its way: touching along a
side is not a contact (CR-Q58). Driving, turning and drifting use the same test, so wherever one of them ends, the next
can begin. A base that drives stops earlier by the same amount, at the true edges.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.state import WRECK, Chariot, Race
from hippodrome.games.races.track import Track
from hippodrome.kit.geometry.fixed_point import add_angle, cosine, direction_nearest, sine
from hippodrome.kit.geometry.plane.boxes import MIDDLE, Box, box_at
from hippodrome.kit.geometry.plane.contacts import FRONT, meeting_sides
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import MeasurableShape, Shape
from hippodrome.kit.geometry.plane.sweeps import (
    back_distance_for_pivot,
    distance_until_clear,
    first_overlap,
    forward,
    last_pivot_with_gap,
    last_slide_with_gap,
    pivot,
    slide,
)

SHRINK_MI: Final = 10
TURN_SHRINK_MI: Final = 6  # less, so that a drive along something the base nearly touches is not rounded into it
NOTHING_MET: Final = -1

# Contact codes: 0 and 1 are the side walls, the others start at these numbers.
OUTCROP_CODE: Final = 2
WRECK_CODE: Final = 20
CHARIOT_CODE: Final = 40

CLEAR_GAP_MI: Final = 125  # CR-Q9, CR-Q10, CR-Q51: more than the gap of a contact
SCRAPE_GAP_MI: Final = 250  # CR-Q12
SHORT_GAP_MI: Final = 250  # CR-Q17, CR-Q18
STOP_GAP_MI: Final = 500  # CR-Q12, CR-Q19
MAX_TAIL_SHIFT_MI: Final = 1250  # CR-Q51
MAX_SLIDE_BACK_MI: Final = 500  # CR-Q58
TURN_REACH_MI: Final = 4500  # shapes this near can matter in a turn
UNBOUNDED_MI: Final = 1 << 40
MAX_BACK_OFF_MI: Final = 1000


@mypyc_attr(acyclic=True)
class Nearby:
    """Shapes near a base, each with its contact code: `shapes` as they are met, `true` in their true size."""

    __slots__ = ("codes", "shapes", "true")

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.true: list[MeasurableShape] = []
        self.codes: list[int] = []

    def add(self, shape: Shape, true: MeasurableShape, code: int) -> None:
        """Add a shape."""
        self.shapes.append(shape)
        self.true.append(true)
        self.codes.append(code)

    def shapes_of(self, code: int) -> list[MeasurableShape]:
        """Return the shapes with a contact code in their true size; a side wall has many."""
        return [shape for number, shape in enumerate(self.true) if self.codes[number] == code]

    def shapes_without(self, code: int) -> list[Shape]:
        """Return all shapes but those of one chariot or wreck; walls and outcrops are never left out."""
        return [shape for number, shape in enumerate(self.shapes) if code < WRECK_CODE or self.codes[number] != code]


@mypyc_attr(acyclic=True)
class Ground:
    """The track and the other bases on it, as a mover meets them.

    `walls` are the walls within the bounds, which cover the whole track unless the ground was limited.
    """

    __slots__ = ("bodies", "bottom", "boxes", "codes", "left", "right", "top", "track", "walls")

    def __init__(self, track: Track, boxes: list[Box], codes: list[int], bodies: list[Box] | None = None) -> None:
        self.track = track
        self.boxes = boxes
        self.codes = codes
        self.bodies = [shrink_base(box) for box in boxes] if bodies is None else bodies
        self.walls = track.walls
        self.left: i64 = -UNBOUNDED_MI
        self.top: i64 = -UNBOUNDED_MI
        self.right: i64 = UNBOUNDED_MI
        self.bottom: i64 = UNBOUNDED_MI

    def limited_to(self, box: Box, reach: i64) -> Ground:
        """Return the same ground, faster for queries within a reach of a base and still correct elsewhere."""
        limited = Ground(self.track, self.boxes, self.codes, self.bodies)
        limited.left, limited.top = box.left - reach, box.top - reach
        limited.right, limited.bottom = box.right + reach, box.bottom + reach
        limited.walls = self.track.walls_near(limited.left, limited.top, limited.right, limited.bottom)
        return limited

    def near(self, box: Box, reach: i64) -> Nearby:
        """Return the shapes whose bounds lie within a reach of a base's bounds."""
        return self.within(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach)

    def within(self, left: i64, top: i64, right: i64, bottom: i64) -> Nearby:
        """Return the shapes whose bounds reach into a rectangle."""
        nearby = Nearby()
        inside = left >= self.left and top >= self.top and right <= self.right and bottom <= self.bottom
        for wall in self.walls if inside else self.track.walls:
            if wall.left <= right and wall.right >= left and wall.top <= bottom and wall.bottom >= top:
                nearby.add(wall, wall, int(wall.side))
        for number, circle in enumerate(self.track.outcrops):
            if circle.left <= right and circle.right >= left and circle.top <= bottom and circle.bottom >= top:
                nearby.add(circle, circle, OUTCROP_CODE + number)
        for number, other in enumerate(self.boxes):
            if other.left <= right and other.right >= left and other.top <= bottom and other.bottom >= top:
                nearby.add(self.bodies[number], other, self.codes[number])
        return nearby


def ground_for(s: Race, mover: Chariot, passed: i64 = 0) -> Ground:
    """Return the ground as a chariot meets it, without the chariots it may pass through (CR-Q19).

    `passed` has a bit for each seat to leave out.
    """
    boxes: list[Box] = []
    codes: list[int] = []
    for other in s.chariots:
        if other.id == mover.id or not other.is_solid() or (passed >> other.id) & 1:
            continue
        boxes.append(s.box(other))
        codes.append((WRECK_CODE if other.status == WRECK else CHARIOT_CODE) + int(other.id))
    return Ground(s.rules.track, boxes, codes)


def shrink_base(box: Box, shrink: i64 = SHRINK_MI) -> Box:
    """Return a base made slightly smaller on all sides."""
    return box_at(Pose(box.x, box.y, box.turn), box.length - 2 * shrink, box.width - 2 * shrink)


# -------------------------------------------------------------------- driving


@mypyc_attr(acyclic=True)
class Clearance:
    """The free distance of a base, the code of what ends it (or NOTHING_MET), and the direction out of the contact."""

    __slots__ = ("code", "free", "nx", "ny")

    def __init__(self, free: i64, code: int, nx: i64, ny: i64) -> None:
        self.free = free
        self.code = code
        self.nx = nx
        self.ny = ny


def clearance_ahead(ground: Ground, box: Box, distance: i64) -> Clearance:
    """Return how far a base can drive straight ahead, up to a distance, and what it meets first."""
    body = shrink_base(box)
    nearby = ground.near(box, distance + 100)
    free, first = forward(body, distance + 2 * SHRINK_MI, nearby.shapes)
    shrink = SHRINK_MI if first < 0 or nearby.codes[first] < WRECK_CODE else 2 * SHRINK_MI
    if first < 0 or free - shrink >= distance:
        return Clearance(distance, NOTHING_MET, 0, 0)
    _, nx, ny = nearby.shapes[first].separation(body.forward(max(free, 0)))
    return Clearance(max(free - shrink, 0), nearby.codes[first], nx, ny)


def is_glancing(turn: i64, nx: i64, ny: i64) -> bool:
    """CR-Q12: return whether a heading meets an edge with the normal (nx, ny) at less than 45 degrees."""
    dot = int(cosine(turn)) * int(nx) + int(sine(turn)) * int(ny)
    return 2 * dot * dot < (int(nx) * int(nx) + int(ny) * int(ny)) << 60


def direction_along_edge(turn: i64, nx: i64, ny: i64) -> i64:
    """Return the direction along an edge that is closer to a heading."""
    if cosine(turn) * ny - sine(turn) * nx <= 0:
        return direction_nearest(-ny, nx)
    return direction_nearest(ny, -nx)


# -------------------------------------------------------------------- turning


@mypyc_attr(acyclic=True)
class TurnResult:
    """A base after a turn, and the code of what it ran into, or NOTHING_MET.

    `rest` is the angle still to turn when the front met a chariot. `safe` is then the place to go back to if the other
    driver avoids the hit and the move ends on top of it; otherwise it is the base itself.
    """

    __slots__ = ("box", "code", "rest", "safe")

    def __init__(self, box: Box, code: int, rest: i64, safe: Box) -> None:
        self.box = box
        self.code = code
        self.rest = rest
        self.safe = safe


def finish_turn(box: Box, code: int = NOTHING_MET) -> TurnResult:
    """Return the result of a turn that is over."""
    return TurnResult(box, code, 0, box)


def turn_base(ground: Ground, box: Box, angle: i64, rammed: i64 = 0) -> TurnResult:
    """CR-Q9, CR-Q51: turn a base about its centre, up to where it meets something.

    Any part may hit an obstacle, but only the front hits a chariot, and none of the chariots in `rammed`, which has a
    bit for each seat. From another chariot the tail gives way; anything else stays clear of it.
    """
    body = shrink_base(box, TURN_SHRINK_MI)
    swung = box.length  # more than a turn about the centre can reach
    near = ground.within(box.x - swung, box.y - swung, box.x + swung, box.y + swung)
    if pivot(body, MIDDLE, angle, near.shapes)[1] < 0:
        return finish_turn(box.pivot(MIDDLE, angle))
    nearby = ground.near(box, TURN_REACH_MI)
    free, first = pivot(body, MIDDLE, angle, nearby.shapes)
    if free < 0:  # it overlaps something already, by less than SHRINK_MI
        body = shrink_base(box)
        free, first = pivot(body, MIDDLE, angle, nearby.shapes)
        if first < 0:
            return finish_turn(box.pivot(MIDDLE, angle))
    sign: i64 = 1 if angle > 0 else -1
    free = sign * max(free, 0)
    if nearby.codes[first] < CHARIOT_CODE:
        return finish_turn(box.pivot(MIDDLE, free), nearby.codes[first])
    return turn_into_chariot(nearby, box, body, angle, free, first, rammed)


def turn_into_chariot(
    nearby: Nearby, box: Box, body: Box, angle: i64, free: i64, first: i64, rammed: i64
) -> TurnResult:
    """CR-X6, CR-Q9, CR-Q51: return a turn that meets a chariot after turning by the angle `free`.

    `body` is the shrunken base, `first` the index of the chariot among the shapes nearby.
    """
    code = nearby.codes[first]
    other = nearby.true[first]
    sign: i64 = 1 if angle > 0 else -1
    clear = box.pivot(MIDDLE, sign * max(0, last_pivot_with_gap(box, MIDDLE, free, CLEAR_GAP_MI, [other])))
    met = body.pivot(MIDDLE, free)
    if not (rammed >> (code - CHARIOT_CODE)) & 1 and meets_with_front(met, nearby.shapes[first]):
        return TurnResult(box.pivot(MIDDLE, free), code, angle - free, clear)
    if nearby.shapes[first].overlaps(body.pivot(MIDDLE, free + sign).front_half()):
        return finish_turn(clear)
    _, nx, ny = nearby.shapes[first].separation(met)
    return finish_turn(make_room_for_tail(nearby, box.pivot(MIDDLE, angle), other, direction_nearest(nx, ny)) or clear)


def meets_with_front(body: Box, shape: Shape) -> bool:
    """CR-Q15: return whether a base that touches another one does so with its front edge or a front corner."""
    return isinstance(shape, Box) and meeting_sides(body, shape)[0] & FRONT != 0


def make_room_for_tail(nearby: Nearby, box: Box, other: MeasurableShape, out: i64) -> Box | None:
    """CR-Q51: return a base moved away from a chariot, 1/8 inch clear of it; None if there is no room."""
    away = distance_until_clear(box, out, MAX_TAIL_SHIFT_MI, [other])
    if away < 0:
        return None
    away += max(0, CLEAR_GAP_MI - other.gap_floor(box.slide(out, away)))
    aside = box.slide(out, away)
    if away > MAX_TAIL_SHIFT_MI or first_overlap(shrink_base(aside), nearby.shapes) >= 0:
        return None
    return aside


def slide_back_for_turn(ground: Ground, box: Box, angle: i64) -> i64:
    """CR-Q58: return how far a base must slide back for a free turn, at most 1/2 inch; 0 if that would not help."""
    body = shrink_base(box, TURN_SHRINK_MI)
    shapes = ground.near(box, TURN_REACH_MI).shapes
    return max(0, back_distance_for_pivot(body, MIDDLE, angle, MAX_SLIDE_BACK_MI, shapes))


# -------------------------------------------------------------------- drifting


def drift_distance(ground: Ground, box: Box, hand: i64, limit: i64) -> i64:
    """CR-Q10: return how far a base can drift to a side (1 right, -1 left), up to a limit."""
    turn = add_angle(box.turn, 900 * hand)
    body = shrink_base(box)
    nearby = ground.near(box, limit + 200)
    free, first = slide(body, turn, limit + CLEAR_GAP_MI, nearby.shapes)
    if first < 0:
        return limit
    met = nearby.shapes_of(nearby.codes[first])
    return max(0, last_slide_with_gap(body, turn, min(max(free, 0), limit), CLEAR_GAP_MI + SHRINK_MI, met))


# -------------------------------------------------------------------- after a contact


def back_off(ground: Ground, box: Box, code: int, gap: i64, most: i64 = MAX_BACK_OFF_MI) -> Box:
    """Return a base moved straight back until it is a gap away from what it met.

    It moves at most `most`, and no farther than what stands behind it allows.
    """
    nearby = ground.near(box, most + 500)
    met = nearby.shapes_of(code)
    back: i64 = 0
    while back < most:
        short = gap - smallest_gap(box.forward(-back), met, gap)
        if short <= 0:
            break
        back += max(1, short - 2)
    back = min(back, most)
    body = shrink_base(box)
    inside = first_overlap(body, nearby.shapes) >= 0  # it drove through something and must get out of it
    shapes = nearby.shapes_without(code) if inside else nearby.shapes
    free, _ = slide(body, add_angle(box.turn, 1800), back + 2 * SHRINK_MI, shapes)
    return box.forward(-min(back, max(free - 2 * SHRINK_MI, 0)))


def smallest_gap(box: Box, shapes: list[MeasurableShape], most: i64) -> i64:
    """Return the gap to the nearest of some shapes, at most a limit."""
    least = most
    for shape in shapes:
        across = max(shape.left - box.right, box.left - shape.right)
        along = max(shape.top - box.bottom, box.top - shape.bottom)
        if across < least and along < least:
            least = min(least, shape.gap_floor(box))
    return least


def align_with_edge(ground: Ground, box: Box, clearance: Clearance) -> Box | None:
    """CR-Q12: return a base turned along what it scraped, 1/4 inch clear of it; None if there is no room."""
    turn = direction_along_edge(box.turn, clearance.nx, clearance.ny)
    level = box_at(Pose(box.x, box.y, turn), box.length, box.width)
    out = direction_nearest(clearance.nx, clearance.ny)
    nearby = ground.near(box, 5000)
    met = nearby.shapes_of(clearance.code)
    shapes: list[Shape] = [*met]
    away = distance_until_clear(level, out, 3500, shapes)
    if away < 0:
        return None
    level = level.slide(out, away)
    for _ in range(4):
        gap = smallest_gap(level, met, TURN_REACH_MI)
        if gap == SCRAPE_GAP_MI:
            break
        level = level.slide(out, SCRAPE_GAP_MI - gap)
    return None if first_overlap(shrink_base(level), nearby.shapes) >= 0 else level
