"""Tempers that have proved good: what a general usually is by what his side must do, and what else he might be.

The numbers were found by letting generals of many tempers meet in all fourteen battles.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.temper import Temper
from hippodrome.games.chariot.scenarios import HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import Battle

ALWAYS: Final = 1000  # per cent of the enemy's points that no army has


def usual_temper(s: Battle, side: int) -> Temper:
    """He marches briskly to the very place, and spares nobody an attack."""
    victory = s.rules.order.victory
    is_asked = victory.side == side
    found = Temper()
    found.ring = 2
    found.effort = 0
    found.pace = 5
    if victory.rule == HOLD:
        found.pace, found.joined, found.prize = 6, 60, 250
    elif victory.rule == TAKE and is_asked:
        found.pace = 3
    elif victory.rule in (RATIO, LIMIT) and not is_asked:
        found.pace, found.weaker = 3, ALWAYS  # he keeps away from the enemy from the beginning
    return found


def council(first: Temper) -> list[Temper]:
    """Those who are asked how to lead a Player-Turn: a general, and what he would be with one trait more."""
    bold, fierce, patient, careful, stubborn = [first.copy() for _ in range(5)]
    bold.caution, bold.pressed, bold.exposed = 40, 40, 5
    fierce.zeal = 200
    patient.pace = 2
    careful.caution, careful.pressed, careful.exposed = 220, 220, 50
    stubborn.pressing, stubborn.holding = 60, 150
    return [first, bold, fierce, patient, careful, stubborn]
