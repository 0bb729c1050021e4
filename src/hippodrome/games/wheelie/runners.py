"""Runners, and chariots that drive through them (WW-S6, WW-Q51), judged over the whole Advance."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.wheelie.bases import dodge_place, runners_under
from hippodrome.games.wheelie.ending import credit_kill, disperse
from hippodrome.games.wheelie.state import DISPERSED, STRAIGHT, STRETCH_FIELDS, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import FRACTION_BITS
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose


def passes_through(path: tuple[int, ...], length: i64, width: i64, runners: Box) -> bool:
    """WW-S6: return whether the front edge of a base, on its path, goes past the far side of Runners it has met.

    It meets them where a straight drive of the path reaches their base from outside.
    """
    has_met = False
    for start in range(0, len(path), STRETCH_FIELDS):
        x, y, turn, kind, distance = path[start : start + STRETCH_FIELDS]
        pose = Pose(x, y, turn)
        box = box_at(pose, length, width)
        if kind != STRAIGHT or distance <= 0 or sweeps.forward(box, distance, [runners])[1] < 0:
            continue
        has_met = has_met or not box.overlaps(runners)
        far_side = max([int(pose.ahead_scaled(corner_x, corner_y)) for corner_x, corner_y in runners.corners()])
        if has_met and int(distance + length // 2) << FRACTION_BITS >= far_side:
            return True
    return False


def disperse_driven_through(s: Skirmish, mover: Unit, distance: i64) -> None:
    """WW-S6: disperse Runners that the Advance, with this drive, goes right through; called before the drive.

    Friends are dispersed, too, unless the option `friends_disperse` says otherwise.
    """
    kind = s.kind(mover)
    path = (*s.act.path, int(mover.x), int(mover.y), int(mover.turn), STRAIGHT, int(distance))
    for other in s.others(mover):
        if not s.is_runners(other) or not is_dispersed_by(s, mover, other):
            continue
        if passes_through(path, kind.length, kind.width, s.box(other)):
            disperse(s, other, DISPERSED)
            credit_kill(s, mover, other)


def is_dispersed_by(s: Skirmish, mover: Unit, runners: Unit) -> bool:
    """WW-Q51: return whether a chariot disperses these Runners by driving through them."""
    return runners.side != mover.side or s.rules.options.friends_disperse == "yes"


def distance_to_stuck_runners(s: Skirmish, mover: Unit, distance: i64) -> i64:
    """WW-Q51: return how far a chariot gets, up to a distance, before Runners with nowhere to go stop it."""
    box = s.box(mover)
    end = box.forward(distance)
    for runners in runners_under(s, mover, end):
        if dodge_place(s, mover, end, runners) is None:
            free = sweeps.forward(box, distance, [s.box(runners)])[0]
            return distance_to_stuck_runners(s, mover, free) if free > 0 else 0
    return distance
