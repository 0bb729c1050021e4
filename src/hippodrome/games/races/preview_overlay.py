"""The overlay of a plan in the making: its ghost, the ground it sweeps and the first contact."""

from __future__ import annotations

from typing import Final

from hippodrome.games.races.collisions import SIDE_SWIPE
from hippodrome.games.races.drawing import machine_nodes
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

NOSE_MI: Final = BASE_LENGTH_MI // 2
CLASH_PATH: Final = (
    "M0 -700L180 -240L640 -400L330 0L640 400L180 240L0 700L-180 240L-640 400L-330 0L-640 -400L-180 -240z"
)


def plan_nodes(table: Json) -> list[Node]:
    """Return the ground that the plan covers up to the first contact, its path and the ghost at its end."""
    move = table["move"]
    if not move["poses"]:
        return []
    chariot = table["chariots"][move["mover"]]
    way = [Pose(*pose) for pose in move["forecast"]["way"]]
    poses = [Pose(*pose) for pose in move["poses"]]
    nodes = [Node("plan-swept", "path", 0, 0, swept_outline(way, chariot["width"] // 2), 0, "trace")]
    beyond = [Pose(*pose) for pose in move["forecast"]["beyond"]]
    if len(beyond) > 1:
        nodes.append(Node("plan-beyond", "path", 0, 0, swept_outline(beyond, chariot["width"] // 2), 0, "trace"))
    if len(poses) > 1:
        line = "M" + "L".join([f"{pose.x} {pose.y}" for pose in poses])
        nodes.append(Node("plan-path", "path", 0, 0, line, 0, "edge"))
        nodes += ghost_nodes(chariot, poses[-1])
    return nodes


def swept_outline(way: list[Pose], half: int) -> str:
    """Return the outline of the ground that a base covers: along its left side and back along its right."""
    first, last = way[0], way[-1]
    left = [first.point_nearest(-NOSE_MI, -half), *[pose.point_nearest(0, -half) for pose in way[1:-1]]]
    right = [first.point_nearest(-NOSE_MI, half), *[pose.point_nearest(0, half) for pose in way[1:-1]]]
    left.append(last.point_nearest(NOSE_MI, -half))
    right.append(last.point_nearest(NOSE_MI, half))
    return "M" + "L".join([f"{x} {y}" for x, y in [*left, *reversed(right)]]) + "z"


def ghost_nodes(chariot: Json, pose: Pose) -> list[Node]:
    """Return a chariot's ghost at a pose."""
    there = {**chariot, "x": pose.x, "y": pose.y, "turn": pose.turn}
    names = ("plan-ghost", "plan-ghost-car", "plan-ghost-team", "plan-ghost-crew")
    return machine_nodes(there, names, "ghost")


def contact_nodes(table: Json) -> list[Node]:
    """Return the mark of a contact that may still be avoided, or of the first contact of a plan."""
    if table["contact"] is not None:
        return [contact_mark(table, table["contact"])]
    move = table["move"]
    if not move["poses"] or not move["forecast"]["meets"]:
        return []
    forecast = move["forecast"]
    nodes = [hit_mark("plan-hit", forecast["way"], f"Meets {forecast['meets']}")]
    if forecast["beyond"] and forecast["harmful"]:
        nodes.append(hit_mark("plan-hit-beyond", forecast["beyond"], f"If that is avoided: {forecast['then']}"))
    return nodes


def hit_mark(name: str, way: list[list[int]], label: str) -> Node:
    """Return a mark at the nose of a chariot at the end of its way."""
    end = Pose(*way[-1])
    x, y = end.point_nearest(NOSE_MI, 0)
    return Node(name, "path", x, y, CLASH_PATH, end.turn, "harm", label)


def contact_mark(table: Json, contact: Json) -> Node:
    """Return the mark of a contact, at the attacker's nose or between two sides."""
    one, other = table["chariots"][contact["attacker"]], table["chariots"][contact["defender"]]
    x, y = Pose(one["x"], one["y"], one["turn"]).point_nearest(NOSE_MI, 0)
    if contact["kind"] == SIDE_SWIPE:
        x, y = (one["x"] + other["x"]) // 2, (one["y"] + other["y"]) // 2
    label = f"{one['name']} meets {other['name']}"
    return Node("contact", "path", x, y, CLASH_PATH, 0, "harm", label)
