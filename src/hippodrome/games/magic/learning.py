"""Tables for learning agents: countdown, up to 64 pieces, scenery, spells, the current fight."""

from __future__ import annotations

from typing import Final

from hippodrome.kit.game import Game
from hippodrome.kit.learning import (
    NO_ARGUMENTS,
    ActionRanges,
    Field,
    Fields,
    LearningTables,
    NumberList,
    RowList,
    decision_parts,
    flags,
)

# As many squares and pieces as custom layouts and armies may have.
_SQUARE: Final = (range(99),)
_PIECE: Final = (range(100),)
_TARGETS: Final = 40

_ACTION_RANGES: Final[ActionRanges] = {
    "pass": NO_ARGUMENTS,
    "ready": NO_ARGUMENTS,
    "done": NO_ARGUMENTS,
    "hold": NO_ARGUMENTS,
    "reroll": NO_ARGUMENTS,
    "skip": NO_ARGUMENTS,
    "join": NO_ARGUMENTS,
    "await": NO_ARGUMENTS,
    "lead": NO_ARGUMENTS,
    "follow": NO_ARGUMENTS,
    "stay": NO_ARGUMENTS,
    "remain": NO_ARGUMENTS,
    "layout": (range(12),),
    "scenery": (range(8),),
    "place": _SQUARE,
    "shift": _SQUARE,
    "go": _SQUARE,
    "attack": _SQUARE,
    "shoot": _SQUARE,
    "withdraw": _SQUARE,
    "rally": _SQUARE,
    "move": _PIECE,
    "ward": _PIECE,
    "unbind": _PIECE,
    "hit": _PIECE,
    "lose": _PIECE,
    "advance": _PIECE,
    "bolt": _TARGETS,
    "dread": _TARGETS,
    "mist": _TARGETS,
    "haste": _TARGETS,
    "strike": _TARGETS,
    "assault": _TARGETS,
    "fight": _TARGETS,
}


def tables(game: Game) -> LearningTables:
    """Return the ranges of all actions, and the parts of the observation."""
    unit = [Field("side", 0, 1), Field("kind", 0, 12), Field("quality", 0, 3), Field("gear", 0, 63)]
    unit += [Field("bases", 0, 4), Field("full", 0, 4), Field("square", -1, 98), Field("moves", 0, 4)]
    unit += [Field("target", -1, 98), Field("failed", -1, 98), Field("aim", -1, 98), Field("hits", 0, 20)]
    unit += [Field("lost", 0, 4)]
    unit += flags("spent", "acted", "hasted", "dread", "beaten", "won_before", "led", "strong")
    turn = [Field("layout", 0, 12), Field("turn", 0, 30), Field("countdown", 0, 25), Field("attacker", -1, 1)]
    clash = [Field("side", -1, 1), Field("source", -1, 98), Field("target", -1, 98), Field("mine", 0, 20)]
    scenery = RowList("scenery", 2, Field("side", 0, 1), Field("ground", 0, 15), Field("square", -1, 98))
    return LearningTables(
        _ACTION_RANGES,
        [
            *decision_parts(game),
            Fields("", *turn, Field("first", -1, 1)),
            NumberList("motives", 2, 0, 6),
            NumberList("points", 2, 0, 60),
            NumberList("motive", 2, 0, 10),
            NumberList("start", 2, 0, 50),
            NumberList("lost", 2, 0, 50),
            NumberList("ward", 8, -1, 98),
            NumberList("mist", 8, -1, 98),
            NumberList("fought", 99, -1, 2),
            Fields("clash", *clash, Field("theirs", 0, 20)),
            Fields("asked", Field("about", -1, 99), Field("left", 0, 20)),
            scenery,
            RowList("units", 64, *unit),
        ],
    )
