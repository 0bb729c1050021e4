"""Evaluation of a battle: the chance of a seat to win, from damage, shots, initiative and points.

The weights are thousandths of a logistic regression. Those for duels were fitted to the starts of activations in 950
duels between keen drivers, and rounded; all others to the starts of turns in 300 battles between plain drivers (80 of
two by two, 70 funeral games, 150 hunts).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hippodrome.games.wheelie.arcs import is_in_open, shot
from hippodrome.games.wheelie.attack_odds import odds_of_dice
from hippodrome.games.wheelie.ending import seat_points
from hippodrome.games.wheelie.scenarios import BY_POINTS, BY_PREY, PREY_SIDE
from hippodrome.games.wheelie.state import FIGHTING, MAX_ACTION_DICE, WAITING, Skirmish, Unit
from hippodrome.kit.evaluation import logistic

TEMPORARY_VALUE: Final = 160  # points for one expected damage, as in the bots
PERMANENT_VALUE: Final = 400


class Weights:
    """Weights of a side's features, in thousandths: damage by kind, shots by their harm, and initiative."""

    __slots__ = (
        "chariot",
        "driver",
        "early_shot",
        "initiative",
        "loaded",
        "runners",
        "shot",
        "team",
        "temporary",
        "warrior",
    )

    def __init__(
        self, chariot: int, runners: int, temporary: int, team: int, driver: int, warrior: int, loaded: int,
        shot: int, initiative: int, early_shot: int,
    ) -> None:  # fmt: skip
        self.chariot = chariot
        self.runners = runners
        self.temporary = temporary
        self.team = team
        self.driver = driver
        self.warrior = warrior
        self.loaded = loaded
        self.shot = shot  # for each 100 points of its harm
        self.initiative = initiative  # for acting first, which leaves the enemy the last action
        self.early_shot = early_shot  # for the shot of a unit that acts first


DUEL: Final = Weights(4000, 1000, 900, 1100, 1200, 1200, 300, 200, 0, 0)
SIDES: Final = Weights(3310, 1310, 330, 400, 400, 400, 80, 70, -150, 310)
HUNT: Final = Weights(2000, 1650, 480, 1110, 1110, 1110, 120, 390, -40, 80)
HUNT_BASE: Final = -630  # for the hunters
HUNT_TIME: Final = 1310  # with all turns left
FUNERAL: Final = Weights(0, 0, 920, 840, 840, 840, 0, 60, 0, 60)
FUNERAL_BASE: Final = 1180
FUNERAL_PER_ENEMY: Final = 780  # for each fighting enemy
FUNERAL_PER_DAMAGE: Final = 220  # for each of their damage
FUNERAL_PER_POINT: Final = 790  # for each point of the lead, when time is up


def enemies_of(s: Skirmish, side: i64) -> list[Unit]:
    """Return the fighting units of other sides."""
    return [unit for unit in s.units if unit.side != side and unit.status == FIGHTING]


def best_shot(s: Skirmish, unit: Unit, enemies: list[Unit]) -> tuple[int, int]:
    """Return the dice of a unit's best shot from where it stands, and its expected harm in points."""
    dice, harm = 0, 0
    for enemy in enemies:
        possible_shot = shot(s, unit, enemy)
        if possible_shot.dice > 0 and is_in_open(s, unit, enemy, possible_shot.distance):
            odds = odds_of_dice(s, unit, enemy, possible_shot.dice)
            value = (TEMPORARY_VALUE * odds.temporary + PERMANENT_VALUE * odds.permanent) // 1000
            if value > harm:
                dice, harm = int(possible_shot.dice), value
    return dice, harm


def priority(s: Skirmish, unit: Unit, enemies: list[Unit]) -> int:
    """Return the enemies that act after a unit minus those before it, in percent of all enemies."""
    order = s.order
    if unit.id not in order or not enemies:
        return 0
    own_index = order.index(int(unit.id))
    balance = 0
    for enemy in enemies:
        if enemy.id in order:
            balance += 1 if order.index(int(enemy.id)) > own_index else -1
    return 100 * balance // len(enemies)


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
    """Return the cost of a unit's damage."""
    return int(
        weights.temporary * unit.temporary
        + weights.team * unit.team
        + weights.driver * unit.driver
        + weights.warrior * unit.warrior
    )


def position_value(s: Skirmish, unit: Unit, enemies: list[Unit], weights: Weights) -> int:
    """Return the value of a unit's position and of its place in the order."""
    harm = best_shot(s, unit, enemies)[1]
    lead = priority(s, unit, enemies)
    value = weights.shot * harm // 100 + weights.initiative * lead // 100
    return value + (weights.early_shot * harm // 100 if lead > 0 else 0)


# -------------------------------------------------------------------- the chance to win


def win_chance(s: Skirmish, seat: int) -> int:
    """Return the chance of a seat to win, in thousandths."""
    return logistic(win_score(s, seat))


def win_score(s: Skirmish, seat: int) -> int:
    """Return the log odds of a seat's victory, in thousandths."""
    side = side_of(s, seat)
    if s.rules.scenario.ending == BY_POINTS:
        return funeral_score(s, seat, side)
    if s.rules.scenario.ending == BY_PREY:
        score = hunt_score(s)
        return -score if side == PREY_SIDE else score
    weights = weights_of(s)
    return side_strength(s, side, weights) - side_strength(s, 1 - side, weights)


def weights_of(s: Skirmish) -> Weights:
    """Return the weights for a battle of this kind."""
    if s.rules.scenario.ending == BY_POINTS:
        return FUNERAL
    if s.rules.scenario.ending == BY_PREY:
        return HUNT
    return DUEL if is_duel(s) else SIDES


def side_of(s: Skirmish, seat: int) -> int:
    """Return the side of a seat; ValueError if the seat has no unit."""
    for unit in s.units:
        if unit.seat == seat:
            return int(unit.side)
    raise ValueError(f"seat {seat} has no unit")


def is_duel(s: Skirmish) -> bool:
    """Return whether the battle has only two units."""
    return len(s.units) == 2


def hunt_score(s: Skirmish) -> int:
    """Return the score of the hunters, who must win in time."""
    limit = int(s.rules.options.limit)
    left = HUNT_TIME * (limit - int(s.turn)) // limit if limit else HUNT_TIME
    return HUNT_BASE + left + side_strength(s, 1 - PREY_SIDE, HUNT) - side_strength(s, PREY_SIDE, HUNT)


def funeral_score(s: Skirmish, seat: int, side: int) -> int:
    """Return the score of one seat among many: its strength, the number and damage of its enemies, and the lead."""
    rivals = enemies_of(s, side)
    hurt = sum([int(MAX_ACTION_DICE - unit.pool()) for unit in rivals])
    score = FUNERAL_BASE - FUNERAL_PER_ENEMY * len(rivals) + FUNERAL_PER_DAMAGE * hurt + side_strength(s, side, FUNERAL)
    if not any(unit.seat == seat and unit.status == FIGHTING for unit in s.units):
        score -= 2 * FUNERAL_BASE
    per_point = FUNERAL_PER_POINT * int(s.turn) // (int(s.rules.options.limit) or 15)
    return score + per_point * points_lead(s, seat)


def points_lead(s: Skirmish, seat: int) -> int:
    """Return the points of a seat minus those of the best other seat."""
    others = sorted({int(unit.seat) for unit in s.units if unit.seat != seat})
    return seat_points(s, seat) - max([seat_points(s, other) for other in others])


# -------------------------------------------------------------------- features


def features(s: Skirmish, seat: int) -> list[int]:
    """Return the features of a seat, higher is better.

    They are chariots more than the enemy, action dice, enemy dice (negative), dice of the best shot, dice of the
    enemy's best shot (negative), and points ahead.
    """
    side = side_of(s, seat)
    own_units = [unit for unit in s.units if unit.side == side and unit.status == FIGHTING]
    enemies = enemies_of(s, side)
    return [
        len(own_units) - len(enemies),
        sum([int(unit.pool()) for unit in own_units]),
        -sum([int(unit.pool()) for unit in enemies]),
        max([best_shot(s, unit, enemies)[0] for unit in own_units if unit.loaded], default=0),
        -max([best_shot(s, unit, own_units)[0] for unit in enemies if unit.loaded], default=0),
        points_lead(s, seat) if s.rules.scenario.ending == BY_POINTS else 0,
    ]
