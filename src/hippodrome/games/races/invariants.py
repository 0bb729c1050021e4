"""Invariants: what holds at every decision of every race unless a rule is broken."""

from __future__ import annotations

from hippodrome.games.races.bases import shrink_base
from hippodrome.games.races.plan_execution import RUN_UP_MI, passed_mask
from hippodrome.games.races.state import LOOSE, MOVING, RACING, WAITING, Chariot, Race


def broken_invariants(s: Race) -> list[str]:
    """Return a sentence for each broken invariant."""
    violations: list[str] = []
    for chariot in s.chariots:
        check_chariot(s, chariot, violations)
        if chariot.is_solid():
            check_place(s, chariot, violations)
    check_overlaps(s, violations)
    check_move(s, violations)
    if s.over and not s.places:
        violations.append("the race is over without places")
    return violations


def check_chariot(s: Race, chariot: Chariot, violations: list[str]) -> None:
    """Check that body, team and crew fit the chariot's status."""
    who = s.chariot_name(chariot.id)
    if min(chariot.strength, chariot.toughness) < 1 or chariot.wounds < 0 or chariot.steeds < 0:
        violations.append(f"{who} has a value below its minimum")
    if chariot.status == RACING and (chariot.wounds == 0 or not chariot.crew or chariot.steeds == 0):
        violations.append(f"{who} races with {chariot.wounds} wounds, {chariot.steeds} steeds and crew {chariot.crew}")
    if chariot.status == RACING and chariot.hurt >= s.machine(chariot).crew_wounds:
        violations.append(f"{who} races without a living crew")
    wild = chariot.status == LOOSE and not s.machine(chariot).has_lightning
    if wild and not s.over and not is_running_wild(s):
        violations.append(f"{who} runs wild during a decision about another chariot")
    if chariot.status == LOOSE and chariot.crew:
        violations.append(f"{who} is crewless but has a crew")
    if chariot.marks > len(s.rules.track.marks) * s.rules.options.laps + 1:
        violations.append(f"{who} has passed too many marks")
    if chariot.penalty < 0 or chariot.penalty % 5000:
        violations.append(f"{who} has a penalty of {chariot.penalty}")


def is_running_wild(s: Race) -> bool:
    """Return whether a runaway is in the middle of its run."""
    return any(type(step).__name__ == "WildRun" for step in s.agenda)


def check_place(s: Race, chariot: Chariot, violations: list[str]) -> None:
    """Check that a base overlaps no wall or outcrop and that its centre is on the track."""
    track = s.rules.track
    body = shrink_base(s.box(chariot))
    who = s.chariot_name(chariot.id)
    for wall in track.walls_near(body.left, body.top, body.right, body.bottom):
        if wall.overlaps(body):
            violations.append(f"{who} stands in a wall at {chariot.pose().as_tuple()}")
            break
    for circle in track.outcrops:
        if circle.overlaps(body):
            violations.append(f"{who} stands on an outcrop at {chariot.pose().as_tuple()}")
    if chariot.status != WAITING and not is_on_track(s, chariot):
        violations.append(f"{who} is outside the walls at {chariot.pose().as_tuple()}")


def is_on_track(s: Race, chariot: Chariot) -> bool:
    """Return whether the centre of a base lies between the walls of some piece."""
    for piece in s.rules.track.pieces:
        along = piece.along(chariot.x, chariot.y)
        pose = piece.at(along)
        half = piece.half_width(along)
        x, y = chariot.x - pose.x, chariot.y - pose.y
        if x * x + y * y <= half * half:
            return True
    return False


def check_overlaps(s: Race, violations: list[str]) -> None:
    """Check that no two bases overlap, except a mover with a chariot it drives through (CR-Q19)."""
    through = passed_mask(s) if s.phase == MOVING else 0
    wild = is_running_wild(s)
    for one in s.chariots:
        for other in s.chariots[: one.id]:
            if not (one.is_solid() and other.is_solid()) or (LOOSE in (one.status, other.status) and wild):
                continue
            if (one.id == s.move.mover and through >> other.id & 1) or (
                other.id == s.move.mover and through >> one.id & 1
            ):
                continue
            if shrink_base(s.box(one)).overlaps(shrink_base(s.box(other))):
                violations.append(f"chariots {other.id} and {one.id} overlap (statuses {other.status}, {one.status})")


def check_move(s: Race, violations: list[str]) -> None:
    """Check that a move does not go too far and that its plan is well formed."""
    move = s.move
    if not 0 <= move.run <= move.owed:
        violations.append(f"a move of {move.owed} has run {move.run}")
    if move.drifts * RUN_UP_MI > move.run:
        violations.append(f"{move.drifts} drifts after a run of {move.run}")
    if move.turns > 3 or len(move.plan) % 2:
        violations.append("the plan has too many turns or half a step")
