"""Style presets: the default style of each side, and alternatives for the lookahead bots.

The default weights come from matches between bots of many styles in all fourteen battles.
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.chariot.style import Style
from hippodrome.games.chariot.scenarios import HOLD, LIMIT, RATIO, TAKE
from hippodrome.games.chariot.state import Battle

ALWAYS_WEAKER: Final = 1000  # percent of the enemy's VP that no army reaches


def side_style(s: Battle, side: int) -> Style:
    """Return the default style of a side: advance quickly to the objective and attack whenever possible."""
    victory = s.rules.order.victory
    has_condition = victory.side == side
    style = Style()
    style.guard_radius = 2
    style.attack_cost = 0
    style.approach = 5
    if victory.rule == HOLD:
        style.approach, style.extra_guard, style.objective_prize = 6, 60, 250
    elif victory.rule == TAKE and has_condition:
        style.approach = 3
    elif victory.rule in (RATIO, LIMIT) and not has_condition:
        style.approach, style.avoid_below = 3, ALWAYS_WEAKER  # keep away from the enemy from the start
    return style


def aggressive_style(s: Battle, side: int) -> Style:
    """Return the default style of a champion: bolder and faster where objectives decide.

    The weights come from 915 battles (the Delta, Tabal, the Aequi) with random weights for both sides.
    """
    style = side_style(s, side)
    victory = s.rules.order.victory
    if victory.rule == HOLD:
        style.caution_ahead, style.support_wanted, style.threat_share = 60, 130, 25
        style.flank_factor, style.leadership = 120, 4
        style.extra_guard = 30
        if s.rules.armies[side].entry_hexes:
            style.delay_behind = 5  # an army that enters from an edge fights its way to the objective
        else:
            style.approach = 11
    elif victory.rule == TAKE:
        style.attack_weight, style.leadership, style.threat_share, style.ring_guard = 150, 5, 32, 20
        if victory.side != side:
            style.approach, style.support_wanted = 7, 150
    return style


def veteran_styles(first: Style) -> list[Style]:
    """Return the styles a veteran compares: the given one, a bolder and a more careful one."""
    bold, careful = first.copy(), first.copy()
    bold.caution_ahead, bold.caution_behind, bold.exposure = 40, 40, 5
    careful.caution_ahead, careful.caution_behind, careful.exposure = 220, 220, 50
    return [first, bold, careful]


def champion_styles(first: Style) -> list[Style]:
    """Return the styles a champion compares, which differ as much as possible; the given one comes first."""
    rash, fierce, hunter, raider, fast, still, careful = [first.copy() for _ in range(7)]
    rash.caution_ahead, rash.caution_behind, rash.exposure = 0, 0, 0
    fierce.attack_weight, fierce.caution_ahead, fierce.caution_behind, fierce.exposure = 400, 40, 40, 0
    hunter.hunter_share = 40
    raider.hunter_share, raider.caution_ahead, raider.caution_behind, raider.exposure = 100, 40, 40, 5
    fast.approach = 2 * first.approach
    still.approach = 0
    careful.caution_ahead, careful.caution_behind, careful.exposure = 220, 220, 50
    return [first, rash, fierce, hunter, raider, fast, still, careful]
