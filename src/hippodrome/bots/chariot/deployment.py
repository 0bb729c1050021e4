"""Set-up: units gather around an objective in their own zone; otherwise they deploy automatically."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.objectives import objectives_of
from hippodrome.bots.chariot.style import Style
from hippodrome.games.chariot.deployment import DEPLOYMENT_ORDER, Place, chariot_to_board, front_hex, next_undeployed
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.state import NO_UNIT, Battle
from hippodrome.games.chariot.steps import AUTO, TAKE
from hippodrome.kit.actions import Action
from hippodrome.kit.geometry.hexes import NO_HEX

OBJECTIVE_DISTANCE_COST: Final = 4  # per hex to the place that is held
ENEMY_DISTANCE_COST: Final = 1  # per hex to the enemy
STREAM_COST: Final = 20  # for standing in the stream
ABOARD_BONUS: Final = 400  # for starting aboard a chariot


def choose_deployment(s: Battle, actions: list[Action], style: Style) -> Action:
    """Return the next kind of unit to place, best fighters first; automatic set-up if there is no place to hold."""
    if stronghold(s, style) != NO_HEX:
        for kind in DEPLOYMENT_ORDER:
            if TAKE[kind] in actions:
                return TAKE[kind]
    return AUTO


def stronghold(s: Battle, style: Style) -> int:
    """Return the objective in the deploying side's zone, the far end of the zone if the side keeps away, or NONE."""
    groups = s.rules.armies[s.side].groups
    for hex in s.rules.order.objectives:
        if any(hex in group.hexes for group in groups):
            return hex
    if objectives_of(s, int(s.side), style).deploys_back and s.rules.armies[1 - s.side].groups[0].hexes:
        hexes, enemy = s.rules.ground.hexes, front_hex(s)
        return max(groups[0].hexes, key=lambda hex: (int(hexes.distance(hex, enemy)), hex))
    return NO_HEX


def choose_hex(s: Battle, step: Place, actions: list[Action], style: Style) -> Action:
    """Return the hex nearest to the place to hold, or to the enemy; riders go aboard."""
    enemy = front_hex(s)
    held_hex = stronghold(s, style)
    goal = held_hex if held_hex != NO_HEX else enemy
    return min(actions, key=lambda action: (hex_cost(s, int(step.kind), action.args[0], goal, enemy), action.args))


def hex_cost(s: Battle, kind: int, hex: int, goal: int, enemy: int) -> int:
    """Return how unsuitable a hex is for a unit of a kind."""
    distance = s.rules.ground.hexes.distance
    value = OBJECTIVE_DISTANCE_COST * int(distance(hex, goal)) + ENEMY_DISTANCE_COST * int(distance(hex, enemy))
    if s.rules.ground.terrain[hex] == STREAM:
        value += STREAM_COST
    unit = next_undeployed(s, kind, 0)
    return value - ABOARD_BONUS if unit != NO_UNIT and chariot_to_board(s, unit, hex) != NO_UNIT else value
