"""Runners, and chariots that drive through them (WW-S6, WW-Q51)."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.wheelie.bases import dodge_place, runners_under
from hippodrome.games.wheelie.ending import credit_kill, disperse
from hippodrome.games.wheelie.state import DISPERSED, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import FRACTION_BITS
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import Box


def passes_through(mover: Unit, box: Box, runners: Box, distance: i64) -> bool:
    """WW-S6: return whether the front edge, after a drive, is past the far side of the Runners' base it meets."""
    if sweeps.forward(box, distance, [runners])[1] < 0:
        return False
    pose = mover.pose()
    far_side = max([int(pose.ahead_scaled(x, y)) for x, y in runners.corners()])
    return int(distance + box.length // 2) << FRACTION_BITS >= far_side


def disperse_driven_through(s: Skirmish, mover: Unit, distance: i64) -> None:
    """WW-S6: disperse enemy Runners that an Advance goes right through; called before the chariot moves."""
    box = s.box(mover)
    for other in s.others(mover):
        if s.is_runners(other) and other.side != mover.side and passes_through(mover, box, s.box(other), distance):
            disperse(s, other, DISPERSED)
            credit_kill(s, mover, other)


def distance_to_stuck_runners(s: Skirmish, mover: Unit, distance: i64) -> i64:
    """WW-Q51: return how far a chariot gets, up to a distance, before Runners with nowhere to go stop it."""
    box = s.box(mover)
    end = box.forward(distance)
    for runners in runners_under(s, mover, end):
        if dodge_place(s, mover, end, runners) is None:
            free = sweeps.forward(box, distance, [s.box(runners)])[0]
            return distance_to_stuck_runners(s, mover, free) if free > 0 else 0
    return distance
