"""Shared parts of the game's steps: prebuilt actions, and the base class of decisions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.ground import EVEN_ROW_WIDTH, ODD_ROW_WIDTH, ROW_COUNT
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import SampledChoice
from hippodrome.kit.geometry.hexes import SIDES

HEX_COUNT: Final = (EVEN_ROW_WIDTH + ODD_ROW_WIDTH) * (ROW_COUNT // 2) + EVEN_ROW_WIDTH
MAX_UNITS: Final = 128
MAX_PROPOSALS: Final = 10  # per verb; every other listed action is legal too


def actions_by_hex(verb: str) -> list[Action]:
    """Return one action of a verb for each hex."""
    return [Action(verb, (hex,)) for hex in range(HEX_COUNT)]


def actions_by_unit(verb: str) -> list[Action]:
    """Return one action of a verb for each unit number."""
    return [Action(verb, (unit,)) for unit in range(MAX_UNITS)]


DONE: Final = Action("done")
STOP: Final = Action("stop")
LEAVE: Final = Action("leave")
AUTO: Final = Action("auto")
ALL: Final = Action("all")
LOOSE: Final = Action("loose")
STRIKE: Final = Action("strike")
STAND: Final = Action("stand")
PLACE: Final = actions_by_hex("place")
GO: Final = actions_by_hex("go")
AIM: Final = actions_by_hex("aim")
ATTACK: Final = actions_by_hex("attack")
ALSO: Final = actions_by_hex("also")
FLEE: Final = actions_by_hex("flee")
MOVE: Final = actions_by_unit("move")
ADD: Final = actions_by_unit("add")
LOSE: Final = actions_by_unit("lose")
TAKE: Final = actions_by_unit("take")
TURN: Final = [Action("turn", (direction,)) for direction in range(SIDES)]


def evenly_spread(values: list[int], limit: int = MAX_PROPOSALS) -> list[int]:
    """Return at most `limit` values, evenly spread over the list."""
    count = len(values)
    return values if count <= limit else [values[index * count // limit] for index in range(limit)]


@mypyc_attr(acyclic=True)
class SideChoice(SampledChoice):
    """A decision of the side whose Player-Turn it is; a map offers more actions than it proposes."""

    __slots__ = ()

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat whose Player-Turn it is."""
        return _SEATS[s.side]


_SEATS: Final[list[tuple[int, ...]]] = [(0,), (1,)]


def seats_of(side: i64) -> tuple[int, ...]:
    """Return the seat that plays a side, as a tuple."""
    return _SEATS[side]
