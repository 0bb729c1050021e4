"""What a seat may know of a game in the Drill Yard: everything but the dice to come."""

from __future__ import annotations

from hippodrome.games.drill.state import Yard
from hippodrome.kit import agenda
from hippodrome.kit.dice import TapeDice
from hippodrome.kit.game import View


def view(yard: Yard, seat: int) -> View:
    """Return all that stands in the yard."""
    return View(
        seat,
        {
            "rounds": int(yard.rounds),
            "round": int(yard.round()),
            "commands": int(yard.commands),
            "chariots": [
                {
                    "id": int(chariot.id),
                    "placed": chariot.placed,
                    "x": int(chariot.x),
                    "y": int(chariot.y),
                    "turn": int(chariot.turn),
                    "to_go": int(chariot.to_go()),
                }
                for chariot in yard.chariots
            ],
            "over": yard.over,
            "winner": int(yard.winner),
            "reason": yard.reason,
            "trail": agenda.trail(yard),
            "asked": {"name": yard.agenda[-1].name() if yard.agenda else "", "seats": list(agenda.seats(yard))},
        },
    )


def imagine(yard: Yard, seat: int, seed: bytes) -> Yard:
    """Return a copy with fresh dice."""
    other = yard.clone()
    dice = TapeDice(seed)
    dice.rolled = yard.dice.rolled
    other.dice = dice
    return other
