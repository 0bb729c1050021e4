"""Who can shoot whom, with how many dice and why, part by part (WW-Q29); and the exact chances (WW-Q35, WW-Q36).

The rules count the same dice in arcs.py; here every part of the sum is named.
"""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import (
    WOODS_SIGHT_MI,
    Shot,
    arc_at,
    bow_bands,
    dice_at,
    is_in_open,
    javelin_reach,
    shot,
)
from hippodrome.games.wheelie.chariots import FRONT, OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR, REAR
from hippodrome.games.wheelie.combat import FATAL_CRITICALS, resolve_hits
from hippodrome.games.wheelie.formatting import inches, unit_name
from hippodrome.games.wheelie.state import BAD_KIT, EXPERT_WARRIOR, NO_ID, SHARPSHOOTER, Skirmish, Unit
from hippodrome.kit.actions import Refusal
from hippodrome.kit.state import Json

BANDS: Final = ("Short", "Medium", "Long")


# -------------------------------------------------------------------- words for arcs


def side_name(s: Skirmish, unit: Unit, is_own: bool) -> str:
    """Which side of a unit this is: right or left."""
    return "right" if is_own != unit.mirrored else "left"


def arc_name(s: Skirmish, unit: Unit, arc: i64) -> str:
    """Return an arc of a unit by name: "front", "right forward side"."""
    if arc == FRONT:
        return "front"
    if arc == REAR:
        return "rear"
    side = side_name(s, unit, arc in (OWN_FORWARD, OWN_REAR))
    return f"{side} {'forward' if arc in (OWN_FORWARD, OTHER_FORWARD) else 'rear'} side"


def is_blind(s: Skirmish, unit: Unit, arc: i64) -> bool:
    """Return whether a unit has no dice into an arc at any range (WW-D2, WW-E2, WW-E3)."""
    return max(s.kind(unit).dice[arc]) == 0


def position_text(s: Skirmish, unit: Unit, x: i64, y: i64) -> str:
    """In which arc of a unit a point lies: "in its front", "in its blind side"."""
    arc = arc_at(s, unit, x, y)
    if not is_blind(s, unit, arc):
        return f"in its {arc_name(s, unit, arc)}"
    if arc in (OTHER_FORWARD, OTHER_REAR):
        return "in its blind side"
    return f"in its blind {'rear' if arc == REAR else 'rear side'}"


# -------------------------------------------------------------------- the sum


def band_name(unit: Unit, away: i64) -> str:
    """Return the range band of a distance for a bow (WW-Q31)."""
    for name, reach in zip(BANDS, bow_bands(unit), strict=True):
        if away <= reach:
            return "Medium" if unit.trait == SHARPSHOOTER and name == "Long" else name
    return ""


def bow_dice(s: Skirmish, unit: Unit, arc: i64, away: i64) -> int:
    """Return the bow's part of the dice into an arc."""
    for place, reach in enumerate(bow_bands(unit)):
        if away <= reach:
            return s.kind(unit).dice[arc][place]
    return 0


def arc_dice_text(s: Skirmish, unit: Unit, arc: i64, away: i64) -> str:
    """Return the dice into one arc, part by part: "front 6 bow + 2 javelins"."""
    name = arc_name(s, unit, arc)
    total = dice_at(s, unit, arc, away)
    if total == 0:
        return f"{name} 0"
    bow = bow_dice(s, unit, arc, away)
    thrown = s.kind(unit).dice[arc][3] if away <= javelin_reach(unit) else 0
    parts = [f"{bow} {'javelins and bows' if s.is_runners(unit) else 'bow'}"] if bow else []
    if thrown:
        parts.append(f"{thrown} javelins")
    if unit.expert == EXPERT_WARRIOR:
        parts.append("1 Expert")
    return f"{name} {' + '.join(parts)}" if len(parts) > 1 else f"{name} {total}"


def dice_breakdown(s: Skirmish, unit: Unit, found: Shot) -> list[str]:
    """Return every part of the sum of a shot, in the order of WW-Q29."""
    away = found.distance
    sums = [arc_dice_text(s, unit, arc, away) for arc in found.arcs]
    dice = [int(dice_at(s, unit, arc, away)) for arc in found.arcs]
    parts = [f"{inches(away)}, {band_name(unit, away) or 'beyond range'}", "; ".join(sums)]
    if len(dice) > 1 and min(dice) == 0:
        parts.append(f"partly out of arc: half of {max(dice)} is {found.base}")
    elif len(dice) > 1 and min(dice) < max(dice):
        parts.append(f"in several arcs: the least, {found.base}")
    if found.warrior_hits:
        parts.append(f"warrior hits -{found.warrior_hits}")
    for name, bonus in (("from behind", found.rear), ("lance", found.lance), ("grapple", found.grapple)):
        if bonus:
            parts.append(f"{name} +{bonus}")
    return parts


# -------------------------------------------------------------------- why there is no shot


def max_range(s: Skirmish, unit: Unit) -> int:
    """How far a unit can shoot at all."""
    return bow_bands(unit)[2] if s.kind(unit).has_bow else javelin_reach(unit)


def blocker_name(s: Skirmish, unit: Unit, target: Unit, away: i64) -> str:
    """What hides a target from a warrior (WW-Q33)."""
    x, y = s.warrior_point(unit)
    for other in s.others(unit):
        if other.id != target.id and not s.is_runners(other) and s.box(other).blocks(x, y, target.x, target.y):
            return unit_name(s, other)
    for number, stuff in enumerate(s.ground.kinds):
        shape = s.ground.shapes[number]
        if stuff.sight != "clear" and shape.blocks(x, y, target.x, target.y):
            within = shape.contains_point(x, y) or shape.contains_point(target.x, target.y)
            if stuff.sight == "blocks" or not within or (stuff.sight == "wood" and away > WOODS_SIGHT_MI):
                return f"a {stuff.name}"
    return "something"


def refuse_shot(s: Skirmish, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit cannot shoot at somebody from where it stands: range, arc, wounds or sight; None if it can."""
    return shot_refusal(s, unit, target, shot(s, unit, target), "your")


def shot_refusal(s: Skirmish, unit: Unit, target: Unit, found: Shot, whose: str) -> Refusal | None:
    """Return the same for a shot whose dice are counted, told to its owner or to anybody."""
    if found.dice == 0:
        return no_dice_refusal(s, unit, found, whose)
    if is_in_open(s, unit, target, found.distance):
        return None
    hidden = f"{blocker_name(s, unit, target, found.distance)} hides it from {whose} warrior"
    return Refusal("WW-Q33", f"It is not in the open: {hidden}.")


def no_dice_refusal(s: Skirmish, unit: Unit, found: Shot, whose: str) -> Refusal:
    """Why a shot has no dice."""
    if found.distance > max_range(s, unit):
        off = f"{inches(found.distance)} off, and {whose} reach is {inches(max_range(s, unit))}"
        return Refusal("WW-Q6", f"It is out of range: {off}.")
    arcs = " and ".join([arc_name(s, unit, arc) for arc in found.arcs])
    if found.base:
        return Refusal("WW-Q29", f"It is safe: {whose} warrior hits leave no dice for this shot.")
    if all(is_blind(s, unit, arc) for arc in found.arcs):
        return Refusal("WW-B12", f"It is out of arc: there is no shot to {whose} {arcs}.")
    return Refusal("WW-Q6", f"It is out of range to {whose} {arcs}: {inches(found.distance)} off.")


# -------------------------------------------------------------------- what may come of it


class AttackOdds:
    """What may come of an attack, in thousandths: damage, an even exchange, nothing; and the damage to be expected."""

    __slots__ = ("even", "fatal", "hurt", "nothing", "permanent", "temporary")

    def __init__(self, hurt: int, even: int, nothing: int, temporary: int, permanent: int, fatal: int) -> None:
        self.hurt = hurt
        self.even = even
        self.nothing = nothing
        self.temporary = temporary
        self.permanent = permanent
        self.fatal = fatal


_ODDS_CACHE: Final[dict[tuple[int, int, bool], AttackOdds]] = {}
# Of how many equal cases a die is, and how many of these are a 5 and a working 6; bad kit loses a third of the 6s.
_PLAIN_DIE: Final = (6, 1, 1)
_BAD_KIT_DIE: Final = (18, 3, 2)


def attack_odds(attack: int, defence: int, bad_kit: bool) -> AttackOdds:
    """Return the chances of so many dice against so many, exact but for the last rounding; worked out once."""
    known = _ODDS_CACHE.get((attack, defence, bad_kit))
    if known is None:
        known = count_odds(attack, defence, _BAD_KIT_DIE if bad_kit else _PLAIN_DIE)
        _ODDS_CACHE[(attack, defence, bad_kit)] = known
    return known


def count_odds(attack: int, defence: int, die: tuple[int, int, int]) -> AttackOdds:
    """Return every count of 5s and 6s on both sides, weighed by how many ways there are to it (WW-I2, WW-I3)."""
    saves = hit_counts(defence, _PLAIN_DIE)
    hurt = even = temporary = permanent = fatal = 0
    for fives, sixes, count in hit_counts(attack, die):
        for saves_5, saves_6, other in saves:
            lost, deep, is_even = resolve_hits(fives, sixes, saves_5, saves_6)
            many = count * other
            hurt += many if lost + deep > 0 else 0
            even += many if is_even else 0
            fatal += many if deep >= FATAL_CRITICALS else 0
            temporary += many * int(lost)
            permanent += many * int(deep)
    total = die[0] ** attack * 6**defence
    parts = [(1000 * part + total // 2) // total for part in (hurt, even, temporary, permanent, fatal)]
    return AttackOdds(parts[0], parts[1], 1000 - parts[0] - parts[1], parts[2], parts[3], parts[4])


def hit_counts(dice: int, die: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """How many 5s and 6s so many dice show, and in how many ways."""
    cases, five, six = die
    found: list[tuple[int, int, int]] = []
    for fives in range(dice + 1):
        for sixes in range(dice + 1 - fives):
            rest = dice - fives - sixes
            places = comb(dice, fives) * comb(dice - fives, sixes)
            found.append((fives, sixes, places * five**fives * six**sixes * (cases - five - six) ** rest))
    return found


def die_cases(bad_kit: bool) -> tuple[int, int, int]:
    """How many equal cases an attack die has, and how many of these are a 5 and a working 6 (WW-Q42)."""
    return _BAD_KIT_DIE if bad_kit else _PLAIN_DIE


def odds_text(found: AttackOdds) -> str:
    """Return the chances in short: "49 % damage, 16 % even, 35 % nothing"."""
    return f"{percent(found.hurt)} damage, {percent(found.even)} even, {percent(found.nothing)} nothing"


def percent(thousandths: int) -> str:
    """Thousandths as people say it, and never 0 % of what may happen."""
    whole = (thousandths + 5) // 10
    return f"{whole} %" if whole or not thousandths else "<1 %"


# -------------------------------------------------------------------- everybody against everybody


def shot_odds(s: Skirmish, unit: Unit, target: Unit, dice: i64) -> AttackOdds:
    """What may come of a shot with so many dice."""
    return attack_odds(int(dice), int(s.kind(target).defence), unit.trait == BAD_KIT)


def dice_text(count: i64) -> str:
    """So many dice."""
    return "1 die" if count == 1 else f"{count} dice"


def shot_row(s: Skirmish, unit: Unit, target: Unit) -> Json:
    """One line of who can shoot whom: dice, the sum or why not, and the chances."""
    found = shot(s, unit, target)
    refusal = shot_refusal(s, unit, target, found, "the")
    state = "aimed" if unit.aim == target.id else "" if unit.loaded else "must reload first"
    line: Json = {"by": int(unit.id), "at": int(target.id), "dice": 0, "chances": "", "state": state}
    if refusal is not None:
        return line | {"why": refusal.text.removeprefix("It is ").removesuffix(".")}
    parts = [*dice_breakdown(s, unit, found), f"against {s.kind(target).defence} defence dice"]
    may = odds_text(shot_odds(s, unit, target, found.dice))
    return line | {"dice": int(found.dice), "why": "; ".join(parts), "chances": may}


def shot_rows(s: Skirmish, unit: Unit) -> list[Json]:
    """Return the unit against every enemy on the table, and every enemy against it."""
    enemies = [other for other in s.others(unit) if other.side != unit.side]
    ours = [shot_row(s, unit, enemy) for enemy in enemies]
    return ours + [shot_row(s, enemy, unit) for enemy in enemies]


def aim_text(s: Skirmish, unit: Unit, target: Unit) -> str:
    """What an aim is worth: "6 dice"."""
    found = shot(s, unit, target)
    return dice_text(found.dice) if found.dice else ""


def shot_text(s: Skirmish, unit: Unit) -> str:
    """Return the same for the shot that a unit is ready for, with the name of its target."""
    if unit.aim == NO_ID:
        return ""
    target = s.units[unit.aim]
    worth = aim_text(s, unit, target)
    return f"at {unit_name(s, target)}: {worth}" if worth else f"at {unit_name(s, target)}"
