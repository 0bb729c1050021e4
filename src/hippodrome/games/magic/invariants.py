"""What is true of every battle at every decision, whatever was played. Only a broken rule can make it false."""

from __future__ import annotations

from hippodrome.games.magic.kinds import BASES, FIRST_CHARACTER, GENERAL, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, is_closed
from hippodrome.games.magic.state import MAX_STACK, NONE, START_COUNTDOWN, Battle, Unit


def find_violations(s: Battle) -> list[str]:
    """Return a sentence for everything that cannot be."""
    found: list[str] = []
    for unit in s.units:
        check_unit(s, unit, found)
    check_squares(s, found)
    check_scenery(s, found)
    if not 0 <= s.countdown <= START_COUNTDOWN:
        found.append(f"the countdown stands at {s.countdown}")
    if s.turn and len(s.fought) != s.board.size:
        found.append("fights are not counted for every square")
    if len(s.names) != len(s.units):
        found.append("there are pieces without a name")
    if any(number < 0 for number in s.tally):
        found.append("less than nothing was lost")
    return found


def check_unit(s: Battle, unit: Unit, found: list[str]) -> None:
    """Bases and places fit together, and nobody stands where he cannot (WAM-Q12, WAM-Q37)."""
    name = s.names[unit.id] if len(s.names) > unit.id else str(unit.id)
    if not 0 <= unit.bases <= BASES[unit.kind]:
        found.append(f"{name} has {unit.bases} bases")
    if unit.bases == 0 and unit.square != NONE:
        found.append(f"{name} is destroyed and stands in {s.board.name[unit.square]}")
    if unit.bases > 0 and unit.square == NONE and s.turn:
        found.append(f"{name} lives and stands nowhere")
    if unit.square == NONE:
        return
    ground = s.ground[unit.square]
    if ground == CHASM or (is_bound_to_open_ground(unit.kind) and is_closed(ground)):
        found.append(f"{name} stands where it cannot, in {s.board.name[unit.square]}")
    if unit.is_attacking() and s.board.direction(unit.square, unit.target) == NONE:
        found.append(f"{name} attacks a square that is not beside it")
    if unit.is_attacking() and (unit.kind >= FIRST_CHARACTER or unit.aim != NONE):
        found.append(f"{name} attacks and cannot, or shoots too")
    if min(unit.moves, unit.walked, unit.lost) < 0:
        found.append(f"{name} has less than nothing of something")
    if unit.led and unit.kind != GENERAL:
        found.append(f"{name} has led an attack")


def check_squares(s: Battle, found: list[str]) -> None:
    """WAM-Q1, WAM-Q5: opponents never share a square, and no square is too full."""
    units = [0] * s.board.size
    owner = [NONE] * s.board.size
    for unit in s.units:
        if unit.square == NONE:
            continue
        if owner[unit.square] == 1 - unit.side:
            found.append(f"both sides stand in {s.board.name[unit.square]}")
        owner[unit.square] = int(unit.side)
        units[unit.square] += 1 if unit.kind < FIRST_CHARACTER else 0
        if units[unit.square] > MAX_STACK:
            found.append(f"more than {MAX_STACK} units stand in {s.board.name[unit.square]}")


def check_scenery(s: Battle, found: list[str]) -> None:
    """Each side has one piece at most, and the ground is that of the pieces."""
    sides = [int(piece.side) for piece in s.scenery]
    if len(set(sides)) != len(sides):
        found.append("a side has two pieces of scenery")
    for piece in s.scenery:
        if s.ground[piece.square] != piece.ground:
            found.append("the ground is not that of the scenery")
