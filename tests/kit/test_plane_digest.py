"""A large batch of results has a fixed digest, so that every machine and both builds agree."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest

from hippodrome.kit.geometry import fixed_point
from hippodrome.kit.geometry.plane import (
    CORNERS,
    MIDDLE,
    Box,
    Circle,
    Ellipse,
    MeasurableShape,
    Polygon,
    Pose,
    Shape,
    Solid,
    TableEdge,
    Wall,
    Wedge,
    arc_points,
    back_distance_for_pivot,
    blockers,
    box_at,
    distance_until_clear,
    forward,
    last_pivot_with_gap,
    last_slide_with_gap,
    meeting_sides,
    overlapping_shapes,
    pivot,
    quarters_of_box,
    slide,
)


class Numbers:
    """Pseudo-random numbers that are the same on every machine."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def around(self, n: int) -> int:
        return self.below(2 * n + 1) - n

    def box(self, reach: int) -> Box:
        sizes = ((4000, 2000), (4000, 3000), (1500, 2500), (2000, 2000))
        return box_at(Pose(self.around(reach), self.around(reach), self.below(3600)), *sizes[self.below(4)])


def random_terrain(numbers: Numbers) -> list[Solid]:
    """Return a piece of terrain of each kind."""
    x, y = numbers.around(9000), numbers.around(9000)
    rocks = [(x + dx, y + dy) for dx, dy in ((0, 0), (3000, -400), (6000, 1000), (5200, 3000), (2500, 4600))]
    return [
        Polygon(rocks),
        Polygon([*rocks, (x + 3000, y + 2000)]),  # concave
        Ellipse(numbers.around(9000), numbers.around(9000), numbers.below(3600), 8000, 6000),
        Circle(numbers.around(9000), numbers.around(9000), 3000),
        Wall(arc_points(numbers.around(5000), numbers.around(5000), 12_000, numbers.below(3600), 1800, 100)),
    ]


def moves(numbers: Numbers) -> Iterator[object]:
    """Yield the results of moves of a base among shapes."""
    box, others, solids = numbers.box(9000), [numbers.box(9000) for _ in range(5)], random_terrain(numbers)
    shapes: list[Shape] = [*others, *solids, TableEdge(-12_000, -12_000, 12_000, 12_000)]
    bases: list[MeasurableShape] = [*others]
    spot, angle = (*CORNERS, MIDDLE)[numbers.below(5)], numbers.around(900)
    yield overlapping_shapes(box, shapes)
    yield [shape.separation(box) for shape in shapes]
    free: list[Shape] = [shape for shape in shapes if not shape.overlaps(box)]
    yield forward(box, 12_000, free)
    yield slide(box, numbers.below(3600), 1000, free)
    yield pivot(box, spot, angle, free)
    yield distance_until_clear(box, numbers.below(3600), 9000, [*others])
    yield back_distance_for_pivot(box, spot, angle, 1500, free[-3:])
    yield last_slide_with_gap(box, box.turn, 6000, 500, bases)
    yield last_pivot_with_gap(box, spot, angle, 500, bases)
    yield box.forward(numbers.around(6000)).pivot(spot, angle).pose().as_tuple()


def measurements(numbers: Numbers) -> Iterator[object]:
    """Yield the results of measuring, aiming and lines of sight."""
    box, other, solids = numbers.box(9000), numbers.box(9000), random_terrain(numbers)
    wedge = Wedge(box.x, box.y, numbers.below(3600), 1 + numbers.below(1800))
    yield box.gap_floor(other), box.gap_ceil(other), meeting_sides(box, other)
    yield box.measure_to_point(other.x, other.y)
    yield [(solid.gap_floor(box), solid.gap_ceil(box)) for solid in solids if isinstance(solid, MeasurableShape)]
    yield [(solid.contains(box), solid.contains_point(box.x, box.y)) for solid in solids]
    yield blockers(box.x, box.y, other.x, other.y, solids)
    yield quarters_of_box(box, -1000, other)
    yield wedge.overlaps(other), wedge.contains(other), wedge.reaches(other, numbers.below(9000))
    yield fixed_point.direction_floor(box.x or 1, box.y), fixed_point.direction_nearest(box.x or 1, box.y)


@pytest.mark.parametrize(
    ("batch", "count", "digest"),
    [(moves, 150, "0ee84ee53fb48f9de1db039447c30076"), (measurements, 600, "9b3a7c50cecc4a08b05666dbdd959fa2")],
    ids=["moves", "measurements"],
)
def test_results_are_the_same_on_every_machine(batch: object, count: int, digest: str) -> None:
    assert callable(batch)
    hasher = hashlib.blake2b(digest_size=16)
    for seed in range(count):
        for answer in batch(Numbers(seed)):
            hasher.update(repr(answer).encode("ascii"))
    assert hasher.hexdigest() == digest
