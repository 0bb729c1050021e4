"""Tables for learning agents: the turn in progress, six chariots, the seat's own tricks and the discard pile."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

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

if TYPE_CHECKING:
    from hippodrome.games.benhur import BenHur

_LANE: Final = (range(1, 5),)
_RIVAL: Final = (range(6),)

_ACTION_RANGES: Final[ActionRanges] = {
    "pass": NO_ARGUMENTS,
    "straight": NO_ARGUMENTS,
    "left": NO_ARGUMENTS,
    "right": NO_ARGUMENTS,
    "lane": _LANE,
    "whips": (range(1, 4),),
    "fight": _RIVAL,
}


@cache
def _segment_lane_square(place: str) -> list[int]:
    """Return segment, lane and square of a place such as "2/1/0"; all -1 off the track."""
    return [int(number) for number in place.split("/")] if place else [-1, -1, -1]


def tables(game: BenHur) -> LearningTables:
    """Return the ranges of all actions, and the parts of the observation."""
    highest = max(game.cards)
    ranges = {**_ACTION_RANGES, "trick": (range(1, highest + 1), range(-1, 6))}  # the card and the rival; -1 for none
    chariot = [Field("whips", 0, 3), Field("wounds", 0, 7), Field("crossings", 0, 8), Field("saved", 0, 6)]
    chariot += [Field("fell", 0, 6), Field("tricks", 0, 3), Field("square", -1, 400)]
    chariot += flags("spun", "wet", "sand", "rein", "bribed")
    place = DerivedField("place", ("segment", "lane", "square"), -1, 31, _segment_lane_square)
    turn = [Field("laps", 0, 7), Field("round", 0, 200), Field("mover", -1, 5), Field("whips", 0, 3)]
    turn += [
        Field("max_wounds", 3, 7),
        *flags("stops_at_repeat"),
        Field("points", 0, 20),
        Field("caltrops", -1, 400),
        Field("deck", 0, len(game.cards)),
    ]
    return LearningTables(
        ranges,
        [
            *decision_parts(game),
            WordOneHot("track", scenario_slugs(game)),
            Fields("", *turn),
            NumberList("order", 6, -1, 5),
            NumberList("standings", 6, -1, 5),
            NumberList("dice", 6, 0, 6),
            NumberList("test", 6, 0, 6),
            RowList("chariots", 6, *chariot, place),
            MultiHot("hand", highest + 1, own_row_of="chariots"),
            MultiHot("discard", highest + 1),
        ],
    )
