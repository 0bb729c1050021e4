"""Fire combat and Defensive Fire (CH-S6.0, CH-S6.42, CH-S7.56, CH-R2, CH-R30)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import PhaseEnded, Shot
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.results import apply_results
from hippodrome.games.chariot.sight import has_line_of_sight
from hippodrome.games.chariot.state import FIRE, Battle, with_value
from hippodrome.games.chariot.steps import ADD, AIM, ALL, DONE, LOOSE, SideChoice, evenly_spread, seats_of
from hippodrome.games.chariot.strength import ILLEGAL, fire_column
from hippodrome.games.chariot.units import FF, UNIT_TYPES
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

# -------------------------------------------------------------------- firers and targets


def firing_side(s: Battle) -> i64:
    """Return the side that fires: the phasing side, or the other side in Defensive Fire."""
    return s.side if s.phase == FIRE else 1 - s.side


def may_fire(s: Battle, unit: i64) -> bool:
    """CH-S6.12, CH-S6.15a, CH-S6.43, CH-S6.52, CH-R3: return whether a unit may fire in this Player-Turn.

    It must not have fired in this Player-Turn or the previous one, nor be disrupted or panicked. Units on foot may not
    fire out of a stream (CH-S6.33).
    """
    kind = s.kind(unit)
    if not kind.is_fire or s.hexes[unit] < 0 or s.disrupted[unit] or s.panicked[unit]:
        return False
    if s.fired[unit] and s.number - s.fired[unit] < 2:
        return False
    return kind.unit_class != FF or s.rules.ground.terrain[s.hexes[unit]] != STREAM


def is_target(s: Battle, hex: i64) -> bool:
    """CH-S6.15b, CH-R46, CH-R30: return whether a hex may be fired at.

    It must not have been attacked yet and must hold more than leaders. In Defensive Fire a unit must have entered it.
    """
    if hex in s.attacked:
        return False
    stack = s.stack(hex)
    if not stack or not any(s.kinds[unit] < UNIT_TYPES for unit in stack):
        return False
    return s.phase == FIRE or any(s.entered[unit] for unit in stack)


def can_hit(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S6.13, CH-S6.34, CH-S6.42: return whether a hex is in range, in sight and in front of a unit.

    In Defensive Fire only adjacent hexes are in range.
    """
    reach = s.kind(unit).range if s.phase == FIRE else 1
    if s.rules.ground.hexes.distance(s.hexes[unit], hex) > reach:
        return False
    if s.rules.options.facing and not is_front(s, unit, hex):  # CH-S16.0, CH-S16.31
        return False
    return has_line_of_sight(s, s.hexes[unit], hex)


def units_able_to_fire(s: Battle, hex: i64) -> list[int]:
    """Return the units that may fire at a hex now."""
    return [unit for unit in s.units_of(firing_side(s)) if may_fire(s, unit) and can_hit(s, unit, hex)]


def fire_targets(s: Battle) -> list[int]:
    """Return the hexes that can be fired at with odds of 1-2 or better (CH-S8.1a)."""
    side = firing_side(s)
    ready = [unit for unit in s.units_of(side) if may_fire(s, unit)]
    if not ready:
        return []
    targets: list[int] = []
    sides = s.rules.sides
    for hex, stack in s.occupancy().stacks.items():
        if sides[stack[0]] != side and is_target(s, hex):
            units = [unit for unit in ready if can_hit(s, unit, hex)]
            if units and fire_column(s, units, hex) != ILLEGAL:
                targets.append(hex)
    return targets


# -------------------------------------------------------------------- decisions


@mypyc_attr(acyclic=True)
class FireDecision(SideChoice):
    """The choice of a hex to fire at, one attack after the other; each is resolved before the next (CH-S6.0)."""

    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = ()

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat that fires."""
        return seats_of(firing_side(s))

    def waits(self, s: Battle) -> bool:
        """Return whether there is a target."""
        return len(fire_targets(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions cease fire and fire at a target."""
        return [DONE, *[AIM[hex] for hex in fire_targets(s)]]

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of the legal actions."""
        return [DONE, *[AIM[hex] for hex in evenly_spread(fire_targets(s))]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb != "aim" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if hex in s.attacked:
            return Refusal("CH-S6.15b", "This hex has already been fired at in this phase.")
        stack = s.stack(hex)
        if not stack or s.rules.sides[stack[0]] == firing_side(s):
            return Refusal("CH-S6.0", "There is no enemy unit in that hex.")
        if not any(s.kinds[unit] < UNIT_TYPES for unit in stack):
            return Refusal("CH-R46", "There are only leaders in that hex, and fire does not harm leaders.")
        if not is_target(s, hex):
            return Refusal("CH-R30", "Defensive Fire may target only hexes that enemy units have just entered.")
        if not units_able_to_fire(s, hex):
            return Refusal("CH-S6.13", "None of your units that may fire has this hex in range and in sight.")
        return Refusal("CH-S8.1a", "Even with every eligible unit the odds are below 1-2.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Start to plan a volley, or end the fire."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, firing_side(s)))
            return NOTHING
        return [Volley(action.args[0], ()), self]


@mypyc_attr(acyclic=True)
class Fire(FireDecision):
    """CH-S6.0: the phasing units fire; units of a stack may choose different hexes (CH-S6.14)."""

    RULE: ClassVar[str] = "CH-S6.0"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DefensiveFire(FireDecision):
    """CH-S6.42, CH-S6.45, CH-R2: after movement the other side fires at adjacent hexes that were entered."""

    RULE: ClassVar[str] = "CH-S6.42"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Volley(SideChoice):
    """CH-S6.21: the units that join in one attack on a hex; a unit never splits its fire (CH-S6.16, CH-S6.31)."""

    RULE: ClassVar[str] = "CH-S6.21"
    FIELDS: ClassVar[tuple[str, ...]] = ("target", "units")
    __slots__ = FIELDS

    def __init__(self, target: i64, units: tuple[int, ...]) -> None:
        self.target = target
        self.units = units

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat that fires."""
        return seats_of(firing_side(s))

    def confirm_even_if_forced(self, s: Battle) -> bool:
        """Return True: players see strengths and odds before the die is rolled."""
        return True

    def available_units(self, s: Battle) -> list[int]:
        """Return the units that may still join."""
        return [unit for unit in units_able_to_fire(s, self.target) if unit not in self.units]

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions fire, if the odds are at least 1-2, add all, and add one unit."""
        others = self.available_units(s)
        actions: list[Action] = []
        if self.units and fire_column(s, list(self.units), self.target) != ILLEGAL:
            actions.append(LOOSE)
        if others:
            actions.append(ALL)
        actions.extend([ADD[unit] for unit in others])
        return actions

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb == "loose":
            return Refusal("CH-S8.1a", "The odds are below 1-2. Add more units.")
        if action.verb == "add" and len(action.args) == 1 and 0 <= action.args[0] < s.rules.count:
            return fire_refusal(s, action.args[0], self.target)
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Add units, or resolve the fire."""
        if action.verb == "all":
            return [Volley(self.target, (*self.units, *self.available_units(s)))]
        if action.verb == "add":
            return [Volley(self.target, (*self.units, action.args[0]))]
        return resolve_fire(s, self.target, list(self.units))


def fire_refusal(s: Battle, unit: i64, hex: i64) -> Refusal:
    """Return the refusal for a unit that may not fire at a hex."""
    if s.rules.sides[unit] != firing_side(s) or not s.kind(unit).is_fire or s.hexes[unit] < 0:
        return Refusal("CH-S3.35b", "Choose one of your own fire units on the map.")
    if s.disrupted[unit] or s.panicked[unit]:
        return Refusal("CH-S8.2b", "Disrupted or panicked units may not fire.")
    if s.fired[unit] and s.number - s.fired[unit] < 2:
        return Refusal("CH-S6.12", "This unit fired in this Player-Turn or the previous one.")
    if not may_fire(s, unit):
        return Refusal("CH-S6.33", "Units on foot may not fire out of a stream.")
    return Refusal("CH-S6.13", "The target is out of this unit's range, out of sight or not in front of it.")


def resolve_fire(s: Battle, hex: i64, units: list[int]) -> list[Step]:
    """CH-S6.22, CH-S8.2a: roll in the column of the combined strength, with 1 more against disrupted units."""
    column = fire_column(s, units, hex)
    side = firing_side(s)
    for unit in units:
        s.fired = with_value(s.fired, unit, s.number)
    s.attacked = (*s.attacked, int(hex))
    if s.logging:
        s.emit(Shot(hex, side, tuple(units), column))
    die = s.roll("fire", 1, side, "CH-C")[0]
    score = die + disruption_modifier(s, hex)
    return apply_results(s, (int(hex),), (s.rules.table.result(score, column),), False)


def disruption_modifier(s: Battle, hex: i64) -> int:
    """CH-S8.2a, CH-R13: return 1 if any unit in the hex is disrupted, otherwise 0."""
    return int(any(s.disrupted[unit] for unit in s.stack(hex)))


FIRE_STEP: Final = Fire()
DEFENSIVE_FIRE_STEP: Final = DefensiveFire()
