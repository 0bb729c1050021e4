"""The Close Combat phase (CR-F1 to CR-F3, CR-Q35 to CR-Q39, CR-Q52, CR-Q55)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.races.charts import NEVER, modified_save, to_hit_with_blow, to_wound
from hippodrome.games.races.damage import hurt_crew, leave_crewless
from hippodrome.games.races.ending import SETTLE
from hippodrome.games.races.events import BlowMissed, CrewLost, HeldBlow, Saved, Struck, Unhurt
from hippodrome.games.races.shooting import CONTACT_GAP_MI, HOLD, base_gap
from hippodrome.games.races.state import RACING, Chariot, Race
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

STRIKE_ACTIONS: Final = [Action("strike", (number,)) for number in range(8)]
LOSE_ACTIONS: Final = [Action("pick", (number,)) for number in range(6)]
MAX_SEATS: Final = 8


def record_contacts(s: Race) -> None:
    """CR-F1, CR-Q52: record the pairs of chariots in contact at the start of the phase; only these may fight."""
    pairs: list[int] = []
    for one in s.chariots:
        for other in s.chariots[: one.id]:
            if one.is_working() and other.is_working() and base_gap(s, one, other) <= CONTACT_GAP_MI:
                pairs += [int(one.id) * MAX_SEATS + int(other.id), int(other.id) * MAX_SEATS + int(one.id)]
    s.pairs = tuple(sorted(pairs))


def foes_of(s: Race, chariot: Chariot) -> list[Chariot]:
    """Return the racing chariots in contact, which its men may strike at, the smallest crew first."""
    touching = [s.chariots[pair % MAX_SEATS] for pair in s.pairs if pair // MAX_SEATS == chariot.id]
    foes = [other for other in touching if other.status == RACING]
    return sorted(foes, key=lambda other: (len(other.crew), other.id))


def fighters_of(s: Race, chariot: Chariot) -> list[int]:
    """CR-H2: return the crew places that fight: all but the driver's, except where one crew does both (CR-Q38)."""
    if s.machine(chariot).steers_and_fights():
        return [0]
    return list(range(1, len(chariot.crew)))


def can_fight(s: Race, chariot: Chariot) -> bool:
    """Return whether a chariot has both a fighter and a foe."""
    return chariot.status == RACING and len(fighters_of(s, chariot)) > 0 and len(foes_of(s, chariot)) > 0


def fight_steps(s: Race, chariot: Chariot) -> list[Step]:
    """Return a step for each fighter; each strikes once in the phase (CR-Q35)."""
    return [Fight(chariot.id, man) for man in fighters_of(s, chariot)]


@mypyc_attr(acyclic=True)
class Fight(Choice):
    """CR-F1: a man may strike at one chariot in contact, or not."""

    RULE: ClassVar[str] = "CR-F1"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "man")
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)
    __slots__ = FIELDS

    def __init__(self, who: i64, man: i64) -> None:
        self.who = who
        self.man = man

    def waits(self, s: Race) -> bool:
        """Return whether the chariot is racing and has a foe."""
        chariot = s.chariots[self.who]
        return chariot.status == RACING and len(foes_of(s, chariot)) > 0

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner's seat."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return a strike at each foe, the smallest crew first, then hold."""
        return [*[STRIKE_ACTIONS[other.id] for other in foes_of(s, s.chariots[self.who])], HOLD]

    def explain(self, s: Race, action: Action) -> Refusal | None:
        """CR-Q52: refuse a strike at a chariot that was not in contact when the phase began."""
        return Refusal("CR-Q52", "You can only strike at a chariot that you touched when the phase began.")

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Strike as often as the crew has attacks (CR-Q38), or hold back."""
        chariot = s.chariots[self.who]
        if action.verb == "hold":
            if s.logging:
                s.emit(HeldBlow(chariot.id))
            return NOTHING
        if s.logging:
            s.emit(Struck(chariot.id, action.args[0]))
        return [Blow(self.who, action.args[0], s.machine(chariot).attacks)]


@mypyc_attr(acyclic=True)
class Blow(Step):
    """CR-Q57: hit, wound and save, one attack after the other."""

    RULE: ClassVar[str] = "CR-Q35"
    FIELDS: ClassVar[tuple[str, ...]] = ("who", "target", "attacks")
    __slots__ = FIELDS

    def __init__(self, who: i64, target: i64, attacks: i64) -> None:
        self.who = who
        self.target = target
        self.attacks = attacks

    def run(self, s: Race) -> list[Step]:
        """Resolve one attack, then the rest while the target still races."""
        chariot, target = s.chariots[self.who], s.chariots[self.target]
        if self.attacks <= 0 or target.status != RACING:
            return NOTHING
        s.resolved += 1
        rest = Blow(self.who, self.target, self.attacks - 1)
        if not roll_blow(s, chariot, target):
            return [rest]
        return [*lose_crew(s, target), SETTLE, rest]


def roll_blow(s: Race, chariot: Chariot, target: Chariot) -> bool:
    """CR-F3, CR-Q36: roll to hit, to wound and the chariot's save; return whether the blow kills or wounds."""
    mine, theirs = s.machine(chariot), s.machine(target)
    need = to_hit_with_blow(mine.weapon_skill, theirs.weapon_skill)
    if s.roll_against("blow", 1, chariot.id, need, target.id)[0] < need:
        if s.logging:
            s.emit(BlowMissed(chariot.id, target.id))
        return False
    need = to_wound(mine.crew_strength, theirs.crew_toughness)
    if need == NEVER or s.roll_against("wound", 1, chariot.id, need, target.id)[0] < need:
        if s.logging:
            s.emit(Unhurt(target.id))
        return False
    need = modified_save(theirs.save, mine.crew_strength)
    if need != NEVER and s.roll_against("save", 1, target.id, need, target.id, "CR-F3")[0] >= need:
        if s.logging:
            s.emit(Saved(target.id), "CR-F3")
        return False
    return True


def lose_crew(s: Race, target: Chariot) -> list[Step]:
    """CR-F2: take a wound from a crew that steers alone, or a man from any other crew."""
    if s.machine(target).steers_and_fights():
        if s.logging:
            s.emit(CrewLost(target.id, s.machine(target).crew_wounds - target.hurt - 1), "CR-Q55")
        hurt_crew(s, target, 1)
        return NOTHING
    return [LoseMan(target.id)]


def lose_man(s: Race, target: Chariot, man: i64) -> None:
    """CR-L2: remove a man; without a crew the chariot leaves the race."""
    crew = list(target.crew)
    del crew[man]
    target.crew = tuple(crew)
    if s.logging:
        s.emit(CrewLost(target.id, len(crew)), "CR-F2")
    if not crew:
        leave_crewless(s, target)


@mypyc_attr(acyclic=True)
class LoseMan(Choice):
    """CR-F2, CR-Q28: a man falls, the driver last; the owner of a war wagon picks between two gunners."""

    RULE: ClassVar[str] = "CR-Q28"
    FIELDS: ClassVar[tuple[str, ...]] = ("who",)
    __slots__ = FIELDS

    def __init__(self, who: i64) -> None:
        self.who = who

    def waits(self, s: Race) -> bool:
        """Return whether there is a choice: several men, all of them armed."""
        men = s.chariots[self.who].crew[1:]
        return len(men) > 1 and 0 not in men

    def run(self, s: Race) -> list[Step]:
        """Remove the unarmed man, the only man beside the driver, or the driver."""
        target = s.chariots[self.who]
        men = list(target.crew[1:])
        lose_man(s, target, 1 + men.index(0) if 0 in men else len(men))
        return NOTHING

    def seats(self, s: Race) -> tuple[int, ...]:
        """Return the owner's seat."""
        return (int(self.who),)

    def proposals(self, s: Race) -> list[Action]:
        """Return a pick for each man but the driver, the rifleman first."""
        return LOSE_ACTIONS[1 : len(s.chariots[self.who].crew)]

    def answer(self, s: Race, action: Action, seat: i64) -> list[Step]:
        """Remove the man picked."""
        lose_man(s, s.chariots[self.who], action.args[0])
        return NOTHING
