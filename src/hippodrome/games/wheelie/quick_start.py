"""The figures of the quick start, from the chariots and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.wheelie import arcs, combat, die_uses
from hippodrome.games.wheelie.chariots import FRONT
from hippodrome.games.wheelie.movement import MAX_TURN, MAX_WHEEL, MOVEMENT_DICE
from hippodrome.games.wheelie.state import MAX_ACTION_DICE

if TYPE_CHECKING:
    from hippodrome.games.wheelie import Wheelie

EXAMPLE = "egyptian"  # the chariot of the diagrams
SHORT_INCHES, LONG_INCHES = 6, 18  # WW-J1
COLLISION_DICE = 2  # WW-CC1


def figures(game: Wheelie) -> dict[str, str]:
    """Return the figures that the quick start names."""
    kind = next((kind for kind in game.kinds if kind.key == EXAMPLE), game.kinds[0])
    bow = kind.dice[FRONT]
    return {
        "action_dice": str(MAX_ACTION_DICE),
        "advance": str(die_uses.ADVANCE),
        "turn": str(die_uses.TURN),
        "aim": str(die_uses.AIM),
        "shoot": str(die_uses.SHOOT),
        "reload": str(die_uses.RELOAD),
        "wild": str(die_uses.WILD),
        "movement_dice": str(MOVEMENT_DICE),
        "wheel": str(MAX_WHEEL // 10),
        "half_turn": str(MAX_TURN // 10),
        "hit": str(combat.HIT),
        "critical": str(combat.CRITICAL),
        "fatal_criticals": str(combat.FATAL_CRITICALS),
        "rear_dice": str(arcs.BONUS_DICE),
        "short": str(SHORT_INCHES),
        "long": str(LONG_INCHES),
        "short_dice": str(bow[0]),
        "long_dice": str(bow[2]),
        "defence_dice": str(kind.defence),
        "collision_dice": str(COLLISION_DICE),
    }
