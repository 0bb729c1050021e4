"""The figures of the quick start, from the units, the combat results table and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippodrome.games.chariot.combat_table import DISRUPTED, HALF
from hippodrome.games.chariot.ground import CLEAR, PROTECTION
from hippodrome.games.chariot.strength import odds_column
from hippodrome.games.chariot.units import AX, BW, CH, MS, SK

if TYPE_CHECKING:
    from hippodrome.games.chariot import Chariot

FLANK_FACTOR = 2  # CH-S7.51
DIE_FACES = 6
NEVER = "no die"


def figures(game: Chariot) -> dict[str, str]:
    """Return the figures that the quick start names: those of the units in its diagrams, and of their attacks."""
    axemen, spearmen = game.kinds[AX], game.kinds[MS]
    attack, shots = 2 * axemen.melee, 2 * game.kinds[SK].fire
    defence = max(spearmen.melee, 1)
    flank, plain = odds_column(FLANK_FACTOR * attack, defence), odds_column(attack, defence)
    fire = odds_column(shots, PROTECTION[CLEAR])
    return {
        "axemen": str(axemen.melee),
        "spearmen": str(spearmen.melee),
        "flank_attack": str(FLANK_FACTOR * attack),
        "odds": column_name(game, plain),
        "flank_odds": column_name(game, flank),
        "flank_score": score_needed(game, flank, HALF),
        "skirmishers": str(game.kinds[SK].fire),
        "protection": str(PROTECTION[CLEAR]),
        "fire_odds": column_name(game, fire),
        "fire_score": score_needed(game, fire, DISRUPTED),
        "chariot_points": str(game.kinds[CH].allowance),
        "foot_points": str(game.kinds[BW].allowance),
        "bow_range": str(game.kinds[BW].range),
    }


def column_name(game: Chariot, column: int) -> str:
    """Return the odds of a column of the combat results table."""
    return game.combat.columns[column] if column >= 0 else "below the table"


def score_needed(game: Chariot, column: int, result: int) -> str:
    """Return the scores of a die that give at least a result, as "4+"."""
    scores = [score for score in range(1, DIE_FACES + 1) if column >= 0 and game.combat.result(score, column) >= result]
    return f"{scores[0]}+" if scores else NEVER
