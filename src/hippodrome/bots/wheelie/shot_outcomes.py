"""What may come of a shot: every way of the dice, counted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.combat import FATAL, settle
from hippodrome.games.wheelie.gunnery import die_of, ways
from hippodrome.games.wheelie.state import BAD_KIT, DICE, Skirmish, Unit

_DAMAGE_OUTCOMES: Final[dict[int, list[tuple[int, int, float]]]] = {}


class ShotEffect:
    """What a shot does: how likely it ends its target, and the damage to be expected if it does not."""

    __slots__ = ("removal_chance", "permanent", "temporary")

    def __init__(self, end: float, temporary: float, permanent: float) -> None:
        self.removal_chance = end
        self.temporary = temporary
        self.permanent = permanent


_SHOT_EFFECTS: Final[dict[int, ShotEffect]] = {}


def damage_outcomes(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """Temporary and Permanent Damage that may come of so many dice, with the chance of each (WW-I2, WW-I3, WW-I4)."""
    key = (attack * 10 + defence) * 2 + int(bad_kit)
    if key not in _DAMAGE_OUTCOMES:
        _DAMAGE_OUTCOMES[key] = _count_outcomes(attack, defence, bad_kit)
    return _DAMAGE_OUTCOMES[key]


def _count_outcomes(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """Return the same, counted; a sixth of the even exchanges costs a Temporary Damage."""
    found: dict[tuple[int, int], float] = {(0, 0): 0.0, (1, 0): 0.0}
    total = 0
    for fives, sixes, many in ways(attack, die_of(bad_kit)):
        for saves_5, saves_6, others in ways(defence, die_of(False)):
            temporary, permanent, is_even = settle(fives, sixes, saves_5, saves_6)
            key = (int(temporary), int(permanent))
            cases = many * others
            total += cases
            found[key] = found.get(key, 0.0) + (cases * 5 / 6 if is_even else cases)
            if is_even:
                found[(1, 0)] += cases / 6
    return [(key[0], key[1], cases / total) for key, cases in found.items()]


def shot_effect(s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> ShotEffect:
    """What a shot does to a target as it is now."""
    fatal = min(int(target.criticals), FATAL)
    hurt = (int(target.permanent) * 7 + int(target.temporary)) * 4 + fatal
    key = ((hurt * 40 + int(dice)) * 10 + int(s.kind(target).defence)) * 4
    key += 2 * int(s.rules.morale) + int(shooter.trait == BAD_KIT)
    if key not in _SHOT_EFFECTS:
        found = damage_outcomes(int(dice), int(s.kind(target).defence), shooter.trait == BAD_KIT)
        _SHOT_EFFECTS[key] = _expected_effect(found, target, s.rules.morale)
    return _SHOT_EFFECTS[key]


def _expected_effect(found: list[tuple[int, int, float]], target: Unit, morale: bool) -> ShotEffect:
    """Return the same from all that may happen: lost, destroyed or broken is the end."""
    end, lost, deep = 0.0, 0.0, 0.0
    for temporary, permanent, likelihood in found:
        stays = 0.0
        if target.criticals + permanent < FATAL and temporary + permanent < target.pool():
            stays = hold_chance(int(target.permanent), permanent) if morale else 1.0
        end += likelihood * (1.0 - stays)
        lost += likelihood * stays * temporary
        deep += likelihood * stays * permanent
    left = max(1.0 - end, 1e-9)
    return ShotEffect(end, lost / left, deep / left)


def hold_chance(had: int, more: int) -> float:
    """How likely a crew stays through so many more Permanent Damages (WW-L1)."""
    found = 1.0
    for number in range(had + 1, had + more + 1):
        found *= max(DICE - number, 0) / DICE
    return found
