"""The character phase (WAM-T2): moving special scenery (WAM-Q37), spells and strikes (WAM-Q38)."""

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
    """WAM-Q38: return whether a piece is a general, leader or monster of a side that may still strike this turn."""
    strikes = unit.kind == GENERAL or unit.kind == LEADER or unit.kind == MONSTER
    return strikes and unit.side == side and unit.square != NONE and not unit.acted


def strike_targets(s: Battle, unit: Unit) -> list[int]:
    """WAM-Q38: return the ids of enemy characters and monsters in adjacent squares."""
    return [
        int(other.id)
        for other in s.units
        if other.side != unit.side
        and other.kind >= MONSTER
        and other.square != NONE
        and s.board.step_distance(unit.square, other.square) == 1
    ]


def movable_scenery(s: Battle, side: i64) -> Scenery | None:
    """WAM-Q37: return the special scenery of a side if it has not tried to move this turn, else None."""
    for piece in s.scenery:
        if piece.side == side and not piece.moved:
            return piece
    return None


def is_occupied(s: Battle, square: i64) -> bool:
    """Return whether any piece is in a square."""
    return any(unit.square == square for unit in s.units)


@mypyc_attr(acyclic=True)
class CharacterPhase(Choice):
    """WAM-T2, WAM-Q38: a player moves scenery, casts and strikes in any order; the first player goes first."""

    RULE: ClassVar[str] = "WAM-T2"
    FIELDS: ClassVar[tuple[str, ...]] = ("side",)
    PASSES: ClassVar[tuple[str, ...]] = ("done",)
    __slots__ = FIELDS

    def __init__(self, side: i64) -> None:
        self.side = side

    def possible_actions(self, s: Battle) -> list[Action]:
        """Return every legal action except ending the phase."""
        actions: list[Action] = []
        piece = movable_scenery(s, self.side)
        if piece is not None:
            for d in range(4):
                square = s.board.beside[piece.square * 4 + d]
                if square >= 0 and s.is_open_ground(square) and not is_occupied(s, square):
                    actions.append(SHIFT[square])
        for unit in s.units:
            if can_cast(unit, self.side):
                actions.extend(possible_spells(s, unit))
            elif is_striker(unit, self.side):
                actions.extend([Action("strike", (int(unit.id), victim)) for victim in strike_targets(s, unit)])
        return actions

    def waits(self, s: Battle) -> bool:
        """Return whether the player can still do anything."""
        return len(self.possible_actions(s)) > 0

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the player."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the end of the phase, then every other action."""
        return [DONE, *self.possible_actions(s)]

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """Return the clause that limits the verb of an illegal action."""
        if action.verb in SPELL_VERBS:
            return Refusal("WAM-Q38", "A magician casts once a turn, at a square up to 2 away in a straight line.")
        if action.verb == "strike":
            text = "A general, leader or monster strikes once a turn, at an adjacent enemy character or monster."
            return Refusal("WAM-Q38", text)
        if action.verb == "shift":
            return Refusal("WAM-Q37", "Your scenery moves once a turn, to an adjacent square that is open and empty.")
        return None

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Carry out one action, and ask again unless the phase has ended."""
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
    """WAM-Q37: try to move the special scenery of a side; it needs 4+."""
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
    """WAM-Q38: roll a strike; a 6 hits, and the victim saves as against shots.

    A monster killed by a strike does not harm its own side (WAM-Q30).
    """
    unit.acted = True
    if s.roll("strike", 1, unit.side, "WAM-Q38")[0] < 6:
        if s.logging:
            s.emit(StrikeMissed(unit.id, unit.side, victim.id), "WAM-Q38")
        return
    if s.logging:
        s.emit(Struck(unit.id, unit.side, victim.id), "WAM-Q38")
    score = save_score(s, victim, HIT_BY_SHOT)
    if s.roll("save", 1, victim.side, "WAM-Q38", score, 0, victim.id)[0] >= score:
        if s.logging:
            s.emit(Saved(victim.id, victim.side, score), "WAM-Q38")
        return
    lose_base(s, victim, BY_OTHER)


CHARACTER_PHASE: Final = [CharacterPhase(side) for side in range(2)]
