"""Attack planning: which enemies to attack after the Movement Phase, and from which hexes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.situation import ALL_SIDES, COVERED_SIDES, Situation
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.unit_values import ExpectedLosses
from hippodrome.games.chariot.ground import POINT
from hippodrome.games.chariot.melee import may_attack
from hippodrome.games.chariot.movement import can_move, routes
from hippodrome.games.chariot.stacking import stacking_fault
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import defence_strength, leader_bonus, odds_column, unit_attack

MAX_COLUMN: Final = 8  # index of the best odds column


class AttackPlace:
    """A unit that could attack a target from a hex."""

    __slots__ = ("cover", "hex", "strength", "unit")

    def __init__(self, unit: int, hex: int, strength: int, cover: int) -> None:
        self.unit = unit
        self.hex = hex
        self.strength = strength  # in sixteenths of a point
        self.cover = cover  # bits of the target's sides that it covers (CH-S7.51)


class AttackGroup:
    """Units that would attack a target together, and the value of that attack."""

    __slots__ = ("places", "target", "value")

    def __init__(self, target: int) -> None:
        self.target = target
        self.places: list[AttackPlace] = []
        self.value = 0


def plan_attacks(s: Battle, situation: Situation) -> dict[int, int]:
    """Return the hex from which each unit should attack, choosing the best attack first."""
    places = attack_places(s, situation)
    assigned: dict[int, int] = {}
    groups = [best_group(s, situation, target, places[target], assigned) for target in sorted(places)]
    while groups:
        groups.sort(key=lambda group: (-group.value, group.target))
        updated = best_group(s, situation, groups[0].target, places[groups[0].target], assigned)
        if updated.value < groups[0].value:
            groups[0] = updated
            if updated.value <= 0:
                groups.pop(0)
            continue
        if updated.value <= 0:
            break
        for place in updated.places:
            assigned[place.unit] = place.hex
        groups.pop(0)
    return assigned


def attack_places(s: Battle, situation: Situation) -> dict[int, list[AttackPlace]]:
    """Return by target which units could attack it from which hexes."""
    places_by_target: dict[int, list[AttackPlace]] = {}
    hexes = s.rules.ground.hexes
    enemy = s.occupancy().occupied[1 - situation.side]
    for unit in s.units_of(situation.side):
        if not may_attack(s, unit) or situation.enemy_distances[s.hexes[unit]] > s.kind(unit).allowance + 1:
            continue
        ends = [s.hexes[unit]]
        if can_move(s, unit):
            ends.extend(routes(s, unit).order)
        for hex in ends:
            if situation.enemy_distances[hex] != 1:
                continue
            for target in hexes.around(hex):
                if enemy[target]:
                    cover = COVERED_SIDES[hexes.direction(target, hex)]
                    place = AttackPlace(unit, hex, strength_from(s, unit, hex, target), cover)
                    places_by_target.setdefault(target, []).append(place)
    return places_by_target


def strength_from(s: Battle, unit: i64, hex: i64, target: int) -> int:
    """Return a unit's melee strength against a target from a hex, with the leader's bonus if it stays where it is."""
    strength = int(unit_attack(s, unit, hex, (target,)))
    if hex == s.hexes[unit]:
        strength += min(int(leader_bonus(s, hex)), strength)
    return strength


def best_group(
    s: Battle, situation: Situation, target: int, places: list[AttackPlace], assigned: dict[int, int]
) -> AttackGroup:
    """Return the best group of attackers on a target, preferring those that complete a flank attack.

    Attackers are added one by one; the group with the highest value on the way is returned.
    """
    style = situation.style
    best = AttackGroup(target)
    remaining = [place for place in places if place.unit not in assigned]
    chosen: list[AttackPlace] = []
    strength, cover, cost = 0, 0, 0
    while remaining:
        place = best_addition(remaining, strength, cover)
        remaining = [other for other in remaining if other.unit != place.unit or other.hex != place.hex]
        if not has_room(s, place, chosen, assigned):
            continue
        remaining = [other for other in remaining if other.unit != place.unit]
        chosen.append(place)
        strength += place.strength
        cover |= place.cover
        cost += style.attack_cost + detour_cost(s, situation, place)
        cost += situation.danger(s, place.unit, place.hex) * style.exposure // 100
        total = strength * 2 if cover == ALL_SIDES and not s.rules.options.facing else strength
        column = odds_column(total, defence_strength(s, target, [other.unit for other in chosen]))
        value = attack_value(s, situation.expected_losses, target, column, style) * style.attack_weight // 100 - cost
        if value > best.value:
            best.value = value
            best.places = chosen.copy()
        if column == MAX_COLUMN:
            break
    return best


def best_addition(places: list[AttackPlace], strength: int, cover: int) -> AttackPlace:
    """Return the place that adds most strength to the chosen ones, also by completing a flank attack."""
    best, most = places[0], -1
    for place in places:
        covered = cover | place.cover
        total = strength + place.strength
        value = total * 16 if covered == ALL_SIDES else total * 8 + covered.bit_count() * place.strength
        if value > most:
            best, most = place, value
    return best


def detour_cost(s: Battle, situation: Situation, place: AttackPlace) -> int:
    """Return the cost of the delay on the way to the unit's goal."""
    distances = situation.goal_distances[place.unit]
    reached = max(distances[s.hexes[place.unit]] - POINT * s.kind(place.unit).allowance, situation.style.guard_radius)
    return max(distances[place.hex] - reached, 0) * situation.style.approach * situation.detour_weight // 100


def attack_value(s: Battle, expected_losses: ExpectedLosses, target: int, column: int, style: Style) -> int:
    """Return the value of an attack in an odds column."""
    value = expected_losses.value_lost(s, target, column)
    if target in s.rules.order.objectives:
        value += style.objective_prize * expected_losses.percent(column, False, True, False) // 100
    return value


def has_room(s: Battle, place: AttackPlace, chosen: list[AttackPlace], assigned: dict[int, int]) -> bool:
    """Return whether a unit may stand in a hex with the units that stay there, are assigned to it or chosen so far."""
    if s.hexes[place.unit] == place.hex:
        return True
    units = [place.unit]
    units.extend([unit for unit in s.stack(place.hex) if assigned.get(unit, place.hex) == place.hex])
    units.extend([unit for unit, hex in assigned.items() if hex == place.hex and unit not in units])
    units.extend([other.unit for other in chosen if other.hex == place.hex and other.unit not in units])
    return len(units) == 1 or stacking_fault(s, units) == 0
