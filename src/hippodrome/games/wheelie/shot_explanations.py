"""Shots explained: dice part by part (WW-Q29), and reasons why there is no shot.

The rules count the same dice in arcs.py; here every part of the sum is named.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import (
    WOODS_SIGHT_MI,
    PossibleShot,
    arc_at,
    bow_bands,
    bow_dice,
    dice_of,
    is_in_open,
    javelin_dice,
    javelin_reach,
    partial_dice,
    shot,
)
from hippodrome.games.wheelie.chariots import FRONT, OTHER_FORWARD, OTHER_REAR, OWN_FORWARD, OWN_REAR, REAR
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.shot_odds import harm_text, shot_odds
from hippodrome.games.wheelie.state import EXPERT_WARRIOR, NO_ID, SHARPSHOOTER, Skirmish, Unit
from hippodrome.kit.actions import Refusal
from hippodrome.kit.state import Json
from hippodrome.kit.units import inches

BANDS: Final = ("Short", "Medium", "Long")


# -------------------------------------------------------------------- names of arcs


def side_name(s: Skirmish, unit: Unit, is_own: bool) -> str:
    """Return the side of a unit by name: "right" or "left"."""
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
    """Return the arc of a unit in which a point lies: "in its front", "in its blind side"."""
    arc = arc_at(s, unit, x, y)
    if not is_blind(s, unit, arc):
        return f"in its {arc_name(s, unit, arc)}"
    if arc in (OTHER_FORWARD, OTHER_REAR):
        return "in its blind side"
    return f"in its blind {'rear' if arc == REAR else 'rear side'}"


# -------------------------------------------------------------------- dice of a shot


def band_name(unit: Unit, distance: i64) -> str:
    """Return the name of a bow's range band at a distance (WW-Q31); empty beyond range."""
    for name, reach in zip(BANDS, bow_bands(unit), strict=True):
        if distance <= reach:
            return "Medium" if unit.trait == SHARPSHOOTER and name == "Long" else name
    return ""


def arc_dice_text(s: Skirmish, unit: Unit, arc: i64, distance: i64) -> str:
    """Return the dice into one arc, part by part: "front 6 bow + 2 javelins"."""
    name = arc_name(s, unit, arc)
    kind = s.kind(unit)
    total = dice_of(kind, unit, arc, distance)
    if total == 0:
        return f"{name} 0"
    extra = 1 if unit.expert == EXPERT_WARRIOR else 0
    bow = max(int(bow_dice(kind, unit, arc, distance)) - extra, 0)
    javelins = kind.dice[arc][3] if distance <= javelin_reach(unit) else 0
    parts = [f"{bow} {'javelins and bows' if s.is_runners(unit) else 'bow'}"] if bow else []
    if javelins:
        parts.append(f"{javelins} javelins")
    if extra:
        parts.append("1 Expert")
    return f"{name} {' + '.join(parts)}" if len(parts) > 1 else f"{name} {total}"


def dice_breakdown(s: Skirmish, unit: Unit, possible_shot: PossibleShot) -> list[str]:
    """Return every part of the dice of a shot, in the order of WW-Q29."""
    distance = possible_shot.distance
    arc_texts = [arc_dice_text(s, unit, arc, distance) for arc in possible_shot.arcs]
    parts = [f"{inches(distance)}, {band_name(unit, distance) or 'beyond range'}", "; ".join(arc_texts)]
    parts.extend(partial_texts(s, unit, possible_shot))
    if possible_shot.warrior_hits:
        parts.append(f"warrior hits -{possible_shot.warrior_hits}")
    for name, bonus in (
        ("from behind", possible_shot.rear),
        ("lance", possible_shot.lance),
        ("grapple", possible_shot.grapple),
    ):
        if bonus:
            parts.append(f"{name} +{bonus}")
    return parts


def partial_texts(s: Skirmish, unit: Unit, possible_shot: PossibleShot) -> list[str]:
    """Return how each weapon fares against a target in several arcs (WW-H2, WW-H3); empty if nothing is reduced."""
    kind, distance, arcs = s.kind(unit), possible_shot.distance, possible_shot.arcs
    weapons = [
        ("bow", [bow_dice(kind, unit, arc, distance) for arc in arcs]),
        ("javelins", [javelin_dice(kind, unit, arc, distance) for arc in arcs]),
    ]
    used = [(name, dice) for name, dice in weapons if max(dice) > 0]
    texts: list[str] = []
    for name, dice in used:
        prefix = f"{name} " if len(used) > 1 else ""
        if min(dice) == 0:
            texts.append(f"{prefix}partly out of arc: half of {max(dice)} is {partial_dice(dice)}")
        elif min(dice) < max(dice):
            texts.append(f"{prefix}in several arcs: the lowest, {min(dice)}")
    return texts


# -------------------------------------------------------------------- why there is no shot


def max_range(s: Skirmish, unit: Unit) -> int:
    """Return the longest range of a unit."""
    return bow_bands(unit)[2] if s.kind(unit).has_bow else javelin_reach(unit)


def blocker_name(s: Skirmish, unit: Unit, target: Unit, distance: i64) -> str:
    """Return the name of what hides a target from a warrior (WW-Q33)."""
    x, y = s.warrior_point(unit)
    for other in s.others(unit):
        if other.id != target.id and not s.is_runners(other) and s.box(other).blocks(x, y, target.x, target.y):
            return unit_name(s, other)
    for number, kind in enumerate(s.ground.kinds):
        shape = s.ground.shapes[number]
        if kind.sight != "clear" and shape.blocks(x, y, target.x, target.y):
            is_inside = shape.contains_point(x, y) or shape.contains_point(target.x, target.y)
            if kind.sight == "blocks" or not is_inside or (kind.sight == "wood" and distance > WOODS_SIGHT_MI):
                return f"a {kind.name}"
    return "something"


def refuse_shot(s: Skirmish, unit: Unit, target: Unit) -> Refusal | None:
    """Return why a unit cannot shoot at a target from here (range, arc, wounds or sight); None if it can."""
    return shot_refusal(s, unit, target, shot(s, unit, target), "your")


def shot_refusal(s: Skirmish, unit: Unit, target: Unit, possible_shot: PossibleShot, whose: str) -> Refusal | None:
    """Return why a shot is not possible, addressed to its owner ("your") or neutrally ("the"); None if it is."""
    if possible_shot.dice == 0:
        return no_dice_refusal(s, unit, possible_shot, whose)
    if is_in_open(s, unit, target, possible_shot.distance):
        return None
    hidden = f"{blocker_name(s, unit, target, possible_shot.distance)} hides it from {whose} warrior"
    return Refusal("WW-Q33", f"It is not in the open: {hidden}.")


def no_dice_refusal(s: Skirmish, unit: Unit, possible_shot: PossibleShot, whose: str) -> Refusal:
    """Return why a shot has no dice."""
    if possible_shot.distance > max_range(s, unit):
        details = f"{inches(possible_shot.distance)} away, and {whose} maximum range is {inches(max_range(s, unit))}"
        return Refusal("WW-Q6", f"It is out of range: {details}.")
    arcs = " and ".join([arc_name(s, unit, arc) for arc in possible_shot.arcs])
    if possible_shot.base:
        return Refusal("WW-Q29", f"It is safe: {whose} warrior hits leave no dice for this shot.")
    if all(is_blind(s, unit, arc) for arc in possible_shot.arcs):
        return Refusal("WW-B12", f"It is out of arc: there is no shot into {whose} {arcs}.")
    return Refusal("WW-Q6", f"It is out of range in {whose} {arcs}: {inches(possible_shot.distance)} away.")


# -------------------------------------------------------------------- shots of all units


def dice_text(count: i64) -> str:
    """Return a number of dice: "1 die", "6 dice"."""
    return "1 die" if count == 1 else f"{count} dice"


def shot_row(s: Skirmish, unit: Unit, target: Unit) -> Json:
    """Return a row of the shots panel: dice, their breakdown or the reason why not, and the odds."""
    possible_shot = shot(s, unit, target)
    refusal = shot_refusal(s, unit, target, possible_shot, "the")
    state = "aimed" if unit.aim == target.id else "" if unit.loaded else "must reload first"
    row: Json = {"by": int(unit.id), "at": int(target.id), "dice": 0, "chances": "", "state": state}
    if refusal is not None:
        return row | {"why": refusal.text.removeprefix("It is ").removesuffix(".")}
    parts = [*dice_breakdown(s, unit, possible_shot), f"against {s.kind(target).defence} defence dice"]
    chances = harm_text(shot_odds(s, unit, target))
    return row | {"dice": int(possible_shot.dice), "why": "; ".join(parts), "chances": chances}


def shot_rows(s: Skirmish, unit: Unit) -> list[Json]:
    """Return the shots of a unit at every enemy on the table, and of every enemy at it."""
    enemies = [other for other in s.others(unit) if other.side != unit.side]
    ours = [shot_row(s, unit, enemy) for enemy in enemies]
    return ours + [shot_row(s, enemy, unit) for enemy in enemies]


def aim_text(s: Skirmish, unit: Unit, target: Unit) -> str:
    """Return the dice that an aim would give: "6 dice"; empty for none."""
    possible_shot = shot(s, unit, target)
    return dice_text(possible_shot.dice) if possible_shot.dice else ""


def shot_text(s: Skirmish, unit: Unit) -> str:
    """Return the target and the dice of the shot that a unit has aimed; empty without an aim."""
    if unit.aim == NO_ID:
        return ""
    target = s.units[unit.aim]
    dice = aim_text(s, unit, target)
    return f"at {unit_name(s, target)}: {dice}" if dice else f"at {unit_name(s, target)}"
