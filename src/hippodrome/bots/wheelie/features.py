"""Inputs of the network: units, relative positions and the battle; and the model that combines them."""

from __future__ import annotations

from math import exp
from typing import Final

from hippodrome.bots.wheelie.dice_estimator import DiceEstimator
from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.threats import ACTS_FIRST_PERCENT, approximate_gap, fire_map, fire_value
from hippodrome.games.wheelie.ending import KILL_POINTS, SURVIVAL_POINTS
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, RETURNING, WITHDRAWN, Skirmish, Unit
from hippodrome.kit.geometry.fixed_point import FIXED_ONE, cosine, sine
from hippodrome.kit.geometry.plane.boxes import Box

KIND_COUNT: Final = 8
MAX_UNITS: Final = 12
OBSTACLE_DISTANCES_MI: Final = (1500, 3000, 6000, 9000)
DISTANCE_BANDS: Final = (6.0, 6.0, 6.0, 18.0)  # lengths in inches of the bands that encode a distance
MAX_SHOT_MI: Final = 24_000
INCH: Final = 1000.0
MAX_COUNTED: Final = 3  # units of a side are counted up to this number
DEFAULT_FUNERAL_TURNS: Final = 15.0  # turns of funeral games without a limit
LEAD_SCALE: Final = 5.0  # points of a good lead


# -------------------------------------------------------------------- units


def unit_features(unit: Unit) -> list[float]:
    """Return the features of a unit's kind and condition, independent of its position."""
    features = [0.0] * KIND_COUNT
    features[unit.kind] = 1.0
    pool = int(unit.pool())
    features.append(1.0 if unit.loaded else 0.0)
    features.append(int(unit.temporary) / 3.0)
    features.append(int(unit.permanent) / 3.0)
    features.append(int(unit.team) / 2.0)
    features.append(1.0 if unit.driver > 0 else 0.0)
    features.append(int(unit.warrior) / 2.0)
    features.append(int(unit.criticals) / 2.0)
    features.append(min(int(unit.banked), 3) / 2.0)
    features.append(pool / 6.0)
    features.append(1.0 if pool <= 2 else 0.0)
    return features


def battle_features(s: Skirmish, units: list[Unit], unit: Unit) -> list[float]:
    """Return the features of the whole battle for a unit: numbers on both sides, whether it is gone, and points."""
    friends, enemies = 0, 0
    for other in units:
        if other.status == FIGHTING:
            if other.side == unit.side:
                friends += 1
            else:
                enemies += 1
    features = [0.0] * (2 * MAX_COUNTED)
    if friends:
        features[min(friends, MAX_COUNTED) - 1] = 1.0
    if enemies:
        features[MAX_COUNTED + min(enemies, MAX_COUNTED) - 1] = 1.0
    features.append(0.0 if unit.status == FIGHTING else 1.0)
    features.append(1.0 if unit.status == RETURNING else 0.0)
    lead, progress = 0.0, 0.0
    if s.rules.scenario.ending == BY_POINTS:
        lead = points_lead(units, unit) / LEAD_SCALE
        progress = int(s.turn) / (int(s.rules.options.limit) or DEFAULT_FUNERAL_TURNS)
    features.extend([lead, progress, lead * progress])
    return features


def points_lead(units: list[Unit], unit: Unit) -> int:
    """Return the points of a unit minus those of the best other unit."""
    return points_of(unit) - max([points_of(other) for other in units if other.id != unit.id], default=0)


def points_of(unit: Unit) -> int:
    """Return the points of a unit in the funeral games."""
    return KILL_POINTS * int(unit.kills) + int(unit.inflicted) + (SURVIVAL_POINTS if unit.status == FIGHTING else 0)


def activations_before(s: Skirmish, order_index: int, unit: Unit, enemy: Unit) -> float:
    """Return how often an enemy is expected to act before a unit does.

    All units up to `order_index` in the order of this turn have acted.
    """
    order = s.order
    enemy_index = order.index(int(enemy.id)) if enemy.id in order else -1
    own_index = order.index(int(unit.id)) if unit.id in order else -1
    if own_index > order_index:
        return 1.0 if order_index < enemy_index < own_index else 0.0
    banked_lead = max(-5, min(int(enemy.banked - unit.banked), 5))
    acts_first = ACTS_FIRST_PERCENT[banked_lead] if banked_lead >= 0 else 100 - ACTS_FIRST_PERCENT[-banked_lead]
    return acts_first / 100.0 + (1.0 if enemy_index > order_index else 0.0)


# -------------------------------------------------------------------- positions


def obstacle_features(s: Skirmish, box: Box) -> list[float]:
    """Return, for each distance ahead, whether the edge or impassable ground blocks the base there."""
    features: list[float] = []
    is_blocked = False
    for distance in OBSTACLE_DISTANCES_MI:
        if not is_blocked:
            base_ahead = box.forward(distance)
            is_blocked = s.rules.table.overlaps(base_ahead) or s.ground.stops(base_ahead)
        features.append(1.0 if is_blocked else 0.0)
    return features


def bearing_features(angle: int, mirrored: bool) -> list[float]:
    """Return the bearing of another unit, mirrored as if the warrior stood on the right."""
    angle = (-angle if mirrored else angle) % 3600
    double = 2 * angle % 3600
    scale = float(FIXED_ONE)
    return [
        int(sine(angle)) / scale,
        int(cosine(angle)) / scale,
        int(sine(double)) / scale,
        int(cosine(double)) / scale,
    ]


class Placement:
    """A unit in its present or a possible position."""

    __slots__ = ("aims", "box", "obstacles", "unit")

    def __init__(self, unit: Unit, box: Box, obstacles: list[float], aims: bool) -> None:
        self.unit = unit
        self.box = box
        self.obstacles = obstacles
        self.aims = aims  # whether aims by it and at it are still valid


class PairGeometry:
    """The relative position of two units: the first one's dice, and the features from both points of view."""

    __slots__ = ("dice", "features", "reverse_features")

    def __init__(self, estimator: DiceEstimator, first: Placement, second: Placement) -> None:
        gap = approximate_gap(first.box, second.box)
        direction = int(first.box.pose().turn_to_nearest(second.box.x, second.box.y))
        self.dice, dice_back = 0, 0
        if gap <= MAX_SHOT_MI:
            self.dice = estimator.dice_between(first.unit, first.box, second.unit, second.box)
            dice_back = estimator.dice_between(second.unit, second.box, first.unit, first.box)
        bands: list[float] = []
        inches = gap / INCH
        for band in DISTANCE_BANDS:
            bands.append(min(max(inches, 0.0), band) / band)
            inches -= band
        has_aims = first.aims and second.aims
        forward = view_features(estimator.s, first, second, gap, direction - int(first.box.turn), self.dice, has_aims)
        backward = view_features(
            estimator.s, second, first, gap, direction + 1800 - int(second.box.turn), dice_back, has_aims
        )
        self.features = [*bands, *forward, *backward]
        self.reverse_features = [*bands, *backward, *forward]


def view_features(
    s: Skirmish, viewer: Placement, target: Placement, gap: int, angle: int, dice: int, has_aims: bool
) -> list[float]:
    """Return the features of a target as the viewer sees it."""
    fires = fire_map(s.kind(viewer.unit), viewer.unit, int(s.kind(target.unit).defence))
    features = bearing_features(angle, viewer.unit.mirrored)
    features.append(dice / 8.0)
    features.append(fire_value(fires, angle, gap) / 100.0)
    features.append(1.0 if has_aims and viewer.unit.aim == target.unit.id else 0.0)
    features.extend(viewer.obstacles)
    return features


# -------------------------------------------------------------------- the whole battle


class BattleModel:
    """All fighting units as the network sees them once the acting unit has finished."""

    def __init__(self, estimator: DiceEstimator, acting: Unit, network: Network) -> None:
        s = estimator.s
        self.s = s
        self.estimator = estimator
        self.network = network
        self.box = s.box(acting)
        self.ghost = acting.clone()  # moved to the position under evaluation
        self.side = int(acting.side)
        self.order_index = s.order.index(int(acting.id)) if acting.id in s.order else -1
        self.placements: list[Placement] = []
        for unit in s.units:
            if unit.status == FIGHTING:
                box = s.box(unit)
                self.placements.append(Placement(unit, box, obstacle_features(s, box), True))
        self.own_parts = [network.own_part(unit_features(unit)) if unit.status == FIGHTING else [] for unit in s.units]
        self.enemy_parts = [
            network.enemy_part(unit_features(unit)) if unit.status == FIGHTING else [] for unit in s.units
        ]
        self.battle_inputs = [battle_features(s, s.units, unit) for unit in s.units]
        self.geometry_parts: list[list[float]] = [[]] * (MAX_UNITS * MAX_UNITS)
        for index, first in enumerate(self.placements):
            for second in self.placements[index + 1 :]:
                if first.unit.side != second.unit.side:
                    self.update_pair(first, second)

    def update_pair(self, first: Placement, second: Placement) -> int:
        """Compute the geometry of a pair of units; return the dice of the first against the second."""
        geometry = PairGeometry(self.estimator, first, second)
        first_id, second_id = int(first.unit.id), int(second.unit.id)
        self.geometry_parts[first_id * MAX_UNITS + second_id] = self.network.geometry_part(geometry.features)
        self.geometry_parts[second_id * MAX_UNITS + first_id] = self.network.geometry_part(geometry.reverse_features)
        return geometry.dice

    # ---------------------------------------------------------------- the chance to win

    def chance_at(self, box: Box) -> tuple[float, list[int]]:
        """Return the side's chance to win with the acting unit in a position, and its dice against each unit."""
        current = self.box
        has_stayed = box.x == current.x and box.y == current.y and box.turn == current.turn
        self.ghost.put(box.x, box.y, box.turn)
        return self.chance_from(Placement(self.ghost, box, obstacle_features(self.s, box), has_stayed))

    def chance_if_aimed(self, unit: Unit) -> float:
        """Return the side's chance to win if the acting unit stays and aims as this copy of it does."""
        return self.chance_from(Placement(unit, self.box, obstacle_features(self.s, self.box), True))[0]

    def chance_from(self, placement: Placement) -> tuple[float, list[int]]:
        """Return the side's chance to win with the acting unit in this position, and its dice against each unit."""
        dice = [0] * len(self.s.units)
        saved = self.geometry_parts
        self.geometry_parts = saved.copy()
        for enemy in self.placements:
            if enemy.unit.side != self.side:
                dice[enemy.unit.id] = self.update_pair(placement, enemy)
        chance = self.chance(self.s.units)
        self.geometry_parts = saved
        return chance, dice

    def chance(self, units: list[Unit]) -> float:
        """Return the side's chance to win with these versions of the units in their present positions."""
        own_parts, enemy_parts, battle_inputs = self.own_parts, self.enemy_parts, self.battle_inputs
        if units is not self.s.units:
            own_parts, enemy_parts = own_parts.copy(), enemy_parts.copy()
            battle_inputs = [battle_features(self.s, units, unit) for unit in units]
            for index, unit in enumerate(units):
                if unit is not self.s.units[index] and unit.status == FIGHTING:
                    own_parts[index] = self.network.own_part(unit_features(unit))
                    enemy_parts[index] = self.network.enemy_part(unit_features(unit))
        side_scores: dict[int, float] = {}
        for unit in units:
            side = int(unit.side)
            score = 0.0
            if counts_for_its_side(self.s, unit):
                score = self.network.output(
                    self.first_layer(units, unit, own_parts, enemy_parts), battle_inputs[unit.id]
                )
            side_scores[side] = side_scores.get(side, 0.0) + score
        own_score = side_scores[self.side]
        return 1.0 / sum([exp(min(score - own_score, 30.0)) for score in side_scores.values()])

    def first_layer(
        self, units: list[Unit], unit: Unit, own_parts: list[list[float]], enemy_parts: list[list[float]]
    ) -> list[float]:
        """Return the sums of the network's first layer over all enemies of a unit."""
        sums = [0.0] * self.network.first_size
        if unit.status != FIGHTING:
            return sums
        for enemy in units:
            if enemy.status == FIGHTING and enemy.side != unit.side:
                geometry = self.geometry_parts[unit.id * MAX_UNITS + enemy.id]
                activations = activations_before(self.s, self.order_index, unit, enemy)
                self.network.add_enemy(sums, own_parts[unit.id], enemy_parts[enemy.id], activations, geometry)
        return sums


def counts_for_its_side(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit still counts: it fights, it may return, or its points may win."""
    if unit.status == FIGHTING or s.rules.scenario.ending == BY_POINTS:
        return True
    return unit.status == BROKEN or unit.status == WITHDRAWN or unit.status == RETURNING
