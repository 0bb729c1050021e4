"""Declaring a move: whip, reins or neither, then the plan (CR-M1 to CR-M13, CR-Q3 to CR-Q8, CR-Q48, CR-Q49).

A plan is built a step at a time, and can be taken back until it is declared; then it runs.
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
from hippodrome.games.races.formatting import degrees, inches
from hippodrome.games.races.running import RUN_PLAN, RUN_UP, can_turn_freely, is_barred, is_free_turn
from hippodrome.games.races.state import (
    DRIFT,
    FORWARD,
    INCH,
    LOOSE,
    PIVOT,
    REINS,
    TURN,
    WHIP,
    Chariot,
    Race,
    new_move,
)
from hippodrome.kit.actions import Action, Clock, OneOf, Option, Refusal, Span
from hippodrome.kit.agenda import Ask, Choice, Step, legal_now
from hippodrome.kit.geometry.fixed import angle_to, size_of
from hippodrome.kit.geometry.plane.poses import Pose

STEADY: Final = Action("steady")
WHIP_IT: Final = Action("whip")
REIN_IN: Final = Action("reins")
STRAIGHT: Final = Action("straight")
GO: Final = Action("go")
DECLARATIONS: Final = [STEADY, WHIP_IT, REIN_IN, STRAIGHT]

GRAIN: Final = 50  # forward steps are whole twentieths of an inch
MOST_TURN: Final = 450
FREE_TURN: Final = 900
TURNS: Final = (-450, -300, -150, 150, 300, 450)
PIVOTS: Final = (-900, -600, -300, 300, 600, 900)
VERBS: Final = ("forward", "turn", "drift", "swipe", "pivot")
LONE: Final = 3 * INCH  # CR-D10: what a single steed is slower
NAMES: Final = ("a forward step", "a turn", "a drift", "a swipe", "a free turn")


# -------------------------------------------------------------------- how far


def pace(s: Race, chariot: Chariot) -> i64:
    """CR-M4, CR-Q5: the team's Movement, slower with one steed left and after locked axles."""
    move = s.machine(chariot).move * INCH
    if chariot.steeds == 1:
        move -= LONE
    return move - chariot.penalty


def set_distance(s: Race, chariot: Chariot, distance: i64) -> None:
    """CR-Q5: never below nothing, reckoned once at the end; the penalty is served (CR-Q53)."""
    s.move.owed = max(0, distance)
    chariot.penalty = 0
    if s.logging:
        s.emit(DistanceSet(chariot.id, s.move.owed), "CR-M4")


@mypyc_attr(acyclic=True)
class BeginMove(Step):
    """A chariot's move begins. Dice say how far the pump wagon and the doomwheel go (CR-O7, CR-O10)."""

    RULE: ClassVar[str] = "CR-M4"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def run(self, s: Race) -> list[Step]:
        """Whip and reins are for animals only."""
        s.undo_barrier += 1
        s.move = new_move(self.who)
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
        return RUNNING_ON if chariot.status == LOOSE else PLANNING

    def breadcrumb(self, s: Race) -> str:
        """Nothing: it is run at once."""
        return ""


def veer(s: Race, chariot: Chariot) -> None:
    """CR-Q42: a crewless doomwheel first turns left, not at all or right, as a die says."""
    die = s.roll("machine", 1, chariot.id, "CR-Q42")[0]
    angle = (-MOST_TURN, 0, MOST_TURN)[(die - 1) // 2]
    if angle:
        s.move.plan = (PIVOT, angle)
    if s.logging:
        s.emit(Veered(chariot.id, angle), "CR-Q42")


@mypyc_attr(acyclic=True)
class Declare(Choice):
    """CR-M5, CR-M7: crack the whip, pull the reins, or neither (CR-M12, CR-Q48); never both (CR-Q5).

    The only thing that shortens a move is the reins (CR-M13). Whoever takes too long runs straight on (CR-M1).
    """

    RULE: ClassVar[str] = "CR-M5"
    __slots__ = ()

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the driver."""
        return (int(s.move.mover),)

    def proposals(self, s: Race) -> list[Action]:
        """Neither, whip, reins, or all of it straight ahead at once."""
        return DECLARATIONS

    def clock(self, s: Race) -> Clock | None:
        """CR-M1, CR-Q3: fifteen seconds for this and the plan together, if the clock is on."""
        return clock_of(s)

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Roll, and set the distance."""
        chariot = s.mover()
        distance = pace(s, chariot)
        if action.verb == "whip":
            distance += crack(s, chariot)
        elif action.verb == "reins":
            distance -= pull(s, chariot)
        elif s.logging:
            s.emit(Steadied(chariot.id), "CR-M4")
        set_distance(s, chariot, distance)
        if action.verb == "straight":
            return declare(s, chariot)
        return PLANNING


def crack(s: Race, chariot: Chariot) -> i64:
    """CR-M5, CR-Q7: the best of one die and one more for each living animal over two; a war wagon's is 1 less."""
    s.move.declared = WHIP
    best = max(s.roll("whip", whip_dice(chariot.steeds), chariot.id))
    gain = max(0, best - s.machine(chariot).heavy)
    if s.logging:
        s.emit(Whipped(chariot.id, gain))
    return gain * INCH


def pull(s: Race, chariot: Chariot) -> i64:
    """CR-M7: one die, whatever the team."""
    s.move.declared = REINS
    loss = s.roll("reins", 1, chariot.id, "CR-M7")[0]
    if s.logging:
        s.emit(Reined(chariot.id, loss), "CR-M7")
    return loss * INCH


def clock_of(s: Race) -> Clock | None:
    """One clock for a whole move: when it runs out the chariot careers straight ahead."""
    if not s.rules.clock:
        return None
    return Clock(int(s.rules.clock), STRAIGHT, f"move {s.turn} {s.move.mover}")


def declare(s: Race, chariot: Chariot) -> list[Step]:
    """CR-M2: the plan stands, and is run."""
    chariot.free = 0
    if s.logging:
        s.emit(PlanDeclared(chariot.id), "CR-M2")
    return RUNNING_ON


# -------------------------------------------------------------------- the plan


@mypyc_attr(acyclic=True)
class Sketch:
    """Where a plan would lead if nothing were in the way, and what may still be added to it."""

    def __init__(self, s: Race) -> None:
        move, chariot = s.move, s.mover()
        self.pose = chariot.pose()
        self.progress = chariot.progress
        self.run: i64 = 0
        self.turns: i64 = 0
        self.since_turn: i64 = 0
        self.since_drift: i64 = 0
        self.drifts: i64 = 0
        self.swiped: i64 = 0
        self.poses: list[Pose] = [self.pose]
        for place in range(0, len(move.plan), 2):
            self.add(s, move.plan[place], move.plan[place + 1])

    def add(self, s: Race, what: i64, amount: i64) -> None:
        """One more step."""
        if what == FORWARD:
            self.pose = self.pose.forward(amount)
            self.run += amount
            self.since_turn += amount
            self.since_drift += amount
        elif what in (TURN, PIVOT):
            self.pose = self.pose.turned(amount)
            if what == TURN:
                self.turns += 1
                self.since_turn = 0
        elif what == DRIFT:
            self.pose = self.pose.slid(self.pose.turn + 900 * amount, INCH)
            self.drifts += 1
            if self.run > 0:
                self.since_drift = 0
        else:
            self.swiped |= 1 << amount
        self.poses.append(self.pose)
        x, y = self.pose.point_nearest(2000, 0)
        self.progress = s.rules.track.nearest(x, y, self.progress)

    def left(self, s: Race) -> i64:
        """Inches not yet planned."""
        return s.move.owed - self.run

    def turns_left(self, s: Race) -> i64:
        """CR-M9, CR-Q6: by the distance owed, known before moving."""
        return turns_allowed(s.move.owed) - self.turns

    def can_turn(self, s: Race) -> bool:
        """CR-M10."""
        return self.turns_left(s) > 0 and self.since_turn >= RUN_UP

    def can_drift(self, s: Race) -> bool:
        """CR-M11; with reins one before any inch forward (CR-M8, CR-Q48)."""
        if self.run == 0:
            return s.move.declared == REINS and self.drifts == 0
        return self.since_drift >= RUN_UP


@mypyc_attr(acyclic=True)
class MakePlan(Ask):
    """CR-Q4, CR-Q49: forward, turn, drift, swipe, in any order; then go."""

    RULE: ClassVar[str] = "CR-Q4"
    __slots__ = ()

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the driver."""
        return (int(s.move.mover),)

    def clock(self, s: Race) -> Clock | None:
        """CR-Q3: what is left of the fifteen seconds."""
        return clock_of(s)

    def options(self, s: Race) -> list[Option]:
        """Go first: what is not planned is run straight ahead."""
        sketch = Sketch(s)
        found = [Option("go", "CR-M2")]
        if s.move.plan:
            found.append(Option("straight", "CR-M1"))
        left = sketch.left(s)
        if left > 0:
            hints = tuple([int(hint) for hint in forward_hints(sketch, left)])
            found.append(Option("forward", "CR-M4", (Span("distance", GRAIN, int(left), GRAIN, hints, INCH),)))
        if sketch.can_turn(s):
            turns = tuple([angle for angle in TURNS if not is_barred(s, sketch.progress, sketch.pose.turn, angle)])
            if turns:
                found.append(Option("turn", "CR-M9", (Span("angle", -MOST_TURN, MOST_TURN, 1, turns, 10),)))
        if sketch.can_drift(s):
            found.append(Option("drift", "CR-M11", (OneOf("hand", (-1, 1)),)))
        rivals = tuple([int(other.id) for other in s.others(s.mover()) if self.may_swipe(s, sketch, other)])
        if rivals:
            found.append(Option("swipe", "CR-X9", (OneOf("chariot", rivals),)))
        if not s.move.plan and can_turn_freely(s, s.mover()):
            free = free_hints(s)
            if free:
                found.append(Option("pivot", "CR-Q12", (Span("angle", -FREE_TURN, FREE_TURN, 1, free, 10),)))
        return found

    def may_swipe(self, s: Race, sketch: Sketch, other: Chariot) -> bool:
        """CR-Q17: once each; and near enough to be worth planning. Reach is not checked before it runs (CR-Q49)."""
        if (sketch.swiped >> other.id) & 1:
            return False
        x, y = other.x - sketch.pose.x, other.y - sketch.pose.y
        return x * x + y * y <= NEAR * NEAR

    def check(self, s: Race, seat: i64, action: Action) -> Refusal | None:
        """CR-Q49: what may not be said is refused when it is said."""
        if action.verb in ("go", "straight") and not action.args:
            return None
        if action.verb in VERBS and len(action.args) == 1:
            found = self.refuse(s, Sketch(s), action.verb, action.args[0])
            return None if found is None else Refusal(found.rule, f"{found.text} {legal_now(self.proposals(s))}")
        return Refusal("CR-Q4", f"{action.text!r} is no step of a plan. {legal_now(self.proposals(s))}")

    def refuse(self, s: Race, sketch: Sketch, verb: str, amount: i64) -> Refusal | None:
        """Why a step may not be added."""
        if verb == "forward":
            return refuse_forward(amount, sketch.left(s))
        if verb == "turn":
            return refuse_turn(s, sketch, amount)
        if verb == "drift":
            return refuse_drift(s, sketch, amount)
        if verb == "swipe":
            return refuse_swipe(s, sketch, amount)
        return refuse_pivot(s, amount)

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Add a step, or run the plan."""
        chariot = s.mover()
        if action.verb == "go":
            return declare(s, chariot)
        if action.verb == "straight":
            s.move.plan = ()
            if s.logging:
                s.emit(PlanDropped(chariot.id), "CR-M1")
            return declare(s, chariot)
        what = VERBS.index(action.verb)
        plan = s.move.plan
        if what == FORWARD and plan and plan[-2] == FORWARD:
            s.move.plan = (*plan[:-1], plan[-1] + action.args[0])
        else:
            s.move.plan = (*plan, what, action.args[0])
        if s.logging:
            s.emit(Planned(chariot.id, what, action.args[0]))
        return PLANNING


NEAR: Final = 6 * INCH  # who is farther off than this is not suggested for a swipe


def forward_hints(sketch: Sketch, left: i64) -> list[i64]:
    """Distances that matter: up to the next turn or drift, and all of it."""
    found: list[i64] = []
    need = RUN_UP - sketch.since_turn
    if 0 < need < left:
        found.append(need)
    need = RUN_UP - sketch.since_drift
    if 0 < need < left and need not in found:
        found.append(need)
    if left > INCH and INCH not in found:
        found.append(INCH)
    found.append(left)
    return found


def free_hints(s: Race) -> tuple[int, ...]:
    """Return the free turn towards the racing direction as far as needed, and some others that are legal."""
    chariot = s.mover()
    towards = int(angle_to(chariot.turn, s.rules.track.at(chariot.progress).turn))
    wanted = max(-FREE_TURN, min(FREE_TURN, towards))
    found = [wanted] if is_free_turn(s, chariot, wanted) else []
    found += [angle for angle in PIVOTS if angle != wanted and is_free_turn(s, chariot, angle)]
    return tuple(found)


# -------------------------------------------------------------------- refusals


def refuse_forward(amount: i64, left: i64) -> Refusal | None:
    """CR-M4: no more inches than are owed."""
    if GRAIN <= amount <= left and amount % GRAIN == 0:
        return None
    if amount > left:
        return Refusal("CR-M4", f"You have only {inches(left)} left to plan.")
    return Refusal("CR-Q49", "Forward steps are whole twentieths of an inch.")


def refuse_turn(s: Race, sketch: Sketch, angle: i64) -> Refusal | None:
    """CR-M9, CR-M10, CR-Q11."""
    if angle == 0 or size_of(angle) > MOST_TURN:
        return Refusal("CR-M9", f"A turn is by up to {degrees(MOST_TURN)} to either side.")
    if sketch.turns_left(s) <= 0:
        count = turns_allowed(s.move.owed)
        return Refusal("CR-M9", f"A move of {inches(s.move.owed)} allows {count} {'turn' if count == 1 else 'turns'}.")
    if sketch.since_turn < RUN_UP:
        more = inches(RUN_UP - sketch.since_turn)
        return Refusal("CR-M10", f"You must go forward 3 inches before each turn: {more} more.")
    if is_barred(s, sketch.progress, sketch.pose.turn, angle):
        return Refusal("CR-Q11", "That would turn you more than 90 degrees away from the racing direction.")
    return None


def refuse_drift(s: Race, sketch: Sketch, hand: i64) -> Refusal | None:
    """CR-M11, CR-Q10, CR-Q48."""
    if size_of(hand) != 1:
        return Refusal("CR-M11", "A drift is one step to the left (-1) or to the right (1).")
    if sketch.can_drift(s):
        return None
    more = inches(RUN_UP - sketch.since_drift)
    return Refusal("CR-M11", f"You must go forward 3 inches before each drift: {more} more.")


def refuse_swipe(s: Race, sketch: Sketch, target: i64) -> Refusal | None:
    """CR-X9, CR-Q17."""
    if not 0 <= target < len(s.chariots) or target == s.move.mover or not s.chariots[target].is_there():
        return Refusal("CR-X9", "You can swipe another chariot that is still on the track.")
    if (sketch.swiped >> target) & 1:
        return Refusal("CR-Q17", "You may ram the same chariot once in a move.")
    return None


def refuse_pivot(s: Race, angle: i64) -> Refusal | None:
    """CR-Q12, CR-Q58."""
    chariot = s.mover()
    if s.move.plan:
        return Refusal("CR-Q12", "The free turn comes before everything else.")
    if not can_turn_freely(s, chariot):
        return Refusal("CR-Q58", "A free turn is for whoever stands with his nose to something.")
    if is_free_turn(s, chariot, angle):
        return None
    return Refusal("CR-Q12", "The free turn is by up to 90 degrees, towards the racing direction.")


DECLARE: Final = Declare()
MAKE_PLAN: Final = MakePlan()
DECLARING: Final[list[Step]] = [DECLARE]
PLANNING: Final[list[Step]] = [MAKE_PLAN]
RUNNING_ON: Final[list[Step]] = [RUN_PLAN]
