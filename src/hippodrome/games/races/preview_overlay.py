"""The overlay of a plan in the making: its ghost, the ground it sweeps and the first contact."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.collisions import SWIPE
from hippodrome.games.races.drawing import parts
from hippodrome.games.races.machines import LENGTH
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

NOSE: Final = LENGTH // 2
CLASH: Final = "M0 -700L180 -240L640 -400L330 0L640 400L180 240L0 700L-180 240L-640 400L-330 0L-640 -400L-180 -240z"


def plan(table: Json) -> list[Node]:
    """Return the way that the plan takes up to the first contact, and the piece at its end."""
    move = table["move"]
    if not move["poses"]:
        return []
    chariot = table["chariots"][move["mover"]]
    way = [Pose(*pose) for pose in move["forecast"]["way"]]
    poses = [Pose(*pose) for pose in move["poses"]]
    nodes = [Node("plan-swept", "path", 0, 0, swept(way, chariot["width"] // 2), 0, "trace")]
    if len(poses) > 1:
        line = "M" + "L".join([f"{pose.x} {pose.y}" for pose in poses])
        nodes.append(Node("plan-path", "path", 0, 0, line, 0, "edge"))
        nodes += ghost(chariot, poses[-1])
    return nodes


def swept(way: list[Pose], half: int) -> str:
    """Return the outline of the ground that a base covers on its way: along its left side, and back along its right."""
    first, last = way[0], way[-1]
    left = [first.point_nearest(-NOSE, -half), *[pose.point_nearest(0, -half) for pose in way[1:-1]]]
    right = [first.point_nearest(-NOSE, half), *[pose.point_nearest(0, half) for pose in way[1:-1]]]
    left.append(last.point_nearest(NOSE, -half))
    right.append(last.point_nearest(NOSE, half))
    return "M" + "L".join([f"{x} {y}" for x, y in [*left, *reversed(right)]]) + "z"


def ghost(chariot: Json, pose: Pose) -> list[Node]:
    """Return the piece where the plan would put it."""
    there = {**chariot, "x": pose.x, "y": pose.y, "turn": pose.turn}
    names = ("plan-ghost", "plan-ghost-car", "plan-ghost-team", "plan-ghost-crew")
    return parts(there, names, "ghost")


def marks(table: Json) -> list[Node]:
    """Where and what a plan would first touch, or where a contact is that may still be avoided."""
    if table["contact"] is not None:
        return [clash(table, table["contact"])]
    move = table["move"]
    if not move["poses"] or not move["forecast"]["meets"]:
        return []
    end = Pose(*move["forecast"]["way"][-1])
    x, y = end.point_nearest(NOSE, 0)
    return [Node("plan-hit", "path", x, y, CLASH, end.turn, "harm", f"Meets {move['forecast']['meets']}")]


def clash(table: Json, contact: Json) -> Node:
    """Return the mark of a contact: at the attacker's nose, or between two sides."""
    one, other = table["chariots"][contact["attacker"]], table["chariots"][contact["defender"]]
    x, y = Pose(one["x"], one["y"], one["turn"]).point_nearest(NOSE, 0)
    if contact["kind"] == SWIPE:
        x, y = (one["x"] + other["x"]) // 2, (one["y"] + other["y"]) // 2
    label = f"{one['name']} meets {other['name']}"
    return Node("contact", "path", x, y, CLASH, 0, "harm", label)
