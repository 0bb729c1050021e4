"""Invariants of a battle at every decision. Only a broken rule can violate one."""

from __future__ import annotations

from hippodrome.games.wheelie.deployment import EDGE_ACTIONS
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.state import FIGHTING, LOST, MAX_ACTION_DICE, NO_ID, WAITING, Skirmish, Unit


def violations(s: Skirmish) -> list[str]:
    """Return a sentence for every violated invariant."""
    messages: list[str] = []
    for unit in s.units:
        check_unit(s, unit, messages)
        if unit.is_on_table():
            check_place(s, unit, messages)
    check_overlaps(s, messages)
    check_act(s, messages)
    if len(s.ground.shapes) != len(s.pieces):
        messages.append("the ground does not match the pieces")
    return messages


def check_unit(s: Skirmish, unit: Unit, messages: list[str]) -> None:
    """Check that damage adds up and a fighting unit has action dice (WW-Q13)."""
    who = unit_name(s, unit)
    if unit.permanent != unit.team + unit.driver + unit.warrior:
        messages.append(f"the {unit.permanent} Permanent Damage of {who} do not add up")
    if unit.is_on_table() and not 1 <= unit.pool() <= MAX_ACTION_DICE:
        messages.append(f"{who} fights on with {unit.pool()} action dice")
    if unit.status == LOST and unit.pool() > 0:
        messages.append(f"{who} is lost with {unit.pool()} action dice")
    if unit.is_on_table() and unit.criticals > 2:
        messages.append(f"{who} fights on after {unit.criticals} criticals")
    if min(unit.permanent, unit.temporary, unit.banked, unit.kills) < 0:
        messages.append(f"{who} has a negative count")
    if unit.aim != NO_ID and (not unit.is_on_table() or not s.units[unit.aim].is_on_table()):
        messages.append(f"{who} has an aim, but it or its target is off the table")
    if unit.aim != NO_ID and s.units[unit.aim].side == unit.side:
        messages.append(f"{who} aims at a friend")
    if unit.status not in (WAITING,) and not 0 <= unit.edge < len(EDGE_ACTIONS):
        messages.append(f"{who} came from edge {unit.edge}")


def check_place(s: Skirmish, unit: Unit, messages: list[str]) -> None:
    """Check that a unit is on the table (WW-Q19) and not on impassable ground (WW-F3)."""
    box = s.box(unit)
    if s.rules.table.overlaps(box):
        messages.append(f"{unit_name(s, unit)} extends over the edge at {unit.pose().as_tuple()}")
    if s.ground.stops(box):
        messages.append(f"{unit_name(s, unit)} stands on impassable ground at {unit.pose().as_tuple()}")


def check_overlaps(s: Skirmish, messages: list[str]) -> None:
    """Check that no bases overlap and that chariots do not even touch (WW-Q24).

    A chariot may stand over Runners in the middle of its move (WW-Q51).
    """
    units = s.on_table()
    for index, first in enumerate(units):
        for second in units[index + 1 :]:
            gap = s.box(first).gap_ceil(s.box(second))
            is_passing = bool(s.act.path) and s.act.unit in (first.id, second.id)
            if is_passing and (s.is_runners(first) or s.is_runners(second)):
                continue
            if s.box(first).overlaps(s.box(second)):
                messages.append(f"{unit_name(s, first)} and {unit_name(s, second)} overlap")
            elif gap == 0 and not s.is_runners(first) and not s.is_runners(second):
                messages.append(f"{unit_name(s, first)} and {unit_name(s, second)} touch")


def check_act(s: Skirmish, messages: list[str]) -> None:
    """Check dice, the length of the leg in progress, and that the acting unit fights."""
    act = s.act
    if len(act.dice) > MAX_ACTION_DICE or len(act.move) > 2 or any(die > 6 for die in act.move):
        messages.append("there are too many dice, or too high ones")
    if act.die >= 0 and not 0 <= act.gone <= act.die * 1000:
        messages.append(f"a leg with a {act.die} has driven {act.gone}")
    if s.turn and not s.over and act.die >= 0 and s.units[act.unit].status != FIGHTING:
        messages.append(f"{unit_name(s, s.units[act.unit])} moves but does not fight")
