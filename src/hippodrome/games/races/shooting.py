"""The Shooting phase: bows, crossbows, guns and warp lightning (CR-H1, CR-H2, CR-O11, CR-Q28 to CR-Q34)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import HOPELESS, second_die, to_hit_with_shot
from hippodrome.games.races.damage import hits_through, lose_wounds
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import HeldFire, LightningStruck, Shot, ShotMissed
from hippodrome.games.races.machines import Weapon
from hippodrome.games.races.state import INCH, RACING, Chariot, Race
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

TOUCH: Final = 100  # CR-Q38: what counts as base contact
LIGHTNING: Final = 12 * INCH
HOLD: Final = Action("hold")
FIRE: Final = Action("fire")
SHOOT: Final = [Action("shoot", (number,)) for number in range(8)]
SINGLE: Final = [Action("single", (number,)) for number in range(8)]
ONE: Final = 1


# -------------------------------------------------------------------- questions


def gap(s: Race, one: Chariot, other: Chariot) -> i64:
    """How far two bases are apart."""
    return s.box(one).gap_ceil(s.box(other))


def is_touched(s: Race, chariot: Chariot) -> bool:
    """CR-Q33: whether it is in base contact with a chariot."""
    return any(gap(s, chariot, other) <= TOUCH for other in s.others(chariot))


def can_see(s: Race, one: Chariot, other: Chariot) -> bool:
    """CR-Q30: chariots, wrecks and walls across the line from centre to centre block sight."""
    x0, y0, x1, y1 = one.x, one.y, other.x, other.y
    for third in s.chariots:
        if third.id in (one.id, other.id) or not third.is_solid():
            continue
        if s.box(third).blocks(x0, y0, x1, y1):
            return False
    for wall in s.rules.track.near(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)):
        if wall.blocks(x0, y0, x1, y1):
            return False
    return True


def need_of(s: Race, shooter: Chariot, target: Chariot, weapon: Weapon, shots: i64) -> i64:
    """CR-Q30, CR-Q31: what a shot must show; a war wagon's gunners shoot as if it stood still."""
    machine = s.machine(shooter)
    worse: i64 = 0
    if shooter.moved > 0 and not machine.is_steady:
        worse += 1
    if 2 * gap(s, shooter, target) > weapon.range:
        worse += 1
    if shots > 1:
        worse += 1
    if s.machine(target).is_large:
        worse -= 1
    return to_hit_with_shot(machine.aim, worse)


def targets(s: Race, shooter: Chariot, weapon: Weapon) -> list[Chariot]:
    """CR-H1: any opponent in range and sight, all round; the nearest first. Nobody shoots in contact (CR-Q33)."""
    if weapon.shots == 0 or is_touched(s, shooter):
        return []
    found: list[tuple[i64, i64]] = []
    for other in s.others(shooter):
        away = gap(s, shooter, other)
        if away <= weapon.range and need_of(s, shooter, other, weapon, ONE) < HOPELESS and can_see(s, shooter, other):
            found.append((away, other.id))
    return [s.chariots[who] for _, who in sorted(found)]


def armed(s: Race, chariot: Chariot) -> list[int]:
    """CR-H2, CR-Q28: the men who carry a missile weapon; the driver never shoots."""
    return [place for place in range(1, len(chariot.crew)) if chariot.crew[place] > 0]


def nearest_ones(s: Race, chariot: Chariot) -> list[Chariot]:
    """CR-O11, CR-Q34: the nearest chariots within 12 inches, several if they are equally near; no sight is needed."""
    if is_touched(s, chariot):
        return []
    away = sorted([(gap(s, chariot, other), other.id) for other in s.others(chariot)])
    near = [(far, who) for far, who in away if far <= LIGHTNING and far == away[0][0]]
    return [s.chariots[who] for _, who in near]


def can_shoot(s: Race, chariot: Chariot) -> bool:
    """Return whether anybody aboard has something to do in the phase."""
    if chariot.status != RACING:
        return False
    if s.machine(chariot).has_lightning:
        return len(nearest_ones(s, chariot)) > 0
    return any(targets(s, chariot, s.rules.weapons[chariot.crew[man]]) for man in armed(s, chariot))


def volley(s: Race, chariot: Chariot) -> list[Step]:
    """Return each armed man in turn."""
    if s.machine(chariot).has_lightning:
        return [FireLightning(chariot.id)]
    return [Shoot(chariot.id, man) for man in armed(s, chariot)]


# -------------------------------------------------------------------- shots


@mypyc_attr(acyclic=True)
class Shoot(Choice):
    """CR-H1: an armed man picks a target, or holds; a repeater shoots all its shots or just one."""

    RULE: ClassVar[str] = "CR-H1"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "man")
    __slots__ = FIELDS

    def __init__(self, who: i64, man: i64) -> None:
        self.who = who
        self.man = man

    def weapon(self, s: Race) -> Weapon:
        """What he carries."""
        return s.rules.weapons[s.chariots[self.who].crew[self.man]]

    def waits(self, s: Race) -> bool:
        """If there is anybody to shoot at."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(targets(s, chariot, self.weapon(s))) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return all shots at the nearest first; holding last."""
        weapon = self.weapon(s)
        shooter = s.chariots[self.who]
        found: list[Action] = []
        single: list[Action] = []
        for target in targets(s, shooter, weapon):
            if need_of(s, shooter, target, weapon, weapon.shots) < HOPELESS:
                found.append(SHOOT[target.id])
            if weapon.shots > 1:
                single.append(SINGLE[target.id])
        return [*found, *single, HOLD]

    def explain(self, s: Race, action: Action) -> Refusal | None:
        """Out of range, or out of sight."""
        return Refusal("CR-Q30", "A target must be in range, with no chariot, wreck or wall across the line to it.")

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """CR-Q57: all to hit, all to wound, all saves. A shot wounds the chariot (CR-Q32)."""
        shooter = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldFire(shooter.id))
            return NOTHING
        weapon = self.weapon(s)
        target = s.chariots[action.args[0]]
        shots = weapon.shots if action.verb == "shoot" else ONE
        s.resolved += 1
        if s.logging:
            s.emit(Shot(shooter.id, target.id))
        hits = shot_hits(s, shooter, target, need_of(s, shooter, target, weapon, shots), shots)
        if hits == 0:
            if s.logging:
                s.emit(ShotMissed(shooter.id, target.id))
            return NOTHING
        lose_wounds(s, target, hits_through(s, target, hits, weapon.strength, weapon.piercing, shooter.id))
        return [SETTLE]


def shot_hits(s: Race, shooter: Chariot, target: Chariot, need: i64, shots: i64) -> i64:
    """CR-Q30: a 1 always misses; 7 and more is a 6 and then a second die."""
    hits: i64 = 0
    if need <= 6:
        for die in s.test("shot", shots, shooter.id, max(need, 2), target.id):
            if die >= max(need, 2):
                hits += 1
        return hits
    for _ in range(shots):
        if s.test("shot", 1, shooter.id, 6, target.id)[0] < 6:
            continue
        if s.test("shot", 1, shooter.id, second_die(need), target.id)[0] >= second_die(need):
            hits += 1
    return hits


@mypyc_attr(acyclic=True)
class FireLightning(Choice):
    """CR-O11: once in the phase, if wanted, the nearest target is hit automatically."""

    RULE: ClassVar[str] = "CR-O11"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def waits(self, s: Race) -> bool:
        """If anybody is near enough."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(nearest_ones(s, chariot)) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the engineer."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Fire, or do not."""
        return BOLTS

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """One hit of Strength 4; of equally near ones dice choose (CR-Q34)."""
        chariot = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldFire(chariot.id))
            return NOTHING
        near = nearest_ones(s, chariot)
        while len(near) > 1:
            dice = s.roll("tie", len(near), chariot.id, "CR-Q34")
            near = [other for other, die in zip(near, dice, strict=True) if die == max(dice)]
        target = near[0]
        bolt = s.rules.weapons[-1]
        s.resolved += 1
        if s.logging:
            s.emit(LightningStruck(chariot.id, target.id))
        lose_wounds(s, target, hits_through(s, target, 1, bolt.strength, bolt.piercing, chariot.id))
        return [SETTLE]


BOLTS: Final = [FIRE, HOLD]
