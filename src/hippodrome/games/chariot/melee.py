"""Melee combat: attacks, retreat before combat and advances (CH-S7.0, CH-S8.3, CH-S8.4, CH-S17.0, CH-R43)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.contact import engage
from hippodrome.games.chariot.events import (
    Advanced,
    Charged,
    Flanked,
    HexesEvent,
    PhaseEnded,
    StayedBack,
    StoodFirm,
)
from hippodrome.games.chariot.events import Withdrew as WithdrewEvent
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.fire import disruption_modifier
from hippodrome.games.chariot.movement import gain_control, move_group
from hippodrome.games.chariot.results import apply_results
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import Battle, with_value
from hippodrome.games.chariot.steps import (
    ADD,
    ALL,
    ALSO,
    ATTACK,
    DONE,
    STAND,
    STRIKE,
    SideChoice,
    evenly_spread,
    seats_of,
)
from hippodrome.games.chariot.strength import ILLEGAL, is_flanked, melee_column
from hippodrome.games.chariot.units import CH, UNIT_TYPES
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

MIN_SPEED_ADVANTAGE: Final = 3  # CH-S17.0


# -------------------------------------------------------------------- attackers and targets


def may_attack(s: Battle, unit: i64) -> bool:
    """CH-S3.36a, CH-S6.11, CH-S6.51, CH-S7.14: return whether a unit may attack in melee.

    It needs a melee strength, and must not be disrupted or panicked, nor have fired or attacked in this Player-Turn.
    """
    if not s.is_ready(unit) or s.panicked[unit] or not s.kind(unit).melee:
        return False
    return s.fought[unit] != s.number and s.fired[unit] != s.number


def units_able_to_attack(s: Battle, targets: tuple[int, ...]) -> list[int]:
    """CH-S7.23: return the units that may take part in one attack on all of these hexes."""
    return [unit for unit in s.units_of(s.side) if may_attack(s, unit) and can_reach(s, unit, targets)]


def can_reach(s: Battle, unit: i64, targets: tuple[int, ...]) -> bool:
    """Return whether a unit is adjacent to every one of these hexes, and faces them if facing is on (CH-S16.0)."""
    hexes = s.rules.ground.hexes
    for hex in targets:
        if hexes.distance(s.hexes[unit], hex) != 1:
            return False
        if s.rules.options.facing and not is_front(s, unit, hex):
            return False
    return True


def melee_targets(s: Battle) -> list[int]:
    """Return the hexes that can be attacked at 1-2 or better, each once per Player-Turn (CH-S7.13, CH-S8.1a)."""
    enemy = s.occupancy().occupied[1 - s.side]
    attackers: dict[int, list[int]] = {}
    for unit in s.units_of(s.side):
        if s.kinds[unit] < UNIT_TYPES and may_attack(s, unit):
            for hex in s.rules.ground.hexes.around(s.hexes[unit]):
                if enemy[hex] and hex not in s.attacked and can_reach(s, unit, (hex,)):
                    attackers.setdefault(hex, []).append(unit)
    return [hex for hex, units in sorted(attackers.items()) if melee_column(s, units, (hex,)) != ILLEGAL]


def more_targets(s: Battle, targets: tuple[int, ...]) -> list[int]:
    """CH-S7.22: return other hexes that can be added to the same attack."""
    hexes = s.rules.ground.hexes
    enemy = s.occupancy().occupied[1 - s.side]
    additions: list[int] = []
    attackers = units_able_to_attack(s, targets)
    for hex in sorted({neighbour for unit in attackers for neighbour in hexes.around(s.hexes[unit])}):
        if enemy[hex] and hex not in s.attacked and hex not in targets:
            units = units_able_to_attack(s, (*targets, hex))
            if units and melee_column(s, units, (*targets, hex)) != ILLEGAL:
                additions.append(hex)
    return additions


# -------------------------------------------------------------------- the attack


@mypyc_attr(acyclic=True)
class Melee(SideChoice):
    """CH-S7.0, CH-S7.31: attacks are optional and declared one by one, in the attacker's order."""

    RULE: ClassVar[str] = "CH-S7.0"
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether there is a target."""
        return len(melee_targets(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the end of the phase and every hex that can be attacked."""
        return [DONE, *[ATTACK[hex] for hex in melee_targets(s)]]

    def proposals(self, s: Battle) -> list[Action]:
        """Return a sample of the legal actions."""
        return [DONE, *[ATTACK[hex] for hex in evenly_spread(melee_targets(s))]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb != "attack" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if hex in s.attacked:
            return Refusal("CH-S7.13", "This hex has already been attacked in this Player-Turn.")
        if not s.occupancy().occupied[1 - s.side][hex]:
            return Refusal("CH-S7.0", "There is no enemy unit in that hex.")
        if not units_able_to_attack(s, (hex,)):
            return Refusal("CH-S7.0", "None of your units that may attack is next to that hex.")
        return Refusal("CH-S8.1a", "Even with every eligible unit the odds are below 1-2.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Start to plan an attack, or end the phase."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        return [Assault((action.args[0],), ()), self]


@mypyc_attr(acyclic=True)
class Assault(SideChoice):
    """CH-S7.21: the hexes attacked together and the attacking units; a unit never splits its strength (CH-S7.4)."""

    RULE: ClassVar[str] = "CH-S7.21"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def confirm_even_if_forced(self, s: Battle) -> bool:
        """Return True: players see strengths and odds before the die is rolled."""
        return True

    def available_units(self, s: Battle) -> list[int]:
        """Return the units that may still join (CH-S7.11)."""
        return [unit for unit in units_able_to_attack(s, self.targets) if unit not in self.units]

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions attack, if the odds are at least 1-2, add all, add one unit, and add a hex."""
        others = self.available_units(s)
        actions: list[Action] = []
        if self.units and melee_column(s, list(self.units), self.targets) != ILLEGAL:
            actions.append(STRIKE)
        if others:
            actions.append(ALL)
        actions.extend([ADD[unit] for unit in others])
        if not self.units:
            actions.extend([ALSO[hex] for hex in more_targets(s, self.targets)])
        return actions

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        if action.verb == "strike":
            return Refusal("CH-S8.1a", "The odds are below 1-2. Add more units.")
        if action.verb == "add" and len(action.args) == 1 and 0 <= action.args[0] < s.rules.count:
            return self.attack_refusal(s, action.args[0])
        if action.verb == "also":
            return Refusal("CH-S7.23", "Every attacking unit must be next to every attacked hex.")
        return None

    def attack_refusal(self, s: Battle, unit: i64) -> Refusal:
        """Return the refusal for a unit that may not take part."""
        if s.rules.sides[unit] != s.side or not s.is_ready(unit) or s.panicked[unit]:
            return Refusal("CH-S8.2b", "Choose one of your own units that is neither disrupted nor panicked.")
        if not s.kind(unit).melee:
            return Refusal("CH-S3.36a", "This unit has no melee strength and may not attack.")
        if s.fired[unit] == s.number:
            return Refusal("CH-S6.11", "This unit has fired in this Player-Turn and may not attack.")
        if s.fought[unit] == s.number:
            return Refusal("CH-S7.14", "This unit has already attacked in this Player-Turn.")
        return Refusal("CH-S7.23", "Every attacking unit must be next to every attacked hex.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Add units or a hex, or carry out the attack."""
        if action.verb == "all":
            return [Assault(self.targets, (*self.units, *self.available_units(s)))]
        if action.verb == "add":
            return [Assault(self.targets, (*self.units, action.args[0]))]
        if action.verb == "also":
            return [Assault((*self.targets, action.args[0]), ())]
        for unit in self.units:
            s.fought = with_value(s.fought, unit, s.number)
        s.attacked = (*s.attacked, *self.targets)
        if s.logging:
            s.emit(Charged(self.targets, s.side, self.units, melee_column(s, list(self.units), self.targets)))
            if is_flanked(s, list(self.units), self.targets):
                s.emit(Flanked(self.targets, s.side), "CH-S7.51")
        origins = tuple(dict.fromkeys([s.hexes[unit] for unit in self.units]))
        steps: list[Step] = [Withdrawal(self.targets, self.units)] if s.rules.options.retreat_before_combat else []
        return [*steps, Clash(self.targets, self.units), Advance(self.targets, self.units, origins)]


@mypyc_attr(acyclic=True)
class Evaded(HexesEvent):
    """The attack is off because defenders have retreated (CH-R55)."""

    __slots__ = ()


@mypyc_attr(acyclic=True)
class Clash(Step):
    """CH-S8.24: one roll; the 1 for disrupted units is added hex by hex, so there may be two results."""

    RULE: ClassVar[str] = "CH-C"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def run(self, s: Battle) -> list[Step]:
        """Roll against the defenders that stayed. Without a legal attack nothing happens (CH-S17.4, CH-R55)."""
        targets = tuple([hex for hex in self.targets if s.stack(hex)])
        column = melee_column(s, list(self.units), targets) if targets else ILLEGAL
        if column == ILLEGAL:
            for unit in self.units:
                s.fought = with_value(s.fought, unit, 0)
            if s.logging:
                s.emit(Evaded(self.targets, s.side), "CH-S17.0")
            return NOTHING
        die = s.roll("melee", 1, s.side)[0]
        results = tuple([s.rules.table.result(die + disruption_modifier(s, hex), column) for hex in targets])
        steps = apply_results(s, targets, results, True)
        if not any(results):
            engage(s, list(self.units), targets)
        return steps


# -------------------------------------------------------------------- retreat before combat


_WITHDRAW: Final[dict[int, Action]] = {}
_ADVANCE: Final[dict[int, Action]] = {}


def cached_action(cache: dict[int, Action], verb: str, unit: int, hex: int) -> Action:
    """Return the cached action of a verb with a unit and a hex."""
    key = unit * 10000 + hex
    if key not in cache:
        cache[key] = Action(verb, (unit, hex))
    return cache[key]


def printed_allowance(s: Battle, unit: i64) -> int:
    """CH-R43: return the printed allowance of a unit; a rider has that of its chariot."""
    if s.aboard[unit] or s.kinds[unit] == CH:
        return s.rules.armies[s.rules.sides[unit]].chariot_allowance
    return s.kind(unit).allowance


@mypyc_attr(acyclic=True)
class Withdrawal(SideChoice):
    """CH-S17.0, CH-S17.5: units faster than the fastest attacker by 3 may step back, each on its own."""

    RULE: ClassVar[str] = "CH-S17.0"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the defender."""
        return seats_of(1 - s.side)

    def unit_actions(self, s: Battle) -> list[Action]:
        """CH-S17.1, CH-S17.3, CH-R43: return which units may step back, once and into adjacent hexes with room."""
        fastest = max([printed_allowance(s, unit) for unit in self.units])
        hexes = s.rules.ground.hexes
        enemy = s.occupancy().occupied[s.side]
        actions: list[Action] = []
        for unit in [unit for hex in self.targets for unit in s.stack(hex)]:
            if s.disrupted[unit] or s.contact[unit] or s.aboard[unit] or s.withdrew[unit] == s.number:
                continue
            if printed_allowance(s, unit) - fastest < MIN_SPEED_ADVANTAGE:
                continue
            group = s.with_riders(unit)
            for hex in hexes.around(s.hexes[unit]):
                if not enemy[hex] and hex not in self.targets and may_join(s, group, hex):
                    actions.append(cached_action(_WITHDRAW, "withdraw", unit, hex))
        return actions

    def waits(self, s: Battle) -> bool:
        """Return whether any unit may retreat."""
        return len(self.unit_actions(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions stand and step back."""
        return [STAND, *self.unit_actions(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal that explains an illegal action."""
        return Refusal(
            "CH-S17.0", "Only units faster than every attacker by 3 may step back, into an adjacent hex with room."
        )

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Move one unit back; neither it nor the units it joins may retreat again (CH-S17.3)."""
        side = 1 - s.side
        if action.verb == "stand":
            if s.logging:
                s.emit(StoodFirm(side))
            return NOTHING
        unit, hex = action.args
        group = s.with_riders(unit)
        for member in [*group, *s.stack(hex)]:
            s.withdrew = with_value(s.withdrew, member, s.number)
        for member in group:
            s.set_hex(member, hex)
        if s.logging:
            s.emit(WithdrewEvent(unit, side, tuple(group), hex))
        gain_control(s, hex, side)
        return [self]


# -------------------------------------------------------------------- advances


@mypyc_attr(acyclic=True)
class Advance(SideChoice):
    """CH-S8.4, CH-R12, CH-R21: attackers, with leaders and chariots of their hexes, may enter the emptied hexes."""

    RULE: ClassVar[str] = "CH-S8.4"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units", "origins")
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...], origins: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units
        self.origins = origins

    def unit_actions(self, s: Battle) -> list[Action]:
        """Return the units that may advance, and into which of the hexes without enemies."""
        enemy = s.occupancy().occupied[1 - s.side]
        empty = [hex for hex in self.targets if not enemy[hex]]
        actions: list[Action] = []
        if not empty:
            return actions
        for unit in s.units_of(s.side):
            if s.hexes[unit] not in self.origins or not self.may_advance(s, unit):
                continue
            group = s.with_riders(unit)
            for hex in empty:
                is_adjacent = s.rules.ground.hexes.distance(s.hexes[unit], hex) == 1
                if is_adjacent and may_join(s, group, hex):
                    actions.append(cached_action(_ADVANCE, "advance", unit, hex))
        return actions

    def may_advance(self, s: Battle, unit: i64) -> bool:
        """Return whether a unit is an attacker, a leader or a chariot that is free to move (CH-S18.2)."""
        if s.disrupted[unit] or s.contact[unit] or s.aboard[unit] or s.panicked[unit]:
            return False
        return unit in self.units or s.kinds[unit] >= UNIT_TYPES or s.kinds[unit] == CH

    def waits(self, s: Battle) -> bool:
        """Return whether any unit may advance; there is no later chance."""
        return len(self.unit_actions(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Return the actions stay and advance."""
        return [DONE, *self.unit_actions(s)]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Advance one unit, ignoring zones and Defensive Fire (CH-S17.2); it may not attack again (CH-S17.4)."""
        if action.verb == "done":
            if s.logging:
                s.emit(StayedBack(s.side))
            return NOTHING
        unit, hex = action.args
        group = s.with_riders(unit)
        move_group(s, group, hex)
        for member in group:
            s.fought = with_value(s.fought, member, s.number)
        if s.logging:
            s.emit(Advanced(unit, s.side, tuple(group), hex))
        gain_control(s, hex, s.side)
        return [self]


MELEE_STEP: Final = Melee()
