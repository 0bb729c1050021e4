"""Targets that are typed after `go`: a point of the table in inches, or one relative to the piece that is steered."""

from __future__ import annotations

import re
from typing import Final

from hippodrome.kit.geometry.plane.poses import COORDINATE_LIMIT_MI, Pose
from hippodrome.kit.match import Match
from hippodrome.kit.units import INCH

STEERING_HELP: Final = (
    "Type where to go in inches: go 12,20 is 12 from the left edge and 20 from the top one; go ahead 5 right 2 begins "
    "at your piece. Add the direction to face in degrees, clockwise from the right: go 12,20 facing 90."
)
_NUMBER: Final = r"-?\d+(?:\.\d+)?"
_POINT: Final = re.compile(rf"({_NUMBER})[, ]+({_NUMBER})")
_RELATIVE: Final = re.compile(rf"(?:(ahead|back) ({_NUMBER}))?[, ]*(?:(left|right) ({_NUMBER}))?")
_FACING: Final = re.compile(rf"^(.*?)[, ]+facing ({_NUMBER})$")


def steered_pose(match: Match) -> Pose:
    """Return position and direction of the piece that is steered."""
    steered = match.steered_node()
    nodes = [node for layer in match.scene(match.seat).layers for node in layer.nodes if node.id == steered]
    return Pose(nodes[0].x, nodes[0].y, nodes[0].turn)


def parse_target(words: str, pose: Pose) -> tuple[int, int, int | None] | None:
    """Return x, y and direction (or None) of a target; None if the words name none."""
    turn: int | None = None
    facing = _FACING.match(words)
    if facing is not None:
        words, turn = facing[1], round(float(facing[2]) * 10) % 3600
    point, relative = _POINT.fullmatch(words), _RELATIVE.fullmatch(words)
    if point is not None:
        x, y = in_thousandths(point[1]), in_thousandths(point[2])
    elif relative is not None and words:
        ahead, aside = in_thousandths(relative[2] or "0"), in_thousandths(relative[4] or "0")
        x, y = pose.point_nearest(
            -ahead if relative[1] == "back" else ahead, -aside if relative[3] == "left" else aside
        )
    else:
        return None
    return (x, y, turn) if max(abs(x), abs(y)) <= COORDINATE_LIMIT_MI else None


def in_thousandths(number: str) -> int:
    """Return a number of inches in thousandths, at most the limit of coordinates."""
    return round(min(max(float(number), -COORDINATE_LIMIT_MI), COORDINATE_LIMIT_MI) * INCH)
