"""Which enemies to close with in a Movement Phase, and from where: the attacks are planned before anybody moves."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.situation import ALL_SIDES, COVERED_SIDES, Situation
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.unit_values import ExpectedLosses
from hippodrome.games.chariot.ground import POINT, STREAM
from hippodrome.games.chariot.melee import may_attack
from hippodrome.games.chariot.movement import can_move, routes
from hippodrome.games.chariot.stacking import stacking_fault
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import SIXTEENTHS, attacks_uphill, defence_strength, leader_bonus, odds_column
from hippodrome.games.chariot.units import A, B

MAX_COLUMN: Final = 8  # columns of the table


class AttackPlace:
    """A unit that could attack a target from a hex."""

    __slots__ = ("cover", "hex", "strength", "unit")

    def __init__(self, unit: int, hex: int, strength: int, cover: int) -> None:
        self.unit = unit
        self.hex = hex
        self.strength = strength  # in sixteenths
        self.cover = cover  # the sides of the target that it covers (CH-S7.51)


class AttackGroup:
    """Those who would attack a target, and what that is worth."""

    __slots__ = ("places", "target", "value")

    def __init__(self, target: int) -> None:
        self.target = target
        self.places: list[AttackPlace] = []
        self.value = 0


def plan_attacks(s: Battle, picture: Situation) -> dict[int, int]:
    """Return the hex from which each unit is to attack: the best attack first, then the best that is left."""
    places = attack_places(s, picture)
    sent: dict[int, int] = {}
    groups = [best_group(s, picture, target, places[target], sent) for target in sorted(places)]
    while groups:
        groups.sort(key=lambda group: (-group.value, group.target))
        again = best_group(s, picture, groups[0].target, places[groups[0].target], sent)
        if again.value < groups[0].value:
            groups[0] = again
            if again.value <= 0:
                groups.pop(0)
            continue
        if again.value <= 0:
            break
        for place in again.places:
            sent[place.unit] = place.hex
        groups.pop(0)
    return sent


def attack_places(s: Battle, picture: Situation) -> dict[int, list[AttackPlace]]:
    """By target, who could attack it from where."""
    found: dict[int, list[AttackPlace]] = {}
    hexes = s.rules.ground.hexes
    enemy = s.board().occupied[1 - picture.side]
    for unit in s.units_of(picture.side):
        if not may_attack(s, unit) or picture.steps[s.hexes[unit]] > s.kind(unit).allowance + 1:
            continue
        ends = [s.hexes[unit]]
        if can_move(s, unit):
            ends.extend(routes(s, unit).order)
        for hex in ends:
            if picture.steps[hex] != 1:
                continue
            for target in hexes.around(hex):
                if enemy[target]:
                    cover = COVERED_SIDES[hexes.direction(target, hex)]
                    place = AttackPlace(unit, hex, strength_from(s, unit, hex, target), cover)
                    found.setdefault(target, []).append(place)
    return found


def strength_from(s: Battle, unit: i64, hex: i64, target: int) -> int:
    """Return the melee strength with which a unit would attack from a hex, with the leader who is there if it stays."""
    kind = s.kind(unit)
    strength = kind.melee * SIXTEENTHS
    if s.rules.ground.terrain[hex] == STREAM:
        strength //= 2
    if s.rules.options.elevation and kind.unit_class in (A, B) and attacks_uphill(s, hex, (target,)):
        strength //= 2
    if hex == s.hexes[unit]:
        strength += min(int(leader_bonus(s, hex)), strength)
    return strength


def best_group(
    s: Battle, picture: Situation, target: int, places: list[AttackPlace], sent: dict[int, int]
) -> AttackGroup:
    """Attackers one after the other, as long as it pays; those who complete a ring round the target are worth most."""
    temper = picture.temper
    found = AttackGroup(target)
    left = [place for place in places if place.unit not in sent]
    chosen: list[AttackPlace] = []
    strength, cover, cost = 0, 0, 0
    while left:
        place = best_addition(left, strength, cover)
        left = [one for one in left if one.unit != place.unit or one.hex != place.hex]
        if not has_room(s, place, chosen, sent):
            continue
        left = [one for one in left if one.unit != place.unit]
        chosen.append(place)
        strength += place.strength
        cover |= place.cover
        cost += (
            temper.effort
            + picture.danger(s, place.unit, place.hex) * temper.exposed // 100
            + detour_cost(s, picture, place)
        )
        total = strength * 2 if cover == ALL_SIDES and not s.rules.options.facing else strength
        odds = odds_column(total, defence_strength(s, target, [one.unit for one in chosen]))
        value = attack_value(s, picture.odds, target, odds, temper) * temper.zeal // 100 - cost
        if value > found.value:
            found.value = value
            found.places = chosen.copy()
        if odds == MAX_COLUMN:
            break
    return found


def best_addition(places: list[AttackPlace], strength: int, cover: int) -> AttackPlace:
    """Return the place that adds most to those chosen so far, counting a ring that is nearly closed."""
    best, most = places[0], -1
    for place in places:
        both = cover | place.cover
        total = strength + place.strength
        value = total * 16 if both == ALL_SIDES else total * 8 + both.bit_count() * place.strength
        if value > most:
            best, most = place, value
    return best


def detour_cost(s: Battle, picture: Situation, place: AttackPlace) -> int:
    """What it costs a unit not to get on to its goal meanwhile."""
    field = picture.fields[place.unit]
    reached = max(field[s.hexes[place.unit]] - POINT * s.kind(place.unit).allowance, picture.temper.ring)
    return max(field[place.hex] - reached, 0) * picture.temper.pace * picture.haste // 100


def attack_value(s: Battle, odds: ExpectedLosses, target: int, ratio: int, temper: Style) -> int:
    """What an attack in a column of the table is worth."""
    value = odds.harm(s, target, ratio)
    if target in s.rules.order.objectives:
        value += temper.prize * odds.share(ratio, False, True, False) // 100
    return value


def has_room(s: Battle, place: AttackPlace, chosen: list[AttackPlace], sent: dict[int, int]) -> bool:
    """Return whether a unit may stand there beside those who stay, those who were sent and those chosen for this
    attack.
    """
    if s.hexes[place.unit] == place.hex:
        return True
    units = [place.unit]
    units.extend([unit for unit in s.stack(place.hex) if sent.get(unit, place.hex) == place.hex])
    units.extend([unit for unit, hex in sent.items() if hex == place.hex and unit not in units])
    units.extend([one.unit for one in chosen if one.hex == place.hex and one.unit not in units])
    return len(units) == 1 or stacking_fault(s, units) == 0
