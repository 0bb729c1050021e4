"""The charts a race takes from the parent game (CR-G1), and the small tables of its own rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NEVER: Final = 7  # a need that no die can meet
CANNOT_HIT: Final = 10  # CR-Q30: the need from which a shot cannot hit


def d3(die: i64) -> i64:
    """CR-X1, CR-Q57: return the D3 of a D6: 1-2, 3-4, 5-6."""
    return (die + 1) // 2


def to_wound(strength: i64, toughness: i64) -> i64:
    """Return the roll needed to wound: 4 plus the difference, from 2 to 6; NEVER from a difference of 4 on."""
    over = toughness - strength
    if over >= 4:
        return NEVER
    return max(2, min(6, 4 + over))


def modified_save(save: i64, strength: i64, piercing: i64 = 0) -> i64:
    """Return the roll a save needs against a Strength, at best 2; NEVER if the armour does not help."""
    worse = max(strength - 3, 0) + piercing
    return max(2, min(NEVER, save + worse))


def to_hit_with_blow(skill: i64, rival: i64) -> i64:
    """Return the roll a blow needs: 3 against a lower skill, 5 against more than twice the skill, otherwise 4."""
    if skill > rival:
        return 3
    return 5 if rival > 2 * skill else 4


def to_hit_with_shot(aim: i64, worse: i64) -> i64:
    """CR-Q30: return the roll a shot needs. From 7 to 9 it needs a 6 and a second die; 10 is CANNOT_HIT."""
    return min(7 - aim + worse, CANNOT_HIT)


def second_die_needed(need: i64) -> i64:
    """CR-Q30: return the roll the second die needs, for a shot that needs 7, 8 or 9."""
    return need - 3


def turns_allowed(distance: i64) -> i64:
    """CR-M9: return the turns that a distance allows: three up to 9 inches, two up to 12, one beyond."""
    if distance < 10_000:
        return 3
    return 2 if distance < 13_000 else 1


def whip_dice(steeds: i64) -> i64:
    """CR-M5, CR-Q7: return the number of whip dice: one, plus one for every living animal beyond two."""
    return 1 + max(steeds - 2, 0)


def is_avoided(die: i64, save: i64) -> bool:
    """CR-X12, CR-Q26: return whether a die avoids the hit: it must be lower than the save."""
    return die < save
