"""Attacks as one plan: the target, the units that take part, and the roll."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.chariot.attack_breakdown import odds_name
from hippodrome.games.chariot.fire import FireDecision, can_hit, fire_targets, firing_side, may_fire
from hippodrome.games.chariot.formatting import hex_name
from hippodrome.games.chariot.melee import Melee, can_reach, may_attack, melee_targets
from hippodrome.games.chariot.state import Battle
from hippodrome.games.chariot.steps import ADD, AIM, ALL, ATTACK, LOOSE, STRIKE
from hippodrome.games.chariot.strength import ILLEGAL, fire_column, fire_strength, melee_column
from hippodrome.games.chariot.units import UNIT_TYPES
from hippodrome.kit.actions import Action

_VERBS: Final = ("Attack", "Fire at")


class PlannedAttack:
    """An attack on a hex by some units, and its column of odds."""

    def __init__(self, target: int, units: list[int], column: int, is_fire: bool) -> None:
        self.target = target
        self.units = units
        self.column = column
        self.is_fire = is_fire

    def actions(self, is_everyone: bool = False) -> list[Action]:
        """Return the actions of the attack; with `is_everyone` all units that can take part do."""
        start = AIM[self.target] if self.is_fire else ATTACK[self.target]
        adding = [ALL] if is_everyone else [ADD[unit] for unit in self.units]
        return [start, *adding, LOOSE if self.is_fire else STRIKE]

    def label(self, s: Battle, is_everyone: bool = False) -> str:
        """Return the target, the attackers and the odds as text."""
        count = len(self.units)
        units = f"{'all ' if is_everyone and count > 1 else ''}{count} unit{'' if count == 1 else 's'}"
        return f"{_VERBS[self.is_fire]} {hex_name(s, self.target)} with {units} at {odds_name(s, self.column)}"


def attack_targets(s: Battle) -> list[int]:
    """Return the hexes that can be attacked at the pending decision."""
    step = s.agenda[-1]
    if isinstance(step, FireDecision):
        return fire_targets(s)
    return melee_targets(s) if isinstance(step, Melee) else []


def ready_units(s: Battle) -> list[int]:
    """Return the units that may still attack in this phase, whether or not they have a target."""
    if isinstance(s.agenda[-1], FireDecision):
        return [unit for unit in s.units_of(firing_side(s)) if may_fire(s, unit)]
    if isinstance(s.agenda[-1], Melee):
        return [unit for unit in s.units_of(s.side) if s.kinds[unit] < UNIT_TYPES and may_attack(s, unit)]
    return []


def units_with_target(s: Battle) -> list[int]:
    """Return the units that can take part in an attack now."""
    is_fire = isinstance(s.agenda[-1], FireDecision)
    targets = attack_targets(s)
    return [unit for unit in ready_units(s) if any(_can_attack(s, unit, hex, is_fire) for hex in targets)]


def _can_attack(s: Battle, unit: i64, hex: int, is_fire: bool) -> bool:
    """Return whether a unit that is ready can attack a hex."""
    return can_hit(s, unit, hex) if is_fire else can_reach(s, unit, (hex,))


def plan_attack(s: Battle, target: int, units: list[int]) -> PlannedAttack | None:
    """Return the attack on a target by those of the units that can take part; None if that is not legal."""
    is_fire = isinstance(s.agenda[-1], FireDecision)
    able = [unit for unit in units if _can_attack(s, unit, target, is_fire)]
    if not able:
        return None
    column = fire_column(s, able, target) if is_fire else melee_column(s, able, (target,))
    return None if column == ILLEGAL else PlannedAttack(target, able, column, is_fire)


def plan_attacks(s: Battle, units: list[int]) -> list[PlannedAttack]:
    """Return the legal attacks of these units, one for each target."""
    ready = set(ready_units(s))
    able = [unit for unit in units if unit in ready]
    attacks = [plan_attack(s, hex, able) for hex in attack_targets(s)]
    return [attack for attack in attacks if attack is not None]


def best_volley(s: Battle) -> PlannedAttack | None:
    """Return the volley with the best odds, with no more units than these odds need; None if there is no target.

    Of equal odds the target with more victory points comes first, then the one that needs fewer units.
    """
    best: PlannedAttack | None = None
    best_key = (-1, 0, 0)
    for attack in plan_attacks(s, ready_units(s)):
        needed = needed_units(s, attack)
        points = sum([s.kind(unit).vp for unit in s.stack(attack.target)])
        key = (attack.column, points, -len(needed))
        if best is None or key > best_key:
            best, best_key = PlannedAttack(attack.target, needed, attack.column, True), key
    return best


def needed_units(s: Battle, attack: PlannedAttack) -> list[int]:
    """Return the strongest units of a volley that are enough for its odds."""
    units = sorted(attack.units, key=lambda unit: -int(fire_strength(s, unit, attack.target)))
    count = len(units)
    while count > 1 and fire_column(s, units[: count - 1], attack.target) == attack.column:
        count -= 1
    return units[:count]
