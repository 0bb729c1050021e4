"""Tempers that have proved good: what a general usually is by what his side must do, and what else he might be.

The usual numbers were found by letting generals of many tempers meet in all fourteen battles.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.style import Style
from hippodrome.games.chariot.scenarios import HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import Battle

ALWAYS_WEAKER: Final = 1000  # per cent of the enemy's points that no army has


def side_style(s: Battle, side: int) -> Style:
    """He marches briskly to the very place, and spares nobody an attack."""
    victory = s.rules.order.victory
    is_asked = victory.side == side
    found = Style()
    found.ring = 2
    found.effort = 0
    found.pace = 5
    if victory.rule == HOLD:
        found.pace, found.joined, found.prize = 6, 60, 250
    elif victory.rule == TAKE and is_asked:
        found.pace = 3
    elif victory.rule in (RATIO, LIMIT) and not is_asked:
        found.pace, found.weaker = 3, ALWAYS_WEAKER  # he keeps away from the enemy from the beginning
    return found


def aggressive_style(s: Battle, side: int) -> Style:
    """What a champion usually is: where places decide, he dares more and marches faster.

    That was found in 915 battles (the Delta, Tabal, the Aequi) with all numbers drawn anew for both sides each time.
    """
    found = side_style(s, side)
    victory = s.rules.order.victory
    if victory.rule == HOLD:
        found.caution, found.nerve, found.gathered, found.flanked, found.led = 60, 130, 25, 120, 4
        found.joined = 30
        if s.rules.armies[side].entry_hexes:
            found.pressing = 5  # whoever comes over the edge fights his way to the place
        else:
            found.pace = 11
    elif victory.rule == TAKE:
        found.zeal, found.led, found.gathered, found.shield = 150, 5, 32, 20
        if victory.side != side:
            found.pace, found.nerve = 7, 150
    return found


def veteran_styles(first: Style) -> list[Style]:
    """Those who are asked how to lead a Player-Turn: a general, a bolder one and one more careful."""
    bold, careful = first.copy(), first.copy()
    bold.caution, bold.pressed, bold.exposed = 40, 40, 5
    careful.caution, careful.pressed, careful.exposed = 220, 220, 50
    return [first, bold, careful]


def champion_styles(first: Style) -> list[Style]:
    """Those whom a champion asks: generals as unlike each other as can be."""
    rash, fierce, hunter, raider, brisk, still, careful = [first.copy() for _ in range(7)]
    rash.caution, rash.pressed, rash.exposed = 0, 0, 0
    fierce.zeal, fierce.caution, fierce.pressed, fierce.exposed = 400, 40, 40, 0
    hunter.hunters = 40
    raider.hunters, raider.caution, raider.pressed, raider.exposed = 100, 40, 40, 5
    brisk.pace = 2 * first.pace
    still.pace = 0
    careful.caution, careful.pressed, careful.exposed = 220, 220, 50
    return [first, rash, fierce, hunter, raider, brisk, still, careful]
