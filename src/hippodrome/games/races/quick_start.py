"""The figures of the quick start, from the machines, the damage table and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.races.charts import d3, turns_allowed
from hippodrome.games.races.collisions import SWIPE_REACH_MI
from hippodrome.games.races.plan_execution import RUN_UP_MI
from hippodrome.games.races.planning import MAX_TURN
from hippodrome.kit.units import INCH

if TYPE_CHECKING:
    from hippodrome.games.races import Races

EXAMPLE = "marauder"  # the machine of the diagrams
DAMAGE_DICE = 2  # CR-X5: rolled on the damage table
MAX_DIE = 6


def figures(game: Races) -> dict[str, str]:
    """Return the figures that the quick start names."""
    machine = next((machine for machine in game.machines if machine.key == EXAMPLE), game.machines[0])
    turns = [turns_allowed(inches * INCH) for inches in range(40)]
    return {
        "machine": machine.name,
        "move": str(machine.move // INCH if machine.move >= INCH else machine.move),
        "avoid": str(machine.save - 1),
        "max_turn": str(MAX_TURN // 10),
        "slow_inches": str(len(turns) - 1 - turns[::-1].index(turns[0])),
        "slow_turns": str(turns[0]),
        "medium_inches": str(turns.index(turns[-1]) - 1),
        "medium_turns": str(turns[turns.index(turns[-1]) - 1]),
        "fast_turns": str(turns[-1]),
        "run_up": str(RUN_UP_MI // INCH),
        "swipe_inches": str(SWIPE_REACH_MI // INCH),
        "obstacle_hits": str(d3(MAX_DIE)),
        "damage_dice": str(DAMAGE_DICE),
    }
