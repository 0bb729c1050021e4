"""Heuristic evaluation of positions: own shots, enemy threats, crowding and terrain."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.dice_estimator import DiceEstimator
from hippodrome.bots.wheelie.shots import expected_harm, shot_value
from hippodrome.bots.wheelie.style import PLAIN, Style
from hippodrome.bots.wheelie.threats import AIMED_PERCENT, REAR_SHOT_ANGLE, Enemy, approximate_gap, fire_map, fire_value
from hippodrome.games.wheelie.arcs import javelin_reach
from hippodrome.games.wheelie.state import MAX_ACTION_DICE, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import angle_between
from hippodrome.kit.geometry.plane.boxes import Box

MAX_ENEMIES: Final = 3  # only the nearest enemies are considered
CROWDED_GAP_MI: Final = 1500
CLOSE_GAP_MI: Final = 3000
TURN_PER_POINT: Final = 15  # tenths of a degree away from the enemy that cost one point
BLOCKED_AHEAD_COSTS: Final = ((1500, 150), (3000, 100), (6000, 50))  # free distance ahead in 1/1000 inch, points
BANK_VALUE: Final = 25  # a wild die banked for initiative
HEAL_VALUE: Final = 50  # a wild die that heals
URGENT_HEAL_VALUE: Final = 90  # a wild die that heals a unit with few dice
FEW_DICE: Final = 3
HELD_AIM_PERCENT: Final = 20  # value of an aim held for the next turn, in percent of the shot
_NO_ENEMY: Final = 1 << 30


class HeuristicEvaluator:
    """Evaluates positions of one unit at one decision, in points (see `Style`)."""

    def __init__(self, s: Skirmish, unit: Unit, style: Style = PLAIN) -> None:
        self.s = s
        self.style = style
        self.unit = unit
        self.kind = s.kind(unit)
        self.box = s.box(unit)
        self.ghost = unit.clone()  # moved to the position under evaluation
        enemy_units = [other for other in s.others(unit) if other.side != unit.side]
        enemy_units.sort(key=lambda other: _squared_distance(unit, other))
        self.enemies = [Enemy(s, other, unit, style) for other in enemy_units[:MAX_ENEMIES]]
        self.estimator = DiceEstimator(s, unit)
        self.other_bases = self.estimator.other_bases
        self.caution = 100 + 20 * (MAX_ACTION_DICE - int(unit.pool()))  # in percent; damaged units are more careful
        self.fire_maps = {enemy.defence: fire_map(self.kind, unit, enemy.defence) for enemy in self.enemies}
        self.ideal_range = (
            style.bow_range_mi if self.kind.has_bow and not self.kind.is_runners else int(javelin_reach(unit)) - 1000
        )
        self.distance_per_point = style.approach_bow if self.kind.has_bow else style.approach_javelin
        self.held_aim_percent = HELD_AIM_PERCENT

    # ---------------------------------------------------------------- shots

    def dice_against(self, box: Box, enemy: Enemy) -> int:
        """Return about how many dice the unit would have against an enemy from a position."""
        self.ghost.put(box.x, box.y, box.turn)
        return self.estimator.dice_between(self.ghost, box, enemy.unit, enemy.box)

    def shot_value(self, target: Unit, dice: int) -> int:
        """Return the value of one shot at a target with this many dice."""
        return shot_value(self.s, target, dice, self.style)

    def wild_die_value(self) -> int:
        """Return the value of a wild die that is not needed for a shot."""
        return spare_wild_die_value(self.unit)

    def unloaded_cost(self, shots: int) -> int:
        """Return the cost of being unloaded after this many shots; the heuristic ignores it."""
        return 0

    # ---------------------------------------------------------------- positions

    def best_shot_value(self, box: Box) -> int:
        """Return the value of the best shot from a position."""
        best = 0
        for enemy in self.enemies:
            dice = self.dice_against(box, enemy)
            if dice > 0:
                best = max(best, expected_harm(dice, enemy.defence) * enemy.target_value // 100)
        return best

    def evaluate(self, box: Box, shots: int) -> tuple[int, int]:
        """Return the value of one shot from a position (0 without shots) and the value of the position otherwise."""
        shot_value = self.best_shot_value(box) if shots else 0
        return shot_value, self.next_turn_value(box) - self.crowding_cost(box) - self.terrain_cost(box)

    def next_turn_value(self, box: Box) -> int:
        """Return the value of next turn's best shot, minus enemy fire, the risk of being rammed, and distance."""
        best_fire, threat, ram_chance = 0, 0, 0
        for enemy in self.enemies:
            gap = approximate_gap(box, enemy.box)
            direction = int(box.pose().turn_to_nearest(enemy.box.x, enemy.box.y))
            best_fire = max(best_fire, self.fire_on_enemy(enemy, box, gap, direction))
            threat += self.fire_from_enemy(enemy, box, gap, direction)
            if not self.kind.is_runners:
                ram_chance += enemy.ram_chance(box, gap)
        value = (
            best_fire * self.style.next_turn
            - threat * self.caution // 100 * self.style.threat
            - ram_chance * self.style.ram_risk
        )
        good_enough = self.style.good_enough
        return value // 100 - self.distance_cost(box) * max(0, good_enough - best_fire) // good_enough

    def fire_on_enemy(self, enemy: Enemy, box: Box, gap: int, direction: int) -> int:
        """Return the value of a shot at an enemy next turn; 0 if terrain hides the enemy now."""
        fire = fire_value(self.fire_maps[enemy.defence], direction - box.turn, gap) * enemy.target_value // 100
        if fire and self.estimator.is_hidden(box, enemy.box, gap):
            return 0
        return fire * 3 // 2 if angle_between(direction + 1800, enemy.box.turn) > REAR_SHOT_ANGLE else fire

    def fire_from_enemy(self, enemy: Enemy, box: Box, gap: int, direction: int) -> int:
        """Return the value of an enemy's fire before the unit acts again; any move clears the enemy's aim (WW-B18)."""
        fire = (
            fire_value(enemy.fire_map, direction + 1800 - enemy.box.turn, gap)
            * enemy.fire_rate
            // 100
            * enemy.activations
            // 100
        )
        if angle_between(direction, box.turn) > REAR_SHOT_ANGLE:
            fire = fire * 3 // 2
        has_stayed = box.x == self.box.x and box.y == self.box.y and box.turn == self.box.turn
        return fire * AIMED_PERCENT // 100 if enemy.aims_at_us and has_stayed else fire

    def distance_cost(self, box: Box) -> int:
        """Return the cost of being out of range of the nearest enemy and of not facing it.

        It grows with every turn without an attack.
        """
        best_cost = _NO_ENEMY
        for enemy in self.enemies:
            if enemy.fights:
                gap = approximate_gap(box, enemy.box)
                cost = max(0, gap - self.ideal_range) // self.distance_per_point
                cost += angle_between(box.turn, box.pose().turn_to_nearest(enemy.box.x, enemy.box.y)) // TURN_PER_POINT
                best_cost = min(best_cost, cost)
        return best_cost * (2 + int(self.s.quiet)) // 2 if best_cost < _NO_ENEMY else 0

    def crowding_cost(self, box: Box) -> int:
        """Return the cost of other bases nearby; a lancer may come closer than others."""
        if self.kind.is_runners:
            return 0
        cost = 0
        for other in self.other_bases:
            if approximate_gap(box, other) < CLOSE_GAP_MI:
                gap = box.gap_floor(other)
                if gap < CROWDED_GAP_MI:
                    cost += 60 if self.kind.has_lance and gap > 200 else 150
                elif gap < CLOSE_GAP_MI:
                    cost += 15 if self.kind.has_lance else 60
        return cost

    def terrain_cost(self, box: Box) -> int:
        """Return the cost of the edge or impassable ground ahead, and of bad going under the base."""
        cost = 0
        for distance, price in BLOCKED_AHEAD_COSTS:
            ahead = box.forward(distance)
            if self.s.rules.table.overlaps(ahead) or self.s.ground.stops(ahead):
                cost += price
        if not self.kind.is_sure and self.s.ground.is_bad(box.x, box.y):
            cost += 15
        return cost


def spare_wild_die_value(unit: Unit) -> int:
    """Return the value of a wild die that heals the unit or, without Temporary Damage, is banked."""
    if unit.temporary == 0:
        return BANK_VALUE
    return URGENT_HEAL_VALUE if unit.pool() <= FEW_DICE else HEAL_VALUE


def _squared_distance(unit: Unit, other: Unit) -> int:
    """Return the squared distance between two units."""
    dx, dy = int(unit.x - other.x), int(unit.y - other.y)
    return dx * dx + dy * dy
