"""Sneaky Trick cards: the windows in which they are played, in the order of BH-Q43, and their bits in a hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.events import TrickPlayed, WhipLost
from hippodrome.games.benhur.state import CARDS, NOBODY, Chariot, Race, in_hand
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.reactions import Window

FRESH_HORSES: Final = 1
CRACK_OF_THUNDER: Final = 2
STEADY_HANDS: Final = 3
INSIDE_LINE: Final = 4
SPINA_HUGGER: Final = 5
ROAR_OF_THE_CROWD: Final = 6
LEAP_OF_FAITH: Final = 7
REIN_IN: Final = 8
PATCHED_WHEEL: Final = 9
IRON_RIMS: Final = 10
SHOULDER_CHARGE: Final = 11
SCYTHED_HUBS: Final = 12
LONG_SPEAR: Final = 13
DUCK: Final = 14
CALTROPS: Final = 15
GREASED_AXLE: Final = 16
LOOSE_LINCHPIN: Final = 17
FLASH_OF_BRONZE: Final = 18
THROWN_NET: Final = 19
SAND_IN_THE_EYES: Final = 20
CURSE_TABLET: Final = 21
BRIBED_STEWARD: Final = 22

TRICK: Final = [Action("trick", (number,)) for number in range(CARDS + 1)]


def bit(number: i64) -> i64:
    """Return the bit of a trick in a hand."""
    return 1 << number


def holds(chariot: Chariot, number: i64) -> bool:
    """Return whether a chariot holds a trick."""
    return (chariot.hand & (1 << number)) != 0


def play(race: Race, seat: i64, number: i64, target: i64) -> None:
    """A trick is played face up and discarded (BH-C2)."""
    chariot = race.chariots[seat]
    chariot.hand &= ~(1 << number)
    race.discard = (*race.discard, int(number))
    race.undo_barrier += 1
    race.recount_hands()
    if race.logging:
        race.emit(TrickPlayed(seat, number, NOBODY if target == seat else target), f"BH-T{number}")


def lose_whip(race: Race, chariot: Chariot, number: i64) -> None:
    """Tricks 12 and 13: one whip less, but not below 1."""
    if chariot.whips > 1:
        chariot.whips -= 1
        if race.logging:
            race.emit(WhipLost(chariot.id, chariot.whips), f"BH-T{number}")


def no_such_trick(race: Race, seat: i64, action: Action) -> Refusal | None:
    """Return the refusal of a trick that is not held, or cannot be played now (BH-C2)."""
    if action.verb != "trick" or not action.args:
        return None
    number = action.args[0]
    if not 1 <= number <= CARDS or not holds(race.chariots[seat], number):
        return Refusal("BH-C2", f"You do not hold trick {number}.")
    return Refusal(f"BH-T{number}", f"Trick {number} cannot be played at this moment.")


def turn_order(race: Race) -> list[int]:
    """BH-Q43: the player whose turn it is, then the others in this round's order after him, wrapping round."""
    order = race.order
    size = len(order)
    for place in range(size):
        if order[place] == race.turn.mover:
            return [order[(place + after) % size] for after in range(size)]
    return list(order)


@mypyc_attr(acyclic=True)
class TrickWindow(Window):
    """A moment at which certain tricks may be played. `mask` has the bits of those tricks."""

    __slots__ = ("mask",)

    def __init__(self, asked: i64, mask: i64) -> None:
        self.asked = asked
        self.mask = mask

    def is_idle(self, race: Race) -> bool:
        """Return whether nobody holds any trick of this window: it need not even be opened."""
        return (race.held & self.mask) == 0

    def waits(self, race: Race) -> bool:
        """While somebody holds a trick that fits."""
        if race.held & self.mask:
            for chariot in race.chariots:
                if chariot.hand & self.mask and chariot.hand & self.open_to(race, chariot):
                    return self.next_asked(race) >= 0
        return False

    def order(self, race: Race) -> list[int]:
        """Return the order of BH-Q43."""
        return turn_order(race)

    def open_to(self, race: Race, chariot: Chariot) -> i64:
        """Return the bits of the tricks this chariot could play now if it held them."""
        raise NotImplementedError

    def fitting(self, race: Race, seat: i64) -> list[Action]:
        """Return the tricks of a seat that fit."""
        chariot = race.chariots[seat]
        return [TRICK[number] for number in in_hand(chariot.hand & self.open_to(race, chariot))]

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Why a trick cannot be played."""
        return no_such_trick(race, self.seats(race)[0], action)


def played(race: Race, seat: i64, action: Action, target: i64 = NOBODY) -> i64:
    """Discard the trick an action plays, and return its number."""
    number: i64 = action.args[0]
    play(race, seat, number, target)
    return number
