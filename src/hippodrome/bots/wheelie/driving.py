"""Driving: which leg, how far, how much of a Wheel, once the movement dice have fallen."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.network_evaluator import judge_of
from hippodrome.bots.wheelie.path_candidates import COARSE, FINE, LEAST, TURNS, Explorer, Way, leg_cap
from hippodrome.bots.wheelie.shots import has_aim, volleys, wild_dice
from hippodrome.bots.wheelie.style import Manner
from hippodrome.games.wheelie.bases import first_met, pivot
from hippodrome.games.wheelie.conversions import ADVANCE, TURN
from hippodrome.games.wheelie.movement import (
    KEEP,
    LEG,
    STOP,
    FirstDrive,
    KeepDie,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
    mover,
)
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.actions import Action

WORTHWHILE: Final = 6  # a move must be so much better than none
CLEARANCE: Final = 500  # from a chariot that would otherwise be hit
LIKELY: Final = (4, 3)  # movement dice as they usually fall
LIKELY_TURN: Final = 4


def drive_on(s: Skirmish, actions: list[Action], manner: Manner) -> Action:
    """What to do at a question of a movement action."""
    step = s.agenda[-1]
    unit = mover(s)
    explorer = Explorer(judge_of(s, unit, manner))
    if isinstance(step, NextLeg):
        return next_leg(s, explorer, actions)
    if isinstance(step, FirstDrive):
        low, high = step.bounds(s)
        return (
            actions[0]
            if low == high
            else Action("drive", (safe(s, unit, first_drive(s, explorer), int(low), int(high)),))
        )
    if isinstance(step, LegWheel):
        return leg_wheel(s, explorer)
    if isinstance(step, SecondDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe(s, unit, second_drive(s, explorer, int(low), int(high)), int(low), int(high)),))
    if isinstance(step, KeepDie):
        return keep_die(s, explorer, actions)
    if isinstance(step, TurnDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe(s, unit, turn_drive(s, explorer, int(high)), int(low), int(high)),))
    return turn_pivot(s, explorer) if isinstance(step, TurnPivot) else actions[0]


def shots_left(s: Skirmish, unit: Unit, aimed: bool) -> int:
    """How many shots the dice that are left allow after this move."""
    return volleys(s, unit, s.act.dice, aimed, wild_dice(s.act.dice))


def here(s: Skirmish, explorer: Explorer) -> int:
    """How good it is to stay; an Aim that is held stays good."""
    way = Way(0, 0, explorer.judge.box)
    aimed = has_aim(s, explorer.unit)
    shots = shots_left(s, explorer.unit, aimed)
    explorer.weigh(way, way.box, max(shots, int(aimed)))
    held = way.attack * explorer.judge.held // 100 if aimed and explorer.unit.loaded else 0
    explorer.extend(way, other_moves(s, explorer.unit), shots)
    return way.score(shots) + held


def further(s: Skirmish, unit: Unit, dice: bytes, moves: int) -> list[int]:
    """Return the moves that these action dice allow after so many, as they are likely to fall; Turns are negative."""
    found: list[int] = []
    slower = int(s.slowing(unit))
    left = int(s.kind(unit).moves) - moves
    for _ in range(min(dice.count(ADVANCE), left)):
        found.extend([max(die - slower, 0) * 1000 for die in LIKELY])
        left -= 1
    if s.can_turn(unit):
        found.extend([-max(LIKELY_TURN - slower, 1) * 1000] * min(dice.count(TURN), left))
    return found


def other_moves(s: Skirmish, unit: Unit) -> list[int]:
    """Return the moves that may follow this one."""
    return further(s, unit, s.act.dice, int(s.act.moves))


def to_come(s: Skirmish, unit: Unit) -> list[int]:
    """What may follow the leg that is now driven: a leg with the other die, and further moves."""
    return [*[die * 1000 for die in s.act.move], *other_moves(s, unit)]


def safe(s: Skirmish, unit: Unit, distance: int, low: int, high: int) -> int:
    """Return a distance within its bounds, cut short of any chariot that it would hit."""
    distance = max(low, min(distance, high))
    if distance == 0 or s.is_runners(unit):
        return distance
    hit = int(first_met(s, unit, distance)[0])
    if hit < 0:
        return distance
    return max(low, min(distance, hit - CLEARANCE) if hit > CLEARANCE else 0)


# -------------------------------------------------------------------- Advance


def next_leg(s: Skirmish, explorer: Explorer, actions: list[Action]) -> Action:
    """Return the higher die first, if a leg is worth while; a Wild Team has no choice."""
    if actions[0].verb != "stop":
        return actions[0]
    return STOP if best_leg(s, explorer) is None else LEG[max(s.act.move)]


def best_leg(s: Skirmish, explorer: Explorer) -> Way | None:
    """Return the best leg with the higher die, if it is worth while."""
    dice = sorted(s.act.move, reverse=True)
    shots = shots_left(s, explorer.unit, False)
    later = [*[die * 1000 for die in dice[1:]], *other_moves(s, explorer.unit)]
    way = explorer.best(
        explorer.legs(explorer.judge.box, leg_cap(s, explorer.unit, dice[0]), LEAST, COARSE), later, shots
    )
    return way if way is not None and way.score(shots) >= here(s, explorer) + WORTHWHILE else None


def first_drive(s: Skirmish, explorer: Explorer) -> int:
    """How far to go before a Wheel."""
    act, box = s.act, explorer.judge.box
    ways = explorer.legs(box, int(act.cap), int(act.need), COARSE)
    ways.append(Way(0, 0, box))
    way = explorer.best(ways, to_come(s, explorer.unit), shots_left(s, explorer.unit, False))
    return way.first if way is not None else 0


def leg_wheel(s: Skirmish, explorer: Explorer) -> Action:
    """By how much to wheel, or not at all."""
    act, box = s.act, explorer.judge.box
    angles = (*FINE, *explorer.towards(box, 450))
    ways = explorer.wheels(box, int(act.gone), int(act.cap), int(act.need), angles)
    ways.append(Way(int(act.gone), 0, box))
    way = explorer.best(ways, to_come(s, explorer.unit), shots_left(s, explorer.unit, False))
    return Action("wheel", (untouched(s, explorer.unit, way.angle if way is not None else 0),))


def untouched(s: Skirmish, unit: Unit, angle: int) -> int:
    """Return the angle, or none if it would run into somebody."""
    return 0 if angle and pivot(s, unit, angle).met else angle


def second_drive(s: Skirmish, explorer: Explorer, low: int, high: int) -> int:
    """How far to go after a Wheel."""
    box = explorer.judge.box
    ways: list[Way] = []
    for part in range(4):
        distance = low + (high - low) * part // 3
        end = explorer.driven(box, distance)
        if end is not None:
            ways.append(Way(distance, 0, end))
    way = explorer.best(ways, to_come(s, explorer.unit), shots_left(s, explorer.unit, False))
    return way.first if way is not None else low


# -------------------------------------------------------------------- Turn Manoeuvre


def keep_die(s: Skirmish, explorer: Explorer, actions: list[Action]) -> Action:
    """Return the die that leads to the better place."""
    best, found = -(1 << 30), actions[0]
    shots, later = shots_left(s, explorer.unit, False), other_moves(s, explorer.unit)
    for action in actions:
        die = action.args[0]
        way = explorer.best(explorer.turns(explorer.judge.box, leg_cap(s, explorer.unit, die), TURNS), later, shots)
        if way is not None and way.score(shots) > best:
            best, found = way.score(shots), KEEP[die]
    return found


def turn_drive(s: Skirmish, explorer: Explorer, high: int) -> int:
    """Return the whole drive if the turn is worth it; else as much of it as is good."""
    box = explorer.judge.box
    shots, later = shots_left(s, explorer.unit, False), other_moves(s, explorer.unit)
    whole = explorer.best(explorer.turns(box, high, TURNS), later, shots)
    part = explorer.best(explorer.straight(box, high), later, shots)
    best = max([way.score(shots) for way in (whole, part) if way is not None], default=-(1 << 30))
    if best < here(s, explorer):
        return 0
    if whole is not None and whole.score(shots) == best:
        return high
    return part.first if part is not None else 0


def turn_pivot(s: Skirmish, explorer: Explorer) -> Action:
    """By how much to turn."""
    box = explorer.judge.box
    ways = explorer.turns(box, 0, (*TURNS, *explorer.towards(box, 900)))
    way = explorer.best(ways, other_moves(s, explorer.unit), shots_left(s, explorer.unit, False))
    return Action("wheel", (untouched(s, explorer.unit, way.angle if way is not None else 0),))
