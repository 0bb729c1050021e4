"""Magic: six spells (WAM-Q38), their range and effects (WAM-Q52), and unbinding."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.casualties import FALLEN, HIT_BY_SHOT, MAX_PIECES, Suffer, destroy
from hippodrome.games.magic.events import (
    Bolted,
    Dreaded,
    Hasted,
    Misted,
    SpellCast,
    SpellFailed,
    SpellLet,
    SpellMastered,
    SpellTried,
    UnbindFailed,
    Unbound,
    Warded,
)
from hippodrome.games.magic.kinds import FIRST_CHARACTER, MAGICIAN, is_subject_to_morale
from hippodrome.games.magic.layouts import is_closed
from hippodrome.games.magic.state import BY_MAGIC, NONE, Battle, Unit
from hippodrome.kit.actions import Action
from hippodrome.kit.agenda import NOTHING, Choice, Step

BOLT: Final = 0
WARD: Final = 1
DREAD: Final = 2
MIST: Final = 3
HASTE: Final = 4
SPELL_VERBS: Final = ("bolt", "ward", "dread", "mist", "haste")
SPELL_NAMES: Final = ("Bolt", "Ward", "Dread", "Mist", "Haste")
SPELL_RANGE: Final = 2  # squares
SPELL_SCORE: Final = 4
BOLT_DICE: Final = 3
BOLT_HIT_SCORE: Final = 5
UNBIND: Final = [Action("unbind", (unit,)) for unit in range(MAX_PIECES)]
PASS: Final = Action("pass")


def is_in_range(s: Battle, square: i64, other: i64) -> bool:
    """WAM-Q52: return whether a square is within two squares in a straight line, or the same square."""
    return 0 <= s.board.line_distance(square, other) <= SPELL_RANGE


def can_cast(unit: Unit, side: i64) -> bool:
    """Return whether a piece is a magician of a side on the board that has not acted this turn."""
    return unit.kind == MAGICIAN and unit.side == side and unit.square != NONE and not unit.acted


def possible_spells(s: Battle, magician: Unit) -> list[Action]:
    """Return every spell, with its target, that would have an effect."""
    id, here = int(magician.id), magician.square
    spells: list[Action] = []
    enemies = enemy_squares(s, magician.side)
    for square in s.board.squares_in_line(here, SPELL_RANGE):
        if square in enemies:
            if not s.is_fog(here) and not s.is_fog(square):
                spells.append(Action("bolt", (id, square)))
            if any(can_be_frightened(unit) for unit in s.units_at(square, 1 - magician.side)):
                spells.append(Action("dread", (id, square)))
    if here not in s.ward:
        spells.append(Action("ward", (id,)))
    for square in [int(here), *s.board.squares_in_line(here, SPELL_RANGE)]:
        if square not in enemies and square not in s.mist and not is_closed(s.ground[square]):
            spells.append(Action("mist", (id, square)))
    for unit in s.units_at(here, magician.side):
        if not unit.hasted:
            spells.append(Action("haste", (id, int(unit.id))))
    return spells


def enemy_squares(s: Battle, side: i64) -> set[int]:
    """Return the squares that hold enemy units or characters."""
    return {int(unit.square) for unit in s.units if unit.side != side and unit.square != NONE}


def can_be_frightened(unit: Unit) -> bool:
    """Return whether Dread would affect a unit."""
    return not unit.dread and is_subject_to_morale(unit.kind)


@mypyc_attr(acyclic=True)
class SpellStep(Step):
    """Base of steps about a spell: the caster, the spell, and the target square or unit."""

    FIELDS: ClassVar[tuple[str, ...]] = ("caster", "spell", "target")
    __slots__ = FIELDS

    def __init__(self, caster: i64, spell: i64, target: i64) -> None:
        self.caster = caster
        self.spell = spell
        self.target = target


@mypyc_attr(acyclic=True)
class Cast(SpellStep):
    """WAM-Q38: a spell succeeds on 4+; on a 1 the magician must survive the backlash."""

    RULE: ClassVar[str] = "WAM-Q38"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q38: roll for the spell; if it succeeds, the enemy may unbind it before it takes effect."""
        magician = s.units[self.caster]
        magician.acted = True
        if s.logging:
            s.emit(SpellTried(magician.id, magician.side, self.spell))
        die = s.roll("spell", 1, magician.side)[0]
        if die < SPELL_SCORE:
            if s.logging:
                s.emit(SpellFailed(magician.id, magician.side))
            if die == 1:
                backfire(s, magician)
            return NOTHING
        if s.logging:
            s.emit(SpellCast(magician.id, magician.side, target_square(s, magician, self.spell, self.target)))
        return [Unbind(self.caster, self.spell, self.target)]


def target_square(s: Battle, magician: Unit, spell: i64, target: i64) -> i64:
    """Return the square of a spell: its target, or the caster's own square for Ward and Haste."""
    if spell in (BOLT, DREAD, MIST):
        return target
    return magician.square


def backfire(s: Battle, magician: Unit) -> None:
    """WAM-Q38: roll whether a magician survives the backlash; it needs 2+."""
    if s.roll("backfire", 1, magician.side)[0] >= 2:
        if s.logging:
            s.emit(SpellMastered(magician.id, magician.side))
        return
    s.add_to_tally(BY_MAGIC)
    destroy(s, magician, BY_MAGIC)


@mypyc_attr(acyclic=True)
class Unbind(Choice):
    """WAM-Q52: an enemy magician in range who has not acted may try to cancel a spell."""

    RULE: ClassVar[str] = "WAM-Q52"
    FIELDS: ClassVar[tuple[str, ...]] = ("caster", "spell", "target")
    PASSES: ClassVar[tuple[str, ...]] = ("pass",)
    __slots__ = FIELDS

    def __init__(self, caster: i64, spell: i64, target: i64) -> None:
        self.caster = caster
        self.spell = spell
        self.target = target

    def possible_unbinders(self, s: Battle) -> list[Action]:
        """Return an action for each magician who may try."""
        caster = s.units[self.caster]
        square = target_square(s, caster, self.spell, self.target)
        actions: list[Action] = []
        for unit in s.units:
            if not can_cast(unit, 1 - caster.side):
                continue
            if is_in_range(s, unit.square, caster.square) or is_in_range(s, unit.square, square):
                actions.append(UNBIND[unit.id])
        return actions

    def waits(self, s: Battle) -> bool:
        """Return whether any magician may try."""
        return len(self.possible_unbinders(s)) > 0

    def run(self, s: Battle) -> list[Step]:
        """Let the spell take effect, since no magician can unbind it."""
        return [SpellWorks(self.caster, self.spell, self.target)]

    def has_default(self) -> bool:
        """Return False: a magician who unbinds does not cast, and a 1 is dangerous."""
        return False

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the caster's enemy."""
        return (1 - int(s.units[self.caster].side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return letting the spell take effect, then every magician who may try."""
        return [PASS, *self.possible_unbinders(s)]

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """WAM-Q52: cancel the spell on 4+; a 1 is as dangerous as in casting. An unbinding cannot be unbound."""
        works: list[Step] = [SpellWorks(self.caster, self.spell, self.target)]
        if action.verb == "pass":
            s.undo_barrier += 1
            if s.logging:
                s.emit(SpellLet(1 - s.units[self.caster].side))
            return works
        magician = s.units[action.args[0]]
        magician.acted = True
        die = s.roll("unbind", 1, magician.side)[0]
        if die >= SPELL_SCORE:
            if s.logging:
                s.emit(Unbound(magician.id, magician.side))
            return NOTHING
        if s.logging:
            s.emit(UnbindFailed(magician.id, magician.side))
        if die == 1:
            backfire(s, magician)
        return works


@mypyc_attr(acyclic=True)
class SpellWorks(SpellStep):
    """WAM-Q52: a spell takes effect at once."""

    RULE: ClassVar[str] = "WAM-Q52"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q52: apply the effect of the spell."""
        magician = s.units[self.caster]
        if self.spell == BOLT:
            return self.bolt(s, magician)
        if self.spell == WARD:
            s.ward = (*s.ward, int(magician.square))
            if s.logging:
                s.emit(Warded(magician.id, magician.side, magician.square))
        elif self.spell == MIST:
            s.mist = (*s.mist, int(self.target))
            if s.logging:
                s.emit(Misted(magician.id, magician.side, self.target))
        elif self.spell == DREAD:
            self.dread(s, magician)
        else:
            s.units[self.target].hasted = True
            if s.logging:
                s.emit(Hasted(magician.id, magician.side, self.target))
        return NOTHING

    def bolt(self, s: Battle, magician: Unit) -> list[Step]:
        """WAM-Q52: roll three dice; each 5+ hits, and victims save as against shots."""
        if s.logging:
            s.emit(Bolted(magician.id, magician.side, self.target))
        hits = len([die for die in s.roll("bolt", BOLT_DICE, magician.side) if die >= BOLT_HIT_SCORE])
        return [Suffer(1 - magician.side, self.target, hits, HIT_BY_SHOT, BY_MAGIC, False), FALLEN]

    def dread(self, s: Battle, magician: Unit) -> None:
        """WAM-Q52: frighten the units that are in the square now."""
        afraid: list[int] = []
        for unit in s.units:
            if unit.square == self.target and unit.side != magician.side and unit.kind < FIRST_CHARACTER:
                unit.dread = True
                afraid.append(int(unit.id))
        if s.logging:
            s.emit(Dreaded(magician.side, self.target, tuple(afraid)))
