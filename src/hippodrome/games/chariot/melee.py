"""Melee combat: attacks, retreat before combat, advances (CH-S7.0, CH-S8.3, CH-S8.4, CH-S17.0, CH-R43)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.contact import lock
from hippodrome.games.chariot.events import (
    Advanced,
    Charged,
    Evaded,
    Flanked,
    PhaseEnded,
    StayedBack,
    StoodFirm,
)
from hippodrome.games.chariot.events import Withdrew as WithdrewEvent
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.fire import is_shaken
from hippodrome.games.chariot.movement import carry, occupy
from hippodrome.games.chariot.results import apply
from hippodrome.games.chariot.stacking import may_join
from hippodrome.games.chariot.state import Battle, changed
from hippodrome.games.chariot.steps import ADD, ALL, ALSO, ATTACK, DONE, STAND, STRIKE, Question, seat_of, some
from hippodrome.games.chariot.strength import ILLEGAL, is_flanked, melee_column
from hippodrome.games.chariot.units import CH, UNITS
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

FASTER: Final = 3  # CH-S17.0


# -------------------------------------------------------------------- who may attack what


def may_attack(s: Battle, unit: i64) -> bool:
    """CH-S3.36a, CH-S6.11, CH-S6.51, CH-S7.14: with a melee strength, ready, not having fired or attacked this turn."""
    if not s.is_ready(unit) or s.panicked[unit] or not s.kind(unit).melee:
        return False
    return s.fought[unit] != s.number and s.fired[unit] != s.number


def attackers(s: Battle, targets: tuple[int, ...]) -> list[int]:
    """CH-S7.23: who may take part in one attack on all of these hexes."""
    return [unit for unit in s.units_of(s.side) if may_attack(s, unit) and reaches(s, unit, targets)]


def reaches(s: Battle, unit: i64, targets: tuple[int, ...]) -> bool:
    """Return whether it is adjacent to every one of them, and faces them if that counts (CH-S16.0)."""
    hexes = s.rules.ground.hexes
    for hex in targets:
        if hexes.distance(s.hexes[unit], hex) != 1:
            return False
        if s.rules.options.facing and not is_front(s, unit, hex):
            return False
    return True


def melee_targets(s: Battle) -> list[int]:
    """Return the hexes that can be attacked at 1-2 or better, each once in a Player-Turn (CH-S7.13, CH-S8.1a)."""
    enemy = s.board().held[1 - s.side]
    found: dict[int, list[int]] = {}
    for unit in s.units_of(s.side):
        if s.kinds[unit] < UNITS and may_attack(s, unit):
            for hex in s.rules.ground.hexes.around(s.hexes[unit]):
                if enemy[hex] and hex not in s.attacked and reaches(s, unit, (hex,)):
                    found.setdefault(hex, []).append(unit)
    return [hex for hex, units in sorted(found.items()) if melee_column(s, units, (hex,)) != ILLEGAL]


def more_targets(s: Battle, targets: tuple[int, ...]) -> list[int]:
    """CH-S7.22: other hexes that can be taken into the same attack."""
    hexes = s.rules.ground.hexes
    enemy = s.board().held[1 - s.side]
    found: list[int] = []
    for hex in sorted({other for unit in attackers(s, targets) for other in hexes.around(s.hexes[unit])}):
        if enemy[hex] and hex not in s.attacked and hex not in targets:
            units = attackers(s, (*targets, hex))
            if units and melee_column(s, units, (*targets, hex)) != ILLEGAL:
                found.append(hex)
    return found


# -------------------------------------------------------------------- the attack


@mypyc_attr(acyclic=True)
class Melee(Question):
    """CH-S7.0, CH-S7.31: attacks are declared one by one, in the attacker's order, and are voluntary."""

    RULE: ClassVar[str] = "CH-S7.0"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While there is something to attack."""
        return len(melee_targets(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Stop, or attack a hex."""
        return [DONE, *[ATTACK[hex] for hex in melee_targets(s)]]

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        return [DONE, *[ATTACK[hex] for hex in some(melee_targets(s))]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb != "attack" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if hex in s.attacked:
            return Refusal("CH-S7.13", "This hex has been attacked in this Player-Turn.")
        if not s.board().held[1 - s.side][hex]:
            return Refusal("CH-S7.0", "There is no enemy unit in that hex.")
        if not attackers(s, (hex,)):
            return Refusal("CH-S7.0", "No unit that may attack is next to that hex.")
        return Refusal("CH-S8.1a", "All who could attack it do not come to odds of 1-2.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Plan the attack."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, s.side))
            return NOTHING
        return [Assault((action.args[0],), ()), self]


@mypyc_attr(acyclic=True)
class Assault(Question):
    """CH-S7.21: which hexes are attacked together, and who takes part; a unit never splits its strength (CH-S7.4)."""

    RULE: ClassVar[str] = "CH-S7.21"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def confirm_even_if_forced(self, s: Battle) -> bool:
        """Strengths and chances are seen before the die is thrown."""
        return True

    def others(self, s: Battle) -> list[int]:
        """Who may still join in (CH-S7.11)."""
        return [unit for unit in attackers(s, self.targets) if unit not in self.units]

    def legal(self, s: Battle) -> list[Action]:
        """Strike, if that is at least 1-2; take one more hex in; one more unit, or all."""
        others = self.others(s)
        found: list[Action] = []
        if self.units and melee_column(s, list(self.units), self.targets) != ILLEGAL:
            found.append(STRIKE)
        if others:
            found.append(ALL)
        found.extend([ADD[unit] for unit in others])
        if not self.units:
            found.extend([ALSO[hex] for hex in more_targets(s, self.targets)])
        return found

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb == "strike":
            return Refusal("CH-S8.1a", "An attack below 1-2 is not allowed. Add more units.")
        if action.verb == "add" and len(action.args) == 1 and 0 <= action.args[0] < s.rules.count:
            return self.why_not(s, action.args[0])
        if action.verb == "also":
            return Refusal("CH-S7.23", "Every attacking unit must be next to every hex that is attacked.")
        return None

    def why_not(self, s: Battle, unit: i64) -> Refusal:
        """Why a unit may not take part."""
        if s.rules.sides[unit] != s.side or not s.is_ready(unit) or s.panicked[unit]:
            return Refusal("CH-S8.2b", "Only your units that are neither disrupted nor panicked attack.")
        if not s.kind(unit).melee:
            return Refusal("CH-S3.36a", "It has no melee strength and may not attack.")
        if s.fired[unit] == s.number:
            return Refusal("CH-S6.11", "It has fired in this Player-Turn.")
        if s.fought[unit] == s.number:
            return Refusal("CH-S7.14", "It has attacked in this Player-Turn.")
        return Refusal("CH-S7.23", "Every attacking unit must be next to every hex that is attacked.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Join in, take a hex in, or strike."""
        if action.verb == "all":
            return [Assault(self.targets, (*self.units, *self.others(s)))]
        if action.verb == "add":
            return [Assault(self.targets, (*self.units, action.args[0]))]
        if action.verb == "also":
            return [Assault((*self.targets, action.args[0]), ())]
        for unit in self.units:
            s.fought = changed(s.fought, unit, s.number)
        s.attacked = (*s.attacked, *self.targets)
        if s.logging:
            s.emit(Charged(self.targets, s.side, self.units, melee_column(s, list(self.units), self.targets)))
            if is_flanked(s, list(self.units), self.targets):
                s.emit(Flanked(self.targets, s.side), "CH-S7.51")
        origins = tuple(dict.fromkeys([s.hexes[unit] for unit in self.units]))
        steps: list[Step] = [Withdrawal(self.targets, self.units)] if s.rules.options.retreat else []
        return [*steps, Clash(self.targets, self.units), Advance(self.targets, self.units, origins)]


@mypyc_attr(acyclic=True)
class Clash(Step):
    """CH-S8.24: one roll; the 1 for disrupted units is added for each hex by itself, so there may be two results."""

    RULE: ClassVar[str] = "CH-C"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def run(self, s: Battle) -> list[Step]:
        """Whoever has retreated is not struck; if nobody is left, nobody has attacked (CH-S17.4, CH-R55)."""
        targets = tuple([hex for hex in self.targets if s.stack(hex)])
        column = melee_column(s, list(self.units), targets) if targets else ILLEGAL
        if column == ILLEGAL:
            for unit in self.units:
                s.fought = changed(s.fought, unit, 0)
            if s.logging:
                s.emit(Evaded(self.targets, s.side), "CH-S17.0")
            return NOTHING
        die = s.roll("melee", 1, s.side)[0]
        results = tuple([s.rules.table.result(die + is_shaken(s, hex), column) for hex in targets])
        steps = apply(s, targets, results, True)
        if not any(results):
            lock(s, list(self.units), targets)
        return steps


# -------------------------------------------------------------------- retreat before combat


_WITHDRAW: Final[dict[int, Action]] = {}
_ADVANCE: Final[dict[int, Action]] = {}


def made_once(known: dict[int, Action], verb: str, unit: int, hex: int) -> Action:
    """Return an action with a unit and a hex, made once."""
    key = unit * 10000 + hex
    if key not in known:
        known[key] = Action(verb, (unit, hex))
    return known[key]


def speed(s: Battle, unit: i64) -> int:
    """CH-R43: the printed allowance; riders have that of their chariot."""
    if s.aboard[unit] or s.kinds[unit] == CH:
        return s.rules.armies[s.rules.sides[unit]].chariots
    return s.kind(unit).allowance


@mypyc_attr(acyclic=True)
class Withdrawal(Question):
    """CH-S17.0, CH-S17.5: units that are faster by 3 than the fastest attacker may step back, each for itself."""

    RULE: ClassVar[str] = "CH-S17.0"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the defender."""
        return seat_of(1 - s.side)

    def ways(self, s: Battle) -> list[Action]:
        """Who may go where: CH-S17.1 into any adjacent hex with room, CH-S17.3 once; CH-R43."""
        fastest = max([speed(s, unit) for unit in self.units])
        hexes = s.rules.ground.hexes
        enemy = s.board().held[s.side]
        found: list[Action] = []
        for unit in [unit for hex in self.targets for unit in s.stack(hex)]:
            if s.disrupted[unit] or s.contact[unit] or s.aboard[unit] or s.withdrew[unit] == s.number:
                continue
            if speed(s, unit) - fastest < FASTER:
                continue
            group = s.with_riders(unit)
            for hex in hexes.around(s.hexes[unit]):
                if not enemy[hex] and hex not in self.targets and may_join(s, group, hex):
                    found.append(made_once(_WITHDRAW, "withdraw", unit, hex))
        return found

    def waits(self, s: Battle) -> bool:
        """While somebody may."""
        return len(self.ways(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Stand, or step back."""
        return [STAND, *self.ways(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        return Refusal(
            "CH-S17.0", "Only units faster by 3 than every attacker step back, into an adjacent hex with room."
        )

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One goes, and cannot again, nor can those it joins (CH-S17.3)."""
        side = 1 - s.side
        if action.verb == "stand":
            if s.logging:
                s.emit(StoodFirm(side))
            return NOTHING
        unit, hex = action.args
        group = s.with_riders(unit)
        for one in [*group, *s.stack(hex)]:
            s.withdrew = changed(s.withdrew, one, s.number)
        for one in group:
            s.put(one, hex)
        if s.logging:
            s.emit(WithdrewEvent(unit, side, tuple(group), hex))
        occupy(s, hex, side)
        return [self]


# -------------------------------------------------------------------- advances


@mypyc_attr(acyclic=True)
class Advance(Question):
    """CH-S8.4, CH-R12, CH-R21: attackers, with leaders and chariots of their hexes, may enter what is empty."""

    RULE: ClassVar[str] = "CH-S8.4"
    FIELDS: ClassVar[tuple[str, ...]] = ("targets", "units", "origins")
    __slots__ = FIELDS

    def __init__(self, targets: tuple[int, ...], units: tuple[int, ...], origins: tuple[int, ...]) -> None:
        self.targets = targets
        self.units = units
        self.origins = origins

    def ways(self, s: Battle) -> list[Action]:
        """Who may enter which hex: only those that no enemy is in any more."""
        enemy = s.board().held[1 - s.side]
        empty = [hex for hex in self.targets if not enemy[hex]]
        found: list[Action] = []
        if not empty:
            return found
        for unit in s.units_of(s.side):
            if s.hexes[unit] not in self.origins or not self.may_go(s, unit):
                continue
            group = s.with_riders(unit)
            for hex in empty:
                near = s.rules.ground.hexes.distance(s.hexes[unit], hex) == 1
                if near and may_join(s, group, hex):
                    found.append(made_once(_ADVANCE, "advance", unit, hex))
        return found

    def may_go(self, s: Battle, unit: i64) -> bool:
        """Attackers on foot, leaders, and chariots with all aboard; nobody who is held (CH-S18.2)."""
        if s.disrupted[unit] or s.contact[unit] or s.aboard[unit] or s.panicked[unit]:
            return False
        return unit in self.units or s.kinds[unit] >= UNITS or s.kinds[unit] == CH

    def waits(self, s: Battle) -> bool:
        """While somebody may; now or never."""
        return len(self.ways(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Stay, or advance."""
        return [DONE, *self.ways(s)]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One goes: free, without zones and Defensive Fire (CH-S17.2); it does not attack again (CH-S17.4)."""
        if action.verb == "done":
            if s.logging:
                s.emit(StayedBack(s.side))
            return NOTHING
        unit, hex = action.args
        group = s.with_riders(unit)
        carry(s, group, hex)
        for one in group:
            s.fought = changed(s.fought, one, s.number)
        if s.logging:
            s.emit(Advanced(unit, s.side, tuple(group), hex))
        occupy(s, hex, s.side)
        return [self]


ATTACKS: Final = Melee()
