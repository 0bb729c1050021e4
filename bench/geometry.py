"""Measure the overlap and sweep tests of the plane, compared with shapely and numpy.

    ./play bench geometry [--rounds N]

It measures the build it runs in (./play uses the compiled one), with polygons and arrays prepared in advance, and
prints ratios within rounds. Before the measurement, results are compared in many random layouts.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import Polygon

from hippodrome.kit.geometry import fixed_point
from hippodrome.kit.geometry.plane import Box, Pose, Shape, box_at, overlapping_mask, slide

MOVER_COUNT, OTHER_COUNT = 6, 20
BASE_LENGTH_MI, BASE_WIDTH_MI = 4000, 2000
SWEEP_TURN_TENTHS, SWEEP_DISTANCE_MI = 95, 6083  # the path of a sweep: six inches ahead and one to the side
SLICE_S = 0.05
"""CPU seconds of one measurement."""

Case = Callable[[], object]
Floats = NDArray[np.float64]


# layouts ------------------------------------------------------------------------------------------


CROWDED_RADIUS_MI, OPEN_RADIUS_MI = 7000, 12_000
"""The radius of a layout: one in which most pairs nearly touch, and one with room to move."""


def bases(count: int, seed: int, reach: int, clear_of: list[Box] | None = None) -> list[Box]:
    """Return random bases around the origin, clear of other bases if these are given."""
    generator = random.Random(seed)
    placed: list[Box] = []
    while len(placed) < count:
        distance, direction = generator.randrange(3000, reach), generator.randrange(3600)
        x, y, _ = Pose(0, 0, direction).forward(distance).as_tuple()
        box = box_at(Pose(x, y, generator.randrange(3600)), BASE_LENGTH_MI, BASE_WIDTH_MI)
        if not any(box.overlaps(other) for other in clear_of or []):
            placed.append(box)
    return placed


def polygon(box: Box) -> Polygon:
    """Return a base as a shapely polygon."""
    return Polygon(box.corners())


def row(box: Box) -> list[float]:
    """Return a base as a numpy row: middle, direction, half sizes."""
    c, s = fixed_point.cosine(box.turn) / fixed_point.FIXED_ONE, fixed_point.sine(box.turn) / fixed_point.FIXED_ONE
    return [box.x, box.y, c, s, BASE_LENGTH_MI / 2, BASE_WIDTH_MI / 2]


SWEEP_VECTOR = (
    SWEEP_DISTANCE_MI * fixed_point.cosine(SWEEP_TURN_TENTHS) / fixed_point.FIXED_ONE,
    SWEEP_DISTANCE_MI * fixed_point.sine(SWEEP_TURN_TENTHS) / fixed_point.FIXED_ONE,
)


def numpy_sweep(a: Floats, b: Floats) -> float:
    """Return the fraction of the path after which a base first meets another; 2 if it meets none."""
    vx, vy = SWEEP_VECTOR
    dx, dy = b[:, 0] - a[0], b[:, 1] - a[1]
    c = np.abs(a[2] * b[:, 2] + a[3] * b[:, 3])
    s = np.abs(a[2] * b[:, 3] - a[3] * b[:, 2])
    one = np.ones_like(dx)
    offset = np.stack(
        (dx * a[2] + dy * a[3], dy * a[2] - dx * a[3], dx * b[:, 2] + dy * b[:, 3], dy * b[:, 2] - dx * b[:, 3])
    )
    half = np.stack(
        (
            a[4] + b[:, 4] * c + b[:, 5] * s,
            a[5] + b[:, 4] * s + b[:, 5] * c,
            b[:, 4] + a[4] * c + a[5] * s,
            b[:, 5] + a[4] * s + a[5] * c,
        )
    )
    speed = np.stack(
        (
            one * (vx * a[2] + vy * a[3]),
            one * (vy * a[2] - vx * a[3]),
            vx * b[:, 2] + vy * b[:, 3],
            vy * b[:, 2] - vx * b[:, 3],
        )
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        start, end = (offset - half) / speed, (offset + half) / speed
    enter = np.maximum(np.minimum(start, end).max(axis=0), 0.0)
    leave = np.minimum(np.maximum(start, end).min(axis=0), 1.0)
    hit = enter < leave
    return float(enter[hit].min()) if hit.any() else 2.0


def check_agreement() -> None:
    """Raise RuntimeError if the libraries disagree; numpy may differ in 1 % of the sweeps, where bases just graze."""
    sweeps = differences = 0
    for seed in range(100):
        others = bases(OTHER_COUNT, seed, OPEN_RADIUS_MI)
        shapes: list[Shape] = [*others]
        table = np.array([row(box) for box in others])
        polygons = [polygon(box) for box in others]
        for mover in bases(MOVER_COUNT, seed + 1000, OPEN_RADIUS_MI, others):
            aside = mover.translate(700, -400)
            if overlapping_mask(aside, others) != sum(1 << number for number in overlapping_polygons(aside, polygons)):
                raise RuntimeError(f"shapely disagrees in layout {seed}")
            reached, met = slide(mover, SWEEP_TURN_TENTHS, SWEEP_DISTANCE_MI, shapes)
            if overlapping_polygons(mover.slide(SWEEP_TURN_TENTHS, reached), polygons):
                raise RuntimeError(f"a sweep went too far in layout {seed}")
            if met >= 0 and overlapping_polygons(mover.slide(SWEEP_TURN_TENTHS, reached + 1), polygons)[0] != met:
                raise RuntimeError(f"a sweep met the wrong base in layout {seed}")
            share = min(numpy_sweep(np.array(row(mover)), table), 1.0)
            sweeps += 1
            differences += abs(reached - share * SWEEP_DISTANCE_MI) > 12
    if differences * 100 > sweeps:
        raise RuntimeError(f"numpy disagrees in {differences} of {sweeps} sweeps")


def overlapping_polygons(box: Box, polygons: list[Polygon]) -> list[int]:
    """Return the indices of the polygons that a base overlaps, according to shapely."""
    mine = polygon(box)
    return [number for number, other in enumerate(polygons) if mine.intersection(other).area > 0]


# measurement --------------------------------------------------------------------------------------


def cases() -> dict[str, Case]:
    """Return the cases: six movers against twenty others, with each library."""
    crowd, field = bases(OTHER_COUNT, 5, CROWDED_RADIUS_MI), bases(OTHER_COUNT, 5, OPEN_RADIUS_MI)
    movers, free = bases(MOVER_COUNT, 9, CROWDED_RADIUS_MI), bases(MOVER_COUNT, 9, OPEN_RADIUS_MI, field)
    obstacles: list[Shape] = [*field]
    polygons, moving = [polygon(box) for box in crowd], [polygon(box) for box in movers]
    table, rows = np.array([row(box) for box in field]), np.array([row(box) for box in free])
    return {
        "overlap, ours": lambda: [overlapping_mask(mover, crowd) for mover in movers],
        "overlap, shapely": lambda: [mover.intersects(other) for mover in moving for other in polygons],
        "sweep, ours": lambda: [slide(mover, SWEEP_TURN_TENTHS, SWEEP_DISTANCE_MI, obstacles) for mover in free],
        "sweep, numpy": lambda: [numpy_sweep(mover, table) for mover in rows],
    }


GOALS = (("overlap, shapely", "overlap, ours", 50.0), ("sweep, numpy", "sweep, ours", 80.0))
"""The speed-up of the second case over the first that the compiled build should reach."""


def measure_call(case: Case) -> float:
    """Return the CPU seconds of one call."""
    calls, batch, used = 0, 4, 0.0
    start = time.process_time()
    while used < SLICE_S:
        for _ in range(batch):
            case()
        calls += batch
        batch *= 2
        used = time.process_time() - start
    return used / calls


def main() -> None:
    """Measure and print the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="number of rounds (7)")
    rounds = parser.parse_args().rounds
    check_agreement()
    all_cases = cases()
    times_by_case: dict[str, list[float]] = {name: [] for name in all_cases}
    for _ in range(rounds):
        for name, case in all_cases.items():
            times_by_case[name].append(measure_call(case))
    compiled = not str(fixed_point.__file__).endswith(".py")
    pairs = MOVER_COUNT * OTHER_COUNT
    print(f"The plane, {'compiled' if compiled else 'plain'}, {MOVER_COUNT} x {OTHER_COUNT}, median of {rounds}")
    for name, times in times_by_case.items():
        print(f"  {name:<18} {median(times) / pairs * 1e9:9.1f} ns/pair")
    for base, ours, wanted in GOALS:
        ratios = [slow / fast for slow, fast in zip(times_by_case[base], times_by_case[ours], strict=True)]
        value = median(ratios)
        verdict = ("reached" if value >= wanted else "missed") if compiled else "for the compiled build only"
        spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
        print(f"  {ours} is {value:.1f} times {base} ({spread}); goal {wanted:.0f}: {verdict}")


if __name__ == "__main__":
    main()
