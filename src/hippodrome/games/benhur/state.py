"""The state of a race: the chariots, the turn in progress and the track."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.card_effects import CardSet
from hippodrome.games.benhur.events import LineCrossed, TrickShown, Won
from hippodrome.games.benhur.track import Track
from hippodrome.kit.dice import Dice
from hippodrome.kit.state import Row, State

DEFAULT_WOUNDS: Final = 5  # BH-D1
PROGRESS_PER_LAP: Final = 100_000  # more than the progress ranks of any track
NO_CHARIOT: Final = -1
NO_SQUARE: Final = -1

# Reasons why a race ended.
RUNNING: Final = ""
FINISHED: Final = "finished"
LAST_LEFT: Final = "last chariot left"
ALL_DESTROYED: Final = "all destroyed"
OUT_OF_ROUNDS: Final = "out of rounds"

# Kinds of test.
LANE_TEST: Final = 1
SKID_TEST: Final = 2
JUMP_TEST: Final = 3


@mypyc_attr(acyclic=True)
class Chariot(Row):
    """A chariot. Its id is its seat; `hand` has bit n set for trick n; `fell` is 0 while it is in the race."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "id", "square", "whips", "wounds", "crossings", "spun", "wet", "hand", "sand", "rein", "saved", "bribed",
        "fell",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        id: i64,
        square: i64 = NO_SQUARE,
        whips: i64 = 1,  # BH-M2
        wounds: i64 = DEFAULT_WOUNDS,  # BH-D1
        crossings: i64 = 0,
        spun: bool = False,
        wet: bool = False,
        hand: i64 = 0,
        sand: bool = False,  # trick 20 affects its next turn
        rein: bool = False,  # trick 8: any whips next turn
        saved: i64 = 0,  # trick 8: points for the next move
        bribed: bool = False,  # trick 22: one point more this turn
        fell: i64 = 0,  # the moment of its destruction, counted from 1
    ) -> None:
        self.id = id
        self.square = square
        self.whips = whips
        self.wounds = wounds
        self.crossings = crossings
        self.spun = spun
        self.wet = wet
        self.hand = hand
        self.sand = sand
        self.rein = rein
        self.saved = saved
        self.bribed = bribed
        self.fell = fell

    def clone(self) -> Chariot:
        """Return a copy."""
        return Chariot(
            self.id, self.square, self.whips, self.wounds, self.crossings, self.spun, self.wet, self.hand, self.sand,
            self.rein, self.saved, self.bribed, self.fell,
        )  # fmt: skip


@mypyc_attr(acyclic=True, free_list_len=1)
class Turn(Row):
    """The turn in progress: everything that must be remembered from its first trick to its last fight."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "mover", "whips", "dice", "points", "bonus", "left", "met", "ended", "thunder", "greased", "netted", "blind",
        "cursed", "hugger", "free", "test", "testing", "tested", "granted", "stands", "spoke", "linchpin", "hubs",
        "charge", "aim", "spear", "ducked", "strike",
    )  # fmt: skip
    __slots__ = FIELDS

    def __init__(
        self,
        mover: i64,
        whips: i64 = 0,  # dice of this turn's move, tests and jumps (BH-Q41)
        dice: bytes = b"",
        points: i64 = 0,
        bonus: i64 = 0,
        left: i64 = NO_SQUARE,  # the last square the mover left
        met: i64 = 0,  # a bit for every pair that has rolled for wounds (BH-Q23)
        ended: bool = False,  # the mover has spun or is destroyed: no more tricks or fights
        thunder: bool = False,  # trick 2 has set the whips
        greased: bool = False,  # trick 16
        netted: bool = False,  # trick 19
        blind: bool = False,  # trick 20
        cursed: bool = False,  # trick 21
        hugger: bool = False,  # trick 5
        free: i64 = -1,  # trick 4: changes that still give their point back; -1 if it is not in play
        test: bytes = b"",
        testing: i64 = 0,
        tested: i64 = NO_CHARIOT,
        granted: bool = False,  # tricks 3 and 7: the test counts as passed
        stands: bool = False,  # trick 6 has been played on this roll
        spoke: bool = False,  # the player who rolled has played a trick on this roll (BH-Q48)
        linchpin: bool = False,  # trick 17
        hubs: i64 = NO_CHARIOT,  # trick 12: the chariot that played it in this contact
        charge: bool = False,  # trick 11 has been played in this contact
        aim: i64 = 0,
        spear: bool = False,  # trick 13 has been played on this attack
        ducked: bool = False,  # trick 14 has been played on this attack
        strike: i64 = 0,
    ) -> None:
        """Begin a turn in which nothing has happened yet."""
        self.mover = mover
        self.whips = whips
        self.dice = dice
        self.points = points
        self.bonus = bonus
        self.left = left
        self.met = met
        self.ended = ended
        self.thunder = thunder
        self.greased = greased
        self.netted = netted
        self.blind = blind
        self.cursed = cursed
        self.hugger = hugger
        self.free = free
        self.test = test
        self.testing = testing
        self.tested = tested
        self.granted = granted
        self.stands = stands
        self.spoke = spoke
        self.linchpin = linchpin
        self.hubs = hubs
        self.charge = charge
        self.aim = aim
        self.spear = spear
        self.ducked = ducked
        self.strike = strike

    def clone(self) -> Turn:
        """Return a copy."""
        return Turn(
            self.mover, self.whips, self.dice, self.points, self.bonus, self.left, self.met, self.ended, self.thunder,
            self.greased, self.netted, self.blind, self.cursed, self.hugger, self.free, self.test, self.testing,
            self.tested, self.granted, self.stands, self.spoke, self.linchpin, self.hubs, self.charge, self.aim,
            self.spear, self.ducked, self.strike,
        )  # fmt: skip

    def begin_test(self, testing: i64, tested: i64) -> None:
        """Begin a lane change, skid test or jump of the chariot `tested`."""
        self.testing = testing
        self.tested = tested
        self.granted = False
        self.linchpin = False
        self.begin_roll()

    def begin_roll(self) -> None:
        """Begin a roll that tricks may answer."""
        self.stands = False
        self.spoke = False

    def begin_contact(self) -> None:
        """Begin a ram."""
        self.hubs = NO_CHARIOT
        self.charge = False
        self.aim = 0


class Race(State):
    """A race in progress."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "laps", "tricks", "shuffled", "max_wounds", "stops_at_repeat", "free_first_turn", "round", "order", "caltrops",
        "discard", "deck", "moments", "winner", "reason",
    )  # fmt: skip
    DERIVED: ClassVar[tuple[str, ...]] = ("held_tricks",)
    ROWS: ClassVar[dict[str, type[Row]]] = {"chariots": Chariot, "turn": Turn}
    __slots__ = (*FIELDS, "cards", "chariots", "held_tricks", "track", "turn")

    def __init__(
        self,
        track: Track,
        cards: CardSet,
        laps: i64,
        tricks: i64,
        shuffled: bool,
        max_wounds: i64,
        stops_at_repeat: bool,
        free_first_turn: bool,
        chariots: list[Chariot],
        turn: Turn,
        dice: Dice,
    ) -> None:
        super().__init__(dice)
        self.track = track
        self.cards = cards
        self.laps = laps
        self.tricks = tricks
        self.shuffled = shuffled  # the order of play is drawn each round
        self.max_wounds = max_wounds  # wounds of an undamaged chariot (BH-D1)
        self.stops_at_repeat = stops_at_repeat  # meeting the same chariot again ends a move (BH-Q23)
        self.free_first_turn = free_first_turn  # whips may change in round 1 (BH-Q6)
        self.chariots = chariots
        self.turn = turn
        self.round: i64 = 0
        self.order: tuple[int, ...] = ()
        self.caltrops: i64 = NO_SQUARE
        self.discard: tuple[int, ...] = ()
        self.deck: tuple[int, ...] = ()
        self.moments: i64 = 0
        self.winner: i64 = NO_CHARIOT
        self.reason: str = RUNNING
        self.held_tricks: i64 = 0  # the effects of the cards in all hands

    def clone(self) -> Race:
        """Return an independent copy without the log."""
        other = Race(
            self.track, self.cards, self.laps, self.tricks, self.shuffled, self.max_wounds, self.stops_at_repeat,
            self.free_first_turn, [row.clone() for row in self.chariots], self.turn.clone(), self.dice.clone(),
        )  # fmt: skip
        other.agenda = self.agenda.copy()
        other.over = self.over
        other.undo_barrier = self.undo_barrier
        other.round = self.round
        other.order = self.order
        other.caltrops = self.caltrops
        other.discard = self.discard
        other.deck = self.deck
        other.moments = self.moments
        other.winner = self.winner
        other.reason = self.reason
        other.held_tricks = self.held_tricks
        return other

    def recount_hands(self) -> None:
        """Update `held_tricks` after cards were dealt, played or lost."""
        held: i64 = 0
        for chariot in self.chariots:
            held |= self.cards.effects_in(chariot.hand)
        self.held_tricks = held

    # ---------------------------------------------------------------- queries

    def unseen_tricks(self) -> i64:
        """Return the effects of all cards in hands and deck: those that no seat has seen played or revealed."""
        unseen = self.held_tricks
        for number in self.deck:
            unseen |= 1 << self.cards.effect[number]
        return unseen

    def chariot_at(self, square: i64) -> Chariot | None:
        """Return the chariot on a square, or None."""
        for chariot in self.chariots:
            if chariot.square == square and chariot.fell == 0:
                return chariot
        return None

    def survivors(self) -> list[Chariot]:
        """Return the chariots that have not been destroyed, by seat."""
        return [chariot for chariot in self.chariots if chariot.fell == 0]

    def progress(self, chariot: Chariot) -> i64:
        """BH-Q35: return how far a chariot has come; level chariots have the same figure."""
        if chariot.square < 0:
            return -1
        rank: i64 = self.track.progress_rank[chariot.square]
        return chariot.crossings * PROGRESS_PER_LAP + rank

    def lane_of(self, chariot: Chariot) -> i64:
        """Return the lane of a chariot."""
        return self.track.lanes.lane[chariot.square]

    def standings(self) -> list[int]:
        """BH-Q4: return all chariots from first to last: by progress, then the destroyed, the last to fall first."""
        keys: list[int] = []
        for chariot in self.chariots:
            lane: i64 = self.lane_of(chariot) if chariot.square >= 0 else 0
            behind = 8 * PROGRESS_PER_LAP - self.progress(chariot)
            if chariot.fell:
                behind += (self.moments + 1 - chariot.fell) * 16 * PROGRESS_PER_LAP
            keys.append(behind * 64 + lane * 8 + chariot.id)
        keys.sort()
        return [key & 7 for key in keys]

    def is_near(self, one: Chariot, other: Chariot) -> bool:
        """BH-Q45: return whether two chariots are at most two segments and three king's moves apart."""
        lanes = self.track.lanes
        return (
            lanes.segments_apart(one.square, other.square) <= 2 and lanes.grid_distance(one.square, other.square) <= 3
        )

    def have_met(self, one: i64, other: i64) -> bool:
        """BH-Q23: return whether two chariots have rolled for wounds this turn."""
        return (self.turn.met & pair_bit(one, other)) != 0

    # ---------------------------------------------------------------- changes

    def place(self, chariot: Chariot, square: i64) -> None:
        """Place a chariot on a square. A crossing of the line counts, and the last one wins at once (BH-Q4)."""
        came = chariot.square
        chariot.square = square
        if chariot.id == self.turn.mover:
            self.turn.left = came
        past_line = self.track.past_line
        if past_line[square] and not past_line[came]:
            chariot.crossings += 1
            if self.logging and chariot.crossings <= self.laps:
                self.emit(LineCrossed(chariot.id, chariot.crossings), "BH-Q35")
            if chariot.crossings > self.laps:
                self.win(chariot.id, FINISHED)

    def win(self, winner: i64, reason: str) -> None:
        """End the race. Only the first call has an effect."""
        if self.over:
            return
        self.winner = winner
        self.reason = reason
        if self.logging:
            self.emit(Won(winner), "BH-Q4")
        for chariot in self.chariots:
            self.reveal_hand(chariot, "BH-Q33")
        self.recount_hands()
        self.finish()

    def reveal_hand(self, chariot: Chariot, rule: str) -> None:
        """Discard the unplayed tricks of a chariot face up."""
        for number in tricks_in_hand(chariot.hand):
            self.discard = (*self.discard, number)
            if self.logging:
                self.emit(TrickShown(chariot.id, number), rule)
        chariot.hand = 0


def tricks_in_hand(hand: i64) -> list[int]:
    """Return the numbers of the tricks in a hand."""
    numbers: list[int] = []
    number: i64 = 1
    rest = hand >> 1
    while rest:
        if rest & 1:
            numbers.append(number)
        rest >>= 1
        number += 1
    return numbers


def pair_bit(one: i64, other: i64) -> i64:
    """Return the bit that stands for a pair of chariots."""
    low = min(one, other)
    high = max(one, other)
    return 1 << (low * 6 + high)
