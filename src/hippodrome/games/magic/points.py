"""The points of a fight, row by row as on the quick sheet: WAM-F1 to WAM-F23, WAM-D1 to WAM-D19, WAM-R1."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.magic.kinds import (
    ARTILLERY,
    CAVALRY,
    CHARIOT,
    CLOSE,
    ELEPHANT,
    ELF,
    ELITE,
    FIRST_CHARACTER,
    GENERAL,
    HOST,
    LEADER,
    LEVY,
    MONSTER,
    SHOCK,
    SUPPORT,
    VETERAN,
    is_line,
    is_mounted,
    is_skirmisher,
)
from hippodrome.games.magic.layouts import is_closed, is_wood
from hippodrome.games.magic.state import NONE, Battle, Unit

ATTACK_ROWS: Final = 24  # row 0 holds the shock dice (WAM-Q22)
DEFENCE_ROWS: Final = 20

# Short labels of the rows; the position is the number of the clause.
ATTACK_LABELS: Final = (
    "shock dice", "momentum", "close order, chariots, cavalry at strength", "general leads", "monsters",
    "at least 2 line units to the rear", "elite units", "elephants", "no enemy skirmishers",
    "support, hosts at strength",
    "weakened units", "skirmishers", "general present", "leaders", "flank squares", "shock units below full strength",
    "veteran units", "without enough movement", "levy units", "elephant matches", "host matches",
    "attack across a river", "defenders in closed ground", "mounted against closed ground",
)  # fmt: skip
DEFENCE_LABELS: Final = (
    "", "monsters", "close order at strength", "at least 2 line units to the rear", "flank squares", "general present",
    "elite units", "support, hosts at strength", "cavalry, chariots at strength", "elves in a wood", "leaders",
    "shock units", "weakened units", "veteran units", "skirmishers", "elephants", "levy units", "elephant matches",
    "host matches", "earlier fights this turn",
)  # fmt: skip


def dice_for(points: i64) -> i64:
    """WAM-R1, WAM-Q25: return the dice for some points: one for every 4, one more for 3 left over, none below 0."""
    return (points + 1) // 4 if points > 0 else 0


def is_closed_in_fights(s: Battle, square: i64) -> bool:
    """WAM-Q52: return whether a square counts as closed in a fight: closed ground, or Mist."""
    return is_closed(s.ground[square]) or square in s.mist


def attack_officers(s: Battle, source: i64, side: i64, absent: tuple[int, ...]) -> list[Unit]:
    """WAM-Q24: return the general and leaders of a square who take part in an attack from it.

    Each leads or helps one attack a turn; those in `absent` lead or help another one.
    """
    return [
        unit
        for unit in s.pieces_at(source, side)
        if unit.kind in (GENERAL, LEADER) and not unit.helped and unit.id not in absent
    ]


def leader_count(officers: list[Unit]) -> int:
    """Return the number of leaders among the officers of an attack."""
    return len([unit for unit in officers if unit.kind == LEADER])


def general_of(officers: list[Unit]) -> Unit | None:
    """Return the general among the officers of an attack, or None."""
    for unit in officers:
        if unit.kind == GENERAL:
            return unit
    return None


def shock_dice(group: list[Unit]) -> i64:
    """WAM-Q22: return the number of shock dice, one for each shock unit at full strength."""
    return len([unit for unit in group if unit.gear & SHOCK and unit.is_full()])


# -------------------------------------------------------------------- the attacker


def attack_rows(
    s: Battle, source: i64, target: i64, group: list[Unit], helpers: i64, leads: bool, leaders: i64, general: bool,
    shock: i64,
) -> list[int]:  # fmt: skip
    """Return the attacker's points by row.

    leads     whether the general leads
    leaders   number of leaders in the attack before any died (WAM-Q24)
    general   whether the general was with the attack before any died
    helpers   number of units without enough movement
    shock     points of the shock dice, each with its +1
    """
    rows = [0] * ATTACK_ROWS
    side = group[0].side
    rows[0] = int(shock)
    fresh = 0
    for unit in group:
        count_attacker(unit, rows)
    present = s.units_at(source, side)
    for unit in present:
        fresh += 1 if unit.won_before else 0
    rows[1] = 4 if fresh >= 2 else 0  # WAM-F1
    rows[3] = 4 if leads else 0  # WAM-F3
    rows[12] = 1 if general and not leads else 0  # WAM-F12
    rows[13] = min(int(leaders), 2)  # WAM-F13
    rows[17] = int(helpers)  # WAM-F17
    fill_quality_rows(group, present, rows)
    fill_support_rows(s, source, target, side, rows)
    fill_opposition_rows(s, source, target, group, rows)
    return rows


def count_attacker(unit: Unit, rows: list[int]) -> None:
    """WAM-Q46: add the strength row of an attacking unit, and the shock row (WAM-Q22)."""
    kind = unit.kind
    shock = unit.gear & SHOCK != 0
    if kind == MONSTER:
        rows[4] += 4  # WAM-F4
    elif kind == ELEPHANT:
        rows[7] += 2  # WAM-F7
    elif is_skirmisher(kind):
        rows[11] += 1  # WAM-F11
    elif shock and unit.is_full():
        return
    elif not unit.at_strength():
        rows[10] += 1  # WAM-F10
    elif kind in (SUPPORT, HOST):
        rows[9] += 2  # WAM-F9
    else:
        rows[2] += 3  # WAM-F2
    if shock:
        rows[15] += 1  # WAM-F15


def fill_quality_rows(group: list[Unit], present: list[Unit], rows: list[int]) -> None:
    """WAM-F6, WAM-F16, WAM-F18: fill the quality rows; elites beyond two count as veterans (WAM-Q47).

    Elites count if they are in the square, whether they attack or not (WAM-Q17); veterans and levies only if they do.
    """
    elites = len([unit for unit in present if unit.quality == ELITE and unit.kind != ARTILLERY])
    veterans = len([unit for unit in group if unit.quality == VETERAN])
    levies = len([unit for unit in group if unit.quality == LEVY])
    rows[6] = 2 * min(elites, 2)  # WAM-F6
    rows[16] = min(veterans + max(elites - 2, 0), 3)  # WAM-F16
    rows[18] = -min(levies, 3)  # WAM-F18


def fill_support_rows(s: Battle, source: i64, target: i64, side: i64, rows: list[int]) -> None:
    """WAM-F5, WAM-F14: fill the rows for the squares behind and beside the attacker (WAM-Q21)."""
    board = s.board
    line = board.direction(source, target)
    rear = board.behind(source, line)
    right = board.flank(source, line, 0)
    left = board.flank(source, line, 1)
    behind = 0
    on_right = 0
    on_left = 0
    for unit in s.units:
        if unit.side != side or unit.square == NONE or unit.kind >= FIRST_CHARACTER:
            continue
        if unit.square == rear and is_line(unit.kind):
            behind += 1
        elif unit.kind != HOST and unit.kind != ARTILLERY:
            if unit.square == right:
                on_right = 1
            elif unit.square == left:
                on_left = 1
    rows[5] = 3 if behind >= 2 else 0  # WAM-F5
    rows[14] = on_right + on_left  # WAM-F14


def fill_opposition_rows(s: Battle, source: i64, target: i64, group: list[Unit], rows: list[int]) -> None:
    """WAM-F8, WAM-F19 to WAM-F23: fill the rows for the enemy and the ground; matches count in pairs (WAM-Q23)."""
    side = group[0].side
    skirmishers = 0
    elephants = 0
    hosts = 0
    for enemy in s.units:
        if enemy.square == target and enemy.side != side:
            if is_skirmisher(enemy.kind):
                skirmishers += 1
            elif enemy.kind == ELEPHANT:
                elephants += 1
            elif enemy.kind == HOST:
                hosts += 1
    horses = len([unit for unit in group if unit.kind == CAVALRY or unit.kind == CHARIOT])
    monsters = len([unit for unit in group if unit.kind == MONSTER])
    rows[8] = 0 if skirmishers else 2  # WAM-F8
    rows[19] = -min(horses, elephants, 3)  # WAM-F19
    rows[20] = -min(monsters, hosts, 3)  # WAM-F20
    rows[21] = -2 if s.board.is_wet_edge(source, s.board.direction(source, target)) else 0  # WAM-F21
    if is_closed_in_fights(s, target):
        rows[22] = -4  # WAM-F22
        rows[23] = -2 * len([unit for unit in group if is_mounted(unit.kind)])  # WAM-F23


# -------------------------------------------------------------------- the defender


def defence_rows(s: Battle, source: i64, target: i64, group: list[Unit]) -> list[int]:
    """Return the defender's points by row against an attack by a group."""
    rows = [0] * DEFENCE_ROWS
    side = 1 - group[0].side
    closed = is_closed_in_fights(s, target)
    wooded = is_wood(s.ground[target])
    counts = [0] * 3  # elite, veteran, levy
    horses = 0
    monsters = 0
    leaders = 0
    elves = 0
    for unit in s.units:
        if unit.square != target or unit.side != side:
            continue
        if unit.kind == GENERAL:
            rows[5] = 2  # WAM-D5
        elif unit.kind == LEADER:
            leaders += 1
        elif unit.kind < FIRST_CHARACTER:
            count_defender(unit, closed, rows)
            horses += 1 if unit.kind == CAVALRY or unit.kind == CHARIOT else 0
            monsters += 1 if unit.kind == MONSTER else 0
            elves += 1 if unit.gear & ELF else 0
            count_quality(unit, counts)
    rows[6] = 2 * min(counts[0], 2)  # WAM-D6
    rows[9] = min(elves, 8) if wooded else 0  # WAM-D9
    rows[10] = min(leaders, 2)  # WAM-D10
    rows[13] = min(counts[1], 3)  # WAM-D13
    rows[16] = -min(counts[2], 3)  # WAM-D16
    rows[17] = -min(horses, len([unit for unit in group if unit.kind == ELEPHANT]), 3)  # WAM-D17
    rows[18] = -min(monsters, len([unit for unit in group if unit.kind == HOST]), 3)  # WAM-D18
    rows[19] = -4 * s.fought[target] if s.fought else 0  # WAM-D19
    fill_defence_support_rows(s, source, target, side, rows)
    return rows


def count_quality(unit: Unit, counts: list[int]) -> None:
    """Count elite, veteran and levy units; artillery takes no part in fights (WAM-Q26)."""
    if unit.kind == ARTILLERY:
        return
    if unit.quality == ELITE:
        counts[0] += 1
    elif unit.quality == VETERAN:
        counts[1] += 1
    elif unit.quality == LEVY:
        counts[2] += 1


def count_defender(unit: Unit, closed: bool, rows: list[int]) -> None:
    """WAM-Q46, WAM-Q50: add the strength row of a defending unit, and the shock row."""
    kind = unit.kind
    if kind == MONSTER:
        rows[1] += 4  # WAM-D1
    elif kind == ELEPHANT:
        rows[15] += 1  # WAM-D15
    elif is_skirmisher(kind):
        rows[14] += 1  # WAM-D14
    elif kind == ARTILLERY:
        return
    elif not unit.at_strength():
        rows[12] += 1  # WAM-D12
    elif kind == CLOSE:
        rows[2] += 1 if closed else 3  # WAM-D2
    elif kind in (SUPPORT, HOST):
        rows[7] += 2  # WAM-D7
    else:
        rows[8] += 1 if closed else 2  # WAM-D8
    if unit.gear & SHOCK:
        rows[11] += 1  # WAM-D11


def fill_defence_support_rows(s: Battle, source: i64, target: i64, side: i64, rows: list[int]) -> None:
    """WAM-D3, WAM-D4: fill the rows for the squares behind and beside the defender.

    A lone character counts for D4 (WAM-Q21).
    """
    board = s.board
    line = board.direction(source, target)
    rear = board.beside[target * 4 + line]
    right = board.flank(target, line, 0)
    left = board.flank(target, line, 1)
    behind = 0
    on_right = 0
    on_left = 0
    for unit in s.units:
        if unit.side != side or unit.square == NONE:
            continue
        if unit.square == rear and is_line(unit.kind):
            behind += 1
        elif unit.kind != HOST and unit.kind != ARTILLERY:
            if unit.square == right:
                on_right = 2
            elif unit.square == left:
                on_left = 2
    rows[3] = 3 if behind >= 2 else 0  # WAM-D3
    rows[4] = on_right + on_left  # WAM-D4
