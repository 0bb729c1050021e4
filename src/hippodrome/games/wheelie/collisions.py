"""Collisions (WW-CC1, WW-CC2, WW-Q24): doubles save, and a mover that survives backs off along its path."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.wheelie.bases import pivot_spot
from hippodrome.games.wheelie.ending import CHECK_END, credit_kill, destroy, lose_aims, make_room
from hippodrome.games.wheelie.events import BackedOff, Collided, MoveEnded, SavedItself
from hippodrome.games.wheelie.state import PIVOT, STRETCH_FIELDS, Skirmish, Unit
from hippodrome.kit.agenda import Step
from hippodrome.kit.geometry.fixed_point import absolute
from hippodrome.kit.geometry.plane import sweeps
from hippodrome.kit.geometry.plane.boxes import Box, box_at
from hippodrome.kit.geometry.plane.poses import Pose
from hippodrome.kit.geometry.plane.shapes import MeasurableShape

CLEAR_GAP_MI: Final = 500  # WW-Q24
NO_LEG: Final = -1


def end_move(s: Skirmish) -> None:
    """End the movement action: movement dice that are left are lost (WW-B8), and Runners dodge (WW-Q51)."""
    if s.logging and (s.act.die != NO_LEG or s.act.move):
        unit = s.units[s.act.unit]
        s.emit(MoveEnded(unit.id, unit.seat), "WW-B8")
    s.act.move = b""
    s.act.die = NO_LEG
    s.act.bolts = False
    s.act.path = ()
    if s.units[s.act.unit].is_on_table():
        make_room(s, s.units[s.act.unit], s.box(s.units[s.act.unit]))


@mypyc_attr(acyclic=True)
class Collision(Step):
    """WW-CC1: the mover and each chariot it touches roll 2 dice; a chariot without a double is destroyed."""

    RULE: ClassVar[str] = "WW-CC1"
    FIELDS: ClassVar[tuple[str, ...]] = ("mover", "others")
    __slots__ = FIELDS

    def __init__(self, mover: i64, others: tuple[int, ...]) -> None:
        self.mover = mover
        self.others = others

    def run(self, s: Skirmish) -> list[Step]:
        """Resolve the lowest number first, until the mover is gone; a surviving mover backs off and its move ends."""
        mover = s.units[self.mover]
        s.quiet = 0
        boxes: list[MeasurableShape] = [s.box(s.units[other]) for other in self.others]
        for other in self.others:
            if mover.is_on_table():
                self.collide(s, mover, s.units[other])
        if mover.is_on_table():
            back_off(s, mover, boxes)
        end_move(s)
        return [CHECK_END]

    def collide(self, s: Skirmish, mover: Unit, other: Unit) -> None:
        """Resolve the collision of two chariots: first the mover's dice, then the other's."""
        if s.logging:
            s.emit(Collided(mover.id, mover.seat, other.id))
        mover_saves = saves_itself(s, mover)
        other_saves = saves_itself(s, other)
        if not mover_saves:
            destroy(s, mover, "WW-CC2")
        if not other_saves:
            destroy(s, other, "WW-CC2")
        if mover_saves and not other_saves:
            credit_kill(s, mover, other)
        elif other_saves and not mover_saves:
            credit_kill(s, other, mover)


def saves_itself(s: Skirmish, unit: Unit) -> bool:
    """WW-CC1: return whether the chariot rolls a double on two dice."""
    dice = s.roll("collision", 2, unit.seat, "", 0, 0, unit.id)
    if dice[0] != dice[1]:
        return False
    if s.logging:
        s.emit(SavedItself(unit.id, unit.seat))
    return True


def back_off(s: Skirmish, mover: Unit, boxes: list[MeasurableShape]) -> None:
    """WW-Q24: move back along the path to the last place half an inch clear, or to where the action began."""
    path = s.act.path
    kind = s.kind(mover)
    for start in range(len(path) - STRETCH_FIELDS, -1, -STRETCH_FIELDS):
        x, y, turn, stretch_kind, amount = path[start : start + STRETCH_FIELDS]
        place = last_clear_place(box_at(Pose(x, y, turn), kind.length, kind.width), stretch_kind, amount, boxes)
        if place is not None:
            mover.put(place.x, place.y, place.turn)
            break
    else:
        mover.put(path[0], path[1], path[2])
    if s.logging:
        s.emit(BackedOff(mover.id, mover.seat, 0, mover.x, mover.y, mover.turn), "WW-Q24")
    make_room(s, mover, s.box(mover))
    lose_aims(s, mover)


def last_clear_place(box: Box, stretch_kind: i64, amount: i64, boxes: list[MeasurableShape]) -> Box | None:
    """Return the last place of a stretch that is half an inch clear of these bases; None if there is none."""
    if stretch_kind == PIVOT:
        spot = pivot_spot(amount)
        size = sweeps.last_pivot_with_gap(box, spot, amount, CLEAR_GAP_MI, boxes)
        return box.pivot(spot, size if amount > 0 else -size) if size >= 0 else None
    turn = box.turn if amount > 0 else (box.turn + 1800) % 3600
    size = sweeps.last_slide_with_gap(box, turn, absolute(amount), CLEAR_GAP_MI, boxes)
    return box.slide(turn, size) if size >= 0 else None
