"""What a seer looks at: the sheets of all who fight, where they stand to one another, and how it all adds up."""

from __future__ import annotations

from math import exp
from typing import Final

from hippodrome.bots.wheelie.network import Network
from hippodrome.bots.wheelie.position_evaluator import Judge
from hippodrome.bots.wheelie.threats import FIRST, fire_around, fire_at, gap_between
from hippodrome.games.wheelie.ending import KILL_POINTS, TABLE_POINTS
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import BROKEN, PLAY, RETURNING, WITHDRAWN, Skirmish, Unit
from hippodrome.kit.geometry.fixed import ONE, cosine, sine
from hippodrome.kit.geometry.plane.boxes import Box

KINDS: Final = 8
MOST: Final = 8  # units on a table
AHEAD: Final = (1500, 3000, 6000, 9000)  # so far ahead something may be in the way
BANDS: Final = (6.0, 6.0, 6.0, 18.0)  # the distance in inches, in parts of these lengths
REACH: Final = 24_000  # nobody shoots farther
INCH: Final = 1000.0
COUNTED: Final = 3  # chariots of a side are told apart up to so many
TURNS: Final = 15.0  # of funeral games, if nothing else is said
LEAD: Final = 5.0  # points that make a good lead


# -------------------------------------------------------------------- units


def sheet(unit: Unit) -> list[float]:
    """What a unit is and how whole it is, wherever it stands."""
    found = [0.0] * KINDS
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


def facts(s: Skirmish, units: list[Unit], unit: Unit) -> list[float]:
    """What counts for a unit besides its enemies: how many fight on either side, whether it is gone, the points."""
    friends, enemies = 0, 0
    for other in units:
        if other.status == PLAY:
            if other.side == unit.side:
                friends += 1
            else:
                enemies += 1
    found = [0.0] * (2 * COUNTED)
    if friends:
        found[min(friends, COUNTED) - 1] = 1.0
    if enemies:
        found[COUNTED + min(enemies, COUNTED) - 1] = 1.0
    found.append(0.0 if unit.status == PLAY else 1.0)
    found.append(1.0 if unit.status == RETURNING else 0.0)
    lead, late = 0.0, 0.0
    if s.rules.battle.ending == BY_POINTS:
        lead = lead_of(units, unit) / LEAD
        late = int(s.turn) / (int(s.rules.limit) or TURNS)
    found.extend([lead, late, lead * late])
    return found


def lead_of(units: list[Unit], unit: Unit) -> int:
    """How many points a unit has more than the best of the others."""
    return score_of(unit) - max([score_of(other) for other in units if other.id != unit.id], default=0)


def score_of(unit: Unit) -> int:
    """Its points as funeral games count them."""
    return KILL_POINTS * int(unit.kills) + int(unit.inflicted) + (TABLE_POINTS if unit.status == PLAY else 0)


def coming(s: Skirmish, place: int, unit: Unit, rival: Unit) -> float:
    """How often a rival acts before a unit does, once those have acted who are not after this place in the order."""
    order = s.order
    at = order.index(int(rival.id)) if rival.id in order else -1
    mine = order.index(int(unit.id)) if unit.id in order else -1
    if mine > place:
        return 1.0 if place < at < mine else 0.0
    more = max(-5, min(int(rival.banked - unit.banked), 5))
    ahead = FIRST[more] if more >= 0 else 100 - FIRST[-more]
    return ahead / 100.0 + (1.0 if at > place else 0.0)


# -------------------------------------------------------------------- where they stand


def obstacles(s: Skirmish, box: Box) -> list[float]:
    """Return whether the edge or impassable ground is near ahead, or farther off."""
    found: list[float] = []
    is_near = False
    for distance in AHEAD:
        if not is_near:
            there = box.forward(distance)
            is_near = s.rules.table.overlaps(there) or s.ground.stops(there)
        found.append(1.0 if is_near else 0.0)
    return found


def bearing(angle: int, mirrored: bool) -> list[float]:
    """Where the other is, as a unit with its warrior on the right would see it."""
    angle = (-angle if mirrored else angle) % 3600
    twice = 2 * angle % 3600
    scale = float(ONE)
    return [int(sine(angle)) / scale, int(cosine(angle)) / scale, int(sine(twice)) / scale, int(cosine(twice)) / scale]


class Stand:
    """A unit where it stands, or might."""

    __slots__ = ("aims", "box", "obstacles", "unit")

    def __init__(self, unit: Unit, box: Box, obstacles: list[float], aims: bool) -> None:
        self.unit = unit
        self.box = box
        self.obstacles = obstacles
        self.aims = aims  # whether aims by it and at it hold


class Sight:
    """How two units see each other: the dice of a shot of the one, and what the network wants of either."""

    __slots__ = ("back", "dice", "there")

    def __init__(self, judge: Judge, one: Stand, other: Stand) -> None:
        away = gap_between(one.box, other.box)
        turn = int(one.box.pose().turn_to_nearest(other.box.x, other.box.y))
        self.dice, dice_back = 0, 0
        if away <= REACH:
            self.dice = judge.dice_between(one.unit, one.box, other.unit, other.box)
            dice_back = judge.dice_between(other.unit, other.box, one.unit, one.box)
        bands: list[float] = []
        inches = away / INCH
        for band in BANDS:
            bands.append(min(max(inches, 0.0), band) / band)
            inches -= band
        has_aims = one.aims and other.aims
        mine = view(judge.s, one, other, away, turn - int(one.box.turn), self.dice, has_aims)
        theirs = view(judge.s, other, one, away, turn + 1800 - int(other.box.turn), dice_back, has_aims)
        self.there = [*bands, *mine, *theirs]
        self.back = [*bands, *theirs, *mine]


def view(s: Skirmish, one: Stand, other: Stand, away: int, angle: int, dice: int, has_aims: bool) -> list[float]:
    """What one sees of the other."""
    fire = fire_around(s.kind(one.unit), one.unit, int(s.kind(other.unit).defence))
    found = bearing(angle, one.unit.mirrored)
    found.append(dice / 8.0)
    found.append(fire_at(fire, angle, away) / 100.0)
    found.append(1.0 if has_aims and one.unit.aim == other.unit.id else 0.0)
    found.extend(one.obstacles)
    return found


# -------------------------------------------------------------------- the whole battle


class Field:
    """All who fight, as a network sees them when the unit that acts now is done."""

    def __init__(self, judge: Judge, network: Network) -> None:
        s = judge.s
        self.s = s
        self.judge = judge
        self.network = network
        self.unit = judge.unit
        self.side = int(judge.unit.side)
        self.place = s.order.index(int(judge.unit.id)) if judge.unit.id in s.order else -1
        self.stands: list[Stand] = []
        for unit in s.units:
            if unit.status == PLAY:
                box = s.box(unit)
                self.stands.append(Stand(unit, box, obstacles(s, box), True))
        self.own = [network.of_own(sheet(unit)) if unit.status == PLAY else [] for unit in s.units]
        self.other = [network.of_other(sheet(unit)) if unit.status == PLAY else [] for unit in s.units]
        self.facts = [facts(s, s.units, unit) for unit in s.units]
        self.grounds: list[list[float]] = [[]] * (MOST * MOST)
        for place, one in enumerate(self.stands):
            for other in self.stands[place + 1 :]:
                if one.unit.side != other.unit.side:
                    self.note(one, other)

    def note(self, one: Stand, other: Stand) -> int:
        """Keep how two stand to each other; the dice of a shot of the one."""
        sight = Sight(self.judge, one, other)
        here, there = int(one.unit.id), int(other.unit.id)
        self.grounds[here * MOST + there] = self.network.of_ground(sight.there)
        self.grounds[there * MOST + here] = self.network.of_ground(sight.back)
        return sight.dice

    # ---------------------------------------------------------------- the chance to win

    def chance_at(self, box: Box) -> tuple[float, list[int]]:
        """Return the chance of the side to win if the unit that acts stands there, and its dice against each unit."""
        start = self.judge.box
        has_stayed = box.x == start.x and box.y == start.y and box.turn == start.turn
        ghost = self.judge.ghost
        ghost.put(box.x, box.y, box.turn)
        return self.chance_of(Stand(ghost, box, obstacles(self.s, box), has_stayed))

    def aimed(self, unit: Unit) -> float:
        """Return the chance of the side to win if the unit that acts stays and aims as this copy of it does."""
        box = self.judge.box
        return self.chance_of(Stand(unit, box, obstacles(self.s, box), True))[0]

    def chance_of(self, here: Stand) -> tuple[float, list[int]]:
        """Return the chance of the side to win if the unit that acts stands so, and its dice against each unit."""
        dice = [0] * len(self.s.units)
        kept = self.grounds
        self.grounds = kept.copy()
        for stand in self.stands:
            if stand.unit.side != self.side:
                dice[stand.unit.id] = self.note(here, stand)
        found = self.chance(self.s.units)
        self.grounds = kept
        return found, dice

    def chance(self, units: list[Unit]) -> float:
        """Return the chance of the side to win from here, with the sheets of these units."""
        own, other, known = self.own, self.other, self.facts
        if units is not self.s.units:
            own, other = own.copy(), other.copy()
            known = [facts(self.s, units, unit) for unit in units]
            for place, unit in enumerate(units):
                if unit is not self.s.units[place] and unit.status == PLAY:
                    own[place] = self.network.of_own(sheet(unit))
                    other[place] = self.network.of_other(sheet(unit))
        worths: dict[int, float] = {}
        for unit in units:
            side = int(unit.side)
            worth = 0.0
            if is_counted(self.s, unit):
                worth = self.network.worth(self.seen(units, unit, own, other), known[unit.id])
            worths[side] = worths.get(side, 0.0) + worth
        mine = worths[self.side]
        return 1.0 / sum([exp(min(worth - mine, 30.0)) for worth in worths.values()])

    def seen(self, units: list[Unit], unit: Unit, own: list[list[float]], other: list[list[float]]) -> list[float]:
        """What a unit sees of all its enemies."""
        found = [0.0] * self.network.wide
        if unit.status != PLAY:
            return found
        for rival in units:
            if rival.status == PLAY and rival.side != unit.side:
                ground = self.grounds[unit.id * MOST + rival.id]
                often = coming(self.s, self.place, unit, rival)
                self.network.see(found, own[unit.id], other[rival.id], often, ground)
        return found


def is_counted(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit still counts: it fights, it may come back, or its points may win."""
    if unit.status == PLAY or s.rules.battle.ending == BY_POINTS:
        return True
    return unit.status == BROKEN or unit.status == WITHDRAWN or unit.status == RETURNING
