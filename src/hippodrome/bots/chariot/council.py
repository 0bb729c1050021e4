"""Tempers that have proved good: what a general usually is by what his side must do, and what else he might be."""

from __future__ import annotations

from hippodrome.bots.chariot.temper import Temper
from hippodrome.games.chariot.state import Battle


def usual_temper(s: Battle, side: int) -> Temper:
    """Marches briskly to the very place, and spares nobody an attack."""
    found = Temper()
    found.ring = 2
    found.pace = 5
    found.effort = 0
    return found


def bold(s: Battle, side: int) -> Temper:
    """Thinks little of dangers."""
    found = usual_temper(s, side)
    found.caution, found.pressed, found.exposed = 40, 40, 5
    return found


def careful(s: Battle, side: int) -> Temper:
    """Thinks much of them."""
    found = usual_temper(s, side)
    found.caution, found.pressed, found.exposed = 220, 220, 50
    return found


def fierce(s: Battle, side: int) -> Temper:
    """Attacks rather than marches."""
    found = usual_temper(s, side)
    found.zeal = 200
    return found


def patient(s: Battle, side: int) -> Temper:
    """Is in no hurry."""
    found = usual_temper(s, side)
    found.pace = 2
    return found


def single_minded(s: Battle, side: int) -> Temper:
    """Is not turned from the way by an attack."""
    found = usual_temper(s, side)
    found.pressing, found.holding = 60, 150
    return found


def council(s: Battle, side: int) -> list[Temper]:
    """Those who are asked how to lead a Player-Turn, the usual one first."""
    return [
        usual_temper(s, side),
        bold(s, side),
        careful(s, side),
        fierce(s, side),
        patient(s, side),
        single_minded(s, side),
    ]
