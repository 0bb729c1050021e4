"""The view of a seat: what it may know of a race, and a possible state for the rest."""

from __future__ import annotations

from hippodrome.games.benhur.state import Chariot, Race, tricks_in_hand
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View
from hippodrome.kit.reactions import keep_asked_seat
from hippodrome.kit.state import Json


def view(race: Race, seat: int) -> View:
    """Return everything on the track, the seat's own tricks, and how many the other seats hold."""
    turn = race.turn
    caltrops = int(race.caltrops)
    return View(
        seat,
        {
            "track": race.track.key,
            "laps": int(race.laps),
            "max_wounds": int(race.max_wounds),
            "stops_at_repeat": race.stops_at_repeat,
            "round": int(race.round),
            "order": list(race.order),
            "mover": int(turn.mover),
            "whips": int(turn.whips),
            "dice": list(turn.dice),
            "points": int(turn.points),
            "test": list(turn.test),
            "chariots": [_chariot(race, chariot, seat) for chariot in race.chariots],
            "standings": race.standings(),
            "caltrops": caltrops,
            "discard": list(race.discard),
            "deck": len(race.deck),
            "over": race.over,
            "winner": int(race.winner),
            "reason": race.reason,
            "breadcrumbs": agenda.breadcrumbs(race),
            "asked": _pending_decision(race, seat),
        },
    )


def _chariot(race: Race, chariot: Chariot, seat: int) -> Json:
    cards = tricks_in_hand(chariot.hand)
    square = int(chariot.square)
    return {
        "id": int(chariot.id),
        "square": square,
        "place": race.track.lanes.name(square) if square >= 0 else "",
        "whips": int(chariot.whips),
        "wounds": max(int(chariot.wounds), 0),
        "crossings": int(chariot.crossings),
        "spun": chariot.spun,
        "wet": chariot.wet,
        "sand": chariot.sand,
        "rein": chariot.rein,
        "saved": int(chariot.saved),
        "bribed": chariot.bribed,
        "fell": int(chariot.fell),
        "tricks": len(cards),
        "hand": cards if chariot.id == seat else [],
    }


def _pending_decision(race: Race, seat: int) -> Json:
    """Return the pending decision and its seats; empty if it is secret and the seat is not asked."""
    if not race.agenda:
        return {"name": "", "seats": []}
    step = race.agenda[-1]
    seats = list(step.seats(race))
    if step.secret(race) and seat not in seats:
        return {"name": "", "seats": []}
    return {"name": step.name(), "seats": seats}


def imagine(race: Race, seat: int, seed: bytes) -> Race:
    """Return a copy with fresh dice, in which the cards that the seat cannot see are dealt again."""
    other = race.clone()
    chance = int.from_bytes(seed, "little")  # 32 bytes choose a few cards with negligible bias
    pool = list(race.deck)
    for chariot in other.chariots:
        if chariot.id != seat:
            pool += tricks_in_hand(chariot.hand)
    pool.sort()
    for chariot in other.chariots:
        if chariot.id != seat and chariot.hand:
            count = len(tricks_in_hand(chariot.hand))
            chariot.hand = 0
            for _ in range(count):
                chance, pick = divmod(chance, len(pool))
                chariot.hand |= 1 << pool.pop(pick)
    other.deck = tuple(pool)
    dice = TapeDice(seed)
    dice.rolled = race.dice.rolled
    other.dice = dice
    other.recount_hands()
    keep_asked_seat(race, other, seat)
    return other
