"""How likely a seat is to win, and what speaks for it: damage, shots, who acts first, points.

The weights are thousandths of a logistic regression: for duels over the beginnings of activations in 950 that keen
drivers fought against each other, rounded; else over the beginnings of turns in 300 battles of plain programs, 80 of
two by two, 70 funeral games, 150 hunts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import is_in_open, shot
from hippodrome.games.wheelie.ending import seat_points
from hippodrome.games.wheelie.gunnery import shot_odds
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY
from hippodrome.games.wheelie.setup import PREY_SIDE
from hippodrome.games.wheelie.state import MAX_ACTION_DICE, FIGHTING, WAITING, Skirmish, Unit
from hippodrome.kit.evaluation import logistic

TEMPORARY_VALUE: Final = 160  # what a shot is expected to do, in hundredths, as the programs reckon it
PERMANENT_VALUE: Final = 400


class Weights:
    """What each thing of a side counts, in thousandths: damage by kind, a shot for its harm, being first."""

    __slots__ = ("chariot", "driver", "initiative", "loaded", "early_shot", "runners", "shot", "team", "temporary", "warrior")

    def __init__(
        self, chariot: int, runners: int, temporary: int, team: int, driver: int, warrior: int, loaded: int,
        shot: int, first: int, quick: int,
    ) -> None:  # fmt: skip
        self.chariot = chariot
        self.runners = runners
        self.temporary = temporary
        self.team = team
        self.driver = driver
        self.warrior = warrior
        self.loaded = loaded
        self.shot = shot  # for each 100 of its harm
        self.initiative = first  # who acts before all enemies gives them the last word
        self.early_shot = quick  # but a shot that comes first is worth more


DUEL: Final = Weights(4000, 1000, 900, 1100, 1200, 1200, 300, 200, 0, 0)
SIDES: Final = Weights(3310, 1310, 330, 400, 400, 400, 80, 70, -150, 310)
HUNT: Final = Weights(2000, 1650, 480, 1110, 1110, 1110, 120, 390, -40, 80)
HUNT_BASE: Final = -630  # the hunter's score when nothing speaks for either
HUNT_TIME: Final = 1310  # and if all turns are left
FUNERAL: Final = Weights(0, 0, 920, 840, 840, 840, 0, 60, 0, 60)
FUNERAL_BASE: Final = 1180
FUNERAL_PER_ENEMY: Final = 780  # for each who still fights
FUNERAL_PER_DAMAGE: Final = 220  # for each damage of these
FUNERAL_PER_POINT: Final = 790  # for each point ahead of the next, when time is up


def enemies_of(s: Skirmish, side: i64) -> list[Unit]:
    """Whoever fights against a side."""
    return [unit for unit in s.units if unit.side != side and unit.status == FIGHTING]


def best_shot(s: Skirmish, unit: Unit, enemies: list[Unit]) -> tuple[int, int]:
    """Return the dice of the best shot from where a unit stands, and the harm it may do, in hundredths."""
    dice, harm = 0, 0
    for enemy in enemies:
        found = shot(s, unit, enemy)
        if found.dice > 0 and is_in_open(s, unit, enemy, found.distance):
            may = shot_odds(s, unit, enemy, found.dice)
            worth = (TEMPORARY_VALUE * may.temporary + PERMANENT_VALUE * may.permanent) // 1000
            if worth > harm:
                dice, harm = int(found.dice), worth
    return dice, harm


def priority(s: Skirmish, unit: Unit, enemies: list[Unit]) -> int:
    """How many enemies act after a unit in this turn less how many act before it, in hundredths of them all."""
    order = s.order
    if unit.id not in order or not enemies:
        return 0
    mine = order.index(int(unit.id))
    found = 0
    for enemy in enemies:
        if enemy.id in order:
            found += 1 if order.index(int(enemy.id)) > mine else -1
    return 100 * found // len(enemies)


def side_strength(s: Skirmish, side: i64, weights: Weights) -> int:
    """Return the score of a side."""
    enemies = enemies_of(s, side)
    total = 0
    for unit in s.units:
        if unit.side == side and (unit.status == FIGHTING or unit.status == WAITING):
            total += weights.runners if s.is_runners(unit) else weights.chariot
            total -= damage_cost(unit, weights)
            total += weights.loaded if unit.loaded else 0
            if unit.status == FIGHTING and s.turn:
                total += position_value(s, unit, enemies, weights)
    return total


def damage_cost(unit: Unit, weights: Weights) -> int:
    """What its damage costs a unit."""
    return int(
        weights.temporary * unit.temporary
        + weights.team * unit.team
        + weights.driver * unit.driver
        + weights.warrior * unit.warrior
    )


def position_value(s: Skirmish, unit: Unit, enemies: list[Unit], weights: Weights) -> int:
    """What it is worth to stand where a unit stands, and to act when it acts."""
    harm = best_shot(s, unit, enemies)[1]
    before = priority(s, unit, enemies)
    found = weights.shot * harm // 100 + weights.initiative * before // 100
    return found + (weights.early_shot * harm // 100 if before > 0 else 0)


# -------------------------------------------------------------------- the chance to win


def win_chance(s: Skirmish, seat: int) -> int:
    """How likely a seat is to win, in thousandths."""
    return logistic(win_score(s, seat))


def win_score(s: Skirmish, seat: int) -> int:
    """What speaks for a seat, less what speaks against it: thousandths of the logarithm of its odds."""
    side = side_of(s, seat)
    if s.rules.scenario.ending == BY_POINTS:
        return funeral_score(s, seat, side)
    if s.rules.scenario.ending == BY_PREY:
        found = hunt_score(s)
        return -found if side == PREY_SIDE else found
    weights = weights_of(s)
    return side_strength(s, side, weights) - side_strength(s, 1 - side, weights)


def weights_of(s: Skirmish) -> Weights:
    """What things count in a battle of this kind."""
    if s.rules.scenario.ending == BY_POINTS:
        return FUNERAL
    if s.rules.scenario.ending == BY_PREY:
        return HUNT
    return DUEL if is_duel(s) else SIDES


def side_of(s: Skirmish, seat: int) -> int:
    """Return the side of a seat."""
    for unit in s.units:
        if unit.seat == seat:
            return int(unit.side)
    raise ValueError(f"nobody sits in seat {seat}")


def is_duel(s: Skirmish) -> bool:
    """Return whether two units fight, and nobody else."""
    return len(s.units) == 2


def hunt_score(s: Skirmish) -> int:
    """For the hunters: they must be done in time."""
    limit = int(s.rules.limit)
    left = HUNT_TIME * (limit - int(s.turn)) // limit if limit else HUNT_TIME
    return HUNT_BASE + left + side_strength(s, 1 - PREY_SIDE, HUNT) - side_strength(s, PREY_SIDE, HUNT)


def funeral_score(s: Skirmish, seat: int, side: int) -> int:
    """For one of many: his own strength, how many rivals there are and how hurt they are, and who leads."""
    rivals = enemies_of(s, side)
    hurt = sum([int(MAX_ACTION_DICE - unit.pool()) for unit in rivals])
    score = FUNERAL_BASE - FUNERAL_PER_ENEMY * len(rivals) + FUNERAL_PER_DAMAGE * hurt + side_strength(s, side, FUNERAL)
    if not any(unit.seat == seat and unit.status == FIGHTING for unit in s.units):
        score -= 2 * FUNERAL_BASE
    late = FUNERAL_PER_POINT * int(s.turn) // (int(s.rules.limit) or 15)
    return score + late * points_lead(s, seat)


def points_lead(s: Skirmish, seat: int) -> int:
    """How many points a seat is ahead of the best other one."""
    others = sorted({int(unit.seat) for unit in s.units if unit.seat != seat})
    return seat_points(s, seat) - max([seat_points(s, other) for other in others])


# -------------------------------------------------------------------- what speaks for it


def aspects(s: Skirmish, seat: int) -> list[int]:
    """Chariots more than the enemy, action dice, enemies' dice, own shot, shots at it, points ahead; more is better."""
    side = side_of(s, seat)
    mine = [unit for unit in s.units if unit.side == side and unit.status == FIGHTING]
    enemies = enemies_of(s, side)
    return [
        len(mine) - len(enemies),
        sum([int(unit.pool()) for unit in mine]),
        -sum([int(unit.pool()) for unit in enemies]),
        max([best_shot(s, unit, enemies)[0] for unit in mine if unit.loaded], default=0),
        -max([best_shot(s, unit, mine)[0] for unit in enemies if unit.loaded], default=0),
        points_lead(s, seat) if s.rules.scenario.ending == BY_POINTS else 0,
    ]
