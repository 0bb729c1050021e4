"""The Movement Phase: attackers first, then the line, then those who shoot, and leaders to where they are wanted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.attacks import plan_attacks
from hippodrome.bots.chariot.distance_maps import UNREACHABLE
from hippodrome.bots.chariot.leading import best_post
from hippodrome.bots.chariot.riding import sortie_hex
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

RELIEF_VALUE: Final = 100  # the same for those who cannot fight
ESCAPE_VALUE: Final = 500  # to come where one can leave the map at once
LED_CHARIOT_FACTOR: Final = 2  # times as much is it worth to chariots to be led: they lose most by it
NEARBY_ENEMY_VALUE: Final = 6  # for each enemy unit near the place where one comes in
LOWEST_SCORE: Final = -(10**6)


# -------------------------------------------------------------------- who is next


def choose_unit(s: Battle, picture: Situation) -> Action:
    """Return the next unit to be picked up, or the end of the phase."""
    movers = [unit for unit in s.units_of(s.side) if can_move(s, unit)]
    if s.crowded:
        stuck = [unit for unit in movers if s.hexes[unit] in s.crowded and destinations(s, unit)]
        if stuck:
            return MOVE[stuck[0]]
    if s.phase == CHARIOT:
        going = [unit for unit in movers if sortie_hex(s, picture, unit) >= 0]
        return MOVE[going[0]] if going else DONE
    if not picture.is_planned:
        picture.attacks = plan_attacks(s, picture)
        picture.is_planned = True
    if not movers:
        return DONE
    return MOVE[min(movers, key=lambda unit: move_order(s, picture, unit))]


def move_order(s: Battle, picture: Situation, unit: int) -> tuple[int, int, int]:
    """Attackers whose place is free, the line from the front to the rear, shooters, chariots, leaders."""
    kind = s.kind(unit)
    if kind.is_leader:
        return 5, -kind.radius, unit
    place = picture.attacks.get(unit, -1)
    if place >= 0:
        free = place == s.hexes[unit] or may_join(s, s.with_riders(unit), place)
        return 0 if free else 4, 0, unit
    hex = s.hexes[unit]
    far = picture.fields[unit][hex] if hex >= 0 else 0
    return (3 if kind.number == CH else 2 if kind.fire else 1), far, unit


# -------------------------------------------------------------------- where to


def choose_destination(s: Battle, picture: Situation, step: Go) -> Action:
    """Where the unit in hand goes, or that it stops."""
    unit = int(step.unit)
    if can_leave(s, unit) and counts_for_exit(s, unit):
        return LEAVE
    found = destinations(s, unit)
    must = step.must_go(s, found)
    if s.entered[unit] and not must and not has_just_entered(s, unit):
        return stop_or_turn(s, picture, step)
    goal = sortie_hex(s, picture, unit) if s.phase == CHARIOT else picture.attacks.get(unit, -1)
    if goal < 0 or (goal != s.hexes[unit] and goal not in found):
        goal = s.hexes[unit] if s.phase == CHARIOT else best_hex(s, picture, unit, found)
    if must and (goal == s.hexes[unit] or goal not in found):
        goal = max(found, key=lambda hex: hex_score(s, picture, unit, hex))
    return stop_or_turn(s, picture, step) if goal == s.hexes[unit] or goal < 0 else GO[goal]


def has_just_entered(s: Battle, unit: int) -> bool:
    """Return whether a unit has come in over the edge and may go on."""
    army = s.rules.armies[s.side]
    return bool(army.entry_hexes) and s.hexes[unit] in army.entry_hexes


def stop_or_turn(s: Battle, picture: Situation, step: Go) -> Action:
    """Stop; with facing, turn to the nearest enemy first."""
    unit = int(step.unit)
    hex = s.hexes[unit]
    if step.can_turn(s) and picture.enemies and hex >= 0:
        hexes = s.rules.ground.hexes
        enemy = min(picture.enemies, key=lambda other: (int(hexes.distance(hex, other)), other))
        if not is_front(s, unit, enemy):
            return TURN[direction_towards(s, hex, enemy)]
    return STOP


def counts_for_exit(s: Battle, unit: i64) -> bool:
    """Return whether it counts for the victory, or carries somebody who does."""
    return any(counts_for_victory(s.kinds[one]) for one in s.with_riders(unit))


def best_hex(s: Battle, picture: Situation, unit: int, found: list[int]) -> int:
    """Return the best place within reach, where it stands included; those nearest to the goal are looked at first."""
    here = s.hexes[unit]
    if here < 0:
        return best_entry(s, picture, unit, found)
    if s.kinds[unit] >= UNIT_TYPES:
        return best_post(s, picture, unit, found)
    field = picture.fields[unit]
    pace, ring = picture.temper.pace, picture.temper.ring
    best, most = here, hex_score(s, picture, unit, here)
    special = [hex for hex in found if hex in s.rules.order.objectives]
    besides = max_position_bonus(picture, s.kind(unit))
    for hex in [*special, *sorted(found, key=lambda hex: field[hex])]:
        if most > besides - pace * max(field[hex], ring) and hex not in special:
            break
        value = hex_score(s, picture, unit, hex, most)
        if value > most:
            best, most = hex, value
    return best


def max_position_bonus(picture: Situation, kind: Kind) -> int:
    """Return the most that a place can have for a unit besides being on the way."""
    temper = picture.temper
    value = 3 * temper.close + temper.led * (LED_CHARIOT_FACTOR if kind.number == CH else 1)
    if kind.fire:
        value += temper.in_range
    if kind.melee and picture.ring:
        value += temper.shield
    return value + ESCAPE_VALUE if picture.gets_out else value


def best_entry(s: Battle, picture: Situation, unit: int, found: list[int]) -> int:
    """Where to come onto the map: near the goal, and if the enemy himself is the goal, where most of him is."""
    field = picture.fields[unit]
    best, most = s.hexes[unit], LOWEST_SCORE
    for hex in sorted(found, key=lambda hex: field[hex]):
        value = hex_score(s, picture, unit, hex)
        if not s.rules.order.objectives:
            value += NEARBY_ENEMY_VALUE * picture.prey(s, hex)
        if value > most:
            best, most = hex, value
    return best


def hex_score(s: Battle, picture: Situation, unit: int, hex: int, least: int = LOWEST_SCORE) -> int:
    """How good it is for a unit to stand in a hex at the end of the phase; roughly, if that is not above the least."""
    kind = s.kind(unit)
    temper = picture.temper
    value = objective_value(s, picture, unit, hex) - temper.pace * max(picture.fields[unit][hex], temper.ring)
    own = s.board().occupied[picture.side]
    friends = 0
    for other in s.rules.ground.hexes.around(hex):
        if own[other] and other != s.hexes[unit]:
            friends += 1
    value += temper.close * min(friends, 3)
    if kind.melee and hex in picture.ring:
        value += temper.shield
    if hex in picture.led:
        value += temper.led * LED_CHARIOT_FACTOR if kind.number == CH else temper.led
    near = picture.steps[hex]
    if kind.fire and 1 < near <= kind.range:
        value += temper.in_range
    if near == 1 and not kind.melee:
        value -= temper.too_near
    if picture.gets_out and picture.fields[unit][hex] == 0 and counts_for_exit(s, unit) and can_escape(s, unit, hex):
        value += ESCAPE_VALUE
    return value - picture.danger(s, unit, hex) if value > least else value


def can_escape(s: Battle, unit: i64, hex: i64) -> bool:
    """Return whether a unit that goes to an edge hex has a point left to leave by."""
    if hex == s.hexes[unit]:
        return can_leave(s, unit)
    if s.phase != MOVEMENT or s.zone(1 - s.side)[hex]:
        return False
    return points_left(s, unit) - routes(s, unit).cost.get(int(hex), UNREACHABLE) >= POINT


def objective_value(s: Battle, picture: Situation, unit: int, hex: int) -> int:
    """What it is worth to stand in an objective: most if nobody else does."""
    objectives = s.rules.order.objectives
    if hex not in objectives:
        return 0
    group = s.with_riders(unit)
    if any(s.kinds[other] < UNIT_TYPES and other not in group for other in s.stack(hex)):
        return picture.temper.joined if s.kind(unit).melee else 0
    is_ours = s.owners[objectives.index(hex)] == picture.side + 1
    return picture.temper.guarded if s.kind(unit).melee or not is_ours else RELIEF_VALUE
