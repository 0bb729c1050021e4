"""What the steps of this game share: actions made once, and questions that propose only some of their answers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.chariot.ground import EVEN, ODD, ROWS
from hippodrome.games.chariot.state import Battle
from hippodrome.kit.actions import Action, Option, Refusal, grouped
from hippodrome.kit.agenda import Ask, legal_now
from hippodrome.kit.geometry.hexes import SIDES

MOST_HEXES: Final = (EVEN + ODD) * (ROWS // 2) + EVEN
MOST_UNITS: Final = 128
PROPOSED: Final = 10  # of each verb: those worth considering; all the others are legal too


def by_hex(verb: str) -> list[Action]:
    """Return an action for each hex."""
    return [Action(verb, (hex,)) for hex in range(MOST_HEXES)]


def by_unit(verb: str) -> list[Action]:
    """Return an action for each unit."""
    return [Action(verb, (unit,)) for unit in range(MOST_UNITS)]


DONE: Final = Action("done")
STOP: Final = Action("stop")
LEAVE: Final = Action("leave")
AUTO: Final = Action("auto")
ALL: Final = Action("all")
LOOSE: Final = Action("loose")
STRIKE: Final = Action("strike")
STAND: Final = Action("stand")
PLACE: Final = by_hex("place")
GO: Final = by_hex("go")
AIM: Final = by_hex("aim")
ATTACK: Final = by_hex("attack")
ALSO: Final = by_hex("also")
FLEE: Final = by_hex("flee")
MOVE: Final = by_unit("move")
ADD: Final = by_unit("add")
LOSE: Final = by_unit("lose")
TAKE: Final = by_unit("take")
TURN: Final = [Action("turn", (direction,)) for direction in range(SIDES)]


def some(values: list[int], most: int = PROPOSED) -> list[int]:
    """At most so many of a list, evenly spread."""
    count = len(values)
    return values if count <= most else [values[place * count // most] for place in range(most)]


@mypyc_attr(acyclic=True)
class Question(Ask):
    """A question with a list of legal answers, of which it proposes only some: on a map there are many."""

    __slots__ = ()

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Whoever's Player-Turn it is."""
        return _SEATS[s.side]

    def legal(self, s: Battle) -> list[Action]:
        """Everything that may be answered, the default first."""
        raise NotImplementedError

    def proposals(self, s: Battle) -> list[Action]:
        """Return the whole list, unless a question says otherwise. It must be a part of what is legal."""
        return self.legal(s)

    def options(self, s: Battle) -> list[Option]:
        """Return all that is legal, grouped by verb."""
        return grouped(self.legal(s), type(self).RULE)

    def check(self, s: Battle, seat: i64, action: Action) -> Refusal | None:
        """Legal if it is in the list; otherwise the game explains."""
        allowed = self.legal(s)
        for other in allowed:
            if other is action or other.text == action.text:
                return None
        found = self.explain(s, action)
        if found is None:
            found = Refusal(type(self).RULE, f"{action.text!r} is not possible here.")
        return Refusal(found.rule, f"{found.text} {legal_now(allowed)}")

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Why an action is not legal, as far as a clause says so."""
        return None


_SEATS: Final[list[tuple[int, ...]]] = [(0,), (1,)]


def seat_of(side: i64) -> tuple[int, ...]:
    """Return the seat that plays a side."""
    return _SEATS[side]
