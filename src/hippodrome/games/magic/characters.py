"""The character phase (WAM-T2): scenery moves, spells are cast, characters and monsters strike (WAM-Q37, WAM-Q38)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import HIT_BY_SHOT, lose_base, save_score
from hippodrome.games.magic.events import PhaseEnded, Saved, SceneryMoved, SceneryStuck, StrikeMissed, Struck
from hippodrome.games.magic.kinds import GENERAL, LEADER, MONSTER
from hippodrome.games.magic.movement import DONE, MAX_SQUARES
from hippodrome.games.magic.spells import SPELL_VERBS, Cast, can_cast, possible_spells
from hippodrome.games.magic.state import BY_OTHER, NONE, Battle, Scenery, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

SHIFT: Final = [Action("shift", (square,)) for square in range(MAX_SQUARES)]
SCENERY_MOVE_SCORE: Final = 4


def is_striker(unit: Unit, side: i64) -> bool:
    """WAM-Q38: a general, leader or monster that has not struck this turn."""
    strikes = unit.kind == GENERAL or unit.kind == LEADER or unit.kind == MONSTER
    return strikes and unit.side == side and unit.square != NONE and not unit.acted


def strike_targets(s: Battle, unit: Unit) -> list[int]:
    """Return the enemy characters and monsters in squares beside it."""
    return [
        int(other.id)
        for other in s.units
        if other.side != unit.side
        and other.kind >= MONSTER
        and other.square != NONE
        and s.board.steps(unit.square, other.square) == 1
    ]


def movable_scenery(s: Battle, side: i64) -> Scenery | None:
    """Return the special piece of a side, if it may still move this turn."""
    for piece in s.scenery:
        if piece.side == side and not piece.moved:
            return piece
    return None


def is_occupied(s: Battle, square: i64) -> bool:
    """Return whether anybody at all is in a square."""
    return any(unit.square == square for unit in s.units)


@mypyc_attr(acyclic=True)
class CharacterPhase(Choice):
    """WAM-T2, WAM-Q38: a player's scenery, spells and strikes in any order; the first player before the second."""

    RULE: ClassVar[str] = "WAM-T2"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def possible_actions(self, s: Battle) -> list[Action]:
        """Return all that can be done."""
        found: list[Action] = []
        piece = movable_scenery(s, self.side)
        if piece is not None:
            for d in range(4):
                square = s.board.beside[piece.square * 4 + d]
                if square >= 0 and s.is_open_ground(square) and not is_occupied(s, square):
                    found.append(SHIFT[square])
        for unit in s.units:
            if can_cast(unit, self.side):
                found.extend(possible_spells(s, unit))
            elif is_striker(unit, self.side):
                found.extend([Action("strike", (int(unit.id), victim)) for victim in strike_targets(s, unit)])
        return found

    def waits(self, s: Battle) -> bool:
        """While anything can be done."""
        return len(self.possible_actions(s)) > 0

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the player."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the end first."""
        return [DONE, *self.possible_actions(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """What each can do."""
        if action.verb in SPELL_VERBS:
            return Refusal("WAM-Q38", "Each magician casts once a turn, up to 2 squares away in a straight line.")
        if action.verb == "strike":
            text = "A general, leader or monster strikes once a turn, a character or monster in a square beside it."
            return Refusal("WAM-Q38", text)
        if action.verb == "shift":
            return Refusal("WAM-Q37", "Your piece of scenery moves once a turn, to an empty open square beside it.")
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """One deed, then the next."""
        if action.verb == "done":
            s.undo_barrier += 1
            if s.logging:
                s.emit(PhaseEnded(self.side))
            return NOTHING
        if action.verb == "shift":
            move_scenery(s, self.side, action.args[0])
            return [self]
        if action.verb == "strike":
            strike(s, s.units[action.args[0]], s.units[action.args[1]])
            return [self]
        target = action.args[1] if len(action.args) > 1 else NONE
        return [Cast(action.args[0], SPELL_VERBS.index(action.verb), target), self]


def move_scenery(s: Battle, side: i64, square: i64) -> None:
    """WAM-Q37: a special piece moves one square on a 4 or more."""
    piece = movable_scenery(s, side)
    assert piece is not None
    piece.moved = True
    if s.roll("scenery", 1, side, "WAM-Q37")[0] < SCENERY_MOVE_SCORE:
        if s.logging:
            s.emit(SceneryStuck(piece.id, side, piece.ground, piece.square), "WAM-Q37")
        return
    piece.square = square
    s.update_ground()
    if s.logging:
        s.emit(SceneryMoved(piece.id, side, piece.ground, square), "WAM-Q37")


def strike(s: Battle, unit: Unit, victim: Unit) -> None:
    """WAM-Q38: a 6 hits; the victim saves as against shots. No monster falls on its friends by it (WAM-Q30)."""
    unit.acted = True
    if s.roll("strike", 1, unit.side, "WAM-Q38")[0] < 6:
        if s.logging:
            s.emit(StrikeMissed(unit.id, unit.side, victim.id), "WAM-Q38")
        return
    if s.logging:
        s.emit(Struck(unit.id, unit.side, victim.id), "WAM-Q38")
    if s.roll("save", 1, victim.side, "WAM-Q38")[0] >= save_score(s, victim, HIT_BY_SHOT):
        if s.logging:
            s.emit(Saved(victim.id, victim.side), "WAM-Q38")
        return
    lose_base(s, victim, BY_OTHER)


CHARACTER_PHASE: Final = [CharacterPhase(side) for side in range(2)]
