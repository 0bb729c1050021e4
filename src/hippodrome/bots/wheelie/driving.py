"""Movement decisions: which leg to drive, how far, and how much to wheel, once the movement dice are rolled."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.wheelie.path_candidates import (
    COARSE_WHEELS,
    FINE_WHEELS,
    TURN_ANGLES,
    Path,
    PathSampler,
    leg_limit,
)
from hippodrome.bots.wheelie.shots import count_wild_dice, has_aim, possible_shots
from hippodrome.games.wheelie.bases import first_contact, pivot
from hippodrome.games.wheelie.die_uses import ADVANCE, TURN
from hippodrome.games.wheelie.movement import (
    KEEP_ACTIONS,
    LEG_ACTIONS,
    STOP,
    FirstDrive,
    KeepDie,
    LegWheel,
    NextLeg,
    SecondDrive,
    TurnDrive,
    TurnPivot,
)
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit.actions import Action

MIN_MOVE_GAIN: Final = 6  # points by which a move must be better than staying
COLLISION_CLEARANCE_MI: Final = 500
TYPICAL_MOVE_DICE: Final = (4, 3)  # assumed before the movement dice are rolled
TYPICAL_TURN_DIE: Final = 4


def choose_movement(s: Skirmish, sampler: PathSampler, actions: list[Action]) -> Action:
    """Return the answer to a decision of a movement action."""
    step, unit = s.agenda[-1], sampler.unit
    if isinstance(step, NextLeg):
        return choose_leg(s, sampler, actions)
    if isinstance(step, FirstDrive):
        low, high = step.bounds(s)
        return (
            actions[0]
            if low == high
            else Action("drive", (safe_distance(s, unit, first_drive_distance(s, sampler), int(low), int(high)),))
        )
    if isinstance(step, LegWheel):
        return choose_wheel(s, sampler)
    if isinstance(step, SecondDrive):
        low, high = step.bounds(s)
        return Action(
            "drive",
            (safe_distance(s, unit, second_drive_distance(s, sampler, int(low), int(high)), int(low), int(high)),),
        )
    if isinstance(step, KeepDie):
        return choose_kept_die(s, sampler, actions)
    if isinstance(step, TurnDrive):
        low, high = step.bounds(s)
        return Action(
            "drive", (safe_distance(s, unit, turn_drive_distance(s, sampler, int(high)), int(low), int(high)),)
        )
    return choose_turn(s, sampler) if isinstance(step, TurnPivot) else actions[0]


def shots_left(s: Skirmish, unit: Unit, holds_aim: bool) -> int:
    """Return how many shots the remaining action dice allow after this move."""
    return possible_shots(s, unit, s.act.dice, holds_aim, count_wild_dice(s.act.dice))


def staying_value(s: Skirmish, sampler: PathSampler) -> int:
    """Return the value of staying in place, where a held aim remains valid."""
    path = Path(0, 0, sampler.evaluator.box)
    holds_aim = has_aim(s, sampler.unit)
    shots = shots_left(s, sampler.unit, holds_aim)
    sampler.evaluate(path, path.box, max(shots, int(holds_aim)))
    held_aim_value = (
        path.shot_value * sampler.evaluator.held_aim_percent // 100 if holds_aim and sampler.unit.loaded else 0
    )
    sampler.extend(path, moves_after_this(s, sampler.unit), shots)
    return path.score(shots) + held_aim_value


def later_moves(s: Skirmish, unit: Unit, dice: bytes, moves_made: int) -> list[int]:
    """Return typical lengths of the moves that these dice still allow, in 1/1000 inch; Turns are negative."""
    moves: list[int] = []
    penalty = int(s.movement_penalty(unit))
    moves_left = int(s.kind(unit).max_moves) - moves_made
    for _ in range(min(dice.count(ADVANCE), moves_left)):
        moves.extend([max(die - penalty, 0) * 1000 for die in TYPICAL_MOVE_DICE])
        moves_left -= 1
    if s.can_turn(unit):
        moves.extend([-max(TYPICAL_TURN_DIE - penalty, 1) * 1000] * min(dice.count(TURN), moves_left))
    return moves


def moves_after_this(s: Skirmish, unit: Unit) -> list[int]:
    """Return typical lengths of the moves that may follow this one."""
    return later_moves(s, unit, s.act.dice, int(s.act.moves))


def moves_after_leg(s: Skirmish, unit: Unit) -> list[int]:
    """Return the lengths of the moves that may follow this leg: the other movement die, then further moves."""
    return [*[die * 1000 for die in s.act.move], *moves_after_this(s, unit)]


def safe_distance(s: Skirmish, unit: Unit, distance: int, low: int, high: int) -> int:
    """Return the distance, kept within its bounds and short of any chariot it would hit."""
    distance = max(low, min(distance, high))
    if distance == 0 or s.is_runners(unit):
        return distance
    contact = int(first_contact(s, unit, distance)[0])
    if contact < 0:
        return distance
    return max(low, min(distance, contact - COLLISION_CLEARANCE_MI) if contact > COLLISION_CLEARANCE_MI else 0)


# -------------------------------------------------------------------- Advance


def choose_leg(s: Skirmish, sampler: PathSampler, actions: list[Action]) -> Action:
    """Return a leg with the higher die if it gains enough, else stop; a Wild Team has no choice."""
    if actions[0].verb != "stop":
        return actions[0]
    return STOP if best_leg(s, sampler) is None else LEG_ACTIONS[max(s.act.move)]


def best_leg(s: Skirmish, sampler: PathSampler) -> Path | None:
    """Return the best leg with the higher die; None if it gains too little."""
    dice = sorted(s.act.move, reverse=True)
    shots = shots_left(s, sampler.unit, False)
    later_legs = [*[die * 1000 for die in dice[1:]], *moves_after_this(s, sampler.unit)]
    path = sampler.best(
        sampler.leg_paths(sampler.evaluator.box, leg_limit(s, sampler.unit, dice[0]), COARSE_WHEELS),
        later_legs,
        shots,
    )
    return path if path is not None and path.score(shots) >= staying_value(s, sampler) + MIN_MOVE_GAIN else None


def first_drive_distance(s: Skirmish, sampler: PathSampler) -> int:
    """Return how far to drive before the Wheel."""
    act, box = s.act, sampler.evaluator.box
    paths = sampler.leg_paths(box, int(act.cap), COARSE_WHEELS)
    paths.append(Path(0, 0, box))
    path = sampler.best(paths, moves_after_leg(s, sampler.unit), shots_left(s, sampler.unit, False))
    return path.first if path is not None else 0


def choose_wheel(s: Skirmish, sampler: PathSampler) -> Action:
    """Return the Wheel to make in this leg; 0 degrees for none."""
    act, box = s.act, sampler.evaluator.box
    angles = (*FINE_WHEELS, *sampler.angle_to_nearest_enemy(box, 450))
    paths = sampler.wheel_paths(box, int(act.gone), int(act.cap), angles)
    paths.append(Path(int(act.gone), 0, box))
    path = sampler.best(paths, moves_after_leg(s, sampler.unit), shots_left(s, sampler.unit, False))
    return Action("wheel", (safe_angle(s, sampler.unit, path.angle if path is not None else 0),))


def safe_angle(s: Skirmish, unit: Unit, angle: int) -> int:
    """Return the angle, or 0 if the turn would collide."""
    return 0 if angle and pivot(s, unit, angle).met else angle


def second_drive_distance(s: Skirmish, sampler: PathSampler, low: int, high: int) -> int:
    """Return how far to drive after the Wheel."""
    box = sampler.evaluator.box
    paths: list[Path] = []
    for part in range(4):
        distance = low + (high - low) * part // 3
        end = sampler.after_drive(box, distance)
        if end is not None:
            paths.append(Path(distance, 0, end))
    path = sampler.best(paths, moves_after_leg(s, sampler.unit), shots_left(s, sampler.unit, False))
    return path.first if path is not None else low


# -------------------------------------------------------------------- Turn Manoeuvre


def choose_kept_die(s: Skirmish, sampler: PathSampler, actions: list[Action]) -> Action:
    """Return the choice of the movement die that leads to the better position."""
    best_score, choice = -(1 << 30), actions[0]
    shots, moves_to_come = shots_left(s, sampler.unit, False), moves_after_this(s, sampler.unit)
    for action in actions:
        die = action.args[0]
        path = sampler.best(
            sampler.turn_paths(sampler.evaluator.box, leg_limit(s, sampler.unit, die), TURN_ANGLES),
            moves_to_come,
            shots,
        )
        if path is not None and path.score(shots) > best_score:
            best_score, choice = path.score(shots), KEEP_ACTIONS[die]
    return choice


def turn_drive_distance(s: Skirmish, sampler: PathSampler, high: int) -> int:
    """Return the full drive if the turn is worth it, else the best shorter distance."""
    box = sampler.evaluator.box
    shots, moves_to_come = shots_left(s, sampler.unit, False), moves_after_this(s, sampler.unit)
    full_turn = sampler.best(sampler.turn_paths(box, high, TURN_ANGLES), moves_to_come, shots)
    partial_drive = sampler.best(sampler.straight_paths(box, high), moves_to_come, shots)
    best_score = max([path.score(shots) for path in (full_turn, partial_drive) if path is not None], default=-(1 << 30))
    if best_score < staying_value(s, sampler):
        return 0
    if full_turn is not None and full_turn.score(shots) == best_score:
        return high
    return partial_drive.first if partial_drive is not None else 0


def choose_turn(s: Skirmish, sampler: PathSampler) -> Action:
    """Return the turn that ends a Turn Manoeuvre."""
    box = sampler.evaluator.box
    paths = sampler.turn_paths(box, 0, (*TURN_ANGLES, *sampler.angle_to_nearest_enemy(box, 900)))
    path = sampler.best(paths, moves_after_this(s, sampler.unit), shots_left(s, sampler.unit, False))
    return Action("wheel", (safe_angle(s, sampler.unit, path.angle if path is not None else 0),))
