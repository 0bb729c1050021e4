"""Shared parts of the game's steps: prebuilt actions, and a choice that proposes only a sample of its actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.ground import EVEN_ROW_WIDTH, ODD_ROW_WIDTH, ROW_COUNT
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action, Option, Refusal, group_by_verb
from hippodrome.kit.agenda import Ask, legal_now
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
class SampledChoice(Ask):
    """A decision with a list of legal actions that proposes only some of them, because a map offers many."""

    __slots__ = ()

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat whose Player-Turn it is."""
        return _SEATS[s.side]

    def legal(self, s: Battle) -> list[Action]:
        """Return every legal action, the default first."""
        raise NotImplementedError

    def proposals(self, s: Battle) -> list[Action]:
        """Return the actions worth considering, a subset of `legal`; by default all of them."""
        return self.legal(s)

    def options(self, s: Battle) -> list[Option]:
        """Return all legal actions, group_by_verb by verb."""
        return group_by_verb(self.legal(s), type(self).RULE)

    def check(self, s: Battle, seat: i64, action: Action) -> Refusal | None:
        """Return None if the action is in the legal list, otherwise a refusal that names what is legal."""
        allowed = self.legal(s)
        for other in allowed:
            if other is action or other.text == action.text:
                return None
        refusal = self.explain(s, action)
        if refusal is None:
            refusal = Refusal(type(self).RULE, f"{action.text!r} is not possible here.")
        return Refusal(refusal.rule, f"{refusal.text} {legal_now(allowed)}")

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the refusal for an illegal action if a clause covers it, otherwise None."""
        return None


_SEATS: Final[list[tuple[int, ...]]] = [(0,), (1,)]


def seats_of(side: i64) -> tuple[int, ...]:
    """Return the seat that plays a side, as a tuple."""
    return _SEATS[side]
