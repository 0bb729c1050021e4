"""Shots in imagined worlds of What a Wheelie are not thrown but reckoned: all that may come of them counts.

In such a world every attack misses, so everybody stays as whole as he is; how likely each shot was to end the battle,
and what it was likely to cost its target, is added up beside it. A few worlds then tell as much as many.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.combat import FATAL, settle
from hippodrome.games.wheelie.ending import KILL_POINTS
from hippodrome.games.wheelie.gunnery import die_of, ways
from hippodrome.games.wheelie.scenarios import BY_POINTS
from hippodrome.games.wheelie.state import BAD_KIT, DICE, PLAY, Skirmish, Unit
from hippodrome.games.wheelie.worth import (
    FUNERAL_BEGUN,
    FUNERAL_HURT,
    FUNERAL_LEAD,
    FUNERAL_RIVAL,
    damage,
    score,
    weights_of,
)
from hippodrome.kit.dice import SplitDice
from hippodrome.kit.worth import likely

MISS: Final = b"\x01"

_OUTCOMES: Final[dict[int, list[tuple[int, int, float]]]] = {}


class Effect:
    """What a shot does: how likely it ends its target, and the damage to be expected if it does not."""

    __slots__ = ("end", "permanent", "temporary")

    def __init__(self, end: float, temporary: float, permanent: float) -> None:
        self.end = end
        self.temporary = temporary
        self.permanent = permanent


_EFFECTS: Final[dict[int, Effect]] = {}


def outcomes(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """Temporary and Permanent Damage that may come of so many dice, with the chance of each (WW-I2, WW-I3, WW-I4)."""
    key = (attack * 10 + defence) * 2 + int(bad_kit)
    if key not in _OUTCOMES:
        _OUTCOMES[key] = counted(attack, defence, bad_kit)
    return _OUTCOMES[key]


def counted(attack: int, defence: int, bad_kit: bool) -> list[tuple[int, int, float]]:
    """The same, counted; a sixth of the even exchanges costs a Temporary Damage."""
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


def effect(s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> Effect:
    """What a shot does to a target as it is now."""
    fatal = min(int(target.criticals), FATAL)
    hurt = (int(target.permanent) * 7 + int(target.temporary)) * 4 + fatal
    key = ((hurt * 40 + int(dice)) * 10 + int(s.kind(target).defence)) * 4
    key += 2 * int(s.rules.morale) + int(shooter.trait == BAD_KIT)
    if key not in _EFFECTS:
        found = outcomes(int(dice), int(s.kind(target).defence), shooter.trait == BAD_KIT)
        _EFFECTS[key] = expected(found, target, s.rules.morale)
    return _EFFECTS[key]


def expected(found: list[tuple[int, int, float]], target: Unit, morale: bool) -> Effect:
    """The same from all that may happen: lost, destroyed or broken is the end."""
    end, lost, deep = 0.0, 0.0, 0.0
    for temporary, permanent, likelihood in found:
        stays = 0.0
        if target.criticals + permanent < FATAL and temporary + permanent < target.pool():
            stays = steadiness(int(target.permanent), permanent) if morale else 1.0
        end += likelihood * (1.0 - stays)
        lost += likelihood * stays * temporary
        deep += likelihood * stays * permanent
    left = max(1.0 - end, 1e-9)
    return Effect(end, lost / left, deep / left)


def steadiness(had: int, more: int) -> float:
    """How likely a crew stays through so many more Permanent Damages (WW-L1)."""
    found = 1.0
    for number in range(had + 1, had + more + 1):
        found *= max(DICE - number, 0) / DICE
    return found


class Reckoner(SplitDice):
    """The dice of such a world: who attacks misses, and what might have come of it is added up for a side.

    `won` is how likely its shots have ended the battle, `open` how likely nobody's have. `gain` is what all other harm
    is worth to it, in thousandths, as worth.py has it. `world` is where it all happens; it must be let go in the end.
    """

    __slots__ = ("gain", "open", "seat", "side", "won", "world")

    def __init__(self, seed: bytes, world: Skirmish, seat: int, side: int) -> None:
        super().__init__(seed)
        self.world: Skirmish | None = world
        self.seat = seat
        self.side = side
        self.won = 0.0
        self.open = 1.0
        self.gain = 0.0

    def throw(self, purpose: str, who: i64, n: i64) -> bytes:
        """Attacks are reckoned, all else is thrown."""
        if purpose != "attack" or self.world is None:
            return super().throw(purpose, who, n)
        shooter = self.world.units[self.world.act.unit]
        self.reckon(self.world, shooter, self.world.units[shooter.aim], n)
        self.thrown += n
        return MISS * n

    def reckon(self, s: Skirmish, shooter: Unit, target: Unit, dice: i64) -> None:
        """Add up what a shot may do."""
        found = effect(s, shooter, target, dice)
        is_ours = target.side == self.side
        if is_last(s, target):
            self.won += 0.0 if is_ours else self.open * found.end
            self.open *= 1.0 - found.end
            harm = 0.0
        else:
            harm = found.end * self.price(s, shooter, target)
        hurt = self.hurt(s, shooter, target, found)
        self.gain += -(harm + hurt) if is_ours else harm + hurt

    def hurt(self, s: Skirmish, shooter: Unit, target: Unit, found: Effect) -> float:
        """What the damage costs a side that takes it, or brings the other."""
        if s.rules.battle.ending == BY_POINTS and target.side != self.side:
            point = late(s) if shooter.seat == self.seat else 0.0
            return FUNERAL_HURT * (found.temporary + found.permanent) + point * found.permanent
        weights = weights_of(s)
        deep = (weights.team + weights.driver + weights.warrior) / 3
        return (weights.temporary * found.temporary + deep * found.permanent) * (1.0 - found.end)

    def price(self, s: Skirmish, shooter: Unit, target: Unit) -> float:
        """What it is worth if a unit is gone."""
        if s.rules.battle.ending == BY_POINTS:
            if target.side == self.side:
                return 2.0 * FUNERAL_BEGUN
            return FUNERAL_RIVAL + (KILL_POINTS * late(s) if shooter.seat == self.seat else 0.0)
        weights = weights_of(s)
        whole = weights.runners if s.is_runners(target) else weights.chariot
        return float(max(whole - damage(target, weights), 0))

    def value(self, s: Skirmish) -> int:
        """How likely the seat is to win, in thousandths."""
        return round(1000 * self.won + self.open * likely(score(s, self.seat) + round(self.gain)))


def late(s: Skirmish) -> float:
    """What a point is worth: the more, the later it is."""
    return FUNERAL_LEAD * int(s.turn) / (int(s.rules.limit) or 15)


def is_last(s: Skirmish, unit: Unit) -> bool:
    """Whether the battle is over without this chariot (WW-P8)."""
    if s.rules.battle.ending == BY_POINTS or s.is_runners(unit):
        return False
    return not any(other.side == unit.side and other.id != unit.id and other.status == PLAY for other in s.units)
