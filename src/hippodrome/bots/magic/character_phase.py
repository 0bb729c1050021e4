"""The character phase of the rule-based bot: values of spells, strikes, unbinding and terrain moves.

All values are in hundredths of a base that the enemy is expected to lose, or the own side to keep, if the action
succeeds. A die in a fight is worth DIE_VALUE: five sixths of a hit, and a better chance of the pursuit.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.casualties import HIT_BY_SHOT, save_score
from hippodrome.games.magic.characters import movable_scenery
from hippodrome.games.magic.fighting import attackers
from hippodrome.games.magic.kinds import (
    ARTILLERY,
    CAVALRY,
    CHARIOT,
    CLOSE,
    ELEPHANT,
    ELF,
    FIRST_CHARACTER,
    GENERAL,
    MISSILE,
    MONSTER,
    SQUARES_PER_TURN,
)
from hippodrome.games.magic.layouts import CHASM, FIRE, FOG, SCENERY, WALKING_WOOD, is_closed
from hippodrome.games.magic.morale import morale_score
from hippodrome.games.magic.points import ATTACK_ROWS, attack_rows, count_attacker, defence_rows, dice_for, shock_dice
from hippodrome.games.magic.spells import BOLT, DREAD, HASTE, MIST, WARD, Unbind, can_be_frightened, possible_spells
from hippodrome.games.magic.state import MAX_STACK, NONE, Battle, Unit
from hippodrome.kit.actions import Action

DIE_VALUE: Final = 90  # of one die in a fight
STRIKE_VALUE: Final = 60  # of a strike; one at the general is worth a third more
LOWEST_CAST_VALUE: Final = 15  # below it a magician waits, to unbind an enemy spell
LOWEST_UNBIND_VALUE: Final = 10  # an attempt may kill the magician
_SPELLS: Final = {"bolt": BOLT, "ward": WARD, "dread": DREAD, "mist": MIST, "haste": HASTE}


def best_character_action(s: Battle, side: i64, actions: list[Action]) -> Action:
    """Return the most valuable action of the character phase, or its end if none is worth trying."""
    best, best_value = actions[0], 0
    for action in actions[1:]:
        value = character_action_value(s, side, action)
        if value > best_value:
            best, best_value = action, value
    return best


def character_action_value(s: Battle, side: i64, action: Action) -> int:
    """Return the value of an action of the character phase; 0 if it is not worth trying."""
    if action.verb == "strike":
        return STRIKE_VALUE * (4 if s.units[action.args[1]].kind == GENERAL else 3) // 3
    if action.verb == "shift":
        return shift_value(s, side, action.args[0])
    magician = s.units[action.args[0]]
    target = action.args[1] if len(action.args) > 1 else NONE
    value = spell_value(s, magician, _SPELLS[action.verb], target)
    return value if value >= LOWEST_CAST_VALUE else 0


# -------------------------------------------------------------------- spells


def spell_value(s: Battle, magician: Unit, spell: i64, target: i64) -> int:
    """Return the value of a spell for the magician's side if it takes effect."""
    if spell == BOLT:
        return bolt_value(s, magician.side, target)
    if spell == DREAD:
        return dread_value(s, magician.side, target)
    if spell == WARD:
        return ward_value(s, magician.side, magician.square)
    if spell == MIST:
        return mist_value(s, magician.side, target)
    return haste_value(s, s.units[target])


def bolt_value(s: Battle, side: i64, square: i64) -> int:
    """Return the expected losses: one hit on average, on a piece that fails its save."""
    pieces = s.units_at(square, 1 - side) or s.pieces_at(square, 1 - side)
    if not pieces:
        return 0
    fails = [int(save_score(s, unit, HIT_BY_SHOT)) - 1 for unit in pieces]
    return 100 * sum(fails) // (6 * len(fails))


def dread_value(s: Battle, side: i64, square: i64) -> int:
    """Return the expected losses to morale tests that the units would not have made anyway.

    Units next to the enemy often lose a base and test all the same, so that they count half.
    """
    sixths = 0
    for unit in s.units_at(square, 1 - side):
        if can_be_frightened(unit) and unit.lost == 0:
            sixths += int(morale_score(s, unit)) - 1
    return 100 * sixths // (12 if is_next_to(s, square, side) else 6)


def is_next_to(s: Battle, square: i64, side: i64) -> bool:
    """Return whether units of a side are adjacent to a square."""
    for d in range(4):
        other = s.board.beside[square * 4 + d]
        if other >= 0 and s.board.is_open_edge(square, d) and s.count_at(other, side) > 0:
            return True
    return False


def ward_value(s: Battle, side: i64, square: i64) -> int:
    """Return the bases that a Ward is expected to save: one of six hits in fights and from shots."""
    pieces = len(s.pieces_at(square, side))
    if pieces == 0:
        return 0
    sixths = 0  # expected hits, in sixths
    for other in adjacent_enemies(s, square, side):
        sixths += 5 * int(dice_for(attack_points(s, other, square)))
        sixths += 2 * shooters(s, other, 1 - side)
    return 100 * min(sixths, 12 * pieces) // 36


def adjacent_enemies(s: Battle, square: i64, side: i64) -> list[int]:
    """Return the adjacent squares from which enemy units can attack a square."""
    squares: list[int] = []
    for d in range(4):
        other = s.board.beside[square * 4 + d]
        if other >= 0 and s.board.is_open_edge(square, d) and s.count_at(other, 1 - side) > 0:
            squares.append(other)
    return squares


def shooters(s: Battle, square: i64, side: i64) -> int:
    """Return the dice that the units in a square shoot with, about."""
    dice = 0
    for unit in s.units_at(square, side):
        if unit.gear & MISSILE:
            dice += int(unit.bases)
        elif unit.kind == ARTILLERY:
            dice += 2
    return dice


def attack_group(s: Battle, source: i64) -> list[Unit]:
    """Return the units in a square that could attack."""
    return [
        unit for unit in s.units if unit.square == source and unit.kind < FIRST_CHARACTER and unit.kind != ARTILLERY
    ]


def attack_points(s: Battle, source: i64, target: i64) -> i64:
    """Return the points of an attack by all units of a square, with average shock dice and without characters."""
    group = attack_group(s, source)
    if not group:
        return 0
    return sum(attack_rows(s, source, target, group, 0, False, 0, False, shock_dice(group) * 9 // 2))


def fight_margin(s: Battle, source: i64, target: i64) -> i64:
    """Return the attacker's points minus the defender's, in an attack by all units of a square."""
    group = attack_group(s, source)
    if not group:
        return 0
    return attack_points(s, source, target) - sum(defence_rows(s, source, target, group))


def mist_value(s: Battle, side: i64, square: i64) -> int:
    """Return the dice that Mist on an own square takes from the strongest attack on it, if one is to be expected."""
    if s.count_at(square, side) == 0:
        return 0
    best = 0
    for other in adjacent_enemies(s, square, side):
        before = fight_margin(s, other, square)
        if before < 0:  # the enemy is not likely to attack
            continue
        mist = s.mist
        s.mist = (*mist, int(square))
        after = fight_margin(s, other, square)
        s.mist = mist
        best = max(best, int(before - after))
    return DIE_VALUE * best // 4


def haste_value(s: Battle, unit: Unit) -> int:
    """Return the dice that a unit adds to an attack which it reaches only with Haste."""
    if unit.kind == ARTILLERY or SQUARES_PER_TURN[unit.kind] > 1 or is_next_to(s, unit.square, 1 - unit.side):
        return 0
    front = s.board.beside[unit.square * 4 + s.forward(unit.side)]
    if not can_join_attack(s, unit, front):
        return 0
    rows = [0] * ATTACK_ROWS
    count_attacker(unit, rows)
    points = sum(rows) + (4 if shock_dice([unit]) else 0)
    return DIE_VALUE * points // 4


def can_join_attack(s: Battle, unit: Unit, front: i64) -> bool:
    """Return whether a unit can step into an own stack with room that is about as strong as the enemy ahead of it."""
    if front < 0 or is_closed(s.ground[unit.square]) or is_closed(s.ground[front]):
        return False
    forward = s.forward(unit.side)
    target = s.board.beside[front * 4 + forward]
    if target < 0 or not s.board.is_open_edge(unit.square, forward) or not s.board.is_open_edge(front, forward):
        return False
    if not 0 < s.count_at(front, unit.side) < MAX_STACK or s.count_at(target, 1 - unit.side) == 0:
        return False
    return len(attackers(s, unit.side, front, target)) > 0 or fight_margin(s, front, target) >= -4


# -------------------------------------------------------------------- unbinding


def unbind_choice(s: Battle, step: Unbind, actions: list[Action]) -> Action:
    """Return the magician who should try to unbind a spell, or letting it take effect.

    It pays if the spell is worth more than anything that the magician could still cast this turn.
    """
    caster = s.units[step.caster]
    threat = spell_value(s, caster, step.spell, step.target)
    if threat < LOWEST_UNBIND_VALUE:
        return actions[0]
    best, best_gain = actions[0], 0
    for action in actions[1:]:
        gain = threat - remaining_value(s, s.units[action.args[0]])
        if gain > best_gain:
            best, best_gain = action, gain
    return best


def remaining_value(s: Battle, magician: Unit) -> int:
    """Return the best value that a magician could still get from casting this turn; 0 if its phase is over."""
    if s.first == magician.side:
        return 0
    return max([0, *[character_action_value(s, magician.side, spell) for spell in possible_spells(s, magician)]])


# -------------------------------------------------------------------- terrain moves


def shift_value(s: Battle, side: i64, square: i64) -> int:
    """Return the value that a piece of scenery gains by moving to a square."""
    piece = movable_scenery(s, side)
    if piece is None:
        return 0
    gain = scenery_value(s, side, piece.ground, square) - scenery_value(s, side, piece.ground, piece.square)
    return max(gain, 0)


def scenery_value(s: Battle, side: i64, ground: i64, square: i64) -> int:
    """Return the value of a piece of scenery in a square: harm to the enemy minus harm to the own side."""
    if ground == CHASM:
        return chasm_value(s, side, square) - chasm_value(s, 1 - side, square) + obstacle_value(s, side, square, ground)
    return obstacle_value(s, side, square, ground)


def chasm_value(s: Battle, side: i64, square: i64) -> int:
    """Return the enemy bases that a side can push into a chasm: stacks between the chasm and its own units."""
    value = 0
    for d in range(4):
        victim = s.board.beside[square * 4 + d]
        if victim < 0 or s.count_at(victim, 1 - side) == 0 or not s.board.is_open_edge(square, d):
            continue
        source = s.board.beside[victim * 4 + d]
        if source >= 0 and s.board.is_open_edge(victim, d) and s.count_at(source, side) > 0:
            margin = max(-8, min(8, int(fight_margin(s, source, victim))))
            value += 100 * sum([int(unit.bases) for unit in s.units_at(victim, 1 - side)]) * (8 + margin) // 32
    return value


def obstacle_value(s: Battle, side: i64, square: i64, ground: i64) -> int:
    """Return how much a piece of scenery hinders enemies nearby, minus how much it hinders own units."""
    value = 0
    for unit in s.units:
        if unit.square == NONE or unit.kind >= FIRST_CHARACTER:
            continue
        away = s.board.step_distance(unit.square, square)
        if away > 2:
            continue
        is_ahead = s.board.beside[unit.square * 4 + s.forward(unit.side)] == square
        weight = hindrance(unit, ground) * (3 if is_ahead else 1) // int(max(away, 1))
        value += weight if unit.side != side else -weight
    return value


def hindrance(unit: Unit, ground: i64) -> int:
    """Return how much a piece of scenery in its way hinders a unit, in the units of all values."""
    if ground == FIRE:
        return 12
    if ground == FOG and (unit.gear & MISSILE or unit.kind == ARTILLERY):
        return 15
    if unit.kind in (CHARIOT, ELEPHANT):
        return 15
    if unit.kind in (CLOSE, CAVALRY):
        return 8
    return 6 if ground == CHASM or unit.kind == MONSTER else 3


def scenery_choice(s: Battle, side: i64, actions: list[Action]) -> Action:
    """Return the piece of scenery that suits the armies best: the actions are no piece, then all kinds in order."""
    elves = 0
    shots = [0, 0]
    wheels = [0, 0]
    for unit in s.units:
        if unit.kind >= FIRST_CHARACTER:
            continue
        elves += 1 if unit.gear & ELF and unit.side == side else 0
        shots[unit.side] += 1 if unit.gear & MISSILE or unit.kind == ARTILLERY else 0
        wheels[unit.side] += 1 if unit.kind in (CHARIOT, ELEPHANT) else 0
    kind = CHASM
    if elves >= 5 or wheels[1 - side] >= wheels[side] + 3:
        kind = WALKING_WOOD
    elif shots[1 - side] >= shots[side] + 3:
        kind = FOG
    return actions[1 + kind - CHASM]


def scenery_place(s: Battle, side: i64, kind: i64, actions: list[Action]) -> Action:
    """Return the start of a piece: the chasm near the middle of the enemy's front row, the others of the middle row."""
    row = s.board.rows - 2 if SCENERY[kind] == CHASM else s.board.rows // 2

    def far(action: Action) -> tuple[int, int]:
        square = action.args[0]
        rows = abs(int(s.row_for(side, square)) - row)
        return (2 * rows + abs(2 * s.board.column[square] - s.board.columns + 1), square)

    return min(actions, key=far)
