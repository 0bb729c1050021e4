"""Losses and the end of the race: runaways (CR-L2, CR-Q40) and the check after everything is resolved (CR-Q45)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.bases import CHARIOT_CODE, NOTHING_MET, clearance_ahead, ground_for
from hippodrome.games.races.collisions import Avoid, come_to_rest, contact_kind, emit_contact
from hippodrome.games.races.events import Drove, RanWild
from hippodrome.games.races.obstacles import is_obstacle
from hippodrome.games.races.progress import end_if_decided
from hippodrome.games.races.state import LOOSE, Chariot, Race
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.units import INCH


@mypyc_attr(acyclic=True)
class RunWild(Step):
    """CR-L2: a chariot that has lost its crew runs two dice straight ahead, at once."""

    RULE: ClassVar[str] = "CR-L2"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def run(self, s: Race) -> list[Step]:
        """Roll the distance. The chariot is out of the race, so crossing the line does not count (CR-Q54)."""
        dice = s.roll("wild", 2, self.who)
        distance = dice[0] + dice[1]
        if s.logging:
            s.emit(RanWild(self.who, distance))
        chariot = s.chariots[self.who]
        return [WildRun(self.who, distance * INCH, 0, chariot.x, chariot.y)]


@mypyc_attr(acyclic=True)
class WildRun(Step):
    """CR-Q40: the run continues past chariots that avoid it, up to a contact that lands, a wall or an obstacle.

    `passed` has a bit for each seat it went past; `x` and `y` are where the run began.
    """

    RULE: ClassVar[str] = "CR-Q40"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "left", "passed", "x", "y")
    __slots__ = FIELDS

    def __init__(self, who: i64, left: i64, passed: i64, x: i64, y: i64) -> None:
        self.who = who
        self.left = left
        self.passed = passed
        self.x = x
        self.y = y

    def run(self, s: Race) -> list[Step]:
        """Run straight ahead to the next contact."""
        chariot = s.chariots[self.who]
        if chariot.status != LOOSE:
            return NOTHING
        clearance = clearance_ahead(ground_for(s, chariot, self.passed), s.box(chariot), self.left)
        self.drive(s, chariot, clearance.free)
        if clearance.code == NOTHING_MET or is_obstacle(clearance.code):
            come_to_rest(s, chariot, self.x, self.y)
            return NOTHING
        other = s.chariots[clearance.code - CHARIOT_CODE]
        kind = contact_kind(s.box(chariot), s.box(other))
        emit_contact(s, kind, chariot.id, other.id)
        s.resolved += 1
        passed = self.passed | (1 << other.id)
        left = self.left - clearance.free
        contact = Avoid(chariot.id, other.id, kind, left, self.x, self.y, chariot.turn, 0)
        return [contact, WildRun(self.who, left, passed, self.x, self.y)]

    def drive(self, s: Race, chariot: Chariot, distance: i64) -> None:
        """Move the runaway straight ahead."""
        pose = chariot.pose().forward(distance)
        chariot.move_to(pose.x, pose.y, pose.turn)
        if s.logging and distance:
            s.emit(Drove(chariot.id, distance, chariot.x, chariot.y, chariot.turn))


@mypyc_attr(acyclic=True)
class Settle(Step):
    """CR-Q45: what follows once a contact, shot, blow or run is fully resolved."""

    RULE: ClassVar[str] = "CR-Q45"
    __slots__ = ()

    def run(self, s: Race) -> list[Step]:
        """Let runaways run (CR-Q40), then end the race if it is decided."""
        for chariot in s.chariots:
            if chariot.status == LOOSE and not s.machine(chariot).has_lightning:
                s.resolved += 1
                return [RunWild(chariot.id), SETTLE]
        end_if_decided(s)
        return NOTHING


SETTLE: Final = Settle()
