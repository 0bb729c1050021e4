"""Drivers with foresight who fight too: on their way they swipe whoever it pays to harm."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.races.collision_cost import swipe_price
from hippodrome.bots.races.lookahead_driver import Sight, SightedMemory, SightedThought
from hippodrome.bots.races.next_move_value import Foresight
from hippodrome.bots.races.path_search import Way
from hippodrome.bots.races.plans import Plan
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.state import DRIFT, FORWARD, INCH, REINS, SWIPE, Chariot, Race
from hippodrome.kit.geometry.fixed import turn_after
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.geometry.plane.poses import Pose

EAGER: Final = 2 * INCH  # what a swipe costs less than the plain driver thinks
STRIDE: Final = INCH  # how far apart the places are from which a swipe is thought of
NEAR: Final = 5 * INCH  # from middle to middle nobody is reached who is farther off
SWIPES: Final = 4  # ways with a swipe that are weighed


def places_on(start: Pose, plan: Plan) -> list[tuple[Pose, int, i64]]:
    """Where a plan leads if nothing is in the way: poses, the step in hand there, and how much of it is done."""
    pose = start
    found: list[tuple[Pose, int, i64]] = [(pose, 0, 0)]
    for place in range(0, len(plan), 2):
        what, amount = plan[place], plan[place + 1]
        if what == FORWARD:
            done: i64 = STRIDE
            while done < amount:
                found.append((pose.forward(done), place, done))
                done += STRIDE
            pose = pose.forward(amount)
        elif what == DRIFT:
            pose = pose.slid(turn_after(pose.turn, 900 * amount), INCH)
        elif what != SWIPE:
            pose = pose.turned(amount)
        found.append((pose, place + 2, 0))
    return found


def broken(plan: Plan, place: int, done: i64, who: int) -> Plan:
    """Return a plan with a swipe put in."""
    if not done:
        return (*plan[:place], SWIPE, who, *plan[place:])
    rest = plan[place + 1] - int(done)
    return (*plan[:place], FORWARD, int(done), SWIPE, who, FORWARD, rest, *plan[place + 2 :])


class BoldThought(SightedThought):
    """All that a driver who fights thinks of one move."""

    def __init__(self, race: Race, sight: Sight, foresight: Foresight) -> None:
        super().__init__(race, sight, foresight)
        chariot = race.mover()
        self.blows: list[i64] = [0] * len(race.chariots)
        for other in race.others(chariot):
            self.blows[other.id] = swipe_price(race, chariot, other) - EAGER
        self.planned: dict[int, Plan] = {}

    def plan(self, race: Race) -> Plan:
        """Return the best way, with a swipe if that pays."""
        key = int(race.move.owed) * 2 + (1 if race.move.declared == REINS else 0)
        if key not in self.planned:
            self.planned[key] = self.best_plan(race)
        return self.planned[key]

    def best_plan(self, race: Race) -> Plan:
        """Return the best way, with a swipe if that pays."""
        way = self.way(race.move.owed, race.move.declared == REINS)
        best: i64 = 0
        found = way.plan
        for other in race.others(race.mover()):
            if self.blows[other.id] < best:
                plan = self.swiping(race, way, other)
                if plan:
                    best = self.blows[other.id]
                    found = plan
        return found

    def swiping(self, race: Race, way: Way, other: Chariot) -> Plan:
        """Return a way with a swipe at the last place from which somebody is in reach; nothing if there is none."""
        places = places_on(self.box.pose(), way.plan)
        width = self.box.width
        while places:
            pose, place, done = places.pop()
            x, y = pose.x - other.x, pose.y - other.y
            if x * x + y * y > NEAR * NEAR:
                continue
            if place == 0 and not done and way.plan[:1] not in ((), (FORWARD,)):
                continue
            if self.is_reached(race, box_at(pose, BASE_LENGTH_MI, width), other):
                return broken(way.plan, place, done, int(other.id))
        return ()

    def plans(self, race: Race, most: int) -> list[Plan]:
        """Return the plan, then other ways that lead elsewhere, at most so many, and ways with swipes."""
        ways = self.search(race.move.owed, race.move.declared == REINS)
        found = [self.plan(race), *[way.plan for way in ways[:most]]]
        swipes: list[Plan] = []
        for way in ways:
            for other in race.others(race.mover()):
                plan = self.swiping(race, way, other)
                if plan and len(swipes) < SWIPES:
                    swipes.append(plan)
        found += swipes
        return [plan for place, plan in enumerate(found) if plan not in found[:place]]


class BoldMemory(SightedMemory):
    """What drivers who fight have thought."""

    def think(self, race: Race) -> BoldThought:
        """Return a new thought."""
        return BoldThought(race, self.sight, self.foresights.of(race, race.mover()))
