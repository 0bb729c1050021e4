"""What a driver with one wound left is warned of: what an action may come to before he can choose another way.

Only what everybody sees on the track is weighed, and the driver's own hand: no dice, and no trick of a rival.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.benhur.fighting import FightFirst
from hippodrome.games.benhur.movement import NextStep, square_aside
from hippodrome.games.benhur.sequence import SetWhips, TurnTricks, counted
from hippodrome.games.benhur.skill_rolls import LastWord, TestTricks, has_passed, has_spun
from hippodrome.games.benhur.state import JUMP_TEST, LANE_TEST, Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP
from hippodrome.games.benhur.tricks import CRACK_OF_THUNDER, LEAP_OF_FAITH, REIN_IN, holds
from hippodrome.games.benhur.wounds import IronRims
from hippodrome.kit.actions import Action

SAFE: Final = ""
JUMPS: Final = "the jump goes wrong"
RAMS: Final = "the ram goes wrong"
SKIDS: Final = "the bend goes wrong"
FIGHTS: Final = "the fight goes wrong"
CALTROPS: Final = "the caltrops bite"
THUNDER: Final = 2  # points that trick 2 adds


def warning(race: Race, seat: int, action: Action) -> str:
    """Return the warning, in a sentence, or nothing."""
    chariot = race.chariots[seat]
    step = race.agenda[-1]
    if isinstance(step, IronRims) and action.verb == "pass" and chariot.wounds == 0:
        return "Your last wound is gone: without this trick your chariot is destroyed."
    danger = found(race, chariot, action) if chariot.wounds == 1 else SAFE
    return f"One wound left: if {danger}, your chariot is destroyed." if danger else ""


def found(race: Race, chariot: Chariot, action: Action) -> str:
    """What may go wrong, by the question that is answered."""
    step = race.agenda[-1]
    if isinstance(step, SetWhips):
        return throwing(race, chariot, 0)
    if isinstance(step, TurnTricks):
        thunder = action.verb == "trick" and action.args[0] == CRACK_OF_THUNDER
        return throwing(race, chariot, THUNDER) if thunder else SAFE
    if isinstance(step, NextStep):
        return driving(race, chariot, action)
    if isinstance(step, (TestTricks, LastWord)):
        return failing(race, chariot) if action.verb == "pass" else SAFE
    return FIGHTS if isinstance(step, FightFirst) else SAFE


def throwing(race: Race, chariot: Chariot, more: i64) -> str:
    """Return a move whose dice are still to be thrown, from a square that takes a test or a jump to leave."""
    for die in range(1, 7):
        danger = leaving(race, chariot, chariot.square, counted(race.turn, die + more))
        if danger:
            return danger
    return SAFE


def driving(race: Race, chariot: Chariot, action: Action) -> str:
    """Return a step of the move, or a trick in place of one."""
    square, points = chariot.square, race.turn.points
    ahead = race.track.ahead[square]
    if action.verb == "trick":
        if action.args[0] == REIN_IN:
            return fighting(race, chariot, square)
        landing = race.track.ahead[ahead]
        return arriving(race, chariot, square, landing, points - 1) if action.args[0] == LEAP_OF_FAITH else SAFE
    if action.verb == "straight":
        if race.track.kind[square] in (BEND, JUMP):
            return leaving(race, chariot, square, points)
        return arriving(race, chariot, square, ahead, points - 1)
    free = race.turn.free
    left = points if free > 0 else points - 1
    aside = square_aside(race, chariot, -1 if action.verb == "left" else 1)
    across = arriving(race, chariot, square, aside, left)
    return across if across or free >= 0 else arriving(race, chariot, square, ahead, left)


def failing(race: Race, chariot: Chariot) -> str:
    """Return a test of the driver's own that has failed, if it is left at that."""
    turn = race.turn
    if turn.tested != chariot.id or has_passed(race) or has_spun(race):
        return SAFE
    if turn.testing == JUMP_TEST:
        return JUMPS
    if turn.testing == LANE_TEST:
        return arriving(race, chariot, chariot.square, race.track.ahead[chariot.square], turn.points)
    return SKIDS if skidding(race, chariot, chariot.square, turn.points) else SAFE


def leaving(race: Race, chariot: Chariot, square: i64, points: i64) -> str:
    """Out of a square by a test or a jump, if it takes one."""
    if race.track.kind[square] == JUMP:
        return JUMPS
    if race.track.kind[square] != BEND:
        return SAFE
    held = arriving(race, chariot, square, race.track.ahead[square], points - 1)
    return SKIDS if held or skidding(race, chariot, square, points) else SAFE


def skidding(race: Race, chariot: Chariot, square: i64, points: i64) -> bool:
    """Return whether a skid out of a bend square may hurt: there is a wall, a chariot, or what follows them."""
    out: i64 = race.track.lanes.out[square]
    return out < 0 or arriving(race, chariot, square, out, points - 2) != SAFE


def arriving(race: Race, chariot: Chariot, came: i64, square: i64, points: i64) -> str:
    """On a square with so many points left, as far as the driver has no choice."""
    rival = race.at(square)
    if rival is not None and rival.id != chariot.id:
        return fighting(race, chariot, came) if race.have_met(chariot.id, rival.id) else RAMS
    if race.track.over[square] and chariot.crossings >= race.laps:
        return SAFE
    if square == race.caltrops:
        return CALTROPS
    if points <= 0:
        return fighting(race, chariot, square)
    if holds(chariot, REIN_IN) or (holds(chariot, LEAP_OF_FAITH) and race.track.kind[square] == JUMP):
        return SAFE
    return leaving(race, chariot, square, points)


def fighting(race: Race, chariot: Chariot, square: i64) -> str:
    """At the end of a move, if somebody is alongside."""
    for beside in race.track.lanes.beside[square]:
        rival = race.at(beside)
        if rival is not None and rival.id != chariot.id:
            return FIGHTS
    return SAFE
