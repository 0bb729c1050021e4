"""Before the battle (WAM-Q42): the roles, the ground, special scenery (WAM-Q37) and deployment."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.armies import FRONT
from hippodrome.games.magic.kinds import FIRST_CHARACTER, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, SCENERY, is_closed
from hippodrome.games.magic.movement import MAX_SQUARES
from hippodrome.games.magic.sequence import NEW_TURN
from hippodrome.games.magic.setup_events import (
    Deployed,
    LayoutPicked,
    PlanFollowed,
    RolesSet,
    SceneryDeclined,
    SceneryPicked,
    SceneryPlaced,
)
from hippodrome.games.magic.state import MAX_STACK, NONE, Battle, Scenery, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

PLACE: Final = [Action("place", (square,)) for square in range(MAX_SQUARES)]
READY: Final = Action("ready")
NO_SCENERY: Final = Action("pass")
PICK_SCENERY: Final = [Action("scenery", (kind,)) for kind in range(len(SCENERY))]


@mypyc_attr(acyclic=True)
class Begin(Step):
    """WAM-Q42: the attacker is agreed or rolled for; then the armies muster."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q42: the defender picks the ground and deploys first."""
        if s.rules.role == NONE:
            s.attacker = self.roll_attacker(s)
        s.muster()
        s.update_ground()
        if s.logging:
            s.emit(RolesSet(s.attacker))
        attacker, defender = s.attacker, 1 - s.attacker
        return [
            PickLayout(defender), PlaceScenery(defender), PlaceScenery(attacker), Deploy(defender), Deploy(attacker),
            NEW_TURN,
        ]  # fmt: skip

    def roll_attacker(self, s: Battle) -> i64:
        """WAM-Q42: return the attacker, the seat with the higher die; ties are rolled again."""
        while True:
            dice = [s.roll("roles", 1, seat)[0] for seat in range(2)]
            if dice[0] != dice[1]:
                return 0 if dice[0] > dice[1] else 1


@mypyc_attr(acyclic=True)
class PlayerChoice(Choice):
    """Base of decisions of one player before the battle."""

    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the player."""
        return (int(self.side),)


@mypyc_attr(acyclic=True)
class PickLayout(PlayerChoice):
    """WAM-Q42: the defender picks the ground, unless the scenario sets it."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether the ground is still to be picked."""
        return s.rules.ground == NONE

    def proposals(self, s: Battle) -> list[Action]:
        """Return every layout."""
        return [Action("layout", (number,)) for number in range(len(s.rules.layouts))]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Set the ground."""
        s.layout = action.args[0]
        s.update_ground()
        if s.logging:
            s.emit(LayoutPicked(self.side, s.layout))
        return NOTHING


@mypyc_attr(acyclic=True)
class PlaceScenery(PlayerChoice):
    """WAM-Q37: each side may own one piece of special scenery."""

    RULE: ClassVar[str] = "WAM-Q37"
    PASSES: ClassVar[tuple[str, ...]] = ("pass",)
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether the match has special scenery."""
        return s.rules.options.scenery

    def proposals(self, s: Battle) -> list[Action]:
        """Return no scenery, then every piece."""
        return [NO_SCENERY, *PICK_SCENERY]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-Q37: pick a piece, and ask for its square."""
        if action.verb == "pass":
            if s.logging:
                s.emit(SceneryDeclined(self.side))
            return NOTHING
        if s.logging:
            s.emit(SceneryPicked(self.side, SCENERY[action.args[0]]))
        return [LayScenery(self.side, action.args[0])]


@mypyc_attr(acyclic=True)
class LayScenery(Choice):
    """WAM-Q37: special scenery starts on an open square outside the first and last row."""

    RULE: ClassVar[str] = "WAM-Q37"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "kind")
    __slots__ = FIELDS

    def __init__(self, side: i64, kind: i64) -> None:
        self.side = side
        self.kind = kind

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return every open square outside the first and last row."""
        last = s.board.rows - 1
        return [PLACE[sq] for sq in range(s.board.size) if 0 < s.board.row[sq] < last and s.is_open_ground(sq)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q37: name the squares where scenery may start."""
        return Refusal("WAM-Q37", "Place special scenery on an open square outside the first and last row.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Place the piece."""
        piece = Scenery(len(s.scenery), self.side, SCENERY[self.kind], action.args[0], False)
        s.scenery.append(piece)
        s.update_ground()
        if s.logging:
            s.emit(SceneryPlaced(piece.id, self.side, piece.ground, piece.square))
        return NOTHING


# -------------------------------------------------------------------- deployment


def can_deploy(s: Battle, unit: Unit, square: i64) -> bool:
    """WAM-Q42: return whether a piece may deploy in a square.

    It must be in the side's own two rows and have room; chariots and elephants may not start in closed ground.
    """
    ground = s.ground[square]
    if (
        s.row_for(unit.side, square) > 1
        or ground == CHASM
        or (is_bound_to_open_ground(unit.kind) and is_closed(ground))
    ):
        return False
    return unit.kind >= FIRST_CHARACTER or s.count_at(square, unit.side) < MAX_STACK


def next_to_deploy(s: Battle, side: i64) -> Unit | None:
    """Return the next piece of a side that is not on the board yet, or None."""
    for unit in s.units:
        if unit.side == side and unit.square == NONE:
            return unit
    return None


def planned_square(s: Battle, unit: Unit) -> int:
    """Return the square of the deployment plan, or the nearest legal one."""
    column, rank = s.plans[unit.id]
    return nearest_square(s, unit, column, 1 if rank == FRONT else 0)


def nearest_square(s: Battle, unit: Unit, column: int, row: int) -> int:
    """Return the legal square for a piece that is nearest to a place of the plan.

    `column` counts from the middle to the right as the side sees it; row 0 is its own base row.
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
    """WAM-Q42: a player deploys pieces one by one, or all that are left by the plan of the army."""

    RULE: ClassVar[str] = "WAM-Q42"
    __slots__ = ()

    def waits(self, s: Battle) -> bool:
        """Return whether the player must still place pieces by hand."""
        return s.rules.options.deployment == "players" and next_to_deploy(s, self.side) is not None

    def run(self, s: Battle) -> list[Step]:
        """Deploy the rest by the plan if the option asks for it."""
        if next_to_deploy(s, self.side) is not None:
            self.follow_plan(s)
        s.undo_barrier += 1
        return NOTHING

    def proposals(self, s: Battle) -> list[Action]:
        """Return the automatic deployment, then every legal square for the next piece."""
        unit = next_to_deploy(s, self.side)
        assert unit is not None
        return [READY, *[PLACE[square] for square in range(s.board.size) if can_deploy(s, unit, square)]]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q42: name the squares where a piece may deploy."""
        text = "Deploy in your own two rows, up to eight units to a square; chariots and elephants on open ground only."
        return Refusal("WAM-Q42", text)

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Place the next piece, or deploy the rest by the plan."""
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
        """Deploy every remaining piece by the plan of the army."""
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
