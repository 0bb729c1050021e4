"""Tables for learning agents: up to twelve units, terrain, and the current activation with its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hippodrome.kit.learning import (
    DIRECTION,
    NO_ARGUMENTS,
    ActionRanges,
    Field,
    Fields,
    LearningTables,
    NumberList,
    RowList,
    WordOneHot,
    decision_parts,
    flags,
    scenario_slugs,
)

if TYPE_CHECKING:
    from hippodrome.games.wheelie import Wheelie

# Distances in quarter inches, angles in steps of five degrees, places in tenths of an inch.
MIN_UNITS: Final = 12
MIN_PICKS: Final = 10
_DIE: Final = (range(7),)

_ACTION_RANGES: Final[ActionRanges] = {
    "none": NO_ARGUMENTS,
    "take": NO_ARGUMENTS,
    "leave": NO_ARGUMENTS,
    "plain": NO_ARGUMENTS,
    "mirror": NO_ARGUMENTS,
    "end": NO_ARGUMENTS,
    "stop": NO_ARGUMENTS,
    "expert": (range(3),),
    "choose": (range(1, 4),),
    "edge": (range(4),),
    "slant": (range(0, 1351, 450),),
    "place": 40,
    "deploy": (range(0, 961, 10),),
    "advance": _DIE,
    "turn": _DIE,
    "shoot": _DIE,
    "reload": _DIE,
    "heal": _DIE,
    "bank": _DIE,
    "leg": _DIE,
    "keep": _DIE,
    "drive": (range(0, 12_001, 250),),
    "wheel": (range(-900, 901, 50),),
}


def tables(game: Wheelie) -> LearningTables:
    """Return the ranges of all actions, and the parts of the observation."""
    count = max(MIN_UNITS, game.most_units())
    ranges = {
        **_ACTION_RANGES,
        "pick": (range(max(MIN_PICKS, len(game.kinds))),),
        "terrain": (range(len(game.terrain_kinds)),),
        "aim": (range(7), range(count)),
    }
    unit = [
        Field("seat", 0, 5),
        Field("side", 0, 5),
        Field("kind", 0, max(8, len(game.kinds))),
        Field("x", 0, 96_000),
        Field("y", 0, 96_000),
    ]
    unit += [Field("edge", -1, 3), Field("status", 0, 7), Field("left", 0, 100), Field("back", 0, 100)]
    unit += [Field("permanent", 0, 8), Field("temporary", 0, 8), Field("team", 0, 4), Field("driver", 0, 4)]
    unit += [Field("warrior", 0, 4), Field("criticals", 0, 6), Field("aim", -1, count - 1), Field("banked", 0, 6)]
    unit += [Field("trait", 0, 12), Field("seven", 0, 3), Field("expert", 0, 2), Field("pool", 0, 6)]
    unit += [Field("length", 0, 5000), Field("width", 0, 5000), Field("stand", -2000, 2000)]
    unit += flags("mirrored", "loaded", "shield", "runners")
    piece = [Field("stuff", 0, len(game.terrain_kinds) - 1), Field("x", 0, 96_000), Field("y", 0, 96_000)]
    table = [Field("width", 0, 96_000), Field("depth", 0, 96_000), Field("limit", 0, 15), Field("turn", 0, 200)]
    table += [
        Field("quiet", 0, 20),
        Field("entry", -1, 3),
        Field("picked", -1, len(game.terrain_kinds) - 1),
        Field("slant", 0, 1350),
    ]
    act = [Field("unit", -1, count - 1), Field("die", -1, 6), Field("left", 0, 12_000), Field("moves", 0, 6)]
    return LearningTables(
        ranges,
        [
            *decision_parts(game),
            WordOneHot("scenario", scenario_slugs(game)),
            Fields("", *table),
            NumberList("order", count, -1, count - 1),
            NumberList("edges", 6, -1, 3),
            NumberList("points", 6, 0, 30),
            Fields("act", *act, Field("turns", 0, 6)),
            NumberList("act.dice", 8, 0, 6),
            NumberList("act.move", 8, -1, 6),
            Fields("asked", Field("clear", 0, 12_000)),
            RowList("units", count, *unit, DIRECTION),
            RowList("pieces", 12, *piece, DIRECTION),
        ],
    )
