"""The charts of the parent game that the race keeps (CR-G1): to hit, to wound, saves, a D3."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NEVER: Final = 7  # no die shows it
HOPELESS: Final = 10  # CR-Q30: from here on a shot cannot hit


def three(die: i64) -> i64:
    """Return a D3 from a D6 (CR-X1, CR-Q57): 1-2, 3-4, 5-6."""
    return (die + 1) // 2


def to_wound(strength: i64, toughness: i64) -> i64:
    """What a die must show to wound: 4 and the difference, at best 2; two or three too tough need 6, more is NEVER."""
    over = toughness - strength
    if over >= 4:
        return NEVER
    return max(2, min(6, 4 + over))


def save_after(save: i64, strength: i64, piercing: i64 = 0) -> i64:
    """What a save must show against a Strength; NEVER if armour does not help. A 1 always fails."""
    worse = max(strength - 3, 0) + piercing
    return max(2, min(NEVER, save + worse))


def to_hit_with_blow(skill: i64, rival: i64) -> i64:
    """What a blow must show: 3 against the less skilled, 5 against more than twice the skill, else 4."""
    if skill > rival:
        return 3
    return 5 if rival > 2 * skill else 4


def to_hit_with_shot(aim: i64, worse: i64) -> i64:
    """What a shot must show (CR-Q30); 7 to 9 are a 6 and then 4, 5 or 6; 10 and more is HOPELESS."""
    return min(7 - aim + worse, HOPELESS)


def second_die(need: i64) -> i64:
    """What the second die must show of a shot that needs 7, 8 or 9."""
    return need - 3


def turns_allowed(distance: i64) -> i64:
    """CR-M9: three turns up to 9 inches, two up to 12, one beyond."""
    if distance < 10_000:
        return 3
    return 2 if distance < 13_000 else 1


def whip_dice(steeds: i64) -> i64:
    """CR-M5, CR-Q7: one die, and one more for every living animal over two."""
    return 1 + max(steeds - 2, 0)


def avoids(die: i64, save: i64) -> bool:
    """CR-X12, CR-Q26: roll under the save number."""
    return die < save
