"""The racer bot of Ben-Hur: it takes the way with the fewest expected turns to the finish.

turns_to_finish.py ignores rivals, so the racer adds the rivals it may run into during this move. A ram costs time and
wounds and pushes the rival ahead, so going round a rival is worth a fraction of a turn. A second contact with the same
rival costs no wounds, but it may end the move (BH-Q23).
"""

from __future__ import annotations

from typing import Final

from hippodrome.bots.benhur import BenHurDriver
from hippodrome.games.benhur.ramming import ends_move
from hippodrome.games.benhur.state import Chariot, Race
from hippodrome.games.benhur.track import BEND, JUMP, LEFT, RIGHT
from hippodrome.games.benhur.turns_to_finish import (
    LANE_CHANGE_CHANCE,
    MAX_POINTS,
    MAX_WHIPS,
    POINTS_CHANCE,
    TURN_EPSILON,
    table_lap,
    turns_to_finish,
)
from hippodrome.kit.actions import Action

WEAKER_RAM_TURNS: Final = 0.2  # the cost of ramming a rival with fewer wounds left, in turns
EQUAL_RAM_TURNS: Final = 0.4
STRONGER_RAM_TURNS: Final = 0.6
REPEATED_RAM_TURNS: Final = 0.1  # the cost of pushing a rival on that was rammed before in the same move
RIVAL_RANGE_SQUARES: Final = MAX_POINTS + 2  # rivals further ahead cannot be in the way


class BenHurRacer(BenHurDriver):
    """A driver that chooses the speed and the lane with the fewest turns left; tricks as the plain driver."""

    def choose_whips(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return the speed with the fewest turns left."""
        return best_whips(race, race.chariots[seat], actions)

    def choose_step(self, race: Race, seat: int, actions: list[Action]) -> Action:
        """Return the step with the fewest turns left."""
        return best_step(race, race.chariots[seat], actions)


def crossings_left(race: Race, chariot: Chariot) -> int:
    """Return how often a chariot still has to cross the line."""
    return int(race.laps) + 1 - int(chariot.crossings)


def best_whips(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """Return the speed with the fewest turns left."""
    ram_costs = nearby_ram_costs(race, chariot)
    best, fewest = actions[0], 0.0
    for action in actions:
        if action.verb == "whips":
            turns = Traffic(race, chariot, action.args[0], ram_costs).before_roll()
            if best.verb != "whips" or action is actions[0] or turns < fewest:
                best, fewest = action, turns
    return best


def best_step(race: Race, chariot: Chariot, actions: list[Action]) -> Action:
    """Return the step with the fewest turns left."""
    kind, whips = race.track.kind[chariot.square], int(race.turn.whips)
    if kind in (BEND, JUMP) or not 1 <= whips <= MAX_WHIPS:
        return actions[0]
    traffic = Traffic(race, chariot, whips, nearby_ram_costs(race, chariot))
    points = min(int(race.turn.points), MAX_POINTS)
    straight = traffic.straight(traffic.lap, traffic.square, points)
    best, fewest = actions[0], straight
    for action in actions:
        if action is LEFT or action is RIGHT:
            turns = traffic.change_lane(traffic.lap, traffic.square, points, action is LEFT, straight)
            if turns < fewest - TURN_EPSILON:
                best, fewest = action, turns
    return best


# -------------------------------------------------------------------- rivals in the way


def ram_cost(race: Race, chariot: Chariot, rival: Chariot) -> float:
    """Return the cost of running into a rival, in turns."""
    if race.have_met(chariot.id, rival.id):
        return REPEATED_RAM_TURNS
    if rival.wounds < chariot.wounds:
        return WEAKER_RAM_TURNS
    return STRONGER_RAM_TURNS if rival.wounds > chariot.wounds else EQUAL_RAM_TURNS


def nearby_ram_costs(race: Race, chariot: Chariot) -> dict[int, float]:
    """Return the squares of rivals that may be in the way, with the cost of running into them."""
    track = race.track
    costs: dict[int, float] = {}
    if chariot.square < 0:
        return costs
    mine = track.squares_to_line[chariot.square]
    for rival in race.survivors():
        if rival.id != chariot.id and rival.square >= 0:
            gap = (mine - track.squares_to_line[rival.square]) % track.lap_length
            if gap <= RIVAL_RANGE_SQUARES or track.lap_length - gap <= 1:
                costs[int(rival.square)] = ram_cost(race, chariot, rival)
    return costs


class Traffic:
    """The turns left after a move at some speed, among rivals that stay where they are."""

    __slots__ = ("cache", "chariot", "lap", "race", "ram_costs", "square", "tables", "track", "whips")

    def __init__(self, race: Race, chariot: Chariot, whips: int, ram_costs: dict[int, float]) -> None:
        self.race = race
        self.chariot = chariot
        self.track = race.track
        self.tables = turns_to_finish(race.track)
        self.square = int(chariot.square)
        self.lap = table_lap(crossings_left(race, chariot))
        self.whips = whips
        self.ram_costs = ram_costs
        self.cache: dict[int, float] = {}

    def before_roll(self) -> float:
        """Return the turns left before the movement roll, including this turn."""
        if not self.ram_costs:
            return self.tables.before_roll(self.lap, self.square, self.whips)
        turns = 1.0
        for points in range(1, MAX_POINTS + 1):
            turns += POINTS_CHANCE[self.whips][points] * self.during_move(self.lap, self.square, points)
        return turns

    def during_move(self, lap: int, square: int, points: int) -> float:
        """Return the turns left on a square in the middle of a move."""
        kind = self.track.kind[square]
        if not self.ram_costs or points <= 0 or kind in (BEND, JUMP):
            return self.tables.during_move(lap, square, self.whips, points)
        key = (square * (MAX_POINTS + 1) + points) * 2 + lap
        cached = self.cache.get(key)
        if cached is not None:
            return cached
        straight = self.straight(lap, square, points)
        best = straight
        for action in self.track.moves[square]:
            if action is LEFT or action is RIGHT:
                best = min(best, self.change_lane(lap, square, points, action is LEFT, straight))
        self.cache[key] = best
        return best

    def straight(self, lap: int, square: int, points: int) -> float:
        """Return the turns left after going straight on."""
        return self.enter(lap, square, self.track.ahead[square], points - 1)

    def change_lane(self, lap: int, square: int, points: int, is_left: bool, straight: float) -> float:
        """BH-L2, BH-L3: return the turns left after an attempt to change lanes; a failure goes straight on."""
        lanes, chance = self.track.lanes, LANE_CHANGE_CHANCE[self.whips]
        across = self.enter(lap, square, lanes.left[square] if is_left else lanes.right[square], points - 1)
        return chance * across + (1 - chance) * straight

    def enter(self, lap: int, came: int, square: int, points: int) -> float:
        """Return the turns left after entering a square, which may be past the line (BH-Q4) or occupied."""
        if self.race.turn.met and square in self.ram_costs and self.stops_at(came, square):
            return self.tables.during_move(lap, came, self.whips, 0)
        if self.track.past_line[square]:
            if lap == 0:
                return 0.0
            lap -= 1
        return self.ram_costs.get(square, 0.0) + self.during_move(lap, square, points)

    def stops_at(self, came: int, square: int) -> bool:
        """BH-Q23: return whether the rival on a square was met before and would end the move."""
        rival = self.race.chariot_at(square)
        side = self.track.lanes.lane[square] - self.track.lanes.lane[came]
        return rival is not None and ends_move(self.race, self.chariot, rival, side)
