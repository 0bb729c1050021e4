"""Facts that hold at every decision of every battle; only a bug in the rules can violate them."""

from __future__ import annotations

from hippodrome.games.magic.kinds import BASES, FIRST_CHARACTER, GENERAL, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, is_closed
from hippodrome.games.magic.state import MAX_STACK, NONE, START_COUNTDOWN, Battle, Unit


def find_violations(s: Battle) -> list[str]:
    """Return a sentence for every violated invariant."""
    violations: list[str] = []
    for unit in s.units:
        check_unit(s, unit, violations)
    check_squares(s, violations)
    check_scenery(s, violations)
    if not 0 <= s.countdown <= START_COUNTDOWN:
        violations.append(f"the countdown is {s.countdown}")
    if s.turn and len(s.fought) != s.board.size:
        violations.append("the fights of some square are not counted")
    if len(s.names) != len(s.units):
        violations.append("some pieces have no name")
    if any(number < 0 for number in s.tally):
        violations.append("a loss in the tally is negative")
    return violations


def check_unit(s: Battle, unit: Unit, violations: list[str]) -> None:
    """Check that bases and square agree, and that a piece stands where it may (WAM-Q12, WAM-Q37)."""
    name = s.names[unit.id] if len(s.names) > unit.id else str(unit.id)
    if not 0 <= unit.bases <= BASES[unit.kind]:
        violations.append(f"{name} has {unit.bases} bases")
    if unit.bases == 0 and unit.square != NONE:
        violations.append(f"{name} is destroyed but stands in {s.board.name[unit.square]}")
    if unit.bases > 0 and unit.square == NONE and s.turn:
        violations.append(f"{name} has bases but stands nowhere")
    if unit.square == NONE:
        return
    ground = s.ground[unit.square]
    if ground == CHASM or (is_bound_to_open_ground(unit.kind) and is_closed(ground)):
        violations.append(f"{name} may not stand in {s.board.name[unit.square]}")
    if unit.is_attacking() and s.board.direction(unit.square, unit.target) == NONE:
        violations.append(f"{name} attacks a square that is not adjacent")
    if unit.is_attacking() and unit.kind >= FIRST_CHARACTER:
        violations.append(f"{name} may not attack")
    if unit.is_attacking() and unit.aim != NONE and s.rules.options.attackers_shoot == "no":
        violations.append(f"{name} attacks and shoots in the same turn")
    if min(unit.moves, unit.walked, unit.lost) < 0:
        violations.append(f"{name} has a negative number of moves or losses")
    if unit.helped and unit.is_attacking():
        violations.append(f"{name} attacks and helps another attack in the same turn")
    if unit.led and unit.kind != GENERAL:
        violations.append(f"{name} has led an attack but is not a general")


def check_squares(s: Battle, violations: list[str]) -> None:
    """WAM-Q1, WAM-Q5: check that opponents never share a square and that no square is too full."""
    units = [0] * s.board.size
    owner = [NONE] * s.board.size
    for unit in s.units:
        if unit.square == NONE:
            continue
        if owner[unit.square] == 1 - unit.side:
            violations.append(f"both sides stand in {s.board.name[unit.square]}")
        owner[unit.square] = int(unit.side)
        units[unit.square] += 1 if unit.kind < FIRST_CHARACTER else 0
        if units[unit.square] > MAX_STACK:
            violations.append(f"more than {MAX_STACK} units stand in {s.board.name[unit.square]}")


def check_scenery(s: Battle, violations: list[str]) -> None:
    """Check that each side has at most one piece of scenery, and that the ground matches the scenery."""
    sides = [int(piece.side) for piece in s.scenery]
    if len(set(sides)) != len(sides):
        violations.append("a side has more than one piece of scenery")
    for piece in s.scenery:
        if s.ground[piece.square] != piece.ground:
            violations.append("the ground does not match the scenery")
