"""Set-up: whoever must hold a place that lies in its own zone stands round it; others take the usual array."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.objectives import aim_of
from hippodrome.bots.chariot.style import Temper
from hippodrome.games.chariot.deployment import ORDER, Place, chariot_for, focus, next_of
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.state import NOBODY, Battle
from hippodrome.games.chariot.steps import AUTO, TAKE
from hippodrome.kit.actions import Action

NEAR: Final = 4  # for each hex on the way to the place
FRONT: Final = 1  # for each hex on the way to the enemy
WET: Final = 20  # to stand in the stream
RIDE: Final = 400  # to be set up aboard


def deploy(s: Battle, actions: list[Action], temper: Temper) -> Action:
    """Return the troops by hand, the best fighters first, if there is a place to hold; leaders find their own posts."""
    if stronghold(s, temper) != NOBODY:
        for kind in ORDER:
            if TAKE[kind] in actions:
                return TAKE[kind]
    return AUTO


def stronghold(s: Battle, temper: Temper) -> int:
    """Return the objective in the zone of the side that sets up; its far end for whoever keeps away; else NOBODY."""
    groups = s.rules.armies[s.side].groups
    for hex in s.rules.order.objectives:
        if any(hex in group.hexes for group in groups):
            return hex
    if aim_of(s, int(s.side), temper).stays_back and s.rules.armies[1 - s.side].groups[0].hexes:
        hexes, enemy = s.rules.ground.hexes, focus(s)
        return max(groups[0].hexes, key=lambda hex: (int(hexes.distance(hex, enemy)), hex))
    return NOBODY


def find_place(s: Battle, step: Place, actions: list[Action], temper: Temper) -> Action:
    """Near the place, or else near the enemy; riders aboard."""
    enemy = focus(s)
    place = stronghold(s, temper)
    goal = place if place != NOBODY else enemy
    return min(actions, key=lambda action: (cost(s, int(step.kind), action.args[0], goal, enemy), action.args))


def cost(s: Battle, kind: int, hex: int, goal: int, enemy: int) -> int:
    """How bad a hex is for a unit of a kind."""
    distance = s.rules.ground.hexes.distance
    value = NEAR * int(distance(hex, goal)) + FRONT * int(distance(hex, enemy))
    if s.rules.ground.terrain[hex] == STREAM:
        value += WET
    unit = next_of(s, kind, 0)
    return value - RIDE if unit != NOBODY and chariot_for(s, unit, hex) != NOBODY else value
