"""Preview of an action: the ground a base sweeps, collisions, and possible shots."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import reach_overlay, shot_explanations
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import first_contact, pivot, pivot_spot, with_sign
from hippodrome.games.wheelie.movement import acting_unit
from hippodrome.games.wheelie.state import NO_ID, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.fixed_point import absolute
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

OUTLINE_STEP: Final = 75  # a turn is drawn with an outline every 7.5 degrees
COLLISION_MARK_SIZE: Final = 1800
TEXT_SIZE: Final = 950


def preview_nodes(before: Skirmish, after: Skirmish, action: Action) -> list[Node]:
    """Return the nodes of an action that moves, places or aims."""
    if action.verb in ("drive", "wheel"):
        return move_nodes(before, after, action)
    if action.verb == "deploy":
        placed = [unit for unit in after.units if before.units[unit.id].status != unit.status and unit.is_on_table()]
        return [node for unit in placed for node in reach_nodes(after, unit)]
    if action.verb in ("plain", "mirror"):
        turned = [unit for unit in after.units if before.units[unit.id].mirrored != unit.mirrored]
        return [node for unit in turned for node in reach_nodes(after, unit)]
    if action.verb in ("aim", "shoot"):
        return aim_nodes(before, action)
    return []


# -------------------------------------------------------------------- moving


def move_nodes(before: Skirmish, after: Skirmish, action: Action) -> list[Node]:
    """Return the swept ground, collisions, and what the unit could shoot at from its new position."""
    unit = acting_unit(before)
    amount = action.args[0]
    if action.verb == "drive":
        swept_node, met = drive_outline(before, unit, amount)
    else:
        swept_node, met = turn_outlines(before, unit, amount)
    moved_unit = after.units[unit.id]
    collisions = [collision_mark(after, moved_unit, after.units[other]) for other in met]
    if collisions or not moved_unit.is_on_table():
        return [swept_node, *collisions]
    return [swept_node, *reach_nodes(after, moved_unit)]


def drive_outline(s: Skirmish, unit: Unit, distance: i64) -> tuple[Node, list[int]]:
    """Return the ground a base drives over, and the units it runs into."""
    kind = s.kind(unit)
    met: list[int] = []
    if distance > 0 and not s.is_runners(unit):
        contact, met = first_contact(s, unit, distance)
        distance = contact if met else distance
    half, width = int(kind.length) // 2, int(kind.width)
    data = f"M{-half} {-width // 2}h{kind.length + distance}v{width}h{-(kind.length + distance)}z"
    return Node("trace-drive", "path", int(unit.x), int(unit.y), data, int(unit.turn), "trace"), met


def turn_outlines(s: Skirmish, unit: Unit, angle: i64) -> tuple[Node, list[int]]:
    """Return the outlines of a base on its way round a corner, and the units it runs into."""
    turn = pivot(s, unit, angle)
    start = s.box(unit).forward(-turn.slide)
    angle_size = absolute(turn.angle)
    angles = [*range(0, int(angle_size), OUTLINE_STEP), int(angle_size)]
    spot = pivot_spot(angle)
    data = "".join(
        [base_path(start.pivot(spot, with_sign(step_angle, angle)) if step_angle else start) for step_angle in angles]
    )
    return Node("trace-wheel", "path", 0, 0, data, 0, "trace"), turn.met


def base_path(box: Box) -> str:
    """Return a base as a path."""
    points = [f"{x} {y}" for x, y in box.corners()]
    return f"M{'L'.join(points)}z"


def collision_mark(s: Skirmish, unit: Unit, other: Unit) -> Node:
    """Return a mark at the corner where two bases meet."""
    mine, theirs = s.box(unit), s.box(other)
    spots = [(int(theirs.distance_ceil(x, y)), x, y) for x, y in mine.corners()]
    spots += [(int(mine.distance_ceil(x, y)), x, y) for x, y in theirs.corners()]
    _, x, y = min(spots)
    label = "You would collide here"
    return Node(f"trace-crash-{other.id}", "use", x, y, "wheelie-crash", 0, "", label, size=COLLISION_MARK_SIZE)


# -------------------------------------------------------------------- shooting


def unit_row(s: Skirmish, unit: Unit) -> Json:
    """Return a unit as in a view, with the fields that drawing needs."""
    kind = s.kind(unit)
    fields: Json = {name: getattr(unit, name) for name in Unit.FIELDS}
    return {**fields, "length": int(kind.length), "width": int(kind.width), "stand": int(kind.warrior)}


def reach_nodes(s: Skirmish, unit: Unit) -> list[Node]:
    """Return the arcs and ranges of a unit, and the dice between it and its enemies."""
    unit_fields = unit_row(s, unit)
    size = {"width": int(s.rules.width), "depth": int(s.rules.depth)}
    nodes = reach_overlay.zone_nodes(unit_fields, reach_overlay.zones(s.kind(unit), unit_fields), "trace-zone", size)
    for enemy in s.others(unit):
        if enemy.side != unit.side:
            nodes.extend(dice_tag(s, unit, enemy))
    return nodes


def dice_tag(s: Skirmish, unit: Unit, enemy: Unit) -> list[Node]:
    """Return a label at an enemy with the dice of both sides; none if neither has any."""
    ours = shot_dice(s, unit, enemy)
    theirs = shot_dice(s, enemy, unit)
    if ours + theirs == 0:
        return []
    x, y = int(enemy.x), int(enemy.y) - 2700
    words = f"you {ours}, it {theirs}"
    return [Node(f"trace-tag-{enemy.id}", "text", x, y, words, 0, "tag", size=TEXT_SIZE)]


def shot_dice(s: Skirmish, unit: Unit, target: Unit) -> int:
    """Return the dice of a shot; 0 if there is none."""
    return 0 if shot_explanations.refuse_shot(s, unit, target) is not None else int(shot(s, unit, target).dice)


def aim_nodes(s: Skirmish, action: Action) -> list[Node]:
    """Return the line of sight to a target, and the dice against it."""
    unit = acting_unit(s)
    target_id = action.args[1] if action.verb == "aim" and len(action.args) == 2 else int(unit.aim)
    if target_id == NO_ID:
        return []
    enemy = s.units[target_id]
    x, y = s.warrior_point(unit)
    line = Node("trace-sight", "path", x, y, f"M0 0L{int(enemy.x) - x} {int(enemy.y) - y}", 0, "sight")
    words = shot_explanations.dice_text(shot(s, unit, enemy).dice)
    return [line, Node("trace-dice", "text", int(enemy.x), int(enemy.y) - 2700, words, 0, "tag", size=TEXT_SIZE)]
