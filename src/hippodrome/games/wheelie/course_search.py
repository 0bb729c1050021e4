"""A search for an Advance that ends near a point: straight drives and wheels on open ground.

It knows no obstacle; `courses` plays its best plans by the rules. Angles are in tenths of a degree.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

MAX_WHEEL: Final = 450
ONLY_WHEELS: Final = tuple(range(-MAX_WHEEL, MAX_WHEEL + 1, 50))  # tried in the only leg of a plan
WHEELS: Final = tuple(range(-MAX_WHEEL, MAX_WHEEL + 1, 75))  # tried in each of two legs
SPLITS: Final = [0.0, 0.5, 1.0]  # parts of a leg that are driven before its wheel, when another leg follows
REFINEMENTS: Final = ((40, 500.0), (15, 200.0), (5, 60.0))  # of angles, and of distances in 1/1000 inch
MAX_REFINED: Final = 4  # plans
REACHED_MI: Final = 50.0  # from the target: then no second leg is tried, unless a direction was asked for
MIN_DRIVE_MI: Final = 100.0  # before a wheel; a shorter drive is left out

FACING_COST_MI: Final = 5.0  # for each tenth of a degree from the direction asked for
WHEEL_COST_MI: Final = 2.0  # for each tenth of a degree turned
FACING_WHEEL_COST_MI: Final = 0.3  # the same if a direction was asked for
ANY_WHEEL_COST_MI: Final = 60.0  # for each wheel, if no direction was asked for
LEG_COST_MI: Final = 60.0  # for each leg
DIE_COST_MI: Final = 8.0  # for each inch of its die
WASTE_COST: Final = 0.05  # for each thousandth of an inch of a first leg that is not driven

# The first part of a leg that is still to come.
DRIVE_FIRST: Final = 0
WHEEL_FIRST: Final = 1
DRIVE_LAST: Final = 2
STRAIGHT_ONLY: Final = 3

NO_DIE: Final = -1  # of the leg in progress


class LegRoom:
    """A leg that may be driven: its die (NO_DIE in progress), the length left of it, and its first part to come."""

    def __init__(self, die: int, length: float, part: int) -> None:
        self.die = die
        self.length = length
        self.part = part


class PlannedLeg:
    """A leg of a plan: drive, wheel, drive on; `waste` is the length that is given up for the leg after it."""

    __slots__ = ("angle", "die", "first", "second", "waste")

    def __init__(self, die: int, first: float, angle: int, second: float, waste: float = 0.0) -> None:
        self.die = die
        self.first = first
        self.angle = angle
        self.second = second
        self.waste = waste


class Plan:
    """Legs, the position after them on open ground, and their cost: how far they end from what was asked for."""

    __slots__ = ("cost", "legs", "turn", "x", "y")

    def __init__(self, legs: list[PlannedLeg], x: float, y: float, turn: int, cost: float) -> None:
        self.legs = legs
        self.x = x
        self.y = y
        self.turn = turn
        self.cost = cost


class CourseSearch:
    """The search from one position to one target; `turn` is the direction to face there, or None."""

    def __init__(
        self, start: tuple[int, int, int], half_length: int, half_width: int, target: tuple[int, int], turn: int | None
    ) -> None:
        self.start = start
        self.half_length = half_length
        self.half_width = half_width
        self.target = target
        self.turn = turn

    def best_plans(self, ways: list[list[LegRoom]]) -> list[Plan]:
        """Return the best plans, the nearest to the target first; each way is a row of one or two legs."""
        plans: list[Plan] = []
        for way in sorted(ways, key=len):
            if len(way) > 1 and self.turn is None and any(self.is_reached(plan) for plan in plans):
                break
            plans.extend(self.plans_of(way))
        plans.sort(key=plan_cost)
        refined = [self.refine(plan, ways) for plan in plans[:MAX_REFINED]]
        refined.sort(key=plan_cost)
        return refined

    def is_reached(self, plan: Plan) -> bool:
        """Return whether a plan ends at the target."""
        return hypot(self.target[0] - plan.x, self.target[1] - plan.y) <= REACHED_MI

    def plans_of(self, way: list[LegRoom]) -> list[Plan]:
        """Return a plan for each wheel of the last leg, after several first legs."""
        if len(way) == 1:
            return [self.plan([], way[0], angle) for angle in wheels_of(way[0], ONLY_WHEELS)]
        return [
            self.plan([first], way[1], angle) for first in first_legs(way[0]) for angle in wheels_of(way[1], WHEELS)
        ]

    def plan(self, before: list[PlannedLeg], room: LegRoom, angle: int) -> Plan:
        """Return the plan that continues with a leg with this wheel, which ends as near to the target as it can."""
        x, y, turn = float(self.start[0]), float(self.start[1]), self.start[2]
        for leg in before:
            x, y, turn = self.after_leg(x, y, turn, leg)
        waste = sum([one.waste for one in before])
        leg = self.last_leg(x, y, turn, room, angle)
        x, y, turn = self.after_leg(x, y, turn, leg)
        legs = [*before, leg]
        cost = hypot(self.target[0] - x, self.target[1] - y) + WASTE_COST * waste
        wheel_cost, any_wheel_cost = WHEEL_COST_MI, ANY_WHEEL_COST_MI
        if self.turn is not None:
            wheel_cost, any_wheel_cost = FACING_WHEEL_COST_MI, 0.0
            cost += FACING_COST_MI * abs((turn - self.turn + 1800) % 3600 - 1800)
        for one in legs:
            cost += LEG_COST_MI + wheel_cost * abs(one.angle) + DIE_COST_MI * max(one.die, 0)
            cost += any_wheel_cost if one.angle else 0.0
        return Plan(legs, x, y, turn, cost)

    def last_leg(self, x: float, y: float, turn: int, room: LegRoom, angle: int) -> PlannedLeg:
        """Return the leg with this wheel that ends nearest to the target: the distances follow from it."""
        c, s = cosine(turn), sine(turn)
        ahead = (self.target[0] - x) * c + (self.target[1] - y) * s
        aside = (self.target[1] - y) * c - (self.target[0] - x) * s
        shift_ahead, shift_aside = self.wheel_shift(angle)
        ahead, aside = ahead - shift_ahead, aside - shift_aside
        if angle == 0 or room.part == STRAIGHT_ONLY:
            distance = room.length if room.part == STRAIGHT_ONLY else clamp(ahead, room.length)
            is_late = room.part in (WHEEL_FIRST, DRIVE_LAST)
            return PlannedLeg(room.die, 0.0 if is_late else distance, 0, distance if is_late else 0.0)
        second = clamp(aside / sine(angle), room.length)
        first = clamp(ahead - second * cosine(angle), room.length - second)
        if room.part == WHEEL_FIRST or first < MIN_DRIVE_MI:
            return PlannedLeg(room.die, 0.0, angle, clamp(ahead * cosine(angle) + aside * sine(angle), room.length))
        return PlannedLeg(room.die, first, angle, second)

    def wheel_shift(self, angle: int) -> tuple[float, float]:
        """Return how far a wheel about a rear corner moves the centre, ahead and to the right."""
        if angle == 0:
            return 0.0, 0.0
        long, wide = float(self.half_length), float(-self.half_width if angle > 0 else self.half_width)
        c, s = cosine(angle), sine(angle)
        return long * c - wide * s - long, long * s + wide * c - wide

    def after_leg(self, x: float, y: float, turn: int, leg: PlannedLeg) -> tuple[float, float, int]:
        """Return the position after a leg."""
        c, s = cosine(turn), sine(turn)
        ahead, aside = self.wheel_shift(leg.angle)
        ahead += leg.first
        x, y = x + ahead * c - aside * s, y + ahead * s + aside * c
        turn = (turn + leg.angle) % 3600
        return x + leg.second * cosine(turn), y + leg.second * sine(turn), turn

    # ---------------------------------------------------------------- refinement

    def refine(self, plan: Plan, ways: list[list[LegRoom]]) -> Plan:
        """Return the plan after small changes that bring it nearer to what was asked for."""
        dice = [leg.die for leg in plan.legs]
        rooms = next(way for way in ways if [room.die for room in way] == dice)
        for angle_step, distance_step in REFINEMENTS:
            is_better = True
            while is_better:
                best = min(self.neighbours(plan, rooms, angle_step, distance_step), key=plan_cost, default=plan)
                is_better = best.cost < plan.cost - 1.0
                plan = best if is_better else plan
        return plan

    def neighbours(self, plan: Plan, rooms: list[LegRoom], angle_step: int, distance_step: float) -> list[Plan]:
        """Return the plans that differ by one step of an angle or a distance."""
        before, last = plan.legs[:-1], plan.legs[-1]
        near: list[Plan] = []
        if rooms[-1].part < DRIVE_LAST:
            for angle in (last.angle - angle_step, last.angle + angle_step):
                if abs(angle) <= MAX_WHEEL:
                    near.append(self.plan(before, rooms[-1], angle))
        if before and rooms[0].part < DRIVE_LAST:
            for changed in changed_legs(before[0], rooms[0], angle_step, distance_step):
                near.append(self.plan([changed], rooms[-1], last.angle))
        return near


def changed_legs(leg: PlannedLeg, room: LegRoom, angle_step: int, distance_step: float) -> list[PlannedLeg]:
    """Return the legs that differ by one step of the angle or of a distance, and fit into the room."""
    die, first, angle, second = leg.die, leg.first, leg.angle, leg.second
    legs = [PlannedLeg(die, first, wheel, second, leg.waste) for wheel in (angle - angle_step, angle + angle_step)]
    for by in (-distance_step, distance_step):
        if room.part == DRIVE_FIRST:
            legs.append(PlannedLeg(die, first + by, angle, second, leg.waste - by))
            legs.append(PlannedLeg(die, first + by, angle, second - by, leg.waste))
        legs.append(PlannedLeg(die, first, angle, second + by, leg.waste - by))
    return [one for one in legs if fits(one, room)]


def fits(leg: PlannedLeg, room: LegRoom) -> bool:
    """Return whether a leg is possible: no second drive without a wheel."""
    if abs(leg.angle) > MAX_WHEEL or leg.first < 0.0 or leg.second < 0.0 or leg.first + leg.second > room.length:
        return False
    if leg.angle != 0 and 0.0 < leg.first < MIN_DRIVE_MI:
        return False
    return leg.angle != 0 or leg.second == 0.0


def first_legs(room: LegRoom) -> list[PlannedLeg]:
    """Return samples of a leg after which another one follows."""
    length = room.length
    if room.part == STRAIGHT_ONLY:
        return [PlannedLeg(room.die, length, 0, 0.0)]
    if room.part == DRIVE_LAST:
        return [PlannedLeg(room.die, 0.0, 0, length * part, length * (1.0 - part)) for part in SPLITS]
    legs: list[PlannedLeg] = []
    for split in SPLITS if room.part == DRIVE_FIRST else SPLITS[:1]:
        first = length * split
        legs.append(PlannedLeg(room.die, first, 0, 0.0, length - first))
        for part in SPLITS if split < 1.0 else SPLITS[:1]:
            second = (length - first) * part
            waste = length - first - second
            legs.extend([PlannedLeg(room.die, first, angle, second, waste) for angle in WHEELS if angle])
    return legs


def wheels_of(room: LegRoom, angles: tuple[int, ...]) -> tuple[int, ...]:
    """Return the angles by which a leg may wheel."""
    return angles if room.part < DRIVE_LAST else (0,)


def plan_cost(plan: Plan) -> float:
    """Return the cost of a plan."""
    return plan.cost


def clamp(value: float, limit: float) -> float:
    """Return the nearest value from 0 to a limit."""
    return max(0.0, min(value, limit))


def cosine(angle: int) -> float:
    """Return the cosine of an angle."""
    return cos(angle * pi / 1800)


def sine(angle: int) -> float:
    """Return the sine of an angle."""
    return sin(angle * pi / 1800)
