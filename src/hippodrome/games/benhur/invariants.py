"""Invariants of a race: true at every decision, unless a rule is broken."""

from __future__ import annotations

from mypy_extensions import i64

from hippodrome.games.benhur.state import NO_SQUARE, Chariot, Race
from hippodrome.games.benhur.track import JUMP, WATER
from hippodrome.games.benhur.wounds import IronRims
from hippodrome.kit.scene import FACTIONS


def violations(race: Race, tricks: int) -> list[str]:
    """Return a sentence for everything that is impossible, in a race with this number of tricks."""
    problems: list[str] = []
    for chariot in race.chariots:
        check_chariot(race, chariot, problems)
    check_squares(race, problems)
    check_cards(race, tricks, problems)
    check_turn(race, problems)
    check_order(race, problems)
    return problems


def check_chariot(race: Race, chariot: Chariot, problems: list[str]) -> None:
    """Check whips, wounds (BH-D1, BH-D2), crossings (BH-Q35) and the state after a spin (BH-Q17)."""
    who = FACTIONS[chariot.id]
    if not 0 <= chariot.whips <= 3:
        problems.append(f"{who} is on {chariot.whips} whips")
    if chariot.spun and chariot.whips != 0:
        problems.append(f"{who} has spun, but is on {chariot.whips} whips")
    least = -2 if chariot.fell or is_saving_wounds(race) else 1  # a landing rolls at most three dice
    most = 0 if chariot.fell else race.max_wounds
    if not least <= chariot.wounds <= most:
        problems.append(f"{who} has {chariot.wounds} wounds left")
    if not 0 <= chariot.crossings <= race.laps + (1 if race.winner == chariot.id else 0):
        problems.append(f"{who} has crossed the line {chariot.crossings} times in a race of {race.laps} laps")
    if not 0 <= chariot.saved <= 6:
        problems.append(f"{who} has saved {chariot.saved} points")
    if not 0 <= chariot.fell <= race.moments:
        problems.append(f"{who} fell at moment {chariot.fell} of {race.moments}")
    if chariot.square == NO_SQUARE and race.round > 0:
        problems.append(f"{who} is nowhere in round {race.round}")


def is_saving_wounds(race: Race) -> bool:
    """Return whether trick 10 is being asked for, so that a chariot without wounds may still be saved."""
    return len(race.agenda) > 0 and isinstance(race.agenda[-1], IronRims)


def check_squares(race: Race, problems: list[str]) -> None:
    """Check that no two chariots share a square and that caltrops lie where they may (BH-Q47)."""
    there: dict[int, int] = {}
    for chariot in race.chariots:
        if chariot.fell or chariot.square == NO_SQUARE:
            continue
        square = int(chariot.square)
        if square in there:
            names = f"{FACTIONS[there[square]]} and {FACTIONS[chariot.id]}"
            problems.append(f"{names} are both on {race.track.lanes.name(square)}")
        there[square] = int(chariot.id)
    if race.caltrops != NO_SQUARE and race.track.kind[race.caltrops] in (JUMP, WATER):
        problems.append(f"caltrops lie on {race.track.lanes.name(int(race.caltrops))}")


def check_cards(race: Race, tricks: int, problems: list[str]) -> None:
    """Check that every trick of the track is in one place: a hand, the deck or the discard (BH-C1, BH-C2, BH-Q48)."""
    seen: i64 = 0
    count = len(race.deck) + len(race.discard)
    held: i64 = 0
    for number in race.deck:
        seen |= 1 << number
    for number in race.discard:
        seen |= 1 << number
    for chariot in race.chariots:
        seen |= chariot.hand
        held |= race.cards.effects_in(chariot.hand)
        count += count_tricks(chariot.hand)
        if chariot.fell and chariot.hand:
            problems.append(f"{FACTIONS[chariot.id]} is destroyed and still holds a trick")
    if count != tricks or count_tricks(seen) != tricks or seen & 1:
        problems.append(f"{count} tricks in all places, {count_tricks(seen)} of them different; there are {tricks}")
    if race.held_tricks != held and not race.over:
        problems.append("held_tricks does not match the hands")


def count_tricks(hand: i64) -> int:
    """Return the number of tricks in a set of bits."""
    count = 0
    while hand:
        hand &= hand - 1
        count += 1
    return count


def check_turn(race: Race, problems: list[str]) -> None:
    """Check that points are never below 0, and that a destroyed mover has none."""
    turn = race.turn
    if turn.points < 0:
        problems.append(f"{turn.points} points to move")
    if turn.mover >= 0 and race.chariots[turn.mover].fell and turn.points > 0:
        problems.append(f"{FACTIONS[turn.mover]} is destroyed with {turn.points} points to move")
    if len(turn.dice) > 3 or len(turn.test) > 3:
        problems.append("more than three dice were rolled together")
    if not -1 <= turn.free <= 6:
        problems.append(f"{turn.free} lane changes without a roll")


def check_order(race: Race, problems: list[str]) -> None:
    """Check that every chariot in the race has one place in the order of the round (BH-Q2)."""
    there: i64 = 0
    for seat in race.order:
        if there & (1 << seat):
            problems.append(f"{FACTIONS[seat]} is in the order twice")
        there |= 1 << seat
    for chariot in race.chariots:
        if not chariot.fell and not there & (1 << chariot.id):
            problems.append(f"{FACTIONS[chariot.id]} is not in the order")
