"""Warnings for a driver with one wound left: the dangers of an action before the driver's next choice.

They consider only what all players see on the track and the driver's own hand: no dice, and no rival's tricks.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.benhur.fighting import FightFirst
from hippodrome.games.benhur.movement import NextStep, diagonal_square
from hippodrome.games.benhur.sequence import SetWhips, TurnTricks, move_points
from hippodrome.games.benhur.skill_rolls import LastWord, TestTricks, has_passed, has_spun
from hippodrome.games.benhur.state import JUMP_TEST, LANE_TEST, Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP
from hippodrome.games.benhur.tricks import CRACK_OF_THUNDER, LEAP_OF_FAITH, REIN_IN, has_trick
from hippodrome.games.benhur.wounds import IronRims
from hippodrome.kit.actions import Action

SAFE: Final = ""
JUMP_DANGER: Final = "the jump goes wrong"
RAM_DANGER: Final = "the ram goes wrong"
SKID_DANGER: Final = "the bend goes wrong"
FIGHT_DANGER: Final = "the fight goes wrong"
CALTROPS_DANGER: Final = "the caltrops wound you"
THUNDER_POINTS: Final = 2  # points that trick 2 adds


def warning(race: Race, seat: int, action: Action) -> str:
    """Return a warning in one sentence, or an empty string."""
    chariot = race.chariots[seat]
    step = race.agenda[-1]
    if isinstance(step, IronRims) and action.verb == "pass" and chariot.wounds == 0:
        return "Your last wound is gone: without this trick your chariot is destroyed."
    danger = danger_of(race, chariot, action) if chariot.wounds == 1 else SAFE
    return f"One wound left: if {danger}, your chariot is destroyed." if danger else ""


def danger_of(race: Race, chariot: Chariot, action: Action) -> str:
    """Return what may go wrong, or SAFE, for an answer to the pending decision."""
    step = race.agenda[-1]
    if isinstance(step, SetWhips):
        return roll_danger(race, chariot, 0)
    if isinstance(step, TurnTricks):
        thunder = action.verb == "trick" and action.args[0] == CRACK_OF_THUNDER
        return roll_danger(race, chariot, THUNDER_POINTS) if thunder else SAFE
    if isinstance(step, NextStep):
        return step_danger(race, chariot, action)
    if isinstance(step, (TestTricks, LastWord)):
        return failed_test_danger(race, chariot) if action.verb == "pass" else SAFE
    return FIGHT_DANGER if isinstance(step, FightFirst) else SAFE


def roll_danger(race: Race, chariot: Chariot, more: i64) -> str:
    """Return the danger of a move that is still to be rolled, from a square that takes a test or a jump to leave."""
    for die in range(1, 7):
        danger = leaving_danger(race, chariot, chariot.square, move_points(race.turn, die + more))
        if danger:
            return danger
    return SAFE


def step_danger(race: Race, chariot: Chariot, action: Action) -> str:
    """Return the danger of a step of the move, or of a trick instead of one."""
    square, points = chariot.square, race.turn.points
    ahead = race.track.ahead[square]
    if action.verb == "trick":
        if action.args[0] == REIN_IN:
            return fight_danger(race, chariot, square)
        landing = race.track.ahead[ahead]
        return arrival_danger(race, chariot, square, landing, points - 1) if action.args[0] == LEAP_OF_FAITH else SAFE
    if action.verb == "straight":
        if race.track.kind[square] in (BEND, JUMP):
            return leaving_danger(race, chariot, square, points)
        return arrival_danger(race, chariot, square, ahead, points - 1)
    free = race.turn.free
    left = points if free > 0 else points - 1
    aside = diagonal_square(race, chariot, -1 if action.verb == "left" else 1)
    across = arrival_danger(race, chariot, square, aside, left)
    return across if across or free >= 0 else arrival_danger(race, chariot, square, ahead, left)


def failed_test_danger(race: Race, chariot: Chariot) -> str:
    """Return the danger of accepting the driver's own failed test."""
    turn = race.turn
    if turn.tested != chariot.id or has_passed(race) or has_spun(race):
        return SAFE
    if turn.testing == JUMP_TEST:
        return JUMP_DANGER
    if turn.testing == LANE_TEST:
        return arrival_danger(race, chariot, chariot.square, race.track.ahead[chariot.square], turn.points)
    return SKID_DANGER if can_skid_hurt(race, chariot, chariot.square, turn.points) else SAFE


def leaving_danger(race: Race, chariot: Chariot, square: i64, points: i64) -> str:
    """Return the danger of leaving a bend or jump square; other squares are safe."""
    if race.track.kind[square] == JUMP:
        return JUMP_DANGER
    if race.track.kind[square] != BEND:
        return SAFE
    held = arrival_danger(race, chariot, square, race.track.ahead[square], points - 1)
    return SKID_DANGER if held or can_skid_hurt(race, chariot, square, points) else SAFE


def can_skid_hurt(race: Race, chariot: Chariot, square: i64, points: i64) -> bool:
    """Return whether a skid out of a bend square may hurt: a wall, a chariot, or what follows from there."""
    out: i64 = race.track.lanes.out[square]
    return out < 0 or arrival_danger(race, chariot, square, out, points - 2) != SAFE


def arrival_danger(race: Race, chariot: Chariot, came: i64, square: i64, points: i64) -> str:
    """Return the danger of arriving on a square with these points left, up to the driver's next choice."""
    rival = race.chariot_at(square)
    if rival is not None and rival.id != chariot.id:
        return fight_danger(race, chariot, came) if race.have_met(chariot.id, rival.id) else RAM_DANGER
    if race.track.past_line[square] and chariot.crossings >= race.laps:
        return SAFE
    if square == race.caltrops:
        return CALTROPS_DANGER
    if points <= 0:
        return fight_danger(race, chariot, square)
    if has_trick(chariot, REIN_IN) or (has_trick(chariot, LEAP_OF_FAITH) and race.track.kind[square] == JUMP):
        return SAFE
    return leaving_danger(race, chariot, square, points)


def fight_danger(race: Race, chariot: Chariot, square: i64) -> str:
    """Return the danger of ending a move on a square: a rival alongside."""
    for beside in race.track.lanes.beside[square]:
        rival = race.chariot_at(beside)
        if rival is not None and rival.id != chariot.id:
            return FIGHT_DANGER
    return SAFE
