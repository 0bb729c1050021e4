"""What a preview shows besides pieces: the ground they sweep, whom they touch, and whom they could shoot."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie import gunnery, reach_overlay
from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import first_met, pivot, pivot_spot, signed
from hippodrome.games.wheelie.movement import mover
from hippodrome.games.wheelie.state import NOBODY, Skirmish, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.fixed import size_of
from hippodrome.kit.geometry.plane.boxes import Box
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

STEP: Final = 75  # a rotation is drawn by an outline every 7.5 degrees
CRASH: Final = 1800
LETTERS: Final = 950


def traces(before: Skirmish, after: Skirmish, action: Action) -> list[Node]:
    """Return the traces of an action that moves, places or aims something."""
    if action.verb in ("drive", "wheel"):
        return moved(before, after, action)
    if action.verb == "deploy":
        placed = [unit for unit in after.units if before.units[unit.id].status != unit.status and unit.is_on_table()]
        return [node for unit in placed for node in reach(after, unit)]
    if action.verb in ("plain", "mirror"):
        turned = [unit for unit in after.units if before.units[unit.id].mirrored != unit.mirrored]
        return [node for unit in turned for node in reach(after, unit)]
    if action.verb in ("aim", "shoot"):
        return aimed(before, action)
    return []


# -------------------------------------------------------------------- moving


def moved(before: Skirmish, after: Skirmish, action: Action) -> list[Node]:
    """What a drive or a turn sweeps, whom it runs into, and what the unit could do from where it ends."""
    unit = mover(before)
    amount = action.args[0]
    if action.verb == "drive":
        swept, met = corridor(before, unit, amount)
    else:
        swept, met = rotation(before, unit, amount)
    ends = after.units[unit.id]
    crashes = [crash(after, ends, after.units[other]) for other in met]
    if crashes or not ends.is_on_table():
        return [swept, *crashes]
    return [swept, *reach(after, ends)]


def corridor(s: Skirmish, unit: Unit, distance: i64) -> tuple[Node, list[int]]:
    """Return the ground a base drives over, from its rear to where its front comes to."""
    kind = s.kind(unit)
    met: list[int] = []
    if distance > 0 and not s.is_runners(unit):
        hit, met = first_met(s, unit, distance)
        distance = hit if met else distance
    half, width = int(kind.length) // 2, int(kind.width)
    data = f"M{-half} {-width // 2}h{kind.length + distance}v{width}h{-(kind.length + distance)}z"
    return Node("trace-drive", "path", int(unit.x), int(unit.y), data, int(unit.turn), "trace"), met


def rotation(s: Skirmish, unit: Unit, angle: i64) -> tuple[Node, list[int]]:
    """Return the outlines of a base on its way round a corner."""
    found = pivot(s, unit, angle)
    start = s.box(unit).forward(-found.slide)
    size = size_of(found.angle)
    backs = [*range(0, int(size), STEP), int(size)]
    spot = pivot_spot(angle)
    data = "".join([outline(start.pivoted(spot, signed(back, angle)) if back else start) for back in backs])
    return Node("trace-wheel", "path", 0, 0, data, 0, "trace"), found.met


def outline(box: Box) -> str:
    """Return a base as a path."""
    points = [f"{x} {y}" for x, y in box.corners()]
    return f"M{'L'.join(points)}z"


def crash(s: Skirmish, unit: Unit, other: Unit) -> Node:
    """Return a mark where two bases meet: the corner of either that is nearest to the other."""
    mine, theirs = s.box(unit), s.box(other)
    spots = [(int(theirs.distance_ceil(x, y)), x, y) for x, y in mine.corners()]
    spots += [(int(mine.distance_ceil(x, y)), x, y) for x, y in theirs.corners()]
    _, x, y = min(spots)
    label = "Here you would collide"
    return Node(f"trace-crash-{other.id}", "use", x, y, "wheelie-crash", 0, "", label, size=CRASH)


# -------------------------------------------------------------------- shooting


def as_row(s: Skirmish, unit: Unit) -> Json:
    """Return a unit as a view has it, as far as drawing needs it."""
    kind = s.kind(unit)
    found: Json = {name: getattr(unit, name) for name in Unit.FIELDS}
    return {**found, "length": int(kind.length), "width": int(kind.width), "stand": int(kind.warrior)}


def reach(s: Skirmish, unit: Unit) -> list[Node]:
    """Return the arcs and ranges of a unit, and what it and its enemies could do to each other now."""
    row = as_row(s, unit)
    size = {"width": int(s.rules.width), "depth": int(s.rules.depth)}
    nodes = reach_overlay.drawn(row, reach_overlay.zones_of(s.kind(unit), row), "trace-zone", size)
    for enemy in s.others(unit):
        if enemy.side != unit.side:
            nodes.extend(odds_tag(s, unit, enemy))
    return nodes


def odds_tag(s: Skirmish, unit: Unit, enemy: Unit) -> list[Node]:
    """At an enemy: how many dice one would have against it, and it back; nothing if neither has any."""
    ours = dice(s, unit, enemy)
    theirs = dice(s, enemy, unit)
    if ours + theirs == 0:
        return []
    x, y = int(enemy.x), int(enemy.y) - 2700
    words = f"you {ours}, it {theirs}"
    return [Node(f"trace-tag-{enemy.id}", "text", x, y, words, 0, "tag", size=LETTERS)]


def dice(s: Skirmish, unit: Unit, target: Unit) -> int:
    """Return the dice of a shot, 0 if there is none."""
    return 0 if gunnery.no_shot(s, unit, target) is not None else int(shot(s, unit, target).dice)


def aimed(s: Skirmish, action: Action) -> list[Node]:
    """Return the line of sight to a target, and the dice against it."""
    unit = mover(s)
    target = action.args[1] if action.verb == "aim" and len(action.args) == 2 else int(unit.aim)
    if target == NOBODY:
        return []
    enemy = s.units[target]
    x, y = s.warrior(unit)
    line = Node("trace-sight", "path", x, y, f"M0 0L{int(enemy.x) - x} {int(enemy.y) - y}", 0, "sight")
    words = gunnery.dice_words(shot(s, unit, enemy).dice)
    return [line, Node("trace-dice", "text", int(enemy.x), int(enemy.y) - 2700, words, 0, "tag", size=LETTERS)]
