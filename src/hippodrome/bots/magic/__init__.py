"""The plain general for War in the Age of Magic: it counts dice before it attacks, and keeps a line with a reserve."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.bots.base import Bot
from hippodrome.bots.magic.stacked_deployment import massed
from hippodrome.games.magic.fighting import LeadAttack, NextFight, attackers, helpers
from hippodrome.games.magic.kinds import ARTILLERY, BASES, FIRST_CHARACTER, GENERAL, LEADER
from hippodrome.games.magic.layouts import is_closed
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
from hippodrome.games.magic.points import attack_rows, defence_rows, dice_for, shock_dice
from hippodrome.games.magic.setup import Deploy
from hippodrome.games.magic.spells import HASTE, Unbind
from hippodrome.games.magic.state import NONE, Battle, Unit
from hippodrome.games.magic.victory import WIN_MARGIN, points_of
from hippodrome.kit import agenda
from hippodrome.kit.actions import Action
from hippodrome.kit.game import Game
from hippodrome.kit.state import State

LATE: Final = 7  # a countdown below this makes whoever is behind bold
MARGIN: Final = 2  # dice in hand with which the general leads

# What the line does.
BY_ROLE: Final = 0
FORWARD: Final = 1
STAND: Final = 2


class Temper:
    """How a general moves: dice more than usual that an attack needs, what the line does, whether stacks close up."""

    __slots__ = ("caution", "crowds", "line")

    def __init__(self, caution: i64, line: i64, crowds: bool) -> None:
        self.caution = caution
        self.line = line
        self.crowds = crowds


PLAIN: Final = Temper(0, BY_ROLE, False)
CLOSED_UP: Final = Temper(0, FORWARD, True)


class Outlook:
    """What a general sees before a move: who stands where, whether his line goes forward, and how far it is."""

    __slots__ = ("bold", "census", "front", "temper")

    def __init__(self, s: Battle, side: i64, temper: Temper) -> None:
        self.temper = temper
        self.census = Census(s, side)
        self.bold = temper.line == FORWARD or (temper.line == BY_ROLE and is_bold(s, side))
        self.front = front(s, side) if self.bold else 0


class MagicGeneral(Bot):
    """Attacks where its dice are as many as the enemy's, advances in line, casts what hurts.

    It follows the ready plan of its army, unless it `masses` all in two stacks.
    """

    def __init__(self, temper: Temper = PLAIN, masses: bool = False) -> None:
        self.temper = temper
        self.masses = masses

    def choose(self, game: Game, state: State, seat: int) -> Action:
        """By the kind of question; elsewhere the default is good enough."""
        assert isinstance(state, Battle)
        step = state.agenda[-1]
        actions = agenda.proposals(state)
        if isinstance(step, MoveNext):
            return next_move(state, seat, actions, self.temper)
        if isinstance(step, MoveUnit):
            return unit_move(state, state.units[state.clash.mover], actions, self.temper)
        if isinstance(step, NextFight):
            return max(actions, key=lambda action: balance(state, seat, action.args[0], action.args[1]))
        if isinstance(step, LeadAttack):
            return actions[1] if led_margin(state) >= MARGIN else actions[0]
        if isinstance(step, Unbind):
            return actions[1] if step.spell != HASTE and state.first == seat else actions[0]
        if isinstance(step, Deploy) and self.masses:
            return massed(state, step)
        return other_choice(state, seat, step.name(), actions)


def other_choice(s: Battle, seat: int, name: str, actions: list[Action]) -> Action:
    """Magic, scenery at one end of the middle row, and the general who comes to help."""
    if name == "CharacterPhase":
        return best_deed(s, actions)
    if name == "PlaceScenery":
        return actions[1 + (int(s.layout) + seat) % (len(actions) - 1)]
    if name == "LayScenery":
        return min(actions, key=lambda action: (off_middle(s, action.args[0]), action.args[0]))
    if name == "RallyGeneral":
        return max(actions, key=lambda action: comfort(s, seat, action))
    return actions[0]


def off_middle(s: Battle, square: int) -> int:
    """How many rows a square is away from the middle of the board."""
    return abs(2 * s.board.row[square] - s.board.rows + 1)


# -------------------------------------------------------------------- attacks


def margin_of(s: Battle, source: i64, target: i64, group: list[Unit], leads: bool) -> i64:
    """Own dice less the enemy's, with shock dice at their average; earlier attacks on the square tire it."""
    side = group[0].side
    leaders = len([unit for unit in s.pieces_at(source, side) if unit.kind == LEADER])
    general = s.general_at(source, side) is not None
    shock = shock_dice(group) * 9 // 2
    late = len(helpers(s, side, source, target))
    mine = sum(attack_rows(s, source, target, group, late, leads, leaders, general, shock))
    theirs = sum(defence_rows(s, source, target, group)) - 4 * earlier(s, source, target, side)
    return dice_for(mine) - dice_for(theirs)


def earlier(s: Battle, source: i64, target: i64, side: i64) -> i64:
    """How many other squares have declared an attack on this target."""
    return len(
        {int(unit.square) for unit in s.units if unit.side == side and unit.target == target and unit.square != source}
    )


def balance(s: Battle, side: i64, source: i64, target: i64) -> i64:
    """Return the margin of an attack that has been declared."""
    group = attackers(s, side, source, target)
    return margin_of(s, source, target, group, False) if group else 0


def led_margin(s: Battle) -> i64:
    """Return the margin of the fight that is reached, without the general's help."""
    group = [s.units[id] for id in s.clash.group]
    return margin_of(s, s.clash.source, s.clash.target, group, False)


def wanted_margin(s: Battle, side: i64) -> i64:
    """What an attack needs: even dice for the attacker, one more for the defender, anything for who is behind late."""
    if s.countdown < LATE and points_of(s, side) <= points_of(s, 1 - side):
        return -1
    return 0 if side == s.attacker else 1


def best_target(s: Battle, source: i64, side: i64, outlook: Outlook) -> i64:
    """Return the square that a stack had best attack with all it has; NONE if none is worth it."""
    foes = [int(square) for square in s.board.beside[source * 4 : source * 4 + 4] if is_held(outlook.census, square)]
    if not foes:
        return NONE
    ready = [unit for unit in s.units if unit.square == source and can_act(unit, side) and unit.kind < FIRST_CHARACTER]
    best: i64 = NONE
    most: i64 = wanted_margin(s, side) + outlook.temper.caution - 1
    for target in foes:
        group = [unit for unit in ready if target in possible_targets(s, unit, outlook.census)]
        group += attackers(s, side, source, target)
        if not group:
            continue
        margin = margin_of(s, source, target, group, False)
        if score_needed(s, group[0], target):
            margin -= 1
        if margin > most:
            best, most = target, margin
    return best


def is_held(census: Census, square: int) -> bool:
    """Return whether there are enemy units in a square, if it is one."""
    return square >= 0 and census.foes[square] > 0


# -------------------------------------------------------------------- movement


def next_move(s: Battle, side: int, actions: list[Action], temper: Temper) -> Action:
    """Attacks first, right to left; then the line, from the front to the rear; then characters."""
    outlook = Outlook(s, side, temper)
    able = [s.units[action.args[0]] for action in actions if action.verb == "move"]
    for source in sorted({int(unit.square) for unit in able}, reverse=True):
        target = best_target(s, source, side, outlook)
        if target == NONE:
            continue
        for action in actions:
            if action.verb == "assault" and action.args == (source, int(target)):
                return action
        for unit in able:
            if unit.square == source and target in possible_targets(s, unit, outlook.census):
                return MOVE[unit.id]
    for unit in sorted(able, key=lambda unit: (unit.kind >= FIRST_CHARACTER, -s.row_for(side, unit.square), unit.id)):
        if wish(s, unit, outlook) != NONE:
            return MOVE[unit.id]
    return DONE


def unit_move(s: Battle, unit: Unit, actions: list[Action], temper: Temper) -> Action:
    """Return the attack or the step for which it was picked."""
    outlook = Outlook(s, unit.side, temper)
    target = best_target(s, unit.square, unit.side, outlook)
    if target != NONE and ATTACK[target] in actions:
        return ATTACK[target]
    step = wish(s, unit, outlook)
    return GO[step] if step != NONE else HOLD


def wish(s: Battle, unit: Unit, outlook: Outlook) -> i64:
    """Return the square a unit or character would like to step to; NONE if it is well where it is."""
    if unit.kind >= FIRST_CHARACTER:
        return follow(s, unit, possible_steps(s, unit, outlook.census))
    if unit.kind == ARTILLERY or not outlook.bold:
        return NONE
    ahead = s.board.beside[unit.square * 4 + s.forward(unit.side)]
    if (
        ahead < 0
        or s.row_for(unit.side, ahead) > outlook.front + 1
        or ahead not in possible_steps(s, unit, outlook.census)
    ):
        return NONE
    if outlook.temper.line == BY_ROLE and unit.side != s.attacker and is_closed(s.ground[unit.square]):
        return NONE
    if not outlook.temper.crowds and [other for other in s.units_at(ahead, unit.side) if other.walked == 0]:
        return NONE
    return ahead


def is_bold(s: Battle, side: i64) -> bool:
    """Return whether the line goes forward: the attacker's always, the defender's if he is stronger or late and
    not ahead.
    """
    if side == s.attacker or 3 * bases_of(s, side) >= 4 * bases_of(s, 1 - side):
        return True
    return s.countdown < 2 * LATE and points_of(s, side) < points_of(s, 1 - side) + WIN_MARGIN


def bases_of(s: Battle, side: i64) -> i64:
    """How many bases a side has left, monsters and elephants as four."""
    return sum([int(unit.bases) * (1 if BASES[unit.kind] > 1 else 4) for unit in s.units if unit.side == side])


def front(s: Battle, side: i64) -> i64:
    """Return the row of the hindmost stack of the front line, so that the line keeps together."""
    foremost: dict[int, int] = {}
    for unit in s.units:
        if unit.side == side and unit.square != NONE and unit.kind < ARTILLERY:
            column = s.board.column[unit.square]
            foremost[column] = max(foremost.get(column, 0), int(s.row_for(side, unit.square)))
    return min(foremost.values()) if foremost else 0


def follow(s: Battle, unit: Unit, steps: list[int]) -> i64:
    """Characters keep with the largest stack that is near, as far forward as it is."""
    best: i64 = NONE
    most = stack_worth(s, unit, unit.square)
    for square in steps:
        worth = stack_worth(s, unit, square)
        if worth > most:
            best, most = square, worth
    return best


def stack_worth(s: Battle, unit: Unit, square: i64) -> i64:
    """How much a character is wanted in a square: by its units, and less if another character is there already."""
    units = s.count_at(square, unit.side)
    if units == 0:
        return -1
    same = [other for other in s.pieces_at(square, unit.side) if other.kind >= FIRST_CHARACTER and other.id != unit.id]
    crowd = len([other for other in same if other.kind == unit.kind or unit.kind == LEADER])
    return units * 2 + s.row_for(unit.side, square) - 6 * crowd


# -------------------------------------------------------------------- characters


def best_deed(s: Battle, actions: list[Action]) -> Action:
    """Strikes, Bolts at full squares, Dread, and a Ward where the enemy is near."""
    best, most = actions[0], 0
    for action in actions[1:]:
        worth = deed_worth(s, action)
        if worth > most:
            best, most = action, worth
    return best


def deed_worth(s: Battle, action: Action) -> int:
    """What a deed is worth; 0 if it is not worth a die."""
    if action.verb == "strike":
        return 100 if s.units[action.args[1]].kind == GENERAL else 90
    if action.verb == "shift":
        return 0
    magician = s.units[action.args[0]]
    if action.verb == "bolt":
        return 40 + int(s.count_at(action.args[1], 1 - magician.side))
    if action.verb == "dread":
        return 20 + int(s.count_at(action.args[1], 1 - magician.side))
    near = [unit for unit in s.units if unit.side != magician.side and unit.square != NONE]
    touching = any(s.board.steps(magician.square, unit.square) == 1 for unit in near)
    if action.verb == "ward":
        return 35 + int(s.count_at(magician.square, magician.side)) if touching else 0
    return 0


def comfort(s: Battle, seat: int, action: Action) -> int:
    """How many units that must test the general would stand by."""
    square = action.args[0] if action.args else NONE
    if square == NONE:
        square = next((int(unit.square) for unit in s.units if unit.kind == GENERAL and unit.side == seat), NONE)
    return len([unit for unit in s.units_at(square, seat) if must_test(unit)])
