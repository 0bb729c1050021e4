"""The rule-based bot for War in the Age of Magic: it compares dice before it attacks and advances in line."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.magic.character_phase import (
    best_character_action,
    can_join_attack,
    scenery_choice,
    scenery_place,
    unbind_choice,
)
from hippodrome.bots.magic.stacked_deployment import stacked_placement
from hippodrome.bots.magic.style import BY_ROLE, FORWARD, PLAIN, Style
from hippodrome.games.magic.fighting import LeadAttack, NextFight, attackers, helpers
from hippodrome.games.magic.kinds import ARTILLERY, BASES, FIRST_CHARACTER, GENERAL, LEADER, is_bound_to_open_ground
from hippodrome.games.magic.layouts import CHASM, is_closed
from hippodrome.games.magic.morale import must_test
from hippodrome.games.magic.movement import (
    ATTACK,
    DONE,
    GO,
    HOLD,
    MOVE,
    Census,
    MoveNext,
    MoveUnit,
    can_act,
    possible_steps,
    possible_targets,
    score_needed,
)
from hippodrome.games.magic.points import (
    attack_officers,
    attack_rows,
    defence_rows,
    dice_for,
    general_of,
    leader_count,
    shock_dice,
)
from hippodrome.games.magic.setup import Deploy, LayScenery
from hippodrome.games.magic.spells import Unbind
from hippodrome.games.magic.state import NONE, Battle, Unit
from hippodrome.games.magic.victory import WIN_MARGIN, points_of
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

LATE_COUNTDOWN: Final = 7  # below this countdown a side that is behind takes more risks
LEAD_MARGIN: Final = 2  # lead in dice at which the general leads the attack


class Situation:
    """Facts that the bot needs for every move: pieces by square, and whether and how far its line advances."""

    __slots__ = ("advances", "census", "front_row", "style")

    def __init__(self, s: Battle, side: i64, style: Style) -> None:
        self.style = style
        self.census = Census(s, side)
        self.advances = style.line == FORWARD or (style.line == BY_ROLE and should_advance(s, side))
        self.front_row = front_row(s, side) if self.advances else 0


class MagicBot(Bot):
    """A bot that attacks where it rolls at least as many dice as the enemy, advances in line and casts where it pays.

    It deploys by the prepared plan of its army, or in two large stacks if `stacks_army` is set.
    """

    def __init__(self, style: Style = PLAIN, stacks_army: bool = False) -> None:
        self.style = style
        self.stacks_army = stacks_army

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """Return an action for the waiting decision; the default one where no rule of this bot applies."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        actions = agenda.proposals(state)
        if isinstance(step, MoveNext):
            return next_move(state, seat, actions, self.style)
        if isinstance(step, MoveUnit):
            return unit_move(state, state.units[state.clash.mover], actions, self.style)
        if isinstance(step, NextFight):
            return max(actions, key=lambda action: declared_margin(state, seat, action.args[0], action.args[1]))
        if isinstance(step, LeadAttack):
            return actions[1] if current_margin(state) >= LEAD_MARGIN else actions[0]
        if isinstance(step, Unbind):
            return unbind_choice(state, step, actions)
        if isinstance(step, LayScenery):
            return scenery_place(state, step.side, step.kind, actions)
        if isinstance(step, Deploy) and self.stacks_army:
            return stacked_placement(state, step)
        return other_choice(state, seat, step.name(), actions)


def driver(seed: int) -> Bot:
    """Return the driver."""
    return MagicBot()


def other_choice(s: Battle, seat: int, name: str, actions: list[Action]) -> Action:
    """Return an action for character, scenery and rally decisions; the default one elsewhere."""
    if name == "CharacterPhase":
        return best_character_action(s, seat, actions)
    if name == "PlaceScenery":
        return scenery_choice(s, seat, actions)
    if name == "RallyGeneral":
        return max(actions, key=lambda action: rally_value(s, seat, action))
    return actions[0]


# -------------------------------------------------------------------- attacks


def dice_margin(s: Battle, source: i64, target: i64, group: list[Unit], absent: tuple[int, ...] = ()) -> i64:
    """Return our dice minus the enemy's, with average shock dice and the -4 for attacks declared from other squares.

    Pieces in `absent` lead or help another attack from the same square.
    """
    side = group[0].side
    officers = attack_officers(s, source, side, absent)
    shock = shock_dice(group) * 9 // 2
    leaders, general = leader_count(officers), general_of(officers) is not None
    helper_count = len([unit for unit in helpers(s, side, source, target) if unit.id not in absent])
    mine = sum(attack_rows(s, source, target, group, helper_count, False, leaders, general, shock))
    theirs = sum(defence_rows(s, source, target, group)) - 4 * count_earlier_attacks(s, source, target, side)
    return dice_for(mine) - dice_for(theirs)


def count_earlier_attacks(s: Battle, source: i64, target: i64, side: i64) -> i64:
    """Return the number of other squares that have declared an attack on this target."""
    return len(
        {int(unit.square) for unit in s.units if unit.side == side and unit.target == target and unit.square != source}
    )


def declared_margin(s: Battle, side: i64, source: i64, target: i64) -> i64:
    """Return the dice margin of a declared attack, or 0 if none of its units is left."""
    group = attackers(s, side, source, target)
    return dice_margin(s, source, target, group) if group else 0


def current_margin(s: Battle) -> i64:
    """Return the dice margin of the current fight if the general does not lead."""
    group = [s.units[id] for id in s.clash.group]
    return dice_margin(s, s.clash.source, s.clash.target, group, s.clash.absent)


def required_margin(s: Battle, side: i64) -> i64:
    """Return the required dice margin: 0 for the attacker, 1 for the defender, -1 late if not ahead on points."""
    if s.countdown < LATE_COUNTDOWN and points_of(s, side) <= points_of(s, 1 - side):
        return -1
    return 0 if side == s.attacker else 1


def best_target(s: Battle, source: i64, side: i64, situation: Situation) -> i64:
    """Return the best square for a whole stack to attack, or NONE if no attack has the required margin."""
    foes = [
        int(square)
        for square in s.board.beside[source * 4 : source * 4 + 4]
        if has_enemy_units(situation.census, square)
    ]
    if not foes:
        return NONE
    ready = [unit for unit in s.units if unit.square == source and can_act(unit, side) and unit.kind < FIRST_CHARACTER]
    best: i64 = NONE
    best_margin: i64 = required_margin(s, side) + situation.style.caution - 1
    for target in foes:
        group = [unit for unit in ready if target in possible_targets(s, unit, situation.census)]
        group += attackers(s, side, source, target)
        if not group:
            continue
        margin = dice_margin(s, source, target, group)
        if score_needed(s, group[0], target):
            margin -= 1
        if margin > best_margin:
            best, best_margin = target, margin
    return best


def has_enemy_units(census: Census, square: int) -> bool:
    """Return whether a square holds enemy units; False for a square off the board (-1)."""
    return square >= 0 and census.foes[square] > 0


# -------------------------------------------------------------------- movement


def next_move(s: Battle, side: int, actions: list[Action], style: Style) -> Action:
    """Return the next move: attacks from the highest square down, then the line from front to rear, then characters."""
    situation = Situation(s, side, style)
    movable = [s.units[action.args[0]] for action in actions if action.verb == "move"]
    for source in sorted({int(unit.square) for unit in movable}, reverse=True):
        target = best_target(s, source, side, situation)
        if target == NONE:
            continue
        for action in actions:
            if action.verb == "assault" and action.args == (source, int(target)):
                return action
        for unit in movable:
            if unit.square == source and target in possible_targets(s, unit, situation.census):
                return MOVE[unit.id]
    for unit in sorted(
        movable, key=lambda unit: (unit.kind >= FIRST_CHARACTER, -s.row_for(side, unit.square), unit.id)
    ):
        if preferred_step(s, unit, situation) != NONE:
            return MOVE[unit.id]
    return DONE


def unit_move(s: Battle, unit: Unit, actions: list[Action], style: Style) -> Action:
    """Return the attack or step of a unit that has been picked to move."""
    situation = Situation(s, unit.side, style)
    target = best_target(s, unit.square, unit.side, situation)
    if target != NONE and ATTACK[target] in actions:
        return ATTACK[target]
    step = preferred_step(s, unit, situation)
    return GO[step] if step != NONE else HOLD


def preferred_step(s: Battle, unit: Unit, situation: Situation) -> i64:
    """Return the square that a unit or character should step to, or NONE to stay."""
    if unit.kind >= FIRST_CHARACTER:
        return step_to_best_stack(s, unit, possible_steps(s, unit, situation.census))
    if unit.kind == ARTILLERY or not situation.advances:
        return NONE
    ahead = s.board.beside[unit.square * 4 + s.forward(unit.side)]
    if unit.hasted and unit.walked == 0 and can_join_attack(s, unit, ahead):
        return ahead
    if ahead >= 0 and situation.census.foes[ahead] == 0 and not is_way_open(s, unit, unit.square):
        return detour(s, unit, situation)
    if (
        ahead < 0
        or s.row_for(unit.side, ahead) > situation.front_row + 1
        or ahead not in possible_steps(s, unit, situation.census)
    ):
        return NONE
    if situation.style.line == BY_ROLE and unit.side != s.attacker and is_closed(s.ground[unit.square]):
        return NONE
    if not situation.style.closes_up and [other for other in s.units_at(ahead, unit.side) if other.walked == 0]:
        return NONE
    return ahead


def is_way_open(s: Battle, unit: Unit, square: i64) -> bool:
    """Return whether ground and river let a unit go forward from a square, whichever pieces are in the way."""
    d = s.forward(unit.side)
    ahead = s.board.beside[square * 4 + d]
    if ahead < 0 or not s.board.is_open_edge(square, d) or s.ground[ahead] == CHASM:
        return False
    return not (is_bound_to_open_ground(unit.kind) and is_closed(s.ground[ahead]))


def detour(s: Battle, unit: Unit, situation: Situation) -> i64:
    """Return the step sideways towards the nearest square of the row with an open way forward, or NONE to stay."""
    board = s.board
    best: i64 = NONE
    best_distance: i64 = board.columns
    row = board.row[unit.square]
    for column in range(board.columns):
        distance = abs(column - board.column[unit.square])
        if 0 < distance < best_distance and is_way_open(s, unit, board.number(column, row)):
            best, best_distance = column, distance
    if best == NONE:
        return NONE
    step = board.number(board.column[unit.square] + (1 if best > board.column[unit.square] else -1), row)
    return step if step in possible_steps(s, unit, situation.census) else NONE


def should_advance(s: Battle, side: i64) -> bool:
    """Return whether the line of a side advances.

    The attacker's always does. The defender's does if it has a third more bases, or late if it is not winning.
    """
    if side == s.attacker or 3 * weighted_bases(s, side) >= 4 * weighted_bases(s, 1 - side):
        return True
    return s.countdown < 2 * LATE_COUNTDOWN and points_of(s, side) < points_of(s, 1 - side) + WIN_MARGIN


def weighted_bases(s: Battle, side: i64) -> i64:
    """Return the bases of a side; a piece with a single base counts as four."""
    return sum([int(unit.bases) * (1 if BASES[unit.kind] > 1 else 4) for unit in s.units if unit.side == side])


def front_row(s: Battle, side: i64) -> i64:
    """Return the row of the rearmost stack in the front line; units wait for it so that the line stays together."""
    foremost: dict[int, int] = {}
    for unit in s.units:
        if unit.side == side and unit.square != NONE and unit.kind < ARTILLERY:
            column = s.board.column[unit.square]
            foremost[column] = max(foremost.get(column, 0), int(s.row_for(side, unit.square)))
    return min(foremost.values()) if foremost else 0


def step_to_best_stack(s: Battle, unit: Unit, steps: list[int]) -> i64:
    """Return the adjacent square whose stack needs this character most, or NONE to stay."""
    best: i64 = NONE
    best_value = stack_value(s, unit, unit.square)
    for square in steps:
        value = stack_value(s, unit, square)
        if value > best_value:
            best, best_value = square, value
    return best


def stack_value(s: Battle, unit: Unit, square: i64) -> i64:
    """Return the value of a character in a square: more for many units far forward, less with similar characters."""
    units = s.count_at(square, unit.side)
    if units == 0:
        return -1
    characters = [
        other for other in s.pieces_at(square, unit.side) if other.kind >= FIRST_CHARACTER and other.id != unit.id
    ]
    rivals = len([other for other in characters if other.kind == unit.kind or unit.kind == LEADER])
    return units * 2 + s.row_for(unit.side, square) - 6 * rivals


def rally_value(s: Battle, seat: int, action: Action) -> int:
    """Return the number of units due for a morale test in the general's square after this action."""
    square = action.args[0] if action.args else NONE
    if square == NONE:
        square = next((int(unit.square) for unit in s.units if unit.kind == GENERAL and unit.side == seat), NONE)
    return len([unit for unit in s.units_at(square, seat) if must_test(unit)])
