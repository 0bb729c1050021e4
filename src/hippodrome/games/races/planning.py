"""Declaring a move: whip, reins or neither, then the plan (CR-M1 to CR-M13, CR-Q3 to CR-Q8, CR-Q48, CR-Q49).

A driver builds a plan step by step and can undo steps until the plan is declared. Then it runs.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import turns_allowed, whip_dice
from hippodrome.games.races.events import (
    DistanceSet,
    PlanDeclared,
    PlanDropped,
    Planned,
    Rattled,
    Reined,
    Steadied,
    Veered,
    Whipped,
)
from hippodrome.games.races.plan_execution import RUN_PLAN, RUN_UP_MI, can_turn_freely, is_free_turn, is_wrong_way
from hippodrome.games.races.state import DRIFT, FORWARD, LOOSE, PIVOT, REINS, TURN, WHIP, Chariot, MoveInProgress, Race
from hippodrome.kit.actions import Action, Clock, OneOf, Option, Refusal, Span
from hippodrome.kit.agenda import Ask, Choice, Step, legal_now
from hippodrome.kit.geometry.fixed_point import absolute, angle_to
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.units import INCH, degrees, inches

STEADY: Final = Action("steady")
CRACK_WHIP: Final = Action("whip")
PULL_REINS: Final = Action("reins")
STRAIGHT: Final = Action("straight")
GO: Final = Action("go")
DECLARATIONS: Final = [STEADY, CRACK_WHIP, PULL_REINS, STRAIGHT]

FORWARD_GRAIN_MI: Final = 50  # forward steps are whole twentieths of an inch
MAX_TURN: Final = 450  # tenths of a degree, as all angles here
MAX_FREE_TURN: Final = 900
TURN_HINTS: Final = (-450, -300, -150, 150, 300, 450)
FREE_TURN_HINTS: Final = (-900, -600, -300, 300, 600, 900)
STEP_VERBS: Final = ("forward", "turn", "drift", "swipe", "pivot")
LONE_STEED_PENALTY_MI: Final = 3 * INCH  # CR-D10
PLANNING_TIME_S: Final = 15
STEP_NAMES: Final = ("a forward step", "a turn", "a drift", "a swipe", "a free turn", "the rest of a turn")
SWIPE_HINT_RANGE_MI: Final = 6 * INCH  # swipes at chariots farther away are not suggested


# -------------------------------------------------------------------- the distance


def base_distance(s: Race, chariot: Chariot) -> i64:
    """CR-M4, CR-Q5: return the team's Movement, less with one steed left and after locked axles; may be negative."""
    move = s.machine(chariot).move * INCH
    if chariot.steeds == 1:
        move -= LONE_STEED_PENALTY_MI
    return move - chariot.penalty


def set_distance(s: Race, chariot: Chariot, distance: i64) -> None:
    """CR-Q5: set the distance of the move, at least 0, and clear the penalty (CR-Q53)."""
    s.move.owed = max(0, distance)
    chariot.penalty = 0
    if s.logging:
        s.emit(DistanceSet(chariot.id, s.move.owed), "CR-M4")


@mypyc_attr(acyclic=True)
class BeginMove(Step):
    """CR-M4: a move begins. Dice decide how far the pump wagon and the doomwheel move (CR-O7, CR-O10)."""

    RULE: ClassVar[str] = "CR-M4"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def run(self, s: Race) -> list[Step]:
        """Ask for the declaration, or roll the dice of a machine that has no whip and no reins."""
        s.undo_barrier += 1
        s.move = MoveInProgress(self.who)
        chariot = s.mover()
        machine = s.machine(chariot)
        if not machine.is_random():
            return DECLARING
        if chariot.status == LOOSE:
            veer(s, chariot)
        rule = "CR-O10" if machine.has_lightning else "CR-O7"
        total = sum(s.roll("machine", chariot.steeds if machine.has_lightning else machine.dice, chariot.id, rule))
        if s.logging:
            s.emit(Rattled(chariot.id, total), rule)
        set_distance(s, chariot, total * INCH - chariot.penalty)
        return RUNNING_PLAN if chariot.status == LOOSE else PLANNING

    def breadcrumb(self, s: Race) -> str:
        """Return an empty string: the step never waits."""
        return ""


def veer(s: Race, chariot: Chariot) -> None:
    """CR-Q42: roll whether a crewless doomwheel first turns left, goes straight or turns right."""
    die = s.roll("machine", 1, chariot.id, "CR-Q42")[0]
    angle = (-MAX_TURN, 0, MAX_TURN)[(die - 1) // 2]
    if angle:
        s.move.plan = (PIVOT, angle)
    if s.logging:
        s.emit(Veered(chariot.id, angle), "CR-Q42")


@mypyc_attr(acyclic=True)
class Declare(Choice):
    """CR-M5, CR-M7: crack the whip, pull the reins, or neither (CR-M12, CR-Q48); never both (CR-Q5).

    Only the reins shorten a move (CR-M13). A driver who takes too long goes straight ahead (CR-M1).
    """

    RULE: ClassVar[str] = "CR-M5"
    __slots__ = ()

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the driver's seat."""
        return (int(s.move.mover),)

    def proposals(self, s: Race) -> list[Action]:
        """Return the declarations: steady, whip, reins, and straight ahead without a plan."""
        return DECLARATIONS

    def clock(self, s: Race) -> Clock | None:
        """CR-M1, CR-Q3: fifteen seconds for the declaration and the plan together, if the clock is on."""
        return move_clock(s)

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Roll the dice and set the distance."""
        chariot = s.mover()
        distance = base_distance(s, chariot)
        if action.verb == "whip":
            distance += crack_whip(s, chariot)
        elif action.verb == "reins":
            distance -= pull_reins(s, chariot)
        elif s.logging:
            s.emit(Steadied(chariot.id), "CR-M4")
        set_distance(s, chariot, distance)
        if action.verb == "straight":
            return declare_plan(s, chariot)
        return PLANNING


def crack_whip(s: Race, chariot: Chariot) -> i64:
    """CR-M5, CR-Q7: return the distance gained: the best of the whip dice, 1 less for a war wagon."""
    s.move.declared = WHIP
    best = max(s.roll("whip", whip_dice(chariot.steeds), chariot.id))
    gain = max(0, best - s.machine(chariot).whip_penalty)
    if s.logging:
        s.emit(Whipped(chariot.id, gain))
    return gain * INCH


def pull_reins(s: Race, chariot: Chariot) -> i64:
    """CR-M7: return the distance lost: one die, whatever the team."""
    s.move.declared = REINS
    loss = s.roll("reins", 1, chariot.id, "CR-M7")[0]
    if s.logging:
        s.emit(Reined(chariot.id, loss), "CR-M7")
    return loss * INCH


def move_clock(s: Race) -> Clock | None:
    """Return the clock of the whole move, which ends with going straight ahead; None if the clock is off."""
    if not s.rules.options.clock:
        return None
    return Clock(PLANNING_TIME_S, STRAIGHT, f"move {s.turn} {s.move.mover}")


def declare_plan(s: Race, chariot: Chariot) -> list[Step]:
    """CR-M2: declare the plan and run it."""
    chariot.free = 0
    if s.logging:
        s.emit(PlanDeclared(chariot.id), "CR-M2")
    return RUNNING_PLAN


# -------------------------------------------------------------------- the plan


@mypyc_attr(acyclic=True)
class PlannedPath:
    """The path of a plan if nothing were in the way, and what can still be added to it.

    `swiped` has a bit for each seat that the plan swipes at; `first_drifts` counts drifts before any inch forward.
    """

    def __init__(self, s: Race) -> None:
        move, chariot = s.move, s.mover()
        self.pose = chariot.pose()
        self.progress = chariot.progress
        self.run: i64 = 0
        self.turns: i64 = 0
        self.since_turn: i64 = 0
        self.drifts: i64 = 0
        self.first_drifts: i64 = 0
        self.swiped: i64 = 0
        self.poses: list[Pose] = [self.pose]
        for place in range(0, len(move.plan), 2):
            self.add(s, move.plan[place], move.plan[place + 1])

    def add(self, s: Race, what: i64, amount: i64) -> None:
        """Add a step of the plan."""
        if what == FORWARD:
            self.pose = self.pose.forward(amount)
            self.run += amount
            self.since_turn += amount
        elif what in (TURN, PIVOT):
            self.pose = self.pose.rotate(amount)
            if what == TURN:
                self.turns += 1
                self.since_turn = 0
        elif what == DRIFT:
            self.pose = self.pose.slide(self.pose.turn + 900 * amount, INCH)
            if self.run > 0:
                self.drifts += 1
            else:
                self.first_drifts += 1
        else:
            self.swiped |= 1 << amount
        self.poses.append(self.pose)
        x, y = self.pose.point_nearest(2000, 0)
        self.progress = s.rules.track.nearest_progress(x, y, self.progress)

    def distance_left(self, s: Race) -> i64:
        """Return the distance that is not yet planned."""
        return s.move.owed - self.run

    def turns_left(self, s: Race) -> i64:
        """CR-M9, CR-Q6: return how many more turns the distance of the move allows."""
        return turns_allowed(s.move.owed) - self.turns

    def can_turn(self, s: Race) -> bool:
        """CR-M10: return whether a turn can come next."""
        return self.turns_left(s) > 0 and self.since_turn >= RUN_UP_MI

    def can_drift(self, s: Race) -> bool:
        """CR-M11: return whether a drift can come next; the reins allow one before any inch forward (CR-M8, CR-Q48)."""
        if self.run == 0:
            return s.move.declared == REINS and self.first_drifts == 0
        return self.distance_to_drift() == 0

    def distance_to_drift(self) -> i64:
        """CR-M11: return how far the chariot must still drive before its next drift: 3 inches for each."""
        return max(0, (self.drifts + 1) * RUN_UP_MI - self.run)


@mypyc_attr(acyclic=True)
class MakePlan(Ask):
    """CR-Q4, CR-Q49: plan forward, turn, drift and swipe steps in any order, then go."""

    RULE: ClassVar[str] = "CR-Q4"
    __slots__ = ()

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the driver's seat."""
        return (int(s.move.mover),)

    def clock(self, s: Race) -> Clock | None:
        """CR-Q3: the clock of the declaration keeps running."""
        return move_clock(s)

    def options(self, s: Race) -> list[Option]:
        """Return go, then the steps that can be added. Distance not planned is driven straight ahead."""
        path = PlannedPath(s)
        options = [Option("go", "CR-M2")]
        if s.move.plan:
            options.append(Option("straight", "CR-M1"))
        left = path.distance_left(s)
        if left > 0:
            hints = tuple([int(hint) for hint in forward_hints(path, left)])
            span = Span("distance", FORWARD_GRAIN_MI, int(left), FORWARD_GRAIN_MI, hints, INCH)
            options.append(Option("forward", "CR-M4", (span,)))
        if path.can_turn(s):
            turns = tuple([angle for angle in TURN_HINTS if not is_wrong_way(s, path.progress, path.pose.turn, angle)])
            if turns:
                options.append(Option("turn", "CR-M9", (Span("angle", -MAX_TURN, MAX_TURN, 1, turns, 10),)))
        if path.can_drift(s):
            options.append(Option("drift", "CR-M11", (OneOf("hand", (-1, 1)),)))
        rivals = tuple([int(other.id) for other in s.others(s.mover()) if self.can_swipe(s, path, other)])
        if rivals:
            options.append(Option("swipe", "CR-X9", (OneOf("chariot", rivals),)))
        if not s.move.plan and can_turn_freely(s, s.mover()):
            free = free_hints(s)
            if free:
                options.append(Option("pivot", "CR-Q12", (Span("angle", -MAX_FREE_TURN, MAX_FREE_TURN, 1, free, 10),)))
        return options

    def can_swipe(self, s: Race, path: PlannedPath, other: Chariot) -> bool:
        """CR-Q17: return whether a swipe is worth suggesting: the first at a chariot, and near enough.

        Reach itself is checked only when the plan runs (CR-Q49).
        """
        if (path.swiped >> other.id) & 1:
            return False
        x, y = other.x - path.pose.x, other.y - path.pose.y
        return x * x + y * y <= SWIPE_HINT_RANGE_MI * SWIPE_HINT_RANGE_MI

    def check(self, s: Race, seat: i64, action: Action) -> Refusal | None:
        """CR-Q49: return None if a step may be planned, else a refusal with the legal steps."""
        if action.verb in ("go", "straight") and not action.args:
            return None
        if action.verb in STEP_VERBS and len(action.args) == 1:
            refusal = self.refuse(s, PlannedPath(s), action.verb, action.args[0])
            return None if refusal is None else Refusal(refusal.rule, f"{refusal.text} {legal_now(self.proposals(s))}")
        return Refusal("CR-Q4", f"{action.text!r} is not a step of a plan. {legal_now(self.proposals(s))}")

    def refuse(self, s: Race, path: PlannedPath, verb: str, amount: i64) -> Refusal | None:
        """Return why a step may not be added, or None if it may."""
        if verb == "forward":
            return refuse_forward(amount, path.distance_left(s))
        if verb == "turn":
            return refuse_turn(s, path, amount)
        if verb == "drift":
            return refuse_drift(s, path, amount)
        if verb == "swipe":
            return refuse_swipe(s, path, amount)
        return refuse_pivot(s, amount)

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Add a step, or run the plan."""
        chariot = s.mover()
        if action.verb == "go":
            return declare_plan(s, chariot)
        if action.verb == "straight":
            s.move.plan = ()
            if s.logging:
                s.emit(PlanDropped(chariot.id), "CR-M1")
            return declare_plan(s, chariot)
        what = STEP_VERBS.index(action.verb)
        plan = s.move.plan
        if what == FORWARD and plan and plan[-2] == FORWARD:
            s.move.plan = (*plan[:-1], plan[-1] + action.args[0])
        else:
            s.move.plan = (*plan, what, action.args[0])
        if s.logging:
            s.emit(Planned(chariot.id, what, action.args[0]))
        return PLANNING


def forward_hints(path: PlannedPath, left: i64) -> list[i64]:
    """Return useful distances: up to the next turn or drift, an inch, and all that is left."""
    hints: list[i64] = []
    need = RUN_UP_MI - path.since_turn
    if 0 < need < left:
        hints.append(need)
    need = path.distance_to_drift()
    if 0 < need < left and need not in hints:
        hints.append(need)
    if left > INCH and INCH not in hints:
        hints.append(INCH)
    hints.append(left)
    return hints


def free_hints(s: Race) -> tuple[int, ...]:
    """Return the free turn into the racing direction first, then other legal ones."""
    chariot = s.mover()
    towards = int(angle_to(chariot.turn, s.rules.track.at(chariot.progress).turn))
    wanted = max(-MAX_FREE_TURN, min(MAX_FREE_TURN, towards))
    angles = [wanted] if is_free_turn(s, chariot, wanted) else []
    angles += [angle for angle in FREE_TURN_HINTS if angle != wanted and is_free_turn(s, chariot, angle)]
    return tuple(angles)


# -------------------------------------------------------------------- refusals


def refuse_forward(amount: i64, left: i64) -> Refusal | None:
    """CR-M4: refuse a forward step longer than the distance left, or not in whole twentieths of an inch."""
    if FORWARD_GRAIN_MI <= amount <= left and amount % FORWARD_GRAIN_MI == 0:
        return None
    if amount > left:
        return Refusal("CR-M4", f"You have only {inches(left)} left to plan.")
    return Refusal("CR-Q49", "Forward steps must be whole twentieths of an inch, and at least one.")


def refuse_turn(s: Race, path: PlannedPath, angle: i64) -> Refusal | None:
    """CR-M9, CR-M10, CR-Q11: refuse a turn that is too wide, one too many, too early or the wrong way."""
    if angle == 0 or absolute(angle) > MAX_TURN:
        return Refusal("CR-M9", f"You can turn by up to {degrees(MAX_TURN)} to either side.")
    if path.turns_left(s) <= 0:
        count = turns_allowed(s.move.owed)
        turns = "1 turn" if count == 1 else f"{count} turns"
        return Refusal("CR-M9", f"A move of {inches(s.move.owed)} allows only {turns}.")
    if path.since_turn < RUN_UP_MI:
        more = inches(RUN_UP_MI - path.since_turn)
        return Refusal("CR-M10", f"You must drive forward 3 inches before each turn: {more} more.")
    if is_wrong_way(s, path.progress, path.pose.turn, angle):
        return Refusal("CR-Q11", "You may not turn more than 90 degrees away from the racing direction.")
    return None


def refuse_drift(s: Race, path: PlannedPath, hand: i64) -> Refusal | None:
    """CR-M11, CR-Q10, CR-Q48: refuse a drift that is too early or not to a side."""
    if absolute(hand) != 1:
        return Refusal("CR-M11", "You can drift to the left (-1) or to the right (1).")
    if path.can_drift(s):
        return None
    more = inches(path.distance_to_drift())
    return Refusal("CR-M11", f"You may drift once for every 3 inches that you have driven: {more} more.")


def refuse_swipe(s: Race, path: PlannedPath, target: i64) -> Refusal | None:
    """CR-X9, CR-Q17: refuse a swipe at anything but another working chariot, or a second one at it."""
    if not 0 <= target < len(s.chariots) or target == s.move.mover or not s.chariots[target].is_working():
        return Refusal("CR-X9", "You can only swipe at another chariot that is still on the track.")
    if (path.swiped >> target) & 1:
        return Refusal("CR-Q17", "You may ram the same chariot only once in a move.")
    return None


def refuse_pivot(s: Race, angle: i64) -> Refusal | None:
    """CR-Q12, CR-Q58: refuse a free turn that is not the first step, not earned or not legal."""
    chariot = s.mover()
    if s.move.plan:
        return Refusal("CR-Q12", "The free turn must be the first step of your plan.")
    if not can_turn_freely(s, chariot):
        return Refusal(
            "CR-Q58", "You have no free turn: you neither stopped at an obstacle nor stand nose to a chariot or wreck."
        )
    if is_free_turn(s, chariot, angle):
        return None
    return Refusal("CR-Q12", "Your free turn is up to 90 degrees, towards the racing direction.")


DECLARE: Final = Declare()
MAKE_PLAN: Final = MakePlan()
DECLARING: Final[list[Step]] = [DECLARE]
PLANNING: Final[list[Step]] = [MAKE_PLAN]
RUNNING_PLAN: Final[list[Step]] = [RUN_PLAN]
