"""The decisions of a driver: to wait, to crack the whip or pull the reins, and which way to go."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import Prices
from hippodrome.bots.races.next_move_value import is_alike, next_moves
from hippodrome.bots.races.path_search import Search, Way
from hippodrome.games.races.bases import CHARIOT_CODE, Ground, ground_for
from hippodrome.games.races.charts import whip_dice
from hippodrome.games.races.collisions import side_step
from hippodrome.games.races.planning import base_distance, free_hints
from hippodrome.games.races.running import can_turn_freely
from hippodrome.games.races.state import FORWARD, INCH, MOVING, REINS, SWIPE, Chariot, Race
from hippodrome.kit.geometry.plane.boxes import Box

REACH: Final = 20 * INCH  # who is not farther ahead than this is let go first
BESIDE: Final = INCH  # who is less ahead than this goes abreast
WHIPPED: Final = (2, 4, 6)  # dice that are looked at, each for itself and the one below
REINED: Final = (2, 4, 6)
LOOKED_AT: Final = 6  # ways of which the next move is thought of too


def should_wait(race: Race, chariot: Chariot) -> bool:
    """Let those ahead drive off first: nobody need run into a chariot that still stands where it stood."""
    if race.phase != MOVING:
        return False
    for other in race.others(chariot):
        gap = other.progress - chariot.progress
        if not other.acted and BESIDE < gap < REACH:
            return True
    return False


def without_chariots(ground: Ground) -> Ground:
    """Return the ground as it will be when everybody else has driven on: with wrecks, but without chariots."""
    left = [place for place, code in enumerate(ground.codes) if code < CHARIOT_CODE]
    return Ground(ground.track, [ground.boxes[place] for place in left], [ground.codes[place] for place in left])


class Thought:
    """All that a driver thinks of one move. What a search of a distance found is kept."""

    def __init__(self, race: Race) -> None:
        chariot = race.mover()
        self.ground = ground_for(race, chariot)
        self.bare = without_chariots(self.ground)
        self.box = race.box(chariot)
        self.progress = chariot.progress
        self.prices = Prices(race, chariot)
        self.goal: i64 = race.rules.laps * race.rules.track.lap
        self.pivots = free_hints(race) if can_turn_freely(race, chariot) else ()
        self.next = next_moves(race, chariot)
        self.found: dict[int, Way] = {}

    def way(self, owed: i64, reined: bool) -> Way:
        """Return the best way of a distance."""
        key = int(owed) * 2 + (1 if reined else 0)
        if key not in self.found:
            self.found[key] = self.far_sighted(self.search(owed, reined))
        return self.found[key]

    def search(self, owed: i64, reined: bool) -> list[Way]:
        """Ways of a distance, the best first."""
        search = Search(self.ground, self.prices, self.goal, owed, reined)
        return search.ways(self.box, self.progress, self.pivots)

    def others(self, owed: i64, reined: bool) -> list[Way]:
        """What else could be done, the best first."""
        return self.search(owed, reined)

    def far_sighted(self, ways: list[Way]) -> Way:
        """Of the best ways the one that leaves a good next move; ways that are worse anyway are not looked at."""
        best = ways[0]
        looked: list[Way] = []
        for way in ways:
            if looked and (way.score <= best.score or len(looked) >= LOOKED_AT):
                break
            if any(is_alike(way, other) for other in looked):
                continue
            looked.append(way)
            if way.progress <= self.goal:
                way.trouble = self.trouble(way)
                way.score -= way.trouble
            if way is best or way.score > best.score:
                best = way
        return best

    def trouble(self, way: Way) -> i64:
        """What the next move would cost in walls."""
        total: i64 = 0
        for distance in self.next:
            search = Search(self.bare, self.prices, self.goal, distance, False, 4, 2)
            total += search.ways(way.box, way.progress)[0].cost
        return total // len(self.next)

    # ---------------------------------------------------------------- declaring

    def declaration(self, race: Race) -> str:
        """Whatever promises most, over what the dice may show."""
        basic = base_distance(race, race.mover())
        if self.is_clear(basic + 6 * INCH) and self.is_clear(basic + 2 * INCH):
            return "whip"
        steady = self.way(max(0, basic), False)
        if self.whip_score(race, basic) > steady.score:
            return "whip"
        if steady.cost + steady.trouble > 0 and self.reins_score(basic) > steady.score:
            return "reins"
        return "steady"

    def is_clear(self, distance: i64) -> bool:
        """Return whether so long a move and the next one cost nothing."""
        way = self.way(max(0, distance), False)
        return way.cost == 0 and way.trouble == 0

    def whip_score(self, race: Race, basic: i64) -> i64:
        """What the whip promises: the best of some dice, each number as often as it comes."""
        dice = int(whip_dice(race.mover().steeds))
        heavy = race.machine(race.mover()).whip_penalty
        total: i64 = 0
        weights: i64 = 0
        for die in WHIPPED:
            weight: i64 = die**dice - (die - 2) ** dice
            total += self.way(max(0, basic + max(0, die - heavy) * INCH), False).score * weight
            weights += weight
        return total // weights

    def reins_score(self, basic: i64) -> i64:
        """What reins promise."""
        total: i64 = 0
        for die in REINED:
            total += self.way(max(0, basic - die * INCH), True).score
        return total // len(REINED)

    # ---------------------------------------------------------------- planning

    def plan(self, race: Race) -> tuple[int, ...]:
        """Return the whole plan; it begins or ends with a swipe if somebody is in reach whom it pays to swipe."""
        way = self.way(race.move.owed, race.move.declared == REINS)
        plan = way.plan
        before = self.swipe_from(race, self.box)
        if before >= 0:
            return (SWIPE, before, *plan) if not plan or plan[0] == FORWARD else plan
        after = self.swipe_from(race, way.box) if not way.ended else -1
        return (*plan, SWIPE, after) if after >= 0 else plan

    def swipe_from(self, race: Race, box: Box) -> int:
        """Return the chariot within reach from a place that it pays most to swipe; -1 if there is none."""
        best, found = 0, -1
        for other in race.others(race.mover()):
            price = int(self.prices.swipes[other.id])
            if price < best and self.is_reached(race, box, other):
                best, found = price, int(other.id)
        return found

    def is_reached(self, race: Race, box: Box, other: Chariot) -> bool:
        """Return whether somebody can be swiped from a place."""
        theirs = race.box(other)
        if theirs.overlaps(box):
            return False
        crossing = race.rules.track.has_crossing()
        return side_step(self.ground, box, theirs, CHARIOT_CODE + int(other.id), crossing)[1] != 0

    # ---------------------------------------------------------------- other plans

    def plans(self, race: Race, most: int) -> list[tuple[int, ...]]:
        """Return the plan, then other ways that lead elsewhere, at most so many, and swipes of whoever is in reach."""
        reined = race.move.declared == REINS
        best = self.way(race.move.owed, reined)
        found = [self.plan(race)]
        ways = [best]
        for way in self.others(race.move.owed, reined):
            if len(ways) >= most:
                break
            if not any(is_alike(way, other) for other in ways):
                ways.append(way)
                found.append(way.plan)
        for other in race.others(race.mover()):
            swipe = (SWIPE, int(other.id))
            if self.is_reached(race, self.box, other) and best.plan[:1] in ((), (FORWARD,)):
                found.append((*swipe, *best.plan))
            if not best.ended and self.is_reached(race, best.box, other):
                found.append((*best.plan, *swipe))
        return [plan for place, plan in enumerate(found) if plan not in found[:place]]
