"""Sneaky Trick cards: their effects as bits, and the windows in which they are played (BH-Q43).

The constants are numbers of effects, which are those of the clauses BH-T1 to BH-T22. Actions and hands have the numbers
of cards; `Race.cards` has the effect of each.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.benhur.card_effects import MAX_CARD_NUMBER
from hippodrome.games.benhur.events import TrickPlayed, WhipLost
from hippodrome.games.benhur.state import NO_CHARIOT, Chariot, Race, tricks_in_hand
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.reactions import ReactionWindow

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
TRICK_ACTIONS: Final = [Action("trick", (number,)) for number in range(MAX_CARD_NUMBER + 1)]


def trick_bit(number: i64) -> i64:
    """Return the bit of an effect."""
    return 1 << number


def card_bit(number: int) -> i64:
    """Return the bit of a card in a hand. Compiled, 1 << an i64 would have only 32 bits, so the number is an int."""
    return 1 << number


def has_trick(race: Race, chariot: Chariot, effect: i64) -> bool:
    """Return whether a chariot holds a card with an effect."""
    return (race.cards.effects_in(chariot.hand) & (1 << effect)) != 0


def holds_card(chariot: Chariot, number: i64) -> bool:
    """Return whether a chariot holds a card."""
    return 1 <= number <= MAX_CARD_NUMBER and (chariot.hand & card_bit(number)) != 0


def card_actions(race: Race, chariot: Chariot, effects: i64) -> list[Action]:
    """Return the actions that play the chariot's cards with these effects."""
    return [
        TRICK_ACTIONS[number] for number in tricks_in_hand(chariot.hand) if effects & (1 << race.cards.effect[number])
    ]


def discard_trick(race: Race, seat: i64, number: i64, target: i64) -> None:
    """BH-C2: reveal the card and move it from the hand to the discard."""
    chariot = race.chariots[seat]
    chariot.hand &= ~card_bit(number)
    race.discard = (*race.discard, int(number))
    race.undo_barrier += 1
    race.recount_hands()
    if race.logging:
        race.emit(TrickPlayed(seat, number, NO_CHARIOT if target == seat else target), race.cards.rules[number])


def lose_whip(race: Race, chariot: Chariot, number: i64) -> None:
    """BH-T12, BH-T13: take one whip from a chariot, but not the last."""
    if chariot.whips > 1:
        chariot.whips -= 1
        if race.logging:
            race.emit(WhipLost(chariot.id, chariot.whips), f"BH-T{number}")


def refuse_trick(race: Race, seat: i64, action: Action) -> Refusal | None:
    """BH-C2: return why a trick cannot be played now, or None if the action plays no trick."""
    if action.verb != "trick" or not action.args:
        return None
    number = action.args[0]
    if not holds_card(race.chariots[seat], number):
        return Refusal("BH-C2", f"You do not hold trick {number}.")
    return Refusal(race.cards.rules[number], f"You cannot play trick {number} at this moment.")


def asking_order(race: Race) -> list[int]:
    """BH-Q43: return the seat whose turn it is, then the others in this round's order after it, wrapping round."""
    order = race.order
    size = len(order)
    for place in range(size):
        if order[place] == race.turn.mover:
            return [order[(place + after) % size] for after in range(size)]
    return list(order)


@mypyc_attr(acyclic=True)
class TrickWindow(ReactionWindow):
    """A moment at which certain tricks may be played."""

    __slots__ = ()

    def tricks(self) -> i64:
        """Return the effects that may be played in this window."""
        raise NotImplementedError

    def can_skip(self, race: Race) -> bool:
        """Return whether the window need not be opened: no chariot holds a trick of it, and no events are logged.

        With a log the window is always on the agenda, so that no event or pause depends on the hands.
        """
        return not race.logging and (race.held_tricks & self.tricks()) == 0

    def could_open(self, race: Race) -> bool:
        """Return whether a chariot that has not been asked has cards and could play a trick not yet seen."""
        order = self.order(race)
        for place in range(int(self.asked), len(order)):
            chariot = race.chariots[order[place]]
            if chariot.hand and self.playable_tricks(race, chariot) & race.unseen_tricks():
                return True
        return False

    def waits(self, race: Race) -> bool:
        """Return whether a chariot that has not been asked holds a playable trick."""
        tricks = self.tricks()
        if race.held_tricks & tricks:
            for chariot in race.chariots:
                effects = race.cards.effects_in(chariot.hand)
                if effects & tricks and effects & self.playable_tricks(race, chariot):
                    return self.next_asked(race) >= 0
        return False

    def order(self, race: Race) -> list[int]:
        """Return the order of BH-Q43."""
        return asking_order(race)

    def playable_tricks(self, race: Race, chariot: Chariot) -> i64:
        """Return the effects that this chariot could play now if it held cards with them."""
        raise NotImplementedError

    def reactions(self, race: Race, seat: i64) -> list[Action]:
        """Return the tricks that a seat holds and could play now."""
        chariot = race.chariots[seat]
        return card_actions(race, chariot, self.playable_tricks(race, chariot))

    def explain(self, race: Race, action: Action) -> Refusal | None:
        """Return why a trick cannot be played."""
        return refuse_trick(race, self.seats(race)[0], action)


def play_trick(race: Race, seat: i64, action: Action, target: i64 = NO_CHARIOT) -> i64:
    """Discard the card that an action plays, and return the number of its effect."""
    number: i64 = action.args[0]
    discard_trick(race, seat, number, target)
    return race.cards.effect[number]
