"""Fire combat and Defensive Fire (CH-S6.0, CH-S6.42, CH-S7.56, CH-R2, CH-R30)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.events import PhaseEnded, Shot
from hippodrome.games.chariot.facing import is_front
from hippodrome.games.chariot.ground import STREAM
from hippodrome.games.chariot.results import apply
from hippodrome.games.chariot.sight import sees
from hippodrome.games.chariot.state import FIRE, Battle, changed
from hippodrome.games.chariot.steps import ADD, AIM, ALL, DONE, LOOSE, Question, seat_of, some
from hippodrome.games.chariot.strength import ILLEGAL, fire_column
from hippodrome.games.chariot.units import FF, UNITS
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Step

# -------------------------------------------------------------------- who may fire at what


def shooting_side(s: Battle) -> i64:
    """In Defensive Fire the other side, else the phasing one."""
    return s.side if s.phase == FIRE else 1 - s.side


def may_fire(s: Battle, unit: i64) -> bool:
    """CH-S6.12, CH-S6.15a, CH-S6.43, CH-S6.52, CH-R3: not in two Player-Turns in a row; undisrupted, and not panicked.

    Units on foot do not fire out of a stream (CH-S6.33).
    """
    kind = s.kind(unit)
    if not kind.is_fire or s.hexes[unit] < 0 or s.disrupted[unit] or s.panicked[unit]:
        return False
    if s.fired[unit] and s.number - s.fired[unit] < 2:
        return False
    return kind.klass != FF or s.rules.ground.terrain[s.hexes[unit]] != STREAM


def is_target(s: Battle, hex: i64) -> bool:
    """CH-S6.15b, CH-R46, CH-R30: not attacked yet, not only leaders; in Defensive Fire somebody entered it."""
    if hex in s.attacked:
        return False
    stack = s.stack(hex)
    if not stack or not any(s.kinds[unit] < UNITS for unit in stack):
        return False
    return s.phase == FIRE or any(s.entered[unit] for unit in stack)


def can_hit(s: Battle, unit: i64, hex: i64) -> bool:
    """CH-S6.13, CH-S6.34, CH-S6.42: in range, adjacent only in Defensive Fire, in sight, in front if that counts."""
    reach = s.kind(unit).range if s.phase == FIRE else 1
    if s.rules.ground.hexes.distance(s.hexes[unit], hex) > reach:
        return False
    if s.rules.options.facing and not is_front(s, unit, hex):  # CH-S16.0, CH-S16.31
        return False
    return sees(s, s.hexes[unit], hex)


def shooters(s: Battle, hex: i64) -> list[int]:
    """Who may fire at a hex now."""
    return [unit for unit in s.units_of(shooting_side(s)) if may_fire(s, unit) and can_hit(s, unit, hex)]


def fire_targets(s: Battle) -> list[int]:
    """Return the hexes that can be fired at with any hope: at 1-2 or better (CH-S8.1a)."""
    side = shooting_side(s)
    ready = [unit for unit in s.units_of(side) if may_fire(s, unit)]
    if not ready:
        return []
    found: list[int] = []
    sides = s.rules.sides
    for hex, stack in s.board().stacks.items():
        if sides[stack[0]] != side and is_target(s, hex):
            units = [unit for unit in ready if can_hit(s, unit, hex)]
            if units and fire_column(s, units, hex) != ILLEGAL:
                found.append(hex)
    return found


# -------------------------------------------------------------------- questions


@mypyc_attr(acyclic=True)
class Shooting(Question):
    """A hex to fire at, one attack after the other (CH-S6.0); each is settled before the next."""

    __slots__ = ()

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Whoever fires."""
        return seat_of(shooting_side(s))

    def waits(self, s: Battle) -> bool:
        """While there is something to fire at."""
        return len(fire_targets(s)) > 0

    def legal(self, s: Battle) -> list[Action]:
        """Cease, or choose a target."""
        return [DONE, *[AIM[hex] for hex in fire_targets(s)]]

    def proposals(self, s: Battle) -> list[Action]:
        """Return some of them."""
        return [DONE, *[AIM[hex] for hex in some(fire_targets(s))]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb != "aim" or len(action.args) != 1 or not 0 <= action.args[0] < s.rules.ground.hexes.count:
            return None
        hex = action.args[0]
        if hex in s.attacked:
            return Refusal("CH-S6.15b", "This hex has been fired at already.")
        stack = s.stack(hex)
        if not stack or s.rules.sides[stack[0]] == shooting_side(s):
            return Refusal("CH-S6.0", "There is no enemy unit in that hex.")
        if not any(s.kinds[unit] < UNITS for unit in stack):
            return Refusal("CH-R46", "Fire does not harm leaders.")
        if not is_target(s, hex):
            return Refusal("CH-R30", "Defensive Fire is only at hexes that enemy units have just entered.")
        if not shooters(s, hex):
            return Refusal("CH-S6.13", "No unit that may fire has this hex in range and in sight.")
        return Refusal("CH-S8.1a", "All who could fire at it do not come to odds of 1-2.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Plan the volley."""
        if action.verb == "done":
            if s.logging:
                s.emit(PhaseEnded(s.phase, shooting_side(s)))
            return NOTHING
        return [Volley(action.args[0], ()), self]


@mypyc_attr(acyclic=True)
class Fire(Shooting):
    """CH-S6.0: the phasing units fire; members of a stack at different hexes if they like (CH-S6.14)."""

    RULE: ClassVar[str] = "CH-S6.0"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class DefensiveFire(Shooting):
    """CH-S6.42, CH-S6.45, CH-R2: after movement the enemy fires at adjacent hexes that were entered."""

    RULE: ClassVar[str] = "CH-S6.42"
    __slots__ = ()


@mypyc_attr(acyclic=True)
class Volley(Question):
    """CH-S6.21: who joins in the one attack on a hex; a unit never splits its fire (CH-S6.16, CH-S6.31)."""

    RULE: ClassVar[str] = "CH-S6.21"
    FIELDS: ClassVar[tuple[str, ...]] = ("target", "units")
    __slots__ = FIELDS

    def __init__(self, target: i64, units: tuple[int, ...]) -> None:
        self.target = target
        self.units = units

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Whoever fires."""
        return seat_of(shooting_side(s))

    def confirm_even_if_forced(self, s: Battle) -> bool:
        """Strengths and chances are seen before the die is thrown."""
        return True

    def others(self, s: Battle) -> list[int]:
        """Who may still join in."""
        return [unit for unit in shooters(s, self.target) if unit not in self.units]

    def legal(self, s: Battle) -> list[Action]:
        """Fire, if that is at least 1-2; or one more, or all."""
        others = self.others(s)
        found: list[Action] = []
        if self.units and fire_column(s, list(self.units), self.target) != ILLEGAL:
            found.append(LOOSE)
        if others:
            found.append(ALL)
        found.extend([ADD[unit] for unit in others])
        return found

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Which clause forbids it."""
        if action.verb == "loose":
            return Refusal("CH-S8.1a", "Fire below 1-2 is not allowed. Add more units.")
        if action.verb == "add" and len(action.args) == 1 and 0 <= action.args[0] < s.rules.count:
            return why_no_fire(s, action.args[0], self.target)
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Join in, or fire."""
        if action.verb == "all":
            return [Volley(self.target, (*self.units, *self.others(s)))]
        if action.verb == "add":
            return [Volley(self.target, (*self.units, action.args[0]))]
        return shoot(s, self.target, list(self.units))


def why_no_fire(s: Battle, unit: i64, hex: i64) -> Refusal:
    """Why a unit may not fire at a hex."""
    if s.rules.sides[unit] != shooting_side(s) or not s.kind(unit).is_fire or s.hexes[unit] < 0:
        return Refusal("CH-S3.35b", "It is no fire unit of yours on the map.")
    if s.disrupted[unit] or s.panicked[unit]:
        return Refusal("CH-S8.2b", "Disrupted or panicked units do not fire.")
    if s.fired[unit] and s.number - s.fired[unit] < 2:
        return Refusal("CH-S6.12", "It fired in this or the last Player-Turn.")
    if not may_fire(s, unit):
        return Refusal("CH-S6.33", "Units on foot do not fire out of a stream.")
    return Refusal("CH-S6.13", "The target is out of its range, out of sight, or not before it.")


def shoot(s: Battle, hex: i64, units: list[int]) -> list[Step]:
    """CH-S6.22, CH-S8.2a: roll, in the column of the combined strength, with 1 more at disrupted units."""
    column = fire_column(s, units, hex)
    side = shooting_side(s)
    for unit in units:
        s.fired = changed(s.fired, unit, s.number)
    s.attacked = (*s.attacked, int(hex))
    if s.logging:
        s.emit(Shot(hex, side, tuple(units), column))
    die = s.roll("fire", 1, side, "CH-C")[0]
    score = die + is_shaken(s, hex)
    return apply(s, (int(hex),), (s.rules.table.result(score, column),), False)


def is_shaken(s: Battle, hex: i64) -> int:
    """CH-S8.2a, CH-R13: 1 if any unit in the hex is disrupted."""
    return int(any(s.disrupted[unit] for unit in s.stack(hex)))


FIRE_AT: Final = Fire()
DEFENSIVE_FIRE: Final = DefensiveFire()
