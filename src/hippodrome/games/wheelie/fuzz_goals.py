"""Goals of an exhaustive fuzz besides steps, events and actions: arcs, conversions and characteristics."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.chariots import ARC_KEYS, ChariotKind
from hippodrome.games.wheelie.die_uses import (
    BY_EXPERT,
    BY_RUNNERS,
    BY_TRAIT,
    NATURAL,
    SHOOT,
    SPARE_AIM,
    VERBS,
    permission,
)
from hippodrome.games.wheelie.formatting import EXPERTS, SEVENS, TRAITS
from hippodrome.games.wheelie.sequence import SpendDie
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.actions import Action

_BONUSES: Final = ("rear", "lance", "grapple", "several arcs")
_RUNNERS_VERBS: Final = ("turn", "shoot", "reload")
_SHIELD: Final = "Assyrian shield"


def all_goals(kinds: list[ChariotKind]) -> list[str]:
    """Return every arc of every kind, every bonus, every conversion and every characteristic in action."""
    arcs = [arc_goal(kind, arc) for kind in kinds for arc in range(len(ARC_KEYS)) if max(kind.dice[arc]) > 0]
    traits = [name for name in (*TRAITS, *SEVENS, *EXPERTS) if name]
    conversions = ["spare aim", "expert turn", "fast advance", "manoeuvrable turn", "aggressive shoot"]
    runners = [f"runners {verb}" for verb in _RUNNERS_VERBS]
    return [*arcs, *_BONUSES, *conversions, *runners, *traits, _SHIELD]


def arc_goal(kind: ChariotKind, arc: int) -> str:
    """Return the goal of a shot by a kind of chariot into an arc."""
    return f"{kind.key} {ARC_KEYS[arc]}"


def goals_of_action(s: Skirmish, action: Action) -> list[str]:
    """Return the goals that an action reaches if it is played now."""
    if not isinstance(s.agenda[-1], SpendDie) or not action.args:
        return []
    unit = s.units[s.act.unit]
    use = VERBS.index(action.verb)
    goals = [*trait_goals(unit), *conversion_goals(s, unit, action.args[0], use)]
    if use == SHOOT:
        goals.extend(arc_goals(s, unit))
    return goals


def trait_goals(unit: Unit) -> list[str]:
    """Return the characteristics of the acting unit."""
    names = [TRAITS[unit.trait], SEVENS[unit.seven], EXPERTS[unit.expert], _SHIELD if unit.shield else ""]
    return [name for name in names if name]


def conversion_goals(s: Skirmish, unit: Unit, die: i64, use: i64) -> list[str]:
    """Return the conversion that allows the die to be spent; none for a natural score."""
    right = permission(s, unit, die, use)
    if right == SPARE_AIM:
        return ["spare aim"]
    if right == BY_EXPERT:
        return ["expert turn"]
    if right == BY_RUNNERS:
        return [f"runners {VERBS[use]}"]
    if right == BY_TRAIT:
        return [f"{('', 'fast', 'manoeuvrable', '', 'aggressive')[use]} {VERBS[use]}"]
    assert right == NATURAL
    return []


def arc_goals(s: Skirmish, unit: Unit) -> list[str]:
    """Return the arcs in which the target of a shot lies, and the bonuses."""
    possible_shot = shot(s, unit, s.units[unit.aim])
    kind = s.kind(unit)
    names = [arc_goal(kind, arc) for arc in possible_shot.arcs if max(kind.dice[arc]) > 0]
    bonuses = (possible_shot.rear > 0, possible_shot.lance > 0, possible_shot.grapple > 0, len(possible_shot.arcs) > 1)
    return [*names, *[name for name, has in zip(_BONUSES, bonuses, strict=True) if has]]
