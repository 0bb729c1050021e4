"""Values of shots in points, and the number of shots that the action dice still allow."""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from hippodrome.bots.wheelie.style import Style
from hippodrome.games.wheelie.combat import resolve_hits
from hippodrome.games.wheelie.die_uses import ADVANCE, AIM, RELOAD, SHOOT, TURN, WILD
from hippodrome.games.wheelie.state import BROKEN, MAX_ACTION_DICE, NO_ID, Skirmish, Unit

TEMPORARY_VALUE: Final = 160  # points for one damage
PERMANENT_VALUE: Final = 400
MAX_SHOTS: Final = 3
_MAX_DICE: Final = 18

_EXPECTED_HARM: Final[dict[int, int]] = {}


def expected_harm(attack: int, defence: int) -> int:
    """Return the average harm of a shot, in points, over all results of the dice."""
    key = attack * 10 + defence
    if key not in _EXPECTED_HARM:
        _EXPECTED_HARM[key] = _count_harm(min(attack, _MAX_DICE), defence)
    return _EXPECTED_HARM[key]


def _count_harm(attack: int, defence: int) -> int:
    """Return the harm of a shot, summed over all counts of hits and saves."""
    total = 0
    saves = _hit_counts(defence)
    for fives, sixes, attack_ways in _hit_counts(attack):
        for saves_5, saves_6, defence_ways in saves:
            temporary, permanent, _ = resolve_hits(fives, sixes, saves_5, saves_6)
            total += attack_ways * defence_ways * (TEMPORARY_VALUE * int(temporary) + PERMANENT_VALUE * int(permanent))
    return int(total // 6 ** (attack + defence))


def _hit_counts(dice: int) -> list[tuple[int, int, int]]:
    """Return (number of 5s, number of 6s, ways) for every count that this many dice can show."""
    return [
        (fives, sixes, comb(dice, fives) * comb(dice - fives, sixes) * 4 ** (dice - fives - sixes))
        for fives in range(dice + 1)
        for sixes in range(dice + 1 - fives)
    ]


def target_value(s: Skirmish, target: Unit, style: Style) -> int:
    """Return the value of a target in percent: more for each lost die, less for Runners and broken units."""
    value = 100 + style.cripple_bonus * (MAX_ACTION_DICE - int(target.pool()))
    if s.is_runners(target):
        value = value * 2 // 3
    if target.status == BROKEN:
        value = value // 3 if s.rules.scenario.is_free_for_all else 0
    return value


def shot_value(s: Skirmish, target: Unit, dice: int, style: Style) -> int:
    """Return the value of a shot at a target with this many dice."""
    return expected_harm(dice, int(s.kind(target).defence)) * target_value(s, target, style) // 100 if dice > 0 else 0


def possible_shots(s: Skirmish, unit: Unit, dice: bytes, has_aim: bool, wilds: int) -> int:
    """Return how many shots these action dice allow without a move in between, using this many wild dice."""
    act, kind = s.act, s.kind(unit)
    aims, shoots, reloads = dice.count(AIM), dice.count(SHOOT), dice.count(RELOAD)
    idle = dice.count(ADVANCE) + dice.count(TURN)
    convertible = 0  # dice that the unit may convert into shots
    if kind.is_aggressive:
        is_unlimited = kind.is_fierce and s.rules.options.aggressive == "any"
        convertible = MAX_ACTION_DICE if is_unlimited else 1 - min(int(act.converted), 1)
    elif kind.is_runners and not act.results & (1 << SHOOT):
        convertible = 1
    for shots in range(MAX_SHOTS, 0, -1):
        aims_needed = 0 if has_aim else 1
        reloads_needed = shots - 1 if unit.loaded else shots
        spare = max(0, min(aims - aims_needed, int(act.threes) - 1 - int(act.spare)))
        if s.rules.options.spare_aim == "second" and act.shots == 0:
            spare = min(spare, shots - 1)
        missing = max(0, shots - shoots - spare)
        spare_dice = idle + max(0, reloads - reloads_needed) + max(0, aims - aims_needed - spare)
        missing -= min(missing, convertible, spare_dice)
        if missing + max(0, aims_needed - aims) + max(0, reloads_needed - reloads) <= wilds:
            return shots
    return 0


def has_aim(s: Skirmish, unit: Unit) -> bool:
    """Return whether a unit aims at a target that is not broken."""
    return unit.aim != NO_ID and s.units[unit.aim].status != BROKEN


def without_die(dice: bytes, die: i64) -> bytes:
    """Return the dice without one die of this score."""
    place = dice.find(die)
    return dice if place < 0 else dice[:place] + dice[place + 1 :]


def count_wild_dice(dice: bytes) -> int:
    """Return the number of wild dice."""
    return dice.count(WILD)
