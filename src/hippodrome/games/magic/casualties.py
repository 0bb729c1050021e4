"""Hits and losses: allotting hits, saves, losses chosen by the owner, dead monsters, and lone characters.

WAM-Q4, WAM-Q15 and WAM-Q27 to WAM-Q30, with the tables of WAM-S4, WAM-A2 and WAM-R6.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from hippodrome.games.magic.events import BaseLost, Destroyed, HitTaken, Killed, MonsterFell, Overrun, Saved
from hippodrome.games.magic.kinds import (
    ARMOURED,
    ARTILLERY_SAVE,
    ELITE,
    FIGHT_SAVE,
    FIRST_CHARACTER,
    HOST,
    LEVY,
    MONSTER,
    SHIELDLESS,
    SHOT_SAVE,
    VETERAN,
    is_skirmisher,
)
from hippodrome.games.magic.layouts import is_artillery_cover, is_shot_cover
from hippodrome.games.magic.state import BY_FIGHT, BY_MORALE, BY_OTHER, NONE, Battle, Unit
from hippodrome.kit.actions import Action, Refusal
from hippodrome.kit.agenda import NOTHING, Choice, Step

# Sources of a hit, which decide the save.
HIT_BY_SHOT: Final = 0
HIT_BY_ARTILLERY: Final = 1
HIT_IN_FIGHT: Final = 2
NO_SAVE: Final = 7
MAX_FLIGHT_SQUARES: Final = 2  # WAM-Q15

MAX_PIECES: Final = 100  # of both sides
HIT: Final = [Action("hit", (unit,)) for unit in range(MAX_PIECES)]
LOSE: Final = [Action("lose", (unit,)) for unit in range(MAX_PIECES)]


# -------------------------------------------------------------------- saves


def save_score(s: Battle, unit: Unit, source: i64) -> i64:
    """Return the score that saves a unit from a hit, or NO_SAVE.

    It is at least 2, since a 1 never saves; modifiers that raise it above 6 leave no save (WAM-Q29).
    """
    if source == HIT_BY_ARTILLERY:
        score: i64 = ARTILLERY_SAVE[unit.kind]
        if unit.kind <= HOST and is_artillery_cover(s.ground[unit.square]):
            score = 6
        if score == NO_SAVE:
            return NO_SAVE
    elif source == HIT_BY_SHOT:
        score = shot_save_score(s, unit)
    else:
        score = fight_save_score(s, unit)
    if unit.square in s.ward:
        score -= 1
    return max(2, min(NO_SAVE, score))


def shot_save_score(s: Battle, unit: Unit) -> i64:
    """WAM-S4, WAM-S5: return the unclamped save score against hand-held weapons; quality does not count."""
    score: i64 = SHOT_SAVE[unit.kind]
    if unit.gear & ARMOURED:
        score = min(score, 3)
    if is_shot_cover(s.ground[unit.square]):
        score -= 1
    if unit.gear & SHIELDLESS:
        score += 1
    return score


def fight_save_score(s: Battle, unit: Unit) -> i64:
    """WAM-R6, WAM-R7: return the unclamped save score in a fight; unaccompanied skirmishers need 5 (WAM-Q28)."""
    score: i64 = FIGHT_SAVE[unit.kind]
    if is_skirmisher(unit.kind) and is_unaccompanied(s, unit):
        score = 5
    if unit.gear & ARMOURED:
        score = min(score, 4)
    if unit.quality == ELITE or unit.quality == VETERAN:
        score -= 1
    elif unit.quality == LEVY:
        score += 1
    if unit.gear & SHIELDLESS:
        score += 1
    return score


def is_unaccompanied(s: Battle, unit: Unit) -> bool:
    """WAM-Q28: return whether all units in the square are skirmishers."""
    for other in s.units:
        if other.square == unit.square and other.kind < FIRST_CHARACTER and not is_skirmisher(other.kind):
            return False
    return True


# -------------------------------------------------------------------- losing bases


def lose_base(s: Battle, unit: Unit, cause: i64) -> None:
    """WAM-Q4: remove one base; a unit without bases is destroyed."""
    unit.bases -= 1
    unit.lost += 1
    s.add_to_tally(cause)
    if unit.bases > 0:
        if s.logging:
            s.emit(BaseLost(unit.id, unit.side, unit.bases))
        return
    destroy(s, unit, cause)


def destroy(s: Battle, unit: Unit, cause: i64) -> None:
    """Remove a unit or character from the board; note a dead monster that will harm its own side (WAM-Q30)."""
    if unit.kind == MONSTER and cause not in (BY_OTHER, BY_MORALE):
        s.clash.fallen = (*s.clash.fallen, int(unit.square) * 2 + int(unit.side))
    unit.bases = 0
    unit.square = NONE
    unit.target = NONE
    unit.failed = NONE
    unit.aim = NONE
    if s.logging:
        s.emit(Killed(unit.id, unit.side) if unit.kind >= FIRST_CHARACTER else Destroyed(unit.id, unit.side))


def overrun(s: Battle, square: i64, side: i64) -> None:
    """WAM-Q15: make lone enemy characters flee from a square that units of a side have entered, or die."""
    for unit in s.units:
        if unit.square == square and unit.side != side:
            refuge = nearest_refuge(s, unit)
            if refuge == NONE:
                s.add_to_tally(BY_OTHER)
                destroy(s, unit, BY_OTHER)
                continue
            unit.square = refuge
            if s.logging:
                s.emit(Overrun(unit.id, unit.side, refuge), "WAM-Q15")


def nearest_refuge(s: Battle, unit: Unit) -> i64:
    """WAM-Q15: return the nearest square with friendly units, at most 2 away, or NONE.

    Of squares at the same distance it is the one furthest back.
    """
    best: i64 = NONE
    best_rank: i64 = 1000
    for other in s.units:
        if (
            other.side != unit.side
            or other.kind >= FIRST_CHARACTER
            or other.square == NONE
            or other.square == unit.square
        ):
            continue
        away = s.board.step_distance(unit.square, other.square)
        rank = away * 100 + s.row_for(unit.side, other.square)
        if away <= MAX_FLIGHT_SQUARES and (rank < best_rank or (rank == best_rank and other.square < best)):
            best, best_rank = other.square, rank
    return best


# -------------------------------------------------------------------- allotting hits


def hit_candidates(s: Battle, capped: bool) -> list[int]:
    """WAM-Q27: return the ids that may take the next hit: those of the first unfinished pass, or none.

    Hits in a fight are capped at two for each unit and one for each character; shots and Bolts are not.
    """
    return capped_candidates(s) if capped else uncapped_candidates(s)


def uncapped_candidates(s: Battle) -> list[int]:
    """WAM-Q27: return the units with the fewest hits, then, once all units have as many, monsters and characters."""
    clash = s.clash
    if not clash.pool:
        return []
    fewest = min([clash.hits.count(id) for id in clash.pool])
    ids = [id for id in clash.pool if clash.hits.count(id) == fewest]
    units = [id for id in ids if s.units[id].kind < MONSTER]
    return units or ids


def capped_candidates(s: Battle) -> list[int]:
    """WAM-Q27: return the ids of the first unfinished pass of hits in a fight, or none."""
    passes: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
    for id in s.clash.pool:
        kind = s.units[id].kind
        times = s.clash.hits.count(id)
        if times == 0:
            passes[1 if kind >= MONSTER else 0].append(id)
        elif times == 1 and kind <= MONSTER:
            passes[3 if kind == MONSTER else 2].append(id)
    for ids in passes:
        if ids:
            return ids
    return passes[0]


def strongest_first(s: Battle, ids: list[int]) -> list[int]:
    """Return ids by most bases, then by id."""
    return sorted(ids, key=lambda id: (-s.units[id].bases, id))


@mypyc_attr(acyclic=True)
class Suffer(Step):
    """WAM-Q27: hits fall on everything of a side in a square, or only on the pieces in the attack."""

    RULE: ClassVar[str] = "WAM-Q27"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "square", "hits", "source", "cause", "attacks")
    __slots__ = FIELDS

    def __init__(self, side: i64, square: i64, hits: i64, source: i64, cause: i64, attacks: bool) -> None:
        self.side = side
        self.square = square
        self.hits = hits
        self.source = source
        self.cause = cause
        self.attacks = attacks

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q27: allot the hits, then roll the saves."""
        if self.hits <= 0:
            return NOTHING
        s.clash.pool = attack_pool(s) if self.attacks else square_pool(s, self.square, self.side)
        s.clash.hits = ()
        return [Allot(self.side, self.hits, self.source == HIT_IN_FIGHT), Saves(self.side, self.source, self.cause)]


def square_pool(s: Battle, square: i64, side: i64) -> tuple[int, ...]:
    """Return the ids of all pieces of a side in a square, characters included."""
    return tuple([int(unit.id) for unit in s.units if unit.square == square and unit.side == side])


def attack_pool(s: Battle) -> tuple[int, ...]:
    """WAM-Q27: return the ids of the attacking units, their helpers, and the characters in their square.

    Characters that lead or help another attack of their square are not among them (WAM-Q24).
    """
    clash = s.clash
    in_attack = (*clash.group, *clash.helpers)
    pool: list[int] = []
    for unit in s.units:
        if (
            unit.square == clash.source
            and unit.side == clash.side
            and (unit.kind >= FIRST_CHARACTER or unit.id in in_attack)
            and unit.id not in clash.absent
        ):
            pool.append(int(unit.id))
    return tuple(pool)


@mypyc_attr(acyclic=True)
class Allot(Choice):
    """WAM-Q27: the owner allots hits in passes, and chooses where a pass has more pieces than hits."""

    RULE: ClassVar[str] = "WAM-Q27"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "left", "capped")
    __slots__ = FIELDS

    def __init__(self, side: i64, left: i64, capped: bool = True) -> None:
        self.side = side
        self.left = left
        self.capped = capped

    def waits(self, s: Battle) -> bool:
        """Return whether the owner has a choice."""
        return self.left > 0 and len(hit_candidates(s, self.capped)) > self.left

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q27: give one hit to every piece of the pass; in a fight, hits beyond the last pass are lost."""
        ids = hit_candidates(s, self.capped) if self.left > 0 else []
        if not ids:
            return NOTHING
        s.clash.hits = (*s.clash.hits, *ids)
        if s.logging:
            for id in ids:
                s.emit(HitTaken(id, self.side))
        return [Allot(self.side, self.left - len(ids), self.capped)]

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the pieces of the pass, most bases first."""
        return [HIT[id] for id in strongest_first(s, hit_candidates(s, self.capped))]

    def player_order(self, s: Battle, actions: list[Action]) -> list[Action]:
        """Return what is usually lost first."""
        return in_player_order(s, actions)

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q27: every piece takes one hit before any takes a second."""
        return Refusal(
            "WAM-Q27", "Allot 1 hit to each unit, then 1 to each monster and character, and only then further hits."
        )

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Give one hit to the chosen piece."""
        s.clash.hits = (*s.clash.hits, action.args[0])
        if s.logging:
            s.emit(HitTaken(action.args[0], self.side))
        return [Allot(self.side, self.left - 1, self.capped)]


@mypyc_attr(acyclic=True)
class Saves(Step):
    """WAM-R6, WAM-S4, WAM-A1: roll a save for each hit, in order of allotment; a failed save costs a base."""

    RULE: ClassVar[str] = "WAM-R6"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "source", "cause")
    __slots__ = FIELDS

    def __init__(self, side: i64, source: i64, cause: i64) -> None:
        self.side = side
        self.source = source
        self.cause = cause

    def run(self, s: Battle) -> list[Step]:
        """WAM-Q27: roll the saves; a destroyed piece rolls no more."""
        rule = ("WAM-S4", "WAM-A1", "WAM-R6")[self.source]
        for id in s.clash.hits:
            unit = s.units[id]
            if unit.bases > 0:
                self.save(s, unit, rule)
        s.clash.hits = ()
        return NOTHING

    def save(self, s: Battle, unit: Unit, rule: str) -> None:
        """Roll the save of one piece against one hit."""
        score = save_score(s, unit, self.source)
        if score < NO_SAVE and s.roll("save", 1, self.side, rule, score, 0, unit.id)[0] >= score:
            if s.logging:
                s.emit(Saved(unit.id, unit.side, score), rule)
            return
        lose_base(s, unit, self.cause)


# -------------------------------------------------------------------- losses chosen by the owner


def kill_chart_hits(dice: bytes) -> i64:
    """WAM-R2, WAM-Q8: return the hits of some dice on the kill chart: 1 for a 3, 4 or 5, and 2 for a 6."""
    hits: i64 = 0
    for die in dice:
        if die >= 3:
            hits += 2 if die == 6 else 1
    return hits


def cheapest_first(s: Battle, ids: list[int]) -> list[int]:
    """Return ids in the default order of losses: levies, hosts, skirmishers, other units, monsters, characters."""
    return sorted(ids, key=lambda id: (order_of_losses(s.units[id]), -int(s.units[id].bases), id))


def order_of_losses(unit: Unit) -> int:
    """Return how early a piece is usually lost: the lower, the earlier."""
    if unit.kind >= MONSTER:
        return 4 if unit.kind == MONSTER else 5
    if unit.quality == LEVY:
        return 0
    if unit.kind == HOST:
        return 1
    return 2 if is_skirmisher(unit.kind) else 3


def in_player_order(s: Battle, actions: list[Action]) -> list[Action]:
    """Return actions that name a piece in the order of players: what is usually lost first, and elites after others."""

    def rank(action: Action) -> tuple[int, int, int, int]:
        unit = s.units[action.args[0]]
        worth = (VETERAN, ELITE).index(unit.quality) + 1 if unit.quality in (VETERAN, ELITE) else 0
        return (order_of_losses(unit), worth, -int(unit.bases), int(unit.id))

    return sorted(actions, key=rank)


@mypyc_attr(acyclic=True)
class LoseBases(Choice):
    """WAM-R3, WAM-R5: the owner chooses the losses base by base, without saves or limits."""

    RULE: ClassVar[str] = "WAM-R3"
    FIELDS: ClassVar[tuple[str, ...]] = ("side", "left", "cause")
    __slots__ = FIELDS

    def __init__(self, side: i64, left: i64, cause: i64) -> None:
        self.side = side
        self.left = left
        self.cause = cause

    def survivors(self, s: Battle) -> list[int]:
        """Return the ids in the pool that still have bases."""
        return [id for id in s.clash.pool if s.units[id].bases > 0]

    def waits(self, s: Battle) -> bool:
        """Return whether the owner has a choice."""
        if self.left <= 0:
            return False
        survivors = self.survivors(s)
        return len(survivors) > 1 and sum([int(s.units[id].bases) for id in survivors]) > self.left

    def run(self, s: Battle) -> list[Step]:
        """Take the losses if there is no choice; bases that do not exist are not lost."""
        left = self.left
        for id in self.survivors(s):
            while left > 0 and s.units[id].bases > 0:
                lose_base(s, s.units[id], self.cause)
                left -= 1
        return NOTHING

    def seats(self, s: Battle) -> tuple[int, ...]:
        """Return the seat of the owner."""
        return (int(self.side),)

    def proposals(self, s: Battle) -> list[Action]:
        """Return the survivors, the cheapest first."""
        return [LOSE[id] for id in cheapest_first(s, self.survivors(s))]

    def player_order(self, s: Battle, actions: list[Action]) -> list[Action]:
        """Return what is usually lost first."""
        return in_player_order(s, actions)

    def explain(self, s: Battle, action: Action) -> Refusal | None:
        """WAM-Q27: only pieces that were in the fight take losses."""
        return Refusal("WAM-Q27", "Choose a unit or character that was in the fight.")

    def answer(self, s: Battle, action: Action, seat: i64) -> list[Step]:
        """Remove one base of the chosen piece."""
        lose_base(s, s.units[action.args[0]], self.cause)
        return [LoseBases(self.side, self.left - 1, self.cause)]


# -------------------------------------------------------------------- dead monsters


@mypyc_attr(acyclic=True)
class FallenMonsters(Step):
    """WAM-R8, WAM-Q30: D6-3 dice hit a dead monster's own side in its square; a monster that dies from it rolls too."""

    RULE: ClassVar[str] = "WAM-R8"
    __slots__ = ()

    def run(self, s: Battle) -> list[Step]:
        """WAM-R8: resolve one dead monster after another."""
        if not s.clash.fallen:
            return NOTHING
        square, side = divmod(s.clash.fallen[0], 2)
        s.clash.fallen = s.clash.fallen[1:]
        if s.logging:
            s.emit(MonsterFell(NONE, side, square))
        number = s.roll("monster", 1, side)[0] - 3
        hits = kill_chart_hits(s.roll("monster", number, side)) if number > 0 else 0
        if hits == 0:
            return [FALLEN]
        return [Suffer(side, square, hits, HIT_IN_FIGHT, BY_FIGHT, False), FALLEN]


FALLEN: Final = FallenMonsters()
