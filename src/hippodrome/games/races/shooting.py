"""The Shooting phase: bows, crossbows, guns and warp lightning (CR-H1, CR-H2, CR-O11, CR-Q28 to CR-Q34)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import CANNOT_HIT, second_die_needed, to_hit_with_shot
from hippodrome.games.races.damage import lose_wounds, roll_unsaved_wounds
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import HeldFire, LightningStruck, Shot, ShotMissed
from hippodrome.games.races.machines import Weapon
from hippodrome.games.races.state import RACING, Chariot, Race
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.units import INCH

CONTACT_GAP_MI: Final = 25  # CR-Q52: bases this near are in contact; a turn stops less exactly than a drive
LIGHTNING_RANGE_MI: Final = 12 * INCH
HOLD: Final = Action("hold")
FIRE: Final = Action("fire")
SHOOT_ACTIONS: Final = [Action("shoot", (number,)) for number in range(8)]
SINGLE_SHOT_ACTIONS: Final = [Action("single", (number,)) for number in range(8)]
ONE_SHOT: Final = 1


# -------------------------------------------------------------------- range, sight and targets


def base_gap(s: Race, one: Chariot, other: Chariot) -> i64:
    """Return the gap between two bases, rounded up."""
    return s.box(one).gap_ceil(s.box(other))


def is_in_contact(s: Race, chariot: Chariot) -> bool:
    """CR-Q33: return whether a chariot is in base contact with another."""
    return any(base_gap(s, chariot, other) <= CONTACT_GAP_MI for other in s.others(chariot))


def can_see(s: Race, one: Chariot, other: Chariot) -> bool:
    """CR-Q30: return whether no chariot, wreck or wall crosses the line from centre to centre."""
    x0, y0, x1, y1 = one.x, one.y, other.x, other.y
    for third in s.chariots:
        if third.id in (one.id, other.id) or not third.is_solid():
            continue
        if s.box(third).blocks(x0, y0, x1, y1):
            return False
    for wall in s.rules.track.walls_near(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)):
        if wall.blocks(x0, y0, x1, y1):
            return False
    return True


def needed_to_hit(s: Race, shooter: Chariot, target: Chariot, weapon: Weapon, shots: i64) -> i64:
    """CR-Q30, CR-Q31: return what a shot needs to hit; a war wagon's gunners shoot as if it stood still."""
    machine = s.machine(shooter)
    worse: i64 = 0
    if shooter.moved > 0 and not machine.is_steady:
        worse += 1
    if 2 * base_gap(s, shooter, target) > weapon.range:
        worse += 1
    if shots > 1:
        worse += 1
    if s.machine(target).is_large:
        worse -= 1
    return to_hit_with_shot(machine.ballistic_skill, worse)


def targets_of(s: Race, shooter: Chariot, weapon: Weapon) -> list[Chariot]:
    """CR-H1: return the opponents in range and sight, the nearest first; none while in contact (CR-Q33)."""
    if weapon.shots == 0 or is_in_contact(s, shooter):
        return []
    targets: list[tuple[i64, i64]] = []
    for other in s.others(shooter):
        away = base_gap(s, shooter, other)
        if (
            away <= weapon.range
            and needed_to_hit(s, shooter, other, weapon, ONE_SHOT) < CANNOT_HIT
            and can_see(s, shooter, other)
        ):
            targets.append((away, other.id))
    return [s.chariots[who] for _, who in sorted(targets)]


def armed_men(s: Race, chariot: Chariot) -> list[int]:
    """CR-H2, CR-Q28: return the crew places with a missile weapon, without the driver's."""
    return [place for place in range(1, len(chariot.crew)) if chariot.crew[place] > 0]


def nearest_chariots(s: Race, chariot: Chariot) -> list[Chariot]:
    """CR-O11, CR-Q34: return the nearest chariots within 12 inches, in sight, in contact or not; several if level."""
    away = sorted([(base_gap(s, chariot, other), other.id) for other in s.others(chariot)])
    near = [(far, who) for far, who in away if far <= LIGHTNING_RANGE_MI and far == away[0][0]]
    return [s.chariots[who] for _, who in near]


def can_shoot(s: Race, chariot: Chariot) -> bool:
    """Return whether a chariot has a shooter with a target."""
    if chariot.status != RACING:
        return False
    if s.machine(chariot).has_lightning:
        return len(nearest_chariots(s, chariot)) > 0
    return any(targets_of(s, chariot, s.rules.weapons[chariot.crew[man]]) for man in armed_men(s, chariot))


def shooting_steps(s: Race, chariot: Chariot) -> list[Step]:
    """Return a step for each shooter."""
    if s.machine(chariot).has_lightning:
        return [FireLightning(chariot.id)]
    return [Shoot(chariot.id, man) for man in armed_men(s, chariot)]


# -------------------------------------------------------------------- shots


@mypyc_attr(acyclic=True)
class Shoot(Choice):
    """CR-H1: a shooter picks a target or holds fire; a repeater fires all its shots or just one."""

    RULE: ClassVar[str] = "CR-H1"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "man")
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)
    __slots__ = FIELDS

    def __init__(self, who: i64, man: i64) -> None:
        self.who = who
        self.man = man

    def weapon(self, s: Race) -> Weapon:
        """Return the shooter's weapon."""
        return s.rules.weapons[s.chariots[self.who].crew[self.man]]

    def waits(self, s: Race) -> bool:
        """Return whether the chariot is racing and has a target."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(targets_of(s, chariot, self.weapon(s))) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner's seat."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return all shots at each target, the nearest first, then single shots, then hold."""
        weapon = self.weapon(s)
        shooter = s.chariots[self.who]
        volleys: list[Action] = []
        single: list[Action] = []
        for target in targets_of(s, shooter, weapon):
            if needed_to_hit(s, shooter, target, weapon, weapon.shots) < CANNOT_HIT:
                volleys.append(SHOOT_ACTIONS[target.id])
            if weapon.shots > 1:
                single.append(SINGLE_SHOT_ACTIONS[target.id])
        return [*volleys, *single, HOLD]

    def explain(self, s: Race, action: Action) -> Refusal | None:
        """CR-Q30: refuse a target out of range or sight."""
        return Refusal("CR-Q30", "Your target must be in range, with no chariot, wreck or wall across the line to it.")

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """CR-Q57: roll all shots to hit, then to wound, then the saves. A shot wounds the chariot (CR-Q32)."""
        shooter = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldFire(shooter.id))
            return NOTHING
        weapon = self.weapon(s)
        target = s.chariots[action.args[0]]
        shots = weapon.shots if action.verb == "shoot" else ONE_SHOT
        s.resolved += 1
        if s.logging:
            s.emit(Shot(shooter.id, target.id))
        hits = roll_shots(s, shooter, target, needed_to_hit(s, shooter, target, weapon, shots), shots)
        if hits == 0:
            if s.logging:
                s.emit(ShotMissed(shooter.id, target.id))
            return NOTHING
        lose_wounds(s, target, roll_unsaved_wounds(s, target, hits, weapon.strength, weapon.piercing, shooter.id))
        return [SETTLE]


def roll_shots(s: Race, shooter: Chariot, target: Chariot, need: i64, shots: i64) -> i64:
    """CR-Q30: return the number of hits. A 1 always misses; from 7 on a shot needs a 6 and a second die."""
    hits: i64 = 0
    if need <= 6:
        for die in s.roll_against("shot", shots, shooter.id, max(need, 2), target.id):
            if die >= max(need, 2):
                hits += 1
        return hits
    for _ in range(shots):
        if s.roll_against("shot", 1, shooter.id, 6, target.id)[0] < 6:
            continue
        if s.roll_against("shot", 1, shooter.id, second_die_needed(need), target.id)[0] >= second_die_needed(need):
            hits += 1
    return hits


@mypyc_attr(acyclic=True)
class FireLightning(Choice):
    """CR-O11: once in the phase the doomwheel may hit the nearest target automatically."""

    RULE: ClassVar[str] = "CR-O11"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def waits(self, s: Race) -> bool:
        """Return whether a chariot is near enough."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(nearest_chariots(s, chariot)) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the engineer's seat."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return fire and hold."""
        return LIGHTNING_ACTIONS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Hit the nearest chariot once with Strength 4; dice choose between equally near ones (CR-Q34)."""
        chariot = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldFire(chariot.id))
            return NOTHING
        near = nearest_chariots(s, chariot)
        while len(near) > 1:
            dice = s.roll("tie", len(near), chariot.id, "CR-Q34")
            near = [other for other, die in zip(near, dice, strict=True) if die == max(dice)]
        target = near[0]
        bolt = s.rules.weapons[-1]
        s.resolved += 1
        if s.logging:
            s.emit(LightningStruck(chariot.id, target.id))
        lose_wounds(s, target, roll_unsaved_wounds(s, target, 1, bolt.strength, bolt.piercing, chariot.id))
        return [SETTLE]


LIGHTNING_ACTIONS: Final = [FIRE, HOLD]
