"""Courses: the steps of a plan that lead to where a player drags the chariot, or that follow the track."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Final

from mypy_extensions import i64

from hippodrome.games.races.auto_plan import RouteSearch
from hippodrome.games.races.bases import NOTHING_MET, Ground, clearance_ahead, ground_for, turn_base
from hippodrome.games.races.forecast import forecast
from hippodrome.games.races.formatting import turn_text
from hippodrome.games.races.plan_execution import RUN_UP_MI, can_turn_freely
from hippodrome.games.races.planning import (
    FORWARD_GRAIN_MI,
    GO,
    MAX_TURN,
    STEADY,
    STEP_VERBS,
    Declare,
    MakePlan,
    PlannedPath,
    free_hints,
)
from hippodrome.games.races.state import Race
from hippodrome.games.races.warnings import warning
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.compounds import Compound, Course
from hippodrome.kit.geometry.fixed_point import angle_to
from hippodrome.kit.geometry.plane.boxes import box_at
from hippodrome.kit.preview import is_played, without_dice
from hippodrome.kit.units import INCH, inches

ANGLES: Final = tuple([angle for angle in range(-MAX_TURN, MAX_TURN + 1, 25) if angle])
COARSE_ANGLES: Final = tuple([angle for angle in range(-MAX_TURN, MAX_TURN + 1, 75) if angle])
WAITS_MI: Final = (0.0, 1500.0, 3000.0)  # driven on before the first of two turns
MAX_TRIED: Final = 8  # routes that are checked against walls and rules
NOSE_MI: Final = 2000  # from the centre of a base to its front

TURN_COST_MI: Final = 0.3  # for each tenth of a degree turned
FACING_COST_MI: Final = 5.0  # for each tenth of a degree from the direction asked for
COURSE_COST_MI: Final = 1.0  # for each tenth of a degree from the track, if no direction was asked for
CONTACT_COST_MI: Final = 4000.0  # for a route that meets something

FORWARD_STEP: Final = STEP_VERBS[0]
TURN_STEP: Final = STEP_VERBS[1]
FREE_TURN_STEP: Final = STEP_VERBS[4]


class Route:
    """Steps of a plan, the pose after them on open ground, and their cost."""

    __slots__ = ("cost", "steps", "turn", "x", "y")

    def __init__(self, steps: list[Action], x: float, y: float, turn: int) -> None:
        self.steps = steps
        self.x = x
        self.y = y
        self.turn = turn
        self.cost = 0.0


def is_steered(s: Race) -> bool:
    """Return whether a move can be planned now, perhaps after keeping the pace."""
    return bool(s.agenda) and isinstance(s.agenda[-1], (Declare, MakePlan))


def steered_node(s: Race) -> str:
    """Return the node that is dragged: the chariot, or the ghost at the end of its plan; empty if there is none."""
    if not is_steered(s):
        return ""
    return "plan-ghost" if s.move.plan and isinstance(s.agenda[-1], MakePlan) else f"chariot-{s.move.mover}"


def course_to(s: Race, seat: int, x: int, y: int, turn: int | None) -> Course | None:
    """Return the steps that end nearest to a point, None if there are none; if nothing is declared, at this pace."""
    if not is_steered(s):
        return None
    planned, before = planning_state(s, seat)
    search = CourseSearch(planned, x, y, turn)
    for route in search.best_routes():
        after = play_steps(planned, seat, route.steps)
        if after is not None and route.steps:
            return course_of(planned, after, [*before, *route.steps])
    return None


def planning_state(s: Race, seat: int) -> tuple[Race, list[Action]]:
    """Return the state in which the plan is made, without dice, and the declaration that leads there."""
    state: Race = without_dice(s)
    if not isinstance(s.agenda[-1], Declare):
        return state, []
    is_played(state, seat, STEADY)
    return state, [STEADY]


def play_steps(s: Race, seat: int, steps: list[Action]) -> Race | None:
    """Return the state after planning these steps; None if one is not legal."""
    state: Race = without_dice(s)
    for step in steps:
        if agenda.check(state, seat, step) is not None or not is_played(state, seat, step):
            return None
    return state


def meeting_text(s: Race) -> str:
    """Return what the plan meets first if it is driven now, in a sentence; empty for nothing."""
    result = forecast(s)
    if result.contact >= 0:
        return f"Meets {s.chariot_name(result.other)}."
    return f"Meets the {result.obstacle()}." if result.code >= 0 else ""


def course_of(before: Race, after: Race, actions: list[Action]) -> Course:
    """Return the course of planned steps. Its note says what is left to plan, and what the plan meets so far."""
    path = PlannedPath(after)
    first = len(PlannedPath(before).poses) - 1
    points = [(int(pose.x), int(pose.y)) for pose in path.poses[first:]]
    left = path.distance_left(after)
    notes = [f"{inches(left)} left to plan." if left > 0 else "", meeting_text(after)]
    note = " ".join([text for text in notes if text])
    return Course(actions, steps_text(actions), path.pose.as_tuple(), points, "", note)


def steps_text(actions: list[Action]) -> str:
    """Return steps in words: "Keep the pace: 3 inches, 30 degrees right, 2 inches"."""
    texts = [
        inches(action.args[0]) if action.verb == FORWARD_STEP else turn_text(action.args[0])
        for action in actions
        if action.args
    ]
    return f"{'Keep the pace: ' if actions[0] == STEADY else ''}{', '.join(texts)}"


class CourseSearch:
    """The search for steps from the end of a plan to one point: straight on, or with one or two turns."""

    def __init__(self, s: Race, x: int, y: int, turn: int | None) -> None:
        path = PlannedPath(s)
        self.s = s
        self.x = x
        self.y = y
        self.pose = path.pose
        self.progress = path.progress
        self.left = float(path.distance_left(s) // FORWARD_GRAIN_MI * FORWARD_GRAIN_MI)
        self.turns = int(path.turns_left(s))
        self.run_up = float(max(RUN_UP_MI - path.since_turn, 0))
        self.is_facing = turn is not None
        self.turn = turn if turn is not None else self.track_direction()

    def track_direction(self) -> int:
        """Return the racing direction at the target."""
        track = self.s.rules.track
        return int(track.at(track.nearest_progress(self.x, self.y, self.progress)).turn)

    def best_routes(self) -> list[Route]:
        """Return the best routes; those that meet nothing come first."""
        routes = self.routes()
        for route in routes:
            route.cost = self.cost(route)
        routes.sort(key=route_cost)
        best = routes[:MAX_TRIED]
        chariot = self.s.mover()
        box = self.s.box(chariot)
        reach = int(self.left) + 4 * INCH
        ground = ground_for(self.s, chariot).limited_to(box_at(self.pose, box.length, box.width), reach)
        for route in best:
            if self.meets_something(ground, route):
                route.cost += CONTACT_COST_MI
        best.sort(key=route_cost)
        return best

    def cost(self, route: Route) -> float:
        """Return how far a route ends from what was asked for."""
        off = abs((route.turn - self.turn + 1800) % 3600 - 1800)
        turned = sum([abs(step.args[0]) for step in route.steps if step.verb != FORWARD_STEP])
        facing = FACING_COST_MI if self.is_facing else COURSE_COST_MI
        return hypot(self.x - route.x, self.y - route.y) + facing * off + TURN_COST_MI * turned

    def meets_something(self, ground: Ground, route: Route) -> bool:
        """Return whether a wall, a rock or a chariot stands in the way."""
        box = self.s.box(self.s.mover())
        box = box_at(self.pose, box.length, box.width)
        for step in route.steps:
            if step.verb == FORWARD_STEP:
                if clearance_ahead(ground, box, step.args[0]).code != NOTHING_MET:
                    return True
                box = box.forward(step.args[0])
            else:
                result = turn_base(ground, box, step.args[0])
                if result.code != NOTHING_MET:
                    return True
                box = result.box
        return False

    # ---------------------------------------------------------------- routes

    def routes(self) -> list[Route]:
        """Return every route that is considered."""
        pose = self.pose
        routes = [self.route_ahead([], float(pose.x), float(pose.y), int(pose.turn), 0.0)]
        for angle in self.free_turns():
            before = [Action(FREE_TURN_STEP, (angle,))]
            routes.append(self.route_ahead(before, float(pose.x), float(pose.y), int(pose.turn) + angle, 0.0))
        if self.turns >= 1 and self.run_up < self.left:
            start = (float(pose.x), float(pose.y), int(pose.turn))
            routes.extend([self.route_with_turn([], *start, 0.0, self.run_up, angle) for angle in ANGLES])
        if self.turns >= 2:
            for wait in WAITS_MI:
                routes.extend(self.routes_with_two_turns(self.run_up + wait))
        return routes

    def free_turns(self) -> list[int]:
        """Return the free turns worth trying: the suggested ones, and the one towards the target."""
        s = self.s
        if s.move.plan or not can_turn_freely(s, s.mover()):
            return []
        hints, pose = list(free_hints(s)), self.pose
        if pose.x == self.x and pose.y == self.y:
            return hints
        return [*hints, int(angle_to(pose.turn, pose.turn_to_nearest(self.x, self.y)))]

    def route_ahead(self, before: list[Action], x: float, y: float, turn: int, driven: float) -> Route:
        """Return a route that ends with a drive straight ahead, as near to the target as it can."""
        ahead = (self.x - x) * cosine(turn) + (self.y - y) * sine(turn)
        distance = round_to_grain(max(0.0, min(ahead, self.left - driven)))
        steps = [*before, *forward(distance)]
        return Route(steps, x + distance * cosine(turn), y + distance * sine(turn), turn % 3600)

    def route_with_turn(
        self, before: list[Action], x: float, y: float, turn: int, driven: float, run_up: float, angle: int
    ) -> Route:
        """Return a route that drives at least a run-up, turns by an angle, and drives on to the target."""
        c, s = cosine(turn), sine(turn)
        ahead, aside = (self.x - x) * c + (self.y - y) * s, (self.y - y) * c - (self.x - x) * s
        left = self.left - driven
        second = max(0.0, min(aside / sine(angle), left - run_up))
        first = round_to_grain(max(run_up, min(ahead - second * cosine(angle), left - second)))
        steps = [*before, *forward(first), Action(TURN_STEP, (angle,))]
        return self.route_ahead(steps, x + first * c, y + first * s, turn + angle, driven + first)

    def routes_with_two_turns(self, first: float) -> list[Route]:
        """Return routes with two turns, the first after a distance."""
        if first + RUN_UP_MI > self.left:
            return []
        pose, distance = self.pose, round_to_grain(first)
        turn, run_up = int(pose.turn), float(RUN_UP_MI)
        x, y = float(pose.x) + distance * cosine(turn), float(pose.y) + distance * sine(turn)
        routes: list[Route] = []
        for angle in COARSE_ANGLES:
            steps = [*forward(distance), Action(TURN_STEP, (angle,))]
            for other in COARSE_ANGLES:
                routes.append(self.route_with_turn(steps, x, y, turn + angle, distance, run_up, other))
        return routes


def forward(distance: float) -> list[Action]:
    """Return the step forward over a distance; none for no distance."""
    return [Action(FORWARD_STEP, (int(distance),))] if distance > 0 else []


def round_to_grain(distance: float) -> float:
    """Return a distance in whole steps of the grain of a plan; never more than it."""
    return float(int(distance + 0.5) // FORWARD_GRAIN_MI * FORWARD_GRAIN_MI)


def route_cost(route: Route) -> float:
    """Return the cost of a route."""
    return route.cost


def cosine(angle: int) -> float:
    """Return the cosine of an angle in tenths of a degree."""
    return cos(angle * pi / 1800)


def sine(angle: int) -> float:
    """Return the sine of an angle in tenths of a degree."""
    return sin(angle * pi / 1800)


# -------------------------------------------------------------------- named compounds


def follow_track(s: Race, seat: int) -> list[Compound]:
    """Return a whole plan that follows the track on the road that is free now; none if a plan has begun."""
    if not is_steered(s) or (s.move.plan and isinstance(s.agenda[-1], MakePlan)):
        return []
    planned, before = planning_state(s, seat)
    chariot = planned.mover()
    owed: i64 = planned.move.owed
    if owed <= 0:
        return []
    reach = int(owed) + 12 * INCH
    box = planned.box(chariot)
    ground = ground_for(planned, chariot).limited_to(box, reach)
    route = RouteSearch(ground, box, chariot.progress, owed).best_route()
    steps = [Action(STEP_VERBS[route.plan[place]], (route.plan[place + 1],)) for place in range(0, len(route.plan), 2)]
    after = play_steps(planned, seat, steps)
    if len(steps) < 2 or after is None:
        return []
    label = "Keep the pace and follow the track" if before else "Follow the track"
    return [Compound([*before, *steps, GO], label, "", warning(after, seat, GO))]
