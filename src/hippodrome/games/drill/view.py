"""The view of a seat: everything in the Drill Yard except the coming dice."""

from __future__ import annotations

from hippodrome.games.drill.state import Yard
from hippodrome.kit import agenda
from hippodrome.kit.game import View


def view(yard: Yard, seat: int) -> View:
    """Return everything in the yard."""
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
                    "to_go": int(chariot.distance_left()),
                }
                for chariot in yard.chariots
            ],
            "over": yard.over,
            "winner": int(yard.winner),
            "reason": yard.reason,
            "breadcrumbs": agenda.breadcrumbs(yard),
            "asked": {"name": yard.agenda[-1].name() if yard.agenda else "", "seats": list(agenda.seats(yard))},
        },
    )
