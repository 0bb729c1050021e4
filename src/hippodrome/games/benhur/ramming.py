"""Ramming: sideswipes and shunts (BH-R1 to BH-R7) and chains of them (BH-Q20 to BH-Q25), in the order of BH-Q39."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import (
    Blocked,
    Drove,
    Entered,
    MoveEnded,
    Pushed,
    PushedOn,
    Shunted,
    Sideswiped,
)
from hippodrome.games.benhur.state import NO_SQUARE, Chariot, Race, pair_bit
from hippodrome.games.benhur.steps import ChariotStep, PairStep, RamStep
from hippodrome.games.benhur.track import JUMP, LEFT, RIGHT, STRAIGHT, WATER
from hippodrome.games.benhur.tricks import (
    SCYTHED_HUBS,
    SHOULDER_CHARGE,
    TrickWindow,
    lose_whip,
    play_trick,
    trick_bit,
)
from hippodrome.games.benhur.wounds import Caltrops, Soak, WallTest, after_wounds, roll_for_wound
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

SIDES: Final = {"left": -1, "straight": 0, "right": 1}


def enter_square(race: Race, chariot: Chariot, square: i64, side: i64) -> list[Step]:
    """Let a chariot enter a square from behind (side 0), from its right (-1) or from its left (1).

    BH-Q23: a mover that meets a chariot for the second time this turn only pushes it; with `stops_at_repeat` it stays
    where it is, and its move ends.
    """
    other = race.chariot_at(square)
    if other is None:
        came = chariot.square
        if race.logging:
            race.emit(Drove(chariot.id, came, square))
        race.place(chariot, square)
        return [Soak(chariot.id, came)] if race.track.kind[square] == WATER else NOTHING
    if race.stops_at_repeat and chariot.id == race.turn.mover and race.have_met(chariot.id, other.id):
        end_move(race, chariot, other)
        return NOTHING
    if side == 0:
        return [Shunt(chariot.id, other.id)]
    return [Sideswipe(chariot.id, other.id, side)]


def end_move(race: Race, chariot: Chariot, other: Chariot) -> None:
    """BH-Q23: end the mover's move at its second contact with a chariot."""
    race.turn.points = 0
    if race.logging:
        race.emit(MoveEnded(chariot.id, other.id), "BH-Q23")


def can_be_pushed_aside(race: Race, square: i64, side: i64) -> bool:
    """BH-Q21: return whether the row of chariots from a square to the left (-1) or right (1) ends at a free square."""
    lanes = race.track.lanes
    while race.chariot_at(square) is not None:
        square = lanes.side_left[square] if side < 0 else lanes.side_right[square]
        if square < 0:
            return False
    return True


def ends_move(race: Race, chariot: Chariot, other: Chariot, side: i64) -> bool:
    """BH-Q23: return whether the mover has met a chariot before, and entering its square again would end the move.

    `side` is 0 for a shunt, which always clears the square. A chariot destroyed in the push would make room after all.
    """
    if not race.have_met(chariot.id, other.id):
        return False
    return race.stops_at_repeat or (side != 0 and not can_be_pushed_aside(race, other.square, side))


def arrive(race: Race, chariot: Chariot, square: i64) -> list[Step]:
    """BH-Q51: place a pushed or ramming chariot on a free square without a test; only water soaks it (BH-Q38)."""
    came = chariot.square
    entries = pending_entries(race, chariot) if race.track.past_line[square] else NOTHING
    race.place(chariot, square)
    if race.over:
        for entry in entries:
            entry.run(race)
        return NOTHING
    if race.track.kind[square] == WATER:
        return [Soak(chariot.id, came)]
    return NOTHING


def pending_entries(race: Race, chariot: Chariot) -> list[Step]:
    """Return the steps in which chariots take the square a pushed chariot leaves, the nearest first.

    They take it even if the pushed chariot wins the race.
    """
    return [step for step in race.agenda[::-1] if isinstance(step, TakeSquare) and step.attacker != chariot.id]


def drive(race: Race, chariot: Chariot, square: i64, side: i64) -> list[Step]:
    """BH-Q47: let the mover enter a square; then caltrops there catch it if it got there."""
    if race.caltrops == NO_SQUARE:
        return enter_square(race, chariot, square, side)
    caltrops = Caltrops(chariot.id, chariot.square)
    return [*enter_square(race, chariot, square, side), caltrops]


@mypyc_attr(acyclic=True, free_list_len=1)
class Ram(RamStep):
    """The common part of both kinds of ram."""

    RULE: ClassVar[str] = "BH-R1"
    __slots__ = ()

    def contact(self, race: Race, push: Step) -> list[Step]:
        """BH-Q39: tricks, wounds, the push, the attacker's entry if the square is free, caltrops."""
        a, d = self.attacker, self.defender
        fresh = not race.have_met(a, d)
        race.turn.begin_contact()
        race.turn.met |= pair_bit(a, d)
        square = race.chariots[d].square
        steps: list[Step] = [ContactTricks(0, a, d, self.side, fresh)]
        if fresh:
            steps.append(WoundBoth(a, d, self.side))
        elif race.logging:
            race.emit(PushedOn(a, d), "BH-Q23")
        steps.append(push)
        steps.append(TakeSquare(a, square, not fresh and a == race.turn.mover))
        if race.caltrops != NO_SQUARE:
            steps.append(Caltrops(d, square))
        return steps


@mypyc_attr(acyclic=True, free_list_len=1)
class Shunt(Ram):
    """BH-R3: a ram from behind. The defender is pushed ahead (BH-R7)."""

    RULE: ClassVar[str] = "BH-R3"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = ()

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender
        self.side = 0

    def run(self, race: Race) -> list[Step]:
        """Return all steps of the contact."""
        if race.logging:
            race.emit(Shunted(self.attacker, self.defender))
        return self.contact(race, Throw(self.attacker, self.defender))


@mypyc_attr(acyclic=True, free_list_len=1)
class Sideswipe(Ram):
    """BH-R2: a ram from the side or diagonally. The defender is pushed sideways (BH-R5)."""

    RULE: ClassVar[str] = "BH-R2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return all steps of the contact."""
        if race.logging:
            race.emit(Sideswiped(self.attacker, self.defender))
        return self.contact(race, Push(self.attacker, self.defender, self.side))


@mypyc_attr(acyclic=True, free_list_len=1)
class ContactTricks(TrickWindow):
    """BH-Q43: tricks 11 and 12, before the wound dice; the attacker is asked first, then the defender."""

    RULE: ClassVar[str] = "BH-Q43"
    FIELDS: ClassVar[tuple[str, ...]] = ("asked", "attacker", "defender", "side", "fresh")
    __slots__ = ("attacker", "defender", "fresh", "side")

    def __init__(self, asked: i64, attacker: i64, defender: i64, side: i64, fresh: bool) -> None:
        self.asked = asked
        self.attacker = attacker
        self.defender = defender
        self.side = side
        self.fresh = fresh

    def tricks(self) -> i64:
        """Return 11 for a shunt, 12 for a sideswipe."""
        return trick_bit(SHOULDER_CHARGE) if self.side == 0 else trick_bit(SCYTHED_HUBS)

    def order(self, race: Race) -> list[int]:
        """Return the attacker, then the defender."""
        return [int(self.attacker), int(self.defender)]

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return 11 for the attacker of a shunt, 12 for either chariot in a sideswipe whose dice are still to come."""
        if chariot.id == self.attacker:
            return self.tricks() if self.side == 0 or self.fresh else 0
        return self.tricks() if chariot.id == self.defender and self.side != 0 and self.fresh else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T11: choose the direction, no wound die; BH-T12: the rival is slowed and more easily wounded."""
        number = play_trick(race, seat, action)
        if number == SHOULDER_CHARGE:
            race.turn.charge = True
            return [ChooseThrow(self.attacker, self.defender)]
        race.turn.hubs = seat
        other = self.defender if seat == self.attacker else self.attacker
        lose_whip(race, race.chariots[other], SCYTHED_HUBS)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the other chariot."""
        return ContactTricks(asked, self.attacker, self.defender, self.side, self.fresh)


@mypyc_attr(acyclic=True)
class ChooseThrow(Choice):
    """BH-T11: the attacker chooses where the defender goes."""

    RULE: ClassVar[str] = "BH-T11"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "defender")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, defender: i64) -> None:
        self.attacker = attacker
        self.defender = defender

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the attacker."""
        return (int(self.attacker),)

    def proposals(self, race: Race) -> list[Action]:
        """BH-Q22: return straight ahead, and both diagonals where the die could send the defender there."""
        square = race.chariots[self.defender].square
        return [STRAIGHT, LEFT, RIGHT] if can_go_diagonally(race, square) else [STRAIGHT]

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Remember the direction until the push."""
        race.turn.aim = SIDES[action.verb]
        return NOTHING


@mypyc_attr(acyclic=True, free_list_len=1)
class WoundBoth(RamStep):
    """BH-R4, BH-R6: a die for the attacker, then one for the defender, both rolled whatever the first shows."""

    RULE: ClassVar[str] = "BH-R4"
    __slots__ = ()

    def wounds_on(self, race: Race, chariot: i64) -> i64:
        """Return the lowest die that wounds a chariot."""
        if race.turn.hubs >= 0:
            name = "own_wounds_on" if race.turn.hubs == chariot else "wounds_on"
            return race.cards.lasting_number(SCYTHED_HUBS, name)
        return 6 if self.side == 0 and chariot == self.attacker else 5

    def run(self, race: Race) -> list[Step]:
        """BH-Q24: the wounds are simultaneous."""
        rule = "BH-R6" if self.side == 0 else "BH-R4"
        hurt: i64 = 0
        if not race.turn.charge:
            attacker = race.chariots[self.attacker]
            hurt = roll_for_wound(race, "ram", attacker, self.wounds_on(race, self.attacker), rule)
        defender = race.chariots[self.defender]
        hurt |= roll_for_wound(race, "ram", defender, self.wounds_on(race, self.defender), rule)
        return after_wounds(race, hurt)


@mypyc_attr(acyclic=True, free_list_len=1)
class TakeSquare(Step):
    """BH-R5, BH-R7: the attacker enters the square if it is free; if not, it stays where it is (BH-Q20).

    `repeated`: the mover met the defender before in this turn, so that being blocked ends its move (BH-Q23).
    """

    RULE: ClassVar[str] = "BH-R5"
    FIELDS: ClassVar[tuple[str, ...]] = ("attacker", "square", "repeated")
    __slots__ = FIELDS

    def __init__(self, attacker: i64, square: i64, repeated: bool = False) -> None:
        self.attacker = attacker
        self.square = square
        self.repeated = repeated

    def run(self, race: Race) -> list[Step]:
        """BH-Q24: a destroyed attacker enters nothing."""
        attacker = race.chariots[self.attacker]
        if attacker.fell:
            return NOTHING
        defender = race.chariot_at(self.square)
        if defender is not None:
            if race.logging:
                race.emit(Blocked(attacker.id, defender.id), "BH-Q20")
            if self.repeated:
                end_move(race, attacker, defender)
            return NOTHING
        if race.logging:
            race.emit(Entered(attacker.id, attacker.square, self.square))
        return arrive(race, attacker, self.square)


@mypyc_attr(acyclic=True, free_list_len=1)
class Push(RamStep):
    """BH-R5, BH-Q20, BH-Q21: the defender of a sideswipe goes one square sideways, or into the wall."""

    RULE: ClassVar[str] = "BH-R5"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q21: a chariot pushed into a third one is the attacker of a new sideswipe."""
        defender = race.chariots[self.defender]
        if defender.fell or race.chariots[self.attacker].fell:
            return NOTHING
        lanes = race.track.lanes
        square = lanes.side_left[defender.square] if self.side < 0 else lanes.side_right[defender.square]
        if square < 0:
            return [WallTest(defender.id, self.side)]
        third = race.chariot_at(square)
        if third is not None:
            return [Sideswipe(defender.id, third.id, self.side)]
        if race.logging:
            race.emit(Pushed(defender.id, defender.square, square))
        return arrive(race, defender, square)


@mypyc_attr(acyclic=True, free_list_len=1)
class Throw(PairStep):
    """BH-R7, BH-Q22: a die decides where the defender of a shunt goes: 1-2 left, 3-4 straight, 5-6 right."""

    RULE: ClassVar[str] = "BH-R7"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Clear the square in any case: a chariot that cannot go diagonally goes straight ahead."""
        defender = race.chariots[self.defender]
        if defender.fell or race.chariots[self.attacker].fell:
            return NOTHING
        side = race.turn.aim
        if not race.turn.charge:
            die: i64 = race.roll("direction", 1, defender.id)[0]
            side = (die + 1) // 2 - 2
        came = defender.square
        if side == 0 or not can_go_diagonally(race, came):
            return push_forward(race, defender)
        lanes = race.track.lanes
        square: i64 = lanes.left[came] if side < 0 else lanes.right[came]
        if square < 0:
            return [WallTest(defender.id, side), ThrowForward(defender.id, came)]
        third = race.chariot_at(square)
        if third is not None:
            return [Sideswipe(defender.id, third.id, side), ThrowForward(defender.id, came)]
        if race.logging:
            race.emit(Pushed(defender.id, came, square))
        return arrive(race, defender, square)


@mypyc_attr(acyclic=True, free_list_len=1)
class ThrowForward(ChariotStep):
    """BH-Q22: a shunted chariot that is still on its square goes straight ahead."""

    RULE: ClassVar[str] = "BH-Q22"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Push it ahead, unless it has moved or is destroyed."""
        chariot = race.chariots[self.chariot]
        if chariot.fell or chariot.square != self.came:
            return NOTHING
        return push_forward(race, chariot)


def can_go_diagonally(race: Race, square: i64) -> bool:
    """BH-Q22: return whether a push may go diagonally: on a straight, not from its last square or a jump square
    (BH-Q25).
    """
    lanes = race.track.lanes
    if not lanes.straight[square] or race.track.kind[square] == JUMP:
        return False
    return lanes.segment[lanes.ahead[square]] == lanes.segment[square]


def push_forward(race: Race, chariot: Chariot) -> list[Step]:
    """Push a chariot one square straight ahead: it jumps from a jump square, and shunts a chariot ahead of it.

    BH-Q51: it makes no skid test on a bend square, because the next square is ground to put it on.
    """
    came = chariot.square
    if race.track.kind[came] == JUMP:
        from hippodrome.games.benhur.jumping import Leap  # jumping needs this module

        return [Leap(chariot.id, False)]
    square: i64 = race.track.ahead[came]
    other = race.chariot_at(square)
    if other is not None:
        return [Shunt(chariot.id, other.id)]
    if race.logging:
        race.emit(Pushed(chariot.id, came, square))
    return arrive(race, chariot, square)
