"""After the move: tricks 15 and 20, then fighting with the chariots alongside (BH-F1, BH-F2, BH-Q31, BH-Q32)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import Attacked, CaltropsLaid
from hippodrome.games.benhur.state import NOWHERE, Chariot, Race
from hippodrome.games.benhur.steps import OfTwo
from hippodrome.games.benhur.track import JUMP, WATER
from hippodrome.games.benhur.tricks import (
    CALTROPS,
    DUCK,
    LONG_SPEAR,
    SAND_IN_THE_EYES,
    TRICK,
    TrickWindow,
    bit,
    lose_whip,
    played,
)
from hippodrome.games.benhur.wounds import settle, wound, wound_on
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

FIGHT: Final = [Action("fight", (chariot,)) for chariot in range(6)]


@mypyc_attr(acyclic=True)
class EndTricks(TrickWindow):
    """Tricks 15 and 20, at the end of one's own move."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(CALTROPS) | bit(SAND_IN_THE_EYES)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Return the mover's 20 needs a victim, his 15 a square left this turn that is neither jump nor water
        (BH-Q47).
        """
        if chariot.id != race.turn.mover or chariot.fell:
            return 0
        left = race.turn.left
        if left == NOWHERE or race.track.kind[left] in (JUMP, WATER):
            return bit(SAND_IN_THE_EYES)
        return self.mask

    def victims(self, race: Race, chariot: Chariot) -> list[int]:
        """Trick 20: near rivals with no more progress."""
        mine = race.progress(chariot)
        found: list[int] = []
        for other in race.in_race():
            if other.id != chariot.id and race.is_near(chariot, other) and race.progress(other) <= mine:
                found.append(int(other.id))
        return found

    def fitting(self, race: Race, seat: i64) -> list[Action]:
        """15 as it is, 20 with its target."""
        chariot = race.chariots[seat]
        tricks = chariot.hand & self.open_to(race, chariot)
        found: list[Action] = []
        if tricks & bit(CALTROPS):
            found.append(TRICK[CALTROPS])
        if tricks & bit(SAND_IN_THE_EYES):
            found += [Action("trick", (SAND_IN_THE_EYES, other)) for other in self.victims(race, chariot)]
        return found

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Return the mark is laid, or the sand thrown."""
        if action.args[0] == CALTROPS:
            played(race, seat, action)
            race.caltrops = race.turn.left
            if race.logging:
                race.emit(CaltropsLaid(seat, race.caltrops), "BH-T15")
        else:
            played(race, seat, action, action.args[1])
            race.chariots[action.args[1]].sand = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Only the mover is asked."""
        return EndTricks(asked)


def rivals_alongside(race: Race, done: i64) -> list[Chariot]:
    """BH-Q31: the chariots side by side with the mover whose bit is not in `done`, lower lanes first."""
    mover = race.chariots[race.turn.mover]
    found: list[Chariot] = []
    if mover.fell:
        return found
    for square in race.track.lanes.beside[mover.square]:
        other = race.at(square)
        if other is not None and not done & (1 << other.id):
            found.append(other)
    return found


def fight(race: Race, rival: i64, done: i64) -> list[Step]:
    """BH-F2: the mover's die is thrown and applied first."""
    mover = race.turn.mover
    return [Attack(mover, rival), Attack(rival, mover), Fighting(done | (1 << rival))]


@mypyc_attr(acyclic=True)
class Fighting(Step):
    """BH-F1: the mover fights each chariot alongside once. `done` has the bits of those fought."""

    RULE: ClassVar[str] = "BH-F1"
    FIELDS: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, done: i64) -> None:
        self.done = done

    def run(self, race: Race) -> list[Step]:
        """Fight the only one; between several the mover chooses (BH-Q31)."""
        rivals = rivals_alongside(race, self.done)
        if not rivals:
            return NOTHING
        if len(rivals) > 1:
            return [FightFirst(self.done)]
        return fight(race, rivals[0].id, self.done)


@mypyc_attr(acyclic=True)
class FightFirst(Choice):
    """BH-Q31: the mover fights them in the order he likes."""

    RULE: ClassVar[str] = "BH-Q31"
    FIELDS: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, done: i64) -> None:
        self.done = done

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Any of them, the lower lane first."""
        return [FIGHT[rival.id] for rival in rivals_alongside(race, self.done)]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Only neighbours can be fought."""
        if action.verb == "fight":
            return Refusal("BH-Q31", "You fight only chariots side by side with you, each once.")
        return None

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Fight that one now."""
        return fight(race, action.args[0], self.done)


@mypyc_attr(acyclic=True)
class Attack(OfTwo):
    """BH-F1: the crewman of one chariot attacks the other; the destroyed do not answer (BH-Q31)."""

    RULE: ClassVar[str] = "BH-F1"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Trick 13, the die, trick 14, the blow."""
        a, d = self.attacker, self.defender
        if race.chariots[a].fell or race.chariots[d].fell:
            return NOTHING
        race.turn.spear = False
        race.turn.ducked = False
        return [SpearTrick(0, a, d), Strike(a, d), DuckTrick(0, a, d), Blow(a, d)]


@mypyc_attr(acyclic=True)
class FightTrick(TrickWindow):
    """A moment of a fight in which one of the two may play a trick."""

    RULE: ClassVar[str] = "BH-Q43"
    FIELDS: ClassVar[tuple[str, ...]] = ("asked", "attacker", "defender")
    __slots__ = ("attacker", "defender")

    def __init__(self, asked: i64, attacker: i64, defender: i64, mask: i64) -> None:
        self.asked = asked
        self.mask = mask
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class SpearTrick(FightTrick):
    """Trick 13, before one's own die."""

    __slots__ = ()

    def __init__(self, asked: i64, attacker: i64, defender: i64) -> None:
        super().__init__(asked, attacker, defender, bit(LONG_SPEAR))

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Return the attacker's."""
        return self.mask if chariot.id == self.attacker else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T13: the attack will wound on 3+ and slow its victim."""
        played(race, seat, action, self.defender)
        race.turn.spear = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on."""
        return SpearTrick(asked, self.attacker, self.defender)


@mypyc_attr(acyclic=True)
class DuckTrick(FightTrick):
    """Trick 14, after an attack die against oneself, hit or miss."""

    __slots__ = ()

    def __init__(self, asked: i64, attacker: i64, defender: i64) -> None:
        super().__init__(asked, attacker, defender, bit(DUCK))

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Return the defender's, unless it is no more."""
        return self.mask if chariot.id == self.defender and chariot.fell == 0 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Return the attack fails, and the attacker's own chariot is wounded on 3+."""
        played(race, seat, action, self.attacker)
        race.turn.ducked = True
        return settle(race, wound_on(race, "duck", race.chariots[self.attacker], 3, "BH-T14"))

    def after(self, asked: i64) -> Step:
        """Go on."""
        return DuckTrick(asked, self.attacker, self.defender)


@mypyc_attr(acyclic=True)
class Strike(OfTwo):
    """BH-F2: one die, thrown before the victim may duck."""

    RULE: ClassVar[str] = "BH-F2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Throw it."""
        if race.logging:
            race.emit(Attacked(self.attacker, self.defender))
        race.turn.strike = race.roll("fight", 1, self.attacker)[0]
        return NOTHING


@mypyc_attr(acyclic=True)
class Blow(OfTwo):
    """BH-F2: a 6 wounds; with trick 13 a 3 or more does, and the victim goes down one whip."""

    RULE: ClassVar[str] = "BH-F2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Nothing if it was ducked."""
        turn = race.turn
        if turn.ducked:
            return NOTHING
        defender = race.chariots[self.defender]
        if turn.spear:
            lose_whip(race, defender, LONG_SPEAR)
        least = 3 if turn.spear else 6
        return settle(race, wound(race, defender, "BH-F2")) if turn.strike >= least else NOTHING


END_TRICKS: Final = EndTricks(0)
FIGHTING: Final = Fighting(0)
AFTER_MOVE: Final[list[Step]] = [END_TRICKS, FIGHTING]


def after_move(race: Race) -> list[Step]:
    """BH-Q6: tricks at the end of the move, then fighting."""
    return FIGHTING.run(race) if END_TRICKS.is_idle(race) else AFTER_MOVE
