"""What is true of every race at every decision, whatever was played. Only a broken rule can make it false."""

from __future__ import annotations

from hippodrome.games.races.bases import body_of
from hippodrome.games.races.formatting import name
from hippodrome.games.races.running import passed_through
from hippodrome.games.races.state import LOOSE, MOVING, RACING, WAITING, Chariot, Race


def broken(s: Race) -> list[str]:
    """Return a sentence for everything that cannot be."""
    found: list[str] = []
    for chariot in s.chariots:
        check_chariot(s, chariot, found)
        if chariot.is_solid():
            check_place(s, chariot, found)
    check_overlaps(s, found)
    check_move(s, found)
    if s.over and not s.places:
        found.append("the race is over without places")
    return found


def check_chariot(s: Race, chariot: Chariot, found: list[str]) -> None:
    """Body, team and crew are what a chariot of its status has."""
    who = name(chariot.id, s.machine(chariot).name)
    if min(chariot.strength, chariot.toughness) < 1 or chariot.wounds < 0 or chariot.steeds < 0:
        found.append(f"{who} has less than it can have")
    if chariot.status == RACING and (chariot.wounds == 0 or not chariot.crew or chariot.steeds == 0):
        found.append(f"{who} races with {chariot.wounds} wounds, {chariot.steeds} steeds and crew {chariot.crew}")
    if chariot.status == RACING and chariot.hurt >= s.machine(chariot).grit:
        found.append(f"{who} races without anybody alive")
    wild = chariot.status == LOOSE and not s.machine(chariot).has_lightning
    if wild and not s.over and not is_running_wild(s):
        found.append(f"{who} runs wild at a decision that is not about it")
    if chariot.status == LOOSE and chariot.crew:
        found.append(f"{who} is crewless with a crew")
    if chariot.marks > len(s.rules.track.marks) * s.rules.laps + 1:
        found.append(f"{who} has passed too many marks")
    if chariot.penalty < 0 or chariot.penalty % 5000:
        found.append(f"{who} is slowed by {chariot.penalty}")


def is_running_wild(s: Race) -> bool:
    """Return whether a runaway is in a contact just now."""
    return any(type(step).__name__ == "WildRun" for step in s.agenda)


def check_place(s: Race, chariot: Chariot, found: list[str]) -> None:
    """Inside the walls: no wall cuts into a base, and its middle is on the track."""
    track = s.rules.track
    body = body_of(s.box(chariot))
    who = name(chariot.id, s.machine(chariot).name)
    for wall in track.near(body.left, body.top, body.right, body.bottom):
        if wall.overlaps(body):
            found.append(f"{who} stands in a wall at {chariot.pose().parts()}")
            break
    for circle in track.outcrops:
        if circle.overlaps(body):
            found.append(f"{who} stands on an outcrop at {chariot.pose().parts()}")
    if chariot.status != WAITING and not is_on_track(s, chariot):
        found.append(f"{who} is outside the walls at {chariot.pose().parts()}")


def is_on_track(s: Race, chariot: Chariot) -> bool:
    """Return whether the middle of a base is nearer to some centre line than the walls there."""
    for piece in s.rules.track.pieces:
        along = piece.along(chariot.x, chariot.y)
        pose = piece.at(along)
        half = piece.half(along)
        x, y = chariot.x - pose.x, chariot.y - pose.y
        if x * x + y * y <= half * half:
            return True
    return False


def check_overlaps(s: Race, found: list[str]) -> None:
    """No two bases overlap, but for a mover that carries on through another (CR-Q19)."""
    through = passed_through(s) if s.phase == MOVING else 0
    wild = is_running_wild(s)
    for one in s.chariots:
        for other in s.chariots[: one.id]:
            if not (one.is_solid() and other.is_solid()) or (LOOSE in (one.status, other.status) and wild):
                continue
            if (one.id == s.move.mover and through >> other.id & 1) or (
                other.id == s.move.mover and through >> one.id & 1
            ):
                continue
            if body_of(s.box(one)).overlaps(body_of(s.box(other))):
                found.append(f"chariots {other.id} and {one.id} overlap (statuses {other.status}, {one.status})")


def check_move(s: Race, found: list[str]) -> None:
    """A move does not go too far."""
    move = s.move
    if not 0 <= move.run <= move.owed:
        found.append(f"a move of {move.owed} has run {move.run}")
    if move.turns > 3 or len(move.plan) % 2:
        found.append("a plan that cannot be")
