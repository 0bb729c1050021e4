"""Movement of bases: no rounding brings a base into something that it only brushes."""

from __future__ import annotations

from itertools import product

import pytest

from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    NOTHING_MET,
    STOP_GAP_MI,
    WRECK_CODE,
    Ground,
    back_off,
    clearance_ahead,
    shrink_base,
    turn_base,
)
from hippodrome.games.races.machines import BASE_LENGTH_MI, BASE_WIDTH_MI
from hippodrome.kit.geometry.fixed_point import add_angle
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from tests.games.races.world import open_track
from tests.support import clause


def base_at(x: int, y: int, turn: int) -> Box:
    """Return the base of a chariot at a pose."""
    return box_at(Pose(x, y, turn), BASE_LENGTH_MI, BASE_WIDTH_MI)


@clause("CR-Q58")
def test_a_base_that_drives_past_a_rock_never_overlaps_it() -> None:
    """Even where its side brushes the rock, rounding does not move the base into it."""
    track = open_track("\n[[outcrop]]\nx = 0\ny = 0\nradius = 1200\n")
    ground, rock = Ground(track, [], []), track.outcrops[0]
    brushed = 0
    for turn in range(7, 900, 17):
        for aside in (2189, 2190, 2191):
            start = Pose(0, 0, add_angle(turn, 900)).forward(aside)
            box = base_at(start.x, start.y, turn).forward(-4000)
            if rock.overlaps(shrink_base(box)):
                continue
            for distance in range(3800, 4200, 80):
                clearance = clearance_ahead(ground, box, distance)
                brushed += clearance.code != NOTHING_MET
                assert not rock.overlaps(shrink_base(box.forward(clearance.free)))
    assert brushed


@clause("CR-Q58")
@pytest.mark.parametrize(
    ("turn", "behind"),
    [
        (0, (-4177, -500, 3452)),
        (369, (-3213, -2411, 385)),
        (3106, (-3200, 2800, 3304)),
        (669, (-687, -4082, 369)),
    ],
)
def test_a_chariot_hit_from_behind_drives_off_freely(turn: int, behind: tuple[int, int, int]) -> None:
    """It can leave however oblique the other chariot is: the corner that hit it does not hold its edge."""
    box, other = base_at(0, 0, turn), base_at(*behind)
    assert box.overlaps(other)  # by less than SHRINK_MI
    assert clearance_ahead(Ground(open_track(), [other], [CHARIOT_CODE]), box, 3000).code == NOTHING_MET


@clause("CR-Q12", "CR-Q58")
@pytest.mark.parametrize(
    ("turn", "wreck"),
    [(141, (-1750, 2038, 11)), (3189, (-1974, -2223, 3556)), (237, (-3370, 691, 235)), (376, (1467, -1399, 369))],
)
def test_a_base_does_not_back_off_into_a_wreck_beside_it(turn: int, wreck: tuple[int, int, int]) -> None:
    box, other = base_at(0, 0, turn), base_at(*wreck)
    assert not shrink_base(box).overlaps(shrink_base(other))
    ground = Ground(open_track(), [other], [WRECK_CODE])
    assert not shrink_base(back_off(ground, box, WRECK_CODE, STOP_GAP_MI)).overlaps(shrink_base(other))


@clause("CR-Q51", "CR-Q58")
def test_a_base_that_has_turned_beside_a_chariot_drives_off_along_it() -> None:
    """The tail has given way until it was just clear; rounding on the way is not a contact."""
    track, shifted = open_track(), 0
    box = base_at(0, 0, 0)
    for lean, x, y in product(range(-147, -50, 23), (-2600, -1900, -900), (2300, 2500)):
        other = base_at(x, y, int(add_angle(0, lean)))
        ground = Ground(track, [other], [CHARIOT_CODE])
        for angle in (-220, -150, -70) if box.gap_floor(other) else ():
            turned = turn_base(ground, box, angle).box
            shifted += (turned.x, turned.y) != (0, 0)
            assert clearance_ahead(ground, turned, 6000).code == NOTHING_MET
    assert shifted > 20
