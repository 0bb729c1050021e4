"""The figures of the quick start, from the tracks and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.benhur.sequence import WHIP_ACTIONS
from hippodrome.games.benhur.skill_rolls import lane_roll_needed
from hippodrome.games.benhur.track import BEND

if TYPE_CHECKING:
    from hippodrome.games.benhur import BenHur

SPIN_FACE = 1  # BH-S5
JUMP_ROLL = 5  # BH-J2
WOUND_ROLL = 5  # BH-R4, BH-R6
RAMMER_WOUND_ROLL = 6  # BH-R6


def figures(game: BenHur) -> dict[str, str]:
    """Return the figures that the quick start names."""
    most_whips = len(WHIP_ACTIONS) - 1
    options = {setting.name: setting.default for setting in game.scenarios()[0].options}
    bends = [(track, n) for track in game.tracks.values() for n in range(len(track.lanes)) if track.kind[n] == BEND]
    skids = sorted({track.skid[n] for track, n in bends})
    return {
        "most_whips": str(most_whips),
        "slow_lane_roll": str(lane_roll_needed(1)),
        "fast_lane_roll": str(lane_roll_needed(most_whips)),
        "outer_skid": str(skids[0]),
        "inner_skid": str(skids[-1]),
        "wounds": str(options["wounds"]),
        "tricks": str(options["tricks"]),
        "spin": str(SPIN_FACE),
        "jump_roll": str(JUMP_ROLL),
        "wound_roll": str(WOUND_ROLL),
        "rammer_wound_roll": str(RAMMER_WOUND_ROLL),
    }
