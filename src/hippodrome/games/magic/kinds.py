"""Kinds of troops, their quality and gear, and the tables of the quick sheet that are ordered by kind."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Kinds; characters come last.
CLOSE: Final = 0
SUPPORT: Final = 1
SKIRMISH: Final = 2
CAVALRY: Final = 3
SKIRMISH_CAVALRY: Final = 4
CHARIOT: Final = 5
ELEPHANT: Final = 6
ARTILLERY: Final = 7
HOST: Final = 8
MONSTER: Final = 9
GENERAL: Final = 10
LEADER: Final = 11
MAGICIAN: Final = 12
FIRST_CHARACTER: Final = 10  # kinds below this are units, the others are characters

KIND_NAMES: Final = (
    "close order", "support", "skirmish", "cavalry", "skirmish cavalry", "chariots", "elephant", "artillery", "host",
    "monster", "general", "leader", "magician",
)  # fmt: skip
KIND_CODES: Final = ("CO", "SU", "SK", "CV", "SC", "CH", "EL", "AR", "HO", "MO", "G", "L", "M")

# Quality.
PLAIN: Final = 0
VETERAN: Final = 1
ELITE: Final = 2
LEVY: Final = 3
QUALITIES: Final = ("plain", "veteran", "elite", "levy")

# Gear, as a bit set.
ARMOURED: Final = 1
SHIELDLESS: Final = 2
MISSILE: Final = 4
SHOCK: Final = 8
ELF: Final = 16
GEAR: Final = ("armoured", "shieldless", "missile", "shock", "elf")

# WAM-Q2: bases of a complete unit.
BASES: Final = (4, 4, 4, 4, 4, 2, 1, 1, 4, 1, 1, 1, 1)
# WAM-Q3: the fewest bases with which a unit is at strength.
BASES_AT_STRENGTH: Final = (3, 3, 3, 3, 3, 2, 1, 1, 3, 1, 1, 1, 1)
# WAM-M2: squares per turn.
SQUARES_PER_TURN: Final = (1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1)
# WAM-M5: scores to move back or sideways, and to leave a closed square; 0 means no roll, 7 never.
SIDEWAYS_SCORE: Final = (4, 3, 0, 3, 0, 4, 4, 6, 0, 0, 0, 0, 0)
LEAVE_CLOSED_SCORE: Final = (5, 4, 0, 6, 5, 7, 7, 6, 0, 0, 0, 0, 0)
NEVER: Final = 7
# WAM-S4, WAM-A2, WAM-R6: save scores without armour; 7 means no save.
SHOT_SAVE: Final = (4, 4, 3, 4, 3, 4, 4, 4, 3, 2, 2, 4, 3)
ARTILLERY_SAVE: Final = (7, 7, 7, 7, 7, 7, 7, 7, 7, 3, 2, 4, 2)
FIGHT_SAVE: Final = (5, 5, 4, 5, 4, 4, 5, 5, 5, 2, 2, 3, 3)
# WAM-Q41: points that the enemy scores for destroying it.
VICTORY_POINTS: Final = (2, 2, 1, 2, 1, 2, 2, 1, 1, 5, 5, 1, 3)


def is_skirmisher(kind: i64) -> bool:
    """Return whether a kind is skirmish infantry or skirmish cavalry."""
    return kind in (SKIRMISH, SKIRMISH_CAVALRY)


def is_mounted(kind: i64) -> bool:
    """WAM-F23: cavalry, chariots, mounted skirmishers and elephants are mounted."""
    return CAVALRY <= kind <= ELEPHANT


def is_bound_to_open_ground(kind: i64) -> bool:
    """WAM-Q12: chariots and elephants may not enter closed ground."""
    return kind in (CHARIOT, ELEPHANT)


def is_line(kind: i64) -> bool:
    """WAM-F5, WAM-D3: close order, support, cavalry and chariots are line troops."""
    return kind in (CLOSE, SUPPORT, CAVALRY, CHARIOT)


def can_pin(kind: i64) -> bool:
    """WAM-Q18: an attack pins the enemy unless it is made by skirmishers; artillery never attacks."""
    return kind < FIRST_CHARACTER and not is_skirmisher(kind) and kind != ARTILLERY


def is_subject_to_morale(kind: i64) -> bool:
    """WAM-Q39: all units test morale except monsters and elephants; characters do not."""
    return kind < MONSTER and kind != ELEPHANT


# WAM-Q46: gear (as bits) and quality that the army builder allows for each kind.
GEAR_ALLOWED: Final = (31, 31, 18, 31, 18, 28, 0, 0, 30, 0, 0, 0, 0)
QUALITY_ALLOWED: Final = (
    True, True, True, True, True, True, False, True, True, False, False, False, False,
)  # fmt: skip
