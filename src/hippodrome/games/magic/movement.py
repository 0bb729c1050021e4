"""Movement: steps, movement rolls, the general's second die, and attacks declared by moving (WAM-M1 to M6, WAM-Q16)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import HIT_BY_SHOT, MAX_PIECES, lose_base, overrun, save_score
from hippodrome.games.magic.events import (
    AttackDeclared,
    Balked,
    Burned,
    Held,
    Moved,
    MovementBegan,
    PhaseEnded,
    Picked,
    Saved,
    SecondDie,
)
from hippodrome.games.magic.kinds import (
    ARTILLERY,
    ELITE,
    FIRST_CHARACTER,
    HOST,
    LEAVE_CLOSED_SCORE,
    LEVY,
    NEVER,
    SIDEWAYS_SCORE,
    SQUARES_PER_TURN,
    VETERAN,
    can_pin,
    is_bound_to_open_ground,
    is_skirmisher,
)
from hippodrome.games.magic.layouts import CHASM, FIRE, is_closed
from hippodrome.games.magic.state import BY_OTHER, MAX_STACK, NONE, Battle, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

MAX_SQUARES: Final = 99  # of the largest layout, 11 by 9
MOVE: Final = [Action("move", (unit,)) for unit in range(MAX_PIECES)]
GO: Final = [Action("go", (square,)) for square in range(MAX_SQUARES)]
ATTACK: Final = [Action("attack", (square,)) for square in range(MAX_SQUARES)]
HOLD: Final = Action("hold")
REROLL: Final = Action("reroll")
DONE: Final = Action("done")


# -------------------------------------------------------------------- where pieces can go


class Census:
    """Pieces by square, counted once for the side that moves.

    mine       own units
    foes       enemy units
    all_foes   enemy units and characters
    pinned     whether an enemy attack pins the square (WAM-Q18)
    """

    __slots__ = ("all_foes", "foes", "mine", "pinned", "side")

    def __init__(self, s: Battle, side: i64) -> None:
        size = s.board.size
        self.side = side
        self.mine: list[int] = [0] * size
        self.foes: list[int] = [0] * size
        self.all_foes: list[int] = [0] * size
        self.pinned: list[bool] = [False] * size
        for unit in s.units:
            if unit.square == NONE:
                continue
            if unit.side == side:
                if unit.kind < FIRST_CHARACTER:
                    self.mine[unit.square] += 1
                continue
            self.all_foes[unit.square] += 1
            if unit.kind < FIRST_CHARACTER:
                self.foes[unit.square] += 1
            if unit.target != NONE and not unit.spent and can_pin(unit.kind):
                self.pinned[unit.target] = True


def can_enter(s: Battle, unit: Unit, square: i64, census: Census) -> bool:
    """WAM-Q5, WAM-Q12, WAM-Q15, WAM-Q53: return whether a square has room, no enemy, and ground the piece may enter."""
    ground = s.ground[square]
    if ground == CHASM or (is_bound_to_open_ground(unit.kind) and is_closed(ground)):
        return False
    if unit.kind >= FIRST_CHARACTER:
        return census.all_foes[square] == 0
    return census.foes[square] == 0 and census.mine[square] < MAX_STACK


def can_leave(unit: Unit, census: Census) -> bool:
    """WAM-Q18: return whether a piece is not pinned; skirmishers and characters never are."""
    return not census.pinned[unit.square] or unit.kind >= FIRST_CHARACTER or is_skirmisher(unit.kind)


def can_step(s: Battle, unit: Unit, census: Census) -> bool:
    """Return whether a piece can step to any square."""
    if not can_leave(unit, census):
        return False
    board = s.board
    place = unit.square * 4
    for d in range(4):
        other = board.beside[place + d]
        if (
            other >= 0
            and board.is_open_edge(unit.square, d)
            and can_enter(s, unit, other, census)
            and can_succeed(s, unit, other)
        ):
            return True
    return unit.kind == HOST and len(diagonal_steps(s, unit, census)) > 0


def possible_steps(s: Battle, unit: Unit, census: Census) -> list[int]:
    """Return the squares a piece can step to, forward first."""
    if not can_leave(unit, census):
        return []
    board = s.board
    squares: list[int] = []
    forward = s.forward(unit.side)
    for turn in range(4):
        d = (forward + turn) % 4
        other = board.beside[unit.square * 4 + d]
        if (
            other >= 0
            and board.is_open_edge(unit.square, d)
            and can_enter(s, unit, other, census)
            and can_succeed(s, unit, other)
        ):
            squares.append(other)
    return squares + diagonal_steps(s, unit, census) if unit.kind == HOST else squares


def diagonal_steps(s: Battle, unit: Unit, census: Census) -> list[int]:
    """WAM-M3, WAM-Q53: return the squares a host can step to diagonally."""
    squares: list[int] = []
    for d in range(4):
        other = s.board.diagonal[unit.square * 4 + d]
        if other >= 0 and s.board.is_open_corner(unit.square, other) and can_enter(s, unit, other, census):
            squares.append(other)
    return squares


def possible_targets(s: Battle, unit: Unit, census: Census) -> list[int]:
    """WAM-Q16: return the adjacent squares that a unit can attack; none for artillery and characters."""
    squares: list[int] = []
    if unit.kind >= FIRST_CHARACTER or unit.kind == ARTILLERY:
        return squares
    for d in range(4):
        other = s.board.beside[unit.square * 4 + d]
        if (
            other >= 0
            and census.foes[other] > 0
            and s.board.is_open_edge(unit.square, d)
            and can_succeed(s, unit, other)
        ):
            squares.append(other)
    return squares


def can_act(unit: Unit, side: i64) -> bool:
    """Return whether a piece of a side may still move or attack in the movement phase."""
    return unit.side == side and unit.square != NONE and unit.moves > 0 and not unit.rested


# -------------------------------------------------------------------- movement rolls


def score_needed(s: Battle, unit: Unit, square: i64) -> i64:
    """WAM-M5: return the score that a step or attack needs, or 0 if it needs no roll.

    Forward needs none (WAM-Q14); out of closed ground the harder score counts (WAM-Q10).
    """
    need: i64 = 0
    if s.board.direction(unit.square, square) != s.forward(unit.side) or unit.kind == ARTILLERY:
        need = SIDEWAYS_SCORE[unit.kind]
    if is_closed(s.ground[unit.square]):
        need = max(need, LEAVE_CLOSED_SCORE[unit.kind])
    return need


def roll_to_move(s: Battle, unit: Unit, need: i64, rule: str = "") -> bool:
    """WAM-M5, WAM-Q44: roll a die for a unit that moves, and return whether it succeeds."""
    die = s.roll("move", 1, unit.side, rule, die_needed(need, unit.quality), 0, unit.id)[0]
    return is_success(die, need, unit.quality)


def is_success(die: i64, need: i64, quality: i64) -> bool:
    """WAM-M6, WAM-Q44: return whether a roll succeeds, with +1 for veterans and elites and -1 for levies."""
    return die >= die_needed(need, quality)


def die_needed(need: i64, quality: i64) -> i64:
    """WAM-M6, WAM-Q44: return the die that meets a score with this quality: 2 to 6, or NEVER."""
    if need == NEVER:
        return NEVER
    bonus = 1 if quality in (VETERAN, ELITE) else (-1 if quality == LEVY else 0)
    return max(2, min(NEVER, need - bonus))


def can_succeed(s: Battle, unit: Unit, square: i64) -> bool:
    """WAM-Q44: return whether some roll lets a unit step to or attack a square; only a levy may need more than 6."""
    return unit.quality != LEVY or die_needed(score_needed(s, unit, square), LEVY) < NEVER


def try_move(s: Battle, unit: Unit, square: i64, attacks: bool) -> list[Step]:
    """Make a step or an attack, with a roll if it needs one.

    If the roll fails and the general is in the square, the owner may roll again.
    """
    need = score_needed(s, unit, square)
    if need == 0 or roll_to_move(s, unit, need, "WAM-M5"):
        complete_move(s, unit, square, attacks)
        return NOTHING
    if not unit.rerolled and s.general_at(unit.square, unit.side) is not None:
        return [SecondRoll(unit.id, square, attacks)]
    fail_move(s, unit, square, attacks)
    return NOTHING


def complete_move(s: Battle, unit: Unit, square: i64, attacks: bool) -> None:
    """Move the unit, or bind it to its attack (WAM-Q16)."""
    if attacks:
        unit.target = square
        unit.moves = 0
        if s.logging:
            s.emit(AttackDeclared(unit.id, unit.side, square), "WAM-Q16")
        return
    unit.square = square
    unit.walked += 1
    unit.moves -= 1
    if s.logging:
        s.emit(Moved(unit.id, unit.side, square), "WAM-M2")
    if unit.kind < FIRST_CHARACTER:
        overrun(s, square, unit.side)


def fail_move(s: Battle, unit: Unit, square: i64, attacks: bool) -> None:
    """WAM-Q10: end the move of a unit that has failed its roll."""
    unit.rested = True
    if attacks:
        unit.failed = square
    if s.logging:
        s.emit(Balked(unit.id, unit.side, die_needed(score_needed(s, unit, square), unit.quality)), "WAM-Q10")


# -------------------------------------------------------------------- the movement phase


@mypyc_attr(acyclic=True)
class SideStep(Step):
    """Base of steps that concern one side."""

    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side


@mypyc_attr(acyclic=True)
class BeginMovement(SideStep):
    """WAM-T3, WAM-T4: a player moves any of their pieces, each its number of squares (WAM-M2), plus one with Haste."""

    RULE: ClassVar[str] = "WAM-M2"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-M2: give every piece of the side its moves."""
        s.undo_barrier += 1
        moved: list[int] = []
        for unit in s.units:
            if unit.side == self.side and unit.square != NONE:
                unit.moves = SQUARES_PER_TURN[unit.kind] + (1 if unit.hasted else 0)
                moved.append(int(unit.id))
        if s.logging:
            s.emit(MovementBegan(self.side, len(moved), tuple(moved)), "WAM-T3" if self.side == s.first else "WAM-T4")
        return [MOVE_NEXT[self.side]]


@mypyc_attr(acyclic=True)
class MoveNext(Choice):
    """WAM-T3: the player picks a piece to move, a whole square to attack with, or the end of the phase (WAM-Q53)."""

    RULE: ClassVar[str] = "WAM-T3"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def waits(self, s: Battle) -> bool:
        """Return whether any piece can move or attack."""
        census = Census(s, self.side)
        for unit in s.units:
            if can_act(unit, self.side) and (can_step(s, unit, census) or possible_targets(s, unit, census)):
                return True
        return False

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q53: end the movement of a side that has no legal action."""
        if s.logging:
            s.emit(PhaseEnded(self.side), "WAM-Q53")
        return NOTHING

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the player."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the end of the phase, then attacks by whole squares, then pieces that can act."""
        census = Census(s, self.side)
        actions: list[Action] = [DONE]
        pairs: dict[tuple[int, int], int] = {}
        movers: list[Action] = []
        for unit in s.units:
            if not can_act(unit, self.side):
                continue
            targets = possible_targets(s, unit, census)
            for target in targets:
                pair = (int(unit.square), target)
                pairs[pair] = pairs.get(pair, 0) + 1
            if targets or can_step(s, unit, census):
                movers.append(MOVE[unit.id])
        for pair in sorted(pairs):
            if pairs[pair] > 1:
                actions.append(Action("assault", pair))
        return actions + movers

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return why a piece cannot move."""
        if action.verb != "move" or len(action.args) != 1 or not 0 <= action.args[0] < len(s.units):
            return None
        unit = s.units[action.args[0]]
        if unit.side != self.side:
            return Refusal("WAM-T3", "You can move only your own units.")
        if unit.target != NONE:
            return Refusal("WAM-Q16", "This unit has declared an attack and cannot move.")
        if unit.rested or unit.moves == 0:
            return Refusal("WAM-M2", "This unit has no movement left this turn.")
        if unit.square != NONE and not can_leave(unit, Census(s, self.side)):
            return Refusal(
                "WAM-Q18", "This unit is pinned by an attack on its square and has no adjacent enemy to attack."
            )
        return Refusal("WAM-Q53", "This unit has nowhere to go and no adjacent enemy to attack.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Pick a piece, attack with a whole square, or end the phase."""
        if action.verb == "done":
            s.undo_barrier += 1
            if s.logging:
                s.emit(PhaseEnded(self.side))
            return NOTHING
        if action.verb == "assault":
            source, target = action.args
            group = [unit for unit in s.units if unit.square == source and can_act(unit, self.side)]
            tries: list[Step] = [
                TryAttack(unit.id, target) for unit in group if can_pin(unit.kind) or is_skirmisher(unit.kind)
            ]
            return [*tries, self]
        s.clash.mover = action.args[0]
        if s.logging:
            s.emit(Picked(action.args[0], self.side), "WAM-M2")
        return [MOVE_UNIT, self]


@mypyc_attr(acyclic=True)
class TryAttack(Step):
    """WAM-Q16: one unit of a square that attacks as a whole."""

    RULE: ClassVar[str] = "WAM-Q16"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "target")
    __slots__ = FIELDS

    def __init__(self, unit: i64, target: i64) -> None:
        self.unit = unit
        self.target = target

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q16: declare the attack, with a roll if the unit needs one."""
        return try_move(s, s.units[self.unit], self.target, True)


@mypyc_attr(acyclic=True)
class MoveUnit(Choice):
    """WAM-M2, WAM-Q16: the picked piece makes one step, attacks an adjacent square, or holds for the turn (WAM-Q53)."""

    RULE: ClassVar[str] = "WAM-M2"
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether a piece has been picked."""
        return s.clash.mover != NONE

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(s.units[s.clash.mover].side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return steps, forward first, then attacks, then holding."""
        unit = s.units[s.clash.mover]
        census = Census(s, unit.side)
        steps = [GO[square] for square in possible_steps(s, unit, census)]
        return [*steps, *[ATTACK[square] for square in possible_targets(s, unit, census)], HOLD]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return why a piece cannot go to or attack a square."""
        if action.verb in ("go", "attack") and len(action.args) == 1 and 0 <= action.args[0] < s.board.size:
            return explain_illegal_move(s, s.units[s.clash.mover], action.args[0], action.verb == "attack")
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Move, attack or hold; with a roll where the rules need one."""
        unit = s.units[s.clash.mover]
        s.clash.mover = NONE
        if action.verb == "hold":
            unit.rested = True
            if s.logging:
                s.emit(Held(unit.id, unit.side))
            return NOTHING
        return try_move(s, unit, action.args[0], action.verb == "attack")


def explain_illegal_move(s: Battle, unit: Unit, square: i64, attacks: bool) -> Refusal:
    """Return the clause that forbids a step or an attack."""
    census = Census(s, unit.side)
    d = s.board.direction(unit.square, square)
    if d == NONE and not (unit.kind == HOST and not attacks and s.board.is_diagonal(unit.square, square)):
        return Refusal("WAM-Q13", "Move or attack one square in a straight line; only hosts move diagonally.")
    if d != NONE and not s.board.is_open_edge(unit.square, d):
        return Refusal("WAM-Q36", "A deep river can be crossed only at a bridge.")
    if attacks:
        if census.foes[square] > 0 and not can_succeed(s, unit, square):
            return Refusal(
                "WAM-Q44", "Levies subtract 1 from this roll and would need a 7, so they cannot attack there."
            )
        if unit.kind == ARTILLERY or unit.kind >= FIRST_CHARACTER:
            return Refusal("WAM-Q16", "Artillery never attacks, and characters attack with the units in their square.")
        return Refusal("WAM-Q16", "That square has no enemy units to attack.")
    if not can_leave(unit, census):
        return Refusal("WAM-Q18", "This unit is pinned by an attack on its square; it may attack, but not move away.")
    if census.foes[square] or census.all_foes[square]:
        return Refusal("WAM-Q53", "The enemy holds that square; attack it instead of moving in.")
    if census.mine[square] >= MAX_STACK:
        return Refusal("WAM-Q5", "That square already holds eight units.")
    if d != NONE and not can_succeed(s, unit, square):
        return Refusal("WAM-Q44", "Levies subtract 1 from this roll and would need a 7, so they cannot move there.")
    return Refusal("WAM-Q12", "Chariots and elephants cannot enter closed ground, and no piece can enter a chasm.")


@mypyc_attr(acyclic=True)
class SecondRoll(Choice):
    """WAM-M4, WAM-Q11: a unit with its general may roll a failed die again, once a turn."""

    RULE: ClassVar[str] = "WAM-M4"
    FIELDS: ClassVar[tuple[str, ...]] = ("unit", "square", "attacks")
    PASSES: ClassVar[tuple[str, ...]] = ("hold",)
    __slots__ = FIELDS

    def __init__(self, unit: i64, square: i64, attacks: bool) -> None:
        self.unit = unit
        self.square = square
        self.attacks = attacks

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(s.units[self.unit].side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return rolling again, then holding."""
        return REROLL_OR_HOLD

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-M4: roll the second die, which stands, or accept the failure."""
        unit = s.units[self.unit]
        if action.verb == "reroll":
            unit.rerolled = True
            if s.logging:
                s.emit(SecondDie(unit.id, unit.side))
            need = score_needed(s, unit, self.square)
            if roll_to_move(s, unit, need):
                complete_move(s, unit, self.square, self.attacks)
                return NOTHING
        fail_move(s, unit, self.square, self.attacks)
        return NOTHING


@mypyc_attr(acyclic=True)
class EndMovement(SideStep):
    """WAM-Q37: units that ended their move in a Fire Pit take a hit and save as against shots."""

    RULE: ClassVar[str] = "WAM-Q37"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q37: burn the units of the side that moved into a Fire Pit this turn."""
        for unit in s.units:
            if unit.side != self.side or unit.kind >= FIRST_CHARACTER or unit.walked == 0 or unit.square == NONE:
                continue
            if s.ground[unit.square] == FIRE:
                self.burn(s, unit)
        return NOTHING

    def burn(self, s: Battle, unit: Unit) -> None:
        """WAM-Q37: roll the save of one unit."""
        if s.logging:
            s.emit(Burned(unit.id, unit.side, unit.square))
        score = save_score(s, unit, HIT_BY_SHOT)
        if s.roll("save", 1, unit.side, "", score, 0, unit.id)[0] >= score:
            if s.logging:
                s.emit(Saved(unit.id, unit.side, score))
            return
        lose_base(s, unit, BY_OTHER)


REROLL_OR_HOLD: Final = [REROLL, HOLD]
MOVE_UNIT: Final = MoveUnit()
MOVE_NEXT: Final = [MoveNext(side) for side in range(2)]
