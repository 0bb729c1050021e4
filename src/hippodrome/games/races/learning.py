"""Tables for learning agents: eight machines, the current move with its plan, and an avoidable contact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hippodrome.kit.learning import (
    DIRECTION,
    NO_ARGUMENTS,
    ActionRanges,
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
    from hippodrome.games.races import Races

# Distances in half inches (500 thousandths), angles in steps of five degrees (50 tenths).
MIN_PICKS: Final = 20
_CHARIOT: Final = (range(8),)

_ACTION_RANGES: Final[ActionRanges] = {
    "act": NO_ARGUMENTS,
    "wait": NO_ARGUMENTS,
    "steady": NO_ARGUMENTS,
    "whip": NO_ARGUMENTS,
    "reins": NO_ARGUMENTS,
    "straight": NO_ARGUMENTS,
    "go": NO_ARGUMENTS,
    "avoid": NO_ARGUMENTS,
    "brace": NO_ARGUMENTS,
    "pass": NO_ARGUMENTS,
    "stay": NO_ARGUMENTS,
    "hold": NO_ARGUMENTS,
    "fire": NO_ARGUMENTS,
    "drift": (range(-1, 2),),
    "swipe": _CHARIOT,
    "shoot": _CHARIOT,
    "single": _CHARIOT,
    "strike": _CHARIOT,
    "forward": (range(0, 24_001, 500),),
    "turn": (range(-450, 451, 50),),
    "pivot": (range(-900, 901, 50),),
}


def tables(game: Races) -> LearningTables:
    """Return the ranges of all actions, and the parts of the observation."""
    machine = [
        Field("kind", 0, max(12, len(game.machines))),
        Field("status", 0, 4),
        Field("strength", 0, 6),
        Field("toughness", 0, 6),
    ]
    machine += [Field("wounds", 0, 6), Field("full", 0, 6), Field("steeds", 0, 4), Field("grit", 0, 4)]
    machine += [Field("save", 0, 7), Field("width", 0, 4000), Field("dice", 0, 6), Field("score", 0, 12)]
    machine += [Field("penalty", 0, 6000), Field("free", 0, 2), Field("moved", 0, 24_000), Field("marks", 0, 60)]
    machine += [Field("progress", -20_000, 2_700_000), Field("lap", 0, 10)]
    machine += [Field("x", -80_000, 80_000), Field("y", -80_000, 80_000)]
    move = [Field("mover", -1, 7), Field("declared", 0, 2), Field("owed", 0, 24_000), Field("left", 0, 24_000)]
    move += [Field("turns", 0, 4), Field("to_turn", 0, 3000), Field("to_drift", 0, 3000), Field("steer", -450, 450)]
    contact = [Field("kind", -1, 3), Field("attacker", -1, 7), Field("defender", -1, 7), Field("dodger", -1, 7)]
    turn = [Field("laps", 0, 9), Field("turn", 0, 540), Field("phase", 0, 3), Field("number", 0, 12)]
    return LearningTables(
        {**_ACTION_RANGES, "pick": (range(max(MIN_PICKS, len(game.machines))),)},
        [
            *decision_parts(game),
            WordOneHot("track", scenario_slugs(game)),
            Fields("", *turn),
            MultiHot("acted", 8),
            NumberList("ranked", 8, -1, 7),
            Fields("move", *move, *flags("drift", "free")),
            NumberList("move.plan", 24, -900, 24_000),
            MultiHot("move.reach", 8),
            Fields("contact", *contact, Field("avoid", 0, 6)),
            RowList("chariots", 8, *machine, DIRECTION),
        ],
    )
