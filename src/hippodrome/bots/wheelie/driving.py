"""Driving: which leg, how far, how much of a Wheel, once the movement dice have fallen."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.network_evaluator import evaluator_for
from hippodrome.bots.wheelie.path_candidates import COARSE_WHEELS, FINE_WHEELS, MIN_WHEEL_LEG_MI, TURN_ANGLES, PathSampler, Path, leg_limit
from hippodrome.bots.wheelie.shots import has_aim, possible_shots, count_wild_dice
from hippodrome.bots.wheelie.style import Style
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

MIN_MOVE_GAIN: Final = 6  # a move must be so much better than none
COLLISION_CLEARANCE_MI: Final = 500  # from a chariot that would otherwise be hit
TYPICAL_MOVE_DICE: Final = (4, 3)  # movement dice as they usually fall
TYPICAL_TURN_DIE: Final = 4


def choose_movement(s: Skirmish, actions: list[Action], manner: Style) -> Action:
    """What to do at a question of a movement action."""
    step = s.agenda[-1]
    unit = mover(s)
    explorer = PathSampler(evaluator_for(s, unit, manner))
    if isinstance(step, NextLeg):
        return choose_leg(s, explorer, actions)
    if isinstance(step, FirstDrive):
        low, high = step.bounds(s)
        return (
            actions[0]
            if low == high
            else Action("drive", (safe_distance(s, unit, first_drive_distance(s, explorer), int(low), int(high)),))
        )
    if isinstance(step, LegWheel):
        return choose_wheel(s, explorer)
    if isinstance(step, SecondDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, second_drive_distance(s, explorer, int(low), int(high)), int(low), int(high)),))
    if isinstance(step, KeepDie):
        return choose_kept_die(s, explorer, actions)
    if isinstance(step, TurnDrive):
        low, high = step.bounds(s)
        return Action("drive", (safe_distance(s, unit, turn_drive_distance(s, explorer, int(high)), int(low), int(high)),))
    return choose_turn(s, explorer) if isinstance(step, TurnPivot) else actions[0]


def shots_left(s: Skirmish, unit: Unit, aimed: bool) -> int:
    """How many shots the dice that are left allow after this move."""
    return possible_shots(s, unit, s.act.dice, aimed, count_wild_dice(s.act.dice))


def staying_value(s: Skirmish, explorer: PathSampler) -> int:
    """How good it is to stay; an Aim that is held stays good."""
    way = Path(0, 0, explorer.judge.box)
    aimed = has_aim(s, explorer.unit)
    shots = shots_left(s, explorer.unit, aimed)
    explorer.evaluate(way, way.box, max(shots, int(aimed)))
    held = way.shot_value * explorer.judge.held_aim_percent // 100 if aimed and explorer.unit.loaded else 0
    explorer.extend(way, moves_after_this(s, explorer.unit), shots)
    return way.score(shots) + held


def later_moves(s: Skirmish, unit: Unit, dice: bytes, moves: int) -> list[int]:
    """Return the moves that these action dice allow after so many, as they are likely to fall; Turns are negative."""
    found: list[int] = []
    slower = int(s.slowing(unit))
    left = int(s.kind(unit).moves) - moves
    for _ in range(min(dice.count(ADVANCE), left)):
        found.extend([max(die - slower, 0) * 1000 for die in TYPICAL_MOVE_DICE])
        left -= 1
    if s.can_turn(unit):
        found.extend([-max(TYPICAL_TURN_DIE - slower, 1) * 1000] * min(dice.count(TURN), left))
    return found


def moves_after_this(s: Skirmish, unit: Unit) -> list[int]:
    """Return the moves that may follow this one."""
    return later_moves(s, unit, s.act.dice, int(s.act.moves))


def moves_after_leg(s: Skirmish, unit: Unit) -> list[int]:
    """What may follow the leg that is now driven: a leg with the other die, and further moves."""
    return [*[die * 1000 for die in s.act.move], *moves_after_this(s, unit)]


def safe_distance(s: Skirmish, unit: Unit, distance: int, low: int, high: int) -> int:
    """Return a distance within its bounds, cut short of any chariot that it would hit."""
    distance = max(low, min(distance, high))
    if distance == 0 or s.is_runners(unit):
        return distance
    hit = int(first_met(s, unit, distance)[0])
    if hit < 0:
        return distance
    return max(low, min(distance, hit - COLLISION_CLEARANCE_MI) if hit > COLLISION_CLEARANCE_MI else 0)


# -------------------------------------------------------------------- Advance


def choose_leg(s: Skirmish, explorer: PathSampler, actions: list[Action]) -> Action:
    """Return the higher die first, if a leg is worth while; a Wild Team has no choice."""
    if actions[0].verb != "stop":
        return actions[0]
    return STOP if best_leg(s, explorer) is None else LEG[max(s.act.move)]


def best_leg(s: Skirmish, explorer: PathSampler) -> Path | None:
    """Return the best leg with the higher die, if it is worth while."""
    dice = sorted(s.act.move, reverse=True)
    shots = shots_left(s, explorer.unit, False)
    later = [*[die * 1000 for die in dice[1:]], *moves_after_this(s, explorer.unit)]
    way = explorer.best(
        explorer.leg_paths(explorer.judge.box, leg_limit(s, explorer.unit, dice[0]), MIN_WHEEL_LEG_MI, COARSE_WHEELS), later, shots
    )
    return way if way is not None and way.score(shots) >= staying_value(s, explorer) + MIN_MOVE_GAIN else None


def first_drive_distance(s: Skirmish, explorer: PathSampler) -> int:
    """How far to go before a Wheel."""
    act, box = s.act, explorer.judge.box
    ways = explorer.leg_paths(box, int(act.cap), int(act.need), COARSE_WHEELS)
    ways.append(Path(0, 0, box))
    way = explorer.best(ways, moves_after_leg(s, explorer.unit), shots_left(s, explorer.unit, False))
    return way.first if way is not None else 0


def choose_wheel(s: Skirmish, explorer: PathSampler) -> Action:
    """By how much to wheel, or not at all."""
    act, box = s.act, explorer.judge.box
    angles = (*FINE_WHEELS, *explorer.angle_to_nearest_enemy(box, 450))
    ways = explorer.wheel_paths(box, int(act.gone), int(act.cap), int(act.need), angles)
    ways.append(Path(int(act.gone), 0, box))
    way = explorer.best(ways, moves_after_leg(s, explorer.unit), shots_left(s, explorer.unit, False))
    return Action("wheel", (safe_angle(s, explorer.unit, way.angle if way is not None else 0),))


def safe_angle(s: Skirmish, unit: Unit, angle: int) -> int:
    """Return the angle, or none if it would run into somebody."""
    return 0 if angle and pivot(s, unit, angle).met else angle


def second_drive_distance(s: Skirmish, explorer: PathSampler, low: int, high: int) -> int:
    """How far to go after a Wheel."""
    box = explorer.judge.box
    ways: list[Path] = []
    for part in range(4):
        distance = low + (high - low) * part // 3
        end = explorer.after_drive(box, distance)
        if end is not None:
            ways.append(Path(distance, 0, end))
    way = explorer.best(ways, moves_after_leg(s, explorer.unit), shots_left(s, explorer.unit, False))
    return way.first if way is not None else low


# -------------------------------------------------------------------- Turn Manoeuvre


def choose_kept_die(s: Skirmish, explorer: PathSampler, actions: list[Action]) -> Action:
    """Return the die that leads to the better place."""
    best, found = -(1 << 30), actions[0]
    shots, later = shots_left(s, explorer.unit, False), moves_after_this(s, explorer.unit)
    for action in actions:
        die = action.args[0]
        way = explorer.best(explorer.turn_paths(explorer.judge.box, leg_limit(s, explorer.unit, die), TURN_ANGLES), later, shots)
        if way is not None and way.score(shots) > best:
            best, found = way.score(shots), KEEP[die]
    return found


def turn_drive_distance(s: Skirmish, explorer: PathSampler, high: int) -> int:
    """Return the whole drive if the turn is worth it; else as much of it as is good."""
    box = explorer.judge.box
    shots, later = shots_left(s, explorer.unit, False), moves_after_this(s, explorer.unit)
    whole = explorer.best(explorer.turn_paths(box, high, TURN_ANGLES), later, shots)
    part = explorer.best(explorer.straight_paths(box, high), later, shots)
    best = max([way.score(shots) for way in (whole, part) if way is not None], default=-(1 << 30))
    if best < staying_value(s, explorer):
        return 0
    if whole is not None and whole.score(shots) == best:
        return high
    return part.first if part is not None else 0


def choose_turn(s: Skirmish, explorer: PathSampler) -> Action:
    """By how much to turn."""
    box = explorer.judge.box
    ways = explorer.turn_paths(box, 0, (*TURN_ANGLES, *explorer.angle_to_nearest_enemy(box, 900)))
    way = explorer.best(ways, moves_after_this(s, explorer.unit), shots_left(s, explorer.unit, False))
    return Action("wheel", (safe_angle(s, explorer.unit, way.angle if way is not None else 0),))
