"""After a lost defence: withdrawal (WAM-Q31), pursuit (WAM-R3) and the advance (WAM-Q49)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import FALLEN, MAX_PIECES, LoseBases, destroy, kill_chart_hits, overrun
from hippodrome.games.magic.events import Advanced, AdvanceEnded, Pursued, Trapped, Withdrew
from hippodrome.games.magic.kinds import FIRST_CHARACTER, GENERAL, LEADER, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, is_closed
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.games.magic.state import BY_OTHER, BY_PURSUIT, MAX_STACK, NONE, Battle, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

MAX_ADVANCING_UNITS: Final = 4  # WAM-R3
WITHDRAW_TO: Final = [Action("withdraw", (square,)) for square in range(MAX_SQUARES)]
ADVANCE_UNIT: Final = [Action("advance", (unit,)) for unit in range(MAX_PIECES)]
STAY: Final = Action("stay")


# -------------------------------------------------------------------- withdrawal


def losing_side(s: Battle) -> i64:
    """Return the side that must withdraw."""
    return 1 - s.clash.side


def can_withdraw_to(s: Battle, square: i64, d: i64, size: i64) -> bool:
    """WAM-Q31: return whether a group of `size` units can withdraw in direction `d` to a square."""
    if square == NONE or not s.board.is_open_edge(s.clash.target, d):
        return False
    if s.count_at(square, s.clash.side) > 0:
        return False
    return s.count_at(square, losing_side(s)) + size <= MAX_STACK


def is_deadly(s: Battle, square: i64, has_restricted: bool) -> bool:
    """WAM-Q12, WAM-Q37: return whether a square destroys pieces of a group that withdraws into it.

    A chasm destroys all; closed ground destroys chariots and elephants, if the group has any.
    """
    return s.ground[square] == CHASM or (has_restricted and is_closed(s.ground[square]))


def withdrawal_squares(s: Battle) -> list[int]:
    """WAM-Q31: return where a beaten group may go: straight back, or else to either side; none if it cannot retire.

    It avoids closed ground that would destroy its chariots or elephants if another square is possible. A chasm straight
    back destroys it, because a chasm is no reason to turn aside.
    """
    board, target = s.board, s.clash.target
    line = board.direction(s.clash.source, target)
    group = s.units_at(target, losing_side(s))
    has_restricted = any(is_bound_to_open_ground(unit.kind) for unit in group)
    sides: list[int] = []
    for turn in (3, 1):
        d = (line + turn) % 4
        square = board.beside[target * 4 + d]
        if can_withdraw_to(s, square, d, len(group)):
            sides.append(square)
    safe_sides = [square for square in sides if not is_deadly(s, square, has_restricted)]
    straight = board.beside[target * 4 + line]
    if can_withdraw_to(s, straight, line, len(group)):
        if s.ground[straight] != CHASM and is_deadly(s, straight, has_restricted) and safe_sides:
            return safe_sides
        return [straight]
    return sorted(safe_sides or sides, key=lambda square: is_closed(s.ground[square]))


@mypyc_attr(acyclic=True)
class Withdraw(Choice):
    """WAM-R3, WAM-Q31: the beaten group withdraws one square as one body, or suffers where it stands."""

    RULE: ClassVar[str] = "WAM-Q31"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether there is more than one square to choose from."""
        return len(withdrawal_squares(s)) > 1

    def run(self, s: Battle) -> list[Step]:
        """WAM-R3: withdraw to the only square, or stay and suffer D6+1 rolls instead of D6-2."""
        ways = withdrawal_squares(s)
        if ways:
            return withdraw(s, ways[0])
        units = s.pieces_at(s.clash.target, losing_side(s))
        s.clash.pool = tuple([int(unit.id) for unit in units])
        if s.logging:
            s.emit(Trapped(losing_side(s), s.clash.target, s.clash.pool))
        return [Pursuit(1)]

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(losing_side(s)),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the possible squares, open ground first."""
        return [WITHDRAW_TO[square] for square in withdrawal_squares(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q31: the group may only turn aside, since a choice exists only if the way straight back is blocked."""
        return Refusal("WAM-Q31", "The way straight back is blocked: withdraw to a free square on either side.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Withdraw to the chosen square."""
        return withdraw(s, action.args[0])


def withdraw(s: Battle, square: i64) -> list[Step]:
    """WAM-Q31: move the whole group with its characters to a square, and return the pursuit.

    Its own attacks are void (WAM-Q19), and the kill rolls apply only to this group.
    """
    side = losing_side(s)
    group = s.pieces_at(s.clash.target, side)
    restricted = [unit for unit in group if is_bound_to_open_ground(unit.kind)]
    lost = group if s.ground[square] == CHASM else (restricted if is_closed(s.ground[square]) else [])
    s.clash.pool = tuple([int(unit.id) for unit in group if unit not in lost])
    if s.logging:
        s.emit(Withdrew(side, square, tuple([int(unit.id) for unit in group])))
    for unit in group:
        unit.spent = True
        unit.walked = 0  # it did not arrive by moving, so it does not help attacks from there (WAM-Q17)
        unit.failed = NONE
        unit.square = square
    for unit in lost:
        s.add_to_tally(BY_OTHER)
        destroy(s, unit, BY_OTHER)
    if s.count_at(square, side) > 0:
        overrun(s, square, side)
    return [Pursuit(-2)]


@mypyc_attr(acyclic=True)
class Pursuit(Step):
    """WAM-R3: D6-2 rolls on the kill chart, or D6+1 if the group could not retire; the loser chooses, without saves."""

    RULE: ClassVar[str] = "WAM-R3"
    FIELDS: ClassVar[tuple[str, ...]] = ("bonus",)
    __slots__ = FIELDS

    def __init__(self, bonus: i64) -> None:
        self.bonus = bonus

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q48: roll the pursuit if both sides have units left."""
        side = s.clash.side
        winners = [id for id in (*s.clash.group, *s.clash.helpers) if s.units[id].bases > 0]
        if not s.clash.pool or not winners:
            return NOTHING
        number = s.roll("pursuit", 1, side)[0] + self.bonus
        losses = kill_chart_hits(s.roll("kill", number, side)) if number > 0 else 0
        if losses and s.logging:
            s.emit(Pursued(losing_side(s), losses))
        return [LoseBases(losing_side(s), losses, BY_PURSUIT), FALLEN]


# -------------------------------------------------------------------- the advance


def advance_candidates(s: Battle) -> list[Unit]:
    """WAM-Q49: return the pieces that may still advance: up to four units of the attack, then general and leaders.

    A general or leader that leads or helps another attack of the square stays.
    """
    clash = s.clash
    if s.count_at(clash.target, 1 - clash.side) > 0:
        return []
    closed = is_closed(s.ground[clash.target])
    pieces: list[Unit] = []
    for unit in s.units:
        if unit.square != clash.source or unit.side != clash.side or unit.id in clash.absent:
            continue
        if unit.kind >= FIRST_CHARACTER:
            if clash.entered > 0 and (unit.kind == GENERAL or unit.kind == LEADER):
                pieces.append(unit)
        elif (
            unit.id in clash.group
            and clash.entered < MAX_ADVANCING_UNITS
            and not (closed and is_bound_to_open_ground(unit.kind))
        ):
            pieces.append(unit)
    return pieces


@mypyc_attr(acyclic=True)
class Advance(Choice):
    """WAM-R3, WAM-Q49: up to four units that attacked may advance, then general and leaders; advancing is optional."""

    RULE: ClassVar[str] = "WAM-Q49"
    PASSES: ClassVar[tuple[str, ...]] = ("stay",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether any piece may still advance."""
        return len(advance_candidates(s)) > 0

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the attacker."""
        return (int(s.clash.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the strongest units first, then a general who led, then stopping, then other characters."""
        candidates = advance_candidates(s)
        units = sorted(
            [unit for unit in candidates if unit.kind < FIRST_CHARACTER], key=lambda unit: (-unit.bases, unit.id)
        )
        leaders = [unit for unit in candidates if unit.kind >= FIRST_CHARACTER]
        leading = [unit for unit in leaders if unit.kind == GENERAL and s.clash.leads]
        others = [unit for unit in leaders if unit not in leading]
        first = [ADVANCE_UNIT[unit.id] for unit in (*units, *leading)]
        return [*first, STAY, *[ADVANCE_UNIT[unit.id] for unit in others]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q49: name the pieces that may advance."""
        return Refusal(
            "WAM-Q49", "Up to 4 units that attacked may advance; after them the general and leaders may follow."
        )

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Advance one piece; the first unit takes the square, which is no longer tired (WAM-Q45)."""
        clash = s.clash
        if action.verb == "stay":
            if s.logging:
                s.emit(AdvanceEnded(clash.side))
            return NOTHING
        unit = s.units[action.args[0]]
        unit.square = clash.target
        if s.logging:
            s.emit(Advanced(unit.id, unit.side, unit.square))
        if unit.kind < FIRST_CHARACTER:
            clash.entered += 1
        if clash.entered == 1 and unit.kind < FIRST_CHARACTER:
            fought = list(s.fought)
            fought[clash.target] = 0
            s.fought = tuple(fought)
            overrun(s, clash.target, clash.side)
        return [ADVANCE]


WITHDRAW: Final = Withdraw()
ADVANCE: Final = Advance()
