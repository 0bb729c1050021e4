"""The free plane, for games measured in inches.

Lengths are whole thousandths of an inch. Angles are whole tenths of a degree: turn 0 points along positive x, y grows
downwards, and positive angles are clockwise, as in a scene. There are no fractions; functions that round say how in
their names. Touching is not overlapping. Coordinates are limited to 1000 inches, boxes and ellipses to 20.

`poses`         a point and a direction
`boxes`         bases: overlap, gap, spots, nearest point
`shapes`        the base classes of all shapes, and the search for the first overlap of a move
`outlines`      points and lines of polygons
`polygons`      polygons and walls
`terrain`       circles, ellipses, the edge of the table
`pivot_bounds`  the bounds of a turning box
`sweeps`        how far a box can move, straight or turning, and the shape that stops it
`contacts`      contact between shapes, and the sides that meet
`arcs`          wedges, and the quarters around a base
`sight`         lines of sight
"""

from hippodrome.kit.geometry.plane.arcs import (
    FRONT_ARC,
    LEFT_AFT_ARC,
    LEFT_FORE_ARC,
    REAR_ARC,
    RIGHT_AFT_ARC,
    RIGHT_FORE_ARC,
    Wedge,
    is_line_in_side_wedge,
    quarter_of_point,
    quarters_of_box,
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
from hippodrome.kit.geometry.plane.contacts import (
    CONTACT_TOLERANCE_MI,
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    is_in_contact,
    meeting_sides,
    side_line,
)
from hippodrome.kit.geometry.plane.outlines import OutlineError, Point, arc_points, segments_intersect, side_of_line
from hippodrome.kit.geometry.plane.polygons import ConvexShape, Polygon, Wall
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import MeasurableShape, Shape, Solid
from hippodrome.kit.geometry.plane.sight import blockers, first_blocker
from hippodrome.kit.geometry.plane.sweeps import (
    back_distance_for_pivot,
    distance_until_clear,
    first_overlap,
    forward,
    last_pivot_with_gap,
    last_slide_with_gap,
    overlapping_mask,
    overlapping_shapes,
    pivot,
    slide,
)
from hippodrome.kit.geometry.plane.terrain import Circle, Ellipse, TableEdge

__all__ = [
    "CONTACT_TOLERANCE_MI",
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
    "ConvexShape",
    "Ellipse",
    "MeasurableShape",
    "OutlineError",
    "Point",
    "Polygon",
    "Pose",
    "Shape",
    "Solid",
    "TableEdge",
    "Wall",
    "Wedge",
    "arc_points",
    "back_distance_for_pivot",
    "blockers",
    "box_at",
    "distance_until_clear",
    "first_blocker",
    "first_overlap",
    "forward",
    "is_in_contact",
    "is_line_in_side_wedge",
    "last_pivot_with_gap",
    "last_slide_with_gap",
    "meeting_sides",
    "overlapping_mask",
    "overlapping_shapes",
    "pivot",
    "quarter_of_point",
    "quarters_of_box",
    "segments_intersect",
    "side_line",
    "side_of_line",
    "slide",
]
