"""What units can reach, hit and command, to be shown to who points at them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.attack_breakdown import best_attack, best_fire
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.fire import DefensiveFire, Fire, fire_targets, shooters
from hippodrome.games.chariot.landscape import middle, outlines, sharp
from hippodrome.games.chariot.melee import Melee, attackers, melee_targets
from hippodrome.games.chariot.movement import Move, targets
from hippodrome.games.chariot.scenarios import OrderOfBattle
from hippodrome.games.chariot.sight import sees
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.agenda import Step
from hippodrome.kit.scene import Node
from hippodrome.kit.state import Json

_NOWHERE: Final[dict[str, Json]] = {}


# -------------------------------------------------------------------- for a view


def fields_of_fire(s: Battle) -> dict[str, Json]:
    """CH-S6.13, CH-S6.34: by hex, what its undisrupted fire units have in range and in sight, friend or foe."""
    found: dict[str, Json] = {}
    hexes = s.rules.ground.hexes
    for hex, stack in s.board().stacks.items():
        shooting = [unit for unit in stack if s.kind(unit).is_fire and not s.disrupted[unit]]
        if shooting:
            reach = max([s.kind(unit).range for unit in shooting])
            near = [other for other in hexes.within(hex, reach) if other != hex and sees(s, hex, other)]
            if s.rules.options.facing:  # CH-S16.31
                near = [other for other in near if any(is_front(s, unit, other) for unit in shooting)]
            found[str(hex)] = near
    return found


def commands(s: Battle) -> dict[str, Json]:
    """CH-S10.21: by hex, how far the leaders in it command."""
    found: dict[str, Json] = {}
    for hex, stack in s.board().stacks.items():
        radius = max([s.kind(unit).radius for unit in stack])
        if radius:
            found[str(hex)] = radius
    return found


def walks(s: Battle, step: Step | None) -> dict[str, Json]:
    """CH-S5.12: by unit, the hexes that those can go to who may be picked up now."""
    if not isinstance(step, Move):
        return _NOWHERE
    found: dict[str, Json] = {}
    for unit in step.movers(s):
        if s.hexes[unit] >= 0:
            found[str(unit)] = list(targets(s, unit))
    return found


def aims(s: Battle, step: Step | None) -> dict[str, Json]:
    """CH-S6.21, CH-S7.21: by hex that can be attacked, from where, and at what odds if all join in."""
    found: dict[str, Json] = {}
    if isinstance(step, Fire | DefensiveFire):
        for hex in fire_targets(s):
            found[str(hex)] = _aim(s, shooters(s, hex), best_fire(s, hex))
    elif isinstance(step, Melee):
        for hex in melee_targets(s):
            found[str(hex)] = _aim(s, attackers(s, (hex,)), best_attack(s, hex))
    return found


def _aim(s: Battle, units: list[int], odds: str) -> Json:
    return {"units": len(units), "from": sorted({s.hexes[unit] for unit in units}), "odds": odds}


# -------------------------------------------------------------------- for a scene


def about(order: OrderOfBattle, table: Json, hex: int, units: list[int]) -> list[Node]:
    """Return all that is shown about the counters in a hex; of a target only who can attack it."""
    ground, key = order.ground, str(hex)
    nodes: list[Node] = []
    for unit in units:
        if str(unit) in table["asked"]["walks"]:
            reached = {hex, *table["asked"]["walks"][str(unit)]}
            nodes.append(Node(f"walk-{unit}", "path", 0, 0, sharp(outlines(ground, reached)), css="zone"))
    if key in table["asked"]["aims"]:
        return lines_of(order, hex, table["asked"]["aims"][key]["from"], f"lines-{hex}")
    if key in table["fields"]:
        seen = sharp(outlines(ground, {hex, *table["fields"][key]}))
        nodes.append(Node(f"field-{hex}", "path", 0, 0, seen, css="zone"))
    if key in table["commands"]:
        within = set(ground.hexes.within(hex, table["commands"][key]))
        nodes.append(Node(f"command-{hex}", "path", 0, 0, sharp(outlines(ground, within)), css="zone faint"))
    return nodes


def lines_of(order: OrderOfBattle, hex: i64, origins: list[int], name: str) -> list[Node]:
    """Lines from those who attack to a hex."""
    x, y = middle(order.ground, int(hex))
    found = [middle(order.ground, origin) for origin in origins]
    data = "".join([f"M{ax} {ay}L{x} {y}" for ax, ay in found])
    return [Node(name, "path", 0, 0, data, css="sight")] if data else []
