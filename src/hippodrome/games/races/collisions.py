"""Collisions of chariots: shunts, smashes and side-swipes, avoiding them and their effects (CR-X2 to CR-X15).

A ram is resolved in the order of the summary (CR-Z1, CR-Q50): avoid, wound, damage table.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import (
    CHARIOT_CODE,
    CLEAR_GAP_MI,
    SHORT_GAP_MI,
    SHRINK_MI,
    STOP_GAP_MI,
    WRECK_CODE,
    Ground,
    back_off,
    clearance_ahead,
    ground_for,
    shrink_base,
)
from hippodrome.games.races.charts import is_avoided
from hippodrome.games.races.damage import roll_table, roll_unsaved_wounds, roll_wound, wreck
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
from hippodrome.games.races.machines import BASE_LENGTH_MI
from hippodrome.games.races.obstacles import end_move_here
from hippodrome.games.races.progress import update_progress
from hippodrome.games.races.state import LOOSE, RACING, REST_OF_TURN, WRECK, Chariot, Race
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.geometry.fixed_point import add_angle, angle_between, sqrt_floor
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.contacts import FRONT, LEFT, REAR, RIGHT, meeting_sides
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.sweeps import slide

SHUNT: Final = 0
SMASH: Final = 1
HEAD_ON: Final = 2
SIDE_SWIPE: Final = 3

RAM_STRENGTH: Final = 5  # CR-Q21: of every shunt and smash
LONG_SIDES: Final = LEFT | RIGHT
SWIPE_REACH_MI: Final = 1000  # CR-X9
MAX_SWIPE_LEAN: Final = 300  # CR-Q16: difference of headings, in tenths of a degree
MAX_SIDE_STEP_MI: Final = 1300  # longer than the gap, because headings may differ

AVOID: Final = Action("avoid")
BRACE: Final = Action("brace")
PASS: Final = Action("pass")
STAY: Final = Action("stay")
AVOID_ACTIONS: Final = [AVOID, BRACE]
PASS_ACTIONS: Final = [PASS, STAY]


# -------------------------------------------------------------------- kinds of contact


def contact_kind(mine: Box, theirs: Box) -> int:
    """CR-Q15: return the kind of contact, by the edge that was hit.

    At a rear corner it is a shunt if the headings differ by up to 45 degrees.
    """
    sides = meeting_sides(mine, theirs)[1]
    if sides == REAR:
        return SHUNT
    if sides == FRONT:
        return HEAD_ON
    differ = angle_between(mine.turn, theirs.turn)
    if sides & REAR:
        return SHUNT if differ <= 450 else SMASH
    return HEAD_ON if sides & FRONT and differ > 1350 else SMASH


def emit_contact(s: Race, kind: int, one: i64, other: i64) -> None:
    """CR-X2: log a contact by its kind."""
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
    """CR-X9, CR-Q16: return the length and side (1 right, -1 left) of the step into a swipe; (0, 0) if out of reach."""
    differ = angle_between(mine.turn, theirs.turn)
    if differ > MAX_SWIPE_LEAN and not (crossing and differ >= 1800 - MAX_SWIPE_LEAN):
        return 0, 0
    ones, others = meeting_sides(mine, theirs)
    if not (ones & LONG_SIDES and others & LONG_SIDES) or mine.gap_ceil(theirs) > SWIPE_REACH_MI:
        return 0, 0
    pose = Pose(mine.x, mine.y, mine.turn)
    hand: i64 = 1 if pose.aside_scaled(theirs.x, theirs.y) > 0 else -1
    nearby = ground.near(mine, MAX_SIDE_STEP_MI)
    free, first = slide(shrink_base(mine), add_angle(mine.turn, 900 * hand), MAX_SIDE_STEP_MI, nearby.shapes)
    if first < 0 or nearby.codes[first] != code:
        return 0, 0
    return max(free - 2 * SHRINK_MI, 0), hand  # both bases were shrunk


# -------------------------------------------------------------------- avoiding


@mypyc_attr(acyclic=True)
class Avoid(Choice):
    """CR-X12: the driver about to be hit has one attempt to avoid it.

    `left` is the distance a runaway (CR-Q40) still has to run, -1 for any other attacker. `x`, `y` and `turn` are the
    attacker's place before a swipe or a wild run, or clear of the defender after a ram by a turn; `rest` is what was
    left of that turn.
    """

    RULE: ClassVar[str] = "CR-X12"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender", "kind", "left", "x", "y", "turn", "rest")
    __slots__ = FIELDS

    def __init__(
        self, attacker: i64, defender: i64, kind: i64, left: i64, x: i64, y: i64, turn: i64, rest: i64 = 0
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.kind = kind
        self.left = left
        self.x = x
        self.y = y
        self.turn = turn
        self.rest = rest

    def dodger(self, s: Race) -> Chariot:
        """Return the chariot that may avoid: the defender, or an attacker that runs head on into a roller (CR-Q41)."""
        return s.chariots[self.attacker if self.hits_roller(s) else self.defender]

    def hits_roller(self, s: Race) -> bool:
        """Return whether the attacker runs head on into a roller."""
        return self.kind == HEAD_ON and s.machine(s.chariots[self.defender]).has_roller

    def waits(self, s: Race) -> bool:
        """CR-Q42: return whether a crew is there to try. Two rollers do each other no harm, so neither tries."""
        if self.hits_roller(s) and s.machine(s.chariots[self.attacker]).has_roller:
            return False
        return self.dodger(s).status == RACING

    def run(self, s: Race) -> list[Step]:
        """Resolve the contact without an attempt."""
        return resolve_hit(s, self)

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the seat that may avoid the hit."""
        return (int(self.dodger(s).id),)

    def proposals(self, s: Race) -> list[Action]:
        """Return avoid and brace (CR-Q26)."""
        return AVOID_ACTIONS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """CR-X12: roll under the save to avoid the hit."""
        dodger = self.dodger(s)
        if action.verb == "brace":
            if s.logging:
                s.emit(Braced(dodger.id), "CR-Q26")
            return resolve_hit(s, self)
        save = s.machine(dodger).save
        die = s.roll_against("avoid", 1, dodger.id, save - 1, dodger.id)[0]
        if not is_avoided(die, save):
            if s.logging:
                s.emit(Caught(dodger.id))
            return resolve_hit(s, self)
        if s.logging:
            s.emit(Avoided(dodger.id))
        return resolve_miss(s, self)


def resolve_miss(s: Race, contact: Avoid) -> list[Step]:
    """Resolve a contact that was avoided."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    if contact.left >= 0:
        if s.logging:
            s.emit(WentThrough(attacker.id, defender.id), "CR-Q40")
        return NOTHING
    if contact.kind == SIDE_SWIPE:
        attacker.move_to(contact.x, contact.y, contact.turn)
        if s.logging:
            s.emit(FellBack(attacker.id, 0, attacker.x, attacker.y, attacker.turn), "CR-Q16")
        return NOTHING
    if contact.hits_roller(s):
        stop_short(s, attacker, defender, STOP_GAP_MI, "CR-Q41")
        return NOTHING
    if contact.kind == SHUNT:
        return [PassBy(attacker.id, defender.id)]
    drive_through(s, contact, attacker, defender)
    return NOTHING


def drive_through(s: Race, contact: Avoid, attacker: Chariot, defender: Chariot) -> None:
    """CR-X7, CR-Q19: let the attacker drive on through the defender, or finish the turn that met it.

    The move remembers the place to go back to in case it ends while the two still overlap.
    """
    move = s.move
    box, gap = s.box(attacker), STOP_GAP_MI
    if contact.rest:
        box, gap = box_at(Pose(contact.x, contact.y, contact.turn), box.length, box.width), CLEAR_GAP_MI
        move.plan = (*move.plan[: move.place], REST_OF_TURN, int(contact.rest), *move.plan[move.place :])
    box = back_off(ground_for(s, attacker), box, CHARIOT_CODE + int(defender.id), gap)
    move.through = (*move.through, int(defender.id), int(box.x), int(box.y), int(box.turn))
    if s.logging:
        s.emit(WentThrough(attacker.id, defender.id), "CR-X7")


def stop_short(s: Race, attacker: Chariot, defender: Chariot, gap: i64, rule: str) -> None:
    """Stop the attacker just short of the defender and end its move."""
    code = CHARIOT_CODE + int(defender.id)
    box = back_off(ground_for(s, attacker), s.box(attacker), code, gap)
    attacker.move_to(box.x, box.y, box.turn)
    if s.logging:
        s.emit(StoppedShort(attacker.id, gap, attacker.x, attacker.y, attacker.turn), rule)
    end_move_here(s)


# -------------------------------------------------------------------- an avoided shunt


@mypyc_attr(acyclic=True)
class PassBy(Choice):
    """CR-X4, CR-Q18: after an avoided shunt, pass the other chariot or stay behind it."""

    RULE: ClassVar[str] = "CR-X4"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    PASSES: ClassVar[tuple[str, ...]] = ("stay",)
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender

    def waits(self, s: Race) -> bool:
        """Return whether the attacker can pass and has a driver to decide."""
        attacker = s.chariots[self.attacker]
        return attacker.status == RACING and self.place_ahead(s) is not None

    def place_ahead(self, s: Race) -> Box | None:
        """Return the place in front of the defender; None without enough movement or room."""
        attacker, defender = s.chariots[self.attacker], s.chariots[self.defender]
        if s.move.distance_left() < 2 * BASE_LENGTH_MI:
            return None
        width = max(s.width(attacker), s.width(defender))
        box = box_at(defender.pose(), BASE_LENGTH_MI, width)
        ground = ground_for(s, attacker, 1 << defender.id)
        if clearance_ahead(ground, box, BASE_LENGTH_MI + 1).free <= BASE_LENGTH_MI:
            return None
        return box_at(defender.pose().forward(BASE_LENGTH_MI + 1), BASE_LENGTH_MI, s.width(attacker))

    def run(self, s: Race) -> list[Step]:
        """Stay behind without room or distance; a crewless doomwheel passes if it can."""
        place = self.place_ahead(s)
        return self.stay_behind(s) if place is None else self.move_ahead(s, place)

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the attacker's seat."""
        return (int(self.attacker),)

    def proposals(self, s: Race) -> list[Action]:
        """Return pass and stay."""
        return PASS_ACTIONS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Pass, or decline and stay behind."""
        place = self.place_ahead(s)
        if action.verb == "stay" or place is None:
            return self.stay_behind(s)
        return self.move_ahead(s, place)

    def stay_behind(self, s: Race) -> list[Step]:
        """Stop 1/4 inch behind and lose the rest of the move."""
        stop_short(s, s.chariots[self.attacker], s.chariots[self.defender], SHORT_GAP_MI, "CR-Q18")
        return NOTHING

    def move_ahead(self, s: Race, place: Box) -> list[Step]:
        """Place the attacker in front; the distance is spent and counts as forward."""
        attacker = s.chariots[self.attacker]
        attacker.move_to(place.x, place.y, place.turn)
        s.move.advance(2 * BASE_LENGTH_MI)
        s.move.debt += 2 * BASE_LENGTH_MI
        if s.logging:
            s.emit(Passed(attacker.id, 2 * BASE_LENGTH_MI, attacker.x, attacker.y, attacker.turn))
        update_progress(s, attacker)
        return NOTHING


# -------------------------------------------------------------------- a contact that lands


def resolve_hit(s: Race, contact: Avoid) -> list[Step]:
    """CR-Q50: resolve a contact that lands: the defender's hit, then the attacker's, whatever the first does."""
    attacker, defender = s.chariots[contact.attacker], s.chariots[contact.defender]
    lost = s.move.lost
    if contact.kind == SIDE_SWIPE:
        swipe(s, attacker, defender)
    elif s.machine(attacker).has_roller or contact.hits_roller(s):
        roll_over(s, contact, attacker, defender)
    else:
        ram(s, attacker, defender, contact.left < 0)
    if contact.left >= 0:
        s.move.lost = lost  # CR-Q23: only the runaway moves here, and its run is over anyway
        come_to_rest(s, attacker, contact.x, contact.y)
    return NOTHING


def come_to_rest(s: Race, runaway: Chariot, x: i64, y: i64) -> None:
    """CR-L2: make a runaway a wreck where its run ends.

    If it overlaps a chariot it ran past, it goes back until it is clear (CR-Q19), at most to (x, y), where the run
    began and which was free.
    """
    if runaway.status != LOOSE:
        return
    other = overlapped_chariot(s, runaway)
    while other is not None and (runaway.x != x or runaway.y != y):
        fall_back(s, runaway, other, x, y)
        other = overlapped_chariot(s, runaway)
    wreck(s, runaway, "CR-L2")


def fall_back(s: Race, runaway: Chariot, other: Chariot, x: i64, y: i64) -> None:
    """Move a runaway back to 1/2 inch short of a chariot, but not beyond (x, y), where its run began."""
    run = sqrt_floor((runaway.x - x) * (runaway.x - x) + (runaway.y - y) * (runaway.y - y))
    code = (WRECK_CODE if other.status == WRECK else CHARIOT_CODE) + int(other.id)
    box = back_off(Ground(s.rules.track, [s.box(other)], [code]), s.box(runaway), code, STOP_GAP_MI, run)
    back = sqrt_floor((runaway.x - box.x) * (runaway.x - box.x) + (runaway.y - box.y) * (runaway.y - box.y))
    if 0 < back < run - SHRINK_MI:
        runaway.move_to(box.x, box.y, runaway.turn)
    else:
        runaway.move_to(x, y, runaway.turn)
    if s.logging:
        s.emit(PutBack(runaway.id, 0, runaway.x, runaway.y, runaway.turn), "CR-Q19")


def overlapped_chariot(s: Race, chariot: Chariot) -> Chariot | None:
    """Return the first chariot or wreck that a chariot overlaps, or None."""
    body = shrink_base(s.box(chariot))
    for other in s.chariots:
        if other.id != chariot.id and other.is_solid() and shrink_base(s.box(other)).overlaps(body):
            return other
    return None


def ram(s: Race, attacker: Chariot, defender: Chariot, both: bool) -> None:
    """CR-X5, CR-X8: a Strength 5 hit on the defender and, unless it is a runaway (CR-Q40), on the attacker."""
    if roll_wound(s, defender, RAM_STRENGTH, attacker.id):
        roll_table(s, defender, attacker.id)
    if both and roll_wound(s, attacker, RAM_STRENGTH, defender.id):
        roll_table(s, attacker, defender.id)


def swipe(s: Race, attacker: Chariot, defender: Chariot) -> None:
    """CR-X10: a hit with the attacker's Strength on the defender; if it does no harm, one in return (CR-X11)."""
    if roll_wound(s, defender, attacker.strength, attacker.id):
        roll_table(s, defender, attacker.id)
    elif roll_wound(s, attacker, defender.strength, defender.id):
        roll_table(s, attacker, defender.id)


def roll_over(s: Race, contact: Avoid, attacker: Chariot, defender: Chariot) -> None:
    """CR-O8, CR-Q41: D6 hits of Strength 5 on the chariot that meets a roller, and none on the pump wagon."""
    roller, victim = (defender, attacker) if contact.hits_roller(s) else (attacker, defender)
    if s.logging:
        s.emit(Rolled(roller.id, victim.id), "CR-O8")
    if s.machine(victim).has_roller and contact.kind == HEAD_ON:
        return
    hits = s.roll("roller", 1, roller.id, "CR-O8")[0]
    unsaved = roll_unsaved_wounds(s, victim, hits, RAM_STRENGTH, 0, roller.id)
    if unsaved > 0:
        roll_table(s, victim, roller.id, unsaved - 1)
