"""After the move: tricks 15 and 20, then fights with the chariots alongside (BH-F1, BH-F2, BH-Q31, BH-Q32)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import Attacked, CaltropsLaid, Unhurt
from hippodrome.games.benhur.state import NO_SQUARE, Chariot, Race
from hippodrome.games.benhur.steps import PairStep
from hippodrome.games.benhur.track import JUMP, WATER
from hippodrome.games.benhur.tricks import (
    CALTROPS,
    DUCK,
    LONG_SPEAR,
    SAND_IN_THE_EYES,
    TrickWindow,
    card_actions,
    lose_whip,
    play_trick,
    trick_bit,
)
from hippodrome.games.benhur.wounds import after_wounds, roll_for_wound, wound
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

FIGHT_ACTIONS: Final = [Action("fight", (chariot,)) for chariot in range(6)]


_END_TRICK_BITS: Final = trick_bit(CALTROPS) | trick_bit(SAND_IN_THE_EYES)


@mypyc_attr(acyclic=True)
class EndTricks(TrickWindow):
    """BH-Q43: tricks 15 and 20, at the end of the mover's own move."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return _END_TRICK_BITS

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the mover's tricks; 15 needs a square left this turn that is neither jump nor water (BH-Q47)."""
        if chariot.id != race.turn.mover or chariot.fell:
            return 0
        left = race.turn.left
        if left == NO_SQUARE or race.track.kind[left] in (JUMP, WATER):
            return trick_bit(SAND_IN_THE_EYES)
        return self.tricks()

    def victims(self, race: Race, chariot: Chariot) -> list[int]:
        """BH-T20: return the near rivals whose progress is not greater."""
        mine = race.progress(chariot)
        victims: list[int] = []
        for other in race.survivors():
            if other.id != chariot.id and race.is_near(chariot, other) and race.progress(other) <= mine:
                victims.append(int(other.id))
        return victims

    def reactions(self, race: Race, seat: i64) -> list[Action]:
        """Return 15 as it is, and 20 once for each victim."""
        chariot = race.chariots[seat]
        tricks = self.playable_tricks(race, chariot)
        actions = card_actions(race, chariot, tricks & trick_bit(CALTROPS))
        for sand in card_actions(race, chariot, tricks & trick_bit(SAND_IN_THE_EYES)):
            actions += [Action("trick", (sand.args[0], other)) for other in self.victims(race, chariot)]
        return actions

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Lay the caltrops, or mark the victim of the sand."""
        if race.cards.effect[action.args[0]] == CALTROPS:
            play_trick(race, seat, action)
            race.caltrops = race.turn.left
            if race.logging:
                race.emit(CaltropsLaid(seat, race.caltrops), "BH-T15")
        else:
            play_trick(race, seat, action, action.args[1])
            race.chariots[action.args[1]].sand = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return EndTricks(asked)


def rivals_alongside(race: Race, done: i64) -> list[Chariot]:
    """BH-Q31: return the chariots side by side with the mover whose bit is not in `done`, lower lanes first."""
    mover = race.chariots[race.turn.mover]
    rivals: list[Chariot] = []
    if mover.fell:
        return rivals
    for square in race.track.lanes.beside[mover.square]:
        other = race.chariot_at(square)
        if other is not None and not done & (1 << other.id):
            rivals.append(other)
    return rivals


def fight(race: Race, rival: i64, done: i64) -> list[Step]:
    """BH-F2: the mover's die is rolled and applied first."""
    mover = race.turn.mover
    return [Attack(mover, rival), Attack(rival, mover), Fighting(done | (1 << rival))]


@mypyc_attr(acyclic=True)
class Fighting(Step):
    """BH-F1: the mover fights each chariot alongside once. `done` has the bits of those already fought."""

    RULE: ClassVar[str] = "BH-F1"
    FIELDS: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, done: i64) -> None:
        self.done = done

    def run(self, race: Race) -> list[Step]:
        """BH-Q31: fight the only rival; if there are several, the mover chooses."""
        rivals = rivals_alongside(race, self.done)
        if not rivals:
            return NOTHING
        if len(rivals) > 1:
            return [FightFirst(self.done)]
        return fight(race, rivals[0].id, self.done)


@mypyc_attr(acyclic=True)
class FightFirst(Choice):
    """BH-Q31: the mover chooses which rival to fight next."""

    RULE: ClassVar[str] = "BH-Q31"
    FIELDS: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, done: i64) -> None:
        self.done = done

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Return all rivals alongside, the lower lane first."""
        return [FIGHT_ACTIONS[rival.id] for rival in rivals_alongside(race, self.done)]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Return why a chariot cannot be fought."""
        if action.verb == "fight":
            return Refusal("BH-Q31", "You can fight only a chariot alongside yours that you have not fought this turn.")
        return None

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Fight the chosen rival."""
        return fight(race, action.args[0], self.done)


@mypyc_attr(acyclic=True)
class Attack(PairStep):
    """BH-F1: the crewman of one chariot attacks the other; a destroyed chariot does not answer (BH-Q31)."""

    RULE: ClassVar[str] = "BH-F1"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return trick 13, the die, trick 14 and the blow."""
        a, d = self.attacker, self.defender
        if race.chariots[a].fell or race.chariots[d].fell:
            return NOTHING
        race.turn.spear = False
        race.turn.ducked = False
        return [SpearTrick(0, a, d), Strike(a, d), DuckTrick(0, a, d), Blow(a, d)]


@mypyc_attr(acyclic=True)
class FightTrick(TrickWindow):
    """A moment of a fight at which one of the two chariots may play a trick."""

    RULE: ClassVar[str] = "BH-Q43"
    FIELDS: ClassVar[tuple[str, ...]] = ("asked", "attacker", "defender")
    __slots__ = ("attacker", "defender")

    def __init__(self, asked: i64, attacker: i64, defender: i64) -> None:
        self.asked = asked
        self.attacker = attacker
        self.defender = defender


@mypyc_attr(acyclic=True)
class SpearTrick(FightTrick):
    """BH-T13: before the attacker's own die."""

    __slots__ = ()

    def tricks(self) -> i64:
        """Return trick 13."""
        return trick_bit(LONG_SPEAR)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the trick for the attacker only."""
        return self.tricks() if chariot.id == self.attacker else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T13: the attack will wound on 3+ and slow its victim."""
        play_trick(race, seat, action, self.defender)
        race.turn.spear = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return SpearTrick(asked, self.attacker, self.defender)


@mypyc_attr(acyclic=True)
class DuckTrick(FightTrick):
    """BH-T14: after an attack die, whether it hit or missed."""

    __slots__ = ()

    def tricks(self) -> i64:
        """Return trick 14."""
        return trick_bit(DUCK)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the trick for the defender, unless it is destroyed."""
        return self.tricks() if chariot.id == self.defender and chariot.fell == 0 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T14: the attack fails, and the attacking chariot is wounded on 3+."""
        play_trick(race, seat, action, self.attacker)
        race.turn.ducked = True
        wounds_on = race.cards.number(action.args[0], "wounds_on")
        return after_wounds(race, roll_for_wound(race, "duck", race.chariots[self.attacker], wounds_on, "BH-T14"))

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return DuckTrick(asked, self.attacker, self.defender)


def blow_wounds_on(race: Race) -> i64:
    """BH-F2, BH-T13: return the lowest die of a blow that wounds."""
    return race.cards.lasting_number(LONG_SPEAR, "wounds_on") if race.turn.spear else 6


@mypyc_attr(acyclic=True)
class Strike(PairStep):
    """BH-F2: roll one die, before the victim may duck."""

    RULE: ClassVar[str] = "BH-F2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Roll it."""
        if race.logging:
            race.emit(Attacked(self.attacker, self.defender))
        race.turn.strike = race.roll("fight", 1, self.attacker, "", blow_wounds_on(race))[0]
        return NOTHING


@mypyc_attr(acyclic=True)
class Blow(PairStep):
    """BH-F2: a 6 wounds; with trick 13 a 3 or more does, and the victim loses one whip."""

    RULE: ClassVar[str] = "BH-F2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Apply the blow, unless the victim ducked."""
        turn = race.turn
        if turn.ducked:
            return NOTHING
        defender = race.chariots[self.defender]
        if turn.spear:
            lose_whip(race, defender, LONG_SPEAR)
        if turn.strike >= blow_wounds_on(race):
            return after_wounds(race, wound(race, defender, "BH-F2"))
        if race.logging:
            race.emit(Unhurt(defender.id, blow_wounds_on(race)))
        return NOTHING


END_TRICKS: Final = EndTricks(0)
FIGHTING: Final = Fighting(0)
AFTER_MOVE: Final[list[Step]] = [END_TRICKS, FIGHTING]


def after_move(race: Race) -> list[Step]:
    """BH-Q6: return the steps after a move: tricks, then fights."""
    return FIGHTING.run(race) if END_TRICKS.can_skip(race) else AFTER_MOVE
