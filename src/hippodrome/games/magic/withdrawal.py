"""After a lost defence: withdrawal (WAM-Q31), pursuit (WAM-R3) and the advance into the square (WAM-Q49)."""

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

MAX_ADVANCING_UNITS: Final = 4
WITHDRAW_TO: Final = [Action("withdraw", (square,)) for square in range(MAX_SQUARES)]
ADVANCE_UNIT: Final = [Action("advance", (unit,)) for unit in range(MAX_PIECES)]
STAY: Final = Action("stay")


# -------------------------------------------------------------------- withdrawal


def losing_side(s: Battle) -> i64:
    """Return the side that withdraws."""
    return 1 - s.clash.side


def can_withdraw_to(s: Battle, square: i64, d: i64, size: i64) -> bool:
    """WAM-Q31: whether a beaten group can go that way: on the board, not held by the enemy, room, no deep river."""
    if square == NONE or not s.board.is_open_edge(s.clash.target, d):
        return False
    if s.count_at(square, s.clash.side) > 0:
        return False
    return s.count_at(square, losing_side(s)) + size <= MAX_STACK


def is_deadly(s: Battle, square: i64, wheels: bool) -> bool:
    """Return whether going there destroys: a chasm everybody, closed ground chariots and elephants (WAM-Q12,
    WAM-Q37).
    """
    return s.ground[square] == CHASM or (wheels and is_closed(s.ground[square]))


def withdrawal_squares(s: Battle) -> list[int]:
    """WAM-Q31: where a beaten group may go: straight back, or else to either side; harm only where it must be.

    A chasm straight back swallows it, for it is not among the grounds on which one may turn aside.
    """
    board, target = s.board, s.clash.target
    line = board.direction(s.clash.source, target)
    group = s.units_at(target, losing_side(s))
    wheels = any(is_bound_to_open_ground(unit.kind) for unit in group)
    sides: list[int] = []
    for turn in (3, 1):
        d = (line + turn) % 4
        square = board.beside[target * 4 + d]
        if can_withdraw_to(s, square, d, len(group)):
            sides.append(square)
    kind_sides = [square for square in sides if not is_deadly(s, square, wheels)]
    straight = board.beside[target * 4 + line]
    if can_withdraw_to(s, straight, line, len(group)):
        if s.ground[straight] != CHASM and is_deadly(s, straight, wheels) and kind_sides:
            return kind_sides
        return [straight]
    return sorted(kind_sides or sides, key=lambda square: is_closed(s.ground[square]))


@mypyc_attr(acyclic=True)
class Withdraw(Choice):
    """WAM-R3, WAM-Q31: the beaten group goes back one square as one body, or suffers where it stands."""

    RULE: ClassVar[str] = "WAM-Q31"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """If there are two ways."""
        return len(withdrawal_squares(s)) > 1

    def run(self, s: Battle) -> list[Step]:
        """Return the only way, or none: then D6+1 rolls instead of D6-2."""
        ways = withdrawal_squares(s)
        if ways:
            return withdraw(s, ways[0])
        units = s.pieces_at(s.clash.target, losing_side(s))
        s.clash.pool = tuple([int(unit.id) for unit in units])
        if s.logging:
            s.emit(Trapped(losing_side(s), s.clash.target, s.clash.pool))
        return [Pursuit(1)]

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the owner of the group."""
        return (int(losing_side(s)),)

    def proposals(self, s: Battle) -> list[Action]:
        """Open ground first."""
        return [WITHDRAW_TO[square] for square in withdrawal_squares(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Straight back is barred, or this would be a choice of none."""
        return Refusal("WAM-Q31", "The way straight back is barred: withdraw to a free square on either side.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """To the square chosen."""
        return withdraw(s, action.args[0])


def withdraw(s: Battle, square: i64) -> list[Step]:
    """Return all go, characters too; their own attacks are void (WAM-Q19); the kill rolls fall on them alone."""
    side = losing_side(s)
    group = s.pieces_at(s.clash.target, side)
    wheels = [unit for unit in group if is_bound_to_open_ground(unit.kind)]
    ruined = group if s.ground[square] == CHASM else (wheels if is_closed(s.ground[square]) else [])
    s.clash.pool = tuple([int(unit.id) for unit in group if unit not in ruined])
    if s.logging:
        s.emit(Withdrew(side, square, tuple([int(unit.id) for unit in group])))
    for unit in group:
        unit.spent = True
        unit.walked = 0  # they did not come by moving, so they are no help to an attack from there (WAM-Q17)
        unit.failed = NONE
        unit.square = square
    for unit in ruined:
        s.add_to_tally(BY_OTHER)
        destroy(s, unit, BY_OTHER)
    if s.count_at(square, side) > 0:
        overrun(s, square, side)
    return [Pursuit(-2)]


@mypyc_attr(acyclic=True)
class Pursuit(Step):
    """WAM-R3: D6-2 rolls on the kill chart, D6+1 if they could not retire; the loser chooses, no saves."""

    RULE: ClassVar[str] = "WAM-R3"
    FIELDS: ClassVar[tuple[str, ...]] = ("bonus",)
    __slots__ = FIELDS

    def __init__(self, bonus: i64) -> None:
        self.bonus = bonus

    def run(self, s: Battle) -> list[Step]:
        """Only if anybody is left on both sides (WAM-Q48)."""
        side = s.clash.side
        winners = [id for id in (*s.clash.group, *s.clash.helpers) if s.units[id].bases > 0]
        if not s.clash.pool or not winners:
            return NOTHING
        number = s.roll("pursuit", 1, side)[0] + self.bonus
        losses = kill_chart_hits(s.roll("kill", number, side)) if number > 0 else 0
        if s.logging:
            s.emit(Pursued(losing_side(s), losses))
        return [LoseBases(losing_side(s), losses, BY_PURSUIT), FALLEN]


# -------------------------------------------------------------------- the advance


def advance_candidates(s: Battle) -> list[Unit]:
    """WAM-Q49: who may still go into the square: four units of the attack, then general and leaders; not magicians."""
    clash = s.clash
    if s.count_at(clash.target, 1 - clash.side) > 0:
        return []
    closed = is_closed(s.ground[clash.target])
    found: list[Unit] = []
    for unit in s.units:
        if unit.square != clash.source or unit.side != clash.side:
            continue
        if unit.kind >= FIRST_CHARACTER:
            if clash.entered > 0 and (unit.kind == GENERAL or unit.kind == LEADER):
                found.append(unit)
        elif (
            unit.id in clash.group
            and clash.entered < MAX_ADVANCING_UNITS
            and not (closed and is_bound_to_open_ground(unit.kind))
        ):
            found.append(unit)
    return found


@mypyc_attr(acyclic=True)
class Advance(Choice):
    """WAM-R3, WAM-Q49: up to four units that attacked, with general and leaders, move in; nobody must."""

    RULE: ClassVar[str] = "WAM-Q49"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """While anybody may go."""
        return len(advance_candidates(s)) > 0

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the attacker."""
        return (int(s.clash.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the strongest units first; a general who led; then staying, then the others."""
        able = advance_candidates(s)
        units = sorted([unit for unit in able if unit.kind < FIRST_CHARACTER], key=lambda unit: (-unit.bases, unit.id))
        leaders = [unit for unit in able if unit.kind >= FIRST_CHARACTER]
        eager = [unit for unit in leaders if unit.kind == GENERAL and s.clash.leads]
        others = [unit for unit in leaders if unit not in eager]
        first = [ADVANCE_UNIT[unit.id] for unit in (*units, *eager)]
        return [*first, STAY, *[ADVANCE_UNIT[unit.id] for unit in others]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Who may."""
        return Refusal("WAM-Q49", "Up to 4 units that attacked may advance, and then general and leaders.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One after the other; the square has changed hands (WAM-Q45)."""
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
