"""Situation of a side at the start of a phase: threats by the enemy, support by friends, and goals."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.chariot.distance_maps import DistanceMaps, steps_to
from hippodrome.bots.chariot.objectives import goal_distances, has_last_turn, must_change_result, turns_left
from hippodrome.bots.chariot.style import Style
from hippodrome.bots.chariot.unit_values import UNIT_VALUES, ExpectedLosses
from hippodrome.games.chariot.command import is_controlled
from hippodrome.games.chariot.ground import STREAM, VILLAGE, WOODS
from hippodrome.games.chariot.scenarios import EXIT, LIMIT, RATIO
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.strength import odds_column
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.geometry.hexes import SIDES

ENEMY_RADIUS: Final = 12  # hexes within which enemies matter; no unit moves further in a phase
ENTRY_RADIUS: Final = 9  # hexes within which enemies attract units that enter the map
SUPPORT_RADIUS: Final = 4  # hexes within which friends give support
HALF_POINTS: Final = 2  # half points per point; strengths are counted in halves here
TYPICAL_MELEE: Final = 3  # the melee strength of most units
ALL_SIDES: Final = 63
COVERED_SIDES: Final = [1 << side | 1 << (side + 1) % SIDES | 1 << (side + 5) % SIDES for side in range(SIDES)]


class Situation:
    """Threats and support by hex, and the goal of each unit. Valid for one phase."""

    def __init__(self, s: Battle, side: int, maps: DistanceMaps, expected_losses: ExpectedLosses, style: Style) -> None:
        self.side = side
        self.style = style
        self.maps = maps
        self.expected_losses = expected_losses
        self.key = situation_key(s, side)
        self.enemies = sorted({s.hexes[unit] for unit in s.units_of(1 - side) if s.hexes[unit] >= 0})
        self.enemy_distances = steps_to(s.rules.ground.hexes, self.enemies, ENEMY_RADIUS)
        self.melee_threat = [0] * s.rules.ground.hexes.count
        self.fire_threat = [0] * s.rules.ground.hexes.count
        self.support = [0] * s.rules.ground.hexes.count
        self.goal_distances = goal_distances(s, side, maps, self.enemies, style)
        self.danger_weight = danger_weight(s, side, style)
        is_race = s.rules.order.victory.rule == EXIT
        self.must_exit = is_race and s.rules.order.victory.side == side
        self.detour_weight = detour_weight(s, side, style)
        self.flank_factor = 100 if is_race else style.flank_factor
        self.guard_ring = guard_ring(s, side)
        # A side that races for an edge does not wait for leaders.
        self.led_hexes = set() if is_race else led_hexes(s, side, maps)
        self.planned_attacks: dict[int, int] = {}  # hex to attack from, by unit
        self.has_planned_attacks = False
        self._enemies_near: dict[int, int] = {}
        self.fire_target = -1  # hex that chariots ride out to fire at
        self._add_threats(s)
        self._add_support(s)

    def _add_threats(self, s: Battle) -> None:
        """Mark where the enemy could attack in the next Player-Turn."""
        enemy_side = 1 - self.side
        leaders = [unit for unit in s.units_of(enemy_side) if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0]
        for unit in s.units_of(enemy_side):
            hex = s.hexes[unit]
            kind = s.kind(unit)
            if hex < 0 or s.disrupted[unit] == s.number or s.panicked[unit]:
                continue
            if kind.melee:
                reach = kind.allowance
                if s.rules.has_leaders and not is_controlled(s, unit, leaders):
                    reach = max(reach // 2, 1)
                self._spread(self.melee_threat, hex, reach + 1, kind.melee)
            if kind.fire:
                self._spread(self.fire_threat, hex, kind.range + (4 if s.aboard[unit] else 0), kind.fire)

    def _add_support(self, s: Battle) -> None:
        """Mark where friendly units could help."""
        for unit in s.units_of(self.side):
            melee = s.kind(unit).melee
            if melee and s.hexes[unit] >= 0 and not s.disrupted[unit]:
                self._spread(self.support, s.hexes[unit], SUPPORT_RADIUS, melee)

    def _spread(self, totals: list[int], hex: int, radius: int, strength: int) -> None:
        """Add a strength to all hexes within a radius."""
        for other in self.maps.hexes_within(hex, radius):
            totals[other] += strength

    def enemies_near(self, s: Battle, hex: int) -> int:
        """Return how many enemy units are near a hex."""
        count = self._enemies_near.get(hex)
        if count is None:
            hexes = s.rules.ground.hexes
            nearby = [other for other in self.enemies if hexes.distance(hex, other) <= ENTRY_RADIUS]
            count = sum([len(s.stack(other)) for other in nearby])
            self._enemies_near[hex] = count
        return count

    # ---------------------------------------------------------------- danger

    def danger(self, s: Battle, unit: i64, hex: i64) -> int:
        """Return the average value a unit risks by standing in a hex during the enemy's next Player-Turn."""
        threat = self.melee_threat[hex]
        fire = self.fire_threat[hex]
        if threat == 0 and fire == 0:
            return 0
        kinds = [int(s.kinds[other]) for other in s.stack(hex) if other != unit and s.aboard[other] != unit + 1]
        has_leader = any(kind >= UNIT_TYPES for kind in kinds)
        group = [int(s.kinds[other]) for other in s.with_riders(unit)]
        kinds.extend(group)
        strength = defence_strength_of(s, kinds, hex)
        column = odds_column(self.expected_attack(s, unit, hex), strength)
        risk = self.expected_losses.percent(column, False, True, has_leader) * self.danger_share(hex) // 100
        risk += self.expected_losses.percent(odds_column(min(fire, 8), 3), False, True, has_leader) // 2
        return sum([UNIT_VALUES[kind] for kind in group]) * risk * self.danger_weight // 10000

    def expected_attack(self, s: Battle, unit: i64, hex: i64) -> int:
        """Return the strength, in halves, with which the enemy may attack a hex. Adjacent friends reduce it."""
        own = s.occupancy().occupied[self.side]
        ground = s.rules.ground
        room, covered = 0, 0
        for side in range(SIDES):
            other = ground.hexes.next[hex * SIDES + side]
            if other >= 0 and (not own[other] or other == s.hexes[unit]):
                room += 1 if ground.terrain[other] == STREAM else HALF_POINTS
                covered |= COVERED_SIDES[side]
        max_strength = room * s.rules.armies[1 - self.side].stacking * TYPICAL_MELEE
        strength = min(self.melee_threat[hex] * HALF_POINTS * self.style.threat_share // 100, max_strength)
        return strength * self.flank_factor // 100 if covered == ALL_SIDES else strength

    def danger_share(self, hex: i64) -> int:
        """Return the percentage of the danger that counts: little where friends are much stronger than the threat."""
        ratio = self.support[hex] * 100 // max(self.melee_threat[hex], 1)
        return max(15, min(100, self.style.support_wanted - ratio))


def defence_strength_of(s: Battle, kinds: list[int], hex: i64) -> i64:
    """Return the melee defence of units of these kinds in a hex, in halves, with the bonus of leaders."""
    strength: i64 = 0
    dots: i64 = 0
    bonus: i64 = 0
    for number in kinds:
        kind = s.rules.kinds[number]
        bonus += kind.bonus * HALF_POINTS
        if kind.melee:
            strength += kind.melee if kind.bracket else kind.melee * HALF_POINTS
        else:
            dots += HALF_POINTS
    if strength == 0:
        strength = dots
    if s.rules.ground.terrain[hex] in (WOODS, VILLAGE):
        strength *= 2
    return strength + min(bonus, strength)


def guard_ring(s: Battle, side: int) -> set[int]:
    """Return the hexes around the side's objectives; units there keep the enemy away from the guards."""
    hexes: set[int] = set()
    for index, hex in enumerate(s.rules.order.objectives):
        if s.owners[index] == side + 1:
            hexes.update(s.rules.ground.hexes.around(hex))
    return hexes


def led_hexes(s: Battle, side: int, maps: DistanceMaps) -> set[int]:
    """Return the hexes within the radius of the side's leaders."""
    hexes: set[int] = set()
    for unit in s.units_of(side):
        if s.kinds[unit] >= UNIT_TYPES and s.hexes[unit] >= 0:
            hexes.update(maps.hexes_within(s.hexes[unit], s.kind(unit).radius))
    return hexes


def detour_weight(s: Battle, side: int, style: Style) -> int:
    """Return the percentage of a detour that counts against an attack."""
    victory = s.rules.order.victory
    if victory.rule == EXIT:
        return 100 if victory.side == side else style.delay_behind
    return style.delay_behind if must_change_result(s, side) else style.delay_ahead


def danger_weight(s: Battle, side: int, style: Style) -> int:
    """Return the percentage of danger that counts: less if the result must change, none in the last turn."""
    if has_last_turn(s, side):
        return 0
    left = turns_left(s, side)
    if not must_change_result(s, side):
        return style.caution_ahead * (60 if s.rules.order.victory.rule == EXIT else 100) // 100
    if s.rules.order.victory.rule == EXIT:
        return style.caution_behind * 20 // 100
    hunts = s.rules.order.victory.rule in (RATIO, LIMIT)
    return style.caution_behind * (20 if left < 3 else 40 if left < 6 or hunts else 60) // 100


def situation_key(s: Battle, side: int) -> tuple[int, int, int, tuple[int, ...], bytes]:
    """Return what a situation depends on; it is valid while this does not change."""
    enemies = s.units_of(1 - side)
    return int(s.number), int(s.phase), side, s.hexes[enemies.start : enemies.stop], s.disrupted
