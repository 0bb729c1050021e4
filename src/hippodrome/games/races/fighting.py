"""Close Combat: the men beside the drivers strike (CR-F1 to CR-F3, CR-Q35 to CR-Q39, CR-Q52, CR-Q55)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import NEVER, save_after, to_hit_with_blow, to_wound
from hippodrome.games.races.damage import hurt_crew, leave_crewless
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import BlowMissed, CrewLost, HeldBlow, Saved, Struck, Unhurt
from hippodrome.games.races.shooting import HOLD, TOUCH, gap
from hippodrome.games.races.state import RACING, Chariot, Race
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

STRIKE: Final = [Action("strike", (number,)) for number in range(8)]
LOSE: Final = [Action("pick", (number,)) for number in range(6)]
EIGHT: Final = 8


def list_pairs(s: Race) -> None:
    """CR-F1, CR-Q52: who is in contact with whom at the start of the phase; only these may fight in it."""
    found: list[int] = []
    for one in s.chariots:
        for other in s.chariots[: one.id]:
            if one.is_there() and other.is_there() and gap(s, one, other) <= TOUCH:
                found += [int(one.id) * EIGHT + int(other.id), int(other.id) * EIGHT + int(one.id)]
    s.pairs = tuple(sorted(found))


def foes(s: Race, chariot: Chariot) -> list[Chariot]:
    """Whom its men may strike: in contact, with a crew; fewest men first."""
    found = [s.chariots[pair % EIGHT] for pair in s.pairs if pair // EIGHT == chariot.id]
    alive = [other for other in found if other.status == RACING]
    return sorted(alive, key=lambda other: (len(other.crew), other.id))


def fighters(s: Race, chariot: Chariot) -> list[int]:
    """CR-H2: every man but the driver; the mob and the engineer steer and fight (CR-Q38)."""
    if s.machine(chariot).steers_and_fights():
        return [0]
    return list(range(1, len(chariot.crew)))


def can_fight(s: Race, chariot: Chariot) -> bool:
    """Return whether anybody aboard has something to do in the phase."""
    return chariot.status == RACING and len(fighters(s, chariot)) > 0 and len(foes(s, chariot)) > 0


def melee(s: Race, chariot: Chariot) -> list[Step]:
    """Return each fighter strikes once in the phase (CR-Q35)."""
    return [Fight(chariot.id, man) for man in fighters(s, chariot)]


@mypyc_attr(acyclic=True)
class Fight(Choice):
    """CR-F1: a man may strike at one chariot in contact, or not."""

    RULE: ClassVar[str] = "CR-F1"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "man")
    __slots__ = FIELDS

    def __init__(self, who: i64, man: i64) -> None:
        self.who = who
        self.man = man

    def waits(self, s: Race) -> bool:
        """If he is alive and has a foe."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(foes(s, chariot)) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Whoever has the smallest crew first; no blow last."""
        return [*[STRIKE[other.id] for other in foes(s, s.chariots[self.who])], HOLD]

    def explain(self, s: Race, action: Action) -> Refusal | None:
        """Only those in contact when the phase began."""
        return Refusal("CR-Q52", "You can strike only at a chariot that you touched when the phase began.")

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """One blow, or as many as the machine has attacks (CR-Q38)."""
        chariot = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldBlow(chariot.id))
            return NOTHING
        machine = s.machine(chariot)
        attacks = machine.grit - chariot.hurt if machine.has_roller else machine.attacks
        if s.logging:
            s.emit(Struck(chariot.id, action.args[0]))
        return [Blow(self.who, action.args[0], attacks)]


@mypyc_attr(acyclic=True)
class Blow(Step):
    """CR-Q57: hit, wound, save, one attack after the other."""

    RULE: ClassVar[str] = "CR-Q35"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "target", "attacks")
    __slots__ = FIELDS

    def __init__(self, who: i64, target: i64, attacks: i64) -> None:
        self.who = who
        self.target = target
        self.attacks = attacks

    def run(self, s: Race) -> list[Step]:
        """Until the attacks are spent or nobody is left to strike."""
        chariot, target = s.chariots[self.who], s.chariots[self.target]
        if self.attacks <= 0 or target.status != RACING:
            return NOTHING
        s.resolved += 1
        rest = Blow(self.who, self.target, self.attacks - 1)
        if not strikes_home(s, chariot, target):
            return [rest]
        return [*fell(s, target), SETTLE, rest]


def strikes_home(s: Race, chariot: Chariot, target: Chariot) -> bool:
    """CR-F3, CR-Q36: to hit, to wound, and the chariot's save."""
    mine, theirs = s.machine(chariot), s.machine(target)
    need = to_hit_with_blow(mine.skill, theirs.skill)
    if s.test("blow", 1, chariot.id, need, target.id)[0] < need:
        if s.logging:
            s.emit(BlowMissed(chariot.id, target.id))
        return False
    need = to_wound(mine.might, theirs.hide)
    if need == NEVER or s.test("wound", 1, chariot.id, need, target.id)[0] < need:
        if s.logging:
            s.emit(Unhurt(target.id))
        return False
    need = save_after(theirs.save, mine.might)
    if need != NEVER and s.test("save", 1, target.id, need, target.id, "CR-F3")[0] >= need:
        if s.logging:
            s.emit(Saved(target.id), "CR-F3")
        return False
    return True


def fell(s: Race, target: Chariot) -> list[Step]:
    """CR-F2: the other men first, the driver last; of a war wagon the unarmed man first (CR-Q28)."""
    if s.machine(target).steers_and_fights():
        if s.logging:
            s.emit(CrewLost(target.id, s.machine(target).grit - target.hurt - 1), "CR-Q55")
        hurt_crew(s, target, 1)
        return NOTHING
    return [LoseMan(target.id)]


def lose_man(s: Race, target: Chariot, man: i64) -> None:
    """A man is dead. With the last one the chariot is out (CR-L2)."""
    crew = list(target.crew)
    del crew[man]
    target.crew = tuple(crew)
    if s.logging:
        s.emit(CrewLost(target.id, len(crew)), "CR-F2")
    if not crew:
        leave_crewless(s, target)


@mypyc_attr(acyclic=True)
class LoseMan(Choice):
    """CR-F2, CR-Q28: a man falls; of a war wagon, once the unarmed man is gone, its owner picks which gunner."""

    RULE: ClassVar[str] = "CR-Q28"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def waits(self, s: Race) -> bool:
        """If it is between armed men."""
        men = s.chariots[self.who].crew[1:]
        return len(men) > 1 and 0 not in men

    def run(self, s: Race) -> list[Step]:
        """There is no choice: the unarmed man, the only man beside the driver, or the driver himself."""
        target = s.chariots[self.who]
        men = list(target.crew[1:])
        lose_man(s, target, 1 + men.index(0) if 0 in men else len(men))
        return NOTHING

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return the rifleman first."""
        return LOSE[1 : len(s.chariots[self.who].crew)]

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """He is dead."""
        lose_man(s, s.chariots[self.who], action.args[0])
        return NOTHING
