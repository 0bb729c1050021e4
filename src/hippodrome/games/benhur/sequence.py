"""The sequence of play: start, rounds, turns, whips, movement dice (BH-Q1 to BH-Q8, BH-M1 to BH-M4, BH-Q46).

The dice of a turn fall in the order of BH-Q50: each step throws its own, and the steps come in that order.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import (
    Healed,
    LaneTaken,
    MoveCounted,
    RoundBegan,
    TrickDealt,
    TurnBegan,
    TurnedRound,
    WhipsSet,
)
from hippodrome.games.benhur.movement import GO_ON
from hippodrome.games.benhur.refusals import refuse_whips, whips_allowed
from hippodrome.games.benhur.state import OUT_OF_ROUNDS, WOUNDS, Chariot, Race, Turn, new_turn
from hippodrome.games.benhur.tricks import (
    BRIBED_STEWARD,
    CRACK_OF_THUNDER,
    CURSE_TABLET,
    FRESH_HORSES,
    GREASED_AXLE,
    PATCHED_WHEEL,
    ROAR_OF_THE_CROWD,
    SPINA_HUGGER,
    THROWN_NET,
    TrickWindow,
    bit,
    played,
)
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.dice import highest, lowest
from hippodrome.kit.geometry.lanes import LANES
from hippodrome.kit.scene import FACTIONS

ROUNDS_PER_LAP: Final = 150  # BH-Q49
LANE: Final = [Action("lane", (lane,)) for lane in range(LANES + 1)]
WHIPS: Final = [Action("whips", (whips,)) for whips in range(4)]
# Legal whips by lowest and highest, the present ones first where they are among them.
_WHIPS_FROM: Final = [
    [
        *[WHIPS[n] for n in range(low, high + 1) if n == present],
        *[WHIPS[n] for n in range(low, high + 1) if n != present],
    ]
    for present in range(4)
    for low in range(4)
    for high in range(4)
]


# -------------------------------------------------------------------- the start


@mypyc_attr(acyclic=True)
class StartRolls(Step):
    """BH-Q5: all throw a die, the highest picks a lane first; ties are thrown again."""

    RULE: ClassVar[str] = "BH-Q5"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Then the lanes are picked, and the cards dealt."""
        seats = [int(chariot.id) for chariot in race.chariots]
        order = self.ranked(race, seats)
        race.order = tuple(order)
        picks: list[Step] = [PickLane(place) for place in range(len(order))]
        return [*picks, DEAL, NEW_ROUND]

    def ranked(self, race: Race, seats: list[int]) -> list[int]:
        """Seats by their dice, highest first; those with equal dice throw again among themselves."""
        rolls: dict[int, list[int]] = {}
        for seat in seats:
            rolls.setdefault(race.roll("start", 1, seat)[0], []).append(seat)
        order: list[int] = []
        for die in sorted(rolls, reverse=True):
            group = rolls[die]
            order += group if len(group) == 1 else self.ranked(race, group)
        return order


@mypyc_attr(acyclic=True)
class PickLane(Choice):
    """BH-Q5: a free lane of the first row; the fifth and sixth chariot stand in the second."""

    RULE: ClassVar[str] = "BH-Q5"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def row(self, race: Race) -> int:
        """Return the square of segment 0 on which the row stands."""
        return race.track.start[0] if self.place < LANES else race.track.start[1]

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the next in the order of the dice."""
        return (race.order[self.place],)

    def proposals(self, race: Race) -> list[Action]:
        """Return the free lanes, the lowest first."""
        row = self.row(race)
        lanes = race.track.lanes
        return [LANE[lane] for lane in range(1, LANES + 1) if race.at(lanes.number(0, lane, row)) is None]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Taken, or no lane at all."""
        if action.verb != "lane" or len(action.args) != 1:
            return None
        if not 1 <= action.args[0] <= LANES:
            return Refusal("BH-Q5", f"There are {LANES} lanes.")
        return Refusal("BH-Q5", f"Lane {action.args[0]} of this row is taken.")

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Take the place."""
        chariot = race.chariots[race.order[self.place]]
        chariot.square = race.track.lanes.number(0, action.args[0], self.row(race))
        if race.logging:
            race.emit(LaneTaken(chariot.id, -1, chariot.square))
        return NOTHING


@mypyc_attr(acyclic=True)
class Deal(Step):
    """BH-C1: each player is dealt his tricks at random, from the deck of the track (BH-Q48)."""

    RULE: ClassVar[str] = "BH-C1"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Cards are hidden until they are played (BH-Q33)."""
        deck = list(race.deck)
        for chariot in race.chariots:
            for card in race.draw(deck, race.tricks):
                chariot.hand |= 1 << card
                if race.logging:
                    race.emit(TrickDealt(chariot.id, card))
        race.deck = tuple(deck)
        race.recount_hands()
        return NOTHING


# -------------------------------------------------------------------- rounds and turns


@mypyc_attr(acyclic=True)
class NewRound(Step):
    """BH-Q2: the order of the round is fixed: from the leader backwards, or drawn if the table wants it so."""

    RULE: ClassVar[str] = "BH-Q2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """No race goes on for ever (BH-Q49)."""
        race.undo_barrier += 1
        if race.round >= ROUNDS_PER_LAP * race.laps:
            race.win(race.standings()[0], OUT_OF_ROUNDS)
            return NOTHING
        race.round += 1
        order = [chariot for chariot in race.standings() if race.chariots[chariot].fell == 0]
        if race.shuffled:
            order = race.draw(sorted(order), len(order))
        race.order = tuple(order)
        if race.logging:
            race.emit(RoundBegan(race.round, race.order))
        return TURNS_OF_ROUND if ROUND_TRICKS.is_idle(race) else [ROUND_TRICKS, *TURNS_OF_ROUND]

    def breadcrumb(self, race: Race) -> str:
        """Return the round, while this step waits for the next."""
        return f"Round {race.round}" if race.round else "Start"


@mypyc_attr(acyclic=True)
class RoundTricks(TrickWindow):
    """Trick 22, before a round: take the first turn of it, and one point more."""

    RULE: ClassVar[str] = "BH-T22"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(BRIBED_STEWARD)

    def order(self, race: Race) -> list[int]:
        """By seat, because the trick changes the order of the round."""
        return [int(chariot.id) for chariot in race.chariots]

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Not for whoever is first anyway."""
        return self.mask if race.order[0] != chariot.id and chariot.fell == 0 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """To the head of the list."""
        played(race, seat, action)
        race.order = (int(seat), *[other for other in race.order if other != seat])
        race.chariots[seat].bribed = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return RoundTricks(asked)


@mypyc_attr(acyclic=True)
class NextTurn(Step):
    """BH-Q6: the turn of the chariot at a place of the order: tricks, whips, dice, move, fighting."""

    RULE: ClassVar[str] = "BH-Q6"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def run(self, race: Race) -> list[Step]:
        """Return the destroyed are skipped; a spun chariot only turns round (BH-Q17)."""
        if self.place >= len(race.order):
            return NOTHING
        chariot = race.chariots[race.order[self.place]]
        if chariot.fell:
            return [NEXT_TURN[self.place + 1]]
        race.undo_barrier += 1
        race.turn = new_turn(chariot.id)
        if chariot.spun:
            chariot.spun = False
            chariot.sand = False
            chariot.bribed = False
            if race.logging:
                race.emit(TurnedRound(chariot.id), "BH-S5")
            return [NEXT_TURN[self.place + 1]]
        if race.logging:
            race.emit(TurnBegan(chariot.id), "BH-Q6")
        self.carry_over(race, chariot)
        return PLAIN_TURNS[self.place] if TURN_TRICKS.is_idle(race) else TURNS[self.place]

    def carry_over(self, race: Race, chariot: Chariot) -> None:
        """What earlier tricks (8, 20, 22) do to this turn."""
        bonus = chariot.saved
        chariot.saved = 0
        if chariot.sand:
            chariot.sand = False
            race.turn.blind = True
            bonus -= 1
        if chariot.bribed:
            chariot.bribed = False
            bonus += 1
        race.turn.bonus = bonus

    def breadcrumb(self, race: Race) -> str:
        """Whose turn it is, while this step waits for the next."""
        return f"{FACTIONS[race.turn.mover]}'s turn" if self.place else ""


@mypyc_attr(acyclic=True)
class TurnTricks(TrickWindow):
    """At the start of a turn: the mover's 2, 5 and 9, then his rivals' 16 and 19."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(CRACK_OF_THUNDER) | bit(SPINA_HUGGER) | bit(PATCHED_WHEEL) | bit(GREASED_AXLE) | bit(THROWN_NET)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Own tricks for the mover, hostile ones for the others."""
        mover = race.chariots[race.turn.mover]
        if chariot.id == mover.id:
            own = bit(SPINA_HUGGER)
            if race.round > 1 and not mover.wet:
                own |= bit(CRACK_OF_THUNDER)
            return own | bit(PATCHED_WHEEL) if mover.wounds < WOUNDS else own
        hostile = bit(THROWN_NET) if race.is_near(chariot, mover) else 0
        if mover.whips >= 2 and not mover.wet and not race.turn.thunder:
            hostile |= bit(GREASED_AXLE)
        return hostile

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T2, BH-T5, BH-T16 and BH-T19 change this turn, BH-T9 mends the chariot."""
        turn = race.turn
        mover = race.chariots[turn.mover]
        number = played(race, seat, action, turn.mover)
        if number == CRACK_OF_THUNDER:
            turn.thunder = True
            turn.bonus += 2
            mover.rein = False
            set_whips(race, mover, min(mover.whips + 2, 3))
        elif number == SPINA_HUGGER:
            turn.hugger = True
        elif number == PATCHED_WHEEL:
            mover.wounds = min(mover.wounds + 2, WOUNDS)
            if race.logging:
                race.emit(Healed(mover.id, mover.wounds), "BH-T9")
        elif number == GREASED_AXLE:
            turn.greased = True
        else:
            turn.netted = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return TurnTricks(asked)


def set_whips(race: Race, chariot: Chariot, whips: i64) -> None:
    """The chariot goes at this speed now."""
    chariot.whips = whips
    if race.logging:
        race.emit(WhipsSet(chariot.id, whips))


@mypyc_attr(acyclic=True)
class SetWhips(Choice):
    """BH-M3: up or down one whip each turn; the first change comes in round 2 (BH-Q6)."""

    RULE: ClassVar[str] = "BH-M3"
    __slots__ = ()

    def waits(self, race: Race) -> bool:
        """Unless trick 2 has set them."""
        return not race.turn.thunder

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Return the present whips first."""
        chariot = race.chariots[race.turn.mover]
        low, high = whips_allowed(race, chariot)
        return _WHIPS_FROM[chariot.whips * 16 + low * 4 + high]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Which rule limits the whips."""
        return refuse_whips(race, action)

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Set them; what bound them before is over."""
        chariot = race.chariots[race.turn.mover]
        chariot.wet = False
        chariot.rein = False
        set_whips(race, chariot, action.args[0])
        return NOTHING


# -------------------------------------------------------------------- the movement dice


@mypyc_attr(acyclic=True)
class RollMove(Step):
    """BH-M4: one die for each whip."""

    RULE: ClassVar[str] = "BH-M4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Throw them, then tricks, then count."""
        turn = race.turn
        turn.whips = race.chariots[turn.mover].whips
        turn.open_roll()
        turn.dice = race.roll("move", turn.whips, turn.mover)
        return COUNT_MOVE.run(race) if ROLL_TRICKS.is_idle(race) else ROLLED


@mypyc_attr(acyclic=True)
class RollTricks(TrickWindow):
    """After the movement dice: the mover's 1 and 6, then his rivals' 21."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(FRESH_HORSES) | bit(ROAR_OF_THE_CROWD) | bit(CURSE_TABLET)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """21 needs two or three dice."""
        if chariot.id == race.turn.mover:
            return bit(FRESH_HORSES) | bit(ROAR_OF_THE_CROWD)
        return bit(CURSE_TABLET) if race.turn.whips >= 2 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T1 adds 3, BH-T6 throws again, BH-T21 takes the lowest die; after it the mover may still play 6."""
        turn = race.turn
        number = played(race, seat, action, turn.mover)
        if number == CURSE_TABLET:
            turn.cursed = True
            return [ROLL_LAST_WORD]
        turn.spoke = True
        if number == FRESH_HORSES:
            turn.bonus += 3
        else:
            turn.dice = race.roll("move", turn.whips, turn.mover)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return RollTricks(asked)


@mypyc_attr(acyclic=True)
class RollLastWord(TrickWindow):
    """After 21 the mover may still throw his movement dice again with 6; the lowest of the new ones counts."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def __init__(self, asked: i64) -> None:
        self.asked = asked
        self.mask = bit(ROAR_OF_THE_CROWD)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Only the mover's, and only if he has played nothing on this roll (BH-Q48)."""
        return self.mask if chariot.id == race.turn.mover and not race.turn.spoke else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Return the new dice stand."""
        played(race, seat, action)
        race.turn.dice = race.roll("move", race.turn.whips, seat)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Go on with the next."""
        return RollLastWord(asked)


@mypyc_attr(acyclic=True)
class CountMove(Step):
    """BH-M4, BH-Q46: the highest die, what tricks add and take, halved by trick 19, and never less than 1."""

    RULE: ClassVar[str] = "BH-M4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Return the whole of it must be moved (BH-Q8)."""
        turn = race.turn
        turn.points = counted(turn, lowest(turn.dice) if turn.cursed else highest(turn.dice))
        if race.logging:
            race.emit(MoveCounted(turn.mover, turn.points))
        return GO_ON


def counted(turn: Turn, die: i64) -> i64:
    """BH-Q46: the points of a move whose die shows this."""
    points = die + turn.bonus
    if turn.netted:
        points = (points + 1) // 2
    return max(points, 1)


START_ROLLS: Final = StartRolls()
DEAL: Final = Deal()
NEW_ROUND: Final = NewRound()
ROUND_TRICKS: Final = RoundTricks(0)
ROLL_LAST_WORD: Final = RollLastWord(0)
ROLL_TRICKS: Final = RollTricks(0)
COUNT_MOVE: Final = CountMove()
ROLLED: Final[list[Step]] = [ROLL_TRICKS, COUNT_MOVE]
NEXT_TURN: Final = [NextTurn(place) for place in range(8)]
TURNS_OF_ROUND: Final[list[Step]] = [NEXT_TURN[0], NEW_ROUND]
TURN_TRICKS: Final = TurnTricks(0)
SET_WHIPS: Final = SetWhips()
ROLL_MOVE: Final = RollMove()
PLAIN_TURNS: Final[list[list[Step]]] = [[SET_WHIPS, ROLL_MOVE, NEXT_TURN[place + 1]] for place in range(7)]
TURNS: Final[list[list[Step]]] = [[TURN_TRICKS, *steps] for steps in PLAIN_TURNS]
