"""Attacks: hits and saves, the even exchange, damage, hit locations and morale (WW-I1 to WW-I12, WW-L1 to WW-L3).

Dice are rolled in the order of WW-Q63: each step rolls its own, and the steps come in that order.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import pivot_spot, swerve_angle
from hippodrome.games.wheelie.ending import CHECK_END, credit_kill, destroy, lose, lose_aims, make_room
from hippodrome.games.wheelie.events import (
    Attacked,
    Broke,
    CabHeld,
    DriverHit,
    HeldCourse,
    HitIgnored,
    KitFailed,
    MoraleHeld,
    ShotMissed,
    ShotParried,
    StoodFirm,
    Struck,
    Swerved,
    TeamHit,
    TookTemporary,
    WarriorHit,
)
from hippodrome.games.wheelie.state import (
    BAD_KIT,
    BROKEN,
    FIGHTING,
    FINE_ARMOUR,
    MAX_ACTION_DICE,
    SHIELD_BEARER,
    STURDY_CAB,
    Skirmish,
    Unit,
)
from hippodrome.kit.agenda import NOTHING, Step
from hippodrome.kit.geometry.fixed_point import angle_between

CRITICAL: Final = 6  # WW-I3
HIT: Final = 5  # WW-I2
FATAL_CRITICALS: Final = 3  # WW-I8
SWERVE_ANGLE: Final = 450  # WW-I4
DOUBT_ANGLE: Final = 100  # WW-Q23


def resolve_hits(fives: i64, sixes: i64, saves_5: i64, saves_6: i64) -> tuple[i64, i64, bool]:
    """WW-Q35, WW-Q36: return the Temporary and Permanent Damage that gets through, and whether it is even (WW-M2)."""
    permanent = max(sixes - saves_6, 0)
    temporary = max(fives - saves_5 - max(saves_6 - sixes, 0), 0)
    damage = permanent + temporary
    hits = fives + sixes
    return temporary, permanent, damage == 0 and hits > 0 and hits == saves_5 + saves_6


@mypyc_attr(acyclic=True)
class ShotStep(Step):
    """A step with a shooter and a target."""

    FIELDS: ClassVar[tuple[str, ...]] = ("shooter", "target")
    __slots__ = FIELDS

    def __init__(self, shooter: i64, target: i64) -> None:
        self.shooter = shooter
        self.target = target


@mypyc_attr(acyclic=True)
class Attack(ShotStep):
    """WW-B14: roll the attack dice (WW-I1), bad kit (WW-Q42), and the defence dice."""

    RULE: ClassVar[str] = "WW-B14"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Apply damage that gets through, without a swerve (WW-I7); an even exchange may end in a swerve."""
        shooter, target = s.units[self.shooter], s.units[self.target]
        s.quiet = 0
        shooter.loaded = False
        if s.logging:
            s.emit(Attacked(shooter.id, shooter.seat, target.id))
        dice = s.roll("attack", shot(s, shooter, target).dice, shooter.seat, "WW-I1")
        sixes = self.working_criticals(s, shooter, dice.count(CRITICAL))
        defence = s.roll("defence", s.kind(target).defence, target.seat, "WW-I2")
        temporary, permanent, is_even = resolve_hits(
            dice.count(HIT), sixes, defence.count(HIT), defence.count(CRITICAL)
        )
        if temporary or permanent:
            if s.logging:
                s.emit(Struck(shooter.id, shooter.seat, target.id, temporary, permanent), "WW-I6")
            return [Damage(self.shooter, self.target, temporary, permanent), CHECK_END]
        if is_even:
            if s.logging:
                s.emit(ShotParried(shooter.id, shooter.seat, target.id), "WW-I4")
            return [EvenExchange(self.shooter, self.target), CHECK_END]
        if s.logging:
            s.emit(ShotMissed(shooter.id, shooter.seat, target.id), "WW-Q36")
        return NOTHING

    def working_criticals(self, s: Skirmish, shooter: Unit, sixes: i64) -> i64:
        """Return the criticals that bad kit does not lose (WW-K2, WW-Q42)."""
        if shooter.trait != BAD_KIT or sixes == 0:
            return sixes
        failed = sum([1 for die in s.roll("trait", sixes, shooter.seat, "WW-K2") if die <= 2])
        if failed and s.logging:
            s.emit(KitFailed(shooter.id, shooter.seat, failed), "WW-K2")
        return sixes - failed


# -------------------------------------------------------------------- the even exchange


@mypyc_attr(acyclic=True)
class EvenExchange(ShotStep):
    """WW-I4, WW-Q37: the defender rolls for nothing, a swerve or a Temporary Damage."""

    RULE: ClassVar[str] = "WW-I4"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """On a 1 do nothing, on 2 to 5 swerve, on a 6 take damage."""
        target = s.units[self.target]
        die = s.roll("parry", 1, target.seat)[0]
        if die == 6:
            return [TakeTemporary(self.shooter, self.target, 1)]
        if die > 1:
            return [Swerve(self.shooter, self.target)]
        if s.logging:
            s.emit(StoodFirm(target.id, target.seat))
        return NOTHING


@mypyc_attr(acyclic=True)
class Swerve(ShotStep):
    """WW-Q23: a turn on the spot about the far rear corner (WW-M3); a die decides in doubt (WW-I5)."""

    RULE: ClassVar[str] = "WW-Q23"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Turn as far as there is room."""
        target = s.units[self.target]
        angle = swerve_angle(s, target, self.angle_away(s, target, s.units[self.shooter]))
        if angle == 0:
            if s.logging:
                s.emit(HeldCourse(target.id, target.seat))
            return NOTHING
        box = s.box(target).pivot(pivot_spot(angle), angle)
        target.put(box.x, box.y, box.turn)
        if s.logging:
            s.emit(Swerved(target.id, target.seat, angle, target.x, target.y, target.turn))
        make_room(s, target, s.box(target))
        lose_aims(s, target)
        return NOTHING

    def angle_away(self, s: Skirmish, target: Unit, shooter: Unit) -> i64:
        """Return the angle away from the shooter; roll for it if the shooter is straight ahead or behind."""
        pose = target.pose()
        bearing = angle_between(target.turn, pose.turn_to_nearest(shooter.x, shooter.y))
        if bearing <= DOUBT_ANGLE or bearing >= 1800 - DOUBT_ANGLE:
            return -SWERVE_ANGLE if s.roll("direction", 1, target.seat, "WW-I5")[0] <= 3 else SWERVE_ANGLE
        return SWERVE_ANGLE if pose.aside_scaled(shooter.x, shooter.y) < 0 else -SWERVE_ANGLE


# -------------------------------------------------------------------- damage


@mypyc_attr(acyclic=True)
class Damage(Step):
    """WW-Q39: count criticals first; three in a turn destroy (WW-I8). Then Temporary, then each Permanent Damage."""

    RULE: ClassVar[str] = "WW-Q39"
    FIELDS: ClassVar[tuple[str, ...]] = ("shooter", "target", "temporary", "permanent")
    __slots__ = FIELDS

    def __init__(self, shooter: i64, target: i64, temporary: i64, permanent: i64) -> None:
        self.shooter = shooter
        self.target = target
        self.temporary = temporary
        self.permanent = permanent

    def run(self, s: Skirmish) -> list[Step]:
        """WW-Q38: count criticals over the whole game turn, then schedule the damage."""
        target = s.units[self.target]
        target.criticals += self.permanent
        if target.criticals >= FATAL_CRITICALS:
            destroy(s, target, "WW-I8")
            credit_kill(s, s.units[self.shooter], target)
            return NOTHING
        steps: list[Step] = []
        if self.temporary:
            steps.append(TakeTemporary(self.shooter, self.target, self.temporary))
        for _ in range(self.permanent):
            steps.append(TakePermanent(self.shooter, self.target))
        return steps


@mypyc_attr(acyclic=True)
class TakeTemporary(Step):
    """WW-I6: Temporary Damage, of which a Sturdy Cab may take one away (WW-K7, WW-Q40)."""

    RULE: ClassVar[str] = "WW-I6"
    FIELDS: ClassVar[tuple[str, ...]] = ("shooter", "target", "number")
    __slots__ = FIELDS

    def __init__(self, shooter: i64, target: i64, number: i64) -> None:
        self.shooter = shooter
        self.target = target
        self.number = number

    def run(self, s: Skirmish) -> list[Step]:
        """Apply the damage; each costs an action die (WW-I10)."""
        target = s.units[self.target]
        number = self.number
        if target.seven == STURDY_CAB and s.roll("trait", 1, target.seat, "WW-K7")[0] == 6:
            number -= 1
            if s.logging:
                s.emit(CabHeld(target.id, target.seat), "WW-Q40")
        if number == 0:
            return NOTHING
        target.temporary += number
        target.fresh += number
        if s.logging:
            s.emit(TookTemporary(target.id, target.seat, number))
        lose_if_out_of_dice(s, s.units[self.shooter], target)
        return NOTHING


@mypyc_attr(acyclic=True)
class TakePermanent(ShotStep):
    """WW-I9: roll for the location of a Permanent Damage; armour or a shield may ignore it (WW-K7)."""

    RULE: ClassVar[str] = "WW-I9"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Apply the damage, unless the chariot is lost already (WW-Q39), then test its morale (WW-Q43)."""
        shooter, target = s.units[self.shooter], s.units[self.target]
        if not target.is_on_table():
            return NOTHING
        location = s.roll("location", 1, target.seat)[0]
        if is_ignored(s, target, location):
            if s.logging:
                s.emit(HitIgnored(target.id, target.seat), "WW-K7")
            return NOTHING
        apply_permanent(s, target, location)
        shooter.inflicted += 1
        if lose_if_out_of_dice(s, shooter, target) or not s.rules.options.morale or target.status != FIGHTING:
            return NOTHING
        return [MoraleTest(self.target)]


def is_ignored(s: Skirmish, target: Unit, location: i64) -> bool:
    """WW-K7, WW-Q40: return whether Fine Armour saves the warrior, or a Shield Bearer the driver."""
    if location >= 5:
        may_ignore = target.seven == FINE_ARMOUR
    elif location >= 3:
        may_ignore = target.seven == SHIELD_BEARER or target.shield
    else:
        may_ignore = False
    return may_ignore and s.roll("trait", 1, target.seat, "WW-K7")[0] == 6


def apply_permanent(s: Skirmish, target: Unit, location: i64) -> None:
    """WW-I9, WW-Q52: apply a Permanent Damage: 1 or 2 to the team, 3 or 4 to the driver, 5 or 6 to the warrior."""
    target.permanent += 1
    target.fresh += 1
    if location <= 2:
        target.team += 1
        if s.logging:
            s.emit(TeamHit(target.id, target.seat))
    elif location <= 4:
        target.driver += 1
        if s.logging:
            s.emit(DriverHit(target.id, target.seat))
    else:
        target.warrior += 1
        if s.logging:
            s.emit(WarriorHit(target.id, target.seat))


def lose_if_out_of_dice(s: Skirmish, shooter: Unit, target: Unit) -> bool:
    """WW-Q13: remove a target that has no action dice left; return whether it is lost."""
    if target.pool() > 0:
        return False
    lose(s, target)
    credit_kill(s, shooter, target)
    return True


# -------------------------------------------------------------------- morale


@mypyc_attr(acyclic=True)
class MoraleTest(Step):
    """WW-L1: roll no higher than the damage still available; Temporary Damage does not matter (WW-L3)."""

    RULE: ClassVar[str] = "WW-L1"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit",)
    __slots__ = FIELDS

    def __init__(self, unit: i64) -> None:
        self.unit = unit

    def run(self, s: Skirmish) -> list[Step]:
        """Roll; a unit that fails is broken (WW-L2, WW-Q44) and tests no more (WW-Q45)."""
        unit = s.units[self.unit]
        limit = MAX_ACTION_DICE - unit.permanent
        if s.roll("morale", 1, unit.seat, "", -limit, 0, unit.id)[0] <= limit:
            if s.logging:
                s.emit(MoraleHeld(unit.id, unit.seat))
            return NOTHING
        unit.status = BROKEN
        if s.logging:
            s.emit(Broke(unit.id, unit.seat), "WW-L2")
        return NOTHING
