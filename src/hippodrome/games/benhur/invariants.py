"""What is true of every race at every decision, whatever was played. Only a broken rule can make it false."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.benhur.state import NOWHERE, WOUNDS, Chariot, Race
from hippodrome.games.benhur.track import JUMP, WATER
from hippodrome.games.benhur.wounds import IronRims
from hippodrome.kit.scene import FACTIONS


def broken(race: Race, tricks: int) -> list[str]:
    """Return a sentence for everything that cannot be; so many tricks are in the race."""
    found: list[str] = []
    for chariot in race.chariots:
        check_chariot(race, chariot, found)
    check_squares(race, found)
    check_cards(race, tricks, found)
    check_turn(race, found)
    check_order(race, found)
    return found


def check_chariot(race: Race, chariot: Chariot, found: list[str]) -> None:
    """Whips, wounds (BH-D1, BH-D2), crossings (BH-Q35) and the marks of a spin (BH-Q17)."""
    who = FACTIONS[chariot.id]
    if not 0 <= chariot.whips <= 3:
        found.append(f"{who} is on {chariot.whips} whips")
    if chariot.spun and chariot.whips != 0:
        found.append(f"{who} has spun, but is on {chariot.whips} whips")
    least = -2 if chariot.fell or saving_wounds(race) else 1  # a landing throws three dice at most
    most = 0 if chariot.fell else WOUNDS
    if not least <= chariot.wounds <= most:
        found.append(f"{who} has {chariot.wounds} wounds left")
    if not 0 <= chariot.crossings <= race.laps + (1 if race.winner == chariot.id else 0):
        found.append(f"{who} has crossed the line {chariot.crossings} times in a race of {race.laps} laps")
    if not 0 <= chariot.saved <= 3:
        found.append(f"{who} has saved {chariot.saved} points")
    if not 0 <= chariot.fell <= race.moments:
        found.append(f"{who} fell at moment {chariot.fell} of {race.moments}")
    if chariot.square == NOWHERE and race.round > 0:
        found.append(f"{who} is nowhere in round {race.round}")


def saving_wounds(race: Race) -> bool:
    """Return whether somebody is asked for trick 10, so that a chariot without wounds may still be saved."""
    return len(race.agenda) > 0 and isinstance(race.agenda[-1], IronRims)


def check_squares(race: Race, found: list[str]) -> None:
    """No two chariots on one square, and no caltrops where they cannot lie (BH-Q47)."""
    there: dict[int, int] = {}
    for chariot in race.chariots:
        if chariot.fell or chariot.square == NOWHERE:
            continue
        square = int(chariot.square)
        if square in there:
            names = f"{FACTIONS[there[square]]} and {FACTIONS[chariot.id]}"
            found.append(f"{names} are both on {race.track.lanes.name(square)}")
        there[square] = int(chariot.id)
    if race.caltrops != NOWHERE and race.track.kind[race.caltrops] in (JUMP, WATER):
        found.append(f"caltrops lie on {race.track.lanes.name(int(race.caltrops))}")


def check_cards(race: Race, tricks: int, found: list[str]) -> None:
    """Every trick of the track is in one place: a hand, the deck or the discard (BH-C1, BH-C2, BH-Q48)."""
    seen: i64 = 0
    count = len(race.deck) + len(race.discard)
    held: i64 = 0
    for number in race.deck:
        seen |= 1 << number
    for number in race.discard:
        seen |= 1 << number
    for chariot in race.chariots:
        held |= chariot.hand
        count += size(chariot.hand)
        if chariot.fell and chariot.hand:
            found.append(f"{FACTIONS[chariot.id]} is destroyed and still holds a trick")
    seen |= held
    if count != tricks or size(seen) != tricks or seen & 1:
        found.append(f"{count} tricks in all places, {size(seen)} of them different; there are {tricks}")
    if race.held != held and not race.over:
        found.append("the hands together are not what was counted")


def size(hand: i64) -> int:
    """How many cards there are in a set of them."""
    count = 0
    while hand:
        hand &= hand - 1
        count += 1
    return count


def check_turn(race: Race, found: list[str]) -> None:
    """Points never fall below 0, and a destroyed mover has none."""
    turn = race.turn
    if turn.points < 0:
        found.append(f"{turn.points} points to move")
    if turn.mover >= 0 and race.chariots[turn.mover].fell and turn.points > 0:
        found.append(f"{FACTIONS[turn.mover]} is destroyed with {turn.points} points to move")
    if len(turn.dice) > 3 or len(turn.test) > 3:
        found.append("more than three dice were thrown together")
    if not -1 <= turn.free <= 3:
        found.append(f"{turn.free} lane changes without a roll")


def check_order(race: Race, found: list[str]) -> None:
    """Everybody in the race has one place in the order of the round (BH-Q2)."""
    there: i64 = 0
    for seat in race.order:
        if there & (1 << seat):
            found.append(f"{FACTIONS[seat]} is in the order twice")
        there |= 1 << seat
    for chariot in race.chariots:
        if not chariot.fell and not there & (1 << chariot.id):
            found.append(f"{FACTIONS[chariot.id]} is not in the order")
