"""Before the battle (WAM-Q42): who attacks, the ground, special scenery (WAM-Q37), deployment."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.armies import FRONT
from hippodrome.games.magic.events import (
    Deployed,
    LayoutPicked,
    PlanFollowed,
    RolesSet,
    SceneryDeclined,
    SceneryPicked,
    SceneryPlaced,
)
from hippodrome.games.magic.kinds import FIRST_CHARACTER, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, SCENERY, is_closed
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.games.magic.state import MAX_STACK, NONE, Battle, Scenery, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

PLACE: Final = [Action("place", (square,)) for square in range(MAX_SQUARES)]
READY: Final = Action("ready")
NO_SCENERY: Final = Action("pass")
PICK_SCENERY: Final = [Action("scenery", (kind,)) for kind in range(len(SCENERY))]


@mypyc_attr(acyclic=True)
class Begin(Step):
    """WAM-Q42: who attacks is agreed or diced; then the armies muster."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """Return the defender picks the ground and deploys first."""
        if s.rules.role == NONE:
            s.attacker = self.dice(s)
        s.muster()
        s.update_ground()
        if s.logging:
            s.emit(RolesSet(s.attacker))
        attacker, defender = s.attacker, 1 - s.attacker
        return [
            PickLayout(defender), PlaceScenery(defender), PlaceScenery(attacker), Deploy(defender), Deploy(attacker),
            NEW_TURN,
        ]  # fmt: skip

    def dice(self, s: Battle) -> i64:
        """Return the higher die attacks; ties are rolled again."""
        while True:
            dice = [s.roll("roles", 1, seat)[0] for seat in range(2)]
            if dice[0] != dice[1]:
                return 0 if dice[0] > dice[1] else 1


@mypyc_attr(acyclic=True)
class PlayerChoice(Choice):
    """A question to one player before the battle."""

    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def seats(self, s: Battle) -> tuple[int, ...]:
        """That player."""
        return (int(self.side),)


@mypyc_attr(acyclic=True)
class PickLayout(PlayerChoice):
    """WAM-Q42: the defender picks the ground, unless the scenario says it."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """If it is open."""
        return s.rules.ground == NONE

    def proposals(self, s: Battle) -> list[Action]:
        """Return every layout there is."""
        return [Action("layout", (number,)) for number in range(len(s.rules.layouts))]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """There it is."""
        s.layout = action.args[0]
        s.update_ground()
        if s.logging:
            s.emit(LayoutPicked(self.side, s.layout))
        return NOTHING


@mypyc_attr(acyclic=True)
class PlaceScenery(PlayerChoice):
    """WAM-Q37: each side may own one special piece."""

    RULE: ClassVar[str] = "WAM-Q37"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """If it is played."""
        return s.rules.scenery

    def proposals(self, s: Battle) -> list[Action]:
        """None, or any piece."""
        return [NO_SCENERY, *PICK_SCENERY]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Then its square."""
        if action.verb == "pass":
            if s.logging:
                s.emit(SceneryDeclined(self.side))
            return NOTHING
        if s.logging:
            s.emit(SceneryPicked(self.side, SCENERY[action.args[0]]))
        return [LayScenery(self.side, action.args[0])]


@mypyc_attr(acyclic=True)
class LayScenery(Choice):
    """WAM-Q37: on an open square outside the two base rows."""

    RULE: ClassVar[str] = "WAM-Q37"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "kind")
    __slots__ = FIELDS

    def __init__(self, side: i64, kind: i64) -> None:
        self.side = side
        self.kind = kind

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Its owner."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return every such square."""
        last = s.board.rows - 1
        return [PLACE[sq] for sq in range(s.board.size) if 0 < s.board.row[sq] < last and s.is_open_ground(sq)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Where it may be."""
        return Refusal("WAM-Q37", "Special scenery lies on an open square, not in the first or last row.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """It lies there until it is moved."""
        piece = Scenery(len(s.scenery), self.side, SCENERY[self.kind], action.args[0], False)
        s.scenery.append(piece)
        s.update_ground()
        if s.logging:
            s.emit(SceneryPlaced(piece.id, self.side, piece.ground, piece.square))
        return NOTHING


# -------------------------------------------------------------------- deployment


def can_deploy(s: Battle, unit: Unit, square: i64) -> bool:
    """WAM-Q42: in the two rows of one's own, eight units a square, no chariots or elephants in closed ground."""
    ground = s.ground[square]
    if (
        s.row_for(unit.side, square) > 1
        or ground == CHASM
        or (is_bound_to_open_ground(unit.kind) and is_closed(ground))
    ):
        return False
    return unit.kind >= FIRST_CHARACTER or s.count_at(square, unit.side) < MAX_STACK


def next_to_deploy(s: Battle, side: i64) -> Unit | None:
    """Return the next unit or character that is not on the board yet."""
    for unit in s.units:
        if unit.side == side and unit.square == NONE:
            return unit
    return None


def planned_square(s: Battle, unit: Unit) -> int:
    """Return the square of the ready plan, or the nearest one that is allowed."""
    column, rank = s.plans[unit.id]
    return nearest_square(s, unit, column, 1 if rank == FRONT else 0)


def nearest_square(s: Battle, unit: Unit, column: int, row: int) -> int:
    """Return the square so many columns to the right of the middle in a row of one's own, or the nearest that is
    allowed.
    """
    board = s.board
    middle = (board.columns - 1) // 2
    across = middle + column if unit.side == s.attacker else board.columns - 1 - middle - column
    allowed = [square for square in range(board.size) if can_deploy(s, unit, square)]
    return min(
        allowed, key=lambda sq: (abs(board.column[sq] - across) * 2 + abs(int(s.row_for(unit.side, sq)) - row), sq)
    )


@mypyc_attr(acyclic=True)
class Deploy(PlayerChoice):
    """WAM-Q42: units and characters one by one, or all that are left by the ready plan."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Until all stand."""
        return not s.rules.ready and next_to_deploy(s, self.side) is not None

    def run(self, s: Battle) -> list[Step]:
        """By the plan, if that was agreed."""
        if next_to_deploy(s, self.side) is not None:
            self.follow_plan(s)
        s.undo_barrier += 1
        return NOTHING

    def proposals(self, s: Battle) -> list[Action]:
        """Return the plan, or a square for the next."""
        unit = next_to_deploy(s, self.side)
        assert unit is not None
        return [READY, *[PLACE[square] for square in range(s.board.size) if can_deploy(s, unit, square)]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Where one may deploy."""
        text = "Deploy in your own two rows, up to eight units a square, no chariots or elephants in closed ground."
        return Refusal("WAM-Q42", text)

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One after the other."""
        if action.verb == "ready":
            self.follow_plan(s)
            s.undo_barrier += 1
            return NOTHING
        unit = next_to_deploy(s, self.side)
        assert unit is not None
        unit.square = action.args[0]
        if s.logging:
            s.emit(Deployed(unit.id, unit.side, unit.square))
        return [self]

    def follow_plan(self, s: Battle) -> None:
        """Everybody who is left."""
        placed: list[int] = []
        while True:
            unit = next_to_deploy(s, self.side)
            if unit is None:
                break
            unit.square = planned_square(s, unit)
            placed.append(int(unit.id))
        if s.logging:
            s.emit(PlanFollowed(self.side, len(placed), tuple(placed)))


BEGIN: Final = Begin()
