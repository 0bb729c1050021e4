"""Before the battle, and when a unit comes back: chariot, terrain, edge, place, and the warrior's side."""

from __future__ import annotations

from typing import Final

from hippodrome.bots.base import Chance
from hippodrome.bots.wheelie.position_evaluator import HeuristicEvaluator
from hippodrome.games.wheelie.deployment import MIRROR, PLAIN, Deploy, Mirror, base_on_edge
from hippodrome.games.wheelie.setup import PICK, PickChariot, PickPiece, PlacePiece
from hippodrome.games.wheelie.state import Skirmish, Unit
from hippodrome.games.wheelie.terrain import BLOCKS, WOOD
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action

APPROACH_MI: Final = 16_000  # a place is judged by where it leads straight ahead
PREFERRED_CHARIOTS: Final = ("assyrian", "indian", "hittite", "egyptian")


def choose_setup(s: Skirmish, chance: Chance) -> Action:
    """By the kind of question; the default where it makes no difference."""
    step = s.agenda[-1]
    actions = agenda.proposals(s)
    if isinstance(step, PickChariot):
        return pick_chariot(s, actions, chance)
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
    """One of the chariots that do best."""
    kinds = [kind.number for kind in s.rules.kinds if kind.key in PREFERRED_CHARIOTS]
    wanted = PICK[kinds[chance.below(len(kinds))]]
    return wanted if wanted in actions else actions[0]


def pick_piece(s: Skirmish, seat: int, actions: list[Action], chance: Chance) -> Action:
    """Cover for those who must come near; those who shoot from afar like open ground."""
    if any(s.kind(unit).has_bow and unit.seat == seat for unit in s.units):
        return actions[0]
    covers = [stuff.number for stuff in s.rules.stuffs if stuff.sight in (BLOCKS, WOOD) and not stuff.is_wreck]
    fitting = [action for action in actions if action.args and action.args[0] in covers]
    return fitting[chance.below(len(fitting))] if fitting else actions[0]


def choose_place(s: Skirmish, step: Deploy, actions: list[Action]) -> Action:
    """Return the place from which the enemies that stand already are reached best."""
    unit = s.units[step.unit]
    edge = step.edge(s)
    judge = HeuristicEvaluator(s, unit)
    if not judge.enemies:
        return actions[0]
    best, found = -(1 << 30), actions[0]
    for action in actions:
        base = base_on_edge(s, unit, edge, action.args[0])
        worth = judge.next_turn_value(base.forward(APPROACH_MI)) - judge.terrain_cost(base)
        if worth > best:
            best, found = worth, action
    return found


def choose_warrior_side(s: Skirmish, unit: Unit) -> Action:
    """Return the warrior stands on the side of the enemies that are there, or of the open table."""
    enemies = [other for other in s.others(unit) if other.side != unit.side]
    x, y = (int(enemies[0].x), int(enemies[0].y)) if enemies else (int(s.rules.width) // 2, int(s.rules.depth) // 2)
    return MIRROR if unit.pose().aside_scaled(x, y) < 0 else PLAIN
