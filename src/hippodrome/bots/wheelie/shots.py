"""What shots are worth, and how many of them the dice of an activation can still make."""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.combat import settle
from hippodrome.games.wheelie.conversions import ADVANCE, AIM, RELOAD, SHOOT, TURN, WILD
from hippodrome.games.wheelie.state import BROKEN, DICE, NOBODY, Skirmish, Unit

TEMPORARY_VALUE: Final = 160  # what a damage of either kind is worth
PERMANENT_VALUE: Final = 400
MAX_SHOTS: Final = 3
_MAX_DICE: Final = 18

_EXPECTED_HARM: Final[dict[int, int]] = {}


def expected_harm(attack: int, defence: int) -> int:
    """What a shot of so many dice does on average, by counting every way the dice can fall."""
    key = attack * 10 + defence
    if key not in _EXPECTED_HARM:
        _EXPECTED_HARM[key] = _count_harm(min(attack, _MAX_DICE), defence)
    return _EXPECTED_HARM[key]


def _count_harm(attack: int, defence: int) -> int:
    total = 0
    saves = _hit_counts(defence)
    for fives, sixes, ways in _hit_counts(attack):
        for saves_5, saves_6, others in saves:
            temporary, permanent, _ = settle(fives, sixes, saves_5, saves_6)
            total += ways * others * (TEMPORARY_VALUE * int(temporary) + PERMANENT_VALUE * int(permanent))
    return int(total // 6 ** (attack + defence))


def _hit_counts(dice: int) -> list[tuple[int, int, int]]:
    """How many 5s and 6s so many dice can show, and in how many ways."""
    return [
        (fives, sixes, comb(dice, fives) * comb(dice - fives, sixes) * 4 ** (dice - fives - sixes))
        for fives in range(dice + 1)
        for sixes in range(dice + 1 - fives)
    ]


def target_value(s: Skirmish, target: Unit, manner: Style) -> int:
    """How much a target is worth shooting at, in hundredths: the weaker it is the more; who is broken, hardly."""
    weight = 100 + manner.cripple_bonus * (DICE - int(target.pool()))
    if s.is_runners(target):
        weight = weight * 2 // 3
    if target.status == BROKEN:
        weight = weight // 3 if s.rules.battle.everyone else 0
    return weight


def shot_value(s: Skirmish, target: Unit, dice: int, manner: Style) -> int:
    """What a shot of so many dice at a target is worth."""
    return expected_harm(dice, int(s.kind(target).defence)) * target_value(s, target, manner) // 100 if dice > 0 else 0


def possible_shots(s: Skirmish, unit: Unit, dice: bytes, has_aim: bool, wilds: int) -> int:
    """How many shots these action dice allow without a move between them, with so many of the wild dice."""
    act, kind = s.act, s.kind(unit)
    aims, shoots, reloads = dice.count(AIM), dice.count(SHOOT), dice.count(RELOAD)
    idle = dice.count(ADVANCE) + dice.count(TURN)
    turned = 0  # dice that the unit may turn into shots
    if kind.is_aggressive:
        turned = DICE if kind.is_fierce and s.rules.aggressive else 1 - min(int(act.converted), 1)
    elif kind.is_runners and not act.results & (1 << SHOOT):
        turned = 1
    for count in range(MAX_SHOTS, 0, -1):
        to_aim = 0 if has_aim else 1
        to_reload = count - 1 if unit.loaded else count
        spare = max(0, min(aims - to_aim, int(act.threes) - 1 - int(act.spare)))
        short = max(0, count - shoots - spare)
        waste = idle + max(0, reloads - to_reload) + max(0, aims - to_aim - spare)
        short -= min(short, turned, waste)
        if short + max(0, to_aim - aims) + max(0, to_reload - reloads) <= wilds:
            return count
    return 0


def has_aim(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit aims at somebody who still fights."""
    return unit.aim != NOBODY and s.units[unit.aim].status != BROKEN


def without_die(dice: bytes, die: i64) -> bytes:
    """Return the dice when one of this score is gone."""
    place = dice.find(die)
    return dice if place < 0 else dice[:place] + dice[place + 1 :]


def count_wild_dice(dice: bytes) -> int:
    """How many wild dice there are."""
    return dice.count(WILD)
