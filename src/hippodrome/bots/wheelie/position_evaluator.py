"""How good a place is: whom one can shoot from there and who can shoot back, and what else may be wrong with it.

A judge looks at many places for one decision, so it measures quickly: ranges along the line between two bases, arcs by
five spots of the target. What is played is measured by the rules themselves.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.shots import harm, harm_to
from hippodrome.bots.wheelie.style import PLAIN, Manner
from hippodrome.bots.wheelie.threats import AIMED, BEHIND, Rival, fire_around, fire_at, gap_between
from hippodrome.games.wheelie.arcs import allocation, arc_of, bow_bands, dice_at, has_lance_on, javelin_reach
from hippodrome.games.wheelie.chariots import OWN_FORWARD, REAR
from hippodrome.games.wheelie.state import DICE, Skirmish, Unit
from hippodrome.games.wheelie.terrain import CLEAR
from hippodrome.kit.geometry.fixed import angle_between
from hippodrome.kit.geometry.plane import arcs as plane
from hippodrome.kit.geometry.plane.boxes import CORNERS, MIDDLE, Box

MOST_RIVALS: Final = 3  # only so many of the nearest enemies are reckoned with
TOO_NEAR: Final = 1500  # to other bases, unless one lances
NEAR: Final = 3000
ABOUT: Final = 15  # tenths of a degree that cost as much as `Manner.far`
CORNERED: Final = ((1500, 150), (3000, 100), (6000, 50))  # the price of too little free ground ahead
AMONG_TREES: Final = 6000
BANKED: Final = 25  # what a wild die is worth that is kept for initiative
HEALED: Final = 50  # and one that heals
SAVED: Final = 90  # the same if few dice are left
FEW: Final = 3
HELD_AIM: Final = 20  # hundredths of a shot that is aimed already
_SPOTS: Final = (*CORNERS, MIDDLE)
_NO_SHOT: Final = 1 << 30


class Judge:
    """Judges places for one unit at one decision."""

    def __init__(self, s: Skirmish, unit: Unit, manner: Manner = PLAIN) -> None:
        self.s = s
        self.manner = manner
        self.unit = unit
        self.kind = s.kind(unit)
        self.box = s.box(unit)
        self.ghost = unit.clone()  # the unit where it might stand
        enemies = [other for other in s.others(unit) if other.side != unit.side]
        enemies.sort(key=lambda other: _apart(unit, other))
        self.rivals = [Rival(s, other, unit, manner) for other in enemies[:MOST_RIVALS]]
        self.others = [s.box(other) for other in s.others(unit) if not s.is_runners(other)]
        self.hidden = any(stuff.sight != CLEAR for stuff in s.ground.stuffs)
        self.care = 100 + 20 * (DICE - int(unit.pool()))  # the weak are more careful
        self.fires = {rival.defence: fire_around(self.kind, unit, rival.defence) for rival in self.rivals}
        self.ideal = (
            manner.bowshot if self.kind.has_bow and not self.kind.is_runners else int(javelin_reach(unit)) - 1000
        )
        self.far = manner.far if self.kind.has_bow else manner.far_javelin
        self.held = HELD_AIM

    # ---------------------------------------------------------------- shots

    def dice(self, box: Box, rival: Rival) -> int:
        """About how many dice the unit would have from a place against a rival."""
        self.ghost.put(box.x, box.y, box.turn)
        return self.dice_between(self.ghost, box, rival.unit, rival.box)

    def dice_between(self, unit: Unit, mine: Box, target: Unit, theirs: Box) -> int:
        """Return the dice of one against another, by quick measures."""
        s = self.s
        away = gap_between(mine, theirs)
        kind = s.kind(unit)
        if away > (bow_bands(unit)[2] if kind.has_bow else javelin_reach(unit)):
            return 0
        lances = kind.has_lance and away < 1000 and has_lance_on(s, unit, target, mine, theirs)
        found: i64 = 0
        if lances:
            found = dice_at(s, unit, OWN_FORWARD, away)
        else:
            seen = 0
            for spot in _SPOTS:
                seen |= 1 << plane.quarter(mine, kind.warrior, theirs.spot_x(spot), theirs.spot_y(spot))
            found = allocation(
                [dice_at(s, unit, arc_of(unit, quarter), away) for quarter in range(6) if seen & (1 << quarter)]
            )
        found -= min(unit.warrior, found)
        if found <= 0 or self.is_hidden(mine, theirs, away):
            return 0
        if (
            not s.is_runners(target)
            and arc_of(target, plane.quarter(theirs, s.kind(target).warrior, mine.x, mine.y)) == REAR
        ):
            found += 2
        return int(found) + (2 if lances else 0)

    def is_hidden(self, mine: Box, theirs: Box, away: int) -> bool:
        """Return whether something hides one from the other."""
        if self.hidden and self.s.ground.hides(mine.x, mine.y, theirs.x, theirs.y, away <= AMONG_TREES):
            return True
        for other in self.others:
            is_one_of_them = (other.x == mine.x and other.y == mine.y) or (other.x == theirs.x and other.y == theirs.y)
            if not is_one_of_them and other.blocks(mine.x, mine.y, theirs.x, theirs.y):
                return True
        return False

    def shot_worth(self, target: Unit, dice: int) -> int:
        """What one shot of so many dice at a target is worth."""
        return harm_to(self.s, target, dice, self.manner)

    def wild_worth(self) -> int:
        """What a wild die is worth if it makes no shot."""
        return wild_use(self.unit)

    def unloading(self, shots: int) -> int:
        """What it costs to be unloaded after so many shots: a plain judge does not look that far."""
        return 0

    # ---------------------------------------------------------------- judging

    def attack(self, box: Box) -> int:
        """What the best shot from a place is worth."""
        best = 0
        for rival in self.rivals:
            dice = self.dice(box, rival)
            if dice > 0:
                best = max(best, harm(dice, rival.defence) * rival.prize // 100)
        return best

    def worth(self, box: Box, shots: int) -> tuple[int, int]:
        """What a shot from a place is worth if one can be made, and what all else about it is."""
        attack = self.attack(box) if shots else 0
        return attack, self.prospect(box) - self.crowding(box) - self.awkwardness(box)

    def prospect(self, box: Box) -> int:
        """What the unit may do to rivals there in the next turn, less what they may do to it before that."""
        later, threat, danger = 0, 0, 0
        for rival in self.rivals:
            away = gap_between(box, rival.box)
            turn = int(box.pose().turn_to_nearest(rival.box.x, rival.box.y))
            later = max(later, self.fire_on(rival, box, away, turn))
            threat += self.fire_of(rival, box, away, turn)
            if not self.kind.is_runners:
                danger += rival.danger(box, away)
        found = later * self.manner.later - threat * self.care // 100 * self.manner.threat - danger * self.manner.rammed
        enough = self.manner.enough
        return found // 100 - self.distance_cost(box) * max(0, enough - later) // enough

    def fire_on(self, rival: Rival, box: Box, away: int, turn: int) -> int:
        """What a shot at a rival may be worth in the next turn: nothing if something hides him now."""
        found = fire_at(self.fires[rival.defence], turn - box.turn, away) * rival.prize // 100
        if found and self.hidden and self.s.ground.hides(box.x, box.y, rival.box.x, rival.box.y, away <= AMONG_TREES):
            return 0
        return found * 3 // 2 if angle_between(turn + 1800, rival.box.turn) > BEHIND else found

    def fire_of(self, rival: Rival, box: Box, away: int, turn: int) -> int:
        """What the shots of a rival may be worth before the unit acts again; any move throws off his aim (WW-B18)."""
        found = fire_at(rival.fire, turn + 1800 - rival.box.turn, away) * rival.vigour // 100 * rival.coming // 100
        if angle_between(turn, box.turn) > BEHIND:
            found = found * 3 // 2
        has_stayed = box.x == self.box.x and box.y == self.box.y and box.turn == self.box.turn
        return found * AIMED // 100 if rival.aims and has_stayed else found

    def distance_cost(self, box: Box) -> int:
        """How far the nearest rival is out of reach, and how far the unit must turn to drive at him; quiet turns make
        it impatient."""
        best = _NO_SHOT
        for rival in self.rivals:
            if rival.fights:
                away = gap_between(box, rival.box)
                cost = max(0, away - self.ideal) // self.far
                cost += angle_between(box.turn, box.pose().turn_to_nearest(rival.box.x, rival.box.y)) // ABOUT
                best = min(best, cost)
        return best * (2 + int(self.s.quiet)) // 2 if best < _NO_SHOT else 0

    def crowding(self, box: Box) -> int:
        """Bases that are too near: an inch and a half is least, unless one lances."""
        if self.kind.is_runners:
            return 0
        cost = 0
        for other in self.others:
            if gap_between(box, other) < NEAR:
                gap = box.gap_floor(other)
                if gap < TOO_NEAR:
                    cost += 60 if self.kind.has_lance and gap > 200 else 150
                elif gap < NEAR:
                    cost += 15 if self.kind.has_lance else 60
        return cost

    def awkwardness(self, box: Box) -> int:
        """Return the edge or impassable ground straight ahead, and bad going underfoot."""
        cost = 0
        for distance, price in CORNERED:
            ahead = box.forward(distance)
            if self.s.rules.table.overlaps(ahead) or self.s.ground.stops(ahead):
                cost += price
        if not self.kind.is_sure and self.s.ground.is_bad(box.x, box.y):
            cost += 15
        return cost


def wild_use(unit: Unit) -> int:
    """What a wild die is worth that heals, or is kept for initiative."""
    if unit.temporary == 0:
        return BANKED
    return SAVED if unit.pool() <= FEW else HEALED


def _apart(unit: Unit, other: Unit) -> int:
    """Return the squared distance of two units."""
    dx, dy = int(unit.x - other.x), int(unit.y - other.y)
    return dx * dx + dy * dy
