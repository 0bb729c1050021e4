"""The odds of attack dice against defence dice (WW-I2, WW-I3): what gets through, before any effect on the target."""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.combat import FATAL_CRITICALS, resolve_hits
from hippodrome.games.wheelie.state import BAD_KIT, Skirmish, Unit


class AttackOdds:
    """The odds of an attack, in thousandths: damage, an even exchange, nothing; and the expected damage."""

    __slots__ = ("even", "fatal", "hurt", "nothing", "permanent", "temporary")

    def __init__(self, hurt: int, even: int, nothing: int, temporary: int, permanent: int, fatal: int) -> None:
        self.hurt = hurt
        self.even = even
        self.nothing = nothing
        self.temporary = temporary
        self.permanent = permanent
        self.fatal = fatal


_ODDS_CACHE: Final[dict[tuple[int, int, bool], AttackOdds]] = {}
# The equal cases of a die, and how many of these are a 5 and a working 6; bad kit loses a third of the 6s.
_PLAIN_DIE: Final = (6, 1, 1)
_BAD_KIT_DIE: Final = (18, 3, 2)


def attack_odds(attack: int, defence: int, bad_kit: bool) -> AttackOdds:
    """Return the odds of an attack with this many dice on both sides, from a cache."""
    odds = _ODDS_CACHE.get((attack, defence, bad_kit))
    if odds is None:
        odds = count_odds(attack, defence, _BAD_KIT_DIE if bad_kit else _PLAIN_DIE)
        _ODDS_CACHE[(attack, defence, bad_kit)] = odds
    return odds


def count_odds(attack: int, defence: int, die: tuple[int, int, int]) -> AttackOdds:
    """Count the odds over every number of 5s and 6s on both sides (WW-I2, WW-I3)."""
    saves = hit_counts(defence, _PLAIN_DIE)
    hurt = even = temporary = permanent = fatal = 0
    for fives, sixes, attack_ways in hit_counts(attack, die):
        for saves_5, saves_6, defence_ways in saves:
            lost_temporary, lost_permanent, is_even = resolve_hits(fives, sixes, saves_5, saves_6)
            ways = attack_ways * defence_ways
            hurt += ways if lost_temporary + lost_permanent > 0 else 0
            even += ways if is_even else 0
            fatal += ways if lost_permanent >= FATAL_CRITICALS else 0
            temporary += ways * int(lost_temporary)
            permanent += ways * int(lost_permanent)
    total = die[0] ** attack * 6**defence
    parts = [(1000 * part + total // 2) // total for part in (hurt, even, temporary, permanent, fatal)]
    return AttackOdds(parts[0], parts[1], 1000 - parts[0] - parts[1], parts[2], parts[3], parts[4])


def hit_counts(dice: int, die: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Return (number of 5s, number of 6s, ways) for every count that this many dice can show."""
    cases, five, six = die
    counts: list[tuple[int, int, int]] = []
    for fives in range(dice + 1):
        for sixes in range(dice + 1 - fives):
            other_dice = dice - fives - sixes
            arrangements = comb(dice, fives) * comb(dice - fives, sixes)
            counts.append((fives, sixes, arrangements * five**fives * six**sixes * (cases - five - six) ** other_dice))
    return counts


def die_cases(bad_kit: bool) -> tuple[int, int, int]:
    """Return the equal cases of an attack die, and how many are a 5 and a working 6 (WW-Q42)."""
    return _BAD_KIT_DIE if bad_kit else _PLAIN_DIE


def odds_of_dice(s: Skirmish, unit: Unit, target: Unit, dice: i64) -> AttackOdds:
    """Return the odds of a shot with this many dice."""
    return attack_odds(int(dice), int(s.kind(target).defence), unit.trait == BAD_KIT)
