"""Overlays that show what units can reach, hit and command."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.attack_breakdown import best_attack, best_fire
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.fire import DefensiveFire, Fire, fire_targets, units_able_to_fire
from hippodrome.games.chariot.map_drawing import hex_centre, outlines, polygon_path
from hippodrome.games.chariot.melee import Melee, melee_targets, units_able_to_attack
from hippodrome.games.chariot.movement import Move, destinations
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.sight import has_line_of_sight
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.agenda import Step
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

_NO_RANGES: Final[dict[str, Json]] = {}


# -------------------------------------------------------------------- views


def fields_of_fire(s: Battle) -> dict[str, Json]:
    """CH-S6.13, CH-S6.34: return by hex what its undisrupted fire units have in range and in sight, friend or foe."""
    fields: dict[str, Json] = {}
    hexes = s.rules.ground.hexes
    for hex, stack in s.occupancy().stacks.items():
        fire_units = [unit for unit in stack if s.kind(unit).is_fire and not s.disrupted[unit]]
        if fire_units:
            reach = max([s.kind(unit).range for unit in fire_units])
            in_range = [target for target in hexes.within(hex, reach) if target != hex]
            visible = [target for target in in_range if has_line_of_sight(s, hex, target)]
            if s.rules.options.facing:  # CH-S16.31
                visible = [target for target in visible if any(is_front(s, unit, target) for unit in fire_units)]
            fields[str(hex)] = visible
    return fields


def command_radii(s: Battle) -> dict[str, Json]:
    """CH-S10.21: return by hex the largest radius of the leaders in it."""
    radii: dict[str, Json] = {}
    for hex, stack in s.occupancy().stacks.items():
        radius = max([s.kind(unit).radius for unit in stack])
        if radius:
            radii[str(hex)] = radius
    return radii


def movement_ranges(s: Battle, step: Step | None) -> dict[str, Json]:
    """CH-S5.12: return by unit the hexes that it can move to, for the units that may be chosen now."""
    if not isinstance(step, Move):
        return _NO_RANGES
    ranges: dict[str, Json] = {}
    for unit in step.movers(s):
        if s.hexes[unit] >= 0:
            ranges[str(unit)] = list(destinations(s, unit))
    return ranges


def attack_targets(s: Battle, step: Step | None) -> dict[str, Json]:
    """CH-S6.21, CH-S7.21: return by hex that can be attacked the attacking hexes, and the odds if all join."""
    targets: dict[str, Json] = {}
    if isinstance(step, Fire | DefensiveFire):
        for hex in fire_targets(s):
            targets[str(hex)] = _attack_target(s, units_able_to_fire(s, hex), best_fire(s, hex))
    elif isinstance(step, Melee):
        for hex in melee_targets(s):
            targets[str(hex)] = _attack_target(s, units_able_to_attack(s, (hex,)), best_attack(s, hex))
    return targets


def _attack_target(s: Battle, units: list[int], odds: str) -> Json:
    """Return the number of attackers, their hexes and the odds."""
    return {"units": len(units), "from": sorted({s.hexes[unit] for unit in units}), "odds": odds}


# -------------------------------------------------------------------- scenes


def overlay_nodes(order: OrderOfBattle, table: Json, hex: int, units: list[int]) -> list[Node]:
    """Return the overlays of the counters in a hex; for a target only the lines of its attackers."""
    ground, key = order.ground, str(hex)
    nodes: list[Node] = []
    for unit in units:
        if str(unit) in table["asked"]["ranges"]:
            reachable = {hex, *table["asked"]["ranges"][str(unit)]}
            nodes.append(Node(f"walk-{unit}", "path", 0, 0, polygon_path(outlines(ground, reachable)), css="zone"))
    if key in table["asked"]["targets"]:
        return attack_lines(order, hex, table["asked"]["targets"][key]["from"], f"lines-{hex}")
    if key in table["fields"]:
        visible = polygon_path(outlines(ground, {hex, *table["fields"][key]}))
        nodes.append(Node(f"field-{hex}", "path", 0, 0, visible, css="zone"))
    if key in table["commands"]:
        within = set(ground.hexes.within(hex, table["commands"][key]))
        nodes.append(Node(f"command-{hex}", "path", 0, 0, polygon_path(outlines(ground, within)), css="zone faint"))
    return nodes


def attack_lines(order: OrderOfBattle, hex: i64, origins: list[int], name: str) -> list[Node]:
    """Return lines from the attackers to a hex."""
    x, y = hex_centre(order.ground, int(hex))
    starts = [hex_centre(order.ground, origin) for origin in origins]
    data = "".join([f"M{ax} {ay}L{x} {y}" for ax, ay in starts])
    return [Node(name, "path", 0, 0, data, css="sight")] if data else []
