"""Exact forecast of an attack: points, dice, chances of a win, draw and loss, and expected losses.

All numbers are integers: weights count equally likely rolls, chances are in thousandths, losses in hundredths of a
base. The side with more hits wins (WAM-Q9); the case that a side is wiped out (WAM-Q48) is ignored.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.casualties import HIT_IN_FIGHT, save_score
from hippodrome.games.magic.kinds import FIRST_CHARACTER, MONSTER
from hippodrome.games.magic.points import (
    attack_officers,
    attack_rows,
    defence_rows,
    dice_for,
    general_of,
    leader_count,
    shock_dice,
)
from hippodrome.games.magic.state import MAX_STACK, NONE, Battle, Unit

_HIT_WAYS: Final = (2, 3, 1)  # faces of a die that give 0, 1 and 2 hits
# Mean losses as fractions (numerator, denominator).
_PURSUIT_MEAN: Final = (25, 18)  # WAM-R3: D6-2 dice
_TRAPPED_MEAN: Final = (15, 4)  # WAM-R3: D6+1 dice
_REPULSE_MEAN: Final = (35, 12)  # WAM-R5: D6 dice


def hit_weights(dice: i64) -> list[int]:
    """WAM-R2: return the number of rolls of some dice that give 0, 1, 2, ... hits."""
    weights = [1]
    for _ in range(dice):
        grown = [0] * (len(weights) + 2)
        for hits, ways in enumerate(weights):
            for more, times in enumerate(_HIT_WAYS):
                grown[hits + more] += ways * times
        weights = grown
    return weights


def shock_weights(dice: i64) -> list[int]:
    """WAM-Q22: return the number of rolls of some shock dice that give 0, 1, 2, ... points (score + 1 each)."""
    weights = [1]
    for _ in range(dice):
        grown = [0] * (len(weights) + 7)
        for points, ways in enumerate(weights):
            for score in range(2, 8):
                grown[points + score] += ways
        weights = grown
    return weights


class AttackForecast:
    """Points, dice, chances and expected losses of an attack.

    rows, other_rows      points by row, with the lowest shock dice
    shock_range           points that the shock dice may add to `rows`
    dice, other_dice      dice for these points
    ways                  numbers of rolls that the attacker wins, the defender wins, and in all
    win, loss             chances of the attacker in thousandths
    losses, other_losses  expected losses in hundredths of a base
    absent                ids of pieces that lead or help another attack of the square
    """

    __slots__ = (
        "absent",
        "dice",
        "group",
        "loss",
        "losses",
        "other_dice",
        "other_losses",
        "other_rows",
        "rows",
        "shock_range",
        "source",
        "target",
        "ways",
        "win",
    )

    def __init__(
        self, s: Battle, source: i64, target: i64, group: list[Unit], helpers: i64, leads: bool,
        absent: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        """Forecast an attack; pieces in `absent` lead or help another one of the square (WAM-Q24)."""
        side = group[0].side
        officers = attack_officers(s, source, side, absent)
        general = general_of(officers) is not None
        self.absent = absent
        shock = shock_dice(group)
        self.source = int(source)
        self.target = int(target)
        self.rows = attack_rows(s, source, target, group, helpers, leads, leader_count(officers), general, 2 * shock)
        self.shock_range = 5 * int(shock)
        self.other_rows = defence_rows(s, source, target, group)
        self.dice = dice_for(sum(self.rows))
        self.other_dice = dice_for(sum(self.other_rows))
        self.group = group
        self.ways = (0, 0, 1)
        self.win, self.loss = 0, 0
        self.losses, self.other_losses = 0, 0
        self._compute_chances(s, group, shock)

    def _compute_chances(self, s: Battle, group: list[Unit], shock: i64) -> None:
        """Count every roll of both sides, and derive chances and expected losses."""
        bare = sum(self.rows) - self.rows[0]
        theirs = hit_weights(self.other_dice)
        mine = [0] * (2 * (dice_for(bare + 7 * shock) if bare + 7 * shock > 0 else 0) + 1)
        scale = 6 ** (len(mine) // 2)
        for points, ways in enumerate(shock_weights(shock)):
            if ways:
                dice = dice_for(bare + points)
                for hits, times in enumerate(hit_weights(dice)):
                    mine[hits] += ways * times * (scale // 6 ** int(dice))
        win = sum([a * d for m, a in enumerate(mine) for t, d in enumerate(theirs) if m > t])
        loss = sum([a * d for m, a in enumerate(mine) for t, d in enumerate(theirs) if m < t])
        total = sum(mine) * sum(theirs)
        self.ways = (win, loss, total)
        self.win = (1000 * win + total // 2) // total
        self.loss = (1000 * loss + total // 2) // total
        here = s.pieces_at(self.source, group[0].side)
        present = [unit for unit in here if unit.kind >= FIRST_CHARACTER and not self._is_elsewhere(unit)]
        pool = [*group, *present]
        others = s.pieces_at(self.target, 1 - group[0].side)
        top, bottom = _PURSUIT_MEAN if can_retire(s, self.source, self.target) else _TRAPPED_MEAN
        self.losses = expected_losses(s, pool, theirs) + 100 * _REPULSE_MEAN[0] * loss // (_REPULSE_MEAN[1] * total)
        self.other_losses = expected_losses(s, others, mine) + 100 * top * win // (bottom * total)

    def _is_elsewhere(self, unit: Unit) -> bool:
        """WAM-Q24: return whether a character leads or helps another attack of the square, and cannot be hit here."""
        return unit.helped or unit.id in self.absent

    def draw(self) -> int:
        """Return the chance of a draw, in thousandths."""
        return 1000 - self.win - self.loss


def expected_losses(s: Battle, pool: list[Unit], weights: list[int]) -> int:
    """WAM-Q27: return the mean loss of bases to hits with these weights, spread in passes, in hundredths."""
    units = sorted([unit for unit in pool if unit.kind < MONSTER], key=lambda unit: -unit.bases)
    heavy = [unit for unit in pool if unit.kind >= MONSTER]
    order = [*units, *heavy, *units, *[unit for unit in heavy if unit.kind == MONSTER]]
    fails = [int(save_score(s, unit, HIT_IN_FIGHT)) - 1 for unit in order]  # in sixths
    total = 0
    for hits, ways in enumerate(weights):
        total += ways * sum(fails[:hits])
    return 100 * total // (6 * sum(weights))


def can_retire(s: Battle, source: i64, target: i64) -> bool:
    """WAM-Q31: return whether the defenders would have a square to withdraw to."""
    board = s.board
    line = board.direction(source, target)
    side = 1 - s.holder(source)
    size = s.count_at(target, side)
    for turn in (0, 1, 3):
        d = (line + turn) % 4
        square = board.beside[target * 4 + d]
        if square == NONE or not board.is_open_edge(target, d) or s.count_at(square, 1 - side) > 0:
            continue
        if s.count_at(square, side) + size <= MAX_STACK:
            return True
    return False
