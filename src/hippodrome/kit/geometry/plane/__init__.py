"""The free plane, for games measured in inches.

Lengths are whole thousandths of an inch. Angles are whole tenths of a degree: turn 0 points to where x grows, y grows
downwards, positive is clockwise, as in a scene. No fraction occurs anywhere; functions that round say which way in
their names. Touching is not overlapping. Coordinates stay within 1000 inches, boxes and ellipses within 20.

`poses`     a point and a direction
`boxes`     bases: overlap, gap, spots, nearest point
`shapes`    what every shape can be asked, and how a move finds what it meets first
`pieces`    polygons and walls
`terrain`   circles, ellipses, the edge of the table
`swings`    the room that a turning box takes
`sweeps`    how far a box gets, straight or turning, and what stops it
`contacts`  which sides meet; what counts as contact
`arcs`      wedges, and the quarters around a base
`sight`     lines of sight
"""

from hippodrome.kit.geometry.plane.arcs import (
    FRONT_ARC,
    LEFT_AFT_ARC,
    LEFT_FORE_ARC,
    REAR_ARC,
    RIGHT_AFT_ARC,
    RIGHT_FORE_ARC,
    Wedge,
    quarter,
    quarter_within,
    quarters,
)
from hippodrome.kit.geometry.plane.boxes import (
    CORNERS,
    FRONT_LEFT,
    FRONT_MIDDLE,
    FRONT_RIGHT,
    MIDDLE,
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    REAR_LEFT,
    REAR_MIDDLE,
    REAR_RIGHT,
    Box,
    box_at,
)
from hippodrome.kit.geometry.plane.contacts import CONTACT, FRONT, LEFT, REAR, RIGHT, in_contact, meeting_sides, side_of
from hippodrome.kit.geometry.plane.outlines import OutlineError, Point, arc_points, beside_line, lines_meet
from hippodrome.kit.geometry.plane.pieces import Convex, Polygon, Wall
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import Measured, Shape, Solid
from hippodrome.kit.geometry.plane.sight import blockers, first_blocker
from hippodrome.kit.geometry.plane.sweeps import (
    back_for_pivot,
    first_overlapping,
    forward,
    overlapped,
    overlapping,
    pivot,
    pivot_back_to,
    slide,
    slide_back_to,
    slide_clear,
)
from hippodrome.kit.geometry.plane.terrain import Circle, Ellipse, Table

__all__ = [
    "CONTACT",
    "CORNERS",
    "FRONT",
    "FRONT_ARC",
    "FRONT_LEFT",
    "FRONT_MIDDLE",
    "FRONT_RIGHT",
    "LEFT",
    "LEFT_AFT_ARC",
    "LEFT_FORE_ARC",
    "MIDDLE",
    "MIDDLE_LEFT",
    "MIDDLE_RIGHT",
    "REAR",
    "REAR_ARC",
    "REAR_LEFT",
    "REAR_MIDDLE",
    "REAR_RIGHT",
    "RIGHT",
    "RIGHT_AFT_ARC",
    "RIGHT_FORE_ARC",
    "Box",
    "Circle",
    "Convex",
    "Ellipse",
    "Measured",
    "OutlineError",
    "Point",
    "Polygon",
    "Pose",
    "Shape",
    "Solid",
    "Table",
    "Wall",
    "Wedge",
    "arc_points",
    "back_for_pivot",
    "beside_line",
    "blockers",
    "box_at",
    "first_blocker",
    "first_overlapping",
    "forward",
    "in_contact",
    "lines_meet",
    "meeting_sides",
    "overlapped",
    "overlapping",
    "pivot",
    "pivot_back_to",
    "quarter",
    "quarter_within",
    "quarters",
    "side_of",
    "slide",
    "slide_back_to",
    "slide_clear",
]
