"""Chariot against chariot: shunts, smashes and side-swipes, avoiding them, and what comes of them (CR-X2 to CR-X15).

The order of a ram is that of the summary (CR-Z1, CR-Q50): avoid, does it wound, damage table.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import (
    A_CHARIOT,
    A_WRECK,
    GRAZE,
    SHORT,
    STOP,
    Ground,
    ahead,
    backed_off,
    body_of,
    ground_for,
)
from hippodrome.games.races.charts import avoids
from hippodrome.games.races.damage import hits_through, is_wounded, roll_table, wreck
from hippodrome.games.races.events import (
    Avoided,
    Braced,
    Caught,
    FellBack,
    MetHeadOn,
    Passed,
    PutBack,
    Rolled,
    Shunted,
    Smashed,
    StoppedShort,
    Swiped,
    WentThrough,
)
from hippodrome.games.races.machines import LENGTH
from hippodrome.games.races.obstacles import end_here
from hippodrome.games.races.progress import arrive
from hippodrome.games.races.state import LOOSE, RACING, WRECK, Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.geometry.fixed import angle_between, root_floor, turn_after
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.contacts import FRONT, LEFT, REAR, RIGHT, meeting_sides
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.sweeps import slide

SHUNT: Final = 0
SMASH: Final = 1
HEAD_ON: Final = 2
SWIPE: Final = 3
RULES: Final = ("CR-X3", "CR-X6", "CR-Q15", "CR-X9")

RAM: Final = 5  # the Strength of a shunt or smash, whatever the body has left (CR-Q21)
SIDE: Final = LEFT | RIGHT
REACH: Final = 1000  # CR-X9
LEAN: Final = 300  # CR-Q16
STEP: Final = 1300  # the sideways step, which is longer than the gap when headings differ

AVOID: Final = Action("avoid")
BRACE: Final = Action("brace")
PASS: Final = Action("pass")
STAY: Final = Action("stay")
DODGES: Final = [AVOID, BRACE]
PASSES: Final = [PASS, STAY]


# -------------------------------------------------------------------- what kind of contact


def kind_of(mine: Box, theirs: Box) -> int:
    """CR-Q15: by the edge that was hit. At a rear corner it is a shunt if the headings differ by up to 45 degrees."""
    sides = meeting_sides(mine, theirs)[1]
    if sides == REAR:
        return SHUNT
    if sides == FRONT:
        return HEAD_ON
    differ = angle_between(mine.turn, theirs.turn)
    if sides & REAR:
        return SHUNT if differ <= 450 else SMASH
    return HEAD_ON if sides & FRONT and differ > 1350 else SMASH


def tell_contact(s: Race, kind: int, one: i64, other: i64) -> None:
    """What kind it is (CR-X2)."""
    if not s.logging:
        return
    if kind == SHUNT:
        s.emit(Shunted(one, other), "CR-X3")
    elif kind == SMASH:
        s.emit(Smashed(one, other), "CR-X6")
    elif kind == HEAD_ON:
        s.emit(MetHeadOn(one, other), "CR-Q15")
    else:
        s.emit(Swiped(one, other), "CR-X9")


def side_step(ground: Ground, mine: Box, theirs: Box, code: int, crossing: bool) -> tuple[i64, i64]:
    """CR-X9, CR-Q16: how far and to which hand a swipe steps; 0 to neither hand if it is out of reach."""
    differ = angle_between(mine.turn, theirs.turn)
    if differ > LEAN and not (crossing and differ >= 1800 - LEAN):
        return 0, 0
    ones, others = meeting_sides(mine, theirs)
    if not (ones & SIDE and others & SIDE) or mine.gap_ceil(theirs) > REACH:
        return 0, 0
    pose = Pose(mine.x, mine.y, mine.turn)
    hand: i64 = 1 if pose.aside_scaled(theirs.x, theirs.y) > 0 else -1
    around = ground.around(mine, STEP)
    free, found = slide(body_of(mine), turn_after(mine.turn, 900 * hand), STEP, around.shapes)
    if found < 0 or around.codes[found] != code:
        return 0, 0
    return max(free - 2 * GRAZE, 0), hand  # both are a hair slimmer than they look


# -------------------------------------------------------------------- avoiding


@mypyc_attr(acyclic=True)
class Avoid(Choice):
    """CR-X12: whoever would be hit has one attempt to avoid it.

    `left` is how far a runaway (CR-Q40) still has to go, -1 for anybody else. `x`, `y` and `turn` are where a
    swipe or the runaway's run began.
    """

    RULE: ClassVar[str] = "CR-X12"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "kind", "left", "x", "y", "turn")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64, kind: i64, left: i64, x: i64, y: i64, turn: i64) -> None:
        self.attacker = attacker
        self.defender = defender
        self.kind = kind
        self.left = left
        self.x = x
        self.y = y
        self.turn = turn

    def dodger(self, s: Race) -> Chariot:
        """Return the defender; but whoever runs head-on into a roller is the one who may avoid (CR-Q41)."""
        return s.chariots[self.attacker if self.is_on_roller(s) else self.defender]

    def is_on_roller(self, s: Race) -> bool:
        """Return whether the defender's roller is in the contact."""
        return self.kind == HEAD_ON and s.machine(s.chariots[self.defender]).has_roller

    def waits(self, s: Race) -> bool:
        """CR-Q42: nobody aboard, no attempt. Two rollers do each other no harm."""
        if self.is_on_roller(s) and s.machine(s.chariots[self.attacker]).has_roller:
            return False
        return self.dodger(s).status == RACING

    def run(self, s: Race) -> list[Step]:
        """There is no attempt."""
        return land(s, self)

    def seats(self, s: Race) -> tuple[int, ...]:
        """Whoever would be hit."""
        return (int(self.dodger(s).id),)

    def proposals(self, s: Race) -> list[Action]:
        """Try, or do not (CR-Q26)."""
        return DODGES

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Roll under the save; a success has no effect."""
        dodger = self.dodger(s)
        if action.verb == "brace":
            if s.logging:
                s.emit(Braced(dodger.id), "CR-Q26")
            return land(s, self)
        save = s.machine(dodger).save
        die = s.test("avoid", 1, dodger.id, save - 1, dodger.id)[0]
        if not avoids(die, save):
            if s.logging:
                s.emit(Caught(dodger.id))
            return land(s, self)
        if s.logging:
            s.emit(Avoided(dodger.id))
        return miss(s, self)


def miss(s: Race, contact: Avoid) -> list[Step]:
    """Return the contact was avoided."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    if contact.left >= 0:
        if s.logging:
            s.emit(WentThrough(attacker.id, defender.id), "CR-Q40")
        return NOTHING
    if contact.kind == SWIPE:
        attacker.put(contact.x, contact.y, contact.turn)
        if s.logging:
            s.emit(FellBack(attacker.id, 0, attacker.x, attacker.y, attacker.turn), "CR-Q16")
        return NOTHING
    if contact.is_on_roller(s):
        stop_short(s, attacker, defender, STOP, "CR-Q41")
        return NOTHING
    if contact.kind == SHUNT:
        return [PassBy(attacker.id, defender.id)]
    go_through(s, attacker, defender)
    return NOTHING


def go_through(s: Race, attacker: Chariot, defender: Chariot) -> None:
    """CR-X7, CR-Q19: carry on through its place; where to go back to, if the move ends inside, is remembered."""
    code = A_CHARIOT + int(defender.id)
    box = backed_off(ground_for(s, attacker), s.box(attacker), code, STOP)
    s.move.through = (*s.move.through, int(defender.id), int(box.x), int(box.y), int(box.turn))
    if s.logging:
        s.emit(WentThrough(attacker.id, defender.id), "CR-X7")


def stop_short(s: Race, attacker: Chariot, defender: Chariot, gap: i64, rule: str) -> None:
    """Just short of the other, and the rest of the move is lost."""
    code = A_CHARIOT + int(defender.id)
    box = backed_off(ground_for(s, attacker), s.box(attacker), code, gap)
    attacker.put(box.x, box.y, box.turn)
    if s.logging:
        s.emit(StoppedShort(attacker.id, gap, attacker.x, attacker.y, attacker.turn), rule)
    end_here(s)


# -------------------------------------------------------------------- an avoided shunt


@mypyc_attr(acyclic=True)
class PassBy(Choice):
    """CR-X4, CR-Q18: after an avoided shunt, be placed in front of the other, or stay behind."""

    RULE: ClassVar[str] = "CR-X4"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender

    def waits(self, s: Race) -> bool:
        """If it can be done, and somebody is there to decide."""
        attacker = s.chariots[self.attacker]
        return attacker.status == RACING and self.place(s) is not None

    def place(self, s: Race) -> Box | None:
        """Return the place in front of the defender, if there is movement and room for it."""
        attacker, defender = s.chariots[self.attacker], s.chariots[self.defender]
        if s.move.left() < 2 * LENGTH:
            return None
        width = max(s.width(attacker), s.width(defender))
        box = box_at(defender.pose(), LENGTH, width)
        ground = ground_for(s, attacker, 1 << defender.id)
        if ahead(ground, box, LENGTH + 1).free <= LENGTH:
            return None
        return box_at(defender.pose().forward(LENGTH + 1), LENGTH, s.width(attacker))

    def run(self, s: Race) -> list[Step]:
        """No room or no distance: behind. A crewless doomwheel passes if it can."""
        place = self.place(s)
        return self.behind(s) if place is None else self.in_front(s, place)

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the attacker."""
        return (int(self.attacker),)

    def proposals(self, s: Race) -> list[Action]:
        """Pass, or stay."""
        return PASSES

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """He may decline."""
        place = self.place(s)
        if action.verb == "stay" or place is None:
            return self.behind(s)
        return self.in_front(s, place)

    def behind(self, s: Race) -> list[Step]:
        """1/4 inch behind; all remaining movement is lost."""
        stop_short(s, s.chariots[self.attacker], s.chariots[self.defender], SHORT, "CR-Q18")
        return NOTHING

    def in_front(self, s: Race, place: Box) -> list[Step]:
        """Return the distance is spent, and counts as forward travel."""
        attacker = s.chariots[self.attacker]
        attacker.put(place.x, place.y, place.turn)
        s.move.advance(2 * LENGTH)
        s.move.debt += 2 * LENGTH
        if s.logging:
            s.emit(Passed(attacker.id, 2 * LENGTH, attacker.x, attacker.y, attacker.turn))
        arrive(s, attacker)
        return NOTHING


# -------------------------------------------------------------------- a contact that lands


def land(s: Race, contact: Avoid) -> list[Step]:
    """CR-Q50: the defender's hit, then the attacker's, both resolved whatever the first does."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    lost = s.move.lost
    if contact.kind == SWIPE:
        swipe(s, attacker, defender)
    elif s.machine(attacker).has_roller or contact.is_on_roller(s):
        roll_over(s, contact, attacker, defender)
    else:
        ram(s, attacker, defender, contact.left < 0)
    if contact.left >= 0:
        s.move.lost = lost  # CR-Q23: the runaway is the one that moves, and its run is over anyway
        come_to_rest(s, attacker, contact.x, contact.y)
    return NOTHING


def come_to_rest(s: Race, runaway: Chariot, x: i64, y: i64) -> None:
    """CR-L2: a runaway is a wreck from now on, and not on top of anybody (CR-Q19): back past all it ran past, if need
    be, but not beyond the place where its run began, which was free."""
    if runaway.status != LOOSE:
        return
    other = overlapped(s, runaway)
    while other is not None and (runaway.x != x or runaway.y != y):
        fall_back(s, runaway, other, x, y)
        other = overlapped(s, runaway)
    wreck(s, runaway, "CR-L2")


def fall_back(s: Race, runaway: Chariot, other: Chariot, x: i64, y: i64) -> None:
    """Half an inch short of somebody, or to where the run began if that is nearer."""
    run = root_floor((runaway.x - x) * (runaway.x - x) + (runaway.y - y) * (runaway.y - y))
    code = (A_WRECK if other.status == WRECK else A_CHARIOT) + int(other.id)
    box = backed_off(Ground(s.rules.track, [s.box(other)], [code]), s.box(runaway), code, STOP, run)
    back = root_floor((runaway.x - box.x) * (runaway.x - box.x) + (runaway.y - box.y) * (runaway.y - box.y))
    if 0 < back < run - GRAZE:
        runaway.put(box.x, box.y, runaway.turn)
    else:
        runaway.put(x, y, runaway.turn)
    if s.logging:
        s.emit(PutBack(runaway.id, 0, runaway.x, runaway.y, runaway.turn), "CR-Q19")


def overlapped(s: Race, chariot: Chariot) -> Chariot | None:
    """Return the first that a chariot stands on top of."""
    body = body_of(s.box(chariot))
    for other in s.chariots:
        if other.id != chariot.id and other.is_solid() and body_of(s.box(other)).overlaps(body):
            return other
    return None


def ram(s: Race, attacker: Chariot, defender: Chariot, both: bool) -> None:
    """CR-X5, CR-X8: a Strength 5 hit on both; a runaway's own does not matter any more (CR-Q40)."""
    if is_wounded(s, defender, RAM, attacker.id):
        roll_table(s, defender, attacker.id)
    if both and is_wounded(s, attacker, RAM, defender.id):
        roll_table(s, attacker, defender.id)


def swipe(s: Race, attacker: Chariot, defender: Chariot) -> None:
    """CR-X10: the attacker's Strength on the defender; if that does no harm, the other way round (CR-X11)."""
    if is_wounded(s, defender, attacker.strength, attacker.id):
        roll_table(s, defender, attacker.id)
    elif is_wounded(s, attacker, defender.strength, defender.id):
        roll_table(s, attacker, defender.id)


def roll_over(s: Race, contact: Avoid, attacker: Chariot, defender: Chariot) -> None:
    """CR-O8, CR-Q41: D6 hits of Strength 5 on whoever the roller meets, and none on the pump wagon."""
    roller, victim = (defender, attacker) if contact.is_on_roller(s) else (attacker, defender)
    if s.logging:
        s.emit(Rolled(roller.id, victim.id), "CR-O8")
    if s.machine(victim).has_roller and contact.kind == HEAD_ON:
        return
    hits = s.roll("roller", 1, roller.id, "CR-O8")[0]
    unsaved = hits_through(s, victim, hits, RAM, 0, roller.id)
    if unsaved > 0:
        roll_table(s, victim, roller.id, unsaved - 1)
