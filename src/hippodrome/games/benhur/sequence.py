"""The sequence of play: start, rounds, turns, whips, movement dice (BH-Q1 to BH-Q8, BH-M1 to BH-M4, BH-Q46).

The dice of a turn are rolled in the order of BH-Q50: each step rolls its own, and the steps come in that order.
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
from hippodrome.games.benhur.movement import CONTINUE_MOVE
from hippodrome.games.benhur.refusals import refuse_whips, whips_allowed
from hippodrome.games.benhur.state import OUT_OF_ROUNDS, Chariot, Race, Turn
from hippodrome.games.benhur.tricks import (
    BRIBED_STEWARD,
    CRACK_OF_THUNDER,
    CURSE_TABLET,
    FRESH_HORSES,
    GREASED_AXLE,
    PATCHED_WHEEL,
    ROAR_OF_THE_CROWD,
    SAND_IN_THE_EYES,
    SPINA_HUGGER,
    THROWN_NET,
    TrickWindow,
    play_trick,
    trick_bit,
)
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step
from hippodrome.kit.dice import highest, lowest
from hippodrome.kit.geometry.lanes import LANES
from hippodrome.kit.scene import FACTIONS

MAX_ROUNDS_PER_LAP: Final = 150  # BH-Q49
LANE_ACTIONS: Final = [Action("lane", (lane,)) for lane in range(LANES + 1)]
WHIP_ACTIONS: Final = [Action("whips", (whips,)) for whips in range(4)]
# Legal whips by present, lowest and highest whips; the present ones come first if they are legal.
_WHIP_CHOICES: Final = [
    [
        *[WHIP_ACTIONS[n] for n in range(low, high + 1) if n == present],
        *[WHIP_ACTIONS[n] for n in range(low, high + 1) if n != present],
    ]
    for present in range(4)
    for low in range(4)
    for high in range(4)
]


# -------------------------------------------------------------------- the start


@mypyc_attr(acyclic=True)
class StartRolls(Step):
    """BH-Q5: all players roll a die, and the highest picks a lane first; ties are rerolled."""

    RULE: ClassVar[str] = "BH-Q5"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Rank the seats, then let them pick lanes and deal the cards."""
        seats = [int(chariot.id) for chariot in race.chariots]
        order = self.rank_by_roll(race, seats)
        race.order = tuple(order)
        picks: list[Step] = [PickLane(place) for place in range(len(order))]
        return [*picks, DEAL, NEW_ROUND]

    def rank_by_roll(self, race: Race, seats: list[int]) -> list[int]:
        """Return the seats by their dice, highest first; seats with equal dice reroll among themselves."""
        rolls: dict[int, list[int]] = {}
        for seat in seats:
            rolls.setdefault(race.roll("start", 1, seat)[0], []).append(seat)
        order: list[int] = []
        for die in sorted(rolls, reverse=True):
            group = rolls[die]
            order += group if len(group) == 1 else self.rank_by_roll(race, group)
        return order


@mypyc_attr(acyclic=True)
class PickLane(Choice):
    """BH-Q5: choose a free lane of the first row; the fifth and sixth chariot start in the second."""

    RULE: ClassVar[str] = "BH-Q5"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def row(self, race: Race) -> int:
        """Return the square of segment 0 on which the row lies."""
        return race.track.start[0] if self.place < LANES else race.track.start[1]

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the next seat in the order of the dice."""
        return (race.order[self.place],)

    def proposals(self, race: Race) -> list[Action]:
        """Return the free lanes, the lowest first."""
        row = self.row(race)
        squares = [race.track.lanes.number(0, lane, row) for lane in range(1, LANES + 1)]
        return [LANE_ACTIONS[lane] for lane in range(1, LANES + 1) if race.chariot_at(squares[lane - 1]) is None]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Return why the lane cannot be chosen: it is taken, or there is no such lane."""
        if action.verb != "lane" or len(action.args) != 1:
            return None
        if not 1 <= action.args[0] <= LANES:
            return Refusal("BH-Q5", f"There are only {LANES} lanes.")
        return Refusal("BH-Q5", f"Lane {action.args[0]} of this row is already taken.")

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Put the chariot on its starting square."""
        chariot = race.chariots[race.order[self.place]]
        chariot.square = race.track.lanes.number(0, action.args[0], self.row(race))
        if race.logging:
            race.emit(LaneTaken(chariot.id, -1, chariot.square))
        return NOTHING


@mypyc_attr(acyclic=True)
class Deal(Step):
    """BH-C1: each player is dealt tricks at random from the deck of the track (BH-Q48)."""

    RULE: ClassVar[str] = "BH-C1"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q33: cards stay hidden until they are played."""
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
    """BH-Q2: fix the order of the round: from the leader backwards, or drawn if that option is chosen."""

    RULE: ClassVar[str] = "BH-Q2"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q49: end the race when the rounds have run out."""
        race.undo_barrier += 1
        if race.round >= MAX_ROUNDS_PER_LAP * race.laps:
            race.win(race.standings()[0], OUT_OF_ROUNDS)
            return NOTHING
        race.round += 1
        order = [chariot for chariot in race.standings() if race.chariots[chariot].fell == 0]
        if race.shuffled:
            order = race.draw(sorted(order), len(order))
        race.order = tuple(order)
        if race.logging:
            race.emit(RoundBegan(race.round, race.order))
        return ROUND_STEPS if ROUND_TRICKS.can_skip(race) else [ROUND_TRICKS, *ROUND_STEPS]

    def breadcrumb(self, race: Race) -> str:
        """Return the number of the round."""
        return f"Round {race.round}" if race.round else "Start"


@mypyc_attr(acyclic=True)
class RoundTricks(TrickWindow):
    """BH-T22: before a round, take its first turn and 1 extra point."""

    RULE: ClassVar[str] = "BH-T22"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return trick_bit(BRIBED_STEWARD)

    def order(self, race: Race) -> list[int]:
        """Return the seats in order, because the trick changes the order of the round."""
        return [int(chariot.id) for chariot in race.chariots]

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the trick, except for the chariot that is first anyway."""
        return self.tricks() if race.order[0] != chariot.id and chariot.fell == 0 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Move the chariot to the head of the order."""
        play_trick(race, seat, action)
        race.order = (int(seat), *[other for other in race.order if other != seat])
        race.chariots[seat].bribed = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return RoundTricks(asked)


@mypyc_attr(acyclic=True)
class NextTurn(Step):
    """BH-Q6: the turn of the chariot at a place in the order: tricks, whips, dice, move, fighting."""

    RULE: ClassVar[str] = "BH-Q6"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def run(self, race: Race) -> list[Step]:
        """BH-Q17: destroyed chariots are skipped; a spun chariot only turns round."""
        if self.place >= len(race.order):
            return NOTHING
        chariot = race.chariots[race.order[self.place]]
        if chariot.fell:
            return [NEXT_TURN[self.place + 1]]
        race.undo_barrier += 1
        race.turn = Turn(chariot.id)
        if chariot.spun:
            chariot.spun = False
            chariot.sand = False
            chariot.bribed = False
            if race.logging:
                race.emit(TurnedRound(chariot.id), "BH-S5")
            return [NEXT_TURN[self.place + 1]]
        if race.logging:
            race.emit(TurnBegan(chariot.id), "BH-Q6")
        self.apply_carried_effects(race, chariot)
        return TURN_STEPS[self.place] if TURN_TRICKS.can_skip(race) else TURN_STEPS_WITH_TRICKS[self.place]

    def apply_carried_effects(self, race: Race, chariot: Chariot) -> None:
        """Apply the effects of earlier tricks (8, 20, 22) to this turn."""
        bonus = chariot.saved
        chariot.saved = 0
        if chariot.sand:
            chariot.sand = False
            race.turn.blind = True
            bonus -= race.cards.lasting_number(SAND_IN_THE_EYES, "less")
        if chariot.bribed:
            chariot.bribed = False
            bonus += race.cards.lasting_number(BRIBED_STEWARD, "add")
        race.turn.bonus = bonus

    def breadcrumb(self, race: Race) -> str:
        """Return whose turn it is."""
        return f"{FACTIONS[race.turn.mover]}'s turn" if self.place else ""


_TURN_TRICK_BITS: Final = (
    trick_bit(CRACK_OF_THUNDER)
    | trick_bit(SPINA_HUGGER)
    | trick_bit(PATCHED_WHEEL)
    | trick_bit(GREASED_AXLE)
    | trick_bit(THROWN_NET)
)


@mypyc_attr(acyclic=True)
class TurnTricks(TrickWindow):
    """BH-Q43: at the start of a turn, the mover's 2, 5 and 9, then its rivals' 16 and 19."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return _TURN_TRICK_BITS

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return own tricks for the mover, hostile ones for its rivals."""
        mover = race.chariots[race.turn.mover]
        if chariot.id == mover.id:
            own = trick_bit(SPINA_HUGGER)
            if race.round > 1 and not mover.wet:
                own |= trick_bit(CRACK_OF_THUNDER)
            return own | trick_bit(PATCHED_WHEEL) if mover.wounds < race.max_wounds else own
        hostile = trick_bit(THROWN_NET) if race.is_near(chariot, mover) else 0
        if mover.whips >= 2 and not mover.wet and not race.turn.thunder:
            hostile |= trick_bit(GREASED_AXLE)
        return hostile

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T2, BH-T5, BH-T16 and BH-T19 change this turn, BH-T9 repairs the chariot."""
        turn = race.turn
        mover = race.chariots[turn.mover]
        number = play_trick(race, seat, action, turn.mover)
        card: i64 = action.args[0]
        if number == CRACK_OF_THUNDER:
            turn.thunder = True
            turn.bonus += race.cards.number(card, "add")
            mover.rein = False
            set_whips(race, mover, min(mover.whips + race.cards.number(card, "whips"), 3))
        elif number == SPINA_HUGGER:
            turn.hugger = True
        elif number == PATCHED_WHEEL:
            mover.wounds = min(mover.wounds + race.cards.number(card, "heal"), race.max_wounds)
            if race.logging:
                race.emit(Healed(mover.id, mover.wounds), "BH-T9")
        elif number == GREASED_AXLE:
            turn.greased = True
        else:
            turn.netted = True
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return TurnTricks(asked)


def set_whips(race: Race, chariot: Chariot, whips: i64) -> None:
    """Set the speed of a chariot."""
    chariot.whips = whips
    if race.logging:
        race.emit(WhipsSet(chariot.id, whips))


@mypyc_attr(acyclic=True)
class SetWhips(Choice):
    """BH-M3: up or down one whip each turn; by default the first change comes in round 2 (BH-Q6)."""

    RULE: ClassVar[str] = "BH-M3"
    __slots__ = ()

    def waits(self, race: Race) -> bool:
        """Return whether the mover sets the whips; trick 2 has set them already."""
        return not race.turn.thunder

    def seats(self, race: Race) -> tuple[int, ...]:
        """Return the mover."""
        return (int(race.turn.mover),)

    def proposals(self, race: Race) -> list[Action]:
        """Return the legal whips, the present ones first."""
        chariot = race.chariots[race.turn.mover]
        low, high = whips_allowed(race, chariot)
        return _WHIP_CHOICES[chariot.whips * 16 + low * 4 + high]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Return which rule limits the whips."""
        return refuse_whips(race, action)

    def answer(self, race: Race, action: Action, seat: i64) -> list[Step]:
        """Set the whips, and end the effects that limited them."""
        chariot = race.chariots[race.turn.mover]
        chariot.wet = False
        chariot.rein = False
        set_whips(race, chariot, action.args[0])
        return NOTHING


# -------------------------------------------------------------------- the movement dice


@mypyc_attr(acyclic=True)
class RollMove(Step):
    """BH-M4: roll one die for each whip."""

    RULE: ClassVar[str] = "BH-M4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """Roll the dice, then ask for tricks, then count the move."""
        turn = race.turn
        turn.whips = race.chariots[turn.mover].whips
        turn.begin_roll()
        turn.dice = race.roll("move", turn.whips, turn.mover)
        return COUNT_MOVE.run(race) if ROLL_TRICKS.can_skip(race) else AFTER_MOVE_ROLL


_ROLL_TRICK_BITS: Final = trick_bit(FRESH_HORSES) | trick_bit(ROAR_OF_THE_CROWD) | trick_bit(CURSE_TABLET)


@mypyc_attr(acyclic=True)
class RollTricks(TrickWindow):
    """BH-Q43: after the movement dice, the mover may play trick 1 or 6, then its rivals trick 21."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return _ROLL_TRICK_BITS

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return own tricks for the mover, and 21 for its rivals if there are at least two dice."""
        if chariot.id == race.turn.mover:
            return trick_bit(FRESH_HORSES) | trick_bit(ROAR_OF_THE_CROWD)
        return trick_bit(CURSE_TABLET) if race.turn.whips >= 2 else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """BH-T1 adds 3, BH-T6 rerolls, BH-T21 takes the lowest die; after 21 the mover may still play 6."""
        turn = race.turn
        number = play_trick(race, seat, action, turn.mover)
        if number == CURSE_TABLET:
            turn.cursed = True
            return [ROLL_LAST_WORD]
        turn.spoke = True
        if number == FRESH_HORSES:
            turn.bonus += race.cards.number(action.args[0], "add")
        else:
            turn.dice = race.roll("move", turn.whips, turn.mover)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return RollTricks(asked)


@mypyc_attr(acyclic=True)
class RollLastWord(TrickWindow):
    """BH-Q43: after 21 the mover may still reroll with 6; the lowest of the new dice counts."""

    RULE: ClassVar[str] = "BH-Q43"
    __slots__ = ()

    def tricks(self) -> i64:
        """Return the tricks of this window."""
        return trick_bit(ROAR_OF_THE_CROWD)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return trick 6 for the mover, if it has played no other trick on this roll (BH-Q48)."""
        return self.tricks() if chariot.id == race.turn.mover and not race.turn.spoke else 0

    def respond(self, race: Race, seat: i64, action: Action) -> list[Step]:
        """Reroll the movement dice; the new dice stand."""
        play_trick(race, seat, action)
        race.turn.dice = race.roll("move", race.turn.whips, seat)
        return NOTHING

    def after(self, asked: i64) -> Step:
        """Return the window for the remaining seats."""
        return RollLastWord(asked)


@mypyc_attr(acyclic=True)
class CountMove(Step):
    """BH-M4, BH-Q46: the highest die, plus and minus tricks, halved by trick 19, and at least 1."""

    RULE: ClassVar[str] = "BH-M4"
    __slots__ = ()

    def run(self, race: Race) -> list[Step]:
        """BH-Q8: set the points; all of them must be used."""
        turn = race.turn
        turn.points = move_points(turn, lowest(turn.dice) if turn.cursed else highest(turn.dice))
        if race.logging:
            race.emit(MoveCounted(turn.mover, turn.points))
        return CONTINUE_MOVE


def move_points(turn: Turn, die: i64) -> i64:
    """BH-Q46: return the points of a move whose die shows this number."""
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
AFTER_MOVE_ROLL: Final[list[Step]] = [ROLL_TRICKS, COUNT_MOVE]
NEXT_TURN: Final = [NextTurn(place) for place in range(8)]
ROUND_STEPS: Final[list[Step]] = [NEXT_TURN[0], NEW_ROUND]
TURN_TRICKS: Final = TurnTricks(0)
SET_WHIPS: Final = SetWhips()
ROLL_MOVE: Final = RollMove()
TURN_STEPS: Final[list[list[Step]]] = [[SET_WHIPS, ROLL_MOVE, NEXT_TURN[place + 1]] for place in range(7)]
TURN_STEPS_WITH_TRICKS: Final[list[list[Step]]] = [[TURN_TRICKS, *steps] for steps in TURN_STEPS]
