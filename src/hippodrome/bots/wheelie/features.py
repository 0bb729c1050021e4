"""What a seer looks at: the sheets of all who fight, where they stand to one another, and how it all adds up."""

from __future__ import annotations

from math import exp
from typing import Final

from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.bots.wheelie.threats import ACTS_FIRST_PERCENT, fire_map, fire_value, approximate_gap
from hippodrome.games.wheelie.ending import KILL_POINTS, TABLE_POINTS
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import BROKEN, PLAY, RETURNING, WITHDRAWN, Skirmish, Unit
from hippodrome.kit.geometry.fixed import ONE, cosine, sine
from hippodrome.kit.geometry.plane.boxes import Box

KIND_COUNT: Final = 8
MAX_UNITS: Final = 8  # units on a table
OBSTACLE_DISTANCES_MI: Final = (1500, 3000, 6000, 9000)  # so far ahead something may be in the way
DISTANCE_BANDS: Final = (6.0, 6.0, 6.0, 18.0)  # the distance in inches, in parts of these lengths
MAX_SHOT_MI: Final = 24_000  # nobody shoots farther
INCH: Final = 1000.0
MAX_COUNTED: Final = 3  # chariots of a side are told apart up to so many
DEFAULT_FUNERAL_TURNS: Final = 15.0  # of funeral games, if nothing else is said
LEAD_SCALE: Final = 5.0  # points that make a good lead


# -------------------------------------------------------------------- units


def unit_features(unit: Unit) -> list[float]:
    """What a unit is and how whole it is, wherever it stands."""
    found = [0.0] * KIND_COUNT
    found[unit.kind] = 1.0
    pool = int(unit.pool())
    found.append(1.0 if unit.loaded else 0.0)
    found.append(int(unit.temporary) / 3.0)
    found.append(int(unit.permanent) / 3.0)
    found.append(int(unit.team) / 2.0)
    found.append(1.0 if unit.driver > 0 else 0.0)
    found.append(int(unit.warrior) / 2.0)
    found.append(int(unit.criticals) / 2.0)
    found.append(min(int(unit.banked), 3) / 2.0)
    found.append(pool / 6.0)
    found.append(1.0 if pool <= 2 else 0.0)
    return found


def battle_features(s: Skirmish, units: list[Unit], unit: Unit) -> list[float]:
    """What counts for a unit besides its enemies: how many fight on either side, whether it is gone, the points."""
    friends, enemies = 0, 0
    for other in units:
        if other.status == PLAY:
            if other.side == unit.side:
                friends += 1
            else:
                enemies += 1
    found = [0.0] * (2 * MAX_COUNTED)
    if friends:
        found[min(friends, MAX_COUNTED) - 1] = 1.0
    if enemies:
        found[MAX_COUNTED + min(enemies, MAX_COUNTED) - 1] = 1.0
    found.append(0.0 if unit.status == PLAY else 1.0)
    found.append(1.0 if unit.status == RETURNING else 0.0)
    lead, late = 0.0, 0.0
    if s.rules.battle.ending == BY_POINTS:
        lead = points_lead(units, unit) / LEAD_SCALE
        late = int(s.turn) / (int(s.rules.limit) or DEFAULT_FUNERAL_TURNS)
    found.extend([lead, late, lead * late])
    return found


def points_lead(units: list[Unit], unit: Unit) -> int:
    """How many points a unit has more than the best of the others."""
    return points_of(unit) - max([points_of(other) for other in units if other.id != unit.id], default=0)


def points_of(unit: Unit) -> int:
    """Its points as funeral games count them."""
    return KILL_POINTS * int(unit.kills) + int(unit.inflicted) + (TABLE_POINTS if unit.status == PLAY else 0)


def activations_before(s: Skirmish, place: int, unit: Unit, rival: Unit) -> float:
    """How often a rival acts before a unit does, once those have acted who are not after this place in the order."""
    order = s.order
    at = order.index(int(rival.id)) if rival.id in order else -1
    mine = order.index(int(unit.id)) if unit.id in order else -1
    if mine > place:
        return 1.0 if place < at < mine else 0.0
    more = max(-5, min(int(rival.banked - unit.banked), 5))
    ahead = ACTS_FIRST_PERCENT[more] if more >= 0 else 100 - ACTS_FIRST_PERCENT[-more]
    return ahead / 100.0 + (1.0 if at > place else 0.0)


# -------------------------------------------------------------------- where they stand


def obstacle_features(s: Skirmish, box: Box) -> list[float]:
    """Return whether the edge or impassable ground is near ahead, or farther off."""
    found: list[float] = []
    is_near = False
    for distance in OBSTACLE_DISTANCES_MI:
        if not is_near:
            there = box.forward(distance)
            is_near = s.rules.table.overlaps(there) or s.ground.stops(there)
        found.append(1.0 if is_near else 0.0)
    return found


def bearing_features(angle: int, mirrored: bool) -> list[float]:
    """Where the other is, as a unit with its warrior on the right would see it."""
    angle = (-angle if mirrored else angle) % 3600
    twice = 2 * angle % 3600
    scale = float(ONE)
    return [int(sine(angle)) / scale, int(cosine(angle)) / scale, int(sine(twice)) / scale, int(cosine(twice)) / scale]


class Placement:
    """A unit where it stands, or might."""

    __slots__ = ("aims", "box", "obstacles", "unit")

    def __init__(self, unit: Unit, box: Box, obstacles: list[float], aims: bool) -> None:
        self.unit = unit
        self.box = box
        self.obstacles = obstacles
        self.aims = aims  # whether aims by it and at it hold


class PairGeometry:
    """How two units see each other: the dice of a shot of the one, and what the network wants of either."""

    __slots__ = ("reverse_features", "dice", "features")

    def __init__(self, judge: HeuristicEvaluator, one: Placement, other: Placement) -> None:
        away = approximate_gap(one.box, other.box)
        turn = int(one.box.pose().turn_to_nearest(other.box.x, other.box.y))
        self.dice, dice_back = 0, 0
        if away <= MAX_SHOT_MI:
            self.dice = judge.dice_between(one.unit, one.box, other.unit, other.box)
            dice_back = judge.dice_between(other.unit, other.box, one.unit, one.box)
        bands: list[float] = []
        inches = away / INCH
        for band in DISTANCE_BANDS:
            bands.append(min(max(inches, 0.0), band) / band)
            inches -= band
        has_aims = one.aims and other.aims
        mine = view_features(judge.s, one, other, away, turn - int(one.box.turn), self.dice, has_aims)
        theirs = view_features(judge.s, other, one, away, turn + 1800 - int(other.box.turn), dice_back, has_aims)
        self.features = [*bands, *mine, *theirs]
        self.reverse_features = [*bands, *theirs, *mine]


def view_features(s: Skirmish, one: Placement, other: Placement, away: int, angle: int, dice: int, has_aims: bool) -> list[float]:
    """What one sees of the other."""
    fire = fire_map(s.kind(one.unit), one.unit, int(s.kind(other.unit).defence))
    found = bearing_features(angle, one.unit.mirrored)
    found.append(dice / 8.0)
    found.append(fire_value(fire, angle, away) / 100.0)
    found.append(1.0 if has_aims and one.unit.aim == other.unit.id else 0.0)
    found.extend(one.obstacles)
    return found


# -------------------------------------------------------------------- the whole battle


class BattleModel:
    """All who fight, as a network sees them when the unit that acts now is done."""

    def __init__(self, judge: HeuristicEvaluator, network: Network) -> None:
        s = judge.s
        self.s = s
        self.judge = judge
        self.network = network
        self.unit = judge.unit
        self.side = int(judge.unit.side)
        self.order_index = s.order.index(int(judge.unit.id)) if judge.unit.id in s.order else -1
        self.placements: list[Placement] = []
        for unit in s.units:
            if unit.status == PLAY:
                box = s.box(unit)
                self.placements.append(Placement(unit, box, obstacle_features(s, box), True))
        self.own_parts = [network.own_part(unit_features(unit)) if unit.status == PLAY else [] for unit in s.units]
        self.enemy_parts = [network.enemy_part(unit_features(unit)) if unit.status == PLAY else [] for unit in s.units]
        self.battle_inputs = [battle_features(s, s.units, unit) for unit in s.units]
        self.geometry_parts: list[list[float]] = [[]] * (MAX_UNITS * MAX_UNITS)
        for place, one in enumerate(self.placements):
            for other in self.placements[place + 1 :]:
                if one.unit.side != other.unit.side:
                    self.update_pair(one, other)

    def update_pair(self, one: Placement, other: Placement) -> int:
        """Keep how two stand to each other; the dice of a shot of the one."""
        sight = PairGeometry(self.judge, one, other)
        here, there = int(one.unit.id), int(other.unit.id)
        self.geometry_parts[here * MAX_UNITS + there] = self.network.geometry_part(sight.features)
        self.geometry_parts[there * MAX_UNITS + here] = self.network.geometry_part(sight.reverse_features)
        return sight.dice

    # ---------------------------------------------------------------- the chance to win

    def chance_at(self, box: Box) -> tuple[float, list[int]]:
        """Return the chance of the side to win if the unit that acts stands there, and its dice against each unit."""
        start = self.judge.box
        has_stayed = box.x == start.x and box.y == start.y and box.turn == start.turn
        ghost = self.judge.ghost
        ghost.put(box.x, box.y, box.turn)
        return self.chance_from(Placement(ghost, box, obstacle_features(self.s, box), has_stayed))

    def chance_if_aimed(self, unit: Unit) -> float:
        """Return the chance of the side to win if the unit that acts stays and aims as this copy of it does."""
        box = self.judge.box
        return self.chance_from(Placement(unit, box, obstacle_features(self.s, box), True))[0]

    def chance_from(self, here: Placement) -> tuple[float, list[int]]:
        """Return the chance of the side to win if the unit that acts stands so, and its dice against each unit."""
        dice = [0] * len(self.s.units)
        kept = self.geometry_parts
        self.geometry_parts = kept.copy()
        for stand in self.placements:
            if stand.unit.side != self.side:
                dice[stand.unit.id] = self.update_pair(here, stand)
        found = self.chance(self.s.units)
        self.geometry_parts = kept
        return found, dice

    def chance(self, units: list[Unit]) -> float:
        """Return the chance of the side to win from here, with the sheets of these units."""
        own, other, known = self.own_parts, self.enemy_parts, self.battle_inputs
        if units is not self.s.units:
            own, other = own.copy(), other.copy()
            known = [battle_features(self.s, units, unit) for unit in units]
            for place, unit in enumerate(units):
                if unit is not self.s.units[place] and unit.status == PLAY:
                    own[place] = self.network.own_part(unit_features(unit))
                    other[place] = self.network.enemy_part(unit_features(unit))
        worths: dict[int, float] = {}
        for unit in units:
            side = int(unit.side)
            worth = 0.0
            if counts_for_its_side(self.s, unit):
                worth = self.network.output(self.first_layer(units, unit, own, other), known[unit.id])
            worths[side] = worths.get(side, 0.0) + worth
        mine = worths[self.side]
        return 1.0 / sum([exp(min(worth - mine, 30.0)) for worth in worths.values()])

    def first_layer(self, units: list[Unit], unit: Unit, own: list[list[float]], other: list[list[float]]) -> list[float]:
        """What a unit sees of all its enemies."""
        found = [0.0] * self.network.first_size
        if unit.status != PLAY:
            return found
        for rival in units:
            if rival.status == PLAY and rival.side != unit.side:
                ground = self.geometry_parts[unit.id * MAX_UNITS + rival.id]
                often = activations_before(self.s, self.order_index, unit, rival)
                self.network.add_enemy(found, own[unit.id], other[rival.id], often, ground)
        return found


def counts_for_its_side(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit still counts: it fights, it may come back, or its points may win."""
    if unit.status == PLAY or s.rules.battle.ending == BY_POINTS:
        return True
    return unit.status == BROKEN or unit.status == WITHDRAWN or unit.status == RETURNING
