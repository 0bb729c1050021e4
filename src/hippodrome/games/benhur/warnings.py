"""Warnings for a driver with one wound left: the dangers of an action before the driver's next choice.

They consider only what all players see on the track and the driver's own hand: no dice, and no rival's tricks.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.benhur.fighting import FightFirst
from hippodrome.games.benhur.movement import NextStep, diagonal_square
from hippodrome.games.benhur.ramming import can_be_pushed_aside
from hippodrome.games.benhur.sequence import SetWhips, TurnTricks, move_points
from hippodrome.games.benhur.skill_rolls import LastWord, TestTricks, has_passed, has_spun
from hippodrome.games.benhur.state import JUMP_TEST, LANE_TEST, NO_SQUARE, Chariot, Race
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
        effect = race.cards.effect[action.args[0]]
        if effect == REIN_IN:
            return fight_danger(race, chariot, square)
        landing = race.track.ahead[ahead]
        return arrival_danger(race, chariot, square, landing, points - 1) if effect == LEAP_OF_FAITH else SAFE
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
        return contact_danger(race, chariot, came, rival, points)
    return entry_danger(race, chariot, came, square, points)


def entry_danger(race: Race, chariot: Chariot, came: i64, square: i64, points: i64) -> str:
    """Return the danger of arriving on a square that is free or has become free."""
    if race.track.past_line[square] and chariot.crossings >= race.laps:
        return SAFE
    if square == race.caltrops:
        return CALTROPS_DANGER
    if points <= 0:
        return fight_danger(race, chariot, square, came)
    return SAFE if is_asked_on(race, chariot, square) else leaving_danger(race, chariot, square, points)


def is_asked_on(race: Race, chariot: Chariot, square: i64) -> bool:
    """Return whether the driver decides before leaving a square: not on a bend or jump square without a trick."""
    kind = race.track.kind[square]
    if kind == BEND:
        return has_trick(race, chariot, REIN_IN)
    return kind != JUMP or has_trick(race, chariot, REIN_IN) or has_trick(race, chariot, LEAP_OF_FAITH)


def contact_danger(race: Race, chariot: Chariot, came: i64, rival: Chariot, points: i64) -> str:
    """BH-Q23: return the danger of entering a rival's square. The second contact in a turn has no wound dice."""
    if not race.have_met(chariot.id, rival.id):
        return RAM_DANGER
    if race.stops_at_repeat:
        return fight_danger(race, chariot, came)
    lanes = race.track.lanes
    side = lanes.lane[rival.square] - lanes.lane[came]
    if side == 0:
        return SAFE if is_pushed_to_victory(race, rival) else shunt_danger(race, chariot, came, rival.square, points)
    return sideswipe_danger(race, chariot, came, rival, side, points)


def is_pushed_to_victory(race: Race, rival: Chariot) -> bool:
    """BH-Q25: return whether a shunt pushes a rival over the finish before it can be destroyed."""
    ahead = race.track.ahead[rival.square]
    return race.track.past_line[ahead] and rival.crossings >= race.laps and rival.wounds > 1


def shunt_danger(race: Race, chariot: Chariot, came: i64, square: i64, points: i64) -> str:
    """Return the danger of pushing a rival ahead once more and taking its square; in a corner it stays in the way."""
    if points <= 0 or race.track.kind[square] != BEND or is_asked_on(race, chariot, square):
        return entry_danger(race, chariot, came, square, points)
    held = shunt_danger(race, chariot, square, race.track.ahead[square], points - 1)
    return SKID_DANGER if held or can_skid_hurt(race, chariot, square, points) else SAFE


def sideswipe_danger(race: Race, chariot: Chariot, came: i64, rival: Chariot, side: i64, points: i64) -> str:
    """Return the danger of pushing a rival aside once more: it is then alongside, or it holds and the move ends."""
    square = rival.square
    if not can_be_pushed_aside(race, square, side):
        return fight_danger(race, chariot, came)
    finishes = race.track.past_line[square] and chariot.crossings >= race.laps
    if points <= 0 and not finishes and square != race.caltrops:
        return FIGHT_DANGER
    return entry_danger(race, chariot, came, square, points)


def fight_danger(race: Race, chariot: Chariot, square: i64, came: i64 = NO_SQUARE) -> str:
    """Return the danger of ending a move on a square: a rival alongside.

    A rival on `came`, the square the chariot has just left, was pushed away before.
    """
    for beside in race.track.lanes.beside[square]:
        rival = race.chariot_at(beside)
        if rival is not None and rival.id != chariot.id and beside != came:
            return FIGHT_DANGER
    return SAFE
