"""Tables for learning agents: the phase, both armies, every counter, and the units and hexes of the decision."""

from __future__ import annotations

from typing import Final

from hippodrome.games.chariot.handicap import MAX_LEAD
from hippodrome.kit.game import Game
from hippodrome.kit.geometry.hexes import Hexes
from hippodrome.kit.learning import (
    NO_ARGUMENTS,
    ActionRanges,
    DerivedField,
    Field,
    Fields,
    LearningTables,
    MultiHot,
    NumberList,
    RowList,
    WordOneHot,
    decision_parts,
    flags,
    scenario_slugs,
)

# Hexes are numbered row by row, units in the order of their army lists.
_HEX: Final = (range(1278),)
_UNIT: Final = (range(128),)
_PAIRS: Final = 16

_ACTION_RANGES: Final[ActionRanges] = {
    "auto": NO_ARGUMENTS,
    "done": NO_ARGUMENTS,
    "stop": NO_ARGUMENTS,
    "leave": NO_ARGUMENTS,
    "all": NO_ARGUMENTS,
    "loose": NO_ARGUMENTS,
    "strike": NO_ARGUMENTS,
    "stand": NO_ARGUMENTS,
    "take": (range(16),),
    "turn": (range(6),),
    "move": _UNIT,
    "add": _UNIT,
    "lose": _UNIT,
    "place": _HEX,
    "go": _HEX,
    "aim": _HEX,
    "attack": _HEX,
    "also": _HEX,
    "flee": _HEX,
    "board": _PAIRS,
    "off": _PAIRS,
    "withdraw": _PAIRS,
    "advance": _PAIRS,
}


_HEXES: Final = Hexes(35, 37, 36)
_COLUMNS_AND_ROWS: Final = list(zip(_HEXES.column, _HEXES.row, strict=True))


def _column_and_row(hex: int) -> tuple[int, int]:
    """Return column and row of a hex; both -1 off the map."""
    return _COLUMNS_AND_ROWS[hex] if hex >= 0 else (-1, -1)


def tables(game: Game) -> LearningTables:
    """Return the ranges of all actions, and the parts of the observation."""
    unit = [Field("side", 0, 1), Field("kind", 0, 15), Field("aboard", -1, 127), Field("contact", 0, 63)]
    unit += [Field("facing", 0, 5), *flags("disrupted", "panicked")]
    army = [Field("vp", 0, 200), Field("lost", 0, 200), Field("panic", 0, 200), Field("killed", 0, 128)]
    army += [Field("exited", 0, 128), Field("standing", 0, 128), Field("south", 0, 128), Field("waiting", 0, 128)]
    turn = [Field("turns", 0, 24), Field("turn", 0, 24), Field("side", 0, 1), Field("standing", 0, 2)]
    turn += [Field("panic", -1, 1), Field("facing", 0, 1), Field("handicap_side", -1, 1)]
    turn += [Field("handicap_lead", -MAX_LEAD, MAX_LEAD)]
    return LearningTables(
        _ACTION_RANGES,
        [
            *decision_parts(game),
            WordOneHot("scenario", scenario_slugs(game)),
            Fields("", *turn),
            Fields("asked", Field("kind", -1, 15)),
            MultiHot("asked.units", 128),
            NumberList("asked.hexes", 4, -1, 1277),
            NumberList("owners", 8, -1, 1),
            MultiHot("moved", 128),
            MultiHot("fired", 128),
            RowList("armies", 2, *army),
            RowList("units", 128, *unit, DerivedField("hex", ("column", "row"), -1, 36, _column_and_row)),
        ],
    )
