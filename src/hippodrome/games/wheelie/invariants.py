"""What is true of every battle at every decision, whatever was played. Only a broken rule can make it false."""

from __future__ import annotations

from hippodrome.games.wheelie.deployment import EDGE_ACTIONS
from hippodrome.games.wheelie.formatting import unit_name
from hippodrome.games.wheelie.state import FIGHTING, LOST, MAX_ACTION_DICE, NO_ID, WAITING, Skirmish, Unit


def violations(s: Skirmish) -> list[str]:
    """Return a sentence for everything that cannot be."""
    found: list[str] = []
    for unit in s.units:
        check_unit(s, unit, found)
        if unit.is_on_table():
            check_place(s, unit, found)
    check_overlaps(s, found)
    check_act(s, found)
    if len(s.ground.shapes) != len(s.pieces):
        found.append("the ground is not that of the pieces")
    return found


def check_unit(s: Skirmish, unit: Unit, found: list[str]) -> None:
    """Damage adds up, and a fighting unit has action dice (WW-Q13)."""
    who = unit_name(s, unit)
    if unit.permanent != unit.team + unit.driver + unit.warrior:
        found.append(f"{who} has {unit.permanent} Permanent Damage that does not add up")
    if unit.is_on_table() and not 1 <= unit.pool() <= MAX_ACTION_DICE:
        found.append(f"{who} fights on with {unit.pool()} action dice")
    if unit.status == LOST and unit.pool() > 0:
        found.append(f"{who} is lost with {unit.pool()} action dice")
    if unit.is_on_table() and unit.criticals > 2:
        found.append(f"{who} fights on after {unit.criticals} criticals")
    if min(unit.permanent, unit.temporary, unit.banked, unit.kills) < 0:
        found.append(f"{who} has less than nothing of something")
    if unit.aim != NO_ID and (not unit.is_on_table() or not s.units[unit.aim].is_on_table()):
        found.append(f"{who} aims at somebody, and one of them is gone")
    if unit.aim != NO_ID and s.units[unit.aim].side == unit.side:
        found.append(f"{who} aims at a friend")
    if unit.status not in (WAITING,) and not 0 <= unit.edge < len(EDGE_ACTIONS):
        found.append(f"{who} came from edge {unit.edge}")


def check_place(s: Skirmish, unit: Unit, found: list[str]) -> None:
    """On the table (WW-Q19), and not on impassable ground (WW-F3)."""
    box = s.box(unit)
    if s.rules.table.overlaps(box):
        found.append(f"{unit_name(s, unit)} sticks out over the edge at {unit.pose().as_tuple()}")
    if s.ground.stops(box):
        found.append(f"{unit_name(s, unit)} stands on impassable ground at {unit.pose().as_tuple()}")


def check_overlaps(s: Skirmish, found: list[str]) -> None:
    """No two bases overlap, and chariots do not even touch (WW-Q24)."""
    there = s.on_table()
    for number, one in enumerate(there):
        for other in there[number + 1 :]:
            gap = s.box(one).gap_ceil(s.box(other))
            if s.box(one).overlaps(s.box(other)):
                found.append(f"{unit_name(s, one)} and {unit_name(s, other)} overlap")
            elif gap == 0 and not s.is_runners(one) and not s.is_runners(other):
                found.append(f"{unit_name(s, one)} and {unit_name(s, other)} touch")


def check_act(s: Skirmish, found: list[str]) -> None:
    """Dice are dice, legs do not go too far, and the unit that acts is there."""
    act = s.act
    if len(act.dice) > MAX_ACTION_DICE or len(act.move) > 2 or any(die > 6 for die in act.move):
        found.append("too many dice, or too high ones")
    if act.die >= 0 and not 0 <= act.gone <= act.die * 1000:
        found.append(f"a leg of {act.die} has gone {act.gone}")
    if s.turn and not s.over and act.die >= 0 and s.units[act.unit].status != FIGHTING:
        found.append(f"{unit_name(s, s.units[act.unit])} moves and is not in play")
