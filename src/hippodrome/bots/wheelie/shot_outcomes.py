"""Exact chances of the damage that a shot does, counted over all results of the dice."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.attack_odds import die_cases, hit_counts
from hippodrome.games.wheelie.combat import FATAL_CRITICALS, resolve_hits
from hippodrome.games.wheelie.state import BAD_KIT, MAX_ACTION_DICE, Skirmish, Unit

_DAMAGE_OUTCOMES: Final[dict[int, list[tuple[int, int, float]]]] = {}


class ShotEffect:
    """The chance that a shot removes its target, and the damage to expect if it does not."""

    __slots__ = ("permanent", "removal_chance", "temporary")

    def __init__(self, removal_chance: float, temporary: float, permanent: float) -> None:
        self.removal_chance = removal_chance
        self.temporary = temporary
        self.permanent = permanent


_SHOT_EFFECTS: Final[dict[int, ShotEffect]] = {}


def damage_outcomes(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """Return (Temporary Damage, Permanent Damage, chance) for every result of a shot (WW-I2, WW-I3, WW-I4)."""
    key = (attack * 10 + defence) * 2 + int(bad_kit)
    if key not in _DAMAGE_OUTCOMES:
        _DAMAGE_OUTCOMES[key] = _count_outcomes(attack, defence, bad_kit)
    return _DAMAGE_OUTCOMES[key]


def _count_outcomes(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """Return the outcomes of a shot; one even exchange in six does a Temporary Damage."""
    chances: dict[tuple[int, int], float] = {(0, 0): 0.0, (1, 0): 0.0}
    total = 0
    for fives, sixes, attack_ways in hit_counts(attack, die_cases(bad_kit)):
        for saves_5, saves_6, defence_ways in hit_counts(defence, die_cases(False)):
            temporary, permanent, is_even = resolve_hits(fives, sixes, saves_5, saves_6)
            key = (int(temporary), int(permanent))
            combined = attack_ways * defence_ways
            total += combined
            chances[key] = chances.get(key, 0.0) + (combined * 5 / 6 if is_even else combined)
            if is_even:
                chances[(1, 0)] += combined / 6
    return [(key[0], key[1], combined / total) for key, combined in chances.items()]


def shot_effect(s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> ShotEffect:
    """Return the effect of a shot on a target in its present state."""
    criticals = min(int(target.criticals), FATAL_CRITICALS)
    damage_key = (int(target.permanent) * 7 + int(target.temporary)) * 4 + criticals
    key = ((damage_key * 40 + int(dice)) * 10 + int(s.kind(target).defence)) * 4
    key += 2 * int(s.rules.options.morale) + int(shooter.trait == BAD_KIT)
    if key not in _SHOT_EFFECTS:
        outcomes = damage_outcomes(int(dice), int(s.kind(target).defence), shooter.trait == BAD_KIT)
        _SHOT_EFFECTS[key] = _expected_effect(outcomes, target, s.rules.options.morale)
    return _SHOT_EFFECTS[key]


def _expected_effect(outcomes: list[tuple[int, int, float]], target: Unit, morale: bool) -> ShotEffect:
    """Return the effect of a shot from its outcomes; a lost, destroyed or broken target counts as removed."""
    removal, temporary_sum, permanent_sum = 0.0, 0.0, 0.0
    for temporary, permanent, chance in outcomes:
        holds = 0.0
        if target.criticals + permanent < FATAL_CRITICALS and temporary + permanent < target.pool():
            holds = hold_chance(int(target.permanent), permanent) if morale else 1.0
        removal += chance * (1.0 - holds)
        temporary_sum += chance * holds * temporary
        permanent_sum += chance * holds * permanent
    survival = max(1.0 - removal, 1e-9)
    return ShotEffect(removal, temporary_sum / survival, permanent_sum / survival)


def hold_chance(previous: int, added: int) -> float:
    """Return the chance that a crew passes the morale tests for this much more Permanent Damage (WW-L1)."""
    chance = 1.0
    for number in range(previous + 1, previous + added + 1):
        chance *= max(MAX_ACTION_DICE - number, 0) / MAX_ACTION_DICE
    return chance
