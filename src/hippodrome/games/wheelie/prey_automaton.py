"""Fixed rules for the prey of a hunt, for a bot or a player to follow.

The prey shoots if it is loaded and aims, else it reloads, else it aims at the nearest enemy, else it drives to keep 8
to 12 inches away with the nearest enemy in one of its arcs. A wild die heals first.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import shot
from hippodrome.games.wheelie.bases import first_contact, pivot, pivot_spot
from hippodrome.games.wheelie.die_uses import VERBS, WILD
from hippodrome.games.wheelie.movement import acting_unit
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action

MIN_DISTANCE_MI: Final = 8000
MAX_DISTANCE_MI: Final = 12_000
NO_ARC_PENALTY: Final = 6000  # for an enemy out of every arc, in 1/1000 inch
COLLISION_PENALTY: Final = 1_000_000
_VERB_ORDER: Final = ("heal", "shoot", "reload", "aim")
_MOVE_DECISIONS: Final = ("NextLeg", "FirstDrive", "LegWheel", "SecondDrive", "TurnDrive", "TurnPivot")


def prey_action(s: Skirmish) -> Action:
    """Return the prey's action at the pending decision."""
    actions = agenda.proposals(s)
    name = s.agenda[-1].name()
    if name == "SpendDie":
        return choose_die_use(s, actions)
    if name == "NextLeg":
        return choose_leg(s, actions)
    if name in _MOVE_DECISIONS:
        return min(actions, key=lambda action: penalty_after(s, action))
    return actions[0]


def choose_die_use(s: Skirmish, actions: list[Action]) -> Action:
    """Return a heal, shot, reload or aim, with a natural score before a converted one; else an Advance if it helps."""
    for verb in _VERB_ORDER:
        candidates = [action for action in actions if action.verb == verb]
        if candidates:
            return min(candidates, key=die_rank)
    moves = [action for action in actions if action.verb == "advance"]
    return min(moves, key=die_rank) if moves and position_penalty(s, acting_unit(s)) > 0 else actions[0]


def die_rank(action: Action) -> int:
    """Return the order of dice to spend: natural scores first, then conversions, wild dice last."""
    die = action.args[0]
    return 2 if die == WILD and action.verb != "heal" else 0 if die == VERBS.index(action.verb) else 1


def choose_leg(s: Skirmish, actions: list[Action]) -> Action:
    """Return the longest leg while the position can be improved, else stop."""
    if position_penalty(s, acting_unit(s)) == 0 or actions[-1].verb != "leg":
        return actions[0]
    return actions[-1]


def nearest_enemy(s: Skirmish, unit: Unit) -> Unit | None:
    """Return the nearest enemy on the table; None if there is none."""
    enemies = [other for other in s.others(unit) if other.side != unit.side]
    box = s.box(unit)
    return min(enemies, key=lambda other: (box.gap_ceil(s.box(other)), other.id), default=None)


def position_penalty(s: Skirmish, unit: Unit) -> int:
    """Return how far a position is from the ideal: too near, too far, or with the enemy out of every arc."""
    enemy = nearest_enemy(s, unit)
    if enemy is None:
        return 0
    possible_shot = shot(s, unit, enemy)
    distance = int(possible_shot.distance)
    return max(MIN_DISTANCE_MI - distance, distance - MAX_DISTANCE_MI, 0) + (
        0 if possible_shot.dice else NO_ARC_PENALTY
    )


def penalty_after(s: Skirmish, action: Action) -> int:
    """Return the penalty of the position after a drive or a turn; a collision is the worst."""
    unit = acting_unit(s)
    amount: i64 = action.args[0] if action.args else 0
    moved = unit.clone()
    if action.verb == "drive":
        if not s.is_runners(unit) and first_contact(s, unit, amount)[0] >= 0:
            return COLLISION_PENALTY
        pose = unit.pose().forward(amount)
        moved.put(pose.x, pose.y, pose.turn)
    elif action.verb == "wheel" and amount:
        turn = pivot(s, unit, amount)
        if turn.met:
            return COLLISION_PENALTY
        box = s.box(unit).forward(-turn.slide).pivot(pivot_spot(amount), turn.angle)
        moved.put(box.x, box.y, box.turn)
    return position_penalty(s, moved)
