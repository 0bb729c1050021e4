"""The sequence of play: game turns, initiative, activations and the end of a turn (WW-A1 to WW-A4, WW-Q14, WW-Q46)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.combat import Attack
from hippodrome.games.wheelie.deployment import Deploy
from hippodrome.games.wheelie.die_uses import (
    AIM,
    BANK,
    HEAL,
    RELOAD,
    SHOOT,
    VERBS,
    die_uses,
    refuse_spending,
    spend_die,
)
from hippodrome.games.wheelie.ending import CHECK_END, end_on_time, remove_unit, time_up_reason
from hippodrome.games.wheelie.events import (
    ActEnded,
    Activated,
    AdvanceBegun,
    Aimed,
    Banked,
    Healed,
    Rallied,
    Reloaded,
    ShotBegun,
    TurnBegan,
    TurnBegun,
    Withdrew,
)
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.movement import ROLL_ADVANCE, ROLL_TURN, acting_unit
from hippodrome.games.wheelie.roll_offs import roll_off
from hippodrome.games.wheelie.state import BROKEN, FIGHTING, RETURNING, WITHDRAWN, Skirmish, Unit, new_activation
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

MAX_UNITS: Final = 12


# -------------------------------------------------------------------- turns and initiative


def action_dice(s: Skirmish, unit: Unit) -> i64:
    """WW-I10: return the dice of a unit's spread; the option `hit_before_acting` may spare it this turn's damage."""
    return unit.pool() + (unit.fresh if s.rules.options.hit_before_acting == "next" else 0)


@mypyc_attr(acyclic=True)
class NewTurn(Step):
    """WW-A1, WW-P7: roll a die for each unit and add its banked dice (WW-Q9); units act from the highest down."""

    RULE: ClassVar[str] = "WW-A1"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Start the next turn, or end the battle if time is up (WW-Q49)."""
        reason = time_up_reason(s)
        if reason:
            end_on_time(s, reason)
            return NOTHING
        s.undo_barrier += 1
        s.turn += 1
        s.quiet += 1
        units = [int(unit.id) for unit in s.units if unit.status == FIGHTING]
        s.order = tuple(roll_off(s, "initiative", units, True))
        for number in units:
            s.units[number].banked = 0
            s.units[number].criticals = 0
            s.units[number].fresh = 0
        if s.logging:
            s.emit(TurnBegan(s.turn, s.order))
        return TURN_STEPS

    def breadcrumb(self, s: Skirmish) -> str:
        """Return the turn in progress."""
        return f"Turn {s.turn}" if s.turn else "Set-up"


@mypyc_attr(acyclic=True)
class NextAct(Step):
    """WW-A4: a unit rolls its action dice, reduced by damage (WW-I10, WW-Q12)."""

    RULE: ClassVar[str] = "WW-A4"
    FIELDS: ClassVar[tuple[str, ...]] = ("place",)
    __slots__ = FIELDS

    def __init__(self, place: i64) -> None:
        self.place = place

    def run(self, s: Skirmish) -> list[Step]:
        """Activate the next unit in the order; skip units that are gone or broken (WW-Q44)."""
        if self.place >= len(s.order):
            return NOTHING
        unit = s.units[s.order[self.place]]
        if unit.status != FIGHTING:
            return [NEXT_ACT[self.place + 1]]
        s.undo_barrier += 1
        if s.logging:
            s.emit(Activated(unit.id, unit.seat))
        s.act = new_activation(unit.id, s.roll("actions", action_dice(s, unit), unit.seat))
        return [SPEND_DIE, NEXT_ACT[self.place + 1]]

    def breadcrumb(self, s: Skirmish) -> str:
        """Return the name of the acting unit."""
        return unit_name(s, acting_unit(s)) if self.place else ""


@mypyc_attr(acyclic=True)
class SpendDie(Choice):
    """WW-N2: spend any remaining die, in any order (WW-B17), or end the activation (WW-Q10, WW-M5).

    The spread of the example (WW-M1, WW-Q3) reloads, advances, aims and shoots.
    """

    RULE: ClassVar[str] = "WW-N2"
    PASSES: ClassVar[tuple[str, ...]] = ("end",)
    __slots__ = ()

    def waits(self, s: Skirmish) -> bool:
        """Return whether the unit still fights and has dice left."""
        return len(s.act.dice) > 0 and acting_unit(s).status == FIGHTING

    def seats(self, s: Skirmish) -> tuple[int, ...]:
        """Return the owner of the unit."""
        return (int(acting_unit(s).seat),)

    def confirm_even_if_forced(self, s: Skirmish) -> bool:
        """Let the player end an activation whose last dice are useless: the dice after it cannot be undone."""
        return True

    def proposals(self, s: Skirmish) -> list[Action]:
        """Offer the end of the activation, then everything the dice can be spent on."""
        return die_uses(s, acting_unit(s))

    def explain(self, s: Skirmish, action: Action) -> Refusal | None:
        """Return the clause that forbids the action."""
        return refuse_spending(s, acting_unit(s), action)

    def answer(self, s: Skirmish, action: Action, seat: i64) -> list[Step]:
        """Spend the die; it is resolved before the next (WW-N4, WW-B3)."""
        unit = acting_unit(s)
        if action.verb == "end":
            s.act.dice = b""
            if s.logging:
                s.emit(ActEnded(unit.id, unit.seat), "WW-Q10")
            return NOTHING
        use = VERBS.index(action.verb)
        die = action.args[0]
        spend_die(s, unit, die, use)
        if action.verb == "advance":
            if s.logging:
                s.emit(AdvanceBegun(unit.id, unit.seat, die), "WW-B2")
            return ADVANCE_STEPS
        if action.verb == "turn":
            if s.logging:
                s.emit(TurnBegun(unit.id, unit.seat, die), "WW-B9")
            return TURN_MOVE_STEPS
        if use == SHOOT:
            if s.logging:
                s.emit(ShotBegun(unit.id, unit.seat, die), "WW-B14")
            return [Attack(unit.id, unit.aim), SPEND_DIE]
        self.prepare(s, unit, use, action)
        return NEXT_DIE_STEPS

    def prepare(self, s: Skirmish, unit: Unit, use: i64, action: Action) -> None:
        """Aim (WW-B11), reload (WW-B15), heal or bank (WW-B16); only Temporary Damage heals (WW-I11)."""
        die = action.args[0]
        if use == AIM:
            unit.aim = action.args[1]
            if s.logging:
                s.emit(Aimed(unit.id, unit.seat, unit.aim), "WW-B11")
        elif use == RELOAD:
            unit.loaded = True
            if s.logging:
                s.emit(Reloaded(unit.id, unit.seat, die), "WW-B15")
        elif use == HEAL:
            unit.temporary -= 1
            if s.logging:
                s.emit(Healed(unit.id, unit.seat, die), "WW-B16")
        elif use == BANK:
            unit.banked += 1
            if s.logging:
                s.emit(Banked(unit.id, unit.seat, die), "WW-B16")


# -------------------------------------------------------------------- the end of a turn


def has_friend(s: Skirmish, unit: Unit) -> bool:
    """WW-Q46: return whether another chariot of the unit's side, not broken and not Runners, fights on the table."""
    for other in s.units:
        if other.id != unit.id and other.side == unit.side and other.status == FIGHTING and not s.is_runners(other):
            return True
    return False


@mypyc_attr(acyclic=True)
class EndTurn(Step):
    """WW-Q44, WW-Q46: broken units leave, withdrawn units roll to return, and units that rolled a 6 are placed."""

    RULE: ClassVar[str] = "WW-Q46"
    __slots__ = ()

    def run(self, s: Skirmish) -> list[Step]:
        """Handle the units in the order of their numbers (WW-Q63)."""
        for unit in s.units:
            if unit.status == BROKEN:
                self.withdraw(s, unit)
        steps: list[Step] = [CHECK_END]
        for unit in s.units:
            if not has_friend(s, unit):
                continue
            if unit.status == WITHDRAWN and unit.left < s.turn:
                self.rally(s, unit)
            elif unit.status == RETURNING and unit.back <= s.turn:
                steps.append(Deploy(unit.id))
        return steps

    def withdraw(self, s: Skirmish, unit: Unit) -> None:
        """WW-L2: take the unit off the table."""
        unit.left = s.turn
        unit.criticals = 0
        if s.logging:
            s.emit(Withdrew(unit.id, unit.seat), "WW-L2")
        remove_unit(s, unit, WITHDRAWN)

    def rally(self, s: Skirmish, unit: Unit) -> None:
        """WW-L4: roll to return; on a 6 the unit is placed at the end of the next turn."""
        if s.roll("morale", 1, unit.seat, "WW-L4", 6, 0, unit.id)[0] == 6:
            unit.status = RETURNING
            unit.back = s.turn + 1
            if s.logging:
                s.emit(Rallied(unit.id, unit.seat), "WW-L4")


NEW_TURN: Final = NewTurn()
END_TURN: Final = EndTurn()
NEXT_ACT: Final = [NextAct(place) for place in range(MAX_UNITS + 2)]
TURN_STEPS: Final[list[Step]] = [NEXT_ACT[0], END_TURN, NEW_TURN]
SPEND_DIE: Final = SpendDie()
NEXT_DIE_STEPS: Final[list[Step]] = [SPEND_DIE]
ADVANCE_STEPS: Final[list[Step]] = [ROLL_ADVANCE, SPEND_DIE]
TURN_MOVE_STEPS: Final[list[Step]] = [ROLL_TURN, SPEND_DIE]
