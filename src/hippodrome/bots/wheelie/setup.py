"""Decisions before the battle and when a unit returns: chariot, terrain, edge, place and the warrior's side."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Chance
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.games.wheelie.deployment import MIRROR, PLAIN, Deploy, Mirror, base_on_edge
from hippodrome.games.wheelie.setup import (
    EXPERT_ACTIONS,
    PICK_ACTIONS,
    ChooseExpert,
    PickChariot,
    PickPiece,
    PlacePiece,
)
from hippodrome.games.wheelie.state import EXPERT_WARRIOR, Skirmish, Unit
from hippodrome.games.wheelie.terrain import BLOCKS, WOOD
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action

APPROACH_MI: Final = 16_000  # a place is evaluated by the position this far straight ahead
PREFERRED_CHARIOTS: Final = ("assyrian", "indian", "hittite", "egyptian")


def choose_setup(s: Skirmish, chance: Chance) -> Action:
    """Return the answer to a set-up decision; the default where the choice makes no difference."""
    step = s.agenda[-1]
    actions = agenda.proposals(s)
    if isinstance(step, PickChariot):
        return pick_chariot(s, actions, chance)
    if isinstance(step, ChooseExpert):
        return EXPERT_ACTIONS[EXPERT_WARRIOR]
    if isinstance(step, PickPiece):
        return pick_piece(s, int(step.seat), actions, chance)
    if isinstance(step, PlacePiece):
        return actions[chance.below(len(actions))]
    if isinstance(step, Deploy):
        return choose_place(s, step, actions)
    if isinstance(step, Mirror):
        return choose_warrior_side(s, s.units[step.unit])
    return actions[0]


def pick_chariot(s: Skirmish, actions: list[Action], chance: Chance) -> Action:
    """Return one of the strongest chariots."""
    kinds = [kind.number for kind in s.rules.kinds if kind.key in PREFERRED_CHARIOTS]
    choice = PICK_ACTIONS[kinds[chance.below(len(kinds))]]
    return choice if choice in actions else actions[0]


def pick_piece(s: Skirmish, seat: int, actions: list[Action], chance: Chance) -> Action:
    """Return terrain that gives cover for crews without bows; none for archers, who prefer open ground."""
    if any(s.kind(unit).has_bow and unit.seat == seat for unit in s.units):
        return actions[0]
    covers = [stuff.number for stuff in s.rules.terrain_kinds if stuff.sight in (BLOCKS, WOOD) and not stuff.is_wreck]
    pieces = [action for action in actions if action.args and action.args[0] in covers]
    return pieces[chance.below(len(pieces))] if pieces else actions[0]


def choose_place(s: Skirmish, step: Deploy, actions: list[Action]) -> Action:
    """Return the place on the edge with the best approach to the enemies already deployed."""
    unit = s.units[step.unit]
    edge = step.edge(s)
    evaluator = HeuristicEvaluator(s, unit)
    if not evaluator.enemies:
        return actions[0]
    best_value, choice = -(1 << 30), actions[0]
    for action in actions:
        base = base_on_edge(s, unit, edge, action.args[0])
        value = evaluator.next_turn_value(base.forward(APPROACH_MI)) - evaluator.terrain_cost(base)
        if value > best_value:
            best_value, choice = value, action
    return choice


def choose_warrior_side(s: Skirmish, unit: Unit) -> Action:
    """Place the warrior on the side of the first enemy deployed or, if there is none, of the table's centre."""
    enemies = [other for other in s.others(unit) if other.side != unit.side]
    x, y = (int(enemies[0].x), int(enemies[0].y)) if enemies else (int(s.rules.width) // 2, int(s.rules.depth) // 2)
    return MIRROR if unit.pose().aside_scaled(x, y) < 0 else PLAIN
