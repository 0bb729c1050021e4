"""The Movement Phase: attackers move first, then melee units, fire units, chariots and leaders."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.attacks import plan_attacks
from hippodrome.bots.chariot.chariots import sortie_hex
from hippodrome.bots.chariot.distance_maps import UNREACHABLE
from hippodrome.bots.chariot.leaders import best_post
from hippodrome.bots.chariot.situation import Situation
from hippodrome.games.chariot.facing import direction_towards, is_front
from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.leaving import can_leave
from hippodrome.games.chariot.movement import Go, can_move, destinations, points_left, routes
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import CHARIOT, MOVEMENT, Battle, counts_for_victory
from hippodrome.games.chariot.steps import DONE, GO, LEAVE, MOVE, STOP, TURN
from hippodrome.games.chariot.units import CH, UNIT_TYPES, Kind
from hippodrome.kit.actions import Action

RELIEF_VALUE: Final = 100  # for a unit without melee strength in an objective the side already controls
ESCAPE_VALUE: Final = 500  # for reaching a hex from which the unit can leave at once
LED_CHARIOT_FACTOR: Final = 2  # chariots gain most from being led
NEARBY_ENEMY_VALUE: Final = 6  # per enemy unit near an entry hex
LOWEST_SCORE: Final = -(10**6)


# -------------------------------------------------------------------- order of movement


def choose_unit(s: Battle, situation: Situation) -> Action:
    """Return the next unit to move, or the end of the phase."""
    movers = [unit for unit in s.units_of(s.side) if can_move(s, unit)]
    if s.crowded:
        stuck = [unit for unit in movers if s.hexes[unit] in s.crowded and destinations(s, unit)]
        if stuck:
            return MOVE[stuck[0]]
    if s.phase == CHARIOT:
        sorties = [unit for unit in movers if sortie_hex(s, situation, unit) >= 0]
        return MOVE[sorties[0]] if sorties else DONE
    if not situation.has_planned_attacks:
        situation.planned_attacks = plan_attacks(s, situation)
        situation.has_planned_attacks = True
    if not movers:
        return DONE
    return MOVE[min(movers, key=lambda unit: move_order(s, situation, unit))]


def move_order(s: Battle, situation: Situation, unit: int) -> tuple[int, int, int]:
    """Return the sort key of a unit: attackers with a free hex, melee units from the front, fire units, leaders."""
    kind = s.kind(unit)
    if kind.is_leader:
        return 5, -kind.radius, unit
    attack_hex = situation.planned_attacks.get(unit, -1)
    if attack_hex >= 0:
        is_free = attack_hex == s.hexes[unit] or may_join(s, s.with_riders(unit), attack_hex)
        return 0 if is_free else 4, 0, unit
    hex = s.hexes[unit]
    goal_distance = situation.goal_distances[unit][hex] if hex >= 0 else 0
    return (3 if kind.number == CH else 2 if kind.fire else 1), goal_distance, unit


# -------------------------------------------------------------------- destinations


def choose_destination(s: Battle, situation: Situation, step: Go) -> Action:
    """Return where the chosen unit moves, or that it stops."""
    unit = int(step.unit)
    if can_leave(s, unit) and counts_for_exit(s, unit):
        return LEAVE
    hexes = destinations(s, unit)
    must_move = step.must_go(s, hexes)
    if s.entered[unit] and not must_move and not has_just_entered(s, unit):
        return stop_or_turn(s, situation, step)
    goal = sortie_hex(s, situation, unit) if s.phase == CHARIOT else situation.planned_attacks.get(unit, -1)
    if goal < 0 or (goal != s.hexes[unit] and goal not in hexes):
        goal = s.hexes[unit] if s.phase == CHARIOT else best_hex(s, situation, unit, hexes)
    if must_move and (goal == s.hexes[unit] or goal not in hexes):
        goal = max(hexes, key=lambda hex: hex_score(s, situation, unit, hex))
    return stop_or_turn(s, situation, step) if goal == s.hexes[unit] or goal < 0 else GO[goal]


def has_just_entered(s: Battle, unit: int) -> bool:
    """Return whether a unit has just entered from the edge and may move on."""
    army = s.rules.armies[s.side]
    return bool(army.entry_hexes) and s.hexes[unit] in army.entry_hexes


def stop_or_turn(s: Battle, situation: Situation, step: Go) -> Action:
    """Stop; with facing on, first turn towards the nearest enemy."""
    unit = int(step.unit)
    hex = s.hexes[unit]
    if step.can_turn(s) and situation.enemies and hex >= 0:
        hexes = s.rules.ground.hexes
        enemy = min(situation.enemies, key=lambda other: (int(hexes.distance(hex, other)), other))
        if not is_front(s, unit, enemy):
            return TURN[direction_towards(s, hex, enemy)]
    return STOP


def counts_for_exit(s: Battle, unit: i64) -> bool:
    """Return whether a unit, or one of its riders, counts for an exit victory."""
    return any(counts_for_victory(s.kinds[member]) for member in s.with_riders(unit))


def best_hex(s: Battle, situation: Situation, unit: int, hexes: list[int]) -> int:
    """Return the best hex within reach, including the current one; hexes nearest to the goal are checked first."""
    here = s.hexes[unit]
    if here < 0:
        return best_entry(s, situation, unit, hexes)
    if s.kinds[unit] >= UNIT_TYPES:
        return best_post(s, situation, unit, hexes)
    distances = situation.goal_distances[unit]
    approach, radius = situation.style.approach, situation.style.guard_radius
    best, most = here, hex_score(s, situation, unit, here)
    objectives = [hex for hex in hexes if hex in s.rules.order.objectives]
    bonus = max_position_bonus(situation, s.kind(unit))
    for hex in [*objectives, *sorted(hexes, key=lambda hex: distances[hex])]:
        if most > bonus - approach * max(distances[hex], radius) and hex not in objectives:
            break
        value = hex_score(s, situation, unit, hex, most)
        if value > most:
            best, most = hex, value
    return best


def max_position_bonus(situation: Situation, kind: Kind) -> int:
    """Return the most a hex can be worth to a unit beyond its distance to the goal."""
    style = situation.style
    value = 3 * style.neighbour + style.leadership * (LED_CHARIOT_FACTOR if kind.number == CH else 1)
    if kind.fire:
        value += style.target_in_range
    if kind.melee and situation.guard_ring:
        value += style.ring_guard
    return value + ESCAPE_VALUE if situation.must_exit else value


def best_entry(s: Battle, situation: Situation, unit: int, hexes: list[int]) -> int:
    """Return where to enter the map: near the goal, or where most enemies are if they are the goal."""
    distances = situation.goal_distances[unit]
    best, most = s.hexes[unit], LOWEST_SCORE
    for hex in sorted(hexes, key=lambda hex: distances[hex]):
        value = hex_score(s, situation, unit, hex)
        if not s.rules.order.objectives:
            value += NEARBY_ENEMY_VALUE * situation.enemies_near(s, hex)
        if value > most:
            best, most = hex, value
    return best


def hex_score(s: Battle, situation: Situation, unit: int, hex: int, least: int = LOWEST_SCORE) -> int:
    """Return how good a hex is for a unit at the end of the phase.

    The danger is left out if the score does not exceed `least` even without it.
    """
    kind = s.kind(unit)
    style = situation.style
    goal_distance = situation.goal_distances[unit][hex]
    value = objective_value(s, situation, unit, hex) - style.approach * max(goal_distance, style.guard_radius)
    own = s.occupancy().occupied[situation.side]
    friends = 0
    for other in s.rules.ground.hexes.around(hex):
        if own[other] and other != s.hexes[unit]:
            friends += 1
    value += style.neighbour * min(friends, 3)
    if kind.melee and hex in situation.guard_ring:
        value += style.ring_guard
    if hex in situation.led_hexes:
        value += style.leadership * LED_CHARIOT_FACTOR if kind.number == CH else style.leadership
    enemy_distance = situation.enemy_distances[hex]
    if kind.fire and 1 < enemy_distance <= kind.range:
        value += style.target_in_range
    if enemy_distance == 1 and not kind.melee:
        value -= style.helpless_contact
    if situation.must_exit and goal_distance == 0 and counts_for_exit(s, unit) and can_escape(s, unit, hex):
        value += ESCAPE_VALUE
    return value - situation.danger(s, unit, hex) if value > least else value


def can_escape(s: Battle, unit: i64, hex: i64) -> bool:
    """Return whether a unit that moves to an edge hex has a point left to leave the map."""
    if hex == s.hexes[unit]:
        return can_leave(s, unit)
    if s.phase != MOVEMENT or s.zone(1 - s.side)[hex]:
        return False
    return points_left(s, unit) - routes(s, unit).cost.get(int(hex), UNREACHABLE) >= POINT


def objective_value(s: Battle, situation: Situation, unit: int, hex: int) -> int:
    """Return the value of standing in an objective: highest if no other unit of the side does."""
    objectives = s.rules.order.objectives
    if hex not in objectives:
        return 0
    group = s.with_riders(unit)
    if any(s.kinds[other] < UNIT_TYPES and other not in group for other in s.stack(hex)):
        return situation.style.extra_guard if s.kind(unit).melee else 0
    is_ours = s.owners[objectives.index(hex)] == situation.side + 1
    return situation.style.sole_guard if s.kind(unit).melee or not is_ours else RELIEF_VALUE
