"""How good a place is: whom one can shoot from there and who can shoot back, and what else may be wrong with it.

A judge looks at many places for one decision, so it measures quickly: ranges along the line between two bases, arcs by
five spots of the target. What is played is measured by the rules themselves.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.shots import expected_harm, shot_value
from hippodrome.bots.wheelie.style import PLAIN, Style
from hippodrome.bots.wheelie.threats import AIMED_PERCENT, REAR_SHOT_ANGLE, Enemy, fire_map, fire_value, approximate_gap
from hippodrome.games.wheelie.arcs import allocation, arc_of, bow_bands, dice_at, has_lance_on, javelin_reach
from hippodrome.games.wheelie.chariots import OWN_FORWARD, REAR
from hippodrome.games.wheelie.state import DICE, Skirmish, Unit
from hippodrome.games.wheelie.terrain import CLEAR
from hippodrome.kit.geometry.fixed import angle_between
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane.boxes import CORNERS, MIDDLE, Box

MAX_ENEMIES: Final = 3  # only so many of the nearest enemies are reckoned with
CROWDED_GAP_MI: Final = 1500  # to other bases, unless one lances
CLOSE_GAP_MI: Final = 3000
TURN_PER_POINT: Final = 15  # tenths of a degree that cost as much as `Manner.far`
BLOCKED_AHEAD_COSTS: Final = ((1500, 150), (3000, 100), (6000, 50))  # the price of too little free ground ahead
AMONG_TREES: Final = 6000
BANK_VALUE: Final = 25  # what a wild die is worth that is kept for initiative
HEAL_VALUE: Final = 50  # and one that heals
URGENT_HEAL_VALUE: Final = 90  # the same if few dice are left
FEW_DICE: Final = 3
HELD_AIM_PERCENT: Final = 20  # hundredths of a shot that is aimed already
_TARGET_SPOTS: Final = (*CORNERS, MIDDLE)
_NO_ENEMY: Final = 1 << 30


class HeuristicEvaluator:
    """Judges places for one unit at one decision."""

    def __init__(self, s: Skirmish, unit: Unit, manner: Style = PLAIN) -> None:
        self.s = s
        self.manner = manner
        self.unit = unit
        self.kind = s.kind(unit)
        self.box = s.box(unit)
        self.ghost = unit.clone()  # the unit where it might stand
        enemies = [other for other in s.others(unit) if other.side != unit.side]
        enemies.sort(key=lambda other: _squared_distance(unit, other))
        self.enemies = [Enemy(s, other, unit, manner) for other in enemies[:MAX_ENEMIES]]
        self.other_bases = [s.box(other) for other in s.others(unit) if not s.is_runners(other)]
        self.has_cover = any(stuff.sight != CLEAR for stuff in s.ground.stuffs)
        self.caution = 100 + 20 * (DICE - int(unit.pool()))  # the weak are more careful
        self.fire_maps = {rival.defence: fire_map(self.kind, unit, rival.defence) for rival in self.enemies}
        self.ideal_range = (
            manner.bow_range_mi if self.kind.has_bow and not self.kind.is_runners else int(javelin_reach(unit)) - 1000
        )
        self.distance_per_point = manner.approach_bow if self.kind.has_bow else manner.approach_javelin
        self.held_aim_percent = HELD_AIM_PERCENT

    # ---------------------------------------------------------------- shots

    def dice_against(self, box: Box, rival: Enemy) -> int:
        """About how many dice the unit would have from a place against a rival."""
        self.ghost.put(box.x, box.y, box.turn)
        return self.dice_between(self.ghost, box, rival.unit, rival.box)

    def dice_between(self, unit: Unit, mine: Box, target: Unit, theirs: Box) -> int:
        """Return the dice of one against another, by quick measures."""
        s = self.s
        away = approximate_gap(mine, theirs)
        kind = s.kind(unit)
        if away > (bow_bands(unit)[2] if kind.has_bow else javelin_reach(unit)):
            return 0
        lances = kind.has_lance and away < 1000 and has_lance_on(s, unit, target, mine, theirs)
        found: i64 = 0
        if lances:
            found = dice_at(s, unit, OWN_FORWARD, away)
        else:
            seen = 0
            for spot in _TARGET_SPOTS:
                seen |= 1 << plane.quarter(mine, kind.warrior, theirs.spot_x(spot), theirs.spot_y(spot))
            found = allocation(
                [dice_at(s, unit, arc_of(unit, quarter), away) for quarter in range(6) if seen & (1 << quarter)]
            )
        found -= min(unit.warrior, found)
        if found <= 0 or self.is_sight_blocked(mine, theirs, away):
            return 0
        if (
            not s.is_runners(target)
            and arc_of(target, plane.quarter(theirs, s.kind(target).warrior, mine.x, mine.y)) == REAR
        ):
            found += 2
        return int(found) + (2 if lances else 0)

    def is_sight_blocked(self, mine: Box, theirs: Box, away: int) -> bool:
        """Return whether something hides one from the other."""
        if self.has_cover and self.s.ground.hides(mine.x, mine.y, theirs.x, theirs.y, away <= AMONG_TREES):
            return True
        for other in self.other_bases:
            is_one_of_them = (other.x == mine.x and other.y == mine.y) or (other.x == theirs.x and other.y == theirs.y)
            if not is_one_of_them and other.blocks(mine.x, mine.y, theirs.x, theirs.y):
                return True
        return False

    def shot_value(self, target: Unit, dice: int) -> int:
        """What one shot of so many dice at a target is worth."""
        return shot_value(self.s, target, dice, self.manner)

    def wild_die_value(self) -> int:
        """What a wild die is worth if it makes no shot."""
        return spare_wild_die_value(self.unit)

    def unloaded_cost(self, shots: int) -> int:
        """What it costs to be unloaded after so many shots: a plain judge does not look that far."""
        return 0

    # ---------------------------------------------------------------- judging

    def best_shot_value(self, box: Box) -> int:
        """What the best shot from a place is worth."""
        best = 0
        for rival in self.enemies:
            dice = self.dice_against(box, rival)
            if dice > 0:
                best = max(best, expected_harm(dice, rival.defence) * rival.target_value // 100)
        return best

    def evaluate(self, box: Box, shots: int) -> tuple[int, int]:
        """What a shot from a place is worth if one can be made, and what all else about it is."""
        attack = self.best_shot_value(box) if shots else 0
        return attack, self.next_turn_value(box) - self.crowding_cost(box) - self.terrain_cost(box)

    def next_turn_value(self, box: Box) -> int:
        """What the unit may do to rivals there in the next turn, less what they may do to it before that."""
        later, threat, danger = 0, 0, 0
        for rival in self.enemies:
            away = approximate_gap(box, rival.box)
            turn = int(box.pose().turn_to_nearest(rival.box.x, rival.box.y))
            later = max(later, self.fire_on_enemy(rival, box, away, turn))
            threat += self.fire_from_enemy(rival, box, away, turn)
            if not self.kind.is_runners:
                danger += rival.ram_chance(box, away)
        found = later * self.manner.next_turn - threat * self.caution // 100 * self.manner.threat - danger * self.manner.ram_risk
        enough = self.manner.good_enough
        return found // 100 - self.distance_cost(box) * max(0, enough - later) // enough

    def fire_on_enemy(self, rival: Enemy, box: Box, away: int, turn: int) -> int:
        """What a shot at a rival may be worth in the next turn: nothing if something hides him now."""
        found = fire_value(self.fire_maps[rival.defence], turn - box.turn, away) * rival.target_value // 100
        if found and self.has_cover and self.s.ground.hides(box.x, box.y, rival.box.x, rival.box.y, away <= AMONG_TREES):
            return 0
        return found * 3 // 2 if angle_between(turn + 1800, rival.box.turn) > REAR_SHOT_ANGLE else found

    def fire_from_enemy(self, rival: Enemy, box: Box, away: int, turn: int) -> int:
        """What the shots of a rival may be worth before the unit acts again; any move throws off his aim (WW-B18)."""
        found = fire_value(rival.fire_map, turn + 1800 - rival.box.turn, away) * rival.fire_rate // 100 * rival.activations // 100
        if angle_between(turn, box.turn) > REAR_SHOT_ANGLE:
            found = found * 3 // 2
        has_stayed = box.x == self.box.x and box.y == self.box.y and box.turn == self.box.turn
        return found * AIMED_PERCENT // 100 if rival.aims_at_us and has_stayed else found

    def distance_cost(self, box: Box) -> int:
        """How far the nearest rival is out of reach, and how far the unit must turn to drive at him; quiet turns make
        it impatient."""
        best = _NO_ENEMY
        for rival in self.enemies:
            if rival.fights:
                away = approximate_gap(box, rival.box)
                cost = max(0, away - self.ideal_range) // self.distance_per_point
                cost += angle_between(box.turn, box.pose().turn_to_nearest(rival.box.x, rival.box.y)) // TURN_PER_POINT
                best = min(best, cost)
        return best * (2 + int(self.s.quiet)) // 2 if best < _NO_ENEMY else 0

    def crowding_cost(self, box: Box) -> int:
        """Bases that are too near: an inch and a half is least, unless one lances."""
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
        """Return the edge or impassable ground straight ahead, and bad going underfoot."""
        cost = 0
        for distance, price in BLOCKED_AHEAD_COSTS:
            ahead = box.forward(distance)
            if self.s.rules.table.overlaps(ahead) or self.s.ground.stops(ahead):
                cost += price
        if not self.kind.is_sure and self.s.ground.is_bad(box.x, box.y):
            cost += 15
        return cost


def spare_wild_die_value(unit: Unit) -> int:
    """What a wild die is worth that heals, or is kept for initiative."""
    if unit.temporary == 0:
        return BANK_VALUE
    return URGENT_HEAL_VALUE if unit.pool() <= FEW_DICE else HEAL_VALUE


def _squared_distance(unit: Unit, other: Unit) -> int:
    """Return the squared distance of two units."""
    dx, dy = int(unit.x - other.x), int(unit.y - other.y)
    return dx * dx + dy * dy
