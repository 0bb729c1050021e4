"""Measures the free plane beside shapely and numpy: do bases overlap, and how far does one get?

    ./play bench plane [--rounds N]

It measures the build it runs in (./play takes the compiled one), with polygons and arrays ready made, and prints
ratios within rounds. Before anything is timed, answers are compared on many worlds.
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

MOVERS, OTHERS = 6, 20
LENGTH, WIDTH = 4000, 2000
TURN, DISTANCE = 95, 6083  # the way of a sweep: six inches ahead and one aside
SECONDS = 0.05
"""CPU seconds that one measurement should fill."""

Case = Callable[[], object]
Floats = NDArray[np.float64]


# worlds -------------------------------------------------------------------------------------------


CROWD, FIELD = 7000, 12_000
"""How far out bases stand: so that most pairs are near misses, or so that there is room to move."""


def bases(count: int, seed: int, reach: int, clear_of: list[Box] | None = None) -> list[Box]:
    """Bases around a point; clear of others if that is wanted."""
    chance = random.Random(seed)
    found: list[Box] = []
    while len(found) < count:
        far, where = chance.randrange(3000, reach), chance.randrange(3600)
        x, y, _ = Pose(0, 0, where).forward(far).as_tuple()
        box = box_at(Pose(x, y, chance.randrange(3600)), LENGTH, WIDTH)
        if not any(box.overlaps(other) for other in clear_of or []):
            found.append(box)
    return found


def polygon(box: Box) -> Polygon:
    """The same base for shapely."""
    return Polygon(box.corners())


def row(box: Box) -> list[float]:
    """The same base for numpy: middle, direction, half sizes."""
    c, s = fixed_point.cosine(box.turn) / fixed_point.FIXED_ONE, fixed_point.sine(box.turn) / fixed_point.FIXED_ONE
    return [box.x, box.y, c, s, LENGTH / 2, WIDTH / 2]


WAY = (
    DISTANCE * fixed_point.cosine(TURN) / fixed_point.FIXED_ONE,
    DISTANCE * fixed_point.sine(TURN) / fixed_point.FIXED_ONE,
)


def numpy_sweep(a: Floats, b: Floats) -> float:
    """The share of the way after which a base first meets any of the others; 2 if it meets none."""
    vx, vy = WAY
    dx, dy = b[:, 0] - a[0], b[:, 1] - a[1]
    c = np.abs(a[2] * b[:, 2] + a[3] * b[:, 3])
    s = np.abs(a[2] * b[:, 3] - a[3] * b[:, 2])
    one = np.ones_like(dx)
    apart = np.stack(
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
        start, end = (apart - half) / speed, (apart + half) / speed
    enter = np.maximum(np.minimum(start, end).max(axis=0), 0.0)
    leave = np.minimum(np.maximum(start, end).min(axis=0), 1.0)
    hit = enter < leave
    return float(enter[hit].min()) if hit.any() else 2.0


def check() -> None:
    """All must agree before anything is timed; by numpy, where a graze turns on a thousandth, nearly always."""
    sweeps = strays = 0
    for seed in range(100):
        others = bases(OTHERS, seed, FIELD)
        shapes: list[Shape] = [*others]
        table = np.array([row(box) for box in others])
        polygons = [polygon(box) for box in others]
        for mover in bases(MOVERS, seed + 1000, FIELD, others):
            aside = mover.translate(700, -400)
            if overlapping_mask(aside, others) != sum(1 << number for number in sharing(aside, polygons)):
                raise RuntimeError(f"shapely says otherwise in world {seed}")
            reached, met = slide(mover, TURN, DISTANCE, shapes)
            if sharing(mover.slide(TURN, reached), polygons):
                raise RuntimeError(f"a sweep went too far in world {seed}")
            if met >= 0 and sharing(mover.slide(TURN, reached + 1), polygons)[0] != met:
                raise RuntimeError(f"a sweep met the wrong base in world {seed}")
            share = min(numpy_sweep(np.array(row(mover)), table), 1.0)
            sweeps += 1
            strays += abs(reached - share * DISTANCE) > 12
    if strays * 100 > sweeps:
        raise RuntimeError(f"numpy says otherwise in {strays} of {sweeps} sweeps")


def sharing(box: Box, polygons: list[Polygon]) -> list[int]:
    """The numbers of the polygons that a base shares ground with, by shapely."""
    mine = polygon(box)
    return [number for number, other in enumerate(polygons) if mine.intersection(other).area > 0]


# measuring ----------------------------------------------------------------------------------------


def cases() -> dict[str, Case]:
    """Six movers against twenty others, each way."""
    crowd, field = bases(OTHERS, 5, CROWD), bases(OTHERS, 5, FIELD)
    movers, free = bases(MOVERS, 9, CROWD), bases(MOVERS, 9, FIELD, field)
    in_the_way: list[Shape] = [*field]
    polygons, moving = [polygon(box) for box in crowd], [polygon(box) for box in movers]
    table, rows = np.array([row(box) for box in field]), np.array([row(box) for box in free])
    return {
        "overlap, ours": lambda: [overlapping_mask(mover, crowd) for mover in movers],
        "overlap, shapely": lambda: [mover.intersects(other) for mover in moving for other in polygons],
        "sweep, ours": lambda: [slide(mover, TURN, DISTANCE, in_the_way) for mover in free],
        "sweep, numpy": lambda: [numpy_sweep(mover, table) for mover in rows],
    }


GOALS = (("overlap, shapely", "overlap, ours", 50.0), ("sweep, numpy", "sweep, ours", 80.0))
"""How many times faster than the first the second should be, compiled."""


def seconds(case: Case) -> float:
    """CPU seconds of one call."""
    calls, batch, used = 0, 4, 0.0
    start = time.process_time()
    while used < SECONDS:
        for _ in range(batch):
            case()
        calls += batch
        batch *= 2
        used = time.process_time() - start
    return used / calls


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="how often to measure all (7)")
    rounds = parser.parse_args().rounds
    check()
    measured = cases()
    found: dict[str, list[float]] = {name: [] for name in measured}
    for _ in range(rounds):
        for name, case in measured.items():
            found[name].append(seconds(case))
    compiled = not str(fixed_point.__file__).endswith(".py")
    pairs = MOVERS * OTHERS
    print(f"The plane, {'compiled' if compiled else 'plain'}, {MOVERS} x {OTHERS}, median of {rounds}")
    for name, times in found.items():
        print(f"  {name:<18} {median(times) / pairs * 1e9:9.1f} ns/pair")
    for base, ours, wanted in GOALS:
        ratios = [slow / fast for slow, fast in zip(found[base], found[ours], strict=True)]
        value = median(ratios)
        verdict = ("reached" if value >= wanted else "missed") if compiled else "of the compiled build"
        spread = f"{min(ratios):.1f} to {max(ratios):.1f}"
        print(f"  {ours} is {value:.1f} times {base} ({spread}); goal {wanted:.0f}: {verdict}")


if __name__ == "__main__":
    main()
